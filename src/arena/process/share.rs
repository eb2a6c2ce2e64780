//! Finds out whether the kernel divides the processors fairly between the programs.
//!
//! Linux can put the processes of each session into a group, and divide the processors between these groups. Each
//! program has a session of its own, and cannot begin another session in the sandbox. A hundred busy processes of one
//! program then get as much time as one busy process of another program.

use std::fs;

/// Checks that the kernel divides the processors by session. If it does not, the error contains the reason.
pub(super) fn fair_sessions() -> Result<(), String> {
    let enabled = fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled").unwrap_or_default();
    if enabled.trim() != "1" {
        return Err("the kernel does not divide the processors by session".to_owned());
    }
    // Sessions are grouped only if no control group divides the processors.
    if fs::read_to_string("/proc/self/cgroup").is_ok_and(|groups| is_in_group(&groups)) {
        return Err(
            "inside a control group, the kernel divides the processor time by process and not by session"
                .to_owned(),
        );
    }
    Ok(())
}

/// Returns true if the control groups of a process divide the processors.
fn is_in_group(groups: &str) -> bool {
    groups.lines().any(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next(), parts.next()) {
            // In version 2, the groups divide the processors if the outermost group on the path has the controller
            // for processors.
            (Some(""), Some(path)) => ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].iter().any(|base| {
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
