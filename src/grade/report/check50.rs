//! The report in the JSON format of check50, version 3 (<https://cs50.readthedocs.io/projects/check50/>, "JSON
//! specification").

use super::Ending;
use super::limit::Listed;
use crate::diagnostics::json;
use crate::grade::verdict::Verdict;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;

#[derive(Serialize)]
struct Output {
    slug: &'static str,
    results: Vec<CheckResult>,
    version: &'static str,
}

#[derive(Serialize)]
struct CheckResult {
    name: String,
    description: String,
    /// True if the check passed, false if it failed, and `None` if it was skipped.
    passed: Option<bool>,
    log: Vec<String>,
    cause: Option<Cause>,
    data: Map<String, Value>,
    dependency: Option<String>,
}

#[derive(Serialize)]
struct Cause {
    rationale: String,
    help: Option<String>,
}

/// Writes all verdicts as results, in their order.
pub(super) fn render(listed: &Listed, end: &Ending<'_>) -> io::Result<Vec<u8>> {
    let results = listed.verdicts.iter().map(|(verdict, _)| result(verdict, listed));
    // The format has no field for remarks, so each remark is written as a skipped check.
    let remarks = end.remarks(listed.remark());
    let remarks = remarks.into_iter().enumerate().map(|(index, remark)| CheckResult {
        name: format!("remark{}", index + 1),
        description: remark.clone(),
        passed: None,
        log: Vec::new(),
        cause: Some(Cause { rationale: remark, help: None }),
        data: Map::new(),
        dependency: None,
    });
    let output =
        Output { slug: "clowder/grade", results: results.chain(remarks).collect(), version: "3.3.7" };
    let mut out = Vec::new();
    json::write(&mut out, &output)?;
    out.push(b'\n');
    Ok(out)
}

fn result(verdict: &Verdict, listed: &Listed) -> CheckResult {
    let failure = verdict.failure();
    let log = failure.map(|failure| listed.detail(failure)).unwrap_or_default();
    let rationale = log.lines().next().map(str::to_owned);
    CheckResult {
        name: format!("case{}", verdict.number()),
        description: verdict.title(),
        passed: (!verdict.is_skipped()).then(|| verdict.has_passed()),
        log: log.lines().map(str::to_owned).collect(),
        cause: (!verdict.has_passed()).then(|| Cause {
            rationale: rationale.unwrap_or_else(|| "the case failed".to_owned()),
            help: None,
        }),
        data: Map::new(),
        dependency: None,
    }
}
