//! Makes the system calls of a launcher fail, one after another, and checks that no program starts with a promise
//! that is not kept.

use crate::support::{path, withheld};
use clowder::arena::process::{Program, Promise};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What happened when a system call failed.
#[derive(Debug, PartialEq)]
enum Result {
    /// The program did not start (for this reason).
    Refused(String),
    /// The program started, and the sandbox lists these promises as lost.
    Started(Vec<String>),
    /// The program was killed before it wrote anything.
    Killed,
    /// The launcher makes fewer system calls.
    NoCall,
}

/// Starts a program that checks the promises, making the call with this number fail with this error.
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
    program.variables.extend([("INJECT".into(), inject.into()), ("PATH".into(), path().into())]);
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

/// The errors with which the calls fail.
const ERRORS: [&str; 3] = ["EPERM", "ENOMEM", "EACCES"];

/// Makes a few calls fail or, if the variable `CLOWDER_ALL_FAULTS` is set to a range such as `1-500`, each of these
/// calls with every error.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_program_never_starts_without_a_promise_that_is_listed() {
    if !withheld().is_empty() {
        return;
    }
    let range = std::env::var("CLOWDER_ALL_FAULTS").ok();
    let (numbers, errors) = match range.as_ref().map(|range| range.split_once('-').unwrap()) {
        Some((first, last)) => ((first.parse().unwrap()..=last.parse().unwrap()).step_by(1), ERRORS.len()),
        None => ((1..=5000).step_by(11), 1),
    };
    let next = Mutex::new(numbers);
    let counts = [const { AtomicUsize::new(0) }; 4];
    let work = || {
        loop {
            let Some(number) = next.lock().unwrap().next() else { return };
            for error in ERRORS.iter().cycle().skip(number).take(errors) {
                let result = start(number, error);
                if range.is_some() {
                    println!("{number} {error}: {result:?}");
                }
                let count = match result {
                    Result::Refused(why) => {
                        assert_eq!(why.lines().count(), 1, "{number} {error}: {why}");
                        assert!(why.starts_with("cannot start python3: "), "{number} {error}: {why}");
                        assert!(!why.contains("in time"), "{number} {error}: {why}");
                        0
                    }
                    Result::Started(lost) if lost.is_empty() => 1,
                    Result::Started(_) => 2,
                    Result::Killed => 3,
                    Result::NoCall => return,
                };
                counts[count].fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let counts = counts.map(AtomicUsize::into_inner);
    println!("refused, complete, with losses, killed: {counts:?}");
    assert!(range.is_some() || counts[..3].iter().all(|count| *count > 0), "{counts:?}");
}
