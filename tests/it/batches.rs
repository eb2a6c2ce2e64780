//! Tests that batches answer in the order of the input lines, even if a line is wrong or the writer stops.

use crate::support::{clowder, run, snapshot};
use proptest::test_runner::{Config, TestRunner};
use std::io::{Read as _, Write as _};
use std::process::Stdio;

/// A small file with valid, wrong and malformed lines.
const JSONL: &str = "\"A6\"\n\"A7\"\n{\"id\":7,\"input\":\"B3A3\"}\n{\"id\":\"x\",\"input\":\"A3B3\",\"more\":1}\n{\"id\":1}\n[1\n\n42\n\"\\u00e9\\n\"\n";

#[test]
fn every_framing_gives_every_result_in_order() {
    for (name, arguments, input) in [
        ("batch-jsonl", &["validate", "draw", "--jsonl"][..], JSONL),
        ("batch-jsonl-canon", &["canon", "draw", "--jsonl"], JSONL),
        ("batch-jsonl-render", &["render", "draw", "--jsonl"], JSONL),
        ("batch-jsonl-plain", &["validate", "draw", "--jsonl", "--format", "plain"], JSONL),
        ("batch-lines", &["validate", "draw", "--lines"], "A6\nA7\n\nB3A3\r\nA3B3"),
        (
            "batch-lines-canon-plain",
            &["canon", "hand", "--lines", "--format", "plain"],
            "AaBCD\nAzBCD\nBaAa\n",
        ),
        ("batch-null", &["validate", "draw", "--null"], "A6\0A7\n\0\0A3B3"),
        ("batch-fail-fast", &["validate", "draw", "--lines", "--fail-fast"], "A6\nA7\nA6\nA7\n"),
        ("batch-max-line", &["validate", "draw", "--lines", "--max-line", "4"], "A3B3\nA3B3C\nA6\n"),
        ("batch-quiet", &["validate", "draw", "--lines", "--quiet"], "A6\nA7\n"),
    ] {
        let (status, out, err) = run(arguments, input);
        assert_eq!(status, 1, "{name}: {out}{err}");
        snapshot(name, &format!("{out}--- standard error\n{err}"));
    }
    assert_eq!(run(&["validate", "draw", "--lines"], "A6\nA6\n").0, 0);
    assert_eq!(run(&["validate", "draw", "--lines"], "").0, 0, "an empty stream has no error");
}

/// Valid and wrong states of tic-tac-toe, with legal and illegal moves.
const TICTACTOE: &str = r#"{"id":"x","input":{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","O"],"opponent":"","previousTurn":7,"playBack":false},"action":1}
{"id":2,"input":{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","X"],"opponent":"","previousTurn":7,"playBack":false}}
"{\"turn\":5,\"currentPlayer\":0,\"state\":[\"X\",\"-\",\"X\",\"-\",\"-\",\"-\",\"-\",\"O\",\"O\"],\"opponent\":\"\",\"previousTurn\":7,\"playBack\":false}"
{"id":[4],"input":{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","O"],"opponent":"","previousTurn":7,"playBack":false},"action":0}
{"id":5,"input":{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","O"],"opponent":"","previousTurn":7,"playBack":false},"actions":{}}
[1
{"id":7,"input":{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","O"],"opponent":"","previousTurn":7,"playBack":false},"actions":[3]}
{"id":8,"input":{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","O"],"opponent":"","previousTurn":7,"playBack":false},"actions":[3,4]}
"#;

#[test]
fn states_of_the_bot_games_can_be_a_batch() {
    for verb in ["apply", "legal-moves", "outcome"] {
        let ask = |options: &[&str]| run(&[&[verb, "tictactoe", "--jsonl"], options].concat(), TICTACTOE);
        let (status, out, err) = ask(&[]);
        assert_eq!(status, 1, "{out}{err}");
        snapshot(&format!("batch-tictactoe-{verb}"), &format!("{out}--- standard error\n{err}"));
        assert_eq!(out.lines().count(), TICTACTOE.lines().count());
        for jobs in ["1", "2", "5"] {
            assert_eq!(ask(&["--jobs", jobs]).1, out, "{verb} --jobs {jobs}");
        }
        assert_eq!(ask(&["--quiet"]), (1, String::new(), err), "{verb} --quiet");
        let first = ask(&["--fail-fast"]).1;
        assert!(out.starts_with(&first) && first.matches("\"ok\":false").count() == 1, "{verb}: {first}");
    }
}

#[test]
fn saved_games_can_be_a_batch() {
    let cases = |name: &str| {
        let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| line.to_owned() + "\n").take(4).collect::<String>()
    };
    let games = cases("arboretum-games.jsonl") + &cases("tictactoe-games.jsonl");
    let plain = |arguments: &[&str], input: &str| run(&[arguments, &["--format", "plain"]].concat(), input);
    let (status, out, err) = plain(&["outcome", "arboretum", "--lines"], &games);
    assert_eq!((status, out.lines().count()), (1, 4), "{out}{err}");
    assert_eq!(err.matches("game-record/unknown-game").count(), 4, "{err}");
    assert!(err.ends_with("8 read, 4 ok, 4 not ok\n"), "{err}");
    // Apply the same moves to the state at ply 0 of each saved game.
    let arboretum = cases("arboretum-games.jsonl").replace('\n', "\0");
    let (status, out, err) = plain(&["apply", "arboretum", "--null", "--ply", "0", "0", "0"], &arboretum);
    assert_eq!((status, out.lines().count(), err.as_str()), (0, 4, "4 read, 4 ok, 0 not ok\n"));
    let (_, again, _) = plain(&["legal-moves", "arboretum", "--lines", "--count"], &out);
    assert_eq!(again.lines().filter(|count| count.parse::<usize>().unwrap() > 0).count(), 4, "{again}");
    // If a game does not have this ply, only its line has an error.
    let tictactoe = cases("tictactoe-games.jsonl");
    let most = tictactoe.lines().map(|line| line.split("\"moves\":[").nth(1).unwrap());
    let moves: Vec<_> = most.map(|rest| rest.split(']').next().unwrap().split(',').count()).collect();
    let (short, long) = (moves.iter().min().unwrap(), moves.iter().max().unwrap());
    assert!(short < long, "{moves:?}");
    let ply = long.to_string();
    let (status, out, err) = plain(&["outcome", "tictactoe", "--lines", "--ply", &ply], &tictactoe);
    let able = moves.iter().filter(|&moves| moves == long).count();
    assert_eq!((status, out.lines().count()), (1, able), "{err}");
    assert_eq!(err.matches("game-record/no-such-ply").count(), 4 - able, "{err}");
}

#[test]
fn boards_and_states_can_use_every_framing() {
    use clowder::notation::Notation;
    let board = clowder::raft::Board::EXAMPLE;
    let state = clowder::raft::State::EXAMPLE;
    let json = serde_json::to_string(board).unwrap();
    for (framing, input) in
        [("--lines", board.replace('\n', "\\n")), ("--null", board.to_owned()), ("--jsonl", json)]
    {
        let (status, out, err) = run(&["validate", "board", framing], &input);
        assert_eq!(status, 0, "{framing} {out}{err}");
    }
    let object = format!("{{\"id\":1,\"input\":{state}}}");
    let string = serde_json::to_string(state).unwrap();
    for input in [state, &object, &string] {
        let (status, out, err) = run(&["validate", "state", "--jsonl"], input);
        assert_eq!(status, 0, "{out}{err}");
        let result: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(result["canonical"], state);
    }
}

/// The states that `setup` prints can be read with `--lines`. They are JSON, so `--lines` must not decode the `\\n`
/// in them before parsing.
#[test]
fn printed_states_can_be_lines() {
    let (status, states, _) = run(&["setup", "1", "--seed", "3", "--format", "plain"], "");
    assert_eq!((status, states.lines().count()), (0, 1), "{states}");
    assert!(states.contains("\\n"), "the board has line breaks, which are escaped: {states}");
    for verb in ["validate", "outcome"] {
        let kind = if verb == "validate" { "state" } else { "raft" };
        let (status, out, err) = run(&[verb, kind, "--lines"], &states.repeat(2));
        assert_eq!((status, out.lines().count(), err.as_str()), (0, 2, "2 read, 2 ok, 0 not ok\n"), "{out}");
    }
    let (_, canonical, _) = run(&["canon", "state", "--lines", "--format", "plain"], &states);
    assert_eq!(canonical, states);
}

/// White space between the tokens of an `id` is printed as spaces, because other white space could move the cursor of
/// a terminal.
#[test]
fn white_space_between_the_tokens_of_an_id_is_a_space() {
    let (status, out, _) = run(&["validate", "draw", "--jsonl"], "{\"id\":[1,\r2,\t3],\"input\":\"A6\"}\n");
    assert_eq!(status, 0, "{out}");
    assert_eq!(
        out,
        "{\"v\":1,\"n\":1,\"id\":[1, 2, 3],\"path\":\"-\",\"kind\":\"draw\",\"ok\":true,\"canonical\":\"A6\",\"diagnostics\":[]}\n"
    );
}

#[test]
fn the_id_of_the_caller_is_returned_unchanged() {
    let ids = ["1", "1.50", "\"a\\u0062\"", "null", "[1,{}]", "123456789012345678901234567890"];
    let input: String = ids.iter().map(|id| format!("{{\"id\":{id},\"input\":\"A6\"}}\n")).collect();
    let (_, out, _) = run(&["validate", "draw", "--jsonl"], &input);
    let expected: Vec<String> = (1..)
        .zip(ids)
        .map(|(number, id)| {
            format!(
                "{{\"v\":1,\"n\":{number},\"id\":{id},\"path\":\"-\",\"kind\":\"draw\",\"ok\":true,\"canonical\":\"A6\",\
                 \"diagnostics\":[]}}"
            )
        })
        .collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn an_id_is_safe_to_show() {
    let input = "{\"id\":\"\u{202e}\u{9b}a\",\"input\":\"A6\"}\n{\"id\":[\"\u{feff}\"],\"input\":\"A7\"}\n{\"id\":7,\"input\":8}\n";
    let (_, out, _) = run(&["validate", "draw", "--jsonl"], input);
    let heads: Vec<&str> = out.lines().map(|line| line.split(",\"path\"").next().unwrap()).collect();
    assert_eq!(
        heads,
        [r#"{"v":1,"n":1,"id":"\u202e\u009ba""#, r#"{"v":1,"n":2,"id":["\ufeff"]"#, r#"{"v":1,"n":3,"id":7"#]
    );
}

#[test]
fn a_file_with_any_name_is_named_in_messages() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("@draws"), "A6\nA7\n").unwrap();
    let output = clowder()
        .current_dir(directory.path())
        .args(["validate", "draw", "--lines", "--quiet", "@@draws"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "2 read, 1 ok, 1 not ok\n");
}

#[test]
fn the_output_is_the_same_for_any_number_of_jobs() {
    let input: String =
        (0..5_000).map(|n| format!("{}\n", ["A6", "A7", "B3A3", "", "é", "A3B3C"][n % 6])).collect();
    let one = run(&["validate", "draw", "--lines", "--jobs", "1"], &input);
    assert_eq!(one.1.lines().count(), 5_000);
    for jobs in ["2", "3", "8"] {
        assert_eq!(run(&["validate", "draw", "--lines", "--jobs", jobs], &input), one);
    }
}

#[test]
fn a_wrong_byte_anywhere_affects_only_its_own_line() {
    let bytes = JSONL.as_bytes();
    let (_, clean, _) = run(&["validate", "draw", "--jsonl", "--jobs", "1"], JSONL);
    for at in 0..bytes.len() {
        for fault in [0xff, 0, b'"'] {
            let mut broken = bytes.to_vec();
            if broken[at] == b'\n' || broken[at] == fault {
                continue;
            }
            broken[at] = fault;
            let output = clowder()
                .args(["validate", "draw", "--jsonl", "--jobs", "1"])
                .write_stdin(broken)
                .output()
                .unwrap();
            let out = String::from_utf8(output.stdout).unwrap();
            let hit = JSONL[..at].matches('\n').count();
            assert_eq!(out.lines().count(), clean.lines().count(), "byte {at} became {fault}");
            for (number, (line, before)) in out.lines().zip(clean.lines()).enumerate() {
                assert!(number == hit || line == before, "byte {at} became {fault}: line {number} is {line}");
            }
        }
    }
}

#[test]
fn any_bytes_give_as_many_results_as_lines() {
    let config = Config { cases: 60, failure_persistence: None, ..Config::default() };
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 0..300);
    TestRunner::new(config)
        .run(&bytes, |bytes| {
            let output =
                clowder().args(["validate", "hand", "--lines"]).write_stdin(bytes.clone()).output().unwrap();
            let lines = bytes.split(|&byte| byte == b'\n').count()
                - usize::from(bytes.ends_with(b"\n") || bytes.is_empty());
            assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), lines, "{bytes:?}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_slow_stream_is_answered_line_by_line() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("clowder"))
        .args(["validate", "draw", "--lines"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    for _ in 0..3 {
        input.write_all(b"A6\n").unwrap();
        let mut answer = [0; 4];
        output.read_exact(&mut answer).unwrap();
        let mut byte = [0];
        while byte != *b"\n" {
            output.read_exact(&mut byte).unwrap();
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_stream_that_stops_early_does_not_wait_for_more_input() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("clowder"))
        .args(["validate", "draw", "--lines", "--fail-fast", "--quiet", "--jobs", "3"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // The input is so long that several threads work on it. It ends with an error, while the pipe stays open.
    input.write_all("A6\n".repeat(100_000).as_bytes()).unwrap();
    input.write_all(b"wrong\n").unwrap();
    let mut summary = String::new();
    child.stderr.take().unwrap().read_to_string(&mut summary).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(summary, "100001 read, 100000 ok, 1 not ok, stopped early\n");
    drop(input);
}

#[test]
fn an_interrupt_leaves_complete_lines_and_status_130() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let script = format!(
            "set -m; (yes A3B3) 2>/dev/null | {} validate draw --lines > \"$0\" 2>/dev/null & sleep 0.3; \
             kill -{signal} $(pgrep -g $(jobs -p) clowder); wait %1; echo $?",
            assert_cmd::cargo::cargo_bin("clowder").display()
        );
        let file = tempfile::NamedTempFile::new().unwrap();
        let output =
            std::process::Command::new("bash").args(["-c", &script]).arg(file.path()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), status.to_string(), "{output:?}");
        let written = std::fs::read_to_string(file.path()).unwrap();
        assert!(written.ends_with("}\n") && written.len() > 1_000, "{} bytes", written.len());
    }
}

#[test]
fn the_reader_may_stop_early() {
    let script = format!(
        "yes A3B3 | {} validate draw --lines | head -1 >/dev/null; echo ${{PIPESTATUS[1]}}",
        assert_cmd::cargo::cargo_bin("clowder").display()
    );
    let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "0");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("clowder"), "{output:?}");
    for script in ["validate draw --lines >/dev/full", "validate draw --lines >&-"] {
        let script = format!("echo A6 | {} {script}", assert_cmd::cargo::cargo_bin("clowder").display());
        let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{script}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write standard output"), "{script}");
    }
}

#[test]
fn a_line_can_name_its_kind() {
    let lines = "{\"kind\":\"hand\",\"input\":\"AbAa\"}\n{\"kind\":\"draw\",\"input\":\"A6\"}\n{\"kind\":\"hnad\",\"input\":\"A6\"}\n";
    let (status, out, err) = run(&["canon", "--jsonl"], lines);
    assert_eq!(status, 1, "{out}{err}");
    snapshot("batch-kinds", &format!("{out}--- standard error\n{err}"));
}

#[test]
fn a_slow_batch_uses_all_threads_and_keeps_the_order() {
    let state = <clowder::raft::State as clowder::notation::Notation>::EXAMPLE;
    let input = format!("{state}\n").repeat(6);
    let ask = |jobs| run(&["perft", "--depth", "2", "--lines", "--jobs", jobs], &input);
    let one = ask("1");
    assert_eq!((one.0, one.1.lines().count()), (0, 6), "{}", one.2);
    assert_eq!(ask("3"), one);
}
