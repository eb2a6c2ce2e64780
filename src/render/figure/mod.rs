//! Figures, which are pictures that consist of tiles, texts and lines at given positions. They are written as SVG, PNG
//! or HTML.
//!
//! A [`Figure`] does not depend on the format in which it is written. The files in the directory `figures` create the
//! figures of each game and puzzle. The backend [`svg`] writes any figure, and the backends [`html`] and `png` use this
//! backend.

mod font;
pub mod html;
mod path;
#[cfg(feature = "png")]
pub mod png;
pub mod replay;
pub mod svg;
mod tile;

pub use tile::{Glyph, Mark, Origin, Outline, Tile};

use std::borrow::Cow;

/// The length of the side of a square on a board, in units.
pub const SIDE: i32 = 40;
/// The length of the side of a square of a card or tile that is drawn next to a board, in units.
pub const SMALL: i32 = 20;

/// The largest number of characters of a text that are drawn.
const LONGEST: usize = 160;

/// The options for drawing a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureLook {
    /// True if the rows and the columns of a board are numbered.
    pub coordinates: bool,
}

impl Default for FigureLook {
    fn default() -> Self {
        Self { coordinates: true }
    }
}

/// States which point of a text is at the given position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end of the text.
    Start,
    /// The middle of the text.
    Middle,
}

/// The purpose of a line, which determines its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineKind {
    /// The border of a piece or a board.
    Border,
    /// The border of an island.
    Island,
    /// The edge of the raft.
    Raft,
    /// A path that scores points, or a line of three equal tokens.
    Score,
    /// An arrow, whose last point is its tip.
    Arrow,
}

impl LineKind {
    const fn class(self) -> &'static str {
        match self {
            Self::Border => "border",
            Self::Island => "island",
            Self::Raft => "raft-edge",
            Self::Score => "score",
            Self::Arrow => "arrow",
        }
    }
}

/// A part of a figure. The parts are drawn in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// A square or a hexagon.
    Tile(Tile),
    /// A text on one line.
    Text {
        /// The position of a point on the upper edge of the text. The field `anchor` determines this point.
        at: (i32, i32),
        /// States which point of the text is at this position: its left end or its middle.
        anchor: Anchor,
        /// One sixth of the height of a capital letter, in units. This number determines the size of the text.
        step: i32,
        /// The text.
        text: String,
        /// True if the text is faint.
        faint: bool,
    },
    /// A line that connects points.
    Line(LineKind, Vec<(i32, i32)>),
    /// The number of an error in a small circle around a point.
    Badge((i32, i32), usize),
    /// The beginning of a group of parts, with the class name of the group. For example, the parts of a board form a
    /// group.
    Begin(Cow<'static, str>),
    /// The end of a group.
    End,
}

/// A picture that consists of a list of parts, each with its position. The side of a square on a board is [`SIDE`]
/// units long.
///
/// # Examples
/// ```
/// use clowder::render::figure::{Figure, svg};
///
/// let mut figure = Figure::text("Hello", 3);
/// figure.title = "A greeting".to_owned();
/// let text = svg::write(&figure, &svg::Options::default());
/// assert!(text.contains("<title>A greeting</title>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// The name of the figure, which is written as the title of the SVG image.
    pub title: String,
    /// A description of the figure for people who cannot see it.
    pub description: String,
    size: (i32, i32),
    items: Vec<Item>,
}

impl Figure {
    /// Creates an empty figure.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a figure that consists of one line of text.
    pub fn text(text: impl Into<String>, step: i32) -> Self {
        let text = text.into();
        let mut figure = Self::new();
        figure.put_text((0, 0), Anchor::Start, step, text);
        figure
    }

    /// Returns the width and the height of the figure in units.
    pub const fn size(&self) -> (i32, i32) {
        self.size
    }

    /// Returns the parts of the figure.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Returns true if the figure has no parts.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Increases the size of the figure if it is smaller than this width or height.
    pub fn grow(&mut self, (width, height): (i32, i32)) -> &mut Self {
        self.size = (self.size.0.max(width), self.size.1.max(height));
        self
    }

    /// Adds a tile.
    ///
    /// ```
    /// use clowder::render::figure::{Figure, Glyph, Outline, Tile};
    ///
    /// let mut figure = Figure::new();
    /// let mut tile = Tile::new((0, 0), 40, Outline::Square);
    /// tile.glyph = Glyph::Letters("A".into());
    /// figure.put_tile(tile);
    /// assert_eq!((figure.items().len(), figure.size()), (1, (40, 40)));
    /// ```
    pub fn put_tile(&mut self, tile: Tile) -> &mut Self {
        let (x, y) = tile.middle();
        let (left, top) = tile.at;
        self.grow((2 * x - left, 2 * y - top));
        self.items.push(Item::Tile(tile));
        self
    }

    /// Adds a text on one line. Characters that cannot be drawn, such as control characters, are shown as boxes.
    ///
    /// ```
    /// use clowder::render::figure::{Anchor, Figure};
    ///
    /// let mut figure = Figure::new();
    /// figure.put_text((0, 0), Anchor::Start, 3, "Hello");
    /// assert_eq!(figure, Figure::text("Hello", 3));
    /// ```
    pub fn put_text(
        &mut self,
        at: (i32, i32),
        anchor: Anchor,
        step: i32,
        text: impl Into<String>,
    ) -> &mut Self {
        self.put(at, anchor, step, text.into(), false)
    }

    /// Adds a faint text on one line, such as a coordinate.
    ///
    /// ```
    /// use clowder::render::figure::{Anchor, Figure, Item};
    ///
    /// let mut figure = Figure::new();
    /// figure.put_faint((0, 0), Anchor::Middle, 2, "17");
    /// assert!(matches!(figure.items(), [Item::Text { faint: true, .. }]));
    /// ```
    pub fn put_faint(
        &mut self,
        at: (i32, i32),
        anchor: Anchor,
        step: i32,
        text: impl Into<String>,
    ) -> &mut Self {
        self.put(at, anchor, step, text.into(), true)
    }

    fn put(&mut self, at: (i32, i32), anchor: Anchor, step: i32, text: String, faint: bool) -> &mut Self {
        let text = if text.chars().nth(LONGEST).is_some() {
            text.chars().take(LONGEST).chain(['…']).collect()
        } else {
            text
        };
        let width = font::width(&text) * step;
        let right = at.0 + if anchor == Anchor::Middle { width / 2 } else { width };
        self.grow((right, at.1 + (font::HEIGHT + 2) * step));
        self.items.push(Item::Text { at, anchor, step, text, faint });
        self
    }

    /// Adds a line that connects the points.
    pub fn put_line(&mut self, kind: LineKind, points: Vec<(i32, i32)>) -> &mut Self {
        self.items.push(Item::Line(kind, points));
        self
    }

    /// Adds the number of an error in a small circle around a point.
    pub(super) fn put_badge(&mut self, at: (i32, i32), number: usize) {
        self.grow((at.0 + 10, at.1 + 10));
        self.items.push(Item::Badge(at, number));
    }

    /// Adds parts.
    pub(super) fn extend(&mut self, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Tile(tile) => _ = self.put_tile(tile),
                item => self.items.push(item),
            }
        }
    }

    /// Returns all tiles.
    pub(super) fn tiles_mut(&mut self) -> impl Iterator<Item = &mut Tile> {
        self.items.iter_mut().filter_map(|item| match item {
            Item::Tile(tile) => Some(tile),
            _ => None,
        })
    }

    /// Puts all parts of the figure into a group with a class name.
    pub fn grouped(mut self, class: impl Into<Cow<'static, str>>) -> Self {
        self.items.insert(0, Item::Begin(class.into()));
        self.items.push(Item::End);
        self
    }

    /// Adds the parts of another figure. Its top left corner is placed at the given position.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::figure::Figure;
    ///
    /// let mut figure = Figure::new();
    /// let mut square = Figure::new();
    /// square.grow((40, 40));
    /// assert_eq!(figure.place(square, (10, 20)).size(), (50, 60));
    /// ```
    pub fn place(&mut self, other: Self, (x, y): (i32, i32)) -> &mut Self {
        self.grow((x + other.size.0, y + other.size.1));
        let moved = |at: (i32, i32)| (at.0 + x, at.1 + y);
        self.items.extend(other.items.into_iter().map(|item| match item {
            Item::Tile(tile) => Item::Tile(Tile { at: moved(tile.at), ..tile }),
            Item::Text { at, anchor, step, text, faint } => {
                Item::Text { at: moved(at), anchor, step, text, faint }
            }
            Item::Line(kind, points) => Item::Line(kind, points.into_iter().map(moved).collect()),
            Item::Badge(at, number) => Item::Badge(moved(at), number),
            other => other,
        }));
        self
    }

    /// Adds another figure on the right, at a distance of `gap` units.
    pub fn beside(&mut self, other: Self, gap: i32) -> &mut Self {
        let x = if self.is_empty() { 0 } else { self.size.0 + gap };
        self.place(other, (x, 0))
    }

    /// Adds another figure below, at a distance of `gap` units.
    pub fn below(&mut self, other: Self, gap: i32) -> &mut Self {
        let y = if self.is_empty() { 0 } else { self.size.1 + gap };
        self.place(other, (0, y))
    }

    /// Puts a heading above the figure.
    pub fn headed(self, heading: impl Into<String>) -> Self {
        let mut figure = Self::text(heading, 2);
        (figure.title, figure.description) = (self.title.clone(), self.description.clone());
        figure.below(self, 6);
        figure
    }

    /// Arranges figures in rows. Each row contains as many figures as fit into `width` units, at a distance of `gap`
    /// units.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::figure::Figure;
    ///
    /// let square = || {
    ///     let mut square = Figure::text("", 1);
    ///     square.grow((40, 40));
    ///     square
    /// };
    /// assert_eq!(Figure::shelf([square(), square(), square()], 100, 10).size(), (90, 90));
    /// ```
    pub fn shelf(figures: impl IntoIterator<Item = Self>, width: i32, gap: i32) -> Self {
        let mut shelf = Self::new();
        let mut row = Self::new();
        for figure in figures {
            if !row.is_empty() && row.size.0 + gap + figure.size.0 > width {
                shelf.below(std::mem::take(&mut row), gap);
            }
            row.beside(figure, gap);
        }
        shelf.below(row, gap);
        shelf
    }

    /// Returns the tiles that belong to a board.
    pub fn tiles(&self) -> impl Iterator<Item = &Tile> {
        self.items.iter().filter_map(|item| match item {
            Item::Tile(tile) if tile.place.is_some() => Some(tile),
            _ => None,
        })
    }

    /// Adds a mark to every tile at a position on a board. Returns false if no tile has this position.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::Board, render::figure::{FigureLook, Mark}, render::figures};
    ///
    /// let mut figure = figures::raft::board(&Board::EXAMPLE.parse()?, &FigureLook::default());
    /// assert!(figure.mark([0, 3], Mark::Highlight));
    /// assert!(!figure.mark([0, 99], Mark::Highlight));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn mark(&mut self, place: [i32; 2], mark: Mark) -> bool {
        let mut found = false;
        for item in &mut self.items {
            if let Item::Tile(tile) = item
                && tile.place == Some(place)
            {
                found = true;
                if !tile.marks.contains(&mark) {
                    tile.marks.push(mark);
                }
            }
        }
        found
    }

    /// Writes letters on every tile at a position on a board.
    pub fn label(&mut self, place: [i32; 2], letters: impl Into<String>) {
        let letters = Glyph::Letters(letters.into());
        for tile in self.tiles_mut().filter(|tile| tile.place == Some(place)) {
            tile.glyph = letters.clone();
        }
    }

    /// Draws an arrow from the middle of one tile on a board to the middle of another tile. Returns false if one of
    /// these tiles does not exist.
    pub fn arrow(&mut self, from: [i32; 2], to: [i32; 2]) -> bool {
        let middle = |place| self.tiles().find(|tile| tile.place == Some(place)).map(Tile::middle);
        let (Some(from), Some(to)) = (middle(from), middle(to)) else { return false };
        // The arrow begins and ends outside the pieces on its two tiles.
        let (x, y) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let part = 18.0 / x.hypot(y).max(36.0);
        let (x, y) = ((x * part) as i32, (y * part) as i32);
        let (from, to) = ((from.0 + x, from.1 + y), (to.0 - x, to.1 - y));
        self.put_line(LineKind::Arrow, vec![from, to]);
        true
    }
}
