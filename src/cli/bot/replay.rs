//! `bot replay`: replays a saved game. On a terminal, keys step through it. In a pipe, all positions are printed.

use super::{page, verify};
use crate::cli::exit::Status;
use crate::cli::figure::{FigureOptions, Form};
use crate::cli::input::NotText;
use crate::cli::output::Output;
use crate::cli::result::Place;
use crate::cli::system::Keys;
use crate::cli::{Context, Format, input, result};
use crate::diagnostics::escape::{escape, excerpt};
use crate::games::{GameWords, Record, Seat, with_game};
use crate::notation::{Kind, Notation, Reading};
use crate::protocol::explain::ending;
use crate::protocol::{AnyRecord, AnyState, GameRecord};
use crate::render::figure::replay;
use crate::render::{self, Look, Scene, Style};
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::Path;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Arguments {
    /// Saved game, or a directory with saved games, which are replayed one after the other; `-` for standard input
    #[arg(value_name = "FILE")]
    file: OsString,
    /// Print every position instead of waiting for keys
    #[arg(long)]
    all: bool,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    figure: FigureOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let directory = Path::new(&arguments.file);
    if !directory.is_dir() {
        return replay_file(arguments, context);
    }
    anyhow::ensure!(
        !arguments.figure.is_wanted(),
        "-o replays one saved game: give the file instead of the directory"
    );
    let games = verify::saved_games(directory)?;
    anyhow::ensure!(
        !games.is_empty(),
        "there is no saved game in {}",
        escape(&directory.display().to_string())
    );
    let mut status = Status::Yes;
    for (index, game) in games.into_iter().enumerate() {
        if index > 0 && context.format() != Format::Json {
            context.output.line("")?;
        }
        let one = Arguments { file: game.into_os_string(), ..arguments.clone() };
        match replay_file(&one, context)? {
            Status::Interrupted => return Ok(Status::Interrupted),
            other => status = status.and(other),
        }
    }
    Ok(status)
}

/// Replays one saved game.
fn replay_file(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let mut path = OsString::from(if arguments.file == "-" { "" } else { "@" });
    path.push(&arguments.file);
    let item = input::one(&path, "game", Kind::GameRecord)?;
    let (text, read) = match item.text {
        Ok(text) => {
            let read = GameRecord::read(&text);
            (text, read)
        }
        Err(NotText { lossy, faults }) => (lossy, Reading::refused(faults)),
    };
    let (record, faults) = read.into_parts();
    let Some(record) = record else {
        let place = Place::only(&item.name, item.path.as_deref(), None);
        result::refuse(context, place, Kind::GameRecord, &text, &faults.errors().into(), &[])?;
        return Ok(Status::No);
    };
    if arguments.figure.is_wanted() {
        let file = (arguments.file != "-").then(|| Path::new(&arguments.file));
        return save(&record, file, &arguments.figure, context);
    }
    let look = context.output.look(arguments.ascii);
    let frames = Frames::new(&record);
    if context.format() == Format::Json {
        return frames.json(context);
    }
    let moves_cursor = std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
    let has_keys = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if has_keys
        && moves_cursor
        && !arguments.all
        && context.format() == Format::Human
        && let Some(keys) = Keys::new()?
    {
        return step(&frames, &keys, &look, context);
    }
    for ply in 0..=frames.last() {
        if ply > 0 {
            context.output.line("")?;
        }
        context.output.scene(&frames.scene(ply, &look))?;
    }
    Ok(Status::Yes)
}

/// Writes the game as a page that steps through it, or its last position as a picture.
fn save(
    record: &GameRecord,
    file: Option<&Path>,
    options: &FigureOptions,
    context: &mut Context,
) -> anyhow::Result<Status> {
    if options.form()? == Form::Html {
        let page = replay::page(&page::replay(record, file), options.theme());
        options.save_bytes(page.as_bytes(), context)?;
    } else {
        let mut figure = render::figures::protocol::record(record);
        figure.title = ending(record.outcome(), record.players());
        options.save(figure, context)?;
    }
    Ok(Status::Yes)
}

/// Every position of a game, and the moves between them.
pub(super) struct Frames {
    players: [String; 2],
    states: Vec<AnyState>,
    /// The JSON of each state, and of the move before it.
    texts: Vec<(String, Option<String>)>,
    /// The description of each move, and who made it.
    pub(super) moves: Vec<(Seat, String)>,
    ending: String,
}

impl Frames {
    pub(super) fn new(record: &GameRecord) -> Self {
        with_game!(AnyRecord(game) = record.record(), G => Self::of::<G>(game))
    }

    fn of<G: GameWords>(game: &Record<G>) -> Self
    where
        AnyState: From<G::State>,
    {
        let states: Vec<_> = game.states().collect();
        let movers = states.iter().map(G::mover);
        let described = movers.zip(game.moves()).map(|(mover, of)| (mover, G::describe_move(of))).collect();
        let moves = std::iter::once(None).chain(game.moves().iter().map(|of| Some(G::write_move(of))));
        let texts = states.iter().map(G::write_state).zip(moves).collect();
        Self {
            players: game.players().clone(),
            states: states.into_iter().map(AnyState::from).collect(),
            texts,
            moves: described,
            ending: ending(game.outcome(), game.players()),
        }
    }

    fn last(&self) -> usize {
        self.moves.len()
    }

    fn scene(&self, ply: usize, look: &Look) -> Scene {
        let mut scene = Scene::new();
        let name = |seat: Seat| excerpt(&self.players[seat], 40);
        let title = match ply.checked_sub(1).and_then(|before| self.moves.get(before)) {
            None => format!("{} against {}", name(Seat::First), name(Seat::Second)),
            Some((mover, what)) => format!("ply {ply} of {}: {} {what}", self.last(), name(*mover)),
        };
        scene.line().put(title, Style::BOLD);
        let [a, b] = &self.players;
        if let Some(state) = self.states.get(ply) {
            scene.below(render::protocol::whole(state, [a, b], look));
        }
        if ply == self.last() {
            scene.line().put(self.ending.clone(), Style::BOLD);
        }
        scene
    }

    /// One object a frame.
    fn json(&self, context: &mut Context) -> anyhow::Result<Status> {
        for (ply, (state, played)) in self.texts.iter().enumerate() {
            let played = played.as_deref().unwrap_or("null");
            context.output.line(format!(r#"{{"v":1,"ply":{ply},"move":{played},"state":{state}}}"#))?;
        }
        Ok(Status::Yes)
    }
}

/// Shows one frame at a time.
fn step(frames: &Frames, keys: &Keys, look: &Look, context: &mut Context) -> anyhow::Result<Status> {
    const OTHER_SCREEN: &str = "\x1b[?1049h\x1b[?25l";
    const BACK: &str = "\x1b[?25h\x1b[?1049l";
    context.output.write(OTHER_SCREEN)?;
    let status = browse(frames, keys, look, &mut context.output);
    context.output.write(BACK)?;
    context.output.flush()?;
    status
}

fn browse(frames: &Frames, keys: &Keys, look: &Look, output: &mut Output) -> anyhow::Result<Status> {
    let mut ply = 0;
    loop {
        output.write("\x1b[H\x1b[2J")?;
        output.scene(&frames.scene(ply, look))?;
        output.line("")?;
        output.line("next: space or right   back: left   start: g   end: G   quit: q")?;
        output.flush()?;
        let Some(key) = keys.next()? else { return Ok(Status::Yes) };
        ply = match key {
            b'q' | 0x1b => return Ok(Status::Yes),
            // Control-C.
            3 => return Ok(Status::Interrupted),
            b' ' | b'n' | b'l' | b'\n' | b'C' | b'B' => (ply + 1).min(frames.last()),
            b'p' | b'h' | b'b' | 0x7f | b'D' | b'A' => ply.saturating_sub(1),
            b'g' | b'H' => 0,
            b'G' | b'F' => frames.last(),
            _ => ply,
        };
    }
}
