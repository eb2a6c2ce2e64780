//! Tests that no verb reads its input twice.
//!
//! Every time a text is read, a [`Reading`](crate::notation::Reading) is created, and these readings are counted. If a
//! quick grammar is tried first, this attempt counts as a part of the reading that follows.

use super::formats::FormatOption;
use super::output::Output;
use super::{Cli, Context, dispatch};
use crate::kinds;
use crate::notation::reading::count;
use crate::notation::{Kind, Notation as _};
use crate::raft::State;
use clap::Parser as _;
use std::collections::BTreeMap;

/// Runs a command line twice, and returns how often the second run has read each kind of text. The first run is not
/// counted, because it also reads the catalogues of components.
fn readings(arguments: &[&str]) -> BTreeMap<&'static str, usize> {
    for _ in 0..2 {
        count::take();
        let cli = Cli::try_parse_from([&["clowder"], arguments].concat()).expect("a command line");
        let (format, errors) = FormatOption::split(cli.globals.format);
        let mut context = Context { format, errors, output: Output::nowhere() };
        dispatch(cli.verb, &mut context).expect("an answer");
    }
    count::take()
}

/// Asserts that texts of each kind in the input were read exactly `times` times.
fn assert_each(arguments: &[&str], times: usize) {
    let readings = readings(arguments);
    assert!(!readings.is_empty(), "{arguments:?}: nothing was read");
    assert!(readings.values().all(|&count| count == times), "{arguments:?}: {readings:?}");
}

/// Returns a canonical text of a kind, a text with an error at its end, and a text with an error at its start.
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

#[test]
fn diff_reads_each_side_once() {
    for &kind in Kind::ALL {
        let [text, ..] = texts(kind);
        for format in ["human", "plain", "json"] {
            assert_each(&["diff", kind.name(), &text, &text, "--format", format], 2);
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
    for game in ["tictactoe", "arboretum"] {
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
    let record = kinds::row(Kind::GameRecord).example();
    for verb in ["legal-moves", "outcome", "apply"] {
        assert_each(&[verb, "tictactoe", record], 1);
    }
}
