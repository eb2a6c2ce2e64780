//! Tests hostile bots: each match must end in limited time with the right verdict, leaving no process behind.

use crate::support::{in_parallel, path, withheld};
use clowder::arena::process::{Child, Program};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// Lists all hostile bots, with the verdicts that they must get.
const MODES: &str = include_str!("../zoo/modes.md");
/// The sections of the list.
const SECTIONS: [&str; 4] = [
    "Bots that break or test the protocol",
    "Bots that use all processor time or memory",
    "Bots that try what the sandbox prevents",
    "Bots with tests of their own",
];

/// A mode of the hostile bot.
struct Mode {
    name: &'static str,
    tries: &'static str,
    /// The expected faults of the bot in its own turns. No other kinds of faults may occur.
    verdict: Vec<&'static str>,
}

/// The modes in a section of the list.
fn modes(section: &str) -> Vec<Mode> {
    let (_, text) = MODES.split_once(&format!("## {section}\n")).unwrap();
    let table = text.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| `"));
    table
        .map(|line| {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [name, tries, verdict] = cells[..] else { panic!("{line}") };
            let verdict = verdict.split(", ").filter(|kind| *kind != "none").collect();
            Mode { name: name.trim_matches('`'), tries, verdict }
        })
        .collect()
}

/// The mode with this name.
fn mode(name: &str) -> Mode {
    SECTIONS.iter().flat_map(|section| modes(section)).find(|mode| mode.name == name).unwrap()
}

/// Prints the list, and checks that it contains exactly the modes of `bot.py`.
#[test]
fn the_list_of_hostile_bots_is_complete() {
    let mut listed = Vec::new();
    for mode in SECTIONS.iter().flat_map(|section| modes(section)) {
        let Mode { name, tries, verdict } = mode;
        println!(
            "{name:<20}  {:<14}  {tries}",
            if verdict.is_empty() { "no fault".to_owned() } else { verdict.join(", ") }
        );
        assert!(
            verdict.iter().all(|kind| ["timeout", "crash", "garbage", "illegal", "any"].contains(kind)),
            "{name}"
        );
        listed.push(name.to_owned());
    }
    let script = include_str!("../zoo/bot.py");
    let between = |line: &str, start: &str, end: &str| -> Option<String> {
        Some(line.split_once(start)?.1.split_once(end)?.0.to_owned())
    };
    let single = script.lines().filter_map(|line| between(line, "MODE == \"", "\""));
    let lines = script.lines().filter_map(|line| between(line, "    \"", "\": lambda"));
    let mut known: Vec<_> = single.chain(lines).filter(|mode| !mode.ends_with('-')).collect();
    for kind in ["NEWGAME", "wait", "turn", "ENDGAME"] {
        known.extend(["in", "after"].map(|when| format!("exit-{when}-{kind}")));
    }
    // The lines above miss this mode, where the bot plays correctly, because it has no code of its own.
    known.push("good".to_owned());
    for list in [&mut listed, &mut known] {
        list.sort();
        assert!(list.windows(2).all(|two| two[0] != two[1]), "{list:?}");
    }
    assert_eq!(listed, known);
    assert_eq!(listed.len(), 107);
}

/// Bots that use all processors and all memory run alone; otherwise, an honest bot running at the same time would
/// miss its deadlines.
static PROCESSORS: RwLock<()> = RwLock::new(());

fn alone() -> RwLockWriteGuard<'static, ()> {
    PROCESSORS.write().unwrap_or_else(PoisonError::into_inner)
}

fn beside_others() -> RwLockReadGuard<'static, ()> {
    PROCESSORS.read().unwrap_or_else(PoisonError::into_inner)
}

/// Finds the processes whose environment contains this variable.
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

/// Limits that let a bot break the protocol in several turns.
const USUAL: [&str; 4] = ["--start-limit", "6000", "--max-faults", "4"];
/// Limits that stop a bot as soon as its first turn is over.
const STRICT: [&str; 4] = ["--start-limit", "3000", "--max-faults", "1"];

/// By these limits, two games with two starts of 6 s and ten answers of 0.6 s each take at most this long.
const LONGEST: Duration = Duration::from_secs(24);

/// The sandbox setting: `usual`, unless the variable `CLOWDER_ZOO_SANDBOX` names another one.
fn sandbox(usual: &str) -> String {
    std::env::var("CLOWDER_ZOO_SANDBOX").unwrap_or_else(|_| usual.to_owned())
}

/// Runs a match between two bots from the zoo, called `zoo` and `good`.
fn pair(modes: [&str; 2], sandbox: &str, options: &[&str]) -> Output {
    command(modes, sandbox, options).output().unwrap()
}

/// Returns the command of a match between two bots from the zoo.
fn command(modes: [&str; 2], sandbox: &str, options: &[&str]) -> Command {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/bot.py");
    let bot = |name: &str, mode: &str| format!("{name}=python3 -S '{script}' {mode}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_clowder"));
    command
        .args(["bot", "match", "--game", "tictactoe", "--seed", "1", "--format", "json"])
        .args(["--move-limit", "600", "--memory", "256"])
        .args(["--sandbox", sandbox])
        .args(["--bot", &bot("zoo", modes[0]), "--bot", &bot("good", modes[1])])
        .args(options)
        .env("PATH", path())
        .stdin(Stdio::null());
    command
}

/// Runs a match of two games between a bot from the zoo and a good bot. Returns the table and standard error.
fn play(mode: &str, sandbox: &str, limits: [&str; 4]) -> (Value, String) {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let marker = format!("CLOWDER_ZOO={}-{}.", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let before = Instant::now();
    let options = [&["--games", "2", "--env", &marker], &limits[..]].concat();
    let output = pair([mode, "good"], sandbox, &options);
    let took = before.elapsed();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{mode}: {errors}");
    assert!(took < LONGEST, "{mode} took {took:?}");
    let left = survivors(&marker);
    assert!(left.is_empty(), "{mode} left {left:?}");
    (serde_json::from_slice(&output.stdout).unwrap(), errors)
}

/// The kinds of faults that a bot had at a stage.
fn kinds(table: &Value, name: &str, stage: &str) -> Vec<String> {
    let line = table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == name).unwrap();
    let counts = line["faults"][stage].as_object().unwrap();
    counts.iter().filter(|(_, count)| **count != 0).map(|(kind, _)| kind.clone()).collect()
}

/// Checks in a table the faults of a bot from the zoo.
fn check_verdict(&Mode { name, ref verdict, .. }: &Mode, table: &Value, errors: &str) {
    let found = kinds(table, "zoo", "turns");
    assert!(found.iter().all(|kind| verdict.contains(&kind.as_str())), "{name}: {found:?}\n{errors}");
    assert_eq!(found.is_empty(), verdict.is_empty(), "{name}\n{errors}");
}

/// Plays a match against a bot from the zoo, and checks the verdict of the referee.
fn judge(mode: &Mode, sandbox: &str, limits: [&str; 4]) -> (Value, String) {
    let (table, errors) = play(mode.name, sandbox, limits);
    check_verdict(mode, &table, &errors);
    assert_eq!(table["bots"][0]["record"]["games"], 2, "{}: the match goes on", mode.name);
    (table, errors)
}

#[test]
fn every_bot_of_the_zoo_gets_its_verdict_and_no_process_survives() {
    let _turn = beside_others();
    // Most of these bots sleep most of the time.
    in_parallel(28, &modes(SECTIONS[0]), |mode| {
        let (table, errors) = judge(mode, &sandbox("auto"), USUAL);
        let mode = mode.name;
        let outside_turns = ["frame", "inactive"].map(|stage| kinds(&table, "zoo", stage).join(", "));
        match mode {
            "exit-in-NEWGAME" => assert_eq!(outside_turns, ["crash", "crash"]),
            "nothing" => assert_eq!(outside_turns, ["timeout", "timeout"]),
            "good" => assert_eq!(outside_turns, ["", ""]),
            _ => {}
        }
        assert_eq!(
            kinds(&table, "good", "turns"),
            [""; 0],
            "{mode}: the other bot must have no faults\n{errors}"
        );
    });
}

#[test]
fn bots_that_use_all_processor_time_are_limited_too() {
    let _turn = alone();
    in_parallel(2, &modes(SECTIONS[1]), |mode| {
        judge(mode, &sandbox("auto"), STRICT);
    });
}

/// If the kernel provides all parts of the sandbox, it refuses what it should, and the bot then continues to play.
/// Otherwise, a match that requires the sandbox does not begin.
#[test]
fn the_sandbox_refuses_what_its_level_lists() {
    let _turn = beside_others();
    if !withheld().is_empty() {
        let output = pair(["good", "good"], "require", &["--games", "2"]);
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("the sandbox is not complete; consequences for the program: "), "{errors}");
        return;
    }
    in_parallel(3, &modes(SECTIONS[2]), |mode| {
        judge(mode, &sandbox("require"), USUAL);
    });
    assert!(!std::path::Path::new("/tmp/zoo-was-here").exists(), "each bot has its own /tmp");
    let (table, _) = judge(&mode("kill-everyone"), &sandbox("require"), USUAL);
    assert_eq!(kinds(&table, "good", "turns"), [""; 0], "the bot can signal only its own processes");
}

/// A bot can neither guess the seed that clowder chooses nor see a deal twice. If a short seed is given, or if the
/// deals are not mirrored, the bot succeeds and then crashes.
#[test]
fn no_bot_knows_a_deal() {
    let _turn = beside_others();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/bot.py");
    let knows = |mode: &str, more: &[&str]| {
        let bot = |name: &str, mode: &str| format!("{name}=python3 -S '{script}' {mode}");
        let output = Command::new(env!("CARGO_BIN_EXE_clowder"))
            .args(["bot", "match", "--game", "tictactoe", "--format", "json"])
            .args(["--move-limit", "5000", "--start-limit", "60000"])
            .args(["--bot", &bot("zoo", mode), "--bot", &bot("good", "good")])
            .args(more)
            .env("PATH", path())
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{errors}");
        let table = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(kinds(&table, "good", "turns"), [""; 0], "{errors}");
        let crashes = kinds(&table, "zoo", "turns");
        assert!(crashes.is_empty() || crashes == ["crash"], "{errors}");
        !crashes.is_empty()
    };
    let cases: [(&str, &[&str], bool); 6] = [
        ("guess-seed", &["--games", "2", "--seed", "2099"], true),
        ("guess-seed", &["--games", "2"], false),
        ("guess-seed", &["--games", "2", "--seed", "000102030405060708090a0b0c0d0e0f"], false),
        ("remember-deals", &["--games", "2"], true),
        ("remember-deals", &["--games", "30", "--paired"], false),
        ("remember-deals", &["--games", "30", "--paired", "--concurrency", "3", "--oversubscribe"], false),
    ];
    in_parallel(6, &cases, |(mode, more, expected)| {
        assert_eq!(knows(mode, more), *expected, "{mode} {more:?}");
    });
}

/// A hundred busy processes of a bot do not make its opponent miss a single answer.
#[test]
fn busy_processes_do_not_take_the_time_of_the_opponent() {
    let _turn = alone();
    if !withheld().is_empty() {
        return;
    }
    let output = pair(["hundred-spinners", "good"], "require", &[&["--games", "20"], &USUAL[..]].concat());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let table = serde_json::from_slice(&output.stdout).unwrap();
    for stage in ["turns", "inactive", "frame"] {
        assert_eq!(kinds(&table, "good", stage), [""; 0], "{stage}: {table}");
    }
}

/// The attacks on the processors.
const GREEDY: [&str; 4] = ["hundred-spinners", "orphan-spinners", "fork-churn", "read-usr"];

/// While a bot is frozen, nothing that it has started runs, and afterwards all of it continues.
#[test]
fn a_frozen_bot_uses_no_processor_time() {
    let _turn = alone();
    if !withheld().is_empty() {
        return;
    }
    for mode in GREEDY {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/bot.py");
        let mut program = Program::new(["python3", "-S", script, mode]);
        program.launcher = Some(env!("CARGO_BIN_EXE_clowder").into());
        program.variables.push(("PATH".into(), path().into()));
        let mut bot = program.spawn().unwrap();
        let pause = |milliseconds| std::thread::sleep(Duration::from_millis(milliseconds));
        let is_busy = |bot: &Child| {
            (0..100).any(|_| {
                let before = bot.usage().used;
                pause(50);
                bot.usage().used > before
            })
        };
        assert!(is_busy(&bot), "{mode}");
        bot.freeze();
        // A process stops when it returns from the kernel.
        pause(200);
        let before = bot.usage().used;
        pause(300);
        assert_eq!(bot.usage().used, before, "{mode}");
        bot.thaw();
        assert!(is_busy(&bot), "{mode}");
    }
}

/// The fields of `/proc/PID/stat` after the process name, and those of `/proc/PID/task/TID/schedstat` for each
/// thread.
fn statistics(pid: &str) -> Option<(Vec<u64>, Vec<Vec<u64>>)> {
    let numbers = |text: &str| text.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect();
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
    let threads = threads.filter_map(|it| std::fs::read_to_string(it.path().join("schedstat")).ok());
    Some((numbers(stat.rsplit(')').next()?), threads.map(|text| numbers(&text)).collect()))
}

/// Measures the processor time (in microseconds) of two bots and everything they have started. `match_` is the ID of
/// the process with the match, and the names are words of the bots' commands. The time of an ended process is
/// included in the statistics of its parent.
fn used(match_: u32, names: [&str; 2]) -> [u64; 2] {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().into_string().ok()?.parse::<u64>().ok());
    let found: BTreeMap<_, _> = pids.filter_map(|pid| Some((pid, statistics(&pid.to_string())?))).collect();
    let parent = |pid: &u64| found.get(pid).map(|(stat, _)| stat[1]);
    // Each child of the match is the supervisor of a bot, and everything below it belongs to this bot.
    let supervisor = |&pid: &u64| {
        let mut ancestors = std::iter::successors(Some(pid), parent);
        ancestors.find(|pid| parent(pid) == Some(match_.into()))
    };
    let name = |pid: &u64| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let is_bot = |wanted: &str, pid: &u64| name(pid).split('\0').any(|word| word == wanted);
    names.map(|wanted| {
        let bot =
            found.keys().find(|pid| supervisor(pid).is_some() && is_bot(wanted, pid)).and_then(supervisor);
        let own = found.iter().filter(|(pid, _)| bot.is_some() && supervisor(pid) == bot);
        let times = own.map(|(_, (stat, threads))| {
            10_000 * (stat[13] + stat[14]) + threads.iter().map(|times| times[0]).sum::<u64>() / 1000
        });
        times.sum()
    })
}

/// Plays a game between a bot that attacks the processors and a bot that thinks for a long time once. Returns the
/// processor time in microseconds that the attacker used in the second half of this time, and how long that was.
fn used_by_attack(attack: &str, pondering: &str) -> [u64; 2] {
    let mut command = command([attack, "work-once"], "require", &["--games", "1", pondering]);
    let mut match_ = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (begun, mut samples) = (Instant::now(), Vec::new());
    while match_.try_wait().unwrap().is_none() {
        samples.push((used(match_.id(), [attack, "work-once"]), begun.elapsed()));
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(match_.wait().unwrap().success());
    // The time from 60 % to 90 % of the worker's processor time is in the second half of its long move, when each of the
    // attacker's processes has noticed that it is stopped.
    let all = samples.iter().map(|(used, _)| used[1]).max().unwrap_or(0);
    let is_inside = |(used, _): &&([u64; 2], Duration)| (6 * all / 10..9 * all / 10).contains(&used[1]);
    let inside: Vec<_> = samples.iter().filter(is_inside).collect();
    let [first, .., last] = &inside[..] else { return [0; 2] };
    [last.0[0].saturating_sub(first.0[0]), last.1.saturating_sub(first.1).as_micros() as u64]
}

/// A bot that attacks the processors uses less than 3 % of one while it is frozen, because only its memory is watched
/// then. The last case shows that the measurement would notice a bot that is not frozen.
#[test]
fn a_frozen_bot_takes_no_time_from_its_opponent() {
    let _turn = alone();
    if !withheld().is_empty() {
        return;
    }
    let frozen = GREEDY.map(|mode| (mode, "--no-pondering"));
    for (mode, pondering) in frozen.into_iter().chain([(GREEDY[0], "--pondering")]) {
        // On a busy machine, there can be too few samples in a game.
        let measured = (0..10).map(|_| used_by_attack(mode, pondering)).find(|[_, all]| *all > 50_000);
        let [used, all] = measured.unwrap();
        println!("{mode} {pondering}: {used} of {all} µs");
        assert_eq!(used < all / 32, pondering == "--no-pondering", "{mode} {pondering}: {used} of {all} µs");
    }
}

/// Two bots cannot talk to each other through locks on files that both can read.
#[test]
fn two_bots_cannot_talk_through_locks() {
    let _turn = beside_others();
    let faults = |sandbox| {
        let options = [&["--games", "2"], &USUAL[..]].concat();
        let output = pair(["lock-sender", "lock-receiver"], sandbox, &options);
        kinds(&serde_json::from_slice(&output.stdout).unwrap(), "good", "turns")
    };
    assert_eq!(faults("off"), ["crash"], "without a sandbox, the bot finds a lock");
    if withheld().is_empty() {
        assert_eq!(faults("require"), [""; 0]);
    }
}

/// The memory of all processes together is limited, even if no single process exceeds the limit, and no memory can be
/// shared outside the temporary directory. Without these limits, each of these bots would use more and more memory.
#[test]
fn memory_is_counted_for_all_processes_together() {
    let _turn = alone();
    if !withheld().is_empty() {
        return;
    }
    let killed = "clowder: this program was killed, because all its processes together used more than 256 MiB of memory";
    for (mode, expected) in [
        ("many-hogs", killed),
        ("blind-watcher", killed),
        ("starve-watcher", killed),
        ("many-sockets", killed),
        ("page-tables", killed),
        ("shared-memory-hog", "PermissionError: [Errno 1] Operation not permitted"),
    ] {
        let (_, errors) = judge(&self::mode(mode), &sandbox("require"), USUAL);
        assert!(errors.contains(expected), "{mode}: {errors}");
    }
}

/// The supervisor kills the remaining processes of a bot if there are no namespaces.
#[test]
fn no_process_survives_without_namespaces() {
    let _turn = alone();
    let modes = [
        "daemon-holds-pipe",
        "daemon-answers",
        "daemon-new-session",
        "daemon-crowd",
        "daemon-spins",
        "fork-each",
    ];
    in_parallel(6, &modes, |mode| {
        let (_, errors) = play(mode, "off", USUAL);
        assert!(
            errors.contains("sandbox: off; consequences for the program: "),
            "standard error must say that the sandbox is off: {errors}"
        );
    });
}

#[test]
fn output_of_a_bot_is_escaped_before_it_reaches_the_terminal() {
    let _turn = beside_others();
    let (_, errors) = play("stderr-escapes", "auto", USUAL);
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
