#!/usr/bin/env python3
"""Counts the processor instructions of small tasks with callgrind, and compares them with the committed numbers.

    python3 tests/instructions/run.py [--write] [--release]

Ends with status 1 if a task needs over 10 % more instructions than its committed number. Unlike a time, a number of
instructions does not depend on what else the machine does. The script builds the programs with the profile of `cargo
test`, which is optimized and checks for overflows, or with --release; both profiles have their own committed numbers.
The library is one codegen unit here: with several, the number of instructions of a function can change by a quarter
when other code changes. With --write, the committed numbers are replaced. Needs valgrind.
"""
import datetime, json, os, re, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
PROFILE = "release" if "--release" in sys.argv else "test"
PROGRAMS = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release" if PROFILE == "release" else "debug")
FIGURES = os.path.join(HERE, "figures.json")
TASKS = ["validation", "board", "placement", "flood"]
# The largest allowed ratio of the number of a task to its committed number.
MOST = 1.10


def build():
    """Builds the program and the example, not incrementally."""
    one = f"profile.{PROFILE}.package.clowder.codegen-units=1"
    command = ["cargo", "build", "--locked", "--profile", PROFILE, "--config", one, "--bins", "--example", "instructions"]
    if subprocess.run(command, cwd=ROOT, env={**os.environ, "CARGO_INCREMENTAL": "0"}).returncode:
        sys.exit("the programs could not be built")


def count(program, *arguments):
    """Returns the number of instructions of one run. The environment is empty, so that it does not affect the number."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", os.path.join(PROGRAMS, program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={}, cwd=ROOT)
    found = re.search(r"Collected *: *(\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)} ended with status {done.returncode}: {done.stderr[-2000:]}")
    return int(found[1])


def measure():
    """Returns the number of instructions of every task. To leave out the start of the program, the task is repeated 500
    and 1,500 times, and the difference is divided by 1,000."""
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
    build()
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
        print(f"If the compiler has changed (it is {compiler} now), or if there is a good reason, write new numbers with --write.")
    sys.exit(failed)


main()
