//! `grade --each`: grades the submissions of a whole class in parallel. A killed run can be resumed.
//!
//! Each submission's output directory is filled under a temporary name and then renamed. Therefore, a
//! submission is finished if and only if its directory exists.

use super::reports::RequestedReport;
use super::run::Run;
use super::table::{self, Row};
use crate::cli::batch::{pool, threads};
use crate::cli::output::progress;
use crate::cli::paths::{cannot_read, cannot_write};
use crate::cli::{Context, Status, note, write_file};
use crate::diagnostics::{Styling, escape};
use crate::files::TEMPORARY;
use crate::grade::{Report, ReportFormat, Verdict};
use crate::notation::plural;
use crate::render::Look;
use anyhow::{Context as _, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the file with a submission's table row. The file is in the submission's output directory.
const ROW: &str = "row.json";
/// Name of the file that describes a run. The file is in the run's output directory.
const RUN: &str = "run.json";
/// Prefix for the names of incomplete directories.
const UNFINISHED: &str = ".unfinished-";
#[derive(Clone, Debug)]
struct Submission {
    /// Name of the submission's subdirectory in the output directory.
    name: String,
    path: PathBuf,
}

struct Class<'a> {
    run: Run<'a>,
    command: &'a str,
    out: &'a Path,
    formats: Vec<ReportFormat>,
}

/// Grades all unfinished submissions and writes the tables.
pub(super) fn run(mut run: Run<'_>, context: &mut Context) -> Result<Status> {
    let arguments = run.arguments;
    let (Some(command), Some(out)) = (&arguments.source.command, &arguments.class.out) else {
        anyhow::bail!("--each requires --command and --out")
    };
    anyhow::ensure!(
        command.contains("{}"),
        "the command must contain {{}}, which stands for the path of a submission"
    );
    let (submissions, missing) = submissions(&arguments.class.each)?;
    run.status = run.status.max(missing);
    let template = "{bar:30} {pos} of {len} submissions, {elapsed}";
    run.progress = progress(Some(submissions.len() as u64), template);
    let class = Class { run, command, out, formats: formats(&arguments.report)? };
    class.begin()?;
    let rows = class.grade_all(&submissions)?;
    let csv = table::csv(&rows);
    // Without a byte order mark, spreadsheet programs do not read the names as UTF-8.
    write_file(&out.join("table.csv"), format!("\u{feff}{csv}").as_bytes())?;
    let is_page = class.formats.contains(&ReportFormat::Html);
    let report = file_of(if is_page { ReportFormat::Html } else { class.formats[0] });
    let page = table::html(&rows, class.run.plan.count(), &report);
    write_file(&out.join("table.html"), page.as_bytes())?;
    context.write(csv)?;
    let Some(status) = class.run.interrupt.status() else {
        return Ok(class.run.status.max(Status::of(rows.iter().all(Row::has_passed))));
    };
    let open = submissions.len() - rows.len();
    let are = if open == 1 { "is" } else { "are" };
    let open = plural(open, "submission");
    note(format!("{open} {are} not graded yet; repeat the command to continue"));
    Ok(status)
}

fn formats(requested: &[RequestedReport]) -> Result<Vec<ReportFormat>> {
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

/// Lists the submissions that match the patterns, sorted by name. If a pattern matches nothing, the status is
/// `Trouble`, but the other patterns are still used.
fn submissions(patterns: &[String]) -> Result<(Vec<Submission>, Status)> {
    let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut status = Status::Yes;
    for pattern in patterns {
        let shown = escape(pattern).into_owned();
        let paths = glob::glob(pattern).with_context(|| format!("`{shown}` is not a pattern for paths"))?;
        let mut is_matched = false;
        for path in paths {
            is_matched = true;
            let path = path.with_context(|| format!("cannot read the paths that match `{shown}`"))?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.with_context(|| format!("{} has no name", path.display()))?;
            let name: String =
                name.chars().map(|letter| if letter.is_control() { '_' } else { letter }).collect();
            if let Some(other) = found.insert(name.clone(), path.clone()).filter(|other| *other != path) {
                anyhow::bail!("{} and {} have the same name", other.display(), path.display());
            }
        }
        if !is_matched {
            note(format!("no submission matches `{shown}`"));
            status = Status::Trouble;
        }
    }
    anyhow::ensure!(!found.is_empty(), "there is nothing to grade");
    Ok((found.into_iter().map(|(name, path)| Submission { name, path }).collect(), status))
}

fn file_of(format: ReportFormat) -> String {
    format!("{}.{}", format.name(), format.ending())
}

impl Class<'_> {
    /// Creates the output directory, or checks that it belongs to a run with the same cases and options.
    fn begin(&self) -> Result<()> {
        let problem = || cannot_write(self.out);
        fs::create_dir_all(self.out).with_context(problem)?;
        let mut formats: Vec<&str> = self.formats.iter().map(|format| format.name()).collect();
        formats.sort_unstable();
        let Run { arguments, plan, points, .. } = &self.run;
        let choice = &arguments.choice;
        let choice =
            format!("{:?} {:?} {} {}", choice.only, choice.case, choice.fail_fast, choice.skip_broken_cases);
        let description = serde_json::json!({
            "v": 1,
            "cases": format!("{:016x}", plan.fingerprint),
            "command": self.command,
            "reports": formats,
            "options": format!("{choice} {:?} {} {points:?}", arguments.detail, arguments.parts),
        });
        let description = description.to_string() + "\n";
        let path = self.out.join(RUN);
        let before = fs::read_to_string(&path).ok();
        anyhow::ensure!(
            before.as_ref().is_none_or(|before| *before == description),
            "{} has the results of a run with other cases or options; name another directory",
            self.out.display()
        );
        for entry in fs::read_dir(self.out).with_context(problem)? {
            let entry = entry.with_context(problem)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(TEMPORARY) {
                fs::remove_file(entry.path()).with_context(problem)?;
            } else {
                // Without a readable description, the directory must not contain other files. An unreadable
                // description is replaced.
                anyhow::ensure!(before.is_some() || name == RUN, "{} is not empty", self.out.display());
                if name.starts_with(UNFINISHED) {
                    fs::remove_dir_all(entry.path()).with_context(problem)?;
                }
            }
        }
        if before.is_none() { write_file(&path, description.as_bytes()) } else { Ok(()) }
    }

    /// Returns the submission's table row if the submission is finished.
    fn finished(&self, submission: &Submission) -> Result<Option<Row>> {
        let directory = self.out.join(&submission.name);
        if !directory.is_dir() {
            return Ok(None);
        }
        let path = directory.join(ROW);
        let problem = || cannot_read(&path);
        let text = fs::read_to_string(&path).with_context(problem)?;
        serde_json::from_str(&text).map(Some).with_context(problem)
    }

    /// Grades the unfinished submissions in parallel, and returns the rows of all finished submissions.
    fn grade_all(&self, submissions: &[Submission]) -> Result<Vec<Row>> {
        let rows = pool(threads(self.run.arguments.jobs))?.install(|| {
            let row = |submission| {
                let mut row = self.finished(submission)?;
                if row.is_none() && self.run.interrupt.status().is_none() {
                    row = self.grade_one(submission)?;
                }
                self.run.progress.inc(1);
                Ok(row)
            };
            submissions.par_iter().map(row).collect::<Result<Vec<_>>>()
        });
        self.run.progress.finish_and_clear();
        Ok(rows?.into_iter().flatten().collect())
    }

    /// Grades one submission and writes the reports to a directory. Returns the submission's table row, or `None` if
    /// the run is interrupted.
    fn grade_one(&self, submission: &Submission) -> Result<Option<Row>> {
        let Run { arguments, interrupt, .. } = &self.run;
        let directory = self.out.join(&submission.name);
        let temporary = self.out.join(format!("{UNFINISHED}{}", submission.name));
        let problem = || cannot_write(&temporary);
        fs::create_dir(&temporary).with_context(problem)?;
        let begin = |format: &ReportFormat| Report::new(*format, Vec::new(), Styling::Plain);
        let mut reports = self.formats.iter().map(begin).collect::<std::io::Result<Vec<_>>>()?;
        let mut failures = Vec::new();
        let mut examples: BTreeMap<String, (String, usize)> = BTreeMap::new();
        let (hidden, path) = (super::hidden_files(arguments), Some(submission.path.as_path()));
        let source = arguments.program.source(self.command, path, &hidden, interrupt)?;
        let mut grader = self.run.grader(source, Look::PIPE);
        let outcome = self.run.grade(None, &mut grader, path, &mut |verdict: &Verdict| {
            if !verdict.has_passed && !verdict.is_skipped {
                failures.push(verdict.title());
                // For each suite, one failure is kept as an example of the cause: the failure with the shortest
                // description.
                if let Some(failure) = verdict.failure() {
                    let text = failure.differences.messages.join("\n");
                    let example = examples.entry(verdict.group().to_string()).or_default();
                    if example.1 == 0 || text.len() < example.0.len() {
                        *example = (text, verdict.number);
                    }
                }
            }
            Ok(reports.iter_mut().try_for_each(|report| report.add(verdict))?)
        })?;
        if interrupt.status().is_some() {
            return Ok(None);
        }
        let row = Row::new(&submission.name, &outcome, &self.run.points, failures, &examples);
        for (format, report) in self.formats.iter().zip(reports) {
            let text = report.finish(&self.run.ending(&outcome))?;
            write_file(&temporary.join(file_of(*format)), &text)?;
        }
        write_file(&temporary.join(ROW), (serde_json::to_string(&row)? + "\n").as_bytes())?;
        // The directory gets its final name only now, so a directory with a final name is always complete.
        fs::rename(&temporary, &directory).with_context(problem)?;
        fs::File::open(self.out).and_then(|directory| directory.sync_all()).with_context(problem)?;
        Ok(Some(row))
    }
}
