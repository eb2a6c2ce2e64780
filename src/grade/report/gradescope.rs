//! The report for Gradescope: `results.json`, with the fields its documentation of autograders names
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format").
//!
//! A student is shown `score`, `output` and the tests that are visible; of the first two, `output` counts those tests
//! alone, and Gradescope keeps the score back while there are hidden tests. What ran how long is left out: a report of
//! the same answers is the same.

use super::detail;
use crate::diagnostics::json;
use crate::grade::verdict::{Group, Points, Tally, Verdict, rounded};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Results<'a> {
    /// Takes the place of the sum of the tests, so that rounding never costs a point.
    score: f64,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    /// Kept with the submission, shown to nobody: the counts with the hidden cases.
    extra_data: Counts,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Counts {
    total: usize,
    passed: usize,
    failed: usize,
    max_score: f64,
}

#[derive(Serialize)]
struct Test<'a> {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: String,
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    visibility: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_data: Option<Extra<'a>>,
}

#[derive(Serialize)]
struct Extra<'a> {
    suite: String,
    name: Option<&'a str>,
    reason: Option<&'static str>,
}

/// Writes all verdicts as tests in their order.
pub(super) fn write(
    verdicts: &[Verdict],
    tally: &Tally,
    points: &Points,
    mut out: impl Write,
) -> io::Result<()> {
    let (all, score) = (tally.all, points.score(tally));
    let hidden = tally.groups.get(&Group::Hidden).copied().unwrap_or_default();
    let (seen, passed) = (all.total - hidden.total, all.passed - hidden.passed);
    let results = Results {
        score: score.points,
        output: format!("{seen} cases: {passed} passed, {} failed", seen - passed),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        // Whatever a harness prints beside the results is for the teacher.
        stdout_visibility: "hidden",
        extra_data: Counts {
            total: all.total,
            passed: all.passed,
            failed: all.failed(),
            max_score: score.out_of,
        },
        tests: verdicts.iter().map(|verdict| test(verdict, points, tally)).collect(),
    };
    json::write(&mut out, &results)?;
    out.write_all(b"\n")
}

fn test<'a>(verdict: &'a Verdict, points: &Points, tally: &Tally) -> Test<'a> {
    let worth = rounded(verdict.worth(points, tally));
    let seen = !verdict.hidden();
    let failure = verdict.failure();
    let extra = || Extra {
        suite: verdict.group().to_string(),
        name: verdict.name(),
        reason: failure.map(|failure| failure.reason.name()),
    };
    Test {
        score: if verdict.passed() { worth } else { 0.0 },
        max_score: worth,
        status: if verdict.passed() { "passed" } else { "failed" },
        name: verdict.title(),
        number: verdict.number().to_string(),
        output: failure.map(detail),
        tags: if seen { vec![verdict.group().to_string()] } else { Vec::new() },
        visibility: if seen { "visible" } else { "hidden" },
        extra_data: seen.then(extra),
    }
}
