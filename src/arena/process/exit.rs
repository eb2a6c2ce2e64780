//! The way in which a child process ended.

use rustix::process::Signal;
use std::fmt;

/// The way in which a child process ended.
///
/// # Examples
/// ```
/// use clowder::arena::process::Exit;
///
/// assert_eq!(Exit::Code(1).to_string(), "exit status 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// The process exited with this code.
    Code(i32),
    /// The process was ended by this signal. As in a shell, a program that exits with 128 + n counts as ended by signal
    /// n.
    Signal(i32),
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit status {code}"),
            Self::Signal(signal) => match Signal::from_named_raw(*signal) {
                Some(name) => {
                    write!(
                        f,
                        "signal {signal} ({})",
                        format!("{name:?}").trim_matches('"').trim_start_matches("Signal::")
                    )
                }
                None => write!(f, "signal {signal}"),
            },
        }
    }
}
