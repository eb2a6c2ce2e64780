//! A finished game of a tournament, as stored in the journal.

use crate::arena::faults::{Faults, Load, ProcessState};
use crate::arena::schedule::Pair;
use crate::games::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The position of a game within a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GamePlace {
    /// The round, counted from 0 in playing order.
    pub round: usize,
    /// The number of the meeting in its round, counted from 0.
    pub meeting: usize,
    /// The number of the game in its meeting, counted from 0.
    pub game: usize,
}

impl GamePlace {
    /// The base number of the game's random streams, unique within the tournament.
    pub const fn stream(self) -> u64 {
        ((self.round as u64) << 36) | ((self.meeting as u64) << 24) | self.game as u64
    }
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Entry {
    /// The position of the game.
    #[serde(flatten)]
    pub place: GamePlace,
    /// The numbers of the two entrants. The first one moves first.
    pub players: Pair,
    /// The first player's result: 0 for a win, 1 for a loss, 2 for a draw.
    pub result: u8,
    /// The players' scores.
    pub scores: [i64; 2],
    /// The players' faults.
    pub faults: [Faults; 2],
    /// The seat of the player who forfeited the game, or `null` if neither player did.
    pub forfeited: Option<Seat>,
    /// The size of the meeting's log at the end of this game, in bytes.
    pub log: u64,
    /// The players' answer times in their own turns, in microseconds. Omitted if the plan excludes times from the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<[Vec<u32>; 2]>,
    /// The players' processor use. Omitted if the times are omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loads: Option<[Load; 2]>,
    /// The states of the players' processes after the game. Omitted if no bot was stopped or restarted.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub processes: [ProcessState; 2],
    /// The saved game.
    pub record: Box<RawValue>,
}

fn is_usual(processes: &[ProcessState; 2]) -> bool {
    *processes == [ProcessState::default(); 2]
}

impl Entry {
    /// The entrant who won, or `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        self.players.get(usize::from(self.result)).copied()
    }

    /// Returns the value of the key `winner`, exactly as written in the saved game.
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
