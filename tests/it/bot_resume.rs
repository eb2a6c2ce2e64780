//! Tests that a tournament, when killed at any moment or at any write, neither loses a game nor plays one twice.

use crate::support::{in_parallel, path};
use clowder::random::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The command for a small round robin between deterministic bots.
fn tournament(bots: &[&str], games: usize, more: &[&str]) -> Command {
    let clowder = env!("CARGO_BIN_EXE_clowder");
    let mut command = Command::new(clowder);
    let (verb, more) =
        more.split_first().filter(|(verb, _)| **verb == "match").unwrap_or((&"tournament", more));
    command.args(["bot", verb, "--game", "tictactoe", "--seed", "7", "--no-timing", "--format", "json"]);
    command.args(["--games", &games.to_string(), "--start-limit", "60000", "--move-limit", "20000"]);
    for (number, bot) in bots.iter().enumerate() {
        let words = match *bot {
            "crasher" => "sh -c 'read message; exit 3'".to_owned(),
            _ => format!("'{clowder}' bot play {bot} --game tictactoe"),
        };
        command.args(["--bot", &format!("{bot}{number}={words}")]);
    }
    command.args(more).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns the contents of all files below a directory.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![directory.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(directory).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Checks that two runs have written the same files.
fn assert_same(found: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>, context: &str) {
    let found = files(found);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{context}");
    for (path, content) in expected {
        assert!(found[path] == *content, "{context}: {} differs", path.display());
    }
}

fn copy(from: &BTreeMap<PathBuf, Vec<u8>>, to: &Path) {
    for (path, content) in from {
        fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
        fs::write(to.join(path), content).unwrap();
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the standard output of a run, after checking that it succeeded.
fn table(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The options of the runs to be killed. With `--restart` and `--max-faults`, a bot crashes.
const KILLED: [&[&str]; 12] = [
    &[],
    &["--paired"],
    &["--type", "gauntlet", "--concurrency", "2", "--oversubscribe"],
    &["--type", "knockout"],
    &["--restart", "2"],
    &["--max-faults", "2", "--on-fault", "forfeit"],
    &["--type", "knockout", "--paired", "--restart", "2"],
    &["match", "--paired", "--max-faults", "2"],
    &["match", "--sprt", "elo0=0,elo1=300"],
    &["match", "--concurrency", "3", "--oversubscribe"],
    &["match", "--paired", "--concurrency", "2", "--oversubscribe"],
    &["match", "--paired", "--concurrency", "3", "--oversubscribe", "--restart", "2"],
];

/// Returns the bots of the runs with these options.
fn bots_of(options: &[&str]) -> &'static [&'static str] {
    let crashes = options.iter().any(|word| ["--restart", "--max-faults"].contains(word));
    match (options.first(), crashes) {
        (Some(&"match"), false) => &["first", "greedy"],
        (Some(&"match"), true) => &["greedy", "crasher"],
        (_, false) => &["first", "greedy", "first"],
        (_, true) => &["first", "greedy", "crasher"],
    }
}

/// The command for a run of 12 games with these options, which begins or continues in a directory.
fn run_in(options: &[&str], directory: &Path) -> Command {
    let is_begun = fs::read(directory.join("journal.jsonl")).is_ok_and(|journal| journal.contains(&b'\n'));
    let place = [if is_begun { "--resume" } else { "--out" }, directory.to_str().unwrap()];
    tournament(bots_of(options), 12, &[options, &place].concat())
}

/// Kills runs with all options, at moments spread over the time of a whole run: one random moment in each of 6 parts
/// of this time, or of 40 parts if the variable `CLOWDER_ALL_KILLS` is set.
#[test]
fn kills_at_all_moments_lose_no_game() {
    let parts = if std::env::var_os("CLOWDER_ALL_KILLS").is_some() { 40 } else { 6 };
    let home = tempfile::tempdir().unwrap();
    let kills = AtomicUsize::new(0);
    in_parallel(2, &KILLED, |options| {
        let home = tempfile::tempdir_in(home.path()).unwrap();
        kills.fetch_add(kill_with(options, parts, home.path()), Ordering::Relaxed);
    });
    let kills = kills.into_inner();
    println!("{kills} kills");
    assert!(
        kills > parts * KILLED.len() / 2,
        "only {kills} of the runs were not over at the moment of the kill"
    );
}

/// Kills runs with these options once in each part of the time of a whole run, and compares the results with those of
/// the whole run. Returns how often runs were killed.
fn kill_with(options: &[&str], parts: usize, home: &Path) -> usize {
    let whole = home.join("whole");
    let begun = Instant::now();
    let expected = table(&run_in(options, &whole).output().unwrap());
    let (took, files) = (begun.elapsed(), files(&whole));
    let mut random = Random::new(11);
    let mut moments: Vec<_> = (0..parts).map(|part| (part * 1000 + random.below(1000)) / parts).collect();
    random.shuffle(&mut moments);
    let mut kills = 0;
    while !moments.is_empty() {
        let directory = home.join(format!("after-{kills}-kills"));
        assert_eq!(
            killed_until_done(options, &directory, took, &mut moments, &mut kills),
            expected,
            "{options:?}"
        );
        // If several meetings run at the same time, the records are in the order in which the games ended.
        if !options.contains(&"gauntlet") {
            assert_same(&directory, &files, &format!("after kills with {options:?}"));
        }
        fs::remove_dir_all(&directory).unwrap();
    }
    kills
}

/// Kills and continues a run until it finishes, and returns the table. The moments are given in thousandths of
/// `took`, the time of a whole run, because a run needs longer on a busy machine.
fn killed_until_done(
    options: &[&str],
    directory: &Path,
    took: Duration,
    moments: &mut Vec<usize>,
    kills: &mut usize,
) -> String {
    loop {
        let is_whole = !directory.join("journal.jsonl").exists();
        let mut run = run_in(options, directory).spawn().unwrap();
        if let Some(&moment) = moments.last() {
            std::thread::sleep(took * moment as u32 / 1000);
            let is_running = run.try_wait().unwrap().is_none();
            if is_running {
                run.kill().unwrap();
                *kills += 1;
            }
            // A continued run can be over before this moment; then kill a later run.
            if is_running || is_whole {
                moments.pop();
            }
        }
        let output = run.wait_with_output().unwrap();
        if output.status.success() {
            return text(&output.stdout);
        }
        assert_eq!(output.status.code(), None, "{}", text(&output.stderr));
    }
}

/// Whatever a killed run has written, the next run finishes correctly.
#[test]
fn a_kill_at_each_write_loses_no_game() {
    let bots = ["first", "greedy"];
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    let expected = table(&tournament(&bots, 4, &["--out", whole.to_str().unwrap()]).output().unwrap());
    let whole = files(&whole);
    let journal = &whole[Path::new("journal.jsonl")];
    let ends: Vec<_> = (0..journal.len()).filter(|&at| journal[at] == b'\n').map(|at| at + 1).collect();
    assert_eq!(ends.len(), 5, "the header and four games");
    let mut cuts: Vec<_> = ends.iter().flat_map(|&end| [end - 200, end - 1, end, end + 1]).collect();
    cuts.retain(|&cut| cut >= ends[0] && cut <= journal.len());
    for cut in cuts {
        let directory = home.path().join(format!("cut-{cut}"));
        copy(&whole, &directory);
        fs::write(directory.join("journal.jsonl"), &journal[..cut]).unwrap();
        fs::remove_file(directory.join("tictactoe/round-robin/results.json")).unwrap();
        let place = directory.to_str().unwrap();
        let output = tournament(&bots, 4, &["--resume", place]).output().unwrap();
        assert_eq!(table(&output), expected, "cut at {cut}");
        assert_same(&directory, &whole, &format!("cut at {cut}"));
        let is_torn = !ends.contains(&cut);
        assert_eq!(
            text(&output.stderr).contains("warning: the last record of the journal was incomplete"),
            is_torn
        );
    }
}

/// Limits the size of every file, so that the operating system kills the process when a file reaches the limit, and
/// repeats this with many different limits.
#[test]
fn a_process_that_is_killed_while_it_writes_can_be_resumed() {
    let bots = ["first", "greedy"];
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    let expected = table(&tournament(&bots, 3, &["--out", whole.to_str().unwrap()]).output().unwrap());
    let whole = files(&whole);
    let longest = whole.values().map(Vec::len).max().unwrap();
    let limited = "import os,resource,signal,sys; signal.signal(signal.SIGXFSZ, signal.SIG_DFL); \
                   limit = int(sys.argv[1]); resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)); \
                   os.execv(sys.argv[2], sys.argv[2:])";
    for limit in (0..longest).step_by(longest / 23 + 1) {
        let directory = home.path().join(format!("limit-{limit}"));
        let place = directory.to_str().unwrap();
        let inner = tournament(&bots, 3, &["--out", place]);
        let mut command = Command::new("python3");
        command
            .env("PATH", path())
            .args(["-S", "-c", limited, &limit.to_string()])
            .arg(inner.get_program())
            .args(inner.get_args());
        let output = command.output().unwrap();
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&output.status),
            Some(25),
            "{limit}: SIGXFSZ"
        );
        // If a run was killed before its first record was complete, start the run from the beginning.
        let journal = fs::read(directory.join("journal.jsonl")).unwrap();
        let again = if journal.contains(&b'\n') { "--resume" } else { "--out" };
        assert_eq!(table(&tournament(&bots, 3, &[again, place]).output().unwrap()), expected, "{limit}");
        assert_same(&directory, &whole, &format!("limit {limit}"));
    }
}

#[test]
fn the_number_of_meetings_at_the_same_time_does_not_affect_the_results() {
    let bots = ["first", "greedy", "first", "greedy"];
    let run = |at_once: &str| {
        let home = tempfile::tempdir().unwrap();
        let more = ["--oversubscribe", "--concurrency", at_once, "--out", home.path().to_str().unwrap()];
        let table = table(&tournament(&bots, 3, &more).output().unwrap());
        let mut files = files(home.path());
        // The records are in the order in which the games ended.
        files.remove(Path::new("journal.jsonl"));
        (table, files)
    };
    assert!(run("1") == run("2"));
}

#[test]
fn a_journal_is_protected() {
    let bots = ["first", "greedy"];
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("here");
    let place = place.to_str().unwrap();
    let refused = |bots: &[&str], games, more: &[&str]| {
        let output = tournament(bots, games, more).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let errors = text(&output.stderr);
        errors.lines().last().unwrap().replace(place, "DIR").replace(env!("CARGO_BIN_EXE_clowder"), "clowder")
    };
    assert_eq!(refused(&bots, 2, &["--resume", place]), "clowder: DIR: there is no journal to resume");
    table(&tournament(&bots, 2, &["--out", place]).output().unwrap());
    assert_eq!(
        refused(&bots, 2, &["--out", place]),
        "clowder: DIR: this directory already contains a run with the name `round-robin`; choose another directory with \
         `--out`, or another name with `--name`, or continue the run: use `--resume` with the directory `DIR`",
    );
    let changed = "clowder: DIR: this is not the tournament that was begun in this directory: ";
    assert_eq!(refused(&bots, 3, &["--resume", place]), format!("{changed}games was 2 and is now 3"));
    assert_eq!(
        refused(&["first", "first"], 2, &["--resume", place]),
        format!(r#"{changed}bots[1].command[3] was "greedy" and is now "first""#),
    );
    assert_eq!(
        refused(&bots, 2, &["--resume", place, "--type", "knockout"]),
        format!(r#"{changed}format was "round-robin" and is now "knockout""#),
    );
    let journal = Path::new(place).join("journal.jsonl");
    let lock = fs::OpenOptions::new().append(true).open(&journal).unwrap();
    lock.lock().unwrap();
    for way in ["--resume", "--out"] {
        assert_eq!(refused(&bots, 2, &[way, place]), "clowder: DIR: another run is using this directory");
    }
    drop(lock);
    let mut bytes = fs::read(&journal).unwrap();
    let middle = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 100;
    bytes[middle] ^= 1;
    fs::write(&journal, bytes).unwrap();
    let damaged = refused(&bots, 2, &["--resume", place]);
    assert!(damaged.starts_with("clowder: DIR: the journal is damaged at record 1 (byte "), "{damaged}");
    assert!(damaged.ends_with("): its checksum is wrong"), "{damaged}");
}

/// A run does not change the files of another, even if the other's directory has replaced its own.
#[test]
fn a_removed_or_replaced_directory_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let bots = ["first", "greedy"];
    let start = |out: &Path| {
        let running = tournament(&bots, 600, &["--out", out.to_str().unwrap()]).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while fs::metadata(out.join("journal.jsonl")).map_or(0, |found| found.len()) < 20_000 {
            assert!(Instant::now() < deadline, "the run has not begun");
            std::thread::sleep(Duration::from_millis(1));
        }
        running
    };
    let assert_removed = |running: std::process::Child| {
        let output = running.wait_with_output().unwrap();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        // Whether the missing directory or the missing file is noticed first depends on the moment.
        let is_noticed = errors.ends_with(" was removed or replaced during the run\n")
            || errors.contains("No such file or directory");
        assert!(is_noticed, "{errors}");
    };
    // The other run has the same bots, so its files have the same names.
    let (mine, other, out) = (at("mine"), at("other"), at("out"));
    table(&tournament(&bots, 4, &["--out", other.to_str().unwrap()]).output().unwrap());
    let before = files(&other);
    fs::create_dir(&mine).unwrap();
    std::os::unix::fs::symlink(&mine, &out).unwrap();
    let running = start(&out);
    // Replacing the link replaces the directory at once.
    std::os::unix::fs::symlink(&other, at("link")).unwrap();
    fs::rename(at("link"), &out).unwrap();
    assert_removed(running);
    let after = files(&other);
    assert!(
        before.iter().all(|file| after.get(file.0) == Some(file.1)),
        "no file of the other run is changed"
    );
    let gone = at("gone");
    let running = start(&gone);
    fs::rename(&gone, at("removed")).unwrap();
    assert_removed(running);
}

#[test]
fn a_bot_cannot_have_the_name_of_a_key_of_the_results() {
    for name in ["draws", "gameResults"] {
        let bots = ["--bot", &format!("{name}=true")];
        let output = tournament(&["first"], 1, &bots).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        let expected = format!(
            "`{name}` cannot be the name of a bot, because `matchupResults.json` has a key with this name"
        );
        assert!(text(&output.stderr).contains(&expected));
    }
}

#[test]
fn a_knockout_finishes_and_is_repeatable() {
    let bots = ["greedy", "first", "first", "greedy", "first"];
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let first = table(&tournament(&bots, 2, &["--type", "knockout", "--out", place]).output().unwrap());
    let again = table(
        &tournament(&bots, 2, &["--resume", place, "--concurrency", "3", "--oversubscribe"])
            .output()
            .unwrap(),
    );
    assert_eq!(first, again);
    let saved = fs::read_to_string(home.path().join("tictactoe/knockout/results.json")).unwrap();
    let saved: Value = serde_json::from_str(&saved).unwrap();
    let rounds: Vec<_> =
        saved["rounds"].as_array().unwrap().iter().map(|it| it.as_array().unwrap().len()).collect();
    assert_eq!(
        rounds,
        [1, 2, 1],
        "one final, two semi-finals, and one quarter-final, because three bots have a bye"
    );
}

/// The first interrupt finishes the running game, and the printed command continues the run.
#[test]
fn an_interrupted_run_prints_the_command_that_continues_it() {
    let bots = ["first", "greedy"];
    let home = tempfile::tempdir().unwrap();
    let place = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let expected = table(&tournament(&bots, 150, &["--out", &place("whole")]).output().unwrap());
    let run = tournament(&bots, 150, &["--out", &place("cut")]).spawn().unwrap();
    let journal = home.path().join("cut/journal.jsonl");
    while fs::read(&journal).map_or(0, |journal| journal.split(|&byte| byte == b'\n').count() - 1) < 3 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = rustix::process::Pid::from_child(&run);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = run.wait_with_output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(
        errors.contains("the running games will be finished first; press Ctrl-C again to stop at once\n"),
        "{errors}"
    );
    let command = format!("continue with: clowder bot tournament --resume '{}'", place("cut"));
    assert_eq!(errors.lines().last(), Some(command.as_str()));
    let cut: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = cut["bots"][0]["record"]["games"].as_u64().unwrap();
    assert!((2..150).contains(&games), "{games}");
    let mut resumed = Command::new(env!("CARGO_BIN_EXE_clowder"));
    resumed.args(["bot", "tournament", "--format", "json", "--resume"]).arg(home.path().join("cut"));
    let again = resumed.output().unwrap();
    assert_eq!(table(&again), expected);
    assert_same(&home.path().join("cut"), &files(&home.path().join("whole")), "after an interrupt");
}

#[test]
fn tournaments_with_different_names_share_a_directory() {
    let bots = ["first", "greedy"];
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let first = table(&tournament(&bots, 2, &["--out", place]).output().unwrap());
    table(&tournament(&bots, 2, &["--out", place, "--name", "second"]).output().unwrap());
    let below = home.path().join("tictactoe/second");
    let names: Vec<_> = files(&below).into_keys().filter(|path| path.components().count() == 1).collect();
    assert_eq!(names, ["journal.jsonl", "results.json", "standings.html"].map(Path::new));
    let again = tournament(&bots, 2, &["--resume", below.to_str().unwrap()]).output().unwrap();
    assert_eq!(table(&again), table(&tournament(&bots, 2, &["--resume", place]).output().unwrap()));
    assert_eq!(table(&again), first);
    // The bots do not exist, so the refusal must come before starting them.
    let second = below.to_str().unwrap();
    for (name, journal) in [(&[][..], place), (&["--name", "second"], second)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clowder"));
        command.args(["bot", "tournament", "--game", "tictactoe", "--out", place]).args(name);
        command.args(["--bot", "A=/does/not/exist", "--bot", "B=/does/not/exist"]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        let name = name.last().unwrap_or(&"round-robin");
        assert!(
            told.contains(&format!("this directory already contains a run with the name `{name}`; ")),
            "{told}"
        );
        assert!(
            told.ends_with(&format!("or continue the run: use `--resume` with the directory `{journal}`\n")),
            "{told}"
        );
    }
}

#[test]
fn the_games_of_a_directory_are_replayed_one_after_the_other() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    table(&tournament(&["first", "greedy"], 3, &["--out", place]).output().unwrap());
    let replay = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_clowder"))
            .args(["bot", "replay", place])
            .args(more)
            .output()
            .unwrap()
    };
    let shown = text(&replay(&[]).stdout);
    assert_eq!(shown.matches(" against ").count(), 3, "{shown}");
    let refused = replay(&["-o", "game.html"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("-o accepts only one saved game"));
}
