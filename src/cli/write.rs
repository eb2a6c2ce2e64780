//! `canon --write` and `canon --diff`: writes canonical strings to files, or shows what would change.
//!
//! Only errors of class `canon` are repaired, because their repair cannot change the meaning. A file is replaced by a
//! rename, so it always has either the old contents or the new contents. A symbolic link is kept, and the file to which
//! it leads is replaced. A file that is canonical already is not touched.

use super::batch::BatchOptions;
use super::context::{Context, Format};
use super::exit::Status;
use super::input::{Inputs, NotText, contents};
use super::output::note;
use super::place::{Name, Place};
use super::result::{self, Findings};
use super::strings::Strings;
use super::subject::{Reader, kind_of};
use super::system::path_of;
use crate::diagnostics::escape::escape;
use crate::kinds::read_at;
use crate::notation::Kind;
use crate::repair::{Identified, Known, improve, without_final_line_break};
use anyhow::Context as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The purpose for which the canonical string of a file is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The canonical string is written to the file.
    Write,
    /// The difference between the file and the canonical string is shown.
    Diff,
}

/// A file that was read.
struct Contents {
    path: PathBuf,
    /// The path, for people and programs.
    name: String,
    /// The kind that was given or found.
    kind: Option<Kind>,
    text: String,
    /// The canonical contents of the file, if the text can be used.
    canonical: Option<String>,
    findings: Findings,
}

/// Writes the canonical strings of files, or shows what would change.
///
/// # Errors
/// Returns an error if an input is not a file, or if a file cannot be read or replaced.
pub(super) fn run(
    strings: Strings,
    batch: &BatchOptions,
    purpose: Purpose,
    context: &mut Context,
) -> anyhow::Result<Status> {
    let option = if purpose == Purpose::Write { "--write" } else { "--diff" };
    anyhow::ensure!(
        batch.framing().is_none(),
        "{option} requires files with one string each, so it cannot be used with --lines, --null or --jsonl"
    );
    // The causes of errors are always searched for.
    let Strings { kind, inputs, reader } = strings;
    let reader = Reader { improves: false, ..reader };
    let files = files(&inputs, option)?;
    let mut worst = Status::Yes;
    for (index, path) in files.into_iter().enumerate() {
        let contents = read(path, kind, &reader)?;
        let place = Place { n: index + 1, ..Place::only(&contents.name, Some(&contents.name)) };
        worst = worst.and(answer(&contents, place, purpose, context)?);
    }
    Ok(worst)
}

/// Returns the paths of the inputs.
///
/// # Errors
/// Returns an error if there is no input, or if an input is a string or standard input.
fn files(inputs: &Inputs, option: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for input in &inputs.inputs {
        match input.as_encoded_bytes() {
            [b'@', path @ ..] if !path.is_empty() => files.push(path_of(path)),
            _ => anyhow::bail!(
                "{option} requires files: write @PATH or --file PATH instead of `{}`",
                escape(&input.to_string_lossy())
            ),
        }
    }
    files.extend(inputs.file.iter().cloned());
    anyhow::ensure!(!files.is_empty(), "{option} needs at least one file: give it with @PATH or --file PATH");
    anyhow::ensure!(
        files.iter().all(|path| path != Path::new("-")),
        "{option} cannot be used with standard input"
    );
    Ok(files)
}

fn read(path: PathBuf, kind: Option<Kind>, reader: &Reader) -> anyhow::Result<Contents> {
    let name = path.display().to_string();
    let shown = || escape(&name).into_owned();
    let metadata = std::fs::metadata(&path).with_context(|| format!("cannot read {}", shown()))?;
    anyhow::ensure!(metadata.is_file(), "{} is not a regular file", shown());
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", shown()))?;
    let (kind, text, findings, end) = match contents(bytes, None) {
        Ok(text) => {
            let mut found = None;
            let of_text = kind.map_or_else(
                || kind_of(&text, found.insert(reader.identify(&text)), Name::Source(&name), true),
                Ok,
            );
            match of_text {
                Ok(kind) => {
                    let (findings, end) = findings(kind, &text, found, reader);
                    (Some(kind), text, findings, end)
                }
                Err(error) => (None, text, (*error).into(), ""),
            }
        }
        Err(NotText { lossy, faults }) => (kind, lossy, faults.into(), ""),
    };
    let canonical = findings.canonical.as_ref().map(|canonical| format!("{canonical}{end}"));
    Ok(Contents { path, name, kind, text, canonical, findings })
}

/// Reads the contents of a file. Returns the findings. Also returns the line break at the end of the file if it
/// does not belong to the string, and otherwise an empty string.
fn findings(kind: Kind, text: &str, found: Option<Identified>, reader: &Reader) -> (Findings, &'static str) {
    let string = without_final_line_break(kind, text);
    let end = if string.len() < text.len() { "\n" } else { "" };
    let known = found.and_then(|found| reader.known(found, kind, text, string));
    let Known { reading, improved } = known.unwrap_or_else(|| Known {
        reading: read_at(reader.pace, kind, string, &reader.options),
        improved: None,
    });
    let is_usable = reading.is_usable();
    // The cause of the errors is only reported. A guessed repair is never written to a file.
    let reading = match improved {
        _ if is_usable => reading,
        Some(improved) => improved,
        None => improve(kind, string, &reader.options, reading),
    };
    let (_, findings) = Findings::lenient(reading);
    let canonical = findings.canonical.clone().filter(|_| is_usable);
    (Findings { canonical, ..findings }, end)
}

/// The members of the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct ChangeOut<'a> {
    /// `canon --write`: true if the file was changed. `canon --diff`: true if the file would be changed.
    changed: bool,
    /// `canon --diff`: the difference as `diff -u` writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<&'a str>,
}

/// Writes one file or shows what would change in it, and reports its errors.
fn answer(
    contents: &Contents,
    place: Place<'_>,
    purpose: Purpose,
    context: &mut Context,
) -> anyhow::Result<Status> {
    let Contents { path, name, kind, text, canonical, findings } = contents;
    let changes = canonical.as_ref().filter(|canonical| *canonical != text);
    let shown = escape(name);
    let source = findings.source(text);
    let style = context.style(Format::Human);
    if style.format != Format::Json && !findings.diagnostics.is_empty() {
        let report = result::faults(style, place, source, &findings.diagnostics);
        context.output.flush()?;
        note(report.trim_end());
    }
    if let (Some(canonical), Purpose::Write) = (changes, purpose) {
        replace(path, canonical).with_context(|| format!("cannot write {shown}"))?;
    }
    let diff = changes.map(|canonical| unified(&shown, text, canonical)).unwrap_or_default();
    let usable = canonical.is_some();
    match (style.format, purpose) {
        (Format::Json, _) => {
            let diff = (purpose == Purpose::Diff).then_some(&*diff);
            let members = ChangeOut { changed: changes.is_some(), diff };
            let mut out = Vec::new();
            result::json(&mut out, place, *kind, text, findings, usable, &members);
            context.output.write(out)?;
        }
        (_, Purpose::Diff) => context.output.write(&diff)?,
        (_, Purpose::Write) if changes.is_some() => context.output.line(format!("{shown}: changed"))?,
        (_, Purpose::Write) => {}
    }
    Ok(Status::of(usable && (purpose == Purpose::Write || changes.is_none())))
}

/// Returns the difference between two texts as `diff -u` writes it. Lines are escaped for the terminal.
fn unified(name: &str, old: &str, new: &str) -> String {
    let safe = |text: &str| text.split('\n').map(escape).collect::<Vec<_>>().join("\n");
    let (old, new) = (safe(old), safe(new));
    let difference = similar::TextDiff::from_lines(&old, &new);
    difference.unified_diff().header(name, &format!("{name} (canonical)")).to_string()
}

/// Replaces the contents of a file. A new file in the same directory gets the contents and the permissions, and is then
/// renamed.
fn replace(path: &Path, contents: &str) -> anyhow::Result<()> {
    // A link is not replaced. Instead, the file to which it leads is replaced.
    let path = path.canonicalize()?;
    let permissions = path.metadata()?.permissions();
    anyhow::ensure!(!permissions.readonly(), "the file is read-only");
    let directory = path.parent().context("the path has no directory")?;
    // The temporary file is removed if it is dropped before it gets its new name.
    let mut file = tempfile::Builder::new().prefix(".clowder-").tempfile_in(directory)?;
    file.write_all(contents.as_bytes())?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}
