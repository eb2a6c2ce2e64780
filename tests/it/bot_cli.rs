//! Tests the verbs for the bot games on the command line.

use crate::support;
use clowder::arboretum::Arboretum;
use clowder::games::{Game, GameJson as _, Seat};
use clowder::protocol;
use clowder::random::Random;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs the program with empty standard input, and returns its exit status and standard output.
fn run(arguments: &[&str]) -> (i32, String) {
    let (status, out, _) = support::run(arguments, "");
    (status, out)
}

fn cases(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name)
}

fn saved(name: &str) -> String {
    fs::read_to_string(cases(name)).unwrap().lines().next().unwrap().to_owned()
}

#[test]
fn every_shared_game_is_verified() {
    let all = cases("");
    let (status, out) = run(&["bot", "verify", all.to_str().unwrap()]);
    assert_eq!((status, out.as_str()), (0, "29 saved games agree with the rules\n"));
}

#[test]
fn a_changed_game_is_not_verified() {
    let directory = tempfile::tempdir().unwrap();
    let games = directory.path().join("Round0/A-B/games");
    fs::create_dir_all(&games).unwrap();
    fs::write(directory.path().join("results.json"), "{\"results\":[]}").unwrap();
    let good = saved("tictactoe-games.jsonl");
    fs::write(games.join("0.json"), &good).unwrap();
    let path = directory.path().to_str().unwrap();
    assert_eq!(run(&["bot", "verify", path]), (0, "1 saved game agrees with the rules\n".to_owned()));
    fs::write(games.join("1.json"), good.replace("[0,8,2,7,1]", "[0,8,2,8,1]")).unwrap();
    fs::write(games.join("2.json"), "not a game").unwrap();
    let (status, out) = run(&["bot", "verify", "--format", "plain", path]);
    assert_eq!(status, 1);
    let lines: Vec<_> = out.lines().map(|line| line.rsplit_once("games/").unwrap().1).collect();
    assert_eq!(
        lines,
        [
            "0.json: ok",
            "1.json: 1:209: move/taken: ply 4: square 8 already has O",
            "2.json: 1:1: json/unknown-word: expected a value: text needs double quotation marks, and the only words are `true`, `false` and `null`",
            "2.json: 1:5: json/trailing-text: there is text after the JSON value",
        ]
    );
    let (status, out) = run(&["bot", "verify", "--format", "json", path]);
    assert_eq!(status, 1);
    let objects: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ok: Vec<_> = objects.iter().map(|object| object["ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [true, false, false]);
    assert_eq!(objects[0]["ending"], "Perfect wins");
}

#[test]
fn a_game_in_a_file_with_several_games_is_identified_by_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.jsonl");
    fs::write(&path, format!("\n{}\n\n[]\n", saved("tictactoe-games.jsonl"))).unwrap();
    let (status, out) = run(&["bot", "verify", "--format", "plain", path.to_str().unwrap()]);
    let lines: Vec<_> = out.lines().map(|line| line.rsplit_once("games.jsonl").unwrap().1).collect();
    assert_eq!(status, 1);
    assert_eq!(lines, [", line 2: ok", ", line 4: 1:1: json/wrong-type: a saved game must be an object"]);
}

#[test]
fn games_are_verified_from_standard_input() {
    let verify = |input: &str| support::run(&["bot", "verify", "-", "--format", "plain"], input);
    let game = saved("tictactoe-games.jsonl");
    let one = (0, "standard input: ok\n".to_owned(), String::new());
    assert_eq!(verify(&game), one);
    let over_lines = game.replacen(',', ",\n\n", 3) + "\n";
    assert_eq!(verify(&over_lines), one);
    let two = verify(&format!("\n{game}\n{}\n", game.replace("[0,8,2,7,1]", "[0,8,2,8,1]")));
    let told = "standard input, line 2: ok\nstandard input, line 3: 1:209: move/taken: ply 4: square 8 already has O\n";
    assert_eq!(two, (1, told.to_owned(), String::new()));
    let told = "standard input: 1:1: json/truncated: the JSON text ends too early; expected a JSON value\n";
    assert_eq!(verify(""), (1, told.to_owned(), String::new()));
}

#[test]
fn a_game_that_cannot_be_replayed_is_reported_in_the_requested_format() {
    let replay = |format| support::run(&["bot", "replay", "-", "--format", format], "{\"moves\":[]}");
    let told = "{\"v\":1,\"n\":1,\"id\":null,\"path\":\"-\",\"kind\":\"game-record\",\"ok\":false,\"canonical\":null,\
        \"diagnostics\":[{\"code\":\"json/missing-key\",\"severity\":\"error\",\"class\":\"syntax\",\
        \"message\":\"the key `game` is missing\",\"span\":{\"start\":11,\"end\":11,\"line\":1,\"column\":12},\
        \"related\":[],\"square\":null,\"expected\":[\"\\\"game\\\"\"],\"found\":null,\"fix\":null}]}\n";
    assert_eq!(replay("json"), (1, told.to_owned(), String::new()));
    let told = "1:12: json/missing-key: the key `game` is missing\n";
    assert_eq!(replay("plain"), (1, String::new(), told.to_owned()));
}

#[test]
fn a_person_may_type_bytes_that_are_not_text() {
    let arguments = ["bot", "play", "--human", "--game", "tictactoe", "--seed", "1", "first", "--ascii"];
    let output = support::clowder().args(arguments).write_stdin(b"\xff\nq\n".to_vec()).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(told.ends_with("> this is not a move; `?` lists the legal moves\n> "), "{told}");
}

#[test]
fn verifying_nothing_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(run(&["bot", "verify", directory.path().to_str().unwrap()]).0, 2);
    assert_eq!(run(&["bot", "verify", "/no/such/file"]).0, 2);
    assert_eq!(run(&["bot", "verify"]).0, 2);
}

/// The JSON object of a question that clowder could answer.
fn object(members: &str) -> String {
    format!(
        r#"{{"v":1,"n":1,"id":null,"path":null,"kind":"game-record","ok":true,"canonical":null,{members},"diagnostics":[]}}"#
    ) + "\n"
}

#[test]
fn a_state_can_be_queried() {
    let state = r#"{"turn":5,"currentPlayer":0,"state":["X","-","X","-","-","-","-","O","O"],"opponent":"","previousTurn":7,"playBack":false}"#;
    let after = r#"{"turn":6,"currentPlayer":1,"state":["X","X","X","-","-","-","-","O","O"],"opponent":"","previousTurn":1,"playBack":false}"#;
    assert_eq!(run(&["apply", "tictactoe", state, "1"]), (0, format!("{after}\n")));
    assert_eq!(
        run(&["legal-moves", "tictactoe", state, "--format", "plain"]),
        (0, "1\n3\n4\n5\n6\n".to_owned())
    );
    assert_eq!(run(&["legal-moves", "tictactoe", state, "--count"]), (0, "5\n".to_owned()));
    assert_eq!(
        run(&["legal-moves", "tictactoe", state, "--format", "json"]),
        (0, object(r#""count":5,"moves":[1,3,4,5,6]"#))
    );
    assert_eq!(
        run(&["apply", "tictactoe", state, "1", "--format", "json"]),
        (0, object(&format!("\"state\":{after}")))
    );
    assert_eq!(run(&["legal-moves", "tictactoe", after, "--format", "plain"]), (0, String::new()));
    assert_eq!(run(&["outcome", "tictactoe", state]).1, "continues: the first player is to move\n");
    assert_eq!(
        run(&["outcome", "tictactoe", state, "1"]),
        (0, "won: the first player has three in a row\n".to_owned())
    );
    let members = r#""outcome":"won","reason":"the first player has three in a row","result":0,"scores":[0,0],"metaData":"""#;
    assert_eq!(run(&["outcome", "tictactoe", after, "--format", "json"]), (0, object(members)));
    // Two moves follow each other, the second one to a square that is taken.
    let (status, _, told) = support::run(&["apply", "tictactoe", state, "3", "3"], "");
    assert_eq!(status, 1);
    assert!(told.contains("move/taken") && told.contains("action 2"), "{told}");
    let (status, out) = run(&["apply", "tictactoe", state, "0", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &object["ok"], &object["action"]), (1, &false.into(), &0.into()));
    for bad in ["", "{}", "null", "[1", "{\"initialState\":1}"] {
        for verb in [vec!["apply"], vec!["legal-moves"], vec!["outcome"]] {
            let mut arguments = verb.clone();
            arguments.extend(["arboretum", bad]);
            arguments.extend((verb == ["apply"]).then_some("0"));
            assert_eq!(run(&arguments), (1, String::new()), "{arguments:?}");
        }
    }
}

#[test]
fn a_saved_game_can_be_queried() {
    let game = saved("arboretum-games.jsonl");
    let first = run(&[
        "apply",
        "arboretum",
        &game,
        "--ply",
        "0",
        "0",
        "0",
        r#"{"card":["J",6],"coord":[9,9]}"#,
        r#"["J",5]"#,
    ]);
    let fourth = run(&["outcome", "arboretum", &first.1]);
    assert_eq!((first.0, fourth.1.as_str()), (0, "continues: the second player is to move\n"));
    assert!(first.1.contains(r#""playAreaA":{"0":{"0":["J",6]}}"#), "{}", first.1);
    let (_, moves) = run(&["legal-moves", "arboretum", &game, "--ply", "6", "--count"]);
    assert_eq!(moves, "9\n");
    assert_eq!(
        run(&["outcome", "arboretum", &game]).1,
        "won: the first player has the higher score, 22 : 17\n"
    );
    assert_eq!(run(&["outcome", "arboretum", &game, "--ply", "129"]).0, 1);
    assert_eq!(run(&["outcome", "arboretum", &first.1, "--ply", "0"]).0, 1);
    assert_eq!(run(&["outcome", "tictactoe", &game]).0, 1);
}

#[test]
fn messages_are_kinds() {
    let request = r#"{"state":{"message":"NEWGAME","gameNumber":1,"round":"Round 1"},"messageID":"2c61b993-c308-4947-ac83-e2fd989bf100"}"#;
    assert_eq!(run(&["validate", "bot-request", request]), (0, "ok\n".to_owned()));
    assert_eq!(run(&["validate", "bot-request", "--game", "arboretum", request]), (0, "ok\n".to_owned()));
    assert_eq!(run(&["render", "bot-request", request]).1, "NEWGAME 1, Round 1\n");
    // The protocol accepts any layout, any order of keys, and additional keys.
    let reply = " {\"messageID\": \"1\",\t\"move\": 4, \"mood\": \"good\"}\r\n";
    assert_eq!(run(&["validate", "bot-reply", "--game", "tictactoe", reply]), (0, "ok\n".to_owned()));
    assert_eq!(run(&["canon", "bot-reply", reply]), (0, "{\"move\":4,\"messageID\":\"1\"}\n".to_owned()));
    for (game, answer, status) in [
        ("tictactoe", "4.0", 1),
        ("tictactoe", "9", 1),
        ("arboretum", "9", 1),
        ("tictactoe", "\"RANDOM\"", 0),
        ("tictactoe", "{\"result\":\"accepted\"}", 0),
        ("arboretum", "2", 0),
        ("arboretum", "3", 1),
        ("arboretum", "[\"j\",3]", 1),
        ("arboretum", "[\"J\",3]", 0),
        ("arboretum", "{\"card\":[\"J\",3],\"coord\":[0,-1]}", 0),
        ("arboretum", "{\"card\":[\"J\",3]}", 1),
    ] {
        let reply = format!("{{\"move\":{answer},\"messageID\":\"1\"}}");
        assert_eq!(run(&["validate", "bot-reply", "--game", game, &reply]).0, status, "{game} {answer}");
        // Without a game, the move must be valid in some game: 3 is a square of tic-tac-toe.
        let of_any_game = i32::from(status == 1 && answer != "3");
        assert_eq!(run(&["validate", "bot-reply", &reply]).0, of_any_game, "{answer}");
    }
    assert_eq!(run(&["validate", "bot-reply", "--game", "chess", "{}"]).0, 2);
    assert_eq!(run(&["validate", "game-record", &saved("arboretum-games.jsonl")]), (0, "ok\n".to_owned()));
}

#[test]
fn a_built_in_bot_speaks_the_protocol() {
    let line = |state: &str, id: char| {
        format!("{{\"state\":{state},\"messageID\":\"2c61b993-c308-4947-ac83-e2fd989bf10{id}\"}}\n")
    };
    let view = |active: bool| {
        format!(
            r#"{{"token":"X","gameState":["X","X","-","-","O","-","O","-","-"],"activeTurn":{active},"opponent":"B","previousTurn":{{"move":6}},"showPreviousTurn":false}}"#
        )
    };
    let end = r#"{"message":"ENDGAME","result":0,"score":0,"opponentScore":0,"finalState":{"turn":6,"currentPlayer":1,"state":["X","X","X","-","O","-","O","-","-"],"opponent":"","previousTurn":2,"playBack":false}}"#;
    let input = line(r#"{"message":"NEWGAME","gameNumber":1,"round":"Round 1"}"#, '1')
        + "not a message\n\n"
        + &line(&view(false), '2')
        + &line(&view(true), '3').replace('\n', "\r\n")
        + &line(end, '4');
    for bot in ["greedy", "perfect"] {
        let (status, out, told) = support::run(&["bot", "play", bot, "--game", "tictactoe"], &input);
        assert_eq!(status, 0);
        assert!(told.contains("json/unknown-word"), "{told}");
        let answers: Vec<serde_json::Value> =
            out.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        let ids: String =
            answers.iter().map(|it| it["messageID"].as_str().unwrap().chars().last().unwrap()).collect();
        assert_eq!(ids, "1234");
        assert_eq!(answers[2]["move"], 2, "{bot} wins at once");
    }
    assert_eq!(run(&["bot", "play", "perfect", "--game", "arboretum"]).0, 2);
    assert_eq!(run(&["bot", "play", "--game", "arboretum"]).0, 2);
}

#[test]
fn random_bots_repeat_with_the_same_seed() {
    let state = Arboretum::deal(&mut Random::new(1));
    let view = Arboretum::write_view(&Arboretum::view(&state, Seat::First, "B"))
        .replace(r#""subTurn":0"#, r#""subTurn":3"#);
    let lines = protocol::line(&view, "2c61b993-c308-4947-ac83-e2fd989bf100").repeat(20);
    let answers =
        |seed| support::run(&["bot", "play", "random", "--game", "arboretum", "--seed", seed], &lines);
    let (status, out, told) = answers("7");
    assert_eq!((status, out.lines().count(), told.as_str()), (0, 20, ""));
    assert_eq!(answers("7").1, out);
    assert_ne!(answers("8").1, out);
}

#[test]
fn a_person_plays_through_a_pipe() {
    let arguments = ["bot", "play", "--human", "--game", "tictactoe", "--seed", "1", "first", "--ascii"];
    let (status, told, _) = support::run(&arguments, "8\nx\n0\n?\n6\n7\n");
    assert_eq!(status, 0);
    for expected in [
        "first takes square 0",
        "this is not a move",
        "square 0 already has O",
        "1  2  3  4  5  6  7",
        "You win",
    ] {
        assert!(told.contains(expected), "no {expected:?} in\n{told}");
    }
    let arguments = [
        "bot",
        "play",
        "--human",
        "--second",
        "--game",
        "arboretum",
        "--seed",
        "1",
        "--rollouts",
        "3",
        "expert",
    ];
    let (status, told, _) = support::run(&arguments, "0\n0\n?\nq\n");
    assert_eq!(status, 0);
    assert!(told.contains("expert plays") && told.contains(" 0 0"), "{told}");
}

#[cfg(arena)]
#[test]
fn a_person_plays_against_a_program() {
    let play = |command: &[&str], typed: &str| {
        let options = ["bot", "play", "--human", "--game", "tictactoe", "--seed", "1", "--ascii", "--"];
        support::run(&[&options[..], command].concat(), typed)
    };
    let clowder = env!("CARGO_BIN_EXE_clowder");
    let (status, told, _) = play(&[clowder, "bot", "play", "first", "--game", "tictactoe"], "8\n6\n7\n");
    assert_eq!(status, 0);
    assert!(told.contains("takes square 0") && told.contains("You win"), "{told}");
    // A program that does not answer with moves is reported, but the game continues.
    let (status, told, _) = play(&["sh", "-c", "echo oh no >&2; exit 3"], "8\n6\n7\nq\n");
    assert_eq!(status, 0);
    assert!(
        told.contains(
            "sh ended with exit status 3; standard error ends with: oh no\nA random move is played for sh."
        ),
        "{told}"
    );
    let (status, told, _) = play(&["sed", "-u", r#"s/.*"messageID"/{"move":9,"messageID"/"#], "8\nq\n");
    assert_eq!(status, 0);
    assert!(told.contains("sed asked for 9: "), "{told}");
    let (status, _, told) = play(&["/no/such/program"], "");
    assert_eq!((status, told.contains("/no/such/program")), (2, true), "{told}");
    assert_eq!(support::run(&["bot", "play", "--game", "tictactoe", "--", "cat"], "").0, 2);
}

#[test]
fn a_saved_game_is_replayed_frame_by_frame() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("0.json");
    fs::write(&path, saved("tictactoe-games.jsonl")).unwrap();
    let file = path.to_str().unwrap();
    let (status, out) = run(&["bot", "replay", "--ascii", file]);
    assert_eq!(status, 0);
    assert_eq!(out.matches("ply ").count(), 5);
    assert!(out.starts_with("Perfect against Random\n 0 | 1 | 2\n"), "{out}");
    assert!(
        out.ends_with(" X | X | X\n---+---+---\n 3 | 4 | 5\n---+---+---\n 6 | O | O\nPerfect wins\n"),
        "{out}"
    );
    let (_, json) = run(&["bot", "replay", "--format", "json", file]);
    assert_eq!(json.lines().count(), 6);
    assert!(json.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    assert_eq!(support::run(&["bot", "replay", "-"], "{}").0, 1);
    assert_eq!(run(&["bot", "replay", "/no/such/file"]).0, 2);
}

/// Runs a match of tic-tac-toe between built-in bots. Returns the status, standard output and standard error.
#[cfg(arena)]
fn perfect_match(more: &[&str]) -> (i32, String, String) {
    let clowder = assert_cmd::cargo::cargo_bin("clowder");
    let bot = |name: &str| format!("{name}='{}' bot play perfect --game tictactoe", clowder.display());
    let bots = ["bot", "match", "--game", "tictactoe", "--bot", &bot("A"), "--bot", &bot("B")];
    let patience = ["--start-limit", "60000", "--move-limit", "20000"];
    support::run(&[&bots, &patience[..], more].concat(), "")
}

#[cfg(arena)]
#[test]
fn a_path_in_a_message_is_safe_to_show() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out\x1b[31m");
    fs::create_dir_all(out.join("tictactoe")).unwrap();
    fs::write(out.join("tictactoe/match"), "in the way").unwrap();
    let (status, _, told) = perfect_match(&["--seed", "1", "--out", out.to_str().unwrap()]);
    let said = "out\\u{1b}[31m/tictactoe/match/Round0/A-B: Not a directory (os error 20)\n";
    assert!(status == 2 && told.ends_with(said) && !told.contains('\x1b'), "{told:?}");
}

#[cfg(arena)]
#[test]
fn requesting_a_random_move_is_legal() {
    let program = "import sys, json\nfor line in sys.stdin:\n    id = json.loads(line)['messageID']\n    \
        print(json.dumps({'move': 'RANDOM', 'messageID': id}), flush=True)";
    let limits = ["--seed", "1", "--move-limit", "20000", "--start-limit", "60000", "--format", "plain"];
    let bot = ["--", "python3", "-c", program];
    let (status, out) = run(&[&["bot", "check", "--game", "tictactoe"][..], &limits, &bot].concat());
    let points = "ok start-up\nok NEWGAME\nok active turns\nok inactive turns\nok ENDGAME\nok lines\n\
        ok message IDs\nok legality\nok clean exit\n";
    assert_eq!((status, out.as_str()), (0, points));
}

#[cfg(arena)]
#[test]
fn a_bot_that_cannot_be_started_leaves_no_files() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out");
    let out = out.to_str().unwrap();
    let bots = ["--bot", "A=/no/such/bot", "--bot", "B=/no/such/bot"];
    let arguments =
        [&["bot", "match", "--game", "tictactoe", "--seed", "1", "--out", out][..], &bots].concat();
    let told = "clowder: A: cannot start /no/such/bot: there is no such program\n";
    assert_eq!(support::run(&arguments, ""), (2, String::new(), told.to_owned()));
    assert!(!Path::new(out).exists());
    let (status, _, told) = perfect_match(&["--seed", "1", "--out", out]);
    assert_eq!(status, 0, "{told}");
    let (status, _, told) = support::run(&["bot", "tournament", "--resume", out, "--type", "knockout"], "");
    let said = format!(
        "clowder: {out}: this is not the tournament that was begun in this directory: \
         format was \"match\" and is now \"knockout\"\n"
    );
    assert_eq!((status, told), (2, said));
}

#[cfg(arena)]
#[test]
fn an_impossible_tournament_is_rejected_before_the_seed_is_printed() {
    let told = |more: &[&str]| {
        let (status, out, told) = perfect_match(more);
        assert_eq!((status, out.as_str()), (2, ""), "{more:?}");
        told.lines().next().unwrap().to_owned()
    };
    assert_eq!(told(&["--games", "0"]), "clowder: a meeting must have at least 1 game");
    let most = "clowder: a meeting can have at most 10000000 games, not 18446744073709551615";
    assert_eq!(told(&["--games", "18446744073709551615"]), most);
    assert_eq!(told(&["--bot", "C=cat"]), "clowder: a match must have two bots, not 3");
    let out_of_range = |option: &str, range: &str| {
        assert_eq!(
            told(&[option, "0"]).split(": ").last(),
            Some(&*format!("0 is not in {range}")),
            "{option}"
        );
    };
    out_of_range("--max-faults", "1..=4294967295");
    out_of_range("--concurrency", "1..=65535");
    let check =
        |option: &str| support::run(&["bot", "check", "--game", "tictactoe", option, "0", "--", "cat"], "");
    let (status, _, told) = check("--move-limit");
    let said = "error: invalid value '0' for '--move-limit <MS>': 0 is not in 1..=3600000";
    assert_eq!((status, told.lines().next()), (2, Some(said)));
}

#[cfg(arena)]
#[test]
fn one_fault_is_in_the_singular() {
    let cat = ["bot", "match", "--game", "tictactoe", "--seed", "1", "--bot", "A=cat", "--bot", "B=cat"];
    let (status, _, told) = support::run(&[&cat[..], &["--max-faults", "1"]].concat(), "");
    assert_eq!(status, 0, "{told}");
    let stopped: Vec<_> = told.lines().filter(|line| line.contains("stopped")).collect();
    assert_eq!(stopped, ["A: stopped after 1 fault", "B: stopped after 1 fault"]);
}
