//! Adds advice to a usage error: the probable meaning, and an example that can be run.

use super::super::colour::Color;
use super::super::help;
use super::quoted;
use crate::diagnostics::escape::escape;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Advice about an option that people guess but that does not exist.
struct Advice {
    options: &'static [&'static str],
    /// The name, in the parser, of an argument that the command must have for this advice. `None` fits every command.
    if_it_has: Option<&'static str>,
    /// The text of the advice.
    tip: &'static str,
}

const fn advice(
    options: &'static [&'static str],
    if_it_has: Option<&'static str>,
    tip: &'static str,
) -> Advice {
    Advice { options, if_it_has, tip }
}

/// The advice about each guessed option. The first advice that fits the command is given.
const OPTIONS: &[Advice] = &[
    advice(
        &["-o", "--output"],
        Some("out"),
        "`--out DIRECTORY` keeps the games; write `> FILE` after the command to keep its output in a file",
    ),
    advice(
        &["-o", "--output", "--out"],
        Some("dir"),
        "`--dir DIRECTORY` chooses the directory of the new file",
    ),
    advice(
        &["-o", "--output", "--out"],
        None,
        "write `> FILE` after the command to keep its output in a file",
    ),
    advice(
        &["--svg", "--png", "--html"],
        Some("theme"),
        "write the picture to a file with `-o FILE.svg`, `.png` or `.html`",
    ),
    advice(
        &["--svg", "--png", "--html"],
        None,
        "`clowder render` writes pictures to files, with `-o FILE.svg`, `.png` or `.html`",
    ),
    advice(&["--no-color", "--no-colour"], None, "write `--color never`"),
    advice(&["--input", "--string", "--text"], Some("inputs"), "give the string itself, without an option"),
    advice(
        &["--dir", "--files", "--directory"],
        Some("file"),
        "give the files after `--file`, for example `--file outputs/*`",
    ),
    advice(&["--file", "-f"], Some("words"), "write `@PATH` in place of a string to read it from a file"),
    advice(&["--verbose", "-v", "--debug"], None, "`clowder codes CODE` explains an error in detail"),
    advice(
        &["--kind", "--type"],
        Some("kind"),
        "write the name of the kind before the string, without an option",
    ),
];

/// Returns a usage error with the probable meaning and the first example of the command. This advice replaces the last
/// line of the error, which only names `--help`. If this function knows a better tip than the parser, the tip of the
/// parser is replaced, too.
pub(in super::super) fn with_advice(rendered: &str, arguments: &[OsString], error: &clap::Error) -> String {
    let before = rendered.rsplit_once("For more information").map_or(rendered, |(before, _)| before);
    let advice = meaning_and_example(arguments, error);
    if !advice.starts_with("  tip: ") {
        return format!("{before}{advice}");
    }
    let is_tip = |part: &&str| part.starts_with("  ") && part.contains("tip:");
    let parts: Vec<&str> = before.split("\n\n").filter(|part| !is_tip(part)).collect();
    format!("{}{advice}", parts.join("\n\n"))
}

/// Returns the probable meaning, and the first example of the command.
fn meaning_and_example(arguments: &[OsString], error: &clap::Error) -> String {
    let path = help::path_of(arguments);
    let mut text = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(wrong)) if error.kind() == ErrorKind::UnknownArgument => {
            tip(&path, arguments, wrong, error).map_or_else(String::new, |tip| format!("  tip: {tip}\n\n"))
        }
        _ => String::new(),
    };
    text += &match help::first_example(&path) {
        Some(example) => format!("For example: {example}\n`clowder help {path}` has more examples."),
        None => "`clowder help` lists all verbs.".to_owned(),
    };
    text
}

/// Returns the probable meaning of an argument that a command does not accept.
fn tip(path: &str, arguments: &[OsString], wrong: &str, error: &clap::Error) -> Option<String> {
    if path.is_empty() && wrong == "-v" {
        return Some("`clowder --version` prints the version".to_owned());
    }
    let command = super::super::command(Color::Never);
    let command = path.split(' ').try_fold(&command, |found, word| found.find_subcommand(word));
    let has = |id: &str| command.is_some_and(|found| found.get_arguments().any(|arg| arg.get_id() == id));
    let fits = |advice: &&Advice| advice.options.contains(&wrong) && advice.if_it_has.is_none_or(has);
    if let Some(advice) = OPTIONS.iter().find(fits) {
        return Some(advice.tip.to_owned());
    }
    let is_word = |word: &&OsString| !word.as_encoded_bytes().starts_with(b"-");
    let at = arguments.iter().position(|argument| argument == wrong)?;
    let joined = |words: &[OsString]| {
        let words: Vec<_> = words.iter().take_while(is_word).map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    };
    let words = joined(&arguments[at..]);
    if words.is_empty() {
        return None;
    }
    let takes_command = matches!(
        error.get(ContextKind::Usage),
        Some(ContextValue::StyledStr(usage)) if usage.to_string().contains(" -- <")
    );
    if takes_command {
        return Some(format!("write `--` before the command of a program: -- {}", escape(&words)));
    }
    // The words that name the command, such as `bot match`, are not part of a string.
    let is_after_a_word = at > path.split(' ').count() + 1 && is_word(&&arguments[at - 1]);
    let string = quoted(&joined(&arguments[at - 1..]));
    is_after_a_word.then(|| format!("if these words are one string, put it in quotes: {string}"))
}
