//! The help of the program: `-h`, `--help`, `clowder help`, manual pages, and the overview that `clowder` prints
//! without arguments.
//!
//! The sentence about a command and the texts of its options are mostly doc comments of the clap types in `src/cli`.
//! Everything else is in one [`Page`](page::Page) per command, in the file of its group in `pages/`.

mod described;
mod manual;
mod overview;
mod page;
mod pages;
mod screen;
#[cfg(test)]
mod tests;

pub(crate) use described::{Described, with_usage};
pub(crate) use manual::manual;
pub(crate) use overview::OVERVIEW;
pub(crate) use page::Example;
pub(crate) use screen::{Length, requested, screen};

use super::exit::{Status, Unclear};
use super::output_file::OutputFile;
use super::pages::kind_page;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::Kind;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The command to describe, for example `validate` or `bot match`, or a kind of string [default: clowder itself]
    #[arg(value_name = "VERB")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

/// The description of a command as JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct HelpOut {
    /// The version of this format.
    v: u8,
    /// The words of the command.
    command: String,
    /// The purpose of the command.
    about: String,
    /// The usage line.
    usage: String,
    /// The input of the command.
    reads: Option<String>,
    /// The output of the command.
    writes: Option<String>,
    /// The examples, which can be run in this order.
    examples: Vec<ExampleOut>,
    /// The exit statuses.
    statuses: Vec<StatusOut>,
    /// Related commands.
    see_also: Vec<String>,
    /// The names of the subcommands.
    subcommands: Vec<String>,
}

/// An example as JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ExampleOut {
    /// The purpose of the example.
    about: String,
    /// The command line for a shell.
    command: String,
    /// The exit status of the command line.
    status: u8,
}

/// An exit status as JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct StatusOut {
    /// The exit status.
    status: usize,
    /// The meaning of the exit status.
    meaning: String,
}

/// Returns the first example of a command.
pub(crate) fn first_example(path: &str) -> Option<String> {
    let page = described::page_of(path)?;
    let last = path.rsplit(' ').next().unwrap_or_default();
    let command = page.examples.first()?.command;
    Some(if page.command == path {
        command.to_owned()
    } else {
        command.replace("GAME", last).replace("KIND", last)
    })
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    // A word that names a kind is read as a kind. No verb has the name of a kind, but the kind `draw` has the same name
    // as an alias of `render`.
    if let [name] = words[..]
        && let Ok(kind) = name.parse()
    {
        return page_of_kind(kind, context);
    }
    let described = Described::find(&words).map_err(|_| Unclear {
        why: format!("there is no command `{}`", words.join(" ")),
        words: words.iter().map(Into::into).collect(),
    })?;
    match context.format() {
        Format::Json => context.output.line(json::text(&described.out())?)?,
        Format::Human | Format::Plain => {
            let colour = context.output.colour;
            context.output.write(screen(described, Length::Long, colour))?;
        }
    }
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
