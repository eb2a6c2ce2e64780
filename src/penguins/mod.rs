//! Penguins Pool Party: place four ice blocks on a board of twenty hexagons without covering a penguin.
//!
//! Each kind of string has its own type: [`Challenge`], [`Placement`], [`Solution`] (or [`PartialSolution`]),
//! [`State`] and [`Board`]. [`Hex`] explains the coordinates, and [`solve`] finds the solutions of a
//! challenge.

mod block;
mod challenges;
pub mod coursework;
pub mod explain;
mod generate;
mod hardness;
mod hex;
mod hint;
mod moves;
mod notation;
mod solver;

pub use block::{Block, PenguinsError, Placement};
use challenges::official_challenges_with;
pub use challenges::{Level, OfficialChallenge, UnknownLevel, official_challenge, official_challenges};
pub use generate::{ChallengeFilter, all_challenges};
pub use hardness::{hardness, remaining_placements};
use hex::listed;
pub use hex::{Hex, Hexes};
pub use hint::{Advice, assess, hint};
pub use notation::{Board, Challenge, PartialSolution, Solution, State, check_blocks};
pub use solver::{LAYOUTS, count_solutions, effort, solve};
