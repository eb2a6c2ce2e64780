//! The report for programs: one JSON object, with one line for each case.

use super::detail;
use crate::diagnostics::json;
use crate::grade::points::{Points, Tally};
use crate::grade::verdict::Verdict;
use serde::Serialize;
use std::io;

pub(super) const HEAD: &str = "{\"v\":1,\"cases\":[";

#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum CaseOut<'a> {
    /// A hidden case, of which only the result is shown.
    Hidden {
        /// The number of the case, counted from 1.
        n: usize,
        /// True if the case is hidden.
        hidden: bool,
        /// True if the case passed.
        passed: bool,
    },
    /// A case that is shown completely.
    Visible {
        /// The number of the case, counted from 1.
        n: usize,
        /// The suite of the case.
        suite: String,
        /// The name of the case.
        name: Option<&'a str>,
        /// True if the case is hidden.
        hidden: bool,
        /// True if the case passed.
        passed: bool,
        /// The reason why the case failed.
        reason: Option<&'static str>,
        /// The differences between the answer and the expected one.
        messages: &'a [String],
        /// The differences as one text.
        detail: Option<String>,
    },
}

/// Returns the JSON object for a case.
pub(super) fn case(verdict: &Verdict) -> io::Result<String> {
    let (n, hidden, passed) = (verdict.number(), verdict.is_hidden(), verdict.has_passed());
    let failure = verdict.failure();
    let case = if hidden {
        CaseOut::Hidden { n, hidden, passed }
    } else {
        CaseOut::Visible {
            n,
            suite: verdict.group().to_string(),
            name: verdict.name(),
            hidden,
            passed,
            reason: failure.map(|failure| failure.reason().name()),
            messages: failure.map_or(&[], |failure| failure.differences().messages()),
            detail: failure.map(detail),
        }
    };
    Ok(json::text(&case)?)
}

/// The counts of a suite.
#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub(crate) struct GroupOut {
    /// The name of the suite.
    suite: String,
    /// The number of cases.
    total: usize,
    /// The number of cases that passed.
    passed: usize,
    /// The number of cases that failed.
    failed: usize,
}

/// Returns the end of the JSON object with the counts and the points.
pub(super) fn tail(tally: &Tally, points: &Points) -> io::Result<String> {
    let groups = tally.groups().map(|(group, count)| GroupOut {
        suite: group.to_string(),
        total: count.total(),
        passed: count.passed(),
        failed: count.failed(),
    });
    let suites = json::text(&groups.collect::<Vec<_>>())?;
    let (all, score) = (tally.all(), points.score(tally));
    Ok(format!(
        "\n],\"suites\":{suites},\"total\":{},\"passed\":{},\"failed\":{},\"score\":{},\"max_score\":{}}}\n",
        all.total(),
        all.passed(),
        all.failed(),
        score.points,
        score.out_of
    ))
}
