//! Matches and tournaments. Every game is saved and counted exactly once, even if a bot or this process
//! crashes. If this process crashes during a game, the game is played again when the run is resumed.

mod course;
mod entry;
mod layout;
mod plan;
#[cfg(arena)]
mod programs;
#[cfg(arena)]
mod run;
mod saved;
mod standings;
#[cfg(arena)]
mod store;

pub use course::{Meeting, PlayedGames, game_count, meetings, tally};
pub use entry::{Entry, GamePlace};
pub use layout::results_directory;
pub use plan::{Entrant, Plan, PlanError, pair_name, path_name};
#[cfg(arena)]
pub use programs::{SharedFolder, shared_folders};
#[cfg(arena)]
pub use run::{RunError, Tournament, start};
pub use saved::{SaveError, begun_plan, read, saved_games};
pub use standings::{
    AnswerTimes, MirroredPairs, PairScore, Standing, Standings, Totals, answer_times, standings,
};
#[cfg(arena)]
pub use store::{Resumed, Store};
