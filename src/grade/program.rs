//! A program under test. It is started once, reads one request per line, writes one answer per line, and is started
//! again if it ends.
//!
//! This is the only part of `grade` that starts processes.

use super::case::Case;
use super::difference::Differences;
use super::grader::{Answer, Submission, SubmissionError};
use super::verdict::{Failure, Reason};
use crate::arena::process::{Child, Level, Line, Program, Trouble};
use crate::diagnostics::escape::{escape, excerpt};
use crate::render::Style;
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// The limits for a program under test.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SubmissionLimits {
    /// The time limit for an answer.
    pub answer: Duration,
    /// The time limit for the start and the first answer after it. If the limit for an answer is longer, that limit
    /// applies.
    pub start: Duration,
    /// The number of consecutive failures after which the program is not asked any more.
    pub failures: u32,
}

impl Default for SubmissionLimits {
    /// Returns 5 seconds for an answer, 10 seconds for the first answer, and 10 failures.
    fn default() -> Self {
        Self { answer: Duration::from_secs(5), start: Duration::from_secs(10), failures: 10 }
    }
}

/// The time in which a program must exit after it has closed its pipe.
const EXIT_TIME: Duration = Duration::from_millis(500);
/// The number of lines of standard error that are shown.
const ERROR_LINES: usize = 12;

/// A program under test.
///
/// The hidden cases are sent to a separate process of the program, so that nothing it learns from them can affect its
/// answers to the visible cases.
#[derive(Debug)]
pub struct ProgramSubmission {
    visible: Process,
    hidden: Process,
}

impl ProgramSubmission {
    /// Creates a program under test. Its processes are started when the first cases are sent to them.
    ///
    /// ```
    /// use clowder::arena::process::Program;
    /// use clowder::grade::{Grader, ProgramSubmission, Source, SubmissionLimits};
    ///
    /// let program = Program::new(["python3", "solution.py"]);
    /// let submission = ProgramSubmission::new(program, SubmissionLimits::default());
    /// let grader = Grader::new(Source::Submission(Box::new(submission)));
    /// assert_eq!(grader.sandbox(), None, "nothing has been started yet");
    /// ```
    pub fn new(program: Program, limits: SubmissionLimits) -> Self {
        let process = |program| Process { program, limits, child: None, level: None, failures: 0 };
        Self { visible: process(program.clone()), hidden: process(program) }
    }
}

impl Submission for ProgramSubmission {
    fn answer(&mut self, case: &Case) -> Result<Answer, SubmissionError> {
        let process = if case.is_hidden() { &mut self.hidden } else { &mut self.visible };
        process.ask(case.number(), &case.request())
    }

    fn sandbox(&self) -> Option<String> {
        let level = self.visible.level.as_ref().or(self.hidden.level.as_ref());
        level.filter(|level| !level.is_full()).map(ToString::to_string)
    }
}

/// One process of a program under test, which is started again if it ends.
#[derive(Debug)]
struct Process {
    program: Program,
    limits: SubmissionLimits,
    child: Option<Child>,
    /// The sandbox level of the last start.
    level: Option<Level>,
    /// The number of failures since the last answer.
    failures: u32,
}

impl Process {
    /// Returns the answer to the request of a case, or the reason why there is none.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    fn ask(&mut self, number: usize, request: &str) -> Result<Answer, SubmissionError> {
        if self.failures >= self.limits.failures {
            let message =
                format!("the program was not asked, because it has failed {} times in a row", self.failures);
            return Ok(Err(Failure::new(Reason::GivenUp, message)));
        }
        let mut limit = self.limits.answer;
        let mut child = if let Some(child) = self.child.take() {
            child
        } else {
            limit = limit.max(self.limits.start);
            let child = self.program.spawn().map_err(SubmissionError::new)?;
            self.level = Some(child.level().clone());
            child
        };
        let mut strays = StrayLines::default();
        Ok(match exchange(&mut child, number, request, limit, &mut strays) {
            Ok(answer) => {
                self.failures = 0;
                self.child = Some(child);
                Ok(answer)
            }
            Err(trouble) => {
                self.failures += 1;
                Err(end(&mut child, trouble, limit, &strays))
            }
        })
    }
}

/// The lines that a program wrote instead of an answer.
#[derive(Debug, Default)]
struct StrayLines {
    count: usize,
    /// The beginning of the last line.
    last: String,
}

impl StrayLines {
    fn add(&mut self, line: Line<'_>) {
        self.count += 1;
        let cut = if line.cut { "…" } else { "" };
        self.last = beginning(line.bytes) + cut;
    }

    /// Describes the lines for the end of a message.
    fn description(&self) -> String {
        match self.count {
            0 => String::new(),
            1 => format!("; it wrote 1 line that does not answer this case: `{}`", self.last),
            count => {
                format!(
                    "; it wrote {count} lines that do not answer this case, the last being `{}`",
                    self.last
                )
            }
        }
    }
}

/// Returns the beginning of a line, escaped.
fn beginning(line: &[u8]) -> String {
    excerpt(&String::from_utf8_lossy(&line[..line.len().min(400)]), 100)
}

/// Describes a line without a line break for the end of a message. An answer in such a line does not count.
fn unfinished(child: &Child) -> String {
    match child.unfinished_line() {
        [] => String::new(),
        line => format!("; it wrote a line without a line break: `{}`", beginning(line)),
    }
}

/// Sends a request and reads lines until one of them answers it.
fn exchange(
    child: &mut Child,
    number: usize,
    request: &str,
    limit: Duration,
    strays: &mut StrayLines,
) -> Result<Value, Trouble> {
    let deadline = Instant::now() + limit;
    child.write_line(format!("{request}\n").as_bytes(), deadline)?;
    while Instant::now() < deadline {
        let line = child.read_line(deadline)?;
        match answer_to(number, line) {
            Some(answer) => return Ok(answer),
            None => strays.add(line),
        }
    }
    Err(Trouble::Late)
}

/// Returns the answer in a line, or `None` if the line does not answer this case.
fn answer_to(number: usize, line: Line<'_>) -> Option<Value> {
    if line.cut {
        return None;
    }
    let mut members: Map<String, Value> = serde_json::from_slice(line.bytes).ok()?;
    let id = members.get("id")?.as_u64()?;
    members.remove("answer").filter(|_| id == number as u64)
}

/// Ends a program that did not answer, and describes how it ended.
fn end(child: &mut Child, trouble: Trouble, limit: Duration, strays: &StrayLines) -> Failure {
    let wrote = strays.description() + &unfinished(child);
    let (reason, message) = match trouble {
        Trouble::Late => (Reason::Timeout, format!("no answer within {} ms{wrote}", limit.as_millis())),
        Trouble::Closed => {
            let exit = child.exit_by(Instant::now() + EXIT_TIME);
            let exit = exit.map_or_else(|| "it closed its pipe".to_owned(), |exit| exit.to_string());
            (Reason::Crash, format!("the program ended without an answer: {exit}{wrote}"))
        }
    };
    let errors = child.error_tail();
    child.kill();
    let mut differences = Differences::from_message(message);
    let lines: Vec<&str> = errors.lines().collect();
    for line in &lines[lines.len().saturating_sub(ERROR_LINES)..] {
        differences.picture_mut().line().put(format!("stderr: {}", escape(line)), Style::FAINT);
    }
    Failure::from_differences(reason, differences)
}
