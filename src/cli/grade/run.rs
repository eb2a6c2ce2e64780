//! Runs the grader on all cases in the files of cases.

use super::super::batch::cores;
use super::interrupt::Interrupt;
use super::plan::{CaseFile, Entry, Plan};
use super::print_diagnostics;
use crate::diagnostics::escape::escape;
use crate::grade::{CaseLine, Graded, Grader, Line, Points, SubmissionError, Tally, Verdict};
use rayon::prelude::*;

/// The threads that judge cases. `None` means that only the current thread is used.
pub(super) struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    /// Starts the threads, by default one for each core.
    pub(super) fn new(jobs: Option<u16>) -> anyhow::Result<Self> {
        let jobs = jobs.map_or_else(cores, usize::from);
        let pool = (jobs > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(jobs).build());
        Ok(Self(pool.transpose()?))
    }

    /// Creates a `Threads` value without a thread pool: only the current thread is used.
    pub(super) const fn current() -> Self {
        Self(None)
    }

    /// Returns the maximum number of cases in a batch.
    fn batch(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| 64 * pool.current_num_threads())
    }
}

/// If the cases in a batch have at least this number of bytes, no further case is added to the batch.
const MAX_BYTES: usize = 4 << 20;

/// A receiver of the results of a run, in order.
pub(super) trait Sink {
    /// Receives a verdict.
    fn add(&mut self, verdict: &Verdict) -> anyhow::Result<()>;
    /// Receives the description of the sandbox. This function is called at most once.
    fn sandbox(&mut self, description: &str);
}

/// A run of the grader.
pub(super) struct GradeRun<'a> {
    pub(super) files: &'a [CaseFile],
    pub(super) plan: &'a Plan,
    pub(super) points: &'a Points,
    pub(super) threads: &'a Threads,
    pub(super) interrupt: &'a Interrupt,
    pub(super) fail_fast: bool,
}

/// The result of a run.
pub(super) struct Outcome {
    pub(super) tally: Tally,
    /// The reason for an early end, if the run ended before it had asked about all cases.
    pub(super) partial: Option<String>,
}

/// A line that is graded, with the number of its case.
struct Chosen {
    number: usize,
    line: Line,
    entry: Entry,
}

impl Chosen {
    /// Reads the case in the line.
    fn read(&self, points: &Points) -> CaseLine<'_> {
        CaseLine::read(self.number, &self.line, points).with_id(self.entry.id)
    }
}

impl GradeRun<'_> {
    /// Grades the cases in several passes, so that a case comes after the cases on which it depends. In each pass, the
    /// cases are in the order of the files.
    pub(super) fn grade(&self, grader: &mut Grader, sink: &mut dyn Sink) -> anyhow::Result<Outcome> {
        let mut outcome = Outcome { tally: self.plan.tally(), partial: None };
        let mut has_described_sandbox = false;
        for level in 0..self.plan.levels {
            let mut number = 0;
            for file in self.files {
                let mut lines = file.lines()?;
                loop {
                    let batch = self.read(&mut lines, &mut number, level, &file.name)?;
                    if batch.is_empty() {
                        break;
                    }
                    let graded = self.grade_batch(grader, &batch);
                    let graded = graded.map_err(|error| anyhow::anyhow!("{}", escape(&error.to_string())))?;
                    if self.interrupt.status().is_some() {
                        outcome.partial = Some("the run was interrupted".to_owned());
                        return Ok(outcome);
                    }
                    if let (false, Some(sandbox)) = (has_described_sandbox, grader.sandbox()) {
                        sink.sandbox(&sandbox);
                        has_described_sandbox = true;
                    }
                    for (Chosen { line, .. }, graded) in batch.iter().zip(&graded) {
                        let text = line.text.as_deref().ok();
                        print_diagnostics(&file.name, line.number, text, &graded.diagnostics);
                        grader.record(graded);
                        outcome.tally.add(&graded.verdict);
                        sink.add(&graded.verdict)?;
                        if self.fail_fast && !graded.verdict.has_passed() && !graded.verdict.is_skipped() {
                            outcome.partial =
                                Some("the run ended at the first case that failed (--fail-fast)".to_owned());
                            return Ok(outcome);
                        }
                    }
                }
            }
        }
        outcome.partial = grader.ended_early();
        Ok(outcome)
    }

    /// Reads the next lines that are graded in this pass.
    fn read(
        &self,
        lines: &mut impl Iterator<Item = std::io::Result<Line>>,
        number: &mut usize,
        level: u8,
        name: &str,
    ) -> anyhow::Result<Vec<Chosen>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < self.threads.batch() && bytes < MAX_BYTES {
            let Some(line) = lines.next() else { break };
            let line =
                line.map_err(|error| anyhow::Error::from(error).context(format!("cannot read {name}")))?;
            *number += 1;
            let entry = self.plan.entries.get(*number - 1).copied().flatten();
            if let Some(entry) = entry.filter(|entry| entry.level == level) {
                bytes += line.text.as_ref().map_or(0, String::len);
                batch.push(Chosen { number: *number, line, entry });
            }
        }
        Ok(batch)
    }

    /// Grades several cases on all threads. The answers are requested one after the other, on one thread.
    fn grade_batch(&self, grader: &mut Grader, batch: &[Chosen]) -> Result<Vec<Graded>, SubmissionError> {
        let Some(pool) = &self.threads.0 else {
            let judge = grader.judge();
            let grade = |chosen: &Chosen| Ok(judge.judge(grader.ask(chosen.read(self.points))?));
            return batch.iter().map(grade).collect();
        };
        pool.install(|| {
            let cases: Vec<_> = batch.par_iter().map(|chosen| chosen.read(self.points)).collect();
            let asked = cases.into_iter().map(|case| grader.ask(case)).collect::<Result<Vec<_>, _>>()?;
            let judge = grader.judge();
            Ok(asked.into_par_iter().map(|asked| judge.judge(asked)).collect())
        })
    }
}
