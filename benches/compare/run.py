#!/usr/bin/env python3
"""Measures clowder and similar programs (its peers), and writes benches/RESULTS.md.

Every line of the table contains the medians of several rounds. In each round, all programs run one after the other, so
that other load on the machine affects all of them. The peers come from the package registries (the crate `dlx`, the
Python package `exact-cover`), from the system (jq) or from this folder (a Java class, Python scripts). If a peer is not
installed, it is not measured, and the table says so.

    python3 benches/compare/run.py [ROUNDS]
"""
import datetime, json, os, platform, re, shutil, statistics, subprocess, sys, tempfile, time, venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
RELEASE = os.path.join(TARGET, "release")
CLOWDER = os.path.join(RELEASE, "clowder")
PEER = os.path.join(TARGET, "compare", "release", "clowder-compare")
CHALLENGE = "LNSNLASAF000300060012001506030903C000093030341203R11215"
BOARDS = """
import json, re, sys
board = re.compile("(?:(?:[bfgnoprwyBGPRWY]{9}\\n)+|(?:[bfgnoprwyBGPRWY]{18}\\n)+)")
for n, line in enumerate(sys.stdin, 1):
    text = json.loads(line)
    ok = board.fullmatch(text) is not None and text.count("\\n") in (12, 15, 18)
    print(json.dumps({"n": n, "ok": ok, "canonical": text if ok else None}))
"""
EXACT_COVER = """
import sys, numpy, exact_cover
lines = open(sys.argv[1]).read().split("\\n")
items = {name: index for index, name in enumerate(lines[0].split())}
rows = [[items[name] for name in line.split()] for line in lines[1:] if line]
matrix = numpy.zeros((len(rows), len(items)), dtype=bool)
for index, row in enumerate(rows):
    matrix[index, row] = True
print(exact_cover.get_solution_count(matrix))
"""


def build():
    """Builds clowder, the program of this folder and the Java class."""
    run = lambda *command, **more: subprocess.run(command, check=True, **more)
    run("cargo", "build", "--release", "--locked", "--quiet", "--bins", "--examples", cwd=ROOT)
    run("cargo", "build", "--release", "--quiet", "--target-dir", os.path.join(TARGET, "compare"), cwd=HERE)


def python_with_exact_cover(directory):
    """Returns an interpreter with the package `exact-cover`, or None if it cannot be installed."""
    try:
        venv.create(directory, with_pip=True)
        python = os.path.join(directory, "bin", "python")
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "exact-cover"]
        subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
        return python
    except (subprocess.CalledProcessError, OSError):
        return None


def wall(command, stdin=None):
    """Returns the time of a whole process in nanoseconds."""
    def measured():
        with open(stdin or os.devnull, "rb") as source:
            start = time.perf_counter_ns()
            done = subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            elapsed = time.perf_counter_ns() - start
        assert done.returncode in (0, 1), f"{command[0]} ended with {done.returncode}"
        return {"": elapsed}
    return measured


def reported(command):
    """Returns the times that a program prints about itself."""
    def measured():
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return {name: float(value) for name, value in (line.split() for line in out.splitlines())}
    return measured


def peak_memory(command, source):
    """Returns the peak memory in bytes of a program that reads 1 GB: the lines of a file, repeated."""
    with open(source, "rb") as file:
        lines = file.read()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        for _ in range(-(-10**9 // len(lines))):
            child.stdin.write(lines)
        # The maximum is read while the program still waits for more input. After its end, the operating system reports
        # a maximum that includes the memory of this script.
        with open(f"/proc/{child.pid}/status") as status:
            kibibytes = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        child.stdin.close()
    return kibibytes * 1024


def memory_of_a_stream(path):
    """Returns the peak memory of clowder and of jq. For jq, the result is None if it is not installed."""
    own = peak_memory([CLOWDER, "validate", "board", "--jsonl", "--jobs", "2"], path)
    return own, peak_memory(["jq", "-c", "."], path) if shutil.which("jq") else None


def boards(path):
    """Writes 100,000 boards as lines of JSON."""
    example = subprocess.run([CLOWDER, "generate", "raft-state", "--seed", "1"], check=True, capture_output=True, text=True)
    board = json.loads(example.stdout.splitlines()[0])[0]
    with open(path, "w") as file:
        for number in range(100_000):
            # One square of most boards is changed, so that no program can reuse the result of the line before.
            at = number % len(board)
            letter = "bgpry"[number % 5] if board[at] in "bgpry" else board[at]
            file.write(json.dumps(board[:at] + letter + board[at + 1:]) + "\n")


def components(cards, tiles):
    """Writes the cards and tiles for the Java class."""
    data = json.load(open(os.path.join(ROOT, "data", "raft.json")))
    with open(cards, "w") as file:
        for deck, of_deck in data["pathway_decks"].items():
            file.writelines(f"{deck}{card[0]}\t{card[1:]}\n" for card in of_deck)
    with open(tiles, "w") as file:
        for tile in data["fire_tiles"]:
            squares = "".join(f"{int(tile[at]):02}{int(tile[at + 1]):02}" for at in range(1, len(tile), 2))
            file.write(f"{tile[0]}\t{squares}\n")


def exact_cover(path, height, width, pieces, once):
    """Writes the tilings of a rectangle as an exact cover problem: one line of items, then one line per option. Each piece is used
    once or any number of times."""
    items = (pieces if once else []) + [f"r{row}c{column}" for row in range(height) for column in range(width)]
    with open(path, "w") as file:
        print(*items, file=file)
        for name in pieces:
            command = [CLOWDER, "pentomino", "orient", name, "--format", "plain"]
            for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
                rows = line.split()[1].split("/")
                cells = [(row, column) for row, text in enumerate(rows) for column, square in enumerate(text) if square == "X"]
                for top in range(height + 1 - len(rows)):
                    for left in range(width + 1 - len(rows[0])):
                        print(*[name] * once, *(f"r{top + row}c{left + column}" for row, column in cells), file=file)


def programs(directory):
    """Returns the name of each program to measure, with a function that measures the program once."""
    path = lambda name: os.path.join(directory, name)
    boards(path("boards.jsonl"))
    subprocess.run([PEER, "positions", path("positions")], check=True)
    components(path("cards"), path("tiles"))
    exact_cover(path("6x10"), 6, 10, list("FILNPTUVWXYZ"), True)
    exact_cover(path("8x8"), 8, 8, ["XX"], False)
    example = lambda name: os.path.join(RELEASE, "examples", name)
    batch = [CLOWDER, "validate", "board", "--jsonl"]
    pieces = ",".join(f"{letter}*" for letter in "FILNPTUVWXYZ")
    any_number = [CLOWDER, "pentomino", "tile", "6x10", "--pieces", pieces, "--count"]
    count = lambda size, pieces: [CLOWDER, "pentomino", "tile", size, "--pieces", pieces, "--count", "--memory", "1024"]
    tetrominoes = "XXXX*,XX/XX*,XXX/.X.*,XX./.XX*,XXX/X..*"
    one_sided = [CLOWDER, "pentomino", "tile", "5x18", "--one-sided", "--count"]
    found = {
        "one line": wall([example("one_line")]),
        "validate": wall([CLOWDER, "validate", "challenge", CHALLENGE]),
        "validate, wrong": wall([CLOWDER, "validate", "challenge", CHALLENGE[:-1]]),
        "Python, one line": wall([sys.executable, "-c", "print('ok')"]),
        "serde_json": wall([example("parse_lines")], path("boards.jsonl")),
        "boards, 1 thread": wall([*batch, "--jobs", "1"], path("boards.jsonl")),
        "boards, 2 threads": wall([*batch, "--jobs", "2"], path("boards.jsonl")),
        "boards, Python": wall([sys.executable, "-c", BOARDS], path("boards.jsonl")),
        "6x10": wall([CLOWDER, "pentomino", "tile", "6x10", "--count", "--jobs", "1"]),
        "6x10, any number": wall([*any_number, "--jobs", "1"]),
        "8x8, dominoes": wall(count("8x8", "XX*")),
        "20x20, dominoes": wall(count("20x20", "XX*")),
        "12x12, tetrominoes": wall(count("12x12", tetrominoes)),
        "10x10, pentominoes": wall(count("10x10", pieces)),
        "5x18, 1 thread": wall([*one_sided, "--jobs", "1"]),
        "5x18, 2 threads": wall([*one_sided, "--jobs", "2"]),
        "dlx": reported([PEER, "dlx", path("6x10"), "9356"]),
        "dlx, dominoes": reported([PEER, "dlx", path("8x8"), "12988816"]),
        "strings": reported([PEER, "strings"]),
        "games": reported([PEER, "games"]),
        "rules": reported([PEER, "rules", path("positions")]),
    }
    if shutil.which("jq"):
        found["boards, jq"] = wall(["jq", "-c", "."], path("boards.jsonl"))
    if shutil.which("javac"):
        subprocess.run(["javac", "-d", directory, os.path.join(HERE, "Course.java")], check=True)
        files = [path("cards"), path("tiles"), path("positions")]
        found["Java rules"] = reported(["java", "-cp", directory, "Course", *files])
    python = python_with_exact_cover(path("venv"))
    if python:
        found["6x10, exact-cover"] = wall([python, "-c", EXACT_COVER, path("6x10")])
    return found


# Programs that take milliseconds run several times in each round. Otherwise, a program would be measured only after a
# long pause or after a program that has emptied the caches.
QUICK = {"one line": 20, "validate": 20, "validate, wrong": 20, "Python, one line": 5}
BATCHES = {"serde_json": 3, "boards, 1 thread": 3, "boards, 2 threads": 3, "6x10": 3, "6x10, any number": 3, "8x8, dominoes": 3}
# Programs that take many seconds run only in the first rounds.
SLOW, SLOW_ROUNDS = {"dlx", "dlx, dominoes", "6x10, exact-cover", "Java rules", "5x18, 1 thread", "5x18, 2 threads",
                     "12x12, tetrominoes", "10x10, pentominoes"}, 3


def measure(found, rounds):
    """Runs all programs alternately and returns the medians."""
    times = {}

    def run(name):
        for part, value in found[name]().items():
            times.setdefault(f"{name}: {part}" if part else name, []).append(value)

    for number in range(rounds):
        for often in (QUICK, BATCHES):
            for turn in range(max(often.values())):
                for name in often:
                    if turn < often[name]:
                        run(name)
        for name in found:
            if name not in QUICK and name not in BATCHES and (name not in SLOW or number < SLOW_ROUNDS):
                run(name)
    return {name: statistics.median(values) for name, values in times.items()}


# For each line of the table: what is measured, the names of both medians, and what the peer does.
LINES = [
    ("`validate` with one challenge, whole process", "validate", "one line", "a Rust program that prints one line"),
    ("`validate` with a wrong challenge, whole process", "validate, wrong", "one line", "a Rust program that prints one line"),
    ("`validate` with one challenge, whole process", "validate", "Python, one line", "a Python program that prints one line"),
    ("100,000 boards as JSON lines, one thread", "boards, 1 thread", "serde_json", "`serde_json` only parses the lines"),
    ("100,000 boards as JSON lines, two threads", "boards, 2 threads", "serde_json", "`serde_json` only parses the lines"),
    ("100,000 boards as JSON lines, one thread", "boards, 1 thread", "boards, jq", "`jq -c .` only copies the lines"),
    ("100,000 boards as JSON lines, one thread", "boards, 1 thread", "boards, Python", "a Python script with a regular expression"),
    ("all tilings of 6×10, whole process", "6x10", "dlx: dlx", "the crate `dlx`, only the search, without symmetry"),
    ("all tilings of 6×10, whole process", "6x10", "6x10, exact-cover", "the Python package `exact-cover`, whole process, without symmetry"),
    ("check whether an action is legal, in a parsed state", "rules: legal", "Java rules: legal", "`benches/compare/Course.java`, warmed up"),
    ("apply an action", "rules: apply", "Java rules: apply",
     "`benches/compare/Course.java`, warmed up"),
    ("check whether the game is over", "rules: over", "Java rules: over",
     "`benches/compare/Course.java`, warmed up"),
    ("perft, one sequence of three actions", "rules: perft-per-sequence", None, ""),
    ("a board of 15×18 read and checked, in the library", "strings: board", None, ""),
    ("a challenge read and checked, in the library", "strings: challenge", None, ""),
    ("solving the 60 challenges of Penguins Pool Party", "strings: penguins-60", None, ""),
    ("a game of tic-tac-toe between two Node.js bots", "tictactoe: polling", "tictactoe: bare loop",
     "a loop that writes and reads the same lines"),
    ("a game of Arboretum between two Node.js bots", "arboretum: polling", "arboretum: bare loop",
     "a loop that writes and reads the same lines"),
    ("counting the 7,845,888,732 tilings of 6×10 that use each pentomino any number of times, whole process",
     "6x10, any number", None, ""),
    ("counting the 12,988,816 domino tilings of 8×8, whole process", "8x8, dominoes", "dlx, dominoes: dlx",
     "the crate `dlx`, only the search"),
    ("counting the domino tilings of 20×20 (about 10^48), whole process", "20x20, dominoes", None, ""),
    ("counting the tilings of 12×12 that use each tetromino any number of times (about 10^25), whole process",
     "12x12, tetrominoes", None, ""),
    ("counting the tilings of 10×10 that use each pentomino any number of times, whole process", "10x10, pentominoes", None, ""),
    ("all 686,628 distinct tilings of 5×18 with the one-sided pentominoes, one thread", "5x18, 1 thread", None, ""),
    ("the same tilings of 5×18, two threads", "5x18, 2 threads", None, ""),
    ("a random game of Arboretum, in the library", "games: arboretum-game", None, ""),
]


def shown(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def referee():
    """Runs the benchmark of the referee, and returns its times of a game in nanoseconds."""
    command = ["cargo", "bench", "--locked", "--quiet", "--bench", "referee"]
    out = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    times, game = {}, None
    for line in out.splitlines():
        game = line.split()[0] if "bare loop" in line else game
        found = re.search(r"(bare loop|polling) +([0-9.]+) ms per game", line)
        if found:
            times[f"{game}: {found[1]}"] = float(found[2]) * 1e6
    return times


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.machine()


def report(medians, memory, rounds):
    lines = [
        "# Results",
        "",
        f"Written by `python3 benches/compare/run.py {rounds}` on {datetime.date.today()}, {processor()}.",
        f"Each time is the median of {rounds} rounds. In each round, all programs ran one after the other. Programs that",
        f"take milliseconds ran several times in each round, and programs that take many seconds ran in {SLOW_ROUNDS} rounds. The",
        "times of games between bots are medians of `cargo bench --bench referee`, which ran before.",
        "",
        "| what | clowder | other program | ratio | what the other program is or does |",
        "|---|---|---|---|---|",
    ]
    for what, own, peer, does in LINES:
        if peer is None:
            lines.append(f"| {what} | {shown(medians[own])} | | | |")
        elif peer in medians:
            ratio = medians[own] / medians[peer]
            lines.append(f"| {what} | {shown(medians[own])} | {shown(medians[peer])} | {ratio:.3g} | {does} |")
        else:
            lines.append(f"| {what} | {shown(medians[own])} | not installed | | {does} |")
    own, peer = (f"{size / 2**20:.3g} MiB" if size else "not installed" for size in memory)
    ratio = f"{memory[0] / memory[1]:.3g}" if memory[1] else ""
    lines.append(f"| peak memory for a stream of 1 GB of boards, two threads | {own} | {peer} | {ratio} | `jq -c .` |")
    return "\n".join(lines) + "\n"


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    build()
    with tempfile.TemporaryDirectory() as directory:
        medians = referee() | measure(programs(directory), rounds)
        memory = memory_of_a_stream(os.path.join(directory, "boards.jsonl"))
    assert medians.get("Java rules: over-count", medians["rules: over-count"]) == medians["rules: over-count"]
    text = report(medians, memory, rounds)
    print(text, end="")
    with open(os.path.join(ROOT, "benches", "RESULTS.md"), "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
