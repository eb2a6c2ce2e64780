//! `outcome`: goes on, won or lost, and why.

use super::exit::Status;
use super::{Context, games, raft};
use crate::games::with_game;

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// How a game of Race to the Raft stands, or would stand after an action
    Raft(raft::OutcomeArguments),
    #[command(flatten)]
    Game(games::OfGame<Verb>),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Raft(arguments) => raft::outcome(arguments, context),
        Arguments::Game(of) => with_game!(of.game, G => games::outcome::<G>(&of.arguments, context)),
    }
}

/// The subcommands of the bot games.
#[derive(Debug)]
pub(crate) struct Verb;

impl games::GameVerb for Verb {
    type Arguments = games::Positions;

    fn about(title: &str) -> String {
        format!("How it stands in a game of {title}")
    }
}
