//! `--seed`: makes every random choice repeatable.

use super::output::note;
use std::hash::{BuildHasher as _, RandomState};

/// The seed of a run.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct Seed {
    /// Seed of all random choices [default: chosen at random, and printed on standard error]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Seed {
    /// Returns the seed, if it was given.
    pub(crate) const fn given(self) -> Option<u64> {
        self.seed
    }

    /// Returns the seed that was given, or chooses a seed and prints it on standard error. This function must be called
    /// only once per run, because each call would choose another seed.
    pub(crate) fn get(self) -> u64 {
        self.seed.unwrap_or_else(|| {
            // The standard library seeds its hashers with random numbers from the system.
            let seed = RandomState::new().hash_one("seed");
            note(format!("seed {seed}"));
            seed
        })
    }
}
