//! A journal that another run is writing.

use super::journal::{JournalError, checked, unreadable};
use super::presence::is_at;
use serde::de::DeserializeOwned;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;

/// A reader for a journal that grows. The reader reads each record only once, unless the journal is replaced.
#[derive(Debug)]
pub(crate) struct Growing<H, R> {
    path: PathBuf,
    file: File,
    /// The number of bytes in the complete records that have been read.
    offset: u64,
    /// The number of records that have been read.
    record: usize,
    /// The first record.
    head: Option<H>,
    /// The other records.
    records: Vec<R>,
}

impl<H: DeserializeOwned, R: DeserializeOwned> Growing<H, R> {
    /// Opens a journal. Nothing is read yet.
    ///
    /// # Errors
    /// Returns an error if the journal does not exist or cannot be opened.
    pub(crate) fn open(path: PathBuf) -> Result<Self, JournalError> {
        let file = open(&path)?;
        Ok(Self { path, file, offset: 0, record: 0, head: None, records: Vec::new() })
    }

    /// Returns the first record, if it has been read.
    pub(crate) const fn head(&self) -> Option<&H> {
        self.head.as_ref()
    }

    /// Returns the other records that have been read.
    pub(crate) fn records(&self) -> &[R] {
        &self.records
    }

    /// Returns true if a run is using the journal.
    pub(crate) fn is_in_use(&self) -> bool {
        match self.file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => true,
            Ok(()) => {
                // Unlocking can only fail if the file is not locked.
                let _ = self.file.unlock();
                false
            }
            Err(TryLockError::Error(_)) => false,
        }
    }

    /// Reads the complete records that were added since the last call. If the journal was replaced, reads all its
    /// records again. Returns true if any records were read.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read, or if it is damaged.
    pub(crate) fn read(&mut self) -> Result<bool, JournalError> {
        if !is_at(&self.file, &self.path).map_err(missing)? || self.file.metadata()?.len() < self.offset {
            // The journal was replaced, because a bot was added or because the journal was salvaged.
            *self = Self::open(std::mem::take(&mut self.path))?;
        }
        self.file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes)?;
        let before = self.record;
        // The last record can be incomplete. In this case, it is read again later.
        for line in bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
            let (record, byte) = (self.record, self.offset);
            let damaged = |why: String| JournalError::Damaged { record, byte, why };
            let text = checked(line).map_err(|why| damaged(why.to_owned()))?;
            let unreadable = |error| damaged(unreadable(&error));
            if record == 0 {
                self.head = Some(serde_json::from_str(text).map_err(unreadable)?);
            } else {
                self.records.push(serde_json::from_str(text).map_err(unreadable)?);
            }
            self.record += 1;
            self.offset += line.len() as u64;
        }
        Ok(self.record > before)
    }
}

fn open(path: &PathBuf) -> Result<File, JournalError> {
    File::open(path).map_err(missing)
}

fn missing(error: io::Error) -> JournalError {
    match error.kind() {
        io::ErrorKind::NotFound => JournalError::NothingToFollow,
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::Journal;
    use std::io::Write as _;

    #[test]
    fn records_are_read_once_and_only_when_they_are_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal.jsonl");
        assert!(matches!(Growing::<String, u32>::open(path.clone()), Err(JournalError::NothingToFollow)));
        let mut journal = Journal::create(&path, &"head").unwrap();
        let mut growing = Growing::<String, u32>::open(path.clone()).unwrap();
        assert!(growing.is_in_use());
        assert!(growing.read().unwrap());
        assert_eq!((growing.head().unwrap().as_str(), growing.records()), ("head", &[][..]));
        assert!(!growing.read().unwrap());
        journal.append(&7).unwrap();
        journal.append(&8).unwrap();
        assert!(growing.read().unwrap());
        assert_eq!(growing.records(), [7, 8]);
        journal.replace_head(&path, &"other").unwrap();
        assert!(growing.read().unwrap());
        assert_eq!((growing.head().unwrap().as_str(), growing.records()), ("other", &[7, 8][..]));
        assert!(growing.is_in_use(), "the new file is locked, too");
        drop(journal);
        assert!(!growing.is_in_use());
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"0000000").unwrap();
        assert!(!growing.read().unwrap(), "the record is incomplete");
        file.write_all(b"0 9\n").unwrap();
        assert!(matches!(growing.read(), Err(JournalError::Damaged { record: 3, .. })));
    }
}
