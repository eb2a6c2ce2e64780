//! The inputs of a verb: arguments, `@PATH`, `-`, `--file`, or a pipe.

use super::Context;
use super::note;
use super::paths::cannot_read;
use super::place::Name;
use super::result::human_faults;
use super::system::{path_of, standard_input_was_closed};
use crate::diagnostics::quoted;
use crate::diagnostics::{Diagnostic, Diagnostics, Source, Span, codes, escape};
use crate::notation::{Kind, Notation, Reading};
use anyhow::{Context as _, Result};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead as _, Cursor, IsTerminal as _, Read, Stdin};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Inputs of a verb.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Inputs {
    /// Strings; `@PATH` for a file, `-` for standard input
    ///
    /// Several inputs are a batch. With --file, --lines, --null or --jsonl, the inputs are the paths of files.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// Read each string from a file; more files can follow
    #[arg(long, short_alias = 'f', value_name = "PATH")]
    pub(crate) file: Vec<PathBuf>,
}

/// An input text and its source.
#[derive(Debug)]
pub(crate) struct Item {
    /// Source name, such as `argument 2`, `standard input` or a path.
    pub(crate) name: String,
    /// File path, `-` for standard input, or `None` for an argument.
    pub(crate) path: Option<String>,
    /// The text, or the error if it is not UTF-8.
    pub(crate) text: Result<String, NotText>,
}

/// The error in a text that cannot be decoded, with a displayable form of the text.
#[derive(Debug)]
pub(crate) struct NotText {
    /// The text, with `\u{fffd}` replacing bytes that are not UTF-8.
    pub(crate) lossy: String,
    pub(crate) faults: Diagnostics,
}

impl Item {
    /// Parses the text and writes its errors to standard error. Returns `None` if the text is unusable.
    pub(crate) fn read<T: Notation>(&self, colour: bool) -> Option<T> {
        let (text, reading) = match &self.text {
            Ok(text) => (text.as_str(), T::read_fast(text)),
            Err(NotText { lossy, faults }) => (lossy.as_str(), Reading::refused(faults.clone())),
        };
        let usable = reading.is_usable();
        if !usable && text.is_empty() && self.path.is_some() {
            note(empty(&self.name, Some(T::KIND)));
            return None;
        }
        let parts = reading.parts().to_vec();
        let (value, faults) = reading.into_parts();
        if !faults.is_empty() {
            let (name, source) = (Name::Source(&self.name), Source { text, parts: &parts });
            note(human_faults(name, source, &faults.lenient(), colour).trim_end());
        }
        value.filter(|_| usable)
    }
}

impl Inputs {
    /// Whether no input is given, so that standard input is read.
    pub(crate) fn is_empty(&self) -> bool {
        self.inputs.is_empty() && self.file.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.inputs.len() + self.file.len()
    }

    /// If `--file` is given, treats all words as paths. A shell expands `--file outputs/*` to several paths,
    /// but the option itself takes only the first path.
    pub(crate) fn all_files(mut self) -> Self {
        if !self.file.is_empty() {
            self.file.extend(self.inputs.drain(..).map(|word| path(&word)));
            self.file = self.file.iter().flat_map(|path| expanded(path)).collect();
        }
        self
    }

    /// Returns one word per input. If `--file` is given, all inputs are paths, so every path except `-` gets
    /// the prefix `@`.
    pub(crate) fn into_words(self) -> Vec<OsString> {
        let Self { mut inputs, file } = self.all_files();
        inputs.extend(file.into_iter().map(|path| {
            let mut word = OsString::from(if path == Path::new("-") { "" } else { "@" });
            word.push(path);
            word
        }));
        inputs
    }

    /// Reads the input with the given index, counting arguments before files. Without any input, reads
    /// standard input, unless standard input is a terminal.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub(crate) fn read(&self, index: usize, kind: Option<Kind>) -> Result<Item> {
        if let Some(input) = self.inputs.get(index) {
            let is_only = self.inputs.len() == 1;
            return one(
                input,
                &if is_only { "input".to_owned() } else { format!("argument {}", index + 1) },
                kind,
            );
        }
        match self.file.get(index - self.inputs.len()) {
            Some(path) => file(path, kind),
            None => piped(kind, "as an argument, with --file,"),
        }
    }

    /// Whether an input is given as `--file PATH`, where `PATH` is not `-`.
    pub(crate) fn is_file(&self, index: usize) -> bool {
        let path = index.checked_sub(self.inputs.len()).and_then(|index| self.file.get(index));
        path.is_some_and(|path| path != Path::new("-"))
    }

    /// Opens all inputs as files, and returns each with its path (`-` for standard input).
    ///
    /// # Errors
    /// Returns an error if an input cannot be opened.
    pub(crate) fn open(&self) -> Result<Vec<(Box<dyn Read>, String)>> {
        let paths = self.inputs.iter().map(|word| path(word)).chain(self.file.iter().cloned());
        let mut paths: Vec<_> = paths.flat_map(|path| expanded(&path)).collect();
        if paths.is_empty() {
            paths.push("-".into());
        }
        let open = |path: PathBuf| -> Result<(Box<dyn Read>, String)> {
            let shown = path.display().to_string();
            if shown == "-" {
                let served = SERVED.lock().unwrap_or_else(PoisonError::into_inner).take();
                return Ok(match served {
                    Some(line) => (Box::new(Cursor::new(line)), shown),
                    None => (Box::new(stdin()?), shown),
                });
            }
            let file = File::open(&path).with_context(|| cannot_read(&path))?;
            Ok((Box::new(file), shown))
        };
        paths.into_iter().map(open).collect()
    }
}

/// Expands a pattern such as `outputs/*`, because some shells do not. The name of an existing file, and a pattern
/// that matches no file, stay unchanged.
fn expanded(path: &Path) -> Vec<PathBuf> {
    let pattern = path.to_str().filter(|text| text.contains(['*', '?']) && !path.exists());
    let found = pattern.and_then(|pattern| glob::glob(pattern).ok());
    let found: Vec<PathBuf> = found.into_iter().flatten().flatten().filter(|path| path.is_file()).collect();
    if found.is_empty() { vec![path.to_owned()] } else { found }
}

/// Returns the path in a word, stripped of a leading `@`.
fn path(word: &OsStr) -> PathBuf {
    match word.as_encoded_bytes() {
        [b'@', path @ ..] if !path.is_empty() => path_of(path),
        _ => PathBuf::from(word),
    }
}

/// Reads the text of an argument, or standard input if the argument is missing.
///
/// # Errors
/// Returns an error if the argument is missing and standard input is a terminal, or if the file or standard input
/// cannot be read.
pub(crate) fn one_or_piped(input: Option<&OsString>, name: &str, kind: Kind) -> Result<Item> {
    input.map_or_else(|| piped(Some(kind), "as an argument"), |input| one(input, name, kind))
}

/// Reads standard input, unless it is a terminal.
fn piped(kind: Option<Kind>, other_ways: &str) -> Result<Item> {
    anyhow::ensure!(
        !std::io::stdin().is_terminal(),
        "nothing to read: give the {} {other_ways} or on standard input",
        kind.map_or("string", Kind::name)
    );
    standard_input(kind)
}

/// Reads the text of an argument: `-` means standard input, `@PATH` means a file, and any other argument is the text
/// itself.
///
/// # Errors
/// Returns an error if the file or standard input cannot be read.
pub(crate) fn one(input: &OsStr, name: &str, kind: impl Into<Option<Kind>>) -> Result<Item> {
    let kind = kind.into();
    let bytes = input.as_encoded_bytes();
    match bytes {
        b"-" => standard_input(kind),
        [b'@', path @ ..] if !path.is_empty() => file(&path_of(path), kind),
        _ => Ok(Item { name: name.to_owned(), path: None, text: decode(bytes.to_vec()) }),
    }
}

fn file(path: &Path, kind: Option<Kind>) -> Result<Item> {
    if path == Path::new("-") {
        return standard_input(kind);
    }
    let name = path.display().to_string();
    anyhow::ensure!(
        !path.is_dir(),
        "cannot read {0}: it is a directory; to read all files in it, write `--file {0}/*`",
        escape(name.trim_end_matches(std::path::is_separator))
    );
    let bytes = std::fs::read(path).with_context(|| cannot_read(path))?;
    Ok(Item { path: Some(name.clone()), name, text: contents(bytes, kind) })
}

/// The line that `serve` passes to a verb instead of standard input.
static SERVED: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// While a value of this type exists, verbs read the served line instead of standard input, and write no
/// summary.
pub(crate) struct Served;

impl Served {
    pub(crate) fn set(line: &[u8]) -> Self {
        IS_SERVED.store(true, Ordering::Relaxed);
        *SERVED.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.to_vec());
        Self
    }

    pub(crate) fn is_set() -> bool {
        IS_SERVED.load(Ordering::Relaxed)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        IS_SERVED.store(false, Ordering::Relaxed);
    }
}

static IS_SERVED: AtomicBool = AtomicBool::new(false);

/// Returns standard input. Only the first call succeeds, because standard input can have only one reader.
///
/// # Errors
/// Returns an error if standard input was closed, or if this function was called before.
pub(crate) fn stdin() -> Result<Stdin> {
    // Without this check, a second `-` would read an empty string, which can be valid.
    static TAKEN: AtomicBool = AtomicBool::new(false);
    anyhow::ensure!(!standard_input_was_closed(), "cannot read standard input: it is closed");
    anyhow::ensure!(!TAKEN.swap(true, Ordering::Relaxed), "standard input can be read only once");
    Ok(std::io::stdin())
}

/// Prompts the user for a line. Returns `None` at the end of the input. Bytes that are not UTF-8 become
/// replacement characters, which no move or action contains.
///
/// # Errors
/// Returns an error if reading or writing fails.
pub(crate) fn ask(input: &Stdin, context: &mut Context) -> Result<Option<String>> {
    context.write("> ")?;
    context.flush()?;
    let mut line = Vec::new();
    if input.lock().read_until(b'\n', &mut line)? == 0 {
        context.line("")?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Reads all of standard input.
///
/// # Errors
/// Returns an error if [`stdin`] does, or if reading fails.
pub(crate) fn all_of_stdin() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stdin()?.lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(bytes)
}

fn standard_input(kind: Option<Kind>) -> Result<Item> {
    let bytes = all_of_stdin()?;
    let text = contents(bytes, kind);
    Ok(Item { name: "standard input".to_owned(), path: Some("-".to_owned()), text })
}

/// Byte order mark in UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Decodes the contents of a file, and drops the byte order mark. For single-line kinds, one line break at
/// the end is removed. A carriage return is kept, so that it causes an error.
pub(crate) fn contents(mut bytes: Vec<u8>, kind: Option<Kind>) -> Result<String, NotText> {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    let mut text = decode(bytes)?;
    if kind.is_some_and(Kind::is_single_line) && text.ends_with('\n') {
        text.pop();
    }
    Ok(text)
}

/// Decodes UTF-8.
///
/// # Errors
/// Returns an error if the bytes are not UTF-8, or if they seem to be UTF-16.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<String, NotText> {
    if let Some(text) = utf_16(&bytes) {
        let first = Span::new(0, text.chars().next().map_or(0, char::len_utf8));
        let error = Diagnostic::new(&codes::text::UTF_16, first, "this text is encoded in UTF-16");
        let error = error.expected(["UTF-8"]).help("save the text as UTF-8 without a byte order mark");
        return Err(NotText { lossy: text, faults: error.into() });
    }
    String::from_utf8(bytes).map_err(|error| {
        let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
        NotText { lossy, faults: not_utf8(error.as_bytes(), error.utf8_error()).into() }
    })
}

/// Decodes UTF-16, which is recognised by its byte order mark, or by a zero byte in every character. Returns `None` for
/// text in other encodings.
fn utf_16(bytes: &[u8]) -> Option<String> {
    let zero = |parity: usize| bytes.iter().skip(parity).step_by(2).all(|&byte| byte == 0);
    let (is_little_endian, body) = match bytes {
        [0xff, 0xfe, body @ ..] => (true, body),
        [0xfe, 0xff, body @ ..] => (false, body),
        [_, 0, ..] if zero(1) => (true, bytes),
        [0, _, ..] if zero(0) => (false, bytes),
        _ => return None,
    };
    let order = if is_little_endian { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = body.chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<String, _>>().ok().filter(|_| body.len().is_multiple_of(2))
}

/// Builds the error for bytes that are not UTF-8. The span of the error refers to `bytes`.
pub(crate) fn not_utf8(bytes: &[u8], error: std::str::Utf8Error) -> Diagnostic {
    let start = error.valid_up_to();
    let end = error.error_len().map_or(bytes.len(), |length| start + length);
    let found: String = bytes[start..end].iter().map(|byte| format!("\\x{byte:02x}")).collect();
    Diagnostic::new(&codes::text::NOT_UTF8, Span::new(start, end), format!("byte {start} is not UTF-8"))
        .expected(["UTF-8"])
        .found(found)
}

/// How string verbs accept input.
pub(super) const WAYS: &str = "as an argument, with --file, or on standard input";

/// The message for an empty input, if the empty string is invalid. `source` is the name of the input, such as
/// `standard input`.
pub(super) fn empty(source: &str, kind: Option<Kind>) -> String {
    let expected = match kind {
        Some(kind) => format!("a string of the kind `{kind}` (see `clowder help {kind}`)"),
        None => "a string".to_owned(),
    };
    format!("clowder: {} is empty; expected {expected}", escape(source))
}

/// Builds the error for an argument that names an existing file or directory, or that looks like a file name. Returns
/// `None` for any other argument.
pub(crate) fn name_of_file(text: &str, kind: Option<Kind>) -> Option<Diagnostic> {
    if text.is_empty() || text.len() > 4096 {
        return None;
    }
    let of_kind = kind.map(|kind| format!(" of the kind `{kind}`")).unwrap_or_default();
    let (message, help) = match std::fs::metadata(Path::new(text)) {
        Ok(found) if found.is_file() => (
            format!("this is the name of a file, not a string{of_kind}"),
            format!("did you mean `{}`?", quoted(&format!("@{text}"))),
        ),
        Ok(found) if found.is_dir() => (
            format!("this is the name of a directory, not a string{of_kind}"),
            format!("to read all files in it, write `--file {}`", all_files(text)),
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

/// Returns a shell pattern for all files in a directory.
pub(super) fn all_files(directory: &str) -> String {
    quoted(directory.trim_end_matches(std::path::is_separator)) + "/*"
}

/// Common extensions of files with puzzle strings.
const EXTENSIONS: [&str; 8] = ["txt", "json", "jsonl", "csv", "out", "md", "log", "dat"];

/// Whether a word looks like a file name with one of the [`EXTENSIONS`], e.g. `outputs/ada.txt`.
fn looks_like_a_file(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "./\\_-~ ()".contains(letter);
    let path = Path::new(word);
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    word.len() <= 1024 && word.chars().all(is_plain) && EXTENSIONS.contains(&extension)
}
