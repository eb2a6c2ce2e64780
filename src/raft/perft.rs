//! Counts sequences of actions, for tests and measurements.
//!
//! A card and the tile that follows it are two actions: after a card every placement of every tile still in the
//! bag comes next. A sequence ends at an empty hand or the game's end; draws are no part of it. Actions count as
//! distinct strings. The last action of a sequence is counted in bulk, from masks.

use super::rules::{Outcome, pieces};
use super::{Action, CardAction, CatAction, Colour, FireAction, PlayableState, Position};
use crate::grid::Bitboard;

/// How many sequences of `depth` actions a state has.
///
/// ```
/// use clowder::raft::{PlayableState, legal, perft::perft};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let actions = legal::card_and_cat_actions(&game, legal::ActionScope::Legal);
/// assert_eq!(perft(&game, 0), 1);
/// assert_eq!(perft(&game, 1), actions.len() as u128);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn perft(game: &PlayableState, depth: u32) -> u128 {
    match depth {
        0 => 1,
        _ if game.outcome() != Outcome::Continues => 0,
        _ => from_hand(game, depth),
    }
}

/// Sequences that start with a card or a cat; the game goes on.
fn from_hand(game: &PlayableState, depth: u32) -> u128 {
    let hand = game.state().hand.0;
    if hand.is_empty() {
        return 0;
    }
    let corners = game.card_corners();
    let laid = 4 * (hand.len() * corners.len()) as u128;
    let cards = match depth {
        1 => laid,
        // A card covers no fire and moves no cat: whichever it is, the tiles fit where they fitted before.
        2 => laid * from_tile(game, 1),
        _ => after_cards(game, corners, depth),
    };
    cards
        + game
            .cat_moves()
            .map(|(colour, from, ends)| after_cat(game, colour, from, ends, depth))
            .sum::<u128>()
}

fn after_cards(game: &PlayableState, corners: Bitboard, depth: u32) -> u128 {
    let mut count = 0;
    for card in game.state().hand.0.iter() {
        for turn in pieces::BY_LETTER {
            let alike = u128::from(pieces::card(card, turn).alike);
            for at in corners.iter().filter(|_| alike > 0) {
                let mut next = game.clone();
                next.apply_unchecked(&Action::Card(CardAction { card, at: position(at), turn }));
                count += alike * from_tile(&next, depth - 1);
            }
        }
    }
    count
}

/// Sequences that start with a tile of the bag; none if it is empty: the game is lost then.
fn from_tile(game: &PlayableState, depth: u32) -> u128 {
    let mut count = 0;
    for tile in game.state().bag.iter() {
        for (flipped, turn, way) in pieces::ways(tile).filter(|(.., way)| way.alike > 0) {
            let corners = game.fire_corners(way);
            let placed = if depth == 1 {
                corners.len() as u128
            } else {
                let after = |at| {
                    let mut next = game.clone();
                    next.apply_unchecked(&Action::Fire(FireAction { tile, at: position(at), flipped, turn }));
                    if next.all_cats_can_reach_raft() { from_hand(&next, depth - 1) } else { 0 }
                };
                corners.iter().map(after).sum()
            };
            count += u128::from(way.alike) * placed;
        }
    }
    count
}

/// Sequences that start with a move of one cat.
fn after_cat(game: &PlayableState, colour: Colour, from: Position, ends: Bitboard, depth: u32) -> u128 {
    let hand = game.state().hand.0;
    let exhausted = game.state().exhausted.contains(colour, from);
    let prices = if exhausted { hand.len() * (hand.len() - 1) / 2 } else { hand.len() };
    if depth == 1 {
        return (ends.len() * prices) as u128;
    }
    let mut count = 0;
    for to in ends.iter().map(position) {
        let after = |discard, second| {
            let mut next = game.clone();
            next.apply_unchecked(&Action::Cat(CatAction { colour, from, to, discard, second }));
            if next.all_cats_on_raft() { 0 } else { from_hand(&next, depth - 1) }
        };
        for low in hand.iter() {
            if exhausted {
                count +=
                    hand.iter().filter(|high| *high > low).map(|high| after(low, Some(high))).sum::<u128>();
            } else {
                count += after(low, None);
            }
        }
    }
    count
}

fn position((row, column): (usize, usize)) -> Position {
    Position::new(row as u8, column as u8)
}
