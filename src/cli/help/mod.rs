//! The program's help: `-h`, `--help`, `clowder help`, manual pages, and the overview that `clowder` prints without
//! arguments.
//!
//! Command descriptions and option texts are mostly doc comments of the clap types in `src/cli`. All other
//! help texts are in `src/texts/help/`, with one file per command.

mod described;
mod manual;
mod page;
mod screen;
#[cfg(test)]
mod tests;

pub(crate) use described::{Described, with_usage};
pub(crate) use manual::manual;
pub(crate) use screen::{Length, requested, screen};

use super::markdown::{paged, text};
use super::pages::{kind_page, kind_summary};
use super::{Context, Format, OutputFile, Result, Status, Unclear};
use crate::notation::Kind;
use clap::Command;
use page::Page;
use screen::shared_options;

/// The text that `clowder` prints without arguments.
pub(crate) const OVERVIEW: &str = include_str!("../../texts/overview.txt");

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// A verb such as `bot match`, a kind of string, or `options` [default: clowder itself]
    ///
    /// `clowder help options` explains the options that many verbs share.
    #[arg(value_name = "VERB")]
    words: Vec<String>,
    /// Show every option of a verb, or the whole page of a kind
    #[arg(long, visible_alias = "full")]
    all: bool,
    #[command(flatten)]
    output: OutputFile,
}

/// A command's help as JSON.
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

pub(crate) fn first_example(path: &str) -> Option<String> {
    Some(Page::of(path)?.examples.into_iter().next()?.command)
}

pub(crate) fn run(arguments: &Arguments, root: &Command, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    // Kinds take precedence over verbs: `draw` is a kind, but also an alias of the verb `render`.
    if let [name] = words[..]
        && let Ok(kind) = name.parse()
    {
        return page_of_kind(kind, arguments.all, context);
    }
    let colour = context.colour;
    if words == ["options"] && context.format() != Format::Json {
        paged(&shared_options(Described::find(root, &["render"])?, colour), context)?;
        return Ok(Status::Yes);
    }
    let mut described = Described::find(root, &words).map_err(|_| Unclear {
        why: format!("there is no command `{}`", words.join(" ")),
        words: words.iter().map(Into::into).collect(),
    })?;
    if context.format() != Format::Json {
        let length = if arguments.all { Length::All } else { Length::Short };
        paged(&screen(&described, length, colour), context)?;
        return Ok(Status::Yes);
    }
    let usage = described.command.render_usage().to_string();
    let command = &described.command;
    let subcommands = command.get_subcommands().filter(|one| !one.is_hide_set());
    context.json(&HelpOut {
        v: 1,
        command: format!("clowder {}", described.path).trim_end(),
        about: command.get_about().map(ToString::to_string).unwrap_or_default(),
        usage: usage.trim_start_matches("Usage: ").trim(),
        page: &described.page,
        subcommands: subcommands.map(Command::get_name).collect(),
    })?;
    Ok(Status::Yes)
}

/// Writes a kind's page, or only its first screen.
///
/// # Errors
/// Returns an error if writing fails.
fn page_of_kind(kind: Kind, is_whole: bool, context: &mut Context) -> Result<Status> {
    if context.format() == Format::Json {
        let page = serde_json::json!({ "v": 1, "kind": kind.name(), "markdown": kind_page(kind) });
        context.json(&page)?;
    } else if is_whole {
        paged(&text(&kind_page(kind)), context)?;
    } else {
        context.write(kind_summary(kind))?;
    }
    Ok(Status::Yes)
}
