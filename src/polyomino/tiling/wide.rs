//! The search for what the fast one has no room for: more than 64 oriented pieces, or larger ones. Also first empty
//! square first, seen through a window that slides along, of as many words as the largest piece needs.

use super::gather::{Gather as _, Mask, Portable};
use super::layout::{Layout, Owner, Placed};
use super::{Found, Start};
use std::sync::atomic::{AtomicBool, Ordering};

/// Squares whose filling tells beforehand which pieces cannot fit.
const NEAR: usize = 10;
/// Words that hold any region: at most a column of 324 squares with a filled one after each.
const MOST_WORDS: usize = 11;

/// Squares from the first empty one on, in scan order, the lowest bit of the first word first.
#[derive(Clone, Copy)]
struct Window<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Window<WORDS> {
    const EMPTY: Self = Self([0; WORDS]);

    fn fill(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn with(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// How many squares are filled before the first empty one.
    fn filled(&self) -> usize {
        let mut count = 0;
        for word in self.0 {
            count += word.trailing_ones() as usize;
            if word != u64::MAX {
                break;
            }
        }
        count
    }

    /// The squares from a later one on; those that come into view are empty.
    fn slid(&self, steps: usize) -> Self {
        let (words, bits) = (steps / 64, steps % 64);
        let word = |index: usize| self.0.get(index + words).copied().unwrap_or(0);
        Self(std::array::from_fn(|index| match bits {
            0 => word(index),
            _ => word(index) >> bits | word(index + 1) << (64 - bits),
        }))
    }
}

/// The search for one layout.
pub(super) struct Wide {
    stride: usize,
    /// One more than the last square of any piece, counted from its first.
    reach: usize,
    /// For each pattern of filled squares under `near`, the oriented pieces it leaves room for.
    near: Mask,
    choices: Vec<Vec<u32>>,
    /// For each square and oriented piece, whether it may start there; empty where no square belongs to a piece.
    allowed: Vec<bool>,
    /// All ones if a single empty square can never be filled.
    lone: u64,
}

impl Wide {
    pub(super) fn new(layout: &Layout) -> Self {
        let stride = layout.columns + 1;
        let offsets = |index: usize| {
            let cells = layout.oriented[index].cells.iter();
            cells.map(move |&(down, right)| (down * stride).wrapping_add_signed(right))
        };
        let all = 0..layout.oriented.len();
        let reach = all.clone().flat_map(offsets).max().map_or(1, |last| last + 1);
        let near = Mask::new(nearest(all.clone().flat_map(offsets)));
        let meets = |index: usize, filled: u64| offsets(index).any(|at| at < 64 && filled >> at & 1 == 1);
        let choices = (0..1 << near.len())
            .map(|pattern| near.scatter(pattern))
            .map(|filled| {
                all.clone().filter(|&index| !meets(index, filled)).map(|index| index as u32).collect()
            })
            .collect();
        let mut allowed = Vec::new();
        if layout.squares.iter().any(|square| matches!(square, Some(Owner::Piece(_)))) {
            allowed = vec![false; layout.squares.len() * layout.oriented.len()];
            for Placed { oriented, row, column } in layout.placements() {
                let at = usize::from(row) * layout.columns + usize::from(column);
                allowed[at * layout.oriented.len() + oriented as usize] = true;
            }
        }
        let can_be_lone = layout.oriented.iter().any(|oriented| oriented.cells.len() == 1);
        Self { stride, reach, near, choices, allowed, lone: if can_be_lone { 0 } else { u64::MAX } }
    }

    /// Every way to complete `start`, handed to `found` until it says no; `false` if it did, or `stop` was set.
    pub(super) fn run(
        &self,
        layout: &Layout,
        start: &Start,
        pieces: &[u32],
        stop: &AtomicBool,
        found: Found<'_>,
    ) -> bool {
        // Two words hold nearly every piece, six every one of 18 rows and columns.
        match self.reach {
            ..=128 => self.search::<2>(layout, start, pieces, stop, found),
            129..=384 => self.search::<6>(layout, start, pieces, stop, found),
            _ => self.search::<MOST_WORDS>(layout, start, pieces, stop, found),
        }
    }

    fn search<const WORDS: usize>(
        &self,
        layout: &Layout,
        start: &Start,
        pieces: &[u32],
        stop: &AtomicBool,
        found: Found<'_>,
    ) -> bool {
        let columns = layout.columns;
        let total = layout.rows * self.stride;
        let mut is_filled = vec![true; total + 64 * WORDS];
        for (at, _) in layout.squares.iter().enumerate().filter(|(_, square)| square.is_some()) {
            is_filled[at / columns * self.stride + at % columns] = false;
        }
        let mut left = pieces.to_vec();
        for &placed in &start.placed {
            left[layout.oriented[placed.oriented as usize].piece] -= 1;
            for at in layout.squares_of(placed) {
                is_filled[at / columns * self.stride + at % columns] = true;
            }
        }
        let window = |squares: &[bool]| {
            let mut window = Window::EMPTY;
            squares.iter().enumerate().filter(|(_, filled)| **filled).for_each(|(at, _)| window.fill(at));
            window
        };
        let masks = layout.oriented.iter().map(|oriented| {
            let mut mask = Window::EMPTY;
            oriented.cells.iter().for_each(|&(down, right)| {
                mask.fill((down * self.stride).wrapping_add_signed(right));
            });
            mask
        });
        Walk::<WORDS> {
            wide: self,
            layout,
            masks: masks.collect(),
            ahead: is_filled.windows(64 * WORDS).map(window).collect(),
            total,
            left,
            placed: start.placed.clone(),
            ticks: 0,
            stop,
            found,
        }
        .search(Window::EMPTY, 0)
    }
}

/// The squares nearly every piece takes or leaves: those that most of them take, but for the first.
fn nearest(offsets: impl Iterator<Item = usize>) -> u64 {
    let mut takers = [0_u32; 64];
    offsets.filter(|at| (1..64).contains(at)).for_each(|at| takers[at] += 1);
    let mut order: Vec<usize> = (1..64).filter(|&at| takers[at] > 0).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(takers[at]));
    order.into_iter().take(NEAR).fold(0, |mask, at| mask | 1 << at)
}

/// A search under way.
struct Walk<'a, const WORDS: usize> {
    wide: &'a Wide,
    layout: &'a Layout,
    /// For each oriented piece: its squares from the first one on.
    masks: Vec<Window<WORDS>>,
    /// For each square, what is filled from it on before the walk.
    ahead: Vec<Window<WORDS>>,
    total: usize,
    left: Vec<u32>,
    placed: Vec<Placed>,
    ticks: u32,
    stop: &'a AtomicBool,
    found: Found<'a>,
}

impl<const WORDS: usize> Walk<'_, WORDS> {
    /// Goes on from a square, with what the walk has filled from there on.
    fn search(&mut self, mut window: Window<WORDS>, mut at: usize) -> bool {
        loop {
            if at >= self.total {
                return (self.found)(&self.placed);
            }
            window = window.with(&self.ahead[at]);
            let filled = window.filled();
            if filled == 0 {
                break;
            }
            (window, at) = (window.slid(filled), at + filled);
        }
        if self.leaves_a_lone_square(window.0[0]) {
            return true;
        }
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1 << 14) && self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let wide = self.wide;
        for &oriented in &wide.choices[Portable::gather(window.0[0], &wide.near)] {
            let mask = &self.masks[oriented as usize];
            let piece = self.layout.oriented[oriented as usize].piece;
            if window.meets(mask) || self.left[piece] == 0 || !self.allows(oriented, at) {
                continue;
            }
            let after = window.with(mask);
            let (row, column) = ((at / wide.stride) as u16, (at % wide.stride) as u16);
            self.left[piece] -= 1;
            self.placed.push(Placed { oriented, row, column });
            let go_on = self.search(after, at);
            self.placed.pop();
            self.left[piece] += 1;
            if !go_on {
                return false;
            }
        }
        true
    }

    /// Whether the letters let a piece start at a square.
    fn allows(&self, oriented: u32, at: usize) -> bool {
        let (layout, Wide { stride, allowed, .. }) = (self.layout, self.wide);
        let square = at / stride * layout.columns + at % stride;
        allowed.is_empty() || allowed[square * layout.oriented.len() + oriented as usize]
    }

    /// Whether one of the next squares is empty and all around it filled. All squares before the window are filled.
    fn leaves_a_lone_square(&self, window: u64) -> bool {
        let stride = self.wide.stride;
        let above = (1_u64 << stride) - 1;
        let beside = (window << 1 | 1) & (window >> 1) & (window << stride | above) & (window >> stride);
        !window & beside & self.wide.lone != 0
    }
}
