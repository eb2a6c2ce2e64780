//! Restricts the target with Landlock and seccomp, and drops its privileges.

use super::files::{PathInView, View};
use super::kernel::{self, Step as _};
use super::root::DEVICES;
use super::user::{self, User};
use super::{Level, Promise, filter};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, LandlockStatus, RestrictionStatus, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// Restricts this process permanently, and records which sandbox promises hold. Returns true if this
/// process has a temporary directory.
pub(super) fn confine(
    user: Option<User>,
    proc: Option<&OwnedFd>,
    view: &View,
    level: &mut Level,
) -> io::Result<bool> {
    rustix::thread::set_no_new_privs(true).step("give up new privileges")?;
    let has_view = level.keeps(Promise::Files);
    let has_temporary = level.keeps(Promise::Processes);
    match user.map(|user| user.become_user().and_then(|()| user.enter_namespace(proc))) {
        Some(Ok(())) => level.keep(Promise::User, "user namespace without capabilities"),
        Some(Err(error)) => level.miss(format!("cannot switch to an unprivileged user ({error})")),
        None => {
            user::give_up_capabilities().step("give up capabilities")?;
            level.miss("cannot switch to an unprivileged user");
        }
    }
    match landlock(view, has_view, has_temporary) {
        Ok(version) => {
            level.keep(Promise::Writing, &version);
            if !has_view {
                level.keep(Promise::Files, &version);
            }
        }
        Err(error) => level.miss(format!("Landlock is not available ({error})")),
    }
    // An error is ignored, because the caller's files have already been closed, and the launcher opens its own files so
    // that they close on `exec`.
    drop(kernel::close_others(kernel::ON_EXEC));
    match filter::enter() {
        Ok(()) => {
            level.keep(Promise::Calls, "seccomp");
            level.keep(Promise::Attributes, "seccomp");
            if user.is_some() {
                level.keep(Promise::Network, "network namespace and seccomp");
            }
        }
        Err(error) => level.miss(format!("seccomp is not available ({error})")),
    }
    Ok(has_temporary)
}

/// Forbids changes to all files except a few devices and, if `has_temporary` is true, temporary files in
/// memory. Without a separate file system (`has_view` is false), also restricts reading to the files in
/// `view`, the devices, the temporary files and `/proc`. Returns the Landlock version that enforces these
/// rules.
fn landlock(view: &View, has_view: bool, has_temporary: bool) -> io::Result<String> {
    let (all, reading) = (AccessFs::from_all(ABI::V5), AccessFs::from_read(ABI::V5));
    let handled = if has_view { all & !reading } else { all };
    // With write access to `/dev/zero`, a program could map it as shared memory, which counts towards no
    // limit.
    let (zero, devices): (Vec<_>, Vec<_>) =
        DEVICES.map(PathBuf::from).into_iter().partition(|device| device == Path::new("/dev/zero"));
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
    let mut rules = vec![(zero, AccessFs::ReadFile.into()), (devices, device)];
    if has_temporary {
        let places: &[_] = if has_view { &["/dev/shm", "/tmp"] } else { &["/dev/shm"] };
        rules.push((places.iter().map(PathBuf::from).collect(), all));
    }
    if !has_view {
        rules.push((vec!["/proc".into()], AccessFs::ReadFile | AccessFs::ReadDir));
        rules.push((readable(view), reading));
    }
    let enforce = || -> Result<_, RulesetError> {
        let mut ruleset = Ruleset::default()
            .handle_access(handled)?
            .handle_access(AccessNet::from_all(ABI::V4))?
            .scope(Scope::from_all(ABI::V6))?
            .create()?;
        for (paths, access) in rules {
            // The kernel rejects rules that grant no rights.
            if !(access & handled).is_empty() {
                ruleset = ruleset.add_rules(path_beneath_rules(paths, access & handled))?;
            }
        }
        ruleset.restrict_self()
    };
    match enforce().map_err(io::Error::other)? {
        RestrictionStatus { ruleset: RulesetStatus::NotEnforced, landlock, .. } => {
            Err(io::Error::other(format!("{landlock:?}")))
        }
        RestrictionStatus { landlock: LandlockStatus::Available { effective_abi, .. }, .. } => {
            Ok(format!("Landlock version {}", format!("{effective_abi:?}").trim_start_matches('V')))
        }
        _ => Ok("Landlock".to_owned()),
    }
}

/// Lists the paths below which all files are visible. Landlock cannot exclude a path inside a directory, so a
/// directory that contains a hidden path is replaced by its other entries.
fn readable(view: &View) -> Vec<PathBuf> {
    let (mut open, mut hidden, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for place in &view.places {
        match place {
            PathInView::Shown(shown) => open.push(shown.from.clone()),
            PathInView::Hidden(at) => hidden.push(at),
        }
    }
    while let Some(path) = open.pop() {
        if hidden.contains(&&path) {
            continue;
        }
        if hidden.iter().any(|at| at.starts_with(&path)) {
            open.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            found.push(path);
        }
    }
    found
}
