//! Measures how long a program and its descendants have run on a processor, and how long they have waited for
//! one.

use super::Child;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// The processor time of all threads of a program and of everything that the program has started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProcessorTime {
    /// The time during which the threads ran on a processor.
    pub used: Duration,
    /// The time during which the threads were ready to run but waited for a processor.
    pub waited: Duration,
}

/// The maximum number of processes measured, which limits how long a measurement takes.
const MOST_PROCESSES: usize = 1024;
/// The unit of time in `/proc/PID/stat`, which is the same on all common processors.
const TICK: Duration = Duration::from_millis(10);

impl Child {
    /// Measures the program's processor time. Processes that end during the measurement may be missing. A measurement
    /// takes a few microseconds per process.
    pub fn usage(&self) -> ProcessorTime {
        let mut usage = ProcessorTime::default();
        let mut open = vec![self.target.as_raw_nonzero().get()];
        let mut next = 0;
        while let Some(&pid) = open.get(next) {
            next += 1;
            // The 14th and 15th fields after the process name contain the time that ended children spent in
            // user mode and in kernel mode.
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

/// Returns the IDs of all processes visible in this `/proc`.
pub(super) fn processes(proc: &Path) -> io::Result<Vec<u32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(proc)? {
        found.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    }
    Ok(found)
}

pub(super) fn parent_of(pid: u32) -> Option<u32> {
    stat(pid)?.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the fields of `/proc/PID/stat` that follow the process name, beginning with the state and the parent.
fn stat(pid: impl Display) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The process name can contain any character, including `)`.
    Some(stat.rsplit(')').next()?.to_owned())
}
