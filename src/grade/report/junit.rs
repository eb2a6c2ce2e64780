//! The report for build servers, in the XML format of JUnit, as the schema of Jenkins describes it.

use super::Ending;
use super::limit::Listed;
use crate::diagnostics::escape::escape;
use crate::grade::verdict::{Failure, Reason, Verdict};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io;
use std::time::Duration;

/// Writes all verdicts, with one test suite for each group.
pub(super) fn render(listed: &Listed, end: &Ending<'_>) -> io::Result<Vec<u8>> {
    let mut report = Report::new("clowder grade");
    let mut total = Duration::ZERO;
    let mut remarks = end.remarks(listed.remark());
    for (group, _) in end.tally.groups() {
        let mut suite = TestSuite::new(group.to_string());
        let mut time = Duration::ZERO;
        for (verdict, _) in listed.verdicts.iter().filter(|(verdict, _)| verdict.group() == group) {
            time += verdict.duration().unwrap_or_default();
            suite.add_test_case(case(verdict, listed));
        }
        suite.set_time(time);
        total += time;
        if !remarks.is_empty() {
            suite.set_system_out(std::mem::take(&mut remarks).join("\n"));
        }
        report.add_test_suite(suite);
    }
    report.set_time(total);
    let text = report.to_string().map_err(io::Error::other)?;
    Ok(without_skipped_in_root(&text).into_bytes())
}

/// Removes the attribute `skipped` from the root element, because the schema of Jenkins does not allow it there.
fn without_skipped_in_root(text: &str) -> String {
    let root = text.find("<testsuites").unwrap_or(0);
    let end = text[root..].find('>').map_or(text.len(), |end| root + end);
    let Some(start) = text[root..end].find(" skipped=\"").map(|start| root + start) else {
        return text.to_owned();
    };
    let value = start + " skipped=\"".len();
    let after = text[value..end].find('"').map_or(end, |quote| value + quote + 1);
    format!("{}{}", &text[..start], &text[after..])
}

/// Returns the JUnit kind of a case that did not pass. The kind is a failure if the answer is wrong, if there are two
/// answers, or if the case is hidden. Otherwise the kind is an error.
fn kind(failure: Option<&Failure>) -> NonSuccessKind {
    match failure.map(Failure::reason) {
        None | Some(Reason::Wrong | Reason::Twice) => NonSuccessKind::Failure,
        Some(_) => NonSuccessKind::Error,
    }
}

fn case(verdict: &Verdict, listed: &Listed) -> TestCase {
    let mut status = TestCaseStatus::success();
    if verdict.is_skipped() {
        status = TestCaseStatus::skipped();
        if let Some(failure) = verdict.failure() {
            status.set_message(failure.to_string());
        }
    } else if !verdict.has_passed() {
        status = TestCaseStatus::non_success(kind(verdict.failure()));
        if let Some(failure) = verdict.failure() {
            let detail = listed.detail(failure);
            let first = detail.lines().next().unwrap_or_default().to_owned();
            status.set_type(failure.reason().name()).set_message(first).set_description(detail);
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
