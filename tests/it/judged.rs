//! Compares the verdicts on many different answers (most of them wrong) with a snapshot.

use clowder::diagnostics::report;
use clowder::grade::{AnswerSource, Case, Grader, Line};
use serde_json::Value;
use std::fmt::Write as _;

/// A test case with an answer.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Judged {
    case: Value,
    answer: Value,
}

#[test]
fn each_answer_has_exactly_this_judgement() {
    let mut text = String::new();
    for (number, line) in (1..).zip(include_str!("../cases/judged.jsonl").lines()) {
        let Judged { case, answer } =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let line = case.to_string();
        let mut grader = Grader::new(AnswerSource::Submission(Box::new(move |_: &Case| Ok(answer.clone()))));
        let graded = grader.grade(&Line::new(number, line.clone())).unwrap();
        writeln!(text, "---- {number}: {}", case["suite"].as_str().unwrap()).unwrap();
        match graded.verdict.failure() {
            None => text.push_str("correct\n"),
            Some(failure) => {
                let differences = &failure.differences;
                differences.messages.iter().for_each(|message| writeln!(text, "{message}").unwrap());
                text.push_str(&differences.picture.text());
            }
        }
        if !graded.diagnostics.is_empty() {
            let errors = report(&line, &graded.diagnostics);
            writeln!(text, "{}", errors.lines().next().unwrap()).unwrap();
        }
    }
    crate::support::snapshot("judged", &text);
}
