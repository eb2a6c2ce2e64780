//! Counts tilings without enumerating them, by dynamic programming over the frontier (also called the broken
//! profile).
//!
//! The squares are covered in a fixed order. Two partial tilings have the same *state* if they cover the same
//! squares and use the same number of copies of every counted piece (see `plan::counted`). Partial tilings with
//! the same state have the same completions, so each step keeps only the number of partial tilings per state. Of
//! two states that are mirror images of each other, only one is kept (see [`mirror`]).
//!
//! By Burnside's lemma, the number of distinct tilings is the mean number of tilings that a symmetry of the
//! puzzle leaves unchanged. The unchanged tilings are counted like all tilings, except that orbits of squares
//! take the place of single squares (see [`quotient`]).

mod disjoint;
mod local;
mod mirror;
mod order;
mod plan;
mod quotient;
mod run;

use super::layout::Layout;
use super::symmetry::Symmetry;
use super::{Puzzle, Usage};
use crate::polyomino::{Region, Square};
use num_bigint::BigUint;
use order::Order;
use plan::KeyLayout;
use quotient::Quotient;
use run::Sum;
use std::ops::ControlFlow;

/// The result of [`Puzzle::count_by_frontier`].
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{FrontierCount, Puzzle, Usage};
/// use clowder::polyomino::Pieces;
/// use clowder::shape::Sides;
/// use std::ops::ControlFlow;
///
/// let puzzle = Puzzle::new("8x8".parse()?, Pieces::parse("XX*", Sides::Both, &[])?, Usage::All);
/// let count = puzzle.count_by_frontier(FrontierCount::MEMORY, |_| ControlFlow::Continue(()))?;
/// assert_eq!((count.distinct.to_string(), count.all.to_string()), ("1629189".into(), "12988816".into()));
/// assert!(count.bytes < 1_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierCount {
    /// The number of tilings up to symmetry.
    pub distinct: BigUint,
    /// The number of all tilings.
    pub all: BigUint,
    /// The peak number of states.
    pub states: usize,
    /// The peak memory use of the states and the arcs between them, in bytes.
    pub bytes: usize,
}

impl FrontierCount {
    /// A memory limit that suffices for most puzzles: 1 GiB.
    pub const MEMORY: usize = 1 << 30;
}

/// The reason why a count ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// The states need more memory than allowed.
    #[error("counting needs more memory than allowed")]
    Memory,
    /// A state needs this many bits, but at most 64 are possible.
    #[error("a state of the count has {0} bits, which is more than 64")]
    Width(u32),
    /// The caller has stopped the count.
    #[error("the count was stopped")]
    Stopped,
}

/// The progress of a count. The steps are run once per class of symmetries. If one run cannot handle all moduli
/// that the class needs, the steps are run again with further moduli.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierProgress {
    /// The estimated current row of the scan, counted from 0. A row of the scan is as long as the region's
    /// shorter side.
    pub row: usize,
    /// The number of rows in the scan.
    pub rows: usize,
    /// The number of the current run for one class of symmetries, counted from 1.
    pub run: usize,
    /// The current number of states.
    pub states: usize,
}

/// The resources that a count may use, and the resources used so far.
struct Resources<'a> {
    limit: usize,
    watch: &'a mut dyn FnMut(FrontierProgress) -> ControlFlow<()>,
    now: FrontierProgress,
    run: usize,
    peak: usize,
    bytes: usize,
}

impl<'a> Resources<'a> {
    fn new(
        puzzle: &Puzzle,
        limit: usize,
        watch: &'a mut dyn FnMut(FrontierProgress) -> ControlFlow<()>,
    ) -> Self {
        let now = FrontierProgress { row: 0, rows: puzzle.layout.rows, run: 1, states: 0 };
        Self { limit, watch, now, run: 1, peak: 0, bytes: 0 }
    }

    fn watch(&mut self, step: usize, steps: usize, states: usize) -> Result<(), Interrupted> {
        self.now = FrontierProgress { row: self.now.rows * step / steps, run: self.run, states, ..self.now };
        self.check(states, 0)
    }

    fn check(&mut self, states: usize, bytes: usize) -> Result<(), Interrupted> {
        (self.peak, self.bytes) = (self.peak.max(states), self.bytes.max(bytes));
        if (self.watch)(self.now).is_break() {
            return Err(Interrupted::Stopped);
        }
        if bytes > self.limit { Err(Interrupted::Memory) } else { Ok(()) }
    }
}

/// [`Puzzle::prefers_frontier`] prefers counting if at most this many pieces need their copies counted.
const FEW_KINDS: usize = 6;

/// The memory limit during estimation, in bytes.
const SAMPLE: usize = 1 << 24;
/// Bytes per state at the peak of large counts: 16 in each of two phases, plus the unused capacity of
/// vectors. In measurements, a region of 10×10 squares took 30 bytes per state, and a region of 12×12 squares
/// took 43.
const STATE: f64 = 44.0;

impl Puzzle {
    /// Whether to count the tilings with [`count_by_frontier`](Self::count_by_frontier) instead of a search.
    /// A region that is too large for a search is always counted. A smaller region is searched if no piece
    /// can be used more than once. In all other cases, counting is preferred if the search is not
    /// [small](Self::is_small) or if only a few pieces need their copies counted.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Puzzle, Usage};
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let prefers = |pieces| {
    ///     let pieces = Pieces::parse(pieces, Sides::Both, &[])?;
    ///     Ok::<_, Box<dyn std::error::Error>>(Puzzle::new("6x10".parse()?, pieces, Usage::All).prefers_frontier())
    /// };
    /// assert!(prefers("pentominoes*")? && prefers("XX*30")? && !prefers("pentominoes")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prefers_frontier(&self) -> bool {
        let mut counts = self.counts.iter().zip(self.pieces.list());
        let repeats = counts.any(|(&count, piece)| count > 1 || piece.is_unlimited());
        self.layout.squares.len() > Self::MAX_SEARCHED
            || repeats && (KeyLayout::new(self, 0).counted().len() <= FEW_KINDS || !self.is_small())
    }

    /// Estimates the memory that [`count_by_frontier`](Self::count_by_frontier) needs, in bytes. Counts the
    /// tilings of more and more columns until it reaches a small memory limit, and then extrapolates the
    /// growth.
    ///
    /// # Errors
    /// Returns an error if a state would need more than 64 bits, or if `watch` returns `Break`.
    pub fn memory_for_frontier(
        &self,
        mut watch: impl FnMut(FrontierProgress) -> ControlFlow<()>,
    ) -> Result<f64, Interrupted> {
        let Layout { columns, squares, .. } = &self.layout;
        let (mut states, mut growth) = (1.0, 1.0);
        for cut in 1..=*columns {
            let mut first = vec![Square::Hole; squares.len()];
            for at in (0..squares.len()).filter(|at| at % columns < cut) {
                first[self.layout.index(at)] = self.region.squares()[self.layout.index(at)];
            }
            let Ok(region) = Region::new(self.region.width(), first) else { continue };
            let puzzle = Self::new(region, self.pieces.clone(), self.usage);
            let mut resources = Resources::new(&puzzle, SAMPLE, &mut watch);
            match puzzle.unchanged(&puzzle.symmetries[0], &mut resources) {
                Ok(_) => (states, growth) = (resources.peak as f64, resources.peak as f64 / states),
                Err(Interrupted::Memory) => {
                    return Ok(STATE * states * growth.powf((columns + 1 - cut) as f64));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(STATE * states)
    }

    /// Counts the tilings without enumerating them. The running time depends on the number of frontier
    /// states, not on the number of tilings. The number of states grows with the region's shorter side and
    /// the size of the pieces. The states use up to `memory` bytes. `watch` is called often, and stops the
    /// count by returning `Break`.
    ///
    /// # Errors
    /// Returns an error if the states need more than `memory` bytes, if a state needs more than 64 bits, or
    /// if `watch` returns `Break`.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{FrontierCount, Interrupted, Puzzle, Usage};
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    /// use std::ops::ControlFlow;
    ///
    /// let puzzle = Puzzle::new("12x12".parse()?, Pieces::parse("XX*", Sides::Both, &[])?, Usage::All);
    /// let count = puzzle.count_by_frontier(FrontierCount::MEMORY, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(count.all.to_string(), "53060477521960000");
    /// let small = puzzle.count_by_frontier(1000, |_| ControlFlow::Continue(()));
    /// assert_eq!(small, Err(Interrupted::Memory));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_by_frontier(
        &self,
        memory: usize,
        mut watch: impl FnMut(FrontierProgress) -> ControlFlow<()>,
    ) -> Result<FrontierCount, Interrupted> {
        let mut resources = Resources::new(self, memory, &mut watch);
        let (mut all, mut sum) = (BigUint::ZERO, BigUint::ZERO);
        if self.obstruction().is_none() {
            for (symmetry, times) in self.classes_of_symmetries() {
                let unchanged = self.unchanged(symmetry, &mut resources)?;
                sum += &unchanged * times;
                if all == BigUint::ZERO {
                    // The identity comes first, so its count is the number of all tilings. If that number is
                    // zero, the other symmetries need no count.
                    all = unchanged;
                    if all == BigUint::ZERO {
                        break;
                    }
                }
            }
        }
        let distinct = sum / self.symmetries.len();
        Ok(FrontierCount { distinct, all, states: resources.peak, bytes: resources.bytes })
    }

    /// Divides the symmetries into classes whose members leave the same number of tilings unchanged. Returns
    /// one symmetry per class with the size of the class, and starts with the identity.
    fn classes_of_symmetries(&self) -> Vec<(&Symmetry, u64)> {
        let mut classes: Vec<(&Symmetry, u64)> = Vec::new();
        let square = self.symmetries.len() == 8;
        let alike = |one: &Symmetry, other: &Symmetry| {
            let kind = |symmetry: &Symmetry| (symmetry.pose.is_flipped(), symmetry.pose.quarter_turns() % 2);
            // If the puzzle has all symmetries of a square, a quarter turn maps the axis of one reflection to
            // the axis of another. The two quarter turns are always alike, because each is the inverse of the
            // other.
            kind(one) == kind(other) && if one.pose.is_flipped() { square } else { kind(one).1 == 1 }
        };
        for symmetry in &self.symmetries {
            match classes.iter_mut().find(|(other, _)| alike(symmetry, other)) {
                Some((_, times)) => *times += 1,
                None => classes.push((symmetry, 1)),
            }
        }
        classes
    }

    fn unchanged(&self, symmetry: &Symmetry, resources: &mut Resources<'_>) -> Result<BigUint, Interrupted> {
        let quotient = Quotient::new(self, symmetry);
        let mut order = Order::best(&quotient, self.layout.columns);
        let layout = KeyLayout::new(self, order.width);
        // A symmetry leaves the counters of a key unchanged if it maps every counted piece to itself.
        let keeps_counters = |other: &&Symmetry| layout.counted().all(|piece| other.pieces[piece] == piece);
        let others = self.symmetries.iter().filter(keeps_counters);
        let images: Vec<_> = others.filter_map(|other| quotient.images_of_items(self, other)).collect();
        if layout.bits > u64::BITS {
            return Err(Interrupted::Width(layout.bits));
        }
        // A piece that crosses the middle of a folded order covers just an item and its image. For each state
        // in the middle, the second half can then be filled in as many ways as the first half. If `n` is the
        // number of ways to reach such a state, the number of tilings is therefore the sum of `n * n` over
        // these states.
        let is_identity = symmetry.pose == self.symmetries[0].pose;
        let is_folded = is_identity
            && layout.counted().len() == 0
            && images.iter().any(|images| order.is_folded(&quotient, images));
        order.choose_mirror(images.into_iter());
        let mut steps = plan::steps(&quotient, &order, &layout);
        // The sum of `n * n` is correct only if every state in the middle also stands for its mirror image, or if
        // no state up to the middle does.
        let half = steps.len() / 2;
        let has_mirror = |step: &plan::Step| step.mirror.is_some();
        if is_folded && (has_mirror(&steps[half - 1]) || !steps[..half].iter().any(has_mirror)) {
            steps.truncate(half);
            return Ok(run::run(&steps, &layout, Sum::Squares, resources)? / 2_u8);
        }
        run::run(&steps, &layout, if self.usage == Usage::All { Sum::All } else { Sum::Any }, resources)
    }
}
