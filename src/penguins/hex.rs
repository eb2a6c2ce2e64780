//! The hexagons of the board and sets of them.
//!
//! The board is 5 columns by 4 rows of flat-topped hexagons; odd columns sit half a hexagon **higher**. A hexagon
//! is named by its column `x` and its row `y` (*offset* coordinates), as the strings do. To turn a block, its
//! hexagons are taken to *axial* coordinates `(q, r)`, in which a turn is linear: `q = x` and `r = y − ⌈x / 2⌉`,
//! and a turn of 60° clockwise about (0, 0) takes `(q, r)` to `(−r, q + r)`.

use std::fmt;

/// A hexagon of the plane the board is cut from: its column and its row, which may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Hex {
    /// Columns from the left.
    pub x: i32,
    /// Rows from the top; those of odd columns sit half a hexagon higher.
    pub y: i32,
}

impl Hex {
    /// Columns of the board.
    pub const COLUMNS: i32 = 5;
    /// Rows of the board.
    pub const ROWS: i32 = 4;

    /// The hexagon at that column and row.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Whether it is one of the twenty of the board.
    pub const fn is_on_board(self) -> bool {
        0 <= self.x && self.x < Self::COLUMNS && 0 <= self.y && self.y < Self::ROWS
    }

    /// Its place in the board's text, row by row, from 0; `None` off the board.
    pub const fn index(self) -> Option<usize> {
        if self.is_on_board() { Some((self.y * Self::COLUMNS + self.x) as usize) } else { None }
    }

    /// The hexagon at a place of 0 to 19.
    pub(super) const fn at(index: usize) -> Self {
        Self::new(index as i32 % Self::COLUMNS, index as i32 / Self::COLUMNS)
    }

    /// The six hexagons around it, clockwise from the top, on the board or not.
    ///
    /// ```
    /// use clowder::penguins::Hex;
    ///
    /// let around = Hex::new(1, 1).neighbours().map(|hex| (hex.x, hex.y));
    /// assert_eq!(around, [(1, 0), (2, 0), (2, 1), (1, 2), (0, 1), (0, 0)]);
    /// ```
    pub const fn neighbours(self) -> [Self; 6] {
        let (left, right) = (self.x.saturating_sub(1), self.x.saturating_add(1));
        let (above, below) = (self.y.saturating_sub(1), self.y.saturating_add(1));
        // The columns beside an even one sit half a hexagon higher, those beside an odd one half lower.
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

    /// Its axial coordinates.
    pub(super) const fn axial(self) -> (i32, i32) {
        (self.x, self.y - (self.x + 1).div_euclid(2))
    }

    /// The hexagon at axial coordinates.
    pub(super) const fn from_axial((q, r): (i32, i32)) -> Self {
        Self::new(q, r + (q + 1).div_euclid(2))
    }

    /// Column and row for a diagnostic, which counts from 0; `None` above or left of the board.
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
    /// As people write it: `(3, 2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A set of hexagons of the board, one bit each, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hexes(u32);

impl Hexes {
    /// No hexagon.
    pub const EMPTY: Self = Self(0);
    /// All twenty.
    pub const ALL: Self = Self((1 << (Hex::COLUMNS * Hex::ROWS)) - 1);

    /// The set with these bits; bits beyond the board are dropped.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Its bits: bit `5y + x` for (x, y).
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The same set with one more hexagon; hexagons off the board are in no set.
    #[must_use]
    pub const fn with(self, hex: Hex) -> Self {
        match hex.index() {
            Some(index) => Self(self.0 | 1 << index),
            None => self,
        }
    }

    /// The hexagons of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The hexagons of both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Its hexagons that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether they share no hexagon.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether it has this hexagon.
    pub const fn contains(self, hex: Hex) -> bool {
        !self.is_disjoint(Self::EMPTY.with(hex))
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many it has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its hexagons, row by row.
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
        hexes.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Hexagons as people list them: `(0, 1), (1, 1) and (2, 0)`.
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
    fn sets_hold_what_is_on_the_board() {
        let hexes: Hexes =
            [Hex::new(4, 3), Hex::new(0, 0), Hex::new(5, 0), Hex::new(0, -1)].into_iter().collect();
        assert_eq!(hexes.iter().collect::<Vec<_>>(), [Hex::new(0, 0), Hex::new(4, 3)]);
        assert_eq!(Hexes::ALL.iter().count(), 20);
        assert_eq!(Hexes::ALL.difference(hexes).len(), 18);
        assert_eq!(listed(hexes.iter()), "(0, 0) and (4, 3)");
    }
}
