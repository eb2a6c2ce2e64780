//! `bot play`: a built-in bot on standard input and output, or a person against one or against a program.

use super::human::{self, Bot};
use crate::arena::opponent::{self, Opponent};
use crate::arena::process::Program;
use crate::cli::exit::Status;
use crate::cli::input::NotText;
use crate::cli::output::note;
use crate::cli::result::Name;
use crate::cli::{Context, games, input, result, seed};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Severity, Source, Span};
use crate::games::GameName;
use crate::protocol::message::Message;
use crate::protocol::{MAX_LINE, Player, Reply, Request};
use crate::random::Random;
use std::ffi::OsString;
use std::io::{BufRead, Read as _};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Which bot plays; against a person, the strongest unless one is named. `perfect` knows tictactoe only
    #[arg(value_name = "BOT", value_parser = parser(), required_unless_present = "human", conflicts_with = "command")]
    bot: Option<Player>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Play against the bot yourself, in the terminal
    #[arg(long)]
    human: bool,
    /// With --human: the bot moves first
    #[arg(long, requires = "human")]
    second: bool,
    /// With --human: use ASCII characters only
    #[arg(long, requires = "human")]
    ascii: bool,
    #[command(flatten)]
    seed: seed::Seed,
    /// With --human: the program to play against, and its arguments
    #[arg(last = true, requires = "human", value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Reads the name of a built-in bot.
fn parser() -> impl clap::builder::TypedValueParser<Value = Player> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let names = Player::ALL.map(Player::name);
    // Only names of bots pass the first parser.
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or(Player::Random))
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let game = arguments.game;
    let strongest = if Player::Perfect.knows(game) { Player::Perfect } else { Player::Greedy };
    let bot = arguments.bot.unwrap_or(strongest);
    anyhow::ensure!(bot.knows(game), "no bot plays {} perfectly; `greedy` is the strongest", game.name());
    if arguments.human {
        let seed = arguments.seed.get();
        let bot = match arguments.command.first() {
            Some(name) => {
                Bot::Program(name.to_string_lossy().into_owned(), program(&arguments.command, seed)?)
            }
            None => Bot::BuiltIn(bot),
        };
        return human::run(game, bot, usize::from(arguments.second), arguments.ascii, seed, context);
    }
    // Only one bot leaves anything to chance.
    let seed = if bot == Player::Random { arguments.seed.get() } else { 0 };
    answer_all(bot, game, seed, context)
}

/// A program to play against, started.
fn program(command: &[OsString], seed: u64) -> anyhow::Result<Box<Opponent>> {
    let mut program = Program::new(command);
    program.variables.push(("TIMEOUT".into(), opponent::PATIENCE.as_millis().to_string().into()));
    let child = program.spawn().map_err(|error| anyhow::anyhow!("{}", escape(&error.to_string())))?;
    note(format!("sandbox: {}", escape(&child.level().to_string())));
    Ok(Box::new(Opponent::new(child, seed)))
}

/// The bot's chances. Each game has its own, whatever was played before: a tournament that is resumed starts the bot
/// again, and must go on as if it had not been interrupted.
struct Dice {
    seed: u64,
    random: Random,
}

impl Dice {
    fn begin(&mut self, number: i64, round: &str) {
        // FNV-1a: rounds of equal numbers of games must not repeat one another.
        let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
        let round = round.bytes().fold(2_166_136_261, mix);
        self.random = Random::stream(self.seed, (u64::from(round) << 32) ^ number as u64);
    }
}

/// Answers every request until standard input ends.
fn answer_all(bot: Player, game: GameName, seed: u64, context: &mut Context) -> anyhow::Result<Status> {
    let mut input = input::stdin()?.lock();
    let mut dice = Dice { seed, random: Random::new(seed) };
    let mut line = Vec::new();
    loop {
        line.clear();
        // A line without an end is cut at a length no request has.
        if input.by_ref().take(2 * MAX_LINE as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(Status::Yes);
        }
        let colour = context.output.error_colour;
        if let Some(reply) = answer(&line, bot, game, &mut dice, colour) {
            context.output.line(reply.to_string())?;
            // A reply in a buffer is a reply too late.
            context.output.flush()?;
        }
    }
}

/// The reply to a line; none to one that is no request, which is told on standard error.
fn answer(line: &[u8], bot: Player, game: GameName, dice: &mut Dice, colour: bool) -> Option<Reply> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return None;
    }
    let (text, (request, faults)) = match input::decode(line.to_vec()) {
        Ok(text) => {
            let read = Request::read_for(&text, Some(game)).into_parts();
            (text, read)
        }
        Err(NotText { lossy, faults }) => (lossy, (None, faults)),
    };
    if faults.iter().any(|fault| fault.severity == Severity::Error) {
        note(result::human_faults(Name::Source("request"), Source::whole(&text), &faults, colour).trim_end());
    }
    let request = request?;
    let chosen = match &request.message {
        Message::Turn(view) => bot.choose(view, &mut dice.random),
        Message::NewGame { number, round } => {
            dice.begin(*number, round);
            None
        }
        Message::EndGame { .. } => None,
    };
    // Where no move is asked for, any answer will do.
    let answer = chosen.unwrap_or_else(|| "0".to_owned());
    Some(Reply { answer, span: Span::at(0), message_id: request.message_id })
}
