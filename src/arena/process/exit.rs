//! How a child process ended, and its last error output.

use super::Child;
use rustix::process::Signal;
use std::fmt;
use std::time::{Duration, Instant};

/// How a child process ended.
///
/// ```
/// use clowder::arena::process::Exit;
///
/// assert_eq!(Exit::Code(1).to_string(), "exit status 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// The process exited with this status.
    Code(i32),
    /// The process was terminated by this signal. As in a shell, exit status 128 + n counts as termination by signal n.
    Signal(i32),
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit status {code}"),
            Self::Signal(signal) => match Signal::from_named_raw(*signal).map(|name| format!("{name:?}")) {
                Some(name) => {
                    write!(f, "signal {signal} ({})", name.trim_matches('"').trim_start_matches("Signal::"))
                }
                None => write!(f, "signal {signal}"),
            },
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct LastWords {
    /// The program's exit status or signal, or `None` if it is still running.
    pub exit: Option<Exit>,
    /// True if the program has closed its standard input, false if it has closed its standard output.
    pub closed_input: bool,
    /// The beginning and end of the program's standard error. Escape the text before showing it.
    pub errors: String,
}

impl Child {
    /// Waits up to `patience` for the exit of a program that has closed a pipe, and describes how the program
    /// ended.
    pub(crate) fn last_words(&mut self, patience: Duration) -> LastWords {
        let closed_input = !self.accepts_input();
        let exit = self.exit_by(Instant::now() + patience);
        LastWords { exit, closed_input, errors: self.error_tail() }
    }
}

impl fmt::Display for LastWords {
    /// Describes how the program ended (such as `ended with exit status 1`) or states that it closed a pipe.
    /// Also writes the last line of standard error that is not a stack frame. The caller must write the
    /// subject of the sentence first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exit {
            Some(exit) => write!(f, "ended with {exit}")?,
            None => f.write_str("closed its standard input or output")?,
        }
        let lines = self.errors.trim_end().lines();
        // Stack frames are indented and follow the error message. Node.js adds further lines.
        let is_error = |line: &&str| {
            !line.starts_with([' ', '\t', '}']) && !line.starts_with("Node.js v") && !line.is_empty()
        };
        match lines.clone().rfind(is_error).or(lines.last()) {
            Some(last) => write!(f, "; standard error ends with: {last}"),
            None => Ok(()),
        }
    }
}
