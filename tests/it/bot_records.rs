//! Tests that saved games from the server are accepted, and that changed ones are rejected at the right place.

use clowder::arboretum::Arboretum;
use clowder::diagnostics::Diagnostics;
use clowder::games::{GameJson, GameName, Outcome};
use clowder::notation::Notation;
use clowder::protocol::{GameRecord, write_record};
use clowder::random::Random;
use clowder::tictactoe::TicTacToe;
use std::fs;
use std::path::Path;

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn saved() -> Vec<String> {
    ["arboretum-games.jsonl", "tictactoe-games.jsonl", "bot-transcript-games.jsonl"]
        .into_iter()
        .flat_map(lines)
        .collect()
}

#[test]
fn saved_games_from_the_server_are_canonical() {
    let saved = saved();
    assert_eq!(saved.len(), 28);
    for text in saved {
        let record = GameRecord::parse_canonical(&text)
            .unwrap_or_else(|| panic!("{}", GameRecord::read(&text).into_diagnostics()));
        assert_eq!(record.to_string(), text);
    }
}

/// The errors in a saved game after one replacement in its text.
fn tampered(text: &str, from: &str, to: &str) -> Diagnostics {
    let (head, tail) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    GameRecord::read(&format!("{head}{to}{tail}")).into_diagnostics()
}

fn arboretum() -> String {
    lines("arboretum-games.jsonl")[0].clone()
}

#[test]
fn the_first_card_may_be_saved_with_any_place() {
    let text = arboretum();
    let elsewhere =
        text.replacen(r#"{"card":["J",6],"coord":[0,0]}"#, r#"{"card":["J",6],"coord":[5,-7]}"#, 1);
    assert_ne!(text, elsewhere);
    let (record, faults) = GameRecord::read(&elsewhere).into_parts();
    assert!(faults.only_canon(), "{faults}");
    assert_eq!(record.unwrap().to_string(), text);
}

#[test]
fn an_error_in_a_changed_move_names_its_ply() {
    let at = |faults: Diagnostics| {
        faults.iter().map(|it| format!("{}: {}", it.code.name, it.message)).collect::<Vec<_>>()
    };
    let text = arboretum();
    assert_eq!(
        at(tampered(&text, r#""coord":[0,1]},["C",2]"#, r#""coord":[1,1]},["C",2]"#)),
        [
            "move/not-adjacent: ply 11: there is no card next to (1, 1); a card must be played next to another card"
        ]
    );
    assert_eq!(
        at(tampered(&text, r#"["J",5],2,0,"#, r#"["J",5],1,0,"#)),
        ["move/empty-pile: ply 5: your discard pile is empty"]
    );
    assert_eq!(
        at(tampered(&text, r#"["J",5],2,0,"#, r#"["J",1],2,0,"#)),
        ["move/not-in-hand: ply 4: J1 is not in the hand"]
    );
    assert_eq!(
        at(tampered(&text, r#""moves":[0,0,"#, r#""moves":[0,["J",5],"#)),
        ["move/wrong-kind: ply 2: sub-turn 1 requires a draw: 0, 1 or 2"]
    );
    assert_eq!(
        at(tampered(&text, r#"["R",3]],"winner""#, r#"["R",3],0],"winner""#)),
        ["move/game-over: ply 129: the game is over"]
    );
    assert_eq!(
        at(tampered(&text, r#",["R",3]],"winner""#, r#"],"winner""#)),
        ["game-record/unfinished: the game is not over after 127 moves"]
    );
    // Both cards are in the hand, so the exchange is found only when a later move needs the other card.
    assert_eq!(
        at(tampered(
            &text,
            r#"{"card":["J",6],"coord":[0,0]},["J",5]"#,
            r#"{"card":["J",5],"coord":[0,0]},["J",6]"#
        ))[0],
        "move/not-in-hand: ply 127: J5 is not in the hand"
    );
}

#[test]
fn every_wrong_score_is_reported() {
    let text = arboretum();
    for (from, to, expected) in [
        (
            r#""winner":{"result":0"#,
            r#""winner":{"result":1"#,
            "winner.result is 1, but by the rules player A wins, so it must be 0",
        ),
        (r#""scoreA":22"#, r#""scoreA":23"#, "winner.scoreA is 23, but the rules give 22"),
        (
            r#""bScore":17"#,
            r#""bScore":"17""#,
            "winner.metaData.bScore is \"17\", but it must be 17, without quotation marks",
        ),
        (
            r#"[["J",1],["J",3],["J",4]"#,
            r#"[["J",1],["J",2],["J",4]"#,
            r#"winner.metaData.aPaths[0].path is [["J",1],["J",2],["J",4],["J",6],["J",8]], but the rules give [["J",1],["J",3],["J",4],["J",6],["J",8]]"#,
        ),
        (r#""score":13,"#, "", "the key `score` is missing"),
    ] {
        let faults = tampered(&text, from, to);
        assert_eq!(faults.iter().map(|it| it.message.as_str()).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn a_wrong_initial_state_is_rejected() {
    let codes = |faults: Diagnostics| faults.iter().map(|it| it.code.name).collect::<Vec<_>>();
    let text = arboretum();
    assert_eq!(codes(tampered(&text, r#""turn":0"#, r#""turn":2"#)), ["game-record/not-a-start"]);
    assert_eq!(codes(tampered(&text, r#"["R",3],["W",8]"#, r#"["W",8]"#)), ["game-record/not-a-start"]);
    assert_eq!(codes(tampered(&text, r#"["R",3],["W",8]"#, r#"["W",8],["W",8]"#)), ["game-state/card-twice"]);
    assert_eq!(codes(tampered(&text, r#"["R",3],["W",8]"#, r#"["r",9],["W",8]"#)), ["json/wrong-type"; 2]);
}

/// Plays a random game and saves it.
fn random_record<G: GameJson>(random: &mut Random) -> String {
    let initial = G::deal(random);
    let mut state = initial.clone();
    let mut moves = Vec::new();
    let outcome: Outcome = loop {
        if let Some(outcome) = G::result(&state) {
            break outcome;
        }
        let of = random.choose(&G::legal_moves(&state)).unwrap().clone();
        G::apply(&mut state, &of);
        moves.push(of);
    };
    write_record::<G>(["A \"quoted\" name", "Ünï"], &initial, &moves, &outcome)
}

#[test]
fn saved_random_games_are_accepted() {
    let mut random = Random::new(8);
    for _ in 0..100 {
        for (game, text) in [
            (GameName::TicTacToe, random_record::<TicTacToe>(&mut random)),
            (GameName::Arboretum, random_record::<Arboretum>(&mut random)),
        ] {
            let record = GameRecord::parse_canonical(&text)
                .unwrap_or_else(|| panic!("{}", GameRecord::read(&text).into_diagnostics()));
            assert_eq!((record.game(), record.to_string()), (game, text));
        }
    }
}

/// Changing a byte never causes a panic, and a text that is still accepted has the same meaning.
#[test]
fn random_damage_is_rejected_or_harmless() {
    let mut random = Random::new(9);
    let text = arboretum();
    let mut accepted = 0;
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        let at = random.below(bytes.len());
        bytes[at] = b"0123456789[]{},:\"JRCMOW-ax "[random.below(27)];
        let changed = String::from_utf8(bytes).unwrap();
        if let Some(record) = GameRecord::read(&changed).value() {
            let again = record.to_string();
            assert_eq!(GameRecord::parse_canonical(&again).map(|it| it.to_string()), Some(again));
            accepted += 1;
        }
    }
    // A change in a name is harmless, but most other changes are not.
    assert!((10..500).contains(&accepted), "{accepted} changes were accepted");
}
