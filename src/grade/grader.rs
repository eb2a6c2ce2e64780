//! The grader, which reads cases, gets their answers and judges them.

use super::answers::{Answers, LineDiagnostics};
use super::case::{Case, CaseError, Ids};
use super::diagnosis::{Cause, Diagnosis, Symptom};
use super::difference::{Differences, shown};
use super::judge::{self, check_case, judge};
use super::lines::Line;
use super::points::Points;
use super::reference;
use super::suite::Suite;
use super::verdict::{Failure, Reason, SubmittedAnswer, Verdict};
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::random::{Random, Seed};
use crate::render::Look;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::io;
use std::time::{Duration, Instant};

/// How much a report shows about a failed case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// The question, the expected answer, the actual answer, and the reason for the expected answer.
    #[default]
    Full,
    /// The question, the actual answer, and the broken rule.
    Rule,
    /// The question and the actual answer.
    Actual,
    /// Only the fact that the case failed.
    None,
}

/// A source of answers to be graded, such as a student's program.
///
/// Any function or closure that takes a case and returns a [`SubmittedAnswer`] is a submission. With the
/// feature `arena`, so is a program in a separate process.
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
    /// # Errors
    /// Returns an error if the submission can no longer answer. After an error, the submission is not asked
    /// again.
    fn answer(&mut self, case: &Case) -> io::Result<SubmittedAnswer>;

    /// Answers several cases, which the submission may receive all at once. The result may be shorter than
    /// `cases`, because the submission may stop after an unanswered case.
    ///
    /// # Errors
    /// Returns an error if the submission can no longer answer. After an error, the submission is not asked
    /// again.
    fn answers(&mut self, cases: &[Case]) -> io::Result<Vec<SubmittedAnswer>> {
        cases.iter().map(|case| self.answer(case)).collect()
    }

    /// Returns remarks about the submission and its run.
    fn remarks(&self) -> Remarks {
        Remarks::default()
    }
}

/// Remarks about a submission and its run, which reveal nothing about hidden cases.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Remarks {
    /// Which promises of the sandbox do not hold. `None` if all of them hold, or if the submission has not been
    /// started.
    pub sandbox: Option<String>,
    /// Sentences for the end of a report.
    pub notes: Vec<String>,
    /// Why the run ended early, or `None` if it did not.
    pub ended_early: Option<String>,
    /// Why the submission never answered a question. `None` if it has answered one, or if it was never asked.
    pub silent: Option<String>,
}

impl<F: FnMut(&Case) -> SubmittedAnswer + Send> Submission for F {
    fn answer(&mut self, case: &Case) -> io::Result<SubmittedAnswer> {
        Ok(self(case))
    }
}

/// The source of the answers.
#[non_exhaustive]
pub enum AnswerSource {
    /// The answers are computed by clowder.
    Reference {
        /// Seed for choosing one of several correct answers.
        seed: Seed,
    },
    /// The answers are read from a file.
    Answers(Answers),
    /// The answers are given by a submission, one case after the other.
    Submission(Box<dyn Submission>),
}

/// The result of grading one line of a cases file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Graded {
    /// The verdict on the case.
    pub verdict: Verdict,
    /// The errors in the line, or the reason why the case cannot be judged.
    pub diagnostics: Diagnostics,
    /// The case, unless the line has errors.
    case: Option<Case>,
    /// What the answer reveals about the program. `None` if the case is hidden, if its answers are random, or if the
    /// program did not answer.
    symptom: Option<Symptom>,
}

/// Grades a submission case by case.
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
pub struct Grader {
    source: AnswerSource,
    judge: Judge,
    points: Points,
    /// Number of lines graded so far.
    count: usize,
    ids: Ids,
    outcomes: Outcomes,
    /// Why the submission cannot answer at all, or `None` if it can.
    problem: Option<String>,
    diagnosis: Diagnosis,
}

impl Grader {
    /// Creates a grader with a source of answers.
    pub fn new(source: AnswerSource) -> Self {
        let seed = if let AnswerSource::Reference { seed } = source { seed } else { Seed::default() };
        Self {
            source,
            judge: Judge { look: Look::PIPE, detail: Detail::Full, parts: false, seed },
            points: Points::default(),
            count: 0,
            ids: Ids::default(),
            outcomes: Outcomes::default(),
            problem: None,
            diagnosis: Diagnosis::default(),
        }
    }

    /// Sets how much a report shows about a failed case.
    pub const fn with_detail(mut self, detail: Detail) -> Self {
        self.judge.detail = detail;
        self
    }

    /// Sets whether each part of a state earns a share of the case's points.
    pub const fn with_parts(mut self, parts: bool) -> Self {
        self.judge.parts = parts;
        self
    }

    /// Sets the points and other settings of the suites. Each case is completed with the settings of its suite,
    /// except for the points.
    pub fn with_points(self, points: Points) -> Self {
        Self { points, ..self }
    }

    /// Sets how to draw pictures for failed cases.
    pub const fn with_look(mut self, look: Look) -> Self {
        self.judge.look = look;
        self
    }

    /// Reads the case in a line, gets its answer and judges it.
    ///
    /// # Errors
    /// Returns an error if the submission cannot answer at all.
    pub fn grade(&mut self, line: &Line) -> io::Result<Graded> {
        self.count += 1;
        let mut line = CaseLine::read(self.count, line, &self.points);
        if let Ok(case) = &mut line.case {
            case.set_id(self.ids.next_free(case.id()));
        }
        self.ask(&mut line);
        if let Some(problem) = &self.problem {
            return Err(io::Error::other(problem.clone()));
        }
        let graded = self.judge.judge(line);
        self.record(&graded);
        Ok(graded)
    }

    /// Gets the answer to a case from the answers file or the submission, unless clowder computes the answers.
    /// Skips the case if it depends on a suite or another case that did not pass.
    pub(crate) fn ask(&mut self, line: &mut CaseLine) {
        let Ok(case) = &line.case else { return };
        line.answer = match (self.outcomes.failed_dependency(case), &mut self.source) {
            (Some(failure), _) => Some(Err(failure)),
            (None, AnswerSource::Reference { .. }) => None,
            (None, AnswerSource::Answers(answers)) => Some(answers.take(case.id())),
            (None, AnswerSource::Submission(submission)) => {
                let start = Instant::now();
                let problem = self.problem.clone().map_or(Ok(()), |problem| Err(io::Error::other(problem)));
                let answer = problem.and_then(|()| submission.answer(case)).unwrap_or_else(|error| {
                    let problem = self.problem.insert(error.to_string());
                    Err(Failure::new(Reason::NotStarted, escape(problem)))
                });
                line.duration = Some(start.elapsed());
                Some(answer)
            }
        };
    }

    /// Why the submission cannot answer at all, or `None` if it can.
    #[cfg(feature = "cli")]
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Stores the result of a case, which the diagnosis and dependent cases need.
    pub(crate) fn record(&mut self, graded: &Graded) {
        if let (Some(case), Some(symptom)) = (&graded.case, &graded.symptom) {
            self.diagnosis.record(case.suite(), symptom);
        }
        if let Some(case) = graded.case.as_ref().filter(|_| !graded.verdict.has_passed) {
            self.outcomes.add(case);
        }
    }

    /// Returns one [`Cause`] for each suite in which at least one answer to a visible case was wrong.
    pub fn causes(&self) -> Vec<Cause> {
        self.diagnosis.causes()
    }

    /// Returns the judge, which many threads can share.
    pub(crate) const fn judge(&self) -> Judge {
        self.judge
    }

    /// Returns remarks about the submission and its run.
    pub fn remarks(&self) -> Remarks {
        if let AnswerSource::Submission(submission) = &self.source {
            submission.remarks()
        } else {
            Remarks::default()
        }
    }

    /// If the answers come from a file, returns an error for each answer that belongs to no case.
    pub fn unused_answers(&self) -> Vec<LineDiagnostics> {
        if let AnswerSource::Answers(answers) = &self.source {
            answers.unused().collect()
        } else {
            Vec::new()
        }
    }
}

/// The names and suites of all cases that failed or were skipped. Cases that depend on one of these names or
/// suites are skipped.
#[derive(Default)]
struct Outcomes {
    suites: BTreeSet<Suite>,
    names: HashSet<String>,
    /// The names of hidden cases that failed or were skipped. Messages do not show these names.
    hidden: HashSet<String>,
}

impl Outcomes {
    fn add(&mut self, case: &Case) {
        self.suites.insert(case.suite());
        let names = if case.is_hidden() { &mut self.hidden } else { &mut self.names };
        names.extend(case.name().map(str::to_owned));
    }

    /// Returns the reason for skipping a case if it depends on a suite or another case that did not pass. A suite
    /// counts as passed if all of its cases graded so far have passed.
    fn failed_dependency(&self, case: &Case) -> Option<Failure> {
        let what = case.settings.depends.iter().find_map(|name| {
            if name.parse().is_ok_and(|suite: Suite| self.suites.contains(&suite)) {
                Some(format!("the suite `{name}`"))
            } else if self.names.contains(name) {
                Some(format!("the case `{}`", excerpt(name, 100)))
            } else {
                self.hidden.contains(name).then(|| "a hidden case".to_owned())
            }
        })?;
        Some(Failure::new(Reason::Skipped, format!("skipped, because {what} did not pass")))
    }
}

/// The case on one line of a cases file, and its answer.
#[derive(Debug)]
pub(crate) struct CaseLine {
    number: usize,
    /// Number of bytes in the line.
    length: usize,
    /// The case, or the errors in the line.
    pub(crate) case: Result<Case, Diagnostics>,
    /// The answer, or `None` if clowder will compute it.
    answer: Option<SubmittedAnswer>,
    /// Time taken by the submission to answer.
    duration: Option<Duration>,
}

impl CaseLine {
    /// Reads the case in a line, and applies the settings of its suite.
    pub(crate) fn read(number: usize, line: &Line, points: &Points) -> Self {
        let text = line.text.as_ref().map_err(Clone::clone);
        let mut case = text.and_then(|text| Case::read(number, text));
        if let Ok(case) = &mut case {
            points.complete(case);
        }
        let length = line.text.as_ref().map_or(0, String::len);
        Self { number, length, case, answer: None, duration: None }
    }

    pub(crate) fn with_id(mut self, id: u32) -> Self {
        if let Ok(case) = &mut self.case {
            case.set_id(id);
        }
        self
    }

    /// Returns the case, or the errors if it cannot be read or judged.
    #[cfg(feature = "cli")]
    pub(crate) fn checked(self) -> Result<Case, Diagnostics> {
        let case = self.case?;
        match check_case(&case) {
            Ok(()) => Ok(case),
            Err(error) => Err(no_answer(&case, self.length, not_judged(&error)).into()),
        }
    }
}

fn not_judged(error: &CaseError) -> String {
    format!("the case cannot be judged: {}", escape(&error.to_string()))
}

fn no_answer(case: &Case, length: usize, message: String) -> Diagnostic {
    let message = if case.is_hidden() { "the hidden case cannot be judged".to_owned() } else { message };
    Diagnostic::new(&codes::grade::CASE_NO_ANSWER, Span::new(0, length), message)
}

/// Judges each answer independently of all other cases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    look: Look,
    detail: Detail,
    parts: bool,
    /// Seed for the answers computed by clowder.
    seed: Seed,
}

impl Judge {
    /// Judges the answer to a case. If the line has no answer, clowder first computes one.
    pub(crate) fn judge(&self, line: CaseLine) -> Graded {
        let case = match line.case {
            Ok(case) => case,
            Err(diagnostics) => {
                return Graded {
                    verdict: Verdict::broken(line.number),
                    diagnostics,
                    case: None,
                    symptom: None,
                };
            }
        };
        let is_diagnosed = line.answer.is_some() && !case.is_hidden() && !case.suite().is_random();
        let answer = line.answer.unwrap_or_else(|| self.reference_answer(&case));
        let answer = answer.map_err(|failure| self.unanswered(&case, failure));
        let mut symptom = None;
        let result = answer.and_then(|answer| {
            let result = self.compare(&case, &answer);
            symptom = is_diagnosed.then(|| Symptom::new(&case, &answer, result.is_ok()));
            result
        });
        let broken = result.as_ref().err().filter(|failure| failure.reason == Reason::Broken);
        let diagnostics = broken.map(|failure| no_answer(&case, line.length, failure.to_string()));
        let diagnostics = diagnostics.into_iter().collect();
        Graded {
            verdict: Verdict::new(&case, result).with_duration(line.duration),
            diagnostics,
            case: Some(case),
            symptom,
        }
    }

    fn reference_answer(&self, case: &Case) -> SubmittedAnswer {
        let mut random = Random::stream(self.seed, case.number() as u64);
        reference::answer(case, &mut random).map_err(|error| {
            let reason = if case.expect().is_some() { Reason::Missing } else { Reason::Broken };
            Failure::new(reason, format!("the rules give no answer: {}", escape(&error.to_string())))
        })
    }

    fn compare(&self, case: &Case, answer: &Value) -> Result<(), Failure> {
        let differences = judge(case, answer, &self.look)
            .map_err(|error| Failure::new(Reason::Broken, not_judged(&error)))?;
        if differences.is_empty() {
            return Ok(());
        }
        let parts = differences.parts.filter(|_| self.parts);
        let mut differences = Differences { parts, ..self.explained(case, answer, differences) };
        if let Some([right, all]) = parts {
            differences
                .push(format!("{right} of {all} parts {} right", if right == 1 { "is" } else { "are" }));
        }
        Err(Failure { reason: Reason::Wrong, differences })
    }

    /// Completes the explanation of a missing answer by adding the question. If the report shows no details,
    /// replaces the program's message and output with a general message instead.
    fn unanswered(&self, case: &Case, mut failure: Failure) -> Failure {
        let plain = match failure.reason {
            Reason::Timeout => "no answer within the time limit",
            Reason::Crash => "the program ended without an answer",
            Reason::Exception => "the program reports an exception",
            _ => return failure,
        };
        if self.detail == Detail::None {
            return Failure::new(failure.reason, plain);
        }
        failure.differences.complete_first(&judge::asked(case), "");
        failure
    }

    /// Depending on the [`Detail`], either adds the question and the reason to the differences, or removes
    /// the expected answer.
    fn explained(&self, case: &Case, answer: &Value, mut differences: Differences) -> Differences {
        let asked = judge::asked(case);
        match self.detail {
            Detail::Full => {
                let why = judge::why(case, &self.look).unwrap_or_default();
                differences.complete_first(&asked, &why.reason);
                if differences.picture.is_empty() {
                    differences.picture = why.picture;
                }
                if differences.picture.is_empty() {
                    differences.picture = judge::board_of(case, answer, &self.look);
                }
                differences
            }
            Detail::Rule | Detail::Actual => {
                let message = format!("{asked}: the answer {} is wrong", shown(answer));
                let picture = judge::answered_board(answer, &self.look);
                let mut shown = Differences { picture, ..Differences::from_message(message) };
                if self.detail == Detail::Rule {
                    shown.push(judge::broken_rule(case, &differences));
                }
                shown
            }
            Detail::None => Differences::from_message("the answer is wrong"),
        }
    }
}

/// Explains why an answer is wrong or missing: the question, the differences, the reason for the correct
/// answer, and a picture. Returns `None` if the answer is correct.
pub(super) fn failure(case: &Case, answer: SubmittedAnswer, look: Look) -> Option<Failure> {
    let judge = Judge { look, detail: Detail::Full, parts: false, seed: Seed::default() };
    let answer = answer.map_err(|failure| judge.unanswered(case, failure));
    answer.and_then(|answer| judge.compare(case, &answer)).err()
}
