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
    let summary = "3 read, 3 ok, 0 not ok\n".to_owned();
    assert_eq!(again, (0, String::new(), summary.clone()));
    let same = run_in(path, &["canon", "draw", "--diff", "@order", "@unended", "@right"]);
    assert_eq!(same, (0, String::new(), summary));
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
    let (status, out, _) = run(&["validate", "state", "--fix", &wrong], "");
    assert_eq!(
        (status, out),
        (1, format!("{wrong}\n")),
        "a state has too many neighbours to exclude another one"
    );
    let (status, out, err) = run(&["validate", "state", "--unsafe-fixes", &wrong], "");
    assert_eq!((status, out), (0, format!("{right}\n")));
    assert!(err.contains("replaced `g` with `G`\n"), "{err}");
}

/// The order does not depend on a wrong character outside the part that is sorted.
#[test]
fn the_order_is_repaired_beside_another_error() {
    for (kind, text, fixed) in [
        ("hand", "AkhfBCDz", "AfhkBCDz"),
        ("decks", "AbaBC?D", "AabBC?D"),
        ("fire-bag", "ba?df", "ab?df"),
        ("exhausted", "R0210B0204Y13x0", "B0204R0210Y13x0"),
        ("hand", "AcbaBCDefgh", "AabcBCDefgh"),
    ] {
        let (status, out, err) = run(&["validate", kind, "--fix", text], "");
        assert_eq!((status, &*out), (1, &*format!("{fixed}\n")), "{err}");
        assert!(err.contains("repaired[") && err.matches("error[").count() == 1, "{err}");
    }
    // The unknown card is among the cards to sort, or would move to another deck.
    for text in ["AkhzfBCDa", "ABDCaz"] {
        let (status, out, err) = run(&["validate", "hand", "--fix", text], "");
        assert_eq!((status, &*out), (1, &*format!("{text}\n")), "{err}");
        let help = "help: correct the other errors first, because the order may depend on them\n";
        assert_eq!(err.matches(help).count(), 1, "{err}");
    }
}

#[test]
fn a_file_gets_only_a_string_without_errors() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("draw.txt");
    let fix = |text: &str| {
        fs::write(&path, text).unwrap();
        let result = run_in(directory.path(), &["validate", "draw", "--fix", "@draw.txt", "-o", "draw.txt"]);
        (result, fs::read_to_string(&path).unwrap())
    };
    let ((status, out, err), after) = fix("A3,\tB3");
    assert_eq!((status, &*out, &*after), (0, "", "A3B3\n"), "{err}");
    let ((status, out, err), after) = fix("A3,\tX3");
    assert_eq!((status, &*out, &*after), (1, "", "A3,\tX3"), "{err}");
    let end = "; the file of -o was not written, because the string still has 3 errors\n";
    assert!(err.ends_with(end), "{err}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no other file is left");
}

#[test]
fn two_errors_in_a_short_string_are_repaired_together_but_not_safely() {
    let (status, out, _) = run(&["validate", "action", "--fix", "AfO303n"], "");
    assert_eq!((status, out.as_str()), (1, "AfO303n\n"));
    let (status, out, _) = run(&["validate", "action", "--unsafe-fixes", "AfO303n"], "");
    assert_eq!((status, out.as_str()), (0, "Af0303N\n"));
    // The two wrong characters are not similar to any letter or digit that is allowed, so they cannot be repaired.
    let (status, out, _) = run(&["validate", "penguins-placement", "--fix", "x3q1"], "");
    assert_eq!((status, out.as_str()), (1, "x3q1\n"));
}

#[test]
fn a_case_with_several_meanings_is_not_repaired() {
    let board = kinds::row(Kind::Board).example().to_ascii_uppercase();
    let (status, out, err) = run(&["validate", "board", "--fix", &board], "");
    let help = "help: write small letters for squares, and a capital letter only for a cat\n";
    assert_eq!((status, &*out), (1, &*board), "no cat becomes a square");
    assert!(err.starts_with("error[text/wrong-case]: all letters are capital letters\n"), "{err}");
    assert!(err.contains(help) && err.matches("error[").count() == 1, "{err}");
    // Each of the two letters `b` can be the name of the deck.
    let (status, out, err) = run(&["validate", "hand", "--fix", "abbcd"], "");
    assert_eq!((status, &*out), (1, "abbcd\n"));
    assert!(err.starts_with("error[text/wrong-case]: all letters are small letters\n"), "{err}");
    assert_eq!(run(&["validate", "hand", "--fix", "afhkbcdahw"], "").1, "AfhkBCDahw\n");
    // Other hexagons could be meant, but only one of the letters has another case.
    let board = "EEPEE\nEPEPE\nEEeEE\nEEPEE\n";
    assert_eq!(run(&["validate", "penguins-board", "--fix", "-"], board).1, board.replace('e', "E"));
}

#[test]
fn a_letter_that_looks_like_several_letters_is_not_repaired() {
    let board = kinds::row(Kind::Board).example();
    let wrong = board.replacen('g', "q", 1);
    let (status, out, err) = run(&["validate", "board", "--fix", &wrong], "");
    assert_eq!((status, out), (1, wrong));
    assert!(!err.contains("replace") && err.contains("found `q`"), "{err}");
}

#[test]
fn the_name_of_a_file_is_not_repaired() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("mine.txt"), "A6\n").unwrap();
    let (status, out, err) = run_in(directory.path(), &["validate", "challenge", "--fix", "mine.txt"]);
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("this is the name of a file, not a string of the kind `challenge`\n"), "{err}");
    assert!(err.contains("help: did you mean `@mine.txt`?\n"), "{err}");
    for words in
        [&["validate", "challenge", "--fix", "nofile.txt"][..], &["explain", "challenge", "out/a.json"]]
    {
        let (status, out, err) = run_in(directory.path(), words);
        assert_eq!((status, &*out), (1, ""), "{words:?}");
        let message = "this looks like the name of a file, but no file has this name; it is not a string of the kind `challenge`\n";
        assert!(err.starts_with(&format!("error[text/file-name]: {message}")), "{err}");
    }
    let (status, out, err) = run_in(directory.path(), &["validate", "nofile.txt"]);
    assert_eq!((status, &*out), (1, ""));
    assert!(
        err.contains("this looks like the name of a file, but no file has this name; it is not a string\n"),
        "{err}"
    );
    let (status, out, err) = run_in(directory.path(), &["diff", "mine.txt", "other.txt"]);
    let shown = out + &err;
    assert!(status == 1 && shown.contains("this is the name of a file, not a string\n"), "{shown}");
}

#[test]
fn the_error_message_of_a_program_is_one_error() {
    let directory = tempfile::tempdir().unwrap();
    let crash = "Exception in thread \"main\" java.lang.NullPointerException: board is null\n\
                 \tat Board.draw(Board.java:12)\n\tat Main.main(Main.java:3)\n";
    fs::write(directory.path().join("ada.txt"), crash).unwrap();
    fs::write(directory.path().join("ben.txt"), "A6\n").unwrap();
    let (status, _, err) = run_in(directory.path(), &["explain", "board", "--file", "ada.txt"]);
    let message =
        "error[text/other-kind]: this is a program's error message, not a string of the kind `board`\n";
    assert!(status == 1 && err.starts_with(message) && err.matches("error[").count() == 1, "{err}");
    assert!(err.contains("help: `clowder help board` describes the strings of this kind\n"), "{err}");
    assert!(err.ends_with("\nonly a string without errors can be explained\n"), "{err}");
    let files = ["--file", "ada.txt", "ben.txt", "--format", "concise"];
    let named = "ada.txt:1:1: error[text/other-kind]: this is a program's error message, not a string of the kind `board`\n";
    let (_, out, _) = run_in(directory.path(), &[&["validate", "board", "--suggest"], &files[..]].concat());
    assert!(out.starts_with(named), "{out}");
    let unnamed =
        "ada.txt:1:1: error[text/no-kind]: this is a program's error message, not a string of any kind\n";
    for options in [&["validate"][..], &["validate", "--suggest"]] {
        let (status, out, _) = run_in(directory.path(), &[options, &files[..]].concat());
        assert_eq!((status, &*out), (1, unnamed));
    }
}

#[test]
fn a_written_out_line_break_is_named() {
    let one = "EEPEE\\nEPEPE\nEEEEE\nEEPEE\n";
    let errors = run(&["validate", "penguins-board", "--fix", one], "").2;
    assert!(errors.contains("replaced the written-out `\\n` with a line break"), "{errors}");
    let board = "EEEEE\\nEEEEE\\nEEEEE\\nEEEPP\\n";
    let errors = run(&["validate", "penguins-board", "--fix", board], "").2;
    assert!(errors.contains("replaced each written-out `\\n` in"), "{errors}");
}

#[test]
fn python_is_named_once_even_with_other_errors() {
    let text = "{'game':'raft','state':[],'steps':[]}";
    let (status, out, _) = run(&["validate", "raft-record", text], "");
    let codes: Vec<_> = out.lines().filter_map(|line| line.strip_prefix("error[")?.split_once(']')).collect();
    assert_eq!(status, 1);
    assert_eq!(codes[0], ("text/source-code", ": this is Python, not JSON"));
    assert_eq!(
        codes[1..].iter().map(|code| code.0).collect::<Vec<_>>(),
        ["json/wrong-type", "json/missing-key"]
    );
}

#[test]
fn the_second_copy_of_a_card_is_marked_and_no_card_is_invented() {
    let (_, out, err) = run(&["validate", "hand", "AfhkBCDahww"], "");
    assert!(format!("{out}{err}").contains("-^ found `w`"), "{out}{err}");
    let (_, out, err) = run(&["validate", "hand", "AaaBCD"], "");
    assert!(!format!("{out}{err}").contains("did you mean"), "{out}{err}");
}

#[test]
fn a_board_in_a_file_is_no_hand() {
    let board = run(&["generate", "board", "--seed", "1"], "").1;
    for text in [board.clone(), board.replace('\n', "\r\n")] {
        let (status, out, err) = run(&["validate", "hand"], &text);
        assert_eq!(status, 1);
        assert!(
            format!("{out}{err}").contains("not a string of the kind `hand`, but of the kind `board`"),
            "{out}{err}"
        );
    }
}

/// A smaller string inside a damaged one is not what was meant.
#[test]
fn a_part_of_a_damaged_string_is_not_taken_for_the_whole() {
    let record = kinds::row(Kind::RaftRecord).example();
    let board = kinds::row(Kind::Board).example();
    let cut = board.replacen('\n', "", 1);
    for (arguments, text, code) in [
        (&["region"][..], "..#\n........\n.#.\n...\n", "region/uneven-lines"),
        (&["region"], "#...#\n##.#.\n#\n.#.#\n..#.#\n.\n", "region/uneven-lines"),
        (&["board"], &cut, "board/line-width"),
        (&[], &cut, "board/line-width"),
        (&[], "20113123:A32", "penguins-placement/cut-short"),
        (&[], "10412:D013", "penguins-challenge/cut-short"),
        (&["penguins-challenge"], "20113123:A32", "penguins-challenge/stray-text"),
        (&["penguins-placement"], "C1202", "penguins-placement/off-board"),
        (&["fire-bag"], "abcdefg:ijklmnp", "fire-bag/unknown-tile"),
        (&["hand"], "ABckoCD;", "hand/unknown-card"),
        (&["polyomino"], "XX../;XXXX/X...", "polyomino/unknown-letter"),
        (&[], &record.replacen(",\"state\"", "\"state\"", 1), "json/comma"),
        (&[], &record[..record.len() - 2], "json/truncated"),
        (&[], "405", "penguins-challenge/off-board"),
        (&[], "x5", "region/size"),
    ] {
        let (status, out, err) = run(&[&["validate", "--fix"], arguments, &["-"]].concat(), text);
        assert_eq!((status, out.trim_end()), (1, text.trim_end()), "{err}");
        assert!(err.contains(&format!("error[{code}]")), "{text}: {err}");
    }
    assert_eq!(run(&["validate", "exhausted", "--fix", "\"\""], "").0, 0);
    // A missing line break between two rows can be restored in one way only.
    let joined = "..#\n......\n.#.\n...\n";
    let (status, out, _) = run(&["validate", "region", "--fix", "-"], joined);
    assert_eq!((status, &*out), (0, "..#\n...\n...\n.#.\n...\n"));
}
