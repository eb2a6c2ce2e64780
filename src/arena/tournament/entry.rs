//! A finished game in its tournament, as the journal keeps it.

use crate::arena::faults::Faults;
use crate::arena::referee::Finished;
use crate::arena::schedule::Pair;
use crate::games::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Which game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The round, from 0 in the order of play.
    pub round: usize,
    /// The meeting in its round.
    pub meeting: usize,
    /// The game in its meeting, from 0.
    pub game: usize,
}

impl Place {
    /// The number of its random streams: no two games of a tournament share one.
    pub const fn stream(self) -> u64 {
        ((self.round as u64) << 36) | ((self.meeting as u64) << 24) | self.game as u64
    }
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Which one.
    #[serde(flatten)]
    pub place: Place,
    /// The first mover and the second: numbers of entrants.
    pub players: Pair,
    /// 0: the first mover won; 1: the second; 2: a draw.
    pub result: u8,
    /// Their scores.
    pub scores: [i64; 2],
    /// Their faults.
    pub faults: [Faults; 2],
    /// The seat that lost by a fault.
    pub forfeited: Option<Seat>,
    /// Bytes of the meeting's log when this game was over.
    pub log: u64,
    /// The saved game.
    pub record: Box<RawValue>,
}

impl Entry {
    /// A game that has just been played.
    ///
    /// # Errors
    /// Never, the referee writes JSON; the error says where it does not.
    pub fn new(place: Place, players: Pair, finished: Finished, log: u64) -> Result<Self, serde_json::Error> {
        let Finished { outcome, record, faults } = finished;
        let record = RawValue::from_string(record)?;
        let (scores, forfeited) = (outcome.scores(), outcome.forfeited());
        let result = outcome.result_for(Seat::First).number();
        Ok(Self { place, players, result, scores, faults, forfeited, log, record })
    }

    /// The entrant who won.
    pub fn winner(&self) -> Option<usize> {
        self.players.get(usize::from(self.result)).copied()
    }

    /// `winner` of the saved game, as it stands there.
    pub fn winner_json(&self) -> &str {
        #[derive(Deserialize)]
        struct Saved<'a> {
            #[serde(borrow)]
            winner: &'a RawValue,
        }
        serde_json::from_str::<Saved<'_>>(self.record.get()).map_or("null", |saved| saved.winner.get())
    }
}
