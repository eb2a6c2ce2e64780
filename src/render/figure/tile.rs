//! The tiles of a figure, which are squares and hexagons.

use crate::diagnostics::Span;
use crate::render::Paint;
use std::borrow::Cow;

/// The outline of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A square.
    Square,
    /// A regular hexagon that has one corner at its left and one at its right.
    Hexagon,
}

/// The piece or the letters on a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Glyph {
    /// Nothing.
    None,
    /// Letters in the middle of the tile.
    Letters(String),
    /// A cat with a letter on it.
    Cat(char),
    /// The symbol on the back of the cards of a deck, `A` to `D`: circle, cross, square or triangle.
    Symbol(char),
    /// A flame.
    Flame,
    /// Hatching, which marks a square that the string of a challenge does not define.
    Hatch,
    /// A penguin.
    Penguin,
}

/// A mark on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// An action has changed the tile, or the tile differs from the expected one.
    Changed,
    /// The user has marked the tile.
    Highlight,
    /// The tile belongs to the last move.
    LastMove,
    /// The string has an error here.
    Error,
}

impl Mark {
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Highlight => "highlight",
            Self::LastMove => "last-move",
            Self::Error => "error",
        }
    }
}

/// The place in a string that a tile was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The index of the part of a state, or `None` for a string without parts.
    pub part: Option<usize>,
    /// The span in the string or in its part.
    pub span: Span,
}

/// A square or a hexagon in a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tile {
    /// The position of the upper left corner of the bounding box of the tile.
    pub at: (i32, i32),
    /// The length of the side of a square, or the distance from the middle of a hexagon to its corners.
    pub side: i32,
    /// The outline of the tile.
    pub outline: Outline,
    /// The position on the board, if the tile belongs to a board. It consists of the row and the column of a square,
    /// the column and the row of a hexagon, or the x and y coordinates of a card in a play area.
    pub place: Option<[i32; 2]>,
    /// The place in the string of a wrong string.
    pub origin: Option<Origin>,
    /// The class names that describe the tile in SVG.
    pub class: Cow<'static, str>,
    /// The colour of the tile, or `None` for the colour of the page.
    pub paint: Option<Paint>,
    /// The piece or the letters on the tile.
    pub glyph: Glyph,
    /// The marks on the tile.
    pub marks: Vec<Mark>,
}

impl Tile {
    /// Creates an empty tile with the colour of the page. The tile does not have a position on a board, class names or
    /// marks. The parameters are the values of the fields with the same names.
    pub fn new(at: (i32, i32), side: i32, outline: Outline) -> Self {
        let (class, marks) = (Cow::Borrowed(""), Vec::new());
        Self { at, side, outline, place: None, origin: None, class, paint: None, glyph: Glyph::None, marks }
    }

    /// Returns half the height of a hexagon whose corners are `side` units away from its middle.
    pub(super) const fn half_height(side: i32) -> i32 {
        // Half the square root of 3, to three digits.
        side * 866 / 1000
    }

    /// Returns the position of the middle of the tile.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Region, render::figure::FigureLook, render::polyomino::Squares};
    ///
    /// let region: Region = "1x2".parse()?;
    /// let figure = Squares::region(&region).figure(&FigureLook { coordinates: false });
    /// let middles: Vec<_> = figure.tiles().map(|tile| tile.middle()).collect();
    /// assert_eq!(middles, [(20, 20), (60, 20)]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn middle(&self) -> (i32, i32) {
        let (x, y) = self.at;
        match self.outline {
            Outline::Square => (x + self.side / 2, y + self.side / 2),
            Outline::Hexagon => (x + self.side, y + Self::half_height(self.side)),
        }
    }
}
