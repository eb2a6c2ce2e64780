//! Checks during a run that the files of a tournament are still in their directory, and writes them again if they are
//! not. The contents of removed files can be read as long as the files are open.

use super::save_error::SaveError;
use super::saved::{JOURNAL, OpenLog, Store, written};
use crate::arena::journal::JournalError;
use crate::arena::presence::{Presence, copy};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

impl OpenLog {
    /// Writes the log to a new file, and continues with this file.
    fn move_to(&mut self, path: PathBuf) -> Result<(), SaveError> {
        self.file = written(&path, copy(&self.file, &path))?;
        self.path = path;
        Ok(())
    }

    fn presence(&self) -> Presence {
        Presence::of(&self.file, &self.path)
    }
}

impl Store {
    /// Checks that the journal and the logs are still in the directory. If a file was removed, its content is read from
    /// the descriptor that is still open, and the file is written again. If another run has replaced a file, all files
    /// are written to a new directory beside the directory of the other run.
    ///
    /// # Errors
    /// Returns an error if a file was removed or replaced, even if it has been written again.
    pub(crate) fn check(&mut self) -> Result<(), SaveError> {
        self.restore()?.map_or(Ok(()), Err)
    }

    /// Checks the journal and the log of one meeting. If one of these two files was removed or replaced, this function
    /// checks all logs, writes the files again, and returns the error that the run must report.
    pub(super) fn restore_if_needed(&mut self, key: (usize, usize)) -> Result<Option<SaveError>, SaveError> {
        let log = self.logs.get(&key).map_or(Presence::Present, OpenLog::presence);
        let is_present = self.journal.presence(&self.path) == Presence::Present && log == Presence::Present;
        if is_present { Ok(None) } else { self.restore() }
    }

    /// Writes the removed and replaced files again. Returns the error that the run must report, or `None` if all files
    /// are present.
    fn restore(&mut self) -> Result<Option<SaveError>, SaveError> {
        let mut lost = self.restore_once()?;
        if lost.is_some() {
            // The program that removes the files can still be running, so the files are checked a few more times.
            for _ in 0..3 {
                std::thread::sleep(Duration::from_millis(100));
                if let Some(replaced @ SaveError::Replaced(..)) = self.restore_once()? {
                    lost = Some(replaced);
                }
            }
        }
        Ok(lost)
    }

    fn restore_once(&mut self) -> Result<Option<SaveError>, SaveError> {
        let journal = self.journal.presence(&self.path);
        let logs = self.logs.values().map(|log| (log.presence(), &log.path));
        let all: Vec<_> = std::iter::once((journal, &self.path)).chain(logs).collect();
        let first = |wanted| all.iter().find(|(found, _)| *found == wanted).map(|(_, path)| shown(path));
        if let Some(replaced) = first(Presence::Replaced) {
            return self.rescue(replaced).map(Some);
        }
        let Some(removed) = first(Presence::Missing) else {
            return Ok(None);
        };
        match self.write_missing() {
            // Another run has created or locked a file with this name after the check.
            Err(SaveError::Journal(JournalError::Exists | JournalError::Locked)) => {
                self.rescue(removed).map(Some)
            }
            Err(SaveError::Write(_, error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.rescue(removed).map(Some)
            }
            Err(other) => Err(other),
            Ok(()) => Ok(Some(SaveError::Removed(removed))),
        }
    }

    /// Writes the removed files again.
    fn write_missing(&mut self) -> Result<(), SaveError> {
        if self.journal.presence(&self.path) == Presence::Missing {
            self.journal.move_to(&self.path)?;
        }
        for log in self.logs.values_mut().filter(|log| log.presence() == Presence::Missing) {
            log.move_to(log.path.clone())?;
        }
        Ok(())
    }

    /// Writes the journal and the logs to a new directory, and continues with the new files.
    fn rescue(&mut self, replaced: String) -> Result<SaveError, SaveError> {
        let directory = new_directory(self.path.parent().unwrap_or(Path::new(".")))?;
        let path = directory.join(JOURNAL);
        self.journal.move_to(&path)?;
        let base = directory.join(&self.below);
        for log in self.logs.values_mut() {
            let rest = log.path.strip_prefix(&self.base).map_or_else(|_| log.path.clone(), Path::to_owned);
            log.move_to(base.join(rest))?;
        }
        (self.path, self.base) = (path, base);
        Ok(SaveError::Replaced(replaced, shown(&directory)))
    }
}

/// Creates a directory beside another directory. The name of the new directory is the name of the other directory with
/// `.rescued` at the end, and with a number if there is already such a directory.
fn new_directory(beside: &Path) -> Result<PathBuf, SaveError> {
    let whole = std::path::absolute(beside).unwrap_or_else(|_| beside.to_owned());
    let name = whole.file_name().unwrap_or("tournament".as_ref());
    let mut number = 1;
    loop {
        let mut name = name.to_owned();
        name.push(if number == 1 { ".rescued".to_owned() } else { format!(".rescued-{number}") });
        let new = whole.with_file_name(name);
        match fs::create_dir(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            other => return written(&new, other).map(|()| new),
        }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
