//! Where pathway cards and fire tiles may lie.
//!
//! Each rule is here twice: as a quick yes or no over masks, and as the list of every reason against, square by
//! square. The tests hold the two together.

use super::PlayableState;
use super::bitboards::Bitboards;
use super::pieces::{self, TurnedTile};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, rules as codes};
use crate::grid::Bitboard;
use crate::raft::{Action, CardAction, FireAction, Position, Square, TileId};

/// The top left squares at which a card fits, whatever it shows.
pub(crate) fn card_corners(bitboards: &Bitboards) -> Bitboard {
    bitboards.free.windows()
}

/// Whether the nine squares are on the board and none is fire, void, raft, or has a cat.
pub(crate) fn card_fits(bitboards: &Bitboards, action: CardAction) -> bool {
    fits_rows(bitboards, action.at, &[0b111; 3])
}

/// The top left squares of the bounding box at which a tile fits as it is turned.
pub(crate) fn fire_corners(bitboards: &Bitboards, tile: &TurnedTile) -> Bitboard {
    let mut fits = bitboards.board;
    let mut by_fire = Bitboard::EMPTY;
    for cell in tile.shape.cells() {
        let (down, right) = (cell.row.into(), cell.column.into());
        fits = fits & bitboards.free.toward_origin(down, right);
        by_fire |= bitboards.by_fire.toward_origin(down, right);
    }
    fits & by_fire
}

/// Whether a tile fits anywhere, flipped and turned in any way.
pub(crate) fn fits_anywhere(bitboards: &Bitboards, tile: TileId) -> bool {
    let mut ways = pieces::ways(tile).filter(|(.., way)| way.alike > 0);
    ways.any(|(.., way)| !fire_corners(bitboards, way).is_empty())
}

/// Whether all squares of the tile are on the board, none is fire, void, raft or has a cat, and one is next to
/// fire.
pub(crate) fn fire_fits(bitboards: &Bitboards, action: FireAction) -> bool {
    let tile = pieces::tile(action.tile, action.flipped, action.turn);
    let (row, column) = (usize::from(action.at.row), usize::from(action.at.column));
    let mut rows = tile.rows.iter().enumerate();
    fits_rows(bitboards, action.at, &tile.rows)
        && rows.any(|(down, &bits)| bitboards.by_fire.row_from(row + down, column) & u64::from(bits) != 0)
}

/// Whether squares of a few neighbouring rows are all free.
fn fits_rows(bitboards: &Bitboards, at: Position, rows: &[u8]) -> bool {
    let (row, column) = (usize::from(at.row), usize::from(at.column));
    // Columns beyond the board are never free; rows and columns beyond the mask must not be asked.
    row + rows.len() <= Bitboard::SIDE
        && column < Bitboard::SIDE
        && rows.iter().enumerate().all(|(down, &bits)| {
            let bits = u64::from(bits);
            bitboards.free.row_from(row + down, column) & bits == bits
        })
}

/// Every reason why a card does not fit.
pub(super) fn card_faults(game: &PlayableState, action: CardAction) -> Diagnostics {
    let nine = (0..9).map(|index| (index / 3, index % 3));
    square_faults(game, Action::Card(action).place_span(), action.at, nine)
}

/// The reason why a card that may fit cannot be played: it is not in hand.
pub(super) fn card_hand_fault(game: &PlayableState, action: CardAction) -> Option<Diagnostic> {
    let missing = !game.state().hand.0.contains(action.card);
    missing.then(|| not_in_hand(&codes::CARD_NOT_IN_HAND, game, action.card, Span::new(0, 2)))
}

/// A card that is not in hand.
pub(super) fn not_in_hand(
    code: &'static Code,
    game: &PlayableState,
    card: crate::raft::Card,
    span: Span,
) -> Diagnostic {
    let hand = game.state().hand.0;
    let message = format!("card `{card}` is not in hand");
    Diagnostic::new(code, span, message)
        .expected(hand.iter().map(|card| card.to_string()))
        .found(card.to_string())
}

/// Every reason why a tile does not fit.
pub(super) fn fire_faults(game: &PlayableState, action: FireAction) -> Diagnostics {
    let tile = pieces::tile(action.tile, action.flipped, action.turn);
    let span = Action::Fire(action).place_span();
    let cells = tile.shape.cells().iter().map(|cell| (cell.row, cell.column));
    let mut faults = square_faults(game, span, action.at, cells.clone());
    let touches = |(down, right): (u8, u8)| {
        let (row, column) = (
            usize::from(action.at.row) + usize::from(down),
            usize::from(action.at.column) + usize::from(right),
        );
        game.bitboards.by_fire.contains(row, column)
    };
    if !cells.clone().any(touches) {
        let message = format!("no square of tile `{}` is next to fire", action.tile);
        let at = action.at;
        faults.push(
            Diagnostic::new(&codes::PLACEMENT_NOT_BY_FIRE, span, message)
                .square(at.row.into(), at.column.into()),
        );
    }
    faults
}

/// What is wrong with the squares a card or a tile would cover.
fn square_faults(
    game: &PlayableState,
    span: Span,
    corner: Position,
    cells: impl Iterator<Item = (u8, u8)>,
) -> Diagnostics {
    let board = &game.state().board;
    let fault = |(down, right): (u8, u8)| {
        let (row, column) =
            (usize::from(corner.row) + usize::from(down), usize::from(corner.column) + usize::from(right));
        let at = Position::new(corner.row.saturating_add(down), corner.column.saturating_add(right));
        let (code, message) = match board.get(at) {
            None => (&codes::PLACEMENT_OFF_BOARD, off_board(game, at)),
            _ if game.bitboards.raft.contains(row, column) => {
                (&codes::PLACEMENT_ON_RAFT, format!("square ({row}, {column}) belongs to the raft"))
            }
            Some(Square::Fire) => (&codes::PLACEMENT_ON_FIRE, format!("square ({row}, {column}) is fire")),
            Some(Square::Void) => {
                (&codes::PLACEMENT_ON_VOID, format!("square ({row}, {column}) is no square of the board"))
            }
            Some(square) if square.has_cat() => {
                (&codes::PLACEMENT_ON_CAT, format!("a cat stands on square ({row}, {column})"))
            }
            Some(_) => return None,
        };
        let fault = Diagnostic::new(code, span, message).square(row, column);
        Some(match board.get(at) {
            Some(square) => fault.found(square.letter().to_string()),
            None => fault,
        })
    };
    cells.filter_map(fault).collect()
}

/// Says that a position is off the board, and how large the board is.
pub(super) fn off_board(game: &PlayableState, at: Position) -> String {
    let board = &game.state().board;
    let (row, column) = (at.row, at.column);
    format!(
        "square ({row}, {column}) is off the board of {} rows and {} columns",
        board.height(),
        board.width()
    )
}
