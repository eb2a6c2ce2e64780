#!/usr/bin/env python3
"""Reads and writes the seeds: the inputs from which a run starts, in one file per target.

    fuzz/seeds.py unpack TARGET DIRECTORY    write each seed of a target into a file of its own
    fuzz/seeds.py pack TARGET DIRECTORY      replace the seeds of a target with the files of a directory

Each line of `seeds/TARGET.jsonl` is one input as a JSON string. Each character represents one byte, because an input
need not be text.
"""
import hashlib, json, os, sys

SEEDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")


def unpack(path, directory):
    os.makedirs(directory, exist_ok=True)
    if not os.path.exists(path):
        return
    with open(path) as lines:
        for line in lines:
            data = json.loads(line).encode("latin-1")
            # libFuzzer names a file by the hash of its content.
            with open(os.path.join(directory, hashlib.sha1(data).hexdigest()), "wb") as file:
                file.write(data)


def pack(path, directory):
    found = []
    for name in os.listdir(directory):
        with open(os.path.join(directory, name), "rb") as file:
            found.append(file.read())
    os.makedirs(SEEDS, exist_ok=True)
    with open(path, "w") as out:
        for data in sorted(found, key=lambda data: (len(data), data)):
            out.write(json.dumps(data.decode("latin-1")) + "\n")


def main():
    commands = {"pack": pack, "unpack": unpack}
    if len(sys.argv) != 4 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](os.path.join(SEEDS, sys.argv[2] + ".jsonl"), sys.argv[3])


main()
