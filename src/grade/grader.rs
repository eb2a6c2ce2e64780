//! The grader, which reads cases, gets their answers and judges them.

use super::answers::{Answers, LineDiagnostics};
use super::case::Case;
use super::difference::{Differences, shown};
use super::id::Ids;
use super::judge::{self, judge};
use super::lines::Line;
use super::outcomes::Outcomes;
use super::points::Points;
use super::reference;
use super::verdict::{Failure, Reason, Verdict};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::random::Random;
use crate::render::Look;
use serde_json::Value;
use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

/// The amount of information that a report shows about a failed case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// The question, the expected answer, the actual answer, and the reason for the expected answer.
    #[default]
    Full,
    /// The question and the actual answer.
    Actual,
    /// Only the fact that the case failed.
    None,
}

/// The answer to a case, or the reason why there is no answer.
pub type SubmittedAnswer = Result<Value, Failure>;

/// The error that ends a run because the submission cannot answer at all.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SubmissionError(Box<dyn Error + Send + Sync>);

impl SubmissionError {
    /// Creates this error from another error or from a message.
    ///
    /// ```
    /// let error = clowder::grade::SubmissionError::new("cannot start the program");
    /// assert_eq!(error.to_string(), "cannot start the program");
    /// ```
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// A submission to be graded, which answers one case at a time.
///
/// A function that takes a case and returns a [`SubmittedAnswer`] is a submission. With the feature `arena`, a program
/// in a separate process is a submission too.
///
/// ```
/// use clowder::grade::{Case, Submission, SubmittedAnswer};
///
/// let mut always_true = |_: &Case| -> SubmittedAnswer { Ok(true.into()) };
/// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":""}"#)?;
/// assert_eq!(always_true.answer(&case)?, Ok(true.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Submission: Send {
    /// Answers a case.
    ///
    /// ```
    /// use clowder::grade::{Case, Submission, SubmittedAnswer};
    ///
    /// let mut always_false = |_: &Case| -> SubmittedAnswer { Ok(false.into()) };
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":""}"#)?;
    /// assert_eq!(always_false.answer(&case)?, Ok(false.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the submission cannot answer at all. The run then ends.
    fn answer(&mut self, case: &Case) -> Result<SubmittedAnswer, SubmissionError>;

    /// Returns a description of the sandbox if some of its protection is missing. Returns `None` if the sandbox is
    /// complete or if the submission has not been started yet.
    fn sandbox(&self) -> Option<String> {
        None
    }

    /// Returns remarks about the submission, which a report shows at its end. The remarks contain no hidden
    /// information.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the reason why the run ended early, or `None` if it did not end early.
    fn ended_early(&self) -> Option<String> {
        None
    }
}

impl<F: FnMut(&Case) -> SubmittedAnswer + Send> Submission for F {
    fn answer(&mut self, case: &Case) -> Result<SubmittedAnswer, SubmissionError> {
        Ok(self(case))
    }
}

/// The source of the answers.
#[non_exhaustive]
pub enum AnswerSource {
    /// The answers are computed by clowder itself.
    Reference {
        /// The seed for the random choice of an answer, if several answers are correct.
        seed: u64,
    },
    /// The answers are in a file.
    Answers(Answers),
    /// A submission that answers one case after the other.
    Submission(Box<dyn Submission>),
}

impl fmt::Debug for AnswerSource {
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
    /// The errors in the line itself or, if the case cannot be judged, the reason.
    pub diagnostics: Diagnostics,
    /// The case, if it can be read.
    case: Option<Case>,
}

/// Grades the answers from a source, case by case.
///
/// ```
/// use clowder::grade::{AnswerSource, Grader, Lines};
///
/// let cases = r#"{"suite": "isBoardStringWellFormed", "board": "", "expect": false}"#;
/// let mut grader = Grader::new(AnswerSource::Reference { seed: 1 });
/// for line in Lines::new(cases.as_bytes()) {
///     assert!(grader.grade(&line?)?.verdict.has_passed());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Grader {
    source: AnswerSource,
    look: Look,
    detail: Detail,
    points: Points,
    /// The number of lines that have been graded so far.
    count: usize,
    ids: Ids,
    outcomes: Outcomes,
}

impl Grader {
    /// Creates a grader that gets its answers from a source.
    ///
    /// ```
    /// use clowder::grade::{AnswerSource, Case, Grader, Lines};
    ///
    /// let cases = r#"{"suite": "isBoardStringWellFormed", "board": ""}"#;
    /// let always_true = |_: &Case| Ok(true.into());
    /// let mut grader = Grader::new(AnswerSource::Submission(Box::new(always_true)));
    /// for line in Lines::new(cases.as_bytes()) {
    ///     let graded = grader.grade(&line?)?;
    ///     let failure = graded.verdict.failure().unwrap().to_string();
    ///     assert!(failure.starts_with("for the board ``: expected false, found true; false is right, because the board is empty"));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(source: AnswerSource) -> Self {
        Self {
            source,
            look: Look::PIPE,
            detail: Detail::Full,
            points: Points::default(),
            count: 0,
            ids: Ids::default(),
            outcomes: Outcomes::default(),
        }
    }

    /// Sets how much information about a failed case a report shows.
    pub const fn with_detail(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Sets the points and the other settings of the suites. The other settings of a suite apply to each of its cases.
    pub fn with_points(self, points: Points) -> Self {
        Self { points, ..self }
    }

    /// Sets the style in which the pictures for failed cases are drawn.
    pub const fn with_look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Reads the case in a line, gets its answer and judges it.
    ///
    /// ```
    /// use clowder::grade::{AnswerSource, Grader, Line};
    ///
    /// let mut grader = Grader::new(AnswerSource::Reference { seed: 1 });
    /// let graded = grader.grade(&Line::new(1, "not a case"))?;
    /// assert!(!graded.verdict.has_passed() && !graded.diagnostics.is_empty());
    /// # Ok::<(), clowder::grade::SubmissionError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the submission cannot answer at all.
    pub fn grade(&mut self, line: &Line) -> Result<Graded, SubmissionError> {
        self.count += 1;
        let mut case = CaseLine::read(self.count, line, &self.points);
        if let Ok(case) = &mut case.case {
            self.ids.distinguish(case);
        }
        let asked = self.ask(case)?;
        let graded = self.judge().judge(asked);
        self.record(&graded);
        Ok(graded)
    }

    /// Gets the answer to a case from the file of answers or from the submission. If clowder itself computes the
    /// answers, the answer in the result is `None`. A case is skipped if it depends on a case or a suite that did not
    /// pass.
    ///
    /// # Errors
    /// Returns an error if the submission cannot answer at all.
    pub(crate) fn ask<'a>(&mut self, line: CaseLine<'a>) -> Result<AskedCase<'a>, SubmissionError> {
        let mut duration = None;
        let answer = match &line.case {
            Err(_) => None,
            Ok(case) => match (self.outcomes.failed_dependency(case), &mut self.source) {
                (Some(failure), _) => Some(Err(failure)),
                (None, AnswerSource::Reference { .. }) => None,
                (None, AnswerSource::Answers(answers)) => Some(answers.take(case.id())),
                (None, AnswerSource::Submission(submission)) => {
                    let start = Instant::now();
                    let answer = submission.answer(case)?;
                    duration = Some(start.elapsed());
                    Some(answer)
                }
            },
        };
        Ok(AskedCase { line, answer, duration })
    }

    /// Remembers the result of a case for the cases that depend on it.
    pub(crate) fn record(&mut self, graded: &Graded) {
        if let Some(case) = &graded.case {
            self.outcomes.add(case, graded.verdict.has_passed());
        }
    }

    /// Returns the judge of the answers, which can be shared by many threads.
    pub(crate) const fn judge(&self) -> Judge {
        let seed = if let AnswerSource::Reference { seed } = self.source { seed } else { 0 };
        Judge { look: self.look, detail: self.detail, seed }
    }

    /// Returns remarks about the submission, which a report shows at its end.
    pub fn notes(&self) -> Vec<String> {
        if let AnswerSource::Submission(submission) = &self.source { submission.notes() } else { Vec::new() }
    }

    /// Returns the reason why the run ended early, or `None` if it did not end early.
    pub fn ended_early(&self) -> Option<String> {
        if let AnswerSource::Submission(submission) = &self.source { submission.ended_early() } else { None }
    }

    /// Returns a description of the sandbox if some of its protection is missing. Returns `None` if the sandbox is
    /// complete or if the submission has not been started yet.
    pub fn sandbox(&self) -> Option<String> {
        if let AnswerSource::Submission(submission) = &self.source { submission.sandbox() } else { None }
    }

    /// Returns one error for each answer in the file of answers that does not belong to a case. If the answers do not
    /// come from a file, the list is empty.
    pub fn unused_answers(&self) -> Vec<LineDiagnostics> {
        if let AnswerSource::Answers(answers) = &self.source {
            answers.unused().collect()
        } else {
            Vec::new()
        }
    }
}

/// A line of a cases file, with the case in it.
#[derive(Debug)]
pub(crate) struct CaseLine<'a> {
    number: usize,
    line: &'a Line,
    case: Result<Case, Diagnostics>,
}

impl<'a> CaseLine<'a> {
    /// Reads the case in a line, and applies the settings of its suite to the case.
    pub(crate) fn read(number: usize, line: &'a Line, points: &Points) -> Self {
        let text = line.text.as_ref().map_err(Clone::clone);
        let case =
            text.and_then(|text| Case::read(number, text)).map(|case| case.with_suite_settings(points));
        Self { number, line, case }
    }

    /// Replaces the ID of the case.
    pub(crate) fn with_id(mut self, id: u32) -> Self {
        if let Ok(case) = &mut self.case {
            case.set_id(id);
        }
        self
    }

    /// Returns the case, or the errors in the line.
    pub(crate) fn into_case(self) -> Result<Case, Diagnostics> {
        self.case
    }
}

/// A line with a case, and the answer to this case. The answer is `None` if clowder computes the answer itself later.
#[derive(Debug)]
pub(crate) struct AskedCase<'a> {
    line: CaseLine<'a>,
    answer: Option<SubmittedAnswer>,
    /// The time that the submission needed for the answer.
    duration: Option<Duration>,
}

/// Judges answers. Each answer is judged independently of the other cases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    look: Look,
    detail: Detail,
    /// The seed for the answers that clowder computes itself.
    seed: u64,
}

impl Judge {
    /// Judges the answer to a case. If the answers do not come from a file or a submission, clowder first computes the
    /// answer.
    pub(crate) fn judge(&self, asked: AskedCase<'_>) -> Graded {
        let AskedCase { line: CaseLine { number, line, case }, answer, duration } = asked;
        let case = match case {
            Ok(case) => case,
            Err(diagnostics) => return Graded { verdict: Verdict::broken(number), diagnostics, case: None },
        };
        let answer = answer.unwrap_or_else(|| self.reference_answer(&case));
        let answer = answer.map_err(|failure| self.unanswered(&case, failure));
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
        let verdict = Verdict::new(&case, result).with_duration(duration);
        Graded { verdict, diagnostics, case: Some(case) }
    }

    fn reference_answer(&self, case: &Case) -> SubmittedAnswer {
        let mut random = Random::stream(self.seed, case.number() as u64);
        reference::answer(case, &mut random).map_err(|error| {
            let reason = if case.expect().is_some() { Reason::Missing } else { Reason::Broken };
            Failure::new(reason, format!("the rules give no answer: {}", escape(&error.to_string())))
        })
    }

    fn compare(&self, case: &Case, answer: &Value) -> Result<(), Failure> {
        match judge(case, answer, &self.look) {
            Ok(differences) if differences.is_empty() => Ok(()),
            Ok(differences) => {
                Err(Failure::from_differences(Reason::Wrong, self.explained(case, answer, differences)))
            }
            Err(error) => {
                let message = format!("the case cannot be judged: {}", escape(&error.to_string()));
                Err(Failure::new(Reason::Broken, message))
            }
        }
    }

    /// Completes the failure of a program that did not answer. If the report shows details, the question is added.
    /// Otherwise, a general message replaces the message and the output of the program.
    fn unanswered(&self, case: &Case, failure: Failure) -> Failure {
        let reason = failure.reason();
        let plain = match reason {
            Reason::Timeout => "no answer within the time limit",
            Reason::Crash => "the program ended without an answer",
            Reason::Exception => "the program reports an exception",
            _ => return failure,
        };
        let mut differences = Differences::from_message(plain);
        if self.detail != Detail::None {
            differences = failure.into_differences();
            differences.prefix_first(&judge::asked(case));
        }
        Failure::from_differences(reason, differences)
    }

    /// Adds the question and the reason to the differences, or removes the expected answer, as the chosen [`Detail`]
    /// requires.
    fn explained(&self, case: &Case, answer: &Value, mut differences: Differences) -> Differences {
        let asked = judge::asked(case);
        match self.detail {
            Detail::Full => {
                if let Some(why) = judge::why(case, &self.look) {
                    differences.append_to_first(&why.reason);
                    if differences.picture().height() == 0 {
                        *differences.picture_mut() = why.picture;
                    }
                }
                if differences.picture().height() == 0 {
                    *differences.picture_mut() = judge::board_of(case, answer, &self.look);
                }
                differences.prefix_first(&asked);
                differences
            }
            Detail::Actual => {
                let message = format!("{asked}: the answer {} is wrong", shown(answer));
                Differences::from_message(message).with_picture(judge::answered_board(answer, &self.look))
            }
            Detail::None => Differences::from_message("the answer is wrong"),
        }
    }
}
