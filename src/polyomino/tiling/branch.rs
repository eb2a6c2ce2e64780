//! Branches of a tiling search, and the tilings that they contain.

use super::symmetry::{self, Symmetry};
use super::{Images, Placement, Puzzle, Usage, Visitor};
use crate::random::Random;
use std::collections::BTreeSet;
use std::ops::{AddAssign, ControlFlow};
use std::sync::atomic::AtomicBool;

/// A part of the search for a [`Puzzle`]'s tilings. Different branches can be searched in parallel.
#[derive(Clone, Copy, Debug)]
pub struct Branch<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) beginning: &'a Beginning,
}

/// A number of tilings.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::Count;
///
/// let mut sum = Count { distinct: 1, all: 4 };
/// sum += Count { distinct: 2, all: 8 };
/// assert_eq!(sum, Count { distinct: 3, all: 12 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of tilings up to symmetry.
    pub distinct: u64,
    /// The number of all tilings.
    pub all: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.distinct += other.distinct;
        self.all += other.all;
    }
}

/// A tiling of a region, with pieces numbered in the order of their first squares.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{Images, Puzzle, Usage};
/// use clowder::polyomino::{Pieces, Region};
/// use clowder::shape::Sides;
/// use std::ops::ControlFlow;
///
/// let pieces = Pieces::parse("XX*2", Sides::Both, &[])?;
/// let puzzle = Puzzle::new("1x4".parse()?, pieces, Usage::All);
/// let tiling = puzzle.visit(Images::Distinct, ControlFlow::Break).break_value().expect("there is a tiling");
/// assert_eq!(tiling.owners(), [Some(0), Some(0), Some(1), Some(1)]);
/// assert_eq!(tiling.pieces(), [0, 0], "both are copies of the first piece");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    owners: Vec<Option<usize>>,
    pieces: Vec<usize>,
}

impl Tiling {
    /// Maps each square of the region to the number of the piece that covers it, or to `None` for a hole.
    pub fn owners(&self) -> &[Option<usize>] {
        &self.owners
    }

    /// Maps each piece number in [`owners`](Self::owners) to an index into the list of
    /// [`Pieces`](crate::polyomino::Pieces).
    pub fn pieces(&self) -> &[usize] {
        &self.pieces
    }

    /// Lists the index of each placed piece, together with the squares that the piece covers.
    pub fn placements(&self) -> Vec<(usize, Vec<usize>)> {
        let mut placements: Vec<_> = self.pieces.iter().map(|&piece| (piece, Vec::new())).collect();
        for (at, owner) in self.owners.iter().enumerate() {
            if let Some(number) = *owner {
                placements[number].1.push(at);
            }
        }
        placements
    }

    /// Numbers the pieces of a tiling in the order of their first squares. Each `Some` entry of `squares` has
    /// an arbitrary number that identifies the placed piece, and then the piece's index in the piece list.
    fn new(squares: &[Option<(usize, usize)>]) -> Self {
        let (mut names, mut pieces): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let number = |square: &Option<(usize, usize)>| {
            square.map(|(name, piece)| {
                names.iter().position(|&other| other == name).unwrap_or_else(|| {
                    names.push(name);
                    pieces.push(piece);
                    names.len() - 1
                })
            })
        };
        Self { owners: squares.iter().map(number).collect(), pieces }
    }
}

impl Branch<'_> {
    /// Counts the tilings in this branch. If another thread sets `stop`, returns shortly afterwards with the
    /// number counted so far.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::shape::Sides;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let pieces = Pieces::parse("XX*3", Sides::Both, &[])?;
    /// let puzzle = Puzzle::new("2x3".parse()?, pieces, Usage::All);
    /// let never = AtomicBool::new(false);
    /// assert_eq!(puzzle.branches().map(|branch| branch.count(&never).all).sum::<u64>(), 3);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn count(self, stop: &AtomicBool) -> Count {
        let mut count = Count::default();
        let order = self.puzzle.symmetries.len() as u64;
        self.search(stop, &mut |placements| {
            if let Some(same) = self.first_of_its_images(placements) {
                count += Count { distinct: 1, all: order / same };
            }
            ControlFlow::Continue(())
        });
        count
    }

    /// Calls `visitor` with every tiling in this branch that `images` selects. The search ends when `visitor`
    /// returns `Break` or another thread sets `stop`.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Images, Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::shape::Sides;
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let pieces = Pieces::parse("XX*3", Sides::Both, &[])?;
    /// let puzzle = Puzzle::new("2x3".parse()?, pieces, Usage::All);
    /// let mut tilings = Vec::new();
    /// for branch in puzzle.branches() {
    ///     let _ = branch.visit(Images::Distinct, &AtomicBool::new(false), |tiling| {
    ///         tilings.push(tiling.owners().to_vec());
    ///         ControlFlow::<()>::Continue(())
    ///     });
    /// }
    /// assert_eq!(tilings.len(), 2);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn visit<B>(
        self,
        images: Images,
        stop: &AtomicBool,
        mut visitor: impl FnMut(Tiling) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut result = ControlFlow::Continue(());
        self.search(stop, &mut |placements| {
            if self.first_of_its_images(placements).is_some() {
                let tiling = self.tiling(placements);
                result = match images {
                    Images::Distinct => visitor(tiling),
                    Images::All => self.images(&tiling).into_iter().try_for_each(&mut visitor),
                };
            }
            if result.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result
    }

    fn search(self, stop: &AtomicBool, visitor: Visitor<'_>) {
        if self.puzzle.must_be_counted() {
            self.search_all(stop, &mut |placements| {
                let complete = self.puzzle.uses_all(placements);
                if complete { visitor(placements) } else { ControlFlow::Continue(()) }
            });
        } else {
            self.search_all(stop, visitor);
        }
    }

    /// Calls the visitor for every filling of the region, even if required pieces are left over.
    fn search_all(self, stop: &AtomicBool, visitor: Visitor<'_>) {
        let (Puzzle { layout, counts, .. }, Beginning { placements, .. }) = (self.puzzle, self.beginning);
        match &self.puzzle.fast {
            // The result can be dropped: the visitor knows whether it returned `Break`, and the caller knows
            // whether it set `stop`.
            Some(fast) => drop(fast.run(layout, placements, counts, stop, visitor)),
            None => self.puzzle.cover().run(placements, stop, visitor),
        }
    }

    /// Returns the number of symmetries that leave a tiling unchanged, or `None` if an image of the tiling is
    /// lexicographically smaller than the tiling itself. Only symmetries that leave the branch's beginning
    /// unchanged are considered.
    fn first_of_its_images(self, placements: &[Placement]) -> Option<u64> {
        let Self { puzzle, beginning } = self;
        if beginning.stabiliser.len() == 1 {
            return Some(1);
        }
        let owners = &mut [u16::MAX; Puzzle::MAX_SEARCHED][..puzzle.layout.squares.len()];
        for (number, &placement) in placements.iter().enumerate() {
            for at in puzzle.squares_of(placement) {
                owners[at] = number as u16;
            }
        }
        let among = beginning.stabiliser.iter().map(|&index| &puzzle.symmetries[index]);
        symmetry::stabiliser(owners, placements.len(), among)
    }

    fn tiling(self, placements: &[Placement]) -> Tiling {
        let mut squares = vec![None; self.puzzle.layout.squares.len()];
        for (number, &placement) in placements.iter().enumerate() {
            let piece = self.puzzle.layout.piece(placement);
            for at in self.puzzle.squares_of(placement) {
                squares[at] = Some((number, piece));
            }
        }
        Tiling::new(&squares)
    }

    fn images(self, tiling: &Tiling) -> Vec<Tiling> {
        let mut images: Vec<Tiling> = Vec::new();
        for symmetry in &self.puzzle.symmetries {
            let mut squares = vec![None; tiling.owners.len()];
            for (at, owner) in tiling.owners.iter().enumerate() {
                squares[symmetry.squares[at]] =
                    owner.map(|number| (number, symmetry.pieces[tiling.pieces[number]]));
            }
            let image = Tiling::new(&squares);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}

/// The first placements of a tiling, and the symmetries that leave these placements unchanged.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    pub(super) placements: Vec<Placement>,
    /// The symmetries, as indices into the puzzle's list of symmetries.
    pub(super) stabiliser: Vec<usize>,
}

/// A search is split into at least this many branches, if possible, to keep many threads busy and to show
/// progress.
const BRANCHES: usize = 32;

/// The number of random descents from which the size of the search tree is estimated.
const DESCENTS: usize = 200;

/// The maximum number of nodes in a small search, which takes about a minute at most.
const FEW_NODES: f64 = 1e9;

impl Puzzle {
    /// The maximum number of squares (including holes) for a search. A larger region has no branches, but its
    /// tilings can still be [counted](Self::count_by_frontier).
    pub const MAX_SEARCHED: usize = 18 * 18;

    /// Estimates whether a search for all tilings is short. Random descents estimate the size of the search
    /// tree, as in Knuth, *Estimating the efficiency of backtrack programs* (1975).
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Puzzle, Usage};
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let dominoes = |region: &str| {
    ///     let pieces = Pieces::parse("XX*", Sides::Both, &[])?;
    ///     Ok::<_, Box<dyn std::error::Error>>(Puzzle::new(region.parse()?, pieces, Usage::All).is_small())
    /// };
    /// assert!(dominoes("6x6")? && !dominoes("18x18")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_small(&self) -> bool {
        let mut random = Random::new(0);
        let mut nodes = 0.0;
        for _ in 0..DESCENTS {
            let mut beginning = Beginning { placements: Vec::new(), stabiliser: Vec::new() };
            let mut width = 1.0;
            loop {
                let finer = self.finer(&beginning);
                let Some(next) = random.choose(&finer) else { break };
                if next.placements.len() == beginning.placements.len() || nodes > FEW_NODES * DESCENTS as f64
                {
                    break;
                }
                width *= finer.len() as f64;
                nodes += width;
                beginning = next.clone();
            }
        }
        self.layout.squares.len() <= Self::MAX_SEARCHED && nodes <= FEW_NODES * DESCENTS as f64
    }

    /// Returns the beginnings of the branches, which together contain all tilings up to symmetry. Starts with
    /// the beginnings found by `anchored`, and repeatedly replaces each beginning with its extensions found by
    /// `finer`. Stops at [`BRANCHES`] or more beginnings, or when their number no longer grows.
    pub(super) fn split(&self) -> Vec<Beginning> {
        if self.layout.squares.len() > Self::MAX_SEARCHED {
            return Vec::new();
        }
        let mut beginnings = self.anchored();
        while beginnings.len() < BRANCHES {
            let finer: Vec<_> = beginnings.iter().flat_map(|beginning| self.finer(beginning)).collect();
            if finer.len() <= beginnings.len() {
                break;
            }
            beginnings = finer;
        }
        beginnings
    }

    /// Chooses a piece, and returns one beginning for each class of placements of that piece. Symmetries map
    /// the placements of a class to each other. A piece qualifies if it has a single copy, is used in every
    /// tiling, and is mapped to itself by every symmetry. Among the qualifying pieces, the one with the fewest
    /// placements is chosen. Without a qualifying piece, or if the identity is the only symmetry, returns just
    /// the empty beginning.
    fn anchored(&self) -> Vec<Beginning> {
        let all = (0..self.symmetries.len()).collect();
        let empty = vec![Beginning { placements: Vec::new(), stabiliser: all }];
        if self.usage == Usage::AtMost || self.symmetries.len() == 1 {
            return empty;
        }
        let mut ways = vec![0_usize; self.counts.len()];
        for placement in self.layout.placements() {
            ways[self.layout.piece(placement)] += 1;
        }
        let keeps = |piece: usize| self.symmetries.iter().all(|symmetry| symmetry.pieces[piece] == piece);
        let once = (0..self.counts.len()).filter(|&piece| {
            self.counts[piece] == 1 && !self.pieces.list()[piece].is_unlimited() && keeps(piece)
        });
        once.min_by_key(|&piece| ways[piece]).map_or(empty, |piece| self.classes(piece))
    }

    fn classes(&self, piece: usize) -> Vec<Beginning> {
        let mut seen = BTreeSet::new();
        let mut beginnings = Vec::new();
        for placement in self.layout.placements().filter(|&one| self.layout.piece(one) == piece) {
            let squares: BTreeSet<_> = self.squares_of(placement).collect();
            if seen.contains(&squares) {
                continue;
            }
            let image = |symmetry: &Symmetry| -> BTreeSet<_> {
                squares.iter().map(|&at| symmetry.squares[at]).collect()
            };
            let images: Vec<_> = self.symmetries.iter().map(image).collect();
            let stabiliser = (0..images.len()).filter(|&index| images[index] == squares).collect();
            seen.extend(images);
            beginnings.push(Beginning { placements: vec![placement], stabiliser });
        }
        beginnings
    }

    /// Extends a beginning in every possible way by a piece that covers the first empty square. A beginning
    /// that already fills the region is returned unchanged.
    fn finer(&self, beginning: &Beginning) -> Vec<Beginning> {
        let mut filled: Vec<_> = self.layout.squares.iter().map(Option::is_none).collect();
        let left = self.layout.fill(&beginning.placements, &self.counts, |at| filled[at] = true);
        let Some(at) = filled.iter().position(|filled| !filled) else { return vec![beginning.clone()] };
        let fits = |&placement: &Placement| {
            left[self.layout.piece(placement)] > 0
                && self.layout.squares_of(placement).all(|square| !filled[square])
        };
        let with = |placement| {
            let mut beginning = beginning.clone();
            beginning.placements.push(placement);
            beginning
        };
        self.layout.placements_at(at).filter(fits).map(with).collect()
    }
}
