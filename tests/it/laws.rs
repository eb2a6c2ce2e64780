//! The laws that every kind keeps: print∘parse is the identity on canonical strings, canon is idempotent, the quick
//! grammar and the thorough walk agree, every fault lies inside the text, and nothing panics.

use clowder::diagnostics::{Class, Diagnostics, Span};
use clowder::notation::Notation;
use clowder::penguins;
use clowder::polyomino;
use clowder::protocol;
use clowder::raft::{
    Action, Board, CatCard, Challenge, Decks, Draw, Exhausted, FireBag, FireTile, Hand, PathwayCard,
    RaftCard, State,
};
use proptest::test_runner::{Config, TestRunner};

/// All laws on one text, whatever it is.
fn laws<T: Notation>(text: &str) {
    let quick = T::parse_canonical(text);
    let reading = T::read(text);
    assert_eq!(quick.is_some(), reading.is_canonical(), "{}: {text:?}: {}", T::KIND, reading.diagnostics());
    let fast = T::read_fast(text);
    let written = |value: Option<&T>| value.map(ToString::to_string);
    assert_eq!(written(fast.value()), written(reading.value()), "{}: {text:?}", T::KIND);
    assert_eq!(fast.diagnostics().to_string(), reading.diagnostics().to_string(), "{}: {text:?}", T::KIND);
    let (value, faults) = reading.into_parts();
    let (value, canonical) = match (quick, value) {
        (Some(quick), value) => {
            assert_eq!(quick.to_string(), text, "{}: the quick grammar reads another value", T::KIND);
            assert_eq!(
                written(value.as_ref()).as_deref(),
                Some(text),
                "{}: printed otherwise than read",
                T::KIND
            );
            return;
        }
        (None, Some(value)) => {
            let canonical = value.to_string();
            (value, canonical)
        }
        (None, None) => {
            assert!(!faults.only_canon(), "{}: {text:?} means nothing and no error says why", T::KIND);
            return located(text, &faults);
        }
    };
    drop(value);
    located(text, &faults);
    let (again, after) = T::read(&canonical).into_parts();
    assert_eq!(
        again.map(|value| value.to_string()).as_ref(),
        Some(&canonical),
        "{}: canon is not idempotent",
        T::KIND
    );
    let names = |faults: &Diagnostics| {
        let lasting = faults.iter().filter(|fault| fault.class() != Class::Canon);
        let mut names: Vec<_> = lasting.map(|fault| fault.code.name).collect();
        names.sort_unstable();
        names
    };
    let (lasting, left) = (names(&faults), names(&after));
    assert_eq!(
        after.iter().filter(|fault| fault.class() == Class::Canon).count(),
        0,
        "{canonical:?}: {after}"
    );
    assert_eq!(lasting, left, "{}: canon of {text:?} is {canonical:?}", T::KIND);
}

/// Every span lies in the text it points into, on character bounds, and every fix can be applied.
fn located(text: &str, faults: &Diagnostics) {
    let parts = clowder::raft::notation::decode_state(text);
    for fault in faults {
        let of = |part: Option<usize>| part.map_or(text, |part| &parts.as_ref().unwrap()[part]);
        let inside = |text: &str, span: Span| text.get(span.start..span.end).is_some();
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

/// One change of a byte, kept as text.
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

/// The laws on an example, on every truncation and change of it, on random texts of its own letters and of any.
fn all<T: Notation>() {
    assert!(T::parse_canonical(T::EXAMPLE).is_some(), "{}: {}", T::KIND, T::EXAMPLE);
    laws::<T>(T::EXAMPLE);
    (0..T::EXAMPLE.len()).for_each(|end| laws::<T>(&T::EXAMPLE[..end]));
    changes(T::EXAMPLE).for_each(|text| laws::<T>(&text));
    let mut letters: Vec<char> = T::EXAMPLE.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let own = proptest::collection::vec(proptest::sample::select(letters), 0..80);
    let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config.clone());
    runner
        .run(&own, |letters| {
            laws::<T>(&letters.into_iter().collect::<String>());
            Ok(())
        })
        .unwrap();
    TestRunner::new(config)
        .run(&".{0,60}", |text| {
            laws::<T>(&text);
            Ok(())
        })
        .unwrap();
}

macro_rules! laws_of {
    ($($name:ident: $type:ty),* $(,)?) => {$(
        #[test]
        fn $name() {
            all::<$type>();
        }
    )*};
}

laws_of! {
    bot_reply: protocol::Reply, bot_request: protocol::Request, game_record: protocol::GameRecord,
    action: Action, board: Board, cat_card: CatCard, challenge: Challenge, decks: Decks, draw: Draw,
    exhausted: Exhausted, fire_bag: FireBag, fire_tile: FireTile, hand: Hand, pathway_card: PathwayCard,
    penguins_board: penguins::Board, penguins_challenge: penguins::Challenge,
    penguins_placement: penguins::Placement, penguins_partial_solution: penguins::PartialSolution,
    penguins_solution: penguins::Solution,
    polyomino: polyomino::Polyomino, raft_card: RaftCard, region: polyomino::Region, state: State,
}

#[test]
fn every_action_of_every_kind_keeps_the_laws() {
    for text in ["Ab1208S", "l0003TW", "R01040410Ac", "R01040410AcBd", "B01030105AeBr", "A0101TN", "Ba0101N"]
    {
        assert!(Action::parse_canonical(text).is_some(), "{text}");
        changes(text).for_each(|text| laws::<Action>(&text));
    }
}

#[test]
fn ten_megabytes_of_garbage_are_refused_quickly() {
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
