//! Ends the program after a signal, preferably between two lines of output.

use super::Status;
use super::system::watch_signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A guard against incomplete lines. While a guard exists, SIGINT and SIGTERM take effect once the current
/// lines are written, or at the latest after [`PATIENCE`](Self::PATIENCE). The program then ends with status
/// 130 or 143.
pub(crate) struct Guard {
    writing: Arc<Mutex<()>>,
}

impl Guard {
    /// Maximum delay of an interrupt. Without this limit, a stalled reader of the output could keep the program
    /// running forever.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Starts watching for the signals.
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

/// A request to end a long run, triggered by SIGINT or SIGTERM. A second signal ends the program at once.
/// Even without a second signal, the program ends after some time. Otherwise, a stalled reader of the output
/// could keep the program running forever.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    /// Becomes true when the run must end.
    pub(crate) stop: Arc<AtomicBool>,
    status: Arc<OnceLock<Status>>,
}

impl Interrupt {
    /// Starts watching for the signals. After the first signal, the run may take up to `patience` to complete
    /// its output.
    ///
    /// # Errors
    /// Returns an error if the signal handlers cannot be installed.
    pub(crate) fn new(patience: Duration) -> std::io::Result<Self> {
        let interrupt = Self::default();
        let seen = interrupt.clone();
        watch_signals(move |status| {
            if seen.status.set(status).is_err() {
                end(status);
            }
            seen.stop.store(true, Ordering::Relaxed);
            std::thread::spawn(move || {
                std::thread::sleep(patience);
                end(status)
            });
        })?;
        Ok(interrupt)
    }

    /// The exit status of an interrupted run, or `None` if the run was not interrupted.
    pub(crate) fn status(&self) -> Option<Status> {
        self.status.get().copied()
    }
}

pub(crate) fn end(status: Status) -> ! {
    std::process::exit(status as i32)
}
