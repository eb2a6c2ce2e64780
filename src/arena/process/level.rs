//! The protection that the sandbox of a child process gives.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The setting for running child processes in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sandbox {
    /// Child processes run in a sandbox as far as the kernel allows. [`Level`] describes the result.
    #[default]
    Auto,
    /// Child processes run in a complete sandbox. Otherwise the program is not started.
    Require,
    /// Child processes do not run in a sandbox. Limits and supervision still apply.
    Off,
}

/// The protection that the sandbox of a child process gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[allow(clippy::struct_excessive_bools, reason = "four independent parts of the sandbox")]
pub struct Level {
    /// True if the process has separate PID, mount, IPC and network namespaces, so that everything it starts ends with
    /// it.
    pub namespaces: bool,
    /// True if the process sees only its own processes in `/proc`.
    pub own_proc: bool,
    /// The Landlock version that prevents the process from writing files, or 0 without Landlock.
    pub landlock: u32,
    /// True if a filter refuses system calls that such a program does not need.
    pub seccomp: bool,
    /// True if the number of processes is limited.
    pub processes: bool,
    /// The reasons why parts are missing.
    pub why: Vec<String>,
}

impl Level {
    /// Returns true if no part is missing.
    pub const fn is_full(&self) -> bool {
        self.namespaces && self.own_proc && self.landlock > 0 && self.seccomp
    }

    /// Returns the possible consequences of missing parts.
    pub fn gaps(&self) -> Vec<&'static str> {
        let gaps = [
            (
                self.namespaces,
                "a process that kills its supervisor can outlive the referee, and the network is open",
            ),
            (self.own_proc, "it can see other processes"),
            (self.landlock > 0, "it can write files"),
            (self.seccomp, "it can make every system call that its user may make"),
            (self.processes, "it can start as many processes as its user may start"),
        ];
        gaps.into_iter().filter(|(holds, _)| !holds).map(|(_, gap)| gap).collect()
    }
}

impl fmt::Display for Level {
    /// Writes one line with the active parts, the missing parts, the reasons and the possible consequences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "separate process group")?;
        if self.namespaces {
            write!(f, "; separate PID, mount, IPC and network namespaces")?;
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
