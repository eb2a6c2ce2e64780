//! Shows saved games as HTML pages, with the times and faults from the message log.

use crate::diagnostics::Diagnostics;
use crate::diagnostics::escape::{escape, excerpt};
use crate::games::{Game as _, GameWords, Seat, with_game};
use crate::json;
use crate::protocol::{AnyRecord, GameRecord};
use crate::render;
use crate::render::figure::replay::{Frame, Note, Replay};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

/// A line of the message log.
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
    /// Time that the answer took (in microseconds).
    us: Option<u64>,
    /// Line with the answer.
    reply: Option<String>,
    /// The reasons why other lines were ignored.
    ignored: Vec<String>,
    /// Fault in this turn, if any: then the referee did not play the bot's move.
    fault: Option<String>,
}

/// Entries for one game in the message log.
#[derive(Default)]
struct Log {
    /// Turns of each player: one per move, and one more when it forfeits the game.
    turns: [Vec<Turn>; 2],
    /// For each player, true if the last message to this player asked for a move.
    is_asked: [bool; 2],
    /// Faults and ignored lines that do not belong to a turn.
    others: Vec<String>,
    /// For each bot, the beginning and the end of the text that it wrote to standard error in this game.
    last_words: Vec<Note>,
}

/// Returns a figure of each position of a saved game, with the times and the faults from the message log.
pub(in crate::cli) fn replay(record: &GameRecord, file: Option<&Path>) -> Replay {
    let mut replay = render::protocol::replay(record);
    let log = file.and_then(|file| log_beside(file, record.players())).unwrap_or_default();
    let [mut first, mut second] = log.turns.map(Vec::into_iter);
    with_game!(AnyRecord(game) = record.record(), G => {
        for (ply, state) in game.states().enumerate() {
            let turns = if G::mover(&state) == Seat::First { &mut first } else { &mut second };
            let Some(turn) = turns.next() else { continue };
            if let Some(frame) = replay.frames.get_mut(ply + 1) {
                frame.notes = notes::<G>(&state, &turn);
            } else if game.outcome().forfeited().is_some() {
                let name = excerpt(&record.players()[G::mover(&state)], 40);
                let figure = replay.frames.last().map(|frame| frame.figure.clone()).unwrap_or_default();
                let caption = format!("{name} forfeits the game");
                replay.frames.push(Frame { figure, caption, notes: notes::<G>(&state, &turn) });
            }
        }
    });
    if !log.others.is_empty() {
        replay.notes.push(Note { heading: "Other faults".to_owned(), text: log.others.join("\n") });
    }
    replay.notes.extend(log.last_words);
    replay
}

/// Adds a frame after the legal beginning of a game. The frame says that the rest of the game breaks the rules, and
/// gives the reasons.
pub(super) fn refuse_rest(replay: &mut Replay, faults: &Diagnostics) {
    let notes =
        faults.iter().map(|error| format!("{}: {}", error.code.name, escape(&error.message))).collect();
    let figure = replay.frames.last().map(|frame| frame.figure.clone()).unwrap_or_default();
    let caption = "the rest of the game breaks the rules".to_owned();
    replay.summary.clone_from(&caption);
    replay.frames.push(Frame { figure, caption, notes });
}

/// Returns notes about a bot's answer in one of its turns.
fn notes<G: GameWords>(state: &G::State, turn: &Turn) -> Vec<String> {
    let mut notes: Vec<_> = turn.us.map(|us| format!("took {}", milliseconds(us))).into_iter().collect();
    notes.extend(turn.ignored.iter().map(|why| format!("ignored a line: {}", escape(why))));
    if let Some(fault) = &turn.fault {
        let fault = escape(fault);
        notes.push(match refused_move::<G>(state, turn) {
            Some(refused) => format!("refused ({fault}): {refused}"),
            None => format!("no move ({fault})"),
        });
    } else if turn.reply.as_deref().and_then(asked).as_deref() == Some("\"RANDOM\"") {
        notes.push("the bot asked for a random move".to_owned());
    }
    notes
}

/// The move in a bot's answer and why it is not legal, or `None` when there is no move or it is legal.
fn refused_move<G: GameWords>(state: &G::State, turn: &Turn) -> Option<String> {
    let asked = asked(turn.reply.as_deref()?)?;
    let errors = G::parse_move(state, &asked).err()?;
    let errors: Vec<_> = errors.iter().map(|error| escape(&error.message)).collect();
    Some(format!("{}: {}", excerpt(&asked, 60), errors.join("; ")))
}

/// JSON of the move in an answer.
fn asked(reply: &str) -> Option<String> {
    let value = json::read(reply).strict().ok()?;
    Some(value.get("move")?.span.of(reply).to_owned())
}

/// Lists the faults and the standard error of the bots in a saved game, from the message log beside the file.
pub(super) fn faults_and_errors(record: &GameRecord, file: &Path) -> Vec<Note> {
    let log = log_beside(file, record.players()).unwrap_or_default();
    let mut faults = Vec::new();
    let mut turns = log.turns.each_ref().map(|turns| turns.iter());
    with_game!(AnyRecord(game) = record.record(), G => {
        for state in game.states() {
            let mover = G::mover(&state);
            let Some((turn, fault)) = turns[mover].next().and_then(|turn| Some((turn, turn.fault.as_ref()?))) else {
                continue;
            };
            let why = refused_move::<G>(&state, turn).map_or_else(String::new, |why| format!(": {why}"));
            faults.push(format!("{}: {} (turn){why}", excerpt(&record.players()[mover], 40), escape(fault)));
        }
    });
    faults.extend(log.others);
    let faults = Note { heading: "Faults".to_owned(), text: faults.join("\n") };
    std::iter::once(faults).filter(|faults| !faults.text.is_empty()).chain(log.last_words).collect()
}

/// Whether a text is a message log of a meeting.
pub(super) fn is_log(text: &str) -> bool {
    text.lines().next().is_some_and(|line| serde_json::from_str::<Logged>(line).is_ok())
}

fn milliseconds(us: u64) -> String {
    format!("{}.{:03} ms", us / 1000, us % 1000)
}

/// Reads the entries for a saved game from the message log of its meeting. For the saved game `games/K.json`, the log
/// is the file `messages.jsonl` next to the directory `games`. A log that is missing or damaged is ignored.
fn log_beside(file: &Path, players: &[String; 2]) -> Option<Log> {
    // The files are numbered from 0, and the games in the message log are numbered from 1.
    let number = file.file_stem()?.to_str()?.parse::<u64>().ok()?.checked_add(1)?;
    let directory = file.parent()?.parent().map_or_else(|| PathBuf::from(".."), Path::to_path_buf);
    let source = BufReader::new(File::open(directory.join("messages.jsonl")).ok()?);
    let mut log = Log::default();
    let mut last = None;
    for line in source.lines().map_while(Result::ok) {
        let Ok(entry) = serde_json::from_str::<Logged>(&line) else { continue };
        let begins = last.replace(entry.id) != Some(entry.id);
        if entry.id != number {
            continue;
        }
        // If the record of a game was damaged, the game was played again, and the log contains the messages of both
        // games. The saved game is the one that was played last.
        if begins {
            log = Log::default();
        }
        if let Some(seat) = players.iter().position(|player| *player == entry.bot) {
            log.add(seat, entry);
        }
    }
    Some(log)
}

impl Log {
    /// Adds an entry of the message log to the turns of the player in a seat.
    fn add(&mut self, seat: usize, entry: Logged) {
        let bot = excerpt(&entry.bot, 40);
        match (entry.dir.as_str(), entry.line) {
            ("in", Some(line)) => {
                self.is_asked[seat] = is_turn(&line);
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
                // A bot that was stopped gets no messages, but each of its turns still counts as a fault.
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
            let heading = format!("Standard error of {bot}");
            self.last_words.push(Note { heading, text: escape_lines(&errors) });
        }
    }

    /// Current turn of a player, when the last message to it asked for a move.
    fn turn(&mut self, seat: usize) -> Option<&mut Turn> {
        if self.is_asked[seat] { self.turns[seat].last_mut() } else { None }
    }
}

/// Returns a phrase that says when a fault outside a bot's own turns happened.
fn moment(stage: &str) -> &str {
    match stage {
        "inactive" => "in a turn of the opponent",
        "frame" => "at the start or the end of the game",
        other => other,
    }
}

/// Whether a message asks its bot for a move.
fn is_turn(line: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(line).is_ok_and(|value| value["state"]["activeTurn"] == true)
}

/// Escapes each line of a text.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line).into_owned()).collect::<Vec<_>>().join("\n")
}
