//! Child processes with limited time, output, lifetime and access.
//!
//! A [`Child`] is a program that reads lines and writes lines. It runs in its own process group, with limits on memory,
//! files and processes. As far as the kernel allows, it also has its own namespaces and is confined by Landlock and
//! seccomp. It sees only a few [`Files`]. [`Level`] lists which promises the sandbox keeps. Every wait has a deadline,
//! because pipes are read and written only when they are ready.
//!
//! The program, called the *target*, is started and supervised by a launcher: this binary, started again with a hidden
//! first argument. So a binary that uses this module must call [`enter`] before anything else.

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

/// The time within which a killed child process and all its descendants should end. [`Child::kill`] returns false if
/// they need more time.
pub const KILL_TIME: Duration = Duration::from_millis(50);
/// How much longer the referee waits when a killed child process has not ended within [`KILL_TIME`], because hundreds
/// of processes on a busy machine need some time to end.
const LONG_KILL_TIME: Duration = Duration::from_secs(10);
/// At most this many bytes are kept for a child process that does not read its input.
const UNSENT_LIMIT: usize = 1 << 20;

/// Why a line could not be sent or received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The deadline has passed, or too many bytes are waiting to be sent.
    #[error("it did not answer or read in time")]
    Late,
    /// The program has ended, or closed the pipe.
    #[error("it has ended or closed its pipe")]
    Closed,
}

/// A running program. Dropping this value kills the program and everything that it has started.
#[derive(Debug)]
pub struct Child {
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    /// The bytes that have not been written to the pipe yet.
    unsent: Vec<u8>,
    lines: Lines,
    tail: Tail,
    supervisor: std::process::Child,
    supervisor_fd: OwnedFd,
    /// The process to kill in order to end everything that the program has started. `target_fd` is a descriptor of it:
    /// unlike the process ID, it cannot refer to another process later.
    target: Pid,
    target_fd: Option<OwnedFd>,
    level: Level,
    /// The control group of the program. The group is removed when this [`Child`] is dropped.
    group: Option<PathBuf>,
}

impl Child {
    /// Returns how well the sandbox of the program protects.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Sends a line without waiting. Bytes that do not fit into the pipe now are sent later, while the caller waits for
    /// an answer.
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
    /// Returns [`Trouble::Closed`] if the program has closed its input, and [`Trouble::Late`] if too many bytes would
    /// be waiting to be sent. In both cases, the line is not sent.
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

    /// Writes as many unsent bytes as fit into the pipe.
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

    /// Returns true if the program has read everything that was sent to it.
    pub(crate) fn has_read_everything(&self) -> bool {
        let left = self.input.as_ref().map(rustix::io::ioctl_fionread);
        self.unsent.is_empty() && left.is_some_and(|left| left == Ok(0))
    }

    /// Closes the program's standard input. Then the program finds the end of its input. Bytes that are still waiting
    /// to be sent are dropped.
    pub fn close_input(&mut self) {
        self.input = None;
        self.unsent.clear();
    }

    /// Reads the available output of the program without waiting. Returns true if there was some output, or if the
    /// output has ended.
    pub(crate) fn read_available(&mut self) -> bool {
        let available = self.output.as_ref().map_or(Available::End, |pipe| self.lines.fill(pipe));
        if available == Available::End {
            self.output = None;
        }
        available != Available::Nothing
    }

    /// Waits a short time for standard output, and reads what arrives: polls until `busy_until`, then sleeps until
    /// there is output or until `until`. The other two pipes are ignored, so it waits in vain if the program cannot
    /// write because its input has not been sent completely or its standard error pipe is full. Unlike this function,
    /// `wait` serves all three pipes.
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
            // Lets other processes run, which on a busy machine is similar to sleeping.
            std::thread::yield_now();
            if self.read_available() {
                return;
            }
        }
        if let Some(pipe) = &self.output {
            let left = until.saturating_duration_since(Instant::now());
            // `read_available` finds out whether there is any output.
            let _ = poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&timespec(left)));
            self.read_available();
        }
    }

    /// Returns the next line of output, if it has already been read.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        let (line, cut) = self.lines.find()?;
        Some(self.lines.line(line, cut))
    }

    /// Returns true if the program is in the middle of a line that is too long.
    pub(crate) fn is_inside_long_line(&self) -> bool {
        self.lines.is_skipping()
    }

    /// Returns the output after the last complete line.
    pub(crate) fn unfinished_line(&self) -> &[u8] {
        self.lines.unfinished()
    }

    /// Returns true if the program can still write lines.
    pub fn is_open(&self) -> bool {
        self.output.is_some()
    }

    /// Returns true if lines can still be sent to the program.
    pub(crate) fn accepts_input(&self) -> bool {
        self.input.is_some()
    }

    /// Sends a line and waits until all of it is in the pipe.
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
    /// Returns an error if the program has closed its input, or if the deadline has passed.
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

    /// Waits for the program's next line.
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
    /// Returns an error if the program has closed its output, or if the deadline has passed.
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

    /// Returns the beginning and the end of the program's standard error. Escape it before showing it.
    pub fn error_tail(&mut self) -> String {
        self.drain_errors();
        self.tail.text()
    }

    /// Returns the beginning and the end of what the program has written to standard error since the last call. Escape
    /// it before showing it.
    pub(crate) fn take_errors(&mut self) -> String {
        self.drain_errors();
        std::mem::take(&mut self.tail).text()
    }

    /// Reads standard error, but at most as many bytes as fit into a pipe.
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

    /// Returns how the program ended, or `None` while it is running.
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

    /// Waits until the program ends. Returns `None` at the deadline.
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
            // An interrupted wait is repeated. After any other error, the child is treated as still running.
            let _ = poll(&mut fds, Some(&timespec(left)));
        }
    }

    /// Stops the program and everything that it has started until [`thaw`](Self::thaw), so that they use no processor.
    /// In the sandbox, no process can leave the group that is stopped.
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

    /// Continues a program that [`freeze`](Self::freeze) has stopped.
    pub fn thaw(&mut self) {
        self.signal_group(Signal::CONT);
    }

    fn signal_group(&mut self, signal: Signal) {
        // Once the supervisor has ended, the ID may belong to another process. An error means that nothing is left to
        // stop.
        if self.target_fd.is_some() && self.try_exit().is_none() {
            let _ = rustix::process::kill_process_group(self.target, signal);
        }
    }

    /// Kills the program and everything it has started. Returns true if all of them ended within [`KILL_TIME`].
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
        // Without a descriptor, the process had ended before one could be opened, so its ID may now belong to another
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
        // The supervisor ends after all other processes.
        if self.exit_by(deadline + LONG_KILL_TIME).is_none() {
            drop(self.supervisor.kill());
            self.exit_by(Instant::now() + KILL_TIME);
        }
        false
    }

    /// Reads and writes the pipes as far as possible without waiting.
    fn serve(&mut self) {
        self.drain_errors();
        // The caller notices a closed pipe.
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

/// Returns true if the file at a path is still the given open file, not one that has replaced it.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (open, named) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: duration.as_secs() as _, tv_nsec: duration.subsec_nanos().into() }
}

/// Waits until a pipe of one of the children is ready, then reads and writes all pipes that are ready.
///
/// # Errors
/// Returns [`Trouble::Late`] at the deadline. Returns [`Trouble::Closed`] if all children have closed their output
/// and no bytes are waiting to be sent to a child.
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
    // The caller repeats an interrupted call with the same deadline.
    if poll(&mut fds, Some(&timespec(left))) == Ok(0) {
        return Err(Trouble::Late);
    }
    for child in children {
        child.serve();
    }
    Ok(())
}
