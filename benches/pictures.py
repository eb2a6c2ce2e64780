#!/usr/bin/env python3
"""Measures the time to draw one SVG, in comparison with `validate`, and the memory to draw a stream of pictures.

A process that draws a full state with 18 by 18 squares may take at most 2.5 times as long as `validate` with the same
state. The two programs are started alternately, so that other load on the machine affects both. The peak memory of
`render --jsonl -o DIR` must not grow with the number of pictures. The exit status is 1 if one of these limits is exceeded.

Usage: pictures.py [CLOWDER] [ROUNDS]. Build first: cargo build --release
"""
import json, os, re, shutil, statistics, subprocess, sys, tempfile, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "release")
CLOWDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "clowder")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 300
# Four islands of 9 by 9 squares, so that the board is as large as a board can be.
CHALLENGE = "LALALALAF1500C000032000630000R11506"
MOST, GROWTH = 2.5, 1.10


def full_state():
    """Returns a state with a full board, a full hand and a full bag."""
    command = [CLOWDER, "setup", CHALLENGE, "--seed", "1", "--format", "plain"]
    state = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    rows = state[0].strip().split("\n")
    assert (len(rows), {len(row) for row in rows}) == (18, {18}), state[0]
    state[1], state[2] = state[1].replace("Aabcdef", "A", 1), "AabcdefBCD"
    return json.dumps(state, separators=(",", ":"))


def started(command, out):
    """Runs a command with its output in a file. Returns its time in seconds."""
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
    _, status = os.waitpid(child, 0)
    elapsed = time.perf_counter() - start
    assert os.waitstatus_to_exitcode(status) == 0, command[1:3]
    return elapsed


def peak(command, out):
    """Runs a command with its output in a file. Returns its peak memory in KiB.

    The peak is read from `/proc`. The peak that `wait4` returns is not used, because it includes the memory of this
    program.
    """
    child, most = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL), 0
    while child.poll() is None:
        try:
            program = os.path.basename(os.readlink(f"/proc/{child.pid}/exe"))
            with open(f"/proc/{child.pid}/status") as status:
                found = re.search(r"VmHWM:\s*(\d+)", status.read())
        except OSError:
            break  # The program has just ended.
        if found and program == os.path.basename(CLOWDER):
            most = int(found[1])
        time.sleep(0.01)
    child.wait()
    assert child.returncode == 0, command[1:3]
    return most


def one_picture(directory):
    state = full_state()
    picture = os.path.join(directory, "state.svg")
    programs = {
        "validate": [CLOWDER, "validate", "state", state],
        "svg to a pipe": [CLOWDER, "render", "state", state, "--to", "svg"],
        "svg to a file": [CLOWDER, "render", "state", state, "-o", picture],
    }
    times = {name: [] for name in programs}
    with open(os.devnull, "w") as out:
        for _ in range(ROUNDS):
            for name, command in programs.items():
                times[name].append(started(command, out))
    base = statistics.median(times["validate"])
    worst = 0
    for name, found in times.items():
        middle = statistics.median(found)
        worst = max(worst, middle / base)
        print(f"{name:14} median {middle * 1e6:6.0f} us  quickest {min(found) * 1e6:6.0f} us  {middle / base:.2f}x")
    if shutil.which("valgrind"):
        for name, command in programs.items():
            log = os.path.join(directory, "callgrind")
            tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={log}"]
            text = subprocess.run(tool + command, capture_output=True, text=True, check=True).stderr
            print(f"{name:14} instructions", text.split("refs:")[1].split()[0])
    print(f"{os.path.getsize(picture)} bytes per picture")
    return worst <= MOST


def stream(directory):
    """Draws two streams of states, of which one is longer than the other, and compares the peak memory."""
    state, peaks = full_state(), {}
    for count in (1_000, 10_000):
        lines, pictures = os.path.join(directory, "lines"), os.path.join(directory, str(count))
        with open(lines, "w") as out:
            out.write((state + "\n") * count)
        command = [CLOWDER, "render", "state", "--jsonl", "-o", pictures, lines]
        with open(os.path.join(directory, "answers"), "w+") as out:
            peaks[count] = peak(command, out)
            out.seek(0)
            named = [os.path.basename(json.loads(line)["file"]) for line in out]
        expected = [f"{number:06}.svg" for number in range(1, count + 1)]
        assert named == expected, "the answers are not in the order of the input"
        assert sorted(os.listdir(pictures)) == expected, "there are other files"
        shutil.rmtree(pictures)
        print(f"{count:6} pictures  peak {peaks[count]} KiB")
    return peaks[10_000] <= GROWTH * peaks[1_000]


with tempfile.TemporaryDirectory() as directory:
    holds = [one_picture(directory), stream(directory)]
    sys.exit(0 if all(holds) else 1)
