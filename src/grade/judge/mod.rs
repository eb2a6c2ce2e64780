//! Judges an answer by comparing it with the expected answer. If a question has several correct answers, the answer's
//! properties are compared with the expected properties instead.

mod boards;
mod draws;
mod properties;
mod why;

pub(super) use why::{answered_board, asked, board_of, broken_rule, why};

use super::case::{Case, CaseError};
use super::difference::{Differences, shown};
use super::reference;
use super::suite::{Suite, ValueType, ice_of};
use crate::raft::State;
use crate::random::Random;
use crate::render::Look;
use serde_json::{Map, Value, json};

/// Compares an answer with the case's expectation or, if there is none, with the answer that the rules
/// determine. If the answer is correct, the returned differences are empty.
///
/// # Errors
/// Returns an error if the case cannot be judged, because the rules give no answer or the expectation is
/// invalid.
///
/// # Examples
/// ```
/// use clowder::{grade::{Case, judge}, render::Look};
///
/// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":"bgr\n"}"#)?;
/// assert!(judge(&case, &false.into(), &Look::PIPE)?.is_empty());
/// let differences = judge(&case, &true.into(), &Look::PIPE)?;
/// assert_eq!(differences.messages, ["expected false, found true"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(case: &Case, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    let by_rules = if case.expect().is_none() { reference::expectation(case)? } else { None };
    let Some(expect) = case.expect().or(by_rules.as_ref()) else {
        return properties::by_rules(case, answer, look);
    };
    let differences = compare(case, expect, answer, look)?;
    match &case.expect_also {
        Some(also) if !differences.is_empty() && compare(case, also, answer, look)?.is_empty() => {
            Ok(Differences::default())
        }
        _ => Ok(differences),
    }
}

/// Checks that a case can be judged, i.e. that its expectation is valid or the rules give an answer for its
/// inputs.
///
/// # Errors
/// Returns an error that says why the case cannot be judged.
///
/// # Examples
/// ```
/// use clowder::grade::{Case, check_case};
///
/// let case = Case::read(1, r#"{"suite":"findSolution","initial":"99"}"#)?;
/// assert!(check_case(&case).is_err());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn check_case(case: &Case) -> Result<(), CaseError> {
    judge(case, &Value::Null, &Look::PIPE)?;
    match reference::answer(case, &mut Random::new(0)) {
        Ok(answer) => judge(case, &answer, &Look::PIPE).map(drop),
        Err(error) if case.expect().is_none() => Err(error),
        Err(_) => Ok(()),
    }
}

fn compare(case: &Case, expect: &Value, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    match (case.suite(), expect) {
        (suite, Value::Object(expect)) if suite.is_random() => properties::compare(case, expect, answer),
        (Suite::DrawHand, Value::Array(expect)) => draws::compare(case, expect, answer, look),
        (Suite::ApplyPlacement | Suite::MoveCat, Value::Object(expect)) => parts(expect, answer, look),
        _ => Ok(exact(case.suite(), expect, answer, look)),
    }
}

/// Compares an answer with the expected one, ignoring the order of items in lists of strings or placements.
fn exact(suite: Suite, expect: &Value, answer: &Value, look: &Look) -> Differences {
    let value_type = suite.expectation();
    if !value_type.accepts(&answer.to_string()) {
        return wrong_type(value_type, answer);
    }
    match (value_type, expect, answer) {
        (ValueType::Text, Value::String(expect), Value::String(answer)) => {
            Differences::between_strings(expect, answer)
        }
        (ValueType::Texts, Value::Array(expect), Value::Array(answer)) => {
            Differences::between_lists(expect, answer)
        }
        (ValueType::Placements, Value::Array(expect), Value::Array(answer)) => {
            // A block may be given as an object or as a string of four characters.
            Differences::between_lists(&placements(expect), &placements(answer))
        }
        _ => match (strings(expect), strings(answer)) {
            (Some(expect), Some(answer)) if value_type == ValueType::State => {
                let mut differences = Differences::default();
                for (part, (expect, answer)) in expect.iter().zip(&answer).enumerate() {
                    differences.compare_part(part, expect, answer, look);
                }
                differences
            }
            _ => Differences::between_values(expect, answer),
        },
    }
}

/// Converts ice blocks to objects.
fn placements(items: &[Value]) -> Vec<Value> {
    items.iter().map(|item| ice_of(item).map_or_else(|| item.clone(), |ice| json!(ice))).collect()
}

fn wrong_type(wanted: ValueType, answer: &Value) -> Differences {
    Differences::from_message(format!("expected {}, found {}", wanted.name(), shown(answer)))
}

fn strings(value: &Value) -> Option<[String; 5]> {
    serde_json::from_value(value.clone()).ok()
}

/// Compares the strings of a state with the expected strings. Parts without an expected string are not
/// compared.
fn parts(expect: &Map<String, Value>, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    let Some(answer) = strings(answer) else { return Ok(wrong_type(ValueType::State, answer)) };
    let mut differences = Differences::default();
    let [mut right, mut all] = [0; 2];
    for (part, name) in State::COMPONENT_NAMES.into_iter().enumerate() {
        let Some(expect) = expect.get(name) else { continue };
        let expect = expect.as_str().ok_or_else(|| format!("`expect`: `{name}` must be a string"))?;
        differences.compare_part(part, expect, &answer[part], look);
        right += u64::from(expect == answer[part]);
        all += 1;
    }
    if all == 0 {
        let names = State::COMPONENT_NAMES.map(|name| format!("`{name}`")).join(", ");
        return Err(format!("`expect` must have at least one of these members: {names}").into());
    }
    differences.parts = Some([right, all]);
    Ok(differences)
}
