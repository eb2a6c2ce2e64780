//! Watches a tournament that another run is playing.

use super::entry::Entry;
use super::plan::Plan;
use super::save_error::SaveError;
use super::saved::{JOURNAL, in_order};
use super::standings::PlayedGames;
use crate::arena::growing::Growing;
use std::path::Path;

/// A reader for the directory of a tournament that another run is writing.
#[derive(Debug)]
pub(crate) struct Follower {
    journal: Growing<Plan, Entry>,
}

impl Follower {
    /// Opens the directory of a tournament.
    ///
    /// # Errors
    /// Returns an error if the directory contains no journal, or if the journal cannot be opened.
    pub(crate) fn new(directory: &Path) -> Result<Self, SaveError> {
        Ok(Self { journal: Growing::open(directory.join(JOURNAL))? })
    }

    /// Reads the games that have ended since the last call. Returns true if there are new records in the journal.
    ///
    /// # Errors
    /// Returns an error if the journal was removed, or if it is damaged.
    pub(crate) fn read(&mut self) -> Result<bool, SaveError> {
        Ok(self.journal.read()?)
    }

    /// Returns true if a run is playing the tournament.
    pub(crate) fn is_running(&self) -> bool {
        self.journal.is_in_use()
    }

    /// Returns the plan, or `None` if the plan has not been read yet.
    pub(crate) const fn plan(&self) -> Option<&Plan> {
        self.journal.head()
    }

    /// Returns the games that have ended.
    ///
    /// # Errors
    /// Returns an error if a game does not belong to the plan.
    pub(crate) fn games(&self) -> Result<PlayedGames, SaveError> {
        match self.plan() {
            Some(plan) => Ok(in_order(plan, self.journal.records().to_vec())?.0),
            None => Ok(PlayedGames::new()),
        }
    }
}
