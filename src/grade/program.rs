//! A program under test: started once, one request line in, one answer line out, started again when it has died.

use super::difference::Differences;
use super::verdict::{Failure, Reason};
use super::{Answer, Submission, SubmissionError};
use crate::arena::process::{Child, Level, Line, Program, Trouble};
use crate::diagnostics::escape::{escape, excerpt};
use crate::render::Style;
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// How long a program may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For an answer.
    pub answer: Duration,
    /// For the first answer after a start, the start included.
    pub start: Duration,
    /// Failures one after the other, without any answer, after which it is not asked any more.
    pub failures: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { answer: Duration::from_secs(5), start: Duration::from_secs(10), failures: 10 }
    }
}

/// Time for a program that has closed its pipe to end.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Lines of standard error shown.
const TAIL: usize = 12;

/// A program under test.
#[derive(Debug)]
pub struct Examinee {
    program: Program,
    patience: Patience,
    child: Option<Child>,
    /// How well it was shut in when it was started last.
    level: Option<Level>,
    /// Failures since the last answer.
    failures: u32,
}

/// What came instead of an answer.
#[derive(Debug, Default)]
struct Noise {
    lines: usize,
    last: String,
}

impl Noise {
    fn add(&mut self, line: Line<'_>) {
        self.lines += 1;
        let cut = if line.cut { "…" } else { "" };
        self.last = beginning(line.bytes) + cut;
    }

    fn told(&self) -> String {
        match self.lines {
            0 => String::new(),
            1 => format!("; it wrote a line that is no answer to this case: `{}`", self.last),
            lines => {
                format!("; it wrote {lines} lines that are no answer to this case, last `{}`", self.last)
            }
        }
    }
}

/// The beginning of a line, fit to be shown.
fn beginning(line: &[u8]) -> String {
    excerpt(&String::from_utf8_lossy(&line[..line.len().min(400)]), 100)
}

/// Says that a line was begun: an answer in it was not taken.
fn unfinished(child: &Child) -> String {
    match child.unfinished_line() {
        [] => String::new(),
        line => format!("; it wrote a line that has no line end: `{}`", beginning(line)),
    }
}

impl Examinee {
    /// A program that is started when it is first asked.
    pub const fn new(program: Program, patience: Patience) -> Self {
        Self { program, patience, child: None, level: None, failures: 0 }
    }
}

impl Submission for Examinee {
    fn sandbox(&self) -> Option<String> {
        self.level.as_ref().map(Level::to_string)
    }

    fn ask(&mut self, number: usize, request: &str) -> Result<Answer, SubmissionError> {
        if self.failures >= self.patience.failures {
            let line = format!("not asked: the program has failed {} times in a row", self.failures);
            return Ok(Err(Failure::new(Reason::GivenUp, line)));
        }
        let mut limit = self.patience.answer;
        let mut child = if let Some(child) = self.child.take() {
            child
        } else {
            limit = limit.max(self.patience.start);
            let child = self.program.spawn().map_err(SubmissionError::new)?;
            self.level = Some(child.level().clone());
            child
        };
        let mut noise = Noise::default();
        Ok(match exchange(&mut child, number, request, limit, &mut noise) {
            Ok(answer) => {
                self.failures = 0;
                self.child = Some(child);
                Ok(answer)
            }
            Err(trouble) => {
                self.failures += 1;
                Err(post_mortem(&mut child, trouble, limit, &noise))
            }
        })
    }
}

/// Sends a request and reads lines until one answers it.
fn exchange(
    child: &mut Child,
    number: usize,
    request: &str,
    limit: Duration,
    noise: &mut Noise,
) -> Result<Value, Trouble> {
    let deadline = Instant::now() + limit;
    child.write_line(format!("{request}\n").as_bytes(), deadline)?;
    while Instant::now() < deadline {
        let line = child.read_line(deadline)?;
        match answer_in(line, number) {
            Some(answer) => return Ok(answer),
            None => noise.add(line),
        }
    }
    Err(Trouble::Late)
}

/// The answer in a line, if it is one to this case.
fn answer_in(line: Line<'_>, number: usize) -> Option<Value> {
    if line.cut {
        return None;
    }
    let mut members: Map<String, Value> = serde_json::from_slice(line.bytes).ok()?;
    let id = members.get("id")?.as_u64()?;
    members.remove("answer").filter(|_| id == number as u64)
}

/// Ends a program that did not answer, and says what is known of its end.
fn post_mortem(child: &mut Child, trouble: Trouble, limit: Duration, noise: &Noise) -> Failure {
    let wrote = noise.told() + &unfinished(child);
    let (reason, line) = match trouble {
        Trouble::Late => (Reason::Timeout, format!("no answer in {} ms{wrote}", limit.as_millis())),
        Trouble::Closed => {
            let end = child.exit_by(Instant::now() + LAST_WORDS);
            let end = end.map_or_else(|| "it closed its pipe".to_owned(), |end| end.to_string());
            (Reason::Crash, format!("the program ended without an answer: {end}{wrote}"))
        }
    };
    let tail = child.error_tail();
    child.kill();
    let mut differences = Differences::of(line);
    let lines: Vec<&str> = tail.lines().collect();
    for line in &lines[lines.len().saturating_sub(TAIL)..] {
        differences.picture.line().put(format!("stderr: {}", escape(line)), Style::FAINT);
    }
    Failure { reason, differences }
}
