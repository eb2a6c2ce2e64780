//! The exit statuses of the program, and the error for a closed pipe.

use std::ffi::OsString;
use std::process::ExitCode;

/// The exit status of a run: the greatest status of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Status {
    /// Status 0. The answer is positive: valid, legal, equal, solved, or all cases passed.
    Yes = 0,
    /// Status 1. The answer is negative: invalid, not legal, different, unsolvable, or a case failed.
    No = 1,
    /// Status 2. The program was used wrongly, or reading or writing failed.
    Trouble = 2,
    /// Status 130. The program was stopped by an interrupt.
    Interrupted = 130,
    /// Status 143. The program was stopped by a request to terminate.
    Terminated = 143,
}

impl Status {
    /// Status for a positive or a negative answer.
    pub(crate) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Error for standard output when its reader has closed the pipe. The program then ends with status 0 and without a
/// message.
#[derive(Debug, thiserror::Error)]
#[error("the reader of standard output has closed it")]
pub(crate) struct ClosedPipe;

/// Error for words in place of a kind or a command. Commands that may have been meant are then suggested.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub(crate) struct Unclear {
    pub(crate) why: String,
    pub(crate) words: Vec<OsString>,
}
