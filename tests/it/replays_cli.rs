//! Tests replays and the verification of saved games on the command line, also with message logs and with games of
//! Race to the Raft.

use crate::figures::{each_element, parsed_page};
use crate::support::run;
use clowder::kinds;
use clowder::notation::{Kind, Notation as _};
use clowder::raft::record::RaftRecord;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Writes a saved game with a message log next to it, and returns its replay page.
fn page_with_log(directory: &Path, record: &str, log: &[Value]) -> String {
    fs::create_dir_all(directory.join("games")).unwrap();
    let (game, out) = (directory.join("games/1.json"), directory.join("game.html"));
    fs::write(&game, record).unwrap();
    let lines: String = log
        .iter()
        .map(|entry| {
            let mut line = json!({"game": "tictactoe", "id": 2});
            line.as_object_mut().unwrap().extend(entry.as_object().unwrap().clone());
            line.to_string() + "\n"
        })
        .collect();
    fs::write(directory.join("messages.jsonl"), lines).unwrap();
    let paths = [&game, &out].map(|path| path.to_str().unwrap());
    let (status, _, err) = run(&["bot", "replay", paths[0], "-o", paths[1]], "");
    assert_eq!((status, err.as_str()), (0, ""));
    let page = fs::read_to_string(&out).unwrap();
    let file = format!("@{}", paths[0]);
    let (status, _, err) = run(&["render", "game-record", &file, "-o", paths[1]], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(fs::read_to_string(&out).unwrap() == page, "both verbs write the same page");
    page
}

/// The items of the move list as text.
fn list(page: &str) -> Vec<String> {
    let mut items = Vec::new();
    each_element(&parsed_page(page).document, &mut |name, _, text| {
        if name == "li" {
            items.push(text);
        }
    });
    items
}

fn asked(bot: &str) -> Value {
    json!({"bot": bot, "dir": "in", "line": json!({"state": {"activeTurn": true}}).to_string()})
}

fn told(bot: &str) -> Value {
    json!({"bot": bot, "dir": "in", "line": json!({"state": {"activeTurn": false}}).to_string()})
}

fn reply(bot: &str, answer: &Value, us: u64) -> Value {
    json!({"bot": bot, "dir": "out", "line": json!({"messageID": "1", "move": answer}).to_string(), "us": us})
}

fn fault(bot: &str, fault: &str, stage: &str) -> Value {
    json!({"bot": bot, "dir": "fault", "fault": fault, "in": stage})
}

#[test]
fn the_list_of_moves_shows_refused_moves_with_their_reasons() {
    let directory = tempfile::tempdir().unwrap();
    // The game has the moves 0, 8, 2, 7, 1.
    let log = [
        asked("Perfect"),
        reply("Perfect", &json!(0), 1500),
        asked("Random"),
        reply("Random", &json!(0), 2500),
        fault("Random", "illegal", "turn"),
        // Without an answer, there is no time. The times of later moves must still be shown at the right turns.
        asked("Perfect"),
        fault("Perfect", "timeout", "turn"),
        told("Random"),
        fault("Random", "garbage", "inactive"),
        asked("Random"),
        json!({"bot": "Random", "dir": "out", "line": "hello", "ignored": "not JSON"}),
        reply("Random", &json!("RANDOM"), 3500),
        asked("Perfect"),
        reply("Perfect", &json!("<img src=x>"), 4500),
        fault("Perfect", "illegal", "turn"),
    ];
    let page = page_with_log(directory.path(), kinds::row(Kind::GameRecord).example(), &log);
    let square = "takes square";
    assert_eq!(
        list(&page),
        [
            "0. Perfect against Random".to_owned(),
            format!("1. Perfect {square} 0 (top left)took 1.500 ms"),
            format!(
                "2. Random {square} 8 (bottom right)took 2.500 msrefused (illegal): 0: square 0 already has X"
            ),
            format!("3. Perfect {square} 2 (top right)no move (timeout)"),
            format!(
                "4. Random {square} 7 (bottom middle)took 3.500 msignored a line: not JSON\
                 the bot asked for a random move"
            ),
            format!(
                "5. Perfect {square} 1 (top middle)took 4.500 msrefused (illegal): \"<img src=x>\": \
                 a move must be an integer from 0 to 8"
            ),
        ]
    );
    assert!(page.contains("Random: garbage (in a turn of the opponent)"));
    assert!(!page.contains("<img"));
}

/// Only the last messages of a game are shown if it was played twice, because its record was damaged.
#[test]
fn the_messages_of_a_game_that_was_played_again_replace_the_earlier_ones() {
    let directory = tempfile::tempdir().unwrap();
    let other = json!({"id": 3, "bot": "Random", "dir": "fault", "fault": "crash", "in": "frame"});
    let log = [
        asked("Perfect"),
        reply("Perfect", &json!(0), 1500),
        fault("Random", "timeout", "frame"),
        other,
        asked("Perfect"),
        reply("Perfect", &json!(0), 2500),
    ];
    let page = page_with_log(directory.path(), kinds::row(Kind::GameRecord).example(), &log);
    let moves = list(&page);
    assert_eq!(moves[1], "1. Perfect takes square 0 (top left)took 2.500 ms");
    assert_eq!(moves[3], "3. Perfect takes square 2 (top right)", "there is no second answer");
    assert!(!page.contains("Random: timeout"));
}

#[test]
fn a_stopped_bot_has_faults_without_messages_and_its_standard_error_is_shown() {
    let directory = tempfile::tempdir().unwrap();
    let log = [
        asked("Perfect"),
        reply("Perfect", &json!(0), 1500),
        asked("Random"),
        fault("Random", "crash", "turn"),
        asked("Perfect"),
        reply("Perfect", &json!(2), 2500),
        // Nothing is sent to a bot whose process has ended.
        fault("Random", "crash", "turn"),
        json!({"bot": "Random", "dir": "stderr", "stderr": "Traceback\n</pre><script>alert(1)</script>\u{1b}[31m"}),
    ];
    let page = page_with_log(directory.path(), kinds::row(Kind::GameRecord).example(), &log);
    let items = list(&page);
    let errors = "standard error:Traceback\n</pre><script>alert(1)</script>\\u{1b}[31m\n";
    assert!(items[2].ends_with("no move (crash)"), "{items:?}");
    assert!(items[4].ends_with(&format!("no move (crash){errors}")), "{items:?}");
    assert!(items[3].ends_with("took 2.500 ms") && items[5].ends_with("(top middle)"), "{items:?}");
    assert!(!page.contains("<script>alert") && !page.contains('\u{1b}'));
}

#[test]
fn a_forfeited_game_ends_with_the_refused_move() {
    let directory = tempfile::tempdir().unwrap();
    let record = kinds::row(Kind::GameRecord).example().replace("[0,8,2,7,1]", "[0,8]").replace(
        r#"{"result":0,"metaData":"","scoreA":0,"scoreB":0}"#,
        r#"{"result":1,"metaData":"","scoreA":0,"scoreB":0},"forfeited":0"#,
    );
    let log = [
        asked("Perfect"),
        reply("Perfect", &json!(0), 1500),
        asked("Random"),
        reply("Random", &json!(8), 2500),
        asked("Perfect"),
        reply("Perfect", &json!(8), 3500),
        fault("Perfect", "illegal", "turn"),
    ];
    let page = page_with_log(directory.path(), &record, &log);
    let last = "3. Perfect forfeits the gametook 3.500 msrefused (illegal): 8: square 8 already has O";
    assert_eq!(list(&page).last().unwrap(), last);
    assert!(page.contains("max=\"3\""), "the refused move has a position of its own");
}

/// Plays a random game of Race to the Raft.
fn raft_game() -> String {
    let (status, game, _) = run(&["generate", "raft-game", "--seed", "3"], "");
    assert_eq!(status, 0);
    game
}

#[test]
fn games_of_race_to_the_raft_are_verified_like_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let (game, bots) = (raft_game(), kinds::row(Kind::GameRecord).example());
    let agrees = (0, "1 saved game agrees with the rules\n".to_owned(), String::new());
    assert_eq!(run(&["bot", "verify", "-"], &game), agrees);
    let wrong = game.replace(r#""outcome":"lost""#, r#""outcome":"won""#);
    assert_ne!(wrong, game);
    let escaped = game.replace(r#""game":"raft""#, r#""game":"\u0072aft""#);
    fs::write(at.join("all.jsonl"), format!("{game}{bots}\n{wrong}{escaped}")).unwrap();
    fs::write(at.join("results.json"), r#"{"game":"chess"}"#).unwrap();
    let (status, out, _) = run(&["bot", "verify", "--format", "plain", at.to_str().unwrap()], "");
    let lines: Vec<_> = out.lines().map(|line| line.rsplit_once("all.jsonl, ").unwrap().1).collect();
    let column = wrong.rfind(r#""won""#).unwrap() + 1;
    let error = format!("line 3: 1:{column}: json/wrong-type: outcome must be \"lost\"");
    assert_eq!((status, lines), (1, vec!["line 1: ok", "line 2: ok", error.as_str(), "line 4: ok"]));
    let (_, out, _) = run(&["bot", "verify", "--format", "json", "-"], &game);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["kind"], &answer["ok"]), (&json!("raft-record"), &json!(true)));
    assert!(answer["ending"].as_str().unwrap().starts_with("the game is lost: "), "{answer}");
}

#[test]
fn games_of_race_to_the_raft_are_replayed_like_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let game = raft_game();
    let record: RaftRecord = game.trim_end().parse().unwrap();
    let count = record.steps().len();
    let (status, all, _) = run(&["bot", "replay", "-", "--all"], &game);
    assert_eq!((status, all.matches("ply ").count()), (0, count));
    assert!(all.starts_with("a game of Race to the Raft\n"), "{all}");
    let (_, json, _) = run(&["bot", "replay", "-", "--format", "json"], &game);
    let last: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!((last["ply"].as_u64(), json.lines().count()), (Some(count as u64), count + 1));
    let state = record.steps().last().unwrap().after();
    assert_eq!(last["state"], json!(state.parts()));
    let page = at.join("game.html");
    assert_eq!(run(&["bot", "replay", "-", "-o", page.to_str().unwrap()], &game).0, 0);
    let replayed = fs::read_to_string(&page).unwrap();
    assert_eq!(list(&replayed).len(), count + 1);
    let drawn = at.join("drawn.html");
    assert_eq!(run(&["render", "raft-record", "-o", drawn.to_str().unwrap()], &game).0, 0);
    assert_eq!(fs::read_to_string(&drawn).unwrap(), replayed);
}

#[test]
fn a_refused_step_of_race_to_the_raft_ends_its_replay_with_the_reasons() {
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("game.html");
    let step = r#"{"action":"B04060506Af"}"#;
    let wrong = RaftRecord::EXAMPLE.replace(step, &[step, step].join(","));
    let (status, _, err) = run(&["bot", "replay", "-", "-o", page.to_str().unwrap()], &wrong);
    assert_eq!(status, 1);
    assert!(err.contains("step 2: "), "{err}");
    let items = list(&fs::read_to_string(page).unwrap());
    assert_eq!(items.len(), 3);
    assert_eq!(items[1], "1. blue cat (4, 6) → (5, 6) for Af");
    assert_eq!(
        items[2],
        "2. the rest of the game breaks the rules\
         cat/not-there: step 2: there is no cat at (4, 6); the square is `b`\
         cat/end-taken: step 2: there is already a cat at (5, 6)\
         cat/discard-not-in-hand: step 2: card `Af` is not in the hand"
    );
}
