//! The functions for systems other than Unix, as far as the standard library supports them.

use crate::cli::exit::Status;
use std::convert::Infallible;
use std::io::{self, Write};
use std::path::PathBuf;

/// Converts a path from an argument, replacing bytes that are not UTF-8. `encoded` is a part of the encoded bytes of
/// the argument.
pub(crate) fn path_of(encoded: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(encoded).into_owned())
}

pub(crate) fn standard_output() -> impl Write {
    io::stdout()
}

/// Returns `None`, because the standard library does not know the number of columns of the terminal.
pub(crate) fn terminal_columns() -> Option<usize> {
    None
}

/// Does nothing, so an interrupt ends the program, which is the default of the system.
///
/// # Errors
/// Never returns an error. On Unix, this function can fail.
#[allow(clippy::unnecessary_wraps, reason = "on Unix, the same function can fail")]
pub(crate) fn watch_signals(_on_signal: impl FnMut(Status) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// A terminal that delivers each key at once. The standard library has no such terminal, so this type has no values.
pub(crate) struct Keys(Infallible);

impl Keys {
    /// Returns `None`.
    ///
    /// # Errors
    /// Never returns an error. On Unix, this function can fail.
    #[allow(clippy::unnecessary_wraps, reason = "on Unix, the same function can fail")]
    pub(crate) fn new() -> io::Result<Option<Self>> {
        Ok(None)
    }

    /// Never called, because this type has no values.
    pub(crate) fn next(&self) -> io::Result<Option<u8>> {
        match self.0 {}
    }
}
