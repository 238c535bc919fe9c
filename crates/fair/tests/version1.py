"""A second implementation of version 1 of the fair-dice scheme, written from its description alone. Prints the test vectors as JSON."""

import hashlib
import hmac
import json


def fingerprint(purpose, game, secret):
    return hashlib.sha256(purpose + b"\0" + game.encode() + b"\0" + secret).digest()


def key_of(seed, game, entropy):
    message = b"daikaiju-fair-1/key\0" + game.encode() + b"\0"
    for seat, value in sorted(entropy.items()):
        message += bytes([seat]) + value
    return hmac.new(seed, message, hashlib.sha256).digest()


def draws(key, number, limits):
    """One uniform number below each limit, in order, from the stream of one roll or reveal."""

    def stream():
        block = 0
        while True:
            message = b"daikaiju-fair-1/chance\0" + number.to_bytes(8, "big") + block.to_bytes(4, "big")
            yield from hmac.new(key, message, hashlib.sha256).digest()
            block += 1

    source = stream()
    drawn = []
    for limit in limits:
        byte = next(source)
        while byte >= 256 - 256 % limit:
            byte = next(source)
        drawn.append(byte % limit)
    return drawn


def vector(seed, game, entropy):
    key = key_of(seed, game, entropy)
    return {
        "seed": seed.hex(),
        "game": game,
        "entropy": {str(seat): value.hex() for seat, value in entropy.items()},
        "commitment": fingerprint(b"daikaiju-fair-1/seed", game, seed).hex(),
        "pledges": {
            str(seat): fingerprint(b"daikaiju-fair-1/pledge", game, value).hex() for seat, value in entropy.items()
        },
        "six_dice_of_draw_0": draws(key, 0, [6] * 6),
        "six_dice_of_draw_1": draws(key, 1, [6] * 6),
        "a_card_of_66_of_draw_2": draws(key, 2, [66])[0],
        "hundred_dice_of_draw_4294967296": draws(key, 1 << 32, [6] * 100),
    }


if __name__ == "__main__":
    print(
        json.dumps(
            [
                vector(bytes(32), "harbour-42/1", {}),
                vector(bytes(range(32)), "harbour-42/1", {0: b"\x11" * 32}),
                vector(b"\xff" * 32, "osió-7/12", {5: bytes(range(100, 132)), 2: b"\x00" * 32}),
            ],
            indent=1,
            ensure_ascii=False,
        )
    )
