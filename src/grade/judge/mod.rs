//! Whether an answer is right: the same as what is expected, or with the properties that are.

mod boards;
mod draws;
mod properties;

use super::case::Case;
use super::difference::{Differences, shown};
use super::own::{self, Refusal};
use super::suite::{Form, Suite};
use crate::raft::State;
use crate::render::Look;
use serde_json::{Map, Value};

/// What is wrong with an answer; nothing if it is right.
///
/// ```
/// use clowder::{grade::{Case, judge}, render::Look};
///
/// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":"bgr\n"}"#)?;
/// let wrong = judge(&case, &true.into(), &Look::PIPE).unwrap();
/// assert_eq!(wrong.lines, ["expected false, found true"]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
///
/// # Errors
/// Why the case cannot be judged: the rules can do nothing with its inputs, or its expectation means nothing.
pub fn judge(case: &Case, answer: &Value, look: &Look) -> Result<Differences, Refusal> {
    let expect = match &case.expect {
        Some(expect) => Some(expect.clone()),
        None => own::expectation(case)?,
    };
    let Some(expect) = expect else { return properties::by_rules(case, answer, look) };
    let found = compare(case, &expect, answer, look)?;
    match &case.expect_also {
        Some(also) if !found.is_empty() && compare(case, also, answer, look)?.is_empty() => {
            Ok(Differences::default())
        }
        _ => Ok(found),
    }
}

fn compare(case: &Case, expect: &Value, answer: &Value, look: &Look) -> Result<Differences, Refusal> {
    match (case.suite, expect) {
        (suite, Value::Object(expect)) if suite.is_random() => properties::compare(case, expect, answer),
        (Suite::DrawHand, Value::Array(expect)) => draws::compare(case, expect, answer, look),
        (Suite::ApplyPlacement | Suite::MoveCat, Value::Object(expect)) => parts(expect, answer, look),
        _ => Ok(exact(case.suite, expect, answer, look)),
    }
}

/// Answers that only one is right of.
fn exact(suite: Suite, expect: &Value, answer: &Value, look: &Look) -> Differences {
    let form = suite.expectation();
    if !form.takes(&answer.to_string()) {
        return wrong_form(form, answer);
    }
    match (expect, answer) {
        (Value::String(expect), Value::String(answer)) if form == Form::Text => {
            Differences::solutions(expect, answer)
        }
        (Value::Array(expect), Value::Array(answer)) if matches!(form, Form::Texts | Form::Ices) => {
            Differences::lists(expect, answer)
        }
        _ if form == Form::State => match (strings(expect), strings(answer)) {
            (Some(expect), Some(answer)) => {
                let mut found = Differences::default();
                for (part, (expect, answer)) in expect.iter().zip(&answer).enumerate() {
                    found.part(part, expect, answer, look);
                }
                found
            }
            _ => Differences::values(expect, answer),
        },
        _ => Differences::values(expect, answer),
    }
}

/// An answer that cannot be what was asked for.
fn wrong_form(form: Form, answer: &Value) -> Differences {
    Differences::of(format!("expected {}, found {}", form.name(), shown(answer)))
}

/// The five strings of a state.
fn strings(value: &Value) -> Option<[String; 5]> {
    serde_json::from_value(value.clone()).ok()
}

/// The parts of a state that are expected; the others are not looked at.
fn parts(expect: &Map<String, Value>, answer: &Value, look: &Look) -> Result<Differences, Refusal> {
    let Some(answer) = strings(answer) else { return Ok(wrong_form(Form::State, answer)) };
    let mut found = Differences::default();
    let mut compared = 0;
    for (part, name) in State::COMPONENT_NAMES.into_iter().enumerate() {
        let Some(expect) = expect.get(name) else { continue };
        let expect = expect.as_str().ok_or_else(|| format!("`expect`: `{name}` is not a string"))?;
        found.part(part, expect, &answer[part], look);
        compared += 1;
    }
    if compared == 0 {
        return Err("`expect` has none of `board`, `hand` and `exhausted`".to_owned());
    }
    Ok(found)
}
