//! A reader of states that reports all errors: errors in the JSON, errors in each of the five strings, and
//! contradictions between the strings.

use super::cards::locate;
use super::{Board, Decks, Exhausted, Hand, State};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::json::quick::{error_in, span_of};
use crate::notation::grammar::fault_at;
use crate::notation::{Notation, Reading, plural};
use crate::raft::Cat;
use crate::raft::vocabulary::on_square;
use serde_json::value::RawValue;

/// Reads the string of a state, which is a JSON array.
pub(super) fn read(text: &str) -> Reading<State> {
    let Some(parts) = State::decode(text) else { return Reading::refused(structure(text)) };
    let reading = read_parts(&parts);
    let spelling = if reading.diagnostics().is_empty() {
        reading.value().and_then(|state| spelling(text, state))
    } else {
        None
    };
    reading.check(spelling).with_parts(parts)
}

/// Reads the five strings of a state.
pub(super) fn read_parts(parts: &[String; 5]) -> Reading<State> {
    let mut errors = Diagnostics::new();
    let board = read_part(0, parts, &mut errors);
    let decks = read_part(1, parts, &mut errors);
    let hand = read_part(2, parts, &mut errors);
    let exhausted = read_part(3, parts, &mut errors);
    let bag = read_part(4, parts, &mut errors);
    if let (Some(decks), Some(hand)) = (&decks, &hand) {
        errors.extend(in_deck_and_hand(parts, *decks, *hand));
    }
    if let (Some(board), Some(exhausted)) = (&board, &exhausted) {
        errors.extend(exhausted_cats(&parts[3], board, exhausted));
    }
    errors.sort();
    let state =
        (|| Some(State { board: board?, decks: decks?, hand: hand?, exhausted: exhausted?, bag: bag? }))();
    Reading::new(state, errors)
}

fn read_part<T: Notation>(part: usize, parts: &[String; 5], errors: &mut Diagnostics) -> Option<T> {
    let (value, found) = T::read_fast(&parts[part]).into_parts();
    errors.extend(found.into_iter().map(|error| error.part(part)));
    value
}

/// Returns one error for each card that is both in the hand and in the decks.
fn in_deck_and_hand(parts: &[String; 5], decks: Decks, hand: Hand) -> impl Iterator<Item = Diagnostic> + '_ {
    decks.cards().intersection(hand.cards()).iter().map(move |card| {
        let span = locate(&parts[2], card).unwrap_or(Span::at(0));
        let message = format!("card `{card}` is in the hand and still in its deck");
        let error = fault_at(&parts[2], &codes::raft::STATE_CARD_IN_DECK_AND_HAND, span, message).part(2);
        match locate(&parts[1], card) {
            Some(other) => error.related_in(1, other, "here in the decks"),
            None => error,
        }
    })
}

/// Returns one error for each exhausted cat that is not on the board.
fn exhausted_cats<'a>(
    text: &'a str,
    board: &'a Board,
    exhausted: &'a Exhausted,
) -> impl Iterator<Item = Diagnostic> + 'a {
    exhausted.iter().filter_map(move |cat| {
        let (row, column) = cat.at.coordinates();
        // The cats in the string are not always in order, so the string is searched for the cat. Every cat has five
        // characters.
        let text_of_cat = cat.to_string();
        let mut starts = text.match_indices(&text_of_cat).map(|(start, _)| start);
        let start = starts.find(|start| start % 5 == 0).unwrap_or(0);
        let span = Span::new(start, start + 5);
        let (code, message) = match board.get(cat.at) {
            None => {
                let size = format!("{} rows and {} columns", board.height(), board.width());
                (
                    &codes::raft::STATE_EXHAUSTED_OFF_BOARD,
                    format!("({row}, {column}) is off the board, which has {size}"),
                )
            }
            Some(_) if can_be_on(board, cat) => return None,
            Some(square) => {
                let message = format!(
                    "there is no {} cat at ({row}, {column}); the square is `{}`",
                    cat.colour.name(),
                    square.letter()
                );
                (&codes::raft::STATE_EXHAUSTED_NO_CAT, message)
            }
        };
        Some(on_square(fault_at(text, code, span, message), cat.at).part(3))
    })
}

/// Returns true if the cat can be at its position on the board. The square must have a cat of this colour, or it must
/// be a wild square with a cat, because the colour of a cat on a wild square is unknown.
pub(super) fn can_be_on(board: &Board, cat: Cat) -> bool {
    board.get(cat.at).is_some_and(|square| square.may_have_cat_of(cat.colour))
}

/// Returns the error for white space and escape sequences that the canonical string does not have, or `None` if the
/// string is canonical.
fn spelling(text: &str, state: &State) -> Option<Diagnostic> {
    let canonical = state.to_string();
    let differs = text.bytes().zip(canonical.bytes()).position(|(one, other)| one != other);
    let start = differs.unwrap_or_else(|| text.len().min(canonical.len()));
    let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    (text != canonical).then(|| {
        let message = "the state contains white space or escapes that its canonical form does not have";
        let span = Span::new(start, text.len());
        let error = Diagnostic::new(&codes::raft::STATE_SPELLING, span, message);
        let error =
            error.help("remove all white space outside the five strings, and write every character except the line break without an escape");
        error.fix(Span::new(0, text.len()), canonical)
    })
}

/// The names of the five parts of a state, as they are written in messages.
const PART_NAMES: [&str; 5] = ["board", "decks", "hand", "exhausted cats", "fire bag"];

/// Returns the reasons why the string is not a JSON array of five strings.
fn structure(text: &str) -> Diagnostics {
    let items: Vec<&RawValue> = match serde_json::from_str(text) {
        Ok(items) => items,
        Err(error) => return not_an_array(text, &error).into(),
    };
    let mut errors = Diagnostics::new();
    for (index, item) in items.iter().enumerate().take(5) {
        if serde_json::from_str::<String>(item.get()).is_err() {
            let message = format!("part {} ({}) must be a string", index + 1, PART_NAMES[index]);
            errors.push(
                fault_at(text, &codes::raft::STATE_PART_NOT_STRING, span_of(text, item.get()), message)
                    .expected(["a string"]),
            );
        }
    }
    if items.len() != 5 {
        let count = items.len();
        let message = format!("the state has {}; expected 5", plural(count, "part"));
        let span = match items.get(5).zip(items.last()) {
            Some((sixth, last)) => span_of(text, sixth.get()).to(span_of(text, last.get())),
            None => Span::new(0, text.len()),
        };
        errors.push(
            Diagnostic::new(&codes::raft::STATE_PARTS, span, message)
                .expected([State::COMPONENT_NAMES.join(", ")])
                .found(plural(count, "part")),
        );
    }
    // If no other reason was found, the error covers the whole input.
    if errors.is_empty() {
        let span = Span::new(0, text.len());
        errors.push(Diagnostic::new(
            &codes::raft::STATE_NOT_JSON,
            span,
            "this is not a JSON array of five strings",
        ));
    }
    errors
}

fn not_an_array(text: &str, error: &serde_json::Error) -> Diagnostic {
    if error.classify() == serde_json::error::Category::Data {
        let message = "a state must be a JSON array of five strings";
        let whole = Span::new(0, text.len());
        return Diagnostic::new(&codes::raft::STATE_NOT_ARRAY, whole, message)
            .expected([State::COMPONENT_NAMES.join(", ")]);
    }
    error_in(&codes::raft::STATE_NOT_JSON, (text, text), error)
}
