//! Counts the answers of a batch.

use super::batch::BatchOptions;
use super::exit::Status;
use super::output::note;

/// The numbers of positive and negative answers in a batch, and the decision whether to stop.
pub(super) struct Tally<'a> {
    options: &'a BatchOptions,
    /// The number of texts that were read from a stream.
    pub(super) read: usize,
    /// The number of texts that were answered. Texts that belong to other parts (`--shard`) are read but not answered.
    answered: u64,
    /// True if the SARIF document already contains an error.
    pub(super) started: bool,
    noes: u64,
    /// The worst status of all answers.
    pub(super) worst: Status,
    /// True if no further answer is wanted.
    pub(super) stop: bool,
}

impl<'a> Tally<'a> {
    pub(super) const fn new(options: &'a BatchOptions) -> Self {
        Self { options, read: 0, answered: 0, started: false, noes: 0, worst: Status::Yes, stop: false }
    }

    /// Counts an answer, and sets `stop` if the limit of `--fail-fast` or `--max-errors` is reached.
    pub(super) fn count(&mut self, status: Status) {
        self.answered += 1;
        self.worst = self.worst.and(status);
        self.noes += u64::from(status > Status::Yes);
        let limit = if self.options.fail_fast { Some(1) } else { self.options.max_errors };
        self.stop = limit.is_some_and(|limit| self.noes >= limit);
    }

    pub(super) fn summary(&self) {
        let stopped = if self.stop { ", stopped early" } else { "" };
        note(format!(
            "{} read, {} ok, {} not ok{stopped}",
            self.answered,
            self.answered - self.noes,
            self.noes
        ));
    }
}
