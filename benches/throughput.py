#!/usr/bin/env python3
"""Compares the time of a batch of 100,000 boards as JSON lines with the times of other programs for the same file.

The programs are run alternately on the same file, so that other load on the machine affects all of them. Prints the
minimum for each. The program with `serde_json` only parses each line as a string. The Python script checks the same
grammar with a regular expression and writes one result per line.
Build first: cargo build --release --bins --example parse_lines
"""
import json, os, random, shutil, subprocess, sys, tempfile, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "release")
CLOWDER = os.path.join(ROOT, "clowder")
BOARD = """fffffffffrrfffffff
fffffffffrRfffffff
fffffffffrrfffffff
fffgffyrgpygyrygbr
fffgGfggyygprbprpg
fffgggbgprbpygbpyb
ffffffbpbpgrbrrbgy
ffffffgygybpgygprb
ffffffbrrrybgygybg
ffffffgpbbyrprgbbp
ffffffbyrbpybgpryg
ffffffpgyrggrbgyby
fffffybgbpryybpgyp
ffffYyybpgbprygrow
fffyyyyryygbygybww
"""
SCRIPT = """
import json, re, sys
board = re.compile("(?:(?:[bfgnoprwyBGPRWY]{9}\\n)+|(?:[bfgnoprwyBGPRWY]{18}\\n)+)")
for n, line in enumerate(sys.stdin, 1):
    text = json.loads(line)
    ok = board.fullmatch(text) is not None and text.count("\\n") in (12, 15, 18)
    print(json.dumps({"n": n, "ok": ok, "canonical": text if ok else None}))
"""


def lines(path, count=100_000):
    chance = random.Random(1)
    with open(path, "w") as file:
        for _ in range(count):
            board = list(BOARD)
            for at in chance.sample(range(len(board)), 20):
                if board[at] != "\n":
                    board[at] = chance.choice("bgpry")
            file.write(json.dumps("".join(board)) + "\n")


def once(command, path, out):
    with open(path, "rb") as stdin, open(out, "wb") as stdout:
        start = time.perf_counter()
        subprocess.run(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, check=False)
        return time.perf_counter() - start


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    programs = {
        "serde_json, parse only": [os.path.join(ROOT, "examples", "parse_lines")],
        "clowder, one thread": [CLOWDER, "validate", "board", "--jsonl", "--jobs", "1"],
        "clowder, every core": [CLOWDER, "validate", "board", "--jsonl"],
        "wc -l": ["wc", "-l"],
        "jq -c .": ["jq", "-c", "."],
        "Python, re and json": [sys.executable, "-c", SCRIPT],
    }
    programs = {name: command for name, command in programs.items() if shutil.which(command[0])}
    with tempfile.TemporaryDirectory() as directory:
        path, out = os.path.join(directory, "boards.jsonl"), os.path.join(directory, "out")
        lines(path)
        size = os.path.getsize(path) / 1e6
        best = {name: min(once(command, path, out) for _ in range(rounds)) for name, command in programs.items()}
    floor = best["serde_json, parse only"]
    for name, seconds in best.items():
        print(f"{name:24} {seconds * 1e3:7.0f} ms  {size / seconds:6.0f} MB/s  {seconds / floor:5.2f} x")


main()
