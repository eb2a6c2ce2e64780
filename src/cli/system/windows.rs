//! The functions for Windows.

use crate::cli::exit::Status;
use console::Term;
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

/// Whether a write failed because the reader has closed the pipe. The standard library does not recognise one of the
/// errors for this, `ERROR_PIPE_NOT_CONNECTED`.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(233)
}

/// Whether standard output and standard error are terminals with colours. Consoles show escape sequences only after
/// this call; those before Windows 10 never do.
pub(crate) fn colour_terminals() -> [bool; 2] {
    [Term::stdout(), Term::stderr()].map(|term| term.features().colors_supported())
}

/// Counts the columns, if standard output is a terminal.
pub(crate) fn terminal_columns() -> Option<usize> {
    Term::stdout().size_checked().map(|(_, columns)| columns.into())
}

/// Does nothing, so an interrupt ends the program, as is the default of the system.
///
/// # Errors
/// Never returns an error. On Unix, this function can fail.
#[allow(clippy::unnecessary_wraps, reason = "on Unix, the same function can fail")]
pub(crate) fn watch_signals(_on_signal: impl FnMut(Status) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// A terminal that delivers each key at once. Not supported, so this type has no values.
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
