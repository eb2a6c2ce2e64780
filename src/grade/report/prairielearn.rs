//! The report for `PrairieLearn`: `results.json`, as its documentation of external graders describes it
//! (<https://docs.prairielearn.com/externalGrading/>, "Grading results").

use super::limit::{Listed, earned, json_line};
use serde::Serialize;
use std::io;

#[derive(Serialize)]
struct Results {
    gradable: bool,
    /// Fraction of the points that were earned, 0 to 1.
    score: f64,
    message: String,
    output: String,
    tests: Vec<Test>,
}

#[derive(Default, Serialize)]
struct Test {
    name: String,
    description: String,
    points: f64,
    max_points: f64,
    message: String,
    output: String,
}

/// Writes the visible verdicts as tests, and all hidden verdicts together as one test. `PrairieLearn` shows every test
/// to the student.
pub(super) fn render(listed: &Listed<'_>) -> io::Result<String> {
    let (tally, score) = (listed.end.tally, listed.end.points.score(listed.end.tally));
    let mut tests = Vec::new();
    let mut hidden = Test { name: "hidden cases".to_owned(), ..Test::default() };
    for &(verdict, worth) in &listed.verdicts {
        let points = earned(verdict, worth);
        if verdict.is_hidden() {
            hidden.points += points;
            hidden.max_points += worth;
            continue;
        }
        let failure = verdict.failure();
        let message = failure.and_then(|failure| failure.differences.messages.first().cloned());
        tests.push(Test {
            name: verdict.title(),
            description: verdict.group().to_string(),
            points,
            max_points: worth,
            message: message.filter(|message| message.len() < 500).unwrap_or_default(),
            output: failure.map(|failure| listed.detail(failure)).unwrap_or_default(),
        });
    }
    if tally.hidden().total > 0 {
        for points in [&mut hidden.points, &mut hidden.max_points] {
            *points = (*points * 1e6).round() / 1e6;
        }
        tests.push(hidden);
    }
    json_line(&Results {
        gradable: listed.end.problem.is_none(),
        score: if score.out_of > 0.0 { score.points / score.out_of } else { 0.0 },
        message: listed.end.problem.clone().unwrap_or_else(|| tally.visible().to_string()),
        output: listed.remarks().join("\n"),
        tests,
    })
}
