//! Rules for placing pathway cards and fire tiles.
//!
//! Each rule is implemented twice: as a fast test with bitboards, and as a function that lists the errors square by
//! square. Tests compare the two implementations.

use super::PlayableState;
use super::bitboards::Bitboards;
use super::oriented::{self, OrientedTile};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use crate::grid::Bitboard;
use crate::raft::vocabulary::on_square;
use crate::raft::{Action, Card, CardAction, FireAction, Position, Square, TileId};

impl Bitboards {
    /// Squares at which the top left corner of a card can be placed, which are the same for all cards and
    /// orientations.
    pub(crate) fn card_corners(&self) -> Bitboard {
        self.free.windows()
    }

    /// Squares at which the top left corner of an oriented tile's bounding box can be placed.
    pub(crate) fn tile_corners(&self, tile: &OrientedTile) -> Bitboard {
        let mut fits = self.board;
        let mut by_fire = Bitboard::EMPTY;
        for cell in tile.shape.cells() {
            let (down, right) = (cell.row.into(), cell.column.into());
            fits = fits & self.free.toward_origin(down, right);
            by_fire |= self.by_fire.toward_origin(down, right);
        }
        fits & by_fire
    }

    pub(crate) fn has_place_for(&self, tile: TileId) -> bool {
        oriented::distinct(tile).any(|(.., tile)| !self.tile_corners(tile).is_empty())
    }
}

/// Whether all nine squares of the card are on the board and free of cats, fire, voids and the raft.
pub(crate) fn card_fits(bitboards: &Bitboards, action: CardAction) -> bool {
    rows_are_free(bitboards, action.at, &[0b111; 3])
}

/// Whether all squares of the tile are free, and at least one of them is next to fire. A free square is on the board,
/// has no cat, and is not fire, void or part of the raft.
pub(crate) fn tile_fits(bitboards: &Bitboards, action: FireAction) -> bool {
    let tile = action.oriented();
    let (row, column) = (usize::from(action.at.row()), usize::from(action.at.column()));
    let mut rows = tile.rows.iter().enumerate();
    rows_are_free(bitboards, action.at, &tile.rows)
        && rows.any(|(down, &bits)| bitboards.by_fire.row_from(row + down, column) & u64::from(bits) != 0)
}

/// Whether all squares in the bit masks are free. There is one mask per row, starting with the row of `at`.
/// The lowest bit of each mask stands for the column of `at`.
fn rows_are_free(bitboards: &Bitboards, at: Position, rows: &[u8]) -> bool {
    let (row, column) = (usize::from(at.row()), usize::from(at.column()));
    // `row_from` must not be called with a row or column outside the bitboard. Squares off the board are never free.
    row + rows.len() <= Bitboard::SIDE
        && column < Bitboard::SIDE
        && rows.iter().enumerate().all(|(down, &bits)| {
            let bits = u64::from(bits);
            bitboards.free.row_from(row + down, column) & bits == bits
        })
}

/// Lists every reason why a card does not fit the board.
pub(super) fn card_errors(game: &PlayableState, action: CardAction) -> Diagnostics {
    let nine = (0..9).map(|index| (index / 3, index % 3));
    square_errors(game, Action::Card(action).target_span(), action.at, nine)
}

pub(super) fn card_hand_error(game: &PlayableState, action: CardAction) -> Option<Diagnostic> {
    let missing = !game.state.hand.cards().contains(action.card);
    missing.then(|| not_in_hand(&codes::rules::CARD_NOT_IN_HAND, game, action.card, Span::new(0, 2)))
}

/// Builds the error for a card that is not in the hand. `span` is the span of the card in the action string.
pub(super) fn not_in_hand(code: &'static Code, game: &PlayableState, card: Card, span: Span) -> Diagnostic {
    let message = format!("card `{card}` is not in the hand");
    Diagnostic::new(code, span, message)
        .expected(game.state.hand.cards().iter().map(|card| card.to_string()))
        .found(card.to_string())
}

/// Lists every reason why a tile does not fit the board.
pub(super) fn tile_errors(game: &PlayableState, action: FireAction) -> Diagnostics {
    let tile = action.oriented();
    let span = Action::Fire(action).target_span();
    let cells = tile.shape.cells().iter().map(|cell| (cell.row, cell.column));
    let mut errors = square_errors(game, span, action.at, cells.clone());
    let is_by_fire = |(down, right): (u8, u8)| {
        let (row, column) = action.at.coordinates();
        game.bitboards.by_fire.contains((row + down).into(), (column + right).into())
    };
    if !cells.clone().any(is_by_fire) {
        let message = format!(
            "no square of tile `{}` is next to fire; at least 1 of its squares must be next to fire",
            action.tile
        );
        errors
            .push(on_square(Diagnostic::new(&codes::rules::PLACEMENT_NOT_BY_FIRE, span, message), action.at));
    }
    errors
}

/// Lists the errors for the squares that a card or tile would cover.
fn square_errors(
    game: &PlayableState,
    span: Span,
    corner: Position,
    cells: impl Iterator<Item = (u8, u8)> + Clone,
) -> Diagnostics {
    let board = game.state.board();
    let square = |(down, right): (u8, u8)| corner.offset(down, right).and_then(|at| board.get(at));
    // If a card or tile is partly off the board, only the first of its squares off the board is reported. Its
    // other squares are not checked.
    if let Some((down, right)) = cells.clone().find(|&cell| square(cell).is_none()) {
        // The row or column of a square off the board may be too large for a `Position`.
        let (row, column) = (corner.row() + down, corner.column() + right);
        let (height, width) = (board.height(), board.width());
        let message = format!(
            "this placement covers ({row}, {column}), which is off the board of {height} rows and {width} columns"
        );
        let error = Diagnostic::new(&codes::rules::PLACEMENT_OFF_BOARD, span, message);
        return error.square(row.into(), column.into()).into();
    }
    let error = |(down, right): (u8, u8)| {
        let found = square((down, right))?;
        let (row, column) = (corner.row() + down, corner.column() + right);
        let is_raft = game.bitboards.raft.contains(row.into(), column.into());
        let (code, one, several) = reason(found, is_raft)?;
        let message = one.replace("{}", &format!("({row}, {column})"));
        let error = Diagnostic::new(code, span, message).several(several);
        Some(error.square(row.into(), column.into()).found(found.letter().to_string()))
    };
    cells.filter_map(error).collect()
}

/// Returns the reason why a square must not be covered, or `None` if the square may be covered. The reason
/// consists of an error code, a message for one square, and a message for several squares. In both messages,
/// `{}` stands for the squares.
fn reason(square: Square, is_raft: bool) -> Option<(&'static Code, &'static str, &'static str)> {
    Some(match square {
        _ if is_raft => (
            &codes::rules::PLACEMENT_ON_RAFT,
            "square {} belongs to the raft",
            "squares {} belong to the raft",
        ),
        Square::Fire => (&codes::rules::PLACEMENT_ON_FIRE, "square {} is on fire", "squares {} are on fire"),
        Square::Void => (
            &codes::rules::PLACEMENT_ON_VOID,
            "there is no square at {}, because the board has `n` there",
            "there are no squares at {}, because the board has `n` there",
        ),
        square if square.has_cat() => {
            (&codes::rules::PLACEMENT_ON_CAT, "there is a cat on square {}", "there are cats on squares {}")
        }
        _ => return None,
    })
}

pub(super) fn off_board(game: &PlayableState, square: (u8, u8)) -> String {
    let (height, width) = (game.state.board.height(), game.state.board.width());
    format!("square {square:?} is off the board, which has {height} rows and {width} columns")
}
