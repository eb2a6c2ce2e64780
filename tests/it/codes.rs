//! Tests the table of codes. The names must be unique, and each example must be valid or wrong as documented.

use crate::support::{Transcript, clowder, run};
use clowder::diagnostics::{Code, Diagnostics, Example, all};
use clowder::grade;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Notation;
use clowder::penguins;
use clowder::polyomino;
use clowder::raft::{self, catalogue::Component};
use clowder::{json, protocol, repair};
use std::collections::BTreeSet;

fn read<T: Notation>(text: &str) -> Diagnostics {
    T::read(text).into_diagnostics()
}

/// Returns the errors of a string, including those of the catalogue.
fn component<T: Component>(text: &str) -> Diagnostics {
    let (value, mut faults) = T::read(text).into_parts();
    if faults.is_empty() {
        faults.extend(value.and_then(|value| value.catalogue_error()));
    }
    faults
}

/// Returns the errors of a string of the kind that an example names. Returns `None` if the example is not a single string.
fn faults_of(kind: &str, text: &str) -> Option<Diagnostics> {
    Some(match kind {
        "challenge" => read::<raft::Challenge>(text),
        "board" => read::<raft::Board>(text),
        "board to play on" => read::<raft::Board>(text)
            .into_iter()
            .chain(raft::Board::parse_canonical(text)?.raft_centre().err().unwrap_or_default())
            .collect(),
        "decks" => read::<raft::Decks>(text),
        "hand" => read::<raft::Hand>(text),
        "exhausted" => read::<raft::Exhausted>(text),
        "fire-bag" => read::<raft::FireBag>(text),
        "action" => read::<raft::Action>(text),
        "draw" => read::<raft::Draw>(text),
        "state" => read::<raft::State>(text),
        "pathway-card" => component::<raft::PathwayCard>(text),
        "fire-tile" => component::<raft::FireTile>(text),
        "cat-card" => component::<raft::CatCard>(text),
        "raft-card" => component::<raft::RaftCard>(text),
        "penguins-challenge" => read::<penguins::Challenge>(text),
        "penguins-placement" => read::<penguins::Placement>(text),
        "penguins-solution" => read::<penguins::Solution>(text),
        "penguins-solution of 20113123" => penguins::check_blocks(text, "20113123".parse().unwrap()),
        "penguins-board" => read::<penguins::Board>(text),
        "polyomino" => read::<polyomino::Polyomino>(text),
        "region" => read::<polyomino::Region>(text),
        "pieces" => {
            polyomino::Pieces::parse(text, clowder::shape::Sides::Both, &[]).err().unwrap_or_default()
        }
        "square at which a shape is placed" => polyomino::parse_square(text).err().unwrap_or_default(),
        "square for `I` in the region `6x10`" => {
            misplaced('I', "6x10", polyomino::parse_square(text).unwrap_or_default())
        }
        "region in which `X` is placed at 0000" => misplaced('X', text, (0, 0)),
        "penguins-state" => penguins::State::read(text).into_diagnostics(),
        "bot-request" => read::<protocol::Request>(text),
        "bot-reply" => read::<protocol::Reply>(text),
        "game-record" => read::<protocol::GameRecord>(text),
        "a JSON text" => json::read(text).into_diagnostics(),
        "action in the example game" => game().read_legal_action(text).into_diagnostics(),
        "draw in the example game with an empty hand" => {
            let state = game().into_state();
            let (board, decks, exhausted) = (*state.board(), state.decks(), state.exhausted().clone());
            let state = raft::State::new(board, decks, raft::Hand::default(), exhausted, state.bag());
            raft::draw_errors(&state.unwrap(), text.parse().unwrap())
        }
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`" => {
            let challenge = "SNSNSASAF00030015C00006000094030350012R30909".parse().unwrap();
            raft::setup::read_islands(text, &challenge).err().unwrap_or_default()
        }
        "case" => grade::Case::read(1, text).err().unwrap_or_default(),
        "answers line" => {
            let faults = grade::Answers::read(text.as_bytes()).unwrap().1;
            faults.into_iter().flat_map(|line| line.diagnostics).collect()
        }
        _ => return None,
    })
}

fn misplaced(name: char, region: &str, at: (usize, usize)) -> Diagnostics {
    let shape = polyomino::named(name).unwrap();
    match polyomino::place(&region.parse().unwrap(), shape, Some(name), at) {
        Ok(_) => Diagnostics::new(),
        Err(error) => error.into_diagnostics(),
    }
}

fn game() -> raft::PlayableState {
    raft::PlayableState::EXAMPLE.parse().unwrap()
}

#[test]
fn names_are_unique_and_have_the_same_form() {
    let mut names: Vec<_> = all().map(|code| code.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    for name in names {
        let (kind, fault) = name.split_once('/').unwrap();
        let shaped = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        assert!(shaped(kind) && shaped(fault), "{name}");
    }
}

/// Returns the errors of a string that was damaged as a whole. Returns `None` if the code is not about such damage.
fn cause(code: &Code, text: &str) -> Option<Diagnostics> {
    let kind = code.example.of.parse().ok().filter(|_| code.name.starts_with("text/"))?;
    let options = ReadOptions::default();
    Some(repair::improve(kind, text, &options, kinds::read(kind, text, &options)).into_diagnostics())
}

/// Returns the diagnostic that the program prints for the wrong example of a code, in the form for people. This form
/// can be limited to the first errors. If it does not show the error, the diagnostic is returned in the plain form.
pub(crate) fn printed_situation(code: &Code) -> Option<String> {
    let printed = |format: &str, mark: &str, separator: &str| {
        let [mut wrong, _] = calls(code)?;
        for argument in &mut wrong.arguments {
            // Relative paths are the same on every machine.
            *argument = argument.replace(&format!("{}/", env!("CARGO_TARGET_TMPDIR")), "");
            if argument == "json" {
                format.clone_into(argument);
            }
        }
        if format == "human" && wrong.arguments[0] == "validate" {
            wrong.arguments.insert(1, "--all".to_owned());
        }
        let printed = wrong.run().1;
        let block = printed.split(separator).find(|block| block.contains(mark))?;
        // The summary of a batch is printed after its last error.
        let lines = block.lines().filter(|line| !line.contains(" read, "));
        let text = lines.collect::<Vec<_>>().join("\n");
        Some(text.trim().to_owned())
    };
    printed("human", &format!("[{}]", code.name), "\n\n").or_else(|| printed("plain", code.name, "\n"))
}

/// A call of the program, with its arguments and its input.
struct Call {
    arguments: Vec<String>,
    input: Vec<u8>,
}

impl Call {
    fn new(arguments: &[&str], input: impl Into<Vec<u8>>) -> Self {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Self { arguments, input: input.into() }
    }

    /// Returns the exit status and all output of the call.
    fn run(self) -> (i32, String) {
        let mut command = clowder();
        command.current_dir(env!("CARGO_TARGET_TMPDIR"));
        let output = command.args(self.arguments).write_stdin(self.input).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    }
}

/// Returns a call of `apply` with the string of an example as its last argument.
fn apply<'a>(game: &'a str, state: &'a str, moves: &'a [&'a str]) -> impl Fn(&str) -> Call + 'a {
    move |text| Call::new(&[&["apply", game, state], moves, &[text, "--format", "json"]].concat(), "")
}

/// Returns the example state of Race to the Raft with these decks, this hand and this bag.
fn raft_with(decks: &str, hand: &str, bag: &str) -> String {
    let mut state: Vec<String> = serde_json::from_str(<raft::State as Notation>::EXAMPLE).unwrap();
    (state[1], state[2], state[4]) = (decks.to_owned(), hand.to_owned(), bag.to_owned());
    serde_json::to_string(&state).unwrap()
}

/// Returns a state of tic-tac-toe with this board and this last move.
fn tictactoe(board: &str, last: &str) -> String {
    let count = board.matches(['X', 'O']).count();
    let (turn, player) = (count + 1, count % 2);
    format!(
        r#"{{"turn":{turn},"currentPlayer":{player},"state":{board},"opponent":"","previousTurn":{last},"playBack":false}}"#
    )
}

/// Returns the initial state of the first saved game of Arboretum.
fn arboretum() -> String {
    let game = include_str!("../cases/arboretum-games.jsonl").lines().next().unwrap();
    let (_, state) = game.split_once("\"initialState\":").unwrap();
    state.split_once(",\"moves\":").unwrap().0.to_owned()
}

/// Returns a call with a message of Arboretum in which the player to move has this play area.
fn with_play_area(area: &str) -> Call {
    let request = format!(
        r#"{{"state":{{"deck":34,"hand":[["M",1]],"discard":[],"opponentDiscard":[],"playArea":{area},"opponentPlayArea":{{}},"opponentHand":[null],"turn":2,"subTurn":0,"previousTurn":{{"move":false,"metaData":false}},"activeTurn":true,"showPreviousTurn":true,"opponent":"R"}},"messageID":"2c61b993-c308-4947-ac83-e2fd989bf100"}}"#
    );
    Call::new(&["validate", "bot-request", "--game", "arboretum", "--format", "json"], request)
}

/// Returns the calls that show the wrong and the right example of a code. Returns `None` if the example is a single string that
/// the library reads.
fn calls(code: &Code) -> Option<[Call; 2]> {
    text_and_raft_calls(code).or_else(|| game_calls(code)).or_else(|| grade_calls(code))
}

fn text_and_raft_calls(code: &Code) -> Option<[Call; 2]> {
    let texts = [code.example.wrong, code.example.right];
    let empty_hand = raft_with("AabcdBCgDadh", "ABCD", "");
    let hand = |cards: &str| {
        Call::new(&["apply", "raft", &empty_hand, "A3D3", "--cards", cards, "--format", "json"], "")
    };
    let validate = |kind: &str, options: &[&str], input: &[u8]| {
        Call::new(&[&["validate", kind, "--format", "json"], options].concat(), input)
    };
    let reply = |length| format!(r#"{{"move":0,"messageID":"{}"}}"#, "1".repeat(length));
    Some(match code.name {
        "text/too-many-faults" => {
            ["ABCDa".repeat(100), "ABCD".to_owned()].map(|text| validate("hand", &[], text.as_bytes()))
        }
        "text/not-utf-8" => [&b"\xff"[..], b"A6"].map(|bytes| validate("draw", &[], bytes)),
        "text/line-too-long" => ["A".repeat(2_000_000), "A6".to_owned()]
            .map(|line| validate("draw", &["--lines"], line.as_bytes())),
        "text/utf-16" => [&b"\xff\xfeA\x006\x00"[..], b"A6"].map(|bytes| validate("draw", &[], bytes)),
        "text/several-kinds" => {
            ["AaBCD", "A6"].map(|text| Call::new(&["validate", text, "--format", "json"], ""))
        }
        "text/no-kind" => texts.map(|text| Call::new(&["validate", text, "--format", "json"], "")),
        "text/file-name" => {
            let path = format!("{}/draw.txt", env!("CARGO_TARGET_TMPDIR"));
            std::fs::write(&path, "A6").unwrap();
            [path.clone(), format!("@{path}")].map(|text| validate("draw", &["--", &text], b""))
        }
        "text/not-json" => texts.map(|text| validate("draw", &["--jsonl"], text.as_bytes())),
        "placement/on-void" => ["n", "b"].map(|square| {
            let state = <raft::State as Notation>::EXAMPLE.replace("\\nfffbyb", &format!("\\nfff{square}yb"));
            apply("raft", &state, &[])("Af0303N")
        }),
        "draw/hand-not-empty" => [<raft::State as Notation>::EXAMPLE, &empty_hand]
            .map(|state| apply("raft", state, &["--seed", "1"])("A3D3")),
        "draw/card-not-in-deck" => ["AabeBCDadh", "AabdBCDadh"].map(hand),
        "draw/cards-differ" => ["AabcdBCDad", "AabcBCDadh"].map(hand),
        "tile/bag-empty" => {
            ["", "abc"].map(|bag| apply("raft", &raft_with("ABCD", "ABCD", bag), &["--seed", "1"])("tile"))
        }
        "setup/unknown-challenge" => {
            texts.map(|text| Call::new(&["setup", text, "--seed", "1", "--format", "json"], ""))
        }
        "message/too-long" => [1 << 16, 1].map(|length| validate("bot-reply", &[], reply(length).as_bytes())),
        _ => return None,
    })
}

fn game_calls(code: &Code) -> Option<[Call; 2]> {
    let Example { wrong, right, .. } = code.example;
    let texts = [wrong, right];
    let start = arboretum();
    let opening = ["0", "0", r#"{"card":["J",6],"coord":[0,0]}"#];
    let full = tictactoe(r#"["O","X","X","X","O","O","O","X","X"]"#, "1");
    let game = include_str!("../cases/tictactoe-games.jsonl").lines().next().unwrap();
    let moves = game.split_once("\"moves\":[").unwrap().1.split_once(']').unwrap().0.split(',').count();
    Some(match code.name {
        "move/not-a-move" => texts.map(apply(
            "tictactoe",
            &tictactoe(r#"["-","-","-","-","-","-","-","-","-"]"#, "false"),
            &[],
        )),
        "move/wrong-kind" | "move/empty-pile" => texts.map(apply("arboretum", &start, &[])),
        "move/game-over" => {
            [apply("tictactoe", &full, &[])(wrong), Call::new(&["apply", "tictactoe", &full], "")]
        }
        "move/taken" => {
            texts.map(apply("tictactoe", &tictactoe(r#"["-","-","-","-","X","-","-","-","-"]"#, "4"), &[]))
        }
        "move/not-in-hand" => [r#"["W",8]"#, r#"["J",5]"#].map(apply("arboretum", &start, &opening)),
        "move/not-adjacent" => {
            let other = ["2", "0", r#"{"card":["R",5],"coord":[0,0]}"#, r#"["J",1]"#, "2", "0"];
            let played = [&opening[..], &[r#"["J",5]"#], &other].concat();
            [r#"{"card":["J",1],"coord":[1,1]}"#, r#"{"card":["J",1],"coord":[0,1]}"#].map(apply(
                "arboretum",
                &start,
                &played,
            ))
        }
        "game-state/board" => texts.map(|board| {
            Call::new(&["outcome", "tictactoe", &tictactoe(board, "1"), "--format", "json"], "")
        }),
        "game-state/turn" => [start.replace("\"turn\":0", "\"turn\":1"), start]
            .map(|state| Call::new(&["outcome", "arboretum", &state, "--format", "json"], "")),
        "game-state/card-twice" => [start.replace("[\"J\",5]", "[\"J\",6]"), start]
            .map(|state| Call::new(&["outcome", "arboretum", &state, "--format", "json"], "")),
        "game-state/coordinate" | "game-state/not-joined" => texts.map(with_play_area),
        "game-record/no-such-ply" => [moves + 1, moves].map(|ply| {
            let ply = ply.to_string();
            Call::new(&["outcome", "tictactoe", game, "--ply", &ply, "--format", "json"], "")
        }),
        _ => return None,
    })
}

fn grade_calls(code: &Code) -> Option<[Call; 2]> {
    let Example { wrong, right, .. } = code.example;
    let texts = [wrong, right];
    Some(match code.name {
        "case/no-answer" => texts.map(|case| Call::new(&["grade", "--self", "--seed", "1"], case)),
        "answers/unknown-id" => {
            // The lesson about this code prints a command that generates the same cases.
            let generate = ["generate", "cases", "--suite", "isGameOver", "--seed", "1", "--count", "3"];
            let (_, cases, _) = run(&generate, "");
            texts.map(|answer| {
                let number = u8::from(answer == wrong);
                let path = format!("{}/answers-{number}.jsonl", env!("CARGO_TARGET_TMPDIR"));
                let others = [1_147_512_428, 456_286_919]
                    .map(|id| format!("{{\"id\":{id},\"answer\":false}}\n"))
                    .concat();
                std::fs::write(&path, others + answer).unwrap();
                Call::new(&["grade", "--answers", &path], cases.clone())
            })
        }
        _ => return None,
    })
}

/// The names of codes whose wrong examples also have errors with other codes. Each name is followed by these other
/// codes.
type Others = &'static [(&'static str, &'static [&'static str])];

/// The wrong examples with several codes.
const OTHERS: Others = &[
    ("action/truncated", &["action/unexpected"]),
    ("cat/exhausted", &["cat/end-other-colour"]),
    ("cat/not-there", &["cat/end-taken"]),
    ("cat/other-colour", &["cat/end-other-colour"]),
    ("json/unexpected", &["json/comma"]),
    ("penguins-solution/block-twice", &["penguins-solution/overlap"]),
    ("text/too-many-faults", &["hand/deck-order", "hand/duplicate-card"]),
];

/// The wrong examples for which the reader in the library reports several codes, and the program reports one.
const OTHERS_IN_LIBRARY: Others = &[("board/empty-line", &["board/height"])];

/// The wrong examples whose commands in the lessons show several codes.
#[cfg(arena)]
const OTHERS_IN_COMMANDS: Others = &[
    ("game-state/coordinate", &["game-state/card-twice"]),
    ("game-state/not-joined", &["game-state/card-twice"]),
];

/// Returns the codes of all errors in the wrong example of a code. The parameter `more` is added to [`OTHERS`].
fn expected_codes(code: &Code, more: Others) -> BTreeSet<&'static str> {
    let others = OTHERS.iter().chain(more).filter(|(name, _)| *name == code.name);
    others.flat_map(|(_, others)| others.iter().copied()).chain([code.name]).collect()
}

/// Returns every code that a text names.
fn codes_in(text: &str) -> BTreeSet<&'static str> {
    let is_part =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-/".contains(letter);
    let words: BTreeSet<&str> = text.split(|letter| !is_part(letter)).collect();
    all().map(|code| code.name).filter(|name| words.contains(name)).collect()
}

#[test]
fn wrong_examples_break_their_rule_and_right_ones_follow_it() {
    let (mut read, mut called, mut left, mut bad) = (0, 0, Vec::new(), String::new());
    for code in all() {
        assert!(code.rule.ends_with('.'), "{}", code.name);
        let Example { of, wrong, right, .. } = code.example;
        if let Some(calls) = calls(code) {
            let [(status, broken), (kept_status, kept)] = calls.map(Call::run);
            // A case that cannot be judged is an error of the teacher, and not of the program that is graded.
            let expected = if code.name == "case/no-answer" { 2 } else { 1 };
            if status != expected
                || codes_in(&broken) != expected_codes(code, &[])
                || kept_status != 0
                || !codes_in(&kept).is_empty()
            {
                bad += &format!("{}:\n{status} {broken:.900}\n{kept_status} {kept:.900}\n", code.name);
            }
            called += 1;
        } else if let Some(faults) = cause(code, wrong).or_else(|| faults_of(of, wrong)) {
            let found: BTreeSet<&str> = faults.iter().map(|fault| fault.code.name).collect();
            if found != expected_codes(code, OTHERS_IN_LIBRARY) {
                bad += &format!("{}: {wrong:?}: {faults}\n", code.name);
            }
            let faults = faults_of(of, right).unwrap();
            assert!(faults.is_empty(), "{}: {right:?}: {faults}", code.name);
            read += 1;
        } else {
            left.push(code.name);
        }
    }
    assert!(bad.is_empty(), "{bad}");
    assert_eq!((all().count(), read, called), (241, 210, 30));
    // No verb reports this code as an error. If a case has two answers, only this case fails.
    assert_eq!(left, ["answers/twice"]);
}

#[test]
fn the_program_shows_the_real_diagnostic_of_each_wrong_example() {
    let (status, out, _) = run(&["codes", "--format", "json"], "");
    assert_eq!((status, out.lines().count()), (0, all().count()));
    for (line, code) in out.lines().zip(all()) {
        let shown: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(shown["code"], code.name);
        match shown["diagnostics"].as_array() {
            Some(found) => {
                let found: BTreeSet<&str> =
                    found.iter().map(|found| found["code"].as_str().unwrap()).collect();
                assert_eq!(found, expected_codes(code, &[]), "{line}");
                assert_eq!(codes_in(shown["shown"].as_str().unwrap()), found, "{line}");
            }
            None => assert!(shown["occurs"].is_string() && shown["shown"].is_null(), "{line}"),
        }
        // The program shows every example that the library reads.
        let is_string = calls(code).is_none() && faults_of(code.example.of, code.example.wrong).is_some();
        assert!(!is_string || shown["diagnostics"].is_array(), "{line}");
    }
}

#[test]
fn codes_are_explained_listed_and_searched() {
    let transcript = Transcript::default();
    for words in [&["draw/total"][..], &["board/line-width"], &["text/not-utf-8"], &["setup/island-turn"]] {
        transcript.run(&[&["codes"], words].concat(), "");
    }
    transcript.run(&["codes", "penguins-state"], "");
    transcript.run(&["codes", "exhausted", "discard", "--format", "plain"], "");
    transcript.run(&["codes", "colon", "--format", "json"], "");
    transcript.run(&["codes", "draw/totals"], "");
    transcript.check("codes-taught");
}

/// Returns all output of the program for the wrong example of a code: the answer of `validate`, or the output of the command
/// that the lesson about the code shows.
#[cfg(arena)]
fn shown_by_program(code: &Code, lesson: &serde_json::Value) -> String {
    let Some(command) = lesson["command"].as_str() else {
        // A byte order mark at the start of a file or a stream is ignored.
        let wrong = code.example.wrong;
        let input = if wrong.starts_with('\u{feff}') { wrong } else { "-" };
        return Call::new(&["validate", code.example.of, "--all", "--format", "json", input], wrong).run().1;
    };
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("state.json"), raft::PlayableState::EXAMPLE).unwrap();
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = std::process::Command::new("bash");
    let output = shell.args(["-c", command]).current_dir(&directory).env("PATH", path).output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[cfg(arena)]
#[test]
fn the_program_reports_each_wrong_example_with_its_own_code() {
    let (_, out, _) = run(&["codes", "--format", "json"], "");
    let (mut validated, mut wrong) = (0, Vec::new());
    for (line, code) in out.lines().zip(all()) {
        let lesson: serde_json::Value = serde_json::from_str(line).unwrap();
        // If a case has two answers, the report gives this as the reason why the case fails, without the code.
        if code.name == "answers/twice" {
            continue;
        }
        validated += usize::from(lesson["command"].is_null());
        let shown = shown_by_program(code, &lesson);
        if codes_in(&shown) != expected_codes(code, OTHERS_IN_COMMANDS) {
            wrong.push(format!("{}: {}\n{shown:.600}", code.name, lesson["command"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((validated, all().count()), (167, 241));
    for (code, kind, text) in [
        ("action/unknown-tile", "action", "70003TW"),
        ("penguins-solution/stray-text", "penguins-solution", "A321B104C031D222;"),
        ("json/layout", "bot-reply", r#"{"messageID": "1", "move": 0}"#),
    ] {
        let (_, out, _) = run(&["validate", kind, "--format", "json", "--", text], "");
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["diagnostics"][0]["code"], code, "{out}");
    }
}
