//! Tests that a long search ends soon after an interrupt, and that the search reports what it has found.

use crate::support::clowder;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Starts a search that takes much longer than the test.
fn search(arguments: &[&str]) -> Child {
    // There are far too many tilings to list.
    tile(&["18x18", "--pieces", "XX*162,FILNPTU", "--at-most"], arguments)
}

/// Starts `pentomino tile` with this puzzle and these arguments.
fn tile(puzzle: &[&str], arguments: &[&str]) -> Child {
    let long = [&["pentomino", "tile", "--format", "plain"], puzzle].concat();
    let program = clowder();
    let mut command = std::process::Command::new(program.get_program());
    command.args(long).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the process can catch interrupts and has searched for a short time.
fn wait_until_it_searches(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let begun = Instant::now();
    let catches = || {
        let status = std::fs::read_to_string(&status).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        u64::from_str_radix(mask, 16).unwrap() & 1 << (Signal::INT.as_raw() - 1) != 0
    };
    while !catches() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the search has not started");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Returns the exit status of the process, which must end within this time.
fn ends(child: &mut Child, within: Duration) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begun.elapsed() > within {
            child.kill().unwrap();
            panic!("the process has not ended after {within:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn rest(mut from: impl std::io::Read) -> String {
    let mut text = String::new();
    from.read_to_string(&mut text).unwrap();
    text
}

const SOON: Duration = Duration::from_secs(10);

#[test]
fn a_count_reports_what_it_has_found() {
    for (sent, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        for jobs in ["1", "2"] {
            // Each piece can be used only once, so the tilings are counted by a search.
            let mut child = tile(&["5x18", "--one-sided"], &["--count", "--jobs", jobs]);
            wait_until_it_searches(&child);
            signal(&child, sent);
            assert_eq!(ends(&mut child, SOON), Some(status));
            let out = rest(child.stdout.take().unwrap());
            let count: u64 = out.strip_suffix('\n').unwrap().parse().unwrap();
            assert!(count > 0);
            let err = rest(child.stderr.take().unwrap());
            assert_eq!(err, format!("clowder: stopped after {count} tilings; there may be more\n"));
        }
    }
}

#[test]
fn a_count_by_dynamic_programming_can_be_stopped() {
    let mut child = tile(&["14x14", "--pieces", "pentominoes*,a00*"], &["--count"]);
    wait_until_it_searches(&child);
    signal(&child, Signal::INT);
    assert_eq!(ends(&mut child, SOON), Some(130));
    assert_eq!(rest(child.stdout.take().unwrap()), "0\n");
    let err = rest(child.stderr.take().unwrap());
    assert_eq!(err, "clowder: stopped after 0 tilings; there may be more\n");
}

#[test]
fn a_list_ends_with_a_complete_line() {
    for jobs in ["1", "2"] {
        let mut child = search(&["--jobs", jobs]);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        // The first tiling is written immediately. The other tilings are read, so that the search does not have to wait.
        let mut first = String::new();
        out.read_line(&mut first).unwrap();
        assert_eq!(first.len(), 18 * 19);
        let reader = std::thread::spawn(move || rest(out));
        std::thread::sleep(Duration::from_millis(100));
        signal(&child, Signal::INT);
        // The tilings that were found before the interrupt do not have to be written.
        assert_eq!(ends(&mut child, Duration::from_millis(1900)), Some(130));
        let written = reader.join().unwrap();
        assert!(written.lines().all(|line| line.len() == 18 * 19 - 1) && written.ends_with('\n'));
        let err = rest(child.stderr.take().unwrap());
        let count = 1 + written.lines().count();
        assert_eq!(err, format!("clowder: stopped after {count} tilings; there may be more\n"));
    }
}

#[test]
fn a_reader_that_does_not_read_cannot_block_the_exit() {
    let mut child = search(&[]);
    wait_until_it_searches(&child);
    signal(&child, Signal::INT);
    assert_eq!(ends(&mut child, SOON), Some(130));
    // A second interrupt ends the process immediately.
    let mut child = search(&[]);
    wait_until_it_searches(&child);
    signal(&child, Signal::INT);
    std::thread::sleep(Duration::from_millis(50));
    signal(&child, Signal::INT);
    assert_eq!(ends(&mut child, Duration::from_secs(1)), Some(130));
}

#[test]
fn a_reader_that_stops_ends_the_search_quietly() {
    for jobs in ["1", "2"] {
        let mut child = search(&["--jobs", jobs]);
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 18]).unwrap();
        drop(out);
        assert_eq!(ends(&mut child, SOON), Some(0));
        assert_eq!(rest(child.stderr.take().unwrap()), "");
    }
}
