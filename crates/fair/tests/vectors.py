"""A second implementation of the fair-dice scheme, written from docs/FAIR_DICE.md alone.

    python3 vectors.py vectors.json     recomputes every value of the file and names those that differ
"""

import hashlib
import hmac
import json
import sys

FACES = "123ECH"


def h(tag, data):
    return hashlib.sha256(b"daikaiju-fair-2/" + tag.encode() + b"\0" + data).digest()


def m(key, tag, data):
    return hmac.new(key, b"daikaiju-fair-2/" + tag.encode() + b"\0" + data, hashlib.sha256).digest()


def u32(number):
    return number.to_bytes(4, "big")


def u64(number):
    return number.to_bytes(8, "big")


def seat(letter):
    return "ABCDEF".index(letter)


def parts(values):
    """For each seat, in order: one byte for the seat, and its bytes."""
    return b"".join(bytes([seat(letter)]) + bytes.fromhex(values[letter]) for letter in sorted(values))


def mask(letters):
    return bytes([sum(1 << seat(letter) for letter in letters)])


def draws(key, number, limits):
    """One uniform number below each limit, in order, from the stream of one chance."""

    def stream():
        block = 0
        while True:
            yield from m(key, "chance", u64(number) + u32(block))
            block += 1

    source, drawn = stream(), []
    for limit in limits:
        byte = next(source)
        while byte >= 256 - 256 % limit:
            byte = next(source)
        drawn.append(byte % limit)
    return drawn


def dice(key, number, count):
    return "".join(FACES[face] for face in draws(key, number, [6] * count))


def commitment(name, seed):
    return h("seed", name + b"\0" + seed)


def mix(terms, committed, pledges):
    return h("mix", hashlib.sha256(terms.encode()).digest() + committed + parts(pledges))


def link(name, links, root, number):
    """Link `number` of the chain of `links` links that ends in `root`."""
    value = root
    for above in range(links, number, -1):
        value = h("link", name + b"\0" + u32(above) + value)
    return value


def sealed(vector):
    name, seed = vector["game"].encode(), bytes.fromhex(vector["seed"])
    committed = commitment(name, seed)
    pledges = {
        letter: h("pledge", name + b"\0" + committed + bytes.fromhex(value)).hex()
        for letter, value in vector["entropy"].items()
    }
    mixed = mix(vector["terms"], committed, pledges)
    key = m(seed, "key", mixed + parts(vector["entropy"]))
    digits = mixed.hex()
    return {
        "terms_hash": hashlib.sha256(vector["terms"].encode()).hexdigest(),
        "commitment": committed.hex(),
        "pledges": pledges,
        "mix": digits,
        "code": f"{digits[:4]}-{digits[4:8]}-{digits[8:12]}",
        "key": key.hex(),
        "six_dice_of_chance_0": dice(key, 0, 6),
        "six_dice_of_chance_1": dice(key, 1, 6),
        "a_card_of_66_of_chance_2": draws(key, 2, [66])[0],
        "hundred_dice_of_chance_4294967296": dice(key, 1 << 32, 100),
    }


def live(vector, links):
    name, seed = vector["game"].encode(), bytes.fromhex(vector["seed"])
    committed = commitment(name, seed)
    chains = {letter: (0, bytes.fromhex(root)) for letter, root in vector["roots"].items()}
    anchors = {letter: link(name, links, root, 0).hex() for letter, (_, root) in chains.items()}
    transcript = mix(vector["terms"], committed, anchors)
    made = {"commitment": committed.hex(), "anchors": anchors, "mix": transcript.hex(), "events": []}
    counted = [{"seat": letter, "from": 0, "anchor": anchors[letter]} for letter in sorted(anchors)]
    inputs, asks, written = h("inputs", name), 0, []
    made["inputs_start"] = inputs.hex()
    for event in vector["events"]:
        if "chain" in event:
            root = bytes.fromhex(event["root"])
            chains[event["chain"]] = (asks, root)
            anchor = link(name, links, root, 0)
            transcript = h("chain", transcript + bytes([seat(event["chain"])]) + u64(asks) + anchor)
            counted.append({"seat": event["chain"], "from": asks, "anchor": anchor.hex()})
            made["events"].append({"from": asks, "anchor": anchor.hex(), "transcript": transcript.hex()})
            continue
        for entry in event["inputs_since_the_last_ask"]:
            inputs = h("input", inputs + json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode())
        asks += 1
        hidden = m(m(seed, "salt", u64(asks)), "sealed", inputs)
        ask = h("ask", transcript + u64(asks) + u64(event["chance"]) + hidden + mask(event["seats"]))
        answered = [letter for letter in event["seats"] if letter not in event["missing"]]
        given = {letter: link(name, links, chains[letter][1], asks - chains[letter][0]).hex() for letter in answered}
        for letter in answered:
            last = next(chain for chain in reversed(counted) if chain["seat"] == letter)
            last["last"] = [asks - last["from"], given[letter]]
        written.append(event["seats"] + ("-" + event["missing"] if event["missing"] else ""))
        now = {
            "ask": asks,
            "before": transcript.hex(),
            "inputs_digest": inputs.hex(),
            "inputs": hidden.hex(),
            "ask_hash": ask.hex(),
            "links": given,
        }
        if event["missing"]:
            transcript = h("void", ask + mask(event["missing"]) + parts(given))
        else:
            transcript = h("drawn", ask + parts(given))
            server = m(seed, "server", u64(asks))
            key = m(server, "live", transcript)
            now |= {
                "server": server.hex(),
                "key": key.hex(),
                "six_dice": dice(key, event["chance"], 6),
                "next_card_of_66": draws(key, event["chance"] + 1, [66])[0],
            }
        made["events"].append(now | {"transcript": transcript.hex()})
    return made | {"proof": {"chains": counted, "asks": written}}


def chain(vector, links):
    name, root = vector["game"].encode(), bytes.fromhex(vector["root"])
    numbers = {"anchor": 0, "link_1": 1, "link_2": 2, "link_1000": 1000, "link_1023": 1023}
    return {key: link(name, links, root, number).hex() for key, number in numbers.items()}


# What a vector gives; all the rest is recomputed.
GIVEN = {"game", "seed", "terms", "entropy", "roots", "root", "chain", "inputs_since_the_last_ask", "chance", "seats", "missing"}


def differences(place, stated, found):
    for name in sorted(stated.keys() - found.keys() - GIVEN):
        yield f"{place}.{name}: nothing recomputes it"
    for name, value in found.items():
        if name == "events":
            for index, (one, other) in enumerate(zip(stated[name], value, strict=True)):
                yield from differences(f"{place}.{name}[{index}]", one, other)
        elif stated[name] != value:
            yield f"{place}.{name}: the file says {stated[name]}, the page gives {value}"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    wrong = []
    for number, vector in enumerate(vectors["sealed"]):
        wrong += differences(f"sealed[{number}]", vector, sealed(vector))
    for number, vector in enumerate(vectors["live"]):
        wrong += differences(f"live[{number}]", vector, live(vector, vectors["links"]))
    for number, vector in enumerate(vectors["chains"]):
        wrong += differences(f"chains[{number}]", vector, chain(vector, vectors["links"]))
    for line in wrong:
        print(line)
    counts = ", ".join(f"{len(vectors[kind])} {kind}" for kind in ("sealed", "live", "chains"))
    print(f"vectors: {counts}; {len(wrong)} differences")
    sys.exit(1 if wrong else 0)
