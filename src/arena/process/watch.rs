//! Limits the memory of all processes of a target together.
//!
//! The kernel's limit for data (`RLIMIT_DATA`) applies to each process separately, and does not count memory that
//! processes share. Therefore, the first process of the namespace adds up the memory of all processes at short
//! intervals. If the sum is too large, the first process kills all of them.

use super::group::Group;
use super::memory::Used;
use super::supervisor::wait_for;
use rustix::process::{Pid, Signal, WaitStatus};
use std::fs;
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// The time between two measurements.
const INTERVAL: Duration = Duration::from_millis(25);

/// The limit for the memory of all processes together.
pub(super) struct Limit {
    most: u64,
    /// The standard error of the target, to which the reason for the target's end is written.
    errors: OwnedFd,
    /// The control group, in which the kernel limits the memory, too.
    group: Option<Group>,
    /// The measurement of the memory. The field is `None` if this process cannot find out which processes belong to the
    /// target.
    used: Option<Used>,
}

/// Returns a copy of the descriptor of standard error, for [`Limit::new`]. This function must be called before the
/// standard streams are detached.
pub(super) fn errors() -> io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(io::stderr(), 3)?)
}

impl Limit {
    /// Creates a limit.
    pub(super) const fn new(most: u64, errors: OwnedFd, group: Option<Group>, used: Option<Used>) -> Self {
        Self { most, errors, group, used }
    }

    /// Waits until the target ends, and kills all processes of the namespace if they use too much memory.
    pub(super) fn wait_for(mut self, target: Pid) -> io::Result<WaitStatus> {
        let group = self.group.take();
        let (most, errors) = (self.most, self.errors.try_clone()?);
        std::thread::spawn(move || self.watch());
        let status = wait_for(target)?;
        if status.terminating_signal() == Some(Signal::KILL.as_raw())
            && group.is_some_and(|mut group| group.has_killed())
        {
            say_why(most, errors);
        }
        Ok(status)
    }

    fn watch(self) {
        let Some(mut used) = self.used else { return };
        loop {
            std::thread::sleep(INTERVAL);
            if used.is_more_than(self.most) {
                break;
            }
        }
        say_why(self.most, self.errors);
        // All processes of the namespace are killed, except this process.
        let _ = rustix::process::kill_current_process_group(Signal::KILL);
        kill_all();
    }
}

/// Writes the reason for the target's end to the target's standard error.
fn say_why(most: u64, errors: OwnedFd) {
    let line = format!(
        "\nclowder: this program was killed, because all its processes together used more than {} MiB of memory\n",
        most >> 20
    );
    drop(fs::File::from(errors).write_all(line.as_bytes()));
}

/// Kills all processes of the namespace except this process.
fn kill_all() {
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        if let Some(pid) = pid.filter(|pid| !pid.is_init()) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
    }
}
