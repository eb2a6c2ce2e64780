//! Child processes: lines, deadlines, limits, and nothing left behind.

use clowder::arena::process::{Child, Exit, KILL_TIME, Program, Sandbox, Trouble};
use std::time::{Duration, Instant};

/// A program started by way of the finished binary.
fn program(words: &[&str], sandbox: Sandbox) -> Program {
    Program { sandbox, cell: Some(env!("CARGO_BIN_EXE_clowder").into()), ..Program::new(words) }
}

fn python(script: &str) -> Child {
    program(&["python3", "-c", script], Sandbox::Auto).spawn().unwrap()
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(5)
}

#[test]
fn lines_go_both_ways() {
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
fn the_end_is_told_as_it_was() {
    for sandbox in [Sandbox::Auto, Sandbox::Off] {
        let end = |script: &str| program(&["sh", "-c", script], sandbox).spawn().unwrap().exit_by(soon());
        assert_eq!(end("exit 7"), Some(Exit::Code(7)));
        assert_eq!(end("kill -SEGV $$"), Some(Exit::Signal(11)));
    }
    assert_eq!(Exit::Signal(11).to_string(), "signal 11 (SEGV)");
}

#[test]
fn the_level_says_what_holds() {
    let child = python("import time; time.sleep(60)");
    println!("{}", child.level());
    let off = program(&["cat"], Sandbox::Off).spawn().unwrap();
    assert!(!off.level().is_full());
    assert!(off.level().to_string().starts_with("own process group; the sandbox is off; so "));
    let required = program(&["cat"], Sandbox::Require).spawn();
    assert_eq!(required.is_ok(), child.level().is_full());
}

/// The best of several kills of each: what else the machine does must not decide.
#[test]
fn a_killed_group_is_gone_within_its_time() {
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
