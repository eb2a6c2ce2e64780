#!/usr/bin/env python3
"""Counts the processor instructions of small tasks with callgrind, and compares them with the committed figures.

    python3 tests/instructions/run.py [--write] [--release]

Ends with status 1 if a task needs over 10 % more instructions than its figure. Unlike a time, a count does not depend on
what else the machine does. The programs are those that `cargo test` builds (in target/debug, or in
CARGO_TARGET_DIR): slightly optimized and with assertions. With --release, they are those of `cargo build --release
--bins --examples`, and other figures apply. The figures were made without incremental compilation, as in `.ci/run`. With
--write, they are replaced. Needs valgrind.
"""
import datetime, json, os, re, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
PROFILE = "release" if "--release" in sys.argv else "test"
PROGRAMS = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release" if PROFILE == "release" else "debug")
FIGURES = os.path.join(HERE, "figures.json")
TASKS = ["validation", "board", "placement", "flood"]
# How much more than its figure a task may need.
MOST = 1.10


def count(program, *arguments):
    """Returns the number of instructions of one run. The environment is empty, because a program reads it."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", os.path.join(PROGRAMS, program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={}, cwd=ROOT)
    found = re.search(r"Collected *: *(\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)} ended with status {done.returncode}: {done.stderr[-2000:]}")
    return int(found[1])


def measure():
    """Returns the figure of every task. The start of the program is not part of a task, so that two numbers of repetitions
    are subtracted."""
    example = os.path.join("examples", "instructions")
    figures = {"start-up": count("clowder", "--version")}
    for task in TASKS:
        figures[task] = (count(example, task, "1500") - count(example, task, "500")) // 1000
    return figures


def main():
    if not shutil.which("valgrind"):
        sys.exit("valgrind is missing")
    with open(FIGURES) as file:
        known = json.load(file)
    found = measure()
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True, cwd=ROOT).stdout.strip()
    if "--write" in sys.argv:
        known[PROFILE] = {"date": datetime.date.today().isoformat(), "compiler": compiler, "instructions": found}
        with open(FIGURES, "w") as file:
            json.dump(known, file, indent=2)
            file.write("\n")
    figures = known[PROFILE]["instructions"]
    print(f"{'task':12} {'figure':>12} {'now':>12}    figures of {known[PROFILE]['date']}, {known[PROFILE]['compiler']}")
    failed = False
    for task, now in found.items():
        more = now > figures[task] * MOST
        failed = failed or more
        print(f"{task:12} {figures[task]:12} {now:12} {now / figures[task] - 1:+7.1%}{'  too many' if more else ''}")
    if failed:
        print(f"With another compiler than now ({compiler}), or if the reason is good, write new figures with --write.")
    sys.exit(failed)


main()
