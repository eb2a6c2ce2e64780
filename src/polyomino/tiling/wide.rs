//! The search for puzzles with more than 64 oriented pieces, or with pieces that are too large for the fast search.
//! Like the fast search, it always fills the first empty square and looks at the region through a moving window. The
//! window has two, six or eleven words, depending on the largest piece.

use super::Visitor;
use super::gather::{BitMask, Gather as _, Portable};
use super::layout::{Layout, Owner, Placement};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of squares that are checked first, to exclude pieces that do not fit.
const NEAR: usize = 10;
/// The number of words that is enough for any region. The longest region is a column of 324 squares, each followed by a
/// filled square.
const MAX_WORDS: usize = 11;

/// A set of squares as bits in scan order. The lowest bit of the first word is the square at which the window begins.
#[derive(Clone, Copy)]
struct Window<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Window<WORDS> {
    const EMPTY: Self = Self([0; WORDS]);

    fn fill(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & other == 0)
    }

    fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the number of filled squares before the first empty square.
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

    /// Returns the window after moving it forward by `steps` squares. The squares that enter the window are empty.
    fn slid(&self, steps: usize) -> Self {
        let (words, bits) = (steps / 64, steps % 64);
        let word = |index: usize| self.0.get(index + words).copied().unwrap_or(0);
        Self(std::array::from_fn(|index| match bits {
            0 => word(index),
            _ => word(index) >> bits | word(index + 1) << (64 - bits),
        }))
    }
}

/// The tables of the search, which are computed before it starts.
pub(super) struct Wide {
    stride: usize,
    /// The largest distance from the first square of a piece to its last square, plus one.
    reach: usize,
    /// The squares that are checked first.
    near: BitMask,
    /// For each pattern of filled squares in `near`, the oriented pieces that fit.
    choices: Vec<Vec<u32>>,
    /// For each square and each oriented piece, `true` if the piece may begin there. The list is empty if no square is
    /// reserved for a piece.
    allowed: Vec<bool>,
    /// Zero if at least one piece has only one square. Otherwise all bits are ones, because no piece can then fill an
    /// empty square that has no empty neighbour.
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
        let near = BitMask::new(nearest(all.clone().flat_map(offsets)));
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
            for Placement { oriented, row, column } in layout.placements() {
                let at = usize::from(row) * layout.columns + usize::from(column);
                allowed[at * layout.oriented.len() + oriented as usize] = true;
            }
        }
        let can_be_lone = layout.oriented.iter().any(|oriented| oriented.cells.len() == 1);
        Self { stride, reach, near, choices, allowed, lone: if can_be_lone { 0 } else { u64::MAX } }
    }

    /// Calls `visitor` with every way to complete a beginning. Breaks if the visitor breaks or `stop` is set.
    pub(super) fn run(
        &self,
        layout: &Layout,
        beginning: &[Placement],
        counts: &[u32],
        stop: &AtomicBool,
        visitor: Visitor<'_>,
    ) -> ControlFlow<()> {
        // Two words are enough for nearly every piece, and six words for every piece with at most 18 rows and columns.
        match self.reach {
            ..=128 => self.search::<2>(layout, beginning, counts, stop, visitor),
            129..=384 => self.search::<6>(layout, beginning, counts, stop, visitor),
            _ => self.search::<MAX_WORDS>(layout, beginning, counts, stop, visitor),
        }
    }

    fn search<const WORDS: usize>(
        &self,
        layout: &Layout,
        beginning: &[Placement],
        counts: &[u32],
        stop: &AtomicBool,
        visitor: Visitor<'_>,
    ) -> ControlFlow<()> {
        let columns = layout.columns;
        let total = layout.rows * self.stride;
        let mut is_filled = vec![true; total + 64 * WORDS];
        for (at, _) in layout.squares.iter().enumerate().filter(|(_, square)| square.is_some()) {
            is_filled[at / columns * self.stride + at % columns] = false;
        }
        let left = layout.fill(beginning, counts, |at| {
            is_filled[at / columns * self.stride + at % columns] = true;
        });
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
        WideSearch::<WORDS> {
            wide: self,
            layout,
            masks: masks.collect(),
            ahead: is_filled.windows(64 * WORDS).map(window).collect(),
            total,
            left,
            placements: beginning.to_vec(),
            ticks: 0,
            stop,
            visitor,
        }
        .search(Window::EMPTY, 0)
    }
}

/// Returns a mask of at most [`NEAR`] squares of the first word. The squares that are covered by many oriented pieces
/// are chosen first. The first square is left out, because every oriented piece covers it.
fn nearest(offsets: impl Iterator<Item = usize>) -> u64 {
    let mut takers = [0_u32; 64];
    offsets.filter(|at| (1..64).contains(at)).for_each(|at| takers[at] += 1);
    let mut order: Vec<usize> = (1..64).filter(|&at| takers[at] > 0).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(takers[at]));
    order.into_iter().take(NEAR).fold(0, |mask, at| mask | 1 << at)
}

/// A search in progress.
struct WideSearch<'a, const WORDS: usize> {
    wide: &'a Wide,
    layout: &'a Layout,
    /// For each oriented piece, its squares, beginning with its first square.
    masks: Vec<Window<WORDS>>,
    /// For each square, the window that begins there. It contains the squares that are filled when the search starts.
    ahead: Vec<Window<WORDS>>,
    total: usize,
    left: Vec<u32>,
    placements: Vec<Placement>,
    ticks: u32,
    stop: &'a AtomicBool,
    visitor: Visitor<'a>,
}

impl<const WORDS: usize> WideSearch<'_, WORDS> {
    /// Continues the search from a square. The window begins at this square and contains the squares that the search
    /// has filled.
    fn search(&mut self, mut window: Window<WORDS>, mut at: usize) -> ControlFlow<()> {
        loop {
            if at >= self.total {
                return (self.visitor)(&self.placements);
            }
            window = window.union(&self.ahead[at]);
            let filled = window.filled();
            if filled == 0 {
                break;
            }
            (window, at) = (window.slid(filled), at + filled);
        }
        if self.leaves_a_lone_square(window.0[0]) {
            return ControlFlow::Continue(());
        }
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1 << 14) && self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let wide = self.wide;
        for &oriented in &wide.choices[Portable::gather(window.0[0], &wide.near)] {
            let mask = &self.masks[oriented as usize];
            let piece = self.layout.oriented[oriented as usize].piece;
            if !window.is_disjoint(mask) || self.left[piece] == 0 || !self.allows(oriented, at) {
                continue;
            }
            let after = window.union(mask);
            let (row, column) = ((at / wide.stride) as u16, (at % wide.stride) as u16);
            self.left[piece] -= 1;
            self.placements.push(Placement { oriented, row, column });
            let flow = self.search(after, at);
            self.placements.pop();
            self.left[piece] += 1;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if the letters of the region allow an oriented piece to begin at a square.
    fn allows(&self, oriented: u32, at: usize) -> bool {
        let (layout, Wide { stride, allowed, .. }) = (self.layout, self.wide);
        let square = at / stride * layout.columns + at % stride;
        allowed.is_empty() || allowed[square * layout.oriented.len() + oriented as usize]
    }

    /// Returns `true` if one of the next squares is empty, all squares around it are filled, and no piece has only one
    /// square. All squares before the window are filled.
    fn leaves_a_lone_square(&self, window: u64) -> bool {
        let stride = self.wide.stride;
        let above = (1_u64 << stride) - 1;
        let beside = (window << 1 | 1) & (window >> 1) & (window << stride | above) & (window >> stride);
        !window & beside & self.wide.lone != 0
    }
}
