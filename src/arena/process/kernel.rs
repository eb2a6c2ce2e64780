//! The kernel features without a safe wrapper: `fork`, `unshare`, `close_range`, `mount_setattr`, Landlock and seccomp.
//!
//! All code in this module runs in the [launcher](super::launcher), a separate process with one thread, before it
//! executes the target. The numbers of the calls and of their flags are defined by the kernel in `linux/landlock.h`,
//! `linux/mount.h`, `linux/seccomp.h` and `prctl.h`. These numbers are the same on every architecture, except the
//! numbers in seccomp's filter.
//!
//! `syscall` is variadic and reads each argument as a `long`. Therefore, every integer is widened to `c_long` first.

#![allow(unsafe_code, reason = "these calls have no safe wrapper")]

use super::filter::Instruction;
use rustix::process::Pid;
use rustix::thread::UnshareFlags;
use std::ffi::{CStr, c_int, c_long, c_ulong, c_void};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd};

// The C library defines these functions. The standard library already links the C library.
unsafe extern "C" {
    fn fork() -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
    fn prctl(option: c_int, ...) -> c_int;
}

/// Forks this process. Returns `None` in the new process, and the ID of the new process in the old process.
///
/// # Errors
/// Returns an error if the kernel refuses the call, or if this process has more than one thread. With several threads,
/// a fork could leave some locks locked forever.
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

/// Moves this process into new namespaces. A new PID namespace applies only to the children of this process.
///
/// # Errors
/// Returns an error if the kernel refuses the call.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: the call is unsafe because of `CLONE_FILES`, which is never among these flags.
    unsafe { rustix::thread::unshare_unsafe(flags.difference(UnshareFlags::FILES)) }?;
    Ok(())
}

/// The first descriptor after the descriptors of the standard streams.
const FIRST_OTHER: c_long = 3;
const CLOSE_RANGE: c_long = 436;
const MOUNT_SETATTR: c_long = 442;
const LANDLOCK_CREATE_RULESET: c_long = 444;
const LANDLOCK_ADD_RULE: c_long = 445;
const LANDLOCK_RESTRICT_SELF: c_long = 446;

/// Closes all descriptors of this process except the standard streams. This happens either immediately or when this
/// process executes another program.
///
/// # Errors
/// Returns an error if the kernel does not have this call (before Linux 5.9, or before Linux 5.11 for
/// [`Close::OnExec`]).
pub(super) fn close_others(when: Close) -> io::Result<()> {
    let flags: c_long = match when {
        Close::Now => 0,
        Close::OnExec => 4,
    };
    // SAFETY: no pointer is passed. The launcher owns no descriptor except the standard streams when it uses
    // `Close::Now`, and `Close::OnExec` closes nothing now.
    checked(unsafe { syscall(CLOSE_RANGE, FIRST_OTHER, c_long::from(u32::MAX), flags) }).map(drop)
}

/// The time at which [`close_others`] closes the descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// The descriptors are closed immediately.
    Now,
    /// The descriptors are closed when this process executes another program.
    OnExec,
}

/// The attributes to change in a mount (`struct mount_attr` in the kernel).
#[repr(C)]
#[derive(Default)]
pub(super) struct MountAttributes {
    pub(super) set: u64,
    pub(super) clear: u64,
    pub(super) propagation: u64,
    pub(super) user_namespace: u64,
}

impl MountAttributes {
    pub(super) const READ_ONLY: u64 = 0x1;
    pub(super) const NO_SUID: u64 = 0x2;
    pub(super) const NO_DEVICES: u64 = 0x4;
    pub(super) const NO_EXEC: u64 = 0x8;
    /// The attribute that lets a user namespace change the owners that files seem to have.
    pub(super) const MAP_OWNERS: u64 = 0x0010_0000;
}

/// Changes the attributes of a mount, and of all mounts below it if `recursive` is true. `path` is relative to
/// `directory`. If `path` is empty, the mount is `directory` itself.
///
/// # Errors
/// Returns an error if the kernel refuses the call, or does not have it (before Linux 5.12).
pub(super) fn mount_setattr(
    directory: BorrowedFd<'_>,
    path: &CStr,
    recursive: bool,
    attributes: &MountAttributes,
) -> io::Result<()> {
    const AT_RECURSIVE: c_long = 0x8000;
    const AT_EMPTY_PATH: c_long = 0x1000;
    let flags = AT_EMPTY_PATH | if recursive { AT_RECURSIVE } else { 0 };
    let size = size_of::<MountAttributes>() as c_long;
    let directory = c_long::from(directory.as_raw_fd());
    // SAFETY: `path` ends with a null byte, and `attributes` points to `size` readable bytes. Both outlive the call.
    let done = unsafe {
        syscall(MOUNT_SETATTR, directory, path.as_ptr(), flags, std::ptr::from_ref(attributes), size)
    };
    checked(done).map(drop)
}

/// The kinds of access that a Landlock ruleset controls (`struct landlock_ruleset_attr` in the kernel).
#[repr(C)]
pub(super) struct Ruleset {
    /// The access to files that is refused unless a rule allows it.
    pub(super) files: u64,
    /// The access to TCP ports that is refused.
    pub(super) ports: u64,
    /// The operations that are limited to this process and its children.
    pub(super) scoped: u64,
}

impl Ruleset {
    /// Returns the number of bytes of this structure that a kernel with this Landlock version reads.
    const fn size(version: u32) -> usize {
        size_of::<u64>()
            * match version {
                0..4 => 1,
                4 | 5 => 2,
                _ => 3,
            }
    }
}

/// A Landlock rule for a file or a directory (`struct landlock_path_beneath_attr`, which the kernel declares as
/// packed).
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: c_int,
}

/// Checks the result of `syscall`.
fn checked(result: c_long) -> io::Result<c_int> {
    c_int::try_from(result).ok().filter(|&number| number >= 0).ok_or_else(io::Error::last_os_error)
}

/// Returns the Landlock version of this kernel, or 0 if the kernel does not support Landlock.
pub(super) fn landlock_version() -> u32 {
    const NO_SIZE: c_long = 0;
    const VERSION: c_long = 1;
    // SAFETY: with a null pointer, size 0 and flag 1, the call only returns the version.
    let answer = unsafe { syscall(LANDLOCK_CREATE_RULESET, std::ptr::null::<c_void>(), NO_SIZE, VERSION) };
    u32::try_from(answer).unwrap_or(0)
}

/// Creates a Landlock ruleset for a kernel with this Landlock version.
///
/// # Errors
/// Returns an error if the kernel refuses the call.
pub(super) fn landlock_ruleset(rules: &Ruleset, version: u32) -> io::Result<OwnedFd> {
    const NO_FLAGS: c_long = 0;
    let (start, size) = (std::ptr::from_ref(rules), Ruleset::size(version) as c_long);
    // SAFETY: `size` is at most the size of `rules`, which outlives the call. The kernel reads only these bytes.
    let fd: RawFd = checked(unsafe { syscall(LANDLOCK_CREATE_RULESET, start, size, NO_FLAGS) })?;
    // SAFETY: the kernel has just created this descriptor, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Allows access to a file, or to everything below a directory.
///
/// # Errors
/// Returns an error if the kernel refuses the call.
pub(super) fn landlock_allow(ruleset: &OwnedFd, parent: BorrowedFd<'_>, allowed: u64) -> io::Result<()> {
    const PATH_BENEATH: c_long = 1;
    const NO_FLAGS: c_long = 0;
    let rule = PathBeneath { allowed, parent: parent.as_raw_fd() };
    let ruleset = c_long::from(ruleset.as_raw_fd());
    // SAFETY: rule type 1 reads one `landlock_path_beneath_attr`, which is the type of `rule`.
    let done =
        unsafe { syscall(LANDLOCK_ADD_RULE, ruleset, PATH_BENEATH, std::ptr::from_ref(&rule), NO_FLAGS) };
    checked(done).map(drop)
}

/// Restricts this process and its children with a ruleset from now on.
///
/// # Errors
/// Returns an error if the kernel refuses the call.
pub(super) fn landlock_enforce(ruleset: &OwnedFd) -> io::Result<()> {
    const NO_FLAGS: c_long = 0;
    let ruleset = c_long::from(ruleset.as_raw_fd());
    // SAFETY: no pointer is passed.
    checked(unsafe { syscall(LANDLOCK_RESTRICT_SELF, ruleset, NO_FLAGS) }).map(drop)
}

/// A pointer to the instructions of a filter, and their number (`struct sock_fprog` in the kernel).
#[repr(C)]
struct Program {
    length: u16,
    start: *const Instruction,
}

/// Installs a system call filter for this process and its children.
///
/// # Errors
/// Returns an error if the kernel refuses the call.
pub(super) fn seccomp(filter: &[Instruction]) -> io::Result<()> {
    const SET_SECCOMP: c_int = 22;
    /// `prctl` reads its second argument as an `unsigned long`.
    const MODE_FILTER: c_ulong = 2;
    let length = u16::try_from(filter.len()).map_err(io::Error::other)?;
    let program = Program { length, start: filter.as_ptr() };
    // SAFETY: `program` describes `filter`, which outlives the call. The kernel copies and checks the filter.
    match unsafe { prctl(SET_SECCOMP, MODE_FILTER, std::ptr::from_ref(&program)) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An argument of the system call says how many bytes of the structure the kernel reads. This number must never be
    /// larger than the size of the structure.
    #[test]
    fn a_ruleset_is_never_read_beyond_its_end() {
        let sizes = [0, 1, 3, 4, 5, 6, 7, u32::MAX].map(Ruleset::size);
        assert_eq!(sizes, [8, 8, 8, 16, 16, 24, 24, 24]);
        assert_eq!(size_of::<Ruleset>(), 24);
        assert_eq!(size_of::<PathBeneath>(), 12);
    }
}
