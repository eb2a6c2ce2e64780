//! The four kernel features without a safe wrapper: `fork`, `unshare`, Landlock and seccomp.
//!
//! All code in this module runs in the [launcher](super::launcher), a separate process with one thread, before it
//! executes the target. The numbers are defined by the kernel in `linux/landlock.h`, `linux/seccomp.h` and `prctl.h`.

#![allow(unsafe_code, reason = "fork, unshare, Landlock and seccomp have no safe wrapper")]

use super::filter::Instruction;
use rustix::process::Pid;
use rustix::thread::UnshareFlags;
use std::ffi::{c_int, c_long, c_void};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd};

// The standard library already links the C library.
unsafe extern "C" {
    fn fork() -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
    fn prctl(option: c_int, ...) -> c_int;
}

/// Forks this process. Returns `None` in the new process, and the ID of the new process in this one.
///
/// # Errors
/// Returns an error if the kernel refuses, or if this process has more than one thread. With several threads, a fork
/// would leave some locks locked for ever.
pub(super) fn fork_process() -> io::Result<Option<Pid>> {
    if std::fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::other("a process with several threads cannot be forked"));
    }
    // SAFETY: this is the only thread, so the new process has no lock that is held by a missing thread.
    match unsafe { fork() } {
        0 => Ok(None),
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Moves this process into new namespaces. A new PID namespace applies only to its children.
///
/// # Errors
/// Returns an error if the kernel refuses.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: the call is unsafe because of `CLONE_FILES`, which is never among these flags.
    unsafe { rustix::thread::unshare_unsafe(flags.difference(UnshareFlags::FILES)) }?;
    Ok(())
}

const LANDLOCK_CREATE_RULESET: c_long = 444;
const LANDLOCK_ADD_RULE: c_long = 445;
const LANDLOCK_RESTRICT_SELF: c_long = 446;

/// `struct landlock_ruleset_attr`.
#[repr(C)]
pub(super) struct Ruleset {
    /// The access to files that is refused unless a rule allows it.
    pub(super) files: u64,
    /// The access to TCP ports that is refused.
    pub(super) ports: u64,
    /// The operations that are limited to this process and its children.
    pub(super) scoped: u64,
}

/// `struct landlock_path_beneath_attr`, which the kernel declares as packed.
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: c_int,
}

/// Checks the result of `syscall`.
fn checked(result: c_long) -> io::Result<c_int> {
    c_int::try_from(result).ok().filter(|&number| number >= 0).ok_or_else(io::Error::last_os_error)
}

/// Returns the Landlock version of this kernel, or 0 without Landlock.
pub(super) fn landlock_version() -> u32 {
    // SAFETY: with a null pointer, size 0 and flag 1, the call only returns the version.
    let answer = unsafe { syscall(LANDLOCK_CREATE_RULESET, std::ptr::null::<c_void>(), 0_usize, 1_u32) };
    u32::try_from(answer).unwrap_or(0)
}

/// Creates a Landlock ruleset. The kernel version knows its first `size` bytes.
///
/// # Errors
/// Returns an error if the kernel refuses.
pub(super) fn landlock_ruleset(rules: &Ruleset, size: usize) -> io::Result<OwnedFd> {
    debug_assert!(size <= size_of::<Ruleset>());
    let start = std::ptr::from_ref(rules);
    // SAFETY: `start` points to at least `size` readable bytes during the call.
    let fd = checked(unsafe { syscall(LANDLOCK_CREATE_RULESET, start, size, 0_u32) })?;
    // SAFETY: the kernel has just created this descriptor, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Allows access to a file, or to everything below a directory.
///
/// # Errors
/// Returns an error if the kernel refuses.
pub(super) fn landlock_allow(ruleset: &OwnedFd, parent: BorrowedFd<'_>, allowed: u64) -> io::Result<()> {
    let rule = PathBeneath { allowed, parent: parent.as_raw_fd() };
    // SAFETY: rule type 1 reads one `landlock_path_beneath_attr`, which is the type of `rule`.
    let done =
        unsafe { syscall(LANDLOCK_ADD_RULE, ruleset.as_raw_fd(), 1_u32, std::ptr::from_ref(&rule), 0_u32) };
    checked(done).map(drop)
}

/// Restricts this process and its children with a ruleset from now on.
///
/// # Errors
/// Returns an error if the kernel refuses.
pub(super) fn landlock_enforce(ruleset: &OwnedFd) -> io::Result<()> {
    // SAFETY: no pointer is passed.
    checked(unsafe { syscall(LANDLOCK_RESTRICT_SELF, ruleset.as_raw_fd(), 0_u32) }).map(drop)
}

/// `struct sock_fprog`.
#[repr(C)]
struct Program {
    length: u16,
    start: *const Instruction,
}

/// Installs a system call filter for this process and its children.
///
/// # Errors
/// Returns an error if the kernel refuses.
pub(super) fn seccomp(filter: &[Instruction]) -> io::Result<()> {
    const SET_SECCOMP: c_int = 22;
    const MODE_FILTER: c_long = 2;
    let length = u16::try_from(filter.len()).map_err(io::Error::other)?;
    let program = Program { length, start: filter.as_ptr() };
    // SAFETY: `program` describes `filter`, which outlives the call. The kernel copies and checks it.
    match unsafe { prctl(SET_SECCOMP, MODE_FILTER, std::ptr::from_ref(&program)) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
