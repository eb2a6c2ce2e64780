//! Child processes that cannot hang, flood, outlive or see more than they should.
//!
//! A [`Child`] is a program that reads lines and answers lines. It runs in its own process group and, where the kernel
//! allows, in its own namespaces under Landlock and seccomp ([`Level`] says what holds), with limits on memory, files
//! and processes. Nothing here waits without a deadline: pipes are read and written when they are ready and no sooner.
//!
//! The program is started by way of a cell: this binary, started again with a hidden first argument. A binary
//! that uses this module must therefore call [`enter`] first of all.

mod cell;
mod filter;
mod kernel;
mod level;
mod lines;
mod spawn;

pub use cell::enter;
pub use level::{Level, Sandbox};
pub use lines::Line;
pub use spawn::{Limits, Program, SpawnError};

use lines::{Lines, Look, Tail, is_later};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};
use std::fmt;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// Time in which a killed child process and all below it must be gone.
pub const KILL_TIME: Duration = Duration::from_millis(50);
/// Time after which a killed child process is given up: hundreds of processes on a busy machine take a while to end.
const LONG_KILL_TIME: Duration = Duration::from_secs(2);
/// Bytes that may wait for a child process that does not read.
const UNSENT_LIMIT: usize = 1 << 20;

/// How a child process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With this exit code.
    Code(i32),
    /// By this signal. A program that exits with 128 + n is taken for one ended by signal n, as in a shell.
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

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The deadline has passed.
    Late,
    /// The program has ended, or closed the pipe.
    Closed,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Late => "it did not answer in time",
            Self::Closed => "it has ended or closed its pipe",
        })
    }
}

/// A running program. Dropped, it is killed with all it has started.
#[derive(Debug)]
pub struct Child {
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    /// What the program has not read yet.
    unsent: Vec<u8>,
    lines: Lines,
    tail: Tail,
    keeper: std::process::Child,
    keeper_fd: OwnedFd,
    /// The process whose end is the end of all, and the same as a descriptor that no other process can take over.
    victim: Pid,
    victim_fd: Option<OwnedFd>,
    level: Level,
    exit: Option<Exit>,
}

impl Child {
    /// How well it is shut in.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Sends a line, without waiting: what the pipe does not take now is sent while waiting for an answer.
    ///
    /// # Errors
    /// [`Trouble::Closed`] if nobody can read it; [`Trouble::Late`] if so much waits to be read that it was not sent.
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

    /// Writes as much as the pipe takes.
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

    /// Closes its standard input: it reads the end of the file.
    pub fn close_input(&mut self) {
        self.input = None;
        self.unsent.clear();
    }

    /// Reads what it has written, without waiting; whether there was something, be it the end.
    pub fn look(&mut self) -> bool {
        let look = self.output.as_ref().map_or(Look::End, |pipe| self.lines.fill(pipe));
        if look == Look::End {
            self.output = None;
        }
        look != Look::Nothing
    }

    /// Waits a short time for its standard output alone, and reads it: until `busy_until` by reading again and again,
    /// then asleep until `until`. [`wait`] also serves the other pipes, which may keep a line from coming: input that has
    /// not been sent yet, or a full pipe of standard error.
    pub fn poll_briefly(&mut self, busy_until: Instant, until: Instant) {
        while Instant::now() < busy_until && self.output.is_some() {
            // Whoever else could run does: on a busy machine this is another way to sleep.
            std::thread::yield_now();
            if self.look() {
                return;
            }
        }
        if let Some(pipe) = &self.output {
            let left = until.saturating_duration_since(Instant::now());
            // Whether it was worth the wait, `look` sees.
            let _ = poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&timespec(left)));
            self.look();
        }
    }

    /// The next line it wrote, of those read so far.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        self.lines.next()
    }

    /// Whether it is in the middle of a line that is too long.
    pub fn is_inside_long_line(&self) -> bool {
        self.lines.is_skipping()
    }

    /// What it wrote after its last whole line, of what was read so far.
    pub fn unfinished_line(&self) -> &[u8] {
        self.lines.unfinished()
    }

    /// Whether lines may still come from it.
    pub fn is_open(&self) -> bool {
        self.output.is_some()
    }

    /// Whether lines can still be sent to it.
    pub fn takes_input(&self) -> bool {
        self.input.is_some()
    }

    /// Sends a line and waits until it is in the pipe.
    ///
    /// # Errors
    /// [`Trouble`]
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

    /// Waits for its next line.
    ///
    /// # Errors
    /// [`Trouble`]
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

    /// The end of what it wrote to standard error, as it came: to be escaped before it is shown.
    pub fn error_tail(&mut self) -> String {
        self.drain_errors();
        self.tail.text()
    }

    /// Reads what is in the pipe of standard error, but no more than a pipe holds.
    fn drain_errors(&mut self) {
        let mut buffer = [0; 16 * 1024];
        for _ in 0..4 {
            let Some(errors) = &self.errors else {
                return;
            };
            match lines::look(errors, &mut buffer) {
                Look::Bytes(count) => self.tail.push(&buffer[..count]),
                Look::Nothing => return,
                Look::End => self.errors = None,
            }
        }
    }

    /// How it ended, if it has.
    pub fn try_exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let status = self.keeper.try_wait().ok().flatten()?;
            self.exit = Some(match status.code() {
                Some(code @ 129..193) => Exit::Signal(code - 128),
                Some(code) => Exit::Code(code),
                None => Exit::Signal(std::os::unix::process::ExitStatusExt::signal(&status).unwrap_or(0)),
            });
        }
        self.exit
    }

    /// Waits for its end.
    pub fn exit_by(&mut self, deadline: Instant) -> Option<Exit> {
        while self.try_exit().is_none() {
            let left = deadline.checked_duration_since(Instant::now())?;
            let mut fds = [PollFd::new(&self.keeper_fd, PollFlags::IN)];
            // An interrupted wait is begun again; any other failure shows as a child that has not ended.
            let _ = poll(&mut fds, Some(&timespec(left)));
        }
        self.exit
    }

    /// Kills it and everything it has started; whether all were gone within [`KILL_TIME`].
    pub fn kill(&mut self) -> bool {
        self.close_input();
        if self.try_exit().is_some() {
            return true;
        }
        let deadline = Instant::now() + KILL_TIME;
        // Without a descriptor it had ended before it could be opened: its ID may be another's by now.
        if let Some(victim) = &self.victim_fd {
            let _ = rustix::process::pidfd_send_signal(victim, Signal::KILL);
            if !self.level.namespaces {
                let _ = rustix::process::kill_process_group(self.victim, Signal::KILL);
            }
        }
        if self.exit_by(deadline).is_some() {
            return true;
        }
        // Its keeper ends when all are gone.
        if self.exit_by(deadline + LONG_KILL_TIME).is_none() {
            drop(self.keeper.kill());
            self.exit_by(Instant::now() + KILL_TIME);
        }
        false
    }

    /// Reads and writes whatever is ready.
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
            self.look();
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

/// Waits until one of the children wrote something, closed something or took something, and serves them all.
///
/// # Errors
/// [`Trouble::Late`] at the deadline, [`Trouble::Closed`] if nothing can come from any of them.
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
