//! An interrupt ends a run between two whole lines.

use super::exit::Status;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// While it lives, SIGINT and SIGTERM wait for the lines that are being written, then end the program with 130 or
/// 143.
pub(crate) struct Guard {
    writing: Arc<Mutex<()>>,
}

impl Guard {
    /// How long a write to a reader that has stopped reading is waited for.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Begins to watch.
    ///
    /// # Errors
    /// The system refuses the handlers.
    pub(crate) fn new() -> std::io::Result<Self> {
        let writing = Arc::new(Mutex::new(()));
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let seen = Arc::clone(&writing);
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let patience = Instant::now() + Self::PATIENCE;
                while Instant::now() < patience {
                    if let Ok(_between_lines) = seen.try_lock() {
                        end(signal);
                    }
                    std::thread::sleep(Duration::from_millis(2));
                }
                end(signal);
            }
        })?;
        Ok(Self { writing })
    }

    /// Holds an interrupt back while whole lines are written.
    pub(crate) fn hold(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a run ends with that a signal has ended.
pub(crate) fn ended_by(signal: i32) -> Status {
    if signal == SIGINT { Status::Interrupted } else { Status::Terminated }
}

/// Ends the program for a signal.
pub(crate) fn end(signal: i32) -> ! {
    std::process::exit(ended_by(signal).code().into())
}
