//! Tests that damage to the directory of a tournament loses as little as possible, and that every loss is reported.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
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
        json!({"v": 1, "tournament": "match", "kept": 10, "dropped": [dropped(5), dropped(9)]})
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
    assert_eq!(status, Some(0), "the journal, whose games are not in order now, can be read again");
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
