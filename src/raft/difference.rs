//! Where two boards or two states differ: square by square, card by card, cat by cat.

use super::notation::{Board, CardSet, Exhausted, FireBag};
use super::{Card, Colour, Position, Square, TileId};

/// A square that differs between two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareDifference {
    /// Where it is.
    pub at: Position,
    /// What it should be; `None` off that board.
    pub expected: Option<Square>,
    /// What it is; `None` off that board.
    pub actual: Option<Square>,
}

/// The squares in which two boards differ, row by row. Boards of different sizes differ in every square that only
/// one of them has.
pub fn boards(expected: &Board, actual: &Board) -> Vec<SquareDifference> {
    let height = expected.height().max(actual.height());
    let width = expected.width().max(actual.width());
    let positions = (0..height).flat_map(|row| (0..width).map(move |column| Position::new(row, column)));
    positions
        .map(|at| SquareDifference { at, expected: expected.get(at), actual: actual.get(at) })
        .filter(|difference| difference.expected != difference.actual)
        .collect()
}

/// What one of two collections has and the other has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides<T> {
    /// Expected, but not there.
    pub missing: Vec<T>,
    /// There, but not expected.
    pub extra: Vec<T>,
}

impl<T: PartialEq + Copy> Sides<T> {
    fn of(expected: &[T], actual: &[T]) -> Self {
        let only =
            |one: &[T], other: &[T]| one.iter().filter(|item| !other.contains(item)).copied().collect();
        Self { missing: only(expected, actual), extra: only(actual, expected) }
    }
}

/// The cards in which two sets differ.
pub fn cards(expected: &CardSet, actual: &CardSet) -> Sides<Card> {
    Sides::of(&expected.iter().collect::<Vec<_>>(), &actual.iter().collect::<Vec<_>>())
}

/// The cats in which two lists differ.
pub fn cats(expected: &Exhausted, actual: &Exhausted) -> Sides<(Colour, Position)> {
    Sides::of(&expected.iter().collect::<Vec<_>>(), &actual.iter().collect::<Vec<_>>())
}

/// The tiles in which two bags differ.
pub fn tiles(expected: FireBag, actual: FireBag) -> Sides<TileId> {
    Sides::of(&expected.iter().collect::<Vec<_>>(), &actual.iter().collect::<Vec<_>>())
}
