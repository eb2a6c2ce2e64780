//! Every tiling of a region with a multiset of pieces.
//!
//! A [`Puzzle`] is split into starts in a fixed order, whatever the number of threads; each is searched by the
//! fast search, or the wide one where that has no room. Where one piece is there once and must be used, it is laid
//! only once for each class of placements that the symmetries of the puzzle take into one another.

mod cover;
mod fast;
mod gather;
mod layout;
mod reason;
mod symmetry;
mod wide;

use super::{Pieces, Region};
use fast::Fast;
use layout::{Layout, Placed};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use symmetry::Symmetry;
use wide::Wide;

pub use reason::Reason;

/// What is called with every tiling found; `false` ends the search.
type Found<'a> = &'a mut dyn FnMut(&[Placed]) -> bool;

/// A tiling begun, and the symmetries that keep its beginning.
#[derive(Clone)]
struct Start {
    placed: Vec<Placed>,
    stabiliser: Vec<usize>,
}

/// How many starts a puzzle is split into, about: enough to keep many threads busy and to show progress.
const STARTS: usize = 32;

/// The search for a puzzle.
enum Search {
    Fast(Fast),
    Wide(Wide),
}

/// A region to be tiled, and with what.
pub struct Puzzle {
    region: Region,
    pieces: Pieces,
    at_most: bool,
    layout: Layout,
    counts: Vec<u32>,
    symmetries: Vec<Symmetry>,
    engine: Search,
    starts: Vec<Start>,
}

/// How many tilings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Up to the symmetries of the region.
    pub distinct: u64,
    /// All of them.
    pub all: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.distinct += other.distinct;
        self.all += other.all;
    }
}

/// A tiling: for each square of the region, row by row, which of its pieces lies there; for each of them, its
/// place in the list of [`Pieces`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// The pieces are numbered in the order of their first squares; `None` is a hole.
    pub owner: Vec<Option<usize>>,
    /// Which piece each number is.
    pub pieces: Vec<usize>,
}

/// Which search to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The fastest there is for the puzzle.
    #[default]
    Best,
    /// The fast one without special instructions.
    Portable,
    /// The one for larger pieces and more of them.
    Wide,
}

impl Puzzle {
    /// The tilings of `region` with all of `pieces`, or with some of them if `at_most`.
    ///
    /// ```
    /// use clowder::polyomino::{Pieces, Region, tiling::Puzzle};
    ///
    /// let region: Region = "3x20".parse()?;
    /// let count = Puzzle::new(region, Pieces::pentominoes(false), false).count();
    /// assert_eq!((count.distinct, count.all), (2, 8));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(region: Region, pieces: Pieces, at_most: bool) -> Self {
        Self::with_engine(region, pieces, at_most, Engine::Best)
    }

    /// The same, by a search of one's choice: the answers do not depend on it.
    pub fn with_engine(region: Region, pieces: Pieces, at_most: bool, engine: Engine) -> Self {
        let layout = Layout::new(&region, &pieces);
        let fast = match engine {
            Engine::Best => Fast::new(&layout, false),
            Engine::Portable => Fast::new(&layout, true),
            Engine::Wide => None,
        };
        let engine = fast.map_or_else(|| Search::Wide(Wide::new(&layout)), Search::Fast);
        // No more of a piece than there are squares can lie in the region.
        let counts = pieces.list().iter().map(|piece| piece.count.min(region.area() as u32)).collect();
        let symmetries = symmetry::of(&region, &pieces, &layout);
        let mut puzzle =
            Self { region, pieces, at_most, layout, counts, symmetries, engine, starts: Vec::new() };
        if puzzle.unsolvable().is_none() {
            puzzle.starts = puzzle.split();
        }
        puzzle
    }

    /// The region.
    pub const fn region(&self) -> &Region {
        &self.region
    }

    /// The pieces.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// A plain reason why there is no tiling, if there is one.
    pub fn unsolvable(&self) -> Option<Reason> {
        reason::of(&self.region, &self.pieces, self.at_most)
    }

    /// Into how many parts the search is split.
    pub fn parts(&self) -> usize {
        self.starts.len()
    }

    /// How many tilings there are.
    pub fn count(&self) -> Count {
        let never = AtomicBool::new(false);
        let mut count = Count::default();
        for part in 0..self.parts() {
            count += self.count_part(part, &never);
        }
        count
    }

    /// How many tilings one part has; when `stop` is set, how many were found until then.
    pub fn count_part(&self, part: usize, stop: &AtomicBool) -> Count {
        let mut count = Count::default();
        let start = &self.starts[part];
        let order = self.symmetries.len() as u64;
        if start.stabiliser.len() == 1 {
            self.search(start, stop, &mut |_| {
                count.distinct += 1;
                true
            });
            count.all = count.distinct * order;
            return count;
        }
        self.search(start, stop, &mut |placed| {
            if let Some(same) = self.first_of_its_images(start, placed) {
                count += Count { distinct: 1, all: order / same };
            }
            true
        });
        count
    }

    /// Calls `found` with every tiling of one part until it says no: one of each class of images, or all of them.
    /// `false` if it said no, or `stop` was set.
    pub fn visit_part(
        &self,
        part: usize,
        all: bool,
        stop: &AtomicBool,
        mut found: impl FnMut(Tiling) -> bool,
    ) -> bool {
        let start = &self.starts[part];
        self.search(start, stop, &mut |placed| {
            if self.first_of_its_images(start, placed).is_none() {
                return true;
            }
            let tiling = self.tiling(placed);
            if all { self.images(&tiling).into_iter().all(&mut found) } else { found(tiling) }
        })
    }

    /// Calls `found` with every tiling until it says no.
    pub fn visit(&self, all: bool, mut found: impl FnMut(Tiling) -> bool) {
        let never = AtomicBool::new(false);
        let _ = (0..self.parts()).all(|part| self.visit_part(part, all, &never, &mut found));
    }

    fn search(&self, start: &Start, stop: &AtomicBool, found: Found<'_>) -> bool {
        match &self.engine {
            Search::Fast(fast) => fast.run(&self.layout, start, &self.counts, stop, found),
            Search::Wide(wide) => wide.run(&self.layout, start, &self.counts, stop, found),
        }
    }

    /// For the first of a tiling's images under the symmetries of its start: how many leave it as it is.
    fn first_of_its_images(&self, start: &Start, placed: &[Placed]) -> Option<u64> {
        if start.stabiliser.len() == 1 {
            return Some(1);
        }
        let owner = &mut [u16::MAX; Region::SQUARES][..self.layout.squares.len()];
        for (number, &placed) in placed.iter().enumerate() {
            for at in self.squares_of(placed) {
                owner[at] = number as u16;
            }
        }
        let among = start.stabiliser.iter().map(|&index| &self.symmetries[index]);
        symmetry::stabiliser(owner, placed.len(), among)
    }

    /// The squares of a piece laid down, as the region numbers them.
    fn squares_of(&self, placed: Placed) -> impl Iterator<Item = usize> + '_ {
        let columns = self.layout.columns;
        self.layout.squares_of(placed).map(move |at| self.layout.index(at / columns, at % columns))
    }

    fn tiling(&self, placed: &[Placed]) -> Tiling {
        let mut owner = vec![None; self.layout.squares.len()];
        for &placed in placed {
            let piece = self.layout.oriented[placed.oriented as usize].piece;
            let number = self.squares_of(placed).min().unwrap_or(0);
            for at in self.squares_of(placed) {
                owner[at] = Some((number, piece));
            }
        }
        Tiling::of(&owner)
    }

    /// The distinct images of a tiling under all symmetries.
    fn images(&self, tiling: &Tiling) -> Vec<Tiling> {
        let mut images: Vec<Tiling> = Vec::new();
        for symmetry in &self.symmetries {
            let mut owner = vec![None; tiling.owner.len()];
            for (at, number) in tiling.owner.iter().enumerate() {
                owner[symmetry.squares[at]] =
                    number.map(|number| (number, symmetry.pieces[tiling.pieces[number]]));
            }
            let image = Tiling::of(&owner);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// The starts: the placements of one piece, one of each class, then more pieces at the first empty square
    /// until there are enough.
    fn split(&self) -> Vec<Start> {
        let mut starts = self.anchored();
        while starts.len() < STARTS {
            let finer: Vec<_> = starts.iter().flat_map(|start| self.finer(start)).collect();
            if finer.len() <= starts.len() {
                break;
            }
            starts = finer;
        }
        starts
    }

    /// One start for each class of placements of the piece with the fewest, if it is there once and must be used.
    fn anchored(&self) -> Vec<Start> {
        let everything: Vec<_> = (0..self.symmetries.len()).collect();
        let none = vec![Start { placed: Vec::new(), stabiliser: everything }];
        if self.at_most || self.symmetries.len() == 1 {
            return none;
        }
        let mut ways = vec![0_usize; self.counts.len()];
        for placed in self.layout.placements() {
            ways[self.layout.oriented[placed.oriented as usize].piece] += 1;
        }
        let keeps = |piece: usize| self.symmetries.iter().all(|symmetry| symmetry.pieces[piece] == piece);
        let once = (0..self.counts.len()).filter(|&piece| self.counts[piece] == 1 && keeps(piece));
        once.min_by_key(|&piece| ways[piece]).map_or(none, |piece| self.classes(piece))
    }

    /// One start for each class of placements of a piece.
    fn classes(&self, piece: usize) -> Vec<Start> {
        let mut seen = BTreeSet::new();
        let mut starts = Vec::new();
        for placed in self
            .layout
            .placements()
            .filter(|placed| self.layout.oriented[placed.oriented as usize].piece == piece)
        {
            let squares: BTreeSet<_> = self.squares_of(placed).collect();
            if seen.contains(&squares) {
                continue;
            }
            let image = |symmetry: &Symmetry| -> BTreeSet<_> {
                squares.iter().map(|&at| symmetry.squares[at]).collect()
            };
            let images: Vec<_> = self.symmetries.iter().map(image).collect();
            let stabiliser = (0..images.len()).filter(|&index| images[index] == squares).collect();
            seen.extend(images);
            starts.push(Start { placed: vec![placed], stabiliser });
        }
        starts
    }

    /// A start with one more piece laid, in every way; itself if it is complete.
    fn finer(&self, start: &Start) -> Vec<Start> {
        let mut filled: Vec<_> = self.layout.squares.iter().map(Option::is_none).collect();
        let mut left = self.counts.clone();
        for &placed in &start.placed {
            left[self.layout.oriented[placed.oriented as usize].piece] -= 1;
            for at in self.layout.squares_of(placed) {
                filled[at] = true;
            }
        }
        let Some(at) = filled.iter().position(|filled| !filled) else { return vec![start.clone()] };
        let fits = |placed: &Placed| {
            left[self.layout.oriented[placed.oriented as usize].piece] > 0
                && self.layout.squares_of(*placed).all(|square| !filled[square])
        };
        let add = |placed| {
            let mut start = start.clone();
            start.placed.push(placed);
            start
        };
        self.layout.placements_at(at).filter(fits).map(add).collect()
    }
}

impl Tiling {
    /// Numbers the pieces in the order of their first squares.
    fn of(owner: &[Option<(usize, usize)>]) -> Self {
        let (mut numbers, mut pieces): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let number = |square: &Option<(usize, usize)>| {
            square.map(|(name, piece)| {
                numbers.iter().position(|&other| other == name).unwrap_or_else(|| {
                    numbers.push(name);
                    pieces.push(piece);
                    numbers.len() - 1
                })
            })
        };
        let owner = owner.iter().map(number).collect();
        Self { owner, pieces }
    }
}
