//! The hexagons of the board, and sets of hexagons.
//!
//! The board has 5 columns and 4 rows of flat-topped hexagons, and odd columns are half a hexagon **higher**.
//! Strings and [`Hex`] use *offset* coordinates: a column `x` and a row `y`. Rotations are linear in *axial*
//! coordinates `(q, r)`, where `q = x` and `r = y − ⌈x / 2⌉`. A clockwise rotation by 60° about (0, 0) maps
//! `(q, r)` to `(−r, q + r)`.

use std::fmt;

/// A hexagon on or off the board, given by its column and row.
///
/// [`Display`](fmt::Display) writes `(x, y)`. In JSON, a hexagon is a list of two numbers.
///
/// # Examples
/// ```
/// use clowder::penguins::Hex;
///
/// assert_eq!(Hex::new(3, 2).to_string(), "(3, 2)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Hex {
    /// The column, counted from 0 at the left.
    pub x: i32,
    /// The row, counted from 0 at the top. Odd columns are half a hexagon higher.
    pub y: i32,
}

impl Hex {
    /// The number of columns on the board.
    pub const COLUMNS: i32 = 5;
    /// The number of rows on the board.
    pub const ROWS: i32 = 4;

    /// Creates the hexagon in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Whether the hexagon is one of the twenty on the board.
    pub const fn is_on_board(self) -> bool {
        0 <= self.x && self.x < Self::COLUMNS && 0 <= self.y && self.y < Self::ROWS
    }

    /// The index of the hexagon, counted row by row from 0, or `None` if it is off the board.
    pub const fn index(self) -> Option<usize> {
        if self.is_on_board() { Some((self.y * Self::COLUMNS + self.x) as usize) } else { None }
    }

    pub(super) const fn at(index: usize) -> Self {
        Self::new(index as i32 % Self::COLUMNS, index as i32 / Self::COLUMNS)
    }

    /// The six neighbouring hexagons, clockwise from the top, some of which may be off the board.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::Hex;
    ///
    /// let around = Hex::new(1, 1).neighbours().map(|hex| (hex.x, hex.y));
    /// assert_eq!(around, [(1, 0), (2, 0), (2, 1), (1, 2), (0, 1), (0, 0)]);
    /// ```
    pub const fn neighbours(self) -> [Self; 6] {
        let (left, right) = (self.x.saturating_sub(1), self.x.saturating_add(1));
        let (above, below) = (self.y.saturating_sub(1), self.y.saturating_add(1));
        // Relative to an even column, the columns on both sides are half a hexagon higher. Relative to an odd
        // column, they are half a hexagon lower.
        let (upper, lower) = if self.x % 2 == 0 { (self.y, below) } else { (above, self.y) };
        [
            Self::new(self.x, above),
            Self::new(right, upper),
            Self::new(right, lower),
            Self::new(self.x, below),
            Self::new(left, lower),
            Self::new(left, upper),
        ]
    }

    /// Converts to axial coordinates, as 64-bit numbers so that rotations cannot overflow.
    pub(super) const fn axial(self) -> (i64, i64) {
        let (x, y) = (self.x as i64, self.y as i64);
        (x, y - (x + 1).div_euclid(2))
    }

    /// Converts from axial coordinates, clamping column and row to the range of `i32`.
    pub(super) fn from_axial((q, r): (i64, i64)) -> Self {
        let saturated = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Self::new(saturated(q), saturated(r + (q + 1).div_euclid(2)))
    }

    /// Returns column and row for a diagnostic, or `None` if either is negative.
    pub(super) fn square(self) -> Option<[usize; 2]> {
        Some([usize::try_from(self.x).ok()?, usize::try_from(self.y).ok()?])
    }
}

impl From<[i32; 2]> for Hex {
    fn from([x, y]: [i32; 2]) -> Self {
        Self::new(x, y)
    }
}

impl From<Hex> for [i32; 2] {
    fn from(hex: Hex) -> Self {
        [hex.x, hex.y]
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A set of hexagons on the board.
///
/// Hexagons off the board are ignored when hexagons are collected into a set.
///
/// # Examples
/// ```
/// use clowder::penguins::{Hex, Hexes};
///
/// let set: Hexes = [Hex::new(1, 2), Hex::new(0, 0), Hex::new(9, 9)].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Hex::new(0, 0), Hex::new(1, 2)]);
/// assert_eq!(Hexes::ALL.difference(set).len(), 18);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hexes(u32);

impl Hexes {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All twenty hexagons.
    pub const ALL: Self = Self((1 << (Hex::COLUMNS * Hex::ROWS)) - 1);

    /// Creates a set from a bit mask in which bit `5y + x` stands for the hexagon (x, y). All higher bits are
    /// ignored.
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Removes a hexagon, and returns whether it was in the set.
    pub fn remove(&mut self, hex: Hex) -> bool {
        let before = *self;
        *self = self.difference([hex].into_iter().collect());
        before != *self
    }

    /// The hexagons in `self`, in `other`, or in both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The hexagons in both `self` and `other`.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The hexagons in `self` but not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the sets have no hexagon in common.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether the set contains a hexagon.
    pub fn contains(self, hex: Hex) -> bool {
        hex.index().is_some_and(|index| self.0 >> index & 1 == 1)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of hexagons in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Iterates over the hexagons of the set, row by row.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let index = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(Hex::at(index))
        })
    }
}

impl FromIterator<Hex> for Hexes {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let bits = hexes.into_iter().filter_map(Hex::index).fold(0, |bits, index| bits | 1 << index);
        Self(bits)
    }
}

/// Lists hexagons as part of a sentence, e.g. `(0, 1), (1, 1) and (2, 0)`.
pub(super) fn listed(hexes: impl IntoIterator<Item = Hex>) -> String {
    let names: Vec<_> = hexes.into_iter().map(|hex| hex.to_string()).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axial_coordinates_name_every_hexagon_once() {
        for x in -4..9 {
            for y in -4..9 {
                assert_eq!(Hex::from_axial(Hex::new(x, y).axial()), Hex::new(x, y));
            }
        }
        for (x, y) in [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (i32::MIN, i32::MIN), (i32::MAX, i32::MAX)]
        {
            assert_eq!(Hex::from_axial(Hex::new(x, y).axial()), Hex::new(x, y));
        }
        assert_eq!(Hex::new(-1, -1).axial(), (-1, -1));
        assert_eq!(Hex::new(3, 2).axial(), (3, 0));
    }

    #[test]
    fn neighbours_are_mutual_and_opposite() {
        for index in 0..20 {
            let hex = Hex::at(index);
            for (direction, neighbour) in hex.neighbours().into_iter().enumerate() {
                assert_eq!(neighbour.neighbours()[(direction + 3) % 6], hex, "{hex} towards {direction}");
            }
        }
        assert_eq!(Hex::new(i32::MAX, i32::MIN).neighbours().len(), 6, "no overflow");
    }

    #[test]
    fn sets_contain_only_hexagons_on_the_board() {
        let hexes: Hexes =
            [Hex::new(4, 3), Hex::new(0, 0), Hex::new(5, 0), Hex::new(0, -1)].into_iter().collect();
        assert_eq!(hexes.iter().collect::<Vec<_>>(), [Hex::new(0, 0), Hex::new(4, 3)]);
        assert_eq!(Hexes::ALL.iter().count(), 20);
        assert_eq!(Hexes::ALL.difference(hexes).len(), 18);
        assert_eq!(listed(hexes.iter()), "(0, 0) and (4, 3)");
    }
}
