//! Tests the lines, deadlines and limits of child processes, and that none of them keeps running.

use crate::support::withheld;
use clowder::arena::process::{Exit, KILL_TIME, Program, Promise, Sandbox, Trouble};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// Creates a program with these words as its command, launched by the clowder binary.
fn program(words: &[&str], sandbox: Sandbox) -> Program {
    let mut program = Program::new(words);
    program.sandbox = sandbox;
    program.launcher = Some(env!("CARGO_BIN_EXE_clowder").into());
    program
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

/// If memory runs out, the kernel kills a target before its launcher, because only the target has the highest value
/// of `oom_score_adj`.
#[test]
fn a_target_is_the_first_victim_if_memory_runs_out() {
    let own = std::fs::read_to_string("/proc/self/oom_score_adj").unwrap();
    for (sandbox, parent) in [(Sandbox::Auto, "1000"), (Sandbox::Off, own.trim())] {
        // In a sandbox, the parent is the first process of the namespaces, which all end with it.
        let script = "cat /proc/self/oom_score_adj /proc/$PPID/oom_score_adj";
        let mut target = program(&["sh", "-c", script], sandbox).spawn().unwrap();
        assert_eq!(target.read_line(soon()).unwrap().bytes, b"1000", "{sandbox:?}");
        assert_eq!(target.read_line(soon()).unwrap().bytes, parent.as_bytes(), "{sandbox:?}");
    }
}

/// Checks that a target which exits is not reported as killed, although its memory cannot be measured while the kernel ends
/// the other processes of its namespaces. Because of their memory, that takes longer than the time between two measurements.
#[test]
fn a_target_that_exits_is_not_reported_as_killed() {
    let script = "import os, sys, time
for _ in range(3):
    if os.fork() == 0:
        kept = b'x' * (200 << 20)
        print(flush=True)
        time.sleep(100)
for _ in range(3):
    sys.stdin.readline()
sys.exit('the end')";
    for _ in 0..3 {
        let mut target = program(&["python3", "-S", "-c", script], Sandbox::Auto).spawn().unwrap();
        for _ in 0..3 {
            target.read_line(soon()).unwrap();
        }
        target.send(b"\n\n\n").unwrap();
        assert_eq!(target.exit_by(soon()), Some(Exit::Code(1)));
        assert_eq!(target.error_tail(), "the end\n");
    }
}

#[test]
fn every_promise_is_kept_unless_the_kernel_refuses_its_part() {
    let child = program(&["cat"], Sandbox::Auto).spawn().unwrap();
    let level = child.level();
    assert_eq!(level.broken(), broken_promises(), "{level}");
    assert_eq!(level.is_full(), level.broken().is_empty());
    assert_eq!(level.reasons().is_empty(), level.is_full(), "each missing part has its reason: {level}");
    match program(&["cat"], Sandbox::Require).spawn() {
        Ok(_) => assert!(level.is_full(), "required, but {level}"),
        Err(error) => {
            assert!(!level.is_full(), "{error}");
            assert!(
                error.to_string().contains("the sandbox is not complete; consequences for the program: "),
                "{error}"
            );
        }
    }
}

/// The promises that cannot be kept, because this kernel refuses the required parts of the sandbox.
fn broken_promises() -> Vec<Promise> {
    let without = |part: &str| match part {
        "namespaces" => vec![
            Promise::Lifetime,
            Promise::Network,
            Promise::Processes,
            Promise::User,
            Promise::Memory,
            Promise::Count,
        ],
        "own /proc" => vec![Promise::Processes],
        "Landlock" => vec![Promise::Writing],
        "seccomp" => vec![Promise::Network, Promise::Attributes, Promise::Calls, Promise::Processors],
        "sessions" => vec![Promise::Processors],
        other => panic!("{other}"),
    };
    let mut broken: Vec<_> = withheld().iter().flat_map(|part| without(part)).collect();
    broken.sort();
    broken.dedup();
    broken
}

#[test]
fn the_report_has_one_line_for_each_promise() {
    let off = program(&["cat"], Sandbox::Off).spawn().unwrap();
    assert_eq!(
        off.level().report(),
        [
            "NO   a process that it starts can outlive the referee",
            "NO   it can use the network",
            "NO   it can see other processes",
            "NO   it can read every file that its user may read",
            "NO   it can write files",
            "NO   it can change permissions, times and attributes of files",
            "NO   it can make every system call that its user may make",
            "NO   it has the rights of its user",
            "yes  it inherits no open files (close_range)",
            "NO   the memory of each process is limited, but not the sum for all processes",
            "NO   it can start as many processes as its user may start",
            "NO   it can take processor time from its opponent",
        ]
    );
    if !withheld().is_empty() {
        return;
    }
    let auto = program(&["cat"], Sandbox::Auto).spawn().unwrap();
    let lines = auto.level().report();
    let expected = [
        "yes  no process that it starts can outlive it (PID namespace)",
        "yes  it has no network (network namespace and seccomp)",
        "yes  it sees only its own processes (PID namespace)",
        "yes  it sees only its own files and system files (mount namespace)",
        "yes  it can write only to its temporary directory (Landlock version ",
        "yes  it cannot change permissions, times or attributes of files (seccomp)",
        "yes  it cannot make dangerous system calls (seccomp)",
        "yes  it has no privileges (user namespace without capabilities)",
        "yes  it inherits no open files (close_range)",
        "yes  its memory is limited (",
        "yes  the number of its processes is limited (",
        "yes  its share of the processors is limited (",
    ];
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(auto.level().to_string(), "complete");
}

#[test]
fn without_a_sandbox_the_level_lists_the_consequences() {
    let off = program(&["cat"], Sandbox::Off).spawn().unwrap();
    assert!(
        off.level().to_string().starts_with(
            "off; consequences for the program: a process that it starts can outlive the referee, it can use the \
             network, it can see other processes, it can read every file that its user may read, it can write files, "
        ),
        "{}",
        off.level()
    );
}

/// Programs in a virtual environment, links to programs, and programs that look for libraries in their own directory
/// find everything that they need.
#[test]
fn interpreters_find_their_installations() {
    let home = tempfile::tempdir().unwrap();
    let venv = home.path().join("venv");
    let made =
        std::process::Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&venv).status();
    assert!(made.unwrap().success());
    let link = home.path().join("link");
    std::os::unix::fs::symlink(venv.join("bin/python"), &link).unwrap();
    let script = home.path().join("bot.py");
    std::fs::write(&script, "import json, sys; print(sys.prefix)").unwrap();
    let first_line = |words: &[&str], sandbox: Sandbox| {
        let mut child = program(words, sandbox).spawn().unwrap();
        let line = child.read_line(soon()).map(|line| String::from_utf8(line.bytes.to_vec()).unwrap());
        line.unwrap_or_else(|_| panic!("{words:?}: {}", child.error_tail()))
    };
    let (script, python) = (script.to_str().unwrap(), venv.join("bin/python"));
    let (python, link) = (python.to_str().unwrap(), link.to_str().unwrap());
    assert_eq!(first_line(&[python, script], Sandbox::Auto), venv.to_str().unwrap());
    let commands: [&[&str]; 5] = [
        &["python3", script],
        &[link, script],
        &["env", "A=1", python, script],
        &["java", "--version"],
        &["node", "--version"],
    ];
    for command in commands {
        assert_eq!(first_line(command, Sandbox::Auto), first_line(command, Sandbox::Off), "{command:?}");
    }
}

/// Tries everything that the sandbox prevents, and writes `done` or `refused` for each attempt.
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
    refused(lambda: open(directory + "/secret")),
    refused(lambda: os.utime("/proc/self/fd/0")),
    refused(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM)),
]:
    print("refused" if answer else "done", flush=True)
"#;

#[test]
fn each_promise_prevents_its_attempt() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("secret"), "").unwrap();
    let own = std::env::current_exe().unwrap();
    let name = own.file_name().unwrap().to_str().unwrap();
    let parent = std::process::id().to_string();
    let namespaces = ["pid", "mnt", "ipc", "net", "uts", "cgroup", "user"].map(|kind| {
        std::fs::read_link(format!("/proc/self/ns/{kind}")).unwrap().into_os_string().into_string().unwrap()
    });
    let place = directory.path().to_str().unwrap();
    // The command names the directory, so the program could read it if it were not hidden.
    let mut words = vec!["python3", "-c", ATTEMPTS, place, &parent, name];
    words.extend(namespaces.iter().map(String::as_str));
    for sandbox in [Sandbox::Off, Sandbox::Auto] {
        let mut program = program(&words, sandbox);
        program.files.hidden.push(directory.path().to_owned());
        let mut child = program.spawn().unwrap();
        let attempts = [
            Promise::Lifetime,
            Promise::Processes,
            Promise::Writing,
            Promise::Files,
            Promise::Attributes,
            Promise::Calls,
        ];
        let level = child.level().clone();
        for promise in attempts {
            let answer = String::from_utf8(child.read_line(soon()).unwrap().bytes.to_vec()).unwrap();
            let expected = if level.keeps(promise) { "refused" } else { "done" };
            assert_eq!(answer, expected, "{promise:?}, {sandbox:?}: {}", child.error_tail());
        }
        assert_eq!(child.exit_by(soon()), Some(Exit::Code(0)), "{}", child.error_tail());
    }
    assert!(directory.path().join("written").exists(), "without a sandbox the file is written");
}

/// Measures several kills and takes the fastest, so that other processes on the machine do not matter.
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

/// The sandbox starts a program for root in a user namespace with only some of the user IDs (as in many containers),
/// and in a user namespace where no others can be created.
#[test]
fn the_sandbox_works_for_root_in_a_container() {
    if !rustix::process::getuid().is_root() {
        let note = "\n*** SKIPPED: the sandbox in a container is tested only for root ***\n";
        std::io::stderr().write_all(note.as_bytes()).unwrap();
        return;
    }
    // `withheld` reports which parts of the kernel are missing.
    if !withheld().is_empty() {
        return;
    }
    let check = "clowder bot check --game tictactoe --seed 1 -- clowder bot play first --game tictactoe";
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/namespace.py");
    let program = Path::new(env!("CARGO_BIN_EXE_clowder")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let run = |ids: &str, command: &str| {
        let output = std::process::Command::new("python3")
            .args(["-S", script, ids, command])
            .env("PATH", &path)
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{ids}: {errors}");
        errors
    };
    for ids in ["0 0 1", "0 0 65536"] {
        assert_eq!(run(ids, check), "");
    }
    let limited = format!("echo 0 > /proc/sys/user/max_user_namespaces; {check}");
    let errors = run("0 0 4294967295", &limited);
    assert!(
        errors.starts_with(
            "sandbox: not complete; consequences for the program: it has the rights of its user"
        ),
        "{errors}"
    );
}
