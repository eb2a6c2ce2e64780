//! Kinds on the command line: their names, and the options that may be given beside a text.

use super::output::note;
use crate::diagnostics::Diagnostics;
use crate::diagnostics::escape::escape;
use crate::games::GameName;
use crate::kinds::{Blocks, Components, ReadOptions};
use crate::notation::{Kind, Notation as _};
use crate::penguins;
use crate::raft;

/// What may be said about a kind beside the text itself.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Allow a component that is not one of the game's
    #[arg(long)]
    pub(crate) custom: bool,
    /// For a solution of Penguins Pool Party: allow that blocks are not placed yet
    #[arg(long)]
    pub(crate) partial: bool,
    /// For a placement or a solution of Penguins Pool Party: where the penguins stand
    #[arg(long, value_name = "CHALLENGE", value_parser = challenge)]
    pub(crate) challenge: Option<penguins::Challenge>,
    /// For an action of Race to the Raft: the board it must fit (`@PATH` for a file)
    #[arg(long, value_name = "BOARD", value_parser = board)]
    pub(crate) board: Option<raft::PlayableState>,
    /// For bot-request and bot-reply: the game they belong to
    #[arg(long, value_name = "GAME", value_parser = super::games::parser())]
    pub(crate) game: Option<GameName>,
}

impl Options {
    /// Returns the options as the registry of kinds takes them.
    pub(crate) fn to_read_options(&self) -> ReadOptions {
        ReadOptions {
            components: if self.custom { Components::Any } else { Components::Official },
            blocks: if self.partial { Blocks::Some } else { Blocks::All },
            challenge: self.challenge,
            board: self.board.clone(),
            drawn_on: None,
            game: self.game,
        }
    }
}

/// Reads the value of `--challenge`; one out of canonical order is accepted with a warning.
fn challenge(text: &str) -> Result<penguins::Challenge, String> {
    let (challenge, warnings) =
        penguins::Challenge::read(text).lenient().map_err(|errors| errors.to_string())?;
    if !warnings.is_empty() {
        note(format!("warning: --challenge: {warnings}"));
    }
    Ok(challenge)
}

/// Reads the value of `--board` as a game without cards and tiles, which placements do not need.
fn board(text: &str) -> Result<raft::PlayableState, String> {
    let text = match text.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", escape(path)))?,
        None => text.to_owned(),
    };
    let board: raft::Board = text.parse().map_err(|errors: Diagnostics| errors.to_string())?;
    raft::PlayableState::on_board(board).map_err(|errors| errors.to_string())
}

/// Reads the name of a kind on the command line.
pub(crate) fn parser() -> impl clap::builder::TypedValueParser<Value = Kind> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let names = Kind::ALL.iter().map(|kind| kind.name());
    // Only names of kinds pass the first parser.
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or(Kind::Board))
}
