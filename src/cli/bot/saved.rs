//! Saved games of the bot protocol and of Race to the Raft.

use crate::diagnostics::{Diagnostics, escape};
use crate::json::{Checker, Value};
use crate::notation::{Kind, Reading};
use crate::protocol::GameRecord;
use crate::protocol::explain::ending;
use crate::raft::record::{RaftRecord, describe_outcome};
use std::fmt;
use std::path::Path;

#[derive(Clone, Debug)]
pub(super) enum SavedGame {
    Bots(GameRecord),
    Raft(Box<RaftRecord>),
}

#[derive(Debug)]
pub(super) struct ReadGame {
    /// The text was read as a string of this kind.
    pub(super) kind: Kind,
    /// The game (unless the text has errors) and the errors.
    pub(super) reading: Reading<SavedGame>,
    /// The legal beginning of a Race to the Raft game that has errors: the steps before the first incorrect step.
    pub(super) beginning: Option<RaftRecord>,
}

impl ReadGame {
    /// Wraps the errors of a file that cannot be decoded.
    pub(super) fn refused(faults: Diagnostics) -> Self {
        Self { kind: Kind::GameRecord, reading: Reading::refused(faults), beginning: None }
    }
}

impl SavedGame {
    /// Reads a saved game. An object whose member `game` is `"raft"` is read as a game of Race to the Raft.
    pub(super) fn read(text: &str) -> ReadGame {
        let (checker, value) = Checker::read(text);
        Self::read_value(checker, value)
    }

    /// Reads a text as a saved game, or returns `None` if it is not one.
    pub(super) fn recognise(text: &str) -> Option<ReadGame> {
        let (checker, value) = Checker::read(text);
        let is_game = |value: &Value| RaftRecord::recognises(value) || GameRecord::recognises(value);
        value.as_ref().is_some_and(is_game).then(|| Self::read_value(checker, value))
    }

    fn read_value(checker: Checker<'_>, value: Option<Value>) -> ReadGame {
        if value.as_ref().is_some_and(RaftRecord::recognises) {
            let (reading, beginning) = RaftRecord::read_value(checker, value);
            let reading = reading.map(|record| Self::Raft(Box::new(record)));
            return ReadGame { kind: Kind::RaftRecord, reading, beginning };
        }
        let reading = GameRecord::read_value(checker, value).map(Self::Bots);
        ReadGame { kind: Kind::GameRecord, reading, beginning: None }
    }

    /// Describes how the game ended, escaped for display.
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

pub(super) fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

pub(super) fn no_game(name: &str) -> String {
    format!("{} is empty; expected a saved game", escape(name))
}
