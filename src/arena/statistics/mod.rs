//! Statistics that decide which of two bots is stronger: pairs of mirrored games, and a sequential test.

mod davidson;
mod normal;
mod pairs;
mod sprt;

pub use davidson::{Model, Scores, fit};
pub use pairs::{Comparison, Interval, PairCounts};
pub use sprt::{Decision, Sprt, SprtError};
