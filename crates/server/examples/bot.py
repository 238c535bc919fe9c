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


class Dice:
    """What this program adds to the dice (docs/FAIR_DICE.md). A secret is drawn for one game and one connection."""

    def __init__(self):
        self.seals, self.mixes, self.name, self.seat, self.start = {}, {}, None, None, None

    def pledge(self, name, commitment, kind):
        self.name, self.secret, self.start = name, os.urandom(32), None
        if kind == "live":  # a chain: each link is the fingerprint of the next; the anchor is pledged
            self.links = [self.secret]
            for number in range(1024, 0, -1):
                self.links.append(h(b"link", name.encode() + b"\0" + number.to_bytes(4, "big") + self.links[-1]))
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
            first = self.seals.setdefault(coming["name"], coming["commitment"])
            if first == coming["commitment"] and (coming["name"], coming["dice"]) != (self.name, getattr(self, "kind", "")):
                self.kind = coming["dice"]
                self.pledge(coming["name"], first, self.kind)
        elif kind == "mixing" and message["game_name"] == self.name:
            pledges = dict(map(tuple, message["pledges"]))
            data = hashlib.sha256(message["terms"].encode()).digest() + bytes.fromhex(message["commitment"])
            for letter in sorted(pledges):
                data += bytes([ord(letter) - 65]) + bytes.fromhex(pledges[letter])
            mix = h(b"mix", data).hex()
            mine = pledges.get(self.seat) == self.pledged and self.seals.get(self.name) == message["commitment"]
            if mine and self.mixes.setdefault(self.name, mix) == mix:  # a name is mixed once
                command({"reveal": {"game_name": self.name, "mix": mix, "entropy": self.secret.hex()}})
        elif kind in ("game", "course") and message.get("fair", {}).get("dice") == "live":
            own = [chain for chain in message["fair"]["chains"] if chain["seat"] == self.seat]
            if own and self.name == message["name"] and own[-1]["anchor"] == self.pledged:
                self.start = own[-1]["from"]
            elif self.name != message["name"] or self.start is None:
                self.pledge(message["name"], message["commitment"], "live")
        elif kind == "chain" and message["seat"] == self.seat and message["anchor"] == self.pledged:
            self.start = message["from"]
        elif kind == "ask" and self.start is not None:
            given = self.links[message["ask"] - self.start].hex()
            command({"link": {"game": message["game"], "ask": message["ask"], "link": given}})
        elif kind == "missed" and self.seat in message["ask"].get("missing", []):
            command({"pledge": {"version": 2, "game_name": self.name, "pledge": self.pledged}})  # I am back


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
