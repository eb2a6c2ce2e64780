//! The model of every picture: cells with positions, words between the cells, and the layout.
//!
//! A [`Picture`] is independent of its format: [`Picture::scene`] writes it as text, and [`Picture::figure`] as SVG,
//! PNG or HTML.

use super::{Paint, Style};
use crate::diagnostics::Span;
use crate::diagnostics::escape::escape;
use std::borrow::Cow;
use std::fmt;

/// The side length of a square on a board. All lengths in images are in units; by default, a unit is a pixel.
pub const SIDE: i32 = 40;
/// The side length of a square in a card or tile next to a board.
pub const SMALL: i32 = 20;

/// The maximum number of errors that have a number in the picture and a message in the legend.
pub(super) const LEGEND: usize = 12;

/// The colours of a heat map, from the lowest to the highest count.
const HEAT: [Paint; 4] = [Paint::White, Paint::Yellow, Paint::Orange, Paint::Red];

/// What is drawn on a cell: a piece, letters or a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Glyph {
    /// Nothing.
    #[default]
    None,
    /// A place without a cell, such as a hole in a region. Images leave it empty.
    Hole,
    /// An invisible frame, for example around the cells of a card. It becomes visible when it is marked.
    Slot,
    /// A free square, shown as a dot in text and as an empty square in images.
    Dot,
    /// Letters in the middle of the cell.
    Letters(String),
    /// The name of a free square, in faint letters.
    Number(String),
    /// A cat with a letter on it.
    Cat(char),
    /// The back of a card from one of the decks `A` to `D`, with the symbol of the deck: circle, cross, square or
    /// triangle.
    Back(char),
    /// The back of an unknown card.
    Hidden,
    /// A flame.
    Flame,
    /// Hatching, for a square that the string of a challenge does not define.
    Hatch,
    /// A penguin.
    Penguin,
}

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// An action has changed the cell, or a comparison has found a difference in the cell.
    Changed,
    /// The user has marked the cell.
    Highlight,
    /// The cell belongs to the last move.
    LastMove,
    /// An error in the string concerns the cell.
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

/// The place in a string from which a cell was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The index of the part, if the string is a state, which has several parts. For other strings, `None`.
    pub part: Option<usize>,
    /// The span in the string or, for a state, in its part.
    pub span: Span,
}

impl fmt::Display for Origin {
    /// Writes the byte range, such as `4-9`. For a state, the index of the part comes first, as in `0:4-9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(part) = self.part {
            write!(f, "{part}:")?;
        }
        write!(f, "{}-{}", self.span.start, self.span.end)
    }
}

/// A square, a hexagon or a card in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The row and column on the board or, for a hexagon, the x and y coordinates.
    pub at: [i32; 2],
    /// How many rows and columns the cell covers.
    pub size: [i32; 2],
    /// The coordinates of the cell in the rules of the game: row and column, or x and y. `None` if the cell is not a
    /// square of a game, but a card in a hand, for example.
    pub place: Option<[i32; 2]>,
    /// The class names of the cell in SVG, separated by spaces.
    pub class: Cow<'static, str>,
    /// The piece or the letters on the cell.
    pub glyph: Glyph,
    /// The cell's colour in images, or `None` for the colour of the page.
    pub paint: Option<Paint>,
    /// The style of the cell if the picture is drawn as text.
    pub style: Style,
    /// The number of the piece, block or island to which the cell belongs. Cells with different numbers have a wall
    /// between them.
    pub group: Option<usize>,
    /// Whether the cell is one of the nine squares of the raft in Race to the Raft.
    pub is_raft: bool,
    /// The marks on the cell.
    pub marks: Vec<Mark>,
    /// The error numbers to show in the cell.
    pub errors: Vec<usize>,
    /// The place in the string from which the cell was read.
    pub origin: Option<Origin>,
}

impl Cell {
    /// Creates a cell with a class name and a glyph, in the colour of the page.
    pub fn new(class: impl Into<Cow<'static, str>>, glyph: Glyph) -> Self {
        Self { size: [1, 1], class: class.into(), glyph, ..Self::default() }
    }

    /// Creates a cell with a class name, and with letters on a coloured background.
    pub fn on(class: impl Into<Cow<'static, str>>, letters: impl Into<String>, paint: Paint) -> Self {
        let cell = Self::new(class, Glyph::Letters(letters.into()));
        Self { paint: Some(paint), style: Style::on(paint.ink(), paint), ..cell }
    }

    /// Moves the cell to a row and column or, for hexagons, to x and y coordinates.
    pub fn at(self, row: i32, column: i32) -> Self {
        Self { at: [row, column], ..self }
    }

    /// Moves the cell, and sets `place` to its new position, so that the cell is a square of the game.
    pub fn square(self, row: i32, column: i32) -> Self {
        Self { at: [row, column], place: Some([row, column]), ..self }
    }

    pub(super) fn is_marked(&self) -> bool {
        self.marks.contains(&Mark::Changed)
    }

    fn mark(&mut self, mark: Mark) {
        if !self.marks.contains(&mark) {
            self.marks.push(mark);
        }
    }
}

/// The form of a board. It determines which lines and numbers the board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// A board with numbered rows and columns, islands and a legend.
    Board,
    /// The squares of a card.
    Card,
    /// The squares of a tile, which need not form a rectangle.
    Tile,
    /// Pieces with walls between them.
    Pieces,
    /// A grid of squares, separated by lines.
    Grid,
    /// A play area of Arboretum, whose y axis points upwards. The two numbers are the x coordinate of its leftmost
    /// column and the y coordinate of its top row.
    Area([i32; 2]),
    /// Hexagons in columns. Odd columns are half a hexagon higher than even columns.
    Hexagons,
}

/// Cells in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Board {
    /// The form of the board.
    pub form: Form,
    /// The number of rows and the number of columns.
    pub size: [i32; 2],
    /// The side length of a cell in images.
    pub side: i32,
    /// Whether images may number the rows and columns.
    pub is_ruled: bool,
    /// The cells. If cells overlap, the last one is on top.
    pub cells: Vec<Cell>,
    /// Paths across the board. Each path has a colour (`None` for the default colour) and the positions of its cells.
    pub paths: Vec<(Option<Paint>, Vec<[i32; 2]>)>,
    /// Arrows, each from one square of a game to another.
    pub arrows: Vec<[[i32; 2]; 2]>,
}

impl Board {
    /// Creates a board without cells.
    pub fn new(form: Form, [rows, columns]: [usize; 2], side: i32) -> Self {
        let is_ruled = matches!(form, Form::Board | Form::Pieces | Form::Hexagons | Form::Area(_));
        let size = [rows as i32, columns as i32];
        Self { form, size, side, is_ruled, cells: Vec::new(), paths: Vec::new(), arrows: Vec::new() }
    }

    /// Creates a board from cells that are listed row by row, with `width` cells in each row.
    pub(super) fn of(form: Form, side: i32, width: usize, cells: impl IntoIterator<Item = Cell>) -> Self {
        let place = |(index, cell): (usize, Cell)| cell.at((index / width) as i32, (index % width) as i32);
        let cells: Vec<Cell> = cells.into_iter().enumerate().map(place).collect();
        let size = [cells.len().div_ceil(width), cells.len().min(width)];
        Self { cells, ..Self::new(form, size, side) }
    }

    /// Sets the `place` of every cell to its position, so that all cells are squares of the game.
    pub(super) fn squares(mut self) -> Self {
        self.cells.iter_mut().for_each(|cell| cell.place = Some(cell.at));
        self
    }
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words with a style.
    Words(String, Style),
    /// A cell, and its side length in images.
    Cell(Cell, i32),
    /// A cell that is shown only in images, and its side length.
    Image(Cell, i32),
}

/// How parts are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// One below the other.
    Column,
    /// One below the other, with space between them.
    Apart,
    /// Side by side, as many as fit into a row. The number is the width of the space between two parts, in columns of
    /// text.
    Shelf(usize),
    /// In text, one below the other. In images, side by side, as many as fit into a row.
    List,
    /// In text, one below the other with space between them. In images with enough room, the first part is on the left,
    /// and all others are stacked on the right.
    Table,
    /// One below the other. In SVG, they form a group with this class name.
    Group(&'static str),
    /// One below the other in images, and left out in text.
    Image,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A line of words and cells.
    Line(Vec<Piece>),
    /// A board.
    Board(Board),
    /// Several parts.
    Parts(Flow, Vec<Node>),
}

/// Defines functions that collect references to all boards and cells of a picture. The macro is used twice: for shared
/// and for mutable references.
macro_rules! walks {
    ($leaves:ident, $boards:ident, $cells:ident, $iter:ident $(, $mut:tt)?) => {
        impl Node {
            fn $leaves(&$($mut)? self) -> Vec<&$($mut)? Self> {
                match self {
                    Self::Parts(_, nodes) => nodes.$iter().flat_map(Self::$leaves).collect(),
                    _ => vec![self],
                }
            }
        }

        impl Picture {
            /// Returns all boards.
            pub fn $boards(&$($mut)? self) -> Vec<&$($mut)? Board> {
                let leaves = self.node.$leaves().into_iter();
                leaves.filter_map(|node| if let Node::Board(board) = node { Some(board) } else { None }).collect()
            }

            /// Returns all cells, in drawing order.
            pub fn $cells(&$($mut)? self) -> Vec<&$($mut)? Cell> {
                let mut cells = Vec::new();
                for node in self.node.$leaves() {
                    match node {
                        Node::Board(board) => cells.extend(board.cells.$iter()),
                        Node::Line(pieces) => cells.extend(pieces.$iter().filter_map(|piece| match piece {
                            Piece::Cell(cell, _) | Piece::Image(cell, _) => Some(cell),
                            Piece::Words(..) => None,
                        })),
                        Node::Parts(..) => {}
                    }
                }
                cells
            }
        }
    };
}

walks!(leaves, boards, cells, iter);
walks!(leaves_mut, boards_mut, cells_mut, iter_mut, mut);

impl Node {
    /// Returns a line of words.
    pub fn words(text: impl Into<String>, style: Style) -> Self {
        Self::Line(vec![Piece::Words(text.into(), style)])
    }

    /// Puts a title above this part.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self::Parts(Flow::Column, vec![Self::words(title, Style::BOLD), self])
    }

    /// Puts this part into a group.
    pub fn grouped(self, class: &'static str) -> Self {
        Self::Parts(Flow::Group(class), vec![self])
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Line(pieces) => pieces.is_empty(),
            Self::Board(board) => board.cells.iter().all(|cell| cell.glyph == Glyph::Slot),
            Self::Parts(_, nodes) => nodes.iter().all(Self::is_empty),
        }
    }
}

/// A picture, independent of its format.
///
/// # Examples
/// ```
/// use clowder::notation::Notation;
/// use clowder::raft::Board;
/// use clowder::render::{Look, Mark, figure::{FigureLook, svg}, raft};
///
/// let mut picture = raft::board(&Board::EXAMPLE.parse()?);
/// assert!(picture.mark([0, 3], Mark::Changed) && !picture.mark([0, 99], Mark::Changed));
/// assert!(picture.scene(&Look::PIPE).text().contains(">g<"));
/// let image = svg::write(&picture.figure(&FigureLook::default()), &svg::Options::default());
/// assert_eq!(image.matches("is-changed").count(), 1);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the picture. It becomes the title of an SVG image.
    pub title: String,
    /// A description for people who cannot see the picture.
    pub description: String,
    /// The messages in the legend, which numbers them from 1. Each has the place in the string to which it refers.
    pub messages: Vec<(String, Option<Origin>)>,
    /// The content of the picture.
    pub node: Node,
}

impl Default for Picture {
    fn default() -> Self {
        Node::Parts(Flow::Column, Vec::new()).into()
    }
}

impl From<Node> for Picture {
    fn from(node: Node) -> Self {
        Self { title: String::new(), description: String::new(), messages: Vec::new(), node }
    }
}

impl From<Board> for Picture {
    fn from(board: Board) -> Self {
        Node::Board(board).grouped("board").into()
    }
}

impl Picture {
    /// Puts a title above the picture.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { node: self.node.titled(title), ..self }
    }

    /// Whether the picture is empty.
    pub fn is_empty(&self) -> bool {
        self.node.is_empty()
    }

    /// Whether a square in the picture has these coordinates in the game.
    pub fn has(&self, place: [i32; 2]) -> bool {
        self.cells().iter().any(|cell| cell.place == Some(place))
    }

    /// Marks each square that has these coordinates in the game. Returns `false` if there is none.
    pub fn mark(&mut self, place: [i32; 2], mark: Mark) -> bool {
        self.mark_cells(|cell| cell.place == Some(place), mark) > 0
    }

    /// Adds a mark to the cells chosen by a function, and returns their number.
    pub fn mark_cells(&mut self, is_chosen: impl Fn(&Cell) -> bool, mark: Mark) -> usize {
        let cells = self.cells_mut().into_iter().filter(|cell| is_chosen(cell));
        cells.map(|cell| cell.mark(mark)).count()
    }

    /// Returns the picture with several squares of a game marked. Coordinates without a square are ignored.
    #[must_use]
    pub fn marked(mut self, places: impl IntoIterator<Item = [i32; 2]>, mark: Mark) -> Self {
        for place in places {
            self.mark(place, mark);
        }
        self
    }

    /// Turns the picture into a heat map: writes each non-zero number in its cell, with a darker colour for a larger
    /// number.
    ///
    /// # Examples
    /// ```
    /// use clowder::{penguins::Board, render};
    ///
    /// let mut picture = render::of(&Board::default());
    /// picture.heat(|place| usize::from(place == [2, 1]) * 14);
    /// assert_eq!(picture.cells().iter().filter(|cell| cell.class.ends_with(" heat")).count(), 1);
    /// ```
    pub fn heat(&mut self, count: impl Fn([i32; 2]) -> usize) {
        let most = self.cells().into_iter().filter_map(|cell| cell.place).map(&count).max().unwrap_or(0);
        for cell in self.cells_mut() {
            let Some(number) = cell.place.map(&count).filter(|number| *number > 0) else { continue };
            cell.glyph = Glyph::Letters(number.to_string());
            cell.class.to_mut().push_str(" heat");
            cell.paint = Some(HEAT[(number * HEAT.len() - 1) / most]);
        }
    }

    /// Draws an arrow between two squares of a game. Returns `false` if no board has both squares.
    pub fn arrow(&mut self, from: [i32; 2], to: [i32; 2]) -> bool {
        let has = |board: &Board, place| board.cells.iter().any(|cell| cell.place == Some(place));
        let board = self.boards_mut().into_iter().find(|board| has(board, from) && has(board, to));
        board.map(|board| board.arrows.push([from, to])).is_some()
    }

    /// Marks the cells of an error: its square, and every cell that was read from one of its spans. Writes the number
    /// of the error at its square or, if the error has no square, at the first marked cell. Returns `false` if no cell
    /// was marked.
    pub(super) fn mark_error(
        &mut self,
        number: Option<usize>,
        square: Option<[i32; 2]>,
        spans: &[(Option<usize>, Span)],
    ) -> bool {
        let touches = |origin: &Origin| {
            spans.iter().any(|&(part, span)| part == origin.part && touch(origin.span, span))
        };
        let touched = |cell: &Cell| cell.origin.filter(touches);
        let is_frame = |cell: &Cell| cell.glyph == Glyph::Slot && cell.size != [1, 1];
        let is_square = |cell: &Cell| square.is_some() && cell.place == square;
        let mut cells = self.cells_mut();
        let frames = cells.iter().filter(|cell| is_frame(cell));
        let framed: Vec<Origin> = frames.filter_map(|cell| touched(cell)).collect();
        // If a card has a frame, only the frame is marked, and not each square of the card.
        let is_shown = |cell: &Cell| touched(cell).is_some_and(|it| is_frame(cell) || !framed.contains(&it));
        cells.retain(|cell| is_square(cell) || is_shown(cell));
        for cell in &mut cells {
            cell.mark(Mark::Error);
        }
        let first = cells.iter().position(|cell| is_square(cell)).unwrap_or(0);
        if let Some(cell) = cells.get_mut(first) {
            cell.errors.extend(number);
        }
        !cells.is_empty()
    }
}

/// Whether two spans share a character. An empty span counts as the character at its offset.
pub(super) fn touch(one: Span, other: Span) -> bool {
    let end = |span: Span| span.end.max(span.start + 1);
    one.start < end(other) && other.start < end(one)
}

/// A text from which cells are read: a whole string, or the part of a state with the index `part`.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    pub(super) part: Option<usize>,
}

/// The maximum number of drawn lines, and of drawn characters in a line.
const LINES: usize = 64;

impl<'a> Text<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, part: None }
    }

    #[expect(clippy::unnecessary_wraps, reason = "it is the value of an optional field")]
    pub(super) fn origin(self, start: usize, end: usize) -> Option<Origin> {
        Some(Origin { part: self.part, span: Span::new(start, end) })
    }

    /// Returns the offset and the text of each line, without the line break. If the text has no line breaks, slashes
    /// separate the lines.
    pub(super) fn lines(self) -> impl Iterator<Item = (usize, &'a str)> {
        let breaks = if self.text.contains('\n') { '\n' } else { '/' };
        let lines = self.text.strip_suffix(breaks).unwrap_or(self.text).split(breaks);
        lines.take(LINES).scan(0, |next, line| {
            let start = *next;
            *next += line.len() + 1;
            Some((start, line))
        })
    }

    /// Returns a board with a cell for each character. An invisible frame follows each line; an error marks the frame
    /// if the line is too short.
    pub(super) fn rows(self, form: Form, cell: impl Fn(char) -> Cell) -> Board {
        let mut board = Board::new(form, [self.lines().count(), 0], SIDE);
        for (row, (start, line)) in (0..).zip(self.lines()) {
            for (column, (offset, letter)) in (0..).zip(line.char_indices()).take(LINES) {
                let (from, to) = (start + offset, start + offset + letter.len_utf8());
                board.cells.push(Cell { origin: self.origin(from, to), ..cell(letter).square(row, column) });
            }
            let (end, width) = (start + line.len(), line.chars().count().min(LINES) as i32);
            let slot = Cell::new("slot end", Glyph::Slot).at(row, width);
            board.cells.push(Cell { origin: self.origin(end, end + 1), ..slot });
            board.size[1] = board.size[1].max(width);
        }
        board
    }

    /// Parses the number in a span. Returns `None` if the span is not in the text or contains anything but digits.
    pub(super) fn number(self, start: usize, end: usize) -> Option<i32> {
        let digits = self.text.get(start..end)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    }
}

/// Returns the cell for a letter without a meaning.
pub(super) fn unknown(letter: char) -> Cell {
    let letters = escape(letter.encode_utf8(&mut [0; 4])).into_owned();
    Cell::new("unknown", Glyph::Letters(letters))
}
