//! Judges answers by comparing them with the expected answer or, if several answers are right, with the expected
//! properties.

mod boards;
mod draws;
mod properties;

use super::case::{Case, CaseError};
use super::difference::{Differences, shown};
use super::reference;
use super::suite::{Suite, ValueType};
use crate::raft::State;
use crate::render::Look;
use serde_json::{Map, Value};

/// Compares an answer with the expectation of the case or, if it has none, with the answer by the rules. There are no
/// differences if the answer is right.
///
/// # Errors
/// Returns an error if the case cannot be judged because its inputs have no answer by the rules or its expectation is
/// invalid.
///
/// # Examples
/// ```
/// use clowder::{grade::{Case, judge}, render::Look};
///
/// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":"bgr\n"}"#)?;
/// assert!(judge(&case, &false.into(), &Look::PIPE)?.is_empty());
/// let differences = judge(&case, &true.into(), &Look::PIPE)?;
/// assert_eq!(differences.messages(), ["expected false, found true"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(case: &Case, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    let expect = match case.expect() {
        Some(expect) => Some(expect.clone()),
        None => reference::expectation(case)?,
    };
    let Some(expect) = expect else { return properties::by_rules(case, answer, look) };
    let differences = compare(case, &expect, answer, look)?;
    match case.expect_also() {
        Some(also) if !differences.is_empty() && compare(case, also, answer, look)?.is_empty() => {
            Ok(Differences::default())
        }
        _ => Ok(differences),
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

/// Compares answers in suites in which each case has exactly one correct answer.
fn exact(suite: Suite, expect: &Value, answer: &Value, look: &Look) -> Differences {
    let value_type = suite.expectation();
    if !value_type.accepts(&answer.to_string()) {
        return wrong_type(value_type, answer);
    }
    match (value_type, expect, answer) {
        (ValueType::Text, Value::String(expect), Value::String(answer)) => {
            Differences::between_solutions(expect, answer)
        }
        (ValueType::Texts | ValueType::Ices, Value::Array(expect), Value::Array(answer)) => {
            Differences::between_lists(expect, answer)
        }
        (ValueType::State, ..) => match (strings(expect), strings(answer)) {
            (Some(expect), Some(answer)) => {
                let mut differences = Differences::default();
                for (part, (expect, answer)) in expect.iter().zip(&answer).enumerate() {
                    differences.compare_part(part, expect, answer, look);
                }
                differences
            }
            _ => Differences::between_values(expect, answer),
        },
        _ => Differences::between_values(expect, answer),
    }
}

/// Returns the message for an answer of the wrong type.
fn wrong_type(wanted: ValueType, answer: &Value) -> Differences {
    Differences::from_message(format!("expected {}, found {}", wanted.name(), shown(answer)))
}

/// Returns the five strings of a state.
fn strings(value: &Value) -> Option<[String; 5]> {
    serde_json::from_value(value.clone()).ok()
}

/// Compares the strings of a state for which a string is expected. The others are not compared.
fn parts(expect: &Map<String, Value>, answer: &Value, look: &Look) -> Result<Differences, CaseError> {
    let Some(answer) = strings(answer) else { return Ok(wrong_type(ValueType::State, answer)) };
    let mut differences = Differences::default();
    let mut compared = 0;
    for (part, name) in State::COMPONENT_NAMES.into_iter().enumerate() {
        let Some(expect) = expect.get(name) else { continue };
        let expect = expect.as_str().ok_or_else(|| format!("`expect`: `{name}` must be a string"))?;
        differences.compare_part(part, expect, &answer[part], look);
        compared += 1;
    }
    if compared == 0 {
        return Err("`expect` must have `board`, `hand` or `exhausted`".into());
    }
    Ok(differences)
}
