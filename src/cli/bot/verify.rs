//! `bot verify`: verifies saved games against the rules.

use super::saved::{ReadGame, SavedGame};
use crate::cli::exit::Status;
use crate::cli::input::NotText;
use crate::cli::output_file::OutputFile;
use crate::cli::place::{Name, Place};
use crate::cli::result::{self, Findings};
use crate::cli::{Context, Format, input};
use crate::diagnostics::escape::escape;
use crate::json;
use crate::notation::plural;
use anyhow::Context as _;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Saved games. A file has one game, or one game per line if its name ends with `.jsonl`. A directory is searched
    /// for saved games. `-` reads standard input, which contains a single game or one game per line
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
}

/// The number of games that follow the rules, and the number of games that do not.
#[derive(Default)]
struct Tally {
    good: usize,
    bad: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let mut tally = Tally::default();
    for path in &arguments.paths {
        if path.as_os_str() == "-" {
            verify_stdin(&input::all_of_stdin()?, &mut tally, context)?;
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

/// Returns the JSON files below a directory, in the order of their paths. Each of them can be a saved game.
pub(super) fn json_files(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(directory, &mut files)?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    Ok(files)
}

/// Returns true if a file must be a saved game, because its directory has the name `games`. A tournament saves its
/// games in a directory with this name.
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

/// Verifies the games on standard input, which contains either a single game or one game per line. If the first line is
/// valid JSON and another line follows, there is one game per line. Blank lines do not count.
fn verify_stdin(bytes: &[u8], tally: &mut Tally, context: &mut Context) -> anyhow::Result<()> {
    let (name, path) = ("standard input", "-");
    let mut lines = lines(bytes);
    let first = lines.next().and_then(|(line, number)| Some((std::str::from_utf8(line).ok()?, number)));
    if let (Some((line, number)), Some(second)) = (first, lines.next()) {
        let game = SavedGame::read(line);
        if game.reading.diagnostics().iter().all(|error| !json::is_refused(error)) {
            let first = GameToVerify { text: line.to_owned(), game };
            first.verify((&format!("{name}, line {number}"), path), tally, context)?;
            return [second].into_iter().chain(lines).try_for_each(|(line, number)| {
                verify((&format!("{name}, line {number}"), path), line, false, tally, context)
            });
        }
    }
    verify((name, path), bytes.strip_suffix(b"\n").unwrap_or(bytes), false, tally, context)
}

/// Returns the lines of a file with their numbers, without blank lines.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.trim_ascii().is_empty())
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
    for (line, number) in lines(bytes) {
        verify((&format!("{name}, line {number}"), path), line, found, tally, context)?;
    }
    Ok(())
}

fn verify(
    place: (&str, &str),
    bytes: &[u8],
    found: bool,
    tally: &mut Tally,
    context: &mut Context,
) -> anyhow::Result<()> {
    let game = match input::decode(bytes.to_vec()) {
        Ok(text) => {
            let game = if found { SavedGame::recognise(&text) } else { Some(SavedGame::read(&text)) };
            let Some(game) = game else { return Ok(()) };
            GameToVerify { text, game }
        }
        Err(_) if found => return Ok(()),
        Err(NotText { lossy, faults }) => GameToVerify { text: lossy, game: ReadGame::refused(faults) },
    };
    game.verify(place, tally, context)
}

/// Returns the message for a file or a pipe that is empty.
pub(super) fn no_game(name: &str) -> String {
    format!("{} is empty; expected a saved game", escape(name))
}

/// A saved game that was read, and its text.
struct GameToVerify {
    text: String,
    game: ReadGame,
}

/// The members of the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Verified<'a> {
    /// `bot verify`: the file of the saved game, with the number of the line if the file has one game per line.
    file: &'a str,
    /// `bot verify`: a description of the end of the game; `null` if the game is wrong.
    ending: Option<String>,
}

impl GameToVerify {
    /// Counts the game, and reports its errors.
    fn verify(
        self,
        (name, path): (&str, &str),
        tally: &mut Tally,
        context: &mut Context,
    ) -> anyhow::Result<()> {
        let Self { text, game: ReadGame { kind, reading, .. } } = self;
        let (record, faults) = reading.into_parts();
        let ending = record.as_ref().map(SavedGame::ending);
        let canonical = record.map(|record| record.to_string());
        let findings = Findings { canonical, ..faults.errors().into() };
        let ok = ending.is_some() && findings.diagnostics.is_empty();
        *(if ok { &mut tally.good } else { &mut tally.bad }) += 1;
        let place = Place { n: tally.good + tally.bad, ..Place::only(name, Some(path)) };
        match context.format() {
            Format::Json => {
                let mut out = Vec::new();
                result::json(
                    &mut out,
                    place,
                    Some(kind),
                    &text,
                    &findings,
                    ok,
                    &Verified { file: name, ending },
                );
                context.output.write(out)
            }
            Format::Plain if ok => context.output.line(format!("{}: ok", escape(name))),
            Format::Human if ok => Ok(()),
            Format::Plain => {
                let faults = result::plain_faults(place.name, findings.source(&text), &findings.diagnostics);
                faults.lines().try_for_each(|fault| context.output.line(format!("{}: {fault}", escape(name))))
            }
            Format::Human if text.is_empty() => context.output.line(no_game(name)),
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
}

#[cfg(test)]
mod tests {
    use super::{Tally, verify_stdin};
    use crate::cli::Context;
    use crate::cli::output::Output;
    use crate::kinds;
    use crate::notation::Kind;
    use crate::notation::reading::count;
    use crate::protocol::GameRecord;

    /// Verifies the games in a text twice. Returns three numbers for the second run: the number of games that follow
    /// the rules, the number of games that do not, and the number of times that a game was read.
    fn verified(text: &str) -> (usize, usize, usize) {
        let mut tally = Tally::default();
        for _ in 0..2 {
            count::take();
            tally = Tally::default();
            let mut context = Context::new(None, Output::nowhere());
            verify_stdin(text.as_bytes(), &mut tally, &mut context).expect("the output is discarded");
        }
        let readings = count::take();
        (tally.good, tally.bad, readings[std::any::type_name::<GameRecord>()])
    }

    #[test]
    fn each_line_of_standard_input_is_read_once() {
        let game = kinds::row(Kind::GameRecord).example();
        assert_eq!(verified(game), (1, 0, 1));
        assert_eq!(verified(&format!("{game}\n\n{game}\n{{}}\n")), (2, 1, 3));
        assert_eq!(verified(&format!("{{}}\n{game}\n")), (1, 1, 2));
        // The first line is not a JSON value. Therefore, it is read once to find this out, and then the whole
        // text is read.
        assert_eq!(verified(&game.replacen('{', "{\n", 1)), (1, 0, 2));
    }
}
