//! The exit statuses of the program, and the error for a closed pipe.

use std::ffi::OsString;
use std::process::ExitCode;

/// Exit status of a run: the greatest status of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Status 0. The answer is positive: valid, legal, equal, solved, or all cases passed.
    Yes,
    /// Status 1. The answer is negative: invalid, not legal, different, unsolvable, or a case failed.
    No,
    /// Status 2. The program was used wrongly, or reading or writing failed.
    Trouble,
    /// Status 130. The program was stopped by an interrupt.
    Interrupted,
    /// Status 143. The program was stopped by a request to terminate.
    Terminated,
}

impl Status {
    /// Worse of two statuses.
    pub(crate) fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// Number that the system gets as the exit status.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Trouble => 2,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    /// Status for a positive or a negative answer.
    pub(crate) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Error that occurs if standard output is a pipe and its reader has closed it. After this error, the program ends with
/// status 0 and without a message.
#[derive(Debug, thiserror::Error)]
#[error("the reader of standard output has closed it")]
pub(crate) struct ClosedPipe;

/// Error for words in place of a kind or a command. After this error, commands that can be meant are suggested.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub(crate) struct Unclear {
    pub(crate) why: String,
    pub(crate) words: Vec<OsString>,
}
