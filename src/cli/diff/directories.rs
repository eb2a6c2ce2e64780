//! `diff --dir`: compares the values of the files in two directories.
//!
//! The exit status is 0 if all files are equal. It is 1 if a file differs, is invalid, or is in only one of the
//! directories. It is 2 for a usage error or an input/output error.

use super::scene;
use crate::cli::paths::{cannot_read, cannot_write, files_below, shown};
use crate::cli::subject::Reader;
use crate::cli::{Context, Result, Status, painted, write_file};
use crate::diagnostics::escape;
use crate::kinds::{self, Value};
use crate::notation::{Kind, plural};
use crate::render::{Look, Scene};
use crate::repair::{Identified, without_final_line_break};
use anyhow::Context as _;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Options for directories.
#[derive(clap::Args, Debug)]
pub(crate) struct DirectoryOptions {
    /// Compare the files of two directories
    ///
    /// A name such as `start.board` or `hand-3.txt` contains the kind of the file. Otherwise, the kind is found from
    /// the contents.
    #[arg(long)]
    pub(crate) dir: bool,
    /// Read all files as this kind
    #[arg(long, value_name = "KIND", requires = "dir")]
    kind: Option<Kind>,
    /// Copy valid actual files to the expected directory
    ///
    /// A file is copied if it differs from the expected file, or if there is no expected file.
    #[arg(long, requires = "dir")]
    accept: bool,
}

/// Result of the comparison for one file name.
enum Outcome {
    Equal,
    /// The values differ. The picture shows all differences.
    Different(Scene),
    Missing,
    Extra,
    /// The expected file is not valid (with the reason), so the actual file was not read.
    InvalidExpected(String),
    /// The actual file is not valid. The string is the reason.
    InvalidActual(String),
}

/// Compares two directories and writes the report.
pub(super) fn run(
    directories: [&Path; 2],
    options: &DirectoryOptions,
    look: &Look,
    context: &mut Context,
) -> Result<Status> {
    let [expected, actual] = directories;
    let mut names = BTreeSet::new();
    for directory in directories {
        let files = files_below(directory, &|path| !path.is_dir())?;
        names.extend(files.iter().filter_map(|file| Some(file.strip_prefix(directory).ok()?.to_owned())));
    }
    anyhow::ensure!(!names.is_empty(), "neither {} nor {} contains a file", shown(expected), shown(actual));
    let (mut accepted, mut unequal) = (String::new(), String::new());
    let mut wrong = 0;
    for name in &names {
        let kind = options.kind.or_else(|| kind_in_name(name));
        let files = [expected.join(name), actual.join(name)];
        let outcome = compare(&files, kind, look)?;
        let name = shown(name);
        if options.accept && accept(&files, kind, &outcome)? {
            accepted += &format!("accepted {name}\n");
            continue;
        }
        let (word, more) = match outcome {
            Outcome::Equal => continue,
            Outcome::Different(picture) => ("different", painted(&picture, context.colour)),
            Outcome::Missing => ("missing", String::new()),
            Outcome::Extra => ("extra", String::new()),
            Outcome::InvalidExpected(why) | Outcome::InvalidActual(why) => ("invalid", why + "\n"),
        };
        wrong += 1;
        unequal += &format!("{word} {name}\n{more}");
    }
    let files = plural(names.len(), "file");
    context.write(accepted + &unequal)?;
    context.line(format!("{files}: {} equal, {wrong} not equal", names.len() - wrong))?;
    Ok(Status::of(wrong == 0))
}

/// Returns the kind that a file name contains, such as `board` in `start.board` or `board-3.txt`.
fn kind_in_name(name: &Path) -> Option<Kind> {
    let text = name.file_name()?.to_str()?;
    let parts = text.split('.').rev();
    let whole = parts.clone().find_map(|part| part.parse().ok());
    // A number can follow the kind, as in `board-3` or `board_3`.
    let numbered = |part: &str| {
        let kind = part.trim_end_matches(|letter: char| letter.is_ascii_digit());
        kind.trim_end_matches(['-', '_']).parse().ok()
    };
    whole.or_else(|| parts.clone().find_map(numbered))
}

/// A value with its kind, or the reason why a file is invalid.
type ReadFile = Result<(Kind, Box<dyn Value>), String>;

/// Reads a file as a value. The inner error is the reason why the file is invalid.
fn read(path: &Path, kind: Option<Kind>) -> Result<ReadFile> {
    let bytes = fs::read(path).with_context(|| cannot_read(path))?;
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Err("the file is not UTF-8".to_owned())) };
    let reader = Reader::default();
    let found = kind.is_none().then(|| reader.identify(&text));
    let best = found.as_ref().and_then(|found| found.candidates.first());
    let best = best.filter(|candidate| candidate.fit.is_string()).map(|candidate| candidate.kind);
    let Some(kind) = kind.or(best) else { return Ok(Err(unknown(found.as_ref()))) };
    let string = without_final_line_break(kind, &text);
    let known = found.and_then(|found| reader.known(found, kind, &text, string));
    let reading = known.map_or_else(|| kinds::read(kind, string, &reader.options), |known| known.reading);
    Ok(match reading.lenient() {
        Ok((value, _)) => Ok((kind, value)),
        Err(errors) => {
            let first = errors.iter().next().map(|error| error.message.clone()).unwrap_or_default();
            Err(format!("not a valid {}: {}", kind.name(), escape(&first)))
        }
    })
}

/// Returns the reason that is given for a file whose text does not fit any kind.
fn unknown(found: Option<&Identified>) -> String {
    let nearest = found.filter(|found| !found.is_of_no_kind()).and_then(|found| found.candidates.first());
    let nearest = nearest.map(|one| format!("; the nearest kind is {} ({})", one.kind, one.reason));
    format!("no kind fits this text; give the kind of all files with --kind{}", nearest.unwrap_or_default())
}

/// Compares an expected file with an actual file.
fn compare([expected, actual]: &[PathBuf; 2], kind: Option<Kind>, look: &Look) -> Result<Outcome> {
    match (expected.exists(), actual.exists()) {
        (true, false) => return Ok(Outcome::Missing),
        (false, true) => return Ok(Outcome::Extra),
        _ => {}
    }
    let (kind, one) = match read(expected, kind)? {
        Ok(read) => read,
        Err(why) => return Ok(Outcome::InvalidExpected(format!("expected file: {why}"))),
    };
    let other = match read(actual, Some(kind))? {
        Ok((_, other)) => other,
        Err(why) => return Ok(Outcome::InvalidActual(format!("actual file: {why}"))),
    };
    let differences = one.differences(&*other);
    if differences.is_empty() {
        return Ok(Outcome::Equal);
    }
    Ok(Outcome::Different(scene([&*one, &*other], &differences, look)))
}

/// Copies an actual file to the expected directory and returns true, unless the files are equal, or the actual file is
/// missing or not valid.
fn accept([expected, actual]: &[PathBuf; 2], kind: Option<Kind>, outcome: &Outcome) -> Result<bool> {
    let is_valid = match outcome {
        Outcome::Equal | Outcome::Missing | Outcome::InvalidActual(_) => false,
        Outcome::Different(_) => true,
        Outcome::Extra | Outcome::InvalidExpected(_) => read(actual, kind)?.is_ok(),
    };
    if is_valid {
        if let Some(directory) = expected.parent() {
            fs::create_dir_all(directory).with_context(|| cannot_write(expected))?;
        }
        write_file(expected, fs::read(actual).with_context(|| cannot_read(actual))?)?;
    }
    Ok(is_valid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_contains_its_kind() {
        for (name, kind) in [
            ("start.board", Some(Kind::Board)),
            ("a/board-3.txt", Some(Kind::Board)),
            ("hand_12", Some(Kind::Hand)),
            ("fire-bag.txt", Some(Kind::FireBag)),
            ("1.state.json", Some(Kind::State)),
            ("notes.txt", None),
        ] {
            assert_eq!(kind_in_name(Path::new(name)), kind, "{name}");
        }
    }
}
