#!/usr/bin/env python3
"""Disturbs clowder in many ways and checks that nothing is lost: closed pipes, full devices, failed writes and syncs,
signals, little memory, directories that vanish, kills, and hostile bots with and without root. It also grades generated cases.

    python3 tests/faults/run.py [--quick] [--bots N]

Prints one table: what was tried, how often, and how often something was lost. Ends with status 1 if anything was lost.
With `--bots N`, only the hostile bots are run, and their tests are repeated N times. Without it, they are run once, or
not at all with `--quick`. `tests/zoo/modes.md` lists the hostile bots. The environment variable CLOWDER is the path of
the tested program (default: target/release/clowder). The check with failed writes needs strace, and the check with a
full disk needs root. If root starts this script, the hostile bots run as root and as another user. The table lists
what could not be tried.
"""
import functools, json, os, random, re, resource, shutil, signal, subprocess, sys, tempfile, time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
CLOWDER = os.environ.get("CLOWDER", os.path.join(ROOT, "target", "release", "clowder"))
QUICK = "--quick" in sys.argv
BOTS = int(sys.argv[sys.argv.index("--bots") + 1]) if "--bots" in sys.argv else None
BOARD = "fffffffff\nfffffffff\nfffffffff\n" + "bgpryrpgb\n" * 5 + "rrrrrrrrr\nbbbbbrwwb\nbbbbbwowb\nbbbbbwwwb\n"
rows = []


def tried(what, check, times):
    """Calls `check` with each number below `times`, and notes how often it returned a sentence about what was lost."""
    lost = [found for found in map(check, range(times)) if found]
    for found in lost[:3]:
        print(f"{what}: {found}", file=sys.stderr)
    rows.append((what, times, len(lost)))


def not_tried(what, why):
    rows.append((f"{what} (not tried: {why})", 0, 0))


def run(arguments, **more):
    more = {"stdin": subprocess.DEVNULL, "capture_output": True, **more}
    return subprocess.run([CLOWDER, *arguments], **more)


def panicked(stderr):
    return b"panicked" in stderr


COMMANDS = [
    ["challenges"], ["codes"], ["kinds"], ["generate", "raft-game", "--seed", "1"], ["--help"], ["man"],
    ["completions", "bash"], ["pentomino", "tile", "4x15"], ["schema"], ["render", "board", BOARD],
    ["legal-moves", "penguins", "20113123"], ["identify", "20113123"],
]


def closed_pipe(number):
    """If the reader of a pipe stops reading, the program ends quietly with status 0."""
    arguments = COMMANDS[number % len(COMMANDS)]
    program = subprocess.Popen([CLOWDER, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stdout.read(random.choice([0, 1, 80, 5000]))
    program.stdout.close()
    told = program.stderr.read()
    status = program.wait()
    return f"{arguments}: status {status}, {told}" if status != 0 or told else None


def full_device(number):
    """If a write fails, the program writes a message and ends with status 2."""
    arguments = COMMANDS[number % len(COMMANDS)]
    with open("/dev/full", "wb") as full:
        done = run(arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    return None if done.returncode == 2 and b"No space" in done.stderr else f"{arguments}: {done}"


def failed_call(call, error):
    """`canon --write` either replaces the whole file or leaves it as it is, whichever call fails."""
    def check(number):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "hand.txt")
            with open(path, "w") as file:
                file.write("BCDahwAfhk")
            inject = f"inject={call}:error={error}:when={number + 1}"
            traced = ["strace", "-f", "-qq", "-o", os.devnull, "-e", inject]
            done = subprocess.run([*traced, CLOWDER, "canon", "hand", "--write", "--file", path], capture_output=True)
            content = open(path).read()
            left = [name for name in os.listdir(directory) if name != "hand.txt"]
            if content not in ("BCDahwAfhk", "AfhkBCDahw") or panicked(done.stderr):
                return f"{call} {number + 1}: {content!r} {done.stderr}"
            if done.returncode not in (0, 2) or content == "BCDahwAfhk" and done.returncode == 0:
                return f"{call} {number + 1}: status {done.returncode}, {content!r}"
            return f"{call} {number + 1}: {left} is left behind" if left and call != "unlink" else None
    return check


def signalled(number):
    """If a signal ends a batch, every line that the batch has written is complete, and no earlier line is missing."""
    lines = b"".join(json.dumps(BOARD).encode() + b"\n" for _ in range(20_000))
    with tempfile.TemporaryFile() as stream, tempfile.TemporaryFile() as out:
        stream.write(lines)
        stream.seek(0)
        program = subprocess.Popen([CLOWDER, "validate", "board", "--jsonl"], stdin=stream, stdout=out, stderr=subprocess.PIPE)
        time.sleep(random.random() * 0.05)
        program.send_signal(random.choice([signal.SIGINT, signal.SIGTERM]))
        told = program.stderr.read()
        program.wait()
        out.seek(0)
        written = out.read()
    if written and not written.endswith(b"\n") or panicked(told):
        return f"a line is incomplete: {written[-80:]}"
    numbers = [json.loads(line)["n"] for line in written.splitlines()]
    return None if numbers == list(range(1, len(numbers) + 1)) else "a line is missing"


def little_memory(number):
    """A batch of almost 30 MB and a wrong string of 20 MiB can each be processed with 64 MiB of memory."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (64 << 20, 64 << 20))
    if number % 2:
        done = run(["validate", "challenge"], stdin=None, input=b"x" * (20 << 20), preexec_fn=limit)
        return None if done.returncode == 1 else f"status {done.returncode}: {done.stderr[:200]}"
    lines = json.dumps(BOARD).encode() + b"\n"
    done = run(["validate", "board", "--jsonl", "--quiet"], stdin=None, input=lines * 200_000, preexec_fn=limit)
    return None if done.returncode == 0 else f"status {done.returncode}: {done.stderr[:200]}"


def full_disk(number):
    """On a full disk, a file is replaced completely or not at all."""
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory], check=True)
        try:
            path = os.path.join(directory, "bag.txt")
            with open(path, "w") as file:
                file.write("cab")
            filler = os.open(os.path.join(directory, "filler"), os.O_WRONLY | os.O_CREAT)
            try:
                while os.write(filler, b"x" * 1024):
                    pass
            except OSError:
                os.close(filler)
            done = run(["canon", "fire-bag", "--write", "--file", path])
            content = open(path).read()
            ok = content == "cab" and done.returncode == 2 or content == "abc" and done.returncode == 0
            return None if ok else f"{content!r}, status {done.returncode}"
        finally:
            subprocess.run(["umount", directory], check=True)


def tournament(directory, games, seed):
    # A run can be resumed if its journal has at least its first line.
    journal = os.path.join(directory, "journal.jsonl")
    begun = os.path.isfile(journal) and b"\n" in open(journal, "rb").read()
    bot = f"'{CLOWDER}' bot play first --game tictactoe"
    return [
        CLOWDER, "bot", "tournament", "--game", "tictactoe", "--seed", str(seed), "--games", str(games), "--no-timing",
        "--bot", f"one={bot}", "--bot", f"two={bot}", "--bot", f"three={bot}", "--resume" if begun else "--out", directory,
        "--start-limit", "60000", "--move-limit", "20000",
    ]


def vanished_directory(number):
    """Without a working directory, only relative paths fail. If the directory of a tournament is removed, the tournament ends
    with an error, not with a success or a panic."""
    with tempfile.TemporaryDirectory() as parent:
        gone = os.path.join(parent, "gone")
        if number % 2 == 0:
            def vanish():
                os.mkdir(gone)
                os.chdir(gone)
                os.rmdir(gone)
            right = run(["validate", "hand", "AfhkBCDahw"], preexec_fn=vanish)
            wrong = run(["canon", "hand", "--write", "--file", "hand.txt"], preexec_fn=vanish)
            ok = right.returncode == 0 and wrong.returncode == 2 and not panicked(wrong.stderr)
            return None if ok else f"{right} {wrong}"
        program = subprocess.Popen(tournament(gone, 400, number), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while program.poll() is None and not os.path.exists(os.path.join(gone, "journal.jsonl")):
            time.sleep(0.001)
        time.sleep(random.random() * 0.1)
        still_runs = program.poll() is None
        os.rename(gone, os.path.join(parent, "moved"))
        told = program.stderr.read()
        status = program.wait()
        ok = not panicked(told) and (status == 2 and told or not still_runs and status == 0)
        return None if ok else f"status {status}: {told[-300:]}"


# A bot that crashes at its third message whenever it is started, so that `--restart` restarts it.
CRASHER = """
import json, sys
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if number == 2:
        sys.exit(3)
    print(json.dumps({"move": "RANDOM", "messageID": message["messageID"]}), flush=True)
"""


def scenarios(directory):
    """Returns a dictionary whose keys are the names of the runs that are killed. Each value is a function that takes
    the directory of a run, and returns the command that starts or continues this run."""
    def bot(name, kind, game="tictactoe"):
        return ["--bot", f"{name}='{CLOWDER}' bot play {kind} --game {game} --seed 5"]

    crasher, deals = os.path.join(directory, "crasher.py"), os.path.join(directory, "deals.jsonl")
    with open(crasher, "w") as file:
        file.write(CRASHER)
    with open(deals, "wb") as file:
        file.write(run(["generate", "deals", "--game", "arboretum", "--seed", "3", "--count", "2"], check=True).stdout)
    three = [*bot("one", "first"), *bot("two", "greedy"), *bot("three", "random")]
    two = [*bot("one", "greedy", "arboretum"), *bot("two", "random", "arboretum")]
    crash = ["--bot", f"bad=python3 -S '{crasher}'", *bot("good", "first")]
    meetings = ["tournament", "--game", "tictactoe", "--games", "20"]
    match, sprt = ["match", "--game", "tictactoe", "--games", "20"], ["--sprt", "elo0=0,elo1=300", "--games", "60"]

    def joined(directory):
        # The tournament of the first two bots is complete. The third bot joins it afterwards.
        if not os.path.exists(directory):
            run(scenario([*meetings, *three[:4]], directory)[1:], check=True)
        return scenario([*meetings, *three], directory)

    arguments = {
        "a tournament with --paired": [*meetings, "--paired", *three],
        "a knockout tournament": [*meetings, "--type", "knockout", *three],
        "a match with --restart": [*match, "--restart", "3", *crash],
        "a match with --max-faults": [*match, "--max-faults", "2", "--on-fault", "forfeit", *crash],
        "a match with --sprt": ["match", "--game", "tictactoe", *sprt, *three[:4]],
        "a match with --deals": ["match", "--game", "arboretum", "--deals", deals, *two],
    }
    commands = {name: functools.partial(scenario, words) for name, words in arguments.items()}
    return {**commands, "a tournament that a bot joined": joined}


def scenario(arguments, directory):
    # A run can be resumed if its journal has at least its first line.
    journal = os.path.join(directory, "journal.jsonl")
    begun = os.path.isfile(journal) and b"\n" in open(journal, "rb").read()
    limits = ["--start-limit", "60000", "--move-limit", "20000"]
    common = ["--seed", "7", "--no-timing", *limits, "--resume" if begun else "--out", directory]
    return [CLOWDER, "bot", *arguments, *common]


def contents(directory):
    """Returns the lines of every file below a directory. The lines of a journal are sorted, because its games are in the
    order in which they ended. The times of answers are replaced with 0."""
    found = {}
    for parent, _, names in os.walk(directory):
        for name in names:
            with open(os.path.join(parent, name), "rb") as file:
                lines = re.sub(rb'"time":[\d.e-]+', b'"time":0', file.read()).splitlines(keepends=True)
            path = os.path.relpath(os.path.join(parent, name), directory)
            found[path] = sorted(lines) if name == "journal.jsonl" else lines
    return found


def difference_of(one, other):
    one, other = contents(one), contents(other)
    names = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
    return f"{len(names)} files differ, such as {names[:3]}" if names else None


def kills(what, times, command):
    """Checks that a run which is killed at random moments and continued writes the same files as a run that is not killed.
    `command` returns the command that starts a run in a directory, or continues the run in this directory."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as directory:
        whole = os.path.join(directory, "whole")
        start = time.monotonic()
        expected = subprocess.run(command(whole), **quiet).returncode
        longest = time.monotonic() - start
        assert expected in (0, 1) and contents(whole), f"{what}: status {expected}"
        done, lost, again = 0, 0, 0
        while done < times:
            again += 1
            torn = os.path.join(directory, f"torn{again}")
            for _ in range(20):
                program = subprocess.Popen(command(torn), start_new_session=True, **quiet)
                try:
                    program.wait(random.random() * longest)
                    break
                except subprocess.TimeoutExpired:
                    program.kill()
                    program.wait()
                    done += 1
            last = subprocess.run(command(torn), **quiet)
            difference = difference_of(whole, torn) if last.returncode == expected else f"status {last.returncode}"
            if difference:
                lost += 1
                print(f"{what}: {difference}", file=sys.stderr)
            shutil.rmtree(torn, ignore_errors=True)
        rows.append((f"{what} was killed and continued", done, lost))


# A program that answers `false` to every question.
SUBMISSION = """while read -r line; do id=${line#*'"id":'}; echo "{\\"id\\":${id%%[,\\}]*},\\"answer\\":false}"; done\n"""


def class_run(directory):
    """Writes 30 submissions and two cases, and returns the command that grades them into another directory."""
    for number in range(30):
        os.makedirs(os.path.join(directory, f"s{number}"))
        with open(os.path.join(directory, f"s{number}", "program.sh"), "w") as file:
            file.write(SUBMISSION)
    cases = os.path.join(directory, "cases.jsonl")
    with open(cases, "w") as file:
        for board in (BOARD, "wrong"):
            file.write(json.dumps({"suite": "isBoardStringWellFormed", "board": board}) + "\n")
    return lambda out: [
        CLOWDER, "grade", cases, "--each", os.path.join(directory, "s*"), "--command", "sh {}/program.sh", "--out", out,
        "--sandbox", "off", "--start-timeout", "60000", "--timeout", "60000",
    ]


def generated_cases(number):
    """clowder answers the generated cases correctly, and also the same cases with two changes in their form."""
    count = 1100 if QUICK else 11_000
    made = run(["generate", "cases", "--seed", str(15 + number), "--count", str(count)])
    lines = made.stdout.splitlines()
    if made.returncode != 0 or len(lines) != count:
        return f"{len(lines)} of {count} cases were generated: {made.stderr}"
    if len(set(lines)) != count:
        return "a case was generated twice"
    cases = [json.loads(line) for line in lines]
    for case in cases:
        # The blocks are written as four characters, and a request is added that is impossible because it asks for seven
        # cards.
        if case["suite"] == "getAllValidPlacements":
            case["expect"] = ["".join(map(str, [ice["id"], *ice["hexes"][0], ice["rotation"]])) for ice in case["expect"]]
        elif case["suite"] == "drawHand":
            case["actions"] += ["A1C2D4"]
            case["expect"] += ["unchanged"]
    for text in [made.stdout, "".join(json.dumps(case) + "\n" for case in cases).encode()]:
        done = run(["grade", "--self", "--seed", "1", "--format", "json"], stdin=None, input=text)
        report = json.loads(done.stdout or b"{}")
        if done.returncode != 0 or (report["total"], report["passed"]) != (count, count):
            return f"status {done.returncode}: {done.stderr[-300:]}"
    return None


def test_binary():
    """Builds the tests, and returns the path of their program."""
    built = subprocess.run(
        ["cargo", "test", "--locked", "--test", "it", "--no-run", "--message-format", "json"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    made = [json.loads(line) for line in built.splitlines() if line.startswith("{")]
    return next(one["executable"] for one in made if one.get("target", {}).get("name") == "it" and one.get("executable"))


# The tests with hostile bots: a description of each group, and the beginning of the names of its tests.
HOSTILE = [("the hostile bots of tests/zoo/modes.md", "bot_zoo::"), ("the thief", "bot_thief::")]


def hostile_bots(times):
    """Runs the tests with the hostile bots and with the thief, as the current user and, if this user is root, as another user.
    Each test of each run counts once. If there are several runs, the sandbox is required in every second one, and
    `auto` in the others."""
    path = test_binary()
    users = [([], "as root" if os.geteuid() == 0 else "without root")]
    if os.geteuid() == 0:
        users.append((["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"], "without root"))
    for prefix, user in users:
        for what, filter in HOSTILE:
            tests, failures = 0, 0
            for number in range(times):
                setting = {"CLOWDER_ZOO_SANDBOX": ["auto", "require"][number % 2]} if times > 1 else {}
                done = subprocess.run(
                    [*prefix, path, filter], cwd=ROOT, capture_output=True, text=True, env={**os.environ, **setting})
                result = re.search(r"^test result: .* (\d+) passed; (\d+) failed", done.stdout, re.MULTILINE)
                passed, failed = map(int, result.groups()) if result else (0, 1)
                if failed or not passed:
                    print(f"{what}, {user}, run {number + 1}:\n{done.stdout[-2000:]}{done.stderr[-500:]}", file=sys.stderr)
                tests, failures = tests + passed + failed, failures + (failed or not passed)
            rows.append((f"{what}, {user}: tests in {times} {'run' if times == 1 else 'runs'}", tests, failures))
    if os.geteuid() != 0:
        not_tried("the hostile bots as root", "it needs root")


def all_checks():
    assert os.access(CLOWDER, os.X_OK), f"{CLOWDER} is missing: cargo build --release"
    tried("a reader closed the pipe", closed_pipe, 60 if QUICK else 1000)
    tried("the device was full", full_device, len(COMMANDS))
    tried("a signal ended a batch", signalled, 10 if QUICK else 300)
    tried("memory was limited to 64 MiB", little_memory, 2)
    if shutil.which("strace"):
        for call, error, times in [("write", "ENOSPC", 6), ("fsync", "EIO", 2), ("rename", "EIO", 1), ("fchmod", "EPERM", 1)]:
            tried(f"{call} failed with {error}", failed_call(call, error), times)
    else:
        not_tried("a system call failed", "strace is missing")
    if os.geteuid() == 0:
        tried("the disk was full", full_disk, 1 if QUICK else 5)
    else:
        not_tried("the disk was full", "it needs root")
    tried("a directory vanished", vanished_directory, 4 if QUICK else 100)
    kills("a tournament", 20 if QUICK else 300, lambda out: tournament(out, 40, 7))
    with tempfile.TemporaryDirectory() as directory:
        kills("the grading of a class", 10 if QUICK else 300, class_run(directory))
        for what, command in scenarios(directory).items():
            kills(what, 3 if QUICK else 60, command)
    tried(f"clowder graded {1100 if QUICK else 11_000} generated cases itself", generated_cases, 1)
    if not QUICK:
        hostile_bots(1)


def main():
    if BOTS is None:
        all_checks()
    else:
        hostile_bots(BOTS)
    width = max(len(what) for what, _, _ in rows)
    print(f"{'what was tried':{width}}  {'times':>6}  {'lost':>5}")
    for what, times, lost in rows:
        print(f"{what:{width}}  {times:6}  {lost:5}")
    sys.exit(any(lost for _, _, lost in rows))


main()
