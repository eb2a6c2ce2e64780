//! Tests laws for every kind: parsing and printing a canonical string gives the same string, `canon` is idempotent,
//! the fast parser and the thorough reader agree, the span of every error is inside the string, and nothing panics.

use clowder::diagnostics::{Class, Diagnostic, Diagnostics, Span};
use clowder::games::GameName;
use clowder::kinds::{self, AnyReading, Blocks, Components, ReadOptions};
use clowder::notation::{Kind, Notation};
use clowder::raft::{self, Action, Board, Challenge, Decks, Draw, Exhausted, FireBag, FireTile, Hand, State};
use proptest::test_runner::{Config, TestRunner};

/// A kind, with the options for reading it.
struct Subject {
    kind: Kind,
    options: ReadOptions,
}

impl Subject {
    fn read(&self, text: &str) -> AnyReading {
        kinds::read(self.kind, text, &self.options)
    }

    /// Checks all laws on any string. [`kinds::read`] uses the fast parser, so its result is compared with that of
    /// the thorough reader.
    fn laws(&self, text: &str) {
        let kind = self.kind;
        let fast = self.read(text);
        let reading = kinds::read_thoroughly(kind, text, &self.options);
        let written = |reading: &AnyReading| reading.value().map(|value| value.canonical());
        let (canonical, faults) = (written(&reading), reading.diagnostics());
        assert_eq!(fast.is_canonical(), reading.is_canonical(), "{kind}: {text:?}: {faults}");
        assert_eq!(written(&fast), canonical, "{kind}: {text:?}");
        assert_eq!(fast.diagnostics().to_string(), faults.to_string(), "{kind}: {text:?}");
        located(text, reading.parts(), faults);
        if reading.is_canonical() {
            assert_eq!(
                canonical.as_deref(),
                Some(text),
                "{kind}: the string is printed differently from how it was read"
            );
            return;
        }
        let Some(canonical) = canonical else {
            assert!(
                !faults.only_canon(),
                "{kind}: {text:?} has no value, but all its errors are of class `canon`"
            );
            return;
        };
        let again = self.read(&canonical);
        assert_eq!(written(&again).as_ref(), Some(&canonical), "{kind}: canon is not idempotent");
        let lasting = |faults: &Diagnostics| {
            let lasting = faults.iter().filter(|fault| is_lasting(fault));
            let mut names: Vec<_> = lasting.map(|fault| fault.code.name).collect();
            names.sort_unstable();
            names
        };
        let left = again.diagnostics();
        assert!(left.iter().all(is_lasting), "{kind}: {canonical:?}: {left}");
        assert_eq!(lasting(faults), lasting(left), "{kind}: canon of {text:?} is {canonical:?}");
    }

    /// Checks the laws on an example, all its truncations, all its [`changes`], random strings of its letters, and
    /// random strings of any characters.
    fn all_laws(&self, example: &str) {
        let reading = self.read(example);
        assert!(reading.is_canonical(), "{}: {example}: {}", self.kind, reading.diagnostics());
        self.laws(example);
        (0..example.len()).for_each(|end| self.laws(&example[..end]));
        changes(example).for_each(|text| self.laws(&text));
        let mut letters: Vec<char> = example.chars().collect();
        letters.sort_unstable();
        letters.dedup();
        let own = proptest::collection::vec(proptest::sample::select(letters), 0..80);
        let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new(config.clone());
        runner
            .run(&own, |letters| {
                self.laws(&letters.into_iter().collect::<String>());
                Ok(())
            })
            .unwrap();
        TestRunner::new(config)
            .run(&".{0,60}", |text| {
                self.laws(&text);
                Ok(())
            })
            .unwrap();
    }
}

/// Whether `canon` cannot repair the error, because it is not about order, spelling or the layout of JSON.
fn is_lasting(fault: &Diagnostic) -> bool {
    fault.class() != Class::Canon
}

/// Checks that the spans of all errors, related places and fixes are inside the right string, and at character
/// boundaries. Also checks the form of each message.
fn located(text: &str, parts: &[String], faults: &Diagnostics) {
    for fault in faults {
        let of = |part: Option<usize>| part.map_or(text, |part| &parts[part]);
        let inside = |text: &str, span: Span| text.get(span.start()..span.end()).is_some();
        assert!(inside(of(fault.part), fault.span), "{text:?}: {fault:?}");
        assert!(!fault.message.is_empty() && !fault.message.ends_with('.'), "{fault:?}");
        for related in &fault.related {
            assert!(inside(of(related.part), related.span), "{text:?}: {fault:?}");
        }
        if let Some(fix) = &fault.fix {
            assert!(inside(of(fault.part), fix.span), "{text:?}: {fault:?}");
        }
        assert!(fault.message.chars().all(clowder::diagnostics::escape::is_plain), "{fault:?}");
    }
}

/// The strings that differ from the example in one place, where a string from `LETTERS` is inserted or replaces one
/// byte. The empty string deletes the byte.
fn changes(example: &str) -> impl Iterator<Item = String> + '_ {
    const LETTERS: [&str; 16] =
        ["", "\n", "\t", "\r\n", "\0", "x", "z", "0", "9", "A", "F", "R", " ", "é", "\u{202e}", "\""];
    (0..=example.len()).flat_map(move |at| {
        let (head, tail) = example.split_at(at);
        let rest = tail.get(1..).unwrap_or("");
        LETTERS
            .iter()
            .flat_map(move |letter| [format!("{head}{letter}{rest}"), format!("{head}{letter}{tail}")])
    })
}

#[test]
fn every_kind_satisfies_the_laws() {
    std::thread::scope(|scope| {
        for &kind in Kind::ALL {
            let subject = Subject { kind, options: ReadOptions::default() };
            scope.spawn(move || subject.all_laws(kinds::row(kind).example()));
        }
    });
}

#[test]
fn kinds_satisfy_the_laws_with_options_too() {
    let mut any = ReadOptions::default();
    any.components = Components::Any;
    any.blocks = Blocks::Some;
    any.challenge = Some("20113123".parse().unwrap());
    let board: State = State::EXAMPLE.parse().unwrap();
    any.board = Some(raft::PlayableState::on_board(*board.board()).unwrap());
    any.game = Some(GameName::TicTacToe);
    for (kind, example) in [
        (Kind::PathwayCard, "aggggggggg"),
        (Kind::FireTile, "c00010203"),
        (Kind::CatCard, "3ggggggggg"),
        (Kind::RaftCard, "1ggggogggg"),
        (Kind::PenguinsSolution, "A321B104"),
        (Kind::PenguinsPlacement, "A321"),
        (Kind::Action, "Ab0604S"),
        (Kind::BotReply, r#"{"move":4,"messageID":"1"}"#),
    ] {
        Subject { kind, options: any.clone() }.all_laws(example);
    }
}

#[test]
fn every_action_of_every_kind_satisfies_the_laws() {
    for text in ["Ab1208S", "l0003TW", "R01040410Ac", "R01040410AcBd", "B01030105AeBr", "A0101TN", "Ba0101N"]
    {
        assert!(Action::parse_canonical(text).is_some(), "{text}");
        let actions = Subject { kind: Kind::Action, options: ReadOptions::default() };
        changes(text).for_each(|text| actions.laws(&text));
    }
}

#[test]
fn ten_megabytes_of_garbage_are_rejected_quickly() {
    let garbage = "x1Ab\u{fffd}zF0\n".repeat(1_000_000);
    let (value, faults) = Board::read(&garbage).into_parts();
    assert!(value.is_none() && faults.is_full());
    for faults in [
        Challenge::read(&garbage).into_diagnostics(),
        Hand::read(&garbage).into_diagnostics(),
        Exhausted::read(&garbage).into_diagnostics(),
        Draw::read(&garbage).into_diagnostics(),
    ] {
        assert!(!faults.is_empty() && faults.len() <= Diagnostics::LIMIT + 1);
    }
    let repeated = "A".to_owned() + &"ab".repeat(5_000_000);
    assert!(Decks::read(&repeated).into_diagnostics().is_full());
    assert!(FireBag::read(&repeated).into_diagnostics().is_full());
    assert!(!FireTile::read(&repeated).into_diagnostics().is_empty());
    assert!(!State::read(&repeated).into_diagnostics().is_empty());
    let cards = format!("LNSNF{}C00000R01203", "0003".repeat(2_500_000));
    assert!(Challenge::read(&cards).into_diagnostics().is_full());
}
