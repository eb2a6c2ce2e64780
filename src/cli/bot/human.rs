//! `bot play --human`: lets a human player play against a built-in bot, or against a program that follows the bot
//! protocol.

#[cfg(arena)]
use crate::arena::process_player::ProcessPlayer;
use crate::cli::paths::{cannot_write, shown};
use crate::cli::{Context, Status, input, note};
use crate::diagnostics::{Diagnostics, escape};
use crate::games::{
    BuiltIn, BuiltInPlayer, Effort, GameBots, GameName, GameResult, GameWords, Outcome, Player, PlayerError,
    Seat, with_game,
};
use crate::protocol::write_record;
use crate::random::{Random, Seed};
use crate::render::{Look, Pictured};
use anyhow::{Context as _, Result};
use std::fs::File;
use std::io::{self, Stdin, Write as _};
use std::path::Path;

/// The human player's opponent.
#[cfg_attr(not(arena), derive(Clone, Copy))]
pub(super) enum Opponent {
    BuiltIn(BuiltIn, Effort),
    #[cfg(arena)]
    Program(String, Box<ProcessPlayer>),
}

pub(super) struct Options<'a> {
    /// The human player's seat.
    pub(super) person: Seat,
    pub(super) ascii: bool,
    pub(super) seed: Seed,
    pub(super) out: Option<&'a Path>,
}

pub(super) fn run(
    game: GameName,
    opponent: Opponent,
    options: &Options<'_>,
    context: &mut Context,
) -> Result<Status> {
    if let Some(directory) = options.out {
        // The directory is created now, because an error after the game would come too late.
        std::fs::create_dir_all(directory).with_context(|| cannot_write(directory))?;
    }
    with_game!(game, G => play::<G>(opponent, options, context))
}

fn play<G: GameWords + GameBots + Pictured>(
    opponent: Opponent,
    options: &Options<'_>,
    context: &mut Context,
) -> Result<Status> {
    let (input, mut random) = (input::stdin()?, Random::new(options.seed));
    let initial = G::deal(&mut random);
    let (name, opponent, random): (_, Box<dyn Player<G>>, _) = match opponent {
        // A built-in bot always chooses a legal move, so the random numbers for replacement moves are never used.
        Opponent::BuiltIn(bot, effort) => {
            let player = BuiltInPlayer::new(bot, random).with_effort(effort);
            (bot.name().to_owned(), Box::new(player), Random::new(0))
        }
        #[cfg(arena)]
        Opponent::Program(name, player) => (name, player, random),
    };
    let shown = escape(&name).into_owned();
    let look = context.look(options.ascii);
    let person = options.person;
    let mut table = Table::<G> { name: shown, opponent, person, random, input, look, context };
    let (moves, outcome) = table.play(initial.clone())?;
    let Some(directory) = options.out else { return Ok(Status::Yes) };
    let Some(outcome) = outcome else {
        note("the game is not over, so it was not saved");
        return Ok(Status::Yes);
    };
    let names = if person == Seat::First { ["human", &name] } else { [&name, "human"] };
    save(directory, &write_record::<G>(names, &initial, &moves, &outcome))?;
    Ok(Status::Yes)
}

/// Saves a game in `directory` as `N.json`, where N is the first free number.
fn save(directory: &Path, record: &str) -> Result<()> {
    let mut number = 0;
    loop {
        let path = directory.join(format!("{number}.json"));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            file => {
                let written = file.and_then(|mut file| {
                    file.write_all(record.as_bytes())?;
                    file.sync_all()
                });
                written.with_context(|| cannot_write(&path))?;
                note(format!("the game was saved as {}", shown(&path)));
                return Ok(());
            }
        }
    }
}

struct Table<'a, G: GameWords> {
    /// The opponent's name, escaped for display.
    name: String,
    opponent: Box<dyn Player<G>>,
    person: Seat,
    random: Random,
    input: Stdin,
    look: Look,
    context: &'a mut Context,
}

impl<G: GameWords + Pictured> Table<'_, G> {
    /// Returns the moves played and, unless the human player quits, the outcome.
    fn play(&mut self, mut state: G::State) -> Result<(Vec<G::Move>, Option<Outcome>)> {
        let mut moves = Vec::new();
        self.context.say(format!(
            "You play against {}. A move is {}. Type `?` for the legal moves and `q` to end the game.",
            self.name,
            G::MOVE_HELP
        ))?;
        let result = self.opponent.new_game(1, "Round 1");
        self.note(result)?;
        loop {
            if let Some(outcome) = G::result(&state) {
                let result = self.opponent.end_game(&outcome, self.person.other(), &state);
                self.note(result)?;
                self.show(&state)?;
                let result = match outcome.result_for(self.person) {
                    GameResult::Won => "You win".to_owned(),
                    GameResult::Lost => format!("{} wins", self.name),
                    GameResult::Drawn => "A draw".to_owned(),
                };
                let scores = outcome.scores();
                let (own, other) = (scores[self.person], scores[self.person.other()]);
                self.context.say(format!("{result}, {own} : {other}"))?;
                return Ok((moves, Some(outcome)));
            }
            let mover = G::mover(&state);
            let chosen = if mover == self.person {
                let result = self.opponent.watch(&G::view(&state, mover.other(), "you"));
                self.note(result)?;
                self.show(&state)?;
                let Some(chosen) = self.ask(&state)? else { return Ok((moves, None)) };
                chosen
            } else {
                self.opponents_move(&state)?
            };
            G::apply(&mut state, &chosen);
            moves.push(chosen);
        }
    }

    /// Asks the opponent for a move. Describes the move to the human player, without revealing a card drawn from the
    /// deck.
    fn opponents_move(&mut self, state: &G::State) -> Result<G::Move> {
        let view = G::view(state, G::mover(state), "you");
        let chosen = match self.opponent.choose(&view) {
            Ok(chosen) => chosen,
            Err(error) => {
                let why = why_no_move(&error);
                let name = &self.name;
                self.context.say(format!("{name} {}\nA random move is played for {name}.", escape(&why)))?;
                let random = self.random.choose(&G::legal_moves(state)).cloned();
                random.ok_or_else(|| anyhow::anyhow!("the game is not over, but there is no legal move"))?
            }
        };
        self.context.say(format!("{} {}", self.name, G::describe_move(&chosen)))?;
        Ok(chosen)
    }

    /// Reports an error in the opponent's answer to a message that does not ask for a move.
    fn note(&mut self, result: Result<(), PlayerError>) -> Result<()> {
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.context.say(format!("{} {}", self.name, escape(&why_no_move(&error)))),
        }
    }

    fn show(&mut self, state: &G::State) -> Result<()> {
        let view = G::view(state, self.person, &self.name);
        let scene = G::of_view(&view).scene(&self.look);
        self.context.line("")?;
        self.context.scene(&scene)
    }

    /// Asks the human player for a move. Returns `None` if the player ends the game.
    fn ask(&mut self, state: &G::State) -> Result<Option<G::Move>> {
        loop {
            let Some(line) = input::ask(&self.input, self.context)? else { return Ok(None) };
            match &*line {
                "" => {}
                "q" => return Ok(None),
                "?" => {
                    let moves: Vec<_> = G::legal_moves(state).iter().map(G::type_move).collect();
                    self.context.say(moves.join("  "))?;
                }
                typed => {
                    let json = G::expand_typed_move(typed).unwrap_or_else(|| typed.to_owned());
                    match G::parse_move(state, &json) {
                        Ok(chosen) => return Ok(Some(chosen)),
                        Err(diagnostics) => self.context.say(why_illegal(&diagnostics))?,
                    }
                }
            }
        }
    }
}

/// Explains in one line why the opponent gave no legal move.
fn why_no_move(error: &PlayerError) -> String {
    match error {
        PlayerError::WantsRandomMove => "requests a random move".to_owned(),
        PlayerError::Illegal { asked, diagnostics } => {
            format!("asked for {asked}: {}", why_illegal(diagnostics))
        }
        other => other.to_string(),
    }
}

/// Explains in one line why a move is illegal.
fn why_illegal(diagnostics: &Diagnostics) -> String {
    let messages: Vec<_> = diagnostics.iter().map(|it| escape(&it.message)).collect();
    if diagnostics.iter().any(|error| error.code.group() == "json") {
        return "this is not a move; `?` lists the legal moves".to_owned();
    }
    messages.join("; ")
}
