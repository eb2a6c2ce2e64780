//! The launcher: a small process between the referee and the program to be started (the *target*).
//!
//! The referee starts its own executable again with a hidden first argument. The new process has only one thread, so it
//! can fork safely. After the fork, the parent becomes the target's [supervisor](super::supervisor), and the child
//! prepares the sandbox.
//!
//! - With namespaces, the child is the first process of a PID namespace. The child builds the target's file
//!   system and starts the target. When the target ends, the child ends, too, and the kernel then ends every
//!   other process in the namespace. The supervisor [monitors](super::memory) how much memory the target
//!   uses. The target cannot interfere with the supervisor, which is outside the namespace and in another
//!   session. If the supervisor ends, the kernel kills the child (`PR_SET_PDEATHSIG`).
//! - Without namespaces, the child becomes the target. The supervisor adopts any processes that the target leaves
//!   behind, and kills them once the target has ended.
//!
//! In either case, the supervisor kills the child when the referee ends.
//!
//! The launcher receives its [`Orders`] on standard input, because the target could read them if they were arguments.
//! Before the target starts, the launcher writes a [`Report`] to standard error, as a single line of JSON.

use super::files::View;
use super::group::{Group, fair_sessions};
use super::installation::{DEFAULT_PATH, lookup};
use super::kernel::{self, Step as _};
use super::supervisor::{code_of, detach_streams, supervise, wait_for};
use super::user::{self, User};
use super::{Level, Limits, Promise, Sandbox, confine, root};
use rustix::fs::{Mode, OFlags};
use rustix::process::{self, DumpableBehavior, PidfdFlags, Resource, Rlimit, Signal};
use rustix::thread::UnshareFlags;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

/// The hidden argument that makes the executable act as a launcher.
pub(super) const VERB: &str = "__launch";
/// The maximum size of the orders in bytes. Real orders are far smaller.
const MOST_ORDERS: u64 = 16 << 20;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The referee's process ID.
    pub(super) parent: i32,
    /// The target's name or path, followed by its arguments.
    pub(super) command: Vec<OsString>,
    pub(super) sandbox: Sandbox,
    /// The files that are visible to the target in a sandbox.
    pub(super) view: View,
    /// True if the launcher must set `TMPDIR` because the caller has not set it.
    pub(super) sets_temporary: bool,
    pub(super) limits: Limits,
}

impl Orders {
    /// Writes the orders to a launcher's standard input.
    pub(super) fn send(&self, mut to: impl io::Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        to.write_all(&(text.len() as u64).to_le_bytes())?;
        to.write_all(&text)
    }

    /// Reads the orders from standard input, but nothing after them.
    fn receive() -> io::Result<Self> {
        // `io::stdin` is buffered, so it would also consume bytes that are meant for the target.
        let mut input = File::from(rustix::io::dup(io::stdin())?);
        let mut length = [0; 8];
        input.read_exact(&mut length)?;
        let mut text = vec![0; u64::from_le_bytes(length).min(MOST_ORDERS) as usize];
        input.read_exact(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) group: Option<PathBuf>,
    /// A process ID and the sandbox level, or the reason why the target cannot be started. Everything that
    /// the target has started ends when the process with this ID exits.
    pub(super) started: Result<(i32, Level), String>,
}

/// If this process was started as a launcher, acts as the launcher and never returns. A program that uses
/// this module must call this function at the beginning of `main`.
///
/// ```
/// // Nothing happens in a process that was not started as a launcher.
/// clowder::arena::process::enter();
/// ```
pub fn enter() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|verb| verb != VERB) || arguments.next().is_some() {
        return;
    }
    // The target must not inherit files opened by the caller.
    let closed = kernel::close_others(kernel::NOW);
    let mut group = None;
    let orders = Orders::receive().step("read its orders");
    let error = match orders.and_then(|orders| launch(&orders, closed, &mut group)) {
        Ok(code) => std::process::exit(code),
        Err(error) => error,
    };
    report(&Report { group, started: Err(error.to_string()) });
    std::process::exit(126);
}

fn die_with_parent() -> io::Result<()> {
    process::set_parent_process_death_signal(Some(Signal::KILL)).step("end with the parent process")
}

/// Hides this process's memory and environment from the target.
fn hide_memory() -> io::Result<()> {
    process::set_dumpable_behavior(DumpableBehavior::NotDumpable).step("hide the memory of the launcher")
}

/// Lowers a resource limit, unless the current limit is already lower.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let most = process::getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    Ok(process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Writes the report. Errors are ignored: if the referee has ended, nobody needs the report.
fn report(report: &Report) {
    let line = serde_json::to_string(report).unwrap_or_default() + "\n";
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Starts and supervises the target, and returns its exit status. `entered` is set to the directory of this process's
/// control group, even if the launch fails later.
fn launch(orders: &Orders, closed: io::Result<()>, entered: &mut Option<PathBuf>) -> io::Result<i32> {
    process::setsid().step("begin a session")?;
    let mut level = Level { off: orders.sandbox == Sandbox::Off, ..Level::default() };
    match closed {
        Ok(()) => level.keep(Promise::Descriptors, "close_range"),
        Err(error) => level.miss(format!("close_range is not available ({error})")),
    }
    // The group is unreachable from inside the namespaces, so this process must enter the group first.
    let group = enter_group(orders, &mut level);
    *entered = group.as_ref().map(|group| group.directory.clone());
    match fair_sessions() {
        _ if level.keeps(Promise::Processors) => {}
        // The kernel gives each session an equal share of the processors. Without a sandbox, a program could
        // start more sessions to get more than its share. The system call filter prevents this.
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
            }
            Err(error) => level.miss(format!("new namespaces are not available ({error})")),
        }
    }
    let parent = process::getppid().filter(|parent| parent.as_raw_nonzero().get() == orders.parent);
    // If the referee has ended, this process now has a different parent.
    let Some(parent) = parent else { return Ok(0) };
    let referee = process::pidfd_open(parent, PidfdFlags::empty()).step("watch the referee")?;
    process::set_child_subreaper(Some(process::getpid())).step("adopt processes")?;
    let (outside, inside) = UnixStream::pair().step("connect the supervisor")?;
    let Some(child) = kernel::fork_process()? else {
        drop(outside);
        return Launcher { orders, level, user, proc: None, pid: 0, group: entered.clone() }.start(&inside);
    };
    drop(inside);
    supervise(&referee, orders.limits.memory, child, user.is_some(), outside, group)
}

/// Enters a control group with the target's limits, if the user is allowed to create one.
fn enter_group(orders: &Orders, level: &mut Level) -> Option<Group> {
    // Without a group, other limits apply, as the list of promises shows.
    let group = Group::enter(orders.parent, &orders.limits)?;
    let promises = [("memory", Promise::Memory), ("pids", Promise::Count), ("cpu", Promise::Processors)];
    for (_, promise) in promises.into_iter().filter(|(controller, _)| group.has(controller)) {
        level.keep(promise, "control group version 2");
    }
    Some(group)
}

/// Enters new PID, IPC, network, UTS and cgroup namespaces. If the process lacks the necessary privileges,
/// also enters a new user namespace. Returns the target's user.
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

/// The information that the forked process needs.
struct Launcher<'a> {
    orders: &'a Orders,
    level: Level,
    /// The target's user, or `None` if the target has no separate namespaces.
    user: Option<User>,
    /// A writable `/proc`.
    proc: Option<OwnedFd>,
    /// The ID of the forked process in the referee's PID namespace, known once the supervisor is ready.
    pid: i32,
    group: Option<PathBuf>,
}

impl Launcher<'_> {
    /// Acts as the forked process. Returns the target's exit status.
    fn start(mut self, mut supervisor: &UnixStream) -> io::Result<i32> {
        // Processor time is divided by session, so a new session prevents the target from slowing down the
        // supervisor. The session's process group can be stopped as a whole. In the sandbox, the target
        // cannot leave this group.
        process::setsid().step("begin a session")?;
        // This value makes the kernel kill this process first when memory runs out. An error is ignored,
        // because no promise depends on this value.
        drop(fs::write("/proc/self/oom_score_adj", "1000"));
        if let Some(user) = self.user {
            self.mount(user);
        }
        // Without a separate `/proc`, the watcher would measure every process on the system.
        let wants_watcher = self.level.keeps(Promise::Processes) && !self.level.keeps(Promise::Memory);
        supervisor.write_all(&[wants_watcher.into()]).step("reach the supervisor")?;
        let mut answer = [0; 5];
        if supervisor.read_exact(&mut answer).is_err() {
            // The supervisor has failed and has already reported the reason.
            return Ok(126);
        }
        let [has_watcher, pid @ ..] = answer;
        self.pid = i32::from_le_bytes(pid);
        if has_watcher == 1 {
            self.level.keep(Promise::Memory, "a watcher for all processes, and a limit for each of them");
        } else if wants_watcher {
            self.level.miss("the memory of all processes together cannot be measured");
        }
        match self.user {
            Some(user) => self.first_process(user, supervisor),
            None => self.become_target(),
        }
    }

    /// Acts as the first process of the namespaces. Returns the target's exit status.
    fn first_process(self, user: User, mut supervisor: &UnixStream) -> io::Result<i32> {
        hide_memory()?;
        let Some(target) = kernel::fork_process()? else {
            return self.become_target();
        };
        user.become_user()?;
        hide_memory()?;
        // This call must follow the change of user, which clears the setting.
        die_with_parent()?;
        // If the supervisor has already exited, its end of the socket is closed. This process then exits,
        // which also ends the target.
        supervisor.set_nonblocking(true).step("reach the supervisor")?;
        if supervisor.read(&mut [0]).is_ok() {
            return Ok(0);
        }
        detach_streams().step("let go of the pipes")?;
        Ok(code_of(wait_for(target).step("wait for the program")?))
    }

    /// Enters a file system that contains only the files that are visible to the target.
    fn mount(&mut self, user: User) {
        // Without a mount namespace, every mount would be visible outside the sandbox.
        if let Err(error) = kernel::unshare(UnshareFlags::NEWNS) {
            return self.level.miss(format!("a mount namespace is not available ({error})"));
        }
        let proc = match root::enter(&self.orders.view, user) {
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

    /// Sets the limits, finishes setting up the sandbox, and executes the target in this process. Returns
    /// only if a step before the execution fails.
    fn become_target(mut self) -> io::Result<i32> {
        if self.user.is_none() {
            die_with_parent()?;
        }
        self.limit().step("set the limits")?;
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
        // The referee found the program outside the sandbox, where all files are visible, but the program may
        // be invisible here.
        let path = std::env::var_os("PATH").unwrap_or_else(|| DEFAULT_PATH.into());
        if lookup(name, &path).is_none() {
            return Err(io::Error::other(
                "the file of the program is not visible in the sandbox; make it visible with --read",
            ));
        }
        // The limit applies to data, not to the address space, because Java and V8 reserve far more address
        // space than they use. The data limit is set last, because the launcher's own memory also counts.
        limit(Resource::Data, self.orders.limits.memory).step("limit the memory")?;
        report(&Report { group: self.group, started: Ok((self.pid, self.level)) });
        let error = command.exec();
        // The referee has already received its report, so this line is for human readers. A missing file
        // cannot be the program itself, which was found above.
        let why = match error.kind() {
            io::ErrorKind::NotFound => {
                "the interpreter that its first line names does not exist here".to_owned()
            }
            _ => error.to_string(),
        };
        drop(writeln!(io::stderr(), "clowder: cannot start {}: {why}", name.display()));
        std::process::exit(126)
    }

    fn limit(&mut self) -> io::Result<()> {
        let orders = self.orders;
        // An error is ignored, because no promise depends on the priority.
        let _ = process::setpriority_process(None, process::getpriority_process(None)? + orders.limits.nice);
        limit(Resource::Core, 0)?;
        limit(Resource::Nofile, orders.limits.files)?;
        // Without namespaces, the process limit is not set, because it would count all of the user's
        // processes. This limit never applies to root, so the target runs as another user if root starts the
        // referee.
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
