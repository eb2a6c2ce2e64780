//! Reads a file of JSON lines with answers in any order. Each line contains the `id` of a case and either its
//! `answer` or, after an exception, the message of the exception as `error`.

use super::lines::Lines;
use super::verdict::{Failure, Reason, SubmittedAnswer};
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::json;
use std::collections::BTreeMap;
use std::io::{self, BufRead};

#[derive(Debug)]
struct GivenAnswer {
    answer: SubmittedAnswer,
    line: usize,
    /// The number of the second line that answers the same case, if there is one.
    second_line: Option<usize>,
}

/// The answers in a file, by case ID.
#[derive(Debug, Default)]
pub struct Answers(BTreeMap<u32, GivenAnswer>);

/// The errors in one line of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LineDiagnostics {
    /// Line number, starting at 1.
    pub line: usize,
    /// The errors in the line.
    pub diagnostics: Diagnostics,
}

impl Answers {
    /// Reads the answers in a file. Also returns the errors in lines that are not valid answers.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::Answers;
    ///
    /// let file = "{\"id\": 2, \"answer\": true}\nnot an answer\n";
    /// let (mut answers, wrong_lines) = Answers::read(file.as_bytes())?;
    /// assert_eq!(answers.take(2), Ok(true.into()));
    /// assert_eq!(answers.take(1).unwrap_err().to_string(), "there is no answer with the id 1");
    /// assert_eq!(wrong_lines[0].line, 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read(reader: impl BufRead) -> io::Result<(Self, Vec<LineDiagnostics>)> {
        let (mut answers, mut wrong) = (Self::default(), Vec::new());
        for line in Lines::new(reader) {
            let line = line?;
            match line.text.and_then(|text| read_answer(&text)) {
                Ok((id, answer)) => {
                    let given = GivenAnswer { answer, line: line.number, second_line: None };
                    let first = answers.0.entry(id).or_insert(given);
                    if first.line != line.number {
                        first.second_line.get_or_insert(line.number);
                    }
                }
                Err(diagnostics) => wrong.push(LineDiagnostics { line: line.number, diagnostics }),
            }
        }
        Ok((answers, wrong))
    }

    /// Removes and returns the answer to a case.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::{Answers, Reason};
    ///
    /// let (mut answers, _) = Answers::read(r#"{"id": 2, "answer": true}"#.as_bytes())?;
    /// assert_eq!(answers.take(2), Ok(true.into()));
    /// assert_eq!(answers.take(3).unwrap_err().reason, Reason::Missing);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns a failure if the case does not have exactly one answer. Also returns a failure if the answer reports
    /// an exception or is unreadable JSON.
    pub fn take(&mut self, id: u32) -> SubmittedAnswer {
        let Some(GivenAnswer { answer, line, second_line }) = self.0.remove(&id) else {
            return Err(Failure::new(Reason::Missing, format!("there is no answer with the id {id}")));
        };
        let Some(second) = second_line else { return answer };
        let message =
            format!("the id {id} must have one answer, but lines {line} and {second} both answer it");
        Err(Failure::new(Reason::Twice, message))
    }

    /// Reports each answer that [`take`](Self::take) has not removed.
    pub fn unused(&self) -> impl Iterator<Item = LineDiagnostics> {
        self.0.iter().map(|(id, given)| {
            let message = format!("there is no case with the id {id}");
            let error = Diagnostic::new(&codes::grade::ANSWER_UNKNOWN_ID, Span::new(0, 0), message);
            LineDiagnostics { line: given.line, diagnostics: error.into() }
        })
    }
}

/// Builds the failure report for an answer that reports an exception.
pub(super) fn exception(message: &str) -> Failure {
    // Messages of Python's `input()` and Java's `Scanner` when they reach the end of standard input.
    let has_no_input = ["EOF when reading a line", "No line found"].iter().any(|end| message.contains(end));
    let advice = if has_no_input { "; a solution must not read standard input" } else { "" };
    let message = excerpt(message, 1000);
    Failure::new(Reason::Exception, format!("the program reports an exception: {message}{advice}"))
}

fn read_answer(text: &str) -> Result<(u32, SubmittedAnswer), Diagnostics> {
    let value = json::read(text).strict()?;
    let unusable = |message: &str| {
        let error = Diagnostic::new(&codes::grade::ANSWER_UNUSABLE, value.span, message);
        Diagnostics::from(error.expected(["id", "answer"]))
    };
    let id = value.get("id").and_then(json::Value::as_integer).and_then(|id| u32::try_from(id).ok());
    let id = id.ok_or_else(|| unusable("the key `id` must be the id of a case, as in `grade --requests`"))?;
    let answer = match (value.get("answer"), value.get("error")) {
        (Some(answer), _) => serde_json::from_str(answer.span.of(text))
            .map_err(|error| Failure::new(Reason::Wrong, escape(&error.to_string()))),
        (None, Some(error)) => Err(exception(error.as_str().unwrap_or_else(|| error.span.of(text)))),
        (None, None) => return Err(unusable("the key `answer` is missing")),
    };
    Ok((id, answer))
}
