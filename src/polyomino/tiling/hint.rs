//! Hints for a tiling puzzle: a placement that is in every tiling, with the reason.

use super::cover::Cover;
use super::layout::Placement;
use super::{Images, Puzzle};
use crate::cover::{Assessment, Deduction, Difficulty, Words};
use crate::notation::plural;
use crate::polyomino::Square;
use std::ops::ControlFlow;

/// The advice for a tiling puzzle.
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
    /// A placement that is in every tiling.
    Place {
        /// The index of the piece.
        piece: usize,
        /// The squares that the piece covers, as indices in the region.
        squares: Vec<usize>,
        /// The reason why the placement is in every tiling, in words.
        reason: String,
        /// The kind of the deduction, or `None` if only a search shows that the placement is forced.
        difficulty: Option<Difficulty>,
    },
    /// No placement is known to be in every tiling.
    NothingForced {
        /// The number of cases that a player must try. To find this number, the possible placements are counted for
        /// each square that must be covered and for each piece that must be placed. The smallest of these counts is the
        /// number of cases. The number is 0 if the puzzle is too large for deductions.
        branching: usize,
    },
    /// Every square belongs to a piece that counts as already placed (see [`Puzzle::advice`]).
    Complete,
    /// There is no tiling.
    Unsolvable,
}

/// The maximum number of tilings that are compared. The search ends without a result when it reaches this number.
const TILINGS: usize = 10_000;

impl Puzzle {
    /// Returns advice for the next step: if possible, a placement that is in every tiling, with the reason. A piece
    /// counts as already placed if there is only one copy of this piece, and if all squares of one of its placements
    /// have the letter of the piece.
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
        let cover = Cover::new(self);
        let (placed, Some(deduction)) = (self.placed(&cover), Deduction::new(&cover.problem)) else {
            return self.by_search(&[], 0);
        };
        let deduction = placed.iter().fold(deduction, |mut deduction, &option| {
            deduction.choose(option);
            deduction
        });
        if deduction.contradiction().is_some() {
            return Advice::Unsolvable;
        }
        let squares: usize =
            placed.iter().map(|&option| self.squares_of(cover.placements[option]).count()).sum();
        if squares == self.region.area() {
            return Advice::Complete;
        }
        match deduction.hint() {
            Some(hint) if self.has_tiling() => {
                let words = Words {
                    covering: &|item| cover.covering(self, item),
                    option: &|option| self.words(cover.placements[option]),
                };
                let (reason, difficulty) = (hint.reason(&words), Some(hint.difficulty));
                self.place(cover.placements[hint.option], reason, difficulty)
            }
            Some(_) => Advice::Unsolvable,
            None => self.by_search(&placed, deduction.branching().unwrap_or(0)),
        }
    }

    /// Measures how hard the puzzle is for a person who looks for forced placements. Returns `None` if there are more
    /// than 20,000 placements, or if there is no tiling.
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
        let cover = Cover::new(self);
        let mut deduction = Deduction::new(&cover.problem)?;
        self.placed(&cover).into_iter().for_each(|option| deduction.choose(option));
        Some(deduction.assess())
    }

    fn has_tiling(&self) -> bool {
        self.visit(Images::Distinct, |_| ControlFlow::Break(())).is_break()
    }

    /// Returns the options for the pieces that are already placed. There is only one copy of such a piece, and all
    /// squares that the option covers have the letter of the piece.
    fn placed(&self, cover: &Cover) -> Vec<usize> {
        let list = self.pieces.list();
        let lettered = |piece: usize, at: usize| match self.region.squares()[at] {
            Square::Letter(letter) => self.pieces.find(letter) == Some(piece),
            _ => false,
        };
        let is_placed = |placement: Placement| {
            let piece = self.layout.piece(placement);
            list[piece].count() == 1 && self.squares_of(placement).all(|at| lettered(piece, at))
        };
        let options = cover.placements.iter().enumerate().filter(|(_, placement)| is_placed(**placement));
        options.map(|(option, _)| option).collect()
    }

    /// Compares all tilings, and recommends a placement that is in each of them. A placement whose squares already have
    /// the letter of the piece is not recommended. Returns [`Advice::NothingForced`] if there is no placement to
    /// recommend or if there are too many tilings. Returns [`Advice::Unsolvable`] if there is no tiling.
    fn by_search(&self, placed: &[usize], branching: usize) -> Advice {
        let mut common: Option<Vec<(usize, Vec<usize>)>> = None;
        let mut count = 0;
        let ended = self.visit(Images::All, |tiling| {
            count += 1;
            let mut pieces: Vec<(usize, Vec<usize>)> =
                tiling.pieces().iter().map(|&piece| (piece, Vec::new())).collect();
            for (at, owner) in tiling.owners().iter().enumerate() {
                if let Some(number) = *owner {
                    pieces[number].1.push(at);
                }
            }
            match &mut common {
                None => common = Some(pieces),
                Some(common) => common.retain(|one| pieces.contains(one)),
            }
            let open = common.as_ref().is_some_and(|common| common.len() > placed.len());
            if open && count < TILINGS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let Some(common) = common else { return Advice::Unsolvable };
        let lettered = |(piece, squares): &(usize, Vec<usize>)| {
            squares.iter().all(|&at| matches!(self.region.squares()[at], Square::Letter(letter) if self.pieces.find(letter) == Some(*piece)))
        };
        match common.into_iter().find(|one| !lettered(one)) {
            Some((piece, squares)) if ended.is_continue() => {
                let tilings = if count == 1 {
                    "the only tiling".to_owned()
                } else {
                    format!("each of the {}", plural(count, "tiling"))
                };
                let reason = format!("{tilings} has this piece here; simple deductions do not show it");
                Advice::Place { piece, squares, reason, difficulty: None }
            }
            _ => Advice::NothingForced { branching },
        }
    }

    fn place(&self, placement: Placement, reason: String, difficulty: Option<Difficulty>) -> Advice {
        let piece = self.layout.piece(placement);
        let mut squares: Vec<_> = self.squares_of(placement).collect();
        squares.sort_unstable();
        Advice::Place { piece, squares, reason, difficulty }
    }

    /// Describes a placement by the letter of its piece and its squares.
    fn words(&self, placement: Placement) -> String {
        let letter = self.pieces.list()[self.layout.piece(placement)].letter();
        let mut squares: Vec<_> = self.squares_of(placement).collect();
        squares.sort_unstable();
        let width = self.region.width();
        let squares: Vec<_> =
            squares.iter().map(|at| format!("{:02}{:02}", at / width, at % width)).collect();
        format!("{letter} on {}", squares.join(" "))
    }
}
