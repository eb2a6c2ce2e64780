//! The report for `PrairieLearn`: `results.json`, as its documentation of external graders describes it
//! (<https://docs.prairielearn.com/externalGrading/>, "Grading results").

use super::Ending;
use super::human::counts;
use super::limit::Listed;
use crate::diagnostics::json;
use serde::Serialize;
use std::io;

#[derive(Serialize)]
struct Results {
    gradable: bool,
    /// The points that were earned, as a fraction of the maximum points, from 0 to 1.
    score: f64,
    message: String,
    output: String,
    tests: Vec<Test>,
}

#[derive(Serialize)]
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
pub(super) fn render(listed: &Listed, end: &Ending<'_>) -> io::Result<Vec<u8>> {
    let score = end.points.score(end.tally);
    let mut tests = Vec::new();
    let mut hidden = [0.0; 2];
    for (verdict, worth) in &listed.verdicts {
        let points = if verdict.has_passed() { *worth } else { 0.0 };
        if verdict.is_hidden() {
            hidden[0] += points;
            hidden[1] += worth;
            continue;
        }
        let failure = verdict.failure();
        let message = failure.and_then(|failure| failure.differences().messages().first().cloned());
        tests.push(Test {
            name: verdict.title(),
            description: verdict.group().to_string(),
            points,
            max_points: *worth,
            message: message.filter(|message| message.len() < 500).unwrap_or_default(),
            output: failure.map(|failure| listed.detail(failure)).unwrap_or_default(),
        });
    }
    if end.tally.hidden().total() > 0 {
        let [points, max_points] = hidden.map(|points| (points * 1e6).round() / 1e6);
        let (name, empty) = ("hidden cases".to_owned(), String::new);
        tests.push(Test {
            name,
            description: empty(),
            points,
            max_points,
            message: empty(),
            output: empty(),
        });
    }
    let results = Results {
        gradable: true,
        score: if score.out_of > 0.0 { score.points / score.out_of } else { 0.0 },
        message: counts(end.tally.all().without(end.tally.hidden())),
        output: end.remarks(listed.remark()).join("\n"),
        tests,
    };
    let mut out = Vec::new();
    json::write(&mut out, &results)?;
    out.push(b'\n');
    Ok(out)
}
