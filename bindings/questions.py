#!/usr/bin/env python3
"""Two thousand strings of all kinds for every door: right ones, the wrong ones of the test cases, and damaged ones. A third of
them come without their kind.

usage: questions.py PROGRAM     prints a line for `clowder validate --jsonl` for each string
"""
import json
import random
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).resolve().parents[1] / "tests/cases"
FILES = ["wrong-raft", "wrong-penguins", "wrong-polyominoes", "wrong-bots", "pasted", "damaged"]
DAMAGE = ["", "A", "x", "0", " ", "\n", "\x1b", '"', "\\", "ü", "“", "🐈"]


def split(text):
    return [one for one in text.split("\n") if one]


def lines(program, *arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True)
    return split(done.stdout.decode())


def generated(program, kind):
    for line in lines(program, "generate", kind, "--count", "19", "--seed", "1", "--format", "json"):
        value = json.loads(line)
        # States are printed as the JSON texts that they are, and challenges with their properties.
        yield value if isinstance(value, str) else line if isinstance(value, list) else value["challenge"]


def questions(program, count=2000):
    """Pairs of a kind, or None, and a string."""
    dice = random.Random(41)
    examples = {one["kind"]: one["example"] for one in map(json.loads, lines(program, "kinds", "--format", "json"))}
    right = [(kind, text) for kind, text in examples.items()]
    right += [(kind, text) for kind in examples for text in generated(program, kind)]
    asked = list(right)
    for file in FILES:
        for case in map(json.loads, split((CASES / f"{file}.jsonl").read_text(encoding="utf-8"))):
            if case.get("kind") in examples and isinstance(case.get("text"), str) and len(case["text"]) < 20_000:
                asked.append((case["kind"], case["text"]))
    while len(asked) < count:
        kind, text = dice.choice(right)
        at = dice.randrange(len(text) + 1)
        asked.append((kind, text[:at] + dice.choice(DAMAGE) + text[at + dice.randrange(3):]))
    assert len(asked) == count, len(asked)
    return [(None if number % 3 == 0 else kind, text) for number, (kind, text) in enumerate(asked)]


def line(kind, text):
    return json.dumps({"kind": kind, "input": text} if kind else {"input": text}) + "\n"


if __name__ == "__main__":
    sys.stdout.writelines(line(*one) for one in questions(sys.argv[1]))
