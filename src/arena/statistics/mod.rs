//! Statistics about the strength of bots: ratings, pairs of mirrored games between two bots, and a sequential
//! test of which bot is stronger.

mod davidson;
mod pairs;
mod sprt;

pub use davidson::{Model, Scores, fit};
pub use pairs::{Comparison, Interval, PairCounts};
pub use sprt::{Decision, Sprt, SprtError};
