//! The report for programs: one JSON object, with one line for each case.

use super::limit::{Budget, cut};
use super::{Ending, detail};
use crate::diagnostics::json;
use crate::grade::verdict::{Group, Verdict};
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
        /// True if the case was skipped, because something that it depends on has failed.
        skipped: bool,
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
        /// True if the case was skipped, because something that it depends on has failed.
        skipped: bool,
        /// The reason why the case failed.
        reason: Option<&'static str>,
        /// The differences between the answer and the expected one.
        messages: &'a [String],
        /// The differences as one text.
        detail: Option<String>,
        /// The number of seconds that the program needed for its answer, if it was asked.
        time: Option<f64>,
    },
}

/// Returns the JSON object for a case.
pub(super) fn case(verdict: &Verdict, max_detail: usize) -> io::Result<String> {
    let (n, hidden, passed) = (verdict.number(), verdict.is_hidden(), verdict.has_passed());
    let (skipped, failure) = (verdict.is_skipped(), verdict.failure());
    let case = if hidden {
        CaseOut::Hidden { n, hidden, passed, skipped }
    } else {
        let messages: &[String] = failure.map_or(&[], |failure| failure.differences().messages());
        let has_room = messages.iter().map(String::len).sum::<usize>() <= max_detail;
        CaseOut::Visible {
            n,
            suite: verdict.group().to_string(),
            name: verdict.name(),
            hidden,
            passed,
            skipped,
            reason: failure.map(|failure| failure.reason().name()),
            messages: if has_room { messages } else { &[] },
            detail: failure.map(|failure| cut(detail(failure), max_detail)),
            time: verdict.duration().map(|time| (time.as_secs_f64() * 1e6).round() / 1e6),
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
    /// The number of cases that were skipped.
    skipped: usize,
}

/// Returns the end of the JSON object with the counts and the points.
pub(super) fn tail(end: &Ending<'_>, budget: &Budget) -> io::Result<String> {
    let groups = end.tally.groups().map(|(group, count): (Group, _)| GroupOut {
        suite: group.to_string(),
        total: count.total(),
        passed: count.passed(),
        failed: count.failed(),
        skipped: count.skipped(),
    });
    let suites = json::text(&groups.collect::<Vec<_>>())?;
    let (all, score) = (end.tally.all(), end.points.score(end.tally));
    Ok(format!(
        "\n],\"suites\":{suites},\"total\":{},\"passed\":{},\"failed\":{},\"skipped\":{},\"score\":{},\
         \"max_score\":{},\"partial\":{},\"notes\":{},\"omitted\":{}}}\n",
        all.total(),
        all.passed(),
        all.failed(),
        all.skipped(),
        score.points,
        score.out_of,
        json::text(&end.partial)?,
        json::text(&end.notes)?,
        budget.omitted,
    ))
}
