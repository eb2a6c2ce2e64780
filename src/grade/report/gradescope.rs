//! The report for Gradescope: `results.json`, with the fields in Gradescope's documentation of autograders
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format").
//!
//! A student sees `score`, `output` and the visible tests. `output` counts only the visible tests, and Gradescope does
//! not show the score if there are hidden tests. The report has no running times, so that the same answers give the
//! same report.

use super::detail;
use crate::diagnostics::json;
use crate::grade::points::{Points, Tally};
use crate::grade::verdict::Verdict;
use serde::Serialize;
use std::io::{self, Write};

/// The results file of Gradescope.
#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub(crate) struct Results<'a> {
    /// The score replaces the sum of the tests, so that rounding never costs a point.
    score: f64,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    /// The counts including the hidden cases. They are stored with the submission and not shown to anyone.
    extra_data: Counts,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct Counts {
    total: usize,
    passed: usize,
    failed: usize,
    max_score: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct Extra<'a> {
    suite: String,
    name: Option<&'a str>,
    reason: Option<&'static str>,
}

/// Writes all verdicts as tests, in their order.
pub(super) fn write(
    verdicts: &[Verdict],
    tally: &Tally,
    points: &Points,
    mut out: impl Write,
) -> io::Result<()> {
    let (all, score) = (tally.all(), points.score(tally));
    let visible = all.without(tally.hidden());
    let (total, passed, failed) = (visible.total(), visible.passed(), visible.failed());
    let results = Results {
        score: score.points,
        output: format!("{total} cases: {passed} passed, {failed} failed"),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        // Other output of a harness is only for the teacher.
        stdout_visibility: "hidden",
        extra_data: Counts {
            total: all.total(),
            passed: all.passed(),
            failed: all.failed(),
            max_score: score.out_of,
        },
        tests: verdicts.iter().map(|verdict| test(verdict, points, tally)).collect(),
    };
    json::write(&mut out, &results)?;
    out.write_all(b"\n")
}

fn test<'a>(verdict: &'a Verdict, points: &Points, tally: &Tally) -> Test<'a> {
    let worth = points.worth(verdict, tally);
    let is_visible = !verdict.is_hidden();
    let failure = verdict.failure();
    let extra = || Extra {
        suite: verdict.group().to_string(),
        name: verdict.name(),
        reason: failure.map(|failure| failure.reason().name()),
    };
    Test {
        score: if verdict.has_passed() { worth } else { 0.0 },
        max_score: worth,
        status: if verdict.has_passed() { "passed" } else { "failed" },
        name: verdict.title(),
        number: verdict.number().to_string(),
        output: failure.map(detail),
        tags: if is_visible { vec![verdict.group().to_string()] } else { Vec::new() },
        visibility: if is_visible { "visible" } else { "hidden" },
        extra_data: is_visible.then(extra),
    }
}
