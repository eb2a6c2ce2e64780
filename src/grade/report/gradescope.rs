//! The report for Gradescope: `results.json`, with the fields in Gradescope's documentation of autograders
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format").
//!
//! A student sees `output` and the visible tests. If there are no hidden tests, the student also sees `score`. The text
//! in `output` counts only the visible tests. A case with the visibility `after_due_date` or `after_published` is
//! written to this report with all details, because Gradescope itself hides the case until the due date or until the
//! grades are published.

use super::limit::{Listed, earned, json_line};
use crate::grade::settings::Visibility;
use crate::grade::verdict::Verdict;
use serde::Serialize;
use std::io;
use std::time::Duration;

/// The results file of Gradescope.
#[derive(Serialize)]
pub(crate) struct Results {
    /// The score of the submission. Gradescope uses this score instead of the sum of the scores of the tests, so that
    /// no points are lost by rounding.
    score: f64,
    /// The total time that the program needed for its answers to visible cases, in seconds, if a program was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_time: Option<f64>,
    /// The text above the tests: the counts of the visible cases, and remarks about the run.
    output: String,
    /// The format of the member `output` of the submission: always `text`.
    output_format: &'static str,
    /// The format of the member `output` of each test: always `text`.
    test_output_format: &'static str,
    /// The format of the names of the tests: always `text`.
    test_name_format: &'static str,
    /// The visibility of tests without a visibility of their own: always `visible`.
    visibility: &'static str,
    /// The visibility of the output of the autograder itself: always `hidden`.
    stdout_visibility: &'static str,
    /// The counts of all cases, including the hidden cases. They are stored with the submission and not shown to
    /// anyone.
    extra_data: Counts,
    /// The cases, in their order.
    tests: Vec<Test>,
}

/// The counts of all cases.
#[derive(Serialize)]
struct Counts {
    /// The number of cases.
    total: usize,
    /// The number of cases that passed.
    passed: usize,
    /// The number of cases that failed.
    failed: usize,
    /// The maximum number of points.
    max_score: f64,
}

/// A case.
#[derive(Serialize)]
struct Test {
    /// The points that were earned.
    score: f64,
    /// The points that the case is worth.
    max_score: f64,
    /// `passed` or `failed`.
    status: &'static str,
    /// The title of the case, with its suite and its name if students may see them.
    name: String,
    /// The number of the case.
    number: String,
    /// The reason why the case failed. This member is missing if the case passed or is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    /// The name of the suite. This member is missing if the case is hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// The setting that says when students see the test.
    visibility: Visibility,
    /// Details for the teacher. This member is missing if the case is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_data: Option<Extra>,
}

/// Details of a case.
#[derive(Serialize)]
struct Extra {
    /// The suite of the case.
    suite: String,
    /// The name of the case.
    name: Option<String>,
    /// The reason why the case failed, as a word.
    reason: Option<&'static str>,
    /// The time that the program needed for the answer, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_time: Option<f64>,
}

/// Returns a time in seconds, rounded to a millisecond.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1e3
}

/// Writes all verdicts as tests, in their order.
pub(super) fn render(listed: &Listed<'_>) -> io::Result<String> {
    let (tally, score) = (listed.end.tally, listed.end.points.score(listed.end.tally));
    let all = tally.all();
    let times: Vec<Duration> = listed.verdicts.iter().filter_map(|(verdict, _)| verdict.duration()).collect();
    let mut output = vec![tally.visible().to_string()];
    output.extend(listed.remarks());
    json_line(&Results {
        score: score.points,
        execution_time: (!times.is_empty()).then(|| seconds(times.iter().sum())),
        output: output.join("\n"),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        // Output that a harness writes in addition to this report is shown only to the teacher.
        stdout_visibility: "hidden",
        extra_data: Counts {
            total: all.total,
            passed: all.passed,
            failed: all.failed,
            max_score: score.out_of,
        },
        tests: listed.verdicts.iter().map(|(verdict, worth)| test(verdict, *worth, listed)).collect(),
    })
}

fn test(verdict: &Verdict, worth: f64, listed: &Listed<'_>) -> Test {
    let visibility = verdict.visibility;
    let verdict = &verdict.released();
    let failure = verdict.failure();
    let suite = (!verdict.is_hidden()).then(|| verdict.group().to_string());
    Test {
        score: earned(verdict, worth),
        max_score: worth,
        status: if verdict.has_passed { "passed" } else { "failed" },
        name: verdict.title(),
        number: verdict.number.to_string(),
        output: failure.map(|failure| listed.detail(failure)),
        tags: suite.iter().cloned().collect(),
        visibility,
        extra_data: suite.map(|suite| Extra {
            suite,
            name: verdict.name().map(str::to_owned),
            reason: failure.map(|failure| failure.reason.name()),
            execution_time: verdict.duration().map(seconds),
        }),
    }
}
