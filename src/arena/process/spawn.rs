//! Starting a program in its cell.

use super::cell::{Orders, Report, VERB};
use super::lines::{Lines, Look, Tail};
use super::{Child, Level, Sandbox, timespec};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::Pid;
use std::ffi::OsString;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, mpsc};
use std::time::{Duration, Instant};
use std::{env, io};

/// What a child process may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of data for each process.
    pub memory: u64,
    /// Open files for each process.
    pub files: u64,
    /// Processes and threads in all, where the kernel can count them; for root at least 301.
    pub processes: u64,
    /// How much lower its priority is.
    pub nice: i32,
    /// Bytes of a line, its end counted.
    pub line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, files: 256, processes: 256, nice: 5, line: 64 * 1024 }
    }
}

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name or path, then its arguments.
    pub command: Vec<OsString>,
    /// Variables it gets beside the few that every program needs (`PATH`, `HOME`, the language, the time zone).
    pub variables: Vec<(OsString, OsString)>,
    /// Whether to shut it in.
    pub sandbox: Sandbox,
    /// What it may use up.
    pub limits: Limits,
    /// The binary to start as its cell; this one if not given.
    pub cell: Option<PathBuf>,
}

/// Why a program was not started.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// There is no such program.
    #[error("cannot start {0}: there is no such program")]
    NoProgram(String),
    /// The operating system did not start it.
    #[error("cannot start {0}: {1}")]
    System(String, io::Error),
    /// Its cell did not get as far as the program.
    #[error("cannot start {0}: {1}")]
    Cell(String, String),
}

/// Variables every program gets if they are set here.
const INHERITED: [&str; 10] =
    ["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TERM", "JAVA_HOME", "LD_LIBRARY_PATH"];
/// Time for a cell to be ready: only a machine that is far too busy needs so much.
const CELL_TIME: Duration = Duration::from_secs(10);

impl Program {
    /// A program with default limits, shut in as far as possible.
    pub fn new(command: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self {
            command: command.into_iter().map(Into::into).collect(),
            variables: Vec::new(),
            sandbox: Sandbox::Auto,
            limits: Limits::default(),
            cell: None,
        }
    }

    /// Starts it.
    ///
    /// # Errors
    /// [`SpawnError`]: there is no such program, or the operating system or the sandbox refused.
    pub fn spawn(&self) -> Result<Child, SpawnError> {
        let name = self.command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !self.is_there() {
            return Err(SpawnError::NoProgram(name));
        }
        self.start()
            .map_err(|error| SpawnError::System(name.clone(), error))?
            .map_err(|why| SpawnError::Cell(name, why))
    }

    /// Whether the program can be found as the cell will look for it.
    fn is_there(&self) -> bool {
        let Some(name) = self.command.first() else {
            return false;
        };
        let is_program =
            |path: &Path| path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
        if name.as_encoded_bytes().contains(&b'/') {
            return is_program(Path::new(name));
        }
        let given =
            self.variables.iter().rev().find(|(key, _)| key == "PATH").map(|(_, value)| value.clone());
        let path = given.or_else(|| env::var_os("PATH")).unwrap_or_else(|| "/bin:/usr/bin".into());
        env::split_paths(&path).any(|directory| is_program(&directory.join(name)))
    }

    fn start(&self) -> io::Result<Result<Child, String>> {
        let orders = Orders {
            parent: rustix::process::getpid().as_raw_nonzero().get(),
            sandbox: self.sandbox,
            memory: self.limits.memory,
            files: self.limits.files,
            processes: self.limits.processes,
            nice: self.limits.nice,
        };
        let cell = self.cell.as_deref().unwrap_or(Path::new("/proc/self/exe"));
        let mut command = Command::new(cell);
        command.arg(VERB).arg(serde_json::to_string(&orders)?).args(&self.command).env_clear();
        command.envs(INHERITED.iter().filter_map(|&key| Some((key, env::var_os(key)?))));
        if self.sandbox != Sandbox::Off {
            command.env("TMPDIR", "/dev/shm");
        }
        command.envs(self.variables.iter().map(|(key, value)| (key, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut keeper = start_from_lasting_thread(command)?;
        match adopt(&mut keeper, self.limits.line) {
            Ok(parts) => Ok(Ok(parts.child(keeper))),
            Err(why) => {
                drop(keeper.kill());
                keeper.wait()?;
                why.map(Err)
            }
        }
    }
}

/// What a started cell gave us.
struct Parts {
    pipes: [OwnedFd; 3],
    lines: Lines,
    tail: Tail,
    keeper_fd: OwnedFd,
    victim: Pid,
    level: Level,
}

impl Parts {
    fn child(self, keeper: std::process::Child) -> Child {
        let [input, output, errors] = self.pipes.map(Some);
        Child {
            input,
            output,
            errors,
            unsent: Vec::new(),
            lines: self.lines,
            tail: self.tail,
            keeper,
            keeper_fd: self.keeper_fd,
            victim: self.victim,
            // None if it has ended already, which its keeper will tell.
            victim_fd: rustix::process::pidfd_open(self.victim, rustix::process::PidfdFlags::empty()).ok(),
            level: self.level,
            exit: None,
        }
    }
}

/// Takes over the pipes and waits for the report; the error is why there is none, if the system did not fail itself.
fn adopt(keeper: &mut std::process::Child, line: usize) -> Result<Parts, io::Result<String>> {
    let own = |fd: Option<OwnedFd>| -> io::Result<OwnedFd> {
        let fd = fd.ok_or_else(|| io::Error::other("a pipe is missing"))?;
        rustix::io::ioctl_fionbio(&fd, true)?;
        Ok(fd)
    };
    let prepare = |keeper: &mut std::process::Child| -> io::Result<_> {
        let input = own(keeper.stdin.take().map(Into::into))?;
        let output = own(keeper.stdout.take().map(Into::into))?;
        let errors = own(keeper.stderr.take().map(Into::into))?;
        let pid = Pid::from_child(keeper);
        Ok(([input, output, errors], rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty())?))
    };
    let (pipes, keeper_fd) = prepare(keeper).map_err(Err)?;
    let (first, rest) = first_line(&pipes[2]).map_err(Ok)?;
    match serde_json::from_slice(&first) {
        Ok(Report::Ready { pid, level }) => {
            let victim = Pid::from_raw(pid).ok_or_else(|| Ok("the cell named no process".to_owned()))?;
            let mut tail = Tail::default();
            tail.push(&rest);
            Ok(Parts { pipes, lines: Lines::new(line), tail, keeper_fd, victim, level })
        }
        Ok(Report::Failed(why)) => Err(Ok(why)),
        Err(_) => {
            Err(Ok("its cell wrote no report; does the binary call `process::enter` first?".to_owned()))
        }
    }
}

/// The first line of standard error and what came with it.
fn first_line(errors: impl AsFd) -> Result<(Vec<u8>, Vec<u8>), String> {
    let deadline = Instant::now() + CELL_TIME;
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(end) = text.iter().position(|&byte| byte == b'\n') {
            let rest = text.split_off(end + 1);
            return Ok((text, rest));
        }
        let left = deadline.checked_duration_since(Instant::now()).ok_or("its cell was not ready in time")?;
        let mut fds = [PollFd::new(&errors, PollFlags::IN)];
        // An interrupted wait is begun again, with the same deadline.
        let _ = poll(&mut fds, Some(&timespec(left)));
        match super::lines::look(&errors, &mut buffer) {
            Look::Bytes(count) => text.extend_from_slice(&buffer[..count]),
            Look::Nothing => {}
            Look::End => return Err("its cell ended before it was ready".to_owned()),
        }
    }
}

/// A command to start and where to send the process.
type Job = (Command, mpsc::Sender<io::Result<std::process::Child>>);

/// Starts a command from a thread that lives as long as this process: a keeper dies with the *thread* that
/// started it.
fn start_from_lasting_thread(command: Command) -> io::Result<std::process::Child> {
    static STARTER: OnceLock<Mutex<mpsc::Sender<Job>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (jobs, queue) = mpsc::channel::<Job>();
        std::thread::spawn(move || {
            for (mut command, answer) in queue {
                // Whoever asked may have given up: the process then ends with its pipes.
                drop(answer.send(command.spawn()));
            }
        });
        Mutex::new(jobs)
    });
    let (answer, child) = mpsc::channel();
    let gone = || io::Error::other("the starting thread is gone");
    starter.lock().map_err(|_| gone())?.send((command, answer)).map_err(|_| gone())?;
    child.recv().map_err(|_| gone())?
}
