//! Hints for a tiling puzzle: a placement that is part of every tiling, and the reason why.

use super::cover::Cover;
use super::layout::Placement;
use super::{Images, Puzzle};
use crate::cover::{Assessment, Deduction, Difficulty, Words};
use crate::notation::plural;
use crate::polyomino::Square;
use std::ops::ControlFlow;

/// Advice for a player who is solving a tiling puzzle.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{Advice, Puzzle, Usage};
/// use clowder::polyomino::Pieces;
/// use clowder::shape::Sides;
///
/// let puzzle = Puzzle::new("1x5".parse()?, Pieces::parse("XX,XXX", Sides::Both, &[])?, Usage::All);
/// assert_eq!(puzzle.advice(), Advice::NothingForced { branching: 2 });
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// This placement is part of every tiling.
    Place {
        /// The index of the piece.
        piece: usize,
        /// The squares that the piece covers, as indices into the region.
        squares: Vec<usize>,
        /// Why, after the `steps`, the placement is part of every tiling.
        reason: String,
        /// The steps of the proof. Each step is a sentence that excludes a placement, and may build on
        /// earlier steps.
        steps: Vec<String>,
        /// The deduction technique needed, or `None` if only a search proves that the placement is forced.
        difficulty: Option<Difficulty>,
    },
    /// No placement is known to be part of every tiling.
    NothingForced {
        /// The number of cases that the player has to try, or 0 if the puzzle is too large for deductions.
        /// The player tries all possible placements of one piece, or all placements that cover one square.
        /// The piece or square with the fewest cases determines the number.
        branching: usize,
    },
    /// Every square belongs to a piece that counts as already placed (see [`Puzzle::advice`]).
    Complete,
    /// There is no tiling.
    Unsolvable,
}

/// The maximum number of tilings to compare. A search that finds this many tilings ends without a result.
const TILINGS: usize = 10_000;

impl Puzzle {
    /// Advises on the next step, ideally with a placement that is part of every tiling and the reason why. A
    /// piece with a single copy counts as already placed if its letter is on all squares of one of its
    /// placements.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Advice, Puzzle, Usage};
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let puzzle = Puzzle::new("....\n.###".parse()?, Pieces::parse("XX,XX/X.", Sides::Both, &[])?, Usage::All);
    /// let Advice::Place { squares, reason, .. } = puzzle.advice() else { panic!("a placement is forced") };
    /// assert_eq!((squares, reason.as_str()), (vec![0, 1, 4], "this is the only way to place the piece B"));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn advice(&self) -> Advice {
        if self.obstruction().is_some() {
            return Advice::Unsolvable;
        }
        let cover = Cover::new(self, false);
        let placed = self.placed(&cover);
        let Some(deduction) = deduction(&cover, &placed) else { return self.by_search(0, 0) };
        if deduction.contradiction().is_some() {
            return Advice::Unsolvable;
        }
        let covered = placed.iter().flat_map(|&option| self.squares_of(cover.placements[option]));
        if covered.count() == self.region.area() {
            return Advice::Complete;
        }
        match deduction.hint() {
            Some(hint) if self.has_tiling() => {
                let name = |option: usize| {
                    let (piece, squares) = self.covered_by(cover.placements[option]);
                    let squares: Vec<_> = squares.into_iter().map(|at| self.region.digits(at)).collect();
                    format!("{} on {}", self.pieces.list()[piece].letter(), squares.join(" "))
                };
                let words = Words { covering: &|item| cover.covering(self, item), name: &name };
                let steps = hint.steps.iter().map(|step| step.reason(&words)).collect();
                let (piece, squares) = self.covered_by(cover.placements[hint.forced.option]);
                let (reason, difficulty) = (hint.reason(&words), Some(hint.difficulty));
                Advice::Place { piece, squares, reason, steps, difficulty }
            }
            Some(_) => Advice::Unsolvable,
            None => self.by_search(placed.len(), deduction.branching().unwrap_or(0)),
        }
    }

    /// Assesses how hard the puzzle is for a person who looks for forced placements. Returns `None` if there
    /// are more than 20,000 placements, or if there is no tiling.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Puzzle, Usage};
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let puzzle = Puzzle::new(".#.\n...".parse()?, Pieces::parse("XX/X.,XX", Sides::Both, &[])?, Usage::All);
    /// assert_eq!(puzzle.assess().map(|assessment| assessment.branching), Some(2));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn assess(&self) -> Option<Assessment> {
        if self.obstruction().is_some() || !self.has_tiling() {
            return None;
        }
        let cover = Cover::new(self, false);
        deduction(&cover, &self.placed(&cover)).map(Deduction::assess)
    }

    fn has_tiling(&self) -> bool {
        self.visit(Images::Distinct, |_| ControlFlow::Break(())).is_break()
    }

    fn placed(&self, cover: &Cover) -> Vec<usize> {
        let is_placed = |placement: Placement| {
            let (piece, squares) = self.covered_by(placement);
            self.pieces.list()[piece].count() == 1 && self.is_lettered(piece, &squares)
        };
        let options = cover.placements.iter().enumerate();
        options.filter(|(_, placement)| is_placed(**placement)).map(|(option, _)| option).collect()
    }

    fn is_lettered(&self, piece: usize, squares: &[usize]) -> bool {
        squares.iter().all(|&at| match self.region.squares()[at] {
            Square::Letter(letter) => self.pieces.find(letter) == Some(piece),
            _ => false,
        })
    }

    /// Searches for a placement that all tilings have in common. `placed` is the number of pieces that count as already
    /// placed.
    fn by_search(&self, placed: usize, branching: usize) -> Advice {
        let mut common: Option<Vec<(usize, Vec<usize>)>> = None;
        let mut count = 0;
        let ended = self.visit(Images::All, |tiling| {
            count += 1;
            let placements = tiling.placements();
            match &mut common {
                None => common = Some(placements),
                Some(common) => common.retain(|one| placements.contains(one)),
            }
            let open = common.as_ref().is_some_and(|common| common.len() > placed);
            if open && count < TILINGS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let Some(common) = common else { return Advice::Unsolvable };
        match common.into_iter().find(|(piece, squares)| !self.is_lettered(*piece, squares)) {
            Some((piece, squares)) if ended.is_continue() => {
                let tilings = if count == 1 {
                    "the only tiling".to_owned()
                } else {
                    format!("each of the {}", plural(count, "tiling"))
                };
                let reason = format!("{tilings} has this piece here; simple deductions do not show it");
                Advice::Place { piece, squares, reason, steps: Vec::new(), difficulty: None }
            }
            _ => Advice::NothingForced { branching },
        }
    }

    /// Returns the index of the placed piece, and the covered squares as indices into the region.
    fn covered_by(&self, placement: Placement) -> (usize, Vec<usize>) {
        let mut squares: Vec<_> = self.squares_of(placement).collect();
        squares.sort_unstable();
        (self.layout.piece(placement), squares)
    }
}

/// Prepares the deductions that are possible once the options in `placed` have been chosen. Returns `None` if
/// the puzzle is too large for deductions.
fn deduction<'a>(cover: &'a Cover, placed: &[usize]) -> Option<Deduction<'a>> {
    let mut deduction = Deduction::new(&cover.problem)?;
    for &option in placed {
        deduction.choose(option);
    }
    Some(deduction)
}
