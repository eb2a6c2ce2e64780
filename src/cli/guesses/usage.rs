//! Adds advice to a usage error: the probable meaning, and an example that can be run.

use super::super::help;
use super::quoted;
use crate::diagnostics::escape::escape;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Options that people guess but that do not exist, with a description of the right way.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["-o", "--output", "--out"], "write `> FILE` after the command to keep its output in a file"),
    (&["--svg", "--png", "--html"], "write the picture to a file with `-o FILE.svg`, `.png` or `.html`"),
    (&["--no-color", "--no-colour"], "write `--color never`"),
    (&["--input", "--string", "--text"], "give the string itself, without an option"),
    (&["--dir", "--files", "--directory"], "give the files after `--file`, for example `--file outputs/*`"),
    (&["--verbose", "-v", "--debug"], "`clowder codes CODE` explains an error in detail"),
    (&["--kind", "--type"], "write the name of the kind before the string, without an option"),
];

/// Returns a usage error with the probable meaning and the first example of the command. This advice replaces the last
/// line of the error, which only names `--help`. If this function knows a better tip than the parser, the tip of the
/// parser is replaced, too.
pub(in super::super) fn with_advice(rendered: &str, arguments: &[OsString], error: &clap::Error) -> String {
    let before = rendered.rsplit_once("For more information").map_or(rendered, |(before, _)| before);
    let advice = advice(arguments, error);
    if !advice.starts_with("  tip: ") {
        return format!("{before}{advice}");
    }
    let is_tip = |part: &&str| part.starts_with("  ") && part.contains("tip:");
    let parts: Vec<&str> = before.split("\n\n").filter(|part| !is_tip(part)).collect();
    format!("{}{advice}", parts.join("\n\n"))
}

/// Returns the probable meaning, and the first example of the command.
fn advice(arguments: &[OsString], error: &clap::Error) -> String {
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
    if let Some((_, tip)) = OPTIONS.iter().find(|(options, _)| options.contains(&wrong)) {
        return Some((*tip).to_owned());
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
