#!/usr/bin/env python3
"""Checks what the repository claims about itself: links, licences, the contents of the package, the use, the versions and
the sources of all dependencies, known security problems, the minimum Rust version, the times in docs/speed.md, and
that two builds are equal.

    python3 tests/claims/run.py [--quick]

With --quick, the two builds are left out. If a check needs a program, a file or a database that is missing, it is
reported as `absent`. The tests of the crate (tests/it) run the commands in the README and in the help, and check the tables of kinds
and codes.
"""
import hashlib, json, os, re, shutil, subprocess, sys, tempfile, tomllib

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
# Licences that may be combined with MIT or Apache-2.0 in one program.
LICENCES = {
    "MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD", "CC0-1.0",
    "Unlicense", "Unicode-3.0", "BSL-1.0", "MIT-0",
}


def run(*command, **more):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, **more).stdout


def tracked(suffix):
    return [name for name in run("git", "ls-files").splitlines() if name.endswith(suffix)]


def links():
    """Every relative link of a document leads to a file that is in the repository, and every anchor to a heading."""
    wrong = []
    for name in tracked(".md"):
        # Texts become pages in `docs/`, where their links are checked.
        if name.startswith("src/texts/"):
            continue
        text = open(os.path.join(ROOT, name)).read()
        text = re.sub(r"```.*?```", "", text, flags=re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            found = os.path.normpath(os.path.join(ROOT, os.path.dirname(name), path)) if path else os.path.join(ROOT, name)
            if not os.path.exists(found):
                wrong.append(f"{name}: {target}: there is no such file")
            elif anchor and found.endswith(".md") and anchor not in anchors(open(found).read()):
                wrong.append(f"{name}: {target}: there is no such heading")
    return wrong


def anchors(text):
    headings = re.findall(r"^#+ +(.*)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def licences():
    """Every dependency has an allowed licence."""
    packages = json.loads(run("cargo", "metadata", "--format-version", "1", "--locked"))
    wrong = []
    for package in packages["packages"]:
        licence = (package["license"] or "").replace("/", " OR ")
        choices = [set(re.findall(r"[\w.\-]+(?: WITH [\w.\-]+)?", choice)) - {"AND"} for choice in re.split(r" OR ", licence.replace("(", "").replace(")", ""))]
        if not any(choice and choice <= LICENCES for choice in choices):
            wrong.append(f"{package['name']} has the licence {licence or 'none'}")
    return wrong


def package():
    """The package contains the files that are needed to build the crate, and no files from other folders."""
    listed = run("cargo", "package", "--list", "--allow-dirty", "--locked").splitlines()
    needed = {"Cargo.toml", "Cargo.lock", "README.md", "src/lib.rs", "src/main.rs", "build.rs", "LICENSE-MIT", "LICENSE-APACHE", "data/raft.json", "data/penguins.json"}
    wrong = [f"{name} is missing" for name in sorted(needed - set(listed))]
    folders = ("src/", "tests/", "benches/", "examples/", "data/", "docs/")
    for name in listed:
        if "/" in name and not name.startswith(folders):
            wrong.append(f"{name} does not belong there")
    return wrong


def unused():
    """Every dependency is used."""
    if shutil.which("cargo-machete"):
        done = subprocess.run(["cargo", "machete", ROOT], capture_output=True, text=True)
        return [done.stdout] if done.returncode else []
    # Without cargo-machete, its method is repeated: a dependency is used if a path in some source file begins with its name.
    source = "".join(open(os.path.join(ROOT, name)).read() for name in tracked(".rs") if not name.startswith("fuzz/"))
    package = json.loads(run("cargo", "metadata", "--format-version", "1", "--no-deps"))["packages"][0]
    names = {dependency["rename"] or dependency["name"] for dependency in package["dependencies"]}
    return [f"{name} is not used" for name in sorted(names) if not re.search(rf"\b{name.replace('-', '_')}(::|;)", source)]


def locked():
    """The lock files of the other workspaces are up to date."""
    manifests = [os.path.join("fuzz", "Cargo.toml"), os.path.join("benches", "compare", "Cargo.toml")]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path"]
    failed = [name for name in manifests if subprocess.run([*command, name], cwd=ROOT, capture_output=True).returncode]
    return [f"{name}: run cargo update --workspace there" for name in failed]


def deny(*checks):
    config = os.path.join("tests", "claims", "deny.toml")
    return subprocess.run(["cargo", "deny", "--offline", "--config", config, "check", *checks], cwd=ROOT, capture_output=True, text=True)


def sources():
    """Every dependency has one version and comes from the registry (tests/claims/deny.toml)."""
    if shutil.which("cargo-deny"):
        done = deny("licenses", "bans", "sources")
        return [done.stderr[-2000:]] if done.returncode else []
    with open(os.path.join(ROOT, "tests", "claims", "deny.toml"), "rb") as rules:
        allowed = [crate.split("@")[0] for crate in tomllib.load(rules)["bans"]["skip"]]
    tree = run("cargo", "tree", "--duplicates", "--all-features", "--edges", "no-dev", "--target", "all", "--prefix", "none", "--depth", "0", "--locked")
    twice = {line.split()[0] for line in tree.splitlines() if line} - set(allowed)
    with open(os.path.join(ROOT, "Cargo.lock"), "rb") as lock:
        packages = tomllib.load(lock)["package"]
    registry = "registry+https://github.com/rust-lang/crates.io-index"
    elsewhere = [package["name"] for package in packages if package["name"] != "clowder" and package.get("source") != registry]
    return [f"there are several versions of {name}" for name in sorted(twice)] + [f"{name} does not come from the registry" for name in elsewhere]


def advisories():
    """No dependency has a known security problem."""
    if not shutil.which("cargo-deny"):
        return None
    done = deny("advisories")
    # The database cannot be downloaded without the network.
    if "advisory-db" in done.stderr and "[ERROR]" in done.stderr:
        return None
    return [done.stderr[-2000:]] if done.returncode else []


def rows(table):
    """Returns the cells of each row of a Markdown table."""
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in re.findall(r"^\|.*\|$", table, flags=re.M)]


def figures():
    """Every row of the table in docs/speed.md is in benches/RESULTS.md, and both have the same date."""
    page = open(os.path.join(ROOT, "docs", "speed.md")).read()
    results = open(os.path.join(ROOT, "benches", "RESULTS.md")).read()
    measured = [[what, own, peer, does] for what, own, peer, _ratio, does in rows(results)[2:]]
    quoted = rows(page)[2:]
    wrong = [f"{' | '.join(row)} is not in benches/RESULTS.md" for row in quoted if row not in measured]
    date = re.search(r"\d{4}-\d{2}-\d{2}", results)[0]
    return wrong + ([] if len(quoted) > 10 and date in page else [f"docs/speed.md needs the table of {date}"])


def compiler():
    """No dependency needs a newer Rust version than Cargo.toml names, and the README names no other version.

    The lint `incompatible_msrv` of clippy checks that the code uses only what the standard library of this version has.
    """
    packages = json.loads(run("cargo", "metadata", "--format-version", "1", "--locked"))["packages"]
    version = next(package["rust_version"] for package in packages if package["name"] == "clowder")
    named = re.findall(r"Rust (1\.\d+)", open(os.path.join(ROOT, "README.md")).read())
    wrong = [f"the README names Rust {name}, Cargo.toml {version}" for name in named if name != version]
    number = lambda version: [int(part) for part in (version or "1.0").split(".")][:2]
    newer = [package for package in packages if number(package["rust_version"]) > number(version)]
    return wrong + [f"{package['name']} needs Rust {package['rust_version']}" for package in newer]


def two_builds():
    """Two builds in different directories are the same program."""
    hashes = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as directory:
            run("cargo", "build", "--release", "--locked", "--quiet", "--bin", "clowder", "--target-dir", directory)
            with open(os.path.join(directory, "release", "clowder"), "rb") as file:
                hashes.append(hashlib.sha256(file.read()).hexdigest())
    return [] if hashes[0] == hashes[1] else [f"{hashes[0]} and {hashes[1]}"]


def main():
    checks = [links, licences, package, figures, compiler, unused, locked]
    checks += [sources, advisories]
    checks += [] if "--quick" in sys.argv else [two_builds]
    failed = False
    for check in checks:
        wrong = check()
        state = "absent" if wrong is None else "wrong" if wrong else "right"
        print(f"{check.__name__:12} {state:6} {check.__doc__.splitlines()[0]}")
        for sentence in wrong or []:
            print(f"    {sentence}")
        failed = failed or bool(wrong)
    if not shutil.which("cargo-deny"):
        print("cargo-deny is not installed (cargo install cargo-deny), so known security problems were not checked")
    sys.exit(failed)


main()
