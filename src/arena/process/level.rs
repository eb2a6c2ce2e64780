//! How well a child process is shut in.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether to shut child processes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sandbox {
    /// As far as the kernel allows; [`Level`] says how far that was.
    #[default]
    Auto,
    /// Completely, or the program is not started.
    Require,
    /// Not at all; limits and the watch over its children stay.
    Off,
}

/// What holds for a child process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "four things that hold or do not, each by itself")]
pub struct Level {
    /// It has its own PID, mount, IPC and network namespaces: all it started dies with it.
    pub namespaces: bool,
    /// It sees only its own processes in `/proc`.
    pub own_proc: bool,
    /// The version of Landlock that keeps it from writing files; 0 for none.
    pub landlock: u32,
    /// A filter refuses system calls that no such program needs.
    pub seccomp: bool,
    /// Its processes are limited in number.
    pub processes: bool,
    /// Why something does not hold.
    pub why: Vec<String>,
}

impl Level {
    /// Whether everything holds.
    pub const fn is_full(&self) -> bool {
        self.namespaces && self.own_proc && self.landlock > 0 && self.seccomp
    }

    /// What may happen because something does not hold; nothing if all does.
    pub fn gaps(&self) -> Vec<&'static str> {
        let gaps = [
            (
                self.namespaces,
                "a process that kills its keeper can outlive the referee, and the network is open",
            ),
            (self.own_proc, "it can see other processes"),
            (self.landlock > 0, "it can write files"),
            (self.seccomp, "it can make any system call its user may"),
            (self.processes, "it can start as many processes as its user may"),
        ];
        gaps.into_iter().filter(|(holds, _)| !holds).map(|(_, gap)| gap).collect()
    }
}

impl fmt::Display for Level {
    /// One line: what holds; then what does not, why, and what may happen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "own process group")?;
        if self.namespaces {
            write!(f, "; own PID, mount, IPC and network namespaces")?;
        }
        if self.landlock > 0 {
            write!(f, "; Landlock (version {})", self.landlock)?;
        }
        if self.seccomp {
            write!(f, "; seccomp")?;
        }
        for why in &self.why {
            write!(f, "; {why}")?;
        }
        match self.gaps().as_slice() {
            [] => Ok(()),
            gaps => write!(f, "; so {}", gaps.join(", ")),
        }
    }
}
