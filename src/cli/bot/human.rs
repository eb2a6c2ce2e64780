//! `bot play --human`: lets a person play against a built-in bot, or against a program that follows the bot protocol.

#[cfg(arena)]
use crate::arena::process_player::ProcessPlayer;
use crate::cli::exit::Status;
use crate::cli::output::note;
use crate::cli::{Context, input};
use crate::diagnostics::Diagnostics;
use crate::diagnostics::escape::escape;
use crate::games::{
    BuiltIn, BuiltInPlayer, Effort, GameBots, GameName, GameResult, GameWords, Outcome, Player, PlayerError,
    Seat, with_game,
};
use crate::protocol::write_record;
use crate::random::Random;
use crate::render::{Look, Picture};
use anyhow::Context as _;
use std::fs::File;
use std::io::{self, BufRead as _, Stdin, Write as _};
use std::path::Path;

/// The opponent of the person.
pub(super) enum Opponent {
    /// A built-in bot.
    BuiltIn(BuiltIn, Effort),
    /// A program and its name.
    #[cfg(arena)]
    Program(String, Box<ProcessPlayer>),
}

/// The options of a game.
pub(super) struct Options<'a> {
    /// The person's seat.
    pub(super) person: Seat,
    pub(super) ascii: bool,
    pub(super) seed: u64,
    /// The directory in which the game is saved.
    pub(super) out: Option<&'a Path>,
}

/// Plays one game.
pub(super) fn run(
    game: GameName,
    opponent: Opponent,
    options: &Options<'_>,
    context: &mut Context,
) -> anyhow::Result<Status> {
    if let Some(directory) = options.out {
        // The directory is created now, because an error at the end of the game would be too late.
        std::fs::create_dir_all(directory).with_context(|| cannot_write(directory))?;
    }
    let (input, random) = (input::stdin()?, Random::new(options.seed));
    let terminal = Terminal { input, look: context.output.look(options.ascii), context };
    with_game!(game, G => play::<G>(opponent, options, random, terminal))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", escape(&path.display().to_string()))
}

/// Deals a game and plays it.
#[allow(
    clippy::needless_pass_by_value,
    reason = "in a build that cannot start programs, the opponent is not consumed"
)]
fn play<G: GameWords + GameBots + Picture>(
    opponent: Opponent,
    options: &Options<'_>,
    mut random: Random,
    mut terminal: Terminal<'_>,
) -> anyhow::Result<Status> {
    let state = G::deal(&mut random);
    let &Options { person, out, .. } = options;
    match opponent {
        Opponent::BuiltIn(bot, effort) => {
            let mut player = BuiltInPlayer::new(bot, random).with_effort(effort);
            // These random numbers are never used, because a built-in bot always chooses a legal move.
            let random = Random::new(0);
            let name = bot.name().to_owned();
            let names = players(person, &name);
            let table = Table::<G> { name, opponent: &mut player, person, random, terminal: &mut terminal };
            table.play(state)?.save(&names, out)
        }
        #[cfg(arena)]
        Opponent::Program(name, mut player) => {
            let names = players(person, &name);
            let name = escape(&name).into_owned();
            let table =
                Table::<G> { name, opponent: player.as_mut(), person, random, terminal: &mut terminal };
            table.play(state)?.save(&names, out)
        }
    }
}

/// Returns the names of the players for the saved game, beginning with the player who moves first.
fn players(person: Seat, opponent: &str) -> [String; 2] {
    let names = ["human".to_owned(), opponent.to_owned()];
    if person == Seat::First { names } else { [names[1].clone(), names[0].clone()] }
}

/// A game that was played to its end or only in part.
struct Played<G: GameWords> {
    initial: G::State,
    moves: Vec<G::Move>,
    /// The outcome, or `None` if the person has left the game.
    outcome: Option<Outcome>,
}

impl<G: GameWords> Played<G> {
    /// Saves the game in a directory.
    fn save(self, names: &[String; 2], out: Option<&Path>) -> anyhow::Result<Status> {
        let Some(directory) = out else { return Ok(Status::Yes) };
        let Some(outcome) = self.outcome else {
            note("the game is not over, so it was not saved");
            return Ok(Status::Yes);
        };
        let names = [names[0].as_str(), names[1].as_str()];
        let record = write_record::<G>(names, &self.initial, &self.moves, &outcome);
        for number in 0.. {
            let path = directory.join(format!("{number}.json"));
            match File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => {
                    let written = file.and_then(|mut file| {
                        file.write_all(record.as_bytes())?;
                        file.sync_all()
                    });
                    written.with_context(|| cannot_write(&path))?;
                    note(format!("the game was saved as {}", escape(&path.display().to_string())));
                    break;
                }
            }
        }
        Ok(Status::Yes)
    }
}

/// The terminal of the person.
struct Terminal<'a> {
    input: Stdin,
    look: Look,
    context: &'a mut Context,
}

impl Terminal<'_> {
    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        self.context.output.line(text)?;
        self.context.output.flush()
    }
}

/// A game between a person and an opponent.
struct Table<'a, 'b, G: GameWords> {
    /// The name of the opponent, escaped for display.
    name: String,
    opponent: &'a mut dyn Player<G>,
    person: Seat,
    random: Random,
    terminal: &'a mut Terminal<'b>,
}

impl<G: GameWords + Picture> Table<'_, '_, G> {
    fn play(mut self, initial: G::State) -> anyhow::Result<Played<G>> {
        let (mut state, mut moves) = (initial.clone(), Vec::new());
        self.terminal.say(&format!(
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
                self.terminal.say(&format!("{result}, {own} : {other}"))?;
                return Ok(Played { initial, moves, outcome: Some(outcome) });
            }
            let mover = G::mover(&state);
            let chosen = if mover == self.person {
                let result = self.opponent.watch(&G::view(&state, mover.other(), "you"));
                self.note(result)?;
                self.show(&state)?;
                match self.ask(&state)? {
                    Some(chosen) => chosen,
                    None => return Ok(Played { initial, moves, outcome: None }),
                }
            } else {
                self.opponents_move(&state)?
            };
            G::apply(&mut state, &chosen);
            moves.push(chosen);
        }
    }

    /// Asks the opponent for a move, and describes the move to the person. A card drawn from the deck stays hidden.
    fn opponents_move(&mut self, state: &G::State) -> anyhow::Result<G::Move> {
        let view = G::view(state, G::mover(state), "you");
        let chosen = match self.opponent.choose(&view) {
            Ok(chosen) => chosen,
            Err(error) => {
                let why = why_no_move(&error);
                let name = &self.name;
                self.terminal
                    .say(&format!("{name} {}\nA random move is played for {name}.", escape(&why)))?;
                let random = self.random.choose(&G::legal_moves(state)).cloned();
                random.ok_or_else(|| anyhow::anyhow!("the game is not over, but there is no legal move"))?
            }
        };
        self.terminal.say(&format!("{} {}", self.name, G::describe_move(&chosen)))?;
        Ok(chosen)
    }

    /// Reports an error of the opponent to the person. The error occurred in the answer to a message that requests no
    /// move.
    fn note(&mut self, result: Result<(), PlayerError>) -> anyhow::Result<()> {
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.terminal.say(&format!("{} {}", self.name, escape(&why_no_move(&error)))),
        }
    }

    fn show(&mut self, state: &G::State) -> anyhow::Result<()> {
        let view = G::view(state, self.person, &self.name);
        let scene = G::draw_view(&view, &self.terminal.look);
        self.terminal.context.output.line("")?;
        self.terminal.context.output.scene(&scene)
    }

    /// Asks the person for a move. Returns `None` if the person ends the game.
    fn ask(&mut self, state: &G::State) -> anyhow::Result<Option<G::Move>> {
        loop {
            let output = &mut self.terminal.context.output;
            output.write("> ")?;
            output.flush()?;
            let mut line = Vec::new();
            if self.terminal.input.lock().read_until(b'\n', &mut line)? == 0 {
                output.line("")?;
                return Ok(None);
            }
            // Bytes that are not UTF-8 become replacement characters. A line with a replacement character is never a
            // valid move.
            match String::from_utf8_lossy(&line).trim() {
                "" => {}
                "q" => return Ok(None),
                "?" => {
                    let moves: Vec<_> = G::legal_moves(state).iter().map(G::type_move).collect();
                    self.terminal.say(&moves.join("  "))?;
                }
                typed => {
                    let json = G::expand_typed_move(typed).unwrap_or_else(|| typed.to_owned());
                    match G::parse_move(state, &json) {
                        Ok(chosen) => return Ok(Some(chosen)),
                        Err(diagnostics) => self.terminal.say(&why_illegal(&diagnostics))?,
                    }
                }
            }
        }
    }
}

/// Returns the reason why the opponent gave no legal move, in one line.
fn why_no_move(error: &PlayerError) -> String {
    match error {
        PlayerError::WantsRandomMove => "requests a random move".to_owned(),
        PlayerError::Illegal { asked, diagnostics } => {
            format!("asked for {asked}: {}", why_illegal(diagnostics))
        }
        other => other.to_string(),
    }
}

/// Returns the reason why a move is not legal, in one line.
fn why_illegal(diagnostics: &Diagnostics) -> String {
    let messages: Vec<_> = diagnostics.iter().map(|it| escape(&it.message)).collect();
    if diagnostics.iter().any(|error| error.code.group() == "json") {
        return "this is not a move; `?` lists the legal moves".to_owned();
    }
    messages.join("; ")
}
