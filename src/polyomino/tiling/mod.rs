//! Finds and counts the tilings of a region with a multiset of pieces.
//!
//! A [`Puzzle`] is split into [branches](Branch) in a fixed order, which does not depend on the number of
//! threads. The fast search handles each branch. If there are too many pieces, or if a piece is too large,
//! the general solver for exact cover problems takes over. In a symmetric puzzle, the search begins, if
//! possible, with a piece that must be used exactly once. Of all placements of this piece that symmetries map
//! to each other, only one is tried.

mod branch;
mod cover;
mod fast;
mod frontier;
mod hint;
mod layout;
mod symmetry;

use super::obstruction;
use super::{Piece, Pieces, Region};
use branch::Beginning;
use cover::Cover;
use fast::Fast;
use layout::{Layout, Placement};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use symmetry::Symmetry;

pub use super::obstruction::{Obstruction, Usage};
pub use branch::{Branch, Count, Tiling};
pub use frontier::{FrontierCount, FrontierProgress, Interrupted};
pub use hint::Advice;

/// A callback that receives the placements of each tiling, and stops the search by returning `Break`.
type Visitor<'a> = &'a mut dyn FnMut(&[Placement]) -> ControlFlow<()>;

/// Which tilings a search reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Images {
    /// All tilings up to symmetry: only one of several tilings that are rotations or reflections of each other.
    #[default]
    Distinct,
    /// All tilings.
    All,
}

/// The search algorithm, which affects the speed but not the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest search that can handle the puzzle.
    #[default]
    Best,
    /// Like [`Best`](Engine::Best), but without processor-specific instructions.
    Portable,
    /// The general solver, which can handle any number and size of pieces.
    General,
}

/// A region to be tiled, and the pieces to tile it with.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{Puzzle, Usage};
/// use clowder::polyomino::{Pieces, Region};
/// use clowder::shape::Sides;
///
/// let region: Region = "3x20".parse()?;
/// let count = Puzzle::new(region, Pieces::pentominoes(Sides::Both), Usage::All).count();
/// assert_eq!((count.distinct, count.all), (2, 8));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub struct Puzzle {
    region: Region,
    pieces: Pieces,
    usage: Usage,
    layout: Layout,
    /// The number of copies of each piece, capped at the number of squares to fill.
    counts: Vec<u32>,
    symmetries: Vec<Symmetry>,
    /// The fast search, or `None` if the general solver is used.
    fast: Option<Fast>,
    cover: OnceLock<Cover>,
    beginnings: Vec<Beginning>,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { region, pieces, usage, .. } = self;
        let mut out = f.debug_struct("Puzzle");
        out.field("region", region).field("pieces", pieces).field("usage", usage).finish_non_exhaustive()
    }
}

impl Puzzle {
    /// Creates the puzzle of tiling `region` with `pieces`.
    pub fn new(region: Region, pieces: Pieces, usage: Usage) -> Self {
        Self::with_engine(region, pieces, usage, Engine::Best)
    }

    /// Like [`new`](Self::new), but with a choice of search algorithm.
    pub fn with_engine(region: Region, pieces: Pieces, usage: Usage, engine: Engine) -> Self {
        let layout = Layout::new(&region, &pieces);
        let fast =
            if engine == Engine::General { None } else { Fast::new(&layout, engine == Engine::Portable) };
        let counts = pieces.list().iter().map(|piece| piece.count().min(region.area() as u32)).collect();
        let symmetries = symmetry::of(&region, &pieces, &layout);
        let (cover, beginnings) = (OnceLock::new(), Vec::new());
        let mut puzzle = Self { region, pieces, usage, layout, counts, symmetries, fast, cover, beginnings };
        if puzzle.obstruction().is_none() {
            puzzle.beginnings = puzzle.split();
        }
        puzzle
    }

    /// The region to be tiled.
    pub const fn region(&self) -> &Region {
        &self.region
    }

    /// The pieces that tile the region.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns a reason why the puzzle has no tiling, if one can be found without a search.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::shape::Sides;
    ///
    /// let puzzle = Puzzle::new("6x9".parse()?, Pieces::pentominoes(Sides::Both), Usage::All);
    /// let reason = puzzle.obstruction().map(|obstruction| obstruction.to_string());
    /// assert_eq!(reason.as_deref(), Some("the region has 54 squares to fill, but the pieces have 60"));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn obstruction(&self) -> Option<Obstruction> {
        obstruction::find(&self.region, &self.pieces, self.usage)
    }

    fn cover(&self) -> &Cover {
        self.cover.get_or_init(|| Cover::new(self, true))
    }

    /// Splits the search into branches, in search order. There are no branches if the puzzle has an
    /// [obstruction](Self::obstruction) or if its region is too large to be [searched](Self::MAX_SEARCHED).
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Count, Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::shape::Sides;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let puzzle = Puzzle::new("3x20".parse()?, Pieces::pentominoes(Sides::Both), Usage::All);
    /// let never = AtomicBool::new(false);
    /// let mut count = Count::default();
    /// for branch in puzzle.branches() {
    ///     count += branch.count(&never);
    /// }
    /// assert_eq!(count, puzzle.count());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn branches(&self) -> impl ExactSizeIterator<Item = Branch<'_>> {
        self.beginnings.iter().map(|beginning| Branch { puzzle: self, beginning })
    }

    /// Counts the tilings on the current thread.
    pub fn count(&self) -> Count {
        let never = AtomicBool::new(false);
        let mut count = Count::default();
        for branch in self.branches() {
            count += branch.count(&never);
        }
        count
    }

    /// Calls `visitor` with every tiling that `images` selects, in search order, until `visitor` returns
    /// `Break`.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Images, Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::shape::Sides;
    /// use std::ops::ControlFlow;
    ///
    /// let puzzle = Puzzle::new("3x20".parse()?, Pieces::pentominoes(Sides::Both), Usage::All);
    /// let first = puzzle.visit(Images::Distinct, ControlFlow::Break).break_value();
    /// assert_eq!(first.map(|tiling| tiling.pieces().len()), Some(12));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn visit<B>(
        &self,
        images: Images,
        mut visitor: impl FnMut(Tiling) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let never = AtomicBool::new(false);
        self.branches().try_for_each(|branch| branch.visit(images, &never, &mut visitor))
    }

    /// Whether some pieces are required and others are unlimited. A search must then check that each tiling
    /// uses all required pieces. In all other puzzles, either no piece is required, or the pieces have the
    /// same total area as the region. In the latter case, every tiling uses every piece.
    fn must_be_counted(&self) -> bool {
        let list = self.pieces.list();
        self.usage == Usage::All && self.pieces.has_unlimited() && !list.iter().all(Piece::is_unlimited)
    }

    /// Whether the placements use every copy of every limited piece.
    fn uses_all(&self, placements: &[Placement]) -> bool {
        let mut used = vec![0_u32; self.counts.len()];
        for &placement in placements {
            used[self.layout.piece(placement)] += 1;
        }
        let complete = |(piece, used): (&Piece, u32)| piece.is_unlimited() || piece.count() == used;
        self.pieces.list().iter().zip(used).all(complete)
    }

    /// Returns the squares that a placement covers, as indices into the region.
    fn squares_of(&self, placement: Placement) -> impl Iterator<Item = usize> + '_ {
        self.layout.squares_of(placement).map(|at| self.layout.index(at))
    }
}
