//! `apply`: the state after actions, or why not.

use super::exit::Status;
use super::{Context, games, penguins, raft};
use crate::games::with_game;

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Place ice blocks: `apply penguins 20113123 A321 B104`
    Penguins(penguins::Apply),
    /// Lay cards and tiles, move cats, draw: `apply raft STATE A3D3 tile`
    ///
    /// Beside the actions of a string, `tile` draws a fire tile from the bag, which is then to be placed.
    Raft(raft::Apply),
    #[command(flatten)]
    Game(games::OfGame<Verb>),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::apply(arguments, context),
        Arguments::Raft(arguments) => raft::apply(arguments, context),
        Arguments::Game(of) => with_game!(of.game, G => games::apply::<G>(&of.arguments, context)),
    }
}

/// The subcommands of the bot games.
#[derive(Debug)]
pub(crate) struct Verb;

impl games::GameVerb for Verb {
    type Arguments = games::Positions;

    fn about(title: &str) -> String {
        format!("Play moves of {title}")
    }
}
