//! Tests child processes: lines, deadlines, limits, and that no process is left behind.

use crate::support::withheld;
use clowder::arena::process::{Exit, KILL_TIME, Level, Program, Sandbox, Trouble};
use std::time::{Duration, Instant};

/// Returns a program that is started by the finished binary.
fn program(words: &[&str], sandbox: Sandbox) -> Program {
    Program { sandbox, launcher: Some(env!("CARGO_BIN_EXE_clowder").into()), ..Program::new(words) }
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(5)
}

#[test]
fn lines_are_sent_in_both_directions() {
    for sandbox in [Sandbox::Auto, Sandbox::Off] {
        let mut cat = program(&["cat"], sandbox).spawn().unwrap();
        for word in ["one\n", "two\n"] {
            cat.write_line(word.as_bytes(), soon()).unwrap();
            assert_eq!(cat.read_line(soon()).unwrap().bytes, word.trim().as_bytes());
        }
        assert_eq!(cat.read_line(Instant::now() + Duration::from_millis(30)), Err(Trouble::Late));
        cat.close_input();
        assert_eq!(cat.exit_by(soon()), Some(Exit::Code(0)), "{sandbox:?}");
        assert_eq!(cat.read_line(soon()), Err(Trouble::Closed));
    }
}

#[test]
fn the_exit_is_reported_correctly() {
    for sandbox in [Sandbox::Auto, Sandbox::Off] {
        let end = |script: &str| program(&["sh", "-c", script], sandbox).spawn().unwrap().exit_by(soon());
        assert_eq!(end("exit 7"), Some(Exit::Code(7)));
        assert_eq!(end("kill -SEGV $$"), Some(Exit::Signal(11)));
    }
    assert_eq!(Exit::Signal(11).to_string(), "signal 11 (SEGV)");
}

/// Returns the parts of the sandbox, each with `true` if it is active.
fn parts(level: &Level) -> [(&'static str, bool); 4] {
    [
        ("namespaces", level.namespaces),
        ("own /proc", level.own_proc),
        ("Landlock", level.landlock > 0),
        ("seccomp", level.seccomp),
    ]
}

#[test]
fn the_sandbox_lacks_only_the_parts_that_the_kernel_refuses() {
    let child = program(&["cat"], Sandbox::Auto).spawn().unwrap();
    let level = child.level();
    let missing: Vec<_> =
        parts(level).into_iter().filter(|(_, holds)| !holds).map(|(part, _)| part).collect();
    assert_eq!(missing, withheld(), "{level}");
    assert_eq!(level.is_full(), missing.is_empty());
    assert_eq!(level.why.is_empty(), missing.is_empty(), "each missing part has its reason: {level}");
    match program(&["cat"], Sandbox::Require).spawn() {
        Ok(_) => assert!(level.is_full(), "required, but {level}"),
        Err(error) => {
            assert!(!level.is_full(), "{error}");
            assert!(error.to_string().contains("the sandbox is not complete: "), "{error}");
        }
    }
}

/// A program that tries everything that the sandbox prevents. It writes one line for each attempt, `done` or `refused`.
const ATTEMPTS: &str = r#"
import os, socket, sys
directory, parent, name, *namespaces = sys.argv[1:]
def foreign():
    return not any(os.readlink("/proc/self/ns/" + own.split(":")[0]) == own for own in namespaces)
def hidden():
    try:
        return name.encode() not in open(f"/proc/{parent}/cmdline", "rb").read()
    except OSError:
        return True
def refused(action):
    try:
        action()
        return False
    except OSError:
        return True
for answer in [
    foreign(),
    hidden(),
    refused(lambda: open(directory + "/written", "w")),
    refused(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM)),
]:
    print("refused" if answer else "done", flush=True)
"#;

#[test]
fn each_part_of_the_level_prevents_its_attempts() {
    let directory = tempfile::tempdir().unwrap();
    let own = std::env::current_exe().unwrap();
    let name = own.file_name().unwrap().to_str().unwrap();
    let parent = std::process::id().to_string();
    let namespaces = ["pid", "mnt", "ipc", "net"].map(|kind| {
        std::fs::read_link(format!("/proc/self/ns/{kind}")).unwrap().into_os_string().into_string().unwrap()
    });
    let mut words = vec!["python3", "-c", ATTEMPTS, directory.path().to_str().unwrap(), &parent, name];
    words.extend(namespaces.iter().map(String::as_str));
    for sandbox in [Sandbox::Off, Sandbox::Auto] {
        let mut child = program(&words, sandbox).spawn().unwrap();
        for (part, holds) in parts(&child.level().clone()) {
            let answer = String::from_utf8(child.read_line(soon()).unwrap().bytes.to_vec()).unwrap();
            assert_eq!(answer, if holds { "refused" } else { "done" }, "{part}, {sandbox:?}");
        }
        assert_eq!(child.exit_by(soon()), Some(Exit::Code(0)), "{}", child.error_tail());
    }
    assert!(directory.path().join("written").exists(), "without a sandbox the file is written");
}

#[test]
fn without_a_sandbox_the_level_lists_the_consequences() {
    let off = program(&["cat"], Sandbox::Off).spawn().unwrap();
    assert_eq!(parts(off.level()).map(|(_, holds)| holds), [false; 4]);
    assert_eq!(
        off.level().to_string(),
        "separate process group; the sandbox is off; so a process that kills its supervisor can outlive the referee, and the \
         network is open, it can see other processes, it can write files, it can make every system call that its user may make, it \
         can start as many processes as its user may start"
    );
}

/// Takes the fastest of several kills, because other processes on the machine must not affect the result.
#[test]
fn a_killed_process_group_ends_within_the_time_limit() {
    const FAMILY: &str =
        "trap '' TERM; (trap '' TERM; sleep 100) & for i in 1 2 3 4 5 6 7 8; do sleep 100 & done; ";
    for sandbox in [Sandbox::Auto, Sandbox::Off] {
        for (name, last) in
            [("sleeps", "wait"), ("spins", "while :; do :; done"), ("stopped", "kill -STOP $$")]
        {
            let script = format!("{FAMILY} echo ready; {last}");
            let kill = || {
                let mut child = program(&["sh", "-c", &script], sandbox).spawn().unwrap();
                assert_eq!(child.read_line(soon()).unwrap().bytes, b"ready");
                let start = Instant::now();
                let in_time = child.kill();
                assert_eq!(child.try_exit(), Some(Exit::Signal(9)), "{name}, {sandbox:?}");
                (in_time, start.elapsed())
            };
            let (in_time, took) = (0..5).map(|_| kill()).min_by_key(|(_, took)| *took).unwrap();
            assert!(in_time && took <= KILL_TIME, "{name}, {sandbox:?}: {took:?}");
        }
    }
}
