//! Tests that no verb reads its input twice.
//!
//! Every parse creates a [`Reading`](crate::notation::Reading), and the tests count the readings. If a quick
//! grammar is tried before a parse, both together count as one reading. The searches that find a kind or a
//! repair are not counted in this way. Instead, the registry counts how often the quick grammar and the
//! thorough reader of each kind have read each text.

use super::{Cli, Context, FormatOption, dispatch};
use crate::games::GameName;
use crate::json::Value;
use crate::kinds;
use crate::notation::reading::count::{self, Texts};
use crate::notation::{Kind, Notation as _};
use crate::protocol::GameRecord;
use crate::raft::record::RaftRecord;
use crate::raft::{CardSet, State};
use crate::repair::identify;
use clap::Parser as _;
use std::collections::BTreeMap;
use std::fs;

/// Runs a command line twice, and counts how often the second run parses each type of text. The first run is not
/// counted, because it also parses the component catalogues.
fn readings(arguments: &[&str]) -> BTreeMap<&'static str, usize> {
    run(arguments);
    count::take();
    run(arguments);
    count::take()
}

fn run(arguments: &[&str]) {
    let cli = Cli::try_parse_from([&["clowder"], arguments].concat()).expect("a command line");
    let mut context = Context::nowhere();
    context.format = cli.globals.format.map(FormatOption::format);
    dispatch(&cli.verb, &mut context).expect("an answer");
}

/// Runs a command line, and counts how often each reader of each kind reads each text.
fn texts_read(arguments: &[&str]) -> Texts {
    count::take_texts();
    run(arguments);
    count::take_texts()
}

/// Asserts that no reader of any kind has read a text more than once. If `used` is given, also asserts that a reader of
/// that kind has read the text.
fn assert_once(arguments: &[&str], texts: &Texts, text: &str, used: Option<Kind>) {
    let of_text = || texts.iter().filter(|((_, read), _)| read == text);
    for ((kind, _), counts) in of_text() {
        assert!(
            counts.iter().all(|&count| count <= 1),
            "{arguments:?}: a reader of {kind} has read {text:?} more than once: {counts:?}"
        );
    }
    if let Some(kind) = used {
        assert!(
            of_text().any(|((read, _), _)| *read == kind.name()),
            "{arguments:?}: no reader of {kind} has read {text:?}"
        );
    }
}

/// Asserts that a command line parses each type of text either `times` times or never.
fn assert_each(arguments: &[&str], times: usize) {
    let mut readings = readings(arguments);
    assert!(!readings.is_empty(), "{arguments:?}: nothing was read");
    // A state has two sets of cards: the decks and the hand.
    if readings.contains_key(std::any::type_name::<State>())
        && let Some(sets) = readings.get_mut(std::any::type_name::<CardSet>())
    {
        assert_eq!(*sets % 2, 0, "{arguments:?}: one set of cards was read more often than the other");
        *sets /= 2;
    }
    assert!(readings.values().all(|&count| count == times), "{arguments:?}: {readings:?}");
}

/// Returns a canonical text of a kind, a copy with an error at the end, and a copy with an error at the start.
fn texts(kind: Kind) -> [String; 3] {
    let example = kinds::row(kind).example();
    [example.to_owned(), format!("{example}?"), format!("?{example}")]
}

#[test]
fn the_verbs_of_strings_read_their_input_once() {
    for &kind in Kind::ALL {
        for text in &texts(kind) {
            for verb in ["validate", "canon", "explain", "render"] {
                for format in ["human", "plain", "json"] {
                    assert_each(&[verb, kind.name(), text, "--format", format], 1);
                }
            }
        }
    }
}

/// Lists all ordered pairs of items, including the pairs of an item with itself.
fn pairs<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
    items.iter().flat_map(|first| items.iter().map(move |second| (first, second)))
}

#[test]
fn diff_reads_each_side_once() {
    for &kind in Kind::ALL {
        // Each side is parsed as often as in `validate`.
        let sides = texts(kind).map(|text| (readings(&["validate", kind.name(), &text]), text));
        for ((of_expected, expected), (of_actual, actual)) in pairs(&sides) {
            let mut sum = of_expected.clone();
            for (name, count) in of_actual {
                *sum.entry(name).or_default() += count;
            }
            for format in ["human", "plain", "json"] {
                let arguments = ["diff", kind.name(), expected, actual, "--format", format];
                assert_eq!(readings(&arguments), sum, "{arguments:?}");
            }
        }
    }
}

#[test]
fn a_repair_of_a_text_reads_it_once() {
    for &kind in Kind::ALL {
        for text in &texts(kind) {
            let arguments = ["validate", kind.name(), text, "--fix"];
            assert_once(&arguments, &texts_read(&arguments), text, Some(kind));
        }
    }
}

#[test]
fn identify_reads_each_text_once_as_each_kind() {
    for &kind in Kind::ALL {
        let [canonical, wrong @ ..] = texts(kind);
        assert_once(
            &["identify", &canonical],
            &texts_read(&["identify", &canonical]),
            &canonical,
            Some(kind),
        );
        for text in &wrong {
            assert_once(&["identify", text], &texts_read(&["identify", text]), text, None);
        }
    }
}

#[test]
fn options_do_not_make_a_verb_read_its_input_again() {
    let board = State::EXAMPLE.parse::<State>().expect("it is valid").board.to_string();
    for action in ["Ab0604S", "Ab1208S", "G0105020501AaAa", "G01050205AbAa", "Ab06"] {
        assert_each(&["validate", "action", action, "--board", &board], 1);
    }
    assert_each(&["render", "action", "Ab0604S", "--state", State::EXAMPLE], 1);
    assert_each(&["explain", "penguins-solution", "A321", "--partial", "--challenge", "20113123"], 1);
    for game in GameName::ALL.map(GameName::name) {
        for kind in [Kind::BotRequest, Kind::BotReply] {
            assert_each(&["explain", kind.name(), kinds::row(kind).example(), "--game", game], 1);
        }
    }
}

#[test]
fn the_verbs_of_games_read_their_state_and_each_action_once() {
    let state = State::EXAMPLE;
    assert_each(&["legal-moves", "raft", state], 1);
    assert_each(&["outcome", "raft", state, "l0003TW"], 1);
    assert_each(&["apply", "raft", state, "l0003TW"], 1);
    assert_each(&["apply", "penguins", "20113123", "A321"], 1);
    assert_each(&["solve", "penguins", "20113123:A321"], 1);
    assert_each(&["solve", "penguins", "20113123:A321", "--hint"], 1);
    assert_each(&["legal-moves", "penguins", "20113123:A321"], 1);
    assert_each(&["perft", state, "--depth", "1"], 1);
    assert_each(&["solve", "raft", state, "--rollouts", "1", "--seed", "1", "--jobs", "1"], 1);
    assert_each(&["pentomino", "tile", "3x20", "--first"], 1);
    assert_each(&["pentomino", "place", "I", "0100", "6x10"], 1);
    let record = kinds::row(Kind::GameRecord).example();
    for verb in ["legal-moves", "outcome", "apply"] {
        assert_each(&[verb, "tictactoe", record], 1);
    }
}

#[test]
fn the_verbs_of_games_read_a_wrong_state_and_a_wrong_action_once() {
    let state = State::EXAMPLE;
    for state in [format!("{state}?"), state.replace('A', "?")] {
        assert_each(&["legal-moves", "raft", &state], 1);
        assert_each(&["outcome", "raft", &state], 1);
        assert_each(&["apply", "raft", &state, "l0003TW"], 1);
        assert_each(&["perft", &state, "--depth", "1"], 1);
        assert_each(&["solve", "raft", &state, "--seed", "1"], 1);
    }
    for action in ["l0003T", "l0003T?", "?"] {
        assert_each(&["outcome", "raft", state, action], 1);
        assert_each(&["apply", "raft", state, action], 1);
    }
    for (challenge, placement) in [("20113123", "A3"), ("2011312", "A321")] {
        assert_each(&["apply", "penguins", challenge, placement], 1);
    }
    for challenge in ["2011312", "20113123:A3"] {
        assert_each(&["solve", "penguins", challenge], 1);
        assert_each(&["solve", "penguins", challenge, "--hint"], 1);
        assert_each(&["legal-moves", "penguins", challenge], 1);
    }
    assert_each(&["pentomino", "tile", "3y20", "--first"], 1);
    assert_each(&["pentomino", "place", "I", "0100", "6y10"], 1);
    let record = kinds::row(Kind::GameRecord).example();
    for record in [record.replace("\"moves\":[", "\"moves\":[9,"), record.replace("\"winner\"", "\"loser\"")]
    {
        for verb in ["legal-moves", "outcome", "apply"] {
            assert_each(&[verb, "tictactoe", &record], 1);
        }
    }
}

#[test]
fn verifying_and_replaying_a_saved_game_reads_it_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.json");
    for kind in [Kind::GameRecord, Kind::RaftRecord] {
        for text in &texts(kind) {
            fs::write(&path, text).expect("it is written");
            let path = path.to_str().expect("it is UTF-8");
            assert_each(&["bot", "verify", path], 1);
            assert_each(&["bot", "replay", path], 1);
        }
    }
}

#[test]
fn the_replay_file_of_a_right_or_wrong_game_reads_the_game_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let [game, page] = ["game.json", "page.html"].map(|name| directory.path().join(name));
    let [game, page] = [&game, &page].map(|path| path.to_str().expect("it is UTF-8"));
    for kind in [Kind::GameRecord, Kind::RaftRecord] {
        let right = kinds::row(kind).example();
        // The invalid game contains one of its moves twice.
        let wrong = right.replace("}],\"outcome\"", "},{\"action\":\"B04060506Af\"}],\"outcome\"");
        let wrong = wrong.replace("\"moves\":[0,", "\"moves\":[0,0,");
        assert_ne!(right, wrong);
        for text in [right, &wrong] {
            fs::write(game, text).expect("it is written");
            let readings = readings(&["bot", "replay", game, "-o", page]);
            assert_eq!(readings.get(std::any::type_name::<Value>()), Some(&1), "{readings:?}");
            let game = [std::any::type_name::<GameRecord>(), std::any::type_name::<RaftRecord>()];
            let times: usize = game.iter().filter_map(|name| readings.get(name)).sum();
            assert_eq!(times, 1, "{readings:?}");
        }
    }
}

#[test]
fn without_a_kind_each_kind_reads_a_canonical_text_at_most_once() {
    for &kind in Kind::ALL {
        let text = kinds::row(kind).example();
        // A hand is also a valid decks string, so no kind is chosen.
        let used = Some(kind).filter(|&kind| kind != Kind::Hand);
        for verb in ["validate", "canon", "explain", "render"] {
            for format in ["human", "json"] {
                let arguments = [verb, text, "--format", format];
                run(&arguments);
                count::take();
                assert_once(&arguments, &texts_read(&arguments), text, used);
                assert_eq!(count::take(), BTreeMap::new(), "{arguments:?}: the verb has read the text again");
            }
        }
    }
}

#[test]
fn without_a_kind_each_kind_reads_a_wrong_text_at_most_once() {
    for &kind in Kind::ALL {
        let text = format!("?{}", kinds::row(kind).example());
        let used = identify(&text)[0].kind;
        for options in [&["validate"][..], &["validate", "--fix"], &["canon", "--format", "json"]] {
            let arguments = [options, &[&text]].concat();
            assert_once(&arguments, &texts_read(&arguments), &text, Some(used));
        }
    }
}

#[test]
fn a_search_for_a_repair_reads_the_given_text_once() {
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        for text in [example.to_ascii_lowercase(), format!("\"{example}\""), format!("{example}?")] {
            let arguments = ["validate", kind.name(), &text];
            assert_once(&arguments, &texts_read(&arguments), &text, Some(kind));
        }
    }
}

#[test]
fn options_do_not_make_a_text_without_a_kind_be_read_again() {
    let board = State::EXAMPLE.parse::<State>().expect("it is valid").board.to_string();
    for action in ["Ab0604S", "Ab1208S", "G0105020501AaAa"] {
        let arguments = ["validate", action, "--board", &board];
        assert_once(&arguments, &texts_read(&arguments), action, Some(Kind::Action));
    }
    let arguments = ["explain", "A321", "--partial", "--challenge", "20113123"];
    assert_once(&arguments, &texts_read(&arguments), "A321", Some(Kind::PenguinsSolution));
}

#[test]
fn diff_without_a_kind_reads_each_side_once() {
    for (expected, actual) in [("A6", "B6"), ("A6?", "B6")] {
        let arguments = ["diff", expected, actual];
        let texts = texts_read(&arguments);
        assert_once(&arguments, &texts, expected, None);
        assert_once(&arguments, &texts, actual, None);
    }
}

#[test]
fn the_lines_of_a_batch_are_read_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("draws");
    fs::write(&path, "\u{feff}A6\r\nA3B1D2\r\nA7\r\nD6\n").expect("it is written");
    let path = path.to_str().expect("it is UTF-8");
    let options = ["--lines", "--jobs", "1", "--file", path];
    let arguments = [&["validate", "draw"], &options[..]].concat();
    let texts = texts_read(&arguments);
    for text in ["A6", "A3B1D2", "A7", "D6"] {
        assert_once(&arguments, &texts, text, Some(Kind::Draw));
    }
    // If no kind is given, a search for repairs also reads similar texts. Such a text could be another line of
    // the file, so each file has only one line here.
    let arguments = [&["validate"], &options[..]].concat();
    for text in ["A6", "A3B1D2", "A7", "D6"] {
        fs::write(path, format!("{text}\n")).expect("it is written");
        assert_once(&arguments, &texts_read(&arguments), text, Some(Kind::Draw));
    }
}

#[test]
fn replaying_a_directory_reads_each_game_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let game = kinds::row(Kind::GameRecord).example();
    for name in ["a.json", "b.json"] {
        fs::write(directory.path().join(name), game).expect("it is written");
    }
    fs::write(directory.path().join("c.json"), "{}").expect("it is written");
    let path = directory.path().to_str().expect("it is UTF-8");
    let readings = readings(&["bot", "replay", "--all", path]);
    assert_eq!(readings.get(std::any::type_name::<GameRecord>()), Some(&2), "{readings:?}");
}
