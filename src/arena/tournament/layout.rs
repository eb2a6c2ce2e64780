//! Where a tournament's files are stored.

use super::course;
use super::plan::{Plan, pair_name, path_name};
use crate::arena::schedule::{Pair, TournamentFormat};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) base: PathBuf,
    pub(super) round_count: usize,
    pub(super) round_width: usize,
    game_width: usize,
}

impl Layout {
    /// Creates the layout of a tournament whose journal is in `directory`.
    pub(super) fn new(directory: &Path, plan: &Plan) -> Self {
        let round_count = course::round_count(plan);
        // A knockout meeting may need one extra game.
        let games = plan.games + usize::from(plan.format == TournamentFormat::Knockout);
        Self {
            base: results_directory(directory, plan),
            round_count,
            round_width: round_count.to_string().len(),
            game_width: games.to_string().len(),
        }
    }

    /// The number of a round in directory names. In a knockout, the numbers count down to 0 for the final.
    pub(super) fn round_number(&self, plan: &Plan, round: usize) -> usize {
        if plan.format == TournamentFormat::Knockout { self.round_count - 1 - round } else { round }
    }

    pub(super) fn file(&self, plan: &Plan, round: usize, pair: Pair, name: &str) -> PathBuf {
        let number = self.round_number(plan, round);
        let [first, second] = pair.map(|entrant| plan.bots[entrant].name.as_str());
        let round = format!("Round{number:0width$}", width = self.round_width);
        self.base.join(round).join(pair_name(first, second)).join(name)
    }

    pub(super) fn game(&self, plan: &Plan, round: usize, pair: Pair, game: usize) -> PathBuf {
        self.file(plan, round, pair, &format!("games/{game:0width$}.json", width = self.game_width))
    }
}

/// Returns the results directory of a tournament whose journal is in `directory`.
pub fn results_directory(directory: &Path, plan: &Plan) -> PathBuf {
    let below = results_of(plan);
    if directory.ends_with(&below) { directory.to_owned() } else { directory.join(&below) }
}

/// Returns the results directory, relative to the directory given by the user.
pub(super) fn results_of(plan: &Plan) -> PathBuf {
    Path::new(&plan.game).join(path_name(&plan.tournament))
}
