//! `drawHand`: any cards of the decks are right, so that each state is judged against the one before it.

use super::strings;
use crate::diagnostics::escape::excerpt;
use crate::grade::case::Case;
use crate::grade::difference::{Differences, shown};
use crate::grade::own::{Refusal, draw_of, read_state};
use crate::notation::Notation;
use crate::raft::{CardSet, Deck, Decks, Hand, State, draw_errors};
use crate::render::Look;
use serde_json::Value;

/// What is expected of a request.
struct Wanted {
    /// Cards of each deck, if it matters.
    drawn: Option<[usize; 4]>,
    /// Whether they must come out of the decks.
    from_decks: bool,
    /// Whether a round must have begun.
    rested: bool,
}

/// Judges by the expectation of each request.
pub(super) fn compare(
    case: &Case,
    expect: &[Value],
    answer: &Value,
    look: &Look,
) -> Result<Differences, Refusal> {
    let requests = requests(case);
    if expect.len() != requests.len() {
        return Err(format!("`expect` has {} items for {} requests", expect.len(), requests.len()));
    }
    let wanted = expect.iter().map(wanted).collect::<Result<Vec<_>, _>>()?;
    let mut wanted = wanted.into_iter();
    walk(case, answer, look, |_, _| Ok(wanted.next().flatten()))
}

/// Judges by the rules.
pub(super) fn by_rules(case: &Case, answer: &Value, look: &Look) -> Result<Differences, Refusal> {
    walk(case, answer, look, |prior, request| {
        let draw = draw_of(request)?;
        let possible = draw_errors(prior, draw).is_empty();
        let drawn = Deck::ALL.map(|deck| usize::from(draw.count(deck)));
        Ok(possible.then_some(Wanted { drawn: Some(drawn), from_decks: true, rested: true }))
    })
}

fn requests(case: &Case) -> Vec<String> {
    case.get("actions").unwrap_or_default()
}

/// An item of `expect`; `None` if nothing must change.
fn wanted(item: &Value) -> Result<Option<Wanted>, Refusal> {
    match item {
        Value::String(text) if text == "unchanged" => Ok(None),
        Value::Object(members) => {
            let drawn = members.get("drawn").map(|drawn| serde_json::from_value(drawn.clone()));
            let drawn = drawn.transpose().map_err(|_| "`expect`: `drawn` is not four numbers".to_owned())?;
            let from_decks = members.get("hand_from_decks") == Some(&Value::Bool(true));
            Ok(Some(Wanted { drawn, from_decks, rested: false }))
        }
        other => Err(format!("`expect`: {} is neither an object nor \"unchanged\"", shown(other))),
    }
}

/// Goes through the requests: the state before each is the answer to the one before it, its hand emptied.
fn walk(
    case: &Case,
    answer: &Value,
    look: &Look,
    mut wanted: impl FnMut(&State, &str) -> Result<Option<Wanted>, Refusal>,
) -> Result<Differences, Refusal> {
    let requests = requests(case);
    let states = answer.as_array().filter(|states| states.len() == requests.len());
    let Some(states) = states else {
        let found = shown(answer);
        return Ok(Differences::of(format!("expected a list of {} states, found {found}", requests.len())));
    };
    let cleared: String = case.get("clear_hand").unwrap_or_else(|| "ABCD".to_owned());
    let mut prior = case.state();
    read_state(&prior)?;
    let mut found = Differences::default();
    for (index, (request, state)) in requests.iter().zip(states).enumerate() {
        let place = format!("request {} (`{}`)", index + 1, excerpt(request, 20));
        let Some(after) = strings(state) else {
            found.say(format!("{place}: expected a list of five strings, found {}", shown(state)));
            return Ok(found);
        };
        let before = read_state(&prior)?;
        let wrong = match wanted(&before, request)? {
            None => unchanged(&prior, &before, &after, look),
            Some(wanted) => drawn(&before, &after, &wanted, look),
        };
        found.picture.below(wrong.picture);
        wrong.lines.into_iter().for_each(|line| found.say(format!("{place}: {line}")));
        if !found.is_empty() || read_state(&after).is_err() {
            // What follows builds on a state that is wrong.
            return Ok(found);
        }
        prior = after;
        prior[2].clone_from(&cleared);
    }
    Ok(found)
}

/// Every part is the same, or the canonical form of what it was.
fn unchanged(prior: &[String; 5], before: &State, after: &[String; 5], look: &Look) -> Differences {
    let mut found = Differences::default();
    let canonical = before.parts();
    for part in 0..State::COMPONENT_NAMES.len() {
        if after[part] != canonical[part] {
            found.part(part, &prior[part], &after[part], look);
        }
    }
    if !found.is_empty() {
        found.lines.insert(0, "the draw is not possible, so that nothing may change".to_owned());
    }
    found
}

fn drawn(before: &State, after: &[String; 5], wanted: &Wanted, look: &Look) -> Differences {
    let mut found = Differences::default();
    let old = before.parts();
    for part in [0, 4] {
        found.part(part, &old[part], &after[part], look);
    }
    if wanted.rested {
        found.part(3, "", &after[3], look);
    }
    let Some(hand) = read(2, &after[2], &mut found).map(Hand::cards) else { return found };
    if let Some(counts) = wanted.drawn {
        for (deck, count) in Deck::ALL.into_iter().zip(counts) {
            if hand.count(deck) != count {
                let letter = deck.letter();
                found.say(format!("hand: {count} of deck {letter} expected, {} found", hand.count(deck)));
            }
        }
    }
    if wanted.from_decks
        && let Some(decks) = read(1, &after[1], &mut found).map(Decks::cards)
    {
        from_decks(before.decks().cards(), hand, decks, &mut found);
    }
    found
}

/// Every card in hand was in the decks and is not any more; all others are where they were.
fn from_decks(before: CardSet, hand: CardSet, after: CardSet, found: &mut Differences) {
    let mut tell = |cards: Vec<String>, what: &str| {
        if !cards.is_empty() {
            found.say(format!("{what}: {}", cards.join(", ")));
        }
    };
    let named = |cards: CardSet| cards.iter().map(|card| format!("`{card}`")).collect();
    tell(named(hand.difference(before)), "in hand, but were not in the decks");
    tell(named(hand.intersection(after)), "in hand and still in the decks");
    tell(named(before.difference(after.union(hand))), "gone from the decks, but not in hand");
    tell(named(after.difference(before)), "new in the decks");
}

/// A part that must be in canonical form.
fn read<T: Notation>(part: usize, text: &str, found: &mut Differences) -> Option<T> {
    let (value, faults) = T::read(text).into_parts();
    if let Some(fault) = faults.iter().next() {
        let message = crate::diagnostics::escape::escape(&fault.message);
        found.say(format!("{}: `{}`: {message}", State::COMPONENT_NAMES[part], excerpt(text, 120)));
    }
    value.filter(|_| faults.only_canon())
}
