//! Compares the games with saved games and messages of the public server.

use clowder::arboretum::Arboretum;
use clowder::games::{GameJson, Outcome, Seat};
use clowder::protocol;
use clowder::tictactoe::TicTacToe;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns the lines of a case file.
fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// Plays a saved game, and returns the state before each move and at the end.
fn replay<G: GameJson>(record: &Value) -> Vec<G::State> {
    let mut state = G::parse_state(&record["initialState"].to_string()).unwrap();
    let mut states = vec![state.clone()];
    for played in record["moves"].as_array().unwrap() {
        let legal = G::parse_move(&state, &played.to_string()).unwrap();
        assert!(G::legal_moves(&state).contains(&legal));
        G::apply(&mut state, &legal);
        states.push(state.clone());
    }
    states
}

fn agrees<G: GameJson>(line: &str) {
    let record: Value = serde_json::from_str(line).unwrap();
    let states = replay::<G>(&record);
    let (last, before) = states.split_last().unwrap();
    assert!(before.iter().all(|state| G::result(state).is_none()));
    let winner: Value = serde_json::from_str(&G::result(last).unwrap().write()).unwrap();
    assert_eq!(winner, record["winner"]);
}

#[test]
fn every_saved_game_ends_as_recorded() {
    let mut counts = [0; 2];
    for line in ["arboretum-games.jsonl", "tictactoe-games.jsonl", "bot-transcript-games.jsonl"]
        .into_iter()
        .flat_map(lines)
    {
        if line.contains("\"game\":\"tictactoe\"") {
            agrees::<TicTacToe>(&line);
            counts[0] += 1;
        } else {
            agrees::<Arboretum>(&line);
            counts[1] += 1;
        }
    }
    assert_eq!(counts, [11, 17]);
}

/// The messages that a referee sends in a game, in order: the name of the receiver, and the JSON of the member
/// `state`.
fn sent<G: GameJson>(record: &Value) -> Vec<(String, String)> {
    let names = [0, 1].map(|seat| record["players"][seat].as_str().unwrap().to_owned());
    let message = |seat: Seat, state: String| (names[seat].clone(), state);
    let states = replay::<G>(record);
    let mut sent: Vec<_> = Seat::BOTH.map(|seat| message(seat, protocol::new_game(1, "Round 1"))).into();
    let (last, before) = states.split_last().unwrap();
    for state in before {
        let mover = G::mover(state);
        let view = |seat: Seat| G::write_view(&G::view(state, seat, &names[seat.other()]));
        sent.extend([mover.other(), mover].map(|seat| message(seat, view(seat))));
    }
    let outcome: Outcome = G::result(last).unwrap();
    let end = |seat| protocol::end_game(&outcome, seat, &G::write_state(last));
    sent.extend(Seat::BOTH.map(|seat| message(seat, end(seat))));
    sent
}

/// Removes from a message the card that the other player has drawn: the server sends it to the waiting player, but
/// clowder does not.
fn without_the_leak(line: &str) -> String {
    let (head, tail) = line.split_once(r#""previousTurn":{"move":0,"metaData":["#).unwrap_or((line, ""));
    match tail.split_once("]}") {
        Some((_, tail)) if tail.starts_with(r#","activeTurn":false"#) => {
            format!(r#"{head}"previousTurn":{{"move":false,"metaData":false}}{tail}"#)
        }
        _ => line.to_owned(),
    }
}

#[test]
fn the_recorded_messages_are_sent_again_byte_for_byte() {
    let games: Vec<Value> =
        lines("bot-transcript-games.jsonl").iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let transcript: Vec<Value> =
        lines("bot-transcripts.jsonl").iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut leaks = 0;
    for game in games {
        let ours =
            if game["game"] == "tictactoe" { sent::<TicTacToe>(&game) } else { sent::<Arboretum>(&game) };
        let theirs = transcript.iter().filter(|line| line["game"] == game["game"] && line["dir"] == "in");
        let theirs: Vec<_> = theirs.collect();
        assert_eq!(ours.len(), theirs.len());
        for ((name, state), theirs) in ours.into_iter().zip(theirs) {
            assert_eq!(theirs["bot"], *name);
            let line = theirs["line"].as_str().unwrap();
            let id = serde_json::from_str::<Value>(line).unwrap()["messageID"].as_str().unwrap().to_owned();
            let expected = without_the_leak(line);
            leaks += usize::from(expected != line);
            assert_eq!(protocol::line(&state, &id), expected + "\n");
        }
    }
    assert_eq!(leaks, 34, "one for each card of the deck");
}
