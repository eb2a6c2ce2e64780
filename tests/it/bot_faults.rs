//! Lets the system calls of a launcher fail, one after the other, and checks that no program starts with a promise that
//! is not kept.

use crate::support::withheld;
use clowder::arena::process::{Program, Promise};
use std::fs;
use std::time::{Duration, Instant};

/// What happened when one system call failed.
#[derive(Debug, PartialEq)]
enum Result {
    /// The program did not start, for this reason.
    Refused(String),
    /// The program started, and the sandbox lists these promises as lost.
    Started(Vec<String>),
    /// The program was killed before it wrote anything.
    Killed,
    /// The launcher makes fewer system calls.
    NoCall,
}

/// Starts a program that checks the promises. The call with this number fails with this error.
fn start(number: usize, error: &str) -> Result {
    let home = tempfile::tempdir().unwrap();
    let secret = home.path().join("secret");
    fs::write(&secret, "").unwrap();
    let launcher = home.path().join("launcher");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_clowder"), &launcher).unwrap();
    let zoo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo");
    let mut program = Program::new(["python3", "-S", &format!("{zoo}/probe.py"), secret.to_str().unwrap()]);
    program.launcher = Some(format!("{zoo}/inject.py").into());
    program.files.hidden.push(secret.clone());
    let inject = format!("{number} {error} {}", launcher.display());
    program.variables.push(("INJECT".into(), inject.into()));
    let started = program.spawn();
    let result = match started {
        Err(error) => Result::Refused(error.to_string()),
        Ok(mut child) => {
            let level = child.level().clone();
            let line = child.read_line(Instant::now() + Duration::from_secs(20));
            let line = line.map(|line| String::from_utf8(line.bytes.to_vec()).unwrap());
            match line {
                Err(_) => {
                    assert!(
                        child.exit_by(Instant::now() + Duration::from_secs(20)).is_some(),
                        "{number} {error}"
                    );
                    Result::Killed
                }
                Ok(broken) => {
                    let name = |promise: &Promise| {
                        serde_json::to_value(promise).unwrap().as_str().unwrap().to_owned()
                    };
                    let lost: Vec<_> = level.broken().iter().map(name).collect();
                    for broken in broken.split(' ').filter(|broken| *broken != "none") {
                        assert!(
                            lost.iter().any(|lost| lost == broken),
                            "{number} {error}: {broken} is lost\n{level}"
                        );
                    }
                    assert_eq!(lost.is_empty(), level.reasons().is_empty(), "{number} {error}: {level}");
                    Result::Started(lost)
                }
            }
        }
    };
    // The tracer ends soon after the target.
    let end = Instant::now() + Duration::from_secs(20);
    let report = loop {
        if let Ok(report) = fs::read_to_string(home.path().join("launcher.done")) {
            break report;
        }
        assert!(Instant::now() < end, "{number} {error}: the tracer does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    match report.as_str() {
        "called" => result,
        "not called" => Result::NoCall,
        _ => panic!("{number} {error}: {report}"),
    }
}

/// Tries every call with every error if the variable `CLOWDER_ALL_FAULTS` is set, and otherwise a few of them.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_program_never_starts_without_a_promise_that_is_listed() {
    if !withheld().is_empty() {
        return;
    }
    let all = std::env::var_os("CLOWDER_ALL_FAULTS").is_some();
    let errors = ["EPERM", "ENOMEM", "EACCES"];
    let step = if all { 1 } else { 23 };
    let mut counts = [0; 4];
    for number in (1..5000).step_by(step) {
        let some = if all { &errors[..] } else { &errors[number % 3..][..1] };
        let results: Vec<_> = some.iter().map(|error| (error, start(number, error))).collect();
        for (error, result) in &results {
            if all {
                println!("{number} {error}: {result:?}");
            }
            counts[match result {
                Result::Refused(why) => {
                    assert_eq!(why.lines().count(), 1, "{number} {error}: {why}");
                    assert!(
                        why.starts_with("cannot start python3: ") && !why.contains("in time"),
                        "{number}: {why}"
                    );
                    0
                }
                Result::Started(lost) if lost.is_empty() => 1,
                Result::Started(_) => 2,
                Result::Killed => 3,
                Result::NoCall => continue,
            }] += 1;
        }
        if results.iter().all(|(_, result)| *result == Result::NoCall) {
            break;
        }
    }
    println!("refused, complete, with losses, killed: {counts:?}");
    assert!(counts[0] > 0 && counts[1] > 0 && counts[2] > 0, "{counts:?}");
}
