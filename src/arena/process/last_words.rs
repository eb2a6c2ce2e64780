//! What is known of a program that does not answer any more.

use super::{Child, Exit};
use std::fmt;
use std::time::{Duration, Instant};

/// What is known of a program that has closed a pipe.
#[derive(Clone, Debug)]
pub struct LastWords {
    /// How the program ended; `None` if it is still running.
    pub exit: Option<Exit>,
    /// True if the program has closed its standard input; otherwise it has closed its standard output.
    pub closed_input: bool,
    /// The end of what the program wrote to standard error. It has to be escaped before it is shown.
    pub errors: String,
}

impl Child {
    /// Waits a short time for the end of a program that has closed a pipe, and returns what is known of it.
    pub fn last_words(&mut self, patience: Duration) -> LastWords {
        let closed_input = !self.accepts_input();
        let exit = self.exit_by(Instant::now() + patience);
        LastWords { exit, closed_input, errors: self.error_tail() }
    }
}

impl fmt::Display for LastWords {
    /// Writes how the program ended and its last line on standard error, without a subject: `ended with exit status 1`.
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
