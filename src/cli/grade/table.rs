//! Writes the tables of a class: one row per submission, and the failures shared by several submissions.

use super::run::Outcome;
use crate::cli::figure::url;
use crate::diagnostics::{escape, excerpt};
use crate::grade::{Cause, Count, Points};
use crate::notation::plural;
use crate::render::figure::html::{SORTING, document, table};
use crate::render::figure::svg::{Theme, escaped};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    submission: String,
    status: RowStatus,
    points: f64,
    max_points: f64,
    #[serde(flatten)]
    count: Count,
    /// For each suite, the points earned and the maximum.
    suites: BTreeMap<String, [f64; 2]>,
    /// Titles of the failed cases.
    failures: Vec<String>,
    /// The known causes of the failures. Each cause has an example: the description of a failure and its case number.
    causes: Vec<(String, String, usize)>,
    /// Why the submission was not graded completely.
    note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RowStatus {
    Graded,
    /// The run graded only some of the cases.
    Partial,
    /// The program was started but never answered, usually because it had not been compiled.
    NoAnswers,
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
    pub(super) fn new(
        submission: &str,
        outcome: &Outcome,
        points: &Points,
        failures: Vec<String>,
        examples: &BTreeMap<String, (String, usize)>,
    ) -> Self {
        let cause = |cause: &Cause| {
            let suite = cause.suite.to_string();
            let (example, case) = examples.get(&suite)?.clone();
            Some((format!("{suite}: {}", cause.misconception()?.program()), example, case))
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

    pub(super) fn has_passed(&self) -> bool {
        self.status == RowStatus::Graded && self.count.passed == self.count.total
    }
}

fn suites(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().flat_map(|row| row.suites.keys()).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Writes a CSV field. A field that a spreadsheet would interpret as a formula is prefixed with an apostrophe.
fn field(text: &str) -> String {
    let text =
        if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Writes the rows as CSV (RFC 4180), including the points of each suite.
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

/// Maximum number of failures listed.
const MAX_SHARED: usize = 50;

/// Lists the failures that at least two submissions share, most frequent first, each with a count of these
/// submissions.
fn shared_failures(rows: &[Row]) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().flat_map(|row| &row.failures).for_each(|failure| *counts.entry(failure).or_default() += 1);
    let mut shared: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    shared.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    shared.truncate(MAX_SHARED);
    shared
}

/// The shortest example of a cause: the submission, the failure's description and the case number.
type Example<'a> = (&'a Row, &'a str, usize);

/// Collects the causes of the failures, most frequent first. Each cause comes with the number of affected
/// submissions and the shortest example.
fn causes(rows: &[Row]) -> Vec<(&str, usize, Example<'_>)> {
    let mut causes: BTreeMap<&str, (usize, Example<'_>)> = BTreeMap::new();
    for (row, (cause, example, case)) in
        rows.iter().flat_map(|row| row.causes.iter().map(move |one| (row, one)))
    {
        let (count, shortest) = causes.entry(cause).or_insert((0, (row, example, *case)));
        *count += 1;
        if example.len() < shortest.1.len() {
            *shortest = (row, example, *case);
        }
    }
    let mut causes: Vec<_> =
        causes.into_iter().map(|(cause, (count, example))| (cause, count, example)).collect();
    causes.sort_by_key(|(cause, count, _)| (std::cmp::Reverse(*count), *cause));
    causes
}

/// Maximum length of a displayed name, in characters.
const MAX_NAME: usize = 60;

/// Writes an HTML page with the rows, the causes of the failures, and the failures shared by several submissions. Each
/// submission is linked to its report. `report` is the name of the report file, which is the same in every directory.
pub(super) fn html(rows: &[Row], cases: usize, report: &str) -> String {
    let (suites, all) = (suites(rows), rows.len());
    let cell = |text: &str| escaped(&escape(text));
    let link = |name: &str, place: &str, text: &str| {
        let shown = escaped(&excerpt(name, MAX_NAME));
        format!("<a href=\"./{}/{report}{place}\">{text}{shown}</a>", url(name))
    };
    let started = rows.iter().filter(|row| row.status != RowStatus::NotStarted).count();
    let mut out = String::new();
    let (submissions, cases) = (plural(all, "submission"), plural(cases, "case"));
    out += &format!("<p class=\"sum\">{submissions}, of which {started} could be started; {cases}</p>\n");
    let mut columns =
        vec![("Submission", "text"), ("Status", "text"), ("Points", ""), ("Passed", ""), ("Failed", "")];
    columns.extend(suites.iter().map(|suite| (*suite, "thin")));
    columns.push(("Note", "text"));
    let cells = rows.iter().map(|row| {
        let class = if row.status == RowStatus::Graded { "graded" } else { "failed" };
        let mut cells = vec![
            link(&row.submission, "", ""),
            format!("<span class=\"{class}\">{}</span>", row.status.name()),
            format!("{} of {}", row.points, row.max_points),
            row.count.passed.to_string(),
            row.count.failed.to_string(),
        ];
        cells.extend(suites.iter().map(|suite| {
            row.suites.get(*suite).map_or_else(String::new, |[points, max]| format!("{points}/{max}"))
        }));
        cells.push(cell(row.note.as_deref().unwrap_or_default()));
        cells
    });
    out += &table("class=\"sorts\"", "Points of each submission for each suite", &columns, cells);
    let causes = causes(rows).into_iter().map(|(cause, count, (row, example, case))| {
        let example = escaped(&escape_lines(example));
        let report = link(&row.submission, &format!("#case-{case}"), &format!("case {case} of "));
        vec![cell(cause), format!("{count} of {all}"), format!("<pre>{example}</pre>{report}")]
    });
    let columns = [("The program behaves as if", "text"), ("Submissions", ""), ("Smallest example", "text")];
    if causes.len() > 0 {
        out += &table("class=\"sorts\"", "What was misunderstood", &columns, causes);
    }
    let shared = shared_failures(rows);
    let shared = shared.iter().map(|(failure, count)| vec![cell(failure), count.to_string()]);
    let columns = [("Case", "text"), ("Submissions", "")];
    if shared.len() > 0 {
        out += &table("class=\"sorts\"", "Failures that several submissions share", &columns, shared);
    }
    document("Results of the class", Theme::Auto, "report", Some(SORTING), &out)
}

fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line).into_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::{field, url};

    #[test]
    fn a_name_in_an_address_cannot_be_anything_else() {
        assert_eq!(url("u12-3_x.y"), "u12-3_x.y");
        assert_eq!(url("a \"b\"#%?é:"), "a%20%22b%22%23%25%3F%C3%A9%3A");
    }

    #[test]
    fn a_field_is_quoted_and_is_never_a_formula() {
        assert_eq!(field("u123"), "u123");
        assert_eq!(field("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        assert_eq!(field("=1+1"), "'=1+1");
        assert_eq!(field("@x,y"), "\"'@x,y\"");
    }
}
