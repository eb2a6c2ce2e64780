//! The machine-readable report: one JSON object, with each case on its own line.

use super::Ending;
use super::limit::{cut, json_line};
use crate::diagnostics::json;
use crate::grade::points::Count;
use crate::grade::verdict::Verdict;
use serde::Serialize;
use std::io;

/// The start of a report, before its first case.
pub(super) const HEAD: &str = "{\"v\":1,\"cases\":[";

/// A report.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ReportOut<C> {
    /// The version of this format.
    v: u8,
    /// One object for each case, in order.
    cases: Vec<C>,
    /// The counts of each suite, of all hidden cases together, and of the lines that are not valid cases.
    suites: Vec<GroupOut>,
    #[serde(flatten)]
    count: Count,
    /// The points that were earned.
    #[serde(serialize_with = "number")]
    score: f64,
    /// The maximum number of points.
    #[serde(serialize_with = "number")]
    max_score: f64,
    /// Why cases are missing, if the run ended early.
    partial: Option<String>,
    /// Remarks about the run.
    notes: Vec<String>,
    /// How many cases are counted but not listed, because a report has a maximum size.
    omitted: usize,
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
        /// Whether the case was skipped, because a case or a suite that it depends on did not pass.
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
        /// Whether the case was skipped, because a case or a suite that it depends on did not pass.
        skipped: bool,
        /// Why the case failed or was skipped (`null` if it passed).
        reason: Option<&'static str>,
        /// The messages about a case that did not pass, such as how the answer differs from the expected one. Empty if
        /// the case passed, or if the messages are too long for the report.
        messages: &'a [String],
        /// The messages and the pictures as one text (shortened if long), if the case did not pass.
        detail: Option<String>,
        /// How many seconds the program took to answer, if it was asked.
        time: Option<f64>,
    },
}

pub(super) fn case(verdict: &Verdict, max_detail: usize) -> io::Result<String> {
    let &Verdict { number: n, has_passed: passed, is_skipped: skipped, .. } = verdict;
    let (hidden, failure) = (verdict.is_hidden(), verdict.failure());
    let case = if hidden {
        CaseOut::Hidden { n, hidden, passed, skipped }
    } else {
        let messages: &[String] = failure.map_or(&[], |failure| &failure.differences.messages);
        let has_room = messages.iter().map(String::len).sum::<usize>() <= max_detail;
        CaseOut::Visible {
            n,
            suite: verdict.group().to_string(),
            name: verdict.name(),
            hidden,
            passed,
            skipped,
            reason: failure.map(|failure| failure.reason.name()),
            messages: if has_room { messages } else { &[] },
            detail: failure.map(|failure| cut(failure.detail(), max_detail)),
            time: verdict.duration().map(|time| (time.as_secs_f64() * 1e6).round() / 1e6),
        }
    };
    Ok(json::text(&case)?)
}

/// Serializes a number as an integer if it is whole.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn number<S: serde::Serializer>(points: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    super::classroom::number(*points).serialize(serializer)
}

/// The counts for one suite, for all hidden cases together, or for the lines that are not valid cases.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct GroupOut {
    /// The name of the suite, `hidden` for the hidden cases, or `broken` for the lines that are not valid cases.
    suite: String,
    #[serde(flatten)]
    count: Count,
}

/// Returns the text that follows the cases and closes the JSON object: the counts and points.
pub(super) fn tail(end: &Ending<'_>, omitted: usize) -> io::Result<String> {
    let groups = end.tally.groups().map(|(group, count)| GroupOut { suite: group.to_string(), count });
    let score = end.points.score(end.tally);
    let text = json_line(&ReportOut::<()> {
        v: 1,
        cases: Vec::new(),
        suites: groups.collect(),
        count: end.tally.all(),
        score: score.points,
        max_score: score.out_of,
        partial: end.partial.clone(),
        notes: end.notes.clone(),
        omitted,
    })?;
    // The text starts with `HEAD`, which has already been written.
    Ok(format!("\n{}", text.strip_prefix(HEAD).unwrap_or(&text)))
}
