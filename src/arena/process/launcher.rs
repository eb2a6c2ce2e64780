//! The launcher is a small process between the referee and the program that the launcher starts. This program is called
//! the *target*.
//!
//! The referee starts its own executable again with a hidden first argument. The new process has only one thread, so
//! it can fork safely. After the fork, the parent becomes the [supervisor](super::supervisor) of the target, and the
//! child prepares the sandbox.
//!
//! - With namespaces: the child is the first process of a PID namespace. It builds the file system of the target,
//!   starts the target, and watches how much memory it uses. When the target ends, this first process ends too, and
//!   then the kernel ends everything in the namespace. The supervisor is killed when the referee's thread ends
//!   (`PR_SET_PDEATHSIG`), and the first process is killed when the supervisor ends.
//! - Without namespaces: the child becomes the target. The supervisor adopts the processes that the target leaves
//!   behind. When the target or the referee has ended, the supervisor kills the target and all these processes.
//!
//! The launcher gets its [`Orders`] on standard input and not as arguments, because the target can read the arguments
//! of the launcher. Before the target starts, the launcher writes one line of JSON, the [`Report`], to standard
//! error.

use super::files::View;
use super::group::{Group, fair_sessions};
use super::installation::{DEFAULT_PATH, lookup};
use super::kernel::{self, Close};
use super::memory::{self, Used};
use super::supervisor::{code_of, detach_streams, orphaned, supervise};
use super::user::{self, User};
use super::{Level, Limits, Promise, Sandbox, confine, root};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::process::{self, DumpableBehavior, Resource, Rlimit, Signal};
use rustix::thread::UnshareFlags;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

/// The hidden argument with which the binary acts as a launcher.
pub(super) const VERB: &str = "__launch";
/// The maximum number of bytes of the orders, which is far more than the paths on any computer need.
const MOST_ORDERS: u64 = 16 << 20;

/// The instructions from the referee to a launcher.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The process ID of the referee.
    pub(super) parent: i32,
    /// The name or path of the target, followed by its arguments.
    pub(super) command: Vec<OsString>,
    pub(super) sandbox: Sandbox,
    /// The files that the target sees in a sandbox.
    pub(super) view: View,
    /// True if the launcher must set `TMPDIR`, because the caller has not set it.
    pub(super) sets_temporary: bool,
    pub(super) limits: Limits,
}

impl Orders {
    /// Writes the orders to the standard input of a launcher.
    pub(super) fn send(&self, mut to: impl io::Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        to.write_all(&(text.len() as u64).to_le_bytes())?;
        to.write_all(&text)
    }

    /// Reads the orders, and nothing after them, from standard input.
    fn receive() -> io::Result<Self> {
        // `io::stdin` has a buffer, into which it would read bytes that are meant for the target.
        let mut input = File::from(rustix::io::dup(io::stdin())?);
        let mut length = [0; 8];
        input.read_exact(&mut length)?;
        let mut text = Vec::new();
        input.take(u64::from_le_bytes(length).min(MOST_ORDERS)).read_to_end(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    }
}

/// The report from a launcher to the referee.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The target is about to start.
    Ready {
        /// The ID of the process that is killed in order to end everything that the target has started.
        pid: i32,
        level: Level,
        /// The control group of the target.
        group: Option<PathBuf>,
    },
    /// The target cannot be started.
    Failed {
        why: String,
        /// The control group of the launcher.
        group: Option<PathBuf>,
    },
}

/// If this process was started as a launcher, this function acts as the launcher and never returns. A binary that uses
/// this module must call this function first in `main`.
///
/// ```
/// // In a process that was not started as a launcher, nothing happens.
/// clowder::arena::process::enter();
/// ```
pub fn enter() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|verb| verb != VERB) || arguments.next().is_some() {
        return;
    }
    // The target must not inherit files that the caller has opened.
    let closed = kernel::close_others(Close::Now);
    let Ok(orders) = Orders::receive() else {
        std::process::exit(2);
    };
    let mut group = None;
    let error = match launch(&orders, closed, &mut group) {
        Ok(code) => std::process::exit(code),
        Err(error) => error,
    };
    report(&Report::Failed { why: error.to_string(), group });
    std::process::exit(126);
}

/// Writes the report. An error is ignored, because it means that the referee has ended and nothing reads the report.
fn report(report: &Report) {
    let line = serde_json::to_string(report).unwrap_or_default() + "\n";
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Starts the target and supervises it. Returns the target's exit code. `entered` is set to the directory of the
/// control group of this process, even if the launch fails later.
fn launch(orders: &Orders, closed: io::Result<()>, entered: &mut Option<PathBuf>) -> io::Result<i32> {
    process::setsid()?;
    let mut level = if orders.sandbox == Sandbox::Off { Level::off() } else { Level::default() };
    match closed {
        Ok(()) => level.keep(Promise::Descriptors, "close_range"),
        Err(error) => level.miss(format!("close_range is not available ({error})")),
    }
    // The group must be entered before the namespaces, because the group cannot be reached from inside the namespaces.
    let group = enter_group(orders, &mut level);
    *entered = group.as_ref().map(|group| group.directory.clone());
    match fair_sessions() {
        _ if level.keeps(Promise::Processors) => {}
        // Without a sandbox, the promise about the processors is not kept, because only the filter for system calls
        // prevents a program from beginning more sessions.
        Ok(()) if orders.sandbox != Sandbox::Off => {
            level.keep(Promise::Processors, "the kernel divides them by session");
        }
        Ok(()) => {}
        Err(why) => level.miss(why),
    }
    let mut user = None;
    if orders.sandbox != Sandbox::Off {
        match enter_namespaces() {
            Ok(entered) => {
                user = Some(entered);
                level.keep(Promise::Lifetime, "PID namespace");
                process::set_parent_process_death_signal(Some(Signal::KILL))?;
            }
            Err(error) => level.miss(format!("new namespaces are not available ({error})")),
        }
    }
    if orphaned(orders.parent) {
        return Ok(0);
    }
    process::set_child_subreaper(Some(process::getpid()))?;
    let killed_first = user.is_none().then(KilledFirst::mark);
    let (receive, send) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    let Some(child) = kernel::fork_process()? else {
        drop(send);
        let mut pid = [0; 4];
        let receive = File::from(receive);
        (&receive).read_exact(&mut pid)?;
        let launcher = Launcher { orders, level, pid: i32::from_le_bytes(pid), user, proc: None, group };
        if let Some(killed_first) = killed_first {
            killed_first.stay();
        }
        return match user {
            Some(user) => launcher.first_process(user, &receive),
            None => launcher.become_target(),
        };
    };
    drop(killed_first);
    File::from(send.try_clone()?).write_all(&child.as_raw_nonzero().get().to_le_bytes())?;
    let code = supervise(orders.parent, child, user.is_some())?;
    drop(send);
    Ok(code)
}

/// Enters a control group with the limits of the target, if this user is allowed to create a group.
fn enter_group(orders: &Orders, level: &mut Level) -> Option<Group> {
    // Without a group, other limits apply. The list of promises shows which limits these are.
    let group = Group::enter(orders.parent, &orders.limits).ok()?;
    let promises = [("memory", Promise::Memory), ("pids", Promise::Count), ("cpu", Promise::Processors)];
    for (_, promise) in promises.into_iter().filter(|(controller, _)| group.has(controller)) {
        level.keep(promise, "control group version 2");
    }
    Some(group)
}

/// Enters new PID, IPC, network, host name and cgroup namespaces. If this process is not allowed to do that, it enters
/// a new user namespace as well. Returns the user of the target.
fn enter_namespaces() -> io::Result<User> {
    let flags = UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    if process::getuid().is_root() && user::has_other_ids() && kernel::unshare(flags).is_ok() {
        return Ok(User::new(true));
    }
    let (own, group) = (process::getuid().as_raw(), process::getgid().as_raw());
    kernel::unshare(flags | UnshareFlags::NEWUSER)?;
    let proc = rustix::fs::open("/proc", OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    user::map_own(proc.as_fd(), own, group)?;
    Ok(User::new(false))
}

/// The information for the process that the launcher forks.
struct Launcher<'a> {
    orders: &'a Orders,
    level: Level,
    /// The ID of the forked process in the referee's PID namespace.
    pid: i32,
    /// The user of the target, or `None` if the target has no namespaces of its own.
    user: Option<User>,
    /// A `/proc` that is not read-only.
    proc: Option<OwnedFd>,
    /// The control group of the target.
    group: Option<Group>,
}

impl Launcher<'_> {
    /// Acts as the first process of the namespaces. Returns the target's exit code.
    fn first_process(mut self, user: User, supervisor: &File) -> io::Result<i32> {
        let killed_first = KilledFirst::mark();
        self.mount(user);
        // The target must not read the memory or the environment of this process.
        process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // Without a separate `/proc`, the watcher would measure the processes of the whole system.
        let watches = self.level.keeps(Promise::Processes);
        if watches && !self.level.keeps(Promise::Memory) {
            self.level.keep(Promise::Memory, "a watcher for all processes, and a limit for each of them");
        }
        let errors = memory::errors()?;
        let Some(target) = kernel::fork_process()? else {
            killed_first.stay();
            return self.become_target();
        };
        drop(killed_first);
        let limit = memory::Limit {
            most: self.orders.limits.memory,
            errors,
            group: self.group.take(),
            used: watches.then(Used::new),
        };
        user.become_user()?;
        process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        // The signal is set here, because changing the user clears it.
        process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // If the supervisor has already ended, its end of the pipe is closed. This process then ends, and the kernel
        // ends the target with it.
        let mut fds = [PollFd::new(supervisor, PollFlags::empty())];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        if !fds[0].revents().is_empty() {
            return Ok(0);
        }
        detach_streams(true)?;
        Ok(code_of(limit.wait_for(target)?))
    }

    /// Enters a file system in which only the files of the target exist.
    fn mount(&mut self, user: User) {
        let built = kernel::unshare(UnshareFlags::NEWNS).and_then(|()| root::enter(&self.orders.view, user));
        let proc = match built {
            Ok(proc) => {
                self.level.keep(Promise::Files, "mount namespace");
                proc.map(Some)
            }
            Err(error) => {
                self.level.miss(format!("a separate file system is not available ({error})"));
                root::own_mounts().map(|()| None)
            }
        };
        match proc {
            Ok(proc) => {
                self.proc = proc;
                self.level.keep(Promise::Processes, "PID namespace");
            }
            Err(error) => self.level.miss(format!("a separate /proc is not available ({error})")),
        }
    }

    /// Sets the limits, enters the rest of the sandbox, and becomes the target. Returns only if one of these steps
    /// fails.
    fn become_target(mut self) -> io::Result<i32> {
        process::setpgid(None, None)?;
        if self.user.is_none() {
            process::set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        self.limit()?;
        let mut has_temporary = false;
        if self.orders.sandbox != Sandbox::Off {
            has_temporary =
                confine::confine(self.user, self.proc.as_ref(), &self.orders.view, &mut self.level)?;
        }
        if self.orders.sandbox == Sandbox::Require && !self.level.is_full() {
            return Err(io::Error::other(format!("the sandbox is {}", self.level)));
        }
        let mut words = self.orders.command.iter();
        let name = words.next().ok_or_else(|| io::Error::other("there is no program to start"))?;
        let mut command = Command::new(name);
        command.args(words);
        if has_temporary && self.orders.sets_temporary {
            let is_own = self.level.keeps(Promise::Files);
            command.env("TMPDIR", if is_own { "/tmp" } else { "/dev/shm" });
        }
        // The referee has already found the program outside the sandbox, where all files are visible. Here, the program
        // can be missing.
        let path = std::env::var_os("PATH").unwrap_or_else(|| DEFAULT_PATH.into());
        if lookup(name, &path).is_none() {
            return Err(io::Error::other(
                "the file of the program is not visible in the sandbox; make it visible with --read",
            ));
        }
        let group = self.group.map(|group| group.directory);
        report(&Report::Ready { pid: self.pid, level: self.level, group });
        let error = command.exec();
        // The referee has already got its report, so this line is for people. The file itself has been found.
        let why = match error.kind() {
            io::ErrorKind::NotFound => {
                "the interpreter that its first line names does not exist here".to_owned()
            }
            _ => error.to_string(),
        };
        drop(writeln!(io::stderr(), "clowder: cannot start {}: {why}", name.display()));
        std::process::exit(126)
    }

    /// Sets the resource limits and the priority.
    fn limit(&mut self) -> io::Result<()> {
        let orders = self.orders;
        // An error is ignored, because the kernel can refuse to lower a priority that is already low.
        let _ = process::setpriority_process(None, process::getpriority_process(None)? + orders.limits.nice);
        let limit = |resource, most: u64| {
            let most = process::getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
            process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
        };
        limit(Resource::Core, 0)?;
        // The address space is not limited, because Java and V8 reserve much more of it than they use.
        limit(Resource::Data, orders.limits.memory)?;
        limit(Resource::Nofile, orders.limits.files)?;
        // Without namespaces, the limit would count all processes of the user, so it is not set. The limit never
        // applies to root. Therefore, if root starts the referee, the target runs as another user.
        let is_counted = self.user.is_some_and(|user| user != User::Own || !process::getuid().is_root());
        if is_counted {
            limit(Resource::Nproc, orders.limits.processes)?;
            if !self.level.keeps(Promise::Count) {
                self.level.keep(Promise::Count, "resource limit");
            }
        }
        Ok(())
    }
}

/// The highest value of `oom_score_adj`. The kernel kills a process with this value before all others. Every user is
/// allowed to raise the value of their own processes.
const FIRST: &str = "1000";

/// A mark that makes the kernel kill this process first when memory runs out. Without it, the kernel could kill the
/// launcher, which is in the same control group, and the launcher could not report why the target has ended. A target
/// can hold memory that it does not map, such as the contents of pipes. Child processes inherit the mark. When this value is
/// dropped, the mark is removed from this process.
struct KilledFirst {
    /// The file with the value of this process, and its old content. The field is `None` if the kernel does not let
    /// this process write the value, or if the mark must stay.
    file: Option<(File, String)>,
}

impl KilledFirst {
    /// Marks this process. The file is opened now, because it cannot be opened in the sandbox.
    fn mark() -> Self {
        let open = || {
            let mut file = OpenOptions::new().read(true).write(true).open("/proc/self/oom_score_adj")?;
            let mut old = String::new();
            file.read_to_string(&mut old)?;
            file.write_all(FIRST.as_bytes())?;
            io::Result::Ok((file, old))
        };
        Self { file: open().ok() }
    }

    /// Leaves the mark on this process.
    fn stay(mut self) {
        self.file = None;
    }
}

impl Drop for KilledFirst {
    fn drop(&mut self) {
        if let Some((file, old)) = &mut self.file {
            // If this fails, the kernel can kill this process instead of the target. The target then ends, too, but
            // possibly without a message.
            drop(file.rewind().and_then(|()| file.write_all(old.trim().as_bytes())));
        }
    }
}
