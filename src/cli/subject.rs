//! Reads the arguments of a verb that accepts strings of every kind. The arguments are the kind, which can be left out,
//! and the texts.

use super::guesses;
use super::input::Inputs;
use super::output::note;
use super::result::{AllErrors, Name};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Span, codes};
use crate::kinds::{Pace, ReadOptions};
use crate::notation::Kind;
use crate::repair::{Candidate, Fit, Identified, Known, is_error_message, without_final_line_break};
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
    /// Creates the subject from words without options. The first word can be a kind.
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
    pub(crate) fn split(&self, reader: &Reader) -> anyhow::Result<(Option<Kind>, Inputs, ReadWord)> {
        self.all.set();
        let (kind, words, read) =
            split(self.kind.iter().chain(&self.inputs.inputs).cloned().collect(), reader)?;
        let inputs = Inputs { inputs: words, file: self.inputs.file.clone() };
        Ok((kind, inputs.all_files(), read))
    }
}

/// A word that had to be read in order to find out whether the first word is a kind. If this word is also one of the
/// texts, it is not read again.
#[derive(Default)]
pub(crate) struct ReadWord(Option<(String, Identified)>);

impl ReadWord {
    /// Finds the kinds that a word can be, and keeps them together with the word.
    fn identify(&mut self, word: &str, reader: &Reader) -> &[Candidate] {
        &self.0.insert((word.to_owned(), reader.identify(word))).1.candidates
    }

    /// Returns the kinds of a text, if the text is this word. The kinds are returned only once.
    pub(crate) fn take(&mut self, text: &str) -> Option<Identified> {
        self.0.take_if(|(word, _)| word == text).map(|(_, identified)| identified)
    }
}

/// Removes the kind from the start of a list of words, if the first word is the name of a kind.
///
/// # Errors
/// Returns an error if the first word looks like the name of a kind that does not exist, or if it can mean several
/// kinds. Also returns an error if the words are an error code, or the word `file` and a path.
pub(crate) fn split(
    mut words: Vec<OsString>,
    reader: &Reader,
) -> anyhow::Result<(Option<Kind>, Vec<OsString>, ReadWord)> {
    let mut read = ReadWord::default();
    let Some(first) = words.first().and_then(|word| word.to_str()) else { return Ok((None, words, read)) };
    if let [_, path] = &words[..]
        && first == "file"
        && Path::new(path).is_file()
    {
        anyhow::bail!(
            "to read a file, write `--file` before its name: --file {}",
            escape(&path.to_string_lossy())
        );
    }
    let names_code = |word: &&str| word.contains('/') && crate::diagnostics::find(word).is_some();
    let code = match &words[..] {
        [_] => Some(first),
        [_, second] if ["error", "code"].contains(&first) => second.to_str(),
        _ => None,
    };
    if let Some(code) = code.filter(names_code) {
        anyhow::bail!(is_code(code));
    }
    if let Ok(kind) = first.parse::<Kind>() {
        words.remove(0);
        return Ok((Some(kind), words, read));
    }
    let guessed = guesses::kinds(first);
    if !guessed.is_empty() {
        let kind = guessed_kind((first, guessed), words.get(1), reader, &mut read)?;
        words.remove(0);
        return Ok((Some(kind), words, read));
    }
    // A word such as `HAND` can also be a string. If it is not, it probably means the kind `hand`.
    let lower = first.to_ascii_lowercase();
    let in_capitals = lower.parse().ok().or_else(|| match guesses::kinds(&lower) {
        [only] => Some(*only),
        _ => None,
    });
    if let Some(meant) = in_capitals.filter(|_| read.identify(first, reader)[0].fit != Fit::Canonical) {
        return Err(no_kind(first, meant));
    }
    if words.len() == 1
        && let Some(advice) = about_short_code(first)
        && read.identify(first, reader)[0].fit != Fit::Canonical
    {
        anyhow::bail!(advice);
    }
    let meant = misspelt_kind(first);
    if looks_like_a_kind(first) && (meant.is_some() || words.len() > 1) {
        let fit = read.identify(first, reader)[0].fit;
        match meant {
            _ if fit == Fit::Canonical => {}
            Some(meant) => return Err(no_kind(first, meant)),
            None if !fit.is_string() => {
                if let Some(advice) = guesses::about_several(None, &words) {
                    anyhow::bail!("{advice}");
                }
                anyhow::bail!("there is no kind `{first}` (`clowder kinds` lists all kinds)")
            }
            None => {}
        }
    }
    Ok((None, words, read))
}

/// Returns the error for a word that is not the name of a kind, but that probably means the kind `meant`.
fn no_kind(word: &str, meant: Kind) -> anyhow::Error {
    anyhow::anyhow!("there is no kind `{word}`; did you mean `{meant}`?")
}

/// Returns advice about the name of an error code whose first part is missing, such as `cut-short`. Returns `None` for
/// any other word.
fn about_short_code(word: &str) -> Option<String> {
    let has_name = |code: &&Code| code.name.split_once('/').is_some_and(|(_, name)| name == word);
    let codes: Vec<_> = crate::diagnostics::all().filter(has_name).collect();
    match codes[..] {
        [] => None,
        [only] => Some(is_code(only.name)),
        _ => Some(format!(
            "`{word}` is a part of {} error codes: `clowder codes {word}` lists them",
            codes.len()
        )),
    }
}

/// Returns the advice about a word that is an error code.
fn is_code(code: &str) -> String {
    format!("`{code}` is an error code: `clowder codes {code}` explains it")
}

/// Returns the kind that a guessed name means. If the name can mean several kinds, the string after the name decides.
///
/// # Errors
/// Returns an error if the string does not fit exactly one of these kinds.
fn guessed_kind(
    (name, guessed): (&str, &[Kind]),
    text: Option<&OsString>,
    reader: &Reader,
    read: &mut ReadWord,
) -> anyhow::Result<Kind> {
    if let [only] = guessed {
        return Ok(*only);
    }
    let file = text.filter(|text| text.as_encoded_bytes().starts_with(b"@"));
    let in_file = file.and_then(|file| guesses::contents(file)).map(|text| reader.identify(&text).candidates);
    let found = match &in_file {
        Some(found) => found,
        None => {
            text.and_then(|text| text.to_str()).map(|text| read.identify(text, reader)).unwrap_or_default()
        }
    };
    let fits =
        |kind: &&Kind| found.iter().any(|candidate| candidate.kind == **kind && candidate.fit.is_string());
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

/// Accepts any word. Shell completion offers the names of the kinds.
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
/// Returns an error that names the kinds if the text is a string of several kinds. Also returns an error if the text is
/// probably not a string of any kind, for example because it is the error message of a program.
pub(crate) fn kind_of(
    text: &str,
    found: &Identified,
    name: Name<'_>,
    tells: bool,
) -> Result<Kind, Box<Diagnostic>> {
    if found.is_of_no_kind() {
        let what =
            if is_error_message(text) { "this is an error message of a program, not" } else { "this is not" };
        let message = format!("{what} a string of any kind");
        let error = Diagnostic::new(&codes::text::NO_KIND, Span::new(0, text.len()), message);
        return Err(Box::new(
            error.help("`clowder kinds` lists the kinds, and `clowder help KIND` describes one of them"),
        ));
    }
    let found = &found.candidates;
    let fitting: Vec<&Candidate> = found.iter().filter(|candidate| candidate.fit.is_string()).collect();
    if fitting.len() > 1 && text.is_empty() {
        let kinds: Vec<_> = fitting.iter().map(|candidate| format!("`{}`", candidate.kind)).collect();
        let message =
            format!("the input is empty; only strings of the kinds {} can be empty", kinds.join(" and "));
        let error = Diagnostic::new(&codes::text::SEVERAL_KINDS, Span::new(0, 0), message);
        let help = format!("give the string {}, or name the kind of the empty string", guesses::WAYS);
        return Err(Box::new(error.help(help)));
    }
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    /// The options of the kind.
    pub(crate) options: ReadOptions,
    /// True if the program searches for the cause of the errors in a wrong text.
    pub(crate) improves: bool,
    /// The choice between the quick grammar and the thorough reader.
    pub(crate) pace: Pace,
}

impl Reader {
    /// Creates a reader that does not search for the causes of errors.
    pub(crate) const fn new(options: ReadOptions, pace: Pace) -> Self {
        Self { options, improves: false, pace }
    }

    /// Finds the kinds of a text.
    pub(crate) fn identify(&self, text: &str) -> Identified {
        Identified::new(text, &self.options, self.pace)
    }

    /// Returns the reading of `text` that was made in the search for its kind. Returns `None` if `read`, the string that
    /// the verb reads, ends with a line break that the search for the kind ignored.
    pub(crate) fn known(&self, found: Identified, kind: Kind, text: &str, read: &str) -> Option<Known> {
        let is_same = without_final_line_break(kind, text).len() == read.len();
        is_same.then(|| found.into_reading(kind, read, &self.options)).flatten()
    }
}

/// Returns an error if an argument is the name of an existing file or directory, or if it looks like the name of a
/// file. Otherwise, the result is `None`.
pub(crate) fn name_of_file(text: &str, kind: Option<Kind>) -> Option<Diagnostic> {
    if text.is_empty() || text.len() > 4096 {
        return None;
    }
    let of_kind = kind.map(|kind| format!(" of the kind `{kind}`")).unwrap_or_default();
    let (message, help) = match std::fs::metadata(Path::new(text)) {
        Ok(found) if found.is_file() => (
            format!("this is the name of a file, not a string{of_kind}"),
            format!("did you mean `{}`?", guesses::quoted(&format!("@{text}"))),
        ),
        Ok(found) if found.is_dir() => (
            format!("this is the name of a directory, not a string{of_kind}"),
            format!("to read all files in it, write `--file {}`", guesses::all_files(text)),
        ),
        _ if looks_like_a_file(text) => (
            format!(
                "this looks like the name of a file, but no file has this name; it is not a string{of_kind}"
            ),
            "correct the name, and write `@` before it".to_owned(),
        ),
        _ => return None,
    };
    let error = Diagnostic::new(&codes::text::FILE_NAME, Span::new(0, text.len()), message).help(help);
    Some(match kind {
        Some(kind) => error.expected([kind.name()]),
        None => error,
    })
}

/// The usual extensions of files that contain strings.
const EXTENSIONS: [&str; 8] = ["txt", "json", "jsonl", "csv", "out", "md", "log", "dat"];

/// Returns true if a word looks like the name of a file that contains strings, such as `ada.txt` or `outputs/ada.txt`.
pub(super) fn looks_like_a_file(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "./\\_-~ ()".contains(letter);
    let path = Path::new(word);
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    word.len() <= 1024 && word.chars().all(is_plain) && EXTENSIONS.contains(&extension)
}
