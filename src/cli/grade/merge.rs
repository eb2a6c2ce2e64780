//! `merge`: joins the JSON reports of several parts of a run, which were made with `grade --shard`.

use super::super::Context;
use super::super::exit::Status;
use super::file_name;
use crate::diagnostics::json;
use crate::grade::MAX_REPORT;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Reports of `grade --report json`
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
}

/// A report of `grade`.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    v: u8,
    cases: Vec<Map<String, Value>>,
    suites: Vec<SuiteCounts>,
    total: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    score: f64,
    max_score: f64,
    partial: Option<String>,
    notes: Vec<String>,
    omitted: usize,
}

/// The counts of a suite.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteCounts {
    suite: String,
    total: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
}

/// Joins the reports and writes the result. The exit status is the one that the whole run would have.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let mut merged = Report { v: 1, ..Report::default() };
    let mut suites: BTreeMap<String, SuiteCounts> = BTreeMap::new();
    let mut cases: BTreeMap<u64, Map<String, Value>> = BTreeMap::new();
    for path in &arguments.reports {
        let name = file_name(path);
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let report: Report =
            serde_json::from_str(&text).with_context(|| format!("{name} is not a JSON report of `grade`"))?;
        for case in report.cases {
            let number = case
                .get("n")
                .and_then(Value::as_u64)
                .with_context(|| format!("{name}: a case has no number"))?;
            anyhow::ensure!(cases.insert(number, case).is_none(), "{name}: case {number} is in two reports");
        }
        for counts in report.suites {
            let sum = suites.entry(counts.suite.clone()).or_default();
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
        report
            .notes
            .into_iter()
            .filter(|note| !merged.notes.contains(note))
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|note| merged.notes.push(note));
    }
    merged.suites = suites.into_iter().map(|(suite, counts)| SuiteCounts { suite, ..counts }).collect();
    for points in [&mut merged.score, &mut merged.max_score] {
        *points = (*points * 1e6).round() / 1e6;
    }
    merged.cases = cases.into_values().collect();
    shorten(&mut merged)?;
    context.output.line(json::text(&merged)?)?;
    Ok(Status::of(merged.passed == merged.total && merged.partial.is_none()))
}

/// Removes details, and then cases that passed, until the report is small enough.
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
