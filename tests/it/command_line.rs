//! Tests the verbs on the command line: exit statuses, streams, formats and inputs.

use crate::help::screens;
use crate::support::{Transcript, clowder, run, snapshot};
use std::fs;

const CHALLENGE: &str = "LNSNLASAF000300060012001506030903C000093030341203R11215";

#[test]
fn a_right_string_is_ok_and_a_wrong_one_is_shown_with_a_caret() {
    assert_eq!(run(&["validate", "challenge", CHALLENGE], ""), (0, "ok\n".into(), String::new()));
    let (status, out, err) = run(&["validate", "challenge", "LNSEF0008C00104R41203x"], "");
    assert_eq!((status, err.as_str()), (1, ""));
    snapshot("validate-wrong-challenge", &out);
}

#[test]
fn the_column_of_an_error_counts_the_original_characters() {
    let places = |arguments: &[&str]| -> Vec<String> {
        let (status, out, err) = run(arguments, "");
        assert_eq!(status, 1);
        let lines = out.lines().chain(err.lines());
        lines.filter(|line| line.contains("> ") || line.contains("::: ")).map(str::to_owned).collect()
    };
    // A long line is cut to the part near the error, and invisible characters are escaped; neither affects the
    // column.
    let long = ".".repeat(200) + "?";
    assert_eq!(places(&["validate", "region", &long]), [" --> input:1:201"]);
    assert_eq!(
        places(&["validate", "region", ".\u{1b}é\n.?."]),
        [" --> input:1:2", " --> input:1:3", " --> input:2:2"]
    );
    let painted = places(&["validate", "region", &long, "--color", "always"]);
    assert_eq!(painted, [" \u{1b}[1m\u{1b}[94m--> \u{1b}[0minput:1:201"]);
    // The related place is too far away to be shown in the same line.
    let squares: String = (0..60).map(|square| format!("{square:02}")).collect();
    let twice = format!("a{squares}00");
    assert_eq!(places(&["validate", "polyomino", &twice]), [" --> input:1:122", " ::: input:1:2"]);
}

#[test]
fn plain_errors_are_one_per_line() {
    let (status, out, _) = run(&["validate", "hand", "AffBCDz", "--format", "plain"], "");
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "1:3: hand/duplicate-card: card `f` of deck `A` is listed twice\n\
         1:7: hand/unknown-card: there is no card `z`; the cards of a deck are `a` to `y`\n"
    );
    assert_eq!(run(&["validate", "hand", "AfBCD", "--format", "plain"], "").1, "ok\n");
}

#[test]
fn the_result_object_has_its_fields_in_order() {
    let (status, out, _) = run(&["validate", "challenge", "LNSNF0003C00006R41203", "--format", "json"], "");
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "{\"v\":1,\"n\":1,\"id\":null,\"path\":null,\"kind\":\"challenge\",\"ok\":false,\"canonical\":null,\"diagnostics\":[\
         {\"code\":\"challenge/unknown-raft-card\",\"severity\":\"error\",\"class\":\"syntax\",\
         \"message\":\"there is no raft card `4`; the raft cards are 0 to 3\",\"span\":{\"start\":16,\"end\":17,\"line\":1,\"column\":17},\
         \"related\":[],\"square\":null,\"expected\":[\"0\",\"1\",\"2\",\"3\"],\"found\":\"4\",\"fix\":null}]}\n"
    );
    let (_, out, _) = run(&["validate", "draw", "A6", "--format", "json"], "");
    assert_eq!(
        out,
        "{\"v\":1,\"n\":1,\"id\":null,\"path\":null,\"kind\":\"draw\",\"ok\":true,\"canonical\":\"A6\",\"diagnostics\":[]}\n"
    );
}

#[test]
fn canon_repairs_order_with_a_warning_and_rejects_other_errors() {
    let (status, out, err) = run(&["canon", "hand", "AkhfDa"], "");
    assert_eq!((status, out.as_str()), (0, "AfhkBCDa\n"));
    assert!(err.starts_with("warning[hand/card-order]: card `h` must come before card `k`\n"), "{err}");
    let (status, out, err) = run(&["canon", "hand", "AaaBCD"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.starts_with("error[hand/duplicate-card]"), "{err}");
    let board = "fffffffff\n".repeat(12);
    assert_eq!(run(&["canon", "board"], &board), (0, board.clone(), String::new()));
}

#[test]
fn inputs_come_from_arguments_files_and_pipes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("draw.txt");
    fs::write(&path, "A3B3\n").unwrap();
    let path = path.to_str().unwrap();
    for arguments in [&["canon", "draw", "--file", path][..], &["canon", "draw", &format!("@{path}")]] {
        assert_eq!(run(arguments, ""), (0, "A3B3\n".into(), String::new()));
    }
    for arguments in [&["canon", "draw", "-"][..], &["canon", "draw"]] {
        assert_eq!(run(arguments, "A3B3\n"), (0, "A3B3\n".into(), String::new()));
    }
    assert_eq!(run(&["validate", "draw"], "A3B3\r\n").0, 1, "a carriage return is an error");
    assert_eq!(run(&["validate", "draw"], "A3B3\n\n").0, 1, "only one line break at the end is ignored");
    let (status, _, err) = run(&["validate", "draw", "--file", "/nowhere/at/all"], "");
    assert_eq!(
        (status, err.as_str()),
        (2, "clowder: cannot read /nowhere/at/all: No such file or directory (os error 2)\n")
    );
}

#[test]
fn a_batch_goes_on_after_a_file_that_cannot_be_read() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let (first, folder, last) = (path("a"), path("b"), path("c"));
    fs::write(&first, "A6").unwrap();
    fs::create_dir(&folder).unwrap();
    fs::write(&last, "B7").unwrap();
    let (status, out, err) =
        run(&["validate", "draw", "--format", "concise", "--file", &first, &folder, &last], "");
    assert_eq!((status, out.matches(&last).count(), out.lines().count()), (2, 1, 1), "{out}");
    assert!(err.starts_with(&format!("clowder: cannot read {folder}: it is a directory")), "{err}");
    assert!(err.ends_with("2 read, 1 ok, 1 not ok\n"), "{err}");
}

#[test]
fn several_arguments_are_a_batch() {
    let (status, out, _) = run(&["validate", "draw", "A6", "A7"], "");
    assert_eq!((status, out.lines().count()), (1, 2));
    assert!(out.lines().all(|line| line.starts_with("{\"v\":1,\"n\":")), "{out}");
    let (status, out, err) = run(&["validate", "draw", "A7", "A6", "--fail-fast", "--quiet"], "");
    assert_eq!((status, out.as_str(), err.as_str()), (1, "", "1 read, 0 ok, 1 not ok, stopped early\n"));
}

#[test]
fn numbers_outside_the_limits_are_usage_errors() {
    let most = "18446744073709551615";
    for (option, name, number, range) in
        [("--jobs", "N", "0", "1..=1024"), ("--max-line", "BYTES", most, "0..=1099511627776")]
    {
        let expected = format!(
            "error: invalid value '{number}' for '{option} <{name}>': {number} is not in {range}\n\n\
             For example: clowder validate hand AfhkBCDa\n`clowder help validate` has more examples.\n"
        );
        let told = run(&["validate", "draw", "--lines", option, number], "A6\nA6\n");
        assert_eq!(told, (2, String::new(), expected), "{option} {number}");
    }
}

#[test]
fn names_in_messages_and_saved_games_are_safe_to_show() {
    let reply = "{\"move\":\"\u{202e}\u{9b}\",\"messageID\":\"a\"}";
    let (status, out, _) = run(&["canon", "bot-reply", reply], "");
    assert_eq!((status, out.as_str()), (0, "{\"move\":\"\\u202e\\u009b\",\"messageID\":\"a\"}\n"));
}

#[test]
fn bytes_that_are_not_utf8_are_an_error_with_a_place() {
    let output = clowder().args(["validate", "draw"]).write_stdin(b"A3\xff".to_vec()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.starts_with("error[text/not-utf-8]: byte 2 is not UTF-8\n --> standard input:1:3\n"),
        "{err}"
    );
}

#[test]
fn explain_describes_each_part() {
    for (name, arguments) in [
        ("explain-challenge", &["explain", "challenge", CHALLENGE][..]),
        ("explain-action-cat", &["explain", "action", "R01040410AcBd"]),
        ("explain-action-tile", &["explain", "action", "l0003TW"]),
        ("explain-hand", &["explain", "hand", "AfhkBCDahw"]),
        ("explain-draw", &["explain", "draw", "A3B1D2"]),
        ("explain-exhausted", &["explain", "exhausted", "B0204G1300"]),
        ("explain-cat-card", &["explain", "cat-card", "6fppfPpfpR"]),
        (
            "explain-challenge-json",
            &["explain", "challenge", "LALAF1500C000032000630000R11506", "--format", "json"],
        ),
    ] {
        let (status, out, err) = run(arguments, "");
        assert_eq!((status, err.as_str()), (0, ""), "{name}");
        snapshot(name, &out);
    }
    let (status, out, err) = run(&["explain", "draw", "A7"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.starts_with("error[draw/count]"), "{err}");
}

#[test]
fn an_action_is_drawn_on_a_state() {
    let state = <clowder::raft::State as clowder::notation::Notation>::EXAMPLE;
    let transcript = Transcript::default();
    let (status, ..) = transcript.run(&["render", "action", "G01050306Ac", "--state", state], "");
    assert_eq!(status, 0);
    // A green cat on yellow squares stays green.
    transcript.run(&["render", "action", "G01050205Ac", "--state", state], "");
    let (status, out, _) = transcript.run(&["render", "action", "G01050306Ac", "--state", "[]"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    let (status, ..) = transcript.run(&["render", "hand", "ABCD", "--state", state], "");
    assert_eq!(status, 2);
    transcript.check("action-on-a-state");
}

/// Removes escape sequences for colour and style, and spaces at the ends of lines (which are invisible without a
/// background colour).
fn without_colour(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    let plain = pieces.fold(first, |plain, piece| plain + piece.split_once('m').unwrap().1);
    plain.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn colour_follows_the_same_rule_everywhere() {
    let printed = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = clowder();
        command.args(["render", "hand", "AfBCD"]).args(arguments).envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let [plain, coloured] = ["never", "always"].map(|when| printed(&[], &["--color", when]));
    assert_eq!(without_colour(&coloured), plain);
    assert_ne!(coloured, plain);
    let render = |variables: &[(&str, &str)], arguments: &[&str]| {
        let shown = printed(variables, arguments);
        assert!(shown == plain || shown == coloured, "{shown}");
        shown == coloured
    };
    assert!(!render(&[], &[]), "a pipe gets no colour");
    assert!(render(&[], &["--color", "always"]));
    assert!(render(&[("FORCE_COLOR", "1")], &[]));
    assert!(render(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!render(&[("FORCE_COLOR", "0")], &[]));
    assert!(!render(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!render(&[("FORCE_COLOR", "1")], &["--color", "never"]));
    let [plain, coloured] = ["never", "always"].map(|when| run(&["--help", "--color", when], "").1);
    assert_eq!(without_colour(&coloured), without_colour(&plain));
    assert!(!plain.contains('\u{1b}'));
    assert_ne!(coloured, plain);
}

#[test]
fn no_cursor_movement_reaches_a_terminal() {
    for kind in ["challenge", "board", "hand", "action", "draw", "state", "fire-tile", "exhausted"] {
        for format in ["human", "plain", "json"] {
            let evil = "A\x1b[2J\u{202e}\u{9b}3\x07";
            let (status, out, err) = run(&["validate", kind, "--format", format], evil);
            assert_eq!(status, 1);
            let shown = out + &err;
            assert!(shown.chars().all(|letter| letter == '\n' || !letter.is_control()), "{shown:?}");
            assert!(format == "json" || !shown.contains('\u{202e}'), "{shown:?}");
        }
    }
}

#[test]
fn usage_errors_have_status_2_and_help_has_status_0() {
    let cli = Transcript::default();
    assert_eq!(cli.run(&["validate", "nonsense", "x"], "").0, 2);
    assert_eq!(cli.run(&["nonsense"], "").0, 2);
    assert_eq!(cli.run(&["codes", "board/nonsense"], "").0, 2);
    assert_eq!(cli.run(&["codes", "board/heigth"], "").0, 2);
    cli.check("usage-errors");
    assert_eq!(run(&["--help"], "").0, 0);
    assert_eq!(run(&["validate", "--help"], "").0, 0);
    let (status, out, _) = run(&["--version"], "");
    assert_eq!((status, out), (0, format!("clowder {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn codes_and_kinds_and_challenges_are_listed() {
    let (_, out, _) = run(&["codes", "challenge/unknown-raft-card"], "");
    snapshot("codes-one", &out);
    let lines = |arguments: &[&str]| -> Vec<String> {
        let (status, out, err) = run(&[arguments, &["--format", "plain"]].concat(), "");
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
        out.lines().map(str::to_owned).collect()
    };
    let all = lines(&["codes"]);
    let of_boards: Vec<_> = all.iter().filter(|code| code.starts_with("board/")).cloned().collect();
    assert_eq!((all.len(), of_boards.len()), (251, 11));
    assert_eq!(lines(&["codes", "board"]), of_boards);
    assert_eq!(lines(&["kinds"]).len(), 24);
    let official = lines(&["challenges"]);
    let of_difficulties =
        ["0", "1", "2", "3", "4", "5"].map(|number| lines(&["challenges", "--difficulty", number]));
    assert_eq!(of_difficulties.each_ref().map(Vec::len), [4, 4, 8, 8, 8, 7]);
    assert_eq!((of_difficulties.concat(), official.len()), (official, 39));
    assert_eq!(lines(&["challenges", "--penguins"]).len(), 60);
    let one = run(&["challenges", "--random", "--seed", "7", "--format", "plain"], "");
    assert_eq!(one, run(&["challenges", "--random", "--seed", "7", "--format", "plain"], ""));
    assert!(one.2.is_empty() && one.1.lines().count() == 1);
    let (_, _, told) = run(&["challenges", "--random"], "");
    assert!(told.starts_with("seed "), "{told}");
}

#[test]
fn every_listed_example_is_valid() {
    let (_, kinds, _) = run(&["kinds", "--format", "json"], "");
    assert_eq!(kinds.lines().count(), 24);
    for line in kinds.lines() {
        let kind: serde_json::Value = serde_json::from_str(line).unwrap();
        let (name, example) = (kind["kind"].as_str().unwrap(), kind["example"].as_str().unwrap());
        let (status, out, _) = run(&["validate", name, "-"], &format!("{example}\n").replace("\n\n", "\n"));
        assert_eq!((status, out.as_str()), (0, "ok\n"), "{name} {example}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly_and_a_full_disk_does_not() {
    let shell = |script: &str| {
        let binary = assert_cmd::cargo::cargo_bin("clowder");
        let script = script.replace("clowder", binary.to_str().unwrap());
        std::process::Command::new("bash").args(["-c", &script]).output().unwrap()
    };
    let output = shell("clowder codes | head -1 >/dev/null; echo ${PIPESTATUS[0]}");
    assert_eq!((String::from_utf8_lossy(&output.stdout).trim(), output.stderr.len()), ("0", 0));
    let full = "No space left on device (os error 28)";
    let closed = "Bad file descriptor (os error 9)";
    for (script, reason) in [
        ("clowder codes >/dev/full", full),
        ("clowder codes >&-", closed),
        ("clowder --help >/dev/full", full),
    ] {
        let output = shell(script);
        let message = format!("clowder: cannot write standard output: {reason}\n");
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(2), message.as_str()),
            "{script}"
        );
    }
}

#[test]
fn an_argument_that_is_left_out_is_read_from_a_pipe() {
    for (arguments, piped, expected) in [
        (&["pentomino", "tile", "--count"][..], "3x20\n", (0, "2 distinct tilings, 8 in all\n")),
        (&["pentomino", "tile", "--count"], "", (1, "")),
        (&["pentomino", "name"], ".XX/XX./.X.\n", (0, "pentomino F, fire tile y\n")),
        (
            &["pentomino", "place", "F", "0000", "--format", "plain"],
            "3x3\n",
            (0, "0001\n0002\n0100\n0101\n0201\n"),
        ),
    ] {
        let (status, out, _) = run(arguments, piped);
        assert_eq!((status, out.as_str()), expected, "{arguments:?}");
    }
    let (status, given, _) = run(&["setup", CHALLENGE, "--seed", "1"], "");
    assert_eq!((status, given.is_empty()), (0, false));
    assert_eq!(run(&["setup", "--seed", "1"], CHALLENGE).1, given);
}

#[test]
fn a_closed_standard_input_is_an_error() {
    let clowder = assert_cmd::cargo::cargo_bin("clowder");
    let run = |arguments: &str| {
        let script = format!("exec '{}' {arguments} <&-", clowder.display());
        let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let closed = "clowder: cannot read standard input: it is closed\n".to_owned();
    for arguments in [
        "validate board",
        "validate board --lines",
        "canon hand --jsonl -",
        "validate draw --file -",
        "grade --answers /dev/null",
        "grade --requests",
        "bot replay -",
        "bot verify -",
        "bot play perfect --game tictactoe",
        "bot play --human --seed 1 --game tictactoe",
    ] {
        assert_eq!(run(arguments), (2, String::new(), closed.clone()), "{arguments}");
    }
    assert_eq!(run("validate draw A6"), (0, "ok\n".to_owned(), String::new()));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/tictactoe-games.jsonl");
    let told = "10 read, 10 ok, 0 not ok\n".to_owned();
    assert_eq!(run(&format!("validate game-record --lines --quiet {file}")), (0, String::new(), told));
}

#[test]
fn standard_input_is_read_only_once() {
    for arguments in [
        &["validate", "draw", "--lines", "-", "-"][..],
        &["validate", "draw", "-", "--file", "-"],
        &["grade", "--self", "--seed", "1", "-", "-"],
        &["bot", "verify", "-", "-"],
    ] {
        let (status, _, told) = run(arguments, "");
        let said = told.lines().any(|line| line.ends_with("standard input can be read only once"));
        assert!(status == 2 && said, "{arguments:?}: {told}");
    }
}

#[test]
fn every_verb_has_a_manual_page() {
    // Without the feature `arena`, some verbs only print why they are missing.
    let missing = ["bot check", "bot match", "bot tournament"];
    let missing = |command: &String| cfg!(not(arena)) && missing.contains(&command.as_str());
    for command in screens().into_iter().filter(|command| !missing(command)) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let (_, help, _) = run(&[&words[..], &["--help"]].concat(), "");
        let about = help.split("\n\n").next().unwrap().replace('\n', " ");
        let (status, page, errors) = run(&[&["man"], &words[..]].concat(), "");
        assert_eq!((status, errors.as_str()), (0, ""), "{command}");
        let name = [&["clowder"], &words[..]].concat().join("-");
        let page = page.replace("\\-", "-").replace("\\*(Aq", "'");
        let (_, described) = page.split_once(".SH NAME\n").unwrap();
        assert_eq!(described.lines().next(), Some(format!("{name} - {about}").as_str()), "{page}");
    }
    let (status, _, told) = run(&["man", "bot", "nosuch"], "");
    assert_eq!(
        (status, told.as_str()),
        (2, "clowder: there is no command `bot nosuch` (`clowder help` lists the verbs)\n")
    );
}

#[test]
fn a_misspelt_kind_is_named_even_if_it_could_be_a_string() {
    let (status, out, err) = run(&["render", "bord"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    let advice = "perhaps you meant:\n  clowder render board\n";
    assert!(err.starts_with("clowder: `bord` is not a kind;") && err.contains(advice), "{err}");
    assert_eq!(run(&["canon", "fire-bag", "cab"], "").1, "abc\n");
}

#[test]
fn no_card_of_a_hand_is_the_one_too_many() {
    let (_, out, _) = run(&["validate", "hand", "AfhkBCDahwx"], "");
    assert_eq!(
        out,
        "error[hand/too-many-cards]: the hand has 7 cards; at most 6 are allowed\n --> input:1:11\n  |\n\
         1 | AfhkBCDahwx\n  |           ^ expected at most 6 cards, found 7 cards\n\nnot a valid hand string: 1 error\n"
    );
}

#[test]
fn the_name_of_a_file_is_not_read_as_a_string_of_some_kind() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("board.txt"), "Aab").unwrap();
    let output = clowder().current_dir(&directory).args(["validate", "board.txt"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        report,
        "error[text/file-name]: this is the name of a file, not a string\n --> input:1:1\n  |\n\
         1 | board.txt\n  | ^^^^^^^^^\n  |\nhelp: did you mean `@board.txt`?\n"
    );
}
