//! Adds advice to a usage error: the probable meaning, and an example that can be run.

use super::super::colour::Color;
use super::super::help;
use super::quoted;
use super::subcommands::Words;
use super::topics::Topic;
use crate::diagnostics::escape::escape;
use crate::games::BuiltIn;
use crate::grade::Suite;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::path::Path;

/// Advice about an option that people guess but that does not exist.
struct Advice {
    options: &'static [&'static str],
    /// The ID of an argument in the parser. The advice is given only for commands with this argument. If the value is
    /// `None`, the advice is given for every command.
    if_it_has: Option<&'static str>,
    /// The text of the advice. In this text, `COMMAND` stands for the command, such as `clowder grade`.
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
    advice(&["-q", "--quiet", "--silent", "-s"], Some("quiet"), "write `--quiet`"),
    advice(
        &["-q", "--quiet", "--silent", "-s"],
        None,
        "`COMMAND` has no `--quiet`; write `> /dev/null` after the command to hide its output, or `2> /dev/null` to hide its notes",
    ),
    advice(&["-j", "--jobs", "--threads", "--parallel"], Some("jobs"), "write `--jobs N`"),
    advice(
        &["-j", "--jobs", "--threads", "--parallel"],
        Some("concurrency"),
        "`--concurrency N` sets the number of meetings that are played at the same time",
    ),
    advice(
        &["-j", "--jobs", "--threads", "--parallel"],
        None,
        "`COMMAND` has no option for the number of threads; leave the option out",
    ),
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
    let has_tip = advice.starts_with("  tip: ");
    // No string begins with `--`, so the tip of the parser to write `-- --option` would not help.
    let is_wrong = |part: &str| part.contains("as a value, use '-- --");
    let is_tip = |part: &str| part.starts_with("  ") && part.contains("tip:");
    let parts: Vec<&str> =
        before.split("\n\n").filter(|part| !(is_tip(part) && (has_tip || is_wrong(part)))).collect();
    format!("{}{advice}", parts.join("\n\n"))
}

/// Returns the probable meaning, and the first example of the command.
fn meaning_and_example(arguments: &[OsString], error: &clap::Error) -> String {
    let root = super::super::command(Color::Never);
    let path = help::requested(&root, arguments).0.join(" ");
    let command = path.split(' ').try_fold(&root, |found, word| found.find_subcommand(word));
    let invalid = |kind| match error.get(kind) {
        Some(ContextValue::String(wrong)) => Some(wrong.as_str()),
        _ => None,
    };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => {
            let opponent = command.filter(|_| path == "bot play").and_then(|play| opponent(arguments, play, &root));
            let tip = |wrong| tip(&path, (arguments, command), wrong, error);
            opponent.or_else(|| invalid(ContextKind::InvalidArg).and_then(tip))
        }
        ErrorKind::InvalidValue => {
            let is_play = path == "bot play" && error.get(ContextKind::SuggestedValue).is_none();
            let opponent = command.filter(|_| is_play).and_then(|play| opponent(arguments, play, &root));
            let tip = |wrong| option_with_value(command?, wrong);
            opponent.or_else(|| invalid(ContextKind::InvalidValue).and_then(tip))
        }
        ErrorKind::MissingRequiredArgument if path == "bot play" && names_missing(error, "<BOT>") => {
            Some("give the name of a built-in bot, such as `greedy`, or write `--human` to play against a bot yourself".to_owned())
        }
        ErrorKind::MissingRequiredArgument if path == "grade" => {
            let program = arguments.iter().find_map(|word| program(word.to_str()?));
            program
                .map(|program| format!("to grade a program, write `--command '{program}'` after the cases"))
        }
        _ => None,
    };
    let mut text = tip.map_or_else(String::new, |tip| format!("  tip: {tip}\n\n"));
    text += &match help::first_example(&path) {
        Some(example) => format!("For example: {example}\n`clowder help {path}` has more examples."),
        None => "`clowder help` lists all verbs.".to_owned(),
    };
    text
}

/// Returns true if an error says that this argument is missing.
fn names_missing(error: &clap::Error, name: &str) -> bool {
    let missing = error.get(ContextKind::InvalidArg);
    matches!(missing, Some(ContextValue::Strings(names)) if names.iter().any(|missing| missing == name))
}

/// Returns a tip for `bot play` with the command of a program in place of the name of a built-in bot. Returns `None` if
/// the first word is the name of a built-in bot or if it does not look like a command.
fn opponent(arguments: &[OsString], play: &Command, root: &Command) -> Option<String> {
    if arguments.iter().any(|word| word == "--") {
        return None;
    }
    let words = Words::of(arguments.get(3..)?, &[root, play]);
    let operands: Vec<_> = words.operands.iter().map(|word| word.to_string_lossy()).collect();
    let words = match &operands[..] {
        [only] if only.contains(' ') && !Path::new(&**only).is_file() => escape(only).into_owned(),
        [only] => program(only).or_else(|| only.contains('/').then(|| quoted(only)))?,
        [first, _, ..] if first.parse::<BuiltIn>().is_err() => {
            operands.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
        }
        _ => return None,
    };
    let human = if arguments.iter().any(|word| word == "--human") { "" } else { "--human " };
    Some(format!("to play against a program, write `--` before its command: {human}-- {words}"))
}

/// Returns the probable meaning of an argument that a command does not accept.
fn tip(
    path: &str,
    (arguments, command): (&[OsString], Option<&Command>),
    wrong: &str,
    error: &clap::Error,
) -> Option<String> {
    if path.is_empty() && wrong == "-v" {
        return Some("`clowder --version` prints the version".to_owned());
    }
    let has = |id: &str| command.is_some_and(|found| found.get_arguments().any(|arg| arg.get_id() == id));
    let fits = |advice: &&Advice| advice.options.contains(&wrong) && advice.if_it_has.is_none_or(has);
    if let Some(advice) = OPTIONS.iter().find(fits) {
        return Some(advice.tip.replace("COMMAND", format!("clowder {path}").trim_end()));
    }
    if let Some(tip) = command.and_then(|command| option_with_value(command, wrong)) {
        return Some(tip);
    }
    if path == "challenges" && Topic::of(wrong) == Some(Topic::Raft) {
        return Some(format!("leave `{wrong}` out; the verb lists the challenges of Race to the Raft"));
    }
    if path == "bot replay" && matches!(Topic::of(wrong), Some(Topic::Bots(_))) {
        return Some(format!("leave `{wrong}` out; the saved game contains the name of its game"));
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
        let words = program(&words).unwrap_or(words);
        return Some(format!("write `--` before the command of a program: -- {}", escape(&words)));
    }
    // The words that name the command, such as `bot match`, and the names of files are not part of a string.
    let is_after_a_word = at > path.split(' ').count() + 1
        && is_word(&&arguments[at - 1])
        && !Path::new(&arguments[at - 1]).exists();
    let string = quoted(&joined(&arguments[at - 1..]));
    is_after_a_word.then(|| format!("if these words are one string, put it in quotes: {string}"))
}

/// Returns a tip for a value that was written without its option, such as `10` in `generate hand 10`, which means
/// `--count 10`. Also returns a tip for an option that was written without hyphens.
fn option_with_value(command: &Command, value: &str) -> Option<String> {
    let fits = |arg: &&clap::Arg| {
        let is_listed = arg.get_possible_values().iter().any(|possible| possible.matches(value, false));
        !arg.is_positional()
            && match arg.get_id().as_str() {
                "suite" | "only" => value.parse::<Suite>().is_ok(),
                "difficulty" => ["easy", "medium", "hard"].contains(&value),
                "pieces" => value.bytes().all(|letter| b"FILNPTUVWXYZ,".contains(&letter)),
                "count" => arg.get_action().takes_values() && value.parse::<u64>().is_ok(),
                _ => is_listed && arg.get_action().takes_values(),
            }
    };
    if let Some(option) = command.get_arguments().find(|arg| arg.get_long() == Some(value)) {
        let name = option.get_value_names().map(|names| format!(" {}", names[0]));
        let name = name.filter(|_| option.get_action().takes_values()).unwrap_or_default();
        return Some(format!("write two hyphens before the option: --{value}{name}"));
    }
    let option = command.get_arguments().find(fits)?.get_long()?;
    Some(format!("write the name of the option before its value: --{option} {value}"))
}

/// Returns the command that starts the program in a file. Returns `None` if the file extension is not known, or if the
/// text contains a space and is not the path of a file.
pub(super) fn program(file: &str) -> Option<String> {
    if file.contains(' ') && !Path::new(file).is_file() {
        return None;
    }
    let shown = quoted(file);
    match Path::new(file).extension()?.to_str()? {
        "py" => Some(format!("python3 {shown}")),
        "js" | "mjs" => Some(format!("node {shown}")),
        "jar" => Some(format!("java -jar {shown}")),
        "sh" => Some(format!("sh {shown}")),
        _ => None,
    }
}
