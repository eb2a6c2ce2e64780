//! Judges the answers of `drawHand`. The cards are random, so each state is compared with the state before it, and not
//! with an expected state.

use super::strings;
use crate::diagnostics::Diagnostics;
use crate::diagnostics::escape::{escape, excerpt};
use crate::grade::case::{Case, CaseError};
use crate::grade::difference::{Differences, shown};
use crate::grade::reference::{read_draw, read_state};
use crate::notation::{Notation, plural};
use crate::raft::{CardSet, Deck, Decks, Draw, Hand, State, draw_errors};
use crate::render::Look;
use serde::Deserialize as _;
use serde_json::Value;

/// The expected result of a request that changes the state.
struct ExpectedDraw {
    /// Expected number of cards from each deck, if the case gives these numbers.
    counts: Option<[usize; 4]>,
    /// Whether the cards must come from the decks.
    from_decks: bool,
    /// Whether a new round must have begun. A new round clears the list of exhausted cats.
    begins_round: bool,
}

/// Judges an answer by comparing the result of each request with the expected one.
pub(super) fn compare(
    case: &Case,
    expect: &[Value],
    answer: &Value,
    look: &Look,
) -> Result<Differences, CaseError> {
    let requests = requests(case);
    if expect.len() != requests.len() {
        let (items, requests) = (plural(expect.len(), "item"), plural(requests.len(), "request"));
        return Err(format!("`expect` has {items}, but `actions` has {requests}").into());
    }
    let mut expected = expect.iter().map(expected_draw).collect::<Result<Vec<_>, _>>()?.into_iter();
    judge_each(case, answer, look, |_, _| Ok(expected.next().flatten()))
}

pub(super) fn by_rules(case: &Case, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    judge_each(case, answer, look, |prior, request| {
        // A malformed request changes nothing, like an impossible request.
        let draw = read_draw(request).filter(|draw| draw_errors(prior, *draw).is_empty());
        Ok(draw.map(|draw| {
            let counts = Some(Deck::ALL.map(|deck| usize::from(draw.count(deck))));
            ExpectedDraw { counts, from_decks: true, begins_round: true }
        }))
    })
}

fn requests(case: &Case) -> Vec<String> {
    case.get("actions").unwrap_or_default()
}

/// Reads an item of `expect`. Returns `None` if the request must change nothing.
fn expected_draw(item: &Value) -> Result<Option<ExpectedDraw>, CaseError> {
    match item {
        Value::String(text) if text == "unchanged" => Ok(None),
        Value::Object(members) => {
            let counts = members.get("drawn").map(<[usize; 4]>::deserialize).transpose();
            let counts = counts.map_err(|_| "`expect`: `drawn` must be a list of four numbers")?;
            let from_decks = members.get("hand_from_decks") == Some(&Value::Bool(true));
            Ok(Some(ExpectedDraw { counts, from_decks, begins_round: false }))
        }
        other => {
            Err(format!("`expect` must be \"unchanged\" or a list of objects, not {}", shown(other)).into())
        }
    }
}

/// Judges the state after each request. The input `clear_hand` replaces the hand before each request, except
/// before the first.
fn judge_each(
    case: &Case,
    answer: &Value,
    look: &Look,
    mut expected: impl FnMut(&State, &str) -> Result<Option<ExpectedDraw>, CaseError>,
) -> Result<Differences, CaseError> {
    let requests = requests(case);
    let states = answer.as_array().filter(|states| states.len() == requests.len());
    let Some(states) = states else {
        let expected = plural(requests.len(), "state");
        let message = format!("expected a list of {expected}, found {}", shown(answer));
        return Ok(Differences::from_message(message));
    };
    let cleared: String = case.get("clear_hand").unwrap_or_else(|| "ABCD".to_owned());
    let mut prior = case.state();
    read_state(&prior)?;
    for (index, (request, state)) in requests.iter().zip(states).enumerate() {
        let place = format!("request {} (`{}`)", index + 1, excerpt(request, 20));
        let Some(after) = strings(state) else {
            let message = format!("{place}: expected a list of five strings, found {}", shown(state));
            return Ok(Differences::from_message(message));
        };
        let before = read_state(&prior)?;
        let mut wrong = match expected(&before, request)? {
            None => unchanged(&prior, &before, &after, request, look),
            Some(expected) => drawn(&before, &after, &expected, look),
        };
        if !wrong.is_empty() || read_state(&after).is_err() {
            // The later states depend on this incorrect state, so they are not judged.
            wrong.messages.iter_mut().for_each(|message| *message = format!("{place}: {message}"));
            if index > 0 {
                let hand = excerpt(&cleared, 60);
                wrong.push(format!("before this request, the hand was set to `{hand}` (`clear_hand`)"));
            }
            return Ok(wrong);
        }
        prior = after;
        prior[2].clone_from(&cleared);
    }
    Ok(Differences::default())
}

/// Checks that the state is unchanged, i.e. that each string is the canonical form of the original string.
fn unchanged(
    prior: &[String; 5],
    before: &State,
    after: &[String; 5],
    request: &str,
    look: &Look,
) -> Differences {
    let mut differences = Differences::default();
    for (part, canonical) in before.parts().into_iter().enumerate() {
        if after[part] != canonical {
            differences.compare_part(part, &prior[part], &after[part], look);
        }
    }
    if !differences.is_empty() {
        let first =
            |errors: Diagnostics| errors.iter().next().map(|error| escape(&error.message).into_owned());
        let reason = match read_draw(request) {
            None => {
                let why = first(Draw::read(request).into_diagnostics()).unwrap_or_default();
                format!("the request is malformed: {why}")
            }
            Some(draw) => {
                let why = first(draw_errors(before, draw));
                why.unwrap_or_else(|| "the case expects no change".to_owned())
            }
        };
        differences.messages.insert(0, format!("the state must not change, because {reason}"));
    }
    differences
}

/// Checks the state after a draw that should succeed.
fn drawn(before: &State, after: &[String; 5], expected: &ExpectedDraw, look: &Look) -> Differences {
    let mut differences = Differences::default();
    let old = before.parts();
    for part in [0, 4] {
        differences.compare_part(part, &old[part], &after[part], look);
    }
    if expected.begins_round {
        differences.compare_part(3, "", &after[3], look);
    }
    let Some(hand) = read(2, &after[2], &mut differences).map(Hand::cards) else { return differences };
    if let Some(counts) = expected.counts {
        for (deck, count) in Deck::ALL.into_iter().zip(counts) {
            let (letter, cards, found) = (deck.letter(), plural(count, "card"), hand.count(deck));
            if found != count {
                differences.push(format!("hand: expected {cards} from deck {letter}, found {found}"));
            }
        }
    }
    if expected.from_decks
        && let Some(decks) = read(1, &after[1], &mut differences).map(Decks::cards)
    {
        from_decks(before.decks().cards(), hand, decks, &mut differences);
    }
    differences
}

/// Checks that the cards in the hand came from the decks, and that all other cards are still in the decks.
fn from_decks(before: CardSet, hand: CardSet, after: CardSet, differences: &mut Differences) {
    let mut check = |wrong: CardSet, what: &str| {
        if !wrong.is_empty() {
            let cards: Vec<String> = wrong.iter().map(|card| format!("`{card}`")).collect();
            differences.push(format!("{what}: {}", cards.join(", ")));
        }
    };
    check(hand.difference(before), "cards in the hand that were not in the decks");
    check(hand.intersection(after), "cards in the hand that are still in the decks");
    check(
        before.difference(after).difference(hand),
        "cards that are missing from the decks, but are not in the hand",
    );
    check(after.difference(before), "new cards in the decks");
}

/// Reads a string of a state. If the string is not canonical, adds its first error to the differences.
fn read<T: Notation>(part: usize, text: &str, differences: &mut Differences) -> Option<T> {
    let reading = T::read(text);
    if let Some(error) = reading.diagnostics().iter().next() {
        let message = escape(&error.message);
        differences.push(format!("{}: `{}`: {message}", State::COMPONENT_NAMES[part], excerpt(text, 120)));
    }
    reading.lenient().ok().map(|(value, _)| value)
}
