//! Tests `solve raft`, `play raft` and `generate raft-game --player`.

use crate::support::run;
use serde_json::Value;

/// A state with one card in the hand and no legal action, because the cat is exhausted and the card does not fit.
const STUCK: &str = concat!(
    r#"["fffffffff\nfffrRffff\nffffrffff\nffffrffff\nffffwwwff\nffffwowff\nffffwwwff\nfffffffff\nfffffffff\nfffffffff\n"#,
    r#"fffffffff\nfffffffff\n","ABCD","AaBCD","R0104","abc"]"#
);

fn first_state() -> String {
    let (status, state, _) = run(&["setup", "1", "--seed", "1"], "");
    assert_eq!(status, 0);
    state.trim_end().to_owned()
}

#[test]
fn a_hint_names_the_action_the_reason_and_the_chances() {
    let state = first_state();
    let (status, text, errors) = run(&["solve", "raft", &state, "--rollouts", "6", "--seed", "1"], "");
    assert_eq!((status, errors.as_str()), (0, ""));
    let first = text.lines().next().unwrap();
    assert!(first.contains(": draws ") && first.contains(", because deck"), "{first}");
    assert!(text.contains("chance of winning  95 % interval  games  action\n"), "{text}");
    assert!(text.contains("The plan: a shortest way of each cat to the raft."), "{text}");
    assert!(text.contains("  the yellow cat at (1, 10) needs at least 3 more cards\n"), "{text}");
    let (_, json, _) =
        run(&["solve", "raft", &state, "--rollouts", "6", "--seed", "1", "--format", "json"], "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(first.starts_with(json["best"].as_str().unwrap()));
    assert_eq!(json["options"][0]["action"], json["best"]);
    assert_eq!(json["ways"][0]["colour"], "yellow");
}

#[test]
fn a_plain_hint_is_the_action_and_does_not_depend_on_the_threads() {
    let state = first_state();
    let hint = |jobs| {
        run(&["solve", "raft", &state, "--rollouts", "6", "--seed", "1", "--plain", "--jobs", jobs], "")
    };
    let (status, action, errors) = hint("1");
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(hint("2").1, action);
    assert_eq!(run(&["validate", "draw", action.trim_end()], "").0, 0, "{action}");
}

#[test]
fn a_tile_that_was_drawn_is_placed() {
    let state = first_state();
    let (status, action, _) =
        run(&["solve", "raft", &state, "--rollouts", "6", "--seed", "1", "--plain", "--tile", "c"], "");
    assert!(status == 0 && action.starts_with('c'), "{action}");
    assert_eq!(run(&["apply", "raft", &state, action.trim_end()], "").0, 0);
}

#[test]
fn a_position_without_a_legal_action_is_lost() {
    let (status, text, _) = run(&["outcome", "raft", STUCK], "");
    assert_eq!(
        (status, text.as_str()),
        (0, "lost: the hand has cards, but no card can be placed and no cat can be moved\n")
    );
    let (_, json, _) = run(&["outcome", "raft", STUCK, "--format", "json"], "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["outcome"].as_str(), json["reason"].as_str()), (Some("lost"), Some("no-legal-action")));
    let (status, text, _) = run(&["solve", "raft", STUCK, "--rollouts", "6", "--seed", "1"], "");
    assert_eq!((status, text.as_str()), (1, "no action is legal\n"));
}

#[test]
fn a_time_that_cannot_be_read_is_an_error() {
    let (status, _, errors) = run(&["solve", "raft", STUCK, "--time", "soon"], "");
    assert_eq!(status, 2);
    assert!(
        errors.contains("a time is a number of seconds or milliseconds, such as `2s` or `150ms`"),
        "{errors}"
    );
}

#[test]
fn a_person_plays_with_numbers_hints_undo_and_saving() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.json");
    let save = format!("s {}", file.display());
    let script = format!("A6\n1\nnonsense\n99\n?\n{save}\nu\nu\nu\nq\n");
    let (status, text, _) = run(&["play", "raft", "1", "--seed", "1", "--rollouts", "4", "--ascii"], &script);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("fire tile ") && text.contains(" was drawn and must be placed:"), "{text}");
    assert!(text.contains("nonsense cannot be played: "), "{text}");
    assert!(text.contains("99 cannot be played: "), "{text}");
    assert!(text.contains("chance of winning"), "{text}");
    assert!(text.contains("saved as a raft-record in "), "{text}");
    assert!(text.contains("there is no step to undo"), "{text}");
    let record = std::fs::read_to_string(file).unwrap();
    assert_eq!(run(&["validate", "raft-record", record.trim_end()], "").0, 0, "{record}");
    assert!(record.contains(r#"{"draw":"A6""#) && record.contains(r#"{"tile":""#), "{record}");
}

#[test]
fn a_file_is_replaced_only_by_the_run_that_created_it() {
    let directory = tempfile::tempdir().unwrap();
    let [new, old] = ["new.json", "old.json"].map(|name| directory.path().join(name));
    std::fs::write(&old, "mine\n").unwrap();
    let script = format!("A6\ns {0}\n1\ns {0}\ns {1}\nq\n", new.display(), old.display());
    let (status, text, _) = run(&["play", "raft", "1", "--seed", "1", "--ascii"], &script);
    assert_eq!(status, 0, "{text}");
    assert_eq!(text.matches("saved as a raft-record in ").count(), 2, "{text}");
    assert!(text.contains("old.json exists already; choose another name: `s FILE`\n"), "{text}");
    assert_eq!(std::fs::read_to_string(old).unwrap(), "mine\n");
}

#[test]
fn the_end_of_the_input_ends_a_game_without_an_error() {
    for script in ["", "1", "1\nA"] {
        let (status, text, errors) = run(&["play", "raft", "First steps", "--seed", "1"], script);
        assert_eq!(status, 0, "{errors}");
        assert!(text.ends_with("> \n"), "{text}");
    }
}

#[test]
fn a_built_in_player_plays_alone() {
    let arguments = ["play", "raft", "1", "--player", "random", "--seed", "1"];
    let (status, text, _) = run(&arguments, "");
    assert_eq!(status, 1, "random play loses");
    assert!(text.lines().next().unwrap().starts_with("draws "), "{text}");
    assert!(text.lines().last().unwrap().starts_with("the game is lost: "), "{text}");
    let (_, record, _) = run(&[&arguments[..], &["--format", "json"]].concat(), "");
    assert_eq!(run(&["validate", "raft-record", record.trim_end()], "").0, 0);
}

#[test]
fn generated_games_of_players_are_valid_records() {
    let arguments =
        ["generate", "raft-game", "--player", "greedy", "--challenge", "1", "--count", "2", "--seed", "3"];
    let (status, text, _) = run(&arguments, "");
    assert_eq!((status, text.lines().count()), (0, 2));
    assert_eq!(run(&["validate", "raft-record", "--lines"], &text).0, 0);
    assert_eq!(run(&arguments, "").1, text, "a seed gives the same games");
}

/// A Python player. With an empty hand, it draws six cards from deck `A`; otherwise, it places its first card at (3,
/// 3). Asked for a fire tile, it answers with its argument.
#[cfg(arena)]
const PROGRAM: &str = r#"
import json, sys
for line in sys.stdin:
    position = json.loads(line)
    board, decks, hand, exhausted, bag = position["state"]
    if position["tile"] is not None:
        print(sys.argv[1], flush=True)
    elif hand == "ABCD":
        print("A6", flush=True)
    else:
        card = hand[:2]
        print(card + "0303N", flush=True)
"#;

#[cfg(arena)]
#[test]
fn a_program_plays_with_lines_of_json() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("player.py");
    std::fs::write(&file, PROGRAM).unwrap();
    let player = format!("command python3 {} nonsense", file.display());
    let arguments = ["play", "raft", "1", "--seed", "1", "--player", &player];
    let (status, text, errors) = run(&arguments, "");
    assert_eq!(status, 2, "{text} {errors}");
    assert!(text.starts_with("draws A6: the hand is AchjrsuBCD\n"), "{text}");
    assert!(
        errors.contains("the player answered `nonsense`: ") || errors.contains("which is not legal: "),
        "{errors}"
    );
    let (status, _, errors) = run(&["play", "raft", "1", "--seed", "1", "--player", "command true"], "");
    assert_eq!(status, 2);
    assert!(errors.contains("the player stopped: "), "{errors}");
    let (status, _, errors) = run(&["generate", "raft-game", "--seed", "1", "--player", "command true"], "");
    assert!(status == 2 && errors.contains("the player stopped: "), "{errors}");
    let (status, _, errors) = run(&["generate", "raft-game", "--player", "clever"], "");
    assert!(
        status == 2 && errors.contains("a player is `best`, `greedy`, `random`, or `command PROGRAM`"),
        "{errors}"
    );
}

/// A Python player that waits for the given number of seconds before each answer. The answer consists of two of its
/// environment variables, and of `True` or `False` for whether the given path exists.
#[cfg(arena)]
const CURIOUS: &str = r#"
import os, sys, time
for line in sys.stdin:
    time.sleep(float(sys.argv[2]))
    print(os.environ.get("TIMEOUT"), os.environ.get("GREETING"), os.path.exists(sys.argv[1]), flush=True)
"#;

#[cfg(arena)]
#[test]
fn a_program_has_the_limits_and_files_of_the_options() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("player.py");
    std::fs::write(&file, CURIOUS).unwrap();
    let other = tempfile::tempdir().unwrap();
    let other = other.path().display().to_string();
    let play = |seconds: &str, options: &[&str]| {
        let player = format!("command python3 {} {other} {seconds}", file.display());
        let arguments = [&["play", "raft", "1", "--seed", "1", "--player", &player], options].concat();
        let (status, _, errors) = run(&arguments, "");
        assert_eq!(status, 2, "{errors}");
        errors
    };
    let errors = play("0", &["--move-limit", "2500", "--env", "GREETING=hello", "--sandbox", "off"]);
    assert!(errors.contains("the player answered `2500 hello True`: "), "{errors}");
    let errors = play("0", &["--read", &other, "--memory", "512"]);
    assert!(errors.contains("the player answered `10000 None True`: "), "{errors}");
    let errors = play("5", &["--start-limit", "200"]);
    assert!(errors.contains("the player did not answer in 200 ms"), "{errors}");
    let errors = play("0", &["--env", "=x"]);
    assert!(errors.contains("--env must be KEY or KEY=VALUE, not `=x`"), "{errors}");
}

#[cfg(arena)]
#[test]
fn the_options_of_programs_are_refused_for_other_players() {
    for (name, value) in [("--memory", "9"), ("--env", "A=1"), ("--sandbox", "off"), ("--move-limit", "9")] {
        for verb in [&["play", "raft", "1"][..], &["generate", "raft-game"]] {
            let arguments = [verb, &["--seed", "1", "--player", "greedy", name, value]].concat();
            let (status, _, errors) = run(&arguments, "");
            assert_eq!(status, 2);
            let refused = errors.contains("have an effect only with --player 'command PROGRAM'");
            assert!(refused && errors.contains(name), "{errors}");
        }
        let (status, _, errors) = run(&["play", "raft", "1", name, value], "");
        assert!(status == 2 && errors.contains("--player <PLAYER>"), "{errors}");
    }
}
