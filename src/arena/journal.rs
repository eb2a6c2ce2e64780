//! The journal records a tournament's finished games, so that no finished game is lost in a crash.
//!
//! Each line is a record: the CRC-32 of its JSON in eight hexadecimal digits, a space, and the JSON. The
//! first record describes the tournament; every other record is a finished game. A record is written to disk
//! before its game is reported. If the last line has no line break, the run ended while writing that line.
//! Resuming the run removes the incomplete line. Any other damage to the journal is an error.

#[cfg(arena)]
use super::process::is_at;
#[cfg(arena)]
use crate::files;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Another run has the journal open.
    #[error("another run is using this directory")]
    Locked,
    /// A record has been changed or damaged.
    #[error("the journal is damaged at record {record} (byte {byte}): {why}")]
    Damaged {
        /// The number of the record, counted from 0.
        record: usize,
        /// The offset of the record in the journal, in bytes.
        byte: u64,
        /// Why the record cannot be read.
        why: String,
    },
    /// There is no journal to resume.
    #[error("there is no journal to resume")]
    Missing,
    /// A journal already exists.
    #[error("there is already a journal; resume it, or choose another directory or another --name")]
    Exists,
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(io::Error),
}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::AlreadyExists => Self::Exists,
            _ => Self::Io(error),
        }
    }
}

/// An open journal, locked so that no other run can use it.
#[derive(Debug)]
pub struct Journal {
    pub(super) file: File,
    pub(super) path: PathBuf,
}

/// The contents of a journal.
#[derive(Debug)]
#[non_exhaustive]
pub struct Contents<H, R> {
    /// The first record, or `None` if the run ended before it was written.
    pub head: Option<H>,
    /// All records after the first one.
    pub records: Vec<R>,
    /// The number of bytes in an incomplete last record. [`Journal::open`] removes these bytes, while [`Journal::read`]
    /// ignores them.
    pub truncated: u64,
}

impl Journal {
    /// Creates a journal whose only record is `head`.
    ///
    /// # Errors
    /// Returns an error if a journal already exists, or if the new one cannot be written.
    pub fn create<H: Serialize>(path: &Path, head: &H) -> Result<Self, JournalError> {
        let mut journal = Self::lock(OpenOptions::new().create_new(true), path)?;
        journal.append(head)?;
        sync_directory(path)?;
        Ok(journal)
    }

    /// Opens and reads a journal, removing an incomplete last record.
    ///
    /// ```
    /// use clowder::arena::journal::Journal;
    ///
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("journal.jsonl");
    /// Journal::create(&path, &"a plan")?.append(&"a game")?;
    /// let (_journal, contents) = Journal::open::<String, String>(&path)?;
    /// assert_eq!((contents.head.as_deref(), contents.records.len()), (Some("a plan"), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the journal is missing, damaged or in use, or if it cannot be read or written.
    pub fn open<H, R>(path: &Path) -> Result<(Self, Contents<H, R>), JournalError>
    where
        H: DeserializeOwned,
        R: DeserializeOwned,
    {
        let journal = loop {
            let journal = Self::lock(&mut OpenOptions::new(), path)?;
            // Another run may have replaced the file between opening and locking it.
            if is_at(&journal.file, path)? {
                break journal;
            }
        };
        let bytes = fs::read(path)?;
        let contents = read(&bytes)?;
        if contents.truncated > 0 {
            journal.file.set_len(bytes.len() as u64 - contents.truncated)?;
            journal.file.sync_all()?;
        }
        Ok((journal, contents))
    }

    /// Reads a journal without changing it. Another run may be using the journal at the same time.
    ///
    /// # Errors
    /// Returns an error if the journal is missing or damaged, or if it cannot be read.
    pub fn read<H: DeserializeOwned, R: DeserializeOwned>(
        path: &Path,
    ) -> Result<Contents<H, R>, JournalError> {
        read(&fs::read(path)?)
    }

    /// Replaces the first record atomically. A crash at any moment leaves either the complete old journal or
    /// the complete new one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    #[cfg(arena)]
    pub(super) fn replace_head<H: Serialize>(&mut self, head: &H) -> Result<(), JournalError> {
        let bytes = fs::read(&self.path)?;
        let rest = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
        let mut new = line(head)?.into_bytes();
        new.extend_from_slice(&bytes[rest..]);
        files::write(&self.path, new)?;
        sync_directory(&self.path)?;
        // If another run locks the new file first, that run continues and this one stops.
        self.file = Self::lock(&mut OpenOptions::new(), &self.path)?.file;
        Ok(())
    }

    /// Opens and locks the file. Retries for about 400 ms if the file is locked, because the lock of a killed
    /// run can outlive the run. A child process that was just being started keeps the lock until it executes
    /// its own program.
    fn lock(options: &mut OpenOptions, path: &Path) -> Result<Self, JournalError> {
        let file = options.append(true).read(true).open(path)?;
        for _ in 0..40 {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file, path: path.to_owned() }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(JournalError::Locked)
    }

    /// Appends a record. When this function returns, the record has been written to disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append<R: Serialize>(&mut self, record: &R) -> Result<(), JournalError> {
        self.file.write_all(line(record)?.as_bytes())?;
        Ok(self.file.sync_data()?)
    }
}

/// Builds that cannot play tournaments need not check whether another run has replaced the journal.
#[cfg(not(arena))]
#[allow(clippy::unnecessary_wraps, reason = "on Linux, the same function can fail")]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

fn line<R: Serialize>(record: &R) -> io::Result<String> {
    let text = serde_json::to_string(record)?;
    Ok(format!("{:08x} {text}\n", crc32(text.as_bytes())))
}

/// Syncs the directory that contains a file, so that the file's name survives a crash.
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(directory) {
        // Some systems cannot open a directory as a file.
        Err(error) if cfg!(not(arena)) && error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        directory => directory?.sync_all(),
    }
}

/// Parses a journal of the form `(crc " " json "\n")*`, optionally followed by an incomplete record.
fn read<H: DeserializeOwned, R: DeserializeOwned>(bytes: &[u8]) -> Result<Contents<H, R>, JournalError> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut contents = Contents { head: None, records: Vec::new(), truncated: (bytes.len() - end) as u64 };
    let mut start = 0;
    for (record, line) in bytes[..end].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let damaged = |why: String| JournalError::Damaged { record, byte: start, why };
        let text = checked(line).map_err(|why| damaged(why.to_owned()))?;
        let unreadable = |error: serde_json::Error| damaged(format!("it cannot be read: {error}"));
        if record == 0 {
            contents.head = Some(serde_json::from_str(text).map_err(unreadable)?);
        } else {
            contents.records.push(serde_json::from_str(text).map_err(unreadable)?);
        }
        start += line.len() as u64;
    }
    Ok(contents)
}

/// Returns the JSON in a line, or a description of the damage if the line is not UTF-8 or its checksum is
/// missing or wrong.
fn checked(line: &[u8]) -> Result<&str, &'static str> {
    let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8")?;
    let (sum, text) = line.trim_end_matches('\n').split_once(' ').ok_or("it has no checksum")?;
    let same = sum.len() == 8 && u32::from_str_radix(sum, 16).is_ok_and(|sum| sum == crc32(text.as_bytes()));
    if same { Ok(text) } else { Err("its checksum is wrong") }
}

/// Computes the CRC-32 used by Ethernet and zip files (polynomial 0x04c11db7, reflected).
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let mut value = index as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { (value >> 1) ^ 0xedb8_8320 } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| TABLE[usize::from((sum as u8) ^ byte)] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = Contents<String, u32>;

    fn lines(texts: &[&str]) -> Vec<u8> {
        texts
            .iter()
            .flat_map(|text| format!("{:08x} {text}\n", crc32(text.as_bytes())).into_bytes())
            .collect()
    }

    #[test]
    fn the_checksum_is_the_well_known_crc32() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    /// A journal cut at any byte still yields every complete record.
    #[test]
    fn a_truncated_record_does_not_affect_the_others() {
        let whole = lines(&["\"head\"", "1", "22", "333"]);
        for length in 0..=whole.len() {
            let Contents { head, records, truncated } = read::<String, u32>(&whole[..length]).unwrap();
            let ends = whole[..length].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(head.is_some(), ends > 0);
            assert_eq!(records, [1, 22, 333][..ends.saturating_sub(1)]);
            assert_eq!(
                truncated,
                (length - whole[..length].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1)) as u64
            );
        }
    }

    #[test]
    fn any_other_damage_is_an_error_that_names_the_record() {
        let whole = lines(&["\"head\"", "1", "22", "333"]);
        for at in 0..whole.len() - 1 {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            let record = whole[..at].split(|&byte| byte == b'\n').count() - 1;
            let found: Result<Read, _> = read(&damaged);
            match found {
                Err(JournalError::Damaged { record: named, .. }) => assert_eq!(named, record, "byte {at}"),
                other => panic!("byte {at}: {other:?}"),
            }
        }
    }
}
