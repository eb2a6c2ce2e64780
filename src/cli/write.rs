//! `canon --write` and `canon --diff`: writes canonical strings to files, or shows what would change.
//!
//! Only errors of class `canon` are repaired, because repairing them cannot change the meaning. A file that
//! is not yet canonical is replaced atomically where possible (by renaming). Symbolic links are preserved.

use super::input::Inputs;
use super::{Batch, Context, Findings, Format, Question, Response, Result, Status};
use crate::diagnostics::escape;
use crate::files;
use std::path::Path;

/// What to do with a file's canonical string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Write the canonical string to the file.
    Write,
    /// Show how the file differs from the canonical string.
    Diff,
}

/// Writes the canonical strings of files, or shows what would change.
///
/// # Errors
/// Returns an error if an input is not a file, or if a file cannot be read or replaced.
pub(super) fn run(mut strings: Batch<'_>, purpose: Purpose, context: &mut Context) -> Result<Status> {
    let option = if purpose == Purpose::Write { "--write" } else { "--diff" };
    anyhow::ensure!(
        strings.options.framing().is_none(),
        "{option} requires files with one string each, so it cannot be used with --lines, --null or --jsonl"
    );
    check_files(&strings.inputs, option)?;
    context.format = Some(context.format());
    // A batch does not search for the causes of errors by default.
    strings.reader.improves = true;
    strings.answer(context, &|question, out| answer(question, purpose, out))
}

/// Checks that every input names a regular file. A missing file is reported later, when it is read.
fn check_files(inputs: &Inputs, option: &str) -> Result<()> {
    let words = inputs.clone().into_words();
    anyhow::ensure!(!words.is_empty(), "{option} needs at least one file: give it with @PATH or --file PATH");
    anyhow::ensure!(!words.iter().any(|word| word == "-"), "{option} cannot be used with standard input");
    for word in words {
        let word = word.to_string_lossy();
        let Some(path) = word.strip_prefix('@').filter(|path| !path.is_empty()) else {
            anyhow::bail!("{option} requires files: write @PATH or --file PATH instead of `{word}`");
        };
        anyhow::ensure!(
            !Path::new(path).exists() || Path::new(path).is_file(),
            "{path} is not a regular file"
        );
    }
    Ok(())
}

/// The members that `canon --write` and `canon --diff` add to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct ChangeOut<'a> {
    /// `canon --write`: true if the file was changed. `canon --diff`: true if the file would be changed.
    changed: bool,
    /// `canon --diff`: the difference as `diff -u` writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<&'a str>,
}

/// Writes a file or shows what would change in it, and reports its errors. Guessed repairs are never written.
fn answer(question: &Question<'_>, purpose: Purpose, out: &mut Vec<u8>) -> Response {
    let (value, findings) = Findings::lenient(question.read());
    let usable = value.is_some();
    let path = question.place.path.unwrap_or_default();
    let old = std::fs::read_to_string(path).unwrap_or_default();
    let old = old.strip_prefix('\u{feff}').unwrap_or(&old);
    // The line break at the end of a file is not part of a single-line string.
    let end = if question.kind.is_single_line() && old.ends_with('\n') { "\n" } else { "" };
    let canonical =
        findings.canonical.as_ref().filter(|_| usable).map(|canonical| format!("{canonical}{end}"));
    let changes = canonical.filter(|canonical| canonical != old);
    if let (Some(canonical), Purpose::Write) = (&changes, purpose)
        && let Err(error) = files::write(Path::new(path), canonical)
    {
        let err = format!("clowder: cannot write {}: {error}", escape(path));
        return Response { err, status: Status::Trouble };
    }
    let shown = escape(path);
    let text = match (&changes, purpose) {
        (None, _) => String::new(),
        (Some(canonical), Purpose::Diff) => unified(&shown, old, canonical),
        (Some(_), Purpose::Write) => format!("{shown}: changed\n"),
    };
    let status = Status::of(usable && (purpose == Purpose::Write || changes.is_none()));
    if question.style.format == Format::Json {
        let diff = (purpose == Purpose::Diff).then_some(&*text);
        question.json(&findings, usable, &ChangeOut { changed: changes.is_some(), diff }, out);
        return status.into();
    }
    out.extend(text.bytes());
    Response { err: question.faults(&findings), status }
}

/// Returns a unified diff of two texts, escaped for the terminal.
fn unified(name: &str, old: &str, new: &str) -> String {
    let safe = |text: &str| text.split('\n').map(escape).collect::<Vec<_>>().join("\n");
    let (old, new) = (safe(old), safe(new));
    let difference = similar::TextDiff::from_lines(&old, &new);
    difference.unified_diff().header(name, &format!("{name} (canonical)")).to_string()
}
