//! Starts programs through a launcher.

use super::files::{Files, View};
use super::installation::{DEFAULT_PATH, lookup};
use super::launcher::{Orders, Report, VERB};
use super::lines::{Available, Lines, Tail};
use super::supervisor::KILLED;
use super::{Child, Level, Limits, Sandbox, timespec};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, io};

/// A program that can be started.
///
/// ```
/// use clowder::arena::process::{Program, Sandbox};
///
/// let mut program = Program::new(["node", "bot.js"]);
/// program.sandbox = Sandbox::Require;
/// program.limits.memory = 512 << 20;
/// assert_eq!(program.command.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    /// The program's name or path, followed by its arguments.
    pub command: Vec<OsString>,
    /// Environment variables for the program, in addition to those that every program receives, such as
    /// `PATH` and `HOME`.
    pub variables: Vec<(OsString, OsString)>,
    /// Whether the program runs in a sandbox.
    pub sandbox: Sandbox,
    /// The files that are visible to the program in a sandbox.
    pub files: Files,
    /// The resources that the program may use.
    pub limits: Limits,
    /// The executable that launches the program, or `None` for the executable of this process.
    pub launcher: Option<PathBuf>,
}

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpawnError {
    /// The program does not exist.
    #[error("cannot start {0}: there is no such program")]
    NoProgram(String),
    /// The file exists, but the operating system cannot start it under this name. The second string suggests what to
    /// write instead.
    #[error("cannot start {0}: {1}")]
    NotAProgram(String, String),
    /// The operating system or the launcher could not start the program.
    #[error("cannot start {0}: {1}")]
    System(String, io::Error),
}

/// The variables that every program inherits if they are set in this process.
const INHERITED: [&str; 10] =
    ["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TERM", "JAVA_HOME", "LD_LIBRARY_PATH"];
/// How long a launcher may take to become ready. Only an overloaded machine needs this much time.
const LAUNCH_TIME: Duration = Duration::from_secs(60);
/// The maximum size of a report, in bytes.
const LONGEST_REPORT: usize = 1 << 16;

impl Program {
    /// Creates a program with the default limits, to be run in a sandbox as far as the kernel allows.
    ///
    /// ```
    /// let program = clowder::arena::process::Program::new(["cat"]);
    /// assert!(program.variables.is_empty());
    /// ```
    pub fn new(command: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self {
            command: command.into_iter().map(Into::into).collect(),
            variables: Vec::new(),
            sandbox: Sandbox::Auto,
            files: Files::default(),
            limits: Limits::default(),
            launcher: None,
        }
    }

    /// Starts the program.
    ///
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
    /// Returns an error if the program does not exist, or if the operating system or the sandbox refuses to start it.
    pub fn spawn(&self) -> Result<Child, SpawnError> {
        let name = self.command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if self.command.first().is_none_or(|name| lookup(name, &self.path()).is_none()) {
            if !Path::new(&name).is_file() {
                return Err(SpawnError::NoProgram(name));
            }
            let advice = self.advice(&name);
            return Err(SpawnError::NotAProgram(name, advice));
        }
        self.start().map_err(|error| SpawnError::System(name, error))
    }

    /// Explains why an existing file cannot be started, and suggests what to write instead.
    fn advice(&self, file: &str) -> String {
        if lookup(Path::new(".").join(file).as_os_str(), &self.path()).is_some() {
            return format!("to start a program in the working directory, write its path: `./{file}`");
        }
        let extension = Path::new(file).extension();
        let known = INTERPRETERS.iter().find(|(ending, _)| extension.is_some_and(|found| found == *ending));
        let other = "this file is not executable; if it is a program, make it executable with `chmod +x`; if it needs an \
                     interpreter, write the interpreter before it";
        known.map_or(other.to_owned(), |(_, interpreter)| {
            format!("this file is not a program; write its interpreter before it: `{interpreter} {file}`")
        })
    }

    fn path(&self) -> OsString {
        let given = self.variables.iter().rfind(|(key, _)| key == "PATH").map(|(_, path)| path.clone());
        given.or_else(|| env::var_os("PATH")).unwrap_or_else(|| DEFAULT_PATH.into())
    }

    /// Hides another program's files, such as the opponent's, unless they also belong to this program. A folder that
    /// both programs share remains visible, but the file named in the other program's command is hidden.
    pub fn hide(&mut self, other: &Self) {
        let path = self.path();
        self.files.hide(&self.command, &other.command, &other.files.own, &path);
    }

    /// Returns the folders that are visible in the sandbox because the program's command names a file or a
    /// directory. The result maps each folder to the files that the command names in it. The map is empty if
    /// the program has no sandbox. Programs in the same folder can read each other's files.
    ///
    /// ```
    /// assert!(clowder::arena::process::Program::new(["cat"]).own_folders().is_empty());
    /// ```
    pub fn own_folders(&self) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        if self.sandbox == Sandbox::Off {
            return BTreeMap::new();
        }
        self.files.own_folders(&self.command, &self.path())
    }

    fn start(&self) -> io::Result<Child> {
        let is_off = self.sandbox == Sandbox::Off;
        let orders = Orders {
            parent: rustix::process::getpid().as_raw_nonzero().get(),
            command: self.command.clone(),
            sandbox: self.sandbox,
            view: if is_off { View::default() } else { View::new(&self.command, &self.path(), &self.files)? },
            sets_temporary: self.variables.iter().all(|(key, _)| key != "TMPDIR"),
            limits: self.limits,
        };
        let launcher = self.launcher.as_deref().unwrap_or(Path::new("/proc/self/exe"));
        let mut command = Command::new(launcher);
        command.arg(VERB).env_clear();
        command.envs(INHERITED.iter().filter_map(|&key| Some((key, env::var_os(key)?))));
        command.envs(self.variables.iter().map(|(key, value)| (key, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut supervisor = command.spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let input = supervisor.stdin.take().ok_or_else(missing)?;
        // An error is ignored here, because a failed launcher has reported the reason, which is read below.
        drop(orders.send(&input));
        let input = OwnedFd::from(input);
        let output = OwnedFd::from(supervisor.stdout.take().ok_or_else(missing)?);
        let errors = OwnedFd::from(supervisor.stderr.take().ok_or_else(missing)?);
        for pipe in [&input, &output, &errors] {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        let pid = Pid::from_child(&supervisor);
        // Dropping this value after an error kills the launcher.
        let mut child = Child {
            input: Some(input),
            output: Some(output),
            errors: Some(errors),
            unsent: Vec::new(),
            lines: Lines::new(self.limits.line),
            tail: Tail::default(),
            supervisor,
            supervisor_fd: pidfd_open(pid, PidfdFlags::empty())?,
            target: pid,
            target_fd: Some(pidfd_open(pid, PidfdFlags::empty())?),
            level: Level::default(),
            group: None,
        };
        child.read_report()?;
        Ok(child)
    }
}

impl Child {
    fn read_report(&mut self) -> io::Result<()> {
        let (first, rest) = first_line(self.errors.as_ref())?;
        let Ok(Report { group, started }) = serde_json::from_slice(&first) else {
            let text = [first, rest].concat();
            let text = String::from_utf8_lossy(&text).trim().to_owned();
            let unknown = || {
                format!(
                    "its launcher wrote {text:?} and no report; does the binary call `process::enter` first?"
                )
            };
            return Err(io::Error::other(text.strip_prefix(KILLED).map_or_else(unknown, str::to_owned)));
        };
        self.tail.push(&rest);
        self.group = group;
        let (pid, level) = started.map_err(io::Error::other)?;
        self.level = level;
        let missing = || io::Error::other("the launcher did not report a process");
        self.target = Pid::from_raw(pid).ok_or_else(missing)?;
        // The result is `None` if the process has already ended. The supervisor reports the exit.
        self.target_fd = pidfd_open(self.target, PidfdFlags::empty()).ok();
        Ok(())
    }
}

const INTERPRETERS: [(&str, &str); 8] = [
    ("py", "python3"),
    ("js", "node"),
    ("mjs", "node"),
    ("cjs", "node"),
    ("jar", "java -jar"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("sh", "sh"),
];

/// Reads the first line of standard error. Also returns any further bytes that were read together with this line.
fn first_line(errors: Option<&OwnedFd>) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let errors = errors.ok_or_else(|| io::Error::other("a pipe is missing"))?;
    let deadline = Instant::now() + LAUNCH_TIME;
    let mut lines = Lines::new(LONGEST_REPORT);
    loop {
        if let Some((line, cut)) = lines.find() {
            return Ok((lines.line(line, cut).bytes.to_vec(), lines.unfinished().to_vec()));
        }
        let Some(left) = deadline.checked_duration_since(Instant::now()) else {
            return Err(io::Error::other("its launcher was not ready in time"));
        };
        // An interrupted wait is repeated with the same deadline.
        let _ = poll(&mut [PollFd::new(errors, PollFlags::IN)], Some(&timespec(left)));
        if lines.fill(errors) == Available::End {
            return Err(io::Error::other("its launcher exited before it was ready"));
        }
    }
}
