"""A bot for a Daikaiju server in the standard library alone. It comes back when the server restarts.

    python3 bot.py http://127.0.0.1:4150                      create a table, add a bot, play a whole game
    python3 bot.py 'http://127.0.0.1:4150/t/harbour-42#KEY'   sit down at a table by its link, play its next game
"""

import http.client
import json
import random
import sys
import time
import urllib.request

server, _, link = sys.argv[1].rstrip("/").partition("/t/")
headers = {"content-type": "application/json"}


def post(path, body):
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


me = {"name": "Python", "program": True}
table, _, headers["x-table-key"] = link.partition("#")
joined = post(f"/api/tables/{table}/seats", me) if table else post("/api/tables", {"options": {"seats": 2}, "sit": me})
headers["authorization"] = "Bearer " + joined["token"]
path = "/api/tables/" + joined["table"]
if not table:
    post(path + "/commands", {"bot": {"seat": "B", "level": "random"}})
    post(path + "/commands", "start")

answered, seen, outcome = 0, "", None
while not outcome:
    try:
        stream = urllib.request.Request(server + path + "/events" + seen, headers=headers)
        with urllib.request.urlopen(stream, timeout=30) as events:
            for message in (json.loads(line) for line in events if line.strip()):  # empty: the server is alive
                if message["type"] in ("view", "step"):
                    seen = f"?game={message['game']}&since={message['seq']}"
                elif message["type"] == "question":
                    answers = message.pop("answers")
                    answer = "pass" if "pass" in answers and random.random() < 0.5 else random.choice(answers)
                    post(path + "/commands", {"answer": {"game": message["game"], "seq": message["seq"], "answer": answer}})
                    answered += 1
                elif message["type"] == "over":
                    outcome = message["outcome"]
                    break
    except (OSError, ValueError, http.client.HTTPException):
        time.sleep(0.3)  # the server restarts: come back and say what has been seen
print("over after", answered, "answers:", json.dumps(outcome))
