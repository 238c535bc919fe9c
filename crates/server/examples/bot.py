"""A bot for a Daikaiju server in the standard library alone: create a table, add a bot, play a whole game.

    python3 bot.py http://127.0.0.1:4150
"""

import json
import random
import sys
import urllib.request

server = sys.argv[1].rstrip("/")
headers = {"content-type": "application/json"}


def post(path, body):
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


created = post("/api/tables", {"options": {"seats": 2}, "sit": {"name": "Python", "program": True}})
headers["authorization"] = "Bearer " + created["token"]
table = "/api/tables/" + created["table"]
post(table + "/commands", {"bot": {"seat": "B", "level": "random"}})

answered = 0
with urllib.request.urlopen(urllib.request.Request(server + table + "/events", headers=headers), timeout=30) as events:
    post(table + "/commands", "start")
    for line in events:
        if not line.strip():
            continue  # the server is alive
        message = json.loads(line)
        if message["type"] == "question":
            answers = message["answers"]
            answer = "pass" if "pass" in answers and random.random() < 0.5 else random.choice(answers)
            post(table + "/commands", {"answer": {"game": message["game"], "seq": message["seq"], "answer": answer}})
            answered += 1
        elif message["type"] == "over":
            print("over after", answered, "answers:", json.dumps(message["outcome"]))
            break
