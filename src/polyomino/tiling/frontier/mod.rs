//! Counting without enumeration, by dynamic programming over the frontier (also called the broken profile).
//!
//! The squares are covered in a fixed order. After each step, there are many partial tilings. Two of them have the same
//! *state* if they cover the same squares and use the same number of copies of every limited piece. Partial tilings with
//! the same state can be completed in exactly the same ways. Therefore, only the number of partial tilings with each state
//! is kept. Of two states that are mirror images of each other, only one is kept (see [`mirror`]).
//!
//! Distinct tilings are counted with Burnside's lemma: for each symmetry of the puzzle, the tilings that it leaves
//! unchanged are counted, and the average of these counts is the number of distinct tilings. The unchanged tilings are
//! counted in the same way as all tilings, but with orbits of squares instead of squares (see [`quotient`]).

mod mirror;
mod order;
mod plan;
mod quotient;
mod run;
mod table;

use super::symmetry::Symmetry;
use super::{Puzzle, Usage};
use num_bigint::BigUint;
use order::Order;
use plan::KeyLayout;
use quotient::Quotient;
use std::sync::atomic::AtomicBool;

/// The result of counting with [`Puzzle::count_by_frontier`].
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{FrontierCount, Puzzle, Usage};
/// use clowder::polyomino::Pieces;
/// use clowder::shape::Sides;
/// use std::sync::atomic::AtomicBool;
///
/// let puzzle = Puzzle::new("8x8".parse()?, Pieces::parse("XX*", Sides::Both, &[])?, Usage::All);
/// let count = puzzle.count_by_frontier(FrontierCount::MEMORY, &AtomicBool::new(false))?;
/// assert_eq!((count.distinct.to_string(), count.all.to_string()), ("1629189".into(), "12988816".into()));
/// assert!(count.bytes < 1_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierCount {
    /// The number of tilings, where symmetric tilings are counted only once.
    pub distinct: BigUint,
    /// The number of all tilings.
    pub all: BigUint,
    /// The largest number of states after a step.
    pub states: usize,
    /// The largest number of bytes that the states needed.
    pub bytes: usize,
}

impl FrontierCount {
    /// A memory limit in bytes that is high enough for most puzzles: 1 GiB.
    pub const MEMORY: usize = 1 << 30;
}

/// The reason why counting ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// The states need more memory than allowed, or one state needs more than 640 bits.
    #[error("counting needs more memory than allowed")]
    Memory,
    /// Another thread has stopped the count.
    #[error("the count was stopped")]
    Stopped,
}

/// The memory limit and the stop flag of a count, with the largest numbers of states and of bytes so far.
struct Resources<'a> {
    limit: usize,
    stop: &'a AtomicBool,
    states: usize,
    bytes: usize,
}

/// The maximum number of pieces whose copies must be counted in a puzzle for which [`Puzzle::prefers_frontier`] returns
/// `true`.
const FEW_KINDS: usize = 6;

impl Puzzle {
    /// Returns `true` if [`count_by_frontier`](Self::count_by_frontier) is probably faster than the search. It returns
    /// `true` if a piece can be used more than once and the copies of only a few pieces must be counted. If the copies
    /// of many pieces must be counted, there are too many states.
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
        repeats && KeyLayout::new(self, 0).counters.len() <= FEW_KINDS
    }

    /// Counts the tilings without enumerating them. The time depends on the number of states of the frontier, and not
    /// on the number of tilings. The number of states grows with the shorter side of the region and with the size of
    /// the pieces. The states need at most `memory` bytes.
    ///
    /// # Errors
    /// Returns an error if the states would need more than `memory` bytes, if one state would need more than 640 bits,
    /// or if another thread sets `stop`.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{FrontierCount, Interrupted, Puzzle, Usage};
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let puzzle = Puzzle::new("12x12".parse()?, Pieces::parse("XX*", Sides::Both, &[])?, Usage::All);
    /// let never = AtomicBool::new(false);
    /// let count = puzzle.count_by_frontier(FrontierCount::MEMORY, &never)?;
    /// assert_eq!(count.all.to_string(), "53060477521960000");
    /// assert_eq!(puzzle.count_by_frontier(1000, &never), Err(Interrupted::Memory));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_by_frontier(&self, memory: usize, stop: &AtomicBool) -> Result<FrontierCount, Interrupted> {
        let mut resources = Resources { limit: memory, stop, states: 0, bytes: 0 };
        let (mut all, mut sum) = (BigUint::ZERO, BigUint::ZERO);
        if self.obstruction().is_none() {
            for (symmetry, times) in self.classes_of_symmetries() {
                let unchanged = self.unchanged(symmetry, &mut resources)?;
                sum += &unchanged * times;
                if all == BigUint::ZERO {
                    // The identity is the first symmetry. If there is no tiling, no symmetry leaves a tiling unchanged.
                    all = unchanged;
                    if all == BigUint::ZERO {
                        break;
                    }
                }
            }
        }
        let distinct = sum / self.symmetries.len();
        Ok(FrontierCount { distinct, all, states: resources.states, bytes: resources.bytes })
    }

    /// Divides the symmetries into classes. All symmetries of one class leave the same number of tilings unchanged.
    /// Returns one symmetry of each class and the size of the class, beginning with the identity.
    fn classes_of_symmetries(&self) -> Vec<(&Symmetry, u64)> {
        let mut classes: Vec<(&Symmetry, u64)> = Vec::new();
        let square = self.symmetries.len() == 8;
        let alike = |one: &Symmetry, other: &Symmetry| {
            let (one, other) = (one.pose, other.pose);
            let parity = one.quarter_turns() % 2 == other.quarter_turns() % 2;
            if one.is_flipped() {
                // If the puzzle has all symmetries of a square, a quarter turn maps the axis of a reflection to the
                // axis of another reflection.
                other.is_flipped() && parity && square
            } else {
                // The two quarter turns are inverse to each other.
                !other.is_flipped() && parity && one.quarter_turns() % 2 == 1
            }
        };
        for symmetry in &self.symmetries {
            match classes.iter_mut().find(|(other, _)| alike(symmetry, other)) {
                Some((_, times)) => *times += 1,
                None => classes.push((symmetry, 1)),
            }
        }
        classes
    }

    /// Counts the tilings that a symmetry leaves unchanged.
    fn unchanged(&self, symmetry: &Symmetry, resources: &mut Resources<'_>) -> Result<BigUint, Interrupted> {
        let quotient = Quotient::new(self, symmetry);
        let mut order = Order::best(&quotient, (self.layout.rows, self.layout.columns));
        let layout = KeyLayout::new(self, order.width);
        // A symmetry does not change the counters of a key if it maps every counted piece to itself.
        let keeps_counters = |other: &&Symmetry| layout.counted().all(|piece| other.pieces[piece] == piece);
        let others = self.symmetries.iter().filter(keeps_counters);
        order.choose_mirror(others.filter_map(|other| quotient.images_of_items(self, other)));
        let all = self.usage == Usage::All;
        match layout.bits {
            0..=64 => run::run::<1>(&plan::steps(&quotient, &order, &layout), &layout, all, resources),
            65..=128 => run::run::<2>(&plan::steps(&quotient, &order, &layout), &layout, all, resources),
            129..=640 => run::run::<10>(&plan::steps(&quotient, &order, &layout), &layout, all, resources),
            _ => Err(Interrupted::Memory),
        }
    }
}
