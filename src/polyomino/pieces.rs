//! The pieces a region is tiled with.

use super::names::{name_of, pentominoes};
use crate::shape::Shape;

/// A piece and how many there are of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter it is drawn with.
    pub letter: char,
    /// Its shape.
    pub shape: Shape,
    /// How many there are.
    pub count: u32,
    /// The form shared by all ways it can lie.
    canonical: Shape,
    /// Whether the letter is its own: one that was asked for, or its name.
    named: bool,
}

/// A multiset of pieces, no two of them of the same shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    list: Vec<Piece>,
    /// Letters asked for with a shape that was there already, and the place of that shape in the list.
    also: Vec<(char, usize)>,
    one_sided: bool,
}

/// Letters for pieces without a name of their own.
const SPARE: &[u8] = b"ABCDEGHJKMOQRSabcdefghijklmnopqrstuvwxyz0123456789";

impl Pieces {
    /// No piece; with `one_sided`, pieces may not be turned over and mirror images are different pieces.
    pub const fn new(one_sided: bool) -> Self {
        Self { list: Vec::new(), also: Vec::new(), one_sided }
    }

    /// The twelve pentominoes, or the eighteen one-sided ones.
    pub fn pentominoes(one_sided: bool) -> Self {
        let mut pieces = Self::new(one_sided);
        for pentomino in pentominoes() {
            pieces.add_sides(None, &pentomino.shape, 1);
        }
        pieces
    }

    /// Adds a piece `count` times; a shape that is there already, however it lies, only counts more, and a shape
    /// without a square is no piece. Without a letter it gets its name, or a spare letter until another piece
    /// comes with that one.
    ///
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Shape;
    ///
    /// let mut pieces = Pieces::new(false);
    /// for (letter, rows) in [(None, "XX/XX"), (Some('A'), "XXX"), (Some('k'), "X/X/X")] {
    ///     let shape = Shape::from_rows(rows).expect("the rows are well formed");
    ///     pieces.add(letter, &shape, 1);
    /// }
    /// let letters: String = pieces.list().iter().map(|piece| piece.letter).collect();
    /// assert_eq!((letters.as_str(), pieces.find('k')), ("BA", Some(1)));
    /// ```
    pub fn add(&mut self, letter: Option<char>, shape: &Shape, count: u32) {
        if shape.is_empty() {
            return;
        }
        let canonical = shape.canonical(!self.one_sided);
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
                    count,
                    canonical,
                    named: own.is_some(),
                });
            }
            (Some(at), Some(letter)) if self.list[at].named => self.also.push((letter, at)),
            (Some(at), Some(letter)) => (self.list[at].letter, self.list[at].named) = (letter, true),
            (Some(_), None) => {}
        }
        if let Some(at) = place {
            self.list[at].count = self.list[at].count.saturating_add(count);
        }
        // Who only borrowed the letter takes another.
        let borrows = |piece: &Piece| !piece.named && Some(piece.letter) == own;
        if let Some(borrower) = self.list.iter().position(borrows) {
            self.list[borrower].letter = self.spare();
        }
    }

    /// Whether a letter stands for a piece by more than chance.
    fn is_taken(&self, letter: char) -> bool {
        self.list.iter().any(|piece| piece.named && piece.letter == letter)
            || self.also.iter().any(|&(other, _)| other == letter)
    }

    /// Where in the list the piece of that canonical form is.
    pub(super) fn place_of(&self, canonical: &Shape) -> Option<usize> {
        self.list.iter().position(|piece| piece.canonical == *canonical)
    }

    /// The first letter that stands for no piece; `+` when there is none left.
    fn spare(&self) -> char {
        let mut letters = SPARE.iter().map(|&letter| char::from(letter));
        letters.find(|&letter| self.find(letter).is_none()).unwrap_or('+')
    }

    /// Adds a piece and, if pieces are one-sided and it is not its own mirror image, the mirror image too.
    pub fn add_sides(&mut self, letter: Option<char>, shape: &Shape, count: u32) {
        self.add(letter, shape, count);
        let mirrored = shape.flipped();
        if self.one_sided && mirrored.canonical(false) != shape.canonical(false) {
            self.add(letter.map(|letter| letter.to_ascii_lowercase()), &mirrored, count);
        }
    }

    /// The pieces.
    pub fn list(&self) -> &[Piece] {
        &self.list
    }

    /// Whether they may not be turned over.
    pub const fn one_sided(&self) -> bool {
        self.one_sided
    }

    /// The piece that letter stands for: the one drawn with it, or the one of the same shape that is drawn with
    /// another.
    pub fn find(&self, letter: char) -> Option<usize> {
        let also = || self.also.iter().find(|(other, _)| *other == letter).map(|&(_, at)| at);
        self.list.iter().position(|piece| piece.letter == letter).or_else(also)
    }

    /// Squares of all of them together.
    pub fn area(&self) -> u64 {
        self.list.iter().map(|piece| piece.shape.len() as u64 * u64::from(piece.count)).sum()
    }
}
