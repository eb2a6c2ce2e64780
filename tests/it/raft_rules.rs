//! Tests the rules of Race to the Raft with the prepared cases, with the slow second implementation, and with the
//! text of every error.

use crate::raft_oracle::{TILE_LETTERS, Table};
use clowder::notation::Notation;
use clowder::raft::generate::{Playout, Step};
use clowder::raft::legal;
use clowder::raft::perft::perft;
use clowder::raft::{Action, PlayableState, State, TileId, rules::Outcome};
use clowder::random::Random;
use serde_json::Value;

fn game(state: &Value) -> PlayableState {
    PlayableState::new(state.to_string().parse().unwrap()).unwrap()
}

fn strings(actions: &[Action]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

fn verdict(outcome: &Outcome) -> Option<&'static str> {
    Some(outcome.name()).filter(|name| *name != "continues")
}

#[test]
fn every_worked_case_has_the_expected_result() {
    let mut counts = std::collections::BTreeMap::new();
    for line in include_str!("../cases/raft.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (suite, expect) = (case["suite"].as_str().unwrap(), &case["expect"]);
        let game = game(&case["state"]);
        let action = case["action"].as_str().map(|text| Action::read(text).into_value());
        let answer = match (suite, action) {
            ("legal", Some(action)) => Value::Bool(action.is_some_and(|action| game.is_legal(&action))),
            ("fits", Some(action)) => Value::Bool(action.is_some_and(|action| game.fits(&action))),
            ("apply", Some(action)) => {
                let mut after = game.clone();
                after.apply(&action.unwrap()).unwrap();
                serde_json::from_str(&after.state().to_string()).unwrap()
            }
            ("outcome", Some(action)) => {
                game.outcome_after(&action.unwrap()).map(|it| verdict(&it)).unwrap().into()
            }
            ("legal-moves", None) => match case["tile"].as_str() {
                Some(tile) => {
                    let tile = TileId::from_letter(tile.chars().next().unwrap()).unwrap();
                    strings(&legal::fire_actions(&game, tile)).into()
                }
                None => strings(&legal::card_and_cat_actions(&game)).into(),
            },
            other => panic!("{other:?}"),
        };
        assert_eq!(&answer, expect, "{line}");
        *counts.entry(suite.to_owned()).or_insert(0) += 1;
    }
    let counts: Vec<_> = counts.iter().map(|(suite, count)| (suite.as_str(), *count)).collect();
    let expected = [("apply", 50), ("fits", 75), ("legal", 150), ("legal-moves", 50), ("outcome", 101)];
    assert_eq!(counts, expected);
}

/// Generates an action string that is legal or almost legal.
pub(crate) fn near_action(game: &PlayableState, random: &mut Random) -> String {
    let legal = if random.below(2) == 0 {
        legal::card_and_cat_actions(game)
    } else {
        let tile = TileId::new(random.below(31) as u8).unwrap();
        legal::fire_actions(game, tile)
    };
    let mut text =
        random.choose(&legal).map_or_else(|| "Aa0000N".to_owned(), ToString::to_string).into_bytes();
    for _ in 0..random.below(3) {
        let at = random.below(text.len());
        let letters = match text[at] {
            b'0'..=b'9' => "0123456789",
            b'N' | b'E' | b'S' | b'W' => "NESW",
            _ => "ABCDGPRYabcdefghijklmnopqrstuvwxyTF",
        };
        text[at] = letters.as_bytes()[random.below(letters.len())];
    }
    String::from_utf8(text).unwrap()
}

/// Compares all results of both implementations for one action. Returns false if the string is not an action.
pub(crate) fn compare_action(game: &PlayableState, table: &Table, text: &str) -> bool {
    let Some(action) = Action::parse_canonical(text) else { return false };
    let at = || format!("{text} in {}", game.state());
    assert_eq!(game.fits(&action), table.fits(text), "fits {}", at());
    assert_eq!(game.placement_errors(&action).is_empty(), table.fits(text), "placement_errors {}", at());
    assert_eq!(game.is_legal(&action), table.legal(text), "legal {}", at());
    assert_eq!(game.legality_errors(&action).is_empty(), table.legal(text), "faults {}", at());
    let outcome = game.outcome_after(&action).map(|it| verdict(&it)).map_err(|_| ());
    assert_eq!(game.is_over_after(&action).ok(), outcome.ok().map(|it| it.is_some()), "over {}", at());
    assert_eq!(outcome, table.outcome(text), "outcome {}", at());
    let mut after = game.clone();
    let applied = after.apply(&action);
    assert_eq!(applied.is_ok(), table.legal(text), "apply {}", at());
    let expected = if applied.is_ok() { table.apply(text) } else { table.clone() };
    assert_eq!(after.state().parts(), expected.parts(), "apply {}", at());
    let reading = State::read(&after.state().to_string());
    assert!(reading.is_canonical(), "{}: {}", at(), reading.diagnostics());
    // The updated bitboards must equal those computed from the new board.
    assert_eq!(after, PlayableState::new(after.state().clone()).unwrap(), "masks {}", at());
    true
}

/// Plays games, comparing both implementations in every position, partly by trying every action string.
fn compare_positions(seed: u64, wanted: usize) {
    let (mut seen, mut brute, mut compared) = (0, 0, 0);
    for number in 0.. {
        let mut random = Random::stream(seed, number);
        let mut playout = Playout::new(Random::stream(seed + 1, number));
        loop {
            let game = playout.current().clone();
            let table = Table::new(&game.state().parts());
            assert_eq!(table.parts(), game.state().parts());
            assert_eq!(game.all_cats_can_reach_raft(), table.all_can_reach(), "{}", game.state());
            assert_eq!(game.cut_off_cats().is_empty(), table.all_can_reach(), "{}", game.state());
            assert_eq!(game.all_cats_on_raft(), table.all_home(), "{}", game.state());
            for _ in 0..2 {
                compared += usize::from(compare_action(&game, &table, &near_action(&game, &mut random)));
            }
            if random.below(60) == 0 {
                let listed = legal::card_and_cat_actions(&game);
                assert_eq!(strings(&listed), table.card_and_cat_actions(), "{}", game.state());
                let tile = random.below(31);
                let listed = legal::fire_actions(&game, TileId::new(tile as u8).unwrap());
                let letter = TILE_LETTERS.chars().nth(tile).unwrap();
                assert_eq!(strings(&listed), table.fire_actions(letter), "{}", game.state());
                brute += 1;
            }
            seen += 1;
            let Some(played) = playout.next() else { break };
            if let Step::Action(action) = *played.step() {
                let text = action.to_string();
                assert!(table.legal(&text));
                assert_eq!(played.after().parts(), table.apply(&text).parts());
                assert_eq!(Ok(verdict(played.outcome())), table.outcome(&text), "{text} in {}", game.state());
            }
        }
        if seen >= wanted {
            break;
        }
    }
    assert!(brute >= wanted / 100, "{brute} of {seen} by brute force");
    assert!(compared >= seen, "{compared} actions in {seen} positions");
}

// The work is divided into four tests, so that several threads can share it.
#[test]
fn bitboards_and_brute_force_agree_on_the_first_5000_positions() {
    compare_positions(100, 5000);
}

#[test]
fn bitboards_and_brute_force_agree_on_the_second_5000_positions() {
    compare_positions(200, 5000);
}

#[test]
fn bitboards_and_brute_force_agree_on_the_third_5000_positions() {
    compare_positions(300, 5000);
}

#[test]
fn bitboards_and_brute_force_agree_on_the_fourth_5000_positions() {
    compare_positions(400, 5000);
}

/// Tests boards that do not occur in games: one raft, and arbitrary letters on all other squares.
#[test]
fn bitboards_and_brute_force_agree_on_boards_of_any_letters() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for round in 0..1500usize {
        let (width, height) = ([9, 18][round % 2], [12, 15, 18][round % 3]);
        // Most squares are paths, so that cats can move and cards can be placed.
        let letters = ["bgpry", "bgpryfwB", "bgpryfnwBGPRYW", "bbbbbbbbgGfY"][round % 4].as_bytes();
        let mut rows: Vec<Vec<u8>> =
            (0..height).map(|_| (0..width).map(|_| letters[random.below(letters.len())]).collect()).collect();
        rows[1 + random.below(height - 2)][1 + random.below(width - 2)] = b'o';
        let board: String = rows.into_iter().map(|row| String::from_utf8(row).unwrap() + "\n").collect();
        let parts = [board, "ABCD".into(), "AabBcCD".into(), String::new(), "abcE".into()];
        let game = PlayableState::new(State::read_parts(&parts).into_value().unwrap()).unwrap();
        let table = Table::new(&parts);
        assert_eq!(game.all_cats_can_reach_raft(), table.all_can_reach(), "{}", game.state());
        assert_eq!(game.cut_off_cats().is_empty(), table.all_can_reach(), "{}", game.state());
        assert_eq!(game.all_cats_on_raft(), table.all_home());
        for _ in 0..20 {
            compared += usize::from(compare_action(&game, &table, &near_action(&game, &mut random)));
        }
        if round % 30 == 0 {
            let listed = legal::card_and_cat_actions(&game);
            assert_eq!(strings(&listed), table.card_and_cat_actions(), "{}", game.state());
        }
    }
    assert!(compared >= 15_000, "{compared} actions");
}

/// Creates ten states with so much fire and so few tiles that brute force can count the action sequences.
fn positions_for_perft() -> Vec<PlayableState> {
    let burnt = |number: u64| {
        let mut random = Random::stream(11, number);
        let wanted = 2 + number as usize % 2;
        let state = Playout::new(Random::stream(12, number))
            .map(|played| played.before().clone())
            .find(|state| state.hand().cards().len() == wanted)?;
        let mut game = PlayableState::new(state).unwrap();
        for _ in 0..500 {
            let tile = TileId::new(random.below(31) as u8).unwrap();
            let mut next = game.clone();
            let actions = legal::fire_actions(&game, tile);
            random.choose(&actions).iter().for_each(|action| next.apply_fitting(action).unwrap());
            if next.all_cats_can_reach_raft() {
                game = next;
            }
            if perft(&game, 1) < 80 {
                break;
            }
        }
        let state = game.into_state();
        let bag = state.bag().iter().take(wanted - 1).collect();
        let (hand, exhausted) = (state.hand(), state.exhausted().clone());
        let state = State::new(*state.board(), state.decks(), hand, exhausted, bag).unwrap();
        let game = PlayableState::new(state).unwrap();
        Some(game).filter(|game| perft(game, 1) < 150 && perft(game, 2) > 0)
    };
    let found: Vec<PlayableState> = (0..5000).filter_map(burnt).take(10).collect();
    assert_eq!(found.len(), 10);
    found
}

#[test]
fn perft_counts_have_not_changed() {
    let count = |game: &PlayableState| [1, 2, 3].map(|depth| perft(game, depth));
    let counts: Vec<[u128; 3]> = positions_for_perft().iter().map(count).collect();
    assert_eq!(counts, PERFT);
}

#[test]
fn perft_counts_agree_with_counting_one_by_one() {
    let mut deepest = 0;
    for (game, expected) in positions_for_perft().iter().zip(PERFT) {
        let table = Table::new(&game.state().parts());
        let depth = if expected[1] < 14_000 { 3 } else { 2 };
        for depth in 1..=depth {
            assert_eq!(table.perft(depth), expected[depth as usize - 1], "{depth} in {}", game.state());
        }
        deepest += u32::from(depth == 3 && expected[2] > 0);
    }
    assert!(deepest >= 3, "{deepest} positions were counted to depth 3");
}

const PERFT: [[u128; 3]; 10] = [
    [118, 13_920, 66_624],
    [128, 13_104, 48],
    [143, 18_892, 172_592],
    [109, 16_320, 1_680],
    [120, 13_964, 104_832],
    [133, 18_112, 152_096],
    [121, 15_608, 158_208],
    [117, 13_304, 57_520],
    [140, 19_200, 92_520],
    [126, 15_520, 84_012],
];

#[test]
fn lists_are_sorted_and_have_no_duplicates() {
    let (mut with_cards, mut with_cats) = (0, 0);
    for number in 0..40 {
        for played in Playout::new(Random::stream(21, number)).step_by(5) {
            let game = PlayableState::new(played.before().clone()).unwrap();
            let actions = legal::card_and_cat_actions(&game);
            let texts = strings(&actions);
            assert!(texts.is_sorted_by(|one, next| one < next));
            for (text, action) in texts.iter().zip(&actions) {
                assert_eq!(Action::parse_canonical(text).as_ref(), Some(action), "{text}");
            }
            let cats = actions.iter().filter(|action| matches!(action, Action::Cat(_))).count();
            with_cards += usize::from(cats < actions.len());
            with_cats += usize::from(cats > 0);
        }
    }
    assert!(with_cards > 30 && with_cats > 30, "{with_cards} lists with cards, {with_cats} with cats");
}

/// A cat on a wild square outside the raft can move as a cat of any colour, because its colour is unknown. It is
/// exhausted if an exhausted cat of any colour is listed at its position.
#[test]
fn a_cat_on_a_wild_square_may_be_of_any_colour() {
    let text = PlayableState::EXAMPLE.replace("brgBgg", "brgWgg").replace("G0105", "B0406");
    let game: PlayableState = text.parse().unwrap();
    let legal = |action: &str| game.is_legal(&action.parse().unwrap());
    assert!(legal("B04060506AfAh") && legal("G04060407AfAh"));
    assert!(!legal("G04060407Af") && !legal("R04060407AfAh"));
    let mut after = game.clone();
    after.apply(&"G04060407AfAh".parse().unwrap()).unwrap();
    assert_eq!(after.state().parts()[3], "G0407");
    assert!(after.state().parts()[0].contains("\nfffbrgwGg\n"));
    let listed = strings(&legal::card_and_cat_actions(&game));
    let of = |start: &str| listed.iter().filter(|action| action.starts_with(start)).count();
    // A hand of 6 cards has 15 pairs. Blue paths lead to one square, green paths to four.
    assert_eq!(["B0406", "G0406", "P0406", "R0406", "Y0406"].map(of), [15, 60, 0, 0, 0]);
}
