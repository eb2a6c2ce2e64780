//! Reads the arguments of a verb for strings of every kind. They are the kind, which can be left out, and the texts.

use super::batch::Question;
use super::guesses;
use super::input::Inputs;
use super::output::note;
use super::result::{AllErrors, Name};
use crate::diagnostics::{Diagnostic, Span, codes};
use crate::kinds::{AnyReading, ReadOptions, read, read_thoroughly};
use crate::notation::{Kind, Reading};
use crate::repair::{Candidate, Fit, identify, improve};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The kind and the texts.
#[derive(clap::Args, Debug)]
pub(crate) struct Subject {
    /// The kind of the strings (see `clowder kinds`). If it is not given, the kind is found from the string
    #[arg(value_name = "KIND", value_parser = KindOrInput, hide_possible_values = true)]
    kind: Option<OsString>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    all: AllErrors,
}

impl Subject {
    /// Creates the subject from words without options. The first word may be a kind.
    pub(crate) fn of_words(words: &[OsString]) -> Self {
        let (kind, inputs) = words.split_at(1.min(words.len()));
        let inputs = Inputs { inputs: inputs.to_vec(), file: Vec::new() };
        Self { kind: kind.first().cloned(), inputs, all: AllErrors::default() }
    }

    /// Returns the kind, if it was given, and the texts. If the first word is not the name of a kind, it is one of
    /// the texts.
    ///
    /// # Errors
    /// Returns the errors of [`split`].
    pub(crate) fn split(&self) -> anyhow::Result<(Option<Kind>, Inputs)> {
        self.all.set();
        let (kind, words) = split(self.kind.iter().chain(&self.inputs.inputs).cloned().collect())?;
        let inputs = Inputs { inputs: words, file: self.inputs.file.clone() };
        Ok((kind, inputs.all_files()))
    }
}

/// Removes the kind from the start of a list of words, if the first word is the name of a kind.
///
/// # Errors
/// Returns an error if the first word looks like the name of a kind that does not exist, or if it can mean several
/// kinds. An error code as the only word is an error, too.
pub(crate) fn split(mut words: Vec<OsString>) -> anyhow::Result<(Option<Kind>, Vec<OsString>)> {
    let Some(first) = words.first().and_then(|word| word.to_str()) else { return Ok((None, words)) };
    if let [_] = words[..]
        && first.contains('/')
        && crate::diagnostics::find(first).is_some()
    {
        anyhow::bail!("`{first}` is an error code: `clowder codes {first}` explains it");
    }
    if let Ok(kind) = first.parse::<Kind>() {
        words.remove(0);
        return Ok((Some(kind), words));
    }
    let fit = identify(first)[0].fit;
    let guessed = guesses::kinds(first);
    if !guessed.is_empty() && fit != Fit::Canonical {
        let kind = guessed_kind(first, guessed, words.get(1))?;
        words.remove(0);
        return Ok((Some(kind), words));
    }
    if looks_like_a_kind(first) && fit != Fit::Canonical {
        match misspelt_kind(first) {
            Some(meant) => anyhow::bail!("there is no kind `{first}`; did you mean `{meant}`?"),
            None if words.len() > 1 && !fit.is_string() => {
                anyhow::bail!("there is no kind `{first}` (`clowder kinds` lists all kinds)")
            }
            None => {}
        }
    }
    Ok((None, words))
}

/// Returns the kind that a guessed name means. If the name can mean several kinds, the string after the name decides.
///
/// # Errors
/// Returns an error if the string does not fit exactly one of these kinds.
fn guessed_kind(name: &str, guessed: &[Kind], text: Option<&OsString>) -> anyhow::Result<Kind> {
    if let [only] = guessed {
        return Ok(*only);
    }
    let fits = |kind: &&Kind| {
        let found = text.and_then(|text| text.to_str()).map(identify).unwrap_or_default();
        found.iter().any(|candidate| candidate.kind == **kind && candidate.fit.is_string())
    };
    if let [only] = guessed.iter().filter(fits).collect::<Vec<_>>()[..] {
        return Ok(*only);
    }
    let names: Vec<_> = guessed.iter().map(|kind| format!("`{kind}`")).collect();
    anyhow::bail!("`{name}` can mean several kinds: write {}", names.join(" or "))
}

/// Returns true if a word is written like the name of a kind.
fn looks_like_a_kind(word: &str) -> bool {
    word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_'))
}

/// Returns the kind whose name differs from a word by at most two edits.
fn misspelt_kind(word: &str) -> Option<Kind> {
    let word = word.replace('_', "-");
    let distance = |kind: &Kind| strsim::damerau_levenshtein(kind.name(), &word);
    let nearest = Kind::ALL.iter().copied().min_by_key(distance)?;
    (distance(&nearest) <= 2).then_some(nearest)
}

/// Accepts any word, and offers the names of kinds to the completion of a shell.
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

/// Finds the kind of a text. If no kind fits the text, the nearest kind is returned. If `tells` is true, the kind is
/// reported on standard error.
///
/// # Errors
/// Returns an error that names the kinds if the text is a string of several kinds.
pub(crate) fn kind_of(text: &str, name: Name<'_>, tells: bool) -> Result<Kind, Box<Diagnostic>> {
    let found = identify(text);
    let fitting: Vec<&Candidate> = found.iter().filter(|candidate| candidate.fit.is_string()).collect();
    if fitting.len() > 1 {
        let names: Vec<&str> = fitting.iter().map(|candidate| candidate.kind.name()).collect();
        let message = format!("this text is a string of {} kinds: {}", names.len(), names.join(", "));
        let help = format!("name the kind before the text, for example `{}`", names[0]);
        let error = Diagnostic::new(&codes::text::SEVERAL_KINDS, Span::new(0, text.len()), message);
        return Err(Box::new(error.help(help)));
    }
    let kind = found.first().map_or(Kind::Challenge, |candidate| candidate.kind);
    if tells {
        let how =
            if fitting.is_empty() { "no kind fits this text; the nearest kind is" } else { "this text is a" };
        let what =
            if fitting.is_empty() { format!("`{kind}`") } else { format!("string of the kind `{kind}`") };
        let before = match name {
            Name::Source("input") => String::new(),
            _ => format!("{name}: "),
        };
        note(format!("{before}{how} {what}"));
    }
    Ok(kind)
}

/// The settings with which a text is read.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    /// The options of the kind.
    pub(crate) options: ReadOptions,
    /// True if the program searches for the cause of the errors in a wrong text.
    pub(crate) improves: bool,
    /// True if texts are read thoroughly, without the quick grammar.
    pub(crate) thorough: bool,
}

impl Reader {
    /// Reads the text once. If the text is wrong, this function may also look for the cause.
    pub(crate) fn read(&self, question: &Question<'_>) -> AnyReading {
        let Question { kind, text, .. } = *question;
        let reading = if self.thorough {
            read_thoroughly(kind, text, &self.options)
        } else {
            read(kind, text, &self.options)
        };
        if reading.is_usable() {
            return reading;
        }
        match file_name(question) {
            Some(error) => Reading::refused(error),
            None if self.improves => improve(kind, text, &self.options, reading),
            None => reading,
        }
    }
}

/// Returns the error for an argument that is the name of a file or a directory instead of a string, or `None` for any
/// other text.
fn file_name(question: &Question<'_>) -> Option<Diagnostic> {
    let is_argument = question.place.origin.path.is_none();
    is_argument.then(|| name_of_file(question.text, Some(question.kind))).flatten()
}

/// Returns an error if an argument is the name of an existing file or directory. Otherwise, the result is `None`.
pub(crate) fn name_of_file(text: &str, kind: Option<Kind>) -> Option<Diagnostic> {
    if text.is_empty() || text.len() > 4096 {
        return None;
    }
    let (what, help) = match std::fs::metadata(Path::new(text)) {
        Ok(found) if found.is_file() => ("file", format!("did you mean `@{text}`?")),
        Ok(found) if found.is_dir() => {
            ("directory", format!("to read all files in it, write `--file {}/*`", text.trim_end_matches('/')))
        }
        _ => return None,
    };
    let of_kind = kind.map(|kind| format!(" of the kind `{kind}`")).unwrap_or_default();
    let message = format!("this is the name of a {what}, not a string{of_kind}");
    let error = Diagnostic::new(&codes::text::FILE_NAME, Span::new(0, text.len()), message).help(help);
    Some(match kind {
        Some(kind) => error.expected([kind.name()]),
        None => error,
    })
}
