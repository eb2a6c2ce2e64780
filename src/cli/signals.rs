//! Ends the program after a signal, between two whole lines of output.

use super::exit::Status;
use super::system::watch_signals;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A guard against incomplete lines. While it exists, a program that gets SIGINT or SIGTERM first waits until the
/// current lines are written, but at most for [`PATIENCE`](Self::PATIENCE). Then it ends with status 130 or 143.
pub(crate) struct Guard {
    writing: Arc<Mutex<()>>,
}

impl Guard {
    /// Maximum time that an interrupt waits until the current lines are written. If the reader has stopped reading,
    /// they cannot be written.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Begins to watch for the signals.
    ///
    /// # Errors
    /// Returns an error if the signal handlers cannot be installed.
    pub(crate) fn new() -> std::io::Result<Self> {
        let writing = Arc::new(Mutex::new(()));
        let seen = Arc::clone(&writing);
        watch_signals(move |status| {
            let patience = Instant::now() + Self::PATIENCE;
            while Instant::now() < patience {
                if let Ok(_between_lines) = seen.try_lock() {
                    end(status);
                }
                std::thread::sleep(Duration::from_millis(2));
            }
            end(status);
        })?;
        Ok(Self { writing })
    }

    /// Delays interrupts until the returned value is dropped, so that whole lines can be written.
    pub(crate) fn hold(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the program with the status of a signal.
pub(crate) fn end(status: Status) -> ! {
    std::process::exit(status.code().into())
}
