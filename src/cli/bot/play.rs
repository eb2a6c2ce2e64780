//! `bot play`: answers as a built-in bot, or lets a human player play against a bot or a program.

use super::human::{self, Opponent};
#[cfg(arena)]
use crate::arena::process::Program;
#[cfg(arena)]
use crate::arena::process_player::{ProcessPlayer, TIME_LIMIT};
use crate::cli::input::NotText;
use crate::cli::result::Name;
use crate::cli::{Context, Result, Status, games, input, note, result, seed};
use crate::diagnostics::{Severity, Source};
use crate::games::{BuiltIn, Effort, GameName, Seat, with_game};
use crate::notation::Reading;
use crate::protocol::{AnyView, MAX_LINE, Message, Reply, Request};
use crate::random::{Random, Seed};
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, Read as _};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Name of the built-in bot [default with --human: the strongest]
    ///
    /// `perfect` plays only tic-tac-toe, and `expert` plays only Arboretum. `expert` searches for half of the time
    /// limit, which the referee sets in the variable TIMEOUT.
    #[arg(value_name = "BOT", value_parser = parser(), required_unless_present = "human", conflicts_with = "command")]
    bot: Option<BuiltIn>,
    /// Play this game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Play against the bot yourself, in the terminal
    #[arg(long)]
    human: bool,
    /// With --human, let the bot move first
    #[arg(long, requires = "human")]
    second: bool,
    /// With --human, draw pictures with ASCII characters only
    #[arg(long, requires = "human")]
    ascii: bool,
    /// With --human, save the finished game in this directory
    #[arg(long, value_name = "DIR", requires = "human")]
    out: Option<PathBuf>,
    /// For `expert`, simulate N games per move
    ///
    /// This replaces the time limit, so that a seed always gives the same moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rollouts: Option<u32>,
    #[command(flatten)]
    seed: seed::Seed,
    /// With --human, the program to play against
    #[arg(last = true, requires = "human", value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn parser() -> impl clap::builder::TypedValueParser<Value = BuiltIn> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let names = BuiltIn::ALL.map(BuiltIn::name);
    // `PossibleValuesParser` accepts only bot names, so `parse` never fails and the default `Random` is never used.
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or(BuiltIn::Random))
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let game = arguments.game;
    let strongest = BuiltIn::strongest(game);
    let bot = arguments.bot.unwrap_or(strongest);
    anyhow::ensure!(
        bot.plays(game),
        "there is no bot `{}` for {}; the strongest is `{}`",
        bot.name(),
        game.name(),
        strongest.name(),
    );
    anyhow::ensure!(
        arguments.rollouts.is_none() || bot == BuiltIn::Expert && arguments.command.is_empty(),
        "--rollouts has an effect only for the bot `expert`"
    );
    let effort = arguments.rollouts.map_or_else(time_limit, Effort::Rollouts);
    if arguments.human {
        // Choosing a seed also prints the seed. If this build cannot start the program, no seed is chosen, so that only
        // the error is printed.
        let needs_seed = cfg!(arena) || arguments.command.is_empty();
        let seed = if needs_seed { arguments.seed.get() } else { Seed::default() };
        let opponent = match arguments.command.first() {
            Some(name) => program(name, &arguments.command, seed)?,
            None => Opponent::BuiltIn(bot, effort),
        };
        let person = if arguments.second { Seat::Second } else { Seat::First };
        let options = human::Options { person, ascii: arguments.ascii, seed, out: arguments.out.as_deref() };
        return human::run(game, opponent, &options, context);
    }
    // Only the bots `random` and `expert` use random numbers.
    let is_random = matches!(bot, BuiltIn::Random | BuiltIn::Expert);
    let seed = if is_random { arguments.seed.get() } else { Seed::default() };
    answer_all(Answerer { bot, game, effort, seed, random: Random::new(seed) }, context)
}

/// Returns the effort that fits the time limit in `TIMEOUT` (set by the referee), or the default effort if there is no
/// time limit.
fn time_limit() -> Effort {
    let limit = std::env::var("TIMEOUT").ok().and_then(|limit| limit.parse().ok());
    limit.map_or_else(Effort::default, |limit| Effort::within(Duration::from_millis(limit)))
}

struct Answerer {
    bot: BuiltIn,
    game: GameName,
    effort: Effort,
    seed: Seed,
    /// Random numbers for the current game. A resumed tournament restarts the bot, but must produce the same games as
    /// an uninterrupted tournament. The numbers therefore do not depend on earlier games.
    random: Random,
}

impl Answerer {
    fn begin(&mut self, number: usize, round: &str) {
        // Games with the same number in different rounds must differ, so the stream number contains a hash (FNV-1a) of
        // the round name.
        let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
        let round = round.bytes().fold(2_166_136_261, mix);
        self.random = Random::stream(self.seed, (u64::from(round) << 32) ^ number as u64);
    }
}

#[cfg(arena)]
fn program(name: &OsStr, command: &[OsString], seed: Seed) -> Result<Opponent> {
    let mut program = Program::new(command);
    program.variables.push(("TIMEOUT".into(), TIME_LIMIT.as_millis().to_string().into()));
    let child = program.spawn().map_err(anyhow::Error::msg)?;
    crate::cli::programs::note_sandbox([child.level()]);
    let player = Box::new(ProcessPlayer::new(child, seed));
    Ok(Opponent::Program(name.to_string_lossy().into_owned(), player))
}

#[cfg(not(arena))]
fn program(_: &OsStr, _: &[OsString], _: Seed) -> Result<Opponent> {
    Err(crate::cli::programs::missing("bot play with a command"))
}

fn answer_all(mut bot: Answerer, context: &mut Context) -> Result<Status> {
    let mut input = input::stdin()?.lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // A line longer than twice the maximum length of a request is read in pieces, to limit the memory.
        if input.by_ref().take(2 * MAX_LINE as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(Status::Yes);
        }
        let colour = context.error_colour;
        if let Some(reply) = answer(&line, &mut bot, colour) {
            context.say(reply.to_string())?;
        }
    }
}

/// Replies to a request. If the line is not a valid request, writes the line's errors to standard error
/// instead.
fn answer(line: &[u8], bot: &mut Answerer, colour: bool) -> Option<Reply> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return None;
    }
    let (text, reading) = match input::decode(line.to_vec()) {
        Ok(text) => {
            let reading = Request::read_for(&text, Some(bot.game));
            (text, reading)
        }
        Err(NotText { lossy, faults }) => (lossy, Reading::refused(faults)),
    };
    let (request, diagnostics) = reading.into_parts();
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        let name = Name::Source("request");
        note(result::human_faults(name, Source::whole(&text), &diagnostics, colour).trim_end());
    }
    let request = request?;
    let id = request.message_id();
    let reply = match request.message() {
        Message::Turn(view) => with_game!(AnyView(view) = view, G => {
            bot.bot.choose_with::<G>(view, bot.effort, &mut bot.random).map(|chosen| Reply::play::<G>(&chosen, id))
        }),
        Message::NewGame { number, round } => {
            bot.begin(*number, round);
            None
        }
        Message::EndGame { .. } => None,
    };
    Some(reply.unwrap_or_else(|| Reply::acknowledge(id)))
}
