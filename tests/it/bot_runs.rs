//! Tests runs that are continued or extended: restarts, added bots, and games against a person.

use crate::support::run;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A bot that crashes or plays an illegal move at its first turn in some games. It learns the number of the game from
/// NEWGAME.
const CRASHER: &str = r#"
import json, sys
bad, game = sys.argv[1].split(","), 0
for line in sys.stdin:
    message = json.loads(line)
    state = message["state"]
    if state.get("message") == "NEWGAME":
        game = state["gameNumber"]
    move = state["gameState"].index("-") if state.get("activeTurn") else None
    if state.get("activeTurn") and str(game) in bad:
        sys.exit("no move in game %d" % game)
    if state.get("activeTurn") and str(-game) in bad and state["gameState"].count("-") > 7:
        move = -1
    print(json.dumps({"move": move, "messageID": message["messageID"]}), flush=True)
"#;

/// Writes the bot, and returns the arguments of a match between two copies of it. The first copy crashes in the given
/// games, but plays an illegal move where the number has a minus sign.
fn crashers(home: &Path, games: &str) -> Vec<String> {
    let file = home.join("bot/crasher.py");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, CRASHER).unwrap();
    let bot = |name: &str, games: &str| format!("{name}=python3 -S '{}' {games}", file.display());
    let bots = [bot("bad", games), bot("good", "0")];
    let words = ["bot", "match", "--game", "tictactoe", "--seed", "3", "--no-timing", "--format", "json"];
    let limits = ["--move-limit", "20000", "--start-limit", "60000"];
    let bots = bots.iter().flat_map(|bot| ["--bot", bot]);
    words.into_iter().chain(limits).chain(bots).map(str::to_owned).collect()
}

/// Runs the program, which must succeed. Returns the JSON on standard output and the text on standard error.
fn table(arguments: &[String], more: &[&str]) -> (Value, String) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let (status, out, err) = run(&arguments, "");
    assert_eq!(status, 0, "{err}");
    (serde_json::from_str(out.lines().last().unwrap()).unwrap(), err)
}

fn line<'a>(table: &'a Value, name: &str) -> &'a Value {
    table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == name).unwrap()
}

/// The contents of all files below a directory.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![directory.to_owned()];
    while let Some(next) = open.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(directory).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_crashed_bot_is_restarted_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let common = crashers(home.path(), "2,4,5");
    let (all, _) = table(&common, &["--games", "6"]);
    let crashes = line(&all, "bad")["faults"]["turns"]["crash"].as_u64().unwrap();
    assert!(crashes >= 5, "the bot must not play again after its crash in the second game: {all}");
    assert_eq!(line(&all, "bad")["restarts"], 0);
    let (all, err) = table(&common, &["--games", "6", "--restart", "5"]);
    assert_eq!(line(&all, "bad")["faults"]["turns"]["crash"], 3, "one in each of three games: {all}");
    assert_eq!((&line(&all, "bad")["restarts"], &line(&all, "good")["restarts"]), (&3.into(), &0.into()));
    assert_eq!(line(&all, "bad")["faults"]["frame"]["crash"], 0);
    assert!(err.contains("bad: the first fault was in its own turn in game 2 of Round 1 (crash)\n"), "{err}");
    assert!(err.contains("bad: it was restarted 3 times\n"), "{err}");
    assert!(
        err.contains("  standard error: no move in game 2\n"),
        "standard error at the first fault is shown: {err}"
    );
    // One restart is allowed, so the second crash, in game 4, stops the bot.
    let (all, err) = table(&common, &["--games", "6", "--restart", "1"]);
    assert_eq!(line(&all, "bad")["restarts"], 1);
    assert!(line(&all, "bad")["faults"]["frame"]["crash"].as_u64().unwrap() >= 3, "{all}");
    assert!(err.contains("bad: it was restarted 1 time\nbad: it ended with exit status 1\n"), "{err}");
    let human: Vec<_> = common.iter().map(|word| if word == "json" { "human" } else { word }).collect();
    let (_, out, _) = run(&[&human[..], &["--games", "3", "--restart", "1"]].concat(), "");
    let rows: Vec<_> = out.lines().take(3).map(|row| row.split_whitespace().last().unwrap()).collect();
    assert_eq!(rows[0], "restarts");
    assert!(rows.contains(&"1") && rows.contains(&"·"), "{out}");
    let (status, _, err) = run(&[&human[..], &["--restart", "0"]].concat(), "");
    assert_eq!(status, 2);
    assert!(err.contains("invalid value '0' for '--restart <N>'"), "{err}");
}

/// The journal stores the state of a bot's process, so a resumed run continues as if it had not been interrupted.
#[test]
fn stopped_and_restarted_bots_survive_a_resume() {
    resumes_as_if_not_interrupted(
        "2,4,5",
        &[
            &[],
            &["--max-faults", "2"],
            &["--restart", "1"],
            &["--restart", "2", "--max-faults", "3"],
            &["--restart", "9", "--paired"],
        ],
    );
}

#[test]
fn the_faults_of_earlier_games_count_after_a_resume() {
    resumes_as_if_not_interrupted("-1,-2,-4", &[&["--max-faults", "3"]]);
}

/// Plays six games with each of the options, then continues copies of the run that stopped after each game. In the
/// end, every copy must have the same results and files.
fn resumes_as_if_not_interrupted(bad: &str, options: &[&[&str]]) {
    let home = tempfile::tempdir().unwrap();
    let common = crashers(home.path(), bad);
    for (number, options) in options.iter().enumerate() {
        let place = home.path().join(format!("whole-{number}"));
        let more = [&["--games", "6"], *options].concat();
        let (expected, _) = table(&common, &[&more[..], &["--out", place.to_str().unwrap()]].concat());
        let whole = files(&place);
        let journal = &whole[Path::new("journal.jsonl")];
        let ends = (0..journal.len()).filter(|&at| journal[at] == b'\n').map(|at| at + 1);
        for (games, end) in ends.enumerate() {
            let cut = home.path().join(format!("cut-{number}-{games}"));
            for (path, content) in &whole {
                fs::create_dir_all(cut.join(path).parent().unwrap()).unwrap();
                fs::write(cut.join(path), content).unwrap();
            }
            fs::write(cut.join("journal.jsonl"), &journal[..end]).unwrap();
            let (found, err) = table(&common, &["--resume", cut.to_str().unwrap()]);
            assert_eq!(found, expected, "{options:?} after {games} games: {err}");
            let all = files(&cut);
            assert!(all.keys().eq(whole.keys()), "{options:?} after {games} games: {:?}", all.keys());
            for (path, content) in all {
                let [found, expected] = [&content, &whole[&path]].map(|text| String::from_utf8_lossy(text));
                assert_eq!(found, expected, "{options:?} after {games} games: {}", path.display());
            }
        }
    }
}

/// The arguments of a tournament between built-in bots.
fn league(bots: &[&str]) -> Vec<String> {
    let clowder = env!("CARGO_BIN_EXE_clowder");
    let words =
        ["bot", "tournament", "--game", "tictactoe", "--seed", "7", "--no-timing", "--format", "json"];
    let limits = ["--move-limit", "20000", "--start-limit", "60000", "--games", "2"];
    let mut all: Vec<String> = words.into_iter().chain(limits).map(str::to_owned).collect();
    for bot in bots {
        let kind = bot.split('-').next().unwrap();
        all.extend([
            "--bot".to_owned(),
            format!("{bot}='{clowder}' bot play {kind} --game tictactoe --seed 1"),
        ]);
    }
    all
}

#[test]
fn an_added_bot_plays_only_its_own_games() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("league");
    let directory = place.to_str().unwrap();
    table(&league(&["first", "greedy", "random"]), &["--out", directory]);
    let before = files(&place);
    let lines = |files: &BTreeMap<PathBuf, Vec<u8>>| {
        let journal = String::from_utf8(files[Path::new("journal.jsonl")].clone()).unwrap();
        journal.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    // Only the new bot is named, because the other bots are in the journal.
    let new = league(&["perfect"]);
    let (all, _) = table(&new, &["--resume", directory]);
    assert_eq!(all["bots"].as_array().unwrap().len(), 4);
    assert_eq!(line(&all, "perfect")["record"]["games"], 6, "2 games against each of 3 bots");
    assert_eq!(line(&all, "first")["record"]["games"], 6);
    let after = files(&place);
    assert_eq!(lines(&after)[..6], lines(&before)[..], "no game was played again");
    assert_eq!(lines(&after).len(), 12);
    for (path, content) in before.iter().filter(|(path, _)| path.components().count() > 3) {
        assert!(after[path] == *content, "{}", path.display());
    }
    let base = Path::new("tictactoe/round-robin");
    let results: Value = serde_json::from_slice(&after[&base.join("results.json")]).unwrap();
    assert_eq!(results["rounds"].as_array().unwrap().len(), 6, "three rounds of three bots, and three more");
    assert_eq!(results["matchups"]["random-perfect"], 5);
    assert!(after.contains_key(&base.join("Round5/random-perfect/games/1.json")));
    // There is one more bot than before. The numbers of the eleven rounds need two digits.
    let more = league(&["first", "greedy", "random", "perfect", "first-2"]);
    let (all, _) = table(&more, &["--resume", directory]);
    assert_eq!(line(&all, "first-2")["record"]["games"], 8);
    let wide = files(&place);
    assert!(wide.contains_key(&base.join("Round05/random-perfect/messages.jsonl")));
    assert!(wide.contains_key(&base.join("Round09/perfect-first-2/games/1.json")));
    assert!(!wide.keys().any(|path| path.starts_with(base.join("Round5"))), "renamed");
    let (again, _) = table(&more, &["--resume", directory]);
    assert_eq!(again, all, "nothing is left to play");
    assert!(files(&place) == wide);
    // A list without some of the bots is probably a mistake.
    let (status, _, err) = {
        let arguments = league(&["first", "perfect-9"]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        run(&[&arguments[..], &["--resume", directory]].concat(), "")
    };
    assert_eq!(status, 2);
    assert!(err.contains("this is not the tournament that was begun in this directory: bots was "), "{err}");
    let (status, out, err) = run(&["bot", "verify", directory], "");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "20 saved games agree with the rules\n", ""));
}

#[test]
fn a_bot_cannot_be_added_to_a_knockout_or_with_other_options() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("cup");
    let directory = place.to_str().unwrap();
    table(&league(&["first", "greedy"]), &["--out", directory, "--type", "knockout"]);
    let whole = files(&place);
    let refused = |more: &[&str]| {
        let arguments = league(&["perfect"]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
        let (status, _, err) = run(&arguments, "");
        assert_eq!(status, 2);
        err
    };
    let err = refused(&["--resume", directory]);
    assert!(err.ends_with("a bot can be added only to a round robin or a gauntlet\n"), "{err}");
    assert!(files(&place) == whole, "nothing has changed");
}

#[test]
fn a_game_against_a_person_is_saved() {
    let home = tempfile::tempdir().unwrap();
    let directory = home.path().join("mine").to_str().unwrap().to_owned();
    let play = |input: &str, more: &[&str]| {
        let common = ["bot", "play", "first", "--human", "--game", "tictactoe", "--seed", "1"];
        run(&[&common[..], &["--out", &directory], more].concat(), input)
    };
    let (status, out, err) = play("8\n5\n2\n", &[]);
    assert_eq!(status, 0);
    assert!(out.ends_with("You win, 0 : 0\n"), "{out}");
    assert_eq!(err, format!("the game was saved as {directory}/0.json\n"));
    let (_, _, err) = play("3\n4\n5\n", &["--second"]);
    assert!(err.ends_with("/1.json\n"), "{err}");
    let (status, _, err) = play("8\nq\n", &[]);
    assert_eq!((status, err.as_str()), (0, "the game is not over, so it was not saved\n"));
    let (status, out, err) = run(&["bot", "verify", &directory], "");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "2 saved games agree with the rules\n", ""));
    let saved = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(Path::new(&directory).join(name)).unwrap()).unwrap()
    };
    assert_eq!(saved("0.json")["players"], serde_json::json!(["human", "first"]));
    assert_eq!(saved("0.json")["moves"], serde_json::json!([8, 0, 5, 1, 2]));
    assert_eq!(saved("1.json")["players"], serde_json::json!(["first", "human"]));
    let (status, out, _) = run(&["bot", "replay", &directory, "--all"], "");
    assert_eq!(status, 0);
    assert!(out.starts_with("human against first\n"), "{out}");
    let file = format!("{directory}/0.json/below");
    let common = ["bot", "play", "first", "--human", "--game", "tictactoe", "--seed", "1", "--out"];
    let (status, out, err) = run(&[&common[..], &[&file]].concat(), "8\n");
    assert_eq!((status, out.as_str()), (2, ""), "before the game begins");
    assert!(err.contains("cannot write"), "{err}");
    let (status, _, _) = run(&["bot", "play", "first", "--game", "tictactoe", "--out", "x"], "");
    assert_eq!(status, 2, "without --human");
}

#[test]
fn a_replay_shows_the_faults_and_the_standard_error() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("out");
    let directory = place.to_str().unwrap();
    let common = crashers(home.path(), "2");
    table(&common, &["--games", "3", "--restart", "1", "--out", directory]);
    let game = |number: usize| place.join(format!("tictactoe/match/Round0/bad-good/games/{number}.json"));
    let replay = |number| run(&["bot", "replay", "--all", game(number).to_str().unwrap()], "");
    let (status, out, _) = replay(1);
    assert_eq!(status, 0);
    assert!(out.ends_with("Faults:\n  bad: crash (turn)\n"), "{out}");
    assert_eq!(out.matches("Standard error:\n  no move in game 2\n").count(), 1, "{out}");
    for number in [0, 2] {
        let (_, out, _) = replay(number);
        assert!(!out.contains("Faults") && !out.contains("Standard error"), "{out}");
    }
}

#[test]
fn a_warning_names_bots_in_one_folder() {
    let home = tempfile::tempdir().unwrap();
    for file in ["both/a.py", "both/b.py", "own/c.py"] {
        let file = home.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, CRASHER).unwrap();
    }
    let errors = |files: [&str; 2], more: &[&str]| {
        let bot =
            |name: &str, file: &str| format!("{name}=python3 -S '{}' 0", home.path().join(file).display());
        let bots = [bot("A", files[0]), bot("B", files[1])];
        let common = ["bot", "match", "--game", "tictactoe", "--seed", "3", "--start-limit", "60000"];
        let (status, _, err) =
            run(&[&common[..], &["--bot", &bots[0], "--bot", &bots[1]], more].concat(), "");
        assert_eq!(status, 0, "{err}");
        err
    };
    let folder = home.path().canonicalize().unwrap().join("both");
    let warning = format!(
        "warning: the bots A, B are in the same folder {}, so each of them can read the modules of the others; move \
         each bot to a folder of its own\n",
        folder.display()
    );
    assert!(errors(["both/a.py", "both/b.py"], &[]).contains(&warning));
    for (files, more) in [
        (["both/a.py", "own/c.py"], &[][..]),
        (["both/a.py", "both/a.py"], &[]),
        (["both/a.py", "both/b.py"], &["--sandbox", "off"]),
    ] {
        let err = errors(files, more);
        assert!(!err.contains("warning"), "{err}");
    }
}

/// A tournament keeps all logs open, so it can have more meetings than the usual limit on open files.
#[test]
fn a_tournament_can_have_more_meetings_than_the_usual_limit_on_open_files() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("out");
    let own = env!("CARGO_BIN_EXE_clowder");
    let mut words = vec!["bot", "tournament", "--game", "tictactoe", "--seed", "1", "--format", "json"];
    words.extend(["--start-limit", "60000", "--move-limit", "20000", "--out", place.to_str().unwrap()]);
    let bots: Vec<_> = (0..9).map(|bot| format!("b{bot}='{own}' bot play first --game tictactoe")).collect();
    words.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    let output = Command::new("sh")
        .args(["-c", "ulimit -S -n 64; exec \"$0\" \"$@\"", own])
        .args(&words)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let journal = fs::read_to_string(place.join("journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + 36);
}
