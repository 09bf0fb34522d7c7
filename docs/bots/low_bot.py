"""A bot for any game of Ludograph: `ludograph simulate sun-bid --bots "exec:python3 low_bot.py,random"`.

It reads a JSON object a line. `start` says what is played, by whom and at which seat it sits; `step` is what its seat
sees of a step; `decide` asks for a move, and wants one line with it; `end` is the end of the match. What its seat does
not see is "??" or null, and never sent.
"""

import json
import sys
from typing import Any

steps = 0


def decide(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Of the first thing that somebody waits for, the lowest number, the first card, and a text where one is needed."""
    block = next((one for one in choices if not one.get("idle")), choices[0])
    move: dict[str, Any] = {"do": block["do"]}
    for name, values in block.items():
        if name in ("do", "idle", "incomplete", "free"):
            continue  # not a field of the action
        numbers = [value for value in values if isinstance(value, int)]
        move[name] = min(numbers) if numbers else values[0]
    return move


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print("I sit at", message["seat"], "in", message["game"], file=sys.stderr)
    elif message["type"] == "step":
        steps += 1  # message["action"], message["drawn"] and message["facts"] say what happened
    elif message["type"] == "decide":
        print(json.dumps(decide(message["choices"])), flush=True)
    elif message["type"] == "end":
        print("The match is over, after", steps, "steps", file=sys.stderr)
