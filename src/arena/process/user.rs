//! The user account of a sandboxed program. The account has no privileges, even if root starts the referee.

use super::kernel::{self, Step as _};
use rustix::fs::{Mode, OFlags};
use rustix::process::{self, DumpableBehavior, Gid, Uid, WaitOptions};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, remove_capability_from_bounding_set, set_capabilities,
    set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::{fs, io};

/// The first user ID for programs started by root. This ID is higher than the usual IDs of users and
/// containers, but fits into an `int`.
const FIRST_ID: u32 = 0x7400_0000;
/// The number of user IDs available to programs started by root.
const ID_COUNT: u32 = 0x0100_0000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    /// The user who started the referee.
    Own,
    /// A user ID that no other process uses. Changing to this ID requires root privileges.
    Other(u32),
}

impl User {
    /// Returns the target's user. `is_root` is true if the launcher has entered the namespaces as root, and false if it
    /// has entered a user namespace.
    pub(super) fn new(is_root: bool) -> Self {
        if is_root { Self::Other(FIRST_ID + std::process::id() % ID_COUNT) } else { Self::Own }
    }

    pub(super) fn ids(self) -> (u32, u32) {
        match self {
            Self::Own => (process::getuid().as_raw(), process::getgid().as_raw()),
            Self::Other(id) => (id, id),
        }
    }

    /// Drops the privileges of this process and its future children, and switches to the user.
    pub(super) fn become_user(self) -> io::Result<()> {
        if let Self::Other(id) = self {
            forbid_capabilities();
            let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
            set_thread_groups(&[]).step("leave the groups of the user")?;
            set_thread_res_gid(group, group, group).step("change the group")?;
            set_thread_res_uid(user, user, user).step("change the user")?;
        }
        drop_capabilities()
    }

    /// If the user is `Self::Other`, enters a user namespace that contains only this user. This step must
    /// follow all mounts, because mounting requires root privileges. If the user is `Self::Own`, the launcher
    /// has already entered such a namespace. `proc` is a writable `/proc`.
    pub(super) fn enter_namespace(self, proc: Option<&OwnedFd>) -> io::Result<()> {
        let Self::Other(id) = self else { return Ok(()) };
        let proc = proc.ok_or_else(|| io::Error::other("a separate /proc is not available"))?;
        // The change of user has made the files in `/proc/self` unwritable.
        process::set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        kernel::unshare(UnshareFlags::NEWUSER)?;
        map_own(proc.as_fd(), id, id)?;
        drop_capabilities()
    }
}

/// Returns true if this process may use every user ID that [`User::Other`] can contain. In a container, root often has
/// only a few IDs.
pub(super) fn has_other_ids() -> bool {
    let maps_all = |name: &str| {
        let text = fs::read_to_string(Path::new("/proc/self").join(name)).unwrap_or_default();
        text.lines().any(|line| {
            let mut numbers = line.split_whitespace().map_while(|number| number.parse::<u64>().ok());
            let (first, count) = (numbers.next(), numbers.nth(1));
            first.zip(count).is_some_and(|(first, count)| {
                first <= FIRST_ID.into() && first + count >= u64::from(FIRST_ID + ID_COUNT)
            })
        })
    };
    let may_set_groups = fs::read_to_string("/proc/self/setgroups").is_ok_and(|text| text.trim() == "allow");
    maps_all("uid_map") && maps_all("gid_map") && may_set_groups
}

/// Ensures that programs started by this process cannot gain capabilities. The function has an effect only in
/// a privileged process, such as one that runs as root.
fn forbid_capabilities() {
    for capability in 0..u64::BITS {
        // Errors are ignored, because not every bit corresponds to a capability of this kernel.
        let _ = remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << capability));
    }
}

/// Drops all capabilities of this process and of the programs that it starts. The launcher calls this
/// function if the system does not allow new namespaces. Without namespaces, the launcher cannot switch to
/// another user.
pub(super) fn give_up_capabilities() -> io::Result<()> {
    forbid_capabilities();
    drop_capabilities()
}

fn drop_capabilities() -> io::Result<()> {
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
        .step("give up capabilities")
}

/// Maps one user and one group from outside into the user namespace that this process has just entered. Root
/// is mapped to `nobody`.
pub(super) fn map_own(proc: BorrowedFd<'_>, user: u32, group: u32) -> io::Result<()> {
    let inside = |id: u32| if id == 0 { 65534 } else { id };
    let write = |name: &str, text: String| -> io::Result<()> {
        let file = rustix::fs::openat(proc, name, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
        rustix::io::write(file, text.as_bytes())?;
        Ok(())
    };
    // The kernel allows groups to be mapped only after `setgroups` has been denied.
    write("self/setgroups", "deny".to_owned())?;
    write("self/uid_map", format!("{} {user} 1", inside(user)))?;
    write("self/gid_map", format!("{} {group} 1", inside(group)))
}

/// Creates a user namespace that maps a file owner to another user.
pub(super) fn namespace(owner: (u32, u32), id: u32) -> io::Result<OwnedFd> {
    let (mut outside, mut inside) = UnixStream::pair()?;
    let Some(child) = kernel::fork_process()? else {
        drop(outside);
        // This `/proc` may belong to another PID namespace, in which this process has a different ID.
        let own = fs::read_link("/proc/self").ok().filter(|_| kernel::unshare(UnshareFlags::NEWUSER).is_ok());
        let own = own.unwrap_or_else(|| "none".into());
        if inside.write_all(own.as_os_str().as_encoded_bytes()).is_ok() {
            // This process waits until its parent has opened the namespace.
            drop(inside.read(&mut [0]));
        }
        std::process::exit(0);
    };
    drop(inside);
    let mut open = || -> io::Result<OwnedFd> {
        let mut own = [0; 16];
        let count = outside.read(&mut own)?;
        let of_child = Path::new("/proc").join(str::from_utf8(&own[..count]).map_err(io::Error::other)?);
        fs::write(of_child.join("uid_map"), format!("{} {id} 1", owner.0))?;
        fs::write(of_child.join("gid_map"), format!("{} {id} 1", owner.1))?;
        Ok(rustix::fs::open(of_child.join("ns/user"), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
    };
    let opened = open();
    drop(outside);
    process::waitpid(Some(child), WaitOptions::empty())?;
    opened
}
