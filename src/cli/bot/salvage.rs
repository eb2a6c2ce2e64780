//! `bot salvage`: removes the damaged records from a journal.

use crate::arena::salvage::Dropped;
use crate::arena::tournament::{Salvage, Store};
use crate::cli::exit::Status;
use crate::cli::output_file::OutputFile;
use crate::cli::{Context, Format};
use crate::diagnostics::escape::escape;
use crate::diagnostics::json;
use crate::notation::plural;
use anyhow::Context as _;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Directory of a match or tournament (the value of --out)
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Directory of another run with the same plan. It can be a copy of this run, or a run that was started with the
    /// same options and the same seed. If the first record of the journal is damaged, the plan of the other run
    /// replaces it. The players and the deals of all games are compared with this plan
    #[arg(long, value_name = "DIR")]
    plan: Option<PathBuf>,
    /// Write the finished games to this new directory as saved games, and leave the journal unchanged. This works even
    /// if the plan in the first record of the journal is damaged
    #[arg(long, value_name = "DIR", conflicts_with = "plan")]
    extract: Option<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let directory = &arguments.directory;
    let given = match &arguments.plan {
        Some(other) => Some(Store::find_plan(other).with_context(|| shown(other))?),
        None => None,
    };
    let salvaged = match &arguments.extract {
        Some(new) => Store::extract(directory, new),
        None => Store::salvage(directory, given.as_ref()),
    };
    let salvaged = salvaged.with_context(|| shown(directory))?;
    let Salvage { games, dropped, copy, .. } = &salvaged;
    let extracted = arguments.extract.as_deref();
    match context.format() {
        Format::Json => context.output.line(json::text(&SalvageOut::new(&salvaged, extracted))?)?,
        Format::Human | Format::Plain => {
            for Dropped { record, byte, length, why } in dropped {
                let text = format!(
                    "dropped record {record} (byte {byte}, {}): {why}",
                    plural(*length as usize, "byte")
                );
                context.output.line(escape(&text))?;
            }
            let place = extracted.map_or(String::new(), |new| format!(" in {}", shown(new)));
            context.output.line(format!("kept {}{place}", plural(games.len(), "finished game")))?;
            if let (Format::Human, Some(copy)) = (context.format(), copy) {
                let name = copy.file_name().unwrap_or_default().to_string_lossy();
                context.output.line(format!("the damaged journal is now {}", escape(&name)))?;
                // A build that cannot start programs cannot play the missing games.
                if cfg!(arena) && !dropped.is_empty() {
                    context.output.line("to play the missing games, continue with --resume")?;
                }
            }
        }
    }
    Ok(Status::of(dropped.is_empty() && copy.is_none()))
}

fn shown(path: &Path) -> String {
    escape(&path.display().to_string()).into_owned()
}

/// The result of `bot salvage`.
#[derive(serde::Serialize)]
pub(crate) struct SalvageOut<'a> {
    /// The version of this format.
    v: u8,
    /// The name of the tournament, or `null` if the plan is not known.
    tournament: Option<&'a str>,
    /// The number of finished games that were kept.
    kept: usize,
    /// The records that were dropped.
    dropped: &'a [Dropped],
    /// The path of the copy of the damaged journal, or `null` if the journal was not changed.
    copy: Option<String>,
    /// The new directory with the saved games, or `null` without the option `--extract`.
    extracted: Option<String>,
}

impl<'a> SalvageOut<'a> {
    fn new(salvaged: &'a Salvage, extracted: Option<&Path>) -> Self {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        Self {
            v: 1,
            tournament: salvaged.plan.as_ref().map(|plan| plan.tournament.as_str()),
            kept: salvaged.games.len(),
            dropped: &salvaged.dropped,
            copy: salvaged.copy.as_deref().map(text),
            extracted: extracted.map(text),
        }
    }
}
