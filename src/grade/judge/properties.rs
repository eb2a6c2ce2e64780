//! Judges answers to questions that have several correct answers. The code for `drawHand` and for the boards of
//! `initialiseChallenge` is in other files.

use super::{boards, draws, wrong_type};
use crate::diagnostics::escape::escape;
use crate::grade::case::{Case, CaseError};
use crate::grade::difference::{Differences, shown};
use crate::grade::no_challenge;
use crate::grade::reference::{penguins_challenge, read_challenge, read_state};
use crate::grade::suite::{Suite, ValueType};
use crate::notation::Notation as _;
use crate::penguins::{self, Solution};
use crate::raft::{TileId, catalogue};
use crate::render::Look;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Judges an answer by the properties in the expectation of a case.
pub(super) fn compare(
    case: &Case,
    expect: &Map<String, Value>,
    answer: &Value,
) -> Result<Differences, CaseError> {
    match case.suite() {
        Suite::DrawFireTile => fire_tile(expect, answer),
        Suite::ChooseChallenge => {
            let list = |key: &str| expect.get(key).map(|value| serde_json::from_value(value.clone()));
            let one_of: Option<Vec<String>> =
                list("one_of").transpose().map_err(|_| "`expect`: `one_of` must be a list of strings")?;
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

/// Judges an answer by the rules.
pub(super) fn by_rules(case: &Case, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    match case.suite() {
        Suite::DrawHand => draws::by_rules(case, answer, look),
        Suite::DrawFireTile => {
            let bag = read_state(&case.state())?.bag.to_string();
            let key = if bag.is_empty() { "equals" } else { "first_char_in" };
            let expect = Map::from_iter([(key.to_owned(), bag.into())]);
            let mut differences = fire_tile(&expect, answer)?;
            if differences.is_empty()
                && let Some(text) = answer.as_str().filter(|text| text.len() > 1)
            {
                let tile = text.chars().next().and_then(TileId::from_letter);
                let known = tile.map(|tile| catalogue::fire_tile(tile).to_string()).unwrap_or_default();
                differences = Differences::between_strings(&known, text, |_| None);
            }
            Ok(differences)
        }
        Suite::InitialiseChallenge => Ok(boards::starting_board(&read_challenge(case)?, answer, look)),
        Suite::ChooseChallenge => {
            let difficulty: i64 = case.get("difficulty").unwrap_or(-1);
            let of = catalogue::official_challenges().iter();
            let of = of.filter(|official| i64::from(official.difficulty) == difficulty);
            let texts: Vec<String> = of.map(|official| official.text.clone()).collect();
            if texts.is_empty() {
                return Err(no_challenge(difficulty).into());
            }
            Ok(challenges(case, Some(&texts), 1, answer))
        }
        _ => solution(case, answer),
    }
}

/// Judges a solution for a challenge of Penguins Pool Party. Every solution of the challenge is a correct answer.
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
    let mut differences = Differences::default();
    for error in errors.iter().take(5) {
        differences.push(format!("{}: {}", shown(answer), escape(&error.message)));
    }
    Ok(differences)
}

/// Judges a fire tile by comparing it with the bag that it must come from, or with the expected string.
fn fire_tile(expect: &Map<String, Value>, answer: &Value) -> Result<Differences, CaseError> {
    let Some(text) = answer.as_str() else { return Ok(wrong_type(ValueType::Text, answer)) };
    let known = ["equals", "first_char_in"].map(|key| expect.get(key).and_then(Value::as_str));
    if known == [None; 2] {
        return Err("`expect` must have `first_char_in` or `equals`".into());
    }
    let [equals, bag] = known;
    if let Some(equals) = equals.filter(|equals| *equals != text) {
        return Ok(Differences::between_strings(equals, text, |_| None));
    }
    let in_bag = bag.is_none_or(|bag| text.chars().next().is_some_and(|letter| bag.contains(letter)));
    Ok(if in_bag {
        Differences::default()
    } else {
        let letters = escape(bag.unwrap_or_default());
        Differences::from_message(format!(
            "expected a tile with one of the letters `{letters}`, found {}",
            shown(answer)
        ))
    })
}

/// Judges a list of challenges by its length, its items and the number of different items.
fn challenges(case: &Case, one_of: Option<&[String]>, distinct: usize, answer: &Value) -> Differences {
    let samples: i64 = case.get("samples").unwrap_or_default();
    let texts: Option<Vec<&str>> =
        answer.as_array().and_then(|items| items.iter().map(Value::as_str).collect());
    let Some(texts) = texts.filter(|texts| texts.len() as i64 == samples) else {
        return Differences::from_message(format!(
            "expected a list of {samples} strings, found {}",
            shown(answer)
        ));
    };
    let mut differences = Differences::default();
    if let Some(one_of) = one_of {
        let unknown: BTreeSet<&str> =
            texts.iter().copied().filter(|text| !one_of.iter().any(|known| known == text)).collect();
        for text in unknown.iter().take(5) {
            differences.push(format!(
                "{} is not one of the {} challenges",
                shown(&(*text).into()),
                one_of.len()
            ));
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
