//! The exit statuses of the program, and the error for a closed pipe.

use std::ffi::OsString;
use std::process::ExitCode;

/// The exit status of a run: the greatest status of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Status {
    /// Status 0. The answer is positive: valid, legal, equal or solved, or all cases have passed.
    Yes = 0,
    /// Status 1. The answer is negative: invalid, illegal, different or unsolvable, or a case has failed.
    No = 1,
    /// Status 2. The command line is wrong, or reading or writing has failed.
    Trouble = 2,
    /// Status 130. The program was interrupted (SIGINT).
    Interrupted = 130,
    /// Status 143. The program was asked to terminate (SIGTERM).
    Terminated = 143,
}

impl Status {
    pub(crate) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// The reader of standard output has closed the pipe. The program then exits silently with status 0.
#[derive(Debug, thiserror::Error)]
#[error("the reader of standard output has closed it")]
pub(crate) struct ClosedPipe;

/// Words that are neither a kind nor a command. For such words, clowder suggests commands that the user may
/// have meant.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub(crate) struct Unclear {
    pub(crate) why: String,
    pub(crate) words: Vec<OsString>,
}
