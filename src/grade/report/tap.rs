//! The report for TAP harnesses: the Test Anything Protocol, version 14, the plan last.

use super::detail;
use crate::diagnostics::escape::escape;
use crate::diagnostics::json;
use crate::grade::verdict::{Tally, Verdict};

pub(super) const HEAD: &str = "TAP version 14\n";

/// `["not "] "ok " number " - " description`, then what failed as YAML.
pub(super) fn case(number: usize, verdict: &Verdict) -> String {
    let not = if verdict.passed() { "" } else { "not " };
    let mut text = format!("{not}ok {number} - {}\n", description(&verdict.title()));
    if let Some(failure) = verdict.failure() {
        text.push_str(&format!("  ---\n  reason: {}\n  detail:\n", failure.reason.name()));
        // A JSON string is a YAML string, whatever is in it.
        for line in detail(failure).lines() {
            text.push_str(&format!("    - {}\n", json::text(line).unwrap_or_default()));
        }
        text.push_str("  ...\n");
    }
    text
}

/// A name with everything escaped that would end it or give it another meaning.
fn description(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}

/// The plan: how many cases there were.
pub(super) fn tail(tally: &Tally) -> String {
    let skipped = if tally.all.total == 0 { " # SKIP there are no cases" } else { "" };
    format!("1..{}{skipped}\n", tally.all.total)
}
