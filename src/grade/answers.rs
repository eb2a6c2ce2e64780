//! Answers in a file: JSON lines with the `id` of a case and its `answer`, in any order.

use super::lines::Lines;
use super::verdict::{Failure, Reason};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, grade as codes};
use crate::json;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, BufRead};

/// An answer, and the lines it stands on.
#[derive(Debug)]
struct Found {
    answer: Box<RawValue>,
    line: usize,
    again: Option<usize>,
}

/// Every answer of a file.
#[derive(Debug, Default)]
pub struct Answers {
    found: BTreeMap<usize, Found>,
}

/// A fault of a file, and its line.
pub type LineFaults = (usize, Diagnostics);

impl Answers {
    /// The answers of a file, and the faults of the lines that are none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(reader: impl BufRead) -> io::Result<(Self, Vec<LineFaults>)> {
        let (mut answers, mut faults) = (Self::default(), Vec::new());
        for line in Lines::new(reader) {
            let line = line?;
            match line.text.and_then(|text| answer_of(&text)) {
                Ok((id, answer)) => {
                    let found = Found { answer, line: line.number, again: None };
                    if let Some(first) = answers.found.get_mut(&id) {
                        first.again.get_or_insert(line.number);
                    } else {
                        answers.found.insert(id, found);
                    }
                }
                Err(wrong) => faults.push((line.number, wrong)),
            }
        }
        Ok((answers, faults))
    }

    /// The answer to a case, or why there is none.
    ///
    /// # Errors
    /// It was not answered, or twice.
    pub fn take(&mut self, number: usize) -> Result<Value, Failure> {
        match self.found.remove(&number) {
            None => Err(Failure::new(Reason::Missing, format!("there is no answer with the id {number}"))),
            Some(Found { line, again: Some(again), .. }) => {
                let text = format!("the id {number} is answered twice: on lines {line} and {again}");
                Err(Failure::new(Reason::Twice, text))
            }
            Some(Found { answer, .. }) => serde_json::from_str(answer.get())
                .map_err(|error| Failure::new(Reason::Wrong, escape(&error.to_string()).into_owned())),
        }
    }

    /// Faults of the answers that no case has taken.
    pub fn left(&self) -> impl Iterator<Item = LineFaults> {
        self.found.iter().map(|(id, found)| {
            let message = format!("there is no case {id}");
            (found.line, Diagnostic::new(&codes::ANSWER_UNKNOWN_ID, Span::new(0, 0), message).into())
        })
    }
}

/// The id and the answer of a line.
fn answer_of(text: &str) -> Result<(usize, Box<RawValue>), Diagnostics> {
    let value = json::read(text).strict()?;
    let unusable = |message: &str| {
        Diagnostics::from(
            Diagnostic::new(&codes::ANSWER_UNUSABLE, value.span, message).expected(["id", "answer"]),
        )
    };
    let id = value.get("id").and_then(json::Value::as_integer).and_then(|id| usize::try_from(id).ok());
    let id = id.ok_or_else(|| unusable("there is no `id` that is the number of a case"))?;
    let answer = value.get("answer").ok_or_else(|| unusable("there is no `answer`"))?;
    let answer = RawValue::from_string(text[answer.span.start..answer.span.end].to_owned());
    Ok((id, answer.map_err(|_| unusable("the `answer` cannot be read"))?))
}
