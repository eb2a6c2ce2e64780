//! The report for build servers, in the XML format of `JUnit`.

use super::detail;
use crate::diagnostics::escape::escape;
use crate::grade::points::Tally;
use crate::grade::verdict::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io::{self, Write};

/// Writes all verdicts, with one test suite for each group.
pub(super) fn write(verdicts: &[Verdict], tally: &Tally, out: impl Write) -> io::Result<()> {
    let mut report = Report::new("clowder grade");
    for (group, _) in tally.groups() {
        let mut suite = TestSuite::new(group.to_string());
        suite.add_test_cases(verdicts.iter().filter(|verdict| verdict.group() == group).map(case));
        report.add_test_suite(suite);
    }
    report.serialize(out).map_err(io::Error::other)
}

fn case(verdict: &Verdict) -> TestCase {
    let mut status = TestCaseStatus::success();
    if !verdict.has_passed() {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        if let Some(failure) = verdict.failure() {
            status
                .set_type(failure.reason().name())
                .set_message(failure.to_string())
                .set_description(detail(failure));
        }
    }
    let mut case = TestCase::new(&*escape(&verdict.title()), status);
    case.set_classname(verdict.group().to_string());
    case
}
