//! `grade --suites` lists the suites, and `grade --requests` writes the requests for a program.

use super::plan::{CaseFile, Plan};
use crate::cli::{Context, Format, Status};
use crate::diagnostics::json;
use crate::grade::{CaseLine, Input, Misconception, Points, Suite};
use anyhow::{Context as _, Result};

pub(in crate::cli) fn parse(name: &str) -> Result<Suite, String> {
    name.parse().map_err(|_| "`clowder grade --suites` lists the suites".to_owned())
}

/// Writes, for each case, the request that a program under test would receive.
pub(super) fn requests(files: &[CaseFile], plan: &Plan, context: &mut Context) -> Result<Status> {
    let mut entries = plan.entries.iter();
    for file in files {
        for (line, entry) in file.lines()?.zip(entries.by_ref()) {
            let line = line.with_context(|| format!("cannot read {}", file.name))?;
            let Some(entry) = entry else { continue };
            if let Ok(case) = CaseLine::read(1, &line, &Points::default()).with_id(entry.id).case {
                context.line(case.request())?;
            }
        }
    }
    Ok(Status::Yes)
}

#[derive(serde::Serialize)]
pub(crate) struct SuiteOut {
    suite: &'static str,
    inputs: Vec<InputOut>,
    expect: &'static str,
}

#[derive(serde::Serialize)]
pub(crate) struct InputOut {
    name: &'static str,
    value: &'static str,
    /// Whether the input can be left out.
    optional: bool,
}

pub(super) fn list(context: &mut Context) -> Result<Status> {
    for &suite in Suite::ALL {
        let inputs = suite.inputs().iter();
        let expect = suite.expectation().name();
        let text = match context.format() {
            Format::Plain => suite.to_string(),
            Format::Json => {
                let inputs = inputs.map(|input| InputOut {
                    name: input.name,
                    value: input.value_type.name(),
                    optional: input.is_optional,
                });
                json::text(&SuiteOut { suite: suite.name(), inputs: inputs.collect(), expect })?
            }
            Format::Human => {
                let describe = |input: &Input| {
                    let optional = if input.is_optional { ", optional" } else { "" };
                    format!("  {}: {}{optional}\n", input.name, input.value_type.name())
                };
                format!("{suite}\n{}  expect: {expect}", inputs.map(describe).collect::<String>())
            }
        };
        context.line(text)?;
    }
    Ok(Status::Yes)
}

/// A program with a known mistake. The verb `answer` can answer like this program.
#[derive(serde::Serialize)]
pub(crate) struct VariantOut {
    variant: &'static str,
    /// The suites that the program answers wrongly.
    suites: Vec<&'static str>,
    program: &'static str,
    hint: &'static str,
    /// The clowder command that explains the rule.
    lesson: String,
}

impl From<&Misconception> for VariantOut {
    fn from(known: &Misconception) -> Self {
        Self {
            variant: known.name(),
            suites: known.suites().iter().map(|suite| suite.name()).collect(),
            program: known.program(),
            hint: known.hint(),
            lesson: known.lesson(),
        }
    }
}
