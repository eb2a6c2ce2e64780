//! Ends the program after a signal, between two whole lines of output.

use super::Status;
use super::system::watch_signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A guard against incomplete lines. While it exists, a program that gets SIGINT or SIGTERM first waits until the
/// current lines are written, but at most for [`PATIENCE`](Self::PATIENCE). Then it ends with status 130 or 143.
pub(crate) struct Guard {
    writing: Arc<Mutex<()>>,
}

impl Guard {
    /// An interrupt waits at most this long until the current lines are written. If the reader has stopped reading,
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

/// A request to end a long run, from SIGINT or SIGTERM. The program ends at once after a second signal, or when it is
/// still running after some time: a reader of its output that has stopped reading could keep it for ever.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    /// A flag that becomes true when the run must end.
    pub(crate) stop: Arc<AtomicBool>,
    status: Arc<OnceLock<Status>>,
}

impl Interrupt {
    /// Begins to watch for the signals. After the first one, the run may take as long as `patience` to complete its
    /// output.
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

/// Ends the program with the status of a signal.
pub(crate) fn end(status: Status) -> ! {
    std::process::exit(status as i32)
}
