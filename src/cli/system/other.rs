//! The functions for systems other than Unix, as far as the standard library supports them.

use crate::cli::exit::Status;
use std::convert::Infallible;
use std::io::{self, Write};
use std::path::PathBuf;

/// Returns the path with a name. `encoded` is part of the encoded bytes of an `OsStr`. Bytes that are not UTF-8 are
/// replaced.
pub(crate) fn path_of(encoded: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(encoded).into_owned())
}

/// Returns `None`: a new file has the permissions that the system gives it.
pub(crate) fn permissions_for(_path: &std::path::Path) -> Option<std::fs::Permissions> {
    None
}

/// Returns standard output.
pub(crate) fn standard_output() -> impl Write {
    io::stdout()
}

/// Returns true, because the standard library cannot find out whether reading has to wait.
pub(crate) fn is_readable<T>(_file: &T) -> bool {
    true
}

/// Returns the number of columns of the terminal, which the standard library does not know.
pub(crate) fn terminal_columns() -> Option<usize> {
    None
}

/// Does nothing: an interrupt ends the program, as the system does by default.
///
/// # Errors
/// Never returns an error. On other systems, this function can fail.
#[allow(clippy::unnecessary_wraps, reason = "the same function as on Unix, which can fail")]
pub(crate) fn watch_signals(_on_signal: impl FnMut(Status) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// A terminal that delivers each key at once. The standard library has none, so there is no value of this type.
pub(crate) struct Keys(Infallible);

impl Keys {
    /// Returns `None`.
    ///
    /// # Errors
    /// Never returns an error. On other systems, this function can fail.
    #[allow(clippy::unnecessary_wraps, reason = "the same function as on Unix, which can fail")]
    pub(crate) fn new() -> io::Result<Option<Self>> {
        Ok(None)
    }

    /// Is never called.
    pub(crate) fn next(&self) -> io::Result<Option<u8>> {
        match self.0 {}
    }
}
