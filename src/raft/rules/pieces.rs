//! Cards and tiles as they lie on the board when turned, worked out once.

use crate::grid::Bitboard;
use crate::raft::catalogue;
use crate::raft::notation::Squares3x3;
use crate::raft::{Card, Orientation, TileId};
use crate::shape::Shape;
use std::sync::LazyLock;

/// A pathway card in one orientation.
#[derive(Clone, Debug)]
pub(crate) struct TurnedCard {
    /// Its squares, row by row.
    pub(crate) squares: Squares3x3,
    /// For each colour, the bits of its squares in each row.
    pub(super) rows: [[u8; 3]; 5],
    /// How many orientations show the same squares; 0 if an earlier one does, so that they add up to four.
    pub(crate) alike: u8,
}

/// A fire tile flipped and turned.
#[derive(Clone, Debug)]
pub(crate) struct TurnedTile {
    /// Its squares.
    pub(crate) shape: Shape,
    /// The bits of its squares in each row of its bounding box.
    pub(super) rows: Vec<u8>,
    /// How many of the eight ways to lay it have the same squares; 0 if an earlier one has.
    pub(crate) alike: u8,
}

impl TurnedTile {
    /// Its squares on the board; it must lie on it.
    pub(crate) fn squares_at(&self, row: usize, column: usize) -> Bitboard {
        Bitboard::patch(row, column, &self.rows)
    }
}

/// The orientations in the order of their letters: `E N S W`.
pub(crate) const BY_LETTER: [Orientation; 4] =
    [Orientation::East, Orientation::North, Orientation::South, Orientation::West];

static CARDS: LazyLock<Vec<TurnedCard>> = LazyLock::new(|| {
    Card::all()
        .flat_map(|card| {
            let faces = Orientation::ALL.map(|turn| catalogue::pathway_squares(card).turned(turn));
            Orientation::ALL.map(|turn| turned_card(&faces, turn))
        })
        .collect()
});

static TILES: LazyLock<Vec<TurnedTile>> = LazyLock::new(|| {
    TileId::all()
        .flat_map(|tile| {
            let shape = &catalogue::fire_tile(tile).shape;
            let ways: Vec<Shape> = [shape.clone(), shape.flipped()]
                .iter()
                .flat_map(|side| Orientation::ALL.map(|turn| side.turned(turn.quarter_turns())))
                .collect();
            (0..ways.len()).map(|way| turned_tile(&ways, way)).collect::<Vec<_>>()
        })
        .collect()
});

fn turned_card(faces: &[Squares3x3; 4], turn: Orientation) -> TurnedCard {
    let squares = faces[usize::from(turn.quarter_turns())];
    let mut rows = [[0; 3]; 5];
    for (index, square) in squares.0.iter().enumerate() {
        if let Some(colour) = square.colour() {
            rows[colour as usize][index / 3] |= 1 << (index % 3);
        }
    }
    // The first of a group of alike ones is the first by letter: lists of actions are sorted by letter.
    let first = BY_LETTER.into_iter().find(|other| faces[usize::from(other.quarter_turns())] == squares);
    let alike = faces.iter().filter(|face| **face == squares).count() as u8;
    TurnedCard { squares, rows, alike: if first == Some(turn) { alike } else { 0 } }
}

fn turned_tile(ways: &[Shape], way: usize) -> TurnedTile {
    let shape = &ways[way];
    let mut rows = vec![0; shape.height().into()];
    for cell in shape.cells() {
        rows[usize::from(cell.row)] |= 1 << cell.column;
    }
    let by_letter =
        (0..2).flat_map(|side| BY_LETTER.map(|turn| side * 4 + usize::from(turn.quarter_turns())));
    let first = by_letter.into_iter().find(|&other| ways[other] == *shape);
    let alike = ways.iter().filter(|other| *other == shape).count() as u8;
    let alike = if first == Some(way) { alike } else { 0 };
    TurnedTile { shape: shape.clone(), rows, alike }
}

/// A pathway card as it shows when turned.
pub(crate) fn card(card: Card, turn: Orientation) -> &'static TurnedCard {
    let card = card.deck() as usize * usize::from(Card::PER_DECK) + usize::from(card.index());
    &CARDS[card * 4 + usize::from(turn.quarter_turns())]
}

/// A fire tile as it lies when flipped and turned.
pub(crate) fn tile(tile: TileId, flipped: bool, turn: Orientation) -> &'static TurnedTile {
    &TILES[usize::from(tile.index()) * 8 + usize::from(flipped) * 4 + usize::from(turn.quarter_turns())]
}

/// The eight ways to lay a tile in the order of their letters.
pub(crate) fn ways(of: TileId) -> impl Iterator<Item = (bool, Orientation, &'static TurnedTile)> {
    [false, true]
        .into_iter()
        .flat_map(move |flipped| BY_LETTER.map(|turn| (flipped, turn, tile(of, flipped, turn))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_ways_add_up() {
        assert_eq!((CARDS.len(), TILES.len()), (4 * 100, 8 * 31));
        for card_turns in CARDS.chunks(4) {
            assert_eq!(card_turns.iter().map(|turned| turned.alike).sum::<u8>(), 4);
        }
        for ways in TILES.chunks(8) {
            assert_eq!(ways.iter().map(|way| way.alike).sum::<u8>(), 8);
        }
    }
}
