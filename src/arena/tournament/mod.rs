//! Matches and tournaments. Every game is saved and counted exactly once, even if a bot or this process fails. If this
//! process fails during a game, the game is played again when the run is resumed.

mod course;
mod entry;
#[cfg(arena)]
mod folders;
mod follow;
mod mirrored;
mod plan;
#[cfg(arena)]
mod programs;
mod restored;
#[cfg(arena)]
mod run;
mod salvaged;
mod save_error;
mod saved;
mod standings;
mod times;

pub use course::{game_count, is_over, meetings};
pub use entry::{Entry, GamePlace};
#[cfg(arena)]
pub use folders::{SharedFolder, shared_folders};
pub(crate) use follow::Follower;
pub use mirrored::MirroredPairs;
pub use plan::{Entrant, Plan, PlanError, pair_name, path_name};
#[cfg(arena)]
pub use run::{RunError, Tournament, start};
pub use salvaged::Salvage;
pub use save_error::SaveError;
pub use saved::{Resumed, Store};
pub use standings::{
    LaterGames, Meeting, PairScore, PlayedGames, Standing, Standings, Totals, standings, tally,
};
pub use times::{AnswerTimes, answer_times};
