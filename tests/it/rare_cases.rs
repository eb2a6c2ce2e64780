//! Tests code that the other tests did not run when their coverage was measured, and changes to the code that they
//! missed in mutation testing (benches/COVERAGE.md).

use clowder::arboretum::{Arboretum, Card, Pile, PlayArea, REACH, Species, greedy, score};
use clowder::diagnostics::{Diagnostic, Span, find};
use clowder::games::{Game as _, GameJson as _, GameWords as _, Outcome, Seat};
use clowder::notation::{Notation as _, Reading};
use clowder::penguins::{Block, ChallengeFilter, Hex, Hexes, PartialSolution, Placement};
use clowder::protocol::explain::ending;
use clowder::protocol::{Reply, Request};
use clowder::raft::record::describe_outcome;
use clowder::raft::{
    Action, Board, Exhausted, FireTile, Island, IslandSize, Orientation, PlayableState, State, TileId,
    explain, rules,
};
use clowder::random::Random;
use clowder::tictactoe::TicTacToe;
use std::collections::BTreeMap;

/// A board with three voids (`n`) that are surrounded by paths.
const VOID: &str = "bgpryrpgb\nbgpryrpgb\nbbnnnbbbb\nbbbbbbbbb\nbbbbBbbbb\nbbbbbbbbb\nbbbbbbbbb\nbbbbbbbbb\nbbbbbbbbb\nbbbbbwwwb\nbbbbbwowb\nbbbbbwwwb\n";

fn messages(action: &str) -> Vec<String> {
    let game = PlayableState::on_board(VOID.parse().unwrap()).unwrap();
    let action: Action = action.parse().unwrap();
    let errors = game.placement_errors(&action);
    errors.iter().map(|error| error.message.clone()).collect()
}

#[test]
fn places_without_a_square_are_named() {
    let void =
        |row, column| format!("there is no square at ({row}, {column}), because the board has `n` there");
    assert_eq!(messages("Aa0000N"), [void(2, 2)]);
    let cat = "there is a cat on square (4, 4)".to_owned();
    assert_eq!(messages("Aa0202N"), [void(2, 2), void(2, 3), void(2, 4), cat]);
}

/// The message of the first error in a board whose first lines have 18 squares and whose other lines have 9.
fn first_error(wide: usize, narrow: usize) -> String {
    let [eighteen, nine] = ["b".repeat(18) + "\n", "b".repeat(9) + "\n"];
    let reading = Board::read(&(eighteen.repeat(wide) + &nine.repeat(narrow)));
    reading.diagnostics().iter().next().unwrap().message.clone()
}

#[test]
fn the_width_that_most_lines_of_a_board_have_is_expected() {
    assert_eq!(first_error(11, 1), "line 12 has 9 squares; expected 18");
    assert_eq!(first_error(6, 6), "line 7 has 9 squares; expected 18");
    assert_eq!(first_error(5, 7), "line 1 has 18 squares; expected 9");
    assert_eq!(first_error(1, 11), "line 1 has 18 squares; expected 9");
}

#[test]
fn a_wrong_state_keeps_its_decoded_strings() {
    let reading = State::read(r#"["b\n","A","B","C","\u0064"]"#);
    assert!(reading.value().is_none());
    assert_eq!(reading.parts(), ["b\n", "A", "B", "C", "d"]);
}

#[test]
fn each_segment_of_a_challenge_has_its_span() {
    let text = "LNSNLASAF00030006C00009R11215";
    let segments = explain::challenge(&text.parse().unwrap());
    let parts: Vec<&str> = segments[1..].iter().map(|segment| segment.span.of(text)).collect();
    assert_eq!(parts, ["LN", "SN", "LA", "SA", "F", "0003", "0006", "C", "00009", "R", "11215"]);
}

#[test]
fn outcomes_without_a_winner_are_described() {
    let outcome = |winner, scores| Outcome::new(winner, scores);
    assert_eq!(
        TicTacToe::describe_outcome(&outcome(None, [0, 0])),
        "the board is full and nobody has three in a row"
    );
    assert_eq!(
        Arboretum::describe_outcome(&outcome(None, [12, 12])),
        "12 : 12, and both play areas have the same number of species"
    );
    let more = Arboretum::describe_outcome(&outcome(Some(Seat::BOTH[1]), [12, 12]));
    assert!(
        more.starts_with("12 : 12, and ") && more.ends_with(" has more species in the play area"),
        "{more}"
    );
    let higher = Arboretum::describe_outcome(&outcome(Some(Seat::BOTH[0]), [13, 12]));
    assert!(higher.ends_with(" has the higher score, 13 : 12"), "{higher}");
}

#[test]
fn the_first_card_of_a_play_area_has_one_place() {
    let empty = PlayArea::new();
    assert_eq!([[0, 0], [0, 1], [1, 0], [-1, 0]].map(|at| empty.accepts(at)), [true, false, false, false]);
    let card = |rank| Card::new(Species::Oak, rank).unwrap();
    let one = empty.with(card(1), [0, 0]);
    assert_eq!([[0, 0], [0, 1], [1, 0], [1, 1]].map(|at| one.accepts(at)), [false, true, true, false]);
    // If there is already a card at the place, the play area does not change.
    assert_eq!(one.with(card(8), [0, 0]).cards(), one.cards());
    assert_eq!(score::best_path(&one.with(card(8), [0, 1]), Species::Oak).score, 2 + 1 + 2);
}

#[cfg(feature = "cli")]
#[test]
fn two_lines_of_three_cannot_occur() {
    let state = r#"{"turn":6,"currentPlayer":0,"state":["X","X","X","O","O","O","-","-","-"],"opponent":"","previousTurn":3,"playBack":false}"#;
    let (status, _, err) = crate::support::run(&["outcome", "tictactoe", state], "");
    let first = err.lines().next();
    assert_eq!((status, first), (1, Some("error[game-state/board]: both players have three in a row")));
}

#[test]
fn no_tile_fits_on_a_board_that_burns_everywhere() {
    let fire = "fffffffff\n".repeat(9) + "ffffffwww\nffffffwow\nffffffwww\n";
    let game = PlayableState::on_board(fire.parse().unwrap()).unwrap();
    assert!(TileId::all().all(|tile| !game.tile_fits_anywhere(tile)));
}

#[test]
fn spans_point_into_the_given_action_if_its_discards_are_in_another_order() {
    let game: PlayableState = PlayableState::EXAMPLE.parse().unwrap();
    let spans = |text: &str| -> Vec<(usize, usize)> {
        let errors = game.read_legal_action(text).into_diagnostics();
        errors
            .iter()
            .filter(|error| error.message.contains("hand"))
            .map(|error| (error.span.start(), error.span.end()))
            .collect()
    };
    // The card `Db` is not in the hand, and `Af` is.
    assert_eq!(spans("G01050106AfDb"), [(11, 13)]);
    assert_eq!(spans("G01050106DbAf"), [(9, 11)]);
    assert_eq!(spans("G01050106DaDb"), [(9, 11), (11, 13)]);
    // The same card twice is reported together with the other errors of the move.
    let errors = game.read_legal_action("B04060506AhAh").into_diagnostics();
    let codes: Vec<&str> = errors.iter().map(|error| error.code.name).collect();
    assert_eq!(codes, ["cat/not-exhausted", "action/duplicate-discard"]);
}

#[test]
fn a_game_is_lost_if_the_hand_allows_no_action() {
    // A cat on a path to the raft, and room for one card if `free` is true. Everything else is on fire.
    let outcome = |free: bool, hand: &str, exhausted: &str| {
        let room = if free { "bbbffffff\n" } else { "fffffffff\n" };
        let board = room.repeat(3) + &"fffffffff\n".repeat(6) + "ffffBbwww\nffffffwow\nffffffwww\n";
        let parts = [board.as_str(), "ABCD", hand, exhausted, "a"].map(str::to_owned);
        let game = PlayableState::new(State::read_parts(&parts).into_value().unwrap()).unwrap();
        describe_outcome(&game.outcome())
    };
    let goes_on = "the game continues";
    assert_eq!(outcome(false, "AaBCD", "B0904"), "the game is lost: no action is legal");
    assert_eq!(outcome(false, "AabBCD", "B0904"), goes_on);
    assert_eq!(outcome(false, "AaBCD", ""), goes_on);
    assert_eq!(outcome(false, "ABCD", "B0904"), goes_on);
    assert_eq!(outcome(true, "AaBCD", "B0904"), goes_on);
}

#[test]
fn typed_moves_are_cards_or_cards_with_a_place() {
    let typed = |text| Arboretum::expand_typed_move(text);
    assert_eq!(typed("j3").as_deref(), Some(r#"["J",3]"#));
    assert_eq!(typed(" J3, 0 -1").as_deref(), Some(r#"{"card":["J",3],"coord":[0,-1]}"#));
    assert_eq!(["", "J", "JJ", "3J", "J33", "J3 1", "J3 1 2 3", "é3"].map(typed), [const { None }; 8]);
}

#[test]
fn each_move_of_arboretum_belongs_to_a_turn() {
    let mut state = Arboretum::deal(&mut Random::new(1));
    let turns: Vec<u32> = (0..10)
        .map(|_| {
            let turn = state.turn();
            let view = Arboretum::view(&state, state.mover(), "Ann");
            Arboretum::apply(&mut state, &greedy(&view).unwrap());
            turn
        })
        .collect();
    assert_eq!(turns, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
}

#[test]
fn a_card_of_arboretum_is_written_with_two_characters_in_debug_output() {
    assert_eq!(format!("{:?}", Card::new(Species::Oak, 7).unwrap()), "O7");
}

#[test]
fn a_game_is_won_when_the_last_cat_reaches_the_raft() {
    let outcome = |second_row: &str, action: &str| {
        let board = "fffffffff\n".repeat(9) + "ffffBbwww\n" + second_row + "ffffffwww\n";
        let game = PlayableState::on_board(board.parse().unwrap()).unwrap();
        let action: Action = action.parse().unwrap();
        (game.outcome_after(&action).unwrap(), game.is_over_after(&action).unwrap())
    };
    assert_eq!(outcome("ffffffwow\n", "B09040906Aa"), (rules::Outcome::Won, true));
    assert_eq!(outcome("ffffffwow\n", "B09040905Aa"), (rules::Outcome::Continues, false));
    assert_eq!(outcome("fffffGwow\n", "B09040906Aa"), (rules::Outcome::Continues, false));
    assert_eq!(outcome("ffffffwoW\n", "B09040906Aa"), (rules::Outcome::Won, true));
}

#[test]
fn a_game_is_lost_if_the_decks_have_fewer_than_six_cards() {
    let outcome = |decks: &str| {
        let mut parts = PlayableState::EXAMPLE.parse::<State>().unwrap().parts();
        parts[1] = decks.to_owned();
        let game = PlayableState::new(State::read_parts(&parts).into_value().unwrap()).unwrap();
        game.outcome_of_drawing_hand().continues()
    };
    assert_eq!(["AabcdeBCDa", "AabBaCaDab", "AabcdBCDa", "ABCD"].map(outcome), [true, true, false, false]);
}

#[test]
fn the_squares_that_cut_off_a_cat_are_named() {
    // The colour of the cat in the corner is unknown, so it can walk over the blue square or over the green one.
    let board = "fffffffff\n".repeat(8) + "ffffffwww\nffffffwow\ngfffffwww\nWbfffffff\n";
    let game = PlayableState::on_board(board.parse().unwrap()).unwrap();
    let cats = game.cut_off_cats();
    let places: Vec<_> = cats[0].stopped_by.iter().map(|at| at.coordinates()).collect();
    assert_eq!((cats.len(), cats[0].colour, cats[0].at.coordinates()), (1, None, (11, 0)));
    assert_eq!(places, [(9, 0), (10, 1), (11, 2)]);
}

/// The code, the span and the message of the error in a board without a complete raft, and the spans of the related
/// places.
fn raft_error(board: &str) -> (&'static str, Span, String, Vec<Span>) {
    let errors = board.parse::<Board>().unwrap().raft_centre().unwrap_err();
    let error = errors.into_iter().next().unwrap();
    (error.code.name, error.span, error.message, error.related.iter().map(|other| other.span).collect())
}

#[test]
fn a_board_without_one_complete_raft_has_an_error_with_its_place() {
    let one = "bbbbobbbb\n";
    let none = "bbbbbbbbb\n";
    let board = |centres: [usize; 2]| -> String {
        (0..12).map(|row| if centres.contains(&row) { one } else { none }).collect()
    };
    let message = "the board has no raft centre `o`; a board for a game must have exactly one".to_owned();
    assert_eq!(raft_error(&none.repeat(12)), ("board/no-raft", Span::new(0, 120), message, vec![]));
    let message =
        "there is a second raft centre at (7, 4); a board for a game must have exactly one".to_owned();
    let places = (Span::new(74, 75), vec![Span::new(34, 35)]);
    assert_eq!(raft_error(&board([3, 7])), ("board/second-raft", places.0, message, places.1));
    for (row, start) in [(0, 4), (11, 114)] {
        let message = format!("the raft around ({row}, 4) is partly off the board");
        let found = raft_error(&board([row, row]));
        assert_eq!(found, ("board/raft-at-edge", Span::new(start, start + 1), message, vec![]));
    }
    for row in [1, 10] {
        let board: Board = board([row, row]).parse().unwrap();
        assert_eq!(board.raft_centre().unwrap().coordinates(), (row as u8, 4));
    }
    for (column, complete) in [(0, false), (1, true), (7, true), (8, false)] {
        let mut rows = vec![none.to_owned(); 12];
        rows[5].replace_range(column..=column, "o");
        let board: Board = rows.concat().parse().unwrap();
        assert_eq!(board.raft_centre().is_ok(), complete, "column {column}");
    }
}

#[test]
fn a_board_is_written_as_a_string_in_debug_output() {
    let text = "bbbbobbbb\n".repeat(12);
    let board: Board = text.parse().unwrap();
    assert_eq!(format!("{board:?}"), format!("Board({text:?})"));
}

#[test]
fn a_further_check_adds_its_errors_in_the_order_of_their_places() {
    let error = |start, code| Diagnostic::new(find(code).unwrap(), Span::new(start, start + 1), "wrong");
    let reading = Reading::new(Some(1), [error(5, "draw/order")].into_iter().collect());
    let spans =
        |reading: &Reading<i32>| reading.diagnostics().iter().map(|e| e.span.start()).collect::<Vec<_>>();
    assert_eq!(spans(&reading), [5]);
    let reading = reading.check([error(3, "draw/count")]);
    assert_eq!(spans(&reading), [3, 5]);
    // With an error beyond the canonical form, there is no value.
    assert!(!reading.is_usable());
    assert_eq!(reading.lenient().unwrap_err().len(), 2);
}

#[test]
fn a_list_of_exhausted_cats_can_be_empty() {
    let list = |text: &str| text.parse::<Exhausted>().unwrap().is_empty();
    assert_eq!(["", "B0204"].map(list), [true, false]);
}

#[test]
fn the_quick_grammar_accepts_some_of_the_blocks_of_a_solution() {
    let quick = |text| PartialSolution::parse_canonical(text).map(|placed| placed.to_string());
    assert_eq!(quick("A321B104").as_deref(), Some("A321B104"));
    assert_eq!(quick("").as_deref(), Some(""));
    assert_eq!(["B104A321", "A321A321", "A321B104 "].map(quick), [const { None }; 3]);
}

#[test]
fn messages_are_equal_if_their_contents_and_their_ids_are_equal() {
    let request = |game: u32, id: u32| -> Request {
        let state = format!(r#"{{"message":"NEWGAME","gameNumber":{game},"round":"Round 1"}}"#);
        let id = format!("2c61b993-c308-4947-ac83-e2fd989bf10{id}");
        format!(r#"{{"state":{state},"messageID":"{id}"}}"#).parse().unwrap()
    };
    assert_eq!(request(1, 2), request(1, 2));
    assert_ne!(request(1, 2), request(2, 2));
    assert_ne!(request(1, 2), request(1, 3));
    let reply = |number: u32, id: u32| -> Reply {
        format!(r#"{{"move":{number},"messageID":"{id}"}}"#).parse().unwrap()
    };
    assert_eq!(reply(1, 2), reply(1, 2));
    assert_ne!(reply(1, 2), reply(2, 2));
    assert_ne!(reply(1, 2), reply(1, 3));
}

#[test]
fn a_long_list_of_equal_squares_has_as_many_errors_as_the_limit_allows() {
    // There are 100 different squares of two digits, and the first one is not an error.
    let errors = |squares: usize| FireTile::read(&format!("c{}", "00".repeat(squares))).diagnostics().len();
    assert_eq!([100, 257, 258, 400].map(errors), [99, 256, 257, 257]);
}

#[test]
fn the_strip_of_fire_of_an_island_follows_its_rotation() {
    let strip = |size, rotation| Island::new(size, rotation).unwrap().fire_strip();
    for (size, height) in [(IslandSize::Small, 6), (IslandSize::Large, 9)] {
        assert_eq!(strip(size, None), None);
        assert_eq!(strip(size, Some(Orientation::North)), Some((0..height, 0..3)));
        assert_eq!(strip(size, Some(Orientation::South)), Some((0..height, 6..9)));
    }
    assert_eq!(strip(IslandSize::Large, Some(Orientation::East)), Some((0..3, 0..9)));
    assert_eq!(strip(IslandSize::Large, Some(Orientation::West)), Some((6..9, 0..9)));
}

#[test]
fn the_scores_of_a_game_are_named_unless_both_are_zero() {
    let players = ["A", "B"].map(str::to_owned);
    let described = |winner, scores| ending(&Outcome::new(winner, scores), &players);
    assert_eq!(described(None, [0, 0]), "a draw");
    assert_eq!(described(None, [5, 5]), "a draw, 5 : 5");
    assert_eq!(described(Some(Seat::Second), [0, 0]), "B wins");
    assert_eq!(described(Some(Seat::Second), [3, 5]), "B wins 5 : 3");
}

#[test]
fn a_play_area_can_reach_as_far_as_all_cards() {
    let cards: Vec<Card> = Card::all().collect();
    assert_eq!(cards.len(), 48);
    for [dx, dy] in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
        let place = |distance: i8| [dx * distance, dy * distance];
        let mut area = PlayArea::new();
        for (distance, &card) in cards.iter().enumerate() {
            let at = place(distance as i8);
            assert!(area.accepts(at.map(i64::from)), "{at:?}");
            area = area.with(card, at);
            assert_eq!((area.cards().len(), area.places().len()), (distance + 1, 2 * distance + 4));
        }
        let [last, next] = [REACH, REACH + 1].map(place);
        assert!(!area.is_empty_at(last) && area.is_empty_at(next) && !area.accepts(last.map(i64::from)));
        assert_eq!(area.with(cards[0], [1, 1]).cards(), area.cards(), "a 49th card is not placed");
    }
    let one = PlayArea::new().with(cards[0], [0, 0]);
    for far in [[REACH + 1, 0], [0, -REACH - 1], [i8::MIN, i8::MAX]] {
        assert_eq!(one.with(cards[1], far), one, "{far:?} is not within reach");
        assert!(one.is_empty_at(far));
    }
    assert_ne!(one, one.with(cards[1], [0, 1]));
    assert_ne!(one, PlayArea::new().with(cards[1], [0, 0]));
}

#[test]
fn piles_with_different_cards_are_different() {
    let pile = |count| Card::all().take(count).collect::<Pile>();
    assert_eq!(pile(3), pile(3));
    assert_ne!(pile(3), pile(2));
    let cards: Vec<Card> = Card::all().take(3).collect();
    assert_eq!(format!("{:?}", pile(3)), format!("{cards:?}"));
}

/// The messages and repairs of the errors in an Arboretum state after changing one member.
fn state_errors(key: &str, value: &str) -> Vec<String> {
    let state = Arboretum::write_state(&Arboretum::deal(&mut Random::new(1)));
    let mut members: BTreeMap<String, serde_json::Value> = serde_json::from_str(&state).unwrap();
    members.insert(key.to_owned(), serde_json::from_str(value).unwrap());
    let text = serde_json::to_string(&members).unwrap();
    let described = |error: &Diagnostic| {
        let repair = error.fix.as_ref().map(|fix| format!("; {} becomes {}", fix.span.of(&text), fix.text));
        error.message.clone() + &repair.unwrap_or_default()
    };
    Arboretum::parse_state(&text).err().iter().flatten().map(described).collect()
}

#[test]
fn the_details_of_an_arboretum_state_are_checked() {
    assert_eq!(state_errors("turn", "4294967294"), [""; 0]);
    for turn in ["4294967295", "4294967296"] {
        assert_eq!(state_errors("turn", turn), ["turn must be an integer from 0 to 4294967294"]);
    }
    let expected = "the current player is 0, which is not possible in turn 5; 0 becomes 1";
    assert_eq!(state_errors("turn", "5"), [expected]);
    for (key, right, wrong) in
        [("seenA", "{}", "1"), ("seenB", "{}", "[]"), ("opponent", "\"Ann\"", "1"), ("playBack", "true", "0")]
    {
        assert_eq!(state_errors(key, right), [""; 0], "{key}");
        assert_eq!(state_errors(key, wrong).len(), 1, "{key}");
    }
}

#[test]
fn a_new_challenge_has_a_solution() {
    let any = ChallengeFilter::default();
    assert!(any.matches("20113123".parse().unwrap()) && !any.matches("00102030".parse().unwrap()));
}

#[test]
fn sets_of_hexagons_are_compared_hexagon_by_hexagon() {
    let set = |columns: &[i32]| columns.iter().map(|&x| Hex::new(x, 0)).collect::<Hexes>();
    for (one, other, union) in [
        (&[0, 1][..], &[1, 2][..], 3),
        (&[0, 1], &[0, 1, 2], 3),
        (&[0, 1, 2], &[0, 1], 3),
        (&[0], &[1], 2),
        (&[], &[1], 1),
        (&[2], &[2], 1),
    ] {
        assert_eq!(set(one).union(set(other)).len(), union, "{one:?} and {other:?}");
    }
}

#[test]
fn a_typed_move_is_the_move_that_is_shown() {
    let mut state = Arboretum::deal(&mut Random::new(3));
    for turn in 0..12 {
        let legal = Arboretum::legal_moves(&state);
        for of in &legal {
            let typed = Arboretum::type_move(of);
            let json = Arboretum::expand_typed_move(&typed).unwrap_or(typed);
            assert_eq!(Arboretum::parse_move(&state, &json).as_ref().ok(), Some(of));
        }
        Arboretum::apply(&mut state, &legal[turn % legal.len()]);
    }
}

#[test]
fn cards_in_a_ring_are_connected() {
    let state = Arboretum::write_state(&Arboretum::deal(&mut Random::new(1)));
    let mut members: BTreeMap<String, serde_json::Value> = serde_json::from_str(&state).unwrap();
    // The last place has a neighbour on its left and on its right, and both are equally far from (0, 0).
    for ring in [
        [[0, 0], [-1, 0], [1, 0], [-1, 1], [1, 1], [-1, 2], [1, 2], [0, 2]],
        [[0, 0], [0, -1], [0, 1], [1, -1], [1, 1], [2, -1], [2, 1], [2, 0]],
    ] {
        let mut area: BTreeMap<String, BTreeMap<String, serde_json::Value>> = BTreeMap::new();
        for [x, y] in ring {
            let card = members.get_mut("deck").unwrap().as_array_mut().unwrap().pop().unwrap();
            area.entry(x.to_string()).or_default().insert(y.to_string(), card);
        }
        members.insert("playAreaA".to_owned(), serde_json::to_value(area).unwrap());
        let read = Arboretum::parse_state(&serde_json::to_string(&members).unwrap());
        assert!(read.is_ok(), "{read:?}");
    }
}

#[test]
fn a_deal_depends_on_the_seed_and_has_seven_cards_in_each_hand() {
    let deal = |seed| Arboretum::write_state(&Arboretum::deal(&mut Random::new(seed)));
    assert_eq!(deal(1), deal(1));
    assert_ne!(deal(1), deal(2));
    let members: serde_json::Value = serde_json::from_str(&deal(1)).unwrap();
    let count = |key: &str| members[key].as_array().unwrap().len();
    assert_eq!(["handA", "handB", "deck"].map(count), [7, 7, 34]);
}

#[test]
fn hexagons_outside_the_range_of_numbers_have_the_nearest_coordinates() {
    let block = |x, y, rotation| Block::D.hexagons(Hex::new(x, y), rotation).map(<[i32; 2]>::from);
    for rotation in 0..6 {
        // The shape is the same everywhere if the parity of the column is the same.
        let shape = block(0, 0, rotation);
        for (x, y) in
            [(i32::MIN, i32::MIN), (i32::MAX - 1, i32::MAX), (i32::MIN, i32::MAX), (i32::MAX - 1, i32::MIN)]
        {
            let expected = shape.map(|[dx, dy]| [x.saturating_add(dx), y.saturating_add(dy)]);
            assert_eq!(block(x, y, rotation), expected, "rotation {rotation} at ({x}, {y})");
        }
        assert_eq!(block(1, 1, rotation + 6), block(1, 1, rotation));
    }
}

#[test]
fn the_parts_of_a_placement_are_those_of_its_string() {
    for text in ["A321", "B104", "C031", "D222"] {
        let placement: Placement = text.parse().unwrap();
        let Hex { x, y, .. } = placement.origin();
        assert_eq!(format!("{:?}{x}{y}{}", placement.block(), placement.rotation()), text);
    }
}
