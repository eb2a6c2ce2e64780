//! `bot verify`: verifies saved games against the rules.

use super::saved::{ReadGame, SavedGame, is_json, no_game};
use crate::arena::tournament::saved_games;
use crate::cli::input::NotText;
use crate::cli::paths::{cannot_read, files_below, shown};
use crate::cli::place::{Name, Place};
use crate::cli::{Context, Findings, Format, OutputFile, Status, input, result};
use crate::diagnostics::codes::bots::RECORD_REPLACED;
use crate::diagnostics::{Diagnostic, Span, escape};
use crate::json;
use crate::notation::plural;
use anyhow::{Context as _, Result};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Saved games or directories of them; `-` for standard input
    ///
    /// A file has one game, or one game per line if its name ends with `.jsonl`. Standard input has one game, or one
    /// game per line.
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
}

struct Verifier<'a> {
    context: &'a mut Context,
    good: usize,
    /// Number of games with errors.
    bad: usize,
    /// The expected contents of each game file that a journal lists.
    journal: BTreeMap<PathBuf, Box<RawValue>>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let mut verifier = Verifier { context, good: 0, bad: 0, journal: BTreeMap::new() };
    for path in &arguments.paths {
        if path.as_os_str() == "-" {
            verifier.stdin(&input::all_of_stdin()?)?;
        } else if path.is_dir() {
            let files = files_below(path, &|path| is_json(path) || is_jsonl(path))?;
            for journal in files.iter().filter(|file| file.ends_with("journal.jsonl")) {
                let directory = journal.parent().unwrap_or(path);
                let games = saved_games(directory).map_err(anyhow::Error::msg);
                verifier.journal.extend(games.with_context(|| shown(directory))?);
            }
            for file in files {
                // A tournament saves its games in directories called `games`. Other directories can contain
                // files that are not saved games.
                let must_be_game = file.parent().is_some_and(|parent| parent.ends_with("games"));
                verifier.file(&file, !must_be_game)?;
            }
        } else {
            verifier.file(path, false)?;
        }
    }
    let Verifier { good, bad, .. } = verifier;
    anyhow::ensure!(good + bad > 0, "there are no saved games in the input");
    if context.format() == Format::Human {
        let agree = if good == 1 { "agrees" } else { "agree" };
        let rest = if bad > 0 { format!("; games with errors: {bad}") } else { String::new() };
        context.line(format!("{} {agree} with the rules{rest}", plural(good, "saved game")))?;
    }
    Ok(Status::of(bad == 0))
}

fn is_jsonl(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "jsonl")
}

/// Lists the non-blank lines of a file with their numbers.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.trim_ascii().is_empty())
}

/// The members that `bot verify` adds to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Verified<'a> {
    /// `bot verify`: the file of the saved game, with the number of the line if the file has one game per line.
    file: &'a str,
    /// `bot verify`: a description of the end of the game; `null` if the game is wrong.
    ending: Option<String>,
}

impl Verifier<'_> {
    /// Verifies a file. If `is_optional` is true, a text that is not a saved game is skipped.
    fn file(&mut self, path: &Path, is_optional: bool) -> Result<()> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| cannot_read(path))?;
        if !is_jsonl(path) {
            return self.text((&name, &name), &bytes, is_optional);
        }
        lines(&bytes).try_for_each(|(line, number)| {
            self.text((&format!("{name}, line {number}"), &name), line, is_optional)
        })
    }

    /// Verifies the games on standard input. If the first non-blank line is valid JSON and another non-blank line
    /// follows, each line is a game. Otherwise, the whole input is one game.
    fn stdin(&mut self, bytes: &[u8]) -> Result<()> {
        let place = |number: usize| (format!("standard input, line {number}"), "-");
        let mut lines = lines(bytes);
        let first = lines.next().and_then(|(line, number)| Some((std::str::from_utf8(line).ok()?, number)));
        if let (Some((line, number)), Some(second)) = (first, lines.next()) {
            let game = SavedGame::read(line);
            if game.reading.diagnostics().iter().all(|error| !json::is_refused(error)) {
                let (name, path) = place(number);
                self.game((&name, path), line, game)?;
                return [second].into_iter().chain(lines).try_for_each(|(line, number)| {
                    let (name, path) = place(number);
                    self.text((&name, path), line, false)
                });
            }
        }
        self.text(("standard input", "-"), bytes, false)
    }

    fn text(&mut self, place: (&str, &str), bytes: &[u8], is_optional: bool) -> Result<()> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        match input::decode(bytes.to_vec()) {
            Ok(text) if is_optional => {
                SavedGame::recognise(&text).map_or(Ok(()), |game| self.game(place, &text, game))
            }
            Ok(text) => self.game(place, &text, SavedGame::read(&text)),
            Err(_) if is_optional => Ok(()),
            Err(NotText { lossy, faults }) => self.game(place, &lossy, ReadGame::refused(faults)),
        }
    }

    fn game(
        &mut self,
        (name, path): (&str, &str),
        text: &str,
        ReadGame { kind, reading, .. }: ReadGame,
    ) -> Result<()> {
        let (record, faults) = reading.into_parts();
        let ending = record.as_ref().map(SavedGame::ending);
        let canonical = record.map(|record| record.to_string());
        let mut faults = faults.errors();
        if faults.is_empty() && self.journal.get(Path::new(path)).is_some_and(|saved| saved.get() != text) {
            let message = "this is another game than the one that the journal has in this place";
            faults.push(Diagnostic::new(&RECORD_REPLACED, Span::new(0, text.len()), message));
        }
        let findings = Findings { canonical, ..faults.into() };
        let ok = ending.is_some() && findings.diagnostics.is_empty();
        *(if ok { &mut self.good } else { &mut self.bad }) += 1;
        let place = Place { n: self.good + self.bad, ..Place::only(name, Some(path)) };
        let (format, output) = (self.context.format(), &mut *self.context);
        let source = findings.source(text);
        match format {
            Format::Json => {
                let mut out = Vec::new();
                let members = Verified { file: name, ending };
                result::json(&mut out, place, Some(kind), text, &findings, ok, &members);
                output.write(out)
            }
            Format::Plain if ok => output.line(format!("{}: ok", escape(name))),
            Format::Human if ok => Ok(()),
            Format::Plain => {
                let faults = result::plain_faults(place.name, source, &findings.diagnostics);
                faults.lines().try_for_each(|fault| output.line(format!("{}: {fault}", escape(name))))
            }
            Format::Human if text.is_empty() => output.line(no_game(name)),
            Format::Human => {
                let name = Name::Source(name);
                let faults = result::human_faults(name, source, &findings.diagnostics, output.colour);
                output.line(faults)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verifier;
    use crate::cli::Context;
    use crate::kinds;
    use crate::notation::Kind;
    use crate::notation::reading::count;
    use crate::protocol::GameRecord;
    use std::collections::BTreeMap;

    /// Verifies the games in a text twice. Returns the numbers of valid, invalid and parsed games in the second run.
    fn verified(text: &str) -> (usize, usize, usize) {
        let mut found = (0, 0);
        for _ in 0..2 {
            count::take();
            let mut context = Context::nowhere();
            let mut verifier = Verifier { context: &mut context, good: 0, bad: 0, journal: BTreeMap::new() };
            verifier.stdin(text.as_bytes()).expect("the output is discarded");
            found = (verifier.good, verifier.bad);
        }
        let readings = count::take();
        (found.0, found.1, readings[std::any::type_name::<GameRecord>()])
    }

    #[test]
    fn each_line_of_standard_input_is_read_once() {
        let game = kinds::row(Kind::GameRecord).example();
        assert_eq!(verified(game), (1, 0, 1));
        assert_eq!(verified(&format!("{game}\n\n{game}\n{{}}\n")), (2, 1, 3));
        assert_eq!(verified(&format!("{{}}\n{game}\n")), (1, 1, 2));
        // The first line is parsed and found to be invalid JSON, so the whole text is parsed next.
        assert_eq!(verified(&game.replacen('{', "{\n", 1)), (1, 0, 2));
    }
}
