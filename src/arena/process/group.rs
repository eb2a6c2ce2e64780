//! Control groups (version 2), which limit a program's memory, number of processes and share of processor time.
//!
//! A launcher moves itself into a new group before it forks, and its supervisor then leaves the group. The
//! program and everything that it starts therefore belong to the group. Creating a group requires write
//! access to some location in the group tree. Root has access everywhere, while other users need delegation,
//! as in `systemd-run --user --scope -p Delegate=yes clowder …`. Without a control group, other limits apply.

use super::level::Limits;
use super::usage::parent_of;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Where the group tree is usually mounted.
const ROOTS: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];
/// The controllers that limit memory, the number of processes, and processor time.
const CONTROLLERS: [&str; 3] = ["memory", "pids", "cpu"];
/// The prefix of a group's name. The launcher's process ID follows.
const PREFIX: &str = "clowder-";
/// The group into which the referee itself is moved. The referee must leave its old group, because a group that
/// contains processes cannot enable controllers for its child groups.
const OWN: &str = "clowder-referee";
/// The memory (in bytes) and the number of processes and threads that the launcher itself needs. Both are
/// added to the group's limits, because a process of the launcher (the first process of the namespaces) is in
/// the group.
const LAUNCHER: (u64, u64) = (8 << 20, 4);

#[derive(Debug)]
pub(super) struct Group {
    pub(super) directory: PathBuf,
    controllers: Vec<&'static str>,
    /// The file through which the supervisor returns to the referee's group.
    home: Option<File>,
    /// The file in which the kernel counts memory events, such as killed processes.
    events: Option<File>,
}

impl Group {
    /// Creates a group and moves this process into it. `referee` is the ID of the process that started this one.
    /// Returns `None` if the user is not allowed to create a group with limits.
    pub(super) fn enter(referee: i32, wanted: &Limits) -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let processes = [referee.unsigned_abs(), std::process::id()];
        let mut roots =
            ROOTS.map(Path::new).into_iter().filter(|root| root.join("cgroup.controllers").exists());
        roots.find_map(|root| Self::create(root, &own, processes, wanted))
    }

    /// Creates a group and moves the launcher into it. `processes` contains the process IDs of the referee and the
    /// launcher.
    fn create(root: &Path, own: &str, processes: [u32; 2], wanted: &Limits) -> Option<Self> {
        let path = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let own = root.join(path);
        give_controllers(&own, processes);
        let mut places: Vec<(Vec<&'static str>, &Path)> = own
            .ancestors()
            .take_while(|place| place.starts_with(root))
            .map(|place| (given(place), place))
            .filter(|(given, _)| !given.is_empty())
            .collect();
        // Prefer the location with the most controllers. Ties go to the nearest location, because it comes
        // first and the sort is stable.
        places.sort_by_key(|(given, _)| std::cmp::Reverse(given.len()));
        for (controllers, place) in places {
            remove_old(place);
            let directory = place.join(format!("{PREFIX}{}", processes[1]));
            let made = fs::create_dir(&directory).and_then(|()| limit(&directory, &controllers, wanted));
            if made.and_then(|()| fs::write(directory.join("cgroup.procs"), processes[1].to_string())).is_ok()
            {
                let events = File::open(directory.join("memory.events")).ok();
                let home = [own.join(OWN), own]
                    .into_iter()
                    .find_map(|home| File::options().write(true).open(home.join("cgroup.procs")).ok());
                return Some(Self { directory, controllers, home, events });
            }
            drop(fs::remove_dir(&directory));
        }
        None
    }

    pub(super) fn has(&self, controller: &str) -> bool {
        self.controllers.contains(&controller)
    }

    /// Moves this process back into the referee's group. An error is ignored: at worst, the supervisor remains subject
    /// to the program's limits.
    pub(super) fn leave(&mut self) {
        drop(self.home.take().map(|mut home| home.write_all(b"0")));
    }

    /// Returns true if the kernel has killed a process in the group because the memory limit was exceeded.
    pub(super) fn has_killed(&mut self) -> bool {
        let Some(events) = &mut self.events else { return false };
        let mut text = String::new();
        let read = events.seek(SeekFrom::Start(0)).and_then(|_| events.read_to_string(&mut text));
        let kills = text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse::<u64>().ok());
        read.is_ok() && kills.is_some_and(|kills| kills > 0)
    }
}

/// Lists the [`CONTROLLERS`] that a group enables for its child groups.
fn given(place: &Path) -> Vec<&'static str> {
    let text = fs::read_to_string(place.join("cgroup.subtree_control")).unwrap_or_default();
    CONTROLLERS.into_iter().filter(|name| text.split_whitespace().any(|given| given == *name)).collect()
}

/// Makes the referee's group enable controllers for its child groups. A group cannot enable controllers while
/// it contains processes, so the referee's processes are first moved into a new child group. Nothing is
/// changed if the group also contains processes of other programs.
fn give_controllers(own: &Path, processes: [u32; 2]) {
    let read = |name: &str| fs::read_to_string(own.join(name)).unwrap_or_default();
    let has = |name: &&str| read("cgroup.controllers").split_whitespace().any(|had| had == *name);
    let missing: Vec<_> =
        CONTROLLERS.into_iter().filter(has).filter(|name| !given(own).contains(name)).collect();
    let inside = read("cgroup.procs");
    let inside: Option<Vec<u32>> = inside.lines().map(|line| line.parse().ok()).collect();
    // The referee may be starting other launchers concurrently.
    let is_ours = |pid: u32| processes.contains(&pid) || parent_of(pid) == Some(processes[0]);
    let Some(inside) = inside.filter(|inside| inside.iter().all(|&pid| is_ours(pid))) else { return };
    // If the referee is already in `clowder-referee`, the parent of this group provides the controllers, so
    // no new group is created. A program's group inside `clowder-referee` would share processor time with the
    // referee.
    if missing.is_empty() || own.ends_with(OWN) {
        return;
    }
    let below = own.join(OWN);
    // Errors are ignored here, because the available controllers are read back afterwards.
    drop(fs::create_dir(&below));
    for pid in processes.into_iter().chain(inside) {
        drop(fs::write(below.join("cgroup.procs"), pid.to_string()));
    }
    let words: Vec<_> = missing.iter().map(|name| format!("+{name}")).collect();
    drop(fs::write(own.join("cgroup.subtree_control"), words.join(" ")));
}

fn limit(directory: &Path, controllers: &[&str], wanted: &Limits) -> io::Result<()> {
    let set = |name: &str, value: String| fs::write(directory.join(name), value);
    for controller in controllers {
        match *controller {
            "memory" => {
                set("memory.max", (wanted.memory + LAUNCHER.0).to_string())?;
                // An error is ignored here, because this file does not exist on systems without swap.
                drop(set("memory.swap.max", "0".to_owned()));
            }
            "pids" => set("pids.max", (wanted.processes + LAUNCHER.1).to_string())?,
            // All programs have equal weight.
            _ => set("cpu.weight", "100".to_owned())?,
        }
    }
    Ok(())
}

/// Removes groups whose launchers have ended. Groups are left behind when the referee is killed.
fn remove_old(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse::<u32>().ok());
        if pid.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists()) {
            // An error is ignored, because the kernel refuses to remove a group that still contains processes.
            drop(fs::remove_dir(entry.path()));
        }
    }
}

/// Removes a program's group after the program has ended.
pub(super) fn remove(directory: &Path) {
    // The kernel needs a moment to end the last process in the group, so removal is attempted several times.
    for _ in 0..20 {
        match fs::remove_dir(directory) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            _ => return,
        }
    }
}

/// Checks that the kernel divides processor time by session, and returns the reason as an error if it does
/// not.
///
/// Linux can group processes by session and divide processor time among these groups. Each program has its own session,
/// and the sandbox prevents it from starting another. A hundred busy processes of one program therefore receive as much
/// time as a single busy process of another.
pub(super) fn fair_sessions() -> Result<(), String> {
    let enabled = fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled").unwrap_or_default();
    if enabled.trim() != "1" {
        return Err("the kernel does not divide the processors by session".to_owned());
    }
    // The kernel groups processes by session only if no control group divides the processor time.
    if fs::read_to_string("/proc/self/cgroup").is_ok_and(|groups| is_in_group(&groups)) {
        return Err(
            "inside a control group, the kernel divides the processor time by process and not by session"
                .to_owned(),
        );
    }
    Ok(())
}

/// Returns true if a process's control groups divide processor time.
fn is_in_group(groups: &str) -> bool {
    groups.lines().any(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next(), parts.next()) {
            // Version 2 groups divide processor time if the outermost group on the path has the `cpu`
            // controller.
            (Some(""), Some(path)) => ROOTS.iter().any(|base| {
                let first = path.split('/').nth(1).unwrap_or_default();
                fs::exists(format!("{base}/{first}/cpu.weight")).unwrap_or(false)
            }),
            (Some(controllers), Some(path)) => {
                path != "/" && controllers.split(',').any(|name| name == "cpu")
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Imitates the control group file system, with the group `user/app`.
    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let tree = tempfile::tempdir().unwrap();
        fs::create_dir_all(tree.path().join("user/app")).unwrap();
        for (name, text) in files {
            fs::write(tree.path().join(name), text).unwrap();
        }
        tree
    }

    fn create(tree: &tempfile::TempDir) -> Option<Group> {
        Group::create(tree.path(), "3:cpu:/\n0::/user/app\n", [41, 42], &Limits::default())
    }

    #[test]
    fn the_nearest_place_with_the_most_controllers_is_used() {
        let tree = tree(&[
            ("cgroup.subtree_control", "cpuset cpu memory pids"),
            ("user/cgroup.subtree_control", "memory pids"),
            ("user/app/cgroup.procs", "41\n42\n77\n"),
            ("user/app/cgroup.controllers", "memory pids"),
        ]);
        let mut group = create(&tree).unwrap();
        assert_eq!(group.directory, tree.path().join("clowder-42"));
        let text = |name: &str| fs::read_to_string(group.directory.join(name)).unwrap();
        assert_eq!(text("memory.max"), ((1 << 30) + (8 << 20)).to_string());
        assert_eq!(text("memory.swap.max"), "0");
        assert_eq!(text("pids.max"), "260");
        assert_eq!(text("cpu.weight"), "100");
        assert_eq!(text("cgroup.procs"), "42");
        assert!(["memory", "pids", "cpu"].iter().all(|name| group.has(name)));
        assert!(!tree.path().join("user/app/clowder-referee").exists(), "another process is in this group");
        assert!(!group.has_killed());
        fs::write(tree.path().join("events"), "low 0\noom 3\noom_kill 0\n").unwrap();
        group.events = Some(File::open(tree.path().join("events")).unwrap());
        assert!(!group.has_killed());
        fs::write(tree.path().join("events"), "low 0\noom 3\noom_kill 2\n").unwrap();
        assert!(group.has_killed());
    }

    #[test]
    fn a_delegated_group_gives_its_controllers() {
        let tree = tree(&[
            ("user/app/cgroup.procs", "41\n42\n"),
            ("user/app/cgroup.controllers", "io memory pids"),
            ("user/app/cgroup.subtree_control", ""),
        ]);
        // Writing to an ordinary file does not enable a controller.
        assert!(create(&tree).is_none());
        let app = tree.path().join("user/app");
        assert_eq!(fs::read_to_string(app.join("cgroup.subtree_control")).unwrap(), "+memory +pids");
        assert_eq!(fs::read_to_string(app.join("clowder-referee/cgroup.procs")).unwrap(), "42");
        fs::write(app.join("cgroup.subtree_control"), "memory pids").unwrap();
        let group = create(&tree).unwrap();
        assert_eq!(group.directory, app.join("clowder-42"));
        assert!(group.has("memory") && group.has("pids") && !group.has("cpu"));
        assert!(!group.directory.join("cpu.weight").exists());
    }

    #[test]
    fn a_second_group_is_beside_the_first_one() {
        let tree = tree(&[("user/cgroup.subtree_control", "memory pids cpu")]);
        let below = tree.path().join("user/clowder-referee");
        fs::create_dir(&below).unwrap();
        fs::write(below.join("cgroup.controllers"), "memory pids cpu").unwrap();
        fs::write(below.join("cgroup.procs"), "41\n43\n").unwrap();
        let group =
            Group::create(tree.path(), "0::/user/clowder-referee\n", [41, 43], &Limits::default()).unwrap();
        assert_eq!(group.directory, tree.path().join("user/clowder-43"));
        assert!(!below.join("clowder-referee").exists() && !below.join("cgroup.subtree_control").exists());
    }

    #[test]
    fn launchers_that_start_at_the_same_time_are_moved_together() {
        let mut sleep = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let (own, child) = (std::process::id(), sleep.id());
        let tree = tree(&[
            ("user/app/cgroup.procs", &format!("{own}\n4294967295\n{child}\n")),
            ("user/app/cgroup.controllers", "memory"),
        ]);
        let parent = parent_of(child);
        drop(Group::create(tree.path(), "0::/user/app\n", [own, 4_294_967_295], &Limits::default()));
        sleep.kill().unwrap();
        sleep.wait().unwrap();
        assert_eq!(parent, Some(own));
        let moved = fs::read_to_string(tree.path().join("user/app/clowder-referee/cgroup.procs")).unwrap();
        assert_eq!(moved, child.to_string(), "the process that was moved last");
    }

    #[test]
    fn a_place_that_cannot_be_changed_is_skipped() {
        let tree = tree(&[
            ("cgroup.subtree_control", "memory"),
            ("user/cgroup.subtree_control", "memory pids cpu"),
            // This file occupies the path of the group's directory, so the directory cannot be created.
            ("user/clowder-42", ""),
        ]);
        assert_eq!(create(&tree).unwrap().directory, tree.path().join("clowder-42"));
        assert!(Group::create(tree.path(), "1:cpu:/\n", [41, 42], &Limits::default()).is_none());
    }

    #[test]
    fn groups_of_ended_launchers_are_removed() {
        let tree = tree(&[("cgroup.subtree_control", "memory")]);
        // No process can have this ID, because it exceeds the maximum.
        let old = tree.path().join("clowder-4294967295");
        let own = tree.path().join(format!("clowder-{}", std::process::id()));
        for directory in [&old, &own] {
            fs::create_dir(directory).unwrap();
        }
        create(&tree).unwrap();
        assert!(!old.exists() && own.exists());
        remove(&own);
        assert!(!own.exists());
    }
}
