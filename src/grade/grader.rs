//! The grader: reads cases, gets their answers and judges them.

use super::answers::{Answers, LineDiagnostics};
use super::case::Case;
use super::lines::Line;
use super::verdict::{Failure, Reason, Verdict};
use super::{judge, reference};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::random::Random;
use crate::render::Look;
use serde_json::Value;
use std::error::Error;
use std::fmt;

/// The answer to a case, or the reason why there is none.
pub type Answer = Result<Value, Failure>;

/// The error that ends a run: the submission cannot be asked at all.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SubmissionError(Box<dyn Error + Send + Sync>);

impl SubmissionError {
    /// Makes the error from another error or from a message.
    ///
    /// ```
    /// let error = clowder::grade::SubmissionError::new("cannot start the program");
    /// assert_eq!(error.to_string(), "cannot start the program");
    /// ```
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// What is graded: it answers one case at a time.
///
/// A function from a case to an [`Answer`] is a submission. With the feature `arena`, a program in a process of its own is
/// one, too.
pub trait Submission: Send {
    /// Answers a case.
    ///
    /// # Errors
    /// Returns an error if the submission cannot be asked at all. The run then ends.
    fn answer(&mut self, case: &Case) -> Result<Answer, SubmissionError>;

    /// Describes the sandbox of the submission, once it has been started.
    fn sandbox(&self) -> Option<String> {
        None
    }
}

impl<F: FnMut(&Case) -> Answer + Send> Submission for F {
    fn answer(&mut self, case: &Case) -> Result<Answer, SubmissionError> {
        Ok(self(case))
    }
}

/// The source of the answers.
#[non_exhaustive]
pub enum Source {
    /// clowder itself answers.
    Reference {
        /// Decides which answer is given where more than one is right.
        seed: u64,
    },
    /// The answers are in a file.
    Answers(Answers),
    /// A submission is asked one case after the other.
    Submission(Box<dyn Submission>),
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference { seed } => f.debug_struct("Reference").field("seed", seed).finish(),
            Self::Answers(answers) => f.debug_tuple("Answers").field(answers).finish(),
            Self::Submission(_) => f.write_str("Submission(..)"),
        }
    }
}

/// The result of grading one line of a cases file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Graded {
    /// The verdict on the case.
    pub verdict: Verdict,
    /// What is wrong with the case itself.
    pub diagnostics: Diagnostics,
}

/// Grades the answers of a source, case by case.
#[derive(Debug)]
pub struct Grader {
    source: Source,
    look: Look,
    /// The number of cases so far.
    count: usize,
}

impl Grader {
    /// Makes a grader that gets its answers from a source.
    ///
    /// ```
    /// use clowder::grade::{Case, Grader, Lines, Source};
    ///
    /// let cases = r#"{"suite": "isBoardStringWellFormed", "board": ""}"#;
    /// let always_true = |_: &Case| Ok(true.into());
    /// let mut grader = Grader::new(Source::Submission(Box::new(always_true)));
    /// for line in Lines::new(cases.as_bytes()) {
    ///     let graded = grader.grade(&line?)?;
    ///     assert_eq!(graded.verdict.failure().unwrap().to_string(), "expected false, found true");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new(source: Source) -> Self {
        Self { source, look: Look::PIPE, count: 0 }
    }

    /// Sets how the pictures of failures look.
    pub const fn with_look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Reads the case of a line, gets its answer and judges it.
    ///
    /// # Errors
    /// Returns an error if the submission cannot be asked at all.
    pub fn grade(&mut self, line: &Line) -> Result<Graded, SubmissionError> {
        let number = self.reserve(1);
        let asked = self.ask(CaseLine::read(number, line))?;
        Ok(self.judge().judge(asked))
    }

    /// Reserves the numbers of the next lines. Returns the first of them.
    pub(crate) const fn reserve(&mut self, lines: usize) -> usize {
        let first = self.count + 1;
        self.count += lines;
        first
    }

    /// Gets the answer to a case, if there is someone to ask.
    ///
    /// # Errors
    /// Returns an error if the submission cannot be asked at all.
    pub(crate) fn ask<'a>(&mut self, line: CaseLine<'a>) -> Result<AskedCase<'a>, SubmissionError> {
        let answer = match (&line.case, &mut self.source) {
            (Err(_), _) | (_, Source::Reference { .. }) => None,
            (Ok(case), Source::Answers(answers)) => Some(answers.take(case.number())),
            (Ok(case), Source::Submission(submission)) => Some(submission.answer(case)?),
        };
        Ok(AskedCase { line, answer })
    }

    /// Returns the judge of the answers, which many threads can share.
    pub(crate) const fn judge(&self) -> Judge {
        let seed = if let Source::Reference { seed } = self.source { seed } else { 0 };
        Judge { look: self.look, seed }
    }

    /// Describes the sandbox of the submission, once it has been started.
    pub fn sandbox(&self) -> Option<String> {
        if let Source::Submission(submission) = &self.source { submission.sandbox() } else { None }
    }

    /// Returns an error for each answer of a file that belongs to none of the cases.
    pub fn unused_answers(&self) -> Vec<LineDiagnostics> {
        if let Source::Answers(answers) = &self.source { answers.unused().collect() } else { Vec::new() }
    }
}

/// A line of a cases file, and the case on it.
#[derive(Debug)]
pub(crate) struct CaseLine<'a> {
    number: usize,
    line: &'a Line,
    case: Result<Case, Diagnostics>,
}

impl<'a> CaseLine<'a> {
    /// Reads the case of a line.
    pub(crate) fn read(number: usize, line: &'a Line) -> Self {
        let text = line.text.as_ref().map_err(Clone::clone);
        Self { number, line, case: text.and_then(|text| Case::read(number, text)) }
    }
}

/// A case, and the answer if someone was asked for it.
#[derive(Debug)]
pub(crate) struct AskedCase<'a> {
    line: CaseLine<'a>,
    answer: Option<Answer>,
}

/// Judges answers, each without regard to the other cases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    look: Look,
    /// The seed of clowder's own answers.
    seed: u64,
}

impl Judge {
    /// Judges the answer to a case. If nobody was asked, it judges clowder's own answer.
    pub(crate) fn judge(&self, asked: AskedCase<'_>) -> Graded {
        let AskedCase { line: CaseLine { number, line, case }, answer } = asked;
        let case = match case {
            Ok(case) => case,
            Err(diagnostics) => return Graded { verdict: Verdict::broken(number), diagnostics },
        };
        let answer = answer.unwrap_or_else(|| self.reference_answer(&case));
        let result = answer.and_then(|answer| self.compare(&case, &answer));
        let mut diagnostics = Diagnostics::new();
        if let Some(failure) = result.as_ref().err().filter(|failure| failure.reason() == Reason::Broken) {
            let message = if case.is_hidden() {
                "the hidden case cannot be judged".to_owned()
            } else {
                failure.to_string()
            };
            let whole = Span::new(0, line.text.as_ref().map_or(0, String::len));
            diagnostics.push(Diagnostic::new(&codes::grade::CASE_NO_ANSWER, whole, message));
        }
        Graded { verdict: Verdict::new(&case, result), diagnostics }
    }

    fn reference_answer(&self, case: &Case) -> Answer {
        let mut random = Random::stream(self.seed, case.number() as u64);
        reference::answer(case, &mut random).map_err(|error| {
            let reason = if case.expect().is_some() { Reason::Missing } else { Reason::Broken };
            Failure::new(reason, format!("the rules have no answer: {}", escape(&error.to_string())))
        })
    }

    fn compare(&self, case: &Case, answer: &Value) -> Result<(), Failure> {
        match judge(case, answer, &self.look) {
            Ok(differences) if differences.is_empty() => Ok(()),
            Ok(differences) => Err(Failure::from_differences(Reason::Wrong, differences)),
            Err(error) => {
                let message = format!("the case cannot be judged: {}", escape(&error.to_string()));
                Err(Failure::new(Reason::Broken, message))
            }
        }
    }
}
