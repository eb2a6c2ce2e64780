//! The pairs of mirrored games in a tournament.

use super::plan::Plan;
use super::standings::PlayedGames;
use crate::arena::statistics::PairCounts;

/// The pairs of mirrored games in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirroredPairs {
    /// `cross[a][b]` contains the pairs of games of entrant `a` against entrant `b`.
    pub cross: Vec<Vec<PairCounts>>,
}

impl MirroredPairs {
    /// Counts the complete pairs of mirrored games. Returns `None` if the deals of the plan are not mirrored.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::{MirroredPairs, Plan, PlayedGames}};
    ///
    /// let plan = Plan::new("arboretum", TournamentFormat::RoundRobin);
    /// assert_eq!(MirroredPairs::new(&plan, &PlayedGames::new()), None);
    /// ```
    pub fn new(plan: &Plan, games: &PlayedGames) -> Option<Self> {
        if !plan.paired {
            return None;
        }
        let mut cross = vec![vec![PairCounts::default(); plan.bots.len()]; plan.bots.len()];
        for games in games.values() {
            let Some([first, second]) = games.first().map(|game| game.players) else { continue };
            let counts = PairCounts::of(first, games);
            cross[first][second] += counts;
            cross[second][first] += counts.mirrored();
        }
        Some(Self { cross })
    }

    /// Returns the pairs of an entrant against all others.
    pub fn of(&self, entrant: usize) -> PairCounts {
        let mut sum = PairCounts::default();
        for counts in self.cross.get(entrant).into_iter().flatten() {
            sum += *counts;
        }
        sum
    }
}
