//! The fast search, which always fills the first empty square in scan order. The search sees the region
//! through a window of 64 squares that begins at the first empty square.
//!
//! Each row ends with an extra filled square, so that no piece can wrap around to the next row. There can be
//! up to 64 oriented pieces. Which oriented pieces fit at the first empty square depends on just a few
//! squares around it. Those squares are divided into two halves, each with a table of the oriented pieces
//! that fit. A piece fits if both tables list it.
#![allow(clippy::inline_always, reason = "inlined code is compiled for the chosen processor")]

use super::Visitor;
use super::layout::{Layout, Placement};
use crate::grid::gather::{self, BitMask, Gather, Job};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of bits in a table index.
const INDEX: u32 = 12;

pub(super) struct Fast {
    stride: usize,
    /// The squares of each oriented piece as bits, where bit 0 is its first square.
    masks: Vec<u64>,
    /// For each oriented piece, a bit set of all orientations of the same piece.
    family: Vec<u64>,
    piece: Vec<usize>,
    /// The squares that determine which pieces fit, divided into two halves.
    neighbours: [BitMask; 2],
    /// For each half, a table of the oriented pieces that fit, indexed by the pattern of filled squares in that half.
    tables: [Vec<u64>; 2],
    /// For each square, the oriented pieces whose first square can be placed there while the region is empty.
    /// Holes and letters exclude some pieces.
    allowed: Vec<u64>,
    /// Bit mask of the squares that count as filled (holes and squares outside the region), 64 squares per
    /// word. In the two extra words at the end, all squares are filled.
    base: Vec<u64>,
    /// Zero if some piece consists of a single square. Otherwise all ones, because no piece can then fill an
    /// empty square without empty neighbours.
    lone: u64,
    portable: bool,
}

impl Fast {
    /// Prepares a layout for the search. Returns `None` if there are too many oriented pieces or if a piece
    /// is too large.
    pub(super) fn new(layout: &Layout, portable: bool) -> Option<Self> {
        let stride = layout.columns + 1;
        let offset = |&(down, right): &(usize, isize)| (down * stride).checked_add_signed(right);
        let mut masks = Vec::new();
        for oriented in &layout.oriented {
            let offsets: Option<Vec<_>> = oriented.cells.iter().map(offset).collect();
            let offsets = offsets.filter(|offsets| offsets.iter().all(|&offset| offset < 64))?;
            masks.push(offsets.into_iter().fold(0, |mask, offset| mask | 1_u64 << offset));
        }
        let around = masks.iter().fold(0, |all, mask| all | mask) & !1;
        if masks.len() > 64 || around.count_ones() > 2 * INDEX {
            return None;
        }
        let neighbours = halves(around).map(BitMask::new);
        let smallest = layout.oriented.iter().map(|oriented| oriented.cells.len()).min().unwrap_or(0) as u32;
        let tables = [0, 1].map(|half| table(&masks, &neighbours[half], stride, smallest));
        let piece: Vec<_> = layout.oriented.iter().map(|oriented| oriented.piece).collect();
        let of = |one: &usize| piece.iter().rev().fold(0, |set, other| set << 1 | u64::from(other == one));
        let family = piece.iter().map(of).collect();
        let mut fast = Self {
            stride,
            masks,
            family,
            neighbours,
            tables,
            allowed: vec![0; layout.rows * stride + 64],
            base: vec![u64::MAX; (layout.rows * stride).div_ceil(64) + 2],
            lone: if smallest > 1 { u64::MAX } else { 0 },
            piece,
            portable,
        };
        for (at, _) in layout.squares.iter().enumerate().filter(|(_, square)| square.is_some()) {
            let position = fast.position(layout, at);
            fast.base[position / 64] &= !(1 << (position % 64));
            for placement in layout.placements_at(at) {
                fast.allowed[position] |= 1 << placement.oriented;
            }
        }
        Some(fast)
    }

    const fn position(&self, layout: &Layout, at: usize) -> usize {
        at / layout.columns * self.stride + at % layout.columns
    }

    fn placement(&self, oriented: usize, at: usize) -> Placement {
        Placement { oriented, at: at / self.stride * (self.stride - 1) + at % self.stride }
    }

    /// Calls `visitor` with every completion of `beginning` until `visitor` returns `Break` or `stop` is set.
    pub(super) fn run(
        &self,
        layout: &Layout,
        beginning: &[Placement],
        counts: &[u32],
        stop: &AtomicBool,
        visitor: Visitor<'_>,
    ) -> ControlFlow<()> {
        let mut base = self.base.clone();
        let mut left = layout.fill(beginning, counts, |at| {
            let position = self.position(layout, at);
            base[position / 64] |= 1 << (position % 64);
        });
        let total = layout.rows * self.stride;
        let load = |at: usize| {
            let (word, bit) = (at / 64, at % 64);
            let low = base.get(word).map_or(u64::MAX, |bits| bits >> bit);
            let high =
                if bit == 0 { 0 } else { base.get(word + 1).map_or(u64::MAX, |bits| bits << (64 - bit)) };
            low | high
        };
        let ahead: Vec<_> = (0..total + 130).map(load).collect();
        // Copies need counting only in the rare case that some piece has several.
        let several = counts.iter().any(|&count| count > 1);
        let (ahead, left, placements) = (&ahead, &mut left, beginning.to_vec());
        let search = FastSearch { fast: self, total, ahead, left, placements, several, visitor, stop };
        gather::fastest(search, self.portable)
    }
}

fn halves(mask: u64) -> [u64; 2] {
    let mut lower = 0_u64;
    while lower.count_ones() < mask.count_ones() / 2 {
        let rest = mask & !lower;
        lower |= rest & rest.wrapping_neg();
    }
    [lower, mask & !lower]
}

/// Returns, for every pattern of filled squares in `neighbours`, the oriented pieces that fit. Leaves out
/// pieces that would enclose a group of empty squares too small for any piece.
fn table(masks: &[u64], neighbours: &BitMask, stride: usize, smallest: u32) -> Vec<u64> {
    let seen = neighbours.scatter(usize::MAX);
    let size = 1_usize << neighbours.len();
    let meets =
        |square: u64| masks.iter().rev().fold(0, |set, mask| set << 1 | u64::from(mask & square != 0));
    let meets: Vec<u64> = (0..neighbours.len()).map(|bit| meets(neighbours.scatter(1 << bit))).collect();
    let mut fits = vec![0; size];
    fits[0] = masks.iter().fold(0, |all, _| all << 1 | 1);
    for index in 1..size {
        // A piece fits a pattern if it does not cover the first filled square and fits the pattern of the
        // other filled squares.
        fits[index] = fits[index & (index - 1)] & !meets[index.trailing_zeros() as usize];
    }
    for (index, fits) in fits.iter_mut().enumerate() {
        let filled = neighbours.scatter(index);
        let mut rest = *fits;
        while rest != 0 {
            let mask = masks[rest.trailing_zeros() as usize];
            if shuts_in(seen & !filled & !mask, filled | mask, stride, smallest) {
                *fits &= !(rest & rest.wrapping_neg());
            }
            rest &= rest - 1;
        }
    }
    fits
}

/// Whether the `filled` squares enclose a connected group of fewer than `smallest` squares from `empty`. A
/// square in neither set may be empty or filled. All squares before the window are filled.
fn shuts_in(empty: u64, filled: u64, stride: usize, smallest: u32) -> bool {
    let around = |set: u64| set << 1 | set >> 1 | set << stride | set >> stride;
    let edge = u64::MAX << (63 - stride);
    let grown = |mut set: u64| loop {
        let next = set | around(set) & empty;
        if next == set {
            return set;
        }
        set = next;
    };
    // Empty squares do not count as enclosed if they are connected to the end of the window or to a square
    // that may be empty. Usually no enclosed square remains, so the loop below does not run.
    let mut shut = empty & !grown(empty & (around(!(empty | filled)) | edge));
    while shut != 0 {
        let pocket = grown(shut & shut.wrapping_neg());
        if pocket.count_ones() < smallest {
            return true;
        }
        shut &= !pocket;
    }
    false
}

struct FastSearch<'a> {
    fast: &'a Fast,
    total: usize,
    /// For each square, the window of 64 squares that begins there. A set bit marks a square that is filled
    /// when the search starts.
    ahead: &'a [u64],
    left: &'a mut [u32],
    placements: Vec<Placement>,
    several: bool,
    visitor: Visitor<'a>,
    stop: &'a AtomicBool,
}

impl Job for FastSearch<'_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<G: Gather>(self) -> ControlFlow<()> {
        if self.several { self.search::<G, true>() } else { self.search::<G, false>() }
    }
}

#[derive(Clone, Copy, Default)]
struct Frame {
    /// The 64 squares that begin with the first empty square.
    window: u64,
    stock: u64,
    /// The oriented pieces that fit but have not been tried yet.
    untried: u64,
    at: u32,
    /// The number of pieces placed by the search itself, without the pieces of the beginning.
    level: u32,
}

impl FastSearch<'_> {
    fn stock(&self) -> u64 {
        let has = |oriented: &usize| self.left[self.fast.piece[*oriented]] > 0;
        (0..self.fast.masks.len()).filter(has).fold(0, |set, oriented| set | 1 << oriented)
    }

    /// Moves the window past filled squares to the next empty square, or returns `None` at the end of the
    /// region.
    #[cold]
    fn slide_far(&self, mut at: usize) -> Option<(u64, usize)> {
        while at < self.total {
            let window = self.ahead[at];
            let filled = window.trailing_ones() as usize;
            if filled < 64 {
                at += filled;
                return Some((self.ahead[at], at));
            }
            at += 64;
        }
        None
    }

    /// Runs the search until the visitor returns `Break` or the search is stopped.
    ///
    /// The processor cannot predict whether a placement is a dead end, so the loop has no conditional jump for
    /// this case. A frame is removed when its last piece is tried. The next frame is written unconditionally,
    /// but takes effect only if a piece fits at its square.
    #[inline(always)]
    fn search<G: Gather, const SEVERAL: bool>(mut self) -> ControlFlow<()> {
        let fast = self.fast;
        let stride = fast.stride as u32;
        let above = (1_u64 << stride.min(63)) - 1;
        let kinds = self.left.len();
        let fits = |window: u64, at: usize, stock: u64| {
            let index = |half: usize| G::gather(window, &fast.neighbours[half]);
            fast.tables[0][index(0)] & fast.tables[1][index(1)] & stock & fast.allowed[at]
        };
        let Some((window, at)) = self.slide_far(0) else { return (self.visitor)(&self.placements) };
        let stock = self.stock();
        let start = self.placements.len();
        // A tiling cannot have more pieces than the region has squares.
        let most = self.left.iter().map(|&left| left as usize).sum::<usize>().min(self.total) + 1;
        let mut frames = vec![Frame::default(); most + 1];
        let mut path = vec![(0, 0); most + 1];
        let mut left = vec![0; if SEVERAL { (most + 1) * kinds } else { 0 }];
        if SEVERAL {
            left[..kinds].copy_from_slice(self.left);
        }
        frames[0] = Frame { window, stock, untried: fits(window, at, stock), at: at as u32, level: 0 };
        let mut depth = usize::from(frames[0].untried != 0);
        let mut ticks = 0_u32;
        while depth > 0 {
            let frame = &mut frames[depth - 1];
            let Frame { window, stock, untried, at, level } = *frame;
            frame.untried = untried & (untried - 1);
            depth -= usize::from(frame.untried == 0);
            let (oriented, at, level) = (untried.trailing_zeros() as usize, at as usize, level as usize);
            path[level] = (oriented, at);
            let filled = window | fast.masks[oriented];
            let steps = filled.trailing_ones();
            let (window, at) = if steps < 64 {
                (filled >> steps | self.ahead[at + 64] << (64 - steps), at + steps as usize)
            } else if let Some(slid) = self.slide_far(at + 64) {
                slid
            } else {
                let new = path[..=level].iter().map(|&(oriented, at)| fast.placement(oriented, at));
                self.placements.extend(new);
                (self.visitor)(&self.placements)?;
                self.placements.truncate(start);
                continue;
            };
            let mut stock = stock & !fast.family[oriented];
            if SEVERAL {
                left.copy_within(level * kinds..(level + 1) * kinds, (level + 1) * kinds);
                let count = &mut left[(level + 1) * kinds + fast.piece[oriented]];
                *count -= 1;
                if *count > 0 {
                    stock |= fast.family[oriented];
                }
            }
            let beside = (window << 1 | 1) & (window >> 1) & (window << stride | above) & (window >> stride);
            let lone = !window & beside & fast.lone;
            let untried = fits(window, at, stock) & if lone == 0 { u64::MAX } else { 0 };
            frames[depth] = Frame { window, stock, untried, at: at as u32, level: level as u32 + 1 };
            depth += usize::from(untried != 0);
            ticks = ticks.wrapping_add(1);
            if ticks.is_multiple_of(1 << 16) && self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
