//! Compares two boards, or two sets of cards, tiles or cats. To compare two states, compare them part by
//! part.

use super::{Board, Position, Square};

/// A position where two boards differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareDifference {
    /// Position of the difference.
    pub at: Position,
    /// Square on the expected board, or `None` if the position is off that board.
    pub expected: Option<Square>,
    /// Square on the actual board, or `None` if the position is off that board.
    pub actual: Option<Square>,
}

/// Lists the differences between two boards, row by row, including positions that exist on only one board.
///
/// ```
/// use clowder::raft::{Board, Position, Square, difference::boards};
///
/// let expected = Board::filled(9, 12, Square::Blue)?;
/// let mut actual = expected;
/// actual.set(Position::new(4, 4)?, Square::Fire);
/// let found = boards(&expected, &actual);
/// assert_eq!((found.len(), found[0].at.coordinates(), found[0].actual), (1, (4, 4), Some(Square::Fire)));
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
pub fn boards(expected: &Board, actual: &Board) -> Vec<SquareDifference> {
    let (height, width) = (expected.height().max(actual.height()), expected.width().max(actual.width()));
    let squares = (0..height).flat_map(|row| (0..width).map(move |column| (row.into(), column.into())));
    squares
        .map(Position::of_square)
        .map(|at| SquareDifference { at, expected: expected.get(at), actual: actual.get(at) })
        .filter(|difference| difference.expected != difference.actual)
        .collect()
}

/// The differences between an expected and an actual set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetDifference<T> {
    /// Elements of the expected set that the actual set lacks.
    pub missing: Vec<T>,
    /// Elements of the actual set that the expected set lacks.
    pub extra: Vec<T>,
}

/// Compares two sets, and lists the differences in iteration order.
///
/// ```
/// use clowder::raft::{FireBag, difference::sets};
///
/// let (expected, actual) = ("abc".parse::<FireBag>()?, "bcE".parse::<FireBag>()?);
/// let found = sets(expected.iter(), actual.iter());
/// assert_eq!((found.missing[0].letter(), found.extra[0].letter()), ('a', 'E'));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn sets<T: PartialEq>(
    expected: impl Iterator<Item = T>,
    actual: impl Iterator<Item = T>,
) -> SetDifference<T> {
    let mut missing: Vec<T> = expected.collect();
    let mut extra: Vec<T> = actual.collect();
    let common = extra.extract_if(.., |item| missing.contains(item)).collect::<Vec<_>>();
    missing.retain(|item| !common.contains(item));
    SetDifference { missing, extra }
}
