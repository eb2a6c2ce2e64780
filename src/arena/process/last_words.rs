//! Information about a program that does not answer any more.

use super::{Child, Exit};
use std::fmt;
use std::time::{Duration, Instant};

/// Information about a program that has closed a pipe.
#[derive(Clone, Debug)]
pub(crate) struct LastWords {
    /// The exit status or signal of the program, or `None` if it is still running.
    pub exit: Option<Exit>,
    /// True if the program has closed its standard input, and false if it has closed its standard output.
    pub closed_input: bool,
    /// The beginning and the end of the program's standard error. The text must be escaped before it is shown.
    pub errors: String,
}

impl Child {
    /// Returns the beginning and the end of the text that the program has written to standard error since this function
    /// was last called. The text must be escaped before it is shown.
    pub(crate) fn take_errors(&mut self) -> String {
        let errors = self.error_tail();
        self.tail.clear();
        errors
    }

    /// Waits a short time for the exit of a program that has closed a pipe, and returns information about the program.
    pub(crate) fn last_words(&mut self, patience: Duration) -> LastWords {
        let closed_input = !self.accepts_input();
        let exit = self.exit_by(Instant::now() + patience);
        LastWords { exit, closed_input, errors: self.error_tail() }
    }
}

impl fmt::Display for LastWords {
    /// Writes how the program ended, as in `ended with exit status 1`, or that it closed a pipe. If the program has
    /// written to standard error, the last line of this text follows. The caller writes the subject of the sentence
    /// first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exit {
            Some(exit) => write!(f, "ended with {exit}")?,
            None => f.write_str("closed its standard input or output")?,
        }
        match self.errors.trim_end().lines().last() {
            Some(last) => write!(f, "; standard error ends with: {last}"),
            None => Ok(()),
        }
    }
}
