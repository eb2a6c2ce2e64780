//! Confines the target with Landlock and seccomp, and gives up its privileges.

use super::files::{PathInView, View};
use super::kernel::{self, Close};
use super::root::DEVICES;
use super::user::{self, User};
use super::{Level, Promise, filter};
use rustix::fs::{Mode, OFlags};
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};

/// The access rights for files and directories in Landlock.
mod right {
    pub(super) const EXECUTE: u64 = 1;
    pub(super) const WRITE: u64 = 1 << 1;
    pub(super) const READ: u64 = 1 << 2;
    pub(super) const LIST: u64 = 1 << 3;
    /// The rights to create, remove and move entries of every type in directories.
    pub(super) const ENTRIES: u64 = 0b11_1111_1111 << 4;
    pub(super) const REFER: u64 = 1 << 13;
    pub(super) const TRUNCATE: u64 = 1 << 14;
    pub(super) const DEVICE: u64 = 1 << 15;
}

/// Restricts this process permanently, and records which promises the sandbox keeps. Returns true if this process has a
/// directory for temporary files.
pub(super) fn confine(
    user: Option<User>,
    proc: Option<&OwnedFd>,
    view: &View,
    level: &mut Level,
) -> io::Result<bool> {
    rustix::thread::set_no_new_privs(true)?;
    let has_view = level.keeps(Promise::Files);
    let has_temporary = level.keeps(Promise::Processes);
    match user.map(|user| user.become_user().and_then(|()| user.enter_namespace(proc))) {
        Some(Ok(())) => level.keep(Promise::User, "user namespace without capabilities"),
        Some(Err(error)) => level.miss(format!("cannot switch to an unprivileged user ({error})")),
        None => {
            user::give_up_capabilities()?;
            level.miss("cannot switch to an unprivileged user");
        }
    }
    match landlock(view, has_view, has_temporary) {
        Ok(version) => {
            level.keep(Promise::Writing, format!("Landlock version {version}"));
            if !has_view {
                level.keep(Promise::Files, format!("Landlock version {version}"));
            }
        }
        Err(error) => level.miss(format!("Landlock is not available ({error})")),
    }
    if let Err(error) = kernel::close_others(Close::OnExec) {
        level.miss(format!("close_range is not available ({error})"));
    }
    match filter::filter().map(|filter| kernel::seccomp(&filter)) {
        Some(Ok(())) => {
            level.keep(Promise::Calls, "seccomp");
            level.keep(Promise::Attributes, "seccomp");
            if user.is_some() {
                level.keep(Promise::Network, "network namespace and seccomp");
            }
        }
        Some(Err(error)) => level.miss(format!("seccomp is not available ({error})")),
        None => level.miss("seccomp is not available (unknown processor)"),
    }
    Ok(has_temporary)
}

/// Forbids changes to all files except a few devices and, if `has_temporary` is true, temporary files in memory. The
/// parameter `has_view` is true if the program has a separate file system, which contains only the files that it may
/// see. If `has_view` is false, this function also forbids the program to read files that are not in `view`, except the
/// devices, the temporary files and `/proc`. Returns the Landlock version that enforces these rules.
fn landlock(view: &View, has_view: bool, has_temporary: bool) -> io::Result<u32> {
    use right::{DEVICE, ENTRIES, EXECUTE, LIST, READ, REFER, TRUNCATE, WRITE};
    let version = kernel::landlock_version();
    let mut files = match version {
        0 => return Err(io::Error::other("the kernel does not support it")),
        1 => WRITE | (ENTRIES & !REFER),
        2 => WRITE | ENTRIES,
        3 | 4 => WRITE | ENTRIES | TRUNCATE,
        _ => WRITE | ENTRIES | TRUNCATE | DEVICE,
    };
    if !has_view {
        files |= READ | LIST | EXECUTE;
    }
    let ports = if version >= 4 { 0b11 } else { 0 };
    let scoped = if version >= 6 { 0b11 } else { 0 };
    let ruleset = kernel::landlock_ruleset(&kernel::Ruleset { files, ports, scoped }, version)?;
    let allow = |path: &Path, rights: u64| -> io::Result<()> {
        let open = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty());
        let Ok(parent): Result<OwnedFd, _> = open else {
            return Ok(());
        };
        // The rights to list, create, remove and move entries exist only for directories, so they are left out for a
        // file.
        let of_files = WRITE | READ | EXECUTE | TRUNCATE | DEVICE;
        let rights = files & if path.is_dir() { rights } else { rights & of_files };
        // The kernel refuses a rule without rights, so no such rule is added.
        if rights == 0 { Ok(()) } else { kernel::landlock_allow(&ruleset, parent.as_fd(), rights) }
    };
    for device in DEVICES {
        // If a program is allowed to write to `/dev/zero`, it can get shared memory from this device, and no limit
        // counts this memory.
        let writing = if device == "/dev/zero" { 0 } else { WRITE | TRUNCATE | DEVICE };
        allow(Path::new(device), READ | writing)?;
    }
    if has_temporary {
        allow(Path::new("/dev/shm"), files)?;
        if has_view {
            allow(Path::new("/tmp"), files)?;
        }
    }
    if !has_view {
        allow(Path::new("/proc"), READ | LIST)?;
        for path in readable(view) {
            allow(&path, READ | LIST | EXECUTE)?;
        }
    }
    kernel::landlock_enforce(&ruleset)?;
    Ok(version)
}

/// Returns the paths below which everything is visible. Landlock cannot exclude a path below a directory, so a
/// directory with a hidden path in it is replaced by its other entries.
fn readable(view: &View) -> Vec<PathBuf> {
    let hidden = |path: &Path, inside: bool| {
        view.places.iter().any(|place| match place {
            PathInView::Hidden(at) if inside => at != path && at.starts_with(path),
            PathInView::Hidden(at) => at == path,
            PathInView::Shown(_) => false,
        })
    };
    let mut open: Vec<PathBuf> = view
        .places
        .iter()
        .filter_map(|place| match place {
            PathInView::Shown(shown) => Some(shown.from.clone()),
            PathInView::Hidden(_) => None,
        })
        .collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if hidden(&path, false) {
            continue;
        }
        if hidden(&path, true) {
            open.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            found.push(path);
        }
    }
    found
}
