#!/usr/bin/env python3
"""Measures which lines and branches of the crate the tests run, and writes the table of benches/COVERAGE.md.

    python3 tests/coverage/run.py [TEST-ARGUMENT...]

The unit tests and the integration tests run. Programs that they start are measured, too, if they end by themselves. The
examples in the documentation are left out, because the stable compiler cannot measure them. A test that fails is shown,
but it does not stop the measurement. With arguments, such as the name of a test, only these tests run, and the table is
printed and not written. The files are in target/coverage. The script needs the LLVM tools of the version that
`rustc -vV` shows, for example Debian's package `llvm-22`.
"""
import collections, datetime, glob, json, os, re, shutil, subprocess, sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
TARGET = os.path.join(ROOT, "target", "coverage")
TABLE = os.path.join(ROOT, "benches", "COVERAGE.md")
# The table is between these two lines.
START, END = "<!-- The following table is written by tests/coverage/run.py. -->", "<!-- End of the table. -->"


def llvm_tool(name, version):
    for candidate in (f"{name}-{version}", name):
        if shutil.which(candidate):
            return candidate
    sys.exit(f"{name} of LLVM {version} is missing (Debian: apt-get install llvm-{version})")


def run_tests(arguments):
    """Runs the tests and returns the paths of the programs that were measured, and the names of the tests that failed."""
    profiles = os.path.join(TARGET, "profiles")
    shutil.rmtree(profiles, ignore_errors=True)
    os.makedirs(profiles)
    # This script stands between cargo and the compiler, so that only this crate is measured and not its dependencies.
    wrapper = os.path.join(TARGET, "rustc")
    with open(wrapper, "w") as file:
        file.write('#!/bin/sh\nexec "$@" -C instrument-coverage -Z coverage-options=branch\n')
    os.chmod(wrapper, 0o755)
    # With RUSTC_BOOTSTRAP, the stable compiler measures branches. Programs that run at the same time share four files.
    env = {**os.environ, "CARGO_TARGET_DIR": TARGET, "CARGO_INCREMENTAL": "0", "RUSTC_BOOTSTRAP": "1",
           "RUSTC_WORKSPACE_WRAPPER": wrapper, "LLVM_PROFILE_FILE": os.path.join(profiles, "%4m.profraw")}
    command = ["cargo", "test", "--locked", "--lib", "--bins", "--tests", "--no-fail-fast"]
    built = subprocess.run([*command, "--no-run", "--message-format=json"], cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    messages = [json.loads(line) for line in built.stdout.splitlines()]
    programs = sorted({m["executable"] for m in messages if m.get("executable")})
    with open(os.path.join(TARGET, "tests.log"), "w") as log:
        subprocess.run([*command, "--", *arguments], cwd=ROOT, env=env, stdout=log, stderr=subprocess.STDOUT)
    with open(os.path.join(TARGET, "tests.log")) as log:
        text = log.read()
    failed = re.findall(r"^test (\S+) .*FAILED$", text, re.M)
    passed = sum(int(n) for n in re.findall(r"^test result: .*?(\d+) passed", text, re.M))
    return programs, passed, failed


def measure(programs, version):
    """Returns, for each module, the numbers of lines, of run lines, of branches and of taken branches."""
    data = os.path.join(TARGET, "merged.profdata")
    raw = glob.glob(os.path.join(TARGET, "profiles", "*.profraw"))
    subprocess.run([llvm_tool("llvm-profdata", version), "merge", "-sparse", "-failure-mode=all", *raw, "-o", data], check=True)
    objects = [part for program in programs[1:] for part in ("-object", program)]
    command = [llvm_tool("llvm-cov", version), "export", "-summary-only", f"-instr-profile={data}", programs[0], *objects]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    modules = collections.defaultdict(collections.Counter)
    for file in report["data"][0]["files"]:
        path = os.path.relpath(file["filename"], os.path.join(ROOT, "src"))
        if path.startswith(".."):
            continue
        module = os.path.dirname(path)
        for kind in ("lines", "branches"):
            modules[module].update({kind: file["summary"][kind]["count"], f"{kind} covered": file["summary"][kind]["covered"]})
    return modules


def table(modules):
    def row(name, numbers):
        def share(kind):
            return f"{100 * numbers[f'{kind} covered'] / numbers[kind]:.1f} %" if numbers[kind] else "-"
        return f"| {name} | {numbers['lines']} | {share('lines')} | {numbers['branches']} | {share('branches')} |"
    total = sum(modules.values(), collections.Counter())
    rows = [row(f"`{name}`" if name else "files directly in `src`", modules[name]) for name in sorted(modules)]
    return "\n".join(["| Module | Lines | Run | Branches | Taken |", "|---|---|---|---|---|", *rows, row("All modules", total)])


def main():
    arguments = sys.argv[1:]
    compiler = subprocess.run(["rustc", "-vV"], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout
    version = re.search(r"LLVM version: (\d+)", compiler)[1]
    llvm_tool("llvm-cov", version)
    os.makedirs(TARGET, exist_ok=True)
    programs, passed, failed = run_tests(arguments)
    result = table(measure(programs, version))
    print(result)
    for name in failed:
        print(f"failed: {name}")
    print(f"{passed} tests passed, {len(failed)} failed")
    if not arguments:
        release = re.search(r"release: (\S+)", compiler)[1]
        heading = f"Measured on {datetime.date.today().isoformat()} with rustc {release}; {passed} tests passed, {len(failed)} failed.\n\n"
        with open(TABLE) as file:
            text = file.read()
        start, end = text.index(START) + len(START), text.index(END)
        with open(TABLE, "w") as file:
            file.write(f"{text[:start]}\n\n{heading}{result}\n\n{text[end:]}")


if __name__ == "__main__":
    main()
