//! Tests a build without the feature `arena`. It must report what is missing and why, and all other functions must work.

use crate::support::run;
use std::fs;
use std::path::{Path, PathBuf};

const WHY: &str =
    "is not available: this clowder was built without the feature `arena`, which starts programs";

#[test]
fn verbs_that_start_programs_say_in_one_line_why_they_are_missing() {
    let game = ["--game", "tictactoe"];
    for (what, words) in [
        ("bot match", &["bot", "match", game[0], game[1], "--bot", "A=a", "--bot", "B=b"][..]),
        ("bot match", &["bot", "match", "--help"]),
        ("bot check", &["bot", "check", game[0], game[1], "--", "cat"]),
        ("bot check", &["bot", "check", "--help"]),
        ("bot tournament", &["bot", "tournament", "--resume", "nowhere"]),
        ("bot tournament", &["bot", "tournament"]),
        ("bot play with a command", &["bot", "play", game[0], game[1], "--human", "--", "cat"]),
        ("grade --command", &["grade", "--command", "cat"]),
        ("hunt", &["hunt", "--suite", "isSolution", "--command", "cat"]),
        // The option --each requires --command.
        ("grade --command", &["grade", "--each", "class/*", "--out", "nowhere", "--command", "cat {}"]),
        ("a player with a command", &["play", "raft", "1", "--seed", "1", "--player", "command cat"]),
        ("a player with a command", &["generate", "raft-game", "--seed", "1", "--player", "command cat"]),
    ] {
        assert_eq!(run(words, ""), (2, String::new(), format!("clowder: {what} {WHY}\n")), "{words:?}");
    }
}

#[test]
fn grading_without_a_program_still_works() {
    let case = r#"{"suite":"findSolution","initial":"20113123","expect":"A321B104C031D222"}"#;
    let (status, report, _) = run(&["grade", "--self", "--report", "markdown"], case);
    assert_eq!(status, 0, "{report}");
    assert!(report.contains("**1 case: 1 passed, 0 failed; 1 of 1 points**"), "{report}");
}

#[test]
fn built_in_bots_still_work() {
    let request = concat!(
        r#"{"state":{"token":"X","gameState":["-","-","-","-","-","-","-","-","-"],"activeTurn":true,"#,
        r#""opponent":"A","previousTurn":{"move":false},"showPreviousTurn":false},"#,
        r#""messageID":"884f9509-98f2-4554-a69e-f520b92adc77"}"#
    );
    let reply = "{\"move\":4,\"messageID\":\"884f9509-98f2-4554-a69e-f520b92adc77\"}\n";
    assert_eq!(
        run(&["bot", "play", "greedy", "--game", "tictactoe"], request),
        (0, reply.into(), String::new())
    );
}

/// The deals of Arboretum for the seed 7, as a build with the arena generates them.
const DEALS: &str = r#"{"deck":[["W",8],["M",8],["R",8],["R",4],["M",6],["W",4],["R",5],["W",7],["M",5],["M",4],["M",7],["W",5],["O",2],["C",3],["O",7],["M",2],["O",4],["J",7],["J",3],["R",2],["R",3],["W",6],["C",7],["C",2],["J",6],["M",3],["J",4],["O",3],["C",5],["J",5],["J",2],["R",1],["C",4],["O",1]],"handA":[["O",5],["J",1],["C",1],["W",3],["M",1],["C",8],["W",2]],"handB":[["C",6],["R",6],["R",7],["J",8],["O",6],["O",8],["W",1]],"discardA":[],"discardB":[],"playAreaA":{},"playAreaB":{},"seenA":{},"seenB":{},"turn":0,"subTurn":0,"currentPlayer":0,"opponent":"","previousTurn":false,"previousTurnMetaData":false,"playBack":false}
{"deck":[["M",7],["O",3],["C",2],["J",3],["W",7],["O",2],["M",2],["R",2],["W",6],["J",4],["C",5],["W",3],["W",5],["W",4],["O",5],["C",7],["J",1],["R",5],["M",5],["W",2],["C",6],["J",6],["C",8],["C",4],["R",1],["R",7],["O",6],["O",7],["M",4],["C",3],["O",4],["M",1],["M",3],["O",1]],"handA":[["R",4],["J",5],["J",2],["O",8],["W",8],["C",1],["M",8]],"handB":[["J",8],["M",6],["J",7],["R",8],["W",1],["R",3],["R",6]],"discardA":[],"discardB":[],"playAreaA":{},"playAreaB":{},"seenA":{},"seenB":{},"turn":0,"subTurn":0,"currentPlayer":0,"opponent":"","previousTurn":false,"previousTurnMetaData":false,"playBack":false}
"#;

#[test]
fn deals_are_generated() {
    let words = ["generate", "deals", "--game", "arboretum", "--seed", "7", "--count", "2"];
    assert_eq!(run(&words, ""), (0, DEALS.to_owned(), String::new()));
}

/// The journal of a match with two games between the bots `ann` and `bob`, which a build with the arena has written.
const JOURNAL: &str = include_str!("../cases/tictactoe-journal.jsonl");

/// Writes a journal to a new directory below `home`, and returns this directory.
fn saved(home: &Path, journal: &[u8]) -> PathBuf {
    let directory = home.join("saved");
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join("journal.jsonl"), journal).unwrap();
    directory
}

#[test]
fn bots_are_rated_by_a_saved_run() {
    let home = tempfile::tempdir().unwrap();
    let directory = saved(home.path(), JOURNAL.as_bytes());
    let table = "   bot  rating          games    won  drawn   lost\n \
        1 ann  1713 ±354           2      2      0      0\n \
        2 bob  1287 ±354           2      0      0      2\n\
        2 games from 1 run; equal bots draw 22.7 % of their games\n";
    let answer = run(&["bot", "rate", directory.to_str().unwrap(), "--format", "human"], "");
    assert_eq!(answer, (0, table.to_owned(), String::new()));
}
