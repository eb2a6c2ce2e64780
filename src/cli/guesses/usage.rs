//! The advice after a usage error: what may be meant, and an example that runs.

use super::super::help;
use super::quoted;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Options that people guess, with the way to say the same.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["--svg", "--png", "--html"], "write the picture to a file with `-o FILE.svg`, `.png` or `.html`"),
    (&["--no-color", "--no-colour"], "write `--color never`"),
    (&["--input", "--string", "--text"], "give the string itself, without an option"),
    (&["--dir", "--files", "--directory"], "give the files after `--file`, for example `--file outputs/*`"),
    (&["--verbose", "-v", "--debug"], "`clowder codes CODE` explains an error in detail"),
    (&["--kind", "--type"], "write the name of the kind before the string, without an option"),
];

/// Returns a usage error with advice: what may be meant, and the first example of the command. The advice replaces the last
/// line of the error, which only names `--help`, and the tip of the parser, if there is a better one.
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

/// Returns what may be meant, and the first example of the command.
fn advice(arguments: &[OsString], error: &clap::Error) -> String {
    let mut text = String::new();
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg)
    {
        if arguments.len() == 2 && wrong == "-v" {
            return "  tip: `clowder --version` prints the version\n\n`clowder help` lists all verbs."
                .to_owned();
        }
        let tip = OPTIONS.iter().find(|(options, _)| options.contains(&wrong.as_str()));
        if let Some((_, tip)) = tip {
            text += &format!("  tip: {tip}\n\n");
        } else if let Some(words) = one_string(arguments, wrong) {
            text += &format!("  tip: if these words are one string, put it in quotes: {words}\n\n");
        }
    }
    let path = help::path_of(arguments);
    let Some(example) = help::first_example(&path) else {
        return text + "`clowder help` lists all verbs.";
    };
    text + &format!("For example: {example}\n`clowder help {path}` has more examples.")
}

/// Returns a word that was not expected together with the words next to it, if they may be one string with spaces.
fn one_string(arguments: &[OsString], wrong: &str) -> Option<String> {
    let is_word = |word: &&OsString| !word.as_encoded_bytes().starts_with(b"-");
    let at = arguments.iter().position(|argument| argument == wrong).filter(|at| *at > 2)?;
    let before = arguments.get(at - 1).filter(is_word)?;
    let words: Vec<_> = [before].into_iter().chain(arguments[at..].iter().take_while(is_word)).collect();
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    Some(quoted(&words.join(" ")))
}
