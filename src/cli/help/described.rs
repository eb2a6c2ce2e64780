//! A command with its help page. The options of the command are arranged under headings.

use super::page::{Operand, Page};
use super::pages::GROUPS;
use super::{ExampleOut, HelpOut, StatusOut};
use crate::cli::colour::Color;
use crate::cli::formats;
use crate::diagnostics::escape::escape;
use crate::games::GameName;
use crate::notation::Kind;
use clap::builder::ValueRange;
use clap::{Arg, Command};

/// The options for batches, which the help shows under their own heading.
const BATCH: [&str; 7] = ["lines", "null", "jsonl", "jobs", "fail_fast", "quiet", "max_line"];
/// The options for picture files, which the help shows under their own heading.
const PICTURE: [&str; 8] =
    ["output", "to", "coordinates", "theme", "scale", "highlight", "arrow", "last_move"];
/// The options that every command has.
const COMMON: [&str; 4] = ["color", "format", "help", "version"];

/// A command with its page.
pub(crate) struct Described {
    /// The command, with its options under headings.
    pub(super) command: Command,
    /// The words of the command after `clowder`.
    pub(super) path: String,
    /// The help page, or `None` for the program itself.
    pub(super) page: Option<&'static Page>,
}

impl Described {
    /// Finds the command with these words. The words can also be aliases.
    ///
    /// # Errors
    /// Returns an error if no command has these words.
    pub(crate) fn find(words: &[&str]) -> anyhow::Result<Self> {
        let mut root = crate::cli::command(Color::Never);
        // This call adds the options of the program to every command.
        root.build();
        let mut command = &root;
        let mut path: Vec<&str> = Vec::new();
        for word in words {
            let Some(found) = command.find_subcommand(word) else {
                anyhow::bail!(
                    "there is no command `{}` (`clowder help` lists the verbs)",
                    escape(&words.join(" "))
                );
            };
            command = found;
            path.push(found.get_name());
        }
        let path = path.join(" ");
        let page = page_of(&path);
        Ok(Self { command: arranged(command.clone(), &path, page), path, page })
    }

    /// Fills in a text from the page. If several commands share the page, each word `GAME` or `KIND` in the text is
    /// replaced with the last word of this command. Otherwise, the text is not changed.
    pub(super) fn fill(&self, text: &str) -> String {
        let last = self.path.rsplit(' ').next().unwrap_or_default();
        let pattern = self.page.map(|page| page.command.rsplit(' ').next().unwrap_or_default());
        match pattern {
            Some(pattern @ ("GAME" | "KIND")) => text.replace(pattern, last),
            _ => text.to_owned(),
        }
    }

    /// Returns the description as JSON.
    pub(super) fn out(mut self) -> HelpOut {
        let usage = self.command.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim().to_owned();
        let about = self.command.get_about().map(ToString::to_string).unwrap_or_default();
        let fill = |text: &str| self.fill(text);
        let example = |example: &super::Example| ExampleOut {
            about: fill(example.about),
            command: fill(example.command),
            status: example.status,
        };
        let statuses = self.page.into_iter().flat_map(Page::statuses);
        let subcommands = self.command.get_subcommands().filter(|one| !one.is_hide_set());
        HelpOut {
            v: 1,
            command: format!("clowder {}", self.path).trim_end().to_owned(),
            about,
            usage,
            reads: self.page.map(|page| fill(page.reads)),
            writes: self.page.map(|page| fill(page.writes)),
            examples: self.page.iter().flat_map(|page| page.examples).map(example).collect(),
            statuses: statuses
                .map(|(status, meaning)| StatusOut { status, meaning: meaning.to_owned() })
                .collect(),
            see_also: self.page.iter().flat_map(|page| page.see_also).map(|words| fill(words)).collect(),
            subcommands: subcommands.map(|one| one.get_name().to_owned()).collect(),
        }
    }
}

/// Returns the page of a command. Some pages are shared by the commands of all games or of several kinds.
pub(super) fn page_of(path: &str) -> Option<&'static Page> {
    let find = |path: &str| GROUPS.iter().flat_map(|(_, pages)| *pages).find(|page| page.command == path);
    let shared = || {
        let (before, last) = path.rsplit_once(' ')?;
        let is_game = last.parse::<GameName>().is_ok();
        let pattern = if is_game { "GAME" } else { last.parse::<Kind>().ok().map(|_| "KIND")? };
        find(&format!("{before} {pattern}"))
    };
    find(path).or_else(shared)
}

/// Puts the options of a command under headings, and shows the positional arguments of its page.
fn arranged(mut command: Command, path: &str, page: Option<&Page>) -> Command {
    let ids: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let has = |id: &str| ids.iter().any(|other| other == id);
    let (is_batch, draws) = (has("jsonl"), has("theme"));
    let verb = path.split(' ').next().unwrap_or_default();
    let operands = page.map(|page| page.operands).unwrap_or_default();
    for id in &ids {
        let heading = match &**id {
            id if COMMON.contains(&id) => Some("Common options"),
            id if is_batch && BATCH.contains(&id) => Some("Batch options"),
            id if draws && PICTURE.contains(&id) => Some("Picture files"),
            _ => None,
        };
        command = command.mut_arg(id, |arg| {
            let arg = if arg.is_positional() && !operands.is_empty() { arg.hide(true) } else { arg };
            let arg = if id == "help" {
                arg.help("Print help: -h for a summary, --help for everything").long_help(None::<&str>)
            } else {
                arg
            };
            let arg = if id == "format" { formats::described(arg, verb, is_batch) } else { arg };
            arg.help_heading(heading)
        });
    }
    if !operands.is_empty() {
        let hidden = command.get_positionals().count();
        for (index, operand) in operands.iter().enumerate() {
            command = command.arg(shown(operand, hidden + index + 1));
        }
    }
    command
}

/// Returns a command and its subcommands with the usage lines that the help and the usage errors show. `path` contains
/// the words of the command after `clowder`.
pub(crate) fn with_usage(mut command: Command, path: &str) -> Command {
    if command.has_subcommands() {
        command = command.subcommand_value_name(if path.is_empty() { "VERB" } else { "SUBCOMMAND" });
    }
    if let Some(page) = page_of(path).filter(|page| !page.operands.is_empty()) {
        let usage = usage(&command, path, page.operands);
        command = command.override_usage(usage);
    }
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}").trim_start().to_owned();
        command.mut_subcommand(name, |one| with_usage(one, &path))
    })
}

/// Returns the usage line of a command whose page replaces the positional arguments.
fn usage(command: &Command, path: &str, operands: &[Operand]) -> String {
    let mut usage = format!("clowder {path} [OPTIONS]");
    let is_required = |arg: &&Arg| arg.is_required_set() && !arg.is_positional();
    for option in command.get_arguments().filter(is_required) {
        let values = option.get_value_names().unwrap_or_default();
        let values: String = values.iter().map(|value| format!(" <{value}>")).collect();
        usage += &format!(" --{}{values}", option.get_long().unwrap_or_default());
    }
    for Operand { name, required, repeated, .. } in operands {
        let dots = if *repeated { "..." } else { "" };
        usage += &if *required { format!(" <{name}>{dots}") } else { format!(" [{name}]{dots}") };
    }
    usage
}

/// Returns a positional argument for the help. It is shown, but never parsed.
fn shown(operand: &Operand, index: usize) -> Arg {
    let values = if operand.repeated { ValueRange::from(1..) } else { ValueRange::SINGLE };
    Arg::new(operand.name).index(index).required(operand.required).num_args(values).help(operand.help)
}
