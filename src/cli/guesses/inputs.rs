//! Prints advice about the probable meaning of a wrong input. The advice is printed after the answer.

use super::super::output::note;
use super::super::subject::looks_like_a_file;
use super::{official, quoted};
use crate::diagnostics::escape::escape;
use crate::kinds::{Pace, ReadOptions, read_at};
use crate::notation::{Kind, plural};
use crate::repair::identify;
use serde::de::IgnoredAny;
use std::ffi::OsString;
use std::path::Path;

/// The maximum number of arguments that are joined in order to find out whether they are one text. A limit is needed,
/// because the time grows with the square of this number.
const MOST_JOINED: usize = 500;

/// The ways in which the verbs for strings can be given a string.
pub(in super::super) const WAYS: &str = "as an argument, with --file, or on standard input";

/// Returns the message for an empty input, if the empty string is not valid for the kind. `source` is the name of the
/// input, such as `standard input`.
pub(in super::super) fn empty(source: &str, kind: Option<Kind>) -> String {
    let expected = match kind {
        Some(kind) => format!("a string of the kind `{kind}` (see `clowder help {kind}`)"),
        None => "a string".to_owned(),
    };
    format!("clowder: {} is empty; expected {expected}", escape(source))
}

/// Prints the probable meaning of a text that is not valid as one string.
pub(in super::super) fn advise(kind: Option<Kind>, text: &str) {
    if text.is_empty() {
        note(format!("the input is empty; give the string {WAYS}"));
    } else if kind.is_some_and(Kind::is_single_line) && text.trim().contains('\n') {
        let count = plural(text.trim().lines().count(), "line");
        note(format!("the input has {count}; `clowder validate --lines` reads each line as one string"));
    } else if kind.is_some_and(Kind::is_json) && has_lost_quotes(text) {
        note(
            "the text has no quotation marks; if the shell removed them, put the whole text in single quotes",
        );
    }
    for found in official::challenges(text.trim()) {
        if kind.is_none_or(|kind| kind == found.kind) {
            note(format!("the string of {} is {}", found.title, found.string));
        }
    }
}

/// Returns true if a text is valid JSON.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Returns true if a shell has probably removed the quotation marks from JSON.
fn has_lost_quotes(text: &str) -> bool {
    text.starts_with(['[', '{']) && !text.contains('"') && !is_json(text)
}

/// Returns advice about several arguments that are certainly not several strings: they are names of files, or parts of
/// one string. Returns `None` for any other arguments.
pub(in super::super) fn about_several(kind: Option<Kind>, inputs: &[OsString]) -> Option<String> {
    let is_name = |word: &OsString| Path::new(word).is_file() || looks_like_a_file(&word.to_string_lossy());
    if inputs.iter().all(is_name) {
        let first = quoted(&inputs[0].to_string_lossy());
        return Some(format!(
            "these are names of files; to read the files, write `@` before each name, or `--file` before all of them: --file {first} …"
        ));
    }
    let words: Vec<_> = inputs.iter().map(|word| word.to_string_lossy()).collect();
    let count = words.len();
    let is_string = |text: &str| match kind {
        Some(kind) => read_at(Pace::Fast, kind, text, &ReadOptions::default()).is_usable(),
        // Nearly every word is a string of some kind, so only strings with several lines and JSON are recognised.
        None => identify(text)
            .iter()
            .any(|found| found.fit.is_string() && (found.kind.is_json() || !found.kind.is_single_line())),
    };
    let has_lines = kind.is_none_or(|kind| !kind.is_single_line());
    if has_lines && is_string(&(words.join("\n") + "\n")) {
        return Some(format!(
            "the {count} arguments are the lines of one string; put them in one pair of quotes, with a line break after \
             each line, or write them to a file and give the name of the file after `@`"
        ));
    }
    let with_spaces = words.join(" ");
    if kind.is_none_or(Kind::is_json) && is_string(&with_spaces) {
        let string = quoted(&with_spaces);
        return Some(format!("the {count} arguments are one string; put it in quotes: {string}"));
    }
    let without = words.concat();
    (kind.is_some_and(Kind::is_single_line) && is_string(&without)).then(|| {
        format!("the {count} arguments are one string; write it without spaces: {}", quoted(&without))
    })
}

/// Returns advice about the words after a verb for states, if the state was split at its spaces. Returns `None` for any
/// other words.
pub(in super::super) fn about_split_state(words: &[OsString]) -> Option<String> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    words.first().filter(|first| first.starts_with(['[', '{']) && !is_json(first))?;
    let state = (2..=words.len().min(MOST_JOINED))
        .map(|count| words[..count].join(" "))
        .find(|text| is_json(text))?;
    Some(format!("the state was split at its spaces; put it in quotes: {}", quoted(&state)))
}

/// Returns advice about an action that cannot be read. The text can be a list of actions, or the beginning of an action
/// that was split at a space. `is_action` returns true if a text is an action.
pub(in super::super) fn about_action(
    actions: &[String],
    index: usize,
    is_action: impl Fn(&str) -> bool,
) -> Option<String> {
    let separators = [' ', ',', ';', '\n', '\t'];
    let pieces: Vec<&str> = actions[index].split(separators).filter(|piece| !piece.is_empty()).collect();
    if pieces.len() > 1 && pieces.iter().all(|piece| is_action(piece)) {
        return Some(format!("write each action as an argument of its own: {}", pieces.join(" ")));
    }
    let rest = &actions[index..];
    let joined =
        (2..=rest.len().min(MOST_JOINED)).map(|count| rest[..count].concat()).find(|text| is_action(text))?;
    Some(format!("if these words are one action, write it without spaces: {joined}"))
}
