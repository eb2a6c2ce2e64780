//! The report for TAP harnesses: the Test Anything Protocol, version 14, with the plan at the end.

use super::Ending;
use super::limit::{Budget, cut, omission};
use crate::diagnostics::escape::escape;
use crate::diagnostics::json;
use crate::grade::verdict::Verdict;

pub(super) const HEAD: &str = "TAP version 14\n";

/// Returns the line for a case (`ok` or `not ok`, its number and its title), followed by the reason for a failure as
/// YAML.
pub(super) fn case(number: usize, verdict: &Verdict, max_detail: usize) -> String {
    let is_ok = verdict.has_passed() || verdict.is_skipped();
    let not = if is_ok { "" } else { "not " };
    let skip =
        if verdict.is_skipped() { " # SKIP a case or a suite that it depends on did not pass" } else { "" };
    let mut text = format!("{not}ok {number} - {}{skip}\n", description(&verdict.title()));
    if let Some(failure) = verdict.failure().filter(|_| !is_ok) {
        text.push_str(&format!("  ---\n  reason: {}\n  detail:\n", failure.reason().name()));
        // Every JSON string is also a YAML string.
        for line in cut(super::detail(failure), max_detail).lines() {
            text.push_str(&format!("    - {}\n", json::text(line).unwrap_or_default()));
        }
        text.push_str("  ...\n");
    }
    text
}

/// Escapes the characters that would end a name or change its meaning.
fn description(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}

/// Returns the end of the report. If cases are left out, one more result line states their number. The plan states the
/// number of result lines. If the run ended early, the line `Bail out!` replaces the plan.
pub(super) fn tail(listed: usize, end: &Ending<'_>, budget: &Budget) -> String {
    let mut text: String = end.notes.iter().map(|note| format!("# {note}\n")).collect();
    let mut listed = listed;
    if budget.omitted > 0 {
        listed += 1;
        let not = if budget.omitted_failures > 0 { "not " } else { "" };
        text.push_str(&format!(
            "{not}ok {listed} - {}; {} of them did not pass\n",
            omission(budget.omitted),
            budget.omitted_failures
        ));
    }
    if let Some(why) = &end.partial {
        return text + &format!("Bail out! {why}\n");
    }
    let skipped = if listed == 0 { " # SKIP there are no cases" } else { "" };
    text + &format!("1..{listed}{skipped}\n")
}
