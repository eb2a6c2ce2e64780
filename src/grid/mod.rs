//! Sets of squares on an 18 by 18 grid, with fast shifts, flood fills and 3×3 windows.

pub(crate) mod gather;

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

// Loops over the words are explicit, because closures passed to `array::from_fn` are often not inlined.

/// The number of words, each of which stores three rows.
const WORDS: usize = 6;
/// The number of bits per row: 18 for the columns, and three that are always clear. Because of the clear
/// bits, shifts and carries cannot reach the next row.
const STRIDE: usize = 21;
/// The bits of a word that represent squares: 18 columns in each of three rows.
const SQUARES: u64 = (0x3_ffff << (2 * STRIDE)) | (0x3_ffff << STRIDE) | 0x3_ffff;

/// A set of squares, with rows and columns counted from 0 at the top left.
///
/// The grid has [`SIDE`](Self::SIDE) rows and columns. Squares outside the grid cannot be inserted.
///
/// # Examples
/// ```
/// use clowder::grid::Bitboard;
///
/// let room = Bitboard::rectangle(12, 9);
/// assert_eq!(room.windows().len(), 10 * 7);
/// assert_eq!(Bitboard::square(0, 0).flood(room), room);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard([u64; WORDS]);

/// Returns where a square is stored: the index of the word, and the bit in that word.
const fn place(row: usize, column: usize) -> (usize, usize) {
    (row / 3, row % 3 * STRIDE + column)
}

impl Bitboard {
    /// The height and width of the grid, in squares.
    pub const SIDE: usize = 18;
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Creates a set with a single square, or an empty set if the square is outside the grid.
    ///
    /// # Examples
    /// ```
    /// use clowder::grid::Bitboard;
    ///
    /// assert!(Bitboard::square(17, 3).contains(17, 3));
    /// assert!(Bitboard::square(18, 3).is_empty());
    /// ```
    #[inline]
    pub const fn square(row: usize, column: usize) -> Self {
        let mut set = Self::EMPTY;
        if row < Self::SIDE && column < Self::SIDE {
            let (word, bit) = place(row, column);
            set.0[word] = 1 << bit;
        }
        set
    }

    /// Creates the set of all squares in the first `height` rows and `width` columns.
    ///
    /// # Examples
    /// ```
    /// use clowder::grid::Bitboard;
    ///
    /// assert_eq!(Bitboard::rectangle(6, 10).len(), 60);
    /// assert_eq!(Bitboard::rectangle(20, 20).len(), 18 * 18);
    /// ```
    pub const fn rectangle(height: usize, width: usize) -> Self {
        let columns = if width < Self::SIDE { (1 << width) - 1 } else { (1 << Self::SIDE) - 1 };
        let mut set = Self::EMPTY;
        let mut row = 0;
        while row < height && row < Self::SIDE {
            let (word, bit) = place(row, 0);
            set.0[word] |= columns << bit;
            row += 1;
        }
        set
    }

    /// Creates a set in which word `n` is `of(n)`. A word contains three rows, whose first squares are bits
    /// 0, 21 and 42.
    pub(crate) fn from_words(of: impl FnMut(usize) -> u64) -> Self {
        Self(std::array::from_fn(of))
    }

    /// Creates a set of a few squares in consecutive rows. Bit `c` of `rows[r]` is the square `r` rows below `row` and
    /// `c` columns to the right of `column`. All squares must be on the grid.
    #[inline]
    pub(crate) fn patch(row: usize, column: usize, rows: &[u8]) -> Self {
        let mut set = Self::EMPTY;
        for (down, &bits) in rows.iter().enumerate() {
            let (word, bit) = place(row + down, column);
            set.0[word] |= u64::from(bits) << bit;
        }
        set
    }

    /// Returns the squares of `row` from `column` onwards as bits, where bit 0 is the square in `column`.
    #[inline]
    pub(crate) const fn row_from(&self, row: usize, column: usize) -> u64 {
        let (word, bit) = place(row, 0);
        ((self.0[word] >> bit) & ((1 << STRIDE) - 1)) >> column
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(&self, row: usize, column: usize) -> bool {
        row < Self::SIDE && column < Self::SIDE && self.row_from(row, column) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of squares in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the sets have no square in common.
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        (*self & *other).is_empty()
    }

    /// Whether the other set contains all squares of this set.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Iterates over the squares, row by row, as pairs (row, column).
    ///
    /// # Examples
    /// ```
    /// use clowder::grid::Bitboard;
    ///
    /// let set: Bitboard = [(2, 0), (0, 1)].into_iter().collect();
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [(0, 1), (2, 0)]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while words[word] == 0 {
                word += 1;
                if word == WORDS {
                    word = WORDS - 1;
                    return None;
                }
            }
            let bit = words[word].trailing_zeros() as usize;
            words[word] &= words[word] - 1;
            Some((word * 3 + bit / STRIDE, bit % STRIDE))
        })
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// Shifts all squares up by `up` rows and left by `left` columns. Squares that leave the grid are
    /// dropped.
    #[inline]
    pub(crate) fn toward_origin(&self, up: usize, left: usize) -> Self {
        let (skipped, rows) = (up / 3, up % 3 * STRIDE);
        // Squares that leave the grid on the left must not reappear at the end of the row above.
        let leaves = (1 << left) - 1;
        let stays = !(leaves | (leaves << STRIDE) | (leaves << (2 * STRIDE)));
        let mut words = [0; WORDS];
        for (index, moved) in words.iter_mut().enumerate() {
            let (word, next) = (self.word(index + skipped), self.word(index + skipped + 1));
            let shifted = if rows == 0 { word } else { (word >> rows) | (next << (3 * STRIDE - rows)) };
            *moved = (shifted & stays & SQUARES) >> left;
        }
        Self(words)
    }

    /// Adds every square that shares a side with a square in the set. On a board that is smaller than the grid, the
    /// result can extend beyond the board.
    ///
    /// # Examples
    /// ```
    /// use clowder::grid::Bitboard;
    ///
    /// let cross: Vec<_> = Bitboard::square(1, 1).grown().iter().collect();
    /// assert_eq!(cross, [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]);
    /// ```
    #[inline]
    #[allow(clippy::needless_range_loop, reason = "iterators over two arrays are not always inlined")]
    pub fn grown(&self) -> Self {
        let mut words = [0; WORDS];
        for index in 0..WORDS {
            let word = self.0[index];
            let above = if index > 0 { self.0[index - 1] >> (2 * STRIDE) } else { 0 };
            let below = if index + 1 < WORDS { self.0[index + 1] << (2 * STRIDE) } else { 0 };
            let across = word | (word << 1) | (word >> 1);
            words[index] = (across | (word << STRIDE) | above | (word >> STRIDE) | below) & SQUARES;
        }
        Self(words)
    }

    /// Returns the top left corners of all 3×3 windows whose nine squares are in the set.
    #[inline]
    pub fn windows(&self) -> Self {
        let wide = *self & self.toward_origin(0, 1) & self.toward_origin(0, 2);
        wide & wide.toward_origin(1, 0) & wide.toward_origin(2, 0)
    }

    /// Returns all squares of the 3×3 windows whose top left corners are in the set.
    ///
    /// # Examples
    /// ```
    /// use clowder::grid::Bitboard;
    ///
    /// assert_eq!(Bitboard::square(0, 0).covered(), Bitboard::rectangle(3, 3));
    /// ```
    #[inline]
    pub fn covered(&self) -> Self {
        let mut words = [0; WORDS];
        let mut above = 0;
        for (index, covered) in words.iter_mut().enumerate() {
            let word = self.0[index] | (self.0[index] << 1) | (self.0[index] << 2);
            *covered = (word
                | (word << STRIDE)
                | (word << (2 * STRIDE))
                | (above >> STRIDE)
                | (above >> (2 * STRIDE)))
                & SQUARES;
            above = word;
        }
        Self(words)
    }

    /// Flood fill: returns the squares reachable from the set by orthogonal steps inside `within`. Ignores
    /// squares of the set that are not in `within`.
    pub fn flood(self, within: Self) -> Self {
        self.flood_until(within, &Self::rectangle(Self::SIDE, Self::SIDE))
    }

    /// Like [`flood`](Self::flood), but stops once all squares of `goal` have been reached, and returns the
    /// squares reached so far. Each round is cheap but advances just one step, so this flood fill is fast for
    /// small regions only.
    pub(crate) fn flood_until(self, within: Self, goal: &Self) -> Self {
        let mut reached = self & within;
        loop {
            let next = reached.grown() & within;
            if next.is_subset(&reached) || goal.is_subset(&next) {
                return next;
            }
            reached = next;
        }
    }

    /// Like [`flood_until`](Self::flood_until), but may reach different squares outside `goal` before it
    /// stops. Each round sweeps through the whole grid, down and up, so even large open regions need few
    /// rounds.
    pub(crate) fn sweep_until(self, within: Self, goal: &Self) -> Self {
        let runs = Runs::new(within);
        let mut reached = self & within;
        loop {
            let before = reached;
            let mut above = 0;
            for index in 0..WORDS {
                above = runs.fill(index, reached.0[index] | (above >> (2 * STRIDE)), u64::wrapping_shl);
                reached.0[index] = above;
            }
            if goal.is_subset(&reached) {
                return reached;
            }
            let mut below = 0;
            for index in (0..WORDS).rev() {
                below = runs.fill(index, reached.0[index] | (below << (2 * STRIDE)), u64::wrapping_shr);
                reached.0[index] = below;
            }
            // Rounds never remove squares, so a round that adds no square is the last.
            if reached.is_subset(&before) || goal.is_subset(&reached) {
                return reached;
            }
        }
    }
}

/// The squares open to a sweep, as four sets per word: the squares where a run of at least one open square
/// begins, then those where a run of at least two, four and eight open squares begins. Runs extend to the
/// right within one row.
struct Runs([[u64; 4]; WORDS]);

impl Runs {
    fn new(within: Bitboard) -> Self {
        Self(within.0.map(|one| {
            let two = one & (one >> 1);
            let four = two & (two >> 2);
            [one, two, four, four & (four >> 4)]
        }))
    }

    /// Returns the squares in a word that are reachable from `seed` by vertical steps in one direction,
    /// followed by horizontal steps (any number to the right, or at most 15 to the left).
    fn fill(&self, index: usize, seed: u64, vertical: fn(u64, u32) -> u64) -> u64 {
        let [one, two, four, eight] = self.0[index];
        let mut word = seed & one;
        word |= vertical(word, STRIDE as u32) & one;
        word |= vertical(word, STRIDE as u32) & one;
        // Steps to the right: adding a reached square to its run of ones starts a carry at this square. The
        // carry passes through the rest of the run and ends in the clear bit after it.
        word |= ((word + one) ^ one) & one;
        // Steps to the left, doubling the distance each time. These lines add the squares that are one, two,
        // four and eight columns to the left of a reached square, if all squares on the way are open.
        word |= (word >> 1) & one;
        word |= (word >> 2) & two;
        word |= (word >> 4) & four;
        word |= (word >> 8) & eight;
        word
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    #[allow(clippy::needless_range_loop, reason = "iterators over two arrays are not always inlined")]
    fn bitor(mut self, other: Self) -> Self {
        for index in 0..WORDS {
            self.0[index] |= other.0[index];
        }
        self
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    #[allow(clippy::needless_range_loop, reason = "iterators over two arrays are not always inlined")]
    fn bitand(mut self, other: Self) -> Self {
        for index in 0..WORDS {
            self.0[index] &= other.0[index];
        }
        self
    }
}

impl Sub for Bitboard {
    type Output = Self;

    #[inline]
    #[allow(clippy::needless_range_loop, reason = "iterators over two arrays are not always inlined")]
    fn sub(mut self, other: Self) -> Self {
        for index in 0..WORDS {
            self.0[index] &= !other.0[index];
        }
        self
    }
}

impl FromIterator<(usize, usize)> for Bitboard {
    fn from_iter<T: IntoIterator<Item = (usize, usize)>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, (row, column)| set | Self::square(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeSet;

    type Squares = BTreeSet<(usize, usize)>;

    fn squares(mask: Bitboard) -> Squares {
        mask.iter().collect()
    }

    /// Creates a random set that contains each square with probability `share` / 8.
    fn random(random: &mut Random, share: usize) -> Bitboard {
        let all = (0..18).flat_map(|row| (0..18).map(move |column| (row, column)));
        all.filter(|_| random.below(8) < share).collect()
    }

    fn next_to((row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)]
            .into_iter()
    }

    fn slow_flood(seed: &Squares, within: &Squares) -> Squares {
        let mut reached = Squares::new();
        let mut open: Vec<_> = seed.intersection(within).copied().collect();
        while let Some(square) = open.pop() {
            if reached.insert(square) {
                open.extend(next_to(square).filter(|next| within.contains(next)));
            }
        }
        reached
    }

    #[test]
    fn bitboards_agree_with_sets_of_squares() {
        let mut dice = Random::new(1);
        for round in 0..200 {
            let (one, other) = (random(&mut dice, 1 + round % 7), random(&mut dice, 1 + round / 7 % 7));
            let (set, second) = (squares(one), squares(other));
            assert_eq!(squares(one | other), &set | &second);
            assert_eq!(squares(one & other), &set & &second);
            assert_eq!(squares(one - other), &set - &second);
            assert_eq!(one.len(), set.len());
            assert_eq!(one.is_disjoint(&other), set.is_disjoint(&second));
            assert_eq!(one.is_subset(&other), set.is_subset(&second));
            assert!((one & other).is_subset(&one));
            for (down, right) in (0..6).flat_map(|down| (0..6).map(move |right| (down, right))) {
                let moved = |&(row, column): &(usize, usize)| {
                    Some((row.checked_sub(down)?, column.checked_sub(right)?))
                };
                assert_eq!(
                    squares(one.toward_origin(down, right) & Bitboard::rectangle(18, 18)),
                    set.iter().filter_map(moved).collect()
                );
            }
            let grown = squares(one.grown() & Bitboard::rectangle(18, 18));
            let near = |square: &(usize, usize)| {
                set.contains(square) || next_to(*square).any(|next| set.contains(&next))
            };
            assert_eq!(grown, squares(Bitboard::rectangle(18, 18)).into_iter().filter(near).collect());
        }
    }

    #[test]
    fn windows_and_the_squares_that_they_cover() {
        let mut dice = Random::new(2);
        let nine =
            |(row, column): (usize, usize)| (0..9).map(move |index| (row + index / 3, column + index % 3));
        for share in [5, 6, 7, 8] {
            for _ in 0..50 {
                let open = random(&mut dice, share);
                let set = squares(open);
                let corners: Squares = set
                    .iter()
                    .copied()
                    .filter(|&corner| nine(corner).all(|square| set.contains(&square)))
                    .collect();
                assert_eq!(squares(open.windows()), corners);
                assert_eq!(squares(open.windows().covered()), corners.into_iter().flat_map(nine).collect());
            }
        }
    }

    #[test]
    fn both_floods_reach_the_same_squares_as_a_walk() {
        let mut dice = Random::new(3);
        for round in 0..400 {
            let within = random(&mut dice, 3 + round % 6);
            let seed = random(&mut dice, 1) & random(&mut dice, 1);
            let walked = slow_flood(&squares(seed), &squares(within));
            let all = Bitboard::rectangle(18, 18);
            assert_eq!(squares(seed.flood(within)), walked);
            assert_eq!(squares(seed.sweep_until(within, &all)), walked);
            let goal = walked.iter().next().copied().into_iter().collect::<Bitboard>();
            assert!(goal.is_subset(&seed.sweep_until(within, &goal)));
            assert!(goal.is_subset(&seed.flood_until(within, &goal)));
        }
    }

    #[test]
    fn squares_outside_the_grid_are_in_no_set() {
        let whole = Bitboard::rectangle(18, 18);
        assert_eq!(whole.len(), 18 * 18);
        for side in [19, 21, 64, usize::MAX] {
            assert_eq!(Bitboard::rectangle(side, side), whole);
            assert_eq!(Bitboard::square(side, 0) | Bitboard::square(0, side), Bitboard::EMPTY);
            assert!(!whole.contains(side, 0) && !whole.contains(0, side));
        }
    }
}
