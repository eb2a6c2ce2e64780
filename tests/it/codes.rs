//! The table of codes: names are unique, and each example does what it says.

use clowder::diagnostics::{Diagnostics, all};
use clowder::grade;
use clowder::notation::Notation;
use clowder::penguins;
use clowder::polyomino;
use clowder::raft::{self, catalogue::Component};
use clowder::{json, protocol};

fn read<T: Notation>(text: &str) -> Diagnostics {
    T::read(text).into_diagnostics()
}

/// Faults of the text with those of the catalogue.
fn component<T: Component>(text: &str) -> Diagnostics {
    let (value, mut faults) = T::read(text).into_parts();
    if faults.is_empty() {
        faults.extend(value.and_then(|value| value.not_in_catalogue()));
    }
    faults
}

/// What is wrong with a text of the kind an example names; `None` where the example is no single string.
fn faults_of(kind: &str, text: &str) -> Option<Diagnostics> {
    Some(match kind {
        "challenge" => read::<raft::Challenge>(text),
        "board" => read::<raft::Board>(text),
        "board to play on" => read::<raft::Board>(text)
            .into_iter()
            .chain(raft::Board::parse_canonical(text)?.raft().err().unwrap_or_default())
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
        "penguins-solution of 20113123" => penguins::check(text, "20113123".parse().unwrap()),
        "penguins-board" => read::<penguins::Board>(text),
        "polyomino" => read::<polyomino::Polyomino>(text),
        "region" => read::<polyomino::Region>(text),
        "pieces" => polyomino::Pieces::read(text, false, &[]).err().unwrap_or_default(),
        "square to lay a shape at" => polyomino::read_square(text).err().unwrap_or_default(),
        "square to lay `I` at in 6x10" => {
            misplaced('I', "6x10", polyomino::read_square(text).unwrap_or_default())
        }
        "region to lay `X` in at 0000" => misplaced('X', text, (0, 0)),
        "penguins-state" => penguins::State::read(text).into_diagnostics(),
        "bot-request" => read::<protocol::Request>(text),
        "bot-reply" => read::<protocol::Reply>(text),
        "game-record" => read::<protocol::GameRecord>(text),
        "a JSON text" => json::read(text).1,
        "action in the example game" => {
            let (action, faults) = raft::rules::read_action(text).into_parts();
            action.map_or(faults, |action| game().legality_errors(&action))
        }
        "draw in the example game, the hand empty" => {
            let mut state = game().into_state();
            state.hand = raft::Hand::default();
            raft::draw_errors(&state, text.parse().unwrap())
        }
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`" => {
            let challenge = "SNSNSASAF00030015C00006000094030350012R30909".parse().unwrap();
            raft::setup::read_islands(text, &challenge).err().unwrap_or_default()
        }
        "case" => grade::Case::read(1, text).err().unwrap_or_default(),
        "answers line" => {
            let faults = grade::Answers::read(text.as_bytes()).unwrap().1;
            faults.into_iter().flat_map(|(_, faults)| faults).collect()
        }
        _ => return None,
    })
}

fn misplaced(name: char, region: &str, at: (usize, usize)) -> Diagnostics {
    let shape = polyomino::named(name).unwrap();
    match polyomino::place(&region.parse().unwrap(), shape, Some(name), at) {
        Ok(_) => Diagnostics::new(),
        Err(polyomino::Misplaced::Outside(faults) | polyomino::Misplaced::Covers(faults)) => faults,
    }
}

fn game() -> raft::PlayableState {
    raft::PlayableState::EXAMPLE.parse().unwrap()
}

#[test]
fn names_are_unique_and_shaped_alike() {
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

#[test]
fn every_example_breaks_and_keeps_its_rule() {
    let mut checked = 0;
    for code in all() {
        let Some(faults) = faults_of(code.example.of, code.example.wrong) else { continue };
        assert!(
            faults.iter().any(|fault| fault.code == code),
            "{}: {:?}: {faults}",
            code.name,
            code.example.wrong
        );
        let right = faults_of(code.example.of, code.example.right).unwrap();
        assert!(right.is_empty(), "{}: {:?}: {right}", code.name, code.example.right);
        assert!(code.rule.ends_with('.'), "{}", code.name);
        checked += 1;
    }
    assert!(checked > 70, "only {checked} examples were read");
}
