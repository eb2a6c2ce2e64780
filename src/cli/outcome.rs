//! `outcome`: reports whether a game continues, is won, is lost or is a draw.

use super::{Context, Result, Status, game_verbs, games, raft};
use crate::games::with_game;

/// The game to which the state belongs.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Report the outcome of a state of Race to the Raft, or the outcome after an action
    Raft(raft::OutcomeArguments),
    #[command(flatten)]
    Game(games::OfGame<Verb>),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::Raft(arguments) => raft::outcome(arguments, context),
        Arguments::Game(of) => with_game!(of.game, G => game_verbs::outcome::<G>(&of.arguments, context)),
    }
}

/// Marker type for the subcommands of the bot games.
#[derive(Debug)]
pub(crate) struct Verb;

impl games::GameVerb for Verb {
    type Arguments = game_verbs::Positions;

    fn about(title: &str) -> String {
        format!("Report the outcome of a state of {title}, or the outcome after a move")
    }
}
