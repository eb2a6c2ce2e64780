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
}

/// A multiset of pieces, no two of them of the same shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    list: Vec<Piece>,
    one_sided: bool,
}

/// Letters for pieces without a name of their own.
const SPARE: &[u8] = b"ABCDEGHJKMOQRSabcdefghijklmnopqrstuvwxyz0123456789";

impl Pieces {
    /// No piece; with `one_sided`, pieces may not be turned over and mirror images are different pieces.
    pub const fn new(one_sided: bool) -> Self {
        Self { list: Vec::new(), one_sided }
    }

    /// The twelve pentominoes, or the eighteen one-sided ones.
    pub fn pentominoes(one_sided: bool) -> Self {
        let mut pieces = Self::new(one_sided);
        for pentomino in pentominoes() {
            pieces.add_sides(None, &pentomino.shape, 1);
        }
        pieces
    }

    /// Adds a piece `count` times; a shape that is there already, however it lies, only counts more. Without a
    /// letter it gets its name, or the first spare one.
    pub fn add(&mut self, letter: Option<char>, shape: &Shape, count: u32) {
        let flips = !self.one_sided;
        let canonical = shape.canonical(flips);
        if let Some(piece) = self.list.iter_mut().find(|piece| piece.shape.canonical(flips) == canonical) {
            piece.count = piece.count.saturating_add(count);
            return;
        }
        let is_free = |letter: &char| self.list.iter().all(|piece| piece.letter != *letter);
        let letter = letter
            .or_else(|| name_of(shape))
            .filter(is_free)
            .or_else(|| name_of(shape).map(|name| name.to_ascii_lowercase()).filter(is_free))
            .or_else(|| SPARE.iter().map(|&letter| char::from(letter)).find(is_free))
            .unwrap_or('+');
        self.list.push(Piece { letter, shape: shape.clone(), count });
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

    /// The piece drawn with that letter.
    pub fn find(&self, letter: char) -> Option<usize> {
        self.list.iter().position(|piece| piece.letter == letter)
    }

    /// Squares of all of them together.
    pub fn area(&self) -> u64 {
        self.list.iter().map(|piece| piece.shape.len() as u64 * u64::from(piece.count)).sum()
    }
}
