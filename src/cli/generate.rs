//! `generate`: seeded random instances.

use super::exit::Status;
use super::seed::Seed;
use super::{Context, penguins, raft};
use crate::grade::{Suite, generate};

/// What is made.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Where penguins stand, so that the blocks can be laid
    PenguinsChallenge(penguins::Generate),
    /// States met in random games
    RaftState(raft::Generate),
    /// Whole random games: state, action, next state and outcome, a line a step
    RaftGame(raft::GenerateGames),
    /// Cases with their answers, for `grade`: right ones and near misses in turn
    Cases(Cases),
}

/// `generate cases`.
#[derive(clap::Args, Debug)]
pub(crate) struct Cases {
    /// What is asked, one of those that `grade --suites` lists; may be given again [default: every suite in turn]
    #[arg(long, value_name = "SUITE", value_parser = suite)]
    suite: Vec<Suite>,
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
}

fn suite(name: &str) -> Result<Suite, String> {
    name.parse().map_err(|_| "`clowder grade --suites` lists the suites".to_owned())
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::PenguinsChallenge(arguments) => penguins::generate(arguments, context),
        Arguments::RaftState(arguments) => raft::generate_states(arguments, context),
        Arguments::RaftGame(arguments) => raft::generate_games(arguments, context),
        Arguments::Cases(arguments) => cases(arguments, context),
    }
}

fn cases(arguments: &Cases, context: &mut Context) -> anyhow::Result<Status> {
    let seed = arguments.seed.get();
    let suites = if arguments.suite.is_empty() { Suite::ALL } else { &arguments.suite };
    for index in 0..arguments.count {
        let suite = suites[(index % suites.len() as u64) as usize];
        context.output.line(generate::case(suite, seed, index / suites.len() as u64).line())?;
    }
    Ok(Status::Yes)
}
