//! The help pages of the verbs that grade programs.

use crate::cli::help::page::{Page, example, negative};

pub(super) const PAGES: &[Page] = &[GRADE];

const GRADE: Page = Page {
    command: "grade",
    operands: &[],
    reads: "test cases, one JSON object per line, and the answers of a program",
    writes: "a report for people, for programs, for build servers or for course software",
    examples: &[
        example(
            "Check the cases themselves",
            "clowder generate cases --seed 1 --count 5 > cases.jsonl; clowder grade cases.jsonl --self",
        ),
        example("Write a complete harness in Python", "clowder grade --template python -o harness.py"),
        example("See the requests that a program gets", "clowder grade cases.jsonl --requests"),
        negative("Grade a program that does not answer", "clowder grade cases.jsonl --command true"),
        negative(
            "Grade answers in a file, and write a report for Gradescope",
            "echo '{\"id\":1,\"answer\":true}' > answers.jsonl; clowder grade cases.jsonl --answers answers.jsonl --report gradescope=results.json --report human",
        ),
    ],
    statuses: &["every case passed", "a case failed"],
    see_also: &["generate cases", "schema"],
};
