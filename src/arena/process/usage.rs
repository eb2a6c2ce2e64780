//! How much processor time a program and everything that it has started have used, and how long they have waited for a
//! processor.

use super::Child;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// The processor time of a program and everything that it has started, summed over all threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProcessorTime {
    /// The time that the threads have spent on a processor.
    pub used: Duration,
    /// The time that the threads were ready to run, but waited for a processor.
    pub waited: Duration,
}

/// At most this many processes are measured, so that a measurement does not take too long.
const MOST_PROCESSES: usize = 1024;
/// Unit of times in `/proc/PID/stat` (the same on all common processors).
const TICK: Duration = Duration::from_millis(10);

impl Child {
    /// Measures the processor time of the program. Processes that end during the measurement may be missing. Measuring
    /// takes a few microseconds per process.
    pub fn usage(&self) -> ProcessorTime {
        let mut usage = ProcessorTime::default();
        let mut open = vec![self.target.as_raw_nonzero().get()];
        let mut next = 0;
        while let Some(&pid) = open.get(next) {
            next += 1;
            // Fields 14 and 15 are the times of ended children in user mode and in kernel mode.
            let ended = stat(pid).unwrap_or_default();
            let ticks =
                ended.split_whitespace().skip(13).take(2).filter_map(|ticks| ticks.parse::<u32>().ok());
            usage.used += TICK * ticks.sum::<u32>();
            for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
                let read = |name: &str| fs::read_to_string(thread.path().join(name)).unwrap_or_default();
                let schedule = read("schedstat");
                let mut times = numbers(&schedule).map(Duration::from_nanos);
                usage.used += times.next().unwrap_or_default();
                usage.waited += times.next().unwrap_or_default();
                let room = MOST_PROCESSES.saturating_sub(open.len());
                open.extend(numbers(&read("children")).map(|pid| pid as i32).take(room));
            }
        }
        usage
    }
}

fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split_whitespace().map_while(|number| number.parse().ok())
}

/// Returns the IDs of all processes that this `/proc` shows.
pub(super) fn processes(proc: &Path) -> io::Result<Vec<u32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(proc)? {
        found.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    }
    Ok(found)
}

/// Returns the parent of a process.
pub(super) fn parent_of(pid: u32) -> Option<u32> {
    stat(pid)?.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the fields of `/proc/PID/stat` after the name of the process: the state, the parent and others.
fn stat(pid: impl Display) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name can contain any character, including `)`.
    Some(stat.rsplit(')').next()?.to_owned())
}
