//! Child processes with limits on time, output, lifetime and access.
//!
//! A [`Child`] is a program that reads and writes lines. A child runs in its own process group, with limits
//! on memory, files and processes. As far as the kernel allows, a child also has its own namespaces, is
//! restricted by Landlock and seccomp, and sees only a few [`Files`]. [`Level`] lists the promises that the
//! sandbox provides. No call waits longer than its deadline, because pipes are read and written only when
//! they are ready.
//!
//! A launcher starts and supervises the program, which is called the *target*. The launcher is this executable, started
//! again with a hidden first argument. A program that uses this module must therefore call [`enter`] before anything
//! else.

mod confine;
mod exit;
mod files;
mod filter;
mod group;
mod installation;
mod kernel;
mod launcher;
mod level;
mod lines;
mod memory;
mod root;
mod shared;
mod spawn;
mod supervisor;
mod usage;
mod user;

pub use crate::arena::settings::Sandbox;
pub use exit::Exit;
pub(crate) use exit::LastWords;
pub use files::Files;
pub use launcher::enter;
pub use level::{Level, Limits, Promise};
pub use lines::Line;
pub use spawn::{Program, SpawnError};
pub use usage::ProcessorTime;

use lines::{Available, Lines, Tail, is_later};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How quickly a killed child process and all its descendants should end. [`Child::kill`] returns false if
/// the processes take longer.
pub const KILL_TIME: Duration = Duration::from_millis(50);
/// The additional time that a killed child process gets if it has not ended within [`KILL_TIME`]. On a busy
/// machine, hundreds of processes need some time to end.
const LONG_KILL_TIME: Duration = Duration::from_secs(10);
/// The maximum number of unsent bytes buffered for a child process that does not read its input.
const UNSENT_LIMIT: usize = 1 << 20;

/// Why a line could not be sent or received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The deadline has passed, or too many bytes are already waiting to be sent.
    #[error("it did not answer or read in time")]
    Late,
    /// The program has ended or closed the pipe.
    #[error("it has ended or closed its pipe")]
    Closed,
}

/// A running program. Dropping this value kills the program and everything that it has started.
#[derive(Debug)]
pub struct Child {
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    unsent: Vec<u8>,
    lines: Lines,
    tail: Tail,
    supervisor: std::process::Child,
    supervisor_fd: OwnedFd,
    /// Killing this process ends everything that the program has started. Unlike the process ID, the
    /// descriptor `target_fd` can never refer to a different process later.
    target: Pid,
    target_fd: Option<OwnedFd>,
    level: Level,
    /// The program's control group, which is removed when this [`Child`] is dropped.
    group: Option<PathBuf>,
}

impl Child {
    /// Returns how well the program's sandbox protects the system.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Sends a line without waiting. Bytes that do not fit into the pipe are sent later, while the caller waits for an
    /// answer.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    /// use std::time::{Duration, Instant};
    ///
    /// enter();
    /// let mut cat = Program::new(["cat"]).spawn()?;
    /// cat.send(b"hello\n")?;
    /// assert_eq!(cat.read_line(Instant::now() + Duration::from_secs(10))?.bytes, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Trouble::Closed`] if the program has closed its input, or [`Trouble::Late`] if too many bytes would be
    /// waiting to be sent. In either case, the line is not sent.
    pub fn send(&mut self, line: &[u8]) -> Result<(), Trouble> {
        if self.input.is_none() {
            return Err(Trouble::Closed);
        }
        if self.unsent.len() + line.len() > UNSENT_LIMIT {
            return Err(Trouble::Late);
        }
        self.unsent.extend_from_slice(line);
        self.send_rest()
    }

    /// Writes as many unsent bytes as the pipe accepts.
    fn send_rest(&mut self) -> Result<(), Trouble> {
        let Some(input) = self.input.as_ref().filter(|_| !self.unsent.is_empty()) else { return Ok(()) };
        match rustix::io::write(input, &self.unsent) {
            Ok(count) => drop(self.unsent.drain(..count)),
            Err(error) if is_later(error) => {}
            Err(_) => {
                self.close_input();
                return Err(Trouble::Closed);
            }
        }
        Ok(())
    }

    pub(crate) fn has_read_everything(&self) -> bool {
        let left = self.input.as_ref().map(rustix::io::ioctl_fionread);
        self.unsent.is_empty() && left.is_some_and(|left| left == Ok(0))
    }

    /// Closes the program's standard input, so that the program reaches the end of its input. Any bytes still waiting
    /// to be sent are discarded.
    pub fn close_input(&mut self) {
        self.input = None;
        self.unsent.clear();
    }

    /// Reads the program's available output without waiting. Returns true if there was any output, or if the output has
    /// ended.
    pub(crate) fn read_available(&mut self) -> bool {
        let available = self.output.as_ref().map_or(Available::End, |pipe| self.lines.fill(pipe));
        if available == Available::End {
            self.output = None;
        }
        available != Available::Nothing
    }

    /// Waits a short time for standard output and reads it: polls until `busy_until`, and then sleeps until
    /// output arrives or the deadline `until` passes. Serves only standard output, so the wait is in vain if
    /// the program is blocked by unsent input or a full standard error pipe. Use
    /// [`read_line`](Self::read_line) to serve all three pipes.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    /// use std::time::{Duration, Instant};
    ///
    /// enter();
    /// let mut child = Program::new(["echo", "hello"]).spawn()?;
    /// let now = Instant::now();
    /// child.poll_briefly(now, now + Duration::from_secs(10));
    /// assert_eq!(child.read_line(now + Duration::from_secs(20))?.bytes, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn poll_briefly(&mut self, busy_until: Instant, until: Instant) {
        while Instant::now() < busy_until && self.output.is_some() {
            // On a busy machine, yielding to other processes has much the same effect as sleeping.
            std::thread::yield_now();
            if self.read_available() {
                return;
            }
        }
        if let Some(pipe) = &self.output {
            let left = until.saturating_duration_since(Instant::now());
            // The result is ignored, because `read_available` detects whether there is any output.
            let _ = poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&timespec(left)));
            self.read_available();
        }
    }

    /// Returns the next line of output, or `None` if no complete line has been read yet.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        let (line, cut) = self.lines.find()?;
        Some(self.lines.line(line, cut))
    }

    pub(crate) fn is_inside_long_line(&self) -> bool {
        self.lines.is_skipping()
    }

    /// Returns the output that follows the last complete line.
    pub(crate) fn unfinished_line(&self) -> &[u8] {
        self.lines.unfinished()
    }

    /// Returns true until the end of the program's output has been read.
    pub fn is_open(&self) -> bool {
        self.output.is_some()
    }

    pub(crate) fn accepts_input(&self) -> bool {
        self.input.is_some()
    }

    /// Sends a line, and waits until all of it is in the pipe.
    ///
    /// # Examples
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    /// use std::time::{Duration, Instant};
    ///
    /// enter();
    /// let mut cat = Program::new(["cat"]).spawn()?;
    /// let deadline = Instant::now() + Duration::from_secs(10);
    /// cat.write_line(b"hello\n", deadline)?;
    /// assert_eq!(cat.read_line(deadline)?.bytes, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the program has closed its input or the deadline has passed.
    pub fn write_line(&mut self, line: &[u8], deadline: Instant) -> Result<(), Trouble> {
        self.send(line)?;
        while !self.unsent.is_empty() {
            wait(&mut [self], deadline)?;
            if self.input.is_none() {
                return Err(Trouble::Closed);
            }
        }
        Ok(())
    }

    /// Waits for the next line of the program's output.
    ///
    /// # Examples
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    /// use std::time::{Duration, Instant};
    ///
    /// enter();
    /// let mut child = Program::new(["echo", "hello"]).spawn()?;
    /// let line = child.read_line(Instant::now() + Duration::from_secs(10))?;
    /// assert_eq!(line.bytes, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the program has closed its output or the deadline has passed.
    pub fn read_line(&mut self, deadline: Instant) -> Result<Line<'_>, Trouble> {
        loop {
            if let Some((line, cut)) = self.lines.find() {
                return Ok(self.lines.line(line, cut));
            }
            if self.output.is_none() {
                return Err(Trouble::Closed);
            }
            wait(&mut [self], deadline)?;
        }
    }

    /// Returns the beginning and end of the program's standard error. Escape the text before showing it.
    pub fn error_tail(&mut self) -> String {
        self.drain_errors();
        self.tail.text()
    }

    /// Returns the beginning and end of what the program has written to standard error since the last call.
    /// Escape the text before showing it.
    pub(crate) fn take_errors(&mut self) -> String {
        self.drain_errors();
        std::mem::take(&mut self.tail).text()
    }

    /// Reads standard error, up to the capacity of a pipe (64 KiB).
    fn drain_errors(&mut self) {
        let mut buffer = [0; 16 * 1024];
        for _ in 0..4 {
            let Some(errors) = &self.errors else {
                return;
            };
            match lines::read_pipe(errors, &mut buffer) {
                Available::Bytes(count) => self.tail.push(&buffer[..count]),
                Available::Nothing => return,
                Available::End => self.errors = None,
            }
        }
    }

    /// Returns how the program ended, or `None` if it is still running.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    ///
    /// enter();
    /// let mut cat = Program::new(["cat"]).spawn()?;
    /// assert_eq!(cat.try_exit(), None, "it waits for input");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_exit(&mut self) -> Option<Exit> {
        let status = self.supervisor.try_wait().ok().flatten()?;
        Some(match status.code() {
            Some(code @ 129..193) => Exit::Signal(code - 128),
            Some(code) => Exit::Code(code),
            None => Exit::Signal(status.signal().unwrap_or(0)),
        })
    }

    /// Waits until the program ends or the deadline passes. Returns `None` if the program is still running.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Exit, Program, enter};
    /// use std::time::{Duration, Instant};
    ///
    /// enter();
    /// let mut cat = Program::new(["cat"]).spawn()?;
    /// assert_eq!(cat.exit_by(Instant::now() + Duration::from_millis(1)), None, "it waits for input");
    /// cat.close_input();
    /// assert_eq!(cat.exit_by(Instant::now() + Duration::from_secs(10)), Some(Exit::Code(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exit_by(&mut self, deadline: Instant) -> Option<Exit> {
        loop {
            if let Some(exit) = self.try_exit() {
                return Some(exit);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            let mut fds = [PollFd::new(&self.supervisor_fd, PollFlags::IN)];
            // If the wait fails (for example, because it was interrupted), the loop tries again until the deadline.
            let _ = poll(&mut fds, Some(&timespec(left)));
        }
    }

    /// Stops the program and everything that it has started. The stopped processes use no processor time until
    /// [`thaw`](Self::thaw) is called. In the sandbox, no process can leave the stopped group.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, Trouble, enter};
    /// use std::time::{Duration, Instant};
    ///
    /// enter();
    /// let mut cat = Program::new(["cat"]).spawn()?;
    /// cat.freeze();
    /// cat.send(b"hello\n")?;
    /// let soon = || Instant::now() + Duration::from_millis(50);
    /// assert_eq!(cat.read_line(soon()), Err(Trouble::Late));
    /// cat.thaw();
    /// assert_eq!(cat.read_line(soon() + Duration::from_secs(10))?.bytes, b"hello");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn freeze(&mut self) {
        self.signal_group(Signal::STOP);
    }

    /// Continues a program stopped by [`freeze`](Self::freeze).
    pub fn thaw(&mut self) {
        self.signal_group(Signal::CONT);
    }

    fn signal_group(&mut self, signal: Signal) {
        // Once the supervisor has ended, the process ID may belong to another process. An error means that
        // there is nothing left to stop.
        if self.target_fd.is_some() && self.try_exit().is_none() {
            let _ = rustix::process::kill_process_group(self.target, signal);
        }
    }

    /// Kills the program and everything that it has started. Returns true if all of these processes ended within
    /// [`KILL_TIME`].
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    ///
    /// enter();
    /// let mut cat = Program::new(["cat"]).spawn()?;
    /// assert!(cat.kill() && cat.try_exit().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kill(&mut self) -> bool {
        self.close_input();
        if self.try_exit().is_some() {
            return true;
        }
        let deadline = Instant::now() + KILL_TIME;
        // If there is no descriptor, the process ended before one could be opened, so its ID may now belong to another
        // process.
        if let Some(target) = &self.target_fd {
            let _ = rustix::process::pidfd_send_signal(target, Signal::KILL);
            if !self.level.keeps(Promise::Lifetime) {
                let _ = rustix::process::kill_process_group(self.target, Signal::KILL);
            }
        }
        if self.exit_by(deadline).is_some() {
            return true;
        }
        // The supervisor is the last process to end.
        if self.exit_by(deadline + LONG_KILL_TIME).is_none() {
            drop(self.supervisor.kill());
            self.exit_by(Instant::now() + KILL_TIME);
        }
        false
    }

    /// Reads from and writes to the pipes as much as possible without blocking.
    fn serve(&mut self) {
        self.drain_errors();
        // The caller detects a closed pipe.
        let _ = self.send_rest();
        self.read_available();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        if let Some(group) = &self.group {
            group::remove(group);
        }
    }
}

/// Returns true if the path still leads to the open file, that is, if the file has not been replaced.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (open, named) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: duration.as_secs() as _, tv_nsec: duration.subsec_nanos().into() }
}

/// Waits until at least one pipe of any child is ready, and then reads and writes all pipes that are ready.
///
/// # Errors
/// Returns [`Trouble::Late`] at the deadline, or [`Trouble::Closed`] if all children have closed their output and no
/// bytes are waiting to be sent.
pub(crate) fn wait(children: &mut [&mut Child], deadline: Instant) -> Result<(), Trouble> {
    let left = deadline.checked_duration_since(Instant::now()).ok_or(Trouble::Late)?;
    if children.iter().all(|child| child.output.is_none() && child.unsent.is_empty()) {
        return Err(Trouble::Closed);
    }
    let mut fds = Vec::with_capacity(3 * children.len());
    for child in children.iter() {
        let outputs = [&child.output, &child.errors].into_iter().flatten();
        fds.extend(outputs.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let waiting = child.input.as_ref().filter(|_| !child.unsent.is_empty());
        fds.extend(waiting.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
    }
    // After an interrupted call, the caller tries again with the same deadline.
    if poll(&mut fds, Some(&timespec(left))) == Ok(0) {
        return Err(Trouble::Late);
    }
    for child in children {
        child.serve();
    }
    Ok(())
}
