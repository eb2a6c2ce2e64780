//! Kernel features without a safe wrapper: `fork`, `unshare`, `close_range` and `mount_setattr`.
//!
//! All code in this module runs in the [launcher](super::launcher), a separate single-threaded process, before the
//! launcher executes the target. The call numbers and flags are the same on every architecture (`linux/mount.h`,
//! `linux/close_range.h`).
//!
//! `syscall` is variadic and reads each argument as a `long`, so every integer is first widened to `c_long`.

#![allow(unsafe_code, reason = "these calls have no safe wrapper")]

use rustix::process::Pid;
use rustix::thread::UnshareFlags;
use std::ffi::{CStr, c_int, c_long};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};

// These functions belong to the C library, which the standard library already links.
unsafe extern "C" {
    fn fork() -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
}

pub(super) trait Step<T> {
    /// Prefixes an error with `cannot` and the name of the failed launcher step.
    fn step(self, what: &str) -> io::Result<T>;
}

impl<T, E: Into<io::Error>> Step<T> for Result<T, E> {
    fn step(self, what: &str) -> io::Result<T> {
        self.map_err(|error| io::Error::other(format!("cannot {what} ({})", error.into())))
    }
}

/// Forks this process. Returns `None` in the child process, and the ID of the child process in the parent.
///
/// # Errors
/// Returns an error if the kernel rejects the call, or if this process has more than one thread. Forking a
/// process with several threads could leave locks held forever.
pub(super) fn fork_process() -> io::Result<Option<Pid>> {
    if std::fs::read_dir("/proc/self/task").step("list the threads of the launcher")?.count() != 1 {
        return Err(io::Error::other("a process with several threads cannot be forked"));
    }
    // SAFETY: this is the only thread, so no lock in the child process can be held by a missing thread.
    match unsafe { fork() } {
        0 => Ok(None),
        -1 => Err(io::Error::last_os_error()).step("start a process"),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Moves this process into new namespaces. A new PID namespace applies only to future children of this
/// process.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: the call is unsafe only because of `CLONE_FILES`, which is never passed.
    unsafe { rustix::thread::unshare_unsafe(flags.difference(UnshareFlags::FILES)) }?;
    Ok(())
}

/// The first descriptor after the standard streams.
const FIRST_OTHER: c_long = 3;
const CLOSE_RANGE: c_long = 436;
const MOUNT_SETATTR: c_long = 442;

/// Flags for [`close_others`]: close the descriptors immediately, or when this process executes another program.
pub(super) const NOW: c_long = 0;
pub(super) const ON_EXEC: c_long = 4;

/// Closes all descriptors of this process except the standard streams.
///
/// # Errors
/// Returns an error if the kernel does not support the call (before Linux 5.9, or before Linux 5.11 for [`ON_EXEC`]).
pub(super) fn close_others(flags: c_long) -> io::Result<()> {
    // SAFETY: no pointers are passed. When `NOW` is used, the launcher owns no descriptors except the standard streams;
    // `ON_EXEC` closes nothing immediately.
    checked(unsafe { syscall(CLOSE_RANGE, FIRST_OTHER, c_long::from(u32::MAX), flags) })
}

/// The attributes to change on a mount (`struct mount_attr` in the kernel).
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
    /// Allows a user namespace to change the apparent owners of files.
    pub(super) const MAP_OWNERS: u64 = 0x0010_0000;
}

/// Changes the attributes of a mount and, if `recursive` is true, of all mounts below it. `path` is relative to
/// `directory`. If `path` is empty, the mount is `directory` itself.
///
/// # Errors
/// Returns an error if the kernel rejects the call or does not support it (before Linux 5.12).
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
    // SAFETY: `path` ends with a null byte, `attributes` points to `size` readable bytes, and both outlive
    // the call.
    let done = unsafe {
        syscall(MOUNT_SETATTR, directory, path.as_ptr(), flags, std::ptr::from_ref(attributes), size)
    };
    checked(done)
}

fn checked(result: c_long) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
