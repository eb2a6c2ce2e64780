//! The policy for simulated games, which plays like the greedy player, but computes the gains of cards less
//! often.

use super::evaluate::{CatView, cat_views};
use super::fire::best_tiles;
use super::gains::{Gains, gains};
use super::game::{Choice, Phase, QuickGame};
use super::greedy::{best_cards, draws, harmless_card, moves, wanted_gain, ways_home};
use super::policy::Policy;
use crate::raft::Action;
use crate::random::Random;

/// A greedy policy that remembers the gains of the cards in its hand, that is, how much each card could
/// shorten the cats' paths. If no card placement shortens the paths enough, the policy spends the cards on
/// moves while a move is possible. For these moves, the policy uses the remembered gains instead of
/// recomputing them.
///
/// This policy is faster than [`Greedy`](super::Greedy), but wins slightly fewer games. Use a new `Rollout` for each
/// game.
///
/// ```
/// use clowder::{random::Random, raft::{PlayableState, player::{QuickGame, Rollout, playout}}};
///
/// let mut game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// playout(&mut game, &mut Rollout::default(), &mut Random::new(1));
/// assert!(game.is_over());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Debug, Default)]
pub struct Rollout {
    views: Vec<CatView>,
    gains: Gains,
    /// Whether the views match the current board.
    is_fresh: bool,
    /// Whether the policy is spending the cards in its hand on moves.
    is_passing: bool,
}

impl Policy for Rollout {
    fn choose(&mut self, game: &QuickGame, _: &mut Random) -> Option<Choice> {
        match game.phase() {
            Phase::Draw => {
                self.views = cat_views(game);
                self.is_fresh = true;
                self.is_passing = false;
                draws(game, &self.views).into_iter().next().map(Choice::Draw)
            }
            Phase::Act => self.act(game).map(Choice::Action),
            Phase::PlaceTile(tile) => {
                self.is_fresh = false;
                best_tiles(game, tile, 1).into_iter().next()
            }
            Phase::DrawTile | Phase::Won | Phase::Lost => None,
        }
    }
}

impl Rollout {
    fn act(&mut self, game: &QuickGame) -> Option<Action> {
        if self.is_passing {
            if let Some(action) = self.pass(game) {
                return Some(action);
            }
            self.is_passing = false;
        }
        if !self.is_fresh {
            self.views = cat_views(game);
        }
        self.is_fresh = false;
        self.gains = gains(game, &self.views, 1);
        if let Some(action) = ways_home(game, &self.views, &self.gains).into_iter().next() {
            return Some(action);
        }
        let best = best_cards(game, &self.gains, &self.views, 1).into_iter().next();
        if let Some((card, _)) = best.filter(|(_, gain)| *gain >= wanted_gain(game, &self.views)) {
            return Some(Action::Card(card));
        }
        self.is_passing = true;
        self.pass(game)
            .or_else(|| best.map(|(card, _)| Action::Card(card)))
            .or_else(|| harmless_card(game, &self.views).map(Action::Card))
    }

    /// Returns a move that spends cards. The moved cat's distance from the raft usually stays the same, so only the
    /// position in the cat's view is updated.
    fn pass(&mut self, game: &QuickGame) -> Option<Action> {
        let action = moves(game, &self.views, &self.gains, 1).into_iter().next()?;
        if let Action::Cat(moved) = &action {
            for view in self.views.iter_mut().filter(|view| view.at == moved.from) {
                view.at = moved.to;
            }
        }
        Some(action)
    }
}
