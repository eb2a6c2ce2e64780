//! Builds the root directory of a sandboxed program, with only the files that are visible to the program.
//!
//! The new root is a small in-memory file system, first mounted over `/proc`. Every visible file and directory is
//! mounted read-only at its usual path in the new root. The new root then becomes the root directory, and the old root
//! is detached.

use super::files::{PathInView, View, VisiblePath};
use super::kernel::{self, MountAttributes, Step as _};
use super::user::{self, User};
use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount, mount_change,
    move_mount, open_tree, unmount,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::CString;
use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where the new root is mounted while it is being built (`/proc` exists on every system). The choice of
/// directory has no lasting effect, because the finished root replaces `/`.
const BASE: &str = "/proc";
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Files in `/proc` that reveal kernel secrets or the activity of programs outside the sandbox. Docker masks most of
/// them.
const MASKED: &str = "acpi asound buddyinfo diskstats interrupts kallsyms kcore key-users keys latency_stats locks \
    pagetypeinfo sched_debug schedstat scsi slabinfo softirqs timer_list vmstat zoneinfo";

const READ_ONLY: u64 = MountAttributes::READ_ONLY | MountAttributes::NO_SUID | MountAttributes::NO_DEVICES;

/// Flags for opening a copy of a mount without attaching the copy to the file system.
const CLONE: OpenTreeFlags = OpenTreeFlags::OPEN_TREE_CLONE.union(OpenTreeFlags::OPEN_TREE_CLOEXEC);

/// A descriptor of a new `/proc` that is writable but not attached to the file system. If the kernel does not
/// allow a new `/proc`, the result is the kernel's error.
pub(super) type Built = io::Result<OwnedFd>;

/// Builds the root directory and enters it. On error, the process still sees the same files as before.
pub(super) fn enter(view: &View, user: User) -> io::Result<Built> {
    let namespaces = owners(view, user);
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let old_proc = open_tree(CWD, "/proc", CLONE)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("root", BASE, "tmpfs", flags, c"size=4m,nr_inodes=8k,mode=755")?;
    // The program must not create files in the parent directories of its own files, even if these directories belong to
    // its user.
    let mask = rustix::process::umask(Mode::WUSR | Mode::WGRP | Mode::WOTH);
    let built = Root { user, namespaces, covers: Vec::new() }.build(view, &old_proc);
    rustix::process::umask(mask);
    match built {
        Ok(built) => {
            // The old root is mounted over the new root and then detached.
            rustix::process::chdir(BASE)?;
            rustix::process::pivot_root(".", ".")?;
            unmount(".", UnmountFlags::DETACH)?;
            rustix::process::chdir(&view.directory)?;
            Ok(built)
        }
        Err(error) => {
            unmount(BASE, UnmountFlags::DETACH)?;
            Err(error)
        }
    }
}

/// Returns a user namespace for each owner of visible files, or an empty map if the program runs as this
/// process's user. If no namespace can be created for an owner, that owner's files are not mapped.
fn owners(view: &View, user: User) -> HashMap<(u32, u32), OwnedFd> {
    let mut namespaces = HashMap::new();
    let User::Other(id) = user else { return namespaces };
    for place in &view.places {
        let PathInView::Shown(VisiblePath { from, system: false, .. }) = place else { continue };
        if let Ok(found) = fs::metadata(from)
            && let Entry::Vacant(vacant) = namespaces.entry((found.uid(), found.gid()))
            && let Ok(namespace) = user::namespace(*vacant.key(), id)
        {
            vacant.insert(namespace);
        }
    }
    namespaces
}

/// Converts a path in the new root directory to the path at which it can be reached while the root is being
/// built.
fn base(path: &Path) -> PathBuf {
    Path::new(BASE).join(path.strip_prefix("/").unwrap_or(path))
}

struct Root {
    user: User,
    /// For each file owner, a user namespace that maps this owner to the program's user.
    namespaces: HashMap<(u32, u32), OwnedFd>,
    /// The paths of hidden directories over which empty file systems are mounted.
    covers: Vec<PathBuf>,
}

impl Root {
    fn build(mut self, view: &View, old_proc: &OwnedFd) -> io::Result<Built> {
        for directory in ["/proc", "/dev", "/etc"] {
            fs::create_dir(base(Path::new(directory)))?;
        }
        let proc = own_proc(old_proc);
        temporary(view)?;
        self.devices()?;
        for (at, to) in &view.links {
            let at = base(at);
            fs::create_dir_all(at.parent().unwrap_or(Path::new(BASE)))?;
            // Two paths may lead to the same link, so the link may already exist.
            symlink(to, &at).or_else(|error| if at.is_symlink() { Ok(()) } else { Err(error) })?;
        }
        accounts(self.user)?;
        fs::write(base(Path::new("/.empty")), "")?;
        for name in MASKED.split(' ') {
            self.cover(&Path::new("/proc").join(name))?;
        }
        for place in &view.places {
            match place {
                PathInView::Shown(shown) => {
                    let done = self.show(shown);
                    // Errors are ignored for system files, because few programs need all of them, and for broken links,
                    // because nothing can be mounted there.
                    if !shown.system && !base(&shown.at).is_symlink() {
                        done.step(&format!("show {}", shown.at.display()))?;
                    }
                }
                PathInView::Hidden(at) => self.cover(at)?,
            }
        }
        let directory = base(&view.directory);
        if fs::create_dir_all(&directory).is_err() && !directory.is_dir() {
            return Err(io::Error::other("the working directory cannot be created"));
        }
        for cover in self.covers.iter().map(PathBuf::as_path).chain([Path::new(BASE)]) {
            change(cover, &MountAttributes { set: READ_ONLY, ..MountAttributes::default() })?;
        }
        Ok(proc)
    }

    fn devices(&self) -> io::Result<()> {
        for device in DEVICES.map(Path::new) {
            if device.exists() {
                fs::write(base(device), "")?;
                let attributes = MountAttributes::NO_SUID | MountAttributes::NO_EXEC;
                self.attach(device, &base(device), attributes, true)?;
            }
        }
        symlink("/proc/self/fd", base(Path::new("/dev/fd")))?;
        for (name, number) in [("stdin", 0), ("stdout", 1), ("stderr", 2)] {
            symlink(format!("/proc/self/fd/{number}"), base(&Path::new("/dev").join(name)))?;
        }
        Ok(())
    }

    fn show(&self, shown: &VisiblePath) -> io::Result<()> {
        let at = base(&shown.at);
        let folder = if shown.from.is_dir() { Some(at.as_path()) } else { at.parent() };
        fs::create_dir_all(folder.unwrap_or(Path::new(BASE)))?;
        // The file may already exist in a directory that was shown earlier.
        if !at.exists() {
            fs::write(&at, "")?;
        }
        self.attach(&shown.from, &at, READ_ONLY, shown.system)
    }

    /// Mounts a file, or a directory and everything below it, at another path. If the program runs as another
    /// user, non-system files appear to belong to that user, so that the program may read them.
    fn attach(&self, from: &Path, at: &Path, attributes: u64, system: bool) -> io::Result<()> {
        let tree = open_tree(CWD, from, CLONE | OpenTreeFlags::AT_RECURSIVE)?;
        let set = |set, user_namespace| {
            let attributes = MountAttributes { set, user_namespace, ..MountAttributes::default() };
            kernel::mount_setattr(tree.as_fd(), c"", true, &attributes)
        };
        let owner = fs::metadata(from).map(|found| (found.uid(), found.gid())).ok();
        let namespace = owner.filter(|_| !system).and_then(|owner| self.namespaces.get(&owner));
        let is_mapped = namespace.is_some_and(|namespace| {
            set(attributes | MountAttributes::MAP_OWNERS, namespace.as_raw_fd() as u64).is_ok()
        });
        if !is_mapped {
            set(attributes, 0)?;
        }
        Ok(move_mount(&tree, "", CWD, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
    }

    /// Makes a file or directory appear empty.
    fn cover(&mut self, at: &Path) -> io::Result<()> {
        let at = base(at);
        if at.is_dir() {
            let flags = MountFlags::NOSUID | MountFlags::NODEV;
            mount("hidden", &at, "tmpfs", flags, c"size=1m,nr_inodes=1k,mode=755")?;
            self.covers.push(at);
        } else if at.exists() {
            self.attach(&base(Path::new("/.empty")), &at, READ_ONLY, true)?;
        }
        Ok(())
    }
}

/// Mounts directories for temporary files and shared memory, with a common size limit.
fn temporary(view: &View) -> io::Result<()> {
    let [whole, temporary, shared] = ["/.temporary", "/tmp", "/dev/shm"].map(|at| base(Path::new(at)));
    for directory in [&whole, &temporary, &shared] {
        fs::create_dir(directory)?;
    }
    let options = CString::new(format!("size={},nr_inodes=64k,mode=755", view.temporary))?;
    mount("temporary", &whole, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?;
    for (name, at) in [("tmp", &temporary), ("shm", &shared)] {
        let part = whole.join(name);
        fs::create_dir(&part)?;
        rustix::fs::chmod(&part, Mode::from_raw_mode(0o1777))?;
        rustix::mount::mount_bind(&part, at)?;
    }
    unmount(&whole, UnmountFlags::DETACH)?;
    fs::remove_dir(&whole)
}

/// Mounts a read-only `/proc` for this PID namespace. Some files in `/proc` are kernel settings, and changing
/// them would affect all programs. If the kernel refuses to mount a new `/proc`, the old one is mounted
/// read-only instead, because many programs need it.
fn own_proc(old: &OwnedFd) -> Built {
    let at = base(Path::new("/proc"));
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    let read_only = || MountAttributes { set: READ_ONLY, ..MountAttributes::default() };
    if let Err(error) = mount("proc", &at, "proc", flags, None) {
        kernel::mount_setattr(old.as_fd(), c"", true, &read_only())?;
        move_mount(old, "", CWD, &at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
        return Err(error.into());
    }
    let writable = open_tree(CWD, &at, CLONE)?;
    change(&at, &read_only())?;
    Ok(writable)
}

/// Mounts a separate `/proc`, and a small in-memory file system at `/dev/shm`. Some systems allow these
/// mounts but not a new root directory.
pub(super) fn own_mounts() -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("proc", "/proc", "proc", flags | MountFlags::NOEXEC, None)?;
    Ok(mount("shm", "/dev/shm", "tmpfs", flags, c"size=64m,mode=1777")?)
}

/// Changes the attributes of a mount, but not of the mounts below it.
fn change(at: &Path, attributes: &MountAttributes) -> io::Result<()> {
    let mounted = rustix::fs::open(at, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    kernel::mount_setattr(mounted.as_fd(), c"", false, attributes)
}

/// Writes generic lists of users and groups instead of this machine's lists, because some programs look up
/// their own user name.
fn accounts(user: User) -> io::Result<()> {
    let (id, group) = user.ids();
    let users = "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n";
    let users = format!("{users}bot:x:{id}:{group}:bot:/tmp:/bin/sh\n");
    fs::write(base(Path::new("/etc/passwd")), users)?;
    fs::write(base(Path::new("/etc/group")), format!("root:x:0:\nnogroup:x:65534:\nbot:x:{group}:\n"))
}
