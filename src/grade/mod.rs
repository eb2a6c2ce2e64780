//! A program under test against cases: the suites, what is expected, what is wrong with an answer, and reports.
//!
//! ```
//! use clowder::grade::{Exam, Lines, Source};
//!
//! let cases = r#"{"suite": "findSolution", "initial": "20113123", "expect": "A321B104C031D222"}"#;
//! let mut exam = Exam::new(Source::Own { seed: 1 });
//! for line in Lines::new(cases.as_bytes()) {
//!     assert!(exam.take(&line?)?.verdict.passed());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod case;
mod difference;
pub mod generate;
mod judge;
mod lines;
pub mod own;
#[cfg(arena)]
mod program;
mod report;
mod suite;
mod verdict;

pub use answers::{Answers, LineFaults};
pub use case::Case;
pub use difference::Differences;
pub use judge::judge;
pub use lines::{Line, Lines};
#[cfg(arena)]
pub use program::{Examinee, Patience};
pub use report::{Form as ReportForm, Report};
pub use suite::{Field, Form, Suite};
pub use verdict::{Count, Failure, Group, Points, Reason, Score, Tally, Verdict};

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, grade as codes};
use crate::random::Random;
use crate::render::Look;
use serde_json::Value;
use std::error::Error;
use std::fmt::Debug;

/// Where answers come from.
#[derive(Debug)]
pub enum Source {
    /// From clowder itself.
    Own {
        /// Decides where more than one answer is right.
        seed: u64,
    },
    /// From a file.
    File(Answers),
    /// From a program. A second one is asked the hidden cases: nothing it learns can get into the first one's answers.
    Program {
        /// Asked what may be seen.
        visible: Box<dyn Submission>,
        /// Asked what may not.
        hidden: Box<dyn Submission>,
    },
}

/// What is graded: it answers one case after the other. With the feature `arena`, a program in a process of its own is
/// one.
pub trait Submission: Debug + Send {
    /// Returns the answer to the request of a case, or the reason why there is none.
    ///
    /// # Errors
    /// The submission cannot be asked at all.
    fn ask(&mut self, number: usize, request: &str) -> Result<Answer, SubmissionError>;

    /// Describes the sandbox of the submission, once it has been started.
    fn sandbox(&self) -> Option<String> {
        None
    }
}

/// The reason why a submission cannot be asked at all.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SubmissionError(Box<dyn Error + Send + Sync>);

impl SubmissionError {
    /// Makes the error of a submission from any other error, or from a text.
    ///
    /// ```
    /// let error = clowder::grade::SubmissionError::new("cannot start it");
    /// assert_eq!(error.to_string(), "cannot start it");
    /// ```
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// An answer, or the reason why there is none.
pub type Answer = Result<Value, Failure>;

/// The end of one line of a cases file.
#[derive(Debug)]
pub struct Taken {
    /// How it ended.
    pub verdict: Verdict,
    /// What is wrong with the case itself.
    pub faults: Diagnostics,
}

/// Cases asked one after the other, or many at once where no program has to be asked.
#[derive(Debug)]
pub struct Exam {
    source: Source,
    look: Look,
    number: usize,
}

impl Exam {
    /// An exam that asks this source.
    pub const fn new(source: Source) -> Self {
        Self { source, look: Look::PIPE, number: 0 }
    }

    /// How the pictures of failures are to look.
    pub const fn look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Asks and judges the case of a line.
    ///
    /// # Errors
    /// The submission cannot be asked at all.
    pub fn take(&mut self, line: &Line) -> Result<Taken, SubmissionError> {
        let first = self.count(1);
        let asked = self.ask(CaseLine::read(first, line))?;
        Ok(self.examiner().judge(asked))
    }

    /// Counts the next lines. Returns the number of the first.
    pub const fn count(&mut self, lines: usize) -> usize {
        let first = self.number + 1;
        self.number += lines;
        first
    }

    /// Asks for the answer to a case, if there is someone to ask.
    ///
    /// # Errors
    /// The submission cannot be asked at all.
    pub fn ask<'a>(&mut self, line: CaseLine<'a>) -> Result<AskedCase<'a>, SubmissionError> {
        let answer = match (&line.case, &mut self.source) {
            (Err(_), _) | (_, Source::Own { .. }) => None,
            (Ok(case), Source::File(answers)) => Some(answers.take(case.number)),
            (Ok(case), Source::Program { visible, hidden }) => {
                let submission = if case.hidden { hidden } else { visible };
                Some(submission.ask(case.number, &case.request())?)
            }
        };
        Ok(AskedCase { line, answer })
    }

    /// Returns what judges the answers: any number of threads can use it at once.
    pub const fn examiner(&self) -> Examiner {
        let seed = if let Source::Own { seed } = self.source { seed } else { 0 };
        Examiner { look: self.look, seed }
    }

    /// Describes the sandbox of the program under test, once it has been started.
    pub fn sandbox(&self) -> Option<String> {
        let Source::Program { visible, hidden } = &self.source else { return None };
        visible.sandbox().or_else(|| hidden.sandbox())
    }

    /// Faults of answers that belong to no case, once all cases are done.
    pub fn left(&self) -> Vec<LineFaults> {
        match &self.source {
            Source::File(answers) => answers.left().collect(),
            _ => Vec::new(),
        }
    }
}

/// A line of a cases file, and the case that it holds.
#[derive(Debug)]
pub struct CaseLine<'a> {
    number: usize,
    line: &'a Line,
    case: Result<Case, Diagnostics>,
}

impl<'a> CaseLine<'a> {
    /// Reads the case of a line. `number` is its number in the run, from 1.
    pub fn read(number: usize, line: &'a Line) -> Self {
        let text = line.text.as_ref().map_err(Clone::clone);
        Self { number, line, case: text.and_then(|text| Case::read(number, text)) }
    }
}

/// A case, and the answer if someone was asked for it.
#[derive(Debug)]
pub struct AskedCase<'a> {
    line: CaseLine<'a>,
    answer: Option<Answer>,
}

/// What judges answers. It judges each case on its own, whatever came before it.
#[derive(Clone, Copy, Debug)]
pub struct Examiner {
    look: Look,
    /// The seed of clowder's own answers.
    seed: u64,
}

impl Examiner {
    /// Judges the answer to a case; if nobody was asked, clowder's own answer.
    pub fn judge(&self, asked: AskedCase<'_>) -> Taken {
        let AskedCase { line: CaseLine { number, line, case }, answer } = asked;
        let case = match case {
            Ok(case) => case,
            Err(faults) => return Taken { verdict: Verdict::broken(number), faults },
        };
        let answer = answer.unwrap_or_else(|| self.own(&case));
        let result = answer.and_then(|answer| self.compare(&case, &answer));
        let mut faults = Diagnostics::new();
        if let Err(Failure { reason: Reason::Broken, differences }) = &result {
            let told = if case.hidden {
                "the hidden case cannot be judged".into()
            } else {
                differences.lines.join("; ")
            };
            let whole = Span::new(0, line.text.as_ref().map_or(0, String::len));
            faults.push(Diagnostic::new(&codes::CASE_NO_ANSWER, whole, told));
        }
        Taken { verdict: Verdict::new(&case, result), faults }
    }

    fn own(&self, case: &Case) -> Answer {
        let mut random = Random::stream(self.seed, case.number as u64);
        own::answer(case, &mut random).map_err(|refusal| {
            let reason = if case.expect.is_some() { Reason::Missing } else { Reason::Broken };
            Failure::new(reason, format!("the rules have no answer: {}", escape(&refusal)))
        })
    }

    fn compare(&self, case: &Case, answer: &Value) -> Result<(), Failure> {
        match judge(case, answer, &self.look) {
            Ok(differences) if differences.is_empty() => Ok(()),
            Ok(differences) => Err(Failure { reason: Reason::Wrong, differences }),
            Err(refusal) => {
                Err(Failure::new(Reason::Broken, format!("the case cannot be judged: {}", escape(&refusal))))
            }
        }
    }
}
