//! The options of a player of Race to the Raft.

use crate::raft::player::{BuiltInPlayer, Limit, SearchOptions};
use std::time::Duration;

/// The limit of the search of the player `best`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct SearchLimit {
    /// Time for each decision, as in `2s` or `150ms` [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "rollouts")]
    time: Option<Duration>,
    /// Number of games that are played to the end for each decision. The result then depends only on the seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rollouts: Option<u32>,
}

impl SearchLimit {
    /// Returns the limit that was asked for.
    pub(crate) fn get(self) -> Limit {
        match self.rollouts {
            Some(rollouts) => Limit::Rollouts(rollouts as usize),
            None => Limit::Time(self.time.unwrap_or(Duration::from_secs(1))),
        }
    }
}

/// Reads a time such as `2s` or `150ms`.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number of seconds or milliseconds, such as `2s` or `150ms`".to_owned();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let is_plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = number.parse().ok().filter(|_| is_plain).ok_or_else(wrong)?;
    if seconds * unit > 3600.0 {
        return Err("the time is at most one hour, `3600s`".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds * unit))
}

/// The name of a built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PlayerName {
    /// Play games to their end and choose what wins most
    Best,
    /// Look one action ahead
    Greedy,
    /// Choose random legal actions
    Random,
}

impl PlayerName {
    /// Returns the player.
    pub(crate) const fn player(self, limit: Limit, jobs: usize) -> BuiltInPlayer {
        match self {
            Self::Best => BuiltInPlayer::Best(SearchOptions { limit, jobs, seed: 0 }),
            Self::Greedy => BuiltInPlayer::Greedy,
            Self::Random => BuiltInPlayer::Random,
        }
    }
}
