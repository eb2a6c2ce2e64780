//! Finds out whether an open file is still at its path, and copies its content to a new file.

#[cfg(arena)]
pub(super) use super::process::is_at;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The relation between an open file and its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// The file is still at its path.
    Present,
    /// No file exists at the path.
    Missing,
    /// Another file is at the path, or the path cannot be used any more.
    Replaced,
}

impl Presence {
    /// Compares an open file with the file at a path.
    pub(super) fn of(file: &File, path: &Path) -> Self {
        match is_at(file, path) {
            Ok(true) => Self::Present,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Replaced,
        }
    }
}

/// Returns true if the file at a path is still the given open file, and not another file that has replaced it.
///
/// The standard library cannot read the identity of a file on every system. Therefore, this function compares the
/// lengths and the times of the files. A build that plays no tournaments uses this function only to notice that another
/// run has replaced a journal.
#[cfg(not(arena))]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (open, named) = (file.metadata()?, std::fs::metadata(path)?);
    // Not every file system stores the time at which a file was created.
    let created = |metadata: &std::fs::Metadata| metadata.created().ok();
    Ok(open.len() == named.len()
        && open.modified()? == named.modified()?
        && created(&open) == created(&named))
}

/// Returns the whole content of an open file, even if the file has been removed from its directory.
pub(super) fn content(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes the content of an open file to a new file at a path. The directory of the new file is created if it is
/// missing. Returns the new file, which can be read, and to which further text can be appended.
///
/// # Errors
/// Returns an error if there is already a file at the path, or if a file cannot be read or written.
pub(super) fn copy(file: &File, path: &Path) -> io::Result<File> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let mut new = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
    new.write_all(&content(file)?)?;
    new.sync_all()?;
    Ok(new)
}
