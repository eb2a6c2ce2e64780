//! Shows the progress of a long count on standard error, if standard error is a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The time after which the progress is shown. Most counts take less time than this.
const QUIET: Duration = Duration::from_millis(500);
/// The time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of branches that have been searched, and the number of tilings in them.
#[derive(Default)]
pub(crate) struct Progress {
    parts: AtomicU64,
    found: AtomicU64,
}

impl Progress {
    /// Runs `work` and shows its progress.
    pub(crate) fn during<T>(parts: usize, work: impl FnOnce(&Self) -> T) -> T {
        let progress = Self::default();
        if !std::io::stderr().is_terminal() {
            return work(&progress);
        }
        std::thread::scope(|scope| {
            let (working, over) = channel();
            let shown = &progress;
            scope.spawn(move || shown.show(parts, &over));
            let result = work(&progress);
            drop(working);
            result
        })
    }

    /// Adds one branch that has been searched, and the tilings in it, to the counts.
    pub(crate) fn add(&self, found: u64) {
        self.parts.fetch_add(1, Ordering::Relaxed);
        self.found.fetch_add(found, Ordering::Relaxed);
    }

    /// Shows the progress until the work is done.
    fn show(&self, parts: usize, over: &Receiver<()>) {
        if over.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let bar = ProgressBar::with_draw_target(Some(parts as u64), ProgressDrawTarget::stderr());
        let bar = bar.with_elapsed(QUIET);
        let style = ProgressStyle::with_template("{bar:30} {msg}, {elapsed}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        loop {
            let [done, found] = [&self.parts, &self.found].map(|count| count.load(Ordering::Relaxed));
            let found = HumanCount(found);
            bar.set_message(format!("{done} of {parts} parts searched, {found} tilings in them"));
            bar.set_position(done);
            if over.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        bar.finish_and_clear();
    }
}
