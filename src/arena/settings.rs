//! The settings of games and programs that every build needs, including a build that cannot start programs. A plan
//! contains some of these settings, and the deal of a game depends on its [`Setting`].

use crate::games::Game;
use crate::random::{Random, Seed};
use serde::{Deserialize, Serialize};

/// The consequence of a fault in a player's own turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum OnFault {
    /// A random legal move is played for the player.
    #[default]
    Random,
    /// The player loses the game.
    Forfeit,
}

/// The setting that controls whether child processes run in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Sandbox {
    /// Child processes run in a sandbox as far as the kernel allows. `process::Level` describes the result.
    #[default]
    Auto,
    /// Child processes run in a complete sandbox. If the sandbox is not complete, the program is not started.
    Require,
    /// Child processes do not run in a sandbox. Limits and supervision still apply.
    Off,
}

/// The place of a game in its match and its tournament.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Setting<'a> {
    /// The number of the game in the match, counted from 1.
    pub number: usize,
    /// The name of the round.
    pub round: &'a str,
    /// The seed of the deals and of the random moves.
    pub seed: Seed,
    /// The seed of the message IDs. It differs from `seed` if the IDs must say nothing about the deals.
    pub ids: Seed,
    /// A number that no other game in the tournament has. Together with the seed, it determines the random streams of
    /// the game.
    pub stream: u64,
}

/// The purpose of a random stream in a game. Different purposes have different streams.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// The deal.
    Deal,
    /// The random moves that are played for bots.
    Moves,
    /// The IDs of the messages to the bots.
    MessageIds,
}

impl<'a> Setting<'a> {
    /// Creates the setting of the game with this number, counted from 1. The value of `stream` must be different for
    /// each game in the tournament.
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

    /// Returns the random stream for one of the three purposes. There is also a fourth stream, which chooses the winner
    /// of a knockout meeting that ends in a tie.
    pub(super) fn random(&self, purpose: Purpose) -> Random {
        let seed = if matches!(purpose, Purpose::MessageIds) { self.ids } else { self.seed };
        Random::stream(seed, self.stream * 4 + purpose as u64)
    }
}
