//! The fast search: always fill the first empty square, in scan order, seen through a window of 64 squares that
//! slides along with it.
//!
//! Each row has one more, filled square at its end, so that a piece cannot leave one side and come in at the other.
//! Which of the at most 64 oriented pieces fit at the first empty square depends on the few squares around it: two
//! tables, indexed by the two halves of those squares, each give a set; what is in both fits.
#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor chosen")]

use super::gather::{self, Gather, Job, Mask};
use super::layout::{Layout, Placed};
use super::{Found, Start};
use std::sync::atomic::{AtomicBool, Ordering};

/// Bits of the larger table's index at most.
const INDEX: u32 = 12;

/// What the search knows before it starts.
pub(super) struct Fast {
    stride: usize,
    /// For each oriented piece: its squares from the first one on.
    masks: Vec<u64>,
    /// For each oriented piece: all oriented pieces of the same piece.
    family: Vec<u64>,
    piece: Vec<usize>,
    neighbours: [Mask; 2],
    tables: [Vec<u64>; 2],
    /// For each square, which oriented pieces may start there, letters considered.
    allowed: Vec<u64>,
    /// The filled squares of the empty region, 64 a word, and beyond its end two words of filled ones.
    base: Vec<u64>,
    /// All ones if a single empty square can never be filled.
    lone: u64,
    portable: bool,
}

impl Fast {
    /// The search for a layout, if it is small enough for it.
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
        let neighbours = halves(around).map(Mask::new);
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
            for placed in layout.placements_at(at) {
                fast.allowed[position] |= 1 << placed.oriented;
            }
        }
        Some(fast)
    }

    const fn position(&self, layout: &Layout, at: usize) -> usize {
        at / layout.columns * self.stride + at % layout.columns
    }

    fn placed(&self, oriented: usize, at: usize) -> Placed {
        Placed {
            oriented: oriented as u32,
            row: (at / self.stride) as u16,
            column: (at % self.stride) as u16,
        }
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
        let mut base = self.base.clone();
        let mut left = pieces.to_vec();
        for &placed in &start.placed {
            left[layout.oriented[placed.oriented as usize].piece] -= 1;
            for at in layout.squares_of(placed) {
                let position = self.position(layout, at);
                base[position / 64] |= 1 << (position % 64);
            }
        }
        let total = layout.rows * self.stride;
        let load = |at: usize| {
            let (word, bit) = (at / 64, at % 64);
            let low = base.get(word).map_or(u64::MAX, |bits| bits >> bit);
            let high =
                if bit == 0 { 0 } else { base.get(word + 1).map_or(u64::MAX, |bits| bits << (64 - bit)) };
            low | high
        };
        let ahead: Vec<_> = (0..total + 130).map(load).collect();
        let placed = start.placed.clone();
        let walk = Walk { fast: self, total, ahead: &ahead, left: &mut left, placed, found, stop };
        // Pieces of which there are several must be counted; most puzzles have none.
        if pieces.iter().all(|&count| count <= 1) {
            gather::fastest(Single(walk), self.portable)
        } else {
            gather::fastest(Several(walk), self.portable)
        }
    }
}

/// The lower and the upper half of the bits of a mask.
fn halves(mask: u64) -> [u64; 2] {
    let mut lower = 0_u64;
    while lower.count_ones() < mask.count_ones() / 2 {
        let rest = mask & !lower;
        lower |= rest & rest.wrapping_neg();
    }
    [lower, mask & !lower]
}

/// For every pattern of filled squares under `neighbours`, the oriented pieces it leaves room for: those that fit,
/// and do not shut in fewer empty squares than the smallest piece has.
fn table(masks: &[u64], neighbours: &Mask, stride: usize, smallest: u32) -> Vec<u64> {
    let seen = neighbours.scatter(usize::MAX);
    let size = 1_usize << neighbours.len();
    let meets =
        |square: u64| masks.iter().rev().fold(0, |set, mask| set << 1 | u64::from(mask & square != 0));
    let meets: Vec<u64> = (0..neighbours.len()).map(|bit| meets(neighbours.scatter(1 << bit))).collect();
    let mut fits = vec![0; size];
    fits[0] = masks.iter().fold(0, |all, _| all << 1 | 1);
    for index in 1..size {
        // What fits beside all filled squares but the first, and leaves the first out.
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

/// Whether some of the `empty` squares have nothing but `filled` ones around them, and are fewer than `smallest`.
/// Squares that are neither may be either; all squares before the window are filled.
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
    // What is joined to squares that may be empty is not shut in. Hardly ever is anything else left.
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

/// A search under way.
struct Walk<'a> {
    fast: &'a Fast,
    total: usize,
    /// For each square, the 64 squares from it on, before the walk has filled any.
    ahead: &'a [u64],
    left: &'a mut [u32],
    placed: Vec<Placed>,
    found: Found<'a>,
    stop: &'a AtomicBool,
}

/// The search where there is one of each piece.
struct Single<'a>(Walk<'a>);
/// The search where pieces must be counted.
struct Several<'a>(Walk<'a>);

impl Job for Single<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<G: Gather>(self) -> bool {
        self.0.search::<G, false>()
    }
}

impl Job for Several<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<G: Gather>(self) -> bool {
        self.0.search::<G, true>()
    }
}

/// A square on the way: what is to be tried there.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The 64 squares from the first empty one on.
    window: u64,
    /// Oriented pieces still to be had.
    stock: u64,
    /// Those that fit and have not been tried.
    untried: u64,
    /// Where the first empty square is.
    at: u32,
    /// How many pieces have been laid since the start.
    level: u32,
}

impl Walk<'_> {
    /// Pieces still to be had at the start.
    fn stock(&self) -> u64 {
        let has = |oriented: &usize| self.left[self.fast.piece[*oriented]] > 0;
        (0..self.fast.masks.len()).filter(has).fold(0, |set, oriented| set | 1 << oriented)
    }

    /// Slides the window over filled squares only; `None` at the end of the region.
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

    /// `false` if it was stopped, or told that enough was found.
    ///
    /// Whether a piece leads on is as good as random, so nothing branches on it: a frame is dropped when its last
    /// piece is taken, and a new one is always written but counts only if something fits there.
    #[inline(always)]
    fn search<G: Gather, const SEVERAL: bool>(mut self) -> bool {
        let fast = self.fast;
        let stride = fast.stride as u32;
        let above = (1_u64 << stride.min(63)) - 1;
        let kinds = self.left.len();
        let fits = |window: u64, at: usize, stock: u64| {
            let index = |half: usize| G::gather(window, &fast.neighbours[half]);
            fast.tables[0][index(0)] & fast.tables[1][index(1)] & stock & fast.allowed[at]
        };
        let Some((window, at)) = self.slide_far(0) else { return (self.found)(&self.placed) };
        let stock = self.stock();
        let start = self.placed.len();
        // However many pieces there are, no more than there are squares can lie.
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
                self.placed.extend(path[..=level].iter().map(|&(oriented, at)| fast.placed(oriented, at)));
                let go_on = (self.found)(&self.placed);
                self.placed.truncate(start);
                if !go_on {
                    return false;
                }
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
                return false;
            }
        }
        true
    }
}
