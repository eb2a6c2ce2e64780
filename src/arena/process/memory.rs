//! Limits the memory of all processes of a target together.
//!
//! The kernel's limit for data (`RLIMIT_DATA`) applies to each process separately, and does not count memory that
//! processes share. Therefore, the first process of the namespace adds up the memory of all processes at short
//! intervals. If the sum is too large, the first process kills all of them.
//!
//! The sum also contains memory that the kernel needs for its own objects: the size of the page tables, an upper bound
//! for the contents of sockets, and estimates for the contents of pipes and for the list of mappings. Only a control
//! group counts this memory exactly.

use super::group::Group;
use super::supervisor::wait_for;
use super::usage::processes;
use rustix::process::{Pid, Signal, WaitStatus};
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// The time between two measurements.
const INTERVAL: Duration = Duration::from_millis(25);

/// The limit for the memory of all processes together.
pub(super) struct Limit {
    pub(super) most: u64,
    /// The standard error of the target, to which the reason for the target's end is written.
    pub(super) errors: OwnedFd,
    /// The control group, in which the kernel limits the memory, too.
    pub(super) group: Option<Group>,
    /// The measurement of the memory. The field is `None` if this process cannot find out which processes belong to the
    /// target.
    pub(super) used: Option<Used>,
}

/// Returns a copy of the descriptor of standard error, for [`Limit`]. This function must be called before the
/// standard streams are detached.
pub(super) fn errors() -> io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(io::stderr(), 3)?)
}

impl Limit {
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
        for pid in processes().filter(|&pid| pid != 1).filter_map(|pid| Pid::from_raw(pid.cast_signed())) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
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

/// The approximate number of bytes that the kernel needs for one mapping of a process.
const MAPPING: u64 = 256;
/// The maximum number of mappings of a process (`vm.max_map_count`).
const MOST_MAPPINGS: u64 = 65_530;
/// The number of bytes that are added for each place in the table of open files, as an estimate for the contents of
/// pipes. One pipe takes two places, so the estimate for each pipe is two pages. A pipe can usually hold more than
/// that. However, as soon as all pipes of a user together can hold 64 MiB, the kernel gives each new pipe of this
/// user only two pages.
const PIPE_END: u64 = 4096;
/// The kernel's default limit for the contents of one socket, for systems that do not report it.
const SOCKET: u64 = 212_992;
/// The number of measurements between two counts of the mappings. The mappings are not counted in every measurement,
/// because counting them takes a long time.
const MAPPINGS_EVERY: u32 = 10;

/// The measurement of the memory that all processes of this PID namespace, except this process, use together. Processes
/// outside this PID namespace must not use the network namespace of this process, because all sockets in the network
/// namespace are counted.
pub(super) struct Used {
    /// The maximum size of the contents of one socket.
    socket: u64,
    measurements: u32,
    mappings: u64,
}

impl Used {
    pub(super) fn new() -> Self {
        let limit = fs::read_to_string("/proc/sys/net/core/wmem_default");
        let limit = limit.ok().and_then(|text| text.trim().parse().ok()).unwrap_or(SOCKET);
        // The last message in a socket can exceed the limit for the contents of the socket. A message is never larger
        // than this limit, so the contents are at most twice as large as the limit.
        Self { socket: 2 * limit, measurements: 0, mappings: 0 }
    }

    /// Returns true if the processes use more than this number of bytes.
    pub(super) fn is_more_than(&mut self, most: u64) -> bool {
        if self.measurements.is_multiple_of(MAPPINGS_EVERY) {
            self.mappings = sum(mappings) * MAPPING;
        }
        self.measurements = self.measurements.wrapping_add(1);
        let own = self.mappings + sockets() * self.socket;
        // The first sum counts shared memory again for each process that uses it. The second sum is exact, but takes
        // longer.
        own + sum(status) > most && own + sum(|pid| share(pid).or_else(|| status(pid))) > most
    }
}

/// Adds up the values of all processes except this process.
fn sum(value: impl Fn(u32) -> Option<u64>) -> u64 {
    processes().filter(|&pid| pid != 1).filter_map(value).sum()
}

/// Returns the number of bytes that a process uses, without memory that is backed by files on a disk. Memory that the
/// process shares with other processes counts in full.
fn status(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    Some(bytes(&text, &["RssAnon:", "RssShmem:", "VmSwap:"])? + tables(&text)?)
}

/// Returns the number of bytes that a process uses, like [`status`]. Here, shared memory is divided by the number of
/// processes that share it.
fn share(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    Some(bytes(&text, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"])? + tables(&status)?)
}

/// Returns the size of the page tables of a process together with an estimate for the contents of its pipes.
fn tables(status: &str) -> Option<u64> {
    // The values are in KiB, except the size of the table of open files, which is a number of files.
    let files = bytes(status, &["FDSize:"])? >> 10;
    Some(bytes(status, &["VmPTE:"])? + files * PIPE_END)
}

/// Adds up the values of some keys, which are given in KiB, and returns the sum in bytes.
fn bytes(text: &str, keys: &[&str]) -> Option<u64> {
    let value = |line: &str| line.split_whitespace().nth(1)?.parse::<u64>().ok();
    let found = text.lines().filter(|line| keys.iter().any(|key| line.starts_with(key)));
    Some(found.map(value).sum::<Option<u64>>()? << 10)
}

/// Returns the number of mappings of a process, or the maximum if this process is not allowed to read the number.
fn mappings(pid: u32) -> Option<u64> {
    match fs::read(format!("/proc/{pid}/maps")) {
        Ok(text) => Some(text.split(|&byte| byte == b'\n').count() as u64 - 1),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Some(MOST_MAPPINGS),
        Err(_) => None,
    }
}

/// Returns the number of sockets in the network namespace, including the sockets that are being sent to another
/// process.
fn sockets() -> u64 {
    let text = fs::read_to_string("/proc/net/sockstat").unwrap_or_default();
    let used = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    used.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}
