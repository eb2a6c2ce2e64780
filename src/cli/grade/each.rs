//! `grade --each`: grades the submissions of a whole class, several at once. A run that was killed can be resumed.
//!
//! Each submission has a directory in the output directory. The directory is written under another name and then
//! renamed. Therefore, a submission is finished if and only if its directory exists.

use super::super::Context;
use super::super::exit::Status;
use super::super::output::note;
use super::super::shard::Shard;
use super::interrupt::Interrupt;
use super::plan::{CaseFile, Plan};
use super::reports::{RequestedReport, write_file};
use super::run::{GradeRun, Outcome, Sink, Threads};
use super::table::{self, Row};
use super::{Arguments, classroom, file_name};
use crate::diagnostics::Styling;
use crate::diagnostics::escape::escape;
use crate::grade::{Ending, Grader, Points, Report, ReportFormat, Verdict};
use crate::notation::plural;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The file that contains the row of a submission in the table. It is in the directory of the submission.
const ROW: &str = "row.json";
/// The file that describes the run. It is in the output directory.
const RUN: &str = "run.json";
/// The beginning of the names of directories that are not complete.
const UNFINISHED: &str = ".unfinished-";
/// The beginning of the names of files that are not complete.
const TEMPORARY: &str = super::reports::TEMPORARY;

/// The submission of one student or group.
#[derive(Clone, Debug)]
struct Submission {
    /// The name of the submission's directory in the output directory.
    name: String,
    path: PathBuf,
}

/// A run over the submissions of a class.
struct Class<'a> {
    arguments: &'a Arguments,
    command: &'a str,
    out: &'a Path,
    files: &'a [CaseFile],
    plan: &'a Plan,
    points: &'a Points,
    interrupt: Interrupt,
    formats: Vec<ReportFormat>,
    /// The part of the submissions that is graded.
    shard: Option<Shard>,
}

/// Grades all submissions that are not finished, and writes the tables.
pub(super) fn run(
    arguments: &Arguments,
    files: &[CaseFile],
    plan: &Plan,
    points: &Points,
    context: &mut Context,
) -> anyhow::Result<Status> {
    let (Some(command), Some(out)) = (&arguments.source.command, &arguments.class.out) else {
        anyhow::bail!("--each requires --command and --out")
    };
    anyhow::ensure!(
        command.contains("{}"),
        "the command must contain {{}}, which stands for the path of a submission"
    );
    let submissions = submissions(&arguments.class.each)?;
    let class = Class {
        arguments,
        command,
        out,
        files,
        plan,
        points,
        interrupt: Interrupt::new()?,
        formats: formats(&arguments.report)?,
        shard: arguments.choice.shard,
    };
    class.begin()?;
    let own = submissions
        .iter()
        .enumerate()
        .filter(|(index, _)| class.shard.is_none_or(|shard| shard.contains(*index)));
    class.grade_all(&own.map(|(_, submission)| submission).collect::<Vec<_>>())?;
    // In the meantime, runs for other parts of the class may have finished more submissions.
    let rows = submissions.iter().map(|submission| class.finished(submission));
    let rows: Vec<Row> = rows.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect();
    let csv = table::csv(&rows);
    write_file(&out.join("table.csv"), csv.as_bytes())?;
    write_file(&out.join("table.html"), table::html(&rows, plan.count()).as_bytes())?;
    let open = submissions.len() - rows.len();
    context.output.write(csv)?;
    if let Some(status) = class.interrupt.status() {
        note(format!("{} not graded yet; repeat the command to continue", is_or_are(open)));
        return Ok(status);
    }
    if open > 0 {
        let command = "repeat the command without --shard when all parts have ended";
        note(format!(
            "{} not graded yet, because the other parts have not ended; {command}",
            is_or_are(open)
        ));
    }
    Ok(Status::of(rows.iter().all(Row::has_passed)))
}

fn is_or_are(count: usize) -> String {
    format!("{} {}", plural(count, "submission"), if count == 1 { "is" } else { "are" })
}

/// Returns the formats of the reports for each submission.
fn formats(requested: &[RequestedReport]) -> anyhow::Result<Vec<ReportFormat>> {
    if requested.is_empty() {
        return Ok(vec![ReportFormat::Human, ReportFormat::Json, ReportFormat::Html]);
    }
    let mut formats = Vec::new();
    for report in requested {
        anyhow::ensure!(
            report.path.is_none(),
            "with --each, --report must not name a path, because the reports of each submission are written to its own \
             directory"
        );
        if !formats.contains(&report.format) {
            formats.push(report.format);
        }
    }
    Ok(formats)
}

/// Returns the submissions that match the patterns, in the order of their names.
fn submissions(patterns: &[String]) -> anyhow::Result<Vec<Submission>> {
    let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
    for pattern in patterns {
        let shown = escape(pattern).into_owned();
        let paths = glob::glob(pattern).with_context(|| format!("`{shown}` is not a pattern for paths"))?;
        let before = found.len();
        for path in paths {
            let path = path.with_context(|| format!("cannot read the paths that match `{shown}`"))?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.with_context(|| format!("{} has no name", file_name(&path)))?;
            let name: String =
                name.chars().map(|letter| if letter.is_control() { '_' } else { letter }).collect();
            if let Some(other) = found.insert(name.clone(), path.clone()).filter(|other| *other != path) {
                anyhow::bail!("{} and {} have the same name", file_name(&other), file_name(&path));
            }
        }
        anyhow::ensure!(found.len() > before, "no submission matches `{shown}`");
    }
    Ok(found.into_iter().map(|(name, path)| Submission { name, path }).collect())
}

impl Class<'_> {
    /// Creates the output directory, or checks that it belongs to a run with the same cases and options.
    fn begin(&self) -> anyhow::Result<()> {
        let problem = || format!("cannot write {}", file_name(self.out));
        fs::create_dir_all(self.out).with_context(problem)?;
        let path = self.out.join(RUN);
        let mut formats: Vec<&str> = self.formats.iter().map(|format| format.name()).collect();
        formats.sort_unstable();
        let choice = &self.arguments.choice;
        let choice = format!("{:?} {} {}", choice.only, choice.fail_fast, choice.skip_broken_cases);
        let description = serde_json::json!({
            "v": 1,
            "cases": format!("{:016x}", self.plan.fingerprint),
            "command": self.command,
            "reports": formats,
            "options": format!("{choice} {:?} {:?}", self.arguments.detail, self.points),
        });
        let description = description.to_string() + "\n";
        let mut names = Vec::new();
        for entry in fs::read_dir(self.out).with_context(problem)? {
            names.push(entry.with_context(problem)?.file_name().to_string_lossy().into_owned());
        }
        match fs::read_to_string(&path) {
            Ok(before) if before == description => {}
            Ok(_) => anyhow::bail!(
                "{} has the results of a run with other cases or options; name another directory",
                file_name(self.out)
            ),
            Err(_) => {
                // A run that was killed, or a run for another part that is starting now, may have begun to write the
                // description.
                let is_empty = names.iter().all(|name| name == RUN || name.starts_with(TEMPORARY));
                anyhow::ensure!(is_empty, "{} is not empty", file_name(self.out));
                write_file(&path, description.as_bytes())?;
            }
        }
        let unfinished = self.unfinished("");
        for name in names {
            if name.starts_with(&unfinished) {
                fs::remove_dir_all(self.out.join(name)).with_context(problem)?;
            } else if name.starts_with(TEMPORARY) && self.shard.is_none() {
                fs::remove_file(self.out.join(name)).with_context(problem)?;
            }
        }
        Ok(())
    }

    /// Returns the name that the directory of a submission has while the directory is being written. Runs for different
    /// parts use different names, because they can run at the same time. A run without --shard also removes the
    /// incomplete directories of earlier parts.
    fn unfinished(&self, name: &str) -> String {
        let part = self.shard.map(Shard::numbers).map(|(part, parts)| format!("{part}-of-{parts}-"));
        format!("{UNFINISHED}{}{name}", part.unwrap_or_default())
    }

    /// Returns the row of a submission, if it is finished.
    fn finished(&self, submission: &Submission) -> anyhow::Result<Option<Row>> {
        let directory = self.out.join(&submission.name);
        if !directory.is_dir() {
            return Ok(None);
        }
        let path = directory.join(ROW);
        let problem = || format!("cannot read {}", file_name(&path));
        let text = fs::read_to_string(&path).with_context(problem)?;
        serde_json::from_str(&text).map(Some).with_context(problem)
    }

    /// Grades the submissions that are not finished, on several threads.
    fn grade_all(&self, submissions: &[&Submission]) -> anyhow::Result<()> {
        let progress = progress(submissions.len() as u64);
        let has_described_sandbox = Mutex::new(false);
        let jobs = self.arguments.jobs.map_or_else(super::super::batch::cores, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let graded = pool.install(|| {
            submissions.par_iter().try_for_each(|submission| {
                if self.finished(submission)?.is_none() && self.interrupt.status().is_none() {
                    self.grade_one(submission, &progress, &has_described_sandbox)?;
                }
                progress.inc(1);
                Ok(())
            })
        });
        progress.finish_and_clear();
        graded
    }

    /// Grades one submission and writes its directory, unless the run is interrupted.
    fn grade_one(
        &self,
        submission: &Submission,
        progress: &ProgressBar,
        has_described_sandbox: &Mutex<bool>,
    ) -> anyhow::Result<()> {
        let directory = self.out.join(&submission.name);
        let temporary = self.out.join(self.unfinished(&submission.name));
        let problem = || format!("cannot write {}", file_name(&temporary));
        fs::create_dir(&temporary).with_context(problem)?;
        let mut sink = Collected {
            reports: self
                .formats
                .iter()
                .map(|format| Ok((*format, Report::new(*format, Vec::new(), Styling::Plain)?)))
                .collect::<std::io::Result<_>>()?,
            failed: Vec::new(),
            progress,
            has_described_sandbox,
        };
        let row = self.grade(submission, &mut sink)?;
        let Some((row, outcome, notes)) = row else { return Ok(()) };
        for (format, report) in sink.reports {
            let mut end = Ending::new(&outcome.tally, self.points);
            (end.partial, end.notes, end.classroom) = (outcome.partial.clone(), notes.clone(), classroom());
            let text = report.finish(&end)?;
            write_file(&temporary.join(format!("{}.{}", format.name(), format.ending())), &text)?;
        }
        write_file(&temporary.join(ROW), (serde_json::to_string(&row)? + "\n").as_bytes())?;
        // The directory gets its final name only now, so that a directory with this name is always complete.
        fs::rename(&temporary, &directory).with_context(problem)?;
        fs::File::open(self.out).and_then(|directory| directory.sync_all()).with_context(problem)?;
        Ok(())
    }

    /// Grades one submission. Returns the row of the submission in the table, the outcome of the run and the notes,
    /// or `None` if the run was interrupted.
    #[allow(clippy::type_complexity, reason = "the caller takes the tuple apart immediately")]
    fn grade(
        &self,
        submission: &Submission,
        sink: &mut Collected<'_>,
    ) -> anyhow::Result<Option<(Row, Outcome, Vec<String>)>> {
        let source = self.arguments.program.source_for(
            self.command,
            &submission.path,
            &super::hidden_files(self.arguments),
            &self.interrupt,
        )?;
        let mut grader = Grader::new(source)
            .with_look(crate::render::Look::PIPE)
            .with_detail(self.arguments.detail.into())
            .with_points(self.points.clone());
        let run = GradeRun {
            files: self.files,
            plan: self.plan,
            points: self.points,
            threads: &Threads::current(),
            interrupt: &self.interrupt,
            fail_fast: self.arguments.choice.fail_fast,
        };
        let graded = run.grade(&mut grader, sink);
        if self.interrupt.status().is_some() {
            return Ok(None);
        }
        let (outcome, error) = match graded {
            Ok(outcome) => (outcome, None),
            // A submission that does not start must not end the run of the class.
            Err(error) => {
                let why = format!("{error:#}");
                (Outcome { tally: self.plan.tally(), partial: Some(why.clone()) }, Some(why))
            }
        };
        let failed = std::mem::take(&mut sink.failed);
        let row = Row::new(&submission.name, &outcome, self.points, failed, error);
        Ok(Some((row, outcome, grader.notes())))
    }
}

fn progress(submissions: u64) -> ProgressBar {
    let bar = ProgressBar::new(submissions);
    match ProgressStyle::with_template("{bar:30} {pos} of {len} submissions, {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The reports of one submission.
struct Collected<'a> {
    reports: Vec<(ReportFormat, Report<Vec<u8>>)>,
    /// The titles of the cases that failed.
    failed: Vec<String>,
    progress: &'a ProgressBar,
    has_described_sandbox: &'a Mutex<bool>,
}

impl Sink for Collected<'_> {
    fn add(&mut self, verdict: &Verdict) -> anyhow::Result<()> {
        if !verdict.has_passed() && !verdict.is_skipped() {
            self.failed.push(verdict.title());
        }
        for (_, report) in &mut self.reports {
            report.add(verdict)?;
        }
        Ok(())
    }

    fn sandbox(&mut self, description: &str) {
        let mut has_described =
            self.has_described_sandbox.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !std::mem::replace(&mut *has_described, true) {
            self.progress.suspend(|| note(format!("sandbox: {}", escape(description))));
        }
    }
}
