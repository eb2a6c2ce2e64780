#!/usr/bin/env python3
"""Compares the time of one validation with the time of a program that prints one line.

The two programs are started alternately, so that other load on the machine affects both. Prints medians and minima.
Build first: cargo build --release --bins --example one_line
"""
import os, statistics, sys, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "release")
CHALLENGE = "LNSNLASAF000300060012001506030903C000093030341203R11215"
PROGRAMS = {
    "one line": [os.path.join(ROOT, "examples", "one_line")],
    "validate challenge": [os.path.join(ROOT, "clowder"), "validate", "challenge", CHALLENGE],
    "canon hand": [os.path.join(ROOT, "clowder"), "canon", "hand", "AfhkBCDahw"],
    "validate, wrong": [os.path.join(ROOT, "clowder"), "validate", "challenge", CHALLENGE[:-1]],
}


def once(command):
    null = os.open(os.devnull, os.O_WRONLY)
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    os.waitpid(child, 0)
    elapsed = time.perf_counter() - start
    os.close(null)
    return elapsed


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    times = {name: [] for name in PROGRAMS}
    for _ in range(rounds):
        for name, command in PROGRAMS.items():
            times[name].append(once(command))
    base = statistics.median(times["one line"])
    for name, found in times.items():
        middle = statistics.median(found)
        print(f"{name:20} median {middle * 1e6:7.0f} us  quickest {min(found) * 1e6:7.0f} us  {middle / base:.2f}x")


main()
