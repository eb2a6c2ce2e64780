//! Advice after a command line that cannot be used: commands that can be meant, made from the words that were typed.
//!
//! The advice is only printed. Nothing is run in place of what was typed. The words that people try are in
//! `src/texts/words.txt`.

use super::exit::Unclear;
use super::quoting::quoted;
use crate::kinds::{Pace, ReadOptions, read_at, row};
use crate::notation::{Kind, plural};
use crate::repair::{Candidate, identify};
use crate::{diagnostics, penguins, raft};
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::de::IgnoredAny;
use std::ffi::OsString;
use std::path::Path;

const WORDS: &str = include_str!("../texts/words.txt");

/// The verbs whose inputs can be files after `@`.
const OF_STRINGS: [&str; 13] = [
    "validate",
    "canon",
    "explain",
    "render",
    "diff",
    "identify",
    "setup",
    "perft",
    "solve",
    "apply",
    "legal-moves",
    "outcome",
    "pentomino",
];

/// The maximum number of subcommands for which examples are listed.
const MANY: usize = 12;
/// The maximum number of words that are joined to one string.
const MOST_JOINED: usize = 500;

/// Returns the meanings of a word in a section of the table, each with the condition after the words.
fn meanings(section: &str, word: &str) -> Vec<(&'static str, Option<&'static str>)> {
    let lines = WORDS.lines().skip_while(|line| *line != section).skip(1);
    let rows = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(": "));
    let found = rows.filter_map(|(words, meaning)| {
        let (words, condition) = match words.split_once(" (") {
            Some((words, condition)) => (words, condition.strip_suffix(')')),
            None => (words, None),
        };
        words.split(", ").any(|other| other == word).then_some((meaning, condition))
    });
    found.collect()
}

/// Returns the commands or kinds that a word can mean.
fn alternatives(section: &str, word: &str) -> impl Iterator<Item = &'static str> + use<> {
    meanings(section, word).into_iter().flat_map(|(meaning, _)| meaning.split("; "))
}

/// Returns the kinds that a word can mean.
fn kinds(word: &str) -> Vec<Kind> {
    let lower = word.to_ascii_lowercase().replace('_', "-");
    if let Ok(kind) = lower.parse() {
        return vec![kind];
    }
    let mut found: Vec<Kind> = alternatives("[kinds]", &lower).filter_map(|name| name.parse().ok()).collect();
    if found.is_empty() && lower.len() > 3 {
        let distance = |kind: &Kind| strsim::damerau_levenshtein(kind.name(), &lower);
        found.extend(
            Kind::ALL
                .iter()
                .copied()
                .min_by_key(distance)
                .filter(|kind| distance(kind) <= 1 + lower.len() / 8),
        );
    }
    found
}

/// Returns whether a text is a string of a kind.
fn is_string(kind: Kind, text: &str) -> bool {
    read_at(Pace::Fast, kind, text, &ReadOptions::default()).is_usable()
}

/// Returns the only kind of which a text is a string.
fn only_kind(text: &str) -> Option<Kind> {
    match &identify(text)[..] {
        [Candidate { kind, fit, .. }] if fit.is_string() => Some(*kind),
        _ => None,
    }
}

/// Returns the official challenges with this name or number, each with its game and its kind.
fn official(text: &str) -> Vec<(&'static str, Kind, String)> {
    let raft = raft::catalogue::official_challenges().iter();
    let penguins = penguins::official_challenges().iter();
    let of_raft = raft
        .filter(|one| one.number.to_string() == text || one.name.eq_ignore_ascii_case(text))
        .map(|one| ("Race to the Raft", Kind::Challenge, one.text.clone()));
    let of_penguins = penguins
        .filter(|one| one.number.to_string() == text)
        .map(|one| ("Penguins Pool Party", Kind::PenguinsChallenge, one.challenge.to_string()));
    of_raft.chain(of_penguins).collect()
}

/// Returns whether a command can read a word, or `None` if it reads words of any sort.
fn reads(command: &str, word: &str) -> Option<bool> {
    let kind = match command.split(' ').filter(|word| !word.starts_with("--")).next_back()? {
        "penguins" => Kind::PenguinsState,
        "raft" if !command.starts_with("play") => Kind::State,
        "raft" | "setup" => Kind::Challenge,
        "tile" => Kind::Region,
        "show" | "orient" => Kind::Polyomino,
        "tictactoe" | "arboretum" => Kind::GameRecord,
        name => name.parse().ok()?,
    };
    let path = Path::new(word.strip_prefix('@').unwrap_or(word));
    let text = if path.is_file() { std::fs::read_to_string(path).ok()? } else { word.to_owned() };
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let is_official = || official(text).iter().any(|(_, of, _)| *of == kind && kind == Kind::Challenge);
    let is_region = || identify(text).iter().any(|found| found.kind == kind && found.fit.is_string());
    Some(
        word == "-"
            || is_official()
            || if kind == Kind::Region { is_region() } else { is_string(kind, text) },
    )
}

/// Returns a list of commands, or nothing if there are no commands.
fn listed(mut commands: Vec<String>) -> String {
    let mut known = Vec::new();
    commands.retain(|command| {
        !known.contains(command) && {
            known.push(command.clone());
            true
        }
    });
    match &commands[..] {
        [] => String::new(),
        [only] => format!("did you mean `{only}`?\n"),
        _ => format!("perhaps you meant:\n  {}\n", commands.join("\n  ")),
    }
}

fn is_missing_subcommand(error: &clap::Error) -> bool {
    use ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand, MissingSubcommand};
    matches!(error.kind(), DisplayHelpOnMissingArgumentOrSubcommand | MissingSubcommand)
}

/// A command line that cannot be used.
pub(super) struct Typed<'a> {
    /// The words after the name of the program, without common options before the verb.
    words: Vec<String>,
    root: &'a Command,
    /// Returns the first example in the help of a command.
    example: fn(&str) -> Option<String>,
}

impl<'a> Typed<'a> {
    pub(super) fn new(
        arguments: &[OsString],
        root: &'a Command,
        example: fn(&str) -> Option<String>,
    ) -> Self {
        let mut words: Vec<String> =
            arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        while let Some(first) = words.first().filter(|first| first.starts_with("--")) {
            let has_value = ["--color", "--colour", "--format"].contains(&first.as_str());
            words.drain(..words.len().min(if has_value { 2 } else { 1 }));
        }
        Self { words, root, example }
    }

    /// Returns the command that words name, its own words, and the number of words that name it.
    fn command(&self, words: &[impl AsRef<str>]) -> (&Command, String) {
        let (mut found, mut path) = (self.root, Vec::new());
        for word in words {
            let Some(next) = found.find_subcommand(word.as_ref()) else { break };
            found = next;
            path.push(next.get_name());
        }
        (found, path.join(" "))
    }

    /// Returns whether an error says that there is no verb, and there are no words.
    pub(super) fn has_no_verb(&self, error: &clap::Error) -> bool {
        self.words.is_empty() && is_missing_subcommand(error)
    }

    fn parses(&self, words: &[String]) -> bool {
        let program = ["clowder".to_owned()];
        self.root.clone().try_get_matches_from(program.iter().chain(words)).is_ok()
    }

    /// Returns a command with these words, or `None` if the command does not accept them.
    fn with(&self, command: &str, words: &[String]) -> Option<String> {
        let first = words.iter().find(|word| *word == "-" || !word.starts_with('-'));
        if words.is_empty() || first.is_some_and(|word| reads(command, word) == Some(false)) {
            return None;
        }
        let verb = command.split(' ').next().unwrap_or_default();
        let input = |word: &String| {
            let is_file = OF_STRINGS.contains(&verb) && Path::new(word).is_file();
            if is_file { format!("@{word}") } else { word.clone() }
        };
        let line: Vec<String> =
            command.split(' ').map(str::to_owned).chain(words.iter().map(input)).collect();
        self.parses(&line).then(|| shown(&line))
    }

    /// Returns the command for an entry of the table, with `words` or with the words of an example.
    fn filled(&self, entry: &str, words: &[String]) -> String {
        let (command, default) = entry.split_once('|').map_or((entry, None), |(it, words)| (it, Some(words)));
        let Some(command) = command.strip_suffix(" …") else { return format!("clowder {command}") };
        let of_kind = || {
            let (verb, kind) = command.split_once(' ')?;
            let kind: Kind = kind.parse().ok().filter(|_| !["generate", "diff"].contains(&verb))?;
            let example = row(kind).example();
            Some(if example.len() < 60 && !example.contains('\n') {
                format!("clowder {command} {}", quoted(example))
            } else {
                format!("clowder generate {kind} --seed 1 | clowder {command} -")
            })
        };
        self.with(command, words)
            .or_else(|| default.map(|default| format!("clowder {command} {default}")))
            .or_else(of_kind)
            .or_else(|| (self.example)(&self.command(&command.split(' ').collect::<Vec<_>>()).1))
            .unwrap_or_else(|| format!("clowder {command}"))
    }

    /// Returns an error of the parser, with advice in place of its last line.
    pub(super) fn about_usage(&self, rendered: &str, error: &clap::Error) -> String {
        let (command, path) = self.command(&self.words);
        let rest = &self.words[path.split_whitespace().count()..];
        let wrong = [ContextKind::InvalidArg, ContextKind::InvalidValue].into_iter().find_map(|it| {
            if let Some(ContextValue::String(wrong)) = error.get(it) { Some(&**wrong) } else { None }
        });
        let is_option = error.kind() == ErrorKind::UnknownArgument && !path.is_empty();
        let tip = wrong.filter(|_| is_option).and_then(|wrong| {
            let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
            let tip =
                meanings("[options]", wrong).into_iter().find(|(_, condition)| condition.is_none_or(has))?.0;
            Some(tip.replace("COMMAND", format!("clowder {path}").trim_end()))
        });
        let found = if self.words.iter().any(|word| word == "help") {
            let words: Vec<&String> = self.words.iter().filter(|word| *word != "help").collect();
            vec![format!("clowder help {}", self.command(&words).1)]
        } else if command.has_subcommands() {
            let similar = match error.get(ContextKind::SuggestedSubcommand) {
                Some(ContextValue::Strings(similar)) => &similar[..],
                Some(ContextValue::String(similar)) => std::slice::from_ref(similar),
                _ => &[],
            };
            self.without_subcommand(command, &path, rest, similar)
        } else {
            wrong.filter(|_| tip.is_none()).map(|it| self.with_wrong_word(command, it)).unwrap_or_default()
        };
        let before = if is_missing_subcommand(error) {
            &format!("error: `clowder {path}` needs a subcommand\n\n")
        } else {
            rendered.rsplit_once("For more information").map_or(rendered, |(before, _)| before)
        };
        // No string begins with `--`, so the tip of the parser to write `-- --option` would not help.
        let is_better = tip.is_some() || !found.is_empty();
        let is_kept = |part: &&str| {
            !part.contains("as a value, use '-- --") && !(is_better && part.trim_start().starts_with("tip:"))
        };
        let mut text = before.split("\n\n").filter(is_kept).collect::<Vec<_>>().join("\n\n");
        text += &tip.map(|tip| format!("  tip: {tip}\n\n")).unwrap_or_default();
        text += &match (self.example)(&path).filter(|_| found.is_empty()) {
            Some(example) => format!("For example: {example}\n"),
            None => listed(found),
        };
        text + &match &*path {
            "" => "`clowder help` lists all verbs.".to_owned(),
            path => format!("`clowder help {path}` has more examples."),
        }
    }

    /// Returns the commands that can be meant if the verb or the subcommand is missing or wrong. `similar` contains
    /// subcommands with a similar name.
    fn without_subcommand(
        &self,
        command: &Command,
        path: &str,
        rest: &[String],
        similar: &[String],
    ) -> Vec<String> {
        let (word, after) = match rest.split_first().filter(|(word, _)| !word.starts_with("--")) {
            Some((word, after)) => (word.as_str(), after),
            None => ("", rest),
        };
        let named = kinds(word);
        let mut found = Vec::new();
        if path.is_empty()
            && let Some(verb) = after.first().and_then(|second| self.root.find_subcommand(second))
        {
            for name in named.iter().map(|kind| kind.name()).chain([word]) {
                found.extend(self.with(&format!("{} {name}", verb.get_name()), &after[1..]));
            }
            if !found.is_empty() {
                return found;
            }
        }
        let mut entries: Vec<&str> = alternatives("[commands]", format!("{path} {word}").trim()).collect();
        let names_next =
            |entry: &str| entry.split(' ').any(|part| after.first().is_some_and(|it| it == part));
        let skipped = usize::from(entries.iter().any(|entry| names_next(entry)));
        entries.retain(|entry| skipped == 0 || names_next(entry));
        found.extend(entries.iter().map(|entry| self.filled(entry, &after[skipped..])));
        let subcommand = |name: &str| format!("{path} {name}").trim().to_owned();
        let all = || command.get_subcommands().filter(|one| !one.is_hide_set()).map(Command::get_name);
        if path.is_empty() && found.is_empty() {
            let is_input = Path::new(word).is_file() || only_kind(word).is_some();
            for verb in ["validate", "explain", "render"] {
                found.extend(named.iter().map(|kind| self.filled(&format!("{verb} {kind} …"), after)));
                found.extend((is_input && named.is_empty()).then(|| self.filled(&format!("{verb} …"), rest)));
            }
        } else if found.is_empty() && !word.is_empty() {
            let certain = all().map(subcommand).filter(|one| reads(one, word) == Some(true));
            found.extend(certain.filter_map(|one| self.with(&one, rest)));
        }
        if found.is_empty() {
            let names =
                similar.iter().filter_map(|name| command.find_subcommand(name)).map(Command::get_name);
            let typed =
                |one: String| self.with(&one, after).unwrap_or_else(|| self.filled(&(one + " …"), &[]));
            found.extend(names.map(subcommand).map(typed));
        }
        if path.is_empty() && found.is_empty() {
            found.extend(self.codes(word));
        } else if found.is_empty() && all().count() <= MANY {
            found.extend(all().map(|name| self.filled(&(subcommand(name) + " …"), &[])));
        }
        found
    }

    /// Returns the commands that can be meant if one word is not accepted: without its option, without `--`, or without
    /// quotation marks.
    fn with_wrong_word(&self, command: &Command, wrong: &str) -> Vec<String> {
        let Some(at) = self.words.iter().position(|word| word == wrong) else { return Vec::new() };
        let replaced = |from: usize, to: usize, by: &[&str]| {
            let by = by.iter().map(|&word| word.to_owned());
            let line: Vec<String> = self.words[..from]
                .iter()
                .cloned()
                .chain(by)
                .chain(self.words[to..].iter().cloned())
                .collect();
            self.parses(&line).then(|| shown(&line))
        };
        let mut found = Vec::new();
        for argument in command.get_arguments().filter(|argument| !argument.is_positional()) {
            let Some(long) = argument.get_long() else { continue };
            let option = format!("--{long}");
            let is_value = argument.get_action().takes_values()
                && (long == "count" || replaced(at, at + 1, &[&option, "\u{1}"]).is_none());
            if long == wrong {
                found.extend(replaced(at, at + 1, &[&option]));
            } else if is_value && (long == "count" || wrong.parse::<f64>().is_err()) {
                found.extend(replaced(at, at + 1, &[&option, wrong]));
            }
        }
        if found.is_empty() && command.get_positionals().any(clap::Arg::is_last_set) {
            let python = if wrong.ends_with(".py") { &["--", "python3"][..] } else { &["--"] };
            found.extend(replaced(at, at, python).or_else(|| replaced(at - 1, at - 1, &["--"])));
        }
        let start = self.command(&self.words).1.split(' ').count();
        let is_operand = |word: &&String| !word.starts_with('-');
        let count = self.words[start..].iter().take_while(is_operand).count();
        if found.is_empty() && count > 1 && OF_STRINGS.iter().chain(&["play"]).any(|it| *it == self.words[0])
        {
            let joined = self.words[start..start + count].join(" ");
            found.extend(replaced(start, start + count, &[&joined]));
        }
        found
    }

    /// Returns the commands that explain the error codes to which a word belongs.
    fn codes(&self, word: &str) -> Option<String> {
        let word = word.to_lowercase();
        let mentions =
            |code: &'static diagnostics::Code| code.name.contains(&word) || code.rule.contains(&word);
        let is_named = word.len() > 2 && diagnostics::all().any(mentions) && kinds(&word).is_empty();
        is_named.then(|| shown(&["codes".to_owned(), word]))
    }

    /// Returns advice about words in place of a kind or, after `help`, in place of a command.
    pub(super) fn about_words(&self, unclear: &Unclear) -> String {
        let words: Vec<String> =
            unclear.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let (_, path) = self.command(&self.words);
        let Some((first, after)) = words.split_first() else { return String::new() };
        if path == "help" {
            return listed(self.pages(first)) + "`clowder help` lists all verbs.";
        }
        let rest = self.words[path.split(' ').count()..].iter();
        let options: Vec<String> = rest.filter(|word| !words.contains(word)).cloned().collect();
        let line = |middle: &[String]| shown(&[&[path.clone()], middle, &options].concat());
        let is_file = |word: &String| word.starts_with('@') || Path::new(word).is_file();
        let is_picture = |word: &&String| [".svg", ".png", ".html"].iter().any(|end| word.ends_with(end));
        let mut found = Vec::new();
        if let Some(code) = words.iter().find(|word| diagnostics::find(word).is_some()) {
            found.push(format!("clowder codes {code}"));
        } else if words.contains(&"help".to_owned()) {
            found.push(format!("clowder help {path}"));
        } else if words.len() > 1 && words.iter().all(is_file) {
            let bare = |word: &String| word.trim_start_matches('@').to_owned();
            let files = words.iter().map(bare);
            found.push(if path == "diff" {
                line(&files.map(|file| format!("@{file}")).collect::<Vec<_>>())
            } else {
                line(&["--file".to_owned()].into_iter().chain(files).collect::<Vec<_>>())
            });
        } else if let (Some(picture), "render") = (words.iter().find(is_picture), &*path) {
            let others = words.iter().filter(|word| *word != picture).cloned();
            found.push(line(
                &["-o".to_owned(), picture.clone()].into_iter().chain(others).collect::<Vec<_>>(),
            ));
        }
        if found.is_empty() && only_kind(&(words.join("\n") + "\n")).is_some() {
            return "these words are the lines of one string; put them in quotes, with the line breaks"
                .to_owned();
        }
        if found.is_empty() && words.len() > 1 && only_kind(&words.join(" ")).is_some() {
            found.push(line(&[words.join(" ")]));
        }
        if found.is_empty() {
            let named = kinds(first);
            let fitting: Vec<Kind> = named
                .iter()
                .copied()
                .filter(|&kind| after.first().is_some_and(|text| is_string(kind, text)))
                .collect();
            for kind in if fitting.is_empty() { named } else { fitting } {
                let command = format!("{path} {kind}");
                let typed = || line(&[&[kind.name().to_owned()], after].concat());
                found.push(if after.is_empty() {
                    self.filled(&format!("{command} …"), &[])
                } else {
                    typed()
                });
            }
        }
        if found.is_empty() {
            let of_kind = |kind: Kind| {
                let strings = words.iter().filter(|word| is_string(kind, word)).cloned();
                line(&[kind.name().to_owned()].into_iter().chain(strings).collect::<Vec<_>>())
            };
            let certain = words.iter().find_map(|word| only_kind(word));
            let possible = Kind::ALL.iter().copied().filter(|&it| it != Kind::Region && is_string(it, first));
            found.extend(certain.map_or_else(|| possible.map(of_kind).collect(), |kind| vec![of_kind(kind)]));
            let is_code = diagnostics::all().any(|code| code.name.ends_with(&format!("/{first}")));
            found.extend(self.codes(first).filter(|_| is_code));
        }
        listed(found) + "`clowder kinds` lists all kinds."
    }

    /// Returns the pages that can be meant by `clowder help WORD`.
    fn pages(&self, word: &str) -> Vec<String> {
        let help = |path: &str| format!("clowder help {path}");
        let mut found: Vec<String> = kinds(word).iter().map(|kind| help(kind.name())).collect();
        found.extend(alternatives("[commands]", &format!("help {word}")).map(|it| format!("clowder {it}")));
        for verb in self.root.get_subcommands().filter(|verb| verb.get_name() != "generate") {
            let named = verb.find_subcommand(word);
            found.extend(named.map(|one| help(&format!("{} {}", verb.get_name(), one.get_name()))));
        }
        for entry in alternatives("[commands]", word) {
            let path = self.command(&entry.split(' ').collect::<Vec<_>>()).1;
            found.push(if path.is_empty() || path == "help" { self.filled(entry, &[]) } else { help(&path) });
        }
        found.extend(self.codes(word));
        found
    }
}

/// Returns a command line for a shell.
fn shown(words: &[String]) -> String {
    format!("clowder {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// Returns the probable meaning of a text that is not valid as one string.
pub(super) fn about_text(kind: Option<Kind>, text: &str) -> Option<String> {
    let lines = text.trim().lines().count();
    let is_json = || serde_json::from_str::<IgnoredAny>(text).is_ok();
    if kind.is_some_and(Kind::is_single_line) && lines > 1 {
        let count = plural(lines, "line");
        return Some(format!(
            "the input has {count}; `clowder validate --lines` reads each line as one string"
        ));
    }
    if kind.is_some_and(Kind::is_json) && text.starts_with(['[', '{']) && !text.contains('"') && !is_json() {
        let advice =
            "the text has no quotation marks; if the shell removed them, put the whole text in single quotes";
        return Some(advice.to_owned());
    }
    let found = official(text.trim()).into_iter().filter(|(_, of, _)| kind.is_none_or(|kind| kind == *of));
    let notes: Vec<String> = found
        .map(|(game, _, string)| format!("the string of challenge {} of {game} is {string}", text.trim()))
        .collect();
    (!notes.is_empty()).then(|| notes.join("\n"))
}

/// Returns advice about words that are names of files, or the parts of one string that the shell has split.
pub(super) fn about_split(kind: Kind, words: &[OsString]) -> Option<String> {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    if words.len() > 1 && words.iter().all(|word| Path::new(word).is_file()) {
        return Some("these are names of files; to read the files, write `--file` before them".to_owned());
    }
    if kind.is_json() {
        let is_json =
            |text: &str| text.starts_with(['[', '{']) && serde_json::from_str::<IgnoredAny>(text).is_ok();
        return one_string(&words, " ", is_json);
    }
    if !kind.is_single_line() && is_string(kind, &(words.join("\n") + "\n")) {
        return Some(
            "these words are the lines of one string; put them in quotes, with the line breaks".to_owned(),
        );
    }
    one_string(&words, "", |text| text.len() == words.concat().len() && is_string(kind, text))
}

/// Returns advice about words that begin with the parts of one string.
pub(super) fn one_string(
    words: &[String],
    separator: &str,
    is_string: impl Fn(&str) -> bool,
) -> Option<String> {
    let texts = (2..=words.len().min(MOST_JOINED)).map(|count| words[..count].join(separator));
    let text = texts.filter(|_| !is_string(&words[0])).find(|text| is_string(text))?;
    Some(format!("if these words are one string, write it as one argument: {}", quoted(&text)))
}
