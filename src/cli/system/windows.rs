//! The system-specific functions for Windows.

use crate::cli::exit::Status;
use console::Term;
use std::convert::Infallible;
use std::io::{self, Write};
use std::path::PathBuf;

/// Converts part of an encoded argument to a path, replacing bytes that are not UTF-8.
pub(crate) fn path_of(encoded: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(encoded).into_owned())
}

pub(crate) fn standard_output() -> impl Write {
    io::stdout()
}

/// Whether a write failed because the reader has closed the pipe. The standard library does not recognise
/// `ERROR_PIPE_NOT_CONNECTED` (233) as this failure.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(233)
}

/// Whether standard output and standard error are terminals that show colours. A console on Windows 10 or
/// later interprets escape sequences only after this call. Older consoles never interpret escape sequences.
pub(crate) fn colour_terminals() -> [bool; 2] {
    [Term::stdout(), Term::stderr()].map(|term| term.features().colors_supported())
}

/// Returns the width of the terminal on standard output, if there is one.
pub(crate) fn terminal_columns() -> Option<usize> {
    Term::stdout().size_checked().map(|(_, columns)| columns.into())
}

/// Does nothing, so an interrupt ends the program, which is the default on Windows.
///
/// # Errors
/// Never returns an error on Windows, unlike the same function on Unix.
#[allow(clippy::unnecessary_wraps, reason = "on Unix, the same function can fail")]
pub(crate) fn watch_signals(_on_signal: impl FnMut(Status) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Reading single keys is not supported on Windows, so this type has no values.
pub(crate) struct Keys(Infallible);

impl Keys {
    /// Always returns `None`.
    ///
    /// # Errors
    /// Never returns an error on Windows, unlike the same function on Unix.
    #[allow(clippy::unnecessary_wraps, reason = "on Unix, the same function can fail")]
    pub(crate) fn new() -> io::Result<Option<Self>> {
        Ok(None)
    }

    /// Never called, because this type has no values.
    pub(crate) fn next(&self) -> io::Result<Option<u8>> {
        match self.0 {}
    }
}
