//! Saved games of the bot protocol and of Race to the Raft.

use crate::notation::{Kind, Notation as _, Reading};
use crate::protocol::GameRecord;
use crate::protocol::explain::ending;
use crate::raft::record::{RaftRecord, describe_outcome};
use std::fmt;

/// A saved game.
#[derive(Clone, Debug)]
pub(super) enum SavedGame {
    /// A game of the bot protocol.
    Bots(GameRecord),
    /// A game of Race to the Raft.
    Raft(Box<RaftRecord>),
}

impl SavedGame {
    /// Reads a saved game. The text is read as a game of Race to the Raft if its member `game` is `raft`.
    pub(super) fn read(text: &str) -> (Kind, Reading<Self>) {
        raft(text).unwrap_or_else(|| (Kind::GameRecord, GameRecord::read(text).map(Self::Bots)))
    }

    /// Reads a text if it is a saved game. Returns `None` if the text is not a saved game.
    pub(super) fn recognise(text: &str) -> Option<(Kind, Reading<Self>)> {
        let bots = || Some((Kind::GameRecord, GameRecord::recognise(text)?.map(Self::Bots)));
        raft(text).or_else(bots)
    }

    /// Returns a description of the end of the game, escaped for display.
    pub(super) fn ending(&self) -> String {
        match self {
            Self::Bots(record) => ending(record.outcome(), record.players()),
            Self::Raft(record) => describe_outcome(record.outcome()),
        }
    }
}

impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bots(record) => record.fmt(f),
            Self::Raft(record) => record.fmt(f),
        }
    }
}

/// Reads a game of Race to the Raft. Returns `None` if the text is not such a game.
fn raft(text: &str) -> Option<(Kind, Reading<SavedGame>)> {
    // Most saved games are games of the bot protocol. For these games, this search is quicker than reading the text
    // twice. If the text contains a backslash, the word `raft` may be written with escapes.
    if !text.contains("raft") && !text.contains('\\') {
        return None;
    }
    Some((Kind::RaftRecord, RaftRecord::recognise(text)?.map(|record| SavedGame::Raft(Box::new(record)))))
}
