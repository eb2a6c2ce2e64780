//! Tests repairs on the command line: `canon --write`, `canon --diff` and `validate --fix`.

use crate::support::{Transcript, clowder, run};
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use clowder::raft::PlayableState;
use std::fs;
use std::path::Path;

/// Runs the program in a directory. Returns the exit status, standard output and standard error.
fn run_in(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = clowder().current_dir(directory).args(arguments).write_stdin("").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn names(directory: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn files_are_rewritten_only_if_the_repair_is_safe() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::write(path.join("order"), "B3A3\n").unwrap();
    fs::write(path.join("unended"), "B3A3").unwrap();
    fs::write(path.join("wrong"), "B3A7\n").unwrap();
    fs::write(path.join("right"), "A6\n").unwrap();
    let files = ["@order", "@unended", "@wrong", "--file", "right"];
    let written = |name: &str| fs::read_to_string(path.join(name)).unwrap();

    let (status, out, _) = run_in(path, &[&["canon", "draw", "--diff"], &files[..]].concat());
    assert_eq!(status, 1);
    let line = "\\ No newline at end of file\n";
    assert_eq!(
        out,
        format!(
            "--- order\n+++ order (canonical)\n@@ -1 +1 @@\n-B3A3\n+A3B3\n\
             --- unended\n+++ unended (canonical)\n@@ -1 +1 @@\n-B3A3\n{line}+A3B3\n{line}"
        )
    );
    assert_eq!(written("order"), "B3A3\n", "--diff writes nothing");

    let (status, out, err) = run_in(path, &[&["canon", "draw", "--write"], &files[..]].concat());
    assert_eq!((status, &*out), (1, "order: changed\nunended: changed\n"));
    assert!(err.contains("warning[draw/order]") && err.contains("error[draw/count]"), "{err}");
    assert_eq!(["order", "unended", "wrong", "right"].map(written), ["A3B3\n", "A3B3", "B3A7\n", "A6\n"]);
    assert_eq!(names(path), ["order", "right", "unended", "wrong"], "nothing is left beside the files");

    let again = run_in(path, &["canon", "draw", "--write", "@order", "@unended", "@right"]);
    assert_eq!(again, (0, String::new(), String::new()));
    let same = run_in(path, &["canon", "draw", "--diff", "@order", "@unended", "@right"]);
    assert_eq!(same, (0, String::new(), String::new()));
}

#[test]
fn a_file_that_is_damaged_as_a_whole_is_reported_with_its_cause_and_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let board = kinds::row(Kind::PenguinsBoard).example().replace('\n', "\r\n");
    fs::write(path.join("board"), &board).unwrap();
    let (status, out, err) = run_in(path, &["canon", "penguins-board", "--write", "--file", "board"]);
    assert_eq!((status, &*out), (1, ""));
    assert_eq!(err.matches("error[").count(), 1, "{err}");
    assert!(err.contains("error[text/windows-line-breaks]"), "{err}");
    assert_eq!(fs::read_to_string(path.join("board")).unwrap(), board);
    let (status, _, err) = run_in(path, &["canon", "draw", "--write", "--file", "."]);
    assert_eq!((status, &*err), (2, "clowder: . is not a regular file\n"));
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept_when_a_file_is_rewritten() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::create_dir(path.join("inner")).unwrap();
    fs::write(path.join("inner/draw"), "B3A3\n").unwrap();
    fs::set_permissions(path.join("inner/draw"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("inner/draw", path.join("link")).unwrap();
    assert_eq!(run_in(path, &["canon", "draw", "--write", "@link"]).0, 0);
    assert!(path.join("link").symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read_to_string(path.join("inner/draw")).unwrap(), "A3B3\n");
    let metadata = path.join("inner/draw").metadata().unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
    // A file that is already canonical is not written again.
    assert_eq!(run_in(path, &["canon", "draw", "--write", "@link"]).0, 0);
    assert_eq!(path.join("inner/draw").metadata().unwrap().ino(), metadata.ino());

    fs::write(path.join("fixed"), "B3A3\n").unwrap();
    fs::set_permissions(path.join("fixed"), fs::Permissions::from_mode(0o440)).unwrap();
    let (status, _, err) = run_in(path, &["canon", "draw", "--write", "@fixed"]);
    assert_eq!(
        (status, err.lines().last().unwrap()),
        (2, "clowder: cannot write fixed: the file is read-only")
    );
    assert_eq!(fs::read_to_string(path.join("fixed")).unwrap(), "B3A3\n");
}

#[test]
fn only_files_can_be_rewritten() {
    let transcript = Transcript::default();
    transcript.run(&["canon", "draw", "B3A3", "--write"], "");
    transcript.run(&["canon", "draw", "--diff"], "B3A3\n");
    transcript.run(&["canon", "draw", "--file", "-", "--write"], "B3A3\n");
    transcript.run(&["canon", "draw", "--lines", "--write", "@x"], "");
    transcript.run(&["canon", "draw", "--write", "--diff", "@x"], "");
    transcript.check("only_files_can_be_rewritten");
}

#[test]
fn offered_repairs_are_applied_and_reported() {
    let transcript = Transcript::default();
    let fix = |kind: &str, text: &str| transcript.run(&["validate", kind, text, "--fix"], "");
    fix("draw", "A6");
    fix("draw", "A3,B3");
    fix("draw", "\"B3 A3\"");
    fix("hand", "AkhfDa");
    fix("draw", "A9");
    fix("penguins-board", "EEPEE\r\nEPEPE\r\nEEEEE\r\nEEPEE\r\n");
    fix("draw", "\u{1b}[31m");
    transcript.run(&["validate", "draw", "--fix", "--format", "json", "B3;A3"], "");
    transcript.run(&["validate", "draw", "--fix", "--lines", "--format", "plain"], "A3,B3\nA6\nA9\n");
    transcript.run(&["validate", "draw", "--fix", "--format", "concise", "A3,B3"], "");
    transcript.check("repairs_applied");
}

#[test]
fn a_repaired_string_has_fewer_errors_or_is_unchanged() {
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        let half = example.len() / 2;
        let damaged = [
            format!(" {example}"),
            format!("'{}'", example.trim_end()),
            example.replacen(&example[half..=half], "", 1),
            format!("{}?{}", &example[..half], &example[half..]),
            example.to_lowercase(),
        ];
        for text in damaged {
            let read = |text: &str| kinds::read(kind, text, &ReadOptions::default());
            let count =
                |text: &str| read(text).diagnostics().len().max(usize::from(read(text).value().is_none()));
            let (status, out, _) = run(&["validate", kind.name(), "--fix", "--format", "json", &text], "");
            let result: serde_json::Value = serde_json::from_str(&out).unwrap();
            let fixed = result["fixed"].as_str().unwrap();
            let repairs = result["repairs"].as_array().unwrap().len();
            assert_eq!(result["ok"], status == 0, "{kind}: {text:?}");
            assert_eq!(repairs == 0, fixed == text, "{kind}: {text:?} became {fixed:?}");
            if status == 0 {
                assert!(read(fixed).strict().is_ok(), "{kind}: {fixed:?}");
            } else if repairs > 0 {
                assert!(count(fixed) < count(&text), "{kind}: {text:?} became {fixed:?}");
            }
        }
    }
}

#[test]
fn an_error_in_a_part_of_a_state_is_repaired() {
    let right = PlayableState::EXAMPLE;
    let wrong = right.replace("\"G0105\"", "\"g0105\"");
    let (status, out, err) = run(&["validate", "state", "--fix", &wrong], "");
    assert_eq!((status, out), (0, format!("{right}\n")));
    assert!(err.contains("replaced `g` with `G`\n"), "{err}");
}

#[test]
fn two_errors_in_a_short_string_are_repaired_together() {
    let (status, out, _) = run(&["validate", "action", "--fix", "AfO303n"], "");
    assert_eq!((status, out.as_str()), (0, "Af0303N\n"));
    // The two wrong characters are not similar to any letter or digit that is allowed, so they cannot be repaired.
    let (status, out, _) = run(&["validate", "penguins-placement", "--fix", "x3q1"], "");
    assert_eq!((status, out.as_str()), (1, "x3q1\n"));
}
