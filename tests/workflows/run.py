#!/usr/bin/env python3
"""Reads the files for workflows as their consumers do: runs the steps of action.yml, the hooks of pre-commit, and the
patterns of the problem matcher over real output.

usage: run.py PROGRAM     PROGRAM is a clowder. Needs PyYAML; the hooks need pre-commit and git, the schema check-jsonschema.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(sys.argv[1]).resolve())
passed = 0


def check(what, found, expected):
    global passed
    assert found == expected, f"{what}:\nexpected {expected!r}\nfound    {found!r}"
    passed += 1


def act(place, tools="", **given):
    """Runs the steps of the action with inputs, and with the programs in `tools` before others. Returns the status of the first step that fails, the log and the summary."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert set(given) <= set(action["inputs"]), given
    inputs = {name: given.get(name, about["default"]) for name, about in action["inputs"].items()}
    temp = place / "temp"
    temp.mkdir(exist_ok=True)
    files = {name: temp / name for name in ["GITHUB_PATH", "GITHUB_STEP_SUMMARY"]}
    [file.write_text("") for file in files.values()]
    log, status = "", 0
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash"
        condition = step.get("if", "'' == ''")
        name = re.fullmatch(r"inputs\.(\w+) != ''", condition)
        if name and not inputs[name[1]]:
            continue

        def value(text):
            known = {f"inputs.{key}": value for key, value in inputs.items()}
            known |= {"github.action_repository": "clowder/clowder", "github.action_path": str(ROOT)}
            return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda match: str(known[match[1]]), text)

        env = {name: value(text) for name, text in step["env"].items()}
        path = ":".join(files["GITHUB_PATH"].read_text().splitlines() + [str(tools), os.environ["PATH"]])
        env |= {"RUNNER_TEMP": str(temp), "PATH": path, "HOME": str(place)} | {name: str(file) for name, file in files.items()}
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=place, env=env, capture_output=True, text=True)
        log += done.stdout + done.stderr
        if done.returncode:
            status = done.returncode
            break
    return status, log, files["GITHUB_STEP_SUMMARY"].read_text()


def folder():
    return tempfile.TemporaryDirectory(prefix="clowder workflows ")


with folder() as name:
    place = Path(name)
    (place / "right.txt").write_text("AfhkBCDa\n")
    (place / "wrong one.txt").write_text("AfhkBCDa\nAfhkBCDz\n")
    status, log, summary = act(place, program=PROGRAM, files="right.txt", kind="hand")
    check("a right file", (status, "::add-matcher::" in log), (0, True))
    status, log, summary = act(place, program=PROGRAM, files="*.txt", kind="hand", lines="true")
    check("a wrong file", status, 1)
    check("the summary", "3 read, 2 ok, 1 not ok" in summary, True)
    status, log, _ = act(place, program=PROGRAM, files="*.none")
    check("no file", (status, "no file matches" in log), (2, True))

    # Without an installed program, the action downloads the archive of packaging/build.sh. Here curl packs one.
    archive = "clowder-0.1.0-x86_64-unknown-linux-musl"
    (place / "release" / archive / "bin").mkdir(parents=True)
    (place / "release" / archive / "bin/clowder").symlink_to(PROGRAM)
    (place / "tools").mkdir()
    (place / "tools/curl").write_text(f'#!/bin/sh\necho "$@" >>"$HOME/asked"\ntar -cz -C "$HOME/release" {archive}\n')
    (place / "tools/curl").chmod(0o755)
    status, log, _ = act(place, tools=place / "tools", files="right.txt", kind="hand")
    check(f"the download: {log}", status, 0)
    address = f"https://github.com/clowder/clowder/releases/download/0.1.0/{archive}.tar.gz"
    check("the address", (place / "asked").read_text().split()[-1], address)

    matcher = json.loads((ROOT / "packaging/matcher.json").read_text())["problemMatcher"][0]["pattern"][0]
    task = json.loads(re.search(r"In VS Code.*?```json\n(.*?)```", (ROOT / "docs/shell.md").read_text(), re.DOTALL)[1])
    check("the matcher for VS Code", task["problemMatcher"]["pattern"], matcher)
    done = subprocess.run([PROGRAM, "validate", "hand", "--lines", "--format", "concise", "wrong one.txt"], cwd=place, capture_output=True, text=True)
    found = [re.match(matcher["regexp"], line) for line in done.stdout.splitlines()]
    check("every line matches", len(found) >= 1 and all(found), True)
    groups = {key: found[0][group] for key, group in matcher.items() if key != "regexp"}
    check("the place", [groups["file"], groups["line"], groups["severity"]], ["wrong one.txt", "2", "error"])
    check("the code", re.fullmatch(r"hand/[a-z-]+", groups["code"]) is not None, True)

    cases, program = place / "cases.jsonl", place / "class/ada/program.py"
    subprocess.run([PROGRAM, "generate", "cases", "--suite", "isSolution", "--seed", "1", "--count", "3", "-o", str(cases)], check=True)
    program.parent.mkdir(parents=True)
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    case = json.loads(line)\n"
        "    print(json.dumps({'id': case['id'], 'answer': len(case['placed']) == 4}), flush=True)\n"
    )
    status, log, summary = act(place, program=PROGRAM, cases="cases.jsonl", submissions="class/*", command="python3 {}/program.py")
    check("a graded class", (status, "ada" in summary), (0, True))

if not shutil.which("check-jsonschema"):
    print("*** SKIPPED: the schema of the action, because check-jsonschema is missing ***", file=sys.stderr)
else:
    done = subprocess.run(["check-jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml"], capture_output=True, text=True)
    check(f"the schema of the action: {done.stdout}", done.returncode, 0)

if not shutil.which("pre-commit"):
    print("*** SKIPPED: the hooks, because pre-commit is missing ***", file=sys.stderr)
else:
    with folder() as name:
        # The hooks build clowder with cargo. Here they start the program that was built already.
        hooks, work, tools = Path(name) / "hooks", Path(name) / "work", Path(name) / "tools"
        for place in [hooks, work, tools]:
            place.mkdir()
        (tools / "clowder").symlink_to(PROGRAM)
        env = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "PRE_COMMIT_HOME": str(Path(name) / "home")}
        env |= {f"GIT_{who}_{what}": value for who in ["AUTHOR", "COMMITTER"] for what, value in [("NAME", "a"), ("EMAIL", "a@b")]}
        run = lambda *command, place: subprocess.run(command, cwd=place, env=env, capture_output=True, text=True)  # noqa: E731
        described = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
        check("the hooks", [hook["id"] for hook in described], ["clowder-validate", "clowder-canon"])
        done = subprocess.run(["pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"], capture_output=True, text=True)
        check(f"the manifest: {done.stdout}", done.returncode, 0)
        local = [hook | {"language": "system"} for hook in described]
        (hooks / ".pre-commit-hooks.yaml").write_text(yaml.safe_dump(local))
        for place in [hooks, work]:
            run("git", "init", "-q", place=place)
        run("git", "add", ".", place=hooks)
        run("git", "commit", "-qm", "hooks", place=hooks)
        commit = run("git", "rev-parse", "HEAD", place=hooks).stdout.strip()
        wanted = [{"id": hook["id"], "args": ["hand", "--file"]} for hook in described]
        config = {"repos": [{"repo": str(hooks), "rev": commit, "hooks": wanted}]}
        (work / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
        for text, status in [("AfhkBCDa\n", 0), ("AfhkBCDz\n", 1)]:
            (work / "one.hand").write_text(text)
            run("git", "add", "one.hand", place=work)
            done = run("pre-commit", "run", "clowder-validate", "--files", "one.hand", place=work)
            check(f"pre-commit with {text!r}: {done.stdout}{done.stderr}", done.returncode, status)
        (work / "one.hand").write_text("AkhfBCDa\n")
        run("git", "add", "one.hand", place=work)
        done = run("pre-commit", "run", "clowder-canon", "--files", "one.hand", place=work)
        check(f"the canonical file: {done.stdout}{done.stderr}", (work / "one.hand").read_text(), "AfhkBCDa\n")

print(f"{passed} passed, 0 failed")
