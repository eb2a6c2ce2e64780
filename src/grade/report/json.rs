//! The report for programs: one object, a case a line.

use super::detail;
use crate::diagnostics::json;
use crate::grade::verdict::{Points, Tally, Verdict};
use serde::Serialize;
use std::io;

pub(super) const HEAD: &str = "{\"v\":1,\"cases\":[";

#[derive(Serialize)]
#[serde(untagged)]
enum Case<'a> {
    Hidden {
        n: usize,
        hidden: bool,
        passed: bool,
    },
    Seen {
        n: usize,
        suite: String,
        name: Option<&'a str>,
        hidden: bool,
        passed: bool,
        reason: Option<&'static str>,
        messages: &'a [String],
        detail: Option<String>,
    },
}

/// The object of a case.
pub(super) fn case(verdict: &Verdict) -> io::Result<String> {
    let (n, hidden, passed) = (verdict.number(), verdict.hidden(), verdict.passed());
    let failure = verdict.failure();
    let case = if hidden {
        Case::Hidden { n, hidden, passed }
    } else {
        Case::Seen {
            n,
            suite: verdict.group().to_string(),
            name: verdict.name(),
            hidden,
            passed,
            reason: failure.map(|failure| failure.reason.name()),
            messages: failure.map_or(&[], |failure| &failure.differences.lines),
            detail: failure.map(detail),
        }
    };
    Ok(json::text(&case)?)
}

#[derive(Serialize)]
struct Group {
    suite: String,
    total: usize,
    passed: usize,
    failed: usize,
}

/// The end of the object: what was counted.
pub(super) fn tail(tally: &Tally, points: &Points) -> io::Result<String> {
    let group = |(group, count): (&crate::grade::Group, &crate::grade::Count)| Group {
        suite: group.to_string(),
        total: count.total,
        passed: count.passed,
        failed: count.failed(),
    };
    let suites = json::text(&tally.groups.iter().map(group).collect::<Vec<_>>())?;
    let (all, score) = (tally.all, points.score(tally));
    Ok(format!(
        "\n],\"suites\":{suites},\"total\":{},\"passed\":{},\"failed\":{},\"score\":{},\"max_score\":{}}}\n",
        all.total,
        all.passed,
        all.failed(),
        score.points,
        score.out_of
    ))
}
