//! `legal-moves`: every legal action, sorted.

use super::exit::Status;
use super::{Context, games, penguins, raft};
use crate::games::with_game;

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Places for the ice blocks left: `legal-moves penguins 20113123:A321`
    Penguins(penguins::LegalMoves),
    /// Cards, moves of cats, draws, or the placements of a tile
    Raft(raft::LegalMoves),
    #[command(flatten)]
    Game(games::OfGame<Verb>),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::legal_moves(arguments, context),
        Arguments::Raft(arguments) => raft::legal_moves(arguments, context),
        Arguments::Game(of) => with_game!(of.game, G => games::legal_moves::<G>(&of.arguments, context)),
    }
}

/// The subcommands of the bot games.
#[derive(Debug)]
pub(crate) struct Verb;

impl games::GameVerb for Verb {
    type Arguments = games::LegalMoves;

    fn about(title: &str) -> String {
        format!("The moves of {title}")
    }
}
