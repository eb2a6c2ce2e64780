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
mod program;
mod report;
mod suite;
mod verdict;

pub use answers::{Answers, LineFaults};
pub use case::Case;
pub use difference::Differences;
pub use judge::judge;
pub use lines::{Line, Lines};
pub use program::{Examinee, Patience};
pub use report::{Form as ReportForm, Report};
pub use suite::{Field, Form, Suite};
pub use verdict::{Count, Failure, Group, Points, Reason, Score, Tally, Verdict};

use crate::arena::process::{Level, SpawnError};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, grade as codes};
use crate::random::Random;
use crate::render::Look;
use rayon::prelude::*;
use serde_json::Value;

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
        visible: Box<Examinee>,
        /// Asked what may not.
        hidden: Box<Examinee>,
    },
}

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

/// An answer, or what came instead of it.
type Answered = Result<Value, Failure>;

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
    /// The program under test cannot be started.
    pub fn take(&mut self, line: &Line) -> Result<Taken, SpawnError> {
        self.number += 1;
        let case = read(self.number, line);
        let answer = self.ask(&case)?;
        Ok(self.examiner().end(self.number, line, case, answer))
    }

    /// Asks and judges the cases of some lines, with what threads there are: what [`take`](Self::take) says of each.
    ///
    /// # Errors
    /// The program under test cannot be started.
    pub fn take_all(&mut self, lines: &[Line]) -> Result<Vec<Taken>, SpawnError> {
        let first = self.number + 1;
        self.number += lines.len();
        let cases: Vec<_> =
            lines.par_iter().enumerate().map(|(index, line)| read(first + index, line)).collect();
        let answers = cases.iter().map(|case| self.ask(case)).collect::<Result<Vec<_>, _>>()?;
        let examiner = self.examiner();
        let asked = lines.par_iter().zip(cases).zip(answers).enumerate();
        Ok(asked
            .map(|(index, ((line, case), answer))| examiner.end(first + index, line, case, answer))
            .collect())
    }

    /// What a file or a program answers to a case, if there is one to ask.
    fn ask(&mut self, case: &Result<Case, Diagnostics>) -> Result<Option<Answered>, SpawnError> {
        let Ok(case) = case else { return Ok(None) };
        match &mut self.source {
            Source::Own { .. } => Ok(None),
            Source::File(answers) => Ok(Some(answers.take(case.number))),
            Source::Program { visible, hidden } => {
                let examinee = if case.hidden { hidden } else { visible };
                examinee.ask(case.number, &case.request()).map(Some)
            }
        }
    }

    /// How well the program under test is shut in, once it has been started.
    pub fn level(&self) -> Option<&Level> {
        let Source::Program { visible, hidden } = &self.source else { return None };
        visible.level().or(hidden.level())
    }

    const fn examiner(&self) -> Examiner {
        let seed = if let Source::Own { seed } = self.source { seed } else { 0 };
        Examiner { look: self.look, seed }
    }

    /// Faults of answers that belong to no case, once all cases are done.
    pub fn left(&self) -> Vec<LineFaults> {
        match &self.source {
            Source::File(answers) => answers.left().collect(),
            _ => Vec::new(),
        }
    }
}

/// The case of a line.
fn read(number: usize, line: &Line) -> Result<Case, Diagnostics> {
    line.text.as_ref().map_err(Clone::clone).and_then(|text| Case::read(number, text))
}

/// What judges an answer: the same of any case, whatever came before it.
struct Examiner {
    look: Look,
    /// Of clowder's own answers.
    seed: u64,
}

impl Examiner {
    /// How a case ends with an answer; where nobody else was to be asked, with clowder's own.
    fn end(
        &self,
        number: usize,
        line: &Line,
        case: Result<Case, Diagnostics>,
        answer: Option<Answered>,
    ) -> Taken {
        let case = match case {
            Ok(case) => case,
            Err(faults) => return Taken { verdict: Verdict::broken(number), faults },
        };
        let answer = answer.unwrap_or_else(|| self.own(&case));
        let result = answer.and_then(|answer| self.judge(&case, &answer));
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

    fn own(&self, case: &Case) -> Answered {
        let mut random = Random::stream(self.seed, case.number as u64);
        own::answer(case, &mut random).map_err(|refusal| {
            let reason = if case.expect.is_some() { Reason::Missing } else { Reason::Broken };
            Failure::new(reason, format!("the rules have no answer: {}", escape(&refusal)))
        })
    }

    fn judge(&self, case: &Case, answer: &Value) -> Result<(), Failure> {
        match judge(case, answer, &self.look) {
            Ok(differences) if differences.is_empty() => Ok(()),
            Ok(differences) => Err(Failure { reason: Reason::Wrong, differences }),
            Err(refusal) => {
                Err(Failure::new(Reason::Broken, format!("the case cannot be judged: {}", escape(&refusal))))
            }
        }
    }
}
