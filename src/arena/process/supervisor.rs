//! The supervisor monitors the target's memory until the target ends, and then kills any remaining processes that the
//! target has started.

use super::group::Group;
use super::kernel::Step as _;
use super::memory::{INTERVAL, Watcher, too_much};
use super::usage::{parent_of, processes};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{self, Pid, Signal, WaitOptions, WaitStatus};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;

/// Waits for the target (or the first process of its namespaces) to end, and returns the target's exit
/// status. `referee` is a descriptor of the referee, and `memory` is the memory limit in bytes. `inside` is a
/// socket connected to the forked process `child`. That process starts the target only after this function
/// has replied on the socket.
pub(super) fn supervise(
    referee: &OwnedFd,
    memory: u64,
    child: Pid,
    namespaces: bool,
    mut inside: UnixStream,
    mut group: Option<Group>,
) -> io::Result<i32> {
    if let Some(group) = &mut group {
        group.leave();
    }
    let ended = process::pidfd_open(child, process::PidfdFlags::empty()).step("watch a process")?;
    let errors = rustix::io::fcntl_dupfd_cloexec(io::stderr(), 3).step("keep standard error")?;
    let errors = File::from(errors);
    let mut wants_watcher = [0];
    if inside.read(&mut wants_watcher).step("hear from the launcher")? == 0 {
        // The process has failed and has already reported the reason.
        return Ok(code_of(wait_for(child)?));
    }
    let watcher = if wants_watcher == [1] { Watcher::new(child, memory).ok() } else { None };
    let [a, b, c, d] = child.as_raw_nonzero().get().to_le_bytes();
    inside.write_all(&[watcher.is_some().into(), a, b, c, d]).step("reach the launcher")?;
    detach_streams().step("let go of the pipes")?;
    let code = watch(child, [&ended, referee], watcher, &errors).and_then(|()| Ok(code_of(wait_for(child)?)));
    // If this process fails, the program ends with it, so the reason is written to the program's standard error.
    let code = code.inspect_err(|error| say(&errors, &format!("its supervisor failed ({error})")))?;
    // With namespaces, the kernel has already killed all other processes.
    while !namespaces && kill_children()? {}
    if code == 128 + Signal::KILL.as_raw() && group.is_some_and(|mut group| group.has_killed()) {
        say(&errors, &too_much(memory));
    }
    Ok(code)
}

/// Waits for a process to end, and kills it if the referee ends or the target exceeds its memory limit.
/// `ends` contains descriptors of the process and of the referee.
fn watch(child: Pid, ends: [&OwnedFd; 2], mut watcher: Option<Watcher>, errors: &File) -> io::Result<()> {
    loop {
        let pause = watcher.as_ref().map(|_| INTERVAL);
        let mut fds = ends.map(|end| PollFd::new(end, PollFlags::IN));
        match poll(&mut fds, pause.as_ref()) {
            Ok(0) => {
                if let Some(why) = watcher.as_mut().and_then(Watcher::breach) {
                    process::kill_process(child, Signal::KILL)?;
                    say(errors, &why);
                    return Ok(());
                }
            }
            Ok(_) if fds[0].revents().is_empty() => return Ok(process::kill_process(child, Signal::KILL)?),
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

pub(super) const KILLED: &str = "clowder: this program was killed, because ";

/// Explains on the target's standard error why the target was killed.
fn say(mut errors: &File, why: &str) {
    drop(errors.write_all(format!("\n{KILLED}{why}\n").as_bytes()));
}

/// Closes this process's copies of the target's pipes, so that the referee can detect when the target closes
/// the pipes.
pub(super) fn detach_streams() -> io::Result<()> {
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(rustix::stdio::dup2_stderr(&null)?)
}

/// Returns the exit status, encoded as in a shell: termination by signal n becomes 128 + n.
pub(super) fn code_of(status: WaitStatus) -> i32 {
    let signal = status.terminating_signal().map(|signal| 128 + signal);
    status.exit_status().or(signal).unwrap_or(255)
}

/// Waits until the process `child` has ended, and reaps any other children that end earlier.
pub(super) fn wait_for(child: Pid) -> io::Result<WaitStatus> {
    loop {
        match process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == child => return Ok(status),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Kills all descendants of this process and reaps the children that have ended. Returns true if any children remain.
fn kill_children() -> io::Result<bool> {
    for pid in descendants(std::process::id()).into_iter().filter_map(|pid| Pid::from_raw(pid.cast_signed()))
    {
        // An error is ignored, because the process may already have ended.
        let _ = process::kill_process(pid, Signal::KILL);
    }
    loop {
        match process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => {
                std::thread::sleep(std::time::Duration::from_millis(1));
                return Ok(true);
            }
            Err(Errno::CHILD) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
    }
}

fn descendants(root: u32) -> Vec<u32> {
    let all = processes(Path::new("/proc")).unwrap_or_default();
    let parents: Vec<_> = all.iter().map(|&pid| parent_of(pid)).collect();
    let (mut found, mut next) = (vec![root], 0);
    while let Some(&parent) = found.get(next) {
        found.extend(all.iter().zip(&parents).filter(|(_, of)| **of == Some(parent)).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}
