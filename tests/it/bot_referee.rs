//! Tests the referee with real processes: replayed games, `bot check`, tournaments and their files.

use crate::support::{in_parallel, path};
use clowder::arboretum::Arboretum;
use clowder::arena::process::Program;
use clowder::arena::referee::{Contender, Log, Rules, Setting, Timing, Waiting, play_from};
use clowder::games::GameJson;
use clowder::notation::Notation;
use clowder::protocol::GameRecord;
use clowder::tictactoe::TicTacToe;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CLOWDER: &str = env!("CARGO_BIN_EXE_clowder");
const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn cases(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(Path::new(HOME).join("tests/cases").join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Replays a saved game between two processes that send the recorded answers. Returns the messages that each
/// received, in order.
fn sent_again<G: GameJson>(game: &Value, waiting: Waiting) -> Vec<(String, Value)> {
    let transcripts = format!("{HOME}/tests/cases/bot-transcripts.jsonl");
    let script = format!("{HOME}/tests/zoo/replay.py");
    let mut contenders = [0, 1].map(|seat| {
        let name = game["players"][seat].as_str().unwrap();
        let mut program = Program::new(["python3", "-S", &script, &transcripts, G::NAME, name]);
        program.launcher = Some(CLOWDER.into());
        program.files.read.push(transcripts.clone().into());
        Contender::new(name, program.spawn().unwrap())
    });
    let [first, second] = &mut contenders;
    let setting = Setting::new(1, "Round 1", 1, 0);
    let mut log = Log::of(G::NAME, 1, Timing::Omitted);
    let initial = G::parse_state(&game["initialState"].to_string()).unwrap();
    let mut rules = Rules::default();
    rules.move_limit = std::time::Duration::from_secs(20);
    rules.waiting = waiting;
    let finished = play_from::<G>(&initial, [first, second], &rules, setting, &mut log);
    assert_eq!(finished.faults.map(|faults| faults.total()), [0, 0]);
    assert_eq!(
        serde_json::from_str::<Value>(&finished.record).unwrap(),
        *game,
        "the game that was played again is different"
    );
    let lines = log.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let sent = lines.filter(|line| line["dir"] == "in");
    sent.map(|line| (line["bot"].as_str().unwrap().to_owned(), line["line"].clone())).collect()
}

/// Removes from a line its `messageID`, and the card that the server shows to the waiting player.
fn comparable(line: &str) -> String {
    let id = line.rfind(r#","messageID":"#).unwrap();
    let line = &line[..id];
    match line.split_once(r#""previousTurn":{"move":0,"metaData":["#) {
        Some((head, tail)) => match tail.split_once("]}") {
            Some((_, tail)) if tail.starts_with(r#","activeTurn":false"#) => {
                format!(r#"{head}"previousTurn":{{"move":false,"metaData":false}}{tail}"#)
            }
            _ => line.to_owned(),
        },
        None => line.to_owned(),
    }
}

#[test]
fn processes_get_the_recorded_messages_byte_for_byte_and_in_order() {
    let transcript = cases("bot-transcripts.jsonl");
    let games = cases("bot-transcript-games.jsonl");
    assert_eq!(games.len(), 2);
    for (game, waiting) in games.iter().flat_map(|game| [(game, Waiting::Sleep), (game, Waiting::BusyPoll)]) {
        let name = game["game"].as_str().unwrap();
        let ours = match name {
            "tictactoe" => sent_again::<TicTacToe>(game, waiting),
            _ => sent_again::<Arboretum>(game, waiting),
        };
        let theirs: Vec<_> =
            transcript.iter().filter(|row| row["game"] == name && row["dir"] == "in").collect();
        assert_eq!(ours.len(), theirs.len());
        for ((bot, line), row) in ours.iter().zip(theirs) {
            assert_eq!(row["bot"], *bot);
            assert_eq!(comparable(line.as_str().unwrap()), comparable(row["line"].as_str().unwrap()));
        }
    }
}

fn run(arguments: &[&str]) -> Output {
    Command::new(CLOWDER).args(arguments).env("PATH", path()).stdin(Stdio::null()).output().unwrap()
}

fn check(game: &str, command: &[&str]) -> (i32, Value) {
    let fixed = [
        "bot",
        "check",
        "--game",
        game,
        "--seed",
        "1",
        "--games",
        "2",
        "--format",
        "json",
        "--start-limit",
        "2000",
        "--",
    ];
    let output = run(&[&fixed[..], command].concat());
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
}

/// The failed points of a report, with the reasons.
fn failures(report: &Value) -> Vec<(String, String)> {
    let failed = report["points"].as_array().unwrap().iter().filter(|point| !point["failure"].is_null());
    failed
        .map(|point| {
            (point["point"].as_str().unwrap().into(), point["failure"]["why"].as_str().unwrap().into())
        })
        .collect()
}

#[test]
fn the_built_in_bots_pass_the_check() {
    for (game, bot) in
        [("tictactoe", "perfect"), ("tictactoe", "first"), ("arboretum", "greedy"), ("arboretum", "first")]
    {
        let (code, report) = check(game, &[CLOWDER, "bot", "play", bot, "--game", game]);
        assert_eq!((code, failures(&report)), (0, vec![]), "{game} {bot}");
        assert!(report["p50"].as_f64().unwrap() <= report["p99"].as_f64().unwrap());
    }
}

#[test]
fn the_check_names_the_failed_points_and_shows_the_exchange() {
    let script = format!("{HOME}/tests/zoo/bot.py");
    let of = |mode: &str| check("tictactoe", &["python3", "-S", &script, mode]).1;
    let first = |mode: &str| failures(&of(mode)).first().cloned().unwrap_or_default();
    let copy = "a bot must copy the messageID of the message that it answers";
    let wrong = |id: &str| format!("the answer has the messageID `{id}`, which no message had; {copy}");
    let id = wrong("00000000-0000-4000-8000-000000000000");
    let debug = "this line is not a reply, because it is not JSON; write debug output to standard error";
    let expected = [
        ("two-replies", "ids", "a message was answered twice"),
        ("wrong-id", "start-up", &id),
        ("number-id", "start-up", &wrong("7")),
        ("no-id", "start-up", &format!("the answer has no messageID; {copy}")),
        ("wrong-then-right", "lines", debug),
        ("move-float", "legality", "the move is not legal: a move must be an integer from 0 to 8"),
        ("no-move", "active-turns", "the answer has no key `move`"),
        ("exit-in-turn", "active-turns", "it ended with exit status 1"),
        ("exit-after-NEWGAME", "active-turns", "it ended with exit status 0"),
        ("exit-in-ENDGAME", "end-game", "it ended with exit status 1"),
        ("daemon-answers", "start-up", "it ended with exit status 0"),
    ];
    in_parallel(4, &expected, |&(mode, point, why)| {
        assert_eq!(first(mode), (point.into(), why.into()), "{mode}");
    });
    let silent = check("tictactoe", &["sh", "-c", "cat > /dev/null"]).1;
    let flush = "no answer within 2000 ms; the bot has not written a line, so it is stuck, or it does not end and flush \
                 each line of its output";
    assert_eq!(failures(&silent)[0], ("start-up".into(), flush.into()));
    let report = of("move-negative");
    let failure = &report["points"][7]["failure"];
    assert!(failure["sent"].as_str().unwrap().starts_with(r#"{"state":{"token":"X""#));
    assert!(failure["got"][0].as_str().unwrap().starts_with(r#"{"move": -1, "#));
    let ids = failures(&of("wrong-id"));
    assert!(ids.contains(&("ids".into(), id)), "{ids:?}");
}

/// Runs `bot check` with a Python bot that does `work` before each answer. Returns the exit status and the report.
fn check_with(work: &str, more: &[&str]) -> (i32, String) {
    let bot = format!(
        "import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n    \
         state, id = message['state'], message['messageID']\n    {work}\n    \
         print(json.dumps({{'move': 'RANDOM', 'messageID': id}}), flush=True)"
    );
    let common = ["bot", "check", "--game", "tictactoe", "--seed", "1", "--games", "2"];
    let output = run(&[&common[..], more, &["--", "python3", "-S", "-c", &bot]].concat());
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_late_answer_is_one_failure() {
    let late = "time.sleep(0.9 if state.get('activeTurn') else 0)";
    let (status, report) = check_with(late, &["--start-limit", "60000", "--format", "json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let why = report["points"][2]["failure"]["why"].as_str().unwrap();
    assert!(
        why.starts_with("the answer came too late, after ") && why.ends_with(" ms; the time limit is 300 ms"),
        "{why}"
    );
    assert_eq!((status, &report["points"][6]["failure"]), (1, &Value::Null), "{report}");
}

#[test]
fn a_bot_with_a_wrong_message_id_is_not_awaited() {
    let before = std::time::Instant::now();
    let (status, report) = check_with("id = 7", &["--start-limit", "600000"]);
    assert!(before.elapsed() < std::time::Duration::from_secs(60));
    assert_eq!(status, 1);
    let lines: Vec<_> = report.lines().collect();
    assert!(
        lines[0] == "FAIL  start-up        no usable first answer" && lines[1].contains("`7`"),
        "{report}"
    );
}

/// Checks the first failure that the report shows, and that the check does not wait for the start limit.
#[test]
#[allow(clippy::too_many_lines, reason = "each answer is a bot of its own")]
fn a_check_names_the_cause_first_and_stops_early() {
    let cause = |answer: &str| {
        let bot = format!(
            "import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n    \
             state, id = message['state'], message['messageID']\n    {answer}\n    sys.stdout.flush()"
        );
        let limits = ["--move-limit", "2000", "--start-limit", "600000", "--format", "json"];
        let common = ["bot", "check", "--game", "tictactoe", "--seed", "1", "--games", "2"];
        let before = std::time::Instant::now();
        let output = run(&[&common[..], &limits, &["--", "python3", "-S", "-c", &bot]].concat());
        assert!(before.elapsed() < std::time::Duration::from_secs(60), "{answer}");
        let report = serde_json::from_slice(&output.stdout).unwrap();
        let advice = String::from_utf8(output.stderr).unwrap().lines().last().unwrap_or_default().to_owned();
        (failures(&report), advice)
    };
    let dict = "{'move': 4, 'messageID': id}";
    let cases = [
        (
            format!("print({dict})"),
            "start-up",
            "the answer is not JSON: a string must be in double quotation marks; write json.dumps(answer) in Python, or \
             JSON.stringify(answer) in JavaScript",
        ),
        (
            "print(4)".to_owned(),
            "start-up",
            r#"the answer is not an object; expected {"move":…,"messageID":…}"#,
        ),
        (
            format!("print(json.dumps({dict}, indent=2))"),
            "start-up",
            "the answer has several lines; write it in one line",
        ),
        (
            format!("import pprint; pprint.pprint({{**{dict}, 'comment': 90 * 'x'}})"),
            "start-up",
            "the answer has several lines; write it in one line",
        ),
        (
            "print(json.dumps({'move': 4, 'message_id': id}))".to_owned(),
            "start-up",
            "the answer has the key `message_id`; did you mean `messageID`?",
        ),
        (
            "print(json.dumps({'Move': 4, 'messageID': id}))".to_owned(),
            "active-turns",
            "the answer has the key `Move`; did you mean `move`?",
        ),
        (
            "print(json.dumps({'move': 4, 'messageId': id}))".to_owned(),
            "start-up",
            "the answer has the key `messageId`; did you mean `messageID`?",
        ),
        (
            "print(json.dumps({'move': '4', 'messageID': id}))".to_owned(),
            "legality",
            "the move is not legal: a move must be an integer from 0 to 8; remove the quotation marks around the move",
        ),
        ("sys.exit(3)".to_owned(), "start-up", "it ended with exit status 3"),
    ];
    in_parallel(4, &cases, |(answer, point, why)| {
        let (failed, _) = cause(answer);
        assert_eq!(failed[0], ((*point).to_owned(), (*why).to_owned()), "{answer}");
        assert!(failed[1..].iter().all(|(other, _)| other == "lines" || other == "ids"), "{failed:?}");
    });
    let (failed, advice) = cause("import no_such_module");
    let ended = "it ended with exit status 1; standard error ends with: ModuleNotFoundError: No module named 'no_such_module'";
    assert_eq!(failed, [("start-up".to_owned(), ended.to_owned())]);
    assert!(advice.starts_with("help: the sandbox shows only system files"), "{advice}");
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("bot.sh");
    std::fs::write(&script, "#!/usr/bin/no-such-interpreter\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let script = script.to_str().unwrap();
    let why = format!(
        "it ended with exit status 126; standard error ends with: clowder: cannot start {script}: the interpreter that \
         its first line names does not exist here"
    );
    assert_eq!(failures(&check("tictactoe", &[script]).1)[0], ("start-up".to_owned(), why));
    if crate::support::withheld().is_empty() {
        let (_, advice) = cause("open('log.txt', 'a')");
        assert!(
            advice.starts_with("help: the bot cannot write to this place in the sandbox; write to "),
            "{advice}"
        );
    }
}

#[test]
fn a_bot_that_does_not_flush_its_output_is_recognised() {
    let bot = "import json, sys\nfor line in sys.stdin:\n    \
               print(json.dumps({'move': 'RANDOM', 'messageID': json.loads(line)['messageID']}))";
    let (_, report) = check("tictactoe", &["python3", "-S", "-c", bot]);
    let why = "no answer before the input ended; read one line at a time, and flush each line of the output";
    assert_eq!(failures(&report)[0], ("start-up".to_owned(), why.to_owned()));
}

#[test]
fn a_bot_that_answers_only_its_own_turns_is_recognised() {
    let only = "\n    if not state.get('activeTurn'): continue";
    let limits = ["--start-limit", "1000", "--move-limit", "1000", "--format", "json"];
    let (_, report) = check_with(only, &limits);
    let report: Value = serde_json::from_str(&report).unwrap();
    let why = "no answer; the bot answers only in its own turns, but it must answer every message, also NEWGAME, ENDGAME \
               and those in its opponent's turns";
    let expected = ["start-up", "inactive-turns", "end-game"].map(|point| (point.to_owned(), why.to_owned()));
    assert_eq!(failures(&report), expected);
}

#[test]
fn the_last_line_of_a_check_is_its_result() {
    let limits = ["--start-limit", "60000", "--move-limit", "20000"];
    let (status, report) = check_with("pass", &limits);
    assert_eq!(
        (status, report.lines().last()),
        (0, Some("passed: the bot follows the protocol")),
        "{report}"
    );
    let (status, report) = check_with("print('debug', flush=True)", &limits);
    assert_eq!((status, report.lines().last()), (1, Some("1 check failed")), "{report}");
    let ends = "sys.exit(3) if state.get('activeTurn') else None";
    let (status, report) = check_with(ends, &limits);
    assert_eq!((status, report.lines().last()), (1, Some("1 check failed, 4 were not tested")), "{report}");
    let skipped: Vec<_> = report.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        skipped,
        [
            "-     inactive turns  not tested",
            "-     ENDGAME         not tested",
            "-     legality        not tested",
            "-     clean exit      not tested",
        ]
    );
    let (_, report) = check_with(ends, &[&limits[..], &["--format", "plain"]].concat());
    let expected = "ok start-up\nok NEWGAME\nFAIL active turns\nskip inactive turns\nskip ENDGAME\nok lines\n\
                    ok message IDs\nskip legality\nskip clean exit\n";
    assert_eq!(report, expected);
}

#[test]
fn a_bots_file_has_the_format_of_the_server_and_commands() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("bots.json");
    let bots = serde_json::json!([
        {"dockerId": "1", "identifier": "A/B", "variables": ["X=1"], "command": [CLOWDER, "bot", "play", "greedy", "--game", "tictactoe"]},
        {"dockerId": "2", "identifier": "C", "variables": [], "command": format!("'{CLOWDER}' bot play first --game tictactoe")},
    ]);
    std::fs::write(&file, bots.to_string()).unwrap();
    let (file, out) = (file.to_str().unwrap(), home.path().join("out"));
    let place = out.to_str().unwrap();
    let output = run(&[
        "bot",
        "match",
        "--game",
        "tictactoe",
        "--bots",
        file,
        "--games",
        "11",
        "--seed",
        "1",
        "--out",
        place,
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let meeting = out.join("tictactoe/match/Round0/A_B-C");
    let results: Value =
        serde_json::from_slice(&std::fs::read(meeting.join("matchupResults.json")).unwrap()).unwrap();
    let total: u64 = ["A/B", "C", "draws"].iter().map(|key| results[*key].as_u64().unwrap()).sum();
    assert_eq!((total, results["gameResults"].as_array().unwrap().len()), (11, 11));
    assert!(meeting.join("games/00.json").exists() && meeting.join("games/10.json").exists());
    // The saved games follow the rules.
    let verified = run(&["bot", "verify", out.join("tictactoe").to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0), "{}", String::from_utf8_lossy(&verified.stdout));
    let first: Value =
        serde_json::from_slice(&std::fs::read(meeting.join("games/00.json")).unwrap()).unwrap();
    let second: Value =
        serde_json::from_slice(&std::fs::read(meeting.join("games/01.json")).unwrap()).unwrap();
    assert_eq!((&first["players"][0], &second["players"][0]), (&"A/B".into(), &"C".into()));
}

#[test]
fn a_tournament_that_cannot_be_played_is_rejected_at_once() {
    let refused = |arguments: &[&str]| {
        let output = run(&[&["bot", "tournament", "--seed", "1", "--game", "tictactoe"], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap().lines().last().unwrap().to_owned()
    };
    assert_eq!(refused(&["--bot", "A=x"]), "clowder: a tournament must have at least two bots, not 1");
    assert_eq!(
        refused(&["--bot", "A"]),
        "clowder: --bot needs a name and a command, as in --bot mine='python3 bot.py'; there is no `=` in `A`"
    );
    assert_eq!(
        refused(&["--bot", "A='x"]),
        "clowder: --bot A: the command has an opening quotation mark without a closing one"
    );
    assert_eq!(
        refused(&["--bot", "a/b=x", "--bot", "a_b=x"]),
        "clowder: `a/b` and `a_b` would have the same path `a_b`",
    );
    assert_eq!(
        refused(&["--bot", "a=x", "--bot", "a-b=x", "--bot", "b-c=x", "--bot", "c=x"]),
        "clowder: `a against b-c` and `a-b against c` would have the same path `a-b-c`",
    );
    assert_eq!(
        refused(&["--bot", "A=no-such-program", "--bot", "B=cat"]),
        "clowder: A: cannot start no-such-program: there is no such program",
    );
    for (file, advice) in [
        (
            "README.md",
            "this file is not executable; if it is a program, make it executable with `chmod +x`; if it needs an \
             interpreter, write the interpreter before it",
        ),
        (
            "benches/bot.js",
            "this file is not a program; write its interpreter before it: `node benches/bot.js`",
        ),
    ] {
        assert_eq!(
            refused(&["--bot", &format!("A={file}"), "--bot", "B=cat"]),
            format!("clowder: A: cannot start {file}: {advice}"),
        );
    }
    assert_eq!(
        refused(&["--bot", "A=cat", "--bot", "B=cat", "--env", "=x"]),
        "clowder: --env must be KEY or KEY=VALUE, not `=x`"
    );
    assert_eq!(
        refused(&["--bots", "/nowhere"]),
        "clowder: cannot read /nowhere: No such file or directory (os error 2)"
    );
}

#[test]
fn a_forfeit_ends_the_game() {
    let script = format!("{HOME}/tests/zoo/bot.py");
    let bot = |name: &str, mode: &str| format!("{name}=python3 -S '{script}' {mode}");
    let output = run(&[
        "bot",
        "match",
        "--game",
        "tictactoe",
        "--seed",
        "1",
        "--games",
        "2",
        "--on-fault",
        "forfeit",
        "--format",
        "json",
        "--bot",
        &bot("bad", "move-text"),
        "--bot",
        &bot("good", "good"),
        "--start-limit",
        "5000",
    ]);
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(table["bots"][0]["identifier"], "good");
    assert_eq!(table["bots"][0]["record"]["gWins"], 2);
    assert_eq!(table["bots"][1]["faults"]["turns"]["illegal"], 2, "one in each game");
}

#[test]
fn the_report_of_a_check_is_safe_to_show() {
    let script = r"read line; printf '\342\200\256\302\233\n'";
    let arguments = ["bot", "check", "--game", "tictactoe", "--seed", "1", "--format", "json", "--"];
    let output = run(&[&arguments[..], &["sh", "-c", script]].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains(r#""got":["\u202e\u009b"]"#), "{report}");
    assert!(report.trim_end().is_ascii(), "{report}");
}

#[test]
fn bots_get_the_given_variables_and_no_others() {
    let script = "import json,os,sys\nfor line in sys.stdin:\n m=json.loads(line)\n \
                  print(json.dumps({'move':os.environ.get('TIMEOUT')+os.environ.get('X','')+os.environ.get('SECRET','none'),\
                  'messageID':m['messageID']}),flush=True)";
    let output = Command::new(CLOWDER)
        .args([
            "bot",
            "check",
            "--game",
            "tictactoe",
            "--seed",
            "1",
            "--games",
            "1",
            "--format",
            "json",
            "--env",
            "X=7",
        ])
        .args(["--move-limit", "250", "--", "python3", "-S", "-c", script])
        .env("SECRET", "told")
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let got = report["points"][7]["failure"]["got"][0].as_str().unwrap();
    assert!(got.starts_with(r#"{"move": "2507none""#), "{got}");
}

#[test]
fn a_forfeited_game_is_saved_as_forfeited() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().to_str().unwrap();
    let script = format!("{HOME}/tests/zoo/bot.py");
    let bot = |name: &str, mode: &str| format!("{name}=python3 -S '{script}' {mode}");
    let (bad, good) = (bot("bad", "move-text"), bot("good", "good"));
    for game in ["tictactoe", "arboretum"] {
        let place = format!("{out}/{game}");
        let bots = ["bot", "match", "--game", game, "--seed", "1", "--bot", &bad, "--bot", &good];
        let rules = ["--games", "2", "--on-fault", "forfeit", "--start-limit", "60000", "--out", &place];
        assert!(run(&[&bots[..], &rules].concat()).status.success(), "{game}");
    }
    let told = run(&["bot", "verify", out]);
    let told = String::from_utf8(told.stdout).unwrap() + &String::from_utf8(told.stderr).unwrap();
    assert_eq!(told, "4 saved games agree with the rules\n");
    let path = format!("{out}/tictactoe/tictactoe/match/Round0/bad-good/games/0.json");
    let game = std::fs::read_to_string(&path).unwrap();
    let saved = concat!(
        r#"{"game":"tictactoe","players":["bad","good"],"initialState":{"turn":1,"currentPlayer":0,"#,
        r#""state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"#,
        r#""moves":[],"winner":{"result":1,"metaData":"","scoreA":0,"scoreB":0},"forfeited":0}"#
    );
    assert_eq!(game, saved);
    let replayed = String::from_utf8(run(&["bot", "replay", &path]).stdout).unwrap();
    let end = "\ngood wins; bad forfeited the game\nFaults:\n  bad: illegal (turn): \"4\": a move must be an integer from 0 to 8\n";
    assert!(replayed.ends_with(end), "{replayed}");
    // Without the key, the end of the game is missing. The key is also an error if the game has ended, or if the key
    // names the other seat.
    let faults = |text: &str| GameRecord::read(text).into_diagnostics().to_string();
    let torn = saved.replace(r#","forfeited":0"#, "");
    assert_eq!(faults(&torn), "196..196: game-record/unfinished: the game is not over after 0 moves");
    assert_eq!(
        faults(&saved.replace("ed\":0", "ed\":1")),
        "268..269: game-record/winner: forfeited must be 0"
    );
    let over = GameRecord::EXAMPLE.replace("}}", "},\"forfeited\":0}");
    let told = "283..284: game-record/winner: the game had already ended, so it cannot be forfeited";
    assert_eq!(faults(&over), told);
}

/// Plays a match of two games between a Python bot, which does `work` before each answer, and the built-in bot that
/// plays the first square. Returns the table as JSON, and standard error.
fn match_with(work: &str, more: &[&str]) -> (Value, String) {
    let program = format!(
        "import json, os, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n    \
         state, id = message['state'], message['messageID']\n    {work}\n    \
         print(json.dumps({{'move': 'RANDOM', 'messageID': id}}), flush=True)"
    );
    let bots = [
        format!("A=python3 -S -c \"{program}\""),
        format!("B='{}' bot play first --game tictactoe", env!("CARGO_BIN_EXE_clowder")),
    ];
    let common = ["bot", "match", "--game", "tictactoe", "--seed", "1", "--games", "2", "--format", "json"];
    let output = run(&[&common[..], more, &["--bot", &bots[0], "--bot", &bots[1]]].concat());
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (serde_json::from_str(out.lines().last().expect(&err)).unwrap(), err)
}

/// How many faults the bot A has in all.
fn faults(table: &Value) -> Vec<(&String, u64)> {
    let line = table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == "A").unwrap();
    let stages = line["faults"].as_object().unwrap().iter();
    stages
        .map(|(stage, faults)| (stage, faults.as_object().unwrap().values().filter_map(Value::as_u64).sum()))
        .filter(|&(_, count)| count > 0)
        .collect()
}

const LONG: [&str; 4] = ["--move-limit", "20000", "--start-limit", "60000"];

#[test]
fn a_random_move_may_be_requested_in_a_match() {
    let (table, err) = match_with("pass", &LONG);
    assert_eq!(faults(&table), [], "{table}\n{err}");
}

#[test]
fn only_the_first_answer_has_the_limit_for_the_start() {
    let limits = ["--move-limit", "2000", "--start-limit", "60000"];
    let (table, err) = match_with("time.sleep(2.5 if state.get('gameNumber') == 1 else 0)", &limits);
    assert_eq!(faults(&table), [], "{table}\n{err}");
}

#[test]
fn a_bot_that_closes_a_pipe_is_stopped_with_the_reason() {
    let answer = "print(json.dumps({'move': None, 'messageID': id}), flush=True)";
    for (close, name) in [(&*format!("os.close(0); {answer}"), "input"), ("os.close(1)", "output")] {
        let (table, err) = match_with(&format!("{close}; time.sleep(99)"), &LONG);
        assert!(!faults(&table).is_empty(), "{table}");
        let line = table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == "A").unwrap();
        assert_eq!(line["record"]["timeouts"], 0, "the referee does not wait for this bot: {table}");
        for stage in ["turns", "inactive", "frame"] {
            assert_eq!(line["faults"][stage]["timeout"], 0, "{table}");
        }
        assert!(err.contains(&format!("A: it closed its standard {name}\n")), "{err}");
    }
}

#[test]
fn a_bot_that_ends_while_another_process_holds_its_output_is_stopped() {
    for sandbox in ["auto", "off"] {
        let work = "import subprocess; subprocess.Popen(['sleep', '30']); os._exit(3)";
        let limits = ["--move-limit", "1000", "--start-limit", "3000", "--sandbox", sandbox];
        let (table, err) = match_with(work, &limits);
        assert!(!faults(&table).is_empty(), "{table}");
        assert!(err.contains("A: it ended with exit status 3\n"), "{err}");
    }
}

/// Plays a game between two bots that use only the first processor. The first bot starts a process that never sleeps;
/// each answer of the second takes this processor time in seconds, with a time limit of 200 ms. Returns how many
/// answers of the second bot were late, how many it gave, and its longest time in microseconds.
fn share_a_processor(seconds: &str) -> [u64; 3] {
    let program = |work: &str, each: &str| {
        format!(
            "import json, os, subprocess, sys, time\nos.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\n{work}\n\
             for line in sys.stdin:\n    message = json.loads(line)\n    begin = time.process_time()\n    {each}\n    \
             print(json.dumps({{'move': 'RANDOM', 'messageID': message['messageID']}}), flush=True)"
        )
    };
    let busy = program("subprocess.Popen(['python3', '-S', '-c', 'while True: pass'])", "pass");
    let each =
        format!("while message['state'].get('activeTurn') and time.process_time() - begin < {seconds}: pass");
    let bots = [format!("A=python3 -S -c \"{busy}\""), format!("B=python3 -S -c \"{}\"", program("", &each))];
    let common = ["bot", "match", "--game", "tictactoe", "--seed", "1", "--games", "1", "--format", "json"];
    let limits = ["--move-limit", "200", "--start-limit", "60000", "--sandbox", "off"];
    let output = run(&[&common[..], &limits, &["--bot", &bots[0], "--bot", &bots[1]]].concat());
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    let line = table["bots"].as_array().unwrap().iter().find(|line| line["identifier"] == "B").unwrap();
    let values = [&line["faults"]["turns"]["timeout"], &line["times"]["answers"], &line["times"]["worst"]];
    values.map(|value| value.as_u64().unwrap())
}

/// A bot gets more time if its opponent uses the same processor; otherwise, it would miss every answer. On a busy
/// computer, it may miss all answers of a game because of other programs, so several games are tried.
#[test]
fn a_bot_gets_the_time_that_its_opponent_takes_from_it() {
    if Path::new("/proc/self/schedstat").exists() {
        let mut games = std::iter::repeat_with(|| share_a_processor("0.15")).take(10);
        let in_time = games.find(|[late, all, _]| late < all);
        let [_, _, longest] = in_time.expect("no answer was in time in ten games");
        assert!(longest > 200_000, "without the opponent, an answer takes 150 ms; it took {longest} µs");
        let [late, all, longest] = share_a_processor("1.5");
        assert_eq!(late, all, "a bot gets at most four times its limit; it took {longest} µs");
    }
}
