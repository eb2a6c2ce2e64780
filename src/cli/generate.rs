//! `generate`: random strings, games and test cases from a seed.

use super::exit::Status;
use super::output_file::OutputFile;
use super::seed::Seed;
use super::{Context, generate_kinds, penguins, raft};
#[cfg(arena)]
use crate::arena::referee::Setting;
#[cfg(arena)]
use crate::cli::games;
#[cfg(arena)]
use crate::games::{GameJson as _, GameName, with_game};
use crate::grade::{Suite, generate};

/// The sort of things to generate.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Generate challenges of Penguins Pool Party that have a solution
    PenguinsChallenge(penguins::Generate),
    /// Generate states of Race to the Raft from random games
    #[command(aliases = ["state", "gamestate", "game-state"])]
    RaftState(raft::Generate),
    /// Generate whole games of Race to the Raft
    RaftGame(raft::GenerateGames),
    /// Generate starting states of a bot game, for `bot match --deals`
    #[cfg(arena)]
    Deals(Deals),
    /// Generate test cases for `grade` with their answers
    ///
    /// Cases with the answer yes and near misses take turns.
    Cases(Cases),
    #[command(flatten)]
    Kind(generate_kinds::OfKind),
}

/// `generate cases`.
#[derive(clap::Args, Debug)]
pub(crate) struct Cases {
    /// Suite of the cases (see `clowder grade --suites`); can be repeated [default: every suite in turn]
    #[arg(long, value_name = "SUITE", value_parser = suite)]
    suite: Vec<Suite>,
    /// Number of cases
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// `generate deals`.
#[cfg(arena)]
#[derive(clap::Args, Debug)]
pub(crate) struct Deals {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Number of deals
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// Writes the deals that a match with the same seed would have, one per line.
#[cfg(arena)]
fn deals(arguments: &Deals, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let seed = arguments.seed.get();
    for deal in 0..arguments.count {
        let setting = Setting { number: 1, round: "", seed, stream: deal as u64 };
        let line = with_game!(arguments.game, G => G::write_state(&setting.deal::<G>()));
        context.output.line(line)?;
    }
    Ok(Status::Yes)
}

fn suite(name: &str) -> Result<Suite, String> {
    name.parse().map_err(|_| "`clowder grade --suites` lists the suites".to_owned())
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::PenguinsChallenge(arguments) => penguins::generate(arguments, context),
        Arguments::RaftState(arguments) => raft::generate_states(arguments, context),
        Arguments::RaftGame(arguments) => raft::generate_games(arguments, context),
        #[cfg(arena)]
        Arguments::Deals(arguments) => deals(arguments, context),
        Arguments::Cases(arguments) => cases(arguments, context),
        Arguments::Kind(of) => generate_kinds::run(of, context),
    }
}

fn cases(arguments: &Cases, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let seed = arguments.seed.get();
    let suites = if arguments.suite.is_empty() { Suite::ALL } else { &arguments.suite };
    for index in 0..arguments.count {
        let suite = suites[(index % suites.len() as u64) as usize];
        context.output.line(generate::case(suite, seed, index / suites.len() as u64).line())?;
    }
    Ok(Status::Yes)
}
