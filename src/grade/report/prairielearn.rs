//! The report for `PrairieLearn`: `results.json`, as described in the documentation of external graders
//! (<https://docs.prairielearn.com/externalGrading/>, "Grading results").

use super::limit::{Listed, earned, json_line};
use crate::grade::verdict::Verdict;
use serde_json::{Value, json};
use std::io;

/// Writes each visible verdict as a test. Because `PrairieLearn` shows every test to the student, all hidden
/// verdicts are combined into one test.
pub(super) fn render(listed: &Listed<'_>) -> io::Result<String> {
    let (tally, score) = (listed.end.tally, listed.end.points.score(listed.end.tally));
    let test = |(verdict, worth): (&Verdict, f64)| {
        let failure = verdict.failure();
        let message = failure.and_then(|failure| failure.differences.messages.first());
        json!({
            "name": verdict.title(),
            "description": verdict.group().to_string(),
            "points": earned(verdict, worth),
            "max_points": worth,
            "message": message.filter(|message| message.len() < 500).map_or("", String::as_str),
            "output": failure.map(|failure| listed.detail(failure)).unwrap_or_default(),
        })
    };
    let visible = listed.verdicts.iter().filter(|(verdict, _)| !verdict.is_hidden());
    let mut tests: Vec<Value> = visible.copied().map(test).collect();
    if tally.hidden().total > 0 {
        let rounded = |points: f64| (points * 1e6).round() / 1e6;
        let hidden = || listed.all.iter().filter(|(verdict, _)| verdict.is_hidden());
        let points = hidden().map(|&(verdict, worth)| earned(verdict, worth)).sum();
        let worth = hidden().map(|(_, worth)| worth).sum();
        tests.push(json!({"name": "hidden cases", "points": rounded(points), "max_points": rounded(worth)}));
    }
    let problem = &listed.end.problem;
    json_line(&json!({
        "gradable": problem.is_none(),
        // Fraction of the points, 0 to 1.
        "score": if score.out_of > 0.0 { score.points / score.out_of } else { 0.0 },
        "message": problem.clone().unwrap_or_else(|| tally.visible().to_string()),
        "output": listed.remarks().join("\n"),
        "tests": tests,
    }))
}
