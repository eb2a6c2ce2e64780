//! The reasons why the directory of a tournament cannot be used.

use crate::arena::journal::JournalError;
use crate::notation::plural;
use std::io;

/// The reason why the directory of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The directory already contains a tournament with this name. The second string is the directory of its journal.
    #[error(
        "this directory already contains a run with the name `{0}`; choose another directory with `--out`, or another \
         name with `--name`, or continue the run: use `--resume` with the directory `{1}`"
    )]
    Taken(String, String),
    /// The journal belongs to another tournament.
    #[error("this is not the tournament that was begun in this directory: {0}")]
    Changed(String),
    /// A log is shorter than its length in the journal.
    #[error("{0} has lost messages: it has {1} bytes instead of {2}")]
    LogLost(String, u64, u64),
    /// A game in the journal does not belong to this tournament.
    #[error("record {0} of the journal is a game that does not belong to the tournament")]
    Stray(usize),
    /// The record with the plan is damaged, so the journal cannot be salvaged without another copy of the plan.
    #[error(
        "the journal is damaged at record {record} (byte {byte}): {why}; without the plan in the first record, the run \
         cannot continue; {} can still be read: give another copy of the plan with `--plan`, or write the games to a \
         new directory with `--extract`", plural(*games, "finished game")
    )]
    NoPlan {
        /// The number of the first damaged record, counted from 0.
        record: usize,
        /// The offset of this record in the journal, in bytes.
        byte: u64,
        /// The reason why this record cannot be read.
        why: String,
        /// The number of finished games that can be read.
        games: usize,
    },
    /// A game in the journal does not belong to the plan that was given for it.
    #[error("the plan does not belong to this journal: record {0}: {1}")]
    OtherPlan(usize, String),
    /// The journal or a log was removed during the run. The removed files were written again.
    #[error(
        "{0} was removed during the run; the journal and the messages were written again, so no finished game is lost; \
         continue with `--resume`"
    )]
    Removed(String),
    /// Another run has replaced the journal or a log during the run. The files of the other run are not changed, and the
    /// finished games of this run are in a new directory.
    #[error(
        "{0} was replaced during the run by a file of another run; no finished game is lost: the journal and the \
         messages are now in {1}; continue with `--resume {1}`"
    )]
    Replaced(String, String),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(String, io::Error),
}
