//! Tests hostile bots. Each match must end in limited time with the right verdict, and no process may survive.

use crate::support::withheld;
use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The expected faults of each bot in its own turns. Faults of other kinds must not occur.
const ZOO: [(&str, &[&str]); 64] = [
    ("good", &[]),
    ("nothing", &["timeout"]),
    ("slow", &["timeout"]),
    ("slow-start", &[]),
    ("deaf", &["timeout"]),
    ("partial-line", &["timeout"]),
    ("last-id", &["timeout"]),
    ("ignore-sigterm", &["timeout"]),
    ("stop-itself", &["timeout"]),
    ("stop-in-turn", &["timeout"]),
    ("garbage", &["garbage"]),
    ("invalid-utf8", &["garbage"]),
    ("half-utf8", &["garbage"]),
    ("deep-json", &["garbage"]),
    ("wrong-id", &["garbage"]),
    ("number-id", &["garbage"]),
    ("upper-case-id", &["garbage"]),
    ("no-id", &["garbage"]),
    ("duplicate-keys", &["garbage"]),
    ("nan", &["garbage"]),
    ("infinite", &["garbage"]),
    ("list", &["garbage"]),
    ("two-values", &["garbage"]),
    ("nul-bytes", &["garbage"]),
    ("too-long", &["garbage"]),
    ("single-quotes", &["garbage"]),
    ("no-move", &["garbage"]),
    ("move-null", &["illegal"]),
    ("move-text", &["illegal"]),
    ("move-float", &["illegal"]),
    ("move-far", &["illegal"]),
    ("move-negative", &["illegal"]),
    ("move-object", &["illegal"]),
    ("exit-at-once", &["crash"]),
    ("exit-in-NEWGAME", &["crash"]),
    ("exit-after-NEWGAME", &["crash"]),
    ("exit-in-wait", &["crash"]),
    ("exit-in-turn", &["crash"]),
    ("exit-after-turn", &["crash"]),
    ("exit-in-ENDGAME", &["crash"]),
    ("exit-after-ENDGAME", &["crash"]),
    ("segfault", &["crash"]),
    ("abort", &["crash"]),
    ("half-then-exit", &["crash"]),
    ("close-stdin", &["crash"]),
    ("close-stdout", &["crash"]),
    ("close-in-turn", &["crash"]),
    ("daemon-holds-pipe", &["crash"]),
    ("daemon-answers", &["crash"]),
    ("stderr-escapes", &["crash"]),
    ("close-stderr", &[]),
    ("daemon-new-session", &[]),
    ("daemon-crowd", &[]),
    ("fork-each", &[]),
    ("new-program", &[]),
    ("two-replies", &[]),
    ("wrong-then-right", &[]),
    ("blank-lines", &[]),
    ("crlf", &[]),
    ("spaces", &[]),
    ("other-order", &[]),
    ("random-move", &[]),
    ("longest-line", &[]),
    ("byte-by-byte", &[]),
];

/// The expected faults of bots that use all the processor time that they get. Their opponents may also be affected.
const HUNGRY: [(&str, &[&str]); 11] = [
    ("shared-memory-hog", &["crash", "timeout"]),
    ("many-hogs", &["crash", "timeout"]),
    ("spin", &["timeout"]),
    ("stderr-endless", &["timeout"]),
    ("fork-bomb", &["timeout", "crash"]),
    ("endless-line", &["garbage"]),
    ("endless-lines", &["garbage"]),
    ("endless-blank-lines", &["garbage"]),
    ("endless-zeros", &["garbage"]),
    ("memory-hog", &["crash", "timeout"]),
    ("daemon-spins", &[]),
];

/// Bots that try to do what the sandbox prevents, and then play well.
const CAGED: [&str; 13] = [
    "change-attributes",
    "privileges",
    "uncounted-memory",
    "write-elsewhere",
    "stderr-flood",
    "guess",
    "open-files",
    "write-files",
    "open-socket",
    "raise-priority",
    "raise-limits",
    "mount",
    "kill-supervisor",
];

/// Allows only one test with matches to run at a time. Bots that use all processors and all memory have their own test, because
/// an honest bot that runs at the same time would miss its deadlines.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static MATCHES: Mutex<()> = Mutex::new(());
    MATCHES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the processes whose environment contains this variable.
fn survivors(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let read = |name| std::fs::read(entry.path().join(name)).unwrap_or_default();
        let environment = read("environ");
        if environment.windows(marker.len()).any(|part| part == marker.as_bytes()) {
            found.push(String::from_utf8_lossy(&read("cmdline")).into_owned());
        }
    }
    found
}

/// Runs a match between a bot from the zoo and a good bot. The environments of both bots contain `variable`.
fn zoo(mode: &str, sandbox: &str, variable: &str) -> Output {
    zoo_games(mode, sandbox, variable, "2")
}

/// Runs the same match as [`zoo`] with this number of games.
fn zoo_games(mode: &str, sandbox: &str, variable: &str, games: &str) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/bot.py");
    let bot = |name: &str, mode: &str| format!("{name}=python3 -S '{script}' {mode}");
    Command::new(env!("CARGO_BIN_EXE_clowder"))
        .args(["bot", "match", "--game", "tictactoe", "--seed", "1", "--games", games, "--format", "json"])
        .args(["--move-limit", "600", "--start-limit", "6000", "--max-faults", "4", "--memory", "256"])
        .args(["--sandbox", sandbox, "--env", variable])
        .args(["--bot", &bot("zoo", mode), "--bot", &bot("good", "good")])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs a match between a bot from the zoo and a good bot. Returns the table and standard error.
fn play(mode: &str, sandbox: &str) -> (Value, String) {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let marker = format!("CLOWDER_ZOO={}-{}.", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let before = Instant::now();
    let output = zoo(mode, sandbox, &marker);
    let took = before.elapsed();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{mode}: {errors}");
    assert!(took < Duration::from_secs(15), "{mode} took {took:?}");
    let left = survivors(&marker);
    assert!(left.is_empty(), "{mode} left {left:?}");
    (serde_json::from_slice(&output.stdout).unwrap(), errors)
}

/// Returns the kinds of faults that a bot had at a stage.
fn kinds(table: &Value, name: &str, stage: &str) -> Vec<String> {
    let line = table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == name).unwrap();
    let counts = line["faults"][stage].as_object().unwrap();
    counts.iter().filter(|(_, count)| **count != 0).map(|(kind, _)| kind.clone()).collect()
}

/// Runs all jobs, at most `at_once` of them at the same time.
fn in_parallel<T: Sync>(at_once: usize, jobs: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(job);
                }
            });
        }
    });
}

/// Plays a match against a bot from the zoo and checks the verdict of the referee.
fn judge(mode: &str, expected: &[&str]) -> (Value, String) {
    let (table, errors) = play(mode, "auto");
    let found = kinds(&table, "zoo", "turns");
    assert!(found.iter().all(|kind| expected.contains(&kind.as_str())), "{mode}: {found:?}\n{errors}");
    assert_eq!(found.is_empty(), expected.is_empty(), "{mode}\n{errors}");
    assert_eq!(table["bots"][0]["record"]["games"], 2, "{mode}: the match goes on");
    (table, errors)
}

#[test]
fn every_bot_of_the_zoo_gets_its_verdict_and_no_process_survives() {
    let _turn = one_at_a_time();
    in_parallel(6, &ZOO, |&(mode, expected)| {
        let (table, errors) = judge(mode, expected);
        assert_eq!(
            kinds(&table, "good", "turns"),
            [""; 0],
            "{mode}: the other bot must have no faults\n{errors}"
        );
    });
}

#[test]
fn bots_that_use_all_processor_time_are_limited_too() {
    let _turn = one_at_a_time();
    in_parallel(2, &HUNGRY, |&(mode, expected)| {
        judge(mode, expected);
    });
}

#[test]
fn faults_in_newgame_and_endgame_are_listed_separately() {
    let _turn = one_at_a_time();
    let (table, _) = play("exit-in-NEWGAME", "auto");
    assert_eq!(kinds(&table, "zoo", "frame"), ["crash"]);
    let (table, _) = play("nothing", "auto");
    assert_eq!(kinds(&table, "zoo", "frame"), ["timeout"]);
    assert_eq!(kinds(&table, "zoo", "inactive"), ["timeout"]);
}

/// Checks that the sandbox refuses what it should if the kernel provides all parts, and that the bot then continues to play. If
/// the kernel does not provide all parts, a match that requires the sandbox must not begin.
#[test]
fn the_sandbox_refuses_what_its_level_lists() {
    let _turn = one_at_a_time();
    if !withheld().is_empty() {
        let output = zoo("good", "require", "ZOO=1");
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("the sandbox is not complete; so "), "{errors}");
        return;
    }
    in_parallel(3, &CAGED, |&mode| {
        let (table, errors) = play(mode, "require");
        assert_eq!(kinds(&table, "zoo", "turns"), [""; 0], "{mode}\n{errors}");
    });
    assert!(!std::path::Path::new("/tmp/zoo-was-here").exists(), "each bot has its own /tmp");
    let (table, _) = play("kill-everyone", "require");
    assert_eq!(kinds(&table, "good", "turns"), [""; 0], "the bot can signal only its own processes");
}

/// Checks that a hundred busy processes of a bot do not make its opponent miss a single answer.
#[test]
fn busy_processes_do_not_take_the_time_of_the_opponent() {
    let _turn = one_at_a_time();
    if !withheld().is_empty() {
        return;
    }
    let output = zoo_games("hundred-spinners", "require", "ZOO=1", "20");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let table = serde_json::from_slice(&output.stdout).unwrap();
    for stage in ["turns", "inactive", "frame"] {
        assert_eq!(kinds(&table, "good", stage), [""; 0], "{stage}: {table}");
    }
}

/// Checks that the memory of all processes together is limited, even if no single process exceeds the limit, and that no
/// memory can be shared outside the temporary directory. Without the limits, each of these bots would use more and more memory.
#[test]
fn memory_is_counted_for_all_processes_together() {
    let _turn = one_at_a_time();
    if !withheld().is_empty() {
        return;
    }
    for (mode, expected) in [
        ("many-hogs", "clowder: killed, because all its processes together used more than 256 MiB of memory"),
        ("shared-memory-hog", "PermissionError: [Errno 1] Operation not permitted"),
    ] {
        let (_, errors) = play(mode, "require");
        assert!(errors.contains(expected), "{mode}: {errors}");
    }
}

/// Checks that the supervisor kills the remaining processes of a bot if there are no namespaces.
#[test]
fn no_process_survives_without_namespaces() {
    let _turn = one_at_a_time();
    let modes = [
        "daemon-holds-pipe",
        "daemon-answers",
        "daemon-new-session",
        "daemon-crowd",
        "daemon-spins",
        "fork-each",
    ];
    in_parallel(3, &modes, |mode| {
        let (_, errors) = play(mode, "off");
        assert!(
            errors.contains("sandbox: off; so "),
            "standard error must say that the sandbox is off: {errors}"
        );
    });
}

#[test]
fn output_of_a_bot_is_escaped_before_it_reaches_the_terminal() {
    let _turn = one_at_a_time();
    let (_, errors) = play("stderr-escapes", "auto");
    assert!(errors.contains("\\u{1b}[2J\\u{1b}]0;owned\\u{7}\\u{202e}evil"), "{errors}");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/bot.py");
    let output = Command::new(env!("CARGO_BIN_EXE_clowder"))
        .args(["bot", "match", "--game", "tictactoe", "--seed", "1"])
        .args(["--bot", &format!("evil\x1b[31m\u{202e}=python3 -S '{script}' exit-at-once")])
        .args(["--bot", &format!("good=python3 -S '{script}' good")])
        .output()
        .unwrap();
    for text in [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap()) {
        assert!(text.contains("evil\\u{1b}[31m\\u{202e}"), "{text}");
        assert!(!text.contains(['\x1b', '\u{202e}']), "{text}");
    }
}
