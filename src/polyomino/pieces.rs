//! The pieces for tiling a region.

use super::names::{name_of, pentominoes};
use crate::shape::{Shape, Sides};

/// The number of copies of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copies {
    /// A limited number of copies.
    Number(u32),
    /// Any number of copies.
    Unlimited,
}

impl Copies {
    /// Returns the sum of two numbers of copies, which is unlimited if one of them is unlimited.
    const fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Self::Number(one.saturating_add(other)),
            _ => Self::Unlimited,
        }
    }
}

/// A piece and the number of its copies.
///
/// # Examples
/// ```
/// use clowder::polyomino::Pieces;
/// use clowder::shape::Sides;
///
/// let pieces = Pieces::parse("XX*2", Sides::Both, &[])?;
/// let domino = &pieces.list()[0];
/// assert_eq!((domino.letter(), domino.count(), domino.shape().area()), ('A', 2, 2));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    letter: char,
    shape: Shape,
    copies: Copies,
    /// The canonical form, which is the same for all orientations of the piece.
    canonical: Shape,
    /// True if the letter was requested, or if it is the name of the shape in upper or lower case. False if the piece
    /// has a spare letter.
    named: bool,
}

impl Piece {
    /// Returns the letter with which the piece is drawn. The letter is `+` if there are not enough ASCII letters and
    /// digits for all pieces.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Pieces, shape::Sides};
    ///
    /// let pieces = Pieces::parse("F,XX*2", Sides::Both, &[])?;
    /// assert_eq!(pieces.list()[0].letter(), 'F');
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// Returns the shape in the orientation in which the piece was first added.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the number of copies, which is at least 1. It is [`u32::MAX`] if the piece may be used any number of
    /// times.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Pieces, shape::Sides};
    ///
    /// let pieces = Pieces::parse("F,XX*2", Sides::Both, &[])?;
    /// let counts: Vec<_> = pieces.list().iter().map(|piece| piece.count()).collect();
    /// assert_eq!(counts, [1, 2]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn count(&self) -> u32 {
        match self.copies {
            Copies::Number(count) => count,
            Copies::Unlimited => u32::MAX,
        }
    }

    /// Returns `true` if the piece may be used any number of times, including zero times.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let pieces = Pieces::parse("XX*,X.*2", Sides::Both, &[])?;
    /// let unlimited: Vec<_> = pieces.list().iter().map(|piece| piece.is_unlimited()).collect();
    /// assert_eq!(unlimited, [true, false]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn is_unlimited(&self) -> bool {
        matches!(self.copies, Copies::Unlimited)
    }
}

/// The reason why a piece cannot be added to [`Pieces`].
///
/// # Examples
/// ```
/// use clowder::polyomino::{PieceError, Pieces};
/// use clowder::shape::{Shape, Sides};
///
/// let apart = Shape::from_rows("X.X").expect("the rows are even");
/// assert_eq!(Pieces::new(Sides::Both).add(None, &apart, 1), Err(PieceError::NotConnected));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceError {
    /// The squares are not all connected by their sides.
    #[error("the squares of a piece must be connected by their sides")]
    NotConnected,
    /// The letter is not an ASCII letter or digit, so a drawing could be ambiguous.
    #[error("the letter of a piece must be an ASCII letter or digit")]
    Letter,
}

/// A multiset of pieces with different shapes.
///
/// # Examples
/// ```
/// use clowder::polyomino::Pieces;
/// use clowder::shape::{Shape, Sides};
///
/// let mut pieces = Pieces::new(Sides::Both);
/// pieces.add(None, &Shape::from_rows("XX/XX")?, 3)?;
/// assert_eq!((pieces.list().len(), pieces.area()), (1, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    list: Vec<Piece>,
    /// Additional letters of pieces: letters that were requested for a piece that already had another letter. Each
    /// letter comes with the index of the piece.
    aliases: Vec<(char, usize)>,
    sides: Sides,
}

/// The spare letters and digits, in the order in which they are used. A piece gets one of them if it gets neither a
/// requested letter nor the name of its shape.
const SPARE: &[u8] = b"ABCDEGHJKMOQRSabcdefghijklmnopqrstuvwxyz0123456789";

impl Pieces {
    /// Creates an empty multiset. `sides` says whether pieces may be turned over.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// assert!(Pieces::new(Sides::Both).list().is_empty());
    /// ```
    pub const fn new(sides: Sides) -> Self {
        Self { list: Vec::new(), aliases: Vec::new(), sides }
    }

    /// Creates the set of the twelve free pentominoes if pieces may be turned over. Otherwise, creates the set of the
    /// eighteen one-sided pentominoes.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// assert_eq!(Pieces::pentominoes(Sides::Both).list().len(), 12);
    /// assert_eq!(Pieces::pentominoes(Sides::One).list().len(), 18);
    /// ```
    pub fn pentominoes(sides: Sides) -> Self {
        let mut pieces = Self::new(sides);
        for pentomino in pentominoes() {
            pieces.insert_with_mirror_image(None, &pentomino.shape, Copies::Number(1));
        }
        pieces
    }

    /// Adds `count` copies of a piece. If an orientation of its shape is already in the list, the number of copies of
    /// that piece grows, and no new piece is added to the list. If `count` is 0, nothing changes.
    ///
    /// A new piece gets the requested letter or, if no letter is requested, the name of its shape. If this letter is
    /// already taken by another piece, the new piece gets the name of its shape in lower case. If the lower-case letter
    /// is taken too, or if the shape has no name, the new piece gets a spare letter. A spare letter does not count as
    /// taken: if a piece that is added later gets the same letter by a request or from its name, the earlier piece gets
    /// another spare letter.
    ///
    /// If the shape is already in the list and its piece has a spare letter, the requested letter replaces the spare
    /// letter. If its piece has a letter that is not a spare letter, the piece keeps this letter, but
    /// [`find`](Self::find) also finds the piece by the requested letter. In both cases, the requested letter is
    /// ignored if it is already taken by another piece.
    ///
    /// # Errors
    /// Returns an error if the squares of the shape are not connected, or if the letter is not an ASCII letter or
    /// digit.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::{Shape, Sides};
    ///
    /// let mut pieces = Pieces::new(Sides::Both);
    /// for (letter, rows) in [(None, "XX/XX"), (Some('A'), "XXX"), (Some('k'), "X/X/X")] {
    ///     pieces.add(letter, &Shape::from_rows(rows)?, 1)?;
    /// }
    /// let letters: String = pieces.list().iter().map(|piece| piece.letter()).collect();
    /// assert_eq!((letters.as_str(), pieces.find('k')), ("BA", Some(1)));
    /// assert!(pieces.add(Some('#'), &Shape::from_rows("X")?, 1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, letter: Option<char>, shape: &Shape, count: u32) -> Result<(), PieceError> {
        self.add_copies(letter, shape, Copies::Number(count))
    }

    /// Adds a piece that may be used any number of times, including zero times. If an orientation of its shape is
    /// already in the list, that piece may then be used any number of times. The letter is chosen in the same way as by
    /// [`add`](Self::add).
    ///
    /// # Errors
    /// Returns an error if the squares of the shape are not connected, or if the letter is not an ASCII letter or
    /// digit.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::{Shape, Sides};
    ///
    /// let mut pieces = Pieces::new(Sides::Both);
    /// pieces.add_unlimited(None, &Shape::from_rows("XX")?)?;
    /// assert!(pieces.list()[0].is_unlimited());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_unlimited(&mut self, letter: Option<char>, shape: &Shape) -> Result<(), PieceError> {
        self.add_copies(letter, shape, Copies::Unlimited)
    }

    /// Adds a limited or unlimited number of copies of a piece, in the same way as [`add`](Self::add) and
    /// [`add_unlimited`](Self::add_unlimited).
    pub(super) fn add_copies(
        &mut self,
        letter: Option<char>,
        shape: &Shape,
        copies: Copies,
    ) -> Result<(), PieceError> {
        check(letter, shape)?;
        self.insert(letter, shape, copies);
        Ok(())
    }

    /// Adds `count` copies of a piece. If pieces cannot be turned over and the mirror image of the shape is a different
    /// piece, also adds `count` copies of the mirror image. The mirror image gets the letter in lower case.
    ///
    /// # Errors
    /// Returns an error if the squares of the shape are not connected, or if the letter is not an ASCII letter or
    /// digit.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::{Shape, Sides};
    ///
    /// let mut pieces = Pieces::new(Sides::One);
    /// pieces.add_with_mirror_image(Some('L'), &Shape::from_rows("X./X./XX")?, 1)?;
    /// let letters: String = pieces.list().iter().map(|piece| piece.letter()).collect();
    /// assert_eq!(letters, "Ll");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_with_mirror_image(
        &mut self,
        letter: Option<char>,
        shape: &Shape,
        count: u32,
    ) -> Result<(), PieceError> {
        check(letter, shape)?;
        self.insert_with_mirror_image(letter, shape, Copies::Number(count));
        Ok(())
    }

    /// Does the same as [`add_with_mirror_image`](Self::add_with_mirror_image), without checking the shape and the
    /// letter.
    pub(super) fn insert_with_mirror_image(&mut self, letter: Option<char>, shape: &Shape, copies: Copies) {
        self.insert(letter, shape, copies);
        let mirrored = shape.flipped();
        if self.sides == Sides::One && mirrored.canonical(Sides::One) != shape.canonical(Sides::One) {
            self.insert(letter.map(|letter| letter.to_ascii_lowercase()), &mirrored, copies);
        }
    }

    /// Does the same as [`add`](Self::add), without checking the shape and the letter.
    fn insert(&mut self, letter: Option<char>, shape: &Shape, copies: Copies) {
        if copies == Copies::Number(0) {
            return;
        }
        let canonical = shape.canonical(self.sides);
        let place = self.place_of(&canonical);
        let name = name_of(shape).filter(|_| place.is_none());
        let mut wanted = [letter.or(name), name.map(|name| name.to_ascii_lowercase())].into_iter().flatten();
        let own = wanted.find(|&letter| !self.is_taken(letter));
        match (place, own) {
            (None, _) => {
                let letter = own.unwrap_or_else(|| self.spare());
                self.list.push(Piece {
                    letter,
                    shape: shape.clone(),
                    copies,
                    canonical,
                    named: own.is_some(),
                });
            }
            (Some(at), Some(letter)) if self.list[at].named => self.aliases.push((letter, at)),
            (Some(at), Some(letter)) => (self.list[at].letter, self.list[at].named) = (letter, true),
            (Some(_), None) => {}
        }
        if let Some(at) = place {
            self.list[at].copies = self.list[at].copies.plus(copies);
        }
        // A piece that has this letter only as a spare letter gets another spare letter.
        let borrows = |piece: &Piece| !piece.named && Some(piece.letter) == own;
        if let Some(borrower) = self.list.iter().position(borrows) {
            self.list[borrower].letter = self.spare();
        }
    }

    /// Returns `true` if a piece already has this letter, and not only as a spare letter.
    fn is_taken(&self, letter: char) -> bool {
        self.list.iter().any(|piece| piece.named && piece.letter == letter)
            || self.aliases.iter().any(|&(other, _)| other == letter)
    }

    /// Returns the index of the piece with this canonical form.
    pub(super) fn place_of(&self, canonical: &Shape) -> Option<usize> {
        self.list.iter().position(|piece| piece.canonical == *canonical)
    }

    /// Returns the first spare letter that no piece has, or `+` if all spare letters are used.
    fn spare(&self) -> char {
        let mut letters = SPARE.iter().map(|&letter| char::from(letter));
        letters.find(|&letter| self.find(letter).is_none()).unwrap_or('+')
    }

    /// Returns the pieces in the order in which they were added.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Pieces, shape::Sides};
    ///
    /// assert_eq!(Pieces::parse("F,XX*2", Sides::Both, &[])?.list().len(), 2);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn list(&self) -> &[Piece] {
        &self.list
    }

    /// Returns the value that says whether pieces may be turned over.
    pub const fn sides(&self) -> Sides {
        self.sides
    }

    /// Returns the index of the piece for a letter. This is the piece that is drawn with the letter. If there is no
    /// such piece, it is the piece that was added again with this letter, although it is drawn with another letter.
    /// Returns `None` if there is no such piece either.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let pieces = Pieces::parse("F,XX*2", Sides::Both, &[])?;
    /// assert_eq!((pieces.find('F'), pieces.find('Q')), (Some(0), None));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn find(&self, letter: char) -> Option<usize> {
        let alias = || self.aliases.iter().find(|(other, _)| *other == letter).map(|&(_, at)| at);
        self.list.iter().position(|piece| piece.letter == letter).or_else(alias)
    }

    /// Returns the total number of squares of all pieces, including every copy. A piece that may be used any number of
    /// times counts as [`u32::MAX`] copies.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Pieces, shape::Sides};
    ///
    /// assert_eq!(Pieces::parse("F,XX*2", Sides::Both, &[])?.area(), 9);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn area(&self) -> u64 {
        total_area(self.list.iter())
    }

    /// Returns the total number of squares of the pieces that have a limited number of copies.
    pub(super) fn limited_area(&self) -> u64 {
        total_area(self.list.iter().filter(|piece| !piece.is_unlimited()))
    }

    /// Returns `true` if at least one piece may be used any number of times.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Pieces, shape::Sides};
    ///
    /// assert!(Pieces::parse("F,XX*", Sides::Both, &[])?.has_unlimited());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn has_unlimited(&self) -> bool {
        self.list.iter().any(Piece::is_unlimited)
    }
}

/// Returns the total number of squares of the pieces, including every copy.
fn total_area<'a>(pieces: impl Iterator<Item = &'a Piece>) -> u64 {
    let areas = pieces.map(|piece| piece.shape.area() as u64 * u64::from(piece.count()));
    areas.fold(0, u64::saturating_add)
}

/// Checks the letter and the shape of a new piece.
fn check(letter: Option<char>, shape: &Shape) -> Result<(), PieceError> {
    if letter.is_some_and(|letter| !letter.is_ascii_alphanumeric()) {
        return Err(PieceError::Letter);
    }
    if shape.is_connected() { Ok(()) } else { Err(PieceError::NotConnected) }
}
