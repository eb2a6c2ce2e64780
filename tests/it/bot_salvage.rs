//! Tests that damage to the directory of a tournament loses as little as possible, and that every loss is reported.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const CLOWDER: &str = env!("CARGO_BIN_EXE_clowder");

/// Returns the command for a match between two deterministic bots.
fn game(games: usize, more: &[&str]) -> Command {
    let mut command = Command::new(CLOWDER);
    command.args(["bot", "match", "--game", "tictactoe", "--seed", "7", "--no-timing", "--format", "json"]);
    command.args(["--games", &games.to_string(), "--start-limit", "60000", "--move-limit", "20000"]);
    for bot in ["greedy", "random"] {
        command.args(["--bot", &format!("{bot}='{CLOWDER}' bot play {bot} --game tictactoe --seed 3")]);
    }
    command.args(more).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(CLOWDER).args(words).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Returns the standard output of a run that must succeed.
fn table(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the saved games of a match, in order.
fn saved(out: &Path) -> Vec<String> {
    let meeting = out.join("tictactoe/match/Round0/greedy-random");
    let mut files: Vec<_> =
        fs::read_dir(meeting.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.push(meeting.join("matchupResults.json"));
    files.into_iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn the_good_records_of_a_damaged_journal_are_kept_and_the_others_played_again() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let place = out.to_str().unwrap();
    let whole = table(game(12, &["--out", place]));
    let expected = saved(&out);
    let journal = out.join("journal.jsonl");
    // One bit of record 5 and one bit of record 9 are changed.
    let mut bytes = fs::read(&journal).unwrap();
    let starts: Vec<_> = std::iter::once(0)
        .chain(bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
        .collect();
    for record in [5, 9] {
        bytes[starts[record] + 100] ^= 0x10;
    }
    fs::write(&journal, &bytes).unwrap();

    let (status, _, errors) = run(&["bot", "match", "--resume", place]);
    assert_eq!(status, Some(2));
    let expected_error =
        format!("the journal is damaged at record 5 (byte {}): its checksum is wrong", starts[5]);
    assert!(errors.contains(&expected_error), "{errors}");

    let (status, report, _) = run(&["bot", "salvage", place, "--format", "json"]);
    let dropped = |record: usize| {
        let length = starts[record + 1] - starts[record];
        json!({"record": record, "byte": starts[record], "length": length, "why": "its checksum is wrong"})
    };
    assert_eq!(
        serde_json::from_str::<Value>(&report).unwrap(),
        json!({
            "v": 1, "tournament": "match", "kept": 10, "dropped": [dropped(5), dropped(9)],
            "copy": format!("{place}/journal.jsonl.damaged"), "extracted": null,
        })
    );
    assert_eq!(status, Some(1));
    assert_eq!(fs::read(out.join("journal.jsonl.damaged")).unwrap(), bytes, "the damaged journal is kept");

    let (status, report, _) = run(&["bot", "salvage", place]);
    assert_eq!(
        (status, report.as_str()),
        (Some(0), "kept 10 finished games\n"),
        "salvaging a second time changes nothing"
    );

    // Only the two dropped games are played again. All later games are taken from the journal.
    let lines = |text: Vec<u8>| text.split(|&byte| byte == b'\n').count() - 1;
    assert_eq!(table(game(12, &["--resume", place])), whole);
    assert_eq!(lines(fs::read(&journal).unwrap()), 13);
    assert_eq!(saved(&out), expected);
    let (status, ..) = run(&["bot", "match", "--resume", place]);
    assert_eq!(status, Some(0), "the journal can be read again, although its games are no longer in order");
}

#[test]
fn a_journal_without_its_first_record_is_not_salvaged() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("journal.jsonl"), "00000000 {}\n").unwrap();
    let (status, out, errors) = run(&["bot", "salvage", home.path().to_str().unwrap()]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        errors.contains("the journal is damaged at record 0 (byte 0): its checksum is wrong"),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(home.path().join("journal.jsonl")).unwrap(), "00000000 {}\n");
}

/// Changes one bit of the plan in the first record of a journal. Returns the damaged journal.
fn damage_plan(journal: &Path) -> Vec<u8> {
    let mut bytes = fs::read(journal).unwrap();
    bytes[40] ^= 0x10;
    fs::write(journal, &bytes).unwrap();
    bytes
}

#[test]
fn a_copy_of_the_plan_replaces_a_damaged_one() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let (out, other) = (at("out"), at("other"));
    let whole = table(game(6, &["--out", &out]));
    let (files, journal) = (saved(Path::new(&out)), Path::new(&out).join("journal.jsonl"));
    let damaged = damage_plan(&journal);
    let (status, text, errors) = run(&["bot", "salvage", &out]);
    assert_eq!((status, text.as_str()), (Some(2), ""));
    let expected = "the journal is damaged at record 0 (byte 0): its checksum is wrong; without the plan in the first \
                    record, the run cannot continue; 6 finished games can still be read: give another copy of the plan \
                    with `--plan`, or write the games to a new directory with `--extract`";
    assert!(errors.contains(expected), "{errors}");
    assert!(fs::read(&journal).unwrap() == damaged, "the journal is not changed");

    // A plan with other bots cannot be the plan of these games.
    let bots = ["third", "fourth"].map(|name| format!("{name}='{CLOWDER}' bot play first --game tictactoe"));
    let [third, fourth] = &bots;
    let wrong =
        ["bot", "match", "--game", "tictactoe", "--out", &at("wrong"), "--bot", third, "--bot", fourth];
    assert_eq!(run(&wrong).0, Some(0));
    let (status, text, errors) = run(&["bot", "salvage", &out, "--plan", &at("wrong")]);
    assert_eq!((status, text.as_str()), (Some(2), ""));
    let expected = "the plan does not belong to this journal: record 1: bot 0 is `greedy`, but bot 0 of the plan is \
                    `third`";
    assert!(errors.contains(expected), "{errors}");
    assert!(fs::read(&journal).unwrap() == damaged, "the journal is not changed");

    // A run that was begun with the same options has the same plan.
    let mut again = game(6, &["--out", &other]);
    assert!(again.output().unwrap().status.success());
    let (status, text, errors) = run(&["bot", "salvage", &out, "--plan", &other]);
    let expected = format!(
        "dropped record 0 (byte 0, {} bytes): its checksum is wrong\n\
         kept 6 finished games\n\
         the damaged journal is now journal.jsonl.damaged\n\
         to play the missing games, continue with --resume\n",
        damaged.iter().position(|&byte| byte == b'\n').unwrap() + 1
    );
    assert_eq!((status, text), (Some(1), expected), "{errors}");
    assert!(fs::read(Path::new(&out).join("journal.jsonl.damaged")).unwrap() == damaged);
    assert_eq!(table(game(6, &["--resume", &out])), whole);
    assert_eq!(saved(Path::new(&out)), files);

    // The copy of the first damaged journal is never overwritten.
    let second = damage_plan(&journal);
    let (_, text, _) = run(&["bot", "salvage", &out, "--plan", &other]);
    assert!(text.contains("the damaged journal is now journal.jsonl.damaged-2\n"), "{text}");
    assert!(fs::read(Path::new(&out).join("journal.jsonl.damaged")).unwrap() == damaged);
    assert!(fs::read(Path::new(&out).join("journal.jsonl.damaged-2")).unwrap() == second);
}

#[test]
fn a_plan_with_another_seed_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    for (seed, out) in [("1", at("one")), ("2", at("two"))] {
        let bot = |name: &str| format!("{name}='{CLOWDER}' bot play first --game arboretum");
        let (status, _, errors) = run(&[
            "bot",
            "match",
            "--game",
            "arboretum",
            "--games",
            "2",
            "--seed",
            seed,
            "--out",
            &out,
            "--start-limit",
            "60000",
            "--move-limit",
            "20000",
            "--bot",
            &bot("A"),
            "--bot",
            &bot("B"),
        ]);
        assert_eq!(status, Some(0), "{errors}");
    }
    damage_plan(&Path::new(&at("one")).join("journal.jsonl"));
    let (status, text, errors) = run(&["bot", "salvage", &at("one"), "--plan", &at("two")]);
    assert_eq!((status, text.as_str()), (Some(2), ""));
    let expected = "the plan does not belong to this journal: record 1: its deal is not the deal of the plan, which has \
                    another seed or other deals";
    assert!(errors.contains(expected), "{errors}");
}

#[test]
fn the_games_of_a_journal_without_a_plan_can_be_extracted() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let (out, new) = (at("out"), at("new"));
    table(game(12, &["--out", &out]));
    let (mut files, journal) = (saved(Path::new(&out)), Path::new(&out).join("journal.jsonl"));
    damage_plan(&journal);
    // Record 3 is damaged, too. It contains the third game.
    let mut bytes = fs::read(&journal).unwrap();
    let start = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).unwrap().0 + 1;
    bytes[start + 100] ^= 0x10;
    fs::write(&journal, &bytes).unwrap();
    let (status, report, errors) = run(&["bot", "salvage", &out, "--extract", &new, "--format", "json"]);
    let report: Value = serde_json::from_str(&report).unwrap_or_else(|_| panic!("{errors}"));
    assert_eq!((status, &report["tournament"], &report["kept"]), (Some(1), &Value::Null, &json!(11)));
    let numbers: Vec<_> = report["dropped"].as_array().unwrap().iter().map(|drop| &drop["record"]).collect();
    assert_eq!(
        (numbers, &report["copy"], &report["extracted"]),
        (vec![&json!(0), &json!(3)], &Value::Null, &json!(new))
    );
    // The list of files ends with `matchupResults.json`.
    files.pop();
    files.remove(2);
    let games = Path::new(&new).join("tictactoe/Round0/greedy-random/games");
    let mut names: Vec<_> = fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let expected: Vec<_> = (0..12)
        .filter(|game| *game != 2)
        .map(|game| std::ffi::OsString::from(format!("{game:02}.json")))
        .collect();
    assert_eq!(names, expected);
    let written: Vec<_> = names.iter().map(|name| fs::read_to_string(games.join(name)).unwrap()).collect();
    assert_eq!(written, files);
    let (status, text, _) = run(&["bot", "verify", &new]);
    assert_eq!((status, text.as_str()), (Some(0), "11 saved games agree with the rules\n"));
    assert!(fs::read(&journal).unwrap() == bytes, "the journal is not changed");
    let (status, text, errors) = run(&["bot", "salvage", &out, "--extract", &new]);
    assert_eq!((status, text.as_str()), (Some(2), ""));
    assert!(errors.contains(&format!("cannot write {new}: File exists")), "{errors}");
}

/// Checks that a game which is in the journal twice is counted once, and that a damaged line break loses nothing.
#[test]
fn copies_of_records_and_damaged_line_breaks_are_repaired() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let place = out.to_str().unwrap();
    let whole = table(game(4, &["--out", place]));
    let journal = out.join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    // The plan and the first game are in the journal twice. The last two records are on one line.
    let joined = lines[3].replace('\n', "\x1a");
    let damaged = [lines[0], lines[0], lines[1], lines[1], lines[2], &joined, lines[4]].concat();
    fs::write(&journal, damaged).unwrap();
    let (status, report, errors) = run(&["bot", "salvage", place]);
    let [head, first] = [0, 1].map(|line| lines[line].len());
    assert_eq!(
        (status, report),
        (
            Some(1),
            format!(
                "dropped record 1 (byte {head}, {head} bytes): it is a copy of the first record\n\
                 dropped record 3 (byte {}, {first} bytes): it is a copy of record 2\n\
                 kept 4 finished games\n\
                 the damaged journal is now journal.jsonl.damaged\n\
                 to play the missing games, continue with --resume\n",
                2 * head + first
            )
        ),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(&journal).unwrap(), text);
    assert_eq!(table(game(4, &["--resume", place])), whole);
}

#[test]
fn a_removed_directory_is_an_error_that_loses_no_game() {
    const GAMES: usize = 600;
    let home = tempfile::tempdir().unwrap();
    let (out, other) = (home.path().join("out"), home.path().join("other"));
    let whole = table(game(GAMES, &["--out", other.to_str().unwrap()]));
    let mut running = game(GAMES, &["--out", out.to_str().unwrap()]).spawn().unwrap();
    let journal = out.join("journal.jsonl");
    let deadline = Instant::now() + Duration::from_secs(60);
    let size = || fs::metadata(&journal).map_or(0, |found| found.len());
    while size() < 20_000 {
        assert!(
            Instant::now() < deadline && running.try_wait().unwrap().is_none(),
            "all games ended before the directory was removed"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    // The directory disappears immediately, and its files disappear a little later.
    fs::rename(&out, home.path().join("removed")).unwrap();
    fs::remove_dir_all(home.path().join("removed")).unwrap();
    let output = running.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("was removed during the run; the journal and the messages were written again"),
        "{errors}"
    );
    assert!(size() >= 20_000, "every finished game is in the journal: {}", size());
    assert_eq!(table(game(GAMES, &["--resume", out.to_str().unwrap()])), whole);
    assert_eq!(saved(&out), saved(&other));
}

/// Returns the contents of all files below a directory.
fn contents(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    found
}

/// Checks that a run does not write into the directory of another run, even if this directory has replaced its own one.
#[test]
fn a_replaced_directory_is_an_error_that_loses_no_game() {
    const GAMES: usize = 600;
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let (mine, other, out) = (at("mine"), at("other"), at("out"));
    let whole = table(game(GAMES, &["--out", at("whole").to_str().unwrap()]));
    // The other run has the same bots, so its files have the same names.
    table(game(4, &["--out", other.to_str().unwrap()]));
    let before = contents(&other);
    fs::create_dir(&mine).unwrap();
    std::os::unix::fs::symlink(&mine, &out).unwrap();
    let mut running = game(GAMES, &["--out", out.to_str().unwrap()]).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::metadata(mine.join("journal.jsonl")).map_or(0, |found| found.len()) < 20_000 {
        assert!(
            Instant::now() < deadline && running.try_wait().unwrap().is_none(),
            "all games ended before the directory was replaced"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    // Replacing the link replaces the directory at once.
    std::os::unix::fs::symlink(&other, at("link")).unwrap();
    fs::rename(at("link"), &out).unwrap();
    fs::remove_dir_all(&mine).unwrap();
    let output = running.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let rescued = at("out.rescued");
    let expected = format!(
        "was replaced during the run by a file of another run; no finished game is lost: the journal and the messages \
         are now in {0}; continue with `--resume {0}`",
        rescued.display()
    );
    assert!(errors.contains(&expected), "{errors}");
    assert!(contents(&other) == before, "the files of the other run are not changed");
    assert!(fs::metadata(rescued.join("journal.jsonl")).unwrap().len() >= 20_000, "no finished game is lost");
    assert_eq!(table(game(GAMES, &["--resume", rescued.to_str().unwrap()])), whole);
    assert_eq!(saved(&rescued), saved(&at("whole")));
    let log = |directory: &Path| {
        fs::read_to_string(directory.join("tictactoe/match/Round0/greedy-random/messages.jsonl")).unwrap()
    };
    assert_eq!(log(&rescued), log(&at("whole")));
}

#[test]
fn a_bot_cannot_have_the_name_of_a_key_of_the_results() {
    for name in ["draws", "gameResults"] {
        let bot = format!("{name}=true");
        let (status, out, errors) =
            run(&["bot", "match", "--game", "tictactoe", "--bot", &bot, "--bot", "other=true"]);
        assert_eq!((status, out.as_str()), (Some(2), ""));
        let expected = format!(
            "`{name}` cannot be the name of a bot, because `matchupResults.json` has a key with this name"
        );
        assert!(errors.contains(&expected), "{errors}");
    }
}
