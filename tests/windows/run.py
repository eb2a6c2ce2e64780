#!/usr/bin/env python3
"""Runs the program for Windows under wine and compares its answers with those of the Linux program, byte by byte.

usage: run.py [--quick] WINDOWS_PROGRAM LINUX_PROGRAM     needs wine and x86_64-w64-mingw32-gcc

--quick only reads and writes files, as a test of a package.

Only these differences are allowed:
- the words of the system in errors such as `No such file or directory (os error 2)`;
- `\\` in paths that the program joins itself;
- verbs that start programs, which end with one sentence on Windows, and their help.
"""
import difflib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WINDOWS, LINUX = map(Path.resolve, map(Path, sys.argv[-2:]))
QUICK = "--quick" in sys.argv
CASES = ROOT / "tests/cases"
MISSING = [["bot", "check"], ["bot", "match"], ["bot", "tournament"]]
NO_PROGRAMS = "is not available: programs can only be started on Linux"
passed = failed = 0


def find_wine():
    """Debian's package wine64 has no program in a directory of PATH."""
    return shutil.which("wine64") or shutil.which("wine64", path="/usr/lib/wine") or sys.exit("wine64 is missing")


def prepare(place):
    """Returns the program and the environment for wine. The names have a space and an umlaut."""
    folder = place / "Program Files ü"
    folder.mkdir()
    program = shutil.copy(WINDOWS, folder / "clowder.exe")
    # Rust's standard library takes random bytes from a library that wine 8 lacks.
    (place / "random.c").write_text(
        "unsigned char SystemFunction036(void *, unsigned long);\n"
        "__declspec(dllexport) int ProcessPrng(unsigned char *at, unsigned long long size) {\n"
        "    return SystemFunction036(at, size);\n"
        "}\n"
    )
    (place / "mode.c").write_text(
        "#include <stdio.h>\n#include <windows.h>\n"
        "int main(void) {\n"
        "    DWORD mode = 0;\n"
        "    GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode);\n"
        '    printf("mode %lu\\n", mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING);\n'
        "}\n"
    )
    gcc = ["x86_64-w64-mingw32-gcc", "-o"]
    subprocess.run([*gcc, folder / "bcryptprimitives.dll", "-shared", place / "random.c", "-ladvapi32"], check=True)
    subprocess.run([*gcc, folder / "mode.exe", place / "mode.c"], check=True)
    # Wine gets the arguments in the encoding of the locale.
    settings = {"WINEPREFIX": str(place / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=", "LC_ALL": "C.UTF-8"}
    env = {name: value for name, value in os.environ.items() if "COLOR" not in name and name != "DISPLAY"} | settings
    # This program keeps wine's servers running, and they must not hold the pipes of the programs under test open.
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([WINE, "wineboot"], env=env, **quiet, check=True)
    return program, env, subprocess.Popen([WINE, "cmd"], env=env, stdin=subprocess.PIPE, **quiet)


WINE = find_wine()
temporary = tempfile.TemporaryDirectory(prefix="clowder windows ")
place = Path(temporary.name)
PROGRAM, ENV, SERVER = prepare(place)
HOMES = [place / "linux", place / "windows ü"]
COMMANDS = [[LINUX], [WINE, PROGRAM]]


def check(what, found, expected):
    """Counts a test, and prints the first difference."""
    global passed, failed
    if found == expected:
        passed += 1
        return
    failed += 1
    lines = [str(side).split("\n") for side in (expected, found)]
    shown = [line[:300] for line in difflib.unified_diff(*lines, "Linux", "Windows", lineterm="", n=0)]
    print(f"FAILED: {what}\n" + "\n".join(shown[:12]), file=sys.stderr)


def plain(answer):
    """Removes the allowed differences, and seeds that were not given, from an answer."""
    status, *streams = answer
    text = "\n".join([f"status {status}", *(stream.decode("utf-8", "backslashreplace") for stream in streams)])
    text = re.sub(r"[^:\n]*\(os error \d+\)(.*\.clowder-.*)?", "SYSTEM", text)
    text = re.sub(r"^wrote .*", lambda wrote: wrote[0].replace("\\", "/"), text, flags=re.M)
    return re.sub(r"^seed \d{9,}$", "seed RANDOM", text, flags=re.M)


def files(home):
    """Returns the files below a directory with their contents."""
    return {str(path.relative_to(home)): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


def run(command, home, given=b"", **env):
    done = subprocess.run(command, cwd=home, input=given, env=ENV | env, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def started(run_windows, expected):
    """Runs the program for Windows. Rarely (once in CI, never in 2,100 attempts to repeat it), wine ends with status 1
    and prints nothing, as if the program had not started. Then, it is run once more, and this is printed."""
    answer = run_windows()
    if answer == (1, b"", b"") != expected:
        print("wine ended with status 1 and printed nothing; the command is run again", file=sys.stderr)
        answer = run_windows()
    return answer


def both(*words, given=b"", windows=None, **env):
    """Compares the answers of both programs, and the files that they write. Returns the answer of Windows."""
    expected = run([LINUX, *words], HOMES[0], given, **env)
    answer = started(lambda: run([*COMMANDS[1], *(windows or words)], HOMES[1], given, **env), expected)
    one, other = plain(expected), plain(answer)
    if windows:
        other = re.sub(r"(outs ü)\\+", r"\1/", other).replace("NUL", "/dev/null")
    check(" ".join(words)[:300], other, one)
    check(f"files of {words}"[:300], files(HOMES[1]), files(HOMES[0]))
    return answer


def fresh():
    for home in HOMES:
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()


def write(name, contents):
    for home in HOMES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(contents)


def lines_of(name):
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


def json_lines(values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def strings():
    """Right and wrong strings of all kinds, with their kinds."""
    texts = [(one["kind"], one["text"]) for name in sorted(CASES.glob("wrong-*.jsonl")) for one in lines_of(name)]
    texts += [(one["kind"], one["text"]) for name in ["damaged.jsonl", "pasted.jsonl"] for one in lines_of(name)]
    return KINDS + [(kind, text) for kind, text in texts if kind in dict(KINDS)]


KINDS = [(one["kind"], one["example"]) for one in map(json.loads, subprocess.check_output([LINUX, "kinds", "--json"]).splitlines())]


def check_batches():
    """All strings, in batches of JSON lines, lines and NUL-terminated strings."""
    fresh()
    everything = strings()
    assert len(everything) > 1000
    write("all.jsonl", json_lines({"kind": kind, "input": text} for kind, text in everything))
    write("some.jsonl", json_lines({"input": text} for _, text in everything[::20]))
    for verb in ["validate", "canon", "explain"]:
        for form in ["json", "human", "plain", "concise"]:
            both(verb, "--jsonl", "all.jsonl", "--format", form)
        both(verb, "--jsonl", "all.jsonl", "--format", "human", "--color", "always")
    # These two search for causes, which is slow without optimization.
    both("identify", "--jsonl", "some.jsonl")
    both("validate", "--jsonl", "some.jsonl", "--suggest", "--format", "human")
    both("serve", given=json_lines({"verb": "check", "kind": kind, "input": text} for kind, text in everything))
    for end, option in [("\n", "--lines"), ("\r\n", "--lines"), ("\0", "--null")]:
        own = [text for kind, text in everything if kind == "hand" and not {"\n", "\r", "\0"} & set(text)]
        both("validate", "hand", option, given="".join(text + end for text in own).encode())
        both("canon", "hand", option, "--format", "plain", given="".join(text + end for text in own).encode())


def check_strings():
    """One string of each kind in each format of pictures, and every tenth wrong string as an argument."""
    fresh()
    for kind, text in KINDS:
        write(f"{kind}.txt", text.encode())
        both("render", kind, text)
        both("render", kind, f"@{kind}.txt", "--ascii", "--color", "always")
        for ending in ["svg", "png", "html"]:
            both("render", kind, f"@{kind}.txt", "-o", f"{kind} ü.{ending}")
        both("diff", kind, f"@{kind}.txt", text)
    for kind, text in strings()[len(KINDS)::10]:
        if "\0" not in text:
            both("validate", kind, text, "--color", "always")
            both("validate", "--fix", kind, "-", given=text.encode())


def check_help():
    """All help screens, and every example of theirs in a shell. Programs are not started."""
    wrapper = place / "bin"
    wrapper.mkdir()
    (wrapper / "clowder").write_text(f'#!/bin/sh\nexec "{WINE}" "{PROGRAM}" "$@"\n')
    (wrapper / "clowder").chmod(0o755)
    fresh()
    verbs = [[]]
    for words in verbs:
        about = json.loads(subprocess.check_output([LINUX, "help", *words, "--json"]))
        verbs += [[*words, name] for name in about["subcommands"]]
        if words in MISSING:
            for more in [[], ["--help"], ["--games", "2"]]:
                refused(" ".join(words), *words, *more)
            continue
        for form in ["--short", "--all", "--json"]:
            both("help", *words, *([] if form == "--short" else [form]))
        fresh()
        for example in about["examples"]:
            line = example["command"]
            # The answer depends on the time, or the page may not be in the program.
            if re.search("bot (check|match|tournament) |hunt |--command |--time |clowder (page|completions) ", line):
                continue

            def shell(path, home):
                return run(["bash", "-o", "pipefail", "-c", line], home, PATH=f"{path}:{os.environ['PATH']}")

            expected = shell(LINUX.parent, HOMES[0])
            check(line, plain(started(lambda: shell(wrapper, HOMES[1]), expected)), plain(expected))
            check(f"files of {line}", files(HOMES[1]), files(HOMES[0]))
    refused("grade --command", "grade", "cases.jsonl", "--command", "python3 a.py")
    refused("hunt", "hunt", "--suite", "isGameOver", "--command", "python3 a.py")
    block = r" {8}'clowder;bot;(check|match|tournament)' \{.*?\n {8}\}\n"
    answers = [run([*command, "completions", "powershell"], home)[1].decode() for command, home in zip(COMMANDS, HOMES)]
    one, other = [re.sub(block, "", text, flags=re.S) for text in answers]
    check("completions", other, one)


def refused(what, *words):
    """Checks that a command which starts programs ends with one sentence."""
    check(" ".join(words), plain(run([*COMMANDS[1], *words], HOMES[1])), f"status 2\n\nclowder: {what} {NO_PROGRAMS}\n")


def check_files():
    """Paths, Windows line breaks, patterns, devices, and files that cannot be read or written."""
    fresh()
    for name, text in [("hände 1.txt", b"AfhkBCDa\n"), ("hände 2.txt", b"AfhkBCDa\r\n"), ("b.txt", b"AkhfBCDa"), ("c.txt", b"\xef\xbb\xbfAfhkBCDz\n"), ("d.txt", "AfhkBCDa".encode("utf-16"))]:
        write(f"outs ü/{name}", text)
        both("validate", "hand", f"@outs ü/{name}")
        both("canon", "hand", f"@outs ü/{name}", "--diff")
    for options in [[], ["--format", "concise"], ["--format", "human"]]:
        both("validate", "hand", "--file", "outs ü/*", *options, windows=["validate", "hand", "--file", r"outs ü\*", *options])
    both("validate", "hand", "--lines", "outs ü/?.txt", windows=["validate", "hand", "--lines", r"outs ü\?.txt"])
    both("validate", "hand", "--file", "outs ü/*.none")
    both("validate", "hand", "outs ü")
    both("validate", "hand", "@outs ü")
    both("validate", "hand", "--file", "missing.txt")
    both("diff", "--dir", "outs ü", "outs ü", "--html", "out.html", "--junit", "out.xml")
    both("generate", "hand", "--seed", "1", "-o", "missing/a.txt")
    both("generate", "hand", "--seed", "1", "-o", "new ü.txt")
    both("generate", "hand", "--seed", "2", "-o", "new ü.txt")
    both("canon", "hand", "--write", "@outs ü/b.txt")
    for name in ["NUL", "nul", "nul.txt", "outs ü/NUL", r"\\.\NUL"]:
        both("generate", "hand", "--seed", "1", "-o", "/dev/null", windows=["generate", "hand", "--seed", "1", "-o", name])
    both("render", "hand", "AfhkBCDa", "-o", "/dev/null", windows=["render", "hand", "AfhkBCDa", "-o", "NUL"])
    both("validate", "hand", "@/dev/null", windows=["validate", "hand", "@NUL"])


def check_games():
    """Saved games, graded answers, and the verbs that apply rules."""
    fresh()
    for name in ["tictactoe-games.jsonl", "arboretum-games.jsonl"]:
        write(name, (CASES / name).read_bytes())
        both("bot", "verify", name)
        for at, line in enumerate((CASES / name).read_bytes().splitlines()[:3]):
            both("bot", "replay", "-", "--all", "--color", "always", given=line)
            both("bot", "replay", "-", "-o", f"{name}-{at}.html", given=line)
    write("journal.jsonl", (CASES / "tictactoe-journal.jsonl").read_bytes())
    both("bot", "rate", "journal.jsonl")
    judged = lines_of("judged.jsonl")
    write("cases.jsonl", json_lines({"id": id} | one["case"] for id, one in enumerate(judged)))
    write("answers.jsonl", json_lines({"id": id, "answer": one["answer"]} for id, one in enumerate(judged)))
    reports = [word for name in ["html", "markdown", "junit", "gradescope", "json"] for word in ["--report", f"{name}=report.{name}"]]
    both("grade", "cases.jsonl", "--answers", "answers.jsonl", "--report", "human", *reports)
    both("grade", "cases.jsonl", "--self", "--color", "always")
    both("setup", "raft", "--seed", "4")
    for words in [["challenges"], ["codes"], ["schema"], ["pentomino", "list"], ["--version"], ["frobnicate"], ["validate", "--nonsense"], []]:
        both(*words)
        both(*words, "--color", "always")


def in_terminal(*command):
    """Returns what a program writes to a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(HOMES[1])
        os.execve(WINE, [WINE, *map(str, command)], ENV | {"TERM": "xterm-256color"})
    written = b""
    while True:
        try:
            read = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not read:
            break
        written += read
    os.waitpid(child, 0)
    os.close(terminal)
    return written.decode()


def check_consoles():
    """Colours and devices of a console, and a reader that closes its pipe."""
    fresh()
    red = "\x1b[1m\x1b[91merror[hand/unknown-card]"
    check("colours in a console", red in in_terminal(PROGRAM, "validate", "hand", "AfhkBCDz"), True)
    check("no colours in a console", red in in_terminal(PROGRAM, "validate", "hand", "AfhkBCDz", "--color", "never"), False)
    check("the console itself", "ABkCkDjx" in in_terminal(PROGRAM, "generate", "hand", "--seed", "1", "-o", "CON"), True)
    # An old console shows colours only in this mode. It is also needed when only the errors go to the console.
    for program in Path(PROGRAM).parent.iterdir():
        (HOMES[1] / program.name).symlink_to(program)
    for line, mode in [("mode", 0), ("clowder validate hand A & mode", 4), ("clowder validate hand A > NUL & mode", 4)]:
        # Wine moves the cursor between two letters.
        shown = re.sub(r"\x1b\[\??\d*\w", "", in_terminal("cmd", "/c", line))
        check(line, re.findall(r"mode ?(\d)", shown), [str(mode)])
    write("many.txt", b"AfhkBCDa\n" * 100000)
    for command, home in zip(COMMANDS, HOMES):
        pipe = subprocess.Popen([*command, "validate", "hand", "--lines", "many.txt"], cwd=home, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        pipe.stdout.read(100)
        pipe.stdout.close()
        check("a closed pipe", (pipe.stderr.read(), pipe.wait()), (b"", 0))


try:
    for part in [check_files] if QUICK else [check_batches, check_strings, check_help, check_files, check_games, check_consoles]:
        before = passed + failed
        part()
        print(f"{part.__name__}: {passed + failed - before}", flush=True)
finally:
    SERVER.communicate(b"exit\r\n")
    temporary.cleanup()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
