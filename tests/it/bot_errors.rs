//! Tests what the author of a bot sees: its standard error, and the warnings of `bot check`.

use crate::support::run;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A bot that writes to standard error when it starts and in each turn. At the end of its input, it ends with an
/// uncaught error, as in the documentation of the server.
const BOT: &str = r#"
import json, sys
mode = sys.argv[1]
print("starting", file=sys.stderr, flush=True)
if mode == "mark":
    sys.stdout.write("\ufeff")
while True:
    message = json.loads(input())
    state, move = message["state"], None
    if state.get("activeTurn"):
        free = state["gameState"].count("-")
        print("free:", free, file=sys.stderr, flush=True)
        if mode == "talk" and free >= 8:
            lines = [b"free squares", b"[]", b'{"move":1}', b'{"move":1,"messageID":"x"}', b"\xff", b"x" * 2000]
            sys.stdout.buffer.write(b"\n".join(lines + [b"more"] * 14) + b"\n")
        move = 99 if mode == "illegal" else state["gameState"].index("-")
    print(json.dumps({"move": move, "messageID": message["messageID"]}), flush=True)
"#;

/// Writes the bot to a file, and returns its path.
fn bot(directory: &Path) -> String {
    let file = directory.join("bot.py");
    fs::write(&file, BOT).unwrap();
    file.to_str().unwrap().to_owned()
}

fn check(mode: &str, format: &str) -> (i32, String, String) {
    let home = tempfile::tempdir().unwrap();
    let file = bot(home.path());
    let limits = ["--move-limit", "20000", "--start-limit", "60000", "--games", "2", "--seed", "1"];
    let common = ["bot", "check", "--game", "tictactoe", "--format", format];
    run(&[&common[..], &limits, &["--", "python3", "-S", &file, mode]].concat(), "")
}

#[test]
fn an_uncaught_error_at_the_end_of_the_input_is_a_warning_with_the_last_line() {
    let (status, out, err) = check("good", "plain");
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.ends_with("ok legality\nwarn clean exit\n"), "{out}");
    let (status, out, _) = check("good", "human");
    assert_eq!(status, 0);
    let why = "it ended with exit status 1, because it does not handle the end of its input; standard error contains: \
               EOFError: EOF when reading a line";
    assert!(out.contains(why), "{out}");
    assert!(out.contains("standard error: EOFError: EOF when reading a line"), "{out}");
    assert!(out.contains("standard error before the first answer: starting\n"), "{out}");
    let line = out.lines().find(|line| line.contains("clean exit")).unwrap();
    assert_eq!(line, "warn  clean exit      ended with an error when its input ended");
    let (_, out, _) = check("good", "json");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["ok"], &report["points"][8]["warning"]), (&Value::Bool(true), &Value::from(why)));
    assert!(report["stderr"].as_str().unwrap().starts_with("starting\nfree: 9\nfree: "), "{report}");
}

#[test]
fn a_byte_order_mark_is_named_and_accepted() {
    let (status, out, _) = check("mark", "human");
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("the first line begins with a UTF-8 byte order mark (EF BB BF)"), "{out}");
    let (_, out, _) = check("good", "human");
    assert!(!out.contains("byte order mark"), "{out}");
}

/// Plays a match between the bot in this mode and in the mode `good`. Returns the message log and standard error.
fn play(mode: &str) -> (Vec<Value>, String) {
    let home = tempfile::tempdir().unwrap();
    let file = bot(home.path());
    let place = home.path().join("out");
    let [a, b] =
        [("A", mode), ("B", "good")].map(|(name, mode)| format!("{name}=python3 -S '{file}' {mode}"));
    let limits = ["--move-limit", "20000", "--start-limit", "60000", "--games", "2", "--seed", "1"];
    let common = ["bot", "match", "--game", "tictactoe", "--bot", &a, "--bot", &b, "--no-timing"];
    let (status, _, err) = run(&[&common[..], &limits, &["--out", place.to_str().unwrap()]].concat(), "");
    assert_eq!(status, 0, "{err}");
    let log = fs::read_to_string(place.join("tictactoe/match/Round0/A-B/messages.jsonl")).unwrap();
    (log.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), err)
}

#[test]
fn the_log_has_the_standard_error_of_both_bots_after_each_turn() {
    let (log, err) = play("mark");
    let errors = |id: u64, bot: &str| -> Vec<&str> {
        let own = log.iter().filter(|line| line["id"] == id && line["bot"] == bot);
        own.filter_map(|line| line["stderr"].as_str()).collect()
    };
    assert_eq!(errors(1, "A"), ["starting\n", "free: 9\n", "free: 7\n", "free: 5\n", "free: 3\n"]);
    assert_eq!(errors(1, "B"), ["starting\n", "free: 8\n", "free: 6\n", "free: 4\n"]);
    assert_eq!(errors(2, "B"), ["free: 9\n", "free: 7\n", "free: 5\n", "free: 3\n"]);
    assert_eq!(errors(2, "A"), ["free: 8\n", "free: 6\n", "free: 4\n"]);
    // The text of a turn is after the answer and before the next message.
    let own: Vec<_> = log.iter().filter(|line| line["bot"] == "A").map(|line| &line["dir"]).take(8).collect();
    assert_eq!(own, ["in", "out", "stderr", "in", "out", "stderr", "in", "out"]);
    assert!(!err.contains("free"), "{err}");
}

#[test]
fn the_first_ignored_lines_of_each_turn_are_in_the_log() {
    let (log, _) = play("talk");
    let ignored = log.iter().filter(|line| line["id"] == 1 && line.get("ignored").is_some());
    let ignored: Vec<_> =
        ignored.map(|line| (line["line"].as_str().unwrap(), line["ignored"].as_str().unwrap())).collect();
    let long = "x".repeat(1024);
    let mut expected = vec![
        ("free squares", "not JSON"),
        ("[]", "not an object"),
        (r#"{"move":1}"#, "a reply without a messageID"),
        (r#"{"move":1,"messageID":"x"}"#, "a reply with another messageID"),
        ("\u{fffd}", "not UTF-8"),
        (&long, "not JSON"),
    ];
    expected.resize(16, ("more", "not JSON"));
    assert_eq!(ignored, expected);
    assert!(log.iter().all(|line| line.get("fault").is_none()), "the answers after these lines are accepted");
}

#[test]
fn the_first_fault_is_reported_with_standard_error() {
    let (log, err) = play("illegal");
    assert!(log.iter().any(|line| line["fault"] == "illegal"));
    let why = "illegal: a move must be an integer from 0 to 8";
    let first = format!("A: the first fault was in its own turn in game 1 of Round 1 ({why})\n");
    assert!(err.contains(&first), "{err}");
    assert!(err.contains("  standard error: starting\\nfree: "), "{err}");
    assert!(!err.contains("B: "), "{err}");
}

/// A bot that writes a warning when it starts and text in each game, and that makes an illegal move in its second
/// game.
const WARNS: &str = r#"
import json, sys
print("warning: no book of openings", file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    state, move = message["state"], None
    if state.get("message") == "NEWGAME":
        number = state["gameNumber"]
        text = "x" * 500 if number > 1 else "first game"
    elif state.get("activeTurn"):
        print(text, file=sys.stderr, flush=True)
        move = 99 if number > 1 else state["gameState"].index("-")
    print(json.dumps({"move": move, "messageID": message["messageID"]}), flush=True)
"#;

#[test]
fn a_warning_at_the_start_is_in_the_log_the_replay_and_the_report_of_a_fault() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("bot.py");
    fs::write(&file, WARNS).unwrap();
    let out = home.path().join("out");
    let [a, b] = ["A", "B"].map(|name| format!("{name}=python3 -S '{}'", file.display()));
    let limits = ["--move-limit", "20000", "--start-limit", "60000", "--games", "2", "--seed", "1"];
    let common = ["bot", "match", "--game", "tictactoe", "--bot", &a, "--bot", &b, "--no-timing"];
    let place = out.to_str().unwrap();
    let (status, _, err) = run(&[&common[..], &limits, &["--out", place]].concat(), "");
    assert_eq!(status, 0, "{err}");
    let warning = "  standard error before the first answer: warning: no book of openings\n";
    assert_eq!(err.matches(warning).count(), 2, "{err}");
    let meeting = out.join("tictactoe/match/Round0/A-B");
    let log = fs::read_to_string(meeting.join("messages.jsonl")).unwrap();
    let games: Vec<_> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| {
            line["stderr"].as_str().is_some_and(|text| text.starts_with("warning: no book of openings\n"))
        })
        .map(|line| line["id"].as_u64().unwrap())
        .collect();
    assert_eq!(games, [1, 1]);
    let game = meeting.join("games/0.json");
    let (_, replay, _) = run(&["bot", "replay", "--all", game.to_str().unwrap()], "");
    assert_eq!(replay.matches("Standard error:\n  first game\n").count(), 7, "{replay}");
    assert!(
        replay.contains("Standard error of A outside its turns:\n  warning: no book of openings\n"),
        "{replay}"
    );
    // The bots get the same messages again, so they choose the same moves.
    let requests =
        |turn: &str| run(&["bot", "replay", game.to_str().unwrap(), "--requests", "--turn", turn], "");
    let sent = |bot: &str| -> Vec<String> {
        let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let own = lines.filter(|line| line["id"] == 1 && line["bot"] == bot && line["dir"] == "in");
        own.map(|line| line["line"].as_str().unwrap().to_owned() + "\n").collect()
    };
    for (turn, bot) in [("1", "A"), ("2", "B"), ("7", "A")] {
        // The first message is the one about the new game.
        let expected = sent(bot)[..=turn.parse().unwrap()].concat();
        assert_eq!(requests(turn), (0, expected, String::new()));
    }
    let (status, lines, _) = run(&["bot", "replay", game.to_str().unwrap(), "--requests"], "");
    assert_eq!((status, lines), (0, requests("7").1));
    let (status, _, err) = requests("8");
    assert!(status == 2 && err.contains("the game has 7 turns"), "{err}");

    // A run that continues after the first game starts the bots again, and its log is the same.
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    let two: String = journal.split_inclusive('\n').take(2).collect();
    fs::write(out.join("journal.jsonl"), two).unwrap();
    let (status, _, err) = run(&["bot", "match", "--resume", place], "");
    assert_eq!(status, 0, "{err}");
    assert!(err.contains(warning), "{err}");
    assert_eq!(fs::read_to_string(meeting.join("messages.jsonl")).unwrap(), log);
}

/// A bot that ends with an error gets a warning, instead of a failed check, only if it wrote the error message after
/// the end of its input. The message can be on any line of standard error.
#[test]
fn only_an_error_after_the_end_of_the_input_is_a_warning() {
    let home = tempfile::tempdir().unwrap();
    let check = |text: &str| {
        let file = home.path().join("bot.py");
        fs::write(&file, text).unwrap();
        let limits = ["--move-limit", "20000", "--start-limit", "60000", "--games", "1", "--seed", "1"];
        let common = ["bot", "check", "--game", "tictactoe", "--format", "plain"];
        let (_, out, err) =
            run(&[&common[..], &limits, &["--", "python3", "-S", file.to_str().unwrap()]].concat(), "");
        out.lines().last().unwrap_or(&err).to_owned()
    };
    let bot = |before: &str, at_end: &str| {
        format!(
            "import json, os, sys\nprint({before:?}, file=sys.stderr, flush=True)\nfor line in sys.stdin:\n    \
             message = json.loads(line)\n    \
             print(json.dumps({{'move': 'RANDOM', 'messageID': message['messageID']}}), flush=True)\n\
             {at_end}\n"
        )
    };
    assert_eq!(check(&bot("", "")), "ok clean exit");
    assert_eq!(check(&bot("", "json.loads('')")), "warn clean exit");
    let more = "try:\n    input()\nfinally:\n    for n in range(40):\n        os.write(2, b'cleaning up\\n')";
    assert_eq!(check(&bot("", &more.replace("finally", "except EOFError"))), "ok clean exit");
    let last = "import atexit\natexit.register(lambda: [os.write(2, b'cleaning up\\n') for n in range(40)])\ninput()";
    assert_eq!(check(&bot("", last)), "warn clean exit");
    // The message was written before the end of the input, so the end is not its cause.
    assert_eq!(check(&bot("EOFError: EOF when reading the book", "sys.exit(3)")), "FAIL clean exit");
    assert_eq!(check(&bot("", "print('EOFError', file=sys.stderr)\nos.abort()")), "FAIL clean exit");
}

#[test]
fn the_error_for_a_bots_file_without_a_command_shows_the_member_to_add() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("bots.json");
    fs::write(&file, r#"[{"dockerId":"x","identifier":"Ann","variables":[]}]"#).unwrap();
    let (status, _, err) =
        run(&["bot", "match", "--game", "tictactoe", "--bots", file.to_str().unwrap()], "");
    assert_eq!(status, 2);
    let expected = r#"bot `Ann` has no `command`; add the command that starts it on this computer, as in "command": ["python3", "bot.py"]"#;
    assert!(err.trim_end().ends_with(expected), "{err}");
}

#[test]
fn a_heap_that_is_larger_than_the_limit_is_explained() {
    let check = |words: &[&str]| {
        let common = ["bot", "check", "--game", "tictactoe", "--seed", "1", "--memory", "512", "--"];
        let (status, _, err) = run(&[&common[..], words].concat(), "");
        assert_eq!(status, 1, "{err}");
        err
    };
    // These are the messages of different versions of Java.
    for message in [
        "Error occurred during initialization of VM; Could not reserve enough space for 2097152KB object heap",
        "OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x1000, 8388608, 0) failed; error='Not enough space'",
    ] {
        let err = check(&["sh", "-c", "echo \"$0\" >&2; exit 1", message]);
        let expected = "help: Java could not reserve its memory, because each process of a bot may use only 512 MiB; \
                        start Java with a smaller heap, such as -Xmx128m, or set a higher limit with --memory\n";
        assert!(err.ends_with(expected), "{err}");
    }
    assert!(!check(&["sh", "-c", "echo broken >&2; exit 1"]).contains("help:"));
    if std::process::Command::new("java").arg("-version").output().is_ok_and(|java| java.status.success()) {
        assert!(check(&["java", "-Xms2g", "-version"]).contains("help: Java could not reserve its memory"));
    }
}

/// A line below the table names each bot whose moves the referee made. Such a bot can win the match.
#[test]
fn a_bot_that_does_not_work_is_named_below_the_table() {
    let own = env!("CARGO_BIN_EXE_clowder");
    let works = format!("works='{own}' bot play first --game tictactoe");
    let play = |bot: &str, more: &[&str]| {
        let common = ["bot", "match", "--game", "tictactoe", "--games", "4", "--seed", "1", "--bot", bot];
        let limits = ["--bot", &works, "--start-limit", "60000", "--move-limit", "20000"];
        let (status, out, err) = run(&[&common[..], &limits, more].concat(), "");
        assert_eq!(status, 0, "{err}");
        (out, err)
    };
    let broken = "broken=python3 -c 'def choose(:'";
    let (out, _) = play(broken, &["--format", "json"]);
    let table: Value = serde_json::from_str(&out).unwrap();
    let line = table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == "broken").unwrap();
    let moves = &line["faults"]["turns"]["crash"];
    let note = format!(
        "`broken`: {moves} of its {moves} moves were random moves of the referee, because the bot had ended or had \
         closed its input or output; `clowder bot check` tests a bot\n"
    );
    let (out, err) = play(broken, &["--format", "human"]);
    assert!(out.ends_with(&format!("\n\n{note}")), "{out}");
    assert!(!err.contains("random moves"), "{err}");
    for format in ["plain", "json"] {
        let (out, err) = play(broken, &["--format", format]);
        assert!(!out.contains("random moves") && err.ends_with(&note), "{out}{err}");
    }
    // The working bot is not named, nor is a bot that asks for random moves or loses its games by a fault.
    assert_eq!(note.matches("`works`").count(), 0);
    let random = format!("random='{own}' bot play random --game tictactoe --seed 1");
    for (bot, more) in [(random.as_str(), &[][..]), (broken, &["--on-fault", "forfeit"])] {
        let (out, err) = play(bot, more);
        assert!(!out.contains("random moves") && !err.contains("random moves"), "{out}{err}");
    }
}

#[test]
fn the_reasons_for_random_moves_are_counted() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("bot.py");
    // The bot plays an illegal move in its first turn of each game, and it ends in the second turn of the second game.
    let text = r#"
import json, sys
game = 0
for line in sys.stdin:
    message = json.loads(line)
    state = message["state"]
    game = state.get("gameNumber", game)
    if game == 2 and state.get("activeTurn") and state["gameState"].count("-") < 8:
        sys.exit(3)
    print(json.dumps({"move": 99, "messageID": message["messageID"]}), flush=True)
"#;
    fs::write(&file, text).unwrap();
    let own = env!("CARGO_BIN_EXE_clowder");
    let bots = [
        format!("bad=python3 -S '{}'", file.display()),
        format!("first='{own}' bot play first --game tictactoe"),
    ];
    let common = ["bot", "match", "--game", "tictactoe", "--games", "2", "--seed", "1", "--restart", "1"];
    let limits = ["--start-limit", "60000", "--move-limit", "20000", "--bot", &bots[0], "--bot", &bots[1]];
    let (status, out, err) = run(&[&common[..], &limits].concat(), "");
    assert_eq!(status, 0, "{err}");
    // On a busy machine, there is also a note about time that a bot waited for a processor.
    let note = out.lines().rfind(|line| !line.contains("for a processor")).unwrap();
    let counts: Vec<u32> =
        note.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [random, all, illegal, crash] = counts[..] else { panic!("{note}") };
    assert!(random == all && illegal + crash == all && crash == 1, "{note}");
    let expected = format!(
        "`bad`: {all} of its {all} moves were random moves of the referee, because the moves of the bot were not legal \
         ({illegal}) or the bot had ended or had closed its input or output (1); `clowder bot check` tests a bot"
    );
    assert_eq!(note, expected);
}

#[test]
fn the_name_of_a_built_in_bot_in_place_of_a_program_is_explained() {
    let play = |game: &str, bot: &str| {
        let (status, _, err) = run(&["bot", "match", "--game", game, "--bot", bot, "--bot", "cat=cat"], "");
        assert_eq!(status, 2);
        err
    };
    let expected = "clowder: mine: cannot start greedy: there is no such program; to use the built-in bot, write \
                    'clowder bot play greedy --game tictactoe' as the command\n";
    assert_eq!(play("tictactoe", "mine=greedy"), expected);
    assert_eq!(play("tictactoe", "mine=greedy --seed 1"), expected);
    assert!(play("arboretum", "a=perfect").ends_with("cannot start perfect: there is no such program\n"));
    let (status, _, err) = run(&["bot", "check", "--game", "tictactoe", "--", "perfect"], "");
    let expected = "clowder: cannot start perfect: there is no such program; to check the built-in bot, write `-- clowder bot \
                    play perfect --game tictactoe`\n";
    assert_eq!((status, err.as_str()), (2, expected));
}

#[test]
fn debug_output_is_counted_and_an_illegal_move_is_explained() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("bot.py");
    let text = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["state"].get("message") == "NEWGAME":
        print("a new game", flush=True)
    print(json.dumps({"move": 0, "messageID": message["messageID"]}), flush=True)
"#;
    fs::write(&file, text).unwrap();
    let out = home.path().join("out");
    let own = env!("CARGO_BIN_EXE_clowder");
    let mine = format!("mine=python3 -S '{}'", file.display());
    let first = format!("first='{own}' bot play first --game tictactoe");
    let common = ["bot", "match", "--game", "tictactoe", "--seed", "1", "--bot", &mine, "--bot", &first];
    let limits = ["--start-limit", "60000", "--move-limit", "20000", "--games", "2"];
    let (status, _, err) = run(&[&common[..], &limits, &["--out", out.to_str().unwrap()]].concat(), "");
    assert_eq!(status, 0, "{err}");
    let fault =
        "mine: the first fault was in its own turn in game 1 of Round 1 (illegal: square 0 already has X)\n";
    let debug = "mine: 2 lines on standard output were ignored, because they are not replies; write debug output to \
                 standard error\n";
    assert!(err.contains(fault) && err.contains(debug) && !err.contains("first: "), "{err}");
    let meeting = out.join("tictactoe/match/Round0/mine-first");
    let (_, replay, _) = run(&["bot", "replay", "--all", meeting.join("games/0.json").to_str().unwrap()], "");
    let (_, faults) = replay.split_once("Faults:\n").unwrap();
    assert!(faults.starts_with("  mine: illegal (turn): 0: square 0 already has X\n"), "{replay}");
    // A message log is not a saved game. The message names the directory of the saved games.
    let log = meeting.join("messages.jsonl");
    let (status, replay, err) = run(&["bot", "replay", log.to_str().unwrap()], "");
    let expected = format!(
        "clowder: {} is a log of messages, not a saved game; the saved games are in the directory {}\n",
        log.display(),
        meeting.join("games").display()
    );
    assert_eq!((status, replay.as_str(), err), (1, "", expected));
}
