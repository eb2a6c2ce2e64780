//! Resource limits of a child process, and the promises that its sandbox provides.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Resource limits of a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Limits {
    /// The memory limit in bytes, which applies to the data of each process and to the total memory of all
    /// processes.
    pub memory: u64,
    /// The maximum number of open files per process.
    pub files: u64,
    /// The maximum number of processes and threads, if the kernel can count them.
    pub processes: u64,
    /// The amount added to the nice value, which lowers the process's priority.
    pub nice: i32,
    /// The maximum number of bytes per line, including the line break.
    pub line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, files: 256, processes: 256, nice: 5, line: 64 * 1024 }
    }
}

/// A promise that holds for a program in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Promise {
    /// When the program ends, so does every process that it has started.
    Lifetime,
    /// The program cannot reach a network or another program's sockets.
    Network,
    /// The program sees only its own processes.
    Processes,
    /// The program sees only its own files and the files that programs need to start.
    Files,
    /// The program can write only to its own temporary directory.
    Writing,
    /// The program cannot change a file's permissions, owner, times or attributes.
    Attributes,
    /// The program cannot make system calls that are dangerous and that ordinary programs do not need.
    Calls,
    /// The program does not run as root and has no privileges.
    User,
    /// The program inherits no open files from the caller.
    Descriptors,
    /// The total memory of all the program's processes is limited.
    Memory,
    /// The number of the program's processes and threads is limited.
    Count,
    /// The program cannot use more than its share of processor time.
    Processors,
}

impl Promise {
    /// All promises.
    pub const ALL: [Self; 12] = [
        Self::Lifetime,
        Self::Network,
        Self::Processes,
        Self::Files,
        Self::Writing,
        Self::Attributes,
        Self::Calls,
        Self::User,
        Self::Descriptors,
        Self::Memory,
        Self::Count,
        Self::Processors,
    ];

    /// Describes the promise in a sentence without a full stop.
    ///
    /// ```
    /// use clowder::arena::process::Promise;
    /// assert_eq!(Promise::Network.text(), "it has no network");
    /// ```
    pub fn text(self) -> &'static str {
        self.texts().0
    }

    /// Describes what can happen if the promise does not hold.
    pub fn gap(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        let line = include_str!("../../texts/promises.txt").lines().nth(self as usize);
        line.and_then(|line| line.split_once("; otherwise ")).unwrap_or_default()
    }
}

/// How well a child process's sandbox protects the system: which promises hold, and why others do not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// The promises that hold, each with the kernel feature that enforces it.
    pub(super) kept: BTreeMap<Promise, String>,
    /// The reasons why promises do not hold.
    pub(super) why: Vec<String>,
    /// True if the sandbox is disabled.
    pub(super) off: bool,
}

impl Level {
    /// Records that a promise holds, and which kernel feature enforces it.
    pub(super) fn keep(&mut self, promise: Promise, by: impl Into<String>) {
        self.kept.insert(promise, by.into());
    }

    pub(super) fn miss(&mut self, why: impl Into<String>) {
        self.why.push(why.into());
    }

    /// Returns true if the given promise holds.
    pub fn keeps(&self, promise: Promise) -> bool {
        self.kept.contains_key(&promise)
    }

    /// Returns the kernel feature that enforces the given promise, or `None` if the promise does not
    /// hold.
    pub fn enforced_by(&self, promise: Promise) -> Option<&str> {
        self.kept.get(&promise).map(String::as_str)
    }

    /// Returns the promises that do not hold.
    pub fn broken(&self) -> Vec<Promise> {
        Promise::ALL.into_iter().filter(|promise| !self.keeps(*promise)).collect()
    }

    /// Returns the reasons why promises do not hold.
    pub fn reasons(&self) -> &[String] {
        &self.why
    }

    /// Returns true if every promise holds.
    pub fn is_full(&self) -> bool {
        self.kept.len() == Promise::ALL.len()
    }

    /// Returns one line per promise. If the promise holds, its line states the promise and the kernel feature
    /// that enforces it. Otherwise, the line states what can happen.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    ///
    /// enter();
    /// let child = Program::new(["true"]).spawn()?;
    /// assert!(child.level().report().iter().all(|line| line.starts_with("yes ") || line.starts_with("NO ")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report(&self) -> Vec<String> {
        let line = |promise: Promise| match self.enforced_by(promise) {
            Some(by) => format!("yes  {} ({by})", promise.text()),
            None => format!("NO   {}", promise.gap()),
        };
        Promise::ALL.into_iter().map(line).collect()
    }
}

impl fmt::Display for Level {
    /// Writes `complete` if every promise holds. Otherwise, writes one line that states what can happen,
    /// why, and which promises hold.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let broken = self.broken();
        if broken.is_empty() {
            return f.write_str("complete");
        }
        f.write_str(if self.off { "off" } else { "not complete" })?;
        f.write_str("; consequences for the program: ")?;
        let gaps: Vec<_> = broken.iter().map(|promise| promise.gap()).collect();
        f.write_str(&gaps.join(", "))?;
        if !self.why.is_empty() {
            let noun = if self.why.len() == 1 { "reason" } else { "reasons" };
            write!(f, "; the {noun}: {}", self.why.join(", "))?;
        }
        let kept: Vec<_> = self.kept.keys().map(|promise| promise.text()).collect();
        if kept.is_empty() { Ok(()) } else { write!(f, "; promises that are kept: {}", kept.join(", ")) }
    }
}
