//! Misconceptions about the state after an action, and about the list of legal actions.

use super::placements::{anticlockwise, cells};
use super::{Misconception, Question, exchanged};
use crate::grade::suite::Suite;
use crate::raft::rules::oriented;
use crate::raft::{Action, Board, Card, Cat, CatAction, Orientation, Position, Square};
use serde_json::{Value, json};

const PLACING: &[Suite] = &[Suite::ApplyPlacement, Suite::Apply];
const MOVING: &[Suite] = &[Suite::MoveCat, Suite::Apply];
const APPLY: &[Suite] = &[Suite::Apply];
const LISTS: &[Suite] = &[Suite::LegalMoves];

catalogue! {
    "apply-card-stays-in-hand" PLACING |q| after(q, |before, after, _| after[2].clone_from(&before[2])),
    "apply-card-in-every-deck" PLACING |q| match q.action? {
        Action::Card(card) => after(q, move |before, after, _| after[2] = before[2].replace(card.card.letter(), "")),
        _ => None,
    },
    "apply-deck-letter-lost" PLACING |q| after(q, |_, after, _| after[2] = after[2].replace("AB", "B").replace("BC", "C").replace("CD", "D")),
    "apply-hand-emptied" PLACING |q| after(q, |_, after, _| "ABCD".clone_into(&mut after[2])),
    "apply-anticlockwise" PLACING |q| placed(q, |_, orientation, _| *orientation = anticlockwise(*orientation)),
    "apply-not-turned" PLACING |q| placed(q, |_, orientation, _| *orientation = Orientation::North),
    "apply-not-flipped" PLACING |q| placed(q, |_, _, flipped| *flipped = false),
    "apply-flipped-last" PLACING |q| placed(q, |_, orientation, flipped| if *flipped {
        *orientation = anticlockwise(*orientation);
    }),
    "apply-rows-and-columns" PLACING |q| placed(q, |at, _, _| *at = exchanged(*at)),
    "apply-tile-stays-in-bag" APPLY |q| after(q, |before, after, action| if let Action::Fire(_) = action { after[4].clone_from(&before[4]); }),
    "apply-tile-fills-box" PLACING |q| match q.action? {
        Action::Fire(fire) => {
            let (height, width) = cells(fire).into_iter().fold((0, 0), |(down, right), cell| (cell.0.max(down), cell.1.max(right)));
            board_after(q, move |board| {
                for index in 0..=height {
                    for column in 0..=width {
                        fire.at.offset(index, column).and_then(|at| board.set(at, Square::Fire));
                    }
                }
            })
        }
        _ => None,
    },
    "move-not-exhausted" MOVING |q| moved(q, |before, after, _| after[3].clone_from(&before[3])),
    "move-exhausted-at-start" MOVING |q| moved(q, |_, after, cat| after[3] = after[3].replace(&entry(cat, cat.to), &entry(cat, cat.from))),
    "move-exhausted-twice" MOVING |q| moved(q, |before, after, cat| if before[3].contains(&entry(cat, cat.from)) {
        after[3] = format!("{}{}", before[3], entry(cat, cat.to));
    }),
    "move-exhausted-unsorted" MOVING |q| moved(q, |before, after, cat| {
        after[3] = before[3].replace(&entry(cat, cat.from), "") + &entry(cat, cat.to);
    }),
    "move-others-rested" MOVING |q| moved(q, |_, after, cat| after[3] = entry(cat, cat.to)),
    "move-discards-stay" MOVING |q| moved(q, |before, after, _| after[2].clone_from(&before[2])),
    "move-one-discard-stays" MOVING |q| moved(q, |_, after, cat| if let Some(second) = cat.discards.second() {
        after[2] = with_card(&after[2], second);
    }),
    "move-start-keeps-cat" MOVING |q| board_after(q, |board| if let Some(Action::Cat(cat)) = q.action
        && let Some(square) = board.get(cat.from) { board.set(cat.from, square.with_cat()); }),
    "move-start-burns" MOVING |q| board_after(q, |board| if let Some(Action::Cat(cat)) = q.action {
        board.set(cat.from, Square::Fire);
    }),
    "move-wild-becomes-coloured" MOVING |q| board_after(q, |board| if let Some(Action::Cat(cat)) = q.action {
        board.set(cat.to, Square::path(cat.colour).with_cat());
    }),
    "move-end-stays-empty" MOVING |q| board_after(q, |board| if let Some(Action::Cat(cat)) = q.action
        && let Some(square) = board.get(cat.to) { board.set(cat.to, square.without_cat()); }),
    "list-no-flips" LISTS |q| kept(q, |text| text.as_bytes().get(5) != Some(&b'T')),
    "list-no-turns" LISTS |q| kept(q, |text| text.len() > 7 || text.ends_with('N')),
    "list-no-symmetric-turns" LISTS |q| {
        let game = q.game.as_ref()?;
        let actions = q.right.as_array()?.iter().filter_map(|action| action.as_str()?.parse().ok()).collect();
        let distinct = crate::raft::legal::distinct(game, actions);
        Some(distinct.iter().map(|action| Value::from(action.to_string())).collect())
    },
    "list-exhausted-stay" LISTS |q| kept(q, |text| text.len() < 13),
    "list-no-cats" LISTS |q| kept(q, |text| text.len() < 11),
    "list-no-cards" LISTS |q| kept(q, |text| text.len() != 7 || !text.as_bytes()[1].is_ascii_alphabetic()),
    "list-first-card-only" LISTS |q| {
        let first = q.state()?.hand().cards().iter().next().map(|card| card.to_string());
        kept(q, move |text| text.len() < 11 || first.as_ref().is_some_and(|first| text.contains(first.as_str())))
    },
    "list-not-next-to-edge" LISTS |q| kept(q, |text| text.len() > 7 || !text.contains("00")),
}

/// Returns the strings of the state after an action, with one mistake built in by `wrong`.
fn after(question: &Question<'_>, wrong: impl Fn(&[String; 5], &mut [String; 5], Action)) -> Option<Value> {
    let mut after: [String; 5] = serde_json::from_value(question.right.clone()).ok()?;
    wrong(&question.case.state(), &mut after, question.action?);
    Some(json!(after))
}

/// Returns the strings of the state after a cat move, with one mistake built in by `wrong`.
fn moved(
    question: &Question<'_>,
    wrong: impl Fn(&[String; 5], &mut [String; 5], &CatAction),
) -> Option<Value> {
    let Action::Cat(cat) = question.action? else { return None };
    after(question, |before, after, _| wrong(before, after, &cat))
}

/// Returns the strings of the state after an action, with one mistake built into the board by `wrong`.
fn board_after(question: &Question<'_>, wrong: impl Fn(&mut Board)) -> Option<Value> {
    after(question, |_, after, _| {
        if let Ok(mut board) = after[0].parse() {
            wrong(&mut board);
            after[0] = board.to_string();
        }
    })
}

/// Returns the state that results if `change` alters the position, rotation or flip of the placed card or
/// tile. Squares off the board are ignored.
fn placed(
    question: &Question<'_>,
    change: impl Fn(&mut Position, &mut Orientation, &mut bool),
) -> Option<Value> {
    let mut board = *question.state()?.board();
    let squares: Vec<(Option<Position>, Square)> = match question.action? {
        Action::Card(mut card) => {
            change(&mut card.at, &mut card.orientation, &mut false);
            oriented::card(card.card, card.orientation).squares.placed_at(card.at).collect()
        }
        Action::Fire(mut fire) => {
            change(&mut fire.at, &mut fire.orientation, &mut fire.flipped);
            let cells = cells(fire).into_iter();
            cells.map(|(down, right)| (fire.at.offset(down, right), Square::Fire)).collect()
        }
        Action::Cat(_) => return None,
    };
    for (at, square) in squares {
        at.and_then(|at| board.set(at, square));
    }
    after(question, |_, after, _| after[0] = board.to_string())
}

/// Returns a cat's entry in the string of exhausted cats.
fn entry(cat: &CatAction, at: Position) -> String {
    Cat { colour: cat.colour, at }.to_string()
}

fn with_card(hand: &str, card: Card) -> String {
    let mut cards = hand.parse::<crate::raft::Hand>().map(crate::raft::Hand::cards).unwrap_or_default();
    cards.insert(card);
    cards.to_string()
}

/// Returns the answer of a program that lists only the legal actions that `knows` accepts.
fn kept(question: &Question<'_>, knows: impl Fn(&str) -> bool) -> Option<Value> {
    let actions = question.right.as_array()?.iter();
    Some(actions.filter(|action| action.as_str().is_some_and(&knows)).cloned().collect())
}
