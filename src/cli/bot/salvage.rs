//! `bot salvage`: removes the damaged records from a journal.

use crate::arena::journal::{Dropped, Salvaged};
use crate::arena::tournament::{Entry, Plan, Store};
use crate::cli::exit::Status;
use crate::cli::{Context, Format};
use crate::diagnostics::escape::escape;
use crate::diagnostics::json;
use crate::notation::plural;
use anyhow::Context as _;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Directory of a match or tournament (the value of --out)
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let directory = &arguments.directory;
    let salvaged =
        Store::salvage(directory).with_context(|| escape(&directory.display().to_string()).into_owned())?;
    let Salvaged { head: plan, records, dropped } = &salvaged;
    match context.format() {
        Format::Json => context.output.line(json::text(&SalvageOut::new(plan, records, dropped))?)?,
        Format::Human | Format::Plain => {
            for Dropped { record, byte, length, why } in dropped {
                let text = format!(
                    "dropped record {record} (byte {byte}, {}): {why}",
                    plural(*length as usize, "byte")
                );
                context.output.line(escape(&text))?;
            }
            context.output.line(format!("kept {}", plural(records.len(), "finished game")))?;
            if context.format() == Format::Human && !dropped.is_empty() {
                context.output.line("the damaged journal is now journal.jsonl.damaged")?;
                context.output.line("to play the dropped games again, continue with --resume")?;
            }
        }
    }
    Ok(Status::of(dropped.is_empty()))
}

/// The result of `bot salvage`.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct SalvageOut<'a> {
    /// The version of this format.
    v: u8,
    /// The name of the tournament.
    tournament: &'a str,
    /// The number of finished games that were kept.
    kept: usize,
    /// The records that were dropped.
    dropped: &'a [Dropped],
}

impl<'a> SalvageOut<'a> {
    fn new(plan: &'a Plan, records: &[Entry], dropped: &'a [Dropped]) -> Self {
        Self { v: 1, tournament: &plan.tournament, kept: records.len(), dropped }
    }
}
