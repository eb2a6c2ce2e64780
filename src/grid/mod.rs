//! Sets of squares on a grid of at most 18 by 18: shifts, floods and 3×3 windows as a few machine words.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// Words of a set: three rows each.
const WORDS: usize = 6;
/// Bits of a row: 18 columns and three that stay clear, so that a step or a carry out of a row lands in none of
/// the next.
const STRIDE: usize = 21;
/// The bits of a word that are squares: 18 columns of three rows.
const SQUARES: u64 = (0x3_ffff << (2 * STRIDE)) | (0x3_ffff << STRIDE) | 0x3_ffff;

/// A set of squares, by row and column from the top left.
///
/// ```
/// use clowder::grid::Mask;
///
/// let room = Mask::rectangle(12, 9);
/// assert_eq!(room.windows().count(), 10 * 7);
/// assert_eq!(Mask::square(0, 0).flood(room), room);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask([u64; WORDS]);

const fn place(row: usize, column: usize) -> (usize, usize) {
    (row / 3, row % 3 * STRIDE + column)
}

impl Mask {
    /// The most rows or columns.
    pub const MOST: usize = 18;
    /// No square.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// One square; none where it lies beyond 18 by 18.
    pub const fn square(row: usize, column: usize) -> Self {
        let mut mask = Self::EMPTY;
        if row < Self::MOST && column < Self::MOST {
            let (word, bit) = place(row, column);
            mask.0[word] = 1 << bit;
        }
        mask
    }

    /// The squares of the first rows and columns, at most 18 of each.
    pub const fn rectangle(height: usize, width: usize) -> Self {
        let mut mask = Self::EMPTY;
        let mut row = 0;
        while row < height {
            let (word, bit) = place(row, 0);
            mask.0[word] |= ((1 << width) - 1) << bit;
            row += 1;
        }
        mask
    }

    /// The set whose rows, three by three, are the words of `of`: a row's column 0 is bit 0, 21 or 42.
    pub(crate) fn from_words(of: impl FnMut(usize) -> u64) -> Self {
        Self(std::array::from_fn(of))
    }

    /// A few squares of neighbouring rows: bit `c` of `rows[r]` is the square `c` columns right of `column` and
    /// `r` rows below `row`. All must lie within 18 by 18.
    pub(crate) fn patch(row: usize, column: usize, rows: &[u8]) -> Self {
        let mut mask = Self::EMPTY;
        for (down, &bits) in rows.iter().enumerate() {
            let (word, bit) = place(row + down, column);
            mask.0[word] |= u64::from(bits) << bit;
        }
        mask
    }

    /// The squares of a row from a column on, the first as bit 0.
    pub(crate) const fn row_from(&self, row: usize, column: usize) -> u64 {
        let (word, bit) = place(row, 0);
        ((self.0[word] >> bit) & ((1 << STRIDE) - 1)) >> column
    }

    /// Whether a square is in it.
    pub const fn contains(&self, row: usize, column: usize) -> bool {
        row < Self::MOST && column < Self::MOST && self.row_from(row, column) & 1 != 0
    }

    /// Whether it has no square.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many squares it has.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has a square of the other.
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every square of the other is in it.
    pub fn holds(&self, other: &Self) -> bool {
        (*other - *self).is_empty()
    }

    /// Its squares as (row, column), row by row.
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

    fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// The squares from which the one `down` rows below and `right` columns to the right is in the set.
    pub(crate) fn toward_origin(&self, down: usize, right: usize) -> Self {
        let (skipped, rows) = (down / 3, down % 3 * STRIDE);
        // What would leave a row on its left must not come back at the end of the row above.
        let left = (1 << right) - 1;
        let stays = !(left | (left << STRIDE) | (left << (2 * STRIDE)));
        Self(std::array::from_fn(|index| {
            let (word, next) = (self.word(index + skipped), self.word(index + skipped + 1));
            let moved = if rows == 0 { word } else { (word >> rows) | (next << (3 * STRIDE - rows)) };
            (moved & stays & SQUARES) >> right
        }))
    }

    /// The set and every square orthogonally next to it, of 18 by 18: those off a smaller board too.
    pub fn grown(&self) -> Self {
        Self(std::array::from_fn(|index| {
            let word = self.0[index];
            let above = if index > 0 { self.0[index - 1] >> (2 * STRIDE) } else { 0 };
            let below = self.word(index + 1) << (2 * STRIDE);
            let across = word | (word << 1) | (word >> 1);
            (across | (word << STRIDE) | above | (word >> STRIDE) | below) & SQUARES
        }))
    }

    /// The top left corners of the 3×3 windows that lie wholly in the set.
    pub fn windows(&self) -> Self {
        let wide = *self & self.toward_origin(0, 1) & self.toward_origin(0, 2);
        wide & wide.toward_origin(1, 0) & wide.toward_origin(2, 0)
    }

    /// The squares of the 3×3 windows whose top left corners are in the set.
    pub fn covered(&self) -> Self {
        let wide = self.0.map(|word| word | (word << 1) | (word << 2));
        Self(std::array::from_fn(|index| {
            let above = if index > 0 { wide[index - 1] } else { 0 };
            let word = wide[index];
            (word | (word << STRIDE) | (word << (2 * STRIDE)) | (above >> STRIDE) | (above >> (2 * STRIDE)))
                & SQUARES
        }))
    }

    /// The squares that can be reached from the set by orthogonal steps over squares of `within`; the set's own
    /// squares count only where they lie in it.
    pub fn flood(self, within: Self) -> Self {
        self.flood_until(within, &Self::rectangle(Self::MOST, Self::MOST))
    }

    /// As [`flood`](Self::flood), but may stop as soon as every square of `goal` is reached. Made for small
    /// regions: each turn goes one step.
    pub(crate) fn flood_until(self, within: Self, goal: &Self) -> Self {
        let mut reached = self & within;
        loop {
            let next = reached.grown() & within;
            if reached.holds(&next) || next.holds(goal) {
                return next;
            }
            reached = next;
        }
    }

    /// As [`flood_until`](Self::flood_until), made for wide open regions: each turn sweeps down and up the whole
    /// grid.
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
            if reached.holds(goal) {
                return reached;
            }
            let mut below = 0;
            for index in (0..WORDS).rev() {
                below = runs.fill(index, reached.0[index] | (below << (2 * STRIDE)), u64::wrapping_shr);
                reached.0[index] = below;
            }
            // What was reached stays reached: nothing new means nothing changed.
            if before.holds(&reached) || reached.holds(goal) {
                return reached;
            }
        }
    }
}

/// What a sweep needs of the squares it may step on: for each word the squares that have one, two, four and
/// eight such squares in a row, themselves the leftmost.
struct Runs([[u64; 4]; WORDS]);

impl Runs {
    fn new(within: Mask) -> Self {
        Self(within.0.map(|one| {
            let two = one & (one >> 1);
            let four = two & (two >> 2);
            [one, two, four, four & (four >> 4)]
        }))
    }

    /// The squares of a word reached from `seed` by vertical steps one way and any horizontal ones.
    fn fill(&self, index: usize, seed: u64, vertical: fn(u64, u32) -> u64) -> u64 {
        let [one, two, four, eight] = self.0[index];
        let mut word = seed & one;
        word |= vertical(word, STRIDE as u32) & one;
        word |= vertical(word, STRIDE as u32) & one;
        // To the right: adding a seed to a run of ones carries through the run and ends in the clear column.
        word |= ((word + one) ^ one) & one;
        // To the left, by doubling: a run of eight that ends next to a reached square is reached.
        word |= (word >> 1) & one;
        word |= (word >> 2) & two;
        word |= (word >> 4) & four;
        word |= (word >> 8) & eight;
        word
    }
}

impl BitOr for Mask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl BitOrAssign for Mask {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Mask {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl Sub for Mask {
    type Output = Self;

    /// The squares that are not in the other set.
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }
}

impl FromIterator<(usize, usize)> for Mask {
    fn from_iter<T: IntoIterator<Item = (usize, usize)>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, |mask, (row, column)| mask | Self::square(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeSet;

    type Squares = BTreeSet<(usize, usize)>;

    fn squares(mask: Mask) -> Squares {
        mask.iter().collect()
    }

    /// A set in which about `share` of 8 squares are.
    fn random(random: &mut Random, share: usize) -> Mask {
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
    fn masks_agree_with_sets_of_squares() {
        let mut dice = Random::new(1);
        for round in 0..200 {
            let (one, other) = (random(&mut dice, 1 + round % 7), random(&mut dice, 1 + round / 7 % 7));
            let (set, second) = (squares(one), squares(other));
            assert_eq!(squares(one | other), &set | &second);
            assert_eq!(squares(one & other), &set & &second);
            assert_eq!(squares(one - other), &set - &second);
            assert_eq!(one.count(), set.len());
            assert_eq!(one.meets(&other), !set.is_disjoint(&second));
            assert_eq!(one.holds(&other), set.is_superset(&second));
            for (down, right) in (0..6).flat_map(|down| (0..6).map(move |right| (down, right))) {
                let moved = |&(row, column): &(usize, usize)| {
                    Some((row.checked_sub(down)?, column.checked_sub(right)?))
                };
                assert_eq!(
                    squares(one.toward_origin(down, right) & Mask::rectangle(18, 18)),
                    set.iter().filter_map(moved).collect()
                );
            }
            let grown = squares(one.grown() & Mask::rectangle(18, 18));
            let near = |square: &(usize, usize)| {
                set.contains(square) || next_to(*square).any(|next| set.contains(&next))
            };
            assert_eq!(grown, squares(Mask::rectangle(18, 18)).into_iter().filter(near).collect());
        }
    }

    #[test]
    fn windows_and_what_they_cover() {
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
    fn both_floods_reach_what_a_walk_reaches() {
        let mut dice = Random::new(3);
        for round in 0..400 {
            let within = random(&mut dice, 3 + round % 6);
            let seed = random(&mut dice, 1) & random(&mut dice, 1);
            let walked = slow_flood(&squares(seed), &squares(within));
            let all = Mask::rectangle(18, 18);
            assert_eq!(squares(seed.flood(within)), walked);
            assert_eq!(squares(seed.sweep_until(within, &all)), walked);
            let goal = walked.iter().next().copied().into_iter().collect::<Mask>();
            assert!(
                seed.sweep_until(within, &goal).holds(&goal) && seed.flood_until(within, &goal).holds(&goal)
            );
        }
    }
}
