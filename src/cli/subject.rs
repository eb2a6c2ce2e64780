//! Reads the arguments of a verb that accepts strings of any kind: an optional kind, followed by the texts.

use super::input::{Inputs, WAYS};
use super::result::{AllErrors, Name};
use super::{Unclear, note};
use crate::check;
use crate::diagnostics::{Diagnostic, escape};
use crate::kinds::{Pace, ReadOptions};
use crate::notation::Kind;
use crate::repair::{Identified, Known, is_word, without_final_line_break};
use anyhow::Result;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// An optional kind, followed by the texts.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct Subject {
    /// Kind of the strings [default: found from the string]
    ///
    /// `clowder kinds` lists the kinds.
    #[arg(value_name = "KIND", value_parser = KindOrInput, hide_possible_values = true)]
    kind: Option<OsString>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    all: AllErrors,
}

impl Subject {
    /// Creates the subject from words without options. The first word can be a kind.
    pub(crate) fn of_words(words: &[OsString]) -> Self {
        let (kind, inputs) = words.split_at(1.min(words.len()));
        let inputs = Inputs { inputs: inputs.to_vec(), file: Vec::new() };
        Self { kind: kind.first().cloned(), inputs, all: AllErrors::default() }
    }

    /// Splits the words into an optional kind and the texts. Without a kind, only one text is accepted,
    /// unless the texts are in files.
    ///
    /// # Errors
    /// Returns an [`Unclear`] error if a required kind is missing.
    pub(crate) fn split(&self, in_files: bool) -> Result<(Option<Kind>, Inputs)> {
        self.all.set();
        let words: Vec<OsString> = self.kind.iter().chain(&self.inputs.inputs).cloned().collect();
        let most = if in_files || !self.inputs.file.is_empty() { usize::MAX } else { 1 };
        let (kind, inputs) = split(words, most)?;
        Ok((kind, Inputs { inputs, file: self.inputs.file.clone() }.all_files()))
    }
}

/// Removes the kind from a list of words, if the first word is a kind name. Without a kind, up to `most`
/// words are accepted.
///
/// # Errors
/// Returns an [`Unclear`] error if more than `most` words are given without a kind. Also returns this error
/// if the only word seems to be a name, not a string.
pub(crate) fn split(mut words: Vec<OsString>, most: usize) -> Result<(Option<Kind>, Vec<OsString>)> {
    let Some(first) = words.first().and_then(|word| word.to_str()) else { return Ok((None, words)) };
    if let Ok(kind) = first.parse() {
        words.remove(0);
        return Ok((Some(kind), words));
    }
    if words.len() > most {
        let why = format!("`{}` is not a kind; name the KIND before several strings", escape(first));
        return Err(Unclear { why, words }.into());
    }
    if words.len() == 1 && most == 1 && is_name(first) {
        let why = format!("`{}` is not a kind; if it is a string, name its KIND before it", escape(first));
        return Err(Unclear { why, words }.into());
    }
    Ok((None, words))
}

/// Whether a text can only be a name, not a string: an ordinary word, a kind or an error code.
fn is_name(text: &str) -> bool {
    let is_kind = || text.to_ascii_lowercase().parse::<Kind>().is_ok();
    let is_path = || Path::new(text).exists();
    text != "-" && (is_word(text) || is_kind() || crate::diagnostics::find(text).is_some()) && !is_path()
}

/// Accepts any word, but offers the kind names for shell completion.
#[derive(Clone)]
struct KindOrInput;

impl clap::builder::TypedValueParser for KindOrInput {
    type Value = OsString;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        Ok(value.to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue>>> {
        Some(Box::new(Kind::ALL.iter().map(|kind| clap::builder::PossibleValue::new(kind.name()))))
    }
}

/// Finds the kind of a text, or the nearest kind if none fits. If `tells` is true, reports the kind on standard error.
///
/// # Errors
/// Returns an error that names the kinds if several kinds fit the text. Also returns an error if the text is
/// probably something else, such as a program's error message.
pub(crate) fn kind_of(
    text: &str,
    found: &Identified,
    name: Name<'_>,
    tells: bool,
) -> Result<Kind, Box<Diagnostic>> {
    let is_empty = text.is_empty();
    let kind = check::kind_of(text, found).map_err(|error| {
        let help = format!("give the string {WAYS}, or name the kind of the empty string");
        if is_empty { Box::new(error.help(help)) } else { error }
    })?;
    if tells {
        let fits = found.is_string();
        let how = if fits { "this text is a" } else { "no kind fits this text; the nearest kind is" };
        let what = if fits { format!("string of the kind `{kind}`") } else { format!("`{kind}`") };
        let before = match name {
            Name::Source("input") => String::new(),
            _ => format!("{name}: "),
        };
        note(format!("{before}{how} {what}"));
    }
    Ok(kind)
}

/// Settings for reading a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    pub(crate) options: ReadOptions,
    /// Whether to search an invalid text for the cause of its errors.
    pub(crate) improves: bool,
    /// Selects the readers to try: the quick grammar, the thorough reader or both.
    pub(crate) pace: Pace,
}

impl Reader {
    pub(crate) fn identify(&self, text: &str) -> Identified {
        Identified::new(text, &self.options, self.pace)
    }

    /// Returns the parse result that the search for the kind of `text` has produced. `read` is the string that the
    /// verb needs. If `read` ends with a line break that the search ignored, returns `None`.
    pub(crate) fn known(&self, found: Identified, kind: Kind, text: &str, read: &str) -> Option<Known> {
        let is_same = without_final_line_break(kind, text).len() == read.len();
        is_same.then(|| found.into_reading(kind, read, &self.options)).flatten()
    }
}
