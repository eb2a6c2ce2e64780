//! Tests properties of both games in random play, and the message for each illegal move.

use clowder::arboretum::Arboretum;
use clowder::games::{Game, GameJson, Seat};
use clowder::random::Random;
use clowder::tictactoe::TicTacToe;

/// Plays a random game and calls `check` with every state.
fn walk<G: Game>(random: &mut Random, mut check: impl FnMut(&G::State)) {
    let mut state = G::deal(random);
    loop {
        check(&state);
        let legal = G::legal_moves(&state);
        assert_eq!(legal.is_empty(), G::result(&state).is_some());
        let Some(of) = random.choose(&legal) else { return };
        G::apply(&mut state, of);
    }
}

/// Checks that states and legal moves are read in the same way as they are written, and that illegal moves are rejected.
fn laws<G: GameJson>(games: usize) {
    let mut random = Random::new(3);
    for _ in 0..games {
        let mut before: Vec<G::Move> = Vec::new();
        walk::<G>(&mut random, |state| {
            let text = G::write_state(state);
            let again = G::parse_state(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
            assert_eq!(G::write_state(&again), text);
            let legal = G::legal_moves(state);
            for of in &legal {
                assert_eq!(G::parse_move(state, &G::write_move(of)).unwrap(), *of);
            }
            for of in before.iter().filter(|of| !legal.contains(of)) {
                // The first card is legal at any place, because it is always played at (0, 0).
                if let Ok(read) = G::parse_move(state, &G::write_move(of)) {
                    assert!(legal.contains(&read));
                }
            }
            before = legal;
        });
    }
}

#[test]
fn tic_tac_toe_has_the_properties() {
    laws::<TicTacToe>(200);
}

#[test]
fn arboretum_has_the_properties() {
    laws::<Arboretum>(20);
}

/// Checks that the view of a player does not depend on hidden information. The test shuffles all cards that this player
/// does not know: the cards in the deck, and the unknown cards in the opponent's hand.
#[test]
fn views_do_not_reveal_hidden_cards() {
    let mut random = Random::new(4);
    for _ in 0..20 {
        let shuffle = random.bits();
        walk::<Arboretum>(&mut random, |state| {
            for seat in Seat::BOTH {
                let write_view = |state| Arboretum::write_view(&Arboretum::view(state, seat, "x"));
                let view = write_view(state);
                let shown: serde_json::Value = serde_json::from_str(&view).unwrap();
                let mut whole: serde_json::Value =
                    serde_json::from_str(&Arboretum::write_state(state)).unwrap();
                // These are the positions of the hidden cards in the whole state.
                let hand = ["handB", "handA"][seat];
                let known = shown["opponentHand"].as_array().unwrap();
                let mut places: Vec<(&str, usize)> = known
                    .iter()
                    .enumerate()
                    .filter(|(_, card)| card.is_null())
                    .map(|(at, _)| (hand, at))
                    .collect();
                places.extend((0..whole["deck"].as_array().unwrap().len()).map(|at| ("deck", at)));
                let mut hidden: Vec<_> = places.iter().map(|&(pile, at)| whole[pile][at].clone()).collect();
                let old = hidden.clone();
                Random::new(shuffle).shuffle(&mut hidden);
                for (&(pile, at), card) in places.iter().zip(&hidden) {
                    whole[pile][at] = card.clone();
                }
                // None of the shuffled cards is in the view.
                for card in old {
                    assert!(!view.contains(&card.to_string()), "{card} in {view}");
                }
                let other = Arboretum::parse_state(&whole.to_string()).unwrap();
                let mut again: serde_json::Value = serde_json::from_str(&write_view(&other)).unwrap();
                // These keys are not compared. A saved state does not record which cards were seen, and the last draw
                // is not shuffled.
                for key in ["opponentHand", "previousTurn"] {
                    again[key] = shown[key].clone();
                }
                assert_eq!(again, shown);
            }
        });
    }
}

fn refused<G: GameJson>(state: &str, json: &str) -> String {
    let state = G::parse_state(state).unwrap();
    G::parse_move(&state, json).unwrap_err().to_string()
}

const BOARD: &str = r#"{"turn":5,"currentPlayer":0,"state":["X","-","-","-","O","-","O","-","X"],"opponent":"","previousTurn":6,"playBack":false}"#;

#[test]
fn errors_of_illegal_tic_tac_toe_moves_give_the_reason() {
    let why = |json| refused::<TicTacToe>(BOARD, json);
    assert_eq!(why("4"), "0..1: move/taken: square 4 already has O");
    for json in ["4.0", "\"4\"", "9", "-1", "1e0", "-0", "null", "[1]", "{\"move\":1}", "true"] {
        let expected = format!("0..{}: move/not-a-move: a move must be an integer from 0 to 8", json.len());
        assert_eq!(why(json), expected);
    }
    assert_eq!(why("01"), "0..2: json/bad-number: this is not a valid JSON number");
    assert!(TicTacToe::parse_move(&TicTacToe::parse_state(BOARD).unwrap(), " 1\r\n").is_ok());
}

const TABLE: &str = r#"{"deck":[["W",4]],"handA":[["J",3],["C",4]],"handB":[["O",1]],"discardA":[],"discardB":[["M",2]],"playAreaA":{"0":{"0":["R",1]}},"playAreaB":{},"turn":2,"subTurn":SUB,"currentPlayer":0}"#;

#[test]
fn errors_of_illegal_arboretum_moves_give_the_reason() {
    let why = |sub_turn: &str, json| refused::<Arboretum>(&TABLE.replace("SUB", sub_turn), json);
    assert_eq!(why("0", "1"), "0..1: move/empty-pile: your discard pile is empty");
    assert_eq!(
        why("0", "\"0\""),
        "0..3: move/not-a-move: a move must be 0, 1 or 2, a card, or a card with its coordinates"
    );
    assert_eq!(why("1", "3").split(": ").nth(1), Some("move/not-a-move"));
    assert_eq!(why("1", r#"["J",3]"#), "0..7: move/wrong-kind: sub-turn 1 requires a draw: 0, 1 or 2");
    assert_eq!(
        why("2", "0"),
        "0..1: move/wrong-kind: sub-turn 2 requires a play: a card with its coordinates"
    );
    assert_eq!(why("3", r#"["O",1]"#), "0..7: move/not-in-hand: O1 is not in the hand");
    assert_eq!(
        why("3", r#"["j",3]"#),
        "1..4: move/not-a-move: there is no such species; the species are J, R, C, M, O and W"
    );
    assert_eq!(why("3", r#"["J",3,1]"#).split(": ").next(), Some("0..9"));
    assert_eq!(why("3", r#"["J",3.0]"#), "5..8: move/not-a-move: a rank must be an integer from 1 to 8");
    assert_eq!(why("3", r#"["J","3"]"#), "5..8: move/not-a-move: a rank must be an integer from 1 to 8");
    assert_eq!(
        why("2", r#"{"card":["O",1],"coord":[1,1]}"#),
        "8..15: move/not-in-hand: O1 is not in the hand\n24..29: move/not-adjacent: there is no card next to (1, 1); a card must be played next to another card"
    );
    assert_eq!(why("2", r#"{"card":["J",3],"coord":[0,0]}"#), "24..29: move/taken: R1 is already on (0, 0)");
    assert_eq!(
        why("2", r#"{"card":["J",3],"coord":[9e9,0]}"#),
        "24..31: move/not-a-move: a pair of coordinates must be two integers, as in [-1,0]"
    );
    assert_eq!(
        why("2", r#"{"card":["J",3],"coord":[9000000000,0]}"#),
        "24..38: move/not-adjacent: there is no card next to (9000000000, 0); a card must be played next to another card"
    );
    assert_eq!(why("2", r#"{"card":["J",3]}"#), "15..15: json/missing-key: the key `coord` is missing");
}

#[test]
fn errors_of_wrong_states_give_the_reason() {
    let why = |from: &str, to: &str| {
        let text = TABLE.replace("SUB", "0").replace(from, to);
        Arboretum::parse_state(&text)
            .map_err(|faults| {
                let of = |it: &clowder::diagnostics::Diagnostic| {
                    format!("{}: {}: {}", it.span.of(&text), it.code.name, it.message)
                };
                faults.iter().map(of).collect::<Vec<_>>().join("\n")
            })
            .unwrap_err()
    };
    assert_eq!(
        why(r#"[["W",4]]"#, r#"[["O",1]]"#),
        r#"["O",1]: game-state/card-twice: the card O1 is in two places"#
    );
    assert_eq!(
        why(r#"{"0":{"0":["R",1]}}"#, r#"{"1":{"0":["R",1]}}"#),
        r#"{"1":{"0":["R",1]}}: game-state/not-joined: every card of a play area must be connected to the card at (0, 0)"#
    );
    assert_eq!(
        why(r#"{"0":{"0":["R",1]}}"#, r#"{"00":{"-0":["R",1]}}"#),
        "\"00\": game-state/coordinate: this is not a coordinate of a play area\n\
         \"-0\": game-state/coordinate: this is not a coordinate of a play area"
    );
    assert_eq!(
        why(r#""currentPlayer":0"#, r#""currentPlayer":1"#),
        "1: game-state/turn: the current player is 1, which is not possible in turn 2"
    );
    assert_eq!(why(r#""discardA":[],"#, ""), ": json/missing-key: the key `discardA` is missing");
    let why =
        |from: &str, to: &str| TicTacToe::parse_state(&BOARD.replace(from, to)).unwrap_err().to_string();
    assert_eq!(
        why("\"turn\":5", "\"turn\":4"),
        "8..9: game-state/turn: the turn is 4, but after 4 tokens it must be 5"
    );
    assert_eq!(
        why("[\"X\"", "[\"O\""),
        "36..73: game-state/board: a board with 1 X and 3 O cannot occur when the players take turns"
    );
    assert_eq!(why("[\"X\"", "[\"x\""), "37..40: json/wrong-type: a token must be \"-\", \"O\" or \"X\"");
}
