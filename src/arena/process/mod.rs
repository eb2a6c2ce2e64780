//! Child processes that cannot hang, flood, outlive or see more than they should.
//!
//! A [`Child`] is a program that reads lines and writes lines. It runs in its own process group and, as far as the
//! kernel allows, in its own namespaces under Landlock and seccomp, with limits on memory, files and processes.
//! [`Level`] says which of these are in force. Every wait has a deadline: pipes are read and written only when they are
//! ready.
//!
//! The program, the *target*, is started by a launcher: this binary, started again with a hidden first argument, which
//! then supervises the target. A binary that uses this module must therefore call [`enter`] before anything else.

mod filter;
mod kernel;
mod last_words;
mod launcher;
mod level;
mod lines;
mod spawn;
mod supervisor;

pub use last_words::LastWords;
pub use launcher::enter;
pub use level::{Level, Sandbox};
pub use lines::Line;
pub use spawn::{Limits, Program, SpawnError};

use lines::{Available, Lines, Tail, is_later};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};
use std::fmt;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// The time in which a killed child process and all processes below it must be gone.
pub const KILL_TIME: Duration = Duration::from_millis(50);
/// The time after which a killed child process is abandoned. Hundreds of processes on a busy machine need a while to end.
const LONG_KILL_TIME: Duration = Duration::from_secs(2);
/// The number of bytes that may wait for a child process that does not read.
const UNSENT_LIMIT: usize = 1 << 20;

/// How a child process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this code.
    Code(i32),
    /// It was ended by this signal. A program that exits with 128 + n counts as ended by signal n, as in a shell.
    Signal(i32),
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit status {code}"),
            Self::Signal(signal) => match Signal::from_named_raw(*signal) {
                Some(name) => {
                    write!(
                        f,
                        "signal {signal} ({})",
                        format!("{name:?}").trim_matches('"').trim_start_matches("Signal::")
                    )
                }
                None => write!(f, "signal {signal}"),
            },
        }
    }
}

/// The reason why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The deadline has passed.
    #[error("it did not answer in time")]
    Late,
    /// The program has ended, or closed the pipe.
    #[error("it has ended or closed its pipe")]
    Closed,
}

/// A running program. When this is dropped, the program and everything it has started are killed.
#[derive(Debug)]
pub struct Child {
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    /// The bytes that the program has not read yet.
    unsent: Vec<u8>,
    lines: Lines,
    tail: Tail,
    supervisor: std::process::Child,
    supervisor_fd: OwnedFd,
    /// The process whose end is the end of everything, also as a descriptor that cannot come to mean another process.
    target: Pid,
    target_fd: Option<OwnedFd>,
    level: Level,
    exit: Option<Exit>,
}

impl Child {
    /// Returns what the sandbox of the program enforces.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Sends a line without waiting: what the pipe does not accept now is sent while waiting for an answer.
    ///
    /// # Errors
    /// [`Trouble::Closed`] if nobody can read it; [`Trouble::Late`] if too much is waiting to be read, so that it was not
    /// sent.
    pub fn send(&mut self, line: &[u8]) -> Result<(), Trouble> {
        if self.input.is_none() {
            return Err(Trouble::Closed);
        }
        if self.unsent.len() + line.len() > UNSENT_LIMIT {
            return Err(Trouble::Late);
        }
        if self.unsent.is_empty() {
            let sent = self.write(line)?;
            self.unsent.extend_from_slice(&line[sent..]);
        } else {
            self.unsent.extend_from_slice(line);
        }
        Ok(())
    }

    /// Writes as much as the pipe accepts. Returns the number of bytes.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Trouble> {
        let Some(input) = &self.input else {
            return Err(Trouble::Closed);
        };
        match rustix::io::write(input, bytes) {
            Ok(count) => Ok(count),
            Err(error) if is_later(error) => Ok(0),
            Err(_) => {
                self.close_input();
                Err(Trouble::Closed)
            }
        }
    }

    /// Closes the program's standard input, so that it reads the end of the file.
    pub fn close_input(&mut self) {
        self.input = None;
        self.unsent.clear();
    }

    /// Reads what the program has written, without waiting. Returns true if there was something, or the end.
    pub fn read_available(&mut self) -> bool {
        let available = self.output.as_ref().map_or(Available::End, |pipe| self.lines.fill(pipe));
        if available == Available::End {
            self.output = None;
        }
        available != Available::Nothing
    }

    /// Waits a short time for its standard output alone, and reads it: until `busy_until` by reading again and again,
    /// then asleep until `until`. [`wait`] also serves the other pipes, which may keep a line from coming: input that has
    /// not been sent yet, or a full pipe of standard error.
    pub fn poll_briefly(&mut self, busy_until: Instant, until: Instant) {
        while Instant::now() < busy_until && self.output.is_some() {
            // Other processes that can run do so now: on a busy machine this is another way to sleep.
            std::thread::yield_now();
            if self.read_available() {
                return;
            }
        }
        if let Some(pipe) = &self.output {
            let left = until.saturating_duration_since(Instant::now());
            // `read_available` sees whether anything came.
            let _ = poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&timespec(left)));
            self.read_available();
        }
    }

    /// Returns the next line that the program wrote, of those read so far.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        self.lines.next()
    }

    /// True if the program is in the middle of a line that is too long.
    pub fn is_inside_long_line(&self) -> bool {
        self.lines.is_skipping()
    }

    /// Returns what the program wrote after its last whole line, of what was read so far.
    pub fn unfinished_line(&self) -> &[u8] {
        self.lines.unfinished()
    }

    /// True if the program may still write lines.
    pub fn is_open(&self) -> bool {
        self.output.is_some()
    }

    /// True if lines can still be sent to the program.
    pub fn accepts_input(&self) -> bool {
        self.input.is_some()
    }

    /// Sends a line and waits until all of it is in the pipe.
    ///
    /// # Errors
    /// The program has closed its input, or the deadline has passed.
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
    /// # Errors
    /// The program has closed its output, or the deadline has passed.
    pub fn read_line(&mut self, deadline: Instant) -> Result<Line<'_>, Trouble> {
        loop {
            if self.lines.next_is_ready() {
                return self.lines.next().ok_or(Trouble::Closed);
            }
            if self.output.is_none() {
                return Err(Trouble::Closed);
            }
            wait(&mut [self], deadline)?;
        }
    }

    /// Returns the end of what the program wrote to standard error. It has to be escaped before it is shown.
    pub fn error_tail(&mut self) -> String {
        self.drain_errors();
        self.tail.text()
    }

    /// Reads what is in the pipe of standard error, but not more than a pipe holds.
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

    /// Returns how the program ended, if it has.
    pub fn try_exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let status = self.supervisor.try_wait().ok().flatten()?;
            self.exit = Some(match status.code() {
                Some(code @ 129..193) => Exit::Signal(code - 128),
                Some(code) => Exit::Code(code),
                None => Exit::Signal(std::os::unix::process::ExitStatusExt::signal(&status).unwrap_or(0)),
            });
        }
        self.exit
    }

    /// Waits for the end of the program. Returns `None` at the deadline.
    pub fn exit_by(&mut self, deadline: Instant) -> Option<Exit> {
        while self.try_exit().is_none() {
            let left = deadline.checked_duration_since(Instant::now())?;
            let mut fds = [PollFd::new(&self.supervisor_fd, PollFlags::IN)];
            // An interrupted wait is repeated; after any other error, the child has not ended.
            let _ = poll(&mut fds, Some(&timespec(left)));
        }
        self.exit
    }

    /// Kills the program and everything it has started. Returns true if all were gone within [`KILL_TIME`].
    pub fn kill(&mut self) -> bool {
        self.close_input();
        if self.try_exit().is_some() {
            return true;
        }
        let deadline = Instant::now() + KILL_TIME;
        // Without a descriptor, it had ended before one could be opened: its ID may now belong to another process.
        if let Some(target) = &self.target_fd {
            let _ = rustix::process::pidfd_send_signal(target, Signal::KILL);
            if !self.level.namespaces {
                let _ = rustix::process::kill_process_group(self.target, Signal::KILL);
            }
        }
        if self.exit_by(deadline).is_some() {
            return true;
        }
        // The supervisor ends when all are gone.
        if self.exit_by(deadline + LONG_KILL_TIME).is_none() {
            drop(self.supervisor.kill());
            self.exit_by(Instant::now() + KILL_TIME);
        }
        false
    }

    /// Reads and writes what is ready.
    fn serve(&mut self, output: PollFlags, errors: PollFlags, input: PollFlags) {
        if !errors.is_empty() {
            self.drain_errors();
        }
        if !input.is_empty() {
            let unsent = std::mem::take(&mut self.unsent);
            if let Ok(sent) = self.write(&unsent) {
                self.unsent.extend_from_slice(&unsent[sent..]);
            }
        }
        if !output.is_empty() {
            self.read_available();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: duration.as_secs() as _, tv_nsec: duration.subsec_nanos().into() }
}

/// Waits until one of the children has written, closed or read something, and serves all of them.
///
/// # Errors
/// [`Trouble::Late`] at the deadline; [`Trouble::Closed`] if nothing can come from any of them.
pub fn wait(children: &mut [&mut Child], deadline: Instant) -> Result<(), Trouble> {
    let Some(left) = deadline.checked_duration_since(Instant::now()) else {
        return Err(Trouble::Late);
    };
    let mut fds = Vec::with_capacity(3 * children.len());
    for child in children.iter() {
        fds.extend(child.output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(child.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let waiting = child.input.as_ref().filter(|_| !child.unsent.is_empty());
        fds.extend(waiting.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
    }
    if children.iter().all(|child| child.output.is_none() && child.unsent.is_empty()) {
        return Err(Trouble::Closed);
    }
    match poll(&mut fds, Some(&timespec(left))) {
        Ok(0) => return Err(Trouble::Late),
        Ok(_) => {}
        // The caller comes back with the same deadline.
        Err(_) => return Ok(()),
    }
    let ready: Vec<_> = fds.iter().map(PollFd::revents).collect();
    drop(fds);
    let mut ready = ready.into_iter();
    for child in children.iter_mut() {
        let mut next =
            |is_polled: bool| is_polled.then(|| ready.next()).flatten().unwrap_or(PollFlags::empty());
        let output = next(child.output.is_some());
        let errors = next(child.errors.is_some());
        let input = next(child.input.is_some() && !child.unsent.is_empty());
        child.serve(output, errors, input);
    }
    Ok(())
}
