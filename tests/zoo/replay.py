"""A bot that gives the answers from a transcript: `replay.py TRANSCRIPTS GAME NAME`."""

import json
import sys

path, game, name = sys.argv[1:]
with open(path) as transcript:
    rows = [json.loads(row) for row in transcript]
moves = [json.loads(row["line"])["move"] for row in rows if (row["game"], row["bot"], row["dir"]) == (game, name, "out")]
for line, move in zip(sys.stdin, moves):
    print(json.dumps({"move": move, "messageID": json.loads(line)["messageID"]}), flush=True)
