//! Lists the legal actions in a state, sorted by their strings.

use super::rules::oriented;
use super::{
    Action, Card, CardAction, CardSet, Cat, CatAction, Colour, Deck, Discards, Draw, FireAction,
    PlayableState, Position, State, TileId,
};
use crate::grid::Bitboard;
use std::collections::HashSet;

/// Lists all card placements and cat moves, sorted by their strings.
///
/// ```
/// use clowder::raft::{PlayableState, legal::card_and_cat_actions};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// assert!(card_and_cat_actions(&game).iter().all(|action| game.is_legal(action)));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn card_and_cat_actions(game: &PlayableState) -> Vec<Action> {
    let (state, corners) = (game.state(), game.bitboards().card_corners());
    let moves: Vec<(Cat, Bitboard)> = game.bitboards().cat_destinations().collect();
    let hand = state.hand().cards();
    let cards = |deck| placements(hand, deck, corners);
    let cats = |colour| {
        let of_colour = moves.iter().filter(move |(cat, _)| cat.colour == colour);
        of_colour.flat_map(|&(cat, to)| cat_moves(state, cat, to))
    };
    // The actions are sorted by their first letter, but `B` stands for both a deck and the blue cat. Moves of
    // the blue cat come before placements from deck `B`, because the cat's letter is followed by a digit, and
    // digits sort before letters.
    let others = [Colour::Green, Colour::Purple, Colour::Red, Colour::Yellow];
    cards(Deck::Circle)
        .chain(cats(Colour::Blue))
        .chain([Deck::Cross, Deck::Square, Deck::Triangle].into_iter().flat_map(cards))
        .chain(others.into_iter().flat_map(cats))
        .collect()
}

fn placements(cards: CardSet, deck: Deck, corners: Bitboard) -> impl Iterator<Item = Action> {
    cards.iter().filter(move |card| card.deck() == deck).flat_map(move |card| {
        corners.iter().map(Position::of_square).flat_map(move |at| {
            oriented::BY_LETTER.map(|orientation| Action::Card(CardAction { card, at, orientation }))
        })
    })
}

fn cat_moves(state: &State, cat: Cat, destinations: Bitboard) -> impl Iterator<Item = Action> + use<> {
    let prices = prices(state.hand().cards(), state.is_exhausted(cat));
    destinations.iter().map(Position::of_square).flat_map(move |to| {
        let moved = move |discards| CatAction { colour: cat.colour, from: cat.at, to, discards };
        prices.clone().into_iter().map(move |discards| Action::Cat(moved(discards)))
    })
}

/// Lists all discards that can pay for a move: single cards, or pairs of cards if the cat is exhausted.
pub(super) fn prices(hand: CardSet, exhausted: bool) -> Vec<Discards> {
    let hand: Vec<Card> = hand.iter().collect();
    if !exhausted {
        return hand.into_iter().map(Discards::one).collect();
    }
    let pairs = |(index, &first): (usize, &Card)| {
        hand[index + 1..].iter().map(move |&second| Discards::ascending(first, Some(second)))
    };
    hand.iter().enumerate().flat_map(pairs).collect()
}

/// Counts the [`prices`] without listing them.
pub(super) fn price_count(hand: CardSet, exhausted: bool) -> usize {
    let cards = hand.len();
    if exhausted { cards * cards.saturating_sub(1) / 2 } else { cards }
}

/// Lists all placements of a fire tile, sorted by their strings.
pub fn fire_actions(game: &PlayableState, tile: TileId) -> Vec<Action> {
    let ways: Vec<_> = oriented::orientations(tile)
        .map(|(flipped, orientation, oriented)| {
            (flipped, orientation, game.bitboards().tile_corners(oriented))
        })
        .collect();
    let corners = ways.iter().fold(Bitboard::EMPTY, |all, (.., corners)| all | *corners);
    let mut actions = Vec::new();
    for at in corners.iter().map(Position::of_square) {
        let here = ways.iter().filter(|(.., corners)| corners.contains(at.row().into(), at.column().into()));
        let placed = |&(flipped, orientation, _): &(bool, _, _)| {
            Action::Fire(FireAction { tile, at, flipped, orientation })
        };
        actions.extend(here.map(placed));
    }
    actions
}

/// Lists all possible draws, sorted by their strings. The list is empty while the hand has cards.
pub fn draws(state: &State) -> Vec<Draw> {
    if !state.hand().cards().is_empty() {
        return Vec::new();
    }
    let most = |deck| state.decks().cards().count(deck).min(usize::from(Draw::TOTAL)) as u8;
    let [a, b, c, d] = Deck::ALL.map(most);
    let mut draws = Vec::new();
    for (first, second) in (0..=a).flat_map(|first| (0..=b).map(move |second| (first, second))) {
        for (third, fourth) in (0..=c).flat_map(|third| (0..=d).map(move |fourth| (third, fourth))) {
            draws.extend(Draw::new([first, second, third, fourth]));
        }
    }
    draws.sort_by_cached_key(Draw::to_string);
    draws
}

/// Removes every action that leads to the same state as an earlier action, such as another orientation of a
/// symmetric card.
///
/// ```
/// use clowder::raft::{PlayableState, legal::{distinct, fire_actions}};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let actions = fire_actions(&game, "a".parse()?);
/// assert!(distinct(&game, actions.clone()).len() < actions.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distinct(game: &PlayableState, mut actions: Vec<Action>) -> Vec<Action> {
    let mut seen = HashSet::new();
    actions.retain(|action| {
        let mut after = game.clone();
        after.apply_fitting(action).is_err() || seen.insert(after.into_state())
    });
    actions
}
