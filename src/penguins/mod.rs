//! Penguins Pool Party: four ice blocks to be laid on a board of twenty hexagons without covering a penguin.
//!
//! [`Hex`] says how the hexagons are named and turned; the notations are [`Challenge`], [`Placement`], [`Solution`] (in
//! part: [`PartialSolution`]) and [`Board`].

mod block;
mod challenges;
pub mod coursework;
pub mod explain;
mod generate;
mod hex;
mod moves;
mod notation;
mod solver;

pub use block::{Block, Placement};
pub use challenges::{Level, Official, challenges, official, solved_by};
pub use generate::{Wanted, all_challenges, level};
use hex::listed;
pub use hex::{Hex, Hexes};
pub use notation::{Board, Challenge, PartialSolution, Solution, State, check};
pub use solver::{LAYOUTS, count_solutions, effort, solve};
