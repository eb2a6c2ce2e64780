//! A run of the grader over files of cases.

use super::super::batch::cores;
use super::super::output::{Output, count, note};
use super::super::signals::Guard;
use super::print_diagnostics;
use super::reports::Reports;
use crate::diagnostics::escape::escape;
use crate::grade::{CaseLine, Graded, Grader, Line, Lines, SubmissionError, Tally};
use anyhow::Context as _;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::io::{self, BufRead};

/// The threads that judge cases; `None` for the current thread alone.
pub(super) struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    /// Starts the threads, by default one for each core.
    pub(super) fn new(jobs: Option<u16>) -> anyhow::Result<Self> {
        let jobs = jobs.map_or_else(cores, usize::from);
        let pool = (jobs > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(jobs).build());
        Ok(Self(pool.transpose()?))
    }

    /// Reads lines for the threads, as many as are worth sharing out but not more than memory should hold. At the end
    /// of the file it also returns how the file ended.
    fn read(&self, lines: &mut Lines<Box<dyn BufRead>>) -> (Vec<Line>, Option<io::Result<()>>) {
        let most = self.0.as_ref().map_or(1, |pool| 64 * pool.current_num_threads());
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < most && bytes < 4 << 20 {
            match lines.next() {
                Some(Ok(line)) => {
                    bytes += line.text.as_ref().map_or(0, String::len);
                    batch.push(line);
                }
                Some(Err(error)) => return (batch, Some(Err(error))),
                None => return (batch, Some(Ok(()))),
            }
        }
        (batch, None)
    }

    fn grade(&self, grader: &mut Grader, lines: &[Line]) -> Result<Vec<Graded>, SubmissionError> {
        match &self.0 {
            Some(pool) => pool.install(|| grade_all(grader, lines)),
            None => lines.iter().map(|line| grader.grade(line)).collect(),
        }
    }
}

/// Grades several lines on all threads of the current pool. Only the answers are asked for one after the other.
fn grade_all(grader: &mut Grader, lines: &[Line]) -> Result<Vec<Graded>, SubmissionError> {
    let first = grader.reserve(lines.len());
    let cases: Vec<_> =
        lines.par_iter().enumerate().map(|(index, line)| CaseLine::read(first + index, line)).collect();
    let asked = cases.into_iter().map(|case| grader.ask(case)).collect::<Result<Vec<_>, _>>()?;
    let judge = grader.judge();
    Ok(asked.into_par_iter().map(|asked| judge.judge(asked)).collect())
}

/// A run of the grader over files of cases.
pub(super) struct Run {
    threads: Threads,
    pub(super) grader: Grader,
    pub(super) tally: Tally,
    pub(super) progress: ProgressBar,
    pub(super) interrupt: Guard,
    /// True once the sandbox has been described.
    has_described_sandbox: bool,
}

impl Run {
    /// Begins a run.
    pub(super) fn new(threads: Threads, grader: Grader) -> anyhow::Result<Self> {
        let (tally, progress) = (Tally::default(), count("graded"));
        Ok(Self { threads, grader, tally, progress, interrupt: Guard::new()?, has_described_sandbox: false })
    }

    /// Grades and reports the cases of a file.
    pub(super) fn run_file(
        &mut self,
        name: &str,
        reader: Box<dyn BufRead>,
        reports: &mut Reports,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let mut lines = Lines::new(reader);
        loop {
            let (batch, end) = self.threads.read(&mut lines);
            let graded = self.threads.grade(&mut self.grader, &batch);
            let graded = graded.map_err(|error| anyhow::anyhow!("{}", escape(&error.to_string())))?;
            // The progress bar is hidden while the terminal is written to.
            self.progress.clone().suspend(|| self.report(name, &batch, &graded, reports, output))?;
            self.progress.set_position(self.tally.all().total() as u64);
            match end {
                None => {}
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => return Err(error).with_context(|| format!("cannot read {name}")),
            }
        }
    }

    fn report(
        &mut self,
        name: &str,
        lines: &[Line],
        graded: &[Graded],
        reports: &mut Reports,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        if let (false, Some(sandbox)) = (self.has_described_sandbox, self.grader.sandbox()) {
            note(format!("sandbox: {}", escape(&sandbox)));
            self.has_described_sandbox = true;
        }
        for (line, Graded { verdict, diagnostics, .. }) in lines.iter().zip(graded) {
            print_diagnostics(name, line.number, line.text.as_deref().ok(), diagnostics);
            self.tally.add(verdict);
            let _whole_lines = self.interrupt.hold();
            reports.add(verdict, output)?;
        }
        Ok(())
    }
}
