//! Tests the verbs for Penguins Pool Party on the command line.

use crate::support::{Transcript, run};
use clowder::penguins::official_challenges;
use serde_json::Value;

/// Runs the program and returns its exit status and standard output.
fn answer(arguments: &[&str]) -> (i32, String) {
    let (status, out, _) = run(arguments, "");
    (status, out)
}

fn yes(out: &str) -> (i32, String) {
    (0, out.to_owned())
}

#[test]
fn kinds_can_be_read_with_partial_and_challenge() {
    assert_eq!(answer(&["validate", "penguins-challenge", "20113123"]), yes("ok\n"));
    assert_eq!(answer(&["validate", "penguins-placement", "C031"]), yes("ok\n"));
    assert_eq!(answer(&["validate", "penguins-solution", "A321B104C031D222"]), yes("ok\n"));
    assert_eq!(answer(&["validate", "penguins-solution", "A321", "--format", "plain"]).0, 1);
    assert_eq!(answer(&["validate", "penguins-solution", "A321", "--partial"]), yes("ok\n"));
    assert_eq!(answer(&["validate", "penguins-solution", "", "--partial"]), yes("ok\n"));
    let on = |solution| {
        answer(&["validate", "penguins-solution", solution, "--challenge", "20113123", "--format", "plain"])
    };
    assert_eq!(on("A321B104C031D222"), yes("ok\n"));
    let covers = "1:5: penguins-solution/on-penguin: block B covers the penguins on (2, 0) and (1, 1)\n\
        1:9: penguins-solution/on-penguin: block C covers the penguin on (3, 1)\n\
        1:13: penguins-solution/on-penguin: block D covers the penguin on (2, 3)\n";
    assert_eq!(on("A104B405C430D235"), (1, covers.to_owned()));
    let board = "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    assert_eq!(run(&["validate", "penguins-board"], board).1, "ok\n");
    assert_eq!(run(&["canon", "penguins-board"], board).1, board);
    assert_eq!(answer(&["canon", "penguins-challenge", "31010323"]), yes("01310323\n"));
    assert_eq!(answer(&["canon", "penguins-solution", "B104A321C214D222"]), yes("A321B104C031D222\n"));
    assert_eq!(answer(&["validate", "penguins-solution", "A321", "--challenge", "5"]).0, 2);
    let (status, out, err) =
        run(&["validate", "penguins-solution", "A410B430C022D120", "--challenge", "31010323"], "");
    assert_eq!((status, out.as_str()), (0, "ok\n"));
    assert!(err.starts_with("warning[penguins-challenge/order]: "), "{err}");
    assert!(err.contains(" --> --challenge:1:3"), "{err}");
}

#[test]
fn pictures_and_parts_of_every_kind() {
    let cli = Transcript::default();
    for (kind, text) in [
        ("penguins-challenge", "20113123"),
        ("penguins-placement", "C214"),
        ("penguins-solution", "A321B104C031D222"),
        ("penguins-state", "20113123:A321B104"),
        ("penguins-board", "EEPEE\nEPEPE\nEEEEE\nEEPEE\n"),
    ] {
        let (status, picture, _) = cli.run(&["render", kind, text, "--ascii"], "");
        assert_eq!((status, picture.lines().count(), picture.is_ascii()), (0, 19, true), "{kind}");
        assert_eq!(cli.run(&["explain", kind, text, "--format", "plain"], "").0, 0, "{kind}");
    }
    cli.check("penguins-cli-kinds");
    let (_, with) = answer(&["render", "penguins-solution", "A321", "--partial", "--challenge", "20113123"]);
    assert_eq!(with.matches('P').count(), 4);
}

#[test]
fn solving_lists_and_counts_solutions_and_stops() {
    let solve = |rest: &[&str]| answer(&[&["solve", "penguins"], rest].concat());
    assert_eq!(solve(&["20113123"]), yes("A321B104C031D222\n"));
    assert_eq!(solve(&["20113123", "A321B104"]), yes("A321B104C031D222\n"));
    assert_eq!(solve(&["20113123:A321B104"]), yes("A321B104C031D222\n"));
    assert_eq!(solve(&["20", "--count"]), yes("20\n"));
    assert_eq!(solve(&["20", "--limit", "2"]), yes("A031B103C420D435\nA104B112C022D430\n"));
    assert_eq!(solve(&["20", "--limit", "2", "--count"]), yes("2\n"));
    assert_eq!(solve(&["00102030", "--count"]), (1, "0\n".to_owned()));
    let (status, out, err) = run(&["solve", "penguins", "00102030"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(
        err,
        "00102030 has no solution: each remaining block fits somewhere, but they do not all fit at the same time\n"
    );
    let (status, _, err) = run(&["solve", "penguins", "00113343:C131"], "");
    assert_eq!((status, err.as_str()), (1, "00113343:C131 has no solution: block B fits nowhere\n"));
    assert_eq!(solve(&["2"]).0, 1, "a state that is not valid");
    assert_eq!(solve(&["20113123", "B405"]).0, 1, "a block on a penguin");
    assert_eq!(answer(&["solve", "tictactoe", "20"]).0, 2);
}

#[test]
fn all_official_challenges_in_one_batch() {
    let lines: String = official_challenges().iter().map(|one| one.printed.clone() + "\n").collect();
    let (status, out, err) = run(&["solve", "penguins", "--lines", "--jobs", "2"], &lines);
    assert_eq!((status, err.as_str()), (0, "60 read, 60 ok, 0 not ok\n"));
    for (line, one) in out.lines().zip(official_challenges()) {
        let found: Value = serde_json::from_str(line).unwrap();
        assert_eq!(found["solutions"], serde_json::json!([one.solution.to_string()]));
        assert_eq!(found["canonical"], one.challenge.to_string());
        assert_eq!(found["ok"], true);
    }
    assert_eq!(out.lines().count(), 60);
}

#[test]
fn legal_moves_are_sorted_and_may_be_empty() {
    let moves = |rest: &[&str]| answer(&[&["legal-moves", "penguins"], rest].concat());
    assert_eq!(
        moves(&["20113123:A321", "--only", "D"]),
        yes("D003\nD012\nD013\nD031\nD214\nD222\nD225\nD335\n")
    );
    assert_eq!(moves(&["20113123", "--count"]), yes("43\n"));
    assert_eq!(moves(&["20113123", "A321B104C031D222"]), yes(""));
    assert_eq!(moves(&["20113123", "--only", "E"]).0, 2);
    let (status, out) = moves(&["20113123:A321B104C031", "--format", "json"]);
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &found["count"], &found["moves"]), (0, &1.into(), &serde_json::json!(["D222"])));
}

#[test]
fn placements_are_applied_or_rejected_with_every_reason() {
    let apply = |rest: &[&str]| run(&[&["apply", "penguins"], rest].concat(), "");
    assert_eq!(apply(&["20113123", "A321", "B104"]), (0, "20113123:A321B104\n".to_owned(), String::new()));
    let (status, out, err) = apply(&["20113123", "C214"]);
    assert_eq!((status, out.as_str()), (0, "20113123:C031\n"));
    assert!(err.starts_with("warning[penguins-placement/rotation-of-c]"), "{err}");
    let (status, out, err) = apply(&["20113123", "A321", "B104", "B405", "D222", "--format", "plain"]);
    assert_eq!((status, out.as_str()), (1, ""), "a refused placement prints no state");
    let reasons = "1:1: penguins-solution/block-twice: block B is already placed, as B104\n\
        1:1: penguins-solution/on-penguin: block B covers the penguins on (2, 0) and (1, 1)\n\
        1:1: penguins-solution/overlap: block B overlaps block A on (3, 0) and (4, 0)\n";
    assert_eq!(err, reasons);
    let (_, _, err) = apply(&["20113123", "A000", "--format", "plain"]);
    assert_eq!(
        err,
        "1:1: penguins-placement/off-board: block A is partly off the board, at (0, -1), (-1, -1) and (-2, -1)\n"
    );
    let (_, _, err) = apply(&["20113123:A321", "A000", "--format", "plain"]);
    assert_eq!(
        err,
        "1:1: penguins-placement/off-board: block A is partly off the board, at (0, -1), (-1, -1) and (-2, -1)\n\
        1:1: penguins-solution/block-twice: block A is already placed, as A321\n"
    );
    let two = "{\"input\":\"20113123\",\"action\":\"C214\"}\n";
    let (_, _, err) = run(&["apply", "penguins", "--jsonl", "--format", "plain"], &two.repeat(2));
    let told = "action 1: 1:4: penguins-placement/rotation-of-c: block C with rotation 4 must be written with \
        rotation 1 and its other end, (0, 3), as the origin\n";
    assert_eq!(err, format!("line 1: {told}line 2: {told}2 read, 2 ok, 0 not ok\n"));
    let lines = r#"{"id":7,"state":"20113123","actions":["A321","B104"]}
{"id":8,"state":"20113123","action":"B405"}
{"id":9,"state":"20113123","action":5}
"20113123"
"#;
    let (status, out, err) = run(&["apply", "penguins", "--jsonl"], lines);
    assert_eq!((status, err.as_str()), (1, "4 read, 2 ok, 2 not ok\n"));
    let found: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&found[0]["id"], &found[0]["state"]), (&7.into(), &"20113123:A321B104".into()));
    assert_eq!((&found[1]["ok"], &found[1]["state"]), (&false.into(), &"20113123".into()));
    assert_eq!(found[1]["diagnostics"][0]["square"], serde_json::json!([2, 0]));
    assert_eq!(found[2]["diagnostics"][0]["code"], "text/not-json");
    assert_eq!(found[3]["state"], "20113123");
    let (_, out, _) =
        run(&["apply", "penguins", "--lines", "A321", "--format", "plain"], "20113123\n20113123:B104\n");
    assert_eq!(out, "20113123:A321\n20113123:A321B104\n");
}

#[test]
fn official_challenges_by_level_and_at_random() {
    let (status, out) = answer(&["challenges", "--penguins", "--format", "plain"]);
    assert_eq!((status, out.lines().count()), (0, 60));
    assert_eq!(out.lines().nth(8), Some("01310323"));
    let (_, out) = answer(&["challenges", "--penguins", "--level", "master"]);
    assert_eq!((out.lines().count(), out.lines().next()), (12, Some("49  master   004003")));
    let random =
        |seed| answer(&["challenges", "--penguins", "--random", "--seed", seed, "--format", "json"]).1;
    assert_eq!(random("3"), random("3"));
    assert_eq!(
        random("3"),
        "{\"number\":45,\"level\":\"expert\",\"challenge\":\"102133\",\"solution\":\"A410B003C430D235\"}\n"
    );
    assert_eq!(answer(&["challenges", "--penguins", "--level", "easy"]).0, 2);
    assert_eq!(answer(&["challenges", "--level", "master"]).0, 2);
}

#[test]
fn new_challenges_depend_on_the_seed() {
    let generate = |rest: &[&str]| run(&[&["generate", "penguins-challenge"], rest].concat(), "");
    let (status, out, _) = generate(&["--penguins", "2", "--unique", "--seed", "1", "--count", "3"]);
    assert_eq!((status, out.as_str()), (0, "2223\n0212\n2001\n"));
    let (status, out, err) = generate(&["--penguins", "2", "--unique", "--seed", "1", "--count", "20"]);
    assert_eq!((status, out.lines().count()), (1, 14));
    assert_eq!(err, "there are only 14 challenges with these properties, not 20\n");
    let (status, out, err) = generate(&["--penguins", "1", "--unique", "--seed", "1"]);
    assert_eq!(
        (status, out.as_str(), err.as_str()),
        (1, "", "there is no challenge with these properties\n")
    );
    let (_, out, _) =
        generate(&["--hardness", "4", "--unique", "--minimal", "--seed", "1", "--format", "json"]);
    assert_eq!(
        out,
        "{\"challenge\":\"0213\",\"penguins\":2,\"hardness\":4,\"remaining\":75,\"effort\":119,\"solutions\":1}\n"
    );
    let (_, _, err) = generate(&[]);
    assert!(err.starts_with("seed "), "{err}");
}
