//! Judges answers to questions that have several correct answers. `drawHand` and the boards of
//! `initialiseChallenge` are judged in separate modules.

use super::{boards, draws, wrong_type};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::escape::escape;
use crate::grade::case::{Case, CaseError};
use crate::grade::difference::{Differences, shown};
use crate::grade::reference::{official_challenges, penguins_challenge, read_challenge, read_state};
use crate::grade::suite::{Suite, ValueType};
use crate::notation::Notation as _;
use crate::penguins::{self, Solution};
use crate::raft::{TileId, catalogue};
use crate::render::Look;
use serde::Deserialize as _;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Judges an answer by checking the properties that the case expects.
pub(super) fn compare(
    case: &Case,
    expect: &Map<String, Value>,
    answer: &Value,
) -> Result<Differences, CaseError> {
    match case.suite() {
        Suite::DrawFireTile => {
            let [equals, bag] =
                ["equals", "first_char_in"].map(|key| expect.get(key).and_then(Value::as_str));
            if equals.or(bag).is_none() {
                return Err("`expect` must have `first_char_in` or `equals`".into());
            }
            Ok(fire_tile(equals, bag, answer))
        }
        Suite::ChooseChallenge => {
            let one_of = expect.get("one_of").map(<Vec<&str>>::deserialize).transpose();
            let one_of = one_of.map_err(|_| "`expect`: `one_of` must be a list of strings")?;
            let distinct = expect.get("min_distinct").map_or(Some(0), Value::as_u64);
            let distinct = distinct.ok_or("`expect`: `min_distinct` must be a non-negative integer")?;
            Ok(challenges(case, one_of.as_deref(), distinct as usize, answer))
        }
        _ => {
            let features: boards::Features = serde_json::from_value(Value::Object(expect.clone()))
                .map_err(|error| format!("`expect`: {}", escape(&error.to_string())))?;
            features.check()?;
            Ok(boards::board_with(&features, answer))
        }
    }
}

pub(super) fn by_rules(case: &Case, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    match case.suite() {
        Suite::DrawHand => draws::by_rules(case, answer, look),
        Suite::DrawFireTile => {
            let bag = read_state(&case.state())?.bag.to_string();
            let [equals, letters] =
                if bag.is_empty() { [Some(""), None] } else { [None, Some(bag.as_str())] };
            let differences = fire_tile(equals, letters, answer);
            match answer.as_str().filter(|text| text.len() > 1 && differences.is_empty()) {
                Some(text) => {
                    let tile = text.chars().next().and_then(TileId::from_letter);
                    let known = tile.map(|tile| catalogue::fire_tile(tile).to_string()).unwrap_or_default();
                    Ok(Differences::between_strings(&known, text))
                }
                None => Ok(differences),
            }
        }
        Suite::InitialiseChallenge => Ok(boards::starting_board(&read_challenge(case)?, answer, look)),
        Suite::ChooseChallenge => Ok(challenges(case, Some(&official_challenges(case)?), 1, answer)),
        _ => solution(case, answer),
    }
}

/// Judges a solution to a Penguins Pool Party challenge. Every solution to the challenge is correct.
fn solution(case: &Case, answer: &Value) -> Result<Differences, CaseError> {
    let challenge = penguins_challenge(&case.text("initial"))?;
    if penguins::coursework::find_solution(challenge).is_none() {
        return Err("`initial`: the challenge has no solution".into());
    }
    let Some(text) = answer.as_str() else { return Ok(wrong_type(ValueType::Text, answer)) };
    let mut errors = Solution::read(text).into_diagnostics();
    if errors.is_empty() {
        errors = penguins::check_blocks(text, challenge);
    }
    let message = |error: &Diagnostic| format!("{}: {}", shown(answer), escape(&error.message));
    let messages = errors.iter().take(5).map(message).collect();
    Ok(Differences { messages, ..Differences::default() })
}

/// Judges a drawn fire tile, which must equal the expected string or come from the given bag.
fn fire_tile(equals: Option<&str>, bag: Option<&str>, answer: &Value) -> Differences {
    let Some(text) = answer.as_str() else { return wrong_type(ValueType::Text, answer) };
    if let Some(equals) = equals.filter(|equals| *equals != text) {
        return Differences::between_strings(equals, text);
    }
    match bag.filter(|bag| !text.chars().next().is_some_and(|letter| bag.contains(letter))) {
        None => Differences::default(),
        Some(bag) => {
            let (letters, found) = (escape(bag), shown(answer));
            let message = format!("expected a tile with one of the letters `{letters}`, found {found}");
            Differences::from_message(message)
        }
    }
}

/// Judges a list of challenges by its length, its items and the number of distinct items.
fn challenges(case: &Case, one_of: Option<&[&str]>, distinct: usize, answer: &Value) -> Differences {
    let samples: i64 = case.get("samples").unwrap_or_default();
    let texts: Option<Vec<&str>> =
        answer.as_array().and_then(|items| items.iter().map(Value::as_str).collect());
    let Some(texts) = texts.filter(|texts| texts.len() as i64 == samples) else {
        let found = shown(answer);
        return Differences::from_message(format!("expected a list of {samples} strings, found {found}"));
    };
    let mut differences = Differences::default();
    if let Some(one_of) = one_of {
        let unknown = texts.iter().filter(|text| !one_of.contains(text));
        for text in unknown.collect::<BTreeSet<_>>().into_iter().take(5) {
            let (text, count) = (shown(&(*text).into()), one_of.len());
            differences.push(format!("{text} is not one of the {count} challenges"));
        }
    }
    let different = texts.iter().collect::<BTreeSet<_>>().len();
    if different < distinct {
        differences.push(format!(
            "expected at least {distinct} different challenges, found {different} in a list of {samples}"
        ));
    }
    differences
}
