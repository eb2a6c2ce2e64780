//! The verbs that grade programs.

use crate::cli::help::page::{Page, example, negative};

pub(super) const PAGES: &[Page] = &[Page {
    command: "grade",
    operands: &[],
    reads: "test cases, one JSON object per line, and the answers of a program",
    writes: "a report for people, JSON, TAP, JUnit or Gradescope",
    examples: &[
        example(
            "Check the cases themselves",
            "clowder generate cases --seed 1 --count 5 > cases.jsonl; clowder grade cases.jsonl --self",
        ),
        example("List the suites", "clowder grade --suites"),
        example("See the requests that a program gets", "clowder grade cases.jsonl --requests"),
        negative("Grade a program that does not answer", "clowder grade cases.jsonl --command true"),
        negative(
            "Grade answers in a file, and write a report for Gradescope",
            "echo '{\"id\":1,\"answer\":true}' > answers.jsonl; clowder grade cases.jsonl --answers answers.jsonl --report gradescope=results.json --report human",
        ),
    ],
    statuses: &["every case passed", "a case failed"],
    see_also: &["generate cases", "schema"],
}];
