//! Cat moves, and the discards that pay for them.

use super::PlayableState;
use super::bitboards::{Bitboards, square};
use super::placement::{not_in_hand, off_board};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::grid::Bitboard;
use crate::raft::vocabulary::on_square;
use crate::raft::{Cat, CatAction, Colour, Position, Square};

impl Bitboards {
    /// The squares to which a cat on `from` can move. The cat must not be on the raft.
    pub(crate) fn destinations(&self, colour: Colour, from: Position) -> Bitboard {
        square(from).flood(self.paths(colour)) - self.cats
    }

    /// The cats outside the raft, in ascending order, each with the squares to which it can move. A cat on a
    /// wild square is listed once per colour, because the cat's colour is unknown.
    pub(crate) fn cat_destinations(&self) -> impl Iterator<Item = (Cat, Bitboard)> + '_ {
        Colour::ALL.into_iter().flat_map(move |colour| {
            let cats = self.cats_ashore(colour).iter().map(Position::of_square);
            cats.map(move |at| (Cat { colour, at }, self.destinations(colour, at)))
        })
    }
}

/// Whether the board allows the move. The move must begin outside the raft, on the square of a cat that has,
/// or could have, this colour. The move must end on a square without a cat, and cross only squares that the
/// cat may enter.
pub(crate) fn cat_fits(bitboards: &Bitboards, action: &CatAction) -> bool {
    let (from, to) = (square(action.from), square(action.to));
    let paths = bitboards.paths(action.colour);
    !bitboards.cats_ashore(action.colour).is_disjoint(&from)
        && !(paths - bitboards.cats).is_disjoint(&to)
        && !from.flood_until(paths, &to).is_disjoint(&to)
}

/// Whether the number of discards is correct, all discards are in the hand, and no card is discarded twice.
pub(super) fn is_paid(game: &PlayableState, action: &CatAction) -> bool {
    let (hand, discards) = (game.state.hand.cards(), action.discards);
    discards.second() != Some(discards.first())
        && discards.iter().all(|card| hand.contains(card))
        && discards.iter().count() == price(game, action)
}

fn price(game: &PlayableState, action: &CatAction) -> usize {
    game.state.price(Cat { colour: action.colour, at: action.from })
}

const COLOUR: Span = Span::new(0, 1);
const FROM: Span = Span::new(1, 5);
const TO: Span = Span::new(5, 9);

/// Lists every reason why a cat cannot make a move, regardless of the discards. The path is checked only if
/// there are no other errors.
pub(super) fn cat_errors(game: &PlayableState, action: &CatAction) -> Diagnostics {
    let mut errors: Diagnostics =
        start_error(game, action).into_iter().chain(destination_error(game, action)).collect();
    if errors.is_empty() && !cat_fits(&game.bitboards, action) {
        let CatAction { colour, from, to, .. } = action;
        let message = format!(
            "no path of {} or wild squares leads from {:?} to {:?}",
            colour.name(),
            from.coordinates(),
            to.coordinates()
        );
        errors.push(on_square(Diagnostic::new(&codes::rules::CAT_NO_PATH, TO, message), *to));
    }
    errors
}

fn start_error(game: &PlayableState, action: &CatAction) -> Option<Diagnostic> {
    let CatAction { colour, from, .. } = *action;
    let (row, column) = from.coordinates();
    let Some(found) = game.state.board.get(from) else {
        let message = off_board(game, (row, column));
        return Some(on_square(Diagnostic::new(&codes::rules::CAT_START_OFF_BOARD, FROM, message), from));
    };
    let letter = found.letter();
    let error = if !found.has_cat() {
        let message = format!("there is no cat at ({row}, {column}); the square is `{letter}`");
        Diagnostic::new(&codes::rules::CAT_NOT_THERE, FROM, message)
    } else if game.bitboards.raft.contains(row.into(), column.into()) {
        let message = format!("the cat at ({row}, {column}) is on the raft and cannot move again");
        Diagnostic::new(&codes::rules::CAT_ON_RAFT, FROM, message)
    } else if !found.may_have_cat_of(colour) {
        let message = format!(
            "the cat at ({row}, {column}) is not {}; the board shows `{letter}` there",
            colour.name()
        );
        let error =
            Diagnostic::new(&codes::rules::CAT_OTHER_COLOUR, COLOUR, message).expected([letter.to_string()]);
        return Some(on_square(error.found(colour.cat_letter().to_string()), from));
    } else {
        return None;
    };
    Some(on_square(error.found(letter.to_string()), from))
}

fn destination_error(game: &PlayableState, action: &CatAction) -> Option<Diagnostic> {
    let CatAction { colour, from, to, .. } = *action;
    let (row, column) = to.coordinates();
    let Some(found) = game.state.board.get(to) else {
        let message = off_board(game, (row, column));
        return Some(on_square(Diagnostic::new(&codes::rules::CAT_END_OFF_BOARD, TO, message), to));
    };
    let error = if to == from {
        Diagnostic::new(
            &codes::rules::CAT_SAME_SQUARE,
            TO,
            format!("the move starts and ends on the same square, ({row}, {column})"),
        )
    } else if found.has_cat() {
        let message = format!("there is already a cat at ({row}, {column})");
        Diagnostic::new(&codes::rules::CAT_END_TAKEN, TO, message)
    } else if found.colour() != Some(colour) && !found.is_wild() {
        let message = match found {
            Square::Void => {
                format!("there is no square at ({row}, {column}), because the board has `n` there")
            }
            _ => format!("square ({row}, {column}) is {}; it must be {} or wild", name(found), colour.name()),
        };
        let wanted = Square::path(colour).letter().to_string();
        Diagnostic::new(&codes::rules::CAT_END_OTHER_COLOUR, TO, message).expected([wanted, "w".to_owned()])
    } else {
        return None;
    };
    Some(on_square(error.found(found.letter().to_string()), to))
}

/// Describes a square, without its cat, for a message.
fn name(square: Square) -> &'static str {
    match square {
        Square::Fire => "on fire",
        Square::Raft => "the centre of the raft",
        other => other.colour().map_or("wild", Colour::name),
    }
}

/// Lists every reason why the discards do not pay for the move.
pub(super) fn price_errors(game: &PlayableState, action: &CatAction) -> Diagnostics {
    let mut errors = Diagnostics::new();
    let first = Span::new(9, 11);
    for (index, card) in action.discards.iter().enumerate() {
        let span = first.shifted(index * 2);
        if index == 1 && card == action.discards.first() {
            let message =
                format!("card `{card}` is discarded twice; the two discards must be different cards");
            let error = Diagnostic::new(&codes::raft::ACTION_DUPLICATE_DISCARD, span, message);
            errors.push(error.found(card.to_string()).related(first, "first here"));
        } else if !game.state.hand.cards().contains(card) {
            errors.push(not_in_hand(&codes::rules::CAT_DISCARD_NOT_IN_HAND, game, card, span));
        }
    }
    let (given, needed) = (action.discards.iter().count(), price(game, action));
    let at = action.from.coordinates();
    let span = first.to(first.shifted((given - 1) * 2));
    if given < needed {
        let message = format!("the cat at {at:?} is exhausted, so its move costs 2 discards; found 1");
        errors.push(on_square(Diagnostic::new(&codes::rules::CAT_EXHAUSTED, span, message), action.from));
    } else if given > needed && start_error(game, action).is_none() {
        let message = format!("the cat at {at:?} is not exhausted, so its move costs 1 discard; found 2");
        errors.push(on_square(Diagnostic::new(&codes::rules::CAT_NOT_EXHAUSTED, span, message), action.from));
    }
    errors
}
