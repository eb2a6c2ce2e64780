//! The pieces that tile a region.

use super::names::{name_of, pentominoes};
use crate::shape::{Shape, Sides};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copies {
    Number(u32),
    Unlimited,
}

impl Copies {
    const fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Self::Number(one.saturating_add(other)),
            _ => Self::Unlimited,
        }
    }
}

/// A piece and its number of copies.
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
    canonical: Shape,
    /// True if the letter was requested or is the name of the shape, in upper or lower case. False for a spare
    /// letter.
    named: bool,
}

impl Piece {
    /// The letter that represents the piece in drawings, or `+` when all spare letters and digits are in use.
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

    /// The shape of the piece, in the orientation that was added first.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of copies (at least 1), or [`u32::MAX`] if the piece is unlimited.
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

    /// Whether the piece may be used any number of times (including zero).
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

/// Why a piece cannot be added to [`Pieces`].
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
    /// The letter is neither an ASCII letter nor an ASCII digit, so drawings with it would be ambiguous.
    #[error("the letter of a piece must be an ASCII letter or digit")]
    Letter,
}

/// A multiset of pieces: distinct shapes, each with a number of copies.
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
    /// Additional letters and the indices of their pieces. A letter ends up here if it was requested for a
    /// piece that kept its earlier letter.
    aliases: Vec<(char, usize)>,
    sides: Sides,
}

/// The spare letters and digits, in order of assignment. A piece gets a spare letter if neither a requested
/// letter nor the name of its shape is available.
const SPARE: &[u8] = b"ABCDEGHJKMOQRSabcdefghijklmnopqrstuvwxyz0123456789";

impl Pieces {
    /// Creates an empty multiset. `sides` determines whether pieces may be flipped.
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

    /// Creates one copy of each of the twelve free pentominoes, or of the eighteen one-sided pentominoes if
    /// pieces cannot be flipped.
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

    /// Adds `count` copies of a piece. If the multiset already contains the shape in any orientation, the copies are
    /// added to the existing piece. A `count` of 0 changes nothing.
    ///
    /// A new piece gets the requested letter or, if none is requested, the name of its shape. If that letter
    /// is taken, the new piece falls back to the name of its shape in lower case, and then to a spare letter.
    /// Spare letters do not count as taken: when a later piece claims one, the earlier piece gets a different
    /// spare letter.
    ///
    /// If the shape is already in the multiset with a spare letter, the requested letter replaces it. Any other
    /// letter is kept, but [`find`](Self::find) then also accepts the requested letter. A request for a letter that
    /// another piece has taken is ignored.
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

    /// Adds a piece that may be used any number of times (including zero). If the multiset already contains the shape
    /// in any orientation, the existing piece becomes unlimited. The letter is chosen as in [`add`](Self::add).
    ///
    /// # Errors
    /// Returns the same errors as [`add`](Self::add).
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

    /// Like [`add`](Self::add), or like [`add_unlimited`](Self::add_unlimited) if the copies are unlimited.
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

    /// Adds `count` copies of a piece. When pieces cannot be flipped, also adds `count` copies of the mirror
    /// image if it is a different piece. The mirror image gets the requested letter in lower case.
    ///
    /// # Errors
    /// Returns the same errors as [`add`](Self::add).
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

    /// Like [`add_with_mirror_image`](Self::add_with_mirror_image), but checks neither the shape nor the
    /// letter.
    pub(super) fn insert_with_mirror_image(&mut self, letter: Option<char>, shape: &Shape, copies: Copies) {
        self.insert(letter, shape, copies);
        let mirrored = shape.flipped();
        if self.sides == Sides::One && mirrored.canonical(Sides::One) != shape.canonical(Sides::One) {
            self.insert(letter.map(|letter| letter.to_ascii_lowercase()), &mirrored, copies);
        }
    }

    /// Like [`add`](Self::add), but checks neither the shape nor the letter.
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
        // If another piece has the letter `own` merely as a spare letter, that piece gets a different one.
        let borrows = |piece: &Piece| !piece.named && Some(piece.letter) == own;
        if let Some(borrower) = self.list.iter().position(borrows) {
            self.list[borrower].letter = self.spare();
        }
    }

    /// Whether a piece has this letter by request or by name, and not as a spare letter.
    fn is_taken(&self, letter: char) -> bool {
        self.list.iter().any(|piece| piece.named && piece.letter == letter)
            || self.aliases.iter().any(|&(other, _)| other == letter)
    }

    pub(super) fn place_of(&self, canonical: &Shape) -> Option<usize> {
        self.list.iter().position(|piece| piece.canonical == *canonical)
    }

    /// Returns the first unused spare letter, or `+` when all spare letters are in use.
    fn spare(&self) -> char {
        let mut letters = SPARE.iter().map(|&letter| char::from(letter));
        letters.find(|&letter| self.find(letter).is_none()).unwrap_or('+')
    }

    /// The pieces, in the order in which they were added.
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

    /// Whether pieces may be flipped.
    pub const fn sides(&self) -> Sides {
        self.sides
    }

    /// Finds the index of the piece drawn with a letter. Falls back to the piece that has the letter as an
    /// additional letter.
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

    /// The total number of squares in all copies of all pieces. An unlimited piece counts as [`u32::MAX`] copies.
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

    pub(super) fn limited_area(&self) -> u64 {
        total_area(self.list.iter().filter(|piece| !piece.is_unlimited()))
    }

    /// Whether any piece is unlimited.
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

fn total_area<'a>(pieces: impl Iterator<Item = &'a Piece>) -> u64 {
    let areas = pieces.map(|piece| piece.shape.area() as u64 * u64::from(piece.count()));
    areas.fold(0, u64::saturating_add)
}

fn check(letter: Option<char>, shape: &Shape) -> Result<(), PieceError> {
    if letter.is_some_and(|letter| !letter.is_ascii_alphanumeric()) {
        return Err(PieceError::Letter);
    }
    if shape.is_connected() { Ok(()) } else { Err(PieceError::NotConnected) }
}
