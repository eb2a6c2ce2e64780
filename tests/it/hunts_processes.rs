//! Hunts for the mistakes of real programs that were written independently of the rules in this crate.

use crate::support::{run, withheld};
use serde_json::Value;
use std::fs;

/// The mistakes of `tests/zoo/cats.py`, with the misconceptions that must be named (if the catalogue has them).
const MISTAKES: [(&str, &str); 13] = [
    ("no-path", "cat-no-path"),
    ("number-of-discards", "cat-any-number-of-discards"),
    ("hand-ignored", "cat-discards-not-in-hand"),
    ("exhausted-by-colour", "cat-exhausted-by-colour"),
    ("wild-blocks", "cat-blocked-by-wild"),
    ("deck-ignored", "cat-discards-from-any-deck"),
    ("diagonal", "cat-diagonal"),
    ("wraps", "cat-wraps"),
    ("cats-block", "cat-blocked-by-cats"),
    ("end-taken-by-same-colour", "cat-end-taken-by-same-colour"),
    ("same-card-twice", "cat-same-card-twice"),
    ("start-on-empty-wild", "cat-starts-on-wild"),
    ("leaves-the-raft", "cat-leaves-raft"),
];

/// The JSON of the mistakes that a hunt finds in `tests/zoo/cats.py`.
fn hunt(mistake: &str, options: &[&str]) -> (i32, Vec<Value>, String) {
    let command = format!("python3 tests/zoo/cats.py {mistake}");
    let fixed = ["hunt", "--suite", "isCatMovementValid", "--command", &command, "--seed", "1", "--json"];
    let (status, text, notes) = run(&[&fixed[..], options].concat(), "");
    (status, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), notes)
}

#[test]
fn thirteen_wrong_programs_are_found_and_named() {
    let mut named = 0;
    for (mistake, name) in MISTAKES {
        let (status, found, notes) = hunt(mistake, &["--time", "60"]);
        assert_eq!((status, found.len()), (1, 1), "{mistake}: {notes}");
        named += usize::from(found[0]["misconception"]["variant"] == *name);
        assert!(
            ["null", &format!("\"{name}\"")]
                .contains(&found[0]["misconception"]["variant"].to_string().as_str()),
            "{mistake}: {}",
            found[0]
        );
        let lit = found[0]["case"]["state"][0].as_str().unwrap().replace(['f', '\n'], "").len();
        assert!(lit <= 9 + 6, "{mistake}: {}", found[0]["case"]);
    }
    assert!(named >= 12, "{named} of 13 are named");
}

#[test]
fn a_right_program_passes_a_hunt() {
    assert_eq!(hunt("", &["--questions", "400", "--time", "60"]).0, 0);
}

#[test]
fn two_mistakes_are_two_findings_and_no_single_cause() {
    let (_, found, _) =
        hunt("diagonal deck-ignored", &["--count", "2", "--questions", "2000", "--time", "60"]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|found| found["misconception"].is_null()), "{found:?}");
}

#[test]
fn a_smallest_case_is_written_for_grade_and_for_junit() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("smallest.jsonl");
    let path = path.to_str().unwrap();
    assert_eq!(hunt("no-path", &["-o", path]).0, 1);
    assert_eq!(run(&["grade", path, "--self", "--seed", "1"], "").0, 0);
    assert_eq!(run(&["grade", path, "--command", "python3 tests/zoo/cats.py no-path"], "").0, 1);
    let command = ["--command", "python3 tests/zoo/cats.py no-path", "--seed", "1", "--junit-java"];
    let (_, java, _) = run(&[&["hunt", "--suite", "isCatMovementValid"], &command[..]].concat(), "");
    assert!(java.contains("@Test\npublic void isCatMovementValid_"), "{java}");
    assert!(java.contains("assertFalse(Harness.isCatMovementValid(new String[] {"), "{java}");
}

#[test]
fn a_flaky_program_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("flaky.py");
    fs::write(
        &program,
        "import json, sys\nfor count, line in enumerate(sys.stdin):\n    print(json.dumps({'id': json.loads(line)['id'], 'answer': count % 2 == 0}), flush=True)\n",
    )
    .unwrap();
    let command = format!("python3 {}", program.to_str().unwrap());
    let (status, text, _) = run(&["hunt", "--suite", "isSolution", "--command", &command, "--seed", "1"], "");
    assert_eq!(status, 1);
    assert!(text.contains("This program is flaky"), "{text}");
}

#[test]
fn a_program_cannot_ask_clowder_for_the_answers() {
    if !withheld().is_empty() {
        eprintln!("\n*** SKIPPED: this kernel does not allow a complete sandbox ***\n");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    // The thief knows where clowder is, and has a copy of it with another name.
    let clowder = assert_cmd::cargo::cargo_bin("clowder");
    let copy = directory.path().join("out/solution");
    fs::create_dir(directory.path().join("out")).unwrap();
    fs::copy(&clowder, &copy).unwrap();
    let program = directory.path().join("thief.py");
    fs::write(
        &program,
        "#!/usr/bin/env python3
import glob, json, os, shutil, subprocess, sys
places = [sys.argv[1], shutil.which('clowder') or 'clowder', sys.argv[2]] + glob.glob('/proc/[0-9]*/exe')
for line in sys.stdin:
    question, reply = json.loads(line), None
    for place in places:
        try:
            if os.path.realpath(place) == os.path.realpath(sys.executable): continue
            run = subprocess.run([place, 'answer'], input=line, capture_output=True, text=True, timeout=5)
            reply = json.loads(run.stdout)
            break
        except (OSError, ValueError, subprocess.SubprocessError): pass
    print(json.dumps(reply or {'id': question['id'], 'answer': 'nothing found'}), flush=True)
",
    )
    .unwrap();
    // A submission can also be called clowder.
    let namesake = directory.path().join("own/clowder");
    fs::create_dir(directory.path().join("own")).unwrap();
    fs::copy(&program, &namesake).unwrap();
    fs::set_permissions(&namesake, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let cases = directory.path().join("cases.jsonl");
    fs::write(&cases, "{\"suite\":\"isSolution\",\"board\":\"EEEEEEEEEEEEEEEEEEEE\",\"placed\":[]}\n")
        .unwrap();
    let [program, namesake, cases, clowder, copy] =
        [&program, &namesake, &cases, &clowder, &copy].map(|path| path.to_str().unwrap());
    let folder = std::path::Path::new(clowder).parent().unwrap().to_str().unwrap();
    let path = format!("PATH={folder}:{}", std::env::var("PATH").unwrap());
    for program in [format!("python3 {program}"), namesake.to_owned()] {
        let command = format!("{program} {clowder} {copy}");
        let (status, text, notes) =
            run(&["grade", cases, "--command", &command, "--env", &path, "--read", folder], "");
        assert_eq!(status, 1, "{text}{notes}");
        assert!(text.contains("nothing found"), "{text}{notes}");
    }
}
