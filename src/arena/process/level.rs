//! What the sandbox of a child process enforces.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether child processes run in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sandbox {
    /// They do as far as the kernel allows; [`Level`] says how far that is.
    #[default]
    Auto,
    /// They do completely, or the program is not started.
    Require,
    /// They do not. Limits and supervision remain.
    Off,
}

/// What the sandbox of a child process enforces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "four independent parts of the sandbox")]
pub struct Level {
    /// It has its own PID, mount, IPC and network namespaces: everything it starts ends with it.
    pub namespaces: bool,
    /// It sees only its own processes in `/proc`.
    pub own_proc: bool,
    /// The version of Landlock that keeps it from writing files, or 0 without Landlock.
    pub landlock: u32,
    /// A filter refuses system calls that such a program does not need.
    pub seccomp: bool,
    /// The number of its processes is limited.
    pub processes: bool,
    /// The reasons why parts are missing.
    pub why: Vec<String>,
}

impl Level {
    /// True if every part is in force.
    pub const fn is_full(&self) -> bool {
        self.namespaces && self.own_proc && self.landlock > 0 && self.seccomp
    }

    /// Returns what can happen because parts are missing.
    pub fn gaps(&self) -> Vec<&'static str> {
        let gaps = [
            (
                self.namespaces,
                "a process that kills its supervisor can outlive the referee, and the network is open",
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
    /// Writes one line: the parts in force, then those that are missing, why, and what can happen.
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
