//! Tests the filter of system calls by trying all calls in the sandbox and comparing the verdicts with a table.

use crate::support::withheld;
use clowder::arena::process::{Program, Sandbox};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The verdicts for calls through the three entries of the processor: `yes` (allowed), `no` (refused), and `kernel`
/// for `uretprobe` and `uprobe`, which the kernel lets pass every filter, but which do nothing outside a probe.
/// Numbers without a call have no name.
const TABLE: &str = include_str!("../zoo/calls.txt");

#[test]
#[cfg(target_arch = "x86_64")]
fn every_system_call_has_the_verdict_in_the_table() {
    if !withheld().is_empty() {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/calls.py");
    let mut program = Program::new(["python3", "-S", script]);
    program.sandbox = Sandbox::Require;
    program.launcher = Some(env!("CARGO_BIN_EXE_clowder").into());
    let mut child = program.spawn().unwrap();
    let mut line = |name: &str| {
        let line = child.read_line(Instant::now() + Duration::from_secs(60));
        let line = String::from_utf8(line.unwrap().bytes.to_vec()).unwrap();
        line.strip_prefix(name).unwrap_or_else(|| panic!("{line}")).trim().to_owned()
    };
    let found = ["64-bit:", "x32:", "int 0x80:"].map(&mut line);
    let found = found.map(|numbers| numbers.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>());
    let rows: Vec<Vec<_>> = TABLE.lines().skip(1).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 512);
    for (number, row) in rows.iter().enumerate() {
        let number = number.to_string();
        let mut verdicts =
            found.each_ref().map(|allowed| if allowed.contains(&number) { "yes" } else { "no" });
        if row[2] == "kernel" {
            verdicts[0] = "kernel";
        }
        assert_eq!((row[0], &row[2..]), (number.as_str(), &verdicts[..]), "{}", row[1]);
    }
    let allowed = [
        "mmap of private memory",
        "mmap of a shared file",
        "ioctl TCGETS",
        "ioctl FIONREAD",
        "sendto without an address",
        "clone of a process",
        "fcntl F_GETFD",
        "fcntl F_SETLK",
        "setpriority of itself",
        "sched_setaffinity of itself",
        "prlimit64 of itself",
        "preadv2",
    ];
    assert_eq!(line("with arguments:"), allowed.join(", "));
}
