//! `legal-moves`: lists the legal actions in a state.

use super::{Context, Result, Status, game_verbs, games, penguins, raft};
use crate::games::with_game;

/// The game to which the state belongs.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// List the possible placements of the remaining ice blocks in Penguins Pool Party
    #[command(alias = "penguin")]
    Penguins(penguins::LegalMoves),
    /// List the legal card placements, cat moves and draws in Race to the Raft, or the placements of a tile
    Raft(raft::LegalMoves),
    #[command(flatten)]
    Game(games::OfGame<Verb>),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::legal_moves(arguments, context),
        Arguments::Raft(arguments) => raft::legal_moves(arguments, context),
        Arguments::Game(of) => with_game!(of.game, G => game_verbs::legal_moves::<G>(&of.arguments, context)),
    }
}

/// Marker type for the subcommands of the bot games.
#[derive(Debug)]
pub(crate) struct Verb;

impl games::GameVerb for Verb {
    type Arguments = game_verbs::LegalMoves;

    fn about(title: &str) -> String {
        format!("List the legal moves in a state of {title}")
    }
}
