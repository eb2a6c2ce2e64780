//! The report for TAP harnesses: the Test Anything Protocol, version 14, with the plan at the end.

use super::detail;
use crate::diagnostics::escape::escape;
use crate::diagnostics::json;
use crate::grade::points::Tally;
use crate::grade::verdict::Verdict;

pub(super) const HEAD: &str = "TAP version 14\n";

/// Returns `["not "] "ok " number " - " description`, followed by the reason for a failure as YAML.
pub(super) fn case(number: usize, verdict: &Verdict) -> String {
    let not = if verdict.has_passed() { "" } else { "not " };
    let mut text = format!("{not}ok {number} - {}\n", description(&verdict.title()));
    if let Some(failure) = verdict.failure() {
        text.push_str(&format!("  ---\n  reason: {}\n  detail:\n", failure.reason().name()));
        // Every JSON string is also a YAML string.
        for line in detail(failure).lines() {
            text.push_str(&format!("    - {}\n", json::text(line).unwrap_or_default()));
        }
        text.push_str("  ...\n");
    }
    text
}

/// Escapes the characters of a name that would end it or change its meaning.
fn description(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}

/// Returns the plan, which contains the number of cases.
pub(super) fn plan(tally: &Tally) -> String {
    let total = tally.all().total();
    let skipped = if total == 0 { " # SKIP there are no cases" } else { "" };
    format!("1..{total}{skipped}\n")
}
