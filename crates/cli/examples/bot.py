"""A bot for a Daikaiju server in the standard library alone. It adds to the dice, and comes back when the server restarts.

    python3 bot.py http://127.0.0.1:4150                      create a table, add a bot, play a whole game
    python3 bot.py http://127.0.0.1:4150 live                 the same with live dice
    python3 bot.py 'http://127.0.0.1:4150/t/harbour-42#KEY'   sit down at a table by its link, play its next game
"""

import hashlib
import http.client
import json
import os
import random
import sys
import threading
import time
import urllib.request

server, _, link = sys.argv[1].rstrip("/").partition("/t/")
dice_kind = sys.argv[2] if len(sys.argv) > 2 else "sealed"
headers = {"content-type": "application/json"}


def post(path, body):
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def command(body):
    try:
        return post(path + "/commands", body)
    except (OSError, http.client.HTTPException):
        return None  # refused: a question that has passed; or the server restarts, and asks again


def h(tag, data):
    return hashlib.sha256(b"daikaiju-fair-2/" + tag + b"\0" + data).digest()


def number(value):
    return value.to_bytes(8, "big")


def mask(seats):
    return bytes([sum(1 << ord(seat) - 65 for seat in seats)])


def each(values):  # seat and value, in the order of the seats
    return b"".join(bytes([ord(seat) - 65]) + bytes.fromhex(values[seat]) for seat in sorted(values))


class Course:
    """How far live dice have come. Each ask follows from everything before it, so none can be made twice."""

    def __init__(self, transcript, asks):
        self.transcript, self.asks = transcript, asks

    def fingerprint(self, ask, chance):
        return h(b"ask", self.transcript + number(ask["ask"]) + number(chance) + bytes.fromhex(ask["inputs"]) + mask(ask["seats"]))

    def begin(self, seat, start, anchor):
        self.transcript = h(b"chain", self.transcript + bytes([ord(seat) - 65]) + number(start) + bytes.fromhex(anchor))

    def take(self, ask, chance):
        print_, links = self.fingerprint(ask, chance), each(ask.get("links", {}))
        missing = ask.get("missing", [])
        self.transcript = h(b"void", print_ + mask(missing) + links) if missing else h(b"drawn", print_ + links)
        self.asks = ask["ask"]


class Dice:
    """What this program adds to the dice (docs/FAIR_DICE.md). A secret is drawn for one game and one connection."""

    def __init__(self):
        self.seals, self.mixes, self.revealed, self.void = {}, {}, {}, set()
        self.name = self.seat = self.start = self.base = self.now = None
        self.kind, self.pledged, self.given = "", "", {}

    def pledge(self, name, commitment, kind):
        self.name, self.kind, self.secret, self.start = name, kind, os.urandom(32), None
        if kind == "live":  # a chain: each link is the fingerprint of the next; the anchor is pledged
            self.links = [self.secret]
            for index in range(1024, 0, -1):
                self.links.append(h(b"link", name.encode() + b"\0" + index.to_bytes(4, "big") + self.links[-1]))
            self.links.reverse()
            self.pledged = self.links[0].hex()
        else:
            self.pledged = h(b"pledge", name.encode() + b"\0" + bytes.fromhex(commitment) + self.secret).hex()
        command({"pledge": {"version": 2, "game_name": name, "pledge": self.pledged}})

    def hear(self, message):
        kind = message["type"]
        if kind == "welcome":
            self.seat, self.name = message["you"], None  # a new connection: a fresh secret
        if kind in ("welcome", "table") and message["table"].get("next"):
            coming = message["table"]["next"]
            self.void.update(void["game"] for void in coming.get("void", []))
            first = self.seals.setdefault(coming["name"], coming["commitment"])
            if first == coming["commitment"] and (coming["name"], coming["dice"]) != (self.name, self.kind):
                self.base, self.now, self.given = None, None, {}
                self.pledge(coming["name"], first, coming["dice"])
        elif kind == "mixing" and message["game_name"] == self.name:
            self.mix(message, dict(map(tuple, message["pledges"])))
        elif kind in ("game", "course"):
            self.revealed.pop(message["name"], None)  # it has begun
            if message.get("fair", {}).get("dice") == "live":
                self.follow(message, message["fair"])
        elif self.now is None:
            return
        elif kind == "chain":
            self.now.begin(message["seat"], message["from"], message["anchor"])
            if message["seat"] == self.seat and message["anchor"] == self.pledged:
                self.start = message["from"]
        elif kind == "ask" and self.start is not None:
            self.answer(message)
        elif kind == "missed":
            self.now.take(message["ask"], message["chance"])
            if self.seat in message["ask"].get("missing", []):
                command({"pledge": {"version": 2, "game_name": self.name, "pledge": self.pledged}})  # I am back
        elif kind == "step" and "drawn" in message:
            drawn = message["drawn"]
            for chain in drawn.get("chains", []):
                self.base.begin(*chain)
            for ask in drawn["asks"]:
                shown = self.given.get(ask["ask"])
                if shown and shown != self.base.fingerprint(ask, drawn["chance"]):
                    sys.exit(f"ask {ask['ask']} is not the one that was answered: do not trust these dice")
                self.base.take(ask, drawn["chance"])
            self.now = Course(self.base.transcript, self.base.asks)

    def mix(self, message, pledges):
        data = hashlib.sha256(message["terms"].encode()).digest() + bytes.fromhex(message["commitment"])
        mix = h(b"mix", data + each(pledges)).hex()
        mine = pledges.get(self.seat) == self.pledged and self.seals.get(self.name) == message["commitment"]
        hidden = [name for name in self.revealed if name != self.name and name not in self.void]
        if hidden:
            sys.exit(f"the server says nothing of {hidden[0]}, which this program revealed for: do not trust these dice")
        if mine and self.mixes.setdefault(self.name, mix) == mix:  # a name is mixed once
            self.revealed[self.name] = mix
            command({"reveal": {"game_name": self.name, "mix": mix, "entropy": self.secret.hex()}})

    def follow(self, game, fair):
        transcript, own = bytes.fromhex(fair["transcript"]), [c for c in fair["chains"] if c["seat"] == self.seat]
        known = self.base is not None and self.name == game["name"] and self.base.transcript == transcript
        begins = fair["ask"] == 0 and fair["transcript"] == fair["mix"] and self.base is None
        self.base, self.now = Course(transcript, fair["ask"]), Course(transcript, fair["ask"])
        if (known or begins) and own and own[-1]["anchor"] == self.pledged:
            self.start = own[-1]["from"]
        elif not known:  # asks that were not seen: the chain is burnt
            self.given = {}
            self.pledge(game["name"], game["commitment"], "live")

    def answer(self, ask):
        """Gives a link only for an ask that follows, and never a second one for the same number."""
        fits = bytes.fromhex(ask["before"]) == self.now.transcript and ask["ask"] == self.now.asks + 1
        shown = self.now.fingerprint(ask, ask["chance"])
        if not fits or self.given.setdefault(ask["ask"], shown) != shown:
            sys.exit(f"ask {ask['ask']} does not follow from what was shown: do not trust these dice")
        link = self.links[ask["ask"] - self.start].hex()
        command({"link": {"game": ask["game"], "ask": ask["ask"], "link": link}})


me = {"name": "Python", "program": True}
table, _, headers["x-table-key"] = link.partition("#")
options = {"seats": 2, "dice": dice_kind}
joined = post(f"/api/tables/{table}/seats", me) if table else post("/api/tables", {"options": options, "sit": me})
headers["authorization"] = "Bearer " + joined["token"]
path = "/api/tables/" + joined["table"]
if not table:
    command({"bot": {"seat": "B", "level": "random"}})

dice, answered, seen, started, outcome = Dice(), 0, "", bool(table), None
while not outcome:
    try:
        stream = urllib.request.Request(server + path + "/events" + seen, headers=headers)
        with urllib.request.urlopen(stream, timeout=30) as events:
            for message in (json.loads(line) for line in events if line.strip()):  # empty: the server is alive
                dice.hear(message)
                if not started and dice.name:  # the pledge is stored: begin
                    started = command("start") is not None
                if message["type"] in ("view", "step"):
                    seen = f"?game={message['game']}&since={message['seq']}"
                elif message["type"] == "question":
                    answers = message.pop("answers")
                    answer = "pass" if "pass" in answers and random.random() < 0.5 else random.choice(answers)
                    asked = {"game": message["game"], "seq": message["seq"], "answer": answer}
                    # With live dice the reply comes when the dice have fallen, for which this loop has to answer asks.
                    threading.Thread(target=command, args=({"answer": asked},)).start()
                    answered += 1
                elif message["type"] == "over":
                    game, outcome = message["game"], message["outcome"]
                    break
    except (OSError, ValueError, http.client.HTTPException):
        time.sleep(0.3)  # the server restarts: come back and say what has been seen
print("over after", answered, "answers:", json.dumps(outcome))
with urllib.request.urlopen(urllib.request.Request(f"{server}{path}/games/{game}", headers=headers), timeout=30) as response:
    proof = json.load(response)["fair"]
mixed, asks = proof["terms"].split()[-1], [ask.split("-")[0] for ask in proof.get("asks", [])]
print("mixed into the dice:", mixed, *(f"{sum(dice.seat in ask for ask in asks)} of {len(asks)} draws",) if asks else ())
