//! How a run ends: the exit statuses, and the errors that end a verb.

use std::process::ExitCode;

/// What a run says at its end; the greater one wins where several things were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// 0: valid, legal, equal, solved, all passed.
    Yes,
    /// 1: invalid, not legal, different, unsolvable, a case failed.
    No,
    /// 2: wrong usage, or reading or writing failed.
    Trouble,
    /// 130: stopped by an interrupt.
    Interrupted,
    /// 143: stopped by a request to terminate.
    Terminated,
}

impl Status {
    /// The worse of two.
    pub(crate) fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// The number the process ends with.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Trouble => 2,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    /// Yes or no.
    pub(crate) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// The reader of standard output has gone: the program ends quietly, with 0.
#[derive(Debug, thiserror::Error)]
#[error("the reader of standard output has gone")]
pub(crate) struct ClosedPipe;
