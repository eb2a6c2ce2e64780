//! Handles interrupts of a match or a tournament. After the first interrupt (SIGINT), the running games are finished,
//! and then the run ends. A second interrupt or a request to terminate (SIGTERM) ends the program at once.

use crate::arena::schedule::TournamentFormat;
use crate::arena::tournament::Plan;
use crate::cli::exit::Status;
use crate::cli::output::note;
use crate::cli::signals::end;
use crate::cli::system::watch_signals;
use crate::diagnostics::escape::escape;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Watches for interrupts.
pub(super) struct Interrupt {
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    /// Begins to watch for interrupts. The first interrupt sets the flag `stop`.
    ///
    /// # Errors
    /// Returns an error if the signal handlers cannot be installed.
    pub(super) fn new(stop: Arc<AtomicBool>) -> std::io::Result<Self> {
        let seen = Arc::clone(&stop);
        watch_signals(move |status| {
            if status != Status::Interrupted || seen.swap(true, Ordering::Relaxed) {
                end(status);
            }
            note("the running games will be finished first; press Ctrl-C again to stop at once");
        })?;
        Ok(Self { stop })
    }

    /// Returns true if there was an interrupt.
    pub(super) fn is_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Prints the command that continues an interrupted run, or a note that the games were not saved.
pub(super) fn tell_how_to_resume(directory: Option<&Path>, plan: &Plan, concurrency: u16) {
    let Some(directory) = directory else {
        note("the games were not saved, because --out was not given");
        return;
    };
    let verb = if plan.format == TournamentFormat::Match { "match" } else { "tournament" };
    let directory = escape(&directory.display().to_string()).replace('\'', "'\\''");
    let at_once = if concurrency > 1 { format!(" --concurrency {concurrency}") } else { String::new() };
    note(format!("continue with: clowder bot {verb} --resume '{directory}'{at_once}"));
}
