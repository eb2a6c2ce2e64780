//! Statistics that decide which of two bots is stronger: pairs of mirrored games, and a sequential test.

mod normal;
mod pairs;
mod sprt;

pub use pairs::{Comparison, Interval, PairCounts};
pub use sprt::{Decision, Sprt, SprtError};
