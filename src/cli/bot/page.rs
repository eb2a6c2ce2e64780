//! Saved games as pages of HTML, with the times and faults from the message log.

use super::replay::Frames;
use crate::diagnostics::escape::{escape, excerpt};
use crate::protocol::GameRecord;
use crate::render::figure::replay::{Note, Replay};
use crate::render::figures;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

/// A line of the log of the messages.
#[derive(serde::Deserialize)]
struct Logged {
    id: u64,
    bot: String,
    dir: String,
    line: Option<String>,
    us: Option<u64>,
    ignored: Option<String>,
    fault: Option<String>,
    #[serde(rename = "in")]
    stage: Option<String>,
    stderr: Option<String>,
}

/// The entries for one game in the message log.
#[derive(Default)]
struct Log {
    /// The time of each answer to a turn, in microseconds, for each player.
    times: [Vec<u64>; 2],
    faults: Vec<String>,
    last_words: Vec<Note>,
}

/// Returns a saved game as the figures of its positions, with the times and the faults of the log.
pub(super) fn replay(record: &GameRecord, file: Option<&Path>) -> Replay {
    let mut replay = figures::protocol::replay(record);
    let log = file.and_then(|file| log_beside(file, record.players())).unwrap_or_default();
    let mut taken = [0; 2];
    for (frame, (mover, _)) in replay.frames.iter_mut().skip(1).zip(&Frames::new(record).moves) {
        let index = mover.index();
        frame
            .notes
            .extend(log.times[index].get(taken[index]).map(|us| format!("took {}", milliseconds(*us))));
        taken[index] += 1;
    }
    if !log.faults.is_empty() {
        replay.notes.push(Note { heading: "Faults".to_owned(), text: log.faults.join("\n") });
    }
    replay.notes.extend(log.last_words);
    replay
}

fn milliseconds(us: u64) -> String {
    format!("{}.{:03} ms", us / 1000, us % 1000)
}

/// Reads the message log `messages.jsonl` of a tournament, which is next to the directory of the game `games/K.json`. A
/// log that is missing or damaged is ignored.
fn log_beside(file: &Path, players: &[String; 2]) -> Option<Log> {
    let number: u64 = file.file_stem()?.to_str()?.parse().ok()?;
    let directory = file.parent()?.parent().map_or_else(|| PathBuf::from(".."), Path::to_path_buf);
    let source = BufReader::new(File::open(directory.join("messages.jsonl")).ok()?);
    let mut log = Log::default();
    // The moves of a turn are those lines that answer a message with a position.
    let mut asked = [false; 2];
    for line in source.lines().map_while(Result::ok) {
        let Ok(entry) = serde_json::from_str::<Logged>(&line) else { continue };
        if entry.id != number {
            continue;
        }
        let Some(seat) = players.iter().position(|player| *player == entry.bot) else { continue };
        let bot = excerpt(&entry.bot, 40);
        match (entry.dir.as_str(), &entry.line) {
            ("in", Some(line)) => asked[seat] = is_turn(line),
            ("out", _) if entry.ignored.is_some() => {
                let why = entry.ignored.unwrap_or_default();
                log.faults.push(format!("{bot}: ignored line: {}", escape(&why)));
            }
            ("out", Some(_)) => {
                if asked[seat] {
                    log.times[seat].extend(entry.us);
                }
                asked[seat] = false;
            }
            ("fault", _) => {
                let (fault, stage) = (entry.fault.unwrap_or_default(), entry.stage.unwrap_or_default());
                log.faults.push(format!("{bot}: {} ({})", escape(&fault), escape(&stage)));
            }
            _ => {}
        }
        if let Some(errors) = entry.stderr {
            let heading = format!("Standard error of {bot}");
            log.last_words.push(Note { heading, text: escape_lines(&errors) });
        }
    }
    Some(log)
}

/// True if a message asks its bot for a move.
fn is_turn(line: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(line).is_ok_and(|value| value["state"]["activeTurn"] == true)
}

/// Escapes each line of a text.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line).into_owned()).collect::<Vec<_>>().join("\n")
}
