//! `bot verify`: verifies saved games against the rules.

use super::saved::SavedGame;
use crate::cli::exit::Status;
use crate::cli::input::NotText;
use crate::cli::result::{self, Findings, Name, Place};
use crate::cli::{Context, Format, input};
use crate::diagnostics::escape::escape;
use crate::json;
use crate::notation::{Kind, plural};
use anyhow::Context as _;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Saved games. A file has one game, or one game per line if its name ends with `.jsonl`. A directory is searched
    /// for saved games. `-` reads standard input, which has one game or one game per line
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
}

/// The number of games that follow the rules, and the number of games that do not.
#[derive(Default)]
struct Tally {
    good: usize,
    bad: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let mut tally = Tally::default();
    for path in &arguments.paths {
        if path.as_os_str() == "-" {
            let bytes = input::all_of_stdin()?;
            verify_bytes(("standard input", "-"), &bytes, is_in_lines(&bytes), false, &mut tally, context)?;
        } else if path.is_dir() {
            let mut files = Vec::new();
            collect(path, &mut files)?;
            for file in files {
                verify_file(&file, !must_be_record(&file), &mut tally, context)?;
            }
        } else {
            verify_file(path, false, &mut tally, context)?;
        }
    }
    let Tally { good, bad } = tally;
    anyhow::ensure!(good + bad > 0, "there are no saved games in the input");
    if context.format() == Format::Human {
        let agree = if good == 1 { "agrees" } else { "agree" };
        let rest = if bad > 0 { format!("; games with errors: {bad}") } else { String::new() };
        context.output.line(format!("{} {agree} with the rules{rest}", plural(good, "saved game")))?;
    }
    Ok(Status::of(bad == 0))
}

/// Collects every file with the extension `json` or `jsonl` below a directory, in the order of the paths. Symbolic
/// links to directories are not followed.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let shown = || format!("cannot read {}", escape(&directory.display().to_string()));
    let entries = std::fs::read_dir(directory).with_context(shown)?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.with_context(shown)?.path());
    }
    paths.sort();
    for path in paths {
        let link = path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
        if path.is_dir() && !link {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the saved games below a directory, in the order of their paths.
pub(super) fn saved_games(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(directory, &mut files)?;
    let is_record = |file: &PathBuf| {
        std::fs::read_to_string(file).is_ok_and(|text| SavedGame::recognise(text.trim_end()).is_some())
    };
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json") && is_record(file));
    Ok(files)
}

/// Returns true if the directory of a file has the name `games`, because a tournament saves its games in such a
/// directory.
fn must_be_record(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|name| name == "games")
}

/// Verifies one file. If `found` is true, the file was found in a directory, and it is skipped if it is not a saved
/// game.
fn verify_file(path: &Path, found: bool, tally: &mut Tally, context: &mut Context) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", escape(&name)))?;
    let in_lines = path.extension().is_some_and(|ending| ending == "jsonl");
    verify_bytes((&name, &name), &bytes, in_lines, found, tally, context)
}

/// Returns true if standard input has one game per line. This is assumed if the first line is valid JSON and another
/// line follows. Blank lines do not count.
fn is_in_lines(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = lines.next().and_then(|line| std::str::from_utf8(line).ok());
    first.is_some_and(|line| json::read(line).is_canonical()) && lines.next().is_some()
}

fn verify_bytes(
    (name, path): (&str, &str),
    bytes: &[u8],
    in_lines: bool,
    found: bool,
    tally: &mut Tally,
    context: &mut Context,
) -> anyhow::Result<()> {
    if !in_lines {
        return verify((name, path), bytes.strip_suffix(b"\n").unwrap_or(bytes), found, tally, context);
    }
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..);
    for (line, number) in lines.filter(|(line, _)| !line.trim_ascii().is_empty()) {
        verify((&format!("{name}, line {number}"), path), line, found, tally, context)?;
    }
    Ok(())
}

fn verify(
    (name, path): (&str, &str),
    bytes: &[u8],
    found: bool,
    tally: &mut Tally,
    context: &mut Context,
) -> anyhow::Result<()> {
    let (text, kind, findings, record) = match input::decode(bytes.to_vec()) {
        Ok(text) => {
            let reading = if found { SavedGame::recognise(&text) } else { Some(SavedGame::read(&text)) };
            let Some((kind, reading)) = reading else { return Ok(()) };
            let (record, faults) = reading.into_parts();
            let shown = record.as_ref().map(SavedGame::ending);
            let canonical = record.map(|record| record.to_string());
            (text, kind, Findings { canonical, ..faults.errors().into() }, shown)
        }
        Err(_) if found => return Ok(()),
        Err(NotText { lossy, faults }) => (lossy, Kind::GameRecord, faults.into(), None),
    };
    let ok = record.is_some() && findings.diagnostics.is_empty();
    *(if ok { &mut tally.good } else { &mut tally.bad }) += 1;
    let place = Place { n: tally.good + tally.bad, ..Place::only(name, Some(path), None) };
    match context.format() {
        Format::Json => {
            let mut out = Vec::new();
            let extra = [result::extra("file", &name)?, result::extra("ending", &record)?];
            result::json(&mut out, place, kind, &text, &findings, ok, &extra);
            context.output.write(out)
        }
        Format::Plain if ok => context.output.line(format!("{}: ok", escape(name))),
        Format::Human if ok => Ok(()),
        Format::Plain => {
            let faults = result::plain_faults(place.name, findings.source(&text), &findings.diagnostics);
            faults.lines().try_for_each(|fault| context.output.line(format!("{}: {fault}", escape(name))))
        }
        Format::Human => {
            let colour = context.output.colour;
            let faults = result::human_faults(
                Name::Source(name),
                findings.source(&text),
                &findings.diagnostics,
                colour,
            );
            context.output.line(faults)
        }
    }
}
