//! `grade --suites` and `grade --requests`: lists the suites, and writes the requests that a program would get.

use super::plan::{CaseFile, Plan};
use crate::cli::{Context, Format, Status};
use crate::diagnostics::json;
use crate::grade::{CaseLine, Input, Misconception, Points, Suite};
use anyhow::{Context as _, Result};

/// Reads the name of a suite.
pub(in crate::cli) fn parse(name: &str) -> Result<Suite, String> {
    name.parse().map_err(|_| "`clowder grade --suites` lists the suites".to_owned())
}

/// Writes the request that a program under test would get for each case.
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

/// A suite of test cases.
#[derive(serde::Serialize)]
pub(crate) struct SuiteOut {
    /// Suite name.
    suite: &'static str,
    /// Inputs of a case.
    inputs: Vec<InputOut>,
    /// Type of the expected answer.
    expect: &'static str,
}

/// An input of a case.
#[derive(serde::Serialize)]
pub(crate) struct InputOut {
    /// Input name.
    name: &'static str,
    /// Type of the value.
    value: &'static str,
    /// True if the input can be left out.
    optional: bool,
}

/// Lists the suites, each with its inputs and the type of the expected answer.
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

/// A wrong program that `answer` can play.
#[derive(serde::Serialize)]
pub(crate) struct VariantOut {
    /// Variant name.
    variant: &'static str,
    /// Suites that it answers with a mistake.
    suites: Vec<&'static str>,
    /// What the program does.
    program: &'static str,
    /// A hint for a student.
    hint: &'static str,
    /// Clowder command that explains the rule.
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
