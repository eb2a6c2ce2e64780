//! Settings that are available in every build, including builds that cannot start programs. A tournament plan
//! contains [`OnFault`] and [`Sandbox`], and a game's deal depends on its [`Setting`].

use crate::games::Game;
use crate::random::{Random, Seed};
use serde::{Deserialize, Serialize};

/// The consequence of a fault in a player's own turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum OnFault {
    /// A random legal move is played on the player's behalf.
    #[default]
    Random,
    /// The player loses the game.
    Forfeit,
}

/// Whether child processes run in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Sandbox {
    /// Child processes run in a sandbox as far as the kernel allows. `process::Level` lists the promises that hold.
    #[default]
    Auto,
    /// Child processes run in a complete sandbox, or are not started at all.
    Require,
    /// Child processes run without a sandbox, but limits and supervision still apply.
    Off,
}

/// The position of a game within its match and tournament, and the seeds for the game.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Setting<'a> {
    /// The number of the game in its match, counted from 1.
    pub number: usize,
    /// The name of the round.
    pub round: &'a str,
    /// The seed for the deals and the random moves.
    pub seed: Seed,
    /// The seed for the message IDs. It differs from `seed` if the IDs must not reveal anything about the deals.
    pub ids: Seed,
    /// The game's unique number within its tournament. This number and the seed determine the game's random
    /// streams.
    pub stream: u64,
}

/// The purposes for which a game needs random numbers. Each purpose has its own stream.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// The deal.
    Deal,
    /// The random moves played on behalf of bots.
    Moves,
    /// The message IDs.
    MessageIds,
}

impl<'a> Setting<'a> {
    /// Creates the setting of a game. `number` is counted from 1, and `stream` must be unique within the tournament.
    ///
    /// ```
    /// use clowder::arena::settings::Setting;
    ///
    /// assert_eq!(Setting::new(1, "Final", 7, 0).round, "Final");
    /// ```
    pub fn new(number: usize, round: &'a str, seed: impl Into<Seed>, stream: u64) -> Self {
        let seed = seed.into();
        Self { number, round, seed, ids: seed, stream }
    }

    /// Deals the game.
    pub fn deal<G: Game>(&self) -> G::State {
        G::deal(&mut self.random(Purpose::Deal))
    }

    /// Returns the random stream reserved for the given purpose. Each game has a fourth stream, which breaks
    /// ties in knockouts.
    pub(super) fn random(&self, purpose: Purpose) -> Random {
        let seed = if matches!(purpose, Purpose::MessageIds) { self.ids } else { self.seed };
        Random::stream(seed, self.stream * 4 + purpose as u64)
    }
}
