//! Handles interrupts of a run. An interrupt ends the run early, but the reports are still completed.

use crate::cli::Status;
use crate::cli::signals::end;
use crate::cli::system::watch_signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A request to end the run, from SIGINT or SIGTERM.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    stop: Arc<AtomicBool>,
    status: Arc<OnceLock<Status>>,
}

impl Interrupt {
    /// How long the run may take to complete its reports.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Begins to watch for the signals.
    ///
    /// # Errors
    /// Returns an error if the signal handlers cannot be installed.
    pub(super) fn new() -> std::io::Result<Self> {
        let interrupt = Self::default();
        let seen = interrupt.clone();
        watch_signals(move |status| {
            let _ = seen.status.set(status);
            seen.stop.store(true, Ordering::Relaxed);
            // The process usually ends while this thread sleeps. It does not end by itself if the reader of its output
            // has stopped reading.
            std::thread::sleep(Self::PATIENCE);
            end(status);
        })?;
        Ok(interrupt)
    }

    /// Flag that becomes true when the run must end.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns the exit status of an interrupted run, or `None` when the run was not interrupted.
    pub(super) fn status(&self) -> Option<Status> {
        self.status.get().copied()
    }
}
