//! `diff --dir`: compares the values of the files in two directories.
//!
//! The exit status is 0 if all files are equal, and 1 if a file differs, is invalid, or exists in only one
//! directory. Usage errors and input/output errors lead to exit status 2.

use super::{listed, painted, scene, sections};
use crate::cli::paths::{cannot_read, cannot_write, files_below, shown};
use crate::cli::subject::Reader;
use crate::cli::{Context, Status, write_file};
use crate::diagnostics::{escape, excerpt};
use crate::kinds::{self, Difference, Value};
use crate::notation::{Kind, plural};
use crate::render::figure::FigureLook;
use crate::render::figure::html::{SORTING, SharedTiles, document, table};
use crate::render::figure::svg::{Theme, escaped};
use crate::render::{Look, Scene, Style};
use crate::repair::{Identified, without_final_line_break};
use anyhow::{Context as _, Result};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

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
    /// Write a JUnit report to this file
    #[arg(long, value_name = "FILE", requires = "dir")]
    junit: Option<PathBuf>,
    /// Write an HTML report to this file
    #[arg(long, value_name = "FILE", requires = "dir")]
    html: Option<PathBuf>,
}

/// The result of comparing two files with the same name.
enum Outcome {
    Equal,
    /// The values differ. The fields hold a picture of the differences, and the section for the HTML report.
    Different(Scene, String),
    Missing,
    Extra,
    /// Why the expected file is invalid. The actual file was not read.
    InvalidExpected(String),
    /// Why the actual file is invalid.
    InvalidActual(String),
}

impl Outcome {
    const fn word(&self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Different(..) => "different",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::InvalidExpected(_) | Self::InvalidActual(_) => "invalid",
        }
    }

    fn picture(&self) -> Scene {
        let mut scene = Scene::new();
        match self {
            Self::Different(picture, _) => return picture.clone(),
            Self::InvalidExpected(why) | Self::InvalidActual(why) => {
                scene.line().put(why.clone(), Style::PLAIN);
            }
            Self::Equal | Self::Missing | Self::Extra => {}
        }
        scene
    }
}

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
    let mut results = Vec::new();
    let mut tiles = options.html.as_ref().map(|_| SharedTiles::default());
    for name in names {
        let mut outcome = compare(expected, actual, &name, options.kind, look, tiles.as_mut())?;
        if options.accept && accept(expected, actual, &name, options.kind, &outcome)? {
            context.line(format!("accepted {}", shown(&name)))?;
            outcome = Outcome::Equal;
        }
        results.push((shown(&name), outcome));
    }
    let mut wrong = 0;
    for (name, outcome) in results.iter().filter(|(_, outcome)| !matches!(outcome, Outcome::Equal)) {
        wrong += 1;
        context.line(format!("{} {name}", outcome.word()))?;
        let picture = outcome.picture();
        context.write(painted(&picture, context.colour))?;
    }
    let files = plural(results.len(), "file");
    context.line(format!("{files}: {} equal, {wrong} not equal", results.len() - wrong))?;
    if let Some(path) = &options.junit {
        write_file(path, junit(&results)?)?;
    }
    if let (Some(path), Some(tiles)) = (&options.html, &tiles) {
        write_file(path, html(&results, tiles))?;
    }
    Ok(Status::of(wrong == 0))
}

/// Finds the kind named in a file name, such as `board` in `start.board` or `board-3.txt`.
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

/// A value and its kind, or the reason why a file is invalid.
type ReadFile = Result<(Kind, Box<dyn Value>), String>;

/// Reads and parses a file. The inner error says why the file is invalid; the outer error says why it cannot be read.
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

/// Returns the error for a file whose text fits no kind.
fn unknown(found: Option<&Identified>) -> String {
    let nearest = found.filter(|found| !found.is_of_no_kind()).and_then(|found| found.candidates.first());
    let nearest = nearest.map(|one| format!("; the nearest kind is {} ({})", one.kind, one.reason));
    format!("no kind fits this text; give the kind of all files with --kind{}", nearest.unwrap_or_default())
}

fn compare(
    expected: &Path,
    actual: &Path,
    name: &Path,
    kind: Option<Kind>,
    look: &Look,
    tiles: Option<&mut SharedTiles>,
) -> Result<Outcome> {
    let (expected, actual) = (expected.join(name), actual.join(name));
    match (expected.exists(), actual.exists()) {
        (true, false) => return Ok(Outcome::Missing),
        (false, true) => return Ok(Outcome::Extra),
        _ => {}
    }
    let kind = kind.or_else(|| kind_in_name(name));
    let (kind, one) = match read(&expected, kind)? {
        Ok(read) => read,
        Err(why) => return Ok(Outcome::InvalidExpected(format!("expected file: {why}"))),
    };
    let other = match read(&actual, Some(kind))? {
        Ok((_, other)) => other,
        Err(why) => return Ok(Outcome::InvalidActual(format!("actual file: {why}"))),
    };
    let differences = one.differences(&*other);
    if differences.is_empty() {
        return Ok(Outcome::Equal);
    }
    let values = [&*one, &*other];
    let section = tiles.map(|tiles| html_section(kind, values, &differences, tiles)).unwrap_or_default();
    Ok(Outcome::Different(scene(values, &differences, look), section))
}

/// Copies the actual file to the expected directory, unless the actual file is missing, invalid or equal to
/// the expected file. Returns whether the file was copied.
fn accept(
    expected: &Path,
    actual: &Path,
    name: &Path,
    kind: Option<Kind>,
    outcome: &Outcome,
) -> Result<bool> {
    let source = actual.join(name);
    let is_valid = match outcome {
        Outcome::Equal | Outcome::Missing | Outcome::InvalidActual(_) => false,
        Outcome::Different(..) => true,
        Outcome::Extra | Outcome::InvalidExpected(_) => {
            read(&source, kind.or_else(|| kind_in_name(name)))?.is_ok()
        }
    };
    if !is_valid {
        return Ok(false);
    }
    let target = expected.join(name);
    if let Some(directory) = target.parent() {
        fs::create_dir_all(directory).with_context(|| cannot_write(&target))?;
    }
    let contents = fs::read(&source).with_context(|| cannot_read(&source))?;
    write_file(&target, &contents)?;
    Ok(true)
}

fn junit(results: &[(String, Outcome)]) -> Result<String> {
    let mut report = Report::new("clowder diff");
    let mut suite = TestSuite::new("files");
    for (name, outcome) in results {
        let mut status = TestCaseStatus::success();
        if !matches!(outcome, Outcome::Equal) {
            status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(outcome.word()).set_message(outcome.word());
            status.set_description(outcome.picture().text());
        }
        suite.add_test_case(TestCase::new(name.as_str(), status));
    }
    report.add_test_suite(suite);
    report.to_string().map_err(|error| io::Error::other(error).into())
}

/// Writes the section of the HTML report that compares two values: a list of their differences, and pictures of both
/// values.
fn html_section(
    kind: Kind,
    values: [&dyn Value; 2],
    differences: &[Difference],
    tiles: &mut SharedTiles,
) -> String {
    let items = listed(differences).into_iter().map(|line| format!("<li>{}</li>\n", escaped(&line)));
    let boards = sections(kind, values, differences)
        .map(|section| (section.heading, section.picture.figure(&FigureLook::default())));
    format!("<ul>\n{}</ul>\n{}", items.collect::<String>(), tiles.boards(boards.into_iter()))
}

/// Maximum length of a displayed file name, in characters.
const MAX_NAME: usize = 160;

fn html(results: &[(String, Outcome)], tiles: &SharedTiles) -> String {
    let unequal = || results.iter().filter(|(_, outcome)| !matches!(outcome, Outcome::Equal)).enumerate();
    let name = |name: &str| escaped(&excerpt(name, MAX_NAME));
    let mut out = String::new();
    let (files, equal) = (plural(results.len(), "file"), results.len() - unequal().count());
    out += &format!("<p class=\"sum\">{files}: {equal} equal</p>\n");
    let rows = unequal().map(|(number, (file, outcome))| {
        let word = outcome.word();
        vec![
            format!("<a href=\"#file-{number}\">{}</a>", name(file)),
            format!("<span class=\"failed\">{word}</span>"),
        ]
    });
    out +=
        &table("class=\"sorts\"", "Files that are not equal", &[("File", "text"), ("Result", "text")], rows);
    for (number, (file, outcome)) in unequal() {
        let details = match outcome {
            Outcome::Different(_, section) => section.clone(),
            Outcome::Missing => "<p>there is no actual file</p>\n".to_owned(),
            Outcome::Extra => "<p>there is no expected file</p>\n".to_owned(),
            other => format!("<p>{}</p>\n", escaped(other.picture().text().trim_end())),
        };
        out += &format!(
            "<section class=\"case\" id=\"file-{number}\">\n<h2><span class=\"failed\">{}</span> {}</h2>\n{details}</section>\n",
            outcome.word(),
            name(file),
        );
    }
    out += &tiles.definitions();
    document("Comparison of two directories", Theme::Auto, "report", Some(SORTING), &out)
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
