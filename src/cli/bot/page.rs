//! Draws saved games for HTML pages, and reads times, faults and requests from message logs.

use crate::diagnostics::{Diagnostics, escape, excerpt};
use crate::games::{Game as _, GameWords, Seat, with_game};
use crate::json;
use crate::notation::plural;
use crate::protocol::{AnyRecord, GameRecord};
use crate::render::figure::replay::{Frame, Note, Replay};
use anyhow::{Context as _, Result};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

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

/// One turn of a bot, as recorded in the message log.
#[derive(Default)]
struct Turn {
    /// Answer time in microseconds.
    us: Option<u64>,
    /// The line that contains the bot's answer.
    reply: Option<String>,
    /// One reason for each ignored line.
    ignored: Vec<String>,
    /// The bot's fault in this turn, if any. After a fault, the referee replaces the bot's move, or the bot
    /// forfeits the game.
    fault: Option<String>,
    /// What the bot wrote to standard error in this turn.
    errors: String,
}

/// Message log entries for one game.
#[derive(Default)]
struct Log {
    /// Turns of each player: one per move, and one more for a player who forfeits the game.
    turns: [Vec<Turn>; 2],
    /// Whether the last message to each player asked for a move.
    is_asked: [bool; 2],
    /// Faults and ignored lines outside the players' turns.
    others: Vec<String>,
    /// What each bot wrote to standard error outside its turns.
    errors: [String; 2],
}

/// What the message log says about one turn.
#[derive(Default)]
pub(super) struct Remarks {
    pub(super) notes: Vec<String>,
    /// The bot's standard error in this turn, escaped.
    pub(super) errors: String,
    /// The bot's name, the fault and its cause.
    pub(super) fault: Option<String>,
}

/// Reads the message log beside the file of a saved game. Collects remarks about each turn, and notes about
/// events outside the turns. A forfeited game has one more turn than it has moves.
pub(super) fn remarks(record: &GameRecord, file: Option<&Path>) -> (Vec<Remarks>, Vec<Note>) {
    let names = record.players().each_ref().map(|name| excerpt(name, 40));
    let Some(entries) = file.and_then(entries) else { return Default::default() };
    let mut log = Log::default();
    for entry in entries {
        if let Some(seat) = record.players().iter().position(|player| *player == entry.bot) {
            log.add(seat, entry);
        }
    }
    let mut turns = log.turns.map(Vec::into_iter);
    let remarks = with_game!(AnyRecord(game) = record.record(), G => {
        let remarks = game.states().map(|state| {
            let mover = G::mover(&state);
            turns[mover].next().map(|turn| turn.remarks::<G>(&state, &names[mover])).unwrap_or_default()
        });
        remarks.collect()
    });
    let others = Note { heading: "Other faults".to_owned(), text: log.others.join("\n") };
    let errors = names.iter().zip(log.errors).map(|(name, text)| Note {
        heading: format!("Standard error of {name} outside its turns"),
        text: escape_lines(&text),
    });
    (remarks, std::iter::once(others).chain(errors).filter(|note| !note.text.is_empty()).collect())
}

/// Draws each position of a saved game, with times and faults from the message log.
pub(in crate::cli) fn replay(record: &GameRecord, file: Option<&Path>) -> Replay {
    let mut replay = Replay::of_bots(record);
    let (remarks, notes) = remarks(record, file);
    replay.notes = notes;
    with_game!(AnyRecord(game) = record.record(), G => {
        if game.outcome().forfeited().is_some() && let (Some(last), Some(state)) = (replay.frames.last(), game.states().last()) {
            let name = excerpt(&record.players()[G::mover(&state)], 40);
            replay.frames.push(Frame { caption: format!("{name} forfeits the game"), ..last.clone() });
        }
    });
    for (frame, remarks) in replay.frames[1..].iter_mut().zip(remarks) {
        (frame.notes, frame.errors) = (remarks.notes, remarks.errors);
    }
    replay
}

/// Finds the bot that moves in the given turn (by default, the last turn). Lists all lines sent to this bot
/// up to that turn.
///
/// # Errors
/// Returns an error if the game has no such turn, or if there is no message log beside the file.
pub(super) fn requests(record: &GameRecord, file: &Path, turn: Option<usize>) -> Result<Vec<String>> {
    let (count, movers) = with_game!(AnyRecord(game) = record.record(), G => {
        let movers: Vec<Seat> = game.states().map(|state| G::mover(&state)).collect();
        (game.moves().len() + usize::from(game.outcome().forfeited().is_some()), movers)
    });
    let turn = turn.unwrap_or(count);
    anyhow::ensure!((1..=count).contains(&turn), "the game has {}", plural(count, "turn"));
    let bot = &record.players()[movers[turn - 1]];
    let log = entries(file).with_context(|| {
        format!("{} has no message log beside it; `bot match --out DIR` writes one", file.display())
    })?;
    let sent =
        log.into_iter().filter(|entry| entry.bot == *bot && entry.dir == "in").filter_map(|entry| entry.line);
    let mut asked = 0;
    let is_wanted = |line: &String| {
        let is_before = asked < turn;
        asked += usize::from(is_turn(line).is_some());
        is_before
    };
    Ok(sent.take_while(is_wanted).collect())
}

/// Adds a frame after the legal beginning of a game. The frame lists the errors in the game.
pub(super) fn refuse_rest(replay: &mut Replay, faults: &Diagnostics) {
    let notes =
        faults.iter().map(|error| format!("{}: {}", error.code.name, escape(&error.message))).collect();
    let caption = "the rest of the game breaks the rules".to_owned();
    replay.summary.clone_from(&caption);
    let last = replay.frames.last().cloned().unwrap_or_default();
    replay.frames.push(Frame { caption, name: String::new(), notes, ..last });
}

impl Turn {
    fn remarks<G: GameWords>(self, state: &G::State, name: &str) -> Remarks {
        let mut notes: Vec<_> = self.us.map(|us| format!("took {}", milliseconds(us))).into_iter().collect();
        notes.extend(self.ignored.iter().map(|why| format!("ignored a line: {}", escape(why))));
        let mut fault = None;
        if let Some(kind) = self.fault.as_deref().map(escape) {
            let refused = self.reply.as_deref().and_then(|reply| refused_move::<G>(state, reply));
            notes.push(match &refused {
                Some(refused) => format!("refused ({kind}): {refused}"),
                None => format!("no move ({kind})"),
            });
            let why = refused.map_or_else(String::new, |why| format!(": {why}"));
            fault = Some(format!("{name}: {kind} (turn){why}"));
        } else if self.reply.as_deref().and_then(asked).as_deref() == Some("\"RANDOM\"") {
            notes.push("the bot asked for a random move".to_owned());
        }
        Remarks { notes, errors: escape_lines(&self.errors), fault }
    }
}

/// Returns the illegal move in a bot's answer, and the reason why it is illegal. Returns `None` if the answer
/// has no move, or if its move is legal.
fn refused_move<G: GameWords>(state: &G::State, reply: &str) -> Option<String> {
    let asked = asked(reply)?;
    let errors = G::parse_move(state, &asked).err()?;
    let errors: Vec<_> = errors.iter().map(|error| escape(&error.message)).collect();
    Some(format!("{}: {}", excerpt(&asked, 60), errors.join("; ")))
}

fn asked(reply: &str) -> Option<String> {
    let value = json::read(reply).strict().ok()?;
    Some(value.get("move")?.span.of(reply).to_owned())
}

/// Whether a text is the message log of a meeting.
pub(super) fn is_log(text: &str) -> bool {
    text.lines().next().is_some_and(|line| serde_json::from_str::<Logged>(line).is_ok())
}

fn milliseconds(us: u64) -> String {
    format!("{}.{:03} ms", us / 1000, us % 1000)
}

/// Reads the entries for a saved game from the message log of its meeting, skipping damaged lines. For the saved game
/// `games/K.json`, the log is the file `messages.jsonl` next to the directory `games`.
fn entries(file: &Path) -> Option<Vec<Logged>> {
    // File names count games from 0, but the message log counts from 1.
    let number = file.file_stem()?.to_str()?.parse::<u64>().ok()?.checked_add(1)?;
    let directory = file.parent()?.parent().map_or_else(|| PathBuf::from(".."), Path::to_path_buf);
    let source = BufReader::new(File::open(directory.join("messages.jsonl")).ok()?);
    let mut entries = Vec::new();
    let mut last = None;
    for line in source.lines().map_while(Result::ok) {
        let Ok(entry) = serde_json::from_str::<Logged>(&line) else { continue };
        let begins = last.replace(entry.id) != Some(entry.id);
        if entry.id != number {
            continue;
        }
        // A game whose record was damaged is played again, so the log can contain several games with the same
        // number. Only the last of these games was saved.
        if begins {
            entries.clear();
        }
        entries.push(entry);
    }
    Some(entries)
}

impl Log {
    fn add(&mut self, seat: usize, entry: Logged) {
        let bot = excerpt(&entry.bot, 40);
        match (entry.dir.as_str(), entry.line) {
            ("in", Some(line)) => {
                self.is_asked[seat] = is_turn(&line) == Some(true);
                if self.is_asked[seat] {
                    self.turns[seat].push(Turn::default());
                }
            }
            ("out", line) => match (self.turn(seat), entry.ignored) {
                (Some(turn), Some(why)) => turn.ignored.push(why),
                (None, Some(why)) => self.others.push(format!("{bot}: ignored line: {}", escape(&why))),
                (Some(turn), None) => (turn.us, turn.reply) = (entry.us, line),
                (None, None) => {}
            },
            ("fault", _) => {
                let (fault, stage) = (entry.fault.unwrap_or_default(), entry.stage.unwrap_or_default());
                if stage != "turn" {
                    self.others.push(format!("{bot}: {} ({})", escape(&fault), escape(moment(&stage))));
                    return;
                }
                // A bot that was stopped receives no messages, but each of its turns is still logged as a fault.
                if self.turn(seat).is_none_or(|turn| turn.fault.is_some()) {
                    self.turns[seat].push(Turn::default());
                    self.is_asked[seat] = true;
                }
                if let Some(turn) = self.turn(seat) {
                    turn.fault = Some(fault);
                }
            }
            _ => {}
        }
        if let Some(errors) = entry.stderr {
            match self.turn(seat) {
                Some(turn) => turn.errors.push_str(&errors),
                None => self.errors[seat].push_str(&errors),
            }
        }
    }

    /// The player's current turn, if the last message to that player asked for a move.
    fn turn(&mut self, seat: usize) -> Option<&mut Turn> {
        if self.is_asked[seat] { self.turns[seat].last_mut() } else { None }
    }
}

/// Describes the moment of a fault that occurred outside the bot's own turns.
fn moment(stage: &str) -> &str {
    match stage {
        "inactive" => "in a turn of the opponent",
        "frame" => "at the start or the end of the game",
        other => other,
    }
}

/// Returns `Some(true)` if a message asks the bot for a move, `Some(false)` if it announces a turn of the opponent, and
/// `None` for all other messages.
fn is_turn(line: &str) -> Option<bool> {
    serde_json::from_str::<serde_json::Value>(line).ok()?["state"]["activeTurn"].as_bool()
}

fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line).into_owned()).collect::<Vec<_>>().join("\n")
}
