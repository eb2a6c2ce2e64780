//! `apply`: applies actions to a state.

use super::{Context, Result, Status, game_verbs, games, penguins, raft};
use crate::games::with_game;

/// The game to which the state belongs.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Place ice blocks in Penguins Pool Party
    #[command(alias = "penguin")]
    Penguins(penguins::Apply),
    /// Place cards and tiles, move cats, and draw cards and tiles in Race to the Raft
    ///
    /// After the action `tile`, the next action must place the fire tile that was drawn.
    Raft(raft::Apply),
    #[command(flatten)]
    Game(games::OfGame<Verb>),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::apply(arguments, context),
        Arguments::Raft(arguments) => raft::apply(arguments, context),
        Arguments::Game(of) => with_game!(of.game, G => game_verbs::apply::<G>(&of.arguments, context)),
    }
}

/// Marker type for the subcommands of the bot games.
#[derive(Debug)]
pub(crate) struct Verb;

impl games::GameVerb for Verb {
    type Arguments = game_verbs::Positions;

    fn about(title: &str) -> String {
        format!("Apply moves to a state of {title}")
    }
}
