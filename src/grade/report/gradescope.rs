//! The report for Gradescope: `results.json`, with the fields from Gradescope's documentation of autograders
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format").
//!
//! Students see `output`, which counts only the visible tests, and the visible tests themselves. Students
//! also see `score` if there are no hidden tests. Cases with the visibility `after_due_date` or
//! `after_published` are written with all details. Gradescope itself hides these cases until the due date or
//! until the grades are published.

use super::limit::{Listed, earned, json_line};
use crate::grade::verdict::Verdict;
use serde_json::{Value, json};
use std::io;
use std::time::Duration;

/// Converts a time to seconds, rounded down to a millisecond.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1e3
}

fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// Writes the verdicts as tests, in their original order.
pub(super) fn render(listed: &Listed<'_>) -> io::Result<String> {
    let (tally, score) = (listed.end.tally, listed.end.points.score(listed.end.tally));
    let all = tally.all();
    let times: Vec<Duration> = listed.verdicts.iter().filter_map(|(verdict, _)| verdict.duration()).collect();
    let mut output = vec![tally.visible().to_string()];
    output.extend(listed.remarks());
    let test = |&(verdict, worth): &(&Verdict, f64)| test(verdict, worth, listed);
    json_line(&without_nulls(json!({
        // Gradescope uses this score instead of the sum of the tests, so no points are lost through rounding.
        "score": score.points,
        "execution_time": (!times.is_empty()).then(|| seconds(times.iter().sum())),
        "output": output.join("\n"),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        // The standard output of the autograder is shown only to the tutor.
        "stdout_visibility": "hidden",
        // The counts of all cases are stored with the submission, but not displayed.
        "extra_data":
            {"total": all.total, "passed": all.passed, "failed": all.failed, "max_score": score.out_of},
        "tests": listed.verdicts.iter().map(test).collect::<Vec<_>>(),
    })))
}

/// Describes a case as a test. For a permanently hidden case, leaves out the suite, the name and the reason.
fn test(verdict: &Verdict, worth: f64, listed: &Listed<'_>) -> Value {
    let visibility = verdict.visibility;
    let verdict = &verdict.released();
    let failure = verdict.failure();
    let suite = (!verdict.is_hidden()).then(|| verdict.group().to_string());
    without_nulls(json!({
        "score": earned(verdict, worth),
        "max_score": worth,
        "status": if verdict.has_passed { "passed" } else { "failed" },
        "name": verdict.title(),
        "number": verdict.number.to_string(),
        "output": failure.map(|failure| listed.detail(failure)),
        "tags": suite.as_ref().map(|suite| [suite]),
        "visibility": visibility,
        "extra_data": suite.as_ref().map(|suite| without_nulls(json!({
            "suite": suite,
            "name": verdict.name(),
            "reason": failure.map(|failure| failure.reason.name()),
            "execution_time": verdict.duration().map(seconds),
        }))),
    }))
}
