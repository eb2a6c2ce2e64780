//! The launcher, a small process between the referee and the program that it starts, which is called the *target*.
//!
//! The referee starts its own executable again with a hidden first argument. This process has one thread, so it may
//! fork. The parent becomes the [supervisor](super::supervisor) of the target. The child prepares the sandbox and
//! becomes the target.
//!
//! - With namespaces: the child is the first process of a PID namespace and starts the target. When the target ends,
//!   this first process ends too, and then the kernel ends everything in the namespace. The supervisor ends with the
//!   referee's thread (`PR_SET_PDEATHSIG`), and the first process ends with the supervisor.
//! - Without namespaces: the supervisor starts the target itself and adopts the processes that the target leaves
//!   behind. When the target or the referee has ended, the supervisor kills all of them.
//!
//! Before the target starts, the launcher writes one line of JSON, the [`Report`], to standard error.

use super::supervisor::{self, code_of, detach_streams, wait_for};
use super::{Level, Sandbox, filter, kernel};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, MountPropagationFlags};
use rustix::process::{self, Resource, Rlimit, Signal};
use rustix::thread::{CapabilitySet, CapabilitySets, UnshareFlags};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// The hidden first argument with which the binary acts as a launcher.
pub(super) const VERB: &str = "__launch";

/// The instructions from the referee to a launcher, passed as its second argument.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The process ID of the referee.
    pub(super) parent: i32,
    pub(super) sandbox: Sandbox,
    /// The maximum number of bytes of data for a process.
    pub(super) memory: u64,
    /// The maximum number of open files for a process.
    pub(super) files: u64,
    /// The maximum number of processes and threads for the target.
    pub(super) processes: u64,
    /// The number that is added to the nice value, which lowers the priority.
    pub(super) nice: i32,
}

impl Orders {
    /// Returns true if the referee has ended, because this process then has another parent.
    pub(super) fn orphaned(&self) -> bool {
        process::getppid().is_none_or(|parent| parent.as_raw_nonzero().get() != self.parent)
    }
}

/// The report from a launcher to the referee.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The target is about to start.
    Ready {
        /// The process whose end ends everything that the target has started.
        pid: i32,
        level: Level,
    },
    /// The target cannot be started.
    Failed(String),
}

/// Becomes a launcher if this process was started as one, and then never returns. A binary that uses this module must
/// call this function first in `main`.
///
/// ```
/// // In a process that was not started as a launcher, nothing happens.
/// clowder::arena::process::enter();
/// ```
pub fn enter() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|verb| verb != VERB) {
        return;
    }
    let orders = arguments.next().and_then(|orders| serde_json::from_str(orders.to_str()?).ok());
    let Some(orders) = orders else {
        std::process::exit(2);
    };
    let error = match launch(&orders, arguments.collect()) {
        Ok(code) => std::process::exit(code),
        Err(error) => error,
    };
    report(&Report::Failed(error.to_string()));
    std::process::exit(126);
}

/// Writes the report. If the referee has ended, a failure to write does not matter.
fn report(report: &Report) {
    let line = serde_json::to_string(report).unwrap_or_default() + "\n";
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Starts the target and supervises it. Returns the target's exit code.
fn launch(orders: &Orders, command: Vec<OsString>) -> io::Result<i32> {
    process::setsid()?;
    let mut level = Level::default();
    if orders.sandbox == Sandbox::Off {
        level.why.push("the sandbox is off".to_owned());
    } else if let Err(error) = enter_namespaces() {
        level.why.push(format!("no namespaces ({error})"));
    } else {
        level.namespaces = true;
        process::set_parent_process_death_signal(Some(Signal::KILL))?;
    }
    if orders.orphaned() {
        return Ok(0);
    }
    process::set_child_subreaper(Some(process::getpid()))?;
    let (receive, send) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    let Some(child) = kernel::fork_process()? else {
        drop(send);
        let mut pid = [0; 4];
        let receive = std::fs::File::from(receive);
        (&receive).read_exact(&mut pid)?;
        let launcher = Launcher { orders, level, pid: i32::from_le_bytes(pid) };
        return if launcher.level.namespaces {
            launcher.first_process(&receive, command)
        } else {
            launcher.become_target(command)
        };
    };
    std::fs::File::from(send.try_clone()?).write_all(&child.as_raw_nonzero().get().to_le_bytes())?;
    let code = supervisor::supervise(orders, child, level.namespaces)?;
    drop(send);
    Ok(code)
}

/// Enters new PID, mount, IPC and network namespaces. If this process has no right to do that, it enters a new user
/// namespace as well.
fn enter_namespaces() -> io::Result<()> {
    let flags = UnshareFlags::NEWPID | UnshareFlags::NEWNS | UnshareFlags::NEWIPC | UnshareFlags::NEWNET;
    if kernel::unshare(flags).is_ok() {
        return Ok(());
    }
    let (user, group) = (process::getuid().as_raw(), process::getgid().as_raw());
    kernel::unshare(flags | UnshareFlags::NEWUSER)?;
    // Setting groups must be forbidden before groups may be mapped.
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// The information that the new process has.
struct Launcher<'a> {
    orders: &'a Orders,
    level: Level,
    /// The process ID in the referee's namespace.
    pid: i32,
}

impl Launcher<'_> {
    /// Acts as the first process of the namespaces. Returns the target's exit code.
    fn first_process(mut self, supervisor: &std::fs::File, command: Vec<OsString>) -> io::Result<i32> {
        process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // If the supervisor has already ended, its end of the pipe is closed.
        let mut fds = [PollFd::new(supervisor, PollFlags::empty())];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        if !fds[0].revents().is_empty() {
            return Ok(0);
        }
        match own_mounts() {
            Ok(()) => self.level.own_proc = true,
            Err(error) => self.level.why.push(format!("no separate mounts ({error})")),
        }
        // Since Linux 6.14, each PID namespace has its own limit. It is the only one that applies to root too.
        let most = self.orders.processes.max(301).to_string();
        self.level.processes =
            self.level.own_proc && std::fs::write("/proc/sys/kernel/pid_max", most).is_ok();
        let Some(target) = kernel::fork_process()? else {
            return self.become_target(command);
        };
        detach_streams(supervisor::Input::Detached)?;
        Ok(code_of(wait_for(target)?))
    }

    /// Becomes the target.
    fn become_target(mut self, command: Vec<OsString>) -> io::Result<i32> {
        process::setpgid(None, None)?;
        if !self.level.namespaces {
            process::set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        self.limit()?;
        if self.orders.sandbox != Sandbox::Off {
            self.enter_sandbox()?;
        }
        if self.orders.sandbox == Sandbox::Require && !self.level.is_full() {
            return Err(io::Error::other(format!("the sandbox is not complete: {}", self.level)));
        }
        let mut words = command.into_iter();
        let name = words.next().ok_or_else(|| io::Error::other("there is no program to start"))?;
        report(&Report::Ready { pid: self.pid, level: self.level });
        let error = Command::new(&name).args(words).exec();
        Err(io::Error::other(format!("cannot start {}: {error}", name.display())))
    }

    /// Sets the resource limits and the priority.
    fn limit(&mut self) -> io::Result<()> {
        let orders = self.orders;
        // A priority that is already low may be refused a lower value.
        let _ = process::setpriority_process(None, process::getpriority_process(None)? + orders.nice);
        let limit = |resource, most: u64| {
            let most = process::getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
            process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
        };
        limit(Resource::Core, 0)?;
        // The address space is not limited, because Java and V8 reserve much more of it than they use.
        limit(Resource::Data, orders.memory)?;
        limit(Resource::Nofile, orders.files)?;
        // Without a namespace, the limit counts all processes of the user. It never applies to root.
        if self.level.namespaces && !process::getuid().is_root() {
            limit(Resource::Nproc, orders.processes)?;
            self.level.processes = true;
        }
        Ok(())
    }

    /// Gives up all privileges, and then restricts this process with Landlock and seccomp.
    fn enter_sandbox(&mut self) -> io::Result<()> {
        rustix::thread::set_no_new_privs(true)?;
        match landlock(self.level.own_proc) {
            Ok(version) => self.level.landlock = version,
            Err(error) => self.level.why.push(format!("no Landlock ({error})")),
        }
        let none = CapabilitySet::empty();
        rustix::thread::set_capabilities(
            None,
            CapabilitySets { effective: none, permitted: none, inheritable: none },
        )?;
        match filter::filter().map(|filter| kernel::seccomp(&filter)) {
            Some(Ok(())) => self.level.seccomp = true,
            Some(Err(error)) => self.level.why.push(format!("no seccomp ({error})")),
            None => self.level.why.push("no seccomp (unknown processor)".to_owned()),
        }
        Ok(())
    }
}

/// Mounts a separate `/proc`, and a small file system in memory at `/dev/shm`, which is the only writable place.
fn own_mounts() -> io::Result<()> {
    rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    rustix::mount::mount("proc", "/proc", "proc", flags | MountFlags::NOEXEC, None)?;
    rustix::mount::mount("shm", "/dev/shm", "tmpfs", flags, c"size=64m,mode=1777")?;
    Ok(())
}

/// Forbids changes to all files except a few devices and, with `own` mounts, files in memory. Returns the Landlock
/// version that enforces this.
fn landlock(own: bool) -> io::Result<u32> {
    const WRITE: u64 = 1 << 1;
    const TRUNCATE: u64 = 1 << 14;
    const DEVICE: u64 = 1 << 15;
    /// Creating, removing and moving entries of every type in directories.
    const ENTRIES: u64 = 0b11_1111_1111 << 4;
    let version = kernel::landlock_version();
    let files = match version {
        0 => return Err(io::Error::other("the kernel does not have it")),
        1 => WRITE | (ENTRIES & !(1 << 13)),
        2 => WRITE | ENTRIES,
        3 | 4 => WRITE | ENTRIES | TRUNCATE,
        _ => WRITE | ENTRIES | TRUNCATE | DEVICE,
    };
    let ports = if version >= 4 { 0b11 } else { 0 };
    let scoped = if version >= 6 { 0b11 } else { 0 };
    let size = 8 * match version {
        1..4 => 1,
        4 | 5 => 2,
        _ => 3,
    };
    let ruleset = kernel::landlock_ruleset(&kernel::Ruleset { files, ports, scoped }, size)?;
    let allow = |path: &str, rights: u64| -> io::Result<()> {
        let open = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty());
        let Ok(parent): Result<OwnedFd, _> = open else {
            return Ok(());
        };
        kernel::landlock_allow(&ruleset, parent.as_fd(), rights & files)
    };
    for device in ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"] {
        allow(device, WRITE | TRUNCATE | DEVICE)?;
    }
    if own {
        allow("/dev/shm", files)?;
    }
    kernel::landlock_enforce(&ruleset)?;
    Ok(version)
}
