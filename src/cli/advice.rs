//! Suggests commands for an invalid command line, based on the words that the user typed.
//!
//! Suggestions are printed but never run. `src/texts/words.txt` assigns kinds, commands and options to words
//! that users are likely to type.

use super::Unclear;
use crate::diagnostics::{self, quoted};
use crate::kinds::{Pace, ReadOptions, read_at};
use crate::notation::Kind;
use crate::repair::{identify, is_word};
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

const WORDS: &str = include_str!("../texts/words.txt");

fn meanings(section: &str, word: &str) -> Vec<&'static str> {
    let rows = WORDS.lines().skip_while(|row| *row != section).skip(1);
    rows.take_while(|row| !row.starts_with('['))
        .filter_map(|row| row.split_once(": "))
        .filter(|(words, _)| words.split(", ").any(|other| other == word))
        .flat_map(|(_, meanings)| meanings.split("; "))
        .collect()
}

/// Lists the kinds that a word may mean, according to the word table. For a word that is not in the table,
/// returns the kind with the most similar name, or nothing if no name is similar enough.
fn kinds(word: &str) -> Vec<Kind> {
    let word = word.to_ascii_lowercase().replace('_', "-");
    let found: Vec<Kind> = meanings("[kinds]", &word).iter().filter_map(|name| name.parse().ok()).collect();
    let distance = |kind: &&Kind| strsim::damerau_levenshtein(kind.name(), &word);
    let most = if word.len() > 3 { 1 + word.len() / 8 } else { 0 };
    let nearest = Kind::ALL.iter().filter(|kind| distance(kind) <= most).min_by_key(distance);
    if found.is_empty() { nearest.into_iter().copied().collect() } else { found }
}

/// Whether a text can be used as a string of the given kind, canonical or not.
fn is_string(kind: Kind, text: &str) -> bool {
    read_at(Pace::Fast, kind, text, &ReadOptions::default()).is_usable()
}

/// The kind of a text, if exactly one kind fits.
fn only_kind(text: &str) -> Option<Kind> {
    let found = identify(text);
    found.first().filter(|first| found.len() == 1 && first.fit.is_string()).map(|first| first.kind)
}

fn is_file(word: &str) -> bool {
    Path::new(word.strip_prefix('@').unwrap_or(word)).is_file()
}

/// Whether `words` are suitable input for a command. Returns `None` if this is unknown, because the command reads
/// neither one particular kind nor saved games, or because the named file cannot be read.
fn reads(command: &str, words: &[&str]) -> Option<bool> {
    let word = *words.first()?;
    let are_several = words.get(1).is_some_and(|next| !next.starts_with('-'));
    let is_unclear = word.parse::<Kind>().is_err() && (are_several || is_word(word) && !is_file(word));
    let kind = match command.rsplit(' ').find(|part| !part.starts_with('-') && !part.contains(['=', '.']))? {
        "penguins" => Kind::PenguinsState,
        "raft" if !command.starts_with("play") => Kind::State,
        "tile" => Kind::Region,
        "verify" | "replay" | "rate" | "tournament" | "grade" => return Some(Path::new(word).exists()),
        "codes" if !diagnostics::all().any(|code| code.name.contains(word)) => return Some(false),
        "validate" | "canon" | "explain" | "render" if is_unclear => return Some(false),
        name => name.parse().ok()?,
    };
    let path = word.strip_prefix('@').unwrap_or(word);
    let text = if is_file(word) { std::fs::read_to_string(path).ok()? } else { word.to_owned() };
    let text = text.trim_end();
    // Nearly every word is a valid region, so a word counts as a region only if no other kind fits.
    Some(word == "-" || is_string(kind, text) && (kind != Kind::Region || only_kind(text) == Some(kind)))
}

fn listed(mut commands: Vec<String>) -> String {
    commands.dedup();
    let start = if commands.is_empty() { "" } else { "perhaps you meant:\n" };
    commands.iter().fold(start.to_owned(), |text, command| format!("{text}  {command}\n"))
}

/// Returns the command named by the leading words, and its canonical name.
fn named<'a, 'b>(root: &'a Command, mut words: impl Iterator<Item = &'b str>) -> (&'a Command, String) {
    let (mut found, mut path) = (root, Vec::new());
    while let Some(next) = words.next().and_then(|word| found.find_subcommand(word)) {
        found = next;
        path.push(next.get_name());
    }
    (found, path.join(" "))
}

/// An invalid command line.
pub(super) struct Typed<'a> {
    /// The words after the program name, without options that precede the verb.
    words: Vec<&'a str>,
    /// The command named by the leading words.
    command: &'a Command,
    path: String,
    root: &'a Command,
    /// Returns the first example in the help of a command.
    example: fn(&str) -> Option<String>,
}

impl<'a> Typed<'a> {
    pub(super) fn new(words: &'a [String], root: &'a Command, example: fn(&str) -> Option<String>) -> Self {
        let mut words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        while let Some(first) = words.first().filter(|first| first.starts_with("--")) {
            let count = if ["--color", "--colour", "--format"].contains(first) { 2 } else { 1 };
            words.drain(..words.len().min(count));
        }
        let (command, path) = named(root, words.iter().copied());
        Self { words, command, path, root, example }
    }

    /// Quotes a command line for a shell, or returns `None` if clowder cannot parse it.
    fn line(&self, words: &[&str]) -> Option<String> {
        self.root.clone().try_get_matches_from(["clowder"].iter().chain(words)).ok()?;
        let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        Some(format!("clowder {}", quoted.join(" ")))
    }

    /// Formats a command followed by `words`, or returns `None` if the command does not accept them or if there
    /// are none.
    fn with(&self, command: &str, words: &[&str]) -> Option<String> {
        if words.first().is_none_or(|word| !word.starts_with('-') && reads(command, words) == Some(false)) {
            return None;
        }
        let at = if command.starts_with("bot") || command.starts_with("grade") { "" } else { "@" };
        let input = |word: &&str| format!("{}{word}", if Path::new(word).is_file() { at } else { "" });
        let inputs: Vec<String> = words.iter().map(input).collect();
        self.line(&command.split(' ').chain(inputs.iter().map(String::as_str)).collect::<Vec<_>>())
    }

    /// Completes an entry of the word table with `words`. If the command does not accept these words, falls
    /// back to the entry's default or, without a default, to the command's first example.
    fn filled(&self, entry: &str, words: &[&str]) -> String {
        let (command, default) = entry.split_once('|').unwrap_or((entry, ""));
        let Some(command) = command.strip_suffix(" …") else { return format!("clowder {command}") };
        let path = named(self.root, command.split(' ')).1;
        let example = || (self.example)(&path).filter(|_| default.is_empty());
        self.with(command, words).or_else(example).unwrap_or_else(|| format!("clowder {command} {default}"))
    }

    /// Rewrites clap's error message, replacing the last line with advice.
    pub(super) fn about_usage(&self, rendered: &str, error: &clap::Error) -> String {
        let wrong = error.get(ContextKind::InvalidArg).or_else(|| error.get(ContextKind::InvalidValue));
        let found = match wrong {
            _ if self.command.has_subcommands() => self.without_subcommand(),
            Some(ContextValue::String(wrong)) => self.with_wrong_word(wrong),
            _ => Vec::new(),
        };
        let (before, _) = rendered.split_once("For more information").unwrap_or((rendered, ""));
        let help = format!("clowder help {}", self.path);
        let is_bad_tip = |part: &&str| part.contains("use '-- --") || part.contains("similar subcommand");
        let is_kept = |part: &&str| !(part.contains("  tip:") && (!found.is_empty() || is_bad_tip(part)));
        let before = match error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                format!("error: `{}` needs a subcommand\n\n", help.replacen(" help", "", 1).trim_end())
            }
            _ => before.split("\n\n").filter(is_kept).collect::<Vec<_>>().join("\n\n"),
        };
        let example = (self.example)(&self.path).filter(|_| found.is_empty());
        let found = example.map_or_else(|| listed(found), |example| format!("For example: {example}\n"));
        let more = if self.path.is_empty() { "lists all verbs" } else { "has more examples" };
        format!("{before}{found}`{}` {more}.", help.trim_end())
    }

    /// Lists the commands that the user may have meant when the verb or subcommand is missing or unknown.
    fn without_subcommand(&self) -> Vec<String> {
        let rest = &self.words[self.path.split_whitespace().count()..];
        let (word, after) = rest.split_first().map_or(("", rest), |(word, after)| (*word, after));
        let kinds = kinds(word);
        let line = |name: &str| format!("{} {name}", self.path).trim().to_owned();
        let names = || self.command.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name);
        let filled = |name: &str, words: &[&str]| self.filled(&(line(name) + " …"), words);
        // The verb may be the second word, as in `penguins solve 20113123`.
        let exchanged = || {
            let verb = after.first().and_then(|second| self.root.find_subcommand(second));
            let names = kinds.iter().map(|kind| kind.name());
            let names = names.chain(verb.filter(|verb| verb.has_subcommands()).map(|_| word));
            names.filter_map(|name| self.with(&format!("{} {name}", verb?.get_name()), &after[1..])).collect()
        };
        let in_table = || {
            let meant = |count: usize| meanings("[commands]", &line(&rest[..count].join(" ")));
            let mut counts = (0..=rest.len().min(2)).rev();
            let count = counts.find(|count| !meant(*count).is_empty()).unwrap_or_default();
            meant(count).iter().map(|entry| self.filled(entry, &rest[count..])).collect()
        };
        let for_string = || {
            let lines = names().map(line).chain(["pentomino tile".to_owned()]);
            let certain = lines.filter(|line| reads(line, &[word]) == Some(true));
            let of_kind =
                |it: &Kind| [self.with(&format!("validate {it}"), after), self.line(&["help", it.name()])];
            let is_input = self.path.is_empty() && (is_file(word) || only_kind(word).is_some());
            let kinds = kinds.iter().filter(|_| self.path.is_empty()).flat_map(of_kind).flatten();
            let input = ["validate", "render"].into_iter().filter(|_| is_input).map(str::to_owned);
            kinds.chain(input.chain(certain).filter_map(|line| self.with(&line, rest))).collect()
        };
        let similar = || {
            let distance = |name: &&str| strsim::damerau_levenshtein(name, word);
            let near = names().filter(|name| distance(name) <= 1 + word.len() / 6).min_by_key(distance);
            near.map(|name| filled(name, after)).into_iter().collect()
        };
        let all = || names().filter(|_| names().count() <= 12).map(|name| filled(name, rest)).collect();
        let steps: [&dyn Fn() -> Vec<String>; 6] =
            [&exchanged, &in_table, &for_string, &similar, &|| self.codes(word).into_iter().collect(), &all];
        steps.iter().map(|step| step()).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Lists the commands that the user may have meant when a word is rejected. The user may have left out an
    /// option name or `--` before the word, or quotation marks around several words.
    fn with_wrong_word(&self, wrong: &str) -> Vec<String> {
        let Some(at) = self.words.iter().position(|word| *word == wrong) else { return Vec::new() };
        let replaced =
            |from, to, by: &[&str]| self.line(&[&self.words[..from], by, &self.words[to..]].concat());
        let line = |from, to, by: &str| replaced(from, to, &by.split(' ').collect::<Vec<_>>());
        let mut found: Vec<_> =
            meanings("[options]", wrong).iter().filter_map(|by| line(at, at + 1, by)).collect();
        for long in self.command.get_arguments().filter_map(clap::Arg::get_long) {
            // Many options accept any number, and some accept any text, so suggesting them would be a guess. The
            // exception is `--count`: a number without an option name is often meant as a count.
            let is_specific =
                wrong.parse::<f64>().is_err() && line(at, at + 1, &format!("--{long} \u{1}")).is_none();
            found.extend(line(at, at, &format!("--{long}")).filter(|_| is_specific || long == "count"));
        }
        let start = self.path.split(' ').count();
        let end = start + self.words[start..].iter().take_while(|word| !word.starts_with('-')).count();
        let program = if wrong.split('.').next_back() == Some("py") { "-- python3" } else { "--" };
        if found.is_empty() && self.command.get_positionals().any(clap::Arg::is_last_set) {
            found.extend(line(at, at, program).or_else(|| line(at - 1, at - 1, "--")));
        } else if found.is_empty() {
            found.extend(replaced(start, end, &[&self.words[start..end].join(" ")]));
        }
        found
    }

    /// The command that lists the error codes containing `word`, if there are any.
    fn codes(&self, word: &str) -> Option<String> {
        self.line(&["codes", word]).filter(|_| word.len() > 2 && reads("codes", &[word]).is_none())
    }

    /// Gives advice about words that were expected to name a kind (or, after `help`, a command).
    pub(super) fn about_words(&self, unclear: &Unclear) -> String {
        let words: Vec<&str> = unclear.words.iter().filter_map(|word| word.to_str()).collect();
        let Some((&first, after)) = words.split_first() else { return String::new() };
        let options: Vec<&str> = self.words[1..].iter().copied().filter(|it| !words.contains(it)).collect();
        let line = |start: &[&str], words: &[&str]| {
            self.line(&[&[&*self.path], start, words, &options].concat()).into_iter().collect()
        };
        let strings = |kind| words.iter().copied().filter(|it| is_string(kind, it)).collect::<Vec<_>>();
        let is_picture = |word: &str| [".svg", ".png", ".html"].iter().any(|end| word.ends_with(end));
        let fits = |kind: &Kind| after.iter().any(|text| is_string(*kind, text));
        let (fitting, others_named): (Vec<Kind>, Vec<Kind>) = kinds(first).into_iter().partition(fits);
        let kinds = if fitting.is_empty() { others_named } else { fitting };
        let found: Vec<String> = if self.path == "help" {
            self.pages(first)
        } else if !kinds.is_empty() {
            kinds.iter().flat_map(|kind| -> Vec<String> { line(&[kind.name()], after) }).collect()
        } else if words.len() > 1 && words.iter().all(|word| is_file(word)) {
            line(&["--file"], &words.iter().map(|word| word.trim_start_matches('@')).collect::<Vec<_>>())
        } else if let Some(picture) = words.iter().find(|word| is_picture(word)) {
            line(&["-o", picture], &words.iter().copied().filter(|word| word != picture).collect::<Vec<_>>())
        } else if let Some(advice) = one_string(&words, &|text| only_kind(text).is_some()) {
            return advice;
        } else if let Some(kind) = words.iter().find_map(|word| only_kind(word)) {
            line(&[kind.name()], &strings(kind))
        } else {
            let possible = Kind::ALL.iter().filter(|kind| **kind != Kind::Region && is_string(**kind, first));
            let of_kinds = possible.flat_map(|kind| -> Vec<String> { line(&[kind.name()], &strings(*kind)) });
            of_kinds.chain(self.codes(first)).collect()
        };
        listed(found) + "`clowder help` lists all verbs, and `clowder kinds` lists all kinds."
    }

    /// Lists the help pages that the user may have meant by `clowder help WORD`.
    fn pages(&self, word: &str) -> Vec<String> {
        let of_kinds = kinds(word).into_iter().map(|kind| kind.name().to_owned());
        let of_entries = meanings("[commands]", word).into_iter().map(|it| named(self.root, it.split(' ')).1);
        let pages = of_kinds.chain(of_entries).filter(|path| !path.is_empty());
        pages.map(|path| format!("clowder help {path}")).chain(self.codes(word)).collect()
    }
}

/// Gives advice about an invalid text, which may consist of several strings or may have lost its quotation
/// marks in the shell.
pub(super) fn about_text(kind: Kind, text: &str) -> Option<&'static str> {
    // The lines of a drawing belong together.
    let is_drawing = matches!(kind, Kind::Region | Kind::Polyomino) && !text.contains(char::is_numeric);
    let are_lines = || text.trim().contains('\n') && text.lines().any(|line| is_string(kind, line));
    if kind.is_single_line() && !is_drawing && are_lines() {
        return Some("the input has several lines; `clowder validate --lines` reads each as one string");
    }
    let has_lost_quotes =
        text.starts_with(['[', '{']) && !text.contains('"') && text.contains(char::is_alphabetic);
    let advice = "if the shell removed the quotation marks, put the whole text in single quotes";
    (kind.is_json() && has_lost_quotes).then_some(advice)
}

/// Gives advice if the shell seems to have split one string into several words.
pub(super) fn one_string(words: &[&str], is_string: &dyn Fn(&str) -> bool) -> Option<String> {
    let is_split = words.len() > 1 && !is_string(words[0]);
    if is_split && is_string(&(words.join("\n") + "\n")) {
        let advice = "these words are the lines of one string; put them in quotes, with the line breaks";
        return Some(advice.to_owned());
    }
    let counts = 2..=words.len().min(500);
    let texts = counts.flat_map(|count| [" ", ""].map(|separator| words[..count].join(separator)));
    let text = texts.into_iter().filter(|_| is_split).find(|text| is_string(text))?;
    Some(format!("if these words are one string, write it as one argument: {}", quoted(&text)))
}
