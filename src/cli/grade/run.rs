//! Runs the grader on the cases in all files.

use super::plan::{CaseFile, Entry, Plan};
use super::{Arguments, again, print_diagnostics};
use crate::cli::signals::Interrupt;
use crate::cli::{Status, note};
use crate::diagnostics::escape;
use crate::grade::{
    AnswerSource, CaseLine, Cause, ClassroomContext, Detail, Ending, Graded, Grader, Line, Points, Remarks,
    Tally, Verdict,
};
use crate::render::Look;
use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::io;
use std::path::Path;
use std::sync::Once;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A batch with at least this many bytes is full, whatever the number of its cases.
const MAX_BYTES: usize = 4 << 20;

/// How long an interrupted run may take to complete its reports.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct Run<'a> {
    pub(super) arguments: &'a Arguments,
    files: Vec<CaseFile>,
    pub(super) plan: Plan,
    pub(super) points: Points,
    /// `Yes`, or `Trouble` if a file of cases is missing.
    pub(super) status: Status,
    pub(super) interrupt: Interrupt,
    pub(super) progress: ProgressBar,
    /// Completed as soon as the sandbox has been described to the user.
    sandbox: Once,
}

pub(super) struct Outcome {
    pub(super) tally: Tally,
    /// Why the run ended early, or `None` if all cases were graded.
    pub(super) partial: Option<String>,
    /// Why the program could not be started, or `None` if it could.
    pub(super) problem: Option<String>,
    /// Why the program never answered, or `None` if it answered.
    pub(super) silent: Option<String>,
    pub(super) notes: Vec<String>,
    /// Causes of the incorrect answers.
    pub(super) causes: Vec<Cause>,
}

/// A line to grade, with the number of its case.
struct Chosen {
    number: usize,
    line: Line,
    entry: Entry,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        (files, status): (Vec<CaseFile>, Status),
        plan: Plan,
        points: Points,
        progress: ProgressBar,
    ) -> io::Result<Self> {
        let (interrupt, sandbox) = (Interrupt::new(PATIENCE)?, Once::new());
        Ok(Self { arguments, files, plan, points, status, interrupt, progress, sandbox })
    }

    pub(super) fn grader(&self, source: AnswerSource, look: Look) -> Grader {
        let Arguments { detail, parts, .. } = *self.arguments;
        let points = self.points.clone();
        Grader::new(source).with_look(look).with_detail(detail).with_parts(parts).with_points(points)
    }

    pub(super) fn ending<'e>(&'e self, outcome: &'e Outcome) -> Ending<'e> {
        let mut end = Ending::new(&outcome.tally, &self.points);
        (end.partial, end.notes) = (outcome.partial.clone(), outcome.notes.clone());
        end.problem.clone_from(&outcome.problem);
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        // The fixed time of a reproducible build (<https://reproducible-builds.org/specs/source-date-epoch/>).
        let fixed = variable("SOURCE_DATE_EPOCH").and_then(|time| time.parse().ok());
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        end.classroom = ClassroomContext::new(variable, fixed.unwrap_or_else(now));
        end
    }

    /// Grades the cases of a submission, and passes the verdicts to `add` in order. Without a pool, each case
    /// is graded before the program gets the next one. If the program cannot be started, the cases are only
    /// counted.
    pub(super) fn grade(
        &self,
        pool: Option<&rayon::ThreadPool>,
        grader: &mut Grader,
        submission: Option<&Path>,
        add: &mut dyn FnMut(&Verdict) -> Result<()>,
    ) -> Result<Outcome> {
        let mut tally = self.plan.tally();
        let again = again::command(self.arguments, submission);
        let partial = self.passes(pool, grader, &mut |mut verdict: Verdict, is_started| {
            tally.add(&verdict);
            if is_started {
                verdict.ask_again(&again);
                add(&verdict)?;
            }
            Ok(())
        })?;
        let problem = grader.problem().map(|problem| escape(problem).into_owned());
        let Remarks { mut notes, silent, .. } = grader.remarks();
        notes.extend(silent.iter().map(|why| match self.arguments.detail {
            Detail::None => "the program never answered".to_owned(),
            _ => format!("the program never answered: {why}"),
        }));
        let causes = grader.causes();
        if self.arguments.detail != Detail::None {
            // An unknown cause is worth a note only if it affects more than two answers.
            let is_clear = |cause: &&Cause| {
                matches!(cause.candidates.len(), 1 | 2) || cause.candidates.is_empty() && cause.wrong > 2
            };
            notes.extend(causes.iter().filter(is_clear).map(ToString::to_string));
        }
        Ok(Outcome { tally, partial, problem, silent, notes, causes })
    }

    /// Grades the cases in several passes, so that each case is graded after the cases on which it depends. Each pass
    /// keeps the order of the files. If the run ends early, returns the reason.
    fn passes(
        &self,
        pool: Option<&rayon::ThreadPool>,
        grader: &mut Grader,
        add: &mut dyn FnMut(Verdict, bool) -> Result<()>,
    ) -> Result<Option<String>> {
        let size = pool.map_or(1, |pool| 64 * pool.current_num_threads());
        for level in 0..self.plan.levels {
            let mut number = 0;
            for file in &self.files {
                let mut lines = file.lines()?;
                loop {
                    let batch = self.read(&mut lines, &mut number, level, size);
                    let batch = batch.with_context(|| format!("cannot read {}", file.name))?;
                    if batch.is_empty() {
                        break;
                    }
                    let graded = match pool {
                        Some(pool) => pool.install(|| self.grade_batch(grader, &batch)),
                        None => self.grade_batch(grader, &batch),
                    };
                    if self.interrupt.status().is_some() {
                        return Ok(Some("the run was interrupted".to_owned()));
                    }
                    if let (false, Some(level)) = (self.sandbox.is_completed(), grader.remarks().sandbox) {
                        let line = format!("sandbox: {}", escape(&level));
                        self.sandbox.call_once(|| self.progress.suspend(|| note(line)));
                    }
                    for (Chosen { line, .. }, graded) in batch.iter().zip(graded) {
                        let text = line.text.as_deref().ok();
                        print_diagnostics(&file.name, line.number, text, &graded.diagnostics);
                        grader.record(&graded);
                        let is_failure = !graded.verdict.has_passed && !graded.verdict.is_skipped;
                        let is_started = grader.problem().is_none();
                        add(graded.verdict, is_started)?;
                        if self.arguments.choice.fail_fast && is_failure && is_started {
                            let why = "the run ended at the first case that failed (--fail-fast)";
                            return Ok(Some(why.to_owned()));
                        }
                    }
                }
            }
        }
        Ok(grader.remarks().ended_early)
    }

    /// Reads the next lines to grade in this pass.
    fn read(
        &self,
        lines: &mut impl Iterator<Item = io::Result<Line>>,
        number: &mut usize,
        level: u8,
        size: usize,
    ) -> io::Result<Vec<Chosen>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < size && bytes < MAX_BYTES {
            let Some(line) = lines.next().transpose()? else { break };
            *number += 1;
            let entry = self.plan.entries.get(*number - 1).copied().flatten();
            if let Some(entry) = entry.filter(|entry| entry.level == level) {
                bytes += line.text.as_ref().map_or(0, String::len);
                batch.push(Chosen { number: *number, line, entry });
            }
        }
        Ok(batch)
    }

    /// Judges several cases on all threads. The answers are requested one after the other, on a single
    /// thread.
    fn grade_batch(&self, grader: &mut Grader, batch: &[Chosen]) -> Vec<Graded> {
        let read = |Chosen { number, line, entry }: &Chosen| {
            CaseLine::read(*number, line, &self.points).with_id(entry.id)
        };
        let mut cases: Vec<CaseLine> = batch.par_iter().map(read).collect();
        for case in &mut cases {
            grader.ask(case);
        }
        let judge = grader.judge();
        cases.into_par_iter().map(|case| judge.judge(case)).collect()
    }
}
