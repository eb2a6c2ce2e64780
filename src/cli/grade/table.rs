//! Writes the tables of a class, with one row per submission, and the failures that several submissions share.

use super::run::Outcome;
use crate::diagnostics::escape::escape;
use crate::grade::{Cause, Count, Points, html_head};
use crate::render::figure::svg::escaped;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Result of a submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    submission: String,
    status: RowStatus,
    points: f64,
    max_points: f64,
    #[serde(flatten)]
    count: Count,
    /// For each suite, the points that were earned and the maximum points.
    suites: BTreeMap<String, [f64; 2]>,
    /// Titles of the cases that failed.
    failures: Vec<String>,
    /// Known causes of the failures, each with an example.
    causes: Vec<[String; 2]>,
    /// The reason why the submission was not graded completely.
    note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RowStatus {
    Graded,
    /// Only a part of the cases was graded.
    Partial,
    /// The program was started, but it never answered. Usually, it was not compiled.
    NoAnswers,
    /// Program could not be started.
    NotStarted,
}

impl RowStatus {
    const fn name(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::Partial => "partial",
            Self::NoAnswers => "no answers",
            Self::NotStarted => "not started",
        }
    }
}

impl Row {
    /// Creates the row of a submission.
    pub(super) fn new(
        submission: &str,
        outcome: &Outcome,
        points: &Points,
        failures: Vec<String>,
        examples: &BTreeMap<String, String>,
    ) -> Self {
        let cause = |cause: &Cause| {
            let suite = cause.suite.to_string();
            Some([format!("{suite}: {}", cause.misconception?.program()), examples.get(&suite)?.clone()])
        };
        let score = points.score(&outcome.tally);
        let suites = points.by_suite(&outcome.tally);
        let (status, note) = match outcome {
            Outcome { problem: Some(why), .. } => (RowStatus::NotStarted, Some(why)),
            Outcome { silent: Some(why), .. } => (RowStatus::NoAnswers, Some(why)),
            Outcome { partial: Some(why), .. } => (RowStatus::Partial, Some(why)),
            _ => (RowStatus::Graded, None),
        };
        Self {
            submission: submission.to_owned(),
            status,
            points: score.points,
            max_points: score.out_of,
            count: outcome.tally.all(),
            suites: suites.map(|(suite, points)| (suite.to_string(), points)).collect(),
            failures,
            note: note.cloned(),
            causes: outcome.causes.iter().filter_map(cause).collect(),
        }
    }

    /// Whether the submission passed every case.
    pub(super) fn has_passed(&self) -> bool {
        self.status == RowStatus::Graded && self.count.passed == self.count.total
    }
}

/// Lists the names of all suites in the rows.
fn suites(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().flat_map(|row| row.suites.keys()).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns a field of a CSV file. A field that a spreadsheet would interpret as a formula gets an apostrophe at its
/// beginning.
fn field(text: &str) -> String {
    let text =
        if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Writes the rows as CSV (RFC 4180), with the points of each suite.
pub(super) fn csv(rows: &[Row]) -> String {
    let suites = suites(rows);
    let mut out = "submission,status,points,max_points,total,passed,failed,skipped".to_owned();
    for suite in &suites {
        out += &format!(",{suite}");
    }
    out += ",note\r\n";
    for row in rows {
        let Count { total, passed, failed, skipped, .. } = row.count;
        let (name, status) = (field(&row.submission), row.status.name());
        let Row { points, max_points, .. } = row;
        out += &format!("{name},{status},{points},{max_points},{total},{passed},{failed},{skipped}");
        for suite in &suites {
            let points = row.suites.get(*suite).map(|points| points[0].to_string());
            out += &format!(",{}", points.unwrap_or_default());
        }
        out += &format!(",{}\r\n", field(row.note.as_deref().unwrap_or_default()));
    }
    out
}

/// Maximum number of failures that are listed.
const MAX_SHARED: usize = 50;

/// Lists the failures that at least two submissions share, each with the number of these submissions. The most frequent
/// failures come first.
fn shared_failures(rows: &[Row]) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().flat_map(|row| &row.failures).for_each(|failure| *counts.entry(failure).or_default() += 1);
    let mut shared: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    shared.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    shared.truncate(MAX_SHARED);
    shared
}

/// Lists the causes of the failures, each with the number of submissions and the shortest example. The most frequent
/// causes come first.
fn causes(rows: &[Row]) -> Vec<(&str, usize, &str)> {
    let mut causes: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for [cause, example] in rows.iter().flat_map(|row| &row.causes) {
        let (count, shortest) = causes.entry(cause).or_insert((0, example));
        *count += 1;
        if example.len() < shortest.len() {
            *shortest = example;
        }
    }
    let mut causes: Vec<_> =
        causes.into_iter().map(|(cause, (count, example))| (cause, count, example)).collect();
    causes.sort_by_key(|(cause, count, _)| (std::cmp::Reverse(*count), *cause));
    causes
}

/// Writes the rows as an HTML page, with the causes of the failures and the failures that several submissions share.
pub(super) fn html(rows: &[Row], cases: usize) -> String {
    let (suites, all) = (suites(rows), rows.len());
    let cell = |text: &str| format!("<td>{}</td>", escaped(&escape(text)));
    let mut out = html_head("Results of the class");
    let started = rows.iter().filter(|row| row.status != RowStatus::NotStarted).count();
    out += &format!("<p>{all} submissions, of which {started} could be started; {cases} cases</p>\n");
    out += "<table>\n<tr><th>Submission</th><th>Status</th><th>Points</th><th>Passed</th><th>Failed</th>";
    for suite in &suites {
        out += &format!("<th>{}</th>", escaped(suite));
    }
    out += "<th>Note</th></tr>\n";
    for row in rows {
        let Row { points, max_points, count, .. } = row;
        out += &format!("<tr>{}<td>{}</td>", cell(&row.submission), row.status.name());
        out +=
            &format!("<td>{points} of {max_points}</td><td>{}</td><td>{}</td>", count.passed, count.failed);
        for suite in &suites {
            let points = row.suites.get(*suite).map(|[points, max]| format!("{points} of {max}"));
            out += &cell(&points.unwrap_or_default());
        }
        out += &format!("{}</tr>\n", cell(row.note.as_deref().unwrap_or_default()));
    }
    out += "</table>\n<h2>What was misunderstood</h2>\n";
    out +=
        "<table>\n<tr><th>The program behaves as if</th><th>Submissions</th><th>Smallest example</th></tr>\n";
    for (cause, count, example) in causes(rows) {
        let example = escaped(&escape_lines(example));
        out += &format!("<tr>{}<td>{count} of {all}</td><td><pre>{example}</pre></td></tr>\n", cell(cause));
    }
    out += "</table>\n<h2>Failures that several submissions share</h2>\n";
    out += "<table>\n<tr><th>Case</th><th>Submissions</th></tr>\n";
    for (failure, count) in shared_failures(rows) {
        out += &format!("<tr>{}<td>{count}</td></tr>\n", cell(failure));
    }
    out + "</table>\n</body>\n</html>\n"
}

/// Escapes the lines of a text, which stay lines.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line).into_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn a_field_is_quoted_and_is_never_a_formula() {
        assert_eq!(field("u123"), "u123");
        assert_eq!(field("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        assert_eq!(field("=1+1"), "'=1+1");
        assert_eq!(field("@x,y"), "\"'@x,y\"");
    }
}
