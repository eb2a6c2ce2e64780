//! `--seed`: makes every random choice repeatable.

use super::note;
use crate::random;
use std::hash::{BuildHasher as _, RandomState};

/// The option `--seed`.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct Seed {
    /// Choose the seed, for results that can be repeated
    ///
    /// The seed is a number or 32 hexadecimal digits. Without this option, a random seed is chosen, and printed on
    /// standard error.
    #[arg(long, value_name = "N")]
    seed: Option<random::Seed>,
}

impl Seed {
    pub(crate) const fn given(self) -> Option<random::Seed> {
        self.seed
    }

    /// Returns the given seed, or chooses a 64-bit seed and prints it on standard error. Call this at most
    /// once per run, because each call would choose another seed.
    pub(crate) fn get(self) -> random::Seed {
        self.seed.unwrap_or_else(|| {
            let seed = bits("seed").into();
            note(format!("seed {seed}"));
            seed
        })
    }
}

/// Returns 64 random bits, computed by hashing `purpose` with a random key.
fn bits(purpose: &str) -> u64 {
    // The standard library seeds its hashers with random numbers from the system.
    RandomState::new().hash_one(purpose)
}

/// Chooses a 128-bit seed that no program can guess.
#[cfg(arena)]
pub(crate) fn unguessable() -> random::Seed {
    ["high", "low"].map(bits).into()
}
