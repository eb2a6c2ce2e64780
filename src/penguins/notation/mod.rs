//! The string notations of Penguins Pool Party, with one module per kind of string.

mod board;
mod challenge;
mod coordinates;
mod placement;
mod solution;
mod state;

pub use board::Board;
pub use challenge::Challenge;
pub(super) use challenge::penguins;
pub(super) use solution::{BlockGroups, on_penguin, overlap};
pub use solution::{PartialSolution, Solution, check_blocks};
pub use state::State;
