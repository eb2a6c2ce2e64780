//! Reads tournament journals.

use super::course::{self, PlayedGames, Progress};
use super::entry::{Entry, GamePlace};
use super::layout::Layout;
use super::plan::Plan;
use crate::arena::journal::{Contents, Journal, JournalError};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

pub(super) const JOURNAL: &str = "journal.jsonl";

/// Why a tournament directory cannot be used.
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
    /// The journal belongs to a different tournament.
    #[error("this is not the tournament that was begun in this directory: {0}")]
    Changed(String),
    /// A log is shorter than the length recorded in the journal.
    #[error("{0} has lost messages: it has {1} bytes instead of {2}")]
    LogLost(String, u64, u64),
    /// A game in the journal does not belong to the tournament.
    #[error("record {0} of the journal is a game that does not belong to the tournament")]
    Stray(usize),
    /// The journal or a log was removed or replaced during the run.
    #[error("{0} was removed or replaced during the run")]
    Removed(String),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(String, io::Error),
}

/// Reads the plan from the journal in a directory. Returns `None` if the run ended before the plan was written.
///
/// # Errors
/// Returns an error if the journal cannot be read.
pub fn begun_plan(directory: &Path) -> Result<Option<Plan>, SaveError> {
    Ok(Journal::read::<Plan, serde::de::IgnoredAny>(&directory.join(JOURNAL))?.head)
}

/// Reads the plan and the games from the journal in a directory, even while a run is using the journal.
///
/// # Errors
/// Returns an error if the journal cannot be read or a game does not belong to the plan.
pub fn read(directory: &Path) -> Result<(Plan, PlayedGames), SaveError> {
    let contents = Journal::read::<Plan, Entry>(&directory.join(JOURNAL))?;
    let plan = contents.head.ok_or(JournalError::Missing)?;
    let games = in_order(&plan, contents.records)?;
    Ok((plan, games))
}

/// Maps each possible path of a game file to the saved game in the journal. The map contains two paths per
/// game, because a meeting's directory is named after both bots in an order that is unknown here.
///
/// # Errors
/// Returns an error if the journal cannot be read.
pub fn saved_games(directory: &Path) -> Result<BTreeMap<PathBuf, Box<RawValue>>, SaveError> {
    let Contents { head, records, .. } = Journal::read::<Plan, Entry>(&directory.join(JOURNAL))?;
    let mut games = BTreeMap::new();
    let Some(plan) = head else { return Ok(games) };
    let layout = Layout::new(directory, &plan);
    for Entry { place: GamePlace { round, game, .. }, players: [a, b], record, .. } in records {
        let paths = [[a, b], [b, a]].map(|pair| layout.game(&plan, round, pair, game));
        games.extend(paths.map(|path| (path, record.clone())));
    }
    Ok(games)
}

/// Groups the games in a journal by meeting, and checks that each game belongs to the plan.
pub(super) fn in_order(plan: &Plan, entries: Vec<Entry>) -> Result<PlayedGames, SaveError> {
    let mut waiting = BTreeMap::new();
    for (number, entry) in (1..).zip(entries) {
        if waiting.insert(entry.place, (number, entry)).is_some() {
            return Err(SaveError::Stray(number));
        }
    }
    let mut games = PlayedGames::new();
    let mut round = 0;
    while let Some(pairs) = course::rounds(plan, &games).get(round) {
        for (meeting, &pair) in pairs.iter().enumerate() {
            let mut played = Vec::new();
            while let Progress::Next(batch) = course::progress(plan, (round, meeting), pair, &played)
                && let Some((place, players)) = batch.games().next()
            {
                match waiting.remove(&place) {
                    Some((_, entry)) if entry.players == players => played.push(entry),
                    Some((number, _)) => return Err(SaveError::Stray(number)),
                    None => break,
                }
            }
            if !played.is_empty() {
                games.insert((round, meeting), played);
            }
        }
        round += 1;
    }
    match waiting.into_values().next() {
        Some((number, _)) => Err(SaveError::Stray(number)),
        None => Ok(games),
    }
}
