//! Runs a program under test in one or two processes. In each process, the program reads one request and
//! writes one answer per line. A process that has ended is restarted.
//!
//! No other part of `grade` starts processes.

use super::answers::exception;
use super::case::Case;
use super::grader::{Remarks, Submission};
use super::suite::Suite;
use super::verdict::{Failure, Reason, SubmittedAnswer};
use crate::arena::process::{Child, Level, Line, Program, Trouble};
use crate::diagnostics::escape::{escape, excerpt};
use crate::notation::plural;
use crate::render::Style;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits for a program under test.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SubmissionLimits {
    /// Time limit for an answer, unless the case sets its own.
    pub answer: Duration,
    /// Time limit for the first start, including the first answer. If the limit for an answer is longer, that
    /// limit applies instead.
    ///
    /// Once a start has led to an answer, each later start has its own limit. This limit is the limit for an answer,
    /// plus half a second, plus twice the time from the most recent such start to its first answer. It never exceeds
    /// the limit for the first start.
    ///
    /// If no earlier start has led to an answer, the limit for the first start applies to a later start as well.
    /// In that case, an additional limit begins once the program has read the question: the limit for an answer
    /// plus half a second.
    pub start: Duration,
    /// Number of consecutive late answers after which no more questions of a suite are asked.
    pub timeouts: u32,
    /// Time limit for all cases together.
    pub total: Duration,
}

impl Default for SubmissionLimits {
    /// Allows 5 seconds per answer, 10 seconds for the first start and answer, 5 consecutive late answers per
    /// suite, and half an hour in total.
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(5),
            start: Duration::from_secs(10),
            timeouts: 5,
            total: Duration::from_secs(1800),
        }
    }
}

/// How long to wait for the exit status of a program that has closed its standard input or output. After a
/// restart, the same time is added to the time limit.
const EXIT_TIME: Duration = Duration::from_millis(500);
/// How long to wait for an overdue answer after sending the program another line or closing its standard input.
const FLUSH_TIME: Duration = Duration::from_millis(300);
/// A program that is waiting for a line is expected to read it within this time.
const READ_TIME: Duration = Duration::from_millis(100);
/// Maximum number of positions in a line that are tried as the start of an answer.
const MAX_STARTS: usize = 16;
/// Time between two checks for an interrupt.
const SLICE: Duration = Duration::from_millis(50);
/// Number of lines to show from the beginning of standard error, and from its end.
const ERROR_LINES: usize = 8;

/// A program under test.
///
/// Hidden cases are sent to a separate process. Otherwise, a program could repeat them in its answers to visible
/// cases, which reports show.
#[derive(Debug)]
pub struct ProgramSubmission {
    visible: Process,
    hidden: Process,
    limits: SubmissionLimits,
    /// The deadline for all cases, set before the first request.
    deadline: Option<Instant>,
    /// Whether a case has no answer because the total time has run out.
    is_out_of_time: bool,
    /// Whether to ask one question at a time, because the program failed to answer several that were sent at once.
    is_alone: bool,
    /// Becomes true when the run must end.
    stop: Arc<AtomicBool>,
}

impl ProgramSubmission {
    /// Creates a program under test. Each process is started when its first case is sent.
    ///
    /// ```
    /// use clowder::arena::process::Program;
    /// use clowder::grade::{AnswerSource, Grader, ProgramSubmission, SubmissionLimits};
    ///
    /// let program = Program::new(["python3", "solution.py"]);
    /// let submission = ProgramSubmission::new(program, SubmissionLimits::default());
    /// let grader = Grader::new(AnswerSource::Submission(Box::new(submission)));
    /// assert_eq!(grader.remarks().sandbox, None, "nothing has been started yet");
    /// ```
    pub fn new(program: Program, limits: SubmissionLimits) -> Self {
        let process = |program| Process {
            program,
            child: None,
            level: None,
            start_time: None,
            timeouts: BTreeMap::new(),
            strays: StrayLines::default(),
            silence: None,
        };
        Self {
            visible: process(program.clone()),
            hidden: process(program),
            limits,
            deadline: None,
            is_out_of_time: false,
            is_alone: false,
            stop: Arc::default(),
        }
    }

    /// Ends the run as soon as `stop` is true, even if the program has not answered the current case.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    fn ask(&mut self, case: &Case, is_sent: bool) -> io::Result<SubmittedAnswer> {
        let total = *self.deadline.get_or_insert_with(|| Instant::now() + self.limits.total);
        let process = if case.is_hidden() { &mut self.hidden } else { &mut self.visible };
        let answer = process.ask(case, is_sent, &Limits { of: &self.limits, total, stop: &self.stop })?;
        self.is_out_of_time |= answer.as_ref().is_err_and(|failure| failure.reason == Reason::TotalTimeout);
        Ok(answer)
    }
}

impl Submission for ProgramSubmission {
    fn answer(&mut self, case: &Case) -> io::Result<SubmittedAnswer> {
        self.ask(case, false)
    }

    /// Writes all questions before reading the first answer. If a question gets no answer, asks it and all
    /// later questions one at a time.
    fn answers(&mut self, cases: &[Case]) -> io::Result<Vec<SubmittedAnswer>> {
        let (mut answers, mut is_sent) = (Vec::new(), false);
        for (index, case) in cases.iter().enumerate() {
            // The first question to a new process is asked alone, because starting takes time.
            if let Some(child) = self.visible.child.as_mut().filter(|_| !is_sent && !self.is_alone) {
                let requests: String = cases[index..].iter().map(|case| case.request() + "\n").collect();
                is_sent = child.write_line(requests.as_bytes(), Instant::now() + self.limits.answer).is_ok();
            }
            let mut answer = self.ask(case, is_sent)?;
            if is_sent && self.visible.child.is_none() {
                (is_sent, self.is_alone) = (false, true);
                answer = self.ask(case, false)?;
            }
            answers.push(answer);
            if self.visible.child.is_none() {
                break;
            }
        }
        Ok(answers)
    }

    fn remarks(&self) -> Remarks {
        let level = self.visible.level.as_ref().or(self.hidden.level.as_ref());
        let total = self.limits.total.as_millis();
        Remarks {
            sandbox: level.filter(|level| !level.is_full()).map(ToString::to_string),
            // Lines from the process for hidden cases are omitted, because they may reveal those cases.
            notes: self.visible.strays.notes(),
            ended_early: self.is_out_of_time.then(|| format!("the total time of {total} ms was over")),
            silent: match (&self.visible, &self.hidden) {
                (Process { start_time: None, silence: Some(why), .. }, Process { start_time: None, .. }) => {
                    Some(why.clone())
                }
                (Process { level: None, .. }, Process { start_time: None, silence: Some(_), .. }) => {
                    Some("there is no answer to the hidden cases".to_owned())
                }
                _ => None,
            },
        }
    }
}

/// Limits for one request.
struct Limits<'a> {
    of: &'a SubmissionLimits,
    /// The deadline for all cases.
    total: Instant,
    stop: &'a AtomicBool,
}

/// Why there is no answer.
enum Problem {
    /// The answer came too late.
    Late,
    /// The program has ended, or has closed its standard input or output.
    Closed,
    /// The program wrote a line that is too long.
    LongLine,
    /// The time for the whole run has run out.
    TotalTimeout,
}

/// One process of a program under test, restarted if it ends.
#[derive(Debug)]
struct Process {
    program: Program,
    child: Option<Child>,
    /// Sandbox level of the last start.
    level: Option<Level>,
    /// Time from the most recent start that led to an answer until that answer. `None` before the first answer.
    start_time: Option<Duration>,
    /// For each suite, the number of timeouts since the last answer to one of its cases.
    timeouts: BTreeMap<Suite, u32>,
    /// Lines that preceded an answer without being answers themselves.
    strays: StrayLines,
    /// Why the program has never answered, or `None` if it has.
    silence: Option<String>,
}

impl Process {
    /// Returns the answer to a case, or why there is none. If `is_sent` is true, the question has already been sent.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    fn ask(&mut self, case: &Case, is_sent: bool, limits: &Limits<'_>) -> io::Result<SubmittedAnswer> {
        if let Some(failure) = self.refusal(case.suite(), limits) {
            return Ok(Err(failure));
        }
        let mut limit = case.settings.timeout.unwrap_or(limits.of.answer);
        let start = Instant::now();
        let is_first = self.child.is_none();
        // This limit begins once the program has read the question. Only a restart has this limit, and only
        // if no earlier start has led to an answer.
        let mut after_start = None;
        let mut child = if let Some(mut child) = self.child.take() {
            // Messages about earlier cases would not explain a failure in the current case.
            drop(child.take_errors());
            child
        } else {
            // The first start may be slow because the operating system loads the program from disk.
            let is_restart = self.level.is_some();
            after_start = (is_restart && self.start_time.is_none()).then_some(limit + EXIT_TIME);
            limit = limit.max(match self.start_time {
                None => limits.of.start,
                Some(time) => (limit + 2 * time + EXIT_TIME).min(limits.of.start.max(limit)),
            });
            let child = self.program.spawn().map_err(io::Error::other)?;
            self.level = Some(child.level().clone());
            child
        };
        let mut strays = StrayLines::default();
        let request = if is_sent { String::new() } else { case.request() + "\n" };
        Ok(match exchange(&mut child, (case.id(), &request), limit, after_start, limits, &mut strays) {
            Ok(reply) => {
                if is_first {
                    self.start_time = Some(start.elapsed());
                }
                self.timeouts.remove(&case.suite());
                self.strays.extend(strays);
                self.child = Some(child);
                reply
            }
            Err(problem) => {
                if matches!(problem, Problem::Late) {
                    *self.timeouts.entry(case.suite()).or_default() += 1;
                    if child.has_read_everything() {
                        limit = after_start.unwrap_or(limit).min(limit);
                    }
                }
                let failure = end(&mut child, &problem, limit, case, &strays);
                if self.start_time.is_none() {
                    self.silence.get_or_insert_with(|| cause(&failure));
                }
                Err(failure)
            }
        })
    }

    /// Explains why the program is no longer asked about a suite, or returns `None` if it still is.
    fn refusal(&self, suite: Suite, limits: &Limits<'_>) -> Option<Failure> {
        if Instant::now() >= limits.total {
            let total = limits.of.total.as_millis();
            let message = format!("the program was not asked, because the total time of {total} ms was over");
            return Some(Failure::new(Reason::TotalTimeout, message));
        }
        let timeouts = self.timeouts.get(&suite).copied().unwrap_or(0);
        (timeouts >= limits.of.timeouts).then(|| {
            let message = format!(
                "the program was not asked, because {} for the suite `{suite}` came too late",
                plural(timeouts as usize, "consecutive answer")
            );
            Failure::new(Reason::GivenUp, message)
        })
    }
}

/// Lines that a program wrote instead of an answer.
#[derive(Debug, Default)]
struct StrayLines {
    count: usize,
    /// The beginning of the first line.
    first: String,
    /// The beginning of the last line.
    last: String,
    /// Number of answers preceded by other text on the same line.
    late_starts: usize,
}

impl StrayLines {
    fn add(&mut self, line: Line<'_>) {
        self.count += 1;
        let cut = if line.cut { "…" } else { "" };
        self.last = beginning(line.bytes) + cut;
        if self.count == 1 {
            self.first.clone_from(&self.last);
        }
    }

    fn extend(&mut self, more: Self) {
        if self.count == 0 {
            self.first = more.first;
        }
        self.count += more.count;
        self.late_starts += more.late_starts;
    }

    /// Describes the stray lines in a clause that can be appended to a message.
    fn description(&self) -> String {
        let Self { count, last, .. } = self;
        match count {
            0 => String::new(),
            1 => format!("; it wrote 1 line that does not answer this case: `{last}`"),
            _ => format!(
                "; it wrote {count} lines that do not answer this case; the last of these lines is `{last}`"
            ),
        }
    }

    /// Returns remarks about ignored lines, and about answers preceded by other text.
    fn notes(&self) -> Vec<String> {
        let answers = (self.late_starts > 0).then(|| {
            let answers = plural(self.late_starts, "answer");
            format!(
                "{answers} came at the end of a line with other text. Write messages for debugging to standard error."
            )
        });
        let lines = plural(self.count, "line");
        let (verb, object) =
            if self.count == 1 { ("was", "The line is") } else { ("were", "The first line is") };
        let ignored = (self.count > 0).then(|| {
            format!(
                "{lines} on standard output {verb} ignored, because only answers belong there. {object} `{}`. Write messages for debugging to standard error.",
                self.first
            )
        });
        ignored.into_iter().chain(answers).collect()
    }
}

/// Returns the beginning of a line, escaped.
fn beginning(line: &[u8]) -> String {
    excerpt(&String::from_utf8_lossy(&line[..line.len().min(400)]), 100)
}

/// Describes an incomplete last line of output in a clause that can be appended to a message. Because an
/// answer needs its line break, such a line may explain a missing answer. Returns an empty string if the last
/// line is complete.
fn unfinished(child: &Child) -> String {
    match child.unfinished_line() {
        [] => String::new(),
        line => format!("; it wrote a line without a line break: `{}`", beginning(line)),
    }
}

/// Sends a request, and reads lines until one answers the request.
fn exchange(
    child: &mut Child,
    (id, request): (u32, &str),
    limit: Duration,
    mut after_start: Option<Duration>,
    limits: &Limits<'_>,
    strays: &mut StrayLines,
) -> Result<SubmittedAnswer, Problem> {
    let mut deadline = (Instant::now() + limit).min(limits.total);
    let late = || if Instant::now() >= limits.total { Problem::TotalTimeout } else { Problem::Late };
    let problem = |trouble| if trouble == Trouble::Late { late() } else { Problem::Closed };
    child.write_line(request.as_bytes(), deadline).map_err(problem)?;
    while Instant::now() < deadline && !limits.stop.load(Ordering::Relaxed) {
        match child.read_line(deadline.min(Instant::now() + SLICE)) {
            Ok(line) if line.cut => {
                strays.add(line);
                return Err(Problem::LongLine);
            }
            Ok(line) => match reply_to(id, line) {
                Some((reply, is_first)) => {
                    strays.late_starts += usize::from(!is_first);
                    return Ok(reply);
                }
                None => strays.add(line),
            },
            Err(Trouble::Late) => {}
            Err(Trouble::Closed) => return Err(Problem::Closed),
        }
        if child.has_read_everything()
            && let Some(left) = after_start.take()
        {
            deadline = deadline.min(Instant::now() + left);
        }
    }
    Err(late())
}

/// Returns the reply at the end of a line, and whether the line contains nothing else. If the line does not
/// answer the case, returns `None`.
fn reply_to(id: u32, line: Line<'_>) -> Option<(SubmittedAnswer, bool)> {
    let starts = line.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'{').take(MAX_STARTS);
    starts.into_iter().find_map(|(start, _)| {
        let (before, object) = line.bytes.split_at(start);
        Some((reply(id, object)?, before.iter().all(u8::is_ascii_whitespace)))
    })
}

/// Returns the reply in a JSON object, or `None` if the object does not answer this case.
fn reply(id: u32, object: &[u8]) -> Option<SubmittedAnswer> {
    let mut members: Map<String, Value> = serde_json::from_slice(object).ok()?;
    if members.get("id")?.as_u64()? != u64::from(id) {
        return None;
    }
    if let Some(answer) = members.remove("answer") {
        return Some(Ok(answer));
    }
    let error = members.remove("error")?;
    Some(Err(exception(&error.as_str().map_or_else(|| error.to_string(), str::to_owned))))
}

/// Counts the answers to a case that arrive within [`FLUSH_TIME`], up to `maximum`.
fn late_answers(child: &mut Child, id: u32, maximum: usize) -> usize {
    let (deadline, mut count) = (Instant::now() + FLUSH_TIME, 0);
    while count < maximum
        && let Ok(line) = child.read_line(deadline)
    {
        count += usize::from(reply_to(id, line).is_some());
    }
    count
}

/// Sends the question again to find out why a program waits for more input instead of answering. If an answer
/// follows, or if closing the input produces only one answer, a part of the program besides the harness has
/// read one of the two questions. If closing the input produces two answers, the program had not flushed them.
fn advice(child: &mut Child, case: &Case) -> Option<&'static str> {
    const INPUT: &str = "the answer came after more input, so a part of the program besides the harness reads standard \
        input, for example with `Scanner` or `input()`; a solution must not do that";
    let copy = format!("{}\n", case.request());
    let deadline = Instant::now() + READ_TIME;
    if !child.has_read_everything() || child.write_line(copy.as_bytes(), deadline).is_err() {
        return None;
    }
    while !child.has_read_everything() {
        if Instant::now() >= deadline {
            return None;
        }
        std::thread::sleep(READ_TIME / 20);
    }
    if late_answers(child, case.id(), 1) > 0 {
        return Some(INPUT);
    }
    child.close_input();
    match late_answers(child, case.id(), 2) {
        0 => None,
        1 => Some(INPUT),
        _ => Some(
            "the answer came when standard input was closed, so the program must flush its output after each answer, \
             and must not wait for the end of its input",
        ),
    }
}

/// Returns the line of standard error that probably explains why a program does not run. Prefers the last
/// line that mentions an error or an exception, and falls back to the very last line.
fn cause(failure: &Failure) -> String {
    let text = failure.differences.picture.text();
    let mut lines = text.lines().filter_map(|line| Some(line.strip_prefix("stderr: ")?.trim()));
    let last = lines.clone().next_back();
    let named = lines.rfind(|line| line.contains("Error") || line.contains("Exception"));
    named.or(last).map_or_else(|| failure.to_string(), |line| excerpt(line, 200))
}

/// Ends a program that did not answer, and describes how it ended.
fn end(child: &mut Child, problem: &Problem, limit: Duration, case: &Case, strays: &StrayLines) -> Failure {
    let wrote = strays.description() + &unfinished(child);
    let limit = limit.as_millis();
    let (reason, message) = match problem {
        Problem::Late => {
            let more = advice(child, case).map_or(wrote, |advice| format!("; {advice}"));
            (Reason::Timeout, format!("no answer within {limit} ms{more}"))
        }
        Problem::TotalTimeout => {
            (Reason::TotalTimeout, format!("the total time was over before the program answered{wrote}"))
        }
        Problem::LongLine => (
            Reason::Crash,
            format!("the program was stopped, because a line of its output is too long{wrote}"),
        ),
        Problem::Closed => {
            let exit = child.exit_by(Instant::now() + EXIT_TIME);
            let ended = exit.map_or_else(
                || "the program closed its standard input or output before it answered".to_owned(),
                |exit| format!("the program ended without an answer: {exit}"),
            );
            (Reason::Crash, ended + &wrote)
        }
    };
    let errors = child.error_tail();
    child.kill();
    let mut failure = Failure::new(reason, message);
    for line in head_and_tail(&errors) {
        failure.differences.picture.line().put(format!("stderr: {line}"), Style::FAINT);
    }
    failure
}

/// Returns the first and the last lines of a text, escaped. These lines usually include an exception, if one
/// was reported.
fn head_and_tail(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|line| escape(line).into_owned()).collect();
    if lines.len() > 2 * ERROR_LINES + 1 {
        let left_out = ERROR_LINES..lines.len() - ERROR_LINES;
        let remark = format!("[{} left out]", plural(left_out.len(), "line"));
        lines.splice(left_out, [remark]);
    }
    lines
}
