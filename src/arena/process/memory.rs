//! Limits the total memory of a target's processes.
//!
//! The kernel's data limit (`RLIMIT_DATA`) applies to each process separately and does not count shared
//! memory. The supervisor therefore measures the total memory of all processes at short intervals. If the
//! total is too large or cannot be measured, the supervisor kills all processes.
//!
//! The total includes kernel objects: the size of the page tables, an upper bound for the data in sockets,
//! and estimates for pipes and the mapping list. Only a control group can count kernel memory exactly.

use super::usage::processes;
use rustix::event::Timespec;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::Pid;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::path::PathBuf;

/// The time between measurements.
pub(super) const INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 25_000_000 };

/// The approximate kernel memory per mapping of a process, in bytes.
const MAPPING: u64 = 256;
/// The maximum number of mappings per process (`vm.max_map_count`).
const MOST_MAPPINGS: u64 = 65_530;
/// The estimated number of bytes that a pipe buffers, per slot in the table of open files. A pipe occupies
/// two slots, so it counts as two pages. Its capacity is usually larger, but once a user's pipes have a total
/// capacity of 64 MiB, each new pipe gets only two pages.
const PIPE_END: u64 = 4096;
/// The kernel's default limit for the data buffered in one socket, in bytes. This default is used on systems
/// that do not report a limit.
const SOCKET: u64 = 212_992;
/// The mappings are counted only once per this number of measurements, because counting them every time would
/// be too slow.
const MAPPINGS_EVERY: u32 = 10;

/// Measures the memory used by all processes of a PID namespace, except the first process. All sockets in the network
/// namespace are counted, so no process outside the PID namespace may use the same network namespace.
pub(super) struct Watcher {
    /// The `/proc` of the namespace. `_open` is a descriptor that keeps this path valid.
    proc: PathBuf,
    _open: OwnedFd,
    most: u64,
    /// The maximum number of bytes that one socket can buffer.
    socket: u64,
    measurements: u32,
    mappings: u64,
    /// True if all processes were already stopped at the last measurement.
    is_frozen: bool,
}

impl Watcher {
    /// Creates a watcher for the namespace whose first process is `first`.
    pub(super) fn new(first: Pid, most: u64) -> io::Result<Self> {
        let path = format!("/proc/{}/root/proc", first.as_raw_nonzero());
        let open = rustix::fs::open(path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let proc = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
        let limit = fs::read_to_string("/proc/sys/net/core/wmem_default");
        let limit = limit.ok().and_then(|text| text.trim().parse().ok()).unwrap_or(SOCKET);
        // A socket below its limit accepts one more message, even if the message takes it over the limit. No
        // message is larger than the limit, so a socket can buffer at most twice the limit.
        let mut new = Self {
            proc,
            _open: open,
            most,
            socket: 2 * limit,
            measurements: 0,
            mappings: 0,
            is_frozen: false,
        };
        new.is_exceeded()?;
        Ok(new)
    }

    /// Returns the reason why the processes must be killed, or `None` if they may continue.
    pub(super) fn breach(&mut self) -> Option<String> {
        match self.is_exceeded() {
            Ok(false) => None,
            Ok(true) => Some(too_much(self.most)),
            // The first process is ending, and the kernel ends all others with it.
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => Some(format!("its memory could not be measured ({error})")),
        }
    }

    fn is_exceeded(&mut self) -> io::Result<bool> {
        // Only the referee can stop or continue the first process, and it always stops or continues all other
        // processes, too. Stopped processes cannot allocate memory, so measuring them again would only slow
        // down the opponent.
        let is_frozen = self.is_stopped(1);
        if is_frozen && self.is_frozen {
            return Ok(false);
        }
        self.is_frozen = is_frozen && processes(&self.proc)?.into_iter().all(|pid| self.is_stopped(pid));
        if self.measurements.is_multiple_of(MAPPINGS_EVERY) {
            self.mappings = self.sum(Self::mappings)? * MAPPING;
        }
        self.measurements = self.measurements.wrapping_add(1);
        let own = self.mappings + self.sockets()? * self.socket;
        // The first total counts shared memory once per process that uses it. The second total is exact but
        // slower to compute.
        Ok(own + self.sum(Self::status)? > self.most && own + self.sum(Self::share)? > self.most)
    }

    /// Returns true if every thread of a process is stopped or has ended.
    fn is_stopped(&self, pid: u32) -> bool {
        let is_still = |text: String| text.contains("\nState:\tT") || text.contains("\nState:\tZ");
        let thread = |thread| self.read(pid, &format!("task/{thread}/status"));
        processes(&self.proc.join(format!("{pid}/task"))).is_ok_and(|threads| {
            threads.into_iter().all(|id| thread(id).is_ok_and(|it| it.is_none_or(is_still)))
        })
    }

    /// Sums a value over all processes except the first, skipping processes that have ended.
    fn sum(&self, value: impl Fn(&Self, u32) -> io::Result<Option<u64>>) -> io::Result<u64> {
        let mut sum = 0;
        for pid in processes(&self.proc)?.into_iter().filter(|&pid| pid != 1) {
            sum += value(self, pid)?.unwrap_or(0);
        }
        Ok(sum)
    }

    /// Reads a file in a process's `/proc` directory. Returns `None` if the process has ended.
    fn read(&self, pid: u32, name: &str) -> io::Result<Option<String>> {
        match fs::read(self.proc.join(pid.to_string()).join(name)) {
            Ok(text) => Ok(Some(String::from_utf8_lossy(&text).into_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) if error.raw_os_error() == Some(Errno::SRCH.raw_os_error()) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the number of bytes used by a process, excluding memory backed by files on disk. Memory shared with
    /// other processes counts in full.
    fn status(&self, pid: u32) -> io::Result<Option<u64>> {
        let Some(text) = self.read(pid, "status")? else { return Ok(None) };
        Ok(Some(bytes(&text, &["RssAnon:", "RssShmem:", "VmSwap:"])? + tables(&text)?))
    }

    /// Returns the number of bytes used by a process, like [`status`](Self::status), but divides shared memory by the
    /// number of processes that share it.
    fn share(&self, pid: u32) -> io::Result<Option<u64>> {
        match (self.read(pid, "smaps_rollup"), self.read(pid, "status")?) {
            (Ok(Some(text)), Some(status)) => {
                Ok(Some(bytes(&text, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"])? + tables(&status)?))
            }
            (Err(_), Some(_)) => self.status(pid),
            _ => Ok(None),
        }
    }

    /// Returns the number of mappings of a process, or the maximum if the mappings cannot be read.
    #[allow(clippy::unnecessary_wraps, reason = "it is summed up like numbers that can be unreadable")]
    fn mappings(&self, pid: u32) -> io::Result<Option<u64>> {
        let text = self.read(pid, "maps");
        Ok(text.map_or(Some(MOST_MAPPINGS), |text| text.map(|text| text.lines().count() as u64)))
    }

    /// Counts the sockets in the network namespace, including sockets that are being sent to another process. The error
    /// is `NotFound` if the first process has left its namespaces because it is ending.
    fn sockets(&self) -> io::Result<u64> {
        let text = self.read(1, "net/sockstat")?.ok_or(ErrorKind::NotFound)?;
        let used = text.lines().find_map(|line| line.strip_prefix("sockets: used ")?.trim().parse().ok());
        used.ok_or_else(|| io::Error::other("the number of sockets is missing"))
    }
}

pub(super) fn too_much(most: u64) -> String {
    format!("all its processes together used more than {} MiB of memory", most >> 20)
}

/// Returns the size of a process's page tables, plus an estimate for the data in its pipes.
fn tables(status: &str) -> io::Result<u64> {
    // The values are in KiB, except `FDSize`, which is a number of slots for open files.
    let files = bytes(status, &["FDSize:"])? >> 10;
    Ok(bytes(status, &["VmPTE:"])? + files * PIPE_END)
}

/// Adds up the values (in KiB) of the given keys, and returns the sum in bytes.
fn bytes(text: &str, keys: &[&str]) -> io::Result<u64> {
    let found = text.lines().filter(|line| keys.iter().any(|key| line.starts_with(key)));
    let value = |line: &str| line.split_whitespace().nth(1)?.parse::<u64>().ok();
    let sum = found.map(value).sum::<Option<u64>>();
    Ok(sum.ok_or_else(|| io::Error::other("a size is not a number"))? << 10)
}
