//! Which cats may move where, and what it costs.

use super::PlayableState;
use super::bitboards::{Bitboards, square};
use super::placement::{not_in_hand, off_board};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, raft as strings, rules as codes};
use crate::grid::Bitboard;
use crate::raft::{CatAction, Colour, Position, Square};

/// The squares the cat on a square can move to; it must be there, and not on the raft.
pub(crate) fn ends(bitboards: &Bitboards, colour: Colour, from: Bitboard) -> Bitboard {
    from.flood(bitboards.paths(colour)) - bitboards.cats
}

/// Whether a cat of the colour stands ashore at the start and a path leads to the end, where no cat stands.
pub(crate) fn cat_fits(bitboards: &Bitboards, action: &CatAction) -> bool {
    let (from, to) = (square(action.from), square(action.to));
    let paths = bitboards.paths(action.colour);
    !bitboards.cats_ashore(action.colour).is_disjoint(&from)
        && !(paths - bitboards.cats).is_disjoint(&to)
        && !from.flood_until(paths, &to).is_disjoint(&to)
}

/// Whether the discards are different cards of the hand, and as many as this cat costs.
pub(super) fn pays(game: &PlayableState, action: &CatAction) -> bool {
    let hand = &game.state().hand.0;
    let different = action.second != Some(action.discard);
    different
        && action.discards().all(|card| hand.contains(card))
        && action.discards().count() == price(game, action)
}

/// How many discards a cat costs: two if it is exhausted.
fn price(game: &PlayableState, action: &CatAction) -> usize {
    if game.state().exhausted.contains(action.colour, action.from) { 2 } else { 1 }
}

const COLOUR: Span = Span::new(0, 1);
const FROM: Span = Span::new(1, 5);
const TO: Span = Span::new(5, 9);

/// Every reason why a cat cannot move so, its price apart.
pub(super) fn cat_faults(game: &PlayableState, action: &CatAction) -> Diagnostics {
    let mut faults = Diagnostics::new();
    faults.extend(start_fault(game, action));
    let starts = faults.is_empty();
    faults.extend(end_fault(game, action));
    if starts && faults.is_empty() && !cat_fits(&game.bitboards, action) {
        let CatAction { colour, from, to, .. } = action;
        let message = format!(
            "no path of {} or wild squares leads from ({}, {}) to ({}, {})",
            colour.name(),
            from.row,
            from.column,
            to.row,
            to.column
        );
        faults.push(at_square(Diagnostic::new(&codes::CAT_NO_PATH, TO, message), *to));
    }
    faults
}

fn at_square(fault: Diagnostic, at: Position) -> Diagnostic {
    fault.square(at.row.into(), at.column.into())
}

/// What is wrong with the square the cat starts from.
fn start_fault(game: &PlayableState, action: &CatAction) -> Option<Diagnostic> {
    let CatAction { colour, from, .. } = *action;
    let Position { row, column } = from;
    let Some(found) = game.state().board.get(from) else {
        return Some(at_square(
            Diagnostic::new(&codes::CAT_START_OFF_BOARD, FROM, off_board(game, from)),
            from,
        ));
    };
    let fault = if !found.has_cat() {
        let message = format!("no cat stands at ({row}, {column}): the square is `{}`", found.letter());
        Diagnostic::new(&codes::CAT_NOT_THERE, FROM, message)
    } else if game.bitboards.raft.contains(row.into(), column.into()) {
        let message = format!("the cat at ({row}, {column}) is on the raft and stays there");
        Diagnostic::new(&codes::CAT_ON_RAFT, FROM, message)
    } else if found.colour() != Some(colour) {
        let message = format!("the cat at ({row}, {column}) is `{}`, not {}", found.letter(), colour.name());
        Diagnostic::new(&codes::CAT_OTHER_COLOUR, COLOUR, message).expected([found.letter().to_string()])
    } else {
        return None;
    };
    Some(at_square(fault.found(found.letter().to_string()), from))
}

/// What is wrong with the square the cat goes to, wherever it comes from.
fn end_fault(game: &PlayableState, action: &CatAction) -> Option<Diagnostic> {
    let CatAction { colour, from, to, .. } = *action;
    let Position { row, column } = to;
    let Some(found) = game.state().board.get(to) else {
        return Some(at_square(Diagnostic::new(&codes::CAT_END_OFF_BOARD, TO, off_board(game, to)), to));
    };
    let fault = if to == from {
        Diagnostic::new(&codes::CAT_SAME_SQUARE, TO, format!("the move starts and ends at ({row}, {column})"))
    } else if found.has_cat() {
        let message = format!("a cat stands at ({row}, {column}) already");
        Diagnostic::new(&codes::CAT_END_TAKEN, TO, message)
    } else if found.colour() != Some(colour) && !found.is_wild() {
        let message =
            format!("square ({row}, {column}) is {}, neither {} nor wild", name(found), colour.name());
        let wanted = Square::path(colour).letter().to_string();
        Diagnostic::new(&codes::CAT_END_OTHER_COLOUR, TO, message).expected([wanted, "w".to_owned()])
    } else {
        return None;
    };
    Some(at_square(fault.found(found.letter().to_string()), to))
}

/// What a square without a cat is, in words.
fn name(square: Square) -> &'static str {
    match square {
        Square::Fire => "fire",
        Square::Void => "no square of the board",
        Square::Raft => "the centre of the raft",
        other => other.colour().map_or("wild", Colour::name),
    }
}

/// Every reason why the discards do not pay for the move.
pub(super) fn price_faults(game: &PlayableState, action: &CatAction) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let first = Span::new(9, 11);
    for (index, card) in action.discards().enumerate() {
        let span = first.shifted(index * 2);
        if index == 1 && card == action.discard {
            let message = format!("card `{card}` is discarded twice");
            let fault = Diagnostic::new(&strings::ACTION_DUPLICATE_DISCARD, span, message);
            faults.push(fault.found(card.to_string()).related(first, "first here"));
        } else if !game.state().hand.0.contains(card) {
            faults.push(not_in_hand(&codes::CAT_DISCARD_NOT_IN_HAND, game, card, span));
        }
    }
    let (given, needed) = (action.discards().count(), price(game, action));
    let Position { row, column } = action.from;
    let span = first.to(first.shifted((given - 1) * 2));
    if given < needed {
        let message = format!("the cat at ({row}, {column}) is exhausted: two discards needed, one given");
        faults.push(at_square(Diagnostic::new(&codes::CAT_EXHAUSTED, span, message), action.from));
    } else if given > needed && start_fault(game, action).is_none() {
        let message = format!("the cat at ({row}, {column}) is not exhausted: one discard needed, two given");
        faults.push(at_square(Diagnostic::new(&codes::CAT_NOT_EXHAUSTED, span, message), action.from));
    }
    faults
}
