//! The cell: the small stage between the referee and the program it starts.
//!
//! The referee starts its own executable again as a cell. That process has one thread, so it may fork. It becomes
//! the *keeper* of the program:
//!
//! - With namespaces: the keeper starts the first process of a PID namespace, which starts the program. When the
//!   program ends, so does that first process, and with it the kernel ends everything in the namespace. The keeper
//!   dies with the referee's thread (`PR_SET_PDEATHSIG`), the first process dies with the keeper.
//! - Without: the keeper starts the program itself and inherits whatever the program leaves behind. When the program
//!   ends or the referee is gone, the keeper kills all of them.
//!
//! Before the program starts, one line of JSON, the [`Report`], goes to standard error.

use super::{Level, Sandbox, filter, kernel};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags};
use rustix::process::{self, Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus};
use rustix::thread::{CapabilitySet, CapabilitySets, UnshareFlags};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// The hidden first argument that makes the binary a cell.
pub(super) const VERB: &str = "__cell";

/// What the referee tells a cell, as its second argument.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The referee's process ID.
    pub(super) parent: i32,
    pub(super) sandbox: Sandbox,
    /// Bytes of data a process may have.
    pub(super) memory: u64,
    /// Files a process may have open.
    pub(super) files: u64,
    /// Processes and threads the program may have.
    pub(super) processes: u64,
    /// How much lower its priority is.
    pub(super) nice: i32,
}

/// What a cell tells the referee.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The program is about to start.
    Ready {
        /// The process whose end is the end of them all.
        pid: i32,
        level: Level,
    },
    /// It is not.
    Failed(String),
}

/// Becomes a cell if this process was started as one; it then never returns. Call it first in `main`.
pub fn enter() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|verb| verb != VERB) {
        return;
    }
    let orders = arguments.next().and_then(|orders| serde_json::from_str(orders.to_str()?).ok());
    let Some(orders) = orders else {
        std::process::exit(2);
    };
    let error = match keep(&orders, arguments.collect()) {
        Ok(code) => std::process::exit(code),
        Err(error) => error,
    };
    report(&Report::Failed(error.to_string()));
    std::process::exit(126);
}

/// Writes the report; a referee that is gone needs none.
fn report(report: &Report) {
    let line = serde_json::to_string(report).unwrap_or_default() + "\n";
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Whether the referee is gone: this process then has another parent.
fn orphaned(orders: &Orders) -> bool {
    process::getppid().is_none_or(|parent| parent.as_raw_nonzero().get() != orders.parent)
}

/// The keeper's life; the program's exit code.
fn keep(orders: &Orders, command: Vec<OsString>) -> io::Result<i32> {
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
    if orphaned(orders) {
        return Ok(0);
    }
    process::set_child_subreaper(Some(process::getpid()))?;
    let (hear, tell) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    let Some(child) = kernel::split()? else {
        drop(tell);
        let mut pid = [0; 4];
        let hear = std::fs::File::from(hear);
        (&hear).read_exact(&mut pid)?;
        let cell = Cell { orders, level, pid: i32::from_le_bytes(pid) };
        return if cell.level.namespaces {
            cell.first_process(&hear, command)
        } else {
            cell.program(command)
        };
    };
    std::fs::File::from(tell.try_clone()?).write_all(&child.as_raw_nonzero().get().to_le_bytes())?;
    let code = if level.namespaces {
        silence(true)?;
        code_of(wait_for(child)?)
    } else {
        silence(false)?;
        guard(orders, child)?
    };
    drop(tell);
    Ok(code)
}

/// New PID, mount, IPC and network namespaces; without the right to them, in a new user namespace as well.
fn enter_namespaces() -> io::Result<()> {
    let flags = UnshareFlags::NEWPID | UnshareFlags::NEWNS | UnshareFlags::NEWIPC | UnshareFlags::NEWNET;
    if kernel::unshare(flags).is_ok() {
        return Ok(());
    }
    let (user, group) = (process::getuid().as_raw(), process::getgid().as_raw());
    kernel::unshare(flags | UnshareFlags::NEWUSER)?;
    // Groups must be fixed before they may be mapped.
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Lets go of the program's pipes, so that their other ends see when the program does.
fn silence(input: bool) -> io::Result<()> {
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
    if input {
        rustix::stdio::dup2_stdin(&null)?;
    }
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(())
}

/// The exit code a shell would give: 128 and the signal's number after a signal.
fn code_of(status: WaitStatus) -> i32 {
    let signal = status.terminating_signal().map(|signal| 128 + signal);
    status.exit_status().or(signal).unwrap_or(255)
}

/// Waits for the end of one child and buries every other that ends before.
fn wait_for(child: Pid) -> io::Result<WaitStatus> {
    loop {
        match process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == child => return Ok(status),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The keeper without namespaces: waits until the program ends or the referee is gone, then kills what is left.
fn guard(orders: &Orders, program: Pid) -> io::Result<i32> {
    let ended = process::pidfd_open(program, process::PidfdFlags::empty())?;
    let stdin = io::stdin();
    let mut input_open = true;
    loop {
        // Nobody writes to the program any more: the referee closed the pipe, or it is gone. Which, its ID tells.
        let pause = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let mut fds = vec![PollFd::new(&ended, PollFlags::IN)];
        if input_open {
            fds.push(PollFd::new(&stdin, PollFlags::empty()));
        }
        match poll(&mut fds, if input_open { None } else { Some(&pause) }) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if fds[0].revents().contains(PollFlags::IN) {
            break;
        }
        input_open = input_open && fds[1].revents().is_empty();
        if !input_open && orphaned(orders) {
            process::kill_process(program, Signal::KILL)?;
        }
    }
    let status = wait_for(program)?;
    while kill_children()? {}
    Ok(code_of(status))
}

/// Kills every process below this one and buries the dead; whether any may be left.
fn kill_children() -> io::Result<bool> {
    for pid in descendants(process::getpid().as_raw_nonzero().get())? {
        if let Some(pid) = Pid::from_raw(pid) {
            // It may have ended by itself.
            let _ = process::kill_process(pid, Signal::KILL);
        }
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

/// The processes below `root`, from `/proc`.
pub(super) fn descendants(root: i32) -> io::Result<Vec<i32>> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let Some(pid) = entry?.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
            continue;
        };
        // The name may hold anything, a `)` too: the state and the parent follow the last one.
        let parent =
            stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse::<i32>().ok());
        parents.push((pid, parent.unwrap_or(0)));
    }
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(parents.iter().filter(|entry| entry.1 == parent).map(|entry| entry.0));
        next += 1;
    }
    Ok(found.split_off(1))
}

/// What the new process knows.
struct Cell<'a> {
    orders: &'a Orders,
    level: Level,
    /// Its process ID as the referee sees it.
    pid: i32,
}

impl Cell<'_> {
    /// The life of the first process of the namespaces; the program's exit code.
    fn first_process(mut self, keeper: &std::fs::File, command: Vec<OsString>) -> io::Result<i32> {
        process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // A keeper that died before that line has left its end of the pipe closed.
        let mut fds = [PollFd::new(keeper, PollFlags::empty())];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        if !fds[0].revents().is_empty() {
            return Ok(0);
        }
        match own_mounts() {
            Ok(()) => self.level.own_proc = true,
            Err(error) => self.level.why.push(format!("no mounts of its own ({error})")),
        }
        // Since Linux 6.14 each PID namespace has its own; it is the one limit that holds for root too.
        let most = self.orders.processes.max(301).to_string();
        self.level.processes =
            self.level.own_proc && std::fs::write("/proc/sys/kernel/pid_max", most).is_ok();
        let Some(program) = kernel::split()? else {
            return self.program(command);
        };
        silence(true)?;
        Ok(code_of(wait_for(program)?))
    }

    /// Becomes the program.
    fn program(mut self, command: Vec<OsString>) -> io::Result<i32> {
        process::setpgid(None, None)?;
        if !self.level.namespaces {
            process::set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        self.limit()?;
        if self.orders.sandbox != Sandbox::Off {
            self.shut_in()?;
        }
        if self.orders.sandbox == Sandbox::Require && !self.level.is_full() {
            return Err(io::Error::other(format!("the sandbox does not hold: {}", self.level)));
        }
        let mut words = command.into_iter();
        let name = words.next().ok_or_else(|| io::Error::other("there is no program to start"))?;
        report(&Report::Ready { pid: self.pid, level: self.level });
        let error = Command::new(&name).args(words).exec();
        Err(io::Error::other(format!("cannot start {}: {error}", name.display())))
    }

    /// Limits and priority.
    fn limit(&mut self) -> io::Result<()> {
        let orders = self.orders;
        // A priority that is low already may not go lower.
        let _ = process::setpriority_process(None, process::getpriority_process(None)? + orders.nice);
        let limit = |resource, most: u64| {
            let most = process::getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
            process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
        };
        limit(Resource::Core, 0)?;
        // Not the address space: Java and V8 reserve far more of it than they use.
        limit(Resource::Data, orders.memory)?;
        limit(Resource::Nofile, orders.files)?;
        // Counted for the whole user where there is no namespace, and never for root.
        if self.level.namespaces && !process::getuid().is_root() {
            limit(Resource::Nproc, orders.processes)?;
            self.level.processes = true;
        }
        Ok(())
    }

    /// Gives up every privilege, then Landlock and seccomp.
    fn shut_in(&mut self) -> io::Result<()> {
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
            None => self.level.why.push("no seccomp (the processor is not known)".to_owned()),
        }
        Ok(())
    }
}

/// Own `/proc`, and a small file system in memory at `/dev/shm`, the one place to write to.
fn own_mounts() -> io::Result<()> {
    rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    rustix::mount::mount("proc", "/proc", "proc", flags | MountFlags::NOEXEC, None)?;
    rustix::mount::mount("shm", "/dev/shm", "tmpfs", flags, c"size=64m,mode=1777")?;
    Ok(())
}

/// Refuses to change any file but a few devices and what is in `own` memory; the version that does.
fn landlock(own: bool) -> io::Result<u32> {
    const WRITE: u64 = 1 << 1;
    const TRUNCATE: u64 = 1 << 14;
    const DEVICE: u64 = 1 << 15;
    /// Removing and making entries of every type, and moving them between directories.
    const ENTRIES: u64 = 0b11_1111_1111 << 4;
    let version = kernel::landlock_version();
    let files = match version {
        0 => return Err(io::Error::other("the kernel has none")),
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
