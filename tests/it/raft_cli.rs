//! Tests the verbs of Race to the Raft in real processes, with every error message.
//!
//! Each run is recorded completely and compared with a transcript in `snapshots/`. Some runs are also compared with
//! each other and with the library.

use crate::support::{Transcript, run};
use clowder::raft::legal;
use clowder::raft::{PlayableState, setup};
use serde_json::Value;

impl Transcript {
    /// Returns the exit status and standard output of a run without input.
    fn answer(&self, arguments: &[&str]) -> (i32, String) {
        let (status, out, _) = self.run(arguments, "");
        (status, out)
    }

    /// Returns the exit status and the JSON output of a run without input.
    fn json(&self, arguments: &[&str]) -> (i32, Value) {
        let (status, out) = self.answer(&[arguments, &["--format", "json"]].concat());
        (status, serde_json::from_str(&out).unwrap())
    }
}

/// Lists every reason why an action is not legal in the example state.
fn faults(action: &str) -> String {
    let game: PlayableState = PlayableState::EXAMPLE.parse().unwrap();
    game.read_legal_action(action).into_diagnostics().to_string()
}

#[test]
fn every_error_gives_its_place_and_reason() {
    for (action, expected) in [
        ("Ae0303N", "0..2: placement/card-not-in-hand: card `Ae` is not in the hand"),
        (
            "Af1003N",
            "2..6: placement/off-board: this placement covers (12, 3), which is off the board of 12 rows and 9 columns",
        ),
        (
            "Ae0003N",
            "0..2: placement/card-not-in-hand: card `Ae` is not in the hand\n\
            2..6: placement/on-cat: there is a cat on square (1, 5)",
        ),
        ("Af0704N", "2..6: placement/on-raft: square (9, 6) belongs to the raft"),
        (
            "m0606FN",
            "1..5: placement/not-by-fire: no square of tile `m` is next to fire; at least 1 of its squares must be next to fire",
        ),
        ("m0102FN", "1..5: placement/on-fire: square (1, 2) is on fire"),
        ("F0102FN", "0..1: action/unknown-tile: `F` is not a fire tile"),
        ("B04060506Ae", "9..11: cat/discard-not-in-hand: card `Ae` is not in the hand"),
        (
            "B19060506Af",
            "1..5: cat/start-off-board: square (19, 6) is off the board, which has 12 rows and 9 columns",
        ),
        (
            "B04060419Af",
            "5..9: cat/end-off-board: square (4, 19) is off the board, which has 12 rows and 9 columns",
        ),
        (
            "B05060406Af",
            "1..5: cat/not-there: there is no cat at (5, 6); the square is `b`\n\
            5..9: cat/end-taken: there is already a cat at (4, 6)",
        ),
        (
            "G04060506Af",
            "0..1: cat/other-colour: the cat at (4, 6) is not green; the board shows `B` there\n\
            5..9: cat/end-other-colour: square (5, 6) is blue; it must be green or wild",
        ),
        ("B09080907Af", "1..5: cat/on-raft: the cat at (9, 8) is on the raft and cannot move again"),
        ("B04060406Af", "5..9: cat/same-square: the move starts and ends on the same square, (4, 6)"),
        ("B04060402Af", "5..9: cat/end-other-colour: square (4, 2) is on fire; it must be blue or wild"),
        (
            "B04061007Af",
            "5..9: cat/end-other-colour: square (10, 7) is the centre of the raft; it must be blue or wild",
        ),
        ("B04060907Af", "5..9: cat/no-path: no path of blue or wild squares leads from (4, 6) to (9, 7)"),
        (
            "G01050205Af",
            "5..9: cat/end-other-colour: square (2, 5) is yellow; it must be green or wild\n\
            9..11: cat/exhausted: the cat at (1, 5) is exhausted, so its move costs 2 discards; found 1",
        ),
        (
            "B04060506AfAf",
            "9..13: cat/not-exhausted: the cat at (4, 6) is not exhausted, so its move costs 1 discard; found 2\n\
            11..13: action/duplicate-discard: card `Af` is discarded twice; the two discards must be different cards",
        ),
        (
            "G01050105AeAe",
            "5..9: cat/same-square: the move starts and ends on the same square, (1, 5)\n\
            9..11: cat/discard-not-in-hand: card `Ae` is not in the hand\n\
            11..13: action/duplicate-discard: card `Ae` is discarded twice; the two discards must be different cards",
        ),
    ] {
        assert_eq!(faults(action), expected, "{action}");
    }
}

#[test]
fn errors_name_the_square() {
    let cli = Transcript::default();
    let (status, out) = cli.json(&["apply", "raft", PlayableState::EXAMPLE, "m0102FN"]);
    assert_eq!(status, 1);
    assert_eq!(out["ok"], false);
    assert_eq!(out["kind"], "action");
    assert_eq!(out["action"], 0);
    assert_eq!(out["diagnostics"][0]["square"], serde_json::json!([1, 2]));
    assert_eq!(out["diagnostics"][0]["found"], "f");
    // The discards are in the other order. The span must point into the given string.
    let (status, out) = cli.json(&["apply", "raft", PlayableState::EXAMPLE, "G01050206AfAe"]);
    assert_eq!(status, 1);
    let codes: Vec<_> = out["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (fault["code"].as_str().unwrap(), fault["span"]["start"].as_u64().unwrap()))
        .collect();
    assert_eq!(
        codes,
        [("cat/end-other-colour", 5), ("action/discard-order", 11), ("cat/discard-not-in-hand", 11)]
    );
    cli.check("raft-cli-faults");
}

/// The example state with these decks, this hand and this bag.
fn example_with(decks: &str, hand: &str, bag: &str) -> String {
    let mut state: Vec<String> = serde_json::from_str(PlayableState::EXAMPLE).unwrap();
    (state[1], state[2], state[4]) = (decks.to_owned(), hand.to_owned(), bag.to_owned());
    serde_json::to_string(&state).unwrap()
}

#[test]
fn actions_are_applied_in_sequence_up_to_the_first_illegal_one() {
    let cli = Transcript::default();
    let (status, out, err) = cli
        .run(&["apply", "raft", PlayableState::EXAMPLE, "B04060506Af", "Cb0603N", "tile", "--seed", "1"], "");
    assert_eq!(status, 0, "{err}");
    let state: Vec<String> = serde_json::from_str(&out).unwrap();
    assert_eq!(state[2..4], ["AhkBCDcg", "B0506G0105"]);
    // The bag of the example has the tile `n` between `m` and `p`.
    assert_eq!((err.as_str(), state[4].as_str()), ("action 3: drawn n\n", "abdfgjkmpqrtuvwyzACDE"));
    let again = cli
        .run(&["apply", "raft", PlayableState::EXAMPLE, "B04060506Af", "Cb0603N", "tile", "--seed", "1"], "");
    assert_eq!(again, (0, out, err));
    let (status, out, err) =
        cli.run(&["apply", "raft", PlayableState::EXAMPLE, "B04060506Af", "Af0603N", "zzz"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    // The transcript shows that no error is reported after the first invalid action.
    assert_eq!(err.lines().next(), Some("error[placement/card-not-in-hand]: card `Af` is not in the hand"));
    let same = cli.answer(&["apply", "raft", PlayableState::EXAMPLE]);
    assert_eq!(same, (0, format!("{}\n", PlayableState::EXAMPLE)));
    cli.check("raft-cli-apply");
}

#[test]
fn messages_about_actions_in_a_batch_name_the_line() {
    let cli = Transcript::default();
    let empty = example_with("AabcdBCgDadh", "ABCD", "");
    let line = |actions: &str| format!("{{\"input\":{empty},\"actions\":{actions}}}\n");
    let input = line("[\"A3D3\"]") + &line("[\"A3D3\",\"A7\"]") + &line("[\"D3A3\"]") + &line("5");
    let arguments = ["apply", "raft", "--jsonl", "--format", "plain", "--cards", "AabdBCDadh"];
    let (status, _, err) = cli.run(&arguments, &input);
    assert_eq!(status, 1);
    let lines = err.lines().filter(|line| !line.starts_with("seed "));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            "line 1: action 1: drawn AabdBCDadh",
            "line 2: action 2: 1:2: draw/count: `7` is not a valid number of cards; it must be from 1 to 6",
            "line 3: action 1: 1:3: draw/order: deck `A` must come before deck `D`",
            "line 3: action 1: drawn AabdBCDadh",
            "line 4: 1:190: text/not-json: `actions` must be a list of strings",
            "4 read, 2 ok, 2 not ok"
        ]
    );
    // Verbs that do not use actions ignore the actions in a line.
    let (status, out, _) =
        cli.run(&["legal-moves", "raft", "--jsonl", "--count", "--format", "plain"], &line("5"));
    assert_eq!((status, out.as_str()), (0, "5\n"));
    cli.check("raft-cli-batch");
}

#[test]
fn errors_in_the_members_of_a_line_have_spans() {
    let cli = Transcript::default();
    let empty = example_with("AabcdBCgDadh", "ABCD", "");
    let told = |verb: &str, members: &str| {
        // Below, positions are counted from the start of `members`. Therefore, the array and 11 more bytes are
        // subtracted: the space, `{"input":` and the comma after the array.
        let line = format!(" {{\"input\":{empty},{members}}}");
        let (status, out, _) = cli.run(&[verb, "raft", "--jsonl"], &line);
        let object: Value = serde_json::from_str(&out).unwrap();
        let told = |fault: &Value| {
            let at = |end: &str| fault["span"][end].as_u64().unwrap() as usize;
            let (start, message) = (at("start"), fault["message"].as_str().unwrap());
            assert_eq!((fault["code"].as_str(), at("end") <= line.len()), (Some("text/not-json"), true));
            format!("{} `{}`: {message}", start - empty.len() - 11, &line[start..at("end")])
        };
        assert_eq!((status, &object["kind"], &object["ok"]), (1, &"state".into(), &false.into()), "{line}");
        object["diagnostics"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    for verb in ["apply", "outcome"] {
        assert_eq!(told(verb, r#""action": 51"#), ["10 `51`: an action must be a string"]);
        assert_eq!(told(verb, r#""actions":"x""#), [r#"10 `"x"`: `actions` must be a list of strings"#]);
        assert_eq!(
            told(verb, r#""action":"\ud800""#),
            ["10 `\\ud800`: this is not valid JSON: this escape is only one half of a surrogate pair"]
        );
    }
    let two = ["11 `7`: an action must be a string", "23 `[]`: an action must be a string"];
    assert_eq!(told("apply", r#""actions":[7],"action":[]"#), two);
    let most = ["20 `\"c\"`: the line has 2 actions; expected at most 1"];
    assert_eq!(told("outcome", r#""actions":["Aa0000","c"]"#), most);
    assert_eq!(told("legal-moves", r#""tile":5"#), ["7 `5`: `tile` must be a string"]);
    let letters = ["7 `\"zz\"`: a fire tile is named by one letter, `a` to `z` or `A` to `E`"];
    assert_eq!(told("legal-moves", r#""tile":"zz""#), letters);
    cli.check("raft-cli-members");
}

#[test]
fn hands_are_drawn_at_random_or_given() {
    let cli = Transcript::default();
    let empty = example_with("AabcdBCgDadh", "ABCD", "");
    let (status, out, err) = cli.run(&["apply", "raft", &empty, "A3D3", "--cards", "AabdBCDadh"], "");
    assert_eq!((status, err.as_str()), (0, "action 1: drawn AabdBCDadh\n"));
    let state: Vec<String> = serde_json::from_str(&out).unwrap();
    assert_eq!(state[1..4], ["AcBCgD", "AabdBCDadh", ""]);
    let (status, _, err) = cli.run(&["apply", "raft", &empty, "--cards", "AabdBCDadh"], "");
    assert_eq!(
        (status, err.as_str()),
        (0, "--cards: AabdBCDadh was not drawn, because there are fewer draws than hands\n")
    );
    let (status, out) = cli.answer(&["apply", "raft", &empty, "A3D3", "--seed", "5"]);
    let state: Vec<String> = serde_json::from_str(&out).unwrap();
    assert_eq!((status, state[2].len()), (0, 10));
    assert_eq!(state[2][state[2].find('D').unwrap()..], *"Dadh");
    let refused = |arguments: &[&str]| {
        let (status, out, err) =
            cli.run(&[&["apply", "raft", &empty][..], arguments, &["--format", "plain"]].concat(), "");
        assert_eq!((status, out.as_str()), (1, ""));
        err
    };
    assert_eq!(
        refused(&["A2B4", "--seed", "1"]),
        "1:3: draw/deck-short: deck `B` has 0 cards, but the draw requests 4\n"
    );
    assert_eq!(
        refused(&["A3D3", "--cards", "AabeBCDad"]),
        "1:1: draw/card-not-in-deck: card `Ae` is not in its deck\n\
        1:3: draw/cards-differ: the draw requests 3 cards from deck `D`; the listed cards include 2 cards from it\n"
    );
    assert_eq!(
        refused(&["tile", "--seed", "1"]),
        "1:1: tile/bag-empty: the bag is empty; there is no tile to draw\n"
    );
    let (_, _, err) =
        cli.run(&["apply", "raft", PlayableState::EXAMPLE, "A3D3", "--seed", "1", "--format", "plain"], "");
    assert_eq!(
        err,
        "1:1: draw/hand-not-empty: the hand still has 6 cards; cards can be drawn only when the hand is empty\n"
    );
    cli.check("raft-cli-draw");
}

#[test]
fn legal_moves_are_listed_counted_and_drawn() {
    let cli = Transcript::default();
    let all = cli.answer(&["legal-moves", "raft", PlayableState::EXAMPLE]);
    assert_eq!(all.0, 0);
    let lines: Vec<&str> = all.1.lines().collect();
    let game: PlayableState = PlayableState::EXAMPLE.parse().unwrap();
    let actions = legal::card_and_cat_actions(&game);
    let mut expected: Vec<String> = actions.iter().map(ToString::to_string).collect();
    expected.sort();
    assert_eq!(lines, expected);
    let count = |arguments: &[&str]| -> usize {
        let (status, out) =
            cli.answer(&[&["legal-moves", "raft", PlayableState::EXAMPLE, "--count"], arguments].concat());
        assert_eq!(status, 0);
        out.trim_end().parse().unwrap()
    };
    assert_eq!(count(&[]), lines.len());
    assert_eq!(count(&["--only", "cards"]) + count(&["--only", "cats"]), lines.len());
    assert_eq!(count(&["--only", "draws"]), 0);
    assert!(count(&["--distinct"]) <= lines.len());
    // Tile `x` is a plus, so it has the same squares in all eight orientations.
    assert!(count(&["--tile", "x"]) > 0);
    assert_eq!(count(&["--tile", "x", "--distinct"]) * 8, count(&["--tile", "x"]));
    // The hand has six cards, each with four orientations.
    let corners = count(&["--only", "cards"]) / 24;
    let empty = example_with("AabcdBCgDadh", "ABCD", "");
    let (_, draws) = cli.answer(&["legal-moves", "raft", &empty]);
    assert_eq!(draws, "A2C1D3\nA3C1D2\nA3D3\nA4C1D1\nA4D2\n");
    let (status, picture) =
        cli.answer(&["legal-moves", "raft", PlayableState::EXAMPLE, "--render", "--ascii"]);
    assert!(status == 0 && picture.is_ascii());
    let titles = |state: &str, arguments: &[&str]| -> Vec<String> {
        let (_, picture) = cli.answer(&[&["legal-moves", "raft", state, "--render"], arguments].concat());
        let words = picture.lines().filter(|line| line.contains(": "));
        words.map(|line| line.split(',').next().unwrap().split("  ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(titles(PlayableState::EXAMPLE, &["--only", "cards"]), [format!("cards: {corners} positions")]);
    // With an empty hand, only draws are legal.
    assert_eq!(titles(&empty, &["--only", "cards"]), ["cards: 0 positions"]);
    assert_eq!(titles(&empty, &["--only", "draws"]), ["draws: 5"]);
    assert_eq!(titles(&empty, &[]).last().unwrap(), "draws: 5");
    assert_eq!(cli.answer(&["legal-moves", "raft", PlayableState::EXAMPLE, "--tile", "F"]).0, 2);
    assert_eq!(cli.answer(&["legal-moves", "raft", PlayableState::EXAMPLE, "Af0303N"]).0, 2);
    cli.check("raft-cli-legal-moves");
}

#[test]
fn outcomes_are_reported_with_their_reasons() {
    let cli = Transcript::default();
    let outcome = |state: &str, action: &[&str]| cli.answer(&[&["outcome", "raft", state], action].concat());
    assert_eq!(outcome(PlayableState::EXAMPLE, &[]), (0, "the game goes on\n".to_owned()));
    assert_eq!(
        outcome(PlayableState::EXAMPLE, &["Af0303N", "--format", "plain"]),
        (0, "continues\n".to_owned())
    );
    assert_eq!(
        outcome(PlayableState::EXAMPLE, &["m9999FN", "--format", "plain"]),
        (0, "continues\n".to_owned())
    );
    assert_eq!(outcome(PlayableState::EXAMPLE, &["Af0302N"]).0, 1);
    assert_eq!(outcome(PlayableState::EXAMPLE, &["Af"]).0, 1);
    let no_tile = example_with("AabcdBCgDadh", "AfBCD", "");
    let lost = (0, "lost: a tile must be drawn, but the bag is empty\n".to_owned());
    assert_eq!(outcome(&no_tile, &["Af0303N"]), lost);
    // The card need not be in the hand, because only the board matters.
    assert_eq!(outcome(&no_tile, &["Ae0303N"]), lost);
    let few = example_with("AabBCgDa", "ABCD", "");
    assert_eq!(
        outcome(&few, &["A6"]),
        (0, "lost: a draw needs six cards, but the decks contain only 4\n".to_owned())
    );
    // This cat is in a corner that is surrounded by fire.
    let walled = PlayableState::EXAMPLE
        .replace(r"fffgybgyp\nfffrbGbyr\nfffpgybrr", r"ffffffffp\nffffbGbyr\nfffffffff");
    let (status, out) = cli.json(&["outcome", "raft", &walled]);
    assert_eq!((status, &out["outcome"], &out["reason"]), (0, &"lost".into(), &"cut-off".into()));
    assert_eq!(out["cats"][0]["colour"], "green");
    assert_eq!(out["cats"][0]["square"], serde_json::json!([1, 5]));
    assert_eq!(out["cats"][0]["stopped_by"], serde_json::json!([[0, 5], [1, 4], [1, 6], [2, 5]]));
    assert!(
        outcome(&walled, &[])
            .1
            .starts_with("lost: the green cat at (1, 5) cannot reach the raft; it is stopped by (0, 5) ")
    );
    cli.check("raft-cli-outcome");
}

#[test]
fn a_setup_can_be_repeated() {
    let cli = Transcript::default();
    let (status, out, err) = cli.run(&["setup", "First steps", "--seed", "3"], "");
    let islands = err.trim_end().strip_prefix("--islands ").unwrap();
    assert_eq!(status, 0);
    for again in ["1", "first steps", "LNSNLASAF000300060012001503030903C112033060340009R01215"] {
        assert_eq!(cli.answer(&["setup", again, "--islands", islands]), (0, out.clone()));
    }
    let game: PlayableState = out.trim_end().parse().unwrap();
    assert_eq!(game.state().bag().len(), 31);
    assert!(game.outcome().continues());
    assert_eq!(cli.answer(&["setup", "40"]).0, 1);
    assert_eq!(cli.answer(&["setup", "no such name"]).0, 1);
    assert_eq!(cli.answer(&["setup", "LNSN"]).0, 1);
    assert_eq!(cli.answer(&["setup", "1", "--islands", "9f0"]).0, 1);
    let challenge = "SNSNSASAF00030015C00006000094030350012R30909".parse().unwrap();
    let faults = |text| setup::read_islands(text, &challenge).unwrap_err().to_string();
    assert!(setup::read_islands("1f0,2f0,3p0,4p180", &challenge).is_ok());
    assert_eq!(
        faults("1f180,1p0,5p90,x"),
        "0..5: setup/island-turn: the island `SN` cannot be rotated by 180 degrees\n\
        6..9: setup/island-side: the island `SN` must show its side with fire (`f`)\n\
        6..9: setup/island-twice: small island 1 is chosen twice\n\
        10..14: setup/no-island: there is no small island 5; the islands are numbered 1 to 4\n\
        10..14: setup/island-turn: the island `SA` cannot be rotated by 90 degrees\n\
        15..16: setup/island-unreadable: `x` is not an island; it must be a number, then `f` or `p`, then 0, 90, 180 or 270"
    );
    assert_eq!(faults("1f0"), "0..3: setup/island-count: 1 island chosen, but the challenge has 4");
    cli.check("raft-cli-setup");
}

#[test]
fn perft_counts_sequences() {
    let cli = Transcript::default();
    let count = |depth: &str| {
        cli.answer(&["perft", PlayableState::EXAMPLE, "--depth", depth]).1.trim_end().parse::<u128>().unwrap()
    };
    let listed = cli.answer(&["legal-moves", "raft", PlayableState::EXAMPLE, "--count"]).1;
    assert_eq!((count("0"), count("1")), (1, listed.trim_end().parse().unwrap()));
    assert_eq!(cli.json(&["perft", PlayableState::EXAMPLE, "--depth", "1"]).1["count"], count("1") as u64);
    assert_eq!(cli.answer(&["perft", "[]", "--depth", "1"]).0, 1);
    assert_eq!(cli.answer(&["perft", PlayableState::EXAMPLE]).0, 2);
    cli.check("raft-cli-perft");
}

#[test]
fn generated_games_can_be_replayed() {
    let arguments = ["generate", "raft-game", "--seed", "8", "--count", "2", "--steps"];
    let (status, out, err) = run(&arguments, "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(run(&arguments, ""), (status, out.clone(), err));
    let steps: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (step, next) in steps.iter().zip(&steps[1..]) {
        let ends = step["game"] != next["game"];
        assert_eq!(step["outcome"].is_null(), !ends);
        assert!(ends || step["next"] == next["state"]);
        if step["drawn"].is_null() {
            let mut game: PlayableState = step["state"].to_string().parse().unwrap();
            game.apply(&step["action"].as_str().unwrap().parse().unwrap()).unwrap();
            assert_eq!(serde_json::to_value(game.state().parts()).unwrap(), step["next"]);
        }
    }
    let cli = Transcript::default();
    let (status, out) = cli.answer(&["generate", "raft-state", "--seed", "8", "--count", "5"]);
    cli.check("raft-cli-generate-state");
    assert_eq!((status, out.lines().count()), (0, 5));
    assert!(out.lines().all(|line| line.parse::<PlayableState>().unwrap().outcome().continues()));
}

#[test]
fn validate_can_check_only_the_geometry() {
    let cli = Transcript::default();
    let game: PlayableState = PlayableState::EXAMPLE.parse().unwrap();
    let board = game.state().board().to_string();
    assert_eq!(cli.answer(&["validate", "action", "Ae0303N", "--board", &board]), (0, "ok\n".to_owned()));
    let plain = ["validate", "action", "m0102FN", "--format", "plain", "--board", &board];
    assert_eq!(cli.answer(&plain), (1, "1:2: placement/on-fire: square (1, 2) is on fire\n".to_owned()));
    assert_eq!(cli.answer(&["validate", "action", "Ae0303N", "--board", "x"]).0, 2);
    cli.check("raft-cli-geometry");
}

#[test]
fn states_without_a_playable_board_are_rejected() {
    let cli = Transcript::default();
    let without_raft = PlayableState::EXAMPLE.replace("wow", "www");
    let (status, out) = cli.json(&["legal-moves", "raft", &without_raft]);
    assert_eq!((status, &out["diagnostics"][0]["code"]), (1, &"board/no-raft".into()));
    assert_eq!(out["diagnostics"][0]["part"], 0);
    for verb in ["apply", "legal-moves", "outcome"] {
        assert_eq!(cli.answer(&[verb, "raft", ""]).0, 1, "{verb}");
        assert_eq!(cli.answer(&[verb, "raft", "[1]"]).0, 1, "{verb}");
    }
    let line = format!("{{\"id\":7,\"state\":{},\"tile\":\"F\"}}\n", PlayableState::EXAMPLE);
    let (status, out, _) = cli.run(&["legal-moves", "raft", "--jsonl"], &line);
    assert_eq!((status, out.lines().count()), (1, 1));
    // This batch consists of objects, and each object has its own action.
    let line = format!("{{\"id\":7,\"state\":{},\"action\":\"B04060506Af\"}}\n", PlayableState::EXAMPLE);
    let (status, out, _) = cli.run(&["apply", "raft", "--jsonl"], &line);
    let out: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &out["id"], &out["state"][3]), (0, &7.into(), &"B0506G0105".into()));
    cli.check("raft-cli-not-playable");
}

#[test]
fn a_challenge_that_cannot_be_set_up_is_reported_as_json_too() {
    let cli = Transcript::default();
    let object = |members: &str, code: &str, message: &str, end: usize, found: &str| {
        let told = format!(
            "{{\"v\":1,\"n\":1,\"id\":null,\"path\":null,\"kind\":\"challenge\",\"ok\":false,\"canonical\":null,{members}\
             \"diagnostics\":[{{\"code\":\"{code}\",\"severity\":\"error\",\"class\":\"rule\",\
             \"message\":\"{message}\",\"span\":{{\"start\":0,\"end\":{end},\"line\":1,\"column\":1}},\
             \"related\":[],\"square\":null,\"expected\":[],\"found\":{found},\"fix\":null}}]}}\n"
        );
        (1, told, String::new())
    };
    assert_eq!(
        cli.run(&["setup", "nope", "--format", "json"], ""),
        object("", "setup/unknown-challenge", "there is no official challenge `nope`", 4, "\"nope\"")
    );
    assert_eq!(
        cli.run(&["setup", "1", "--islands", "1f0", "--format", "json"], ""),
        object(
            "\"islands\":\"1f0\",",
            "setup/island-count",
            "1 island chosen, but the challenge has 4",
            3,
            "null"
        )
    );
    cli.check("raft-cli-setup-json");
}
