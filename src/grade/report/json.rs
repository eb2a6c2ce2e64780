//! The report for programs. It is one JSON object, in which each case has a line of its own.

use super::limit::{Budget, cut};
use super::{Ending, detail};
use crate::diagnostics::json;
use crate::grade::verdict::{Group, Verdict};
use serde::{Deserialize, Serialize};
use std::io;

/// The beginning of a report, before its first case.
pub(super) const HEAD: &str = "{\"v\":1,\"cases\":[";

/// A report. The command `merge` also reads reports. It treats the cases as JSON values and does not change them.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportOut<C> {
    /// The version of this format.
    pub(crate) v: u8,
    /// One object for each case, in order.
    pub(crate) cases: Vec<C>,
    /// The counts of each suite, of all hidden cases together, and of the lines that are not valid cases.
    pub(crate) suites: Vec<GroupOut>,
    /// The number of cases.
    pub(crate) total: usize,
    /// The number of cases that passed.
    pub(crate) passed: usize,
    /// The number of cases that failed.
    pub(crate) failed: usize,
    /// The number of cases that were skipped.
    pub(crate) skipped: usize,
    /// The points that were earned.
    #[serde(serialize_with = "number")]
    pub(crate) score: f64,
    /// The maximum number of points.
    #[serde(serialize_with = "number")]
    pub(crate) max_score: f64,
    /// The number of this part, counted from 1, and the number of parts. The value is `null` if the report is not
    /// limited to one part.
    pub(crate) shard: Option<(usize, usize)>,
    /// The reason why cases are missing, if the run ended early.
    pub(crate) partial: Option<String>,
    /// Remarks about the run.
    pub(crate) notes: Vec<String>,
    /// The number of cases that are counted but not listed, because a report has a maximum size.
    pub(crate) omitted: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum CaseOut<'a> {
    /// A hidden case. Only its result is shown.
    Hidden {
        /// The number of the case, counted from 1.
        n: usize,
        /// True if the case is hidden.
        hidden: bool,
        /// True if the case passed.
        passed: bool,
        /// True if the case was skipped, because a case or a suite that it depends on did not pass.
        skipped: bool,
    },
    /// A case that is shown completely.
    Visible {
        /// The number of the case, counted from 1.
        n: usize,
        /// The suite of the case, or `broken` for a line that is not a valid case.
        suite: String,
        /// The name of the case, if it has one.
        name: Option<&'a str>,
        /// True if the case is hidden.
        hidden: bool,
        /// True if the case passed.
        passed: bool,
        /// True if the case was skipped, because a case or a suite that it depends on did not pass.
        skipped: bool,
        /// The reason why the case failed or was skipped. The value is `null` if the case passed.
        reason: Option<&'static str>,
        /// The messages about a case that did not pass, such as the differences between the answer and the expected
        /// answer. The list is empty if the case passed, or if the messages are too long for the report.
        messages: &'a [String],
        /// The messages and the pictures as one text, if the case did not pass. A long text is cut.
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

/// Writes a number without a fraction as an integer.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn number<S: serde::Serializer>(points: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if points.fract() == 0.0 {
        serializer.serialize_u64(*points as u64)
    } else {
        serializer.serialize_f64(*points)
    }
}

/// The counts of a suite, of all hidden cases together, or of the lines that are not valid cases.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupOut {
    /// The name of the suite, `hidden` for the hidden cases, or `broken` for the lines that are not valid cases.
    pub(crate) suite: String,
    /// The number of cases.
    pub(crate) total: usize,
    /// The number of cases that passed.
    pub(crate) passed: usize,
    /// The number of cases that failed.
    pub(crate) failed: usize,
    /// The number of cases that were skipped.
    pub(crate) skipped: usize,
}

/// Returns the end of the JSON object, with the counts and the points. It follows the cases, which are already written.
pub(super) fn tail(end: &Ending<'_>, budget: &Budget) -> io::Result<String> {
    let groups = end.tally.groups().map(|(group, count): (Group, _)| GroupOut {
        suite: group.to_string(),
        total: count.total(),
        passed: count.passed(),
        failed: count.failed(),
        skipped: count.skipped(),
    });
    let (all, score) = (end.tally.all(), end.points.score(end.tally));
    let report: ReportOut<()> = ReportOut {
        v: 1,
        cases: Vec::new(),
        suites: groups.collect(),
        total: all.total(),
        passed: all.passed(),
        failed: all.failed(),
        skipped: all.skipped(),
        score: score.points,
        max_score: score.out_of,
        shard: end.shard,
        partial: end.partial.clone(),
        notes: end.notes.clone(),
        omitted: budget.omitted,
    };
    let text = json::text(&report)?;
    // The text begins with `HEAD`, which is already written.
    let tail = text.strip_prefix(HEAD).unwrap_or(&text);
    Ok(format!("\n{tail}\n"))
}
