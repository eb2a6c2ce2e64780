//! Policies, and a function that plays a game to its end with a policy.

use super::game::{Choice, Phase, QuickGame};
use crate::raft::{Action, CatAction, Discards, Draw, Position};
use crate::random::Random;

/// A rule that makes a choice in every position.
pub trait Policy {
    /// Returns a legal choice, or `None` if no choice is legal. This method is called only when a hand must
    /// be drawn, an action must be chosen, or a tile must be placed.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{Greedy, Policy, QuickGame}};
    /// use clowder::random::Random;
    ///
    /// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
    /// assert!(Greedy.choose(&game, &mut Random::new(1)).is_some());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    fn choose(&mut self, game: &QuickGame, random: &mut Random) -> Option<Choice>;
}

/// Plays a game to its end and returns true if it is won.
///
/// ```
/// use clowder::{random::Random, raft::{PlayableState, player::{Greedy, QuickGame, playout}}};
///
/// let state: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let mut game = QuickGame::new(&state, None);
/// playout(&mut game, &mut Greedy, &mut Random::new(1));
/// assert!(game.is_over());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn playout(game: &mut QuickGame, policy: &mut impl Policy, random: &mut Random) -> bool {
    while !game.is_over() {
        if game.phase() == Phase::DrawTile {
            game.draw_tile(random);
            continue;
        }
        match policy.choose(game, random) {
            Some(choice) => game.follow(choice, random),
            None => game.give_up(),
        }
    }
    game.phase() == Phase::Won
}

/// A policy that makes random legal choices, but moves a cat to the raft whenever possible. Otherwise, card
/// placements and cat moves are equally likely if both are possible.
///
/// ```
/// use clowder::raft::{PlayableState, player::{Policy, QuickGame, RandomPolicy}};
/// use clowder::random::Random;
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// assert!(RandomPolicy.choose(&game, &mut Random::new(1)).is_some());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPolicy;

impl Policy for RandomPolicy {
    fn choose(&mut self, game: &QuickGame, random: &mut Random) -> Option<Choice> {
        match game.phase() {
            Phase::Draw => random_draw(game, random).map(Choice::Draw),
            Phase::Act => random_action(game, random).map(Choice::Action),
            Phase::PlaceTile(tile) => {
                let placements: Vec<_> = game.tile_placements(tile).collect();
                random.choose(&placements).map(|fire| Choice::Action(Action::Fire(*fire)))
            }
            Phase::DrawTile | Phase::Won | Phase::Lost => None,
        }
    }
}

fn random_draw(game: &QuickGame, random: &mut Random) -> Option<Draw> {
    let mut counts = [0; 4];
    let mut left = game.decks();
    for _ in 0..Draw::TOTAL {
        let cards: Vec<_> = left.iter().collect();
        let card = *random.choose(&cards)?;
        left.remove(card);
        counts[card.deck() as usize] += 1;
    }
    Draw::new(counts).ok()
}

fn random_action(game: &QuickGame, random: &mut Random) -> Option<Action> {
    let hand: Vec<_> = game.hand().iter().collect();
    let mut moves = Vec::new();
    let mut home = Vec::new();
    for (colours, from) in game.cats() {
        let price = game.price(from);
        if price > hand.len() {
            continue;
        }
        for colour in colours.map_or(crate::raft::Colour::ALL.to_vec(), |colour| vec![colour]) {
            let reached = game.destinations(colour, from);
            moves.extend(reached.iter().map(|to| (colour, from, Position::of_square(to), price)));
            let raft = reached & game.boards.raft;
            home.extend(raft.iter().map(|to| (colour, from, Position::of_square(to), price)));
        }
    }
    let corners: Vec<Position> = game.boards.card_corners().iter().map(Position::of_square).collect();
    let can_place = !corners.is_empty() && !hand.is_empty();
    if home.is_empty() && can_place && (moves.is_empty() || random.below(2) == 0) {
        let (card, at) = (*random.choose(&hand)?, *random.choose(&corners)?);
        let orientation = *random.choose(&crate::raft::Orientation::ALL)?;
        return Some(Action::Card(crate::raft::CardAction { card, at, orientation }));
    }
    let (colour, from, to, price) = *random.choose(if home.is_empty() { &moves } else { &home })?;
    let first = random.below(hand.len());
    let discards = if price == 1 {
        Discards::one(hand[first])
    } else {
        let second = (first + 1 + random.below(hand.len() - 1)) % hand.len();
        Discards::two(hand[first], hand[second]).ok()?
    };
    Some(Action::Cat(CatAction { colour, from, to, discards }))
}
