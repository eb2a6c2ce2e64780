#!/usr/bin/env python3
"""Adds a kind of string to a copy of the project and runs the verbs with it.

    python3 tests/new-kind/run.py

The kind `dice` takes the steps of CONTRIBUTING.md: a reader, a text page, a row in the registry, and cases. The script
fails if a further file has to change, if a step can be forgotten unnoticed, or if a verb does not know the kind.
"""
import os, pathlib, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "new-kind"
CARGO = ["cargo"]
FEATURES = ["--no-default-features", "--features", "cli"]
# The steps: what changes, and what the compiler says if it is forgotten.
READER = {
    "src/polyomino/mod.rs": ("pub use region::", "mod dice;\npub use dice::Dice;\npub use region::"),
}
LIST = {
    "src/notation/kind.rs": (
        '    Region = "region",',
        '    Dice = "dice", "some dice, each with the points on it";\n    Region = "region",',
    ),
}
ROW = {
    "src/kinds/polyomino.rs": (
        "pub(super) const ROWS: &[Row] = &[\n",
        "impl Value for crate::polyomino::Dice {\n    fn explain(&self, _: Source<'_>) -> Vec<Segment> {\n"
        "        self.explain()\n    }\n}\n\n"
        "pub(super) const ROWS: &[Row] = &[\n    Row::of::<crate::polyomino::Dice>(\"123456~\"),\n",
    ),
}
PAGE = "Dice are written one after another, with `~` between them.\n\n{grammar}\n"


def put(project, changes):
    for name, (old, new) in changes.items():
        path = project / name
        text = path.read_text()
        if text.count(old) != 1:
            sys.exit(f"{name} has changed: `{old}` is there {text.count(old)} times; update tests/new-kind/run.py")
        path.write_text(text.replace(old, new))


def cargo(project, *arguments):
    environment = os.environ | {"CARGO_TARGET_DIR": str(TARGET), "CARGO_PROFILE_DEV_DEBUG": "0"}
    return subprocess.run([*CARGO, *arguments, *FEATURES], cwd=project, env=environment, capture_output=True, text=True)


def forgotten(project, names):
    """The copy must not compile while a step is missing, and the compiler must say where."""
    done = cargo(project, "check", "--lib")
    if done.returncode == 0 or not all(name in done.stderr for name in names):
        sys.exit(f"a forgotten step is not reported with {names}:\n{done.stderr[-3000:]}")


def run(status, *arguments):
    done = subprocess.run([TARGET / "debug" / "clowder", *arguments], capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"clowder {' '.join(arguments)} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(what, found, *wanted):
    for text in wanted:
        if text not in found:
            sys.exit(f"{what}: {text!r} is missing in\n{found}")


def main():
    with tempfile.TemporaryDirectory() as directory:
        project = pathlib.Path(directory)
        for name in ("src", "data", "docs"):
            shutil.copytree(ROOT / name, project / name)
        for name in ("Cargo.toml", "Cargo.lock", "README.md", "build.rs"):
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, project / name)
        manifest = (project / "Cargo.toml").read_text()
        # The copy has only the library and the program.
        parts = manifest.split("\n[[")
        kept = [part for part in parts[1:] if part.startswith("bin]]")]
        after = parts[-1].split("\n[", 1)
        rest = "\n[" + after[1] if len(after) > 1 and not parts[-1].startswith("bin]]") else ""
        (project / "Cargo.toml").write_text(parts[0] + "".join("\n[[" + part for part in kept) + rest)

        shutil.copy(HERE / "dice.rs", project / "src/polyomino/dice.rs")
        put(project, LIST)
        forgotten(project, ["src/texts/kinds/dice.md"])
        (project / "src/texts/kinds/dice.md").write_text(PAGE)
        forgotten(project, ["a kind of notation/kind.rs has no row in src/kinds"])
        put(project, READER)
        put(project, ROW)
        done = cargo(project, "build", "--bin", "clowder")
        if done.returncode:
            sys.exit(f"the copy with the new kind does not compile:\n{done.stderr[-4000:]}")

        expect("validate", run(0, "validate", "dice", "1~4~6"), "ok")
        expect("validate", run(1, "validate", "dice", "1~7"), "input:1:3", "a die has 1 to 6 points", "found `7`")
        expect("identify", run(0, "identify", "1~4~6"), "dice")
        expect("canon", run(0, "canon", "dice", "2"), "2")
        expect("explain", run(0, "explain", "dice", "1~4~6"), "4 points")
        # Without a picture of its own, a kind is drawn as a table of its parts.
        expect("render", run(0, "render", "dice", "1~4~6"), "die", "1 points", "6 points")
        expect("render", run(0, "render", "dice", "1~4~6", "--to", "svg"), "<svg", "6 points")
        expect("diff", run(1, "diff", "dice", "1~4", "1~5"), "expected `4`, found `5`")
        expect("generate", run(2, "generate", "dice", "--seed", "1"), "dice")
        expect("help", run(0, "help", "dice"), "Dice are written", 'dice = die ("~" die)*', "clowder validate dice")
        expect("kinds", run(0, "kinds", "--format", "plain"), "dice\n")
    print("a kind was added with a reader, a page, a row and a line in the list of kinds")


main()
