//! Generates random tiling puzzles with required properties, e.g. a difficulty level.

use super::tiling::{Images, Puzzle, Usage};
use super::{Pieces, Region, Square, pentominoes};
use crate::cover::Difficulty;
use crate::random::Random;
use crate::shape::{Cell, Shape, Sides};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The difficulty of a tiling puzzle: the hardest deduction that it requires.
///
/// # Examples
/// ```
/// use clowder::polyomino::PuzzleLevel;
///
/// assert!(PuzzleLevel::Easy < PuzzleLevel::Expert);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PuzzleLevel {
    /// Every step follows from a single square or a single piece ([`Difficulty::Single`],
    /// [`Difficulty::Exclusion`]).
    Easy,
    /// The player must exclude placements one after another ([`Difficulty::Chain`]).
    Medium,
    /// The player must follow the consequences of a placement ([`Difficulty::Consequence`]).
    Hard,
    /// Deductions are not enough, so the player has to try placements.
    Expert,
}

impl PuzzleLevel {
    /// The four difficulty levels, from the easiest to the hardest.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// The name of the level.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::PuzzleLevel;
    ///
    /// assert_eq!(PuzzleLevel::ALL.map(PuzzleLevel::name), ["easy", "medium", "hard", "expert"]);
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The minimum number of pieces that a [`PuzzleFilter`] needs to find puzzles of this level. With fewer
    /// pieces, puzzles of the level are very rare or do not exist.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::PuzzleLevel;
    ///
    /// assert_eq!(PuzzleLevel::ALL.map(PuzzleLevel::least_pieces), [2, 3, 5, 8]);
    /// ```
    pub const fn least_pieces(self) -> usize {
        match self {
            Self::Easy => 2,
            Self::Medium => 3,
            Self::Hard => 5,
            Self::Expert => 8,
        }
    }

    /// Returns the level of a puzzle whose hardest deduction is `hardest`. Pass `None` if deductions alone
    /// cannot solve the puzzle.
    ///
    /// # Examples
    /// ```
    /// use clowder::{cover::Difficulty, polyomino::PuzzleLevel};
    ///
    /// assert_eq!(PuzzleLevel::of(Some(Difficulty::Chain)), PuzzleLevel::Medium);
    /// assert_eq!(PuzzleLevel::of(None), PuzzleLevel::Expert);
    /// ```
    pub const fn of(hardest: Option<Difficulty>) -> Self {
        match hardest {
            Some(Difficulty::Single | Difficulty::Exclusion) => Self::Easy,
            Some(Difficulty::Chain) => Self::Medium,
            Some(_) => Self::Hard,
            None => Self::Expert,
        }
    }
}

/// The properties required of a random puzzle.
///
/// # Examples
/// ```
/// use clowder::polyomino::{PuzzleFilter, PuzzleLevel};
/// use clowder::random::Random;
///
/// let mut filter = PuzzleFilter::new(4);
/// filter.unique = true;
/// filter.level = Some(PuzzleLevel::Easy);
/// let puzzle = filter.find(&mut Random::new(1)).expect("there are many such puzzles");
/// assert_eq!((puzzle.region().area(), puzzle.count().all), (20, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PuzzleFilter {
    /// The number of different pentominoes to use, from 1 to 12.
    pub pieces: usize,
    /// Whether the puzzle must have exactly one tiling.
    pub unique: bool,
    /// The required level, or `None` for any level. If a level is required, the puzzle must also have exactly
    /// one tiling.
    pub level: Option<PuzzleLevel>,
}

const TRIES: usize = 30_000;

impl PuzzleFilter {
    /// Creates a filter for puzzles with the given number of pieces, any number of tilings and any level.
    ///
    /// ```
    /// use clowder::polyomino::PuzzleFilter;
    ///
    /// let filter = PuzzleFilter::new(5);
    /// assert!(filter.pieces == 5 && !filter.unique && filter.level.is_none());
    /// ```
    pub const fn new(pieces: usize) -> Self {
        Self { pieces, unique: false, level: None }
    }

    /// Returns a random puzzle that passes the filter. Gives up with `None` after 30,000 attempts, or at once
    /// if the level needs more pieces than the filter has.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::PuzzleFilter, random::Random};
    ///
    /// let puzzle = PuzzleFilter::new(3).find(&mut Random::new(1));
    /// assert_eq!(puzzle.expect("there are many such puzzles").region().area(), 15);
    /// ```
    pub fn find(&self, random: &mut Random) -> Option<Puzzle> {
        if self.level.is_some_and(|level| self.pieces < level.least_pieces()) {
            return None;
        }
        (0..TRIES).filter_map(|_| self.random(random)).find(|puzzle| self.matches(puzzle))
    }

    fn matches(&self, puzzle: &Puzzle) -> bool {
        let mut tilings = 0;
        let _ = puzzle.visit(Images::All, |_| {
            tilings += 1;
            if tilings < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ((!self.unique && self.level.is_none()) || tilings == 1)
            && self.level.is_none_or(|level| {
                puzzle.assess().is_some_and(|assessment| PuzzleLevel::of(assessment.hardest) == level)
            })
    }

    /// Builds a region by placing random pieces next to each other. Returns `None` if some piece cannot be
    /// placed, or if the region becomes too large.
    fn random(&self, random: &mut Random) -> Option<Puzzle> {
        let mut all: Vec<_> = pentominoes().iter().collect();
        random.shuffle(&mut all);
        all.truncate(self.pieces);
        let mut pieces = Pieces::new(Sides::Both);
        let mut filled = BTreeSet::new();
        for pentomino in all {
            pieces.add(Some(pentomino.name), &pentomino.shape, 1).ok()?;
            filled = grown(&filled, &pentomino.shape, random)?;
        }
        Some(Puzzle::new(region(&filled)?, pieces, Usage::All))
    }
}

type At = (i32, i32);

/// For each piece, this many random placements are tried, and the most compact one is kept.
const SAMPLES: usize = 12;

/// Places a shape next to the filled squares. Returns the enlarged set of filled squares, or `None` if every
/// sampled placement overlaps.
fn grown(filled: &BTreeSet<At>, shape: &Shape, random: &mut Random) -> Option<BTreeSet<At>> {
    let orientations = shape.orientations(Sides::Both);
    let edge: Vec<At> = if filled.is_empty() {
        vec![(0, 0)]
    } else {
        let around = filled.iter().flat_map(|&at| neighbours(at)).filter(|at| !filled.contains(at));
        around.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let mut best: Option<(usize, BTreeSet<At>)> = None;
    for _ in 0..SAMPLES {
        let (_, oriented) = random.choose(&orientations)?;
        let (at, anchor) = (*random.choose(&edge)?, *random.choose(oriented.cells())?);
        let along = |at: i32, cell: u8, anchor: u8| at + i32::from(cell) - i32::from(anchor);
        let square =
            |cell: &Cell| (along(at.0, cell.row, anchor.row), along(at.1, cell.column, anchor.column));
        let squares: Vec<At> = oriented.cells().iter().map(square).collect();
        if squares.iter().any(|at| filled.contains(at)) {
            continue;
        }
        let mut all = filled.clone();
        all.extend(squares);
        let outline = all.iter().flat_map(|&at| neighbours(at)).filter(|at| !all.contains(at)).count();
        if best.as_ref().is_none_or(|(least, _)| outline < *least) {
            best = Some((outline, all));
        }
    }
    best.map(|(_, all)| all)
}

const fn neighbours((row, column): At) -> [At; 4] {
    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
}

fn region(filled: &BTreeSet<At>) -> Option<Region> {
    let rows = (filled.iter().map(|at| at.0).min()?, filled.iter().map(|at| at.0).max()?);
    let columns = (filled.iter().map(|at| at.1).min()?, filled.iter().map(|at| at.1).max()?);
    let square = |row, column| if filled.contains(&(row, column)) { Square::Open } else { Square::Hole };
    let squares =
        (rows.0..=rows.1).flat_map(|row| (columns.0..=columns.1).map(move |column| square(row, column)));
    Region::new((columns.1 + 1 - columns.0) as usize, squares.collect()).ok()
}
