//! The report for build servers, in JUnit XML as defined by the Jenkins schema.

use super::limit::Listed;
use crate::diagnostics::escape::escape;
use crate::grade::verdict::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io;
use std::time::Duration;

/// Writes all verdicts, with one JUnit test suite per group.
pub(super) fn render(listed: &Listed<'_>) -> io::Result<String> {
    let mut report = Report::new("clowder grade");
    let mut total = Duration::ZERO;
    let mut remarks = listed.remarks().join("\n");
    for (group, _) in listed.end.tally.groups() {
        let mut suite = TestSuite::new(group.to_string());
        let of_group = || listed.verdicts.iter().filter(|(verdict, _)| verdict.group() == group);
        suite.add_test_cases(of_group().map(|(verdict, _)| case(verdict, listed)));
        let time = of_group().filter_map(|(verdict, _)| verdict.duration()).sum();
        suite.set_time(time);
        total += time;
        if !remarks.is_empty() {
            suite.set_system_out(std::mem::take(&mut remarks));
        }
        report.add_test_suite(suite);
    }
    report.set_time(total);
    let text = report.to_string().map_err(io::Error::other)?;
    Ok(without_skipped_in_root(&text))
}

/// Removes the attribute `skipped` from the root element, because the Jenkins schema does not allow it there.
fn without_skipped_in_root(text: &str) -> String {
    let Some((before, root)) = text.split_once("<testsuites") else { return text.to_owned() };
    let (attributes, rest) = root.split_once('>').unwrap_or((root, ""));
    let kept = match attributes.split_once(" skipped=\"") {
        Some((first, last)) => format!("{first}{}", last.split_once('"').map_or("", |(_, last)| last)),
        None => attributes.to_owned(),
    };
    format!("{before}<testsuites{kept}>{rest}")
}

/// Converts a verdict to a JUnit test case. A failed case becomes a JUnit failure if the answer is wrong, if
/// there are two answers, or if the case is hidden. Every other failed case becomes a JUnit error.
fn case(verdict: &Verdict, listed: &Listed<'_>) -> TestCase {
    let failure = verdict.failure();
    let mut status = if verdict.has_passed {
        TestCaseStatus::success()
    } else if verdict.is_skipped {
        TestCaseStatus::skipped()
    } else if failure.is_none_or(|failure| failure.reason.is_wrong_answer()) {
        TestCaseStatus::non_success(NonSuccessKind::Failure)
    } else {
        TestCaseStatus::non_success(NonSuccessKind::Error)
    };
    if let Some(failure) = failure {
        let detail = listed.detail(failure);
        if verdict.is_skipped {
            status.set_message(failure.differences.to_string());
        } else {
            let first = detail.lines().next().unwrap_or_default().to_owned();
            status.set_type(failure.reason.name()).set_message(first).set_description(detail);
        }
    }
    let mut case = TestCase::new(&*escape(&verdict.title()), status);
    case.set_classname(verdict.group().to_string());
    case.set_time(verdict.duration().unwrap_or_default());
    case
}

#[cfg(test)]
mod tests {
    use super::without_skipped_in_root;

    #[test]
    fn only_the_root_loses_the_attribute() {
        let text = "<?xml?>\n<testsuites name=\"a\" skipped=\"10\" tests=\"1\">\n<testsuite skipped=\"1\"/>";
        let expected = "<?xml?>\n<testsuites name=\"a\" tests=\"1\">\n<testsuite skipped=\"1\"/>";
        assert_eq!(without_skipped_in_root(text), expected);
        assert_eq!(without_skipped_in_root(expected), expected);
    }
}
