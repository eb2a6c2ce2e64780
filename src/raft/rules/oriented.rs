//! Tables of all cards in every rotation, and of all tiles in every rotation, flipped and unflipped. The tables
//! are computed on first use.

use crate::grid::Bitboard;
use crate::raft::{Card, CardAction, FireAction, Orientation, Position, Squares3x3, TileId, catalogue};
use crate::shape::Shape;
use std::sync::LazyLock;

/// A pathway card in one orientation.
#[derive(Clone, Debug)]
pub(crate) struct OrientedCard {
    /// Squares of the rotated card, row by row.
    pub(crate) squares: Squares3x3,
    /// For each colour and row, a bit mask of the squares that have the colour.
    pub(crate) rows: [[u8; 3]; 5],
    /// Number of rotations (including this one) in which the card has these squares, or 0 if an
    /// alphabetically earlier rotation has the same squares. The multiplicities of a card's four rotations
    /// add up to 4.
    pub(crate) multiplicity: u8,
}

/// A fire tile in one orientation, flipped or not.
#[derive(Clone, Debug)]
pub(crate) struct OrientedTile {
    /// The squares after flipping and rotating.
    pub(crate) shape: Shape,
    /// One bit mask for each row of the tile's bounding box.
    pub(super) rows: Vec<u8>,
    /// Number of orientations (including this one) in which the tile has these squares. The number is 0 if an
    /// earlier orientation, in the order of [`orientations`], has the same squares. The multiplicities of a
    /// tile's eight orientations add up to 8.
    pub(crate) multiplicity: u8,
}

impl OrientedTile {
    /// Returns the squares that the tile covers when the top left corner of its bounding box is at `at`. All of these
    /// squares must be on the board.
    pub(crate) fn squares_at(&self, at: Position) -> Bitboard {
        Bitboard::patch(at.row().into(), at.column().into(), &self.rows)
    }
}

/// The orientations in alphabetical order: `E`, `N`, `S`, `W`.
pub(crate) const BY_LETTER: [Orientation; 4] =
    [Orientation::East, Orientation::North, Orientation::South, Orientation::West];

static CARDS: LazyLock<Vec<OrientedCard>> = LazyLock::new(|| {
    Card::all()
        .flat_map(|card| {
            let all =
                Orientation::ALL.map(|orientation| catalogue::pathway_squares(card).rotated(orientation));
            Orientation::ALL.map(|orientation| oriented_card(&all, orientation))
        })
        .collect()
});

static TILES: LazyLock<Vec<OrientedTile>> = LazyLock::new(|| {
    TileId::all()
        .flat_map(|tile| {
            let shape = catalogue::fire_tile(tile).shape();
            let all: Vec<Shape> = [shape.clone(), shape.flipped()]
                .iter()
                .flat_map(|side| BY_LETTER.map(|turn| side.turned(turn.quarter_turns())))
                .collect();
            (0..all.len()).map(|index| oriented_tile(&all, index)).collect::<Vec<_>>()
        })
        .collect()
});

fn oriented_card(all: &[Squares3x3; 4], orientation: Orientation) -> OrientedCard {
    let squares = all[orientation as usize];
    let mut rows = [[0; 3]; 5];
    for (index, square) in squares.0.iter().enumerate() {
        if let Some(colour) = square.colour() {
            rows[colour as usize][index / 3] |= 1 << (index % 3);
        }
    }
    // Lists of actions are sorted by their strings. If several orientations have the same squares, the
    // alphabetically first one therefore represents all of them.
    let first = BY_LETTER.into_iter().find(|other| all[*other as usize] == squares);
    let count = all.iter().filter(|other| **other == squares).count() as u8;
    OrientedCard { squares, rows, multiplicity: if first == Some(orientation) { count } else { 0 } }
}

fn oriented_tile(all: &[Shape], index: usize) -> OrientedTile {
    let shape = &all[index];
    let mut rows = vec![0; shape.height().into()];
    for cell in shape.cells() {
        rows[usize::from(cell.row)] |= 1 << cell.column;
    }
    let first = all.iter().position(|other| other == shape);
    let count = all.iter().filter(|other| *other == shape).count() as u8;
    OrientedTile { shape: shape.clone(), rows, multiplicity: if first == Some(index) { count } else { 0 } }
}

pub(crate) fn card(card: Card, orientation: Orientation) -> &'static OrientedCard {
    &CARDS[card.number() * 4 + orientation as usize]
}

pub(crate) fn tile(tile: TileId, flipped: bool, orientation: Orientation) -> &'static OrientedTile {
    // The tiles are in the order of `BY_LETTER`.
    let turn = [1, 0, 2, 3][orientation as usize];
    &TILES[usize::from(tile.index()) * 8 + usize::from(flipped) * 4 + turn]
}

/// Lists the eight orientations of a tile: the four rotations of the unflipped tile, then those of the
/// flipped tile. The rotations are sorted by letter.
pub(crate) fn orientations(id: TileId) -> impl Iterator<Item = (bool, Orientation, &'static OrientedTile)> {
    let all = &TILES[usize::from(id.index()) * 8..][..8];
    all.iter().enumerate().map(|(index, tile)| (index >= 4, BY_LETTER[index % 4], tile))
}

/// Lists the orientations of a tile in the order of [`orientations`]. If several orientations have the same
/// squares, only the first is listed.
pub(crate) fn distinct(id: TileId) -> impl Iterator<Item = (bool, Orientation, &'static OrientedTile)> {
    orientations(id).filter(|(.., tile)| tile.multiplicity > 0)
}

impl CardAction {
    pub(crate) fn oriented(self) -> &'static OrientedCard {
        card(self.card, self.orientation)
    }
}

impl FireAction {
    pub(crate) fn oriented(self) -> &'static OrientedTile {
        tile(self.tile, self.flipped, self.orientation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_multiplicities_add_up() {
        assert_eq!((CARDS.len(), TILES.len()), (4 * 100, 8 * 31));
        for card in CARDS.chunks(4) {
            assert_eq!(card.iter().map(|card| card.multiplicity).sum::<u8>(), 4);
        }
        for tile in TILES.chunks(8) {
            assert_eq!(tile.iter().map(|tile| tile.multiplicity).sum::<u8>(), 8);
        }
    }
}
