//! Tests the format that lists only errors, the member `path`, and Windows line breaks.

use crate::support::{Transcript, clowder, run};
use serde_json::Value;

/// Creates a directory with files of draws: plain lines, JSON lines, and strings separated by NUL bytes.
fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(directory.path().join(name), bytes).unwrap();
    write("draws.txt", b"A6\nA7\nB3A3\n");
    write("draw 1,5%.txt", b"A3B2\n");
    write("draws.jsonl", b"\"A6\"\n{\"id\":7,\"input\":\"B3\\u0041\\u0033\"}\n[\n");
    write("draws.nul", b"A6\0A7\0\nA6\0A8");
    write("state.json", br#"["","ABCD","A\u0061a","","aab"]"#);
    directory
}

/// Runs the program in the directory. Returns the exit status, standard output and standard error.
fn run_in(directory: &tempfile::TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = clowder().current_dir(directory.path()).args(arguments).write_stdin("").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn concise_errors_name_the_file_the_line_and_the_column() {
    let files = directory();
    let concise = |arguments: &[&str]| {
        let (status, out, _) = run_in(&files, &[arguments, &["--format", "concise"]].concat());
        assert_eq!(status, 1, "{arguments:?}");
        out.lines()
            .map(|line| line.split_once(": error[").unwrap_or_else(|| panic!("{line}")).0.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(concise(&["validate", "draw", "--lines", "draws.txt"]), ["draws.txt:2:2", "draws.txt:3:3"]);
    // The second line is JSON with an escape sequence, and the third line cannot be decoded.
    assert_eq!(
        concise(&["validate", "draw", "--jsonl", "draws.jsonl"]),
        ["draws.jsonl:2:20", "draws.jsonl:3:2"]
    );
    assert_eq!(
        concise(&["validate", "draw", "--null", "draws.nul"])[..2],
        ["draws.nul:1:5".to_owned(), "draws.nul:1:7".to_owned()]
    );
    assert_eq!(concise(&["validate", "draw", "--null", "draws.nul"]).last().unwrap(), "draws.nul:2:5");
    // The hand has a duplicate card, and the bag has a duplicate tile. Each span is at the second of the two equal
    // letters. In the hand, the second letter comes after an escape sequence.
    let places = concise(&["validate", "state", "--file", "state.json"]);
    assert!(places.contains(&"state.json:1:20".to_owned()), "{places:?}");
    assert!(places.contains(&"state.json:1:28".to_owned()), "{places:?}");
    // The lines of the second file are counted from 1 again.
    let both = concise(&["validate", "draw", "--lines", "draws.txt", "draw 1,5%.txt"]);
    assert_eq!(both.last().unwrap(), "draw 1,5%.txt:1:1");
    assert_eq!(concise(&["validate", "draw", "A7"]), ["<argument>:1:2"]);
    assert_eq!(concise(&["validate", "draw", "A6", "A7"]), ["<argument 2>:1:2"]);
    let (status, out, _) = run(&["validate", "draw", "--format", "concise"], "A7");
    assert_eq!((status, out.split_once(": ").unwrap().0), (1, "<stdin>:1:2"));
    // The error is about the whole line, although the line contains a challenge.
    let line = r#"{"id":1,"challenge":"20113123","actions":["A321",7]}"#;
    let (status, _, err) = run(&["apply", "penguins", "--jsonl", "--format", "concise"], line);
    assert_eq!((status, err.split_once(": ").unwrap().0), (1, "<stdin>:1:50"));
}

#[test]
fn verbs_write_their_errors_in_the_format_or_reject_it() {
    let transcript = Transcript::default();
    transcript.run(&["canon", "draw", "B3A3", "--format", "concise"], "");
    transcript.run(&["canon", "draw", "--format", "concise"], "B7");
    transcript.run(&["explain", "draw", "B3A3", "--format", "concise"], "");
    transcript.run(&["diff", "draw", "A7", "A6", "--format", "concise"], "");
    transcript.run(&["apply", "penguins", "20113123", "A321", "A1", "--format", "concise"], "");
    transcript.run(&["codes", "--format", "concise"], "");
    transcript.run(&["solve", "penguins", "20113123", "--format", "concise"], "");
    transcript.check("format_of_errors");
}

#[test]
fn every_result_has_the_path_of_its_input() {
    let files = directory();
    let paths = |arguments: &[&str]| {
        let (_, out, _) = run_in(&files, &[arguments, &["--format", "json"]].concat());
        let path = |line: &str| serde_json::from_str::<Value>(line).unwrap()["path"].take();
        out.lines().map(path).collect::<Vec<_>>()
    };
    assert_eq!(paths(&["validate", "draw", "A6"]), [Value::Null]);
    assert_eq!(paths(&["validate", "draw", "A6", "@draws.txt"]), [Value::Null, "draws.txt".into()]);
    assert_eq!(paths(&["canon", "draw", "--file", "draw 1,5%.txt"]), ["draw 1,5%.txt"]);
    assert_eq!(
        paths(&["validate", "draw", "--lines", "draws.txt", "draws.nul"])[2..4],
        ["draws.txt", "draws.nul"]
    );
    assert_eq!(paths(&["validate", "draw", "-"]), ["-"]);
    assert_eq!(paths(&["validate", "draw"]), ["-"]);
}

#[test]
fn line_ends_and_byte_order_marks_belong_to_the_stream() {
    let transcript = Transcript::default();
    let windows = "\u{feff}A6\r\nA3B3\r\n";
    transcript.run(&["validate", "draw", "--lines"], windows);
    transcript.run(&["canon", "draw", "--lines", "--format", "plain"], windows);
    transcript.run(&["validate", "draw", "--jsonl"], "\u{feff}\"A6\"\r\n\"B6\"\r\n");
    transcript.run(&["validate", "draw"], "\u{feff}A6\n");
    transcript.run(&["validate", "draw"], "A6\r\n");
    transcript.run(&["validate", "draw", "\u{feff}A6"], "");
    transcript.check("windows_line_breaks");
}
