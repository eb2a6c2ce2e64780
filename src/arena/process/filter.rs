//! The system call filter allows the calls in `calls.json` (modelled on Docker's default profile) and rejects all
//! others. Calls for another architecture (such as 32-bit calls through `int 0x80`) terminate the process.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter, compile_from_json};
use serde::Deserialize;
use serde_json::{Value, json};
use std::env::consts::ARCH;
use std::io;

/// Errors that the filter returns. When a call fails with `ENOSYS`, C libraries fall back to another call.
const EPERM: u32 = 1;
const ENOSYS: u32 = 38;
/// `clone3` passes its flags in memory, where the filter cannot read them.
const CLONE3: i64 = 435;
/// The call numbers that future versions of Linux are expected to use.
const FUTURE: std::ops::Range<i64> = 470..512;

#[derive(Deserialize)]
struct Calls {
    /// Calls allowed on every architecture.
    everywhere: Vec<Value>,
    /// Older calls that exist only on this architecture.
    x86_64: Vec<Value>,
    /// Rules for calls that are allowed only with certain arguments.
    conditions: Vec<Value>,
    /// File lock calls, which report success but do nothing. Working locks would let two bots communicate
    /// through a file that both can read. The locks must not fail, because Java and `SQLite` would then stop
    /// working.
    pretended: Vec<Value>,
}

/// Rejects all system calls that are not in `calls.json`, for this process and its future children.
///
/// # Errors
/// Returns an error if the kernel rejects a filter, or if no system calls are known for this architecture.
pub(super) fn enter() -> io::Result<()> {
    // If several filters return an error, the error from the most recently installed filter takes effect.
    programs(ARCH)?.iter().try_for_each(|program| apply_filter(program).map_err(io::Error::other))
}

/// The filters for an architecture, in order of installation.
fn programs(architecture: &str) -> io::Result<[BpfProgram; 3]> {
    let target = TargetArch::try_from(architecture).map_err(io::Error::other)?;
    let Calls { mut everywhere, mut x86_64, mut conditions, pretended } =
        serde_json::from_str(include_str!("calls.json"))?;
    if architecture == "x86_64" {
        everywhere.append(&mut x86_64);
    }
    conditions.extend(everywhere.into_iter().map(|name| json!({ "syscall": name })));
    let filter = |otherwise, action, rules| json!({ "mismatch_action": otherwise, "match_action": action, "filter": rules });
    let text = json!({
        "allowed": filter(json!({ "errno": EPERM }), json!("allow"), conditions),
        "pretended": filter(json!("allow"), json!({ "errno": 0 }), pretended),
    });
    let mut compiled = compile_from_json(text.to_string().as_bytes(), target).map_err(io::Error::other)?;
    let missing = FUTURE.chain([CLONE3]).map(|number| (number, Vec::new())).collect();
    let missing = SeccompFilter::new(missing, SeccompAction::Allow, SeccompAction::Errno(ENOSYS), target)
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)?;
    let mut take = |name| compiled.remove(name).unwrap_or_default();
    Ok([take("allowed"), take("pretended"), missing])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_architecture_knows_the_names_of_its_calls() {
        for architecture in ["x86_64", "aarch64"] {
            // The kernel accepts up to 4096 instructions per filter.
            assert!(
                programs(architecture).unwrap().iter().all(|program| (10..4096).contains(&program.len()))
            );
        }
    }
}
