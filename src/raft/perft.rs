//! Counts the action sequences that are possible from a state, for tests, benchmarks and the command `perft`.
//!
//! Placing a card and placing the fire tile drawn afterwards count as two actions. After a card placement,
//! every placement of every tile in the bag is counted. A sequence ends when the game is over or the hand is
//! empty, because draws of new hands are not counted. Two actions are distinct if their strings differ. The
//! last action of a sequence is counted without being applied, because the bitboards give the number of
//! possible last actions.

use super::legal::{price_count, prices};
use super::player::QuickGame;
use super::rules::{Outcome, oriented};
use super::{Action, CardAction, Cat, CatAction, FireAction, PlayableState, Position};
use crate::grid::Bitboard;

/// Counts the sequences of exactly `depth` actions that are possible from a state.
///
/// ```
/// use clowder::raft::{PlayableState, legal, perft::perft};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let actions = legal::card_and_cat_actions(&game);
/// assert_eq!(perft(&game, 0), 1);
/// assert_eq!(perft(&game, 1), actions.len() as u128);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn perft(game: &PlayableState, depth: u32) -> u128 {
    match depth {
        0 => 1,
        _ if game.outcome() != Outcome::Continues => 0,
        _ => count_from_hand(&QuickGame::new(game, None), depth),
    }
}

/// Counts the sequences that begin with a card placement or a cat move. The game must not be over.
fn count_from_hand(game: &QuickGame, depth: u32) -> u128 {
    if game.hand().is_empty() {
        return 0;
    }
    let corners = game.boards.card_corners();
    let placements = 4 * (game.hand().len() * corners.len()) as u128;
    let after_cards = match depth {
        1 => placements,
        // A card placement changes neither fire nor cats, so the same tile placements are possible after every card
        // placement.
        2 => placements * count_from_tile(game, 1),
        _ => count_after_cards(game, corners, depth),
    };
    let after_cats = game.boards.cat_destinations().map(|(cat, to)| count_after_cat(game, cat, to, depth));
    after_cards + after_cats.sum::<u128>()
}

fn count_after_cards(game: &QuickGame, corners: Bitboard, depth: u32) -> u128 {
    let mut count = 0;
    for card in game.hand().iter() {
        for orientation in oriented::BY_LETTER {
            let multiplicity = u128::from(oriented::card(card, orientation).multiplicity);
            for at in corners.iter().filter(|_| multiplicity > 0).map(Position::of_square) {
                let next = game.after(&Action::Card(CardAction { card, at, orientation }));
                count += multiplicity * count_from_tile(&next, depth - 1);
            }
        }
    }
    count
}

/// Counts the sequences that begin by placing a tile from the bag. If the bag is empty, the game is lost and the result
/// is 0.
fn count_from_tile(game: &QuickGame, depth: u32) -> u128 {
    let mut count = 0;
    for tile in game.bag().iter() {
        for (flipped, orientation, oriented) in oriented::distinct(tile) {
            let corners = game.boards.tile_corners(oriented);
            let placements = if depth == 1 {
                corners.len() as u128
            } else {
                let after = |at| {
                    let next = game.after(&Action::Fire(FireAction { tile, at, flipped, orientation }));
                    if next.is_over() { 0 } else { count_from_hand(&next, depth - 1) }
                };
                corners.iter().map(Position::of_square).map(after).sum()
            };
            count += u128::from(oriented.multiplicity) * placements;
        }
    }
    count
}

fn count_after_cat(game: &QuickGame, cat: Cat, destinations: Bitboard, depth: u32) -> u128 {
    let exhausted = game.price(cat.at) == 2;
    if depth == 1 {
        return (destinations.len() * price_count(game.hand(), exhausted)) as u128;
    }
    let prices = prices(game.hand(), exhausted);
    let mut count = 0;
    for to in destinations.iter().map(Position::of_square) {
        for &discards in &prices {
            let next = game.after(&Action::Cat(CatAction { colour: cat.colour, from: cat.at, to, discards }));
            count += if next.is_over() { 0 } else { count_from_hand(&next, depth - 1) };
        }
    }
    count
}
