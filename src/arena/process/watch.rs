//! Limits the memory of all processes of a target together.
//!
//! The limit for data counts each process on its own, and does not count memory that processes share. Therefore, the
//! first process of the namespace adds up the memory of all processes at short intervals. If the sum is too large, the
//! first process kills all of them.

use super::group::Group;
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
}

/// Returns a copy of the descriptor of standard error, for [`Limit::new`]. This function must be called before the
/// standard streams are detached.
pub(super) fn errors() -> io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(io::stderr(), 3)?)
}

impl Limit {
    /// Creates a limit.
    pub(super) const fn new(most: u64, errors: OwnedFd, group: Option<Group>) -> Self {
        Self { most, errors, group }
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
        loop {
            std::thread::sleep(INTERVAL);
            // The first sum counts shared memory again for each process that uses it. The second sum is exact, but
            // takes longer.
            if sum(status) > self.most && sum(|pid| share(pid).or_else(|| status(pid))) > self.most {
                say_why(self.most, self.errors);
                // All processes of the namespace are killed, except this process.
                let _ = rustix::process::kill_current_process_group(Signal::KILL);
                kill_all();
                return;
            }
        }
    }
}

/// Writes the reason for the target's end to the target's standard error.
fn say_why(most: u64, errors: OwnedFd) {
    let line = format!(
        "\nclowder: killed, because all its processes together used more than {} MiB of memory\n",
        most >> 20
    );
    drop(fs::File::from(errors).write_all(line.as_bytes()));
}

/// Adds up the bytes of all processes except this process.
fn sum(memory: impl Fn(u32) -> Option<u64>) -> u64 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    processes.filter(|&pid| pid != 1).filter_map(memory).sum()
}

/// Returns the number of bytes that a process uses, without memory that is backed by files on a disk. Memory that the
/// process shares with others counts in full.
fn status(pid: u32) -> Option<u64> {
    bytes(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?, &["RssAnon:", "RssShmem:", "VmSwap:"])
}

/// Returns the number of bytes that a process uses, like [`status`]. Here, shared memory is divided by the number of
/// processes that share it.
fn share(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    bytes(&text, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"])
}

/// Adds up the values of some keys, which are given in KiB, and returns the sum in bytes.
fn bytes(text: &str, keys: &[&str]) -> Option<u64> {
    let value = |line: &str| line.split_whitespace().nth(1)?.parse::<u64>().ok();
    let found = text.lines().filter(|line| keys.iter().any(|key| line.starts_with(key)));
    Some(found.map(value).sum::<Option<u64>>()? << 10)
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
