//! Writes the tables of a class, with one row per submission, and the failures that several submissions share.

use super::run::Outcome;
use crate::diagnostics::escape::escape;
use crate::grade::{Points, html_head};
use crate::render::figure::svg::escaped;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The result of a submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    submission: String,
    status: RowStatus,
    points: f64,
    max_points: f64,
    total: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    /// For each suite, the points that were earned and the maximum points.
    suites: BTreeMap<String, [f64; 2]>,
    /// The titles of the cases that failed.
    failures: Vec<String>,
    /// The reason why the submission was not graded completely.
    note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RowStatus {
    Graded,
    /// Only a part of the cases was graded.
    Partial,
    /// The program could not be started.
    NotStarted,
}

impl RowStatus {
    const fn name(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::Partial => "partial",
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
        error: Option<String>,
    ) -> Self {
        let (all, score) = (outcome.tally.all(), points.score(&outcome.tally));
        let suites = points.by_suite(&outcome.tally).into_iter();
        Self {
            submission: submission.to_owned(),
            status: match (&error, &outcome.partial) {
                (Some(_), _) => RowStatus::NotStarted,
                (None, Some(_)) => RowStatus::Partial,
                (None, None) => RowStatus::Graded,
            },
            points: score.points,
            max_points: score.out_of,
            total: all.total(),
            passed: all.passed(),
            failed: all.failed(),
            skipped: all.skipped(),
            suites: suites.map(|(suite, score)| (suite.to_string(), [score.points, score.out_of])).collect(),
            failures,
            note: error.or_else(|| outcome.partial.clone()),
        }
    }

    /// Returns true if the submission passed every case.
    pub(super) fn has_passed(&self) -> bool {
        self.status == RowStatus::Graded && self.passed == self.total
    }
}

/// Returns the names of all suites in the rows.
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
        out.push_str(&format!(",{suite}"));
    }
    out.push_str(",note\r\n");
    for row in rows {
        out.push_str(&format!(
            "{},{},{},{},{},{},{},{}",
            field(&row.submission),
            row.status.name(),
            row.points,
            row.max_points,
            row.total,
            row.passed,
            row.failed,
            row.skipped
        ));
        for suite in &suites {
            let points = row.suites.get(*suite).map(|points| points[0].to_string());
            out.push_str(&format!(",{}", points.unwrap_or_default()));
        }
        out.push_str(&format!(",{}\r\n", field(row.note.as_deref().unwrap_or_default())));
    }
    out
}

/// The maximum number of failures that are listed.
const MAX_SHARED: usize = 50;

/// Returns the failures that at least two submissions share, each with the number of these submissions. The most
/// frequent failures come first.
fn shared_failures(rows: &[Row]) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().flat_map(|row| &row.failures).for_each(|failure| *counts.entry(failure).or_default() += 1);
    let mut shared: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    shared.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    shared.truncate(MAX_SHARED);
    shared
}

/// Writes the rows as an HTML page, with the failures that several submissions share.
pub(super) fn html(rows: &[Row], cases: usize) -> String {
    let suites = suites(rows);
    let mut out = html_head("Results of the class");
    let started = rows.iter().filter(|row| row.status != RowStatus::NotStarted).count();
    out.push_str(&format!(
        "<p>{} submissions, of which {started} could be started; {cases} cases</p>\n",
        rows.len()
    ));
    out.push_str(
        "<table>\n<tr><th>Submission</th><th>Status</th><th>Points</th><th>Passed</th><th>Failed</th>",
    );
    for suite in &suites {
        out.push_str(&format!("<th>{}</th>", escaped(suite)));
    }
    out.push_str("<th>Note</th></tr>\n");
    for row in rows {
        out.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{} of {}</td><td>{}</td><td>{}</td>",
            escaped(&escape(&row.submission)),
            row.status.name(),
            row.points,
            row.max_points,
            row.passed,
            row.failed
        ));
        for suite in &suites {
            let points = row.suites.get(*suite).map(|[points, max]| format!("{points} of {max}"));
            out.push_str(&format!("<td>{}</td>", points.unwrap_or_default()));
        }
        out.push_str(&format!(
            "<td>{}</td></tr>\n",
            escaped(&escape(row.note.as_deref().unwrap_or_default()))
        ));
    }
    out.push_str("</table>\n<h2>Failures that several submissions share</h2>\n");
    out.push_str("<table>\n<tr><th>Case</th><th>Submissions</th></tr>\n");
    for (failure, count) in shared_failures(rows) {
        out.push_str(&format!("<tr><td>{}</td><td>{count}</td></tr>\n", escaped(&escape(failure))));
    }
    out.push_str("</table>\n</body>\n</html>\n");
    out
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
