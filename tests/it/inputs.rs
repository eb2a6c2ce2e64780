//! Tests how verbs read inputs and write outputs: arguments, files, pipes, terminals and empty inputs.

use crate::support::{clowder, run};
use clowder::notation::Kind;
use std::path::Path;
use std::process::Command;

/// Returns the standard output of a run that must succeed.
fn out(words: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let (status, out, err) = run(&words, "");
    assert_eq!(status, 0, "{words:?}: {err}");
    out
}

/// Runs the program on a terminal, and returns what the terminal shows.
#[cfg(target_os = "linux")]
fn on_a_terminal(arguments: &[&str]) -> String {
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let script = "import pty, sys; pty.spawn(sys.argv[1:])";
    let output = Command::new("python3").args(["-c", script]).arg(program).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[test]
fn files_and_directories_are_not_mistaken_for_strings() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("a.txt"), "AfBCD\n").unwrap();
    std::fs::write(at("b.txt"), "AzBCD\n").unwrap();
    let (a, b, all) = (at("a.txt"), at("b.txt"), directory.path().to_str().unwrap());
    // A shell replaces `outputs/*` in `--file outputs/*` with the names of all files in this directory.
    let (status, out, err) = run(&["validate", "hand", "--format", "concise", "--file", &a, &b], "");
    let wrong = "1:2: error[hand/unknown-card]: there is no card `z`; the cards of a deck are `a` to `y`";
    assert_eq!((status, out, err), (1, format!("{b}:{wrong}\n"), "2 read, 1 ok, 1 not ok\n".to_owned()));
    let (_, out, _) = run(&["identify", "--plain", "--file", &a, &a], "");
    assert_eq!(out, "decks hand\ndecks hand\n", "every verb that reads strings does the same");
    // Several file names without `--file` are also recognised.
    let (_, out, _) = run(&["validate", "hand", &a, &b, "--json"], "");
    assert_eq!(out.matches("text/file-name").count(), 2, "{out}");
    let (status, out, _) = run(&["validate", "hand", all], "");
    assert!(
        status == 1 && out.contains(&format!("to read all files in it, write `--file {all}/*`")),
        "{out}"
    );
    let (status, _, err) = run(&["validate", "hand", "--file", all], "");
    let expected = format!(
        "clowder: cannot read {all}: it is a directory; to read all files in it, write `--file {all}/*`\n"
    );
    assert_eq!((status, err), (2, expected));
    let (_, _, err) = run(&["validate", "draw"], "A6\nB6\n");
    assert!(
        err.ends_with("the input has several lines; `clowder validate --lines` reads each as one string\n"),
        "{err}"
    );
    let (_, _, err) = run(&["validate", "challenge"], "");
    assert!(err.ends_with("as an argument, with --file, or on standard input\n"));
}

#[test]
fn generated_strings_can_be_read_back_as_lines() {
    for kind in Kind::ALL {
        let (status, lines, err) =
            run(&["generate", kind.name(), "--seed", "3", "--count", "3", "--plain"], "");
        assert_eq!((status, &*err), (0, ""), "{kind}");
        let (status, _, told) = run(&["validate", kind.name(), "--lines", "--quiet"], &lines);
        assert_eq!((status, &*told), (0, "3 read, 3 ok, 0 not ok\n"), "{kind}: {lines}");
    }
}

#[test]
fn a_challenge_that_does_not_exist_is_answered_with_a_similar_challenge() {
    let (status, _, err) = run(&["setup", "Frist steps", "--seed", "1"], "");
    assert!(status == 1 && err.contains("did you mean `First steps`?"), "{err}");
    let (status, _, err) = run(&["setup", "40", "--seed", "1"], "");
    assert!(
        status == 1 && err.contains("there is no official challenge 40; the numbers are 1 to 39"),
        "{err}"
    );
}

#[test]
fn text_can_be_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let write = |arguments: &[&str], name: &str| {
        let output = clowder().args(arguments).arg("-o").arg(at(name)).output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        std::fs::read_to_string(at(name)).unwrap()
    };
    assert_eq!(write(&["canon", "hand", "AkfBCD"], "hand.txt"), "AfkBCD\n");
    assert_eq!(write(&["generate", "hand", "--seed", "3"], "hand.txt"), out("generate hand --seed 3"));
    assert_eq!(write(&["completions", "bash"], "clowder.bash"), out("completions bash"));
    // A failing run writes no file.
    let missing = clowder().args(["schema", "nonsense", "-o"]).arg(at("schema.json")).output().unwrap();
    assert!(missing.status.code() == Some(2) && !at("schema.json").exists());
    let (status, _, err) = run(&["canon", "hand", "AfkBCD", "-o", "/no/such/directory/file"], "");
    assert!(status == 2 && err.starts_with("clowder: cannot write /no/such/directory/file: "), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn several_arguments_on_a_terminal_get_an_answer_for_a_person() {
    let shown = on_a_terminal(&["validate", "draw", "A6", "B3D3", "--color", "never"]);
    assert_eq!(shown, "argument 1:\nok\nargument 2:\nok\n2 read, 2 ok, 0 not ok\n");
    let shown = on_a_terminal(&["validate", "draw", "A6", "B3D3", "--format", "json"]);
    assert!(shown.starts_with("{\"v\":1,\"n\":1,"), "{shown}");
    let shown = on_a_terminal(&["validate", "draw", "A3", "B", "1", "D2", "--color", "never"]);
    let advice = "4 read, 0 ok, 4 not ok\nif these words are one string, write it as one argument: A3B1D2\n";
    assert!(shown.ends_with(advice), "{shown}");
    // In a pipe, the answers of a batch are JSON.
    assert!(run(&["validate", "draw", "A6", "B3D3"], "").1.starts_with("{\"v\":1,\"n\":1,"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_wrong_string_on_a_terminal_names_the_commands_that_explain_it() {
    let guide = "`clowder codes draw/count` explains the first error, and `clowder help draw` describes this kind of string\n";
    let shown = on_a_terminal(&["validate", "draw", "A7", "--color", "never"]);
    assert!(shown.ends_with(&format!("\nnot a valid draw string: 1 error\n{guide}")), "{shown}");
    assert!(!run(&["validate", "draw", "A7"], "").1.contains("clowder codes"));
}

#[test]
fn the_text_of_every_verb_can_be_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let game = out("generate game-record --game tictactoe --seed 1");
    let state = out("generate raft-state --seed 7");
    std::fs::write(at("game.json"), &game).unwrap();
    std::fs::write(at("state.json"), &state).unwrap();
    std::fs::write(at("answers"), out("validate draw A6 A3B3 --format json")).unwrap();
    for line in [
        "validate hand AfhkBCDa",
        "explain hand AfhkBCDa",
        "identify 20113123",
        "kinds",
        "codes hand",
        "help hand",
        "apply penguins 20113123 A321",
        "apply raft @state.json",
        "apply tictactoe @game.json --ply 2",
        "outcome raft @state.json",
        "outcome tictactoe @game.json",
        "legal-moves tictactoe @game.json --ply 2",
        "legal-moves penguins 20113123",
        "perft @state.json --depth 1",
        "solve penguins 20113123",
        "challenges",
        "render hand AfhkBCDa",
        "diff hand AfhkBCDa AkhfBCDa",
        "pentomino list",
        "pentomino show F",
        "pentomino name F",
        "pentomino orient F",
        "pentomino place I 0100 6x10",
        "pentomino tile 3x20",
        "bot protocol",
        "bot verify game.json",
        "bot replay game.json --all",
        "grade --template python",
        "grade --suites",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let run = |more: &[&str]| {
            let output = clowder().current_dir(&directory).args(&words).args(more).output().unwrap();
            (output.status.code(), String::from_utf8(output.stdout).unwrap())
        };
        let (status, printed) = run(&[]);
        assert_eq!(run(&["-o", "out.txt"]), (status, String::new()), "{line}");
        assert_eq!(std::fs::read_to_string(at("out.txt")).unwrap(), printed, "{line}");
        assert!(!printed.is_empty(), "{line}");
        std::fs::remove_file(at("out.txt")).unwrap();
    }
    // Without an answer, a file is not replaced with an empty one.
    let refused = clowder()
        .current_dir(&directory)
        .args(["apply", "raft", "@state.json", "Aa9999N", "-o", "state.json"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(at("state.json")).unwrap(), state);
    let names: Vec<_> =
        std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "no incomplete file remains: {names:?}");
}

#[test]
fn explain_describes_only_what_it_does() {
    let (_, help, _) = run(&["explain", "--help"], "");
    let joined = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined.contains("if only a kind is given, the page about that kind"), "{help}");
    for option in ["--lines", "--null", "--quiet", "--jobs", "sarif"] {
        assert!(!help.contains(option), "{option}: {help}");
    }
}

#[test]
fn a_state_and_its_actions_may_be_split_or_joined_by_mistake() {
    let directory = directory();
    let place = directory.path();
    let (status, _, err) = at(place, "apply raft @state.json A3 D3", "");
    assert!(
        status == 1 && err.ends_with("\nif these words are one string, write it as one argument: A3D3\n"),
        "{err}"
    );
    let state = std::fs::read_to_string(place.join("state.json")).unwrap().replace(',', ", ");
    let line = format!("apply raft {} A3D3", state.trim_end());
    let quoted =
        format!("clowder: if these words are one string, write it as one argument: '{}'\n", state.trim_end());
    assert_eq!(told(place, &line), quoted);
    let advice = "\nif the shell removed the quotation marks, put the whole text in single quotes\n";
    for line in ["apply raft [ffn,A] A3D3", "solve raft [ffn,A]"] {
        let (status, _, err) = at(place, line, "");
        assert!(status == 1 && err.ends_with(advice), "{line}: {err}");
    }
    let (status, out, err) = at(place, "validate state [ffn,A]", "");
    assert_eq!((status, &*err), (1, &advice[1..]), "{out}");
    // A file name is not a state.
    let (status, _, err) = at(place, "solve raft state.json", "");
    assert!(status == 1 && err.contains("help: did you mean `@state.json`?"), "{err}");
}

#[test]
fn an_empty_pipe_gets_one_message() {
    let directory = directory();
    let place = directory.path();
    let kind = |kind: &str| format!("expected a string of the kind `{kind}` (see `clowder help {kind}`)");
    let ways = " as an argument, with --file, or on standard input";
    for (line, name) in [
        ("validate board", "board"),
        ("validate challenge", "challenge"),
        ("validate state", "state"),
        ("validate hand", "hand"),
        ("canon board", "board"),
        ("explain board", "board"),
        ("render board -", "board"),
        ("solve penguins", "penguins-state"),
        ("solve raft", "state"),
        ("apply raft", "state"),
        ("apply raft - A3D3", "state"),
        ("apply penguins", "penguins-state"),
        ("apply tictactoe", "game-record"),
        ("legal-moves raft", "state"),
        ("outcome raft -", "state"),
        ("perft --depth 1", "state"),
    ] {
        let expected = format!("clowder: standard input is empty; {}{ways}\n", kind(name));
        assert_eq!(at(place, line, ""), (1, String::new(), expected), "{line}");
    }
    for verb in ["validate", "canon", "explain", "render"] {
        let expected = format!("clowder: standard input is empty; expected a string{ways}\n");
        assert_eq!(at(place, verb, ""), (1, String::new(), expected), "{verb}");
    }
    for (line, name) in
        [("pentomino tile", "region"), ("pentomino show", "polyomino"), ("pentomino name -", "polyomino")]
    {
        let expected = format!("clowder: standard input is empty; {}\n", kind(name));
        assert_eq!(at(place, line, ""), (1, String::new(), expected), "{line}");
    }
    let expected = format!("clowder: empty.txt is empty; {}{ways}\n", kind("board"));
    assert_eq!(at(place, "validate board @empty.txt", ""), (1, String::new(), expected));
    for (line, status, expected) in [
        (
            "grade - --self",
            2,
            "clowder: standard input has no test cases; expected one test case per line, as `clowder \
          generate cases` writes them\n",
        ),
        (
            "setup",
            1,
            "clowder: standard input is empty; name a challenge, for example: clowder setup 'First steps'; \
          `clowder challenges` lists the official challenges\n",
        ),
        ("bot replay -", 1, "clowder: standard input is empty; expected a saved game\n"),
    ] {
        assert_eq!(at(place, line, ""), (status, String::new(), expected.to_owned()), "{line}");
    }
    // The empty string is a string of two kinds.
    let (status, out, err) = at(place, "identify", "");
    assert_eq!((status, out.lines().count()), (0, 2), "{out}");
    assert_eq!(err, "the input is empty; only these kinds have an empty string\n");
    assert_eq!(at(place, "validate exhausted", ""), (0, "ok\n".to_owned(), String::new()));
    assert_eq!(at(place, "canon hand", "").1, "ABCD\n");
    // In formats for programs, an empty input still has the usual errors.
    let (status, out, _) = at(place, "validate board --json", "");
    assert!(status == 1 && out.contains("\"code\":\"board/empty\""), "{out}");
    let (status, _, out) = at(place, "validate --plain", "");
    let empty = "1:1: text/several-kinds: the input is empty; only strings of the kinds `exhausted` and `fire-bag` can be empty\n";
    assert_eq!((status, &*out), (1, empty));
}

/// Creates a directory with a state and an empty file.
fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let state = out("setup 1 --seed 1 --islands 1f0,2f0,3p180,4p0");
    std::fs::write(directory.path().join("state.json"), state).unwrap();
    std::fs::write(directory.path().join("empty.txt"), "").unwrap();
    directory
}

/// Splits a line into words. Words in single quotes belong together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs a command line in a directory. Returns the exit status, standard output and standard error.
fn at(directory: &Path, line: &str, input: &str) -> (i32, String, String) {
    let output = clowder().current_dir(directory).args(words(line)).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The message of a command line that must exit with status 2 and without output.
fn told(directory: &Path, line: &str) -> String {
    let (status, out, err) = at(directory, line, "");
    assert_eq!((status, out.as_str()), (2, ""), "{line}: {err}");
    err
}

#[test]
fn a_pattern_that_the_shell_did_not_expand_names_its_files() {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in [("b.txt", "A6"), ("a.txt", "A3B3"), ("c.out", "A9"), ("odd*.txt", "B6")] {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let validate = |pattern: &str| {
        let path = directory.path().join(pattern);
        let (status, out, err) =
            run(&["validate", "draw", "--format", "concise", "--file", path.to_str().unwrap()], "");
        (status, out, err)
    };
    assert!(validate("?.txt").2.contains("2 read, 2 ok"), "{:?}", validate("?.txt"));
    assert!(validate("*").2.contains("4 read, 3 ok"), "{:?}", validate("*"));
    let (status, out, _) = validate("odd*.txt");
    assert_eq!((status, out.as_str()), (0, ""));
    let (status, _, err) = validate("*.none");
    assert!(status == 2 && err.contains("*.none"), "{err}");
}
