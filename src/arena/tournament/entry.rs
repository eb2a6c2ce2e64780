//! A finished game of a tournament, as stored in the journal.

use crate::arena::faults::{Faults, Load, ProcessState};
use crate::arena::schedule::Pair;
use crate::games::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Place of a game in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GamePlace {
    /// Round, counted from 0 in the order of play.
    pub round: usize,
    /// Number of the meeting in its round, counted from 0.
    pub meeting: usize,
    /// Number of the game in its meeting, counted from 0.
    pub game: usize,
}

impl GamePlace {
    /// Base number of the game's random streams, which no other game of the tournament shares.
    pub const fn stream(self) -> u64 {
        ((self.round as u64) << 36) | ((self.meeting as u64) << 24) | self.game as u64
    }
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Entry {
    /// Game place.
    #[serde(flatten)]
    pub place: GamePlace,
    /// Numbers of the entrants. The first of these entrants moves first.
    pub players: Pair,
    /// Result for the first player: 0 for a win, 1 for a loss, 2 for a draw.
    pub result: u8,
    /// Scores of the players.
    pub scores: [i64; 2],
    /// Faults of the players.
    pub faults: [Faults; 2],
    /// Seat of the player who forfeited the game, or `null` if nobody did.
    pub forfeited: Option<Seat>,
    /// Number of bytes in the log of the meeting when this game was over.
    pub log: u64,
    /// Answer times of the players in their own turns (in microseconds), unless the plan excludes times from the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<[Vec<u32>; 2]>,
    /// The players' use of the processors (left out together with the times).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loads: Option<[Load; 2]>,
    /// States of the players' processes after the game, when a bot was stopped or restarted.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub processes: [ProcessState; 2],
    /// Saved game.
    pub record: Box<RawValue>,
}

fn is_usual(processes: &[ProcessState; 2]) -> bool {
    *processes == [ProcessState::default(); 2]
}

impl Entry {
    /// Entrant who won, or `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        self.players.get(usize::from(self.result)).copied()
    }

    /// Returns the value of the key `winner` exactly as in the saved game.
    #[cfg(arena)]
    pub(super) fn winner_json(&self) -> &str {
        #[derive(Deserialize)]
        struct Saved<'a> {
            #[serde(borrow)]
            winner: &'a RawValue,
        }
        serde_json::from_str::<Saved<'_>>(self.record.get()).map_or("null", |saved| saved.winner.get())
    }
}
