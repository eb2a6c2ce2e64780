//! `--board`: an action that must fit a board, whatever is in hand.

use super::super::kinds::{Options, Reading};
use super::respan;
use crate::diagnostics::escape::escape;
use crate::notation::Notation;
use crate::raft::rules::read_action;
use crate::raft::{Action, Board, PlayableState};

/// The board of `--board`, as a game without cards and tiles: geometry asks for none.
pub(crate) fn board(text: &str) -> Result<PlayableState, String> {
    let text = match text.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", escape(path)))?,
        None => text.to_owned(),
    };
    let board: Board = text.parse().map_err(|faults: crate::diagnostics::Diagnostics| faults.to_string())?;
    PlayableState::on_board(board).map_err(|faults| faults.to_string())
}

/// Whether a text is a canonical action that fits `--board`, if one is given.
pub(crate) fn action_fits(text: &str, options: &Options) -> bool {
    let fits = |action: &Action| options.board.as_ref().is_none_or(|game| game.fits(action));
    Action::parse_canonical(text).is_some_and(|action| fits(&action))
}

/// An action and its faults, those of `--board` among them.
pub(crate) fn read_action_on(text: &str, options: &Options) -> Reading {
    let (_, mut faults) = Action::read(text).into_parts();
    if let (Some(action), Some(game)) = (read_action(text).0, &options.board) {
        faults.extend(respan(text, &action, game.placement_errors(&action)));
        faults.sort();
    }
    Reading { canonical: Action::read(text).into_value().map(|action| action.to_string()), faults }
}
