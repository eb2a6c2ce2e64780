//! `bot replay`: replays a saved game. On a terminal, keys step through the game; otherwise, all positions are printed.

use super::page::{self, Remarks};
use super::saved::{ReadGame, SavedGame, is_json, no_game};
use crate::cli::figure::{FigureOptions, Form};
use crate::cli::input::{Item, NotText};
use crate::cli::paths::{files_below, shown};
use crate::cli::place::Place;
use crate::cli::system::Keys;
use crate::cli::{Context, Format, Result, Status, input, note, result};
use crate::diagnostics::{Diagnostics, escape, excerpt};
use crate::games::{GameWords, Record, Seat, with_game};
use crate::notation::Kind;
use crate::protocol::{AnyRecord, AnyState};
use crate::raft::record::{RaftRecord, describe, write_step};
use crate::render::figure::replay::{Note, Replay};
use crate::render::{self, Look, Scene, Style};
use crate::{json, raft};
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::Path;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Arguments {
    /// Saved game, or directory of saved games; `-` for standard input
    ///
    /// The games of a directory are replayed one after the other.
    #[arg(value_name = "FILE")]
    file: OsString,
    /// Print every position instead of waiting for keys
    #[arg(long)]
    all: bool,
    /// Print the messages sent to the bot that moves last
    ///
    /// The messages are printed as they were sent, up to the last turn. They come from the message log beside
    /// the game.
    #[arg(long, conflicts_with = "all")]
    requests: bool,
    /// Print the messages up to turn N
    #[arg(long, value_name = "N", requires = "requests")]
    turn: Option<usize>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    figure: FigureOptions,
}

/// Maximum number of lines per note about faults or standard error.
const NOTE_LINES: usize = 20;

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.figure.open(context)?;
    let directory = Path::new(&arguments.file);
    if !directory.is_dir() {
        return replay_file(arguments, context);
    }
    anyhow::ensure!(
        !arguments.figure.is_wanted(),
        "-o accepts only one saved game: give its file instead of the directory"
    );
    let (mut status, mut count) = (Status::Yes, 0);
    for file in files_below(directory, &is_json)? {
        let one = Arguments { file: file.into_os_string(), ..arguments.clone() };
        let item = one.item()?;
        let Some(game) = item.text.as_deref().ok().and_then(SavedGame::recognise) else {
            continue;
        };
        if count > 0 && context.format() != Format::Json {
            context.line("")?;
        }
        count += 1;
        match replay(&one, item, game, context)? {
            Status::Interrupted => return Ok(Status::Interrupted),
            other => status = status.max(other),
        }
    }
    anyhow::ensure!(count > 0, "there is no saved game in {}", directory.display());
    Ok(status)
}

impl Arguments {
    fn item(&self) -> Result<Item> {
        let mut path = OsString::from(if self.file == "-" { "" } else { "@" });
        path.push(&self.file);
        input::one(&path, "game", Kind::GameRecord)
    }
}

fn replay_file(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let item = arguments.item()?;
    let read = match &item.text {
        Ok(text) => SavedGame::read(text),
        Err(NotText { faults, .. }) => ReadGame::refused(faults.clone()),
    };
    replay(arguments, item, read, context)
}

/// Replays a saved game that has already been read.
fn replay(
    arguments: &Arguments,
    item: Item,
    ReadGame { kind, reading, beginning }: ReadGame,
    context: &mut Context,
) -> Result<Status> {
    let text = item.text.unwrap_or_else(|NotText { lossy, .. }| lossy);
    let (record, faults) = reading.into_parts();
    let Some(record) = record else {
        if text.is_empty() && context.format() == Format::Human {
            note(format!("clowder: {}", no_game(&item.name)));
            return Ok(Status::No);
        }
        if context.format() == Format::Human && arguments.file != "-" && page::is_log(&text) {
            let games = Path::new(&arguments.file).with_file_name("games");
            note(format!(
                "clowder: {} is a log of messages, not a saved game; the saved games are in the directory {}",
                escape(&item.name),
                shown(&games)
            ));
            return Ok(Status::No);
        }
        let faults = faults.errors();
        if let (Some(beginning), true) = (beginning, arguments.figure.is_wanted()) {
            save_beginning(&beginning, &faults, &arguments.figure, context)?;
        }
        let place = Place::only(&item.name, item.path.as_deref());
        result::refuse(context, place, kind, &text, &faults.into(), &result::NoMembers {})?;
        return Ok(Status::No);
    };
    let file = (arguments.file != "-").then(|| Path::new(&arguments.file));
    if arguments.figure.is_wanted() {
        anyhow::ensure!(!arguments.requests, "--requests has no effect on a picture");
        return save(&record, file, &arguments.figure, context);
    }
    if arguments.requests {
        let (SavedGame::Bots(record), Some(file)) = (&record, file) else {
            anyhow::bail!("--requests needs the file of a game between bots, with the message log beside it")
        };
        let lines = page::requests(record, file, arguments.turn)?;
        lines.into_iter().try_for_each(|line| context.line(line))?;
        return Ok(Status::Yes);
    }
    let (remarks, notes) = match &record {
        SavedGame::Bots(record) => page::remarks(record, file),
        SavedGame::Raft(_) => Default::default(),
    };
    let frames = Frames::new(&record, remarks, notes, &context.look(arguments.ascii));
    if context.format() == Format::Json {
        for (ply, Frame { state, played, .. }) in frames.all.iter().enumerate() {
            let played = played.as_deref().unwrap_or("null");
            context.line(format!(r#"{{"v":1,"ply":{ply},"move":{played},"state":{state}}}"#))?;
        }
        return Ok(Status::Yes);
    }
    let moves_cursor = std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
    let has_keys = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if has_keys
        && moves_cursor
        && !arguments.all
        && context.format() == Format::Human
        && let Some(keys) = Keys::new()?
    {
        return step(&frames, &keys, context);
    }
    for ply in 0..=frames.last() {
        if ply > 0 {
            context.line("")?;
        }
        context.scene(&frames.scene(ply))?;
    }
    Ok(Status::Yes)
}

/// Writes a page that steps through the game, or a picture of its last position.
fn save(
    game: &SavedGame,
    file: Option<&Path>,
    options: &FigureOptions,
    context: &mut Context,
) -> Result<Status> {
    if options.form()? == Form::Html {
        let replay = match game {
            SavedGame::Bots(record) => page::replay(record, file),
            SavedGame::Raft(record) => Replay::of_raft(record),
        };
        options.save_replay(&replay, context)?;
    } else {
        let picture = match game {
            SavedGame::Bots(record) => render::protocol::record(record),
            SavedGame::Raft(record) => render::raft::record(record),
        };
        options.save(&game.ending(), vec![picture.into()], context)?;
    }
    Ok(Status::Yes)
}

/// Writes an HTML page that steps through the legal beginning of a Race to the Raft game. The last frame lists the
/// errors in the game. If the requested format is SVG or PNG, writes nothing.
fn save_beginning(
    beginning: &RaftRecord,
    faults: &Diagnostics,
    options: &FigureOptions,
    context: &mut Context,
) -> Result<()> {
    if options.form()? != Form::Html {
        return Ok(());
    }
    let mut page = Replay::of_raft(beginning);
    page::refuse_rest(&mut page, faults);
    options.save_replay(&page, context)
}

struct Frame {
    /// The players (for the first position), or the move that led to this position.
    title: String,
    picture: Scene,
    /// The state as JSON.
    state: String,
    /// The move that led to this state, as JSON.
    played: Option<String>,
}

struct Frames {
    all: Vec<Frame>,
    ending: String,
    /// What the bots wrote to standard error in each turn.
    errors: Vec<String>,
    /// The faults, and what the bots wrote to standard error outside their turns.
    notes: Vec<Note>,
}

impl Frames {
    fn new(game: &SavedGame, remarks: Vec<Remarks>, mut notes: Vec<Note>, look: &Look) -> Self {
        let all = match game {
            SavedGame::Bots(record) => {
                with_game!(AnyRecord(game) = record.record(), G => frames::<G>(game, look))
            }
            SavedGame::Raft(record) => raft_frames(record, look),
        };
        let faults: Vec<_> = remarks.iter().filter_map(|remarks| remarks.fault.as_deref()).collect();
        if !faults.is_empty() {
            notes.insert(0, Note { heading: "Faults".to_owned(), text: faults.join("\n") });
        }
        Self { all, ending: game.ending(), errors: remarks.into_iter().map(|it| it.errors).collect(), notes }
    }

    fn last(&self) -> usize {
        self.all.len() - 1
    }

    fn scene(&self, ply: usize) -> Scene {
        let mut scene = Scene::new();
        let Frame { title, picture, .. } = &self.all[ply];
        let title = if ply == 0 { title.clone() } else { format!("ply {ply} of {}: {title}", self.last()) };
        scene.line().put(title, Style::BOLD);
        scene.below(picture.clone());
        if let Some(errors) = ply.checked_sub(1).and_then(|turn| self.errors.get(turn)) {
            write_note(&mut scene, "Standard error", errors);
        }
        if ply == self.last() {
            // A forfeited game has one more turn than it has moves.
            for errors in self.errors.iter().skip(ply) {
                write_note(&mut scene, "Standard error", errors);
            }
            scene.line().put(self.ending.clone(), Style::BOLD);
            for Note { heading, text } in &self.notes {
                write_note(&mut scene, heading, text);
            }
        }
        scene
    }
}

/// Adds a heading and the last lines of the text, unless the text is empty.
fn write_note(scene: &mut Scene, heading: &str, text: &str) {
    let lines: Vec<_> = text.lines().collect();
    if !lines.is_empty() {
        scene.line().put(format!("{heading}:"), Style::FAINT);
    }
    for line in &lines[lines.len().saturating_sub(NOTE_LINES)..] {
        scene.line().put(format!("  {line}"), Style::PLAIN);
    }
}

fn frames<G: GameWords>(game: &Record<G>, look: &Look) -> Vec<Frame>
where
    AnyState: From<G::State>,
{
    let name = |seat: Seat| excerpt(&game.players()[seat], 40);
    let [a, b] = game.players();
    let title = format!("{} against {}", name(Seat::First), name(Seat::Second));
    let mut next = Some((title, None));
    let mut moves = game.moves().iter();
    let mut frames = Vec::new();
    for state in game.states() {
        let Some((title, played)) = next.take() else { break };
        next = moves.next().map(|of| {
            let title = format!("{} {}", name(G::mover(&state)), G::describe_move(of));
            (title, Some(G::write_move(of)))
        });
        let text = G::write_state(&state);
        let picture = render::protocol::whole(&AnyState::from(state), [a, b]).scene(look);
        frames.push(Frame { title, picture, state: text, played });
    }
    frames
}

fn raft_frames(record: &RaftRecord, look: &Look) -> Vec<Frame> {
    let frame = |title: String, state: &raft::State, changed: &[raft::Position], played| {
        let parts: Vec<_> = state.parts().iter().map(|part| json::quote(part)).collect();
        let picture = render::raft::table(state, changed).scene(look);
        Frame { title, picture, state: format!("[{}]", parts.join(",")), played }
    };
    let first = frame("a game of Race to the Raft".to_owned(), record.initial(), &[], None);
    let later = record.steps().iter().map(|played| {
        let (step, changed) = (played.step(), render::raft::changed(played));
        frame(describe(step), played.after(), &changed, Some(write_step(step)))
    });
    std::iter::once(first).chain(later).collect()
}

/// Shows one frame at a time on the terminal's alternate screen.
fn step(frames: &Frames, keys: &Keys, context: &mut Context) -> Result<Status> {
    const OTHER_SCREEN: &str = "\x1b[?1049h\x1b[?25l";
    const BACK: &str = "\x1b[?25h\x1b[?1049l";
    context.write(OTHER_SCREEN)?;
    let status = browse(frames, keys, context);
    context.write(BACK)?;
    context.flush()?;
    status
}

fn browse(frames: &Frames, keys: &Keys, output: &mut Context) -> Result<Status> {
    let mut ply = 0;
    loop {
        output.write("\x1b[H\x1b[2J")?;
        output.scene(&frames.scene(ply))?;
        output.line("")?;
        output.line("next: space or right   back: left   start: g   end: G   quit: q")?;
        output.flush()?;
        let Some(key) = keys.next()? else { return Ok(Status::Yes) };
        ply = match key {
            b'q' | 0x1b => return Ok(Status::Yes),
            3 => return Ok(Status::Interrupted),
            b' ' | b'n' | b'l' | b'\n' | b'C' | b'B' => (ply + 1).min(frames.last()),
            b'p' | b'h' | b'b' | 0x7f | b'D' | b'A' => ply.saturating_sub(1),
            b'g' | b'H' => 0,
            b'G' | b'F' => frames.last(),
            _ => ply,
        };
    }
}
