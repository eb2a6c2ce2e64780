//! The help pages of the verbs that grade programs.

use crate::cli::help::page::{Page, example, negative};

pub(super) const PAGES: &[Page] = &[GRADE, MERGE];

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
    see_also: &["generate cases", "merge", "schema"],
};

const MERGE: Page = Page {
    command: "merge",
    operands: &[],
    reads: "reports of `grade --shard K/N --report json`, or JSON lines of a batch with --shard",
    writes: "for reports, one report with the cases of all parts, and with their counts and points added up; for a batch, \
             the results of all parts in the order of the batch",
    examples: &[
        example(
            "Validate a batch in two parts, and join the results",
            "printf 'A6\\nB6\\nA3B3\\n' > draws; for k in 1 2; do clowder validate draw --lines --shard $k/2 --file draws > answers-$k; done; clowder merge answers-1 answers-2",
        ),
        example("Generate cases", "clowder generate cases --seed 1 --count 6 > cases.jsonl"),
        example(
            "Grade two parts, for example on two machines",
            "for k in 1 2; do clowder grade cases.jsonl --self --seed 1 --shard $k/2 --report json=part-$k.json; done",
        ),
        example("Join the reports", "clowder merge part-1.json part-2.json -o report.json"),
    ],
    statuses: &[
        "every case of every part passed, or every result is positive (for example, every string is valid)",
        "a case failed, a report is partial, or a result is negative (for example, a string is invalid)",
    ],
    see_also: &["grade", "validate"],
};
