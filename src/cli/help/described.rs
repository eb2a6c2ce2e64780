//! A command whose options are arranged under headings, and its help page.

use super::page::{Operand, Page};
use crate::cli::formats;
use clap::builder::ValueRange;
use clap::{Arg, Command};
use std::fmt::Write as _;

/// Batch options, shown under their own heading.
const BATCH: [&str; 7] = ["lines", "null", "jsonl", "jobs", "fail_fast", "quiet", "max_line"];
/// Options for picture files, shown under their own heading.
const PICTURE: [&str; 8] =
    ["output", "to", "coordinates", "theme", "scale", "highlight", "arrow", "last_move"];
/// Options of every command.
pub(super) const COMMON: [&str; 4] = ["color", "format", "help", "version"];

pub(crate) struct Described {
    /// The command, with its options under headings.
    pub(super) command: Command,
    /// The words of the command after `clowder` (empty for `clowder` itself).
    pub(super) path: String,
    /// The help page, or an empty page for `clowder` itself.
    pub(super) page: Page,
}

impl Described {
    /// Finds a command below `root` by its words, each of which can be an alias.
    ///
    /// # Errors
    /// Returns an error if there is no such command.
    pub(crate) fn find(root: &Command, words: &[&str]) -> anyhow::Result<Self> {
        let (mut command, mut path) = (root, Vec::new());
        for word in words {
            let Some(found) = command.find_subcommand(word) else {
                anyhow::bail!("there is no command `{}` (`clowder help` lists the verbs)", words.join(" "));
            };
            command = found;
            path.push(found.get_name());
        }
        let path = path.join(" ");
        let page = Page::of(&path).unwrap_or_default();
        let command = arranged(command.clone(), &path, &page.operands);
        let about = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
        let command = match (&page.reads, &page.writes) {
            (Some(reads), Some(writes)) => {
                command.long_about(format!("{about}\n\nReads:  {reads}\nWrites: {writes}"))
            }
            _ => command,
        };
        Ok(Self { command, path, page })
    }
}

/// Puts the options of a command under headings. Positional arguments listed on the command's help page
/// replace those that the parser describes.
fn arranged(mut command: Command, path: &str, operands: &[Operand]) -> Command {
    let mut ids: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    // `mut_arg` moves an argument to the end, so the common options are changed last.
    ids.sort_by_key(|id| COMMON.contains(&&**id));
    let has = |id: &str| ids.iter().any(|other| other == id);
    let (is_batch, draws) = (has("jsonl"), has("theme"));
    let verb = path.split(' ').next().unwrap_or_default();
    for id in &ids {
        let heading = match &**id {
            id if COMMON.contains(&id) => Some("Common options"),
            id if is_batch && BATCH.contains(&id) => Some("Batch options"),
            id if draws && PICTURE.contains(&id) => Some("Picture files"),
            _ => None,
        };
        command = command.mut_arg(id, |arg| {
            let is_replaced = arg.is_positional() && !operands.is_empty();
            let hidden = arg.is_hide_set() || is_replaced;
            let arg = arg.help_heading(heading).hide(hidden);
            match &**id {
                "help" => arg.help("Print a summary (-h) or more (--help)").long_help(None::<&str>),
                "format" => formats::described(arg, verb).hide_possible_values(true),
                "color" => arg.hide_possible_values(true).hide_default_value(true),
                _ => arg,
            }
        });
    }
    let hidden = command.get_positionals().count();
    command.args(operands.iter().zip(hidden + 1..).map(|(operand, index)| {
        let is_repeated = operand.usage.ends_with("...");
        Arg::new(operand.usage.trim_matches(['<', '[', '.', ']', '>']))
            .index(index)
            .required(operand.usage.starts_with('<'))
            .num_args(if is_repeated { ValueRange::from(1..) } else { ValueRange::SINGLE })
            .help(operand.help)
    }))
}

/// Sets the usage lines that help and usage errors show for a command and its subcommands. `path` contains the words of
/// the command after `clowder`.
pub(crate) fn with_usage(mut command: Command, path: &str) -> Command {
    if command.has_subcommands() {
        command = command.subcommand_value_name(if path.is_empty() { "VERB" } else { "SUBCOMMAND" });
    }
    if let Some(page) = Page::of(path).filter(|page| !page.operands.is_empty()) {
        let mut usage = format!("clowder {path} [OPTIONS]");
        let is_required = |arg: &&Arg| arg.is_required_set() && !arg.is_positional();
        for option in command.get_arguments().filter(is_required) {
            let values = option.get_value_names().unwrap_or_default().join("> <");
            let _ = write!(usage, " --{} <{values}>", option.get_long().unwrap_or_default());
        }
        for operand in page.operands {
            let _ = write!(usage, " {}", operand.usage);
        }
        command = command.override_usage(usage);
    }
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}").trim_start().to_owned();
        command.mut_subcommand(name, |one| with_usage(one, &path))
    })
}
