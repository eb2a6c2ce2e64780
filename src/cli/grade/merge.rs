//! `merge`: joins the results of several parts, which were made with `--shard`. These results are JSON reports of
//! `grade`, or the answers of a batch as JSON lines.

use super::super::Context;
use super::super::exit::Status;
use super::super::output_file::OutputFile;
use super::file_name;
use crate::diagnostics::json;
use crate::grade::MAX_REPORT;
use crate::grade::report::json::{GroupOut, ReportOut};
use anyhow::Context as _;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Reports of `grade --shard K/N --report json`, or JSON lines of a batch with --shard
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
}

/// A report with its cases as JSON objects.
type Report = ReportOut<Map<String, Value>>;

/// The lines of a part of a batch.
struct Part {
    name: String,
    reader: BufReader<File>,
    /// The number and the result of the next answer, and its line with the line break. The value is `None` at the end
    /// of the file.
    next: Option<(u64, bool, String)>,
}

/// The members of an answer that are needed to join the answers in order.
#[derive(serde::Deserialize)]
struct Answer {
    /// The number of the string.
    n: u64,
    /// True if the answer is positive: for example, the string is valid, or the challenge is solved.
    ok: bool,
}

/// Joins the parts and writes the result. The exit status is the same as for a run that was not divided into parts.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    anyhow::ensure!(
        arguments.reports.iter().all(|path| path.as_os_str() != "-"),
        "`merge` does not read standard input; write each part to a file, and name the files"
    );
    let parts: Vec<Option<Part>> =
        arguments.reports.iter().map(|path| Part::open(path)).collect::<anyhow::Result<_>>()?;
    if parts.iter().all(Option::is_some) {
        return join_answers(parts.into_iter().flatten().collect(), context);
    }
    join_reports(&arguments.reports, context)
}

impl Part {
    /// Opens the answers of a part of a batch. The result is `None` if the file is something else, such as a report of
    /// `grade`. An empty file is accepted as the answers of a part without strings.
    fn open(path: &Path) -> anyhow::Result<Option<Self>> {
        let name = file_name(path);
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let mut part = Self { name, reader: BufReader::new(file), next: None };
        let line = part.line()?;
        if !line.is_empty() && !is_answer(&line) {
            return Ok(None);
        }
        part.next = part.answer(line)?;
        Ok(Some(part))
    }

    fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        self.reader.read_line(&mut line).with_context(|| format!("cannot read {}", self.name))?;
        Ok(line)
    }

    /// Returns the number and the result of the answer in a line, and the line itself.
    fn answer(&self, line: String) -> anyhow::Result<Option<(u64, bool, String)>> {
        if line.is_empty() {
            return Ok(None);
        }
        let Answer { n, ok } = serde_json::from_str(&line)
            .with_context(|| format!("{}: a line is not an answer of a batch", self.name))?;
        let is_later = self.next.as_ref().is_none_or(|(before, ..)| n > *before);
        anyhow::ensure!(is_later, "{}: answer {n} is out of order", self.name);
        anyhow::ensure!(line.ends_with('\n'), "{}: the last line is not complete", self.name);
        Ok(Some((n, ok, line)))
    }

    /// Returns the next answer, and reads the answer after it.
    fn take(&mut self) -> anyhow::Result<Option<(u64, bool, String)>> {
        let line = self.line()?;
        let following = self.answer(line)?;
        Ok(std::mem::replace(&mut self.next, following))
    }
}

/// Returns true if a line has the members of an answer.
fn is_answer(line: &str) -> bool {
    serde_json::from_str::<Answer>(line).is_ok()
}

/// Joins the answers of a batch in the order of their strings. Only one line of each part is in memory.
fn join_answers(mut parts: Vec<Part>, context: &mut Context) -> anyhow::Result<Status> {
    let mut worst = Status::Yes;
    let mut expected: Option<u64> = None;
    anyhow::ensure!(
        parts.iter().any(|part| part.next.is_some()),
        "the files are empty, so there is nothing to join"
    );
    loop {
        let number = |part: &Part| part.next.as_ref().map(|(n, ..)| *n);
        let first = parts.iter().filter_map(number).min();
        let Some(first) = first else { break };
        let mut found = parts.iter_mut().filter(|part| number(part) == Some(first));
        let Some(part) = found.next() else { break };
        if let Some(other) = found.next() {
            anyhow::bail!("{}: answer {first} is in two files; the other file is {}", part.name, other.name);
        }
        if let Some(expected) = expected.filter(|expected| *expected != first) {
            anyhow::bail!("answer {expected} is missing: a part is not complete, or was not given");
        }
        let Some((_, ok, line)) = part.take()? else { break };
        worst = worst.and(Status::of(ok));
        context.output.write(line)?;
        expected = Some(first + 1);
    }
    Ok(worst)
}

/// Joins reports of `grade`.
fn join_reports(paths: &[PathBuf], context: &mut Context) -> anyhow::Result<Status> {
    let mut merged = Report { v: 1, ..Report::default() };
    let mut suites: BTreeMap<String, GroupOut> = BTreeMap::new();
    let mut cases: BTreeMap<u64, Map<String, Value>> = BTreeMap::new();
    let mut shards: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for path in paths {
        let name = file_name(path);
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let report: Report = serde_json::from_str(&text).with_context(|| {
            format!("{name} contains neither a JSON report of `grade` nor answers of a batch")
        })?;
        if let Some(shard) = report.shard {
            let other = shards.insert(shard, name.clone());
            let numbers = format!("{}/{}", shard.0, shard.1);
            anyhow::ensure!(other.is_none(), "{name}: part {numbers} is in two reports");
        }
        for case in report.cases {
            let number = case.get("n").and_then(Value::as_u64);
            let number = number.with_context(|| format!("{name}: a case has no number"))?;
            anyhow::ensure!(cases.insert(number, case).is_none(), "{name}: case {number} is in two reports");
        }
        for counts in report.suites {
            let suite = counts.suite.clone();
            let sum =
                suites.entry(suite.clone()).or_insert_with(|| GroupOut { suite, ..GroupOut::default() });
            sum.total += counts.total;
            sum.passed += counts.passed;
            sum.failed += counts.failed;
            sum.skipped += counts.skipped;
        }
        merged.total += report.total;
        merged.passed += report.passed;
        merged.failed += report.failed;
        merged.skipped += report.skipped;
        merged.score += report.score;
        merged.max_score += report.max_score;
        merged.omitted += report.omitted;
        merged.partial = merged.partial.or(report.partial);
        for note in report.notes {
            if !merged.notes.contains(&note) {
                merged.notes.push(note);
            }
        }
    }
    check_shards(&shards)?;
    merged.suites = suites.into_values().collect();
    for points in [&mut merged.score, &mut merged.max_score] {
        *points = (*points * 1e6).round() / 1e6;
    }
    merged.cases = cases.into_values().collect();
    shorten(&mut merged)?;
    context.output.line(json::text(&merged)?)?;
    Ok(Status::of(merged.passed == merged.total && merged.partial.is_none()))
}

/// Checks that the parts belong to one run and that no part is missing.
fn check_shards(shards: &BTreeMap<(usize, usize), String>) -> anyhow::Result<()> {
    let Some((&(_, parts), first)) = shards.iter().next() else { return Ok(()) };
    for (&(part, of), name) in shards {
        anyhow::ensure!(
            of == parts,
            "{name} is part {part} of {of}, but {first} is one of {parts} parts; merge the parts of one run"
        );
    }
    if let Some(missing) = (1..=parts).find(|part| !shards.contains_key(&(*part, parts))) {
        anyhow::bail!("part {missing}/{parts} is missing");
    }
    Ok(())
}

/// Removes details, and then cases, until the report is small enough. Cases that passed are removed before cases that
/// failed.
fn shorten(report: &mut Report) -> anyhow::Result<()> {
    if json::text(report)?.len() < MAX_REPORT {
        return Ok(());
    }
    for case in &mut report.cases {
        if case.get("detail").is_some_and(Value::is_string) {
            case.insert("detail".to_owned(), "[left out]".into());
            case.insert("messages".to_owned(), Vec::<Value>::new().into());
        }
    }
    while json::text(report)?.len() >= MAX_REPORT && !report.cases.is_empty() {
        let before = report.cases.len();
        let kept = before / 2;
        // The cases that failed come first. The sort keeps their order.
        report.cases.sort_by_key(|case| case.get("passed") == Some(&Value::Bool(true)));
        report.cases.truncate(kept);
        report.omitted += before - kept;
    }
    Ok(())
}
