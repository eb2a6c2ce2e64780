//! The system-specific functions for Unix.

use super::standard_output_was_closed;
use crate::cli::exit::Status;
use rustix::termios::{self, LocalModes, OptionalActions, SpecialCodeIndex, Termios};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

/// Converts part of an encoded argument to a path, which can contain any bytes.
pub(crate) fn path_of(encoded: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(encoded))
}

/// Returns standard output without the line buffer of `std::io::stdout`.
pub(crate) fn standard_output() -> impl Write {
    struct Raw;
    impl Write for Raw {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if standard_output_was_closed() {
                return Err(io::Error::from(rustix::io::Errno::BADF));
            }
            Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    Raw
}

/// Raises the limit on open files as far as the system allows, because a tournament keeps the log of each meeting open.
#[cfg(arena)]
pub(crate) fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    // If the limit cannot be raised, an error is reported once too many files are opened.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Whether a write failed because the reader has closed the pipe.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Whether standard output and standard error are terminals. On Unix, every terminal is assumed to show colours.
pub(crate) fn colour_terminals() -> [bool; 2] {
    [io::stdout().is_terminal(), io::stderr().is_terminal()]
}

/// Returns the width of the terminal on standard output, if there is one.
pub(crate) fn terminal_columns() -> Option<usize> {
    let size = termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
    (size.ws_col > 0).then_some(size.ws_col.into())
}

/// Starts a thread that calls `on_signal` for each SIGINT and SIGTERM, with the exit status for the signal.
/// From then on, these signals do not end the program by themselves.
///
/// # Errors
/// Returns an error if the signal handlers cannot be installed, or if the thread cannot be started.
pub(crate) fn watch_signals(mut on_signal: impl FnMut(Status) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let watch = move || {
        for signal in signals.forever() {
            on_signal(if signal == SIGINT { Status::Interrupted } else { Status::Terminated });
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(watch).map(drop)
}

/// A terminal that delivers each key at once. Dropping this value restores the terminal.
pub(crate) struct Keys {
    before: Termios,
}

impl Keys {
    /// Makes the terminal on standard input deliver each key at once. On Unix, this never returns `None`.
    ///
    /// # Errors
    /// Returns an error if standard input is not a terminal.
    pub(crate) fn new() -> io::Result<Option<Self>> {
        let before = termios::tcgetattr(rustix::stdio::stdin())?;
        let mut raw = before.clone();
        raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        termios::tcsetattr(rustix::stdio::stdin(), OptionalActions::Flush, &raw)?;
        Ok(Some(Self { before }))
    }

    /// Waits for the next key. Returns its character or, for an arrow key, the last letter of the escape sequence.
    /// Returns `None` at the end of the input.
    #[allow(
        clippy::unused_self,
        reason = "the terminal delivers single keys only while a value of this type exists"
    )]
    pub(crate) fn next(&self) -> io::Result<Option<u8>> {
        let mut bytes = [0; 8];
        let count = rustix::io::retry_on_intr(|| rustix::io::read(rustix::stdio::stdin(), &mut bytes))?;
        Ok(bytes[..count].last().copied())
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // A failure means that the terminal is gone, so there is nothing to restore.
        let _ = termios::tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &self.before);
    }
}
