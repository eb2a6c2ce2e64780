//! The help of the program: `-h`, `--help`, `clowder help`, manual pages, and the overview that `clowder` prints
//! without arguments.
//!
//! The sentence about a command and the texts of its options are mostly doc comments of the clap types in `src/cli`.
//! Everything else is in one file per command in `src/texts/help/`.

mod described;
mod manual;
mod page;
mod screen;
#[cfg(test)]
mod tests;

pub(crate) use described::{Described, with_usage};
pub(crate) use manual::manual;
pub(crate) use screen::{Length, requested, screen};

use super::exit::{Status, Unclear};
use super::output_file::OutputFile;
use super::pages::kind_page;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::Kind;
use clap::Command;
use page::Page;

/// The text that `clowder` prints if it gets no arguments.
pub(crate) const OVERVIEW: &str = include_str!("../../texts/overview.txt");

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The command to describe, for example `validate` or `bot match`, or a kind of string [default: clowder itself]
    #[arg(value_name = "VERB")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

/// The description of a command as JSON.
#[derive(serde::Serialize)]
struct HelpOut<'a> {
    v: u8,
    command: &'a str,
    about: String,
    usage: &'a str,
    #[serde(flatten)]
    page: &'a Page,
    subcommands: Vec<&'a str>,
}

/// Returns the first example of a command, which is given by its words.
pub(crate) fn first_example(path: &str) -> Option<String> {
    Some(Page::of(path)?.examples.into_iter().next()?.command)
}

/// Describes a command of `root`.
pub(crate) fn run(arguments: &Arguments, root: &Command, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    // A word that names a kind is read as a kind. No verb has the name of a kind, but the kind `draw` has the same name
    // as an alias of `render`.
    if let [name] = words[..]
        && let Ok(kind) = name.parse()
    {
        return page_of_kind(kind, context);
    }
    let mut described = Described::find(root, &words).map_err(|_| Unclear {
        why: format!("there is no command `{}`", words.join(" ")),
        words: words.iter().map(Into::into).collect(),
    })?;
    if context.format() != Format::Json {
        let colour = context.output.colour;
        context.output.write(screen(described, Length::Long, colour))?;
        return Ok(Status::Yes);
    }
    let usage = described.command.render_usage().to_string();
    let command = &described.command;
    let subcommands = command.get_subcommands().filter(|one| !one.is_hide_set());
    context.output.line(json::text(&HelpOut {
        v: 1,
        command: format!("clowder {}", described.path).trim_end(),
        about: command.get_about().map(ToString::to_string).unwrap_or_default(),
        usage: usage.trim_start_matches("Usage: ").trim(),
        page: &described.page,
        subcommands: subcommands.map(Command::get_name).collect(),
    })?)?;
    Ok(Status::Yes)
}

/// Writes the page of a kind.
///
/// # Errors
/// Returns an error if JSON is requested, or if writing fails.
fn page_of_kind(kind: Kind, context: &mut Context) -> anyhow::Result<Status> {
    anyhow::ensure!(
        context.format() != Format::Json,
        "the page of a kind is Markdown, not JSON; `clowder kinds --json` and `clowder codes {kind} --json` print the \
         example and the rules as JSON"
    );
    context.output.write(kind_page(kind))?;
    Ok(Status::Yes)
}
