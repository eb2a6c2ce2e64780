//! Figures: pictures in which every part has a position in units, so that they can be written as SVG, PNG or HTML. In
//! an SVG that is not scaled, a unit is a pixel.
//!
//! The module [`svg`] writes a figure as SVG. The modules [`html`] and `png` use this SVG.

mod font;
pub mod html;
mod path;
#[cfg(feature = "png")]
pub mod png;
pub mod replay;
pub mod svg;

use super::picture::{Board, Cell, Flow, Form, Glyph, LEGEND, Node, Origin, Picture, Piece, SMALL};
use super::text::{Grid, turned};
use super::{Paint, Style};
use crate::diagnostics::escape::excerpt;

/// The maximum number of characters in a line of text. A longer text is shortened.
const LONGEST: usize = 160;
/// The width of the space for the row numbers to the left of a board, and the height of the space for the column
/// numbers above it.
const RULER: i32 = 32;
/// The width of a character and the height of a line of words.
const CHARACTER: (i32, i32) = (12, 16);
/// The space between separate parts.
const GAP: i32 = 24;
/// The space between the cards of a play area.
const BETWEEN: i32 = 10;
/// The distance between two paths that go through the same gap between cards.
const LANE: i32 = 6;

/// The options for drawing a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FigureLook {
    /// Whether images number the rows and columns of a board.
    pub coordinates: bool,
    /// The maximum width of parts that are placed side by side, in units.
    pub width: i32,
}

impl Default for FigureLook {
    fn default() -> Self {
        Self { coordinates: true, width: 1400 }
    }
}

/// A cell at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tile {
    /// The position of the upper left corner of the cell's bounding box.
    pub at: (i32, i32),
    /// The side length of a square, or the distance from the centre of a hexagon to its corners.
    pub side: i32,
    /// True for a regular hexagon with one corner on the left and one on the right, false for a rectangle.
    pub is_hexagon: bool,
    /// The cell.
    pub cell: Cell,
}

impl Tile {
    /// Returns the width and the height of the cell.
    pub const fn extent(&self) -> (i32, i32) {
        if self.is_hexagon {
            return (2 * self.side, 2 * half_height(self.side));
        }
        (self.side * self.cell.size[1], self.side * self.cell.size[0])
    }

    /// Whether the cell is a character of a drawn string. A ring would cover such a small character, so a mark is a
    /// line below it, and the number of an error is above it.
    const fn is_character(&self) -> bool {
        self.side < SMALL && self.cell.size[0] == 1 && self.cell.size[1] == 1
    }

    /// Returns the position of the cell's centre.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Region, render::{figure::FigureLook, polyomino}};
    ///
    /// let region: Region = "1x2".parse()?;
    /// let mut look = FigureLook::default();
    /// look.coordinates = false;
    /// let middles: Vec<_> = polyomino::region(&region).figure(&look).tiles().map(|tile| tile.middle()).collect();
    /// assert_eq!(middles, [(20, 20), (60, 20)]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn middle(&self) -> (i32, i32) {
        let ((x, y), (width, height)) = (self.at, self.extent());
        (x + width / 2, y + height / 2)
    }
}

/// Returns half the height of a hexagon whose corners are `side` units away from its centre.
const fn half_height(side: i32) -> i32 {
    // Half the square root of 3, to three digits.
    side * 866 / 1000
}

/// Returns the corners of a hexagon, clockwise from the left one.
fn hexagon((x, y): (i32, i32), side: i32) -> [(i32, i32); 6] {
    let (near, half) = (side / 2, half_height(side));
    let corners = [(-side, 0), (-near, -half), (near, -half), (side, 0), (near, half), (-near, half)];
    corners.map(|(right, down)| (x + right, y + down))
}

/// A part of a figure. If parts overlap, the last one is on top.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// A cell.
    Tile(Tile),
    /// Text on one line.
    Text {
        /// The position of the upper left corner of the text.
        at: (i32, i32),
        /// The text.
        text: String,
        /// The class name of the text's style: `""`, `faint` or `strong`.
        class: &'static str,
    },
    /// A line that connects points. Its class name determines its style: `border` for a piece or a card, `island` for
    /// the border of an island, `raft` for the edge of the raft, `score` for a path that scores points or for three
    /// equal tokens in a row, and `arrow` for an arrow to the last point. If the line has no colour of its own, its
    /// style determines the colour.
    Line(&'static str, Option<Paint>, Vec<(i32, i32)>),
    /// The number of an error, in a small circle around a point.
    Badge((i32, i32), usize),
    /// The beginning of a group of parts, with the class name of the group.
    Begin(&'static str),
    /// The end of a group.
    End,
}

/// A picture as a list of parts, each with its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figure {
    /// The name of the figure. It becomes the title of an SVG image.
    pub title: String,
    /// A description of the figure for people who cannot see it.
    pub description: String,
    /// The width and the height of the figure.
    pub size: (i32, i32),
    /// The parts of the figure.
    pub items: Vec<Item>,
}

impl Picture {
    /// Arranges the parts of the picture. If the picture has messages, they are listed below it.
    pub fn figure(self, look: &FigureLook) -> Figure {
        let mut figure = Figure::of(self.node, look, look.width);
        if !self.messages.is_empty() {
            let legend = legend(&self.messages, figure.size.0);
            figure.below(legend.grouped("legend"), GAP);
        }
        Figure { title: self.title, description: self.description, ..figure }
    }
}

impl Figure {
    /// Whether the figure has no parts.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the cells that represent squares of a game.
    pub fn tiles(&self) -> impl Iterator<Item = &Tile> {
        self.items.iter().filter_map(|item| match item {
            Item::Tile(tile) if tile.cell.place.is_some() => Some(tile),
            _ => None,
        })
    }

    /// Enlarges the figure, if necessary, to this width and height.
    pub fn grow(&mut self, (width, height): (i32, i32)) {
        self.size = (self.size.0.max(width), self.size.1.max(height));
    }

    /// Arranges a node as a figure. Parts are placed side by side only up to `width`.
    fn of(node: Node, look: &FigureLook, width: i32) -> Self {
        let mut figure = Self::default();
        match node {
            Node::Line(pieces) => figure = line(pieces),
            Node::Board(board) => figure = Self::board(board, look.coordinates),
            Node::Parts(Flow::Table, nodes) => {
                let mut nodes = nodes.into_iter();
                figure = nodes.next().map(|first| Self::of(first, look, width)).unwrap_or_default();
                let (own, gap) = (figure.size.0, 2 * GAP);
                let is_wide = own + gap + 300 <= width;
                let left = if is_wide { (width - own - gap).min(600) } else { own.max(560) };
                let rest = Self::of(Node::Parts(Flow::Apart, nodes.collect()), look, left);
                if is_wide {
                    figure.place(rest, (own + gap, 0));
                } else {
                    figure.below(rest, GAP);
                }
            }
            Node::Parts(flow @ (Flow::Shelf(_) | Flow::List), nodes) => {
                let gap = if let Flow::Shelf(columns) = flow { columns as i32 * 8 } else { 16 };
                let mut row = Self::default();
                for node in nodes {
                    let next = Self::of(node, look, width);
                    if !row.is_empty() && row.size.0 + gap + next.size.0 > width {
                        figure.below(std::mem::take(&mut row), gap);
                    }
                    let x = if row.is_empty() { 0 } else { row.size.0 + gap };
                    row.place(next, (x, 0));
                }
                figure.below(row, gap);
            }
            Node::Parts(flow, nodes) => {
                let gap = if flow == Flow::Apart { GAP } else { 8 };
                for node in nodes {
                    figure.below(Self::of(node, look, width), gap);
                }
                if let Flow::Group(class) = flow {
                    figure = figure.grouped(class);
                }
            }
        }
        figure
    }

    fn grouped(mut self, class: &'static str) -> Self {
        self.items.insert(0, Item::Begin(class));
        self.items.push(Item::End);
        self
    }

    /// Adds the parts of another figure, with the top left corner of that figure at the given position.
    fn place(&mut self, other: Self, (x, y): (i32, i32)) {
        self.grow((x + other.size.0, y + other.size.1));
        let moved = |at: &mut (i32, i32)| *at = (at.0 + x, at.1 + y);
        self.items.extend(other.items.into_iter().map(|mut item| {
            match &mut item {
                Item::Tile(Tile { at, .. }) | Item::Text { at, .. } | Item::Badge(at, _) => moved(at),
                Item::Line(_, _, points) => points.iter_mut().for_each(moved),
                Item::Begin(_) | Item::End => {}
            }
            item
        }));
    }

    fn below(&mut self, other: Self, gap: i32) {
        if other.size == (0, 0) {
            return;
        }
        let y = if self.is_empty() { 0 } else { self.size.1 + gap };
        self.place(other, (0, y));
    }

    fn put_text(&mut self, at: (i32, i32), text: &str, class: &'static str) {
        let text = excerpt(text, LONGEST);
        self.grow((at.0 + CHARACTER.0 * text.chars().count() as i32, at.1 + CHARACTER.1));
        self.items.push(Item::Text { at, text, class });
    }

    fn put_number(&mut self, (x, y): (i32, i32), number: &str) {
        let width = CHARACTER.0 * number.len() as i32 - 4;
        self.put_text((x - width / 2, y - 6), number, "faint");
    }

    /// Adds a cell and its error numbers. They begin at the upper right corner of the cell or, for a character of a
    /// drawn string, above it. A hole is left out.
    fn put_cell(&mut self, at: (i32, i32), side: i32, is_hexagon: bool, mut cell: Cell) {
        if cell.glyph == Glyph::Hole {
            return;
        }
        let errors = std::mem::take(&mut cell.errors);
        let tile = Tile { at, side, is_hexagon, cell };
        let (width, height) = tile.extent();
        if tile.cell.glyph != Glyph::Slot || !tile.cell.marks.is_empty() {
            self.grow((at.0 + width, at.1 + height));
        }
        let right = if is_hexagon { width * 3 / 4 } else { width };
        let (right, up) = if tile.is_character() { (width / 2, 10) } else { (right, 0) };
        self.items.push(Item::Tile(tile));
        for (index, number) in (0..).zip(errors) {
            let (x, y) = (at.0 + right + index * 18, at.1 - up);
            self.grow((x + 10, y + 10));
            self.items.push(Item::Badge((x, y), number));
        }
    }

    fn board(mut board: Board, coordinates: bool) -> Self {
        let mut figure = Self::default();
        let [rows, columns] = board.size;
        let is_hexagonal = board.form == Form::Hexagons;
        let is_ruled = coordinates && board.is_ruled;
        // The row and column numbers of a play area need not begin at 0. Its column numbers are below it.
        let area = if let Form::Area(begin) = board.form { Some(begin) } else { None };
        let (mut left, mut top, half) = (0, 0, board.side / 2);
        if is_hexagonal {
            // An invalid string can place hexagons to the left of the board or above it.
            for (x, y) in board.cells.iter().map(|cell| board.corner(cell.at)) {
                (left, top) = (left.max(-x), top.max(-y));
            }
        } else if is_ruled {
            (left, top) = (RULER, if area.is_some() { 0 } else { RULER });
            for column in 0..columns {
                let y = if area.is_some() { board.corner([rows, 0]).1 + 8 } else { -20 };
                let number = column + area.map_or(0, |[left, _]| left);
                figure.put_number((board.corner([0, column]).0 + half, y), &number.to_string());
            }
            for row in 0..rows {
                let number = area.map_or(row, |[_, top]| top - row);
                figure.put_number((-19, board.corner([row, 0]).1 + half), &number.to_string());
            }
        }
        let first = figure.items.len();
        let lines = if is_hexagonal { board.hexagon_walls() } else { board.walls() };
        for mut cell in std::mem::take(&mut board.cells) {
            if is_hexagonal && !is_ruled && matches!(cell.glyph, Glyph::Number(_)) {
                cell.glyph = Glyph::None;
            }
            figure.put_cell(board.corner(cell.at), board.side, is_hexagonal, cell);
        }
        figure.items.extend(lines);
        // Several paths can go through the same gap between cards. Each is moved by its own distance, so that all are
        // visible.
        let spread = if area.is_some() { LANE } else { 0 };
        let mut lane = half - spread * (board.paths.len() as i32 - 1) / 2;
        for (paint, path) in &board.paths {
            let points = path.iter().map(|&at| board.corner(at)).map(|(x, y)| (x + lane, y + lane));
            figure.items.push(Item::Line("score", *paint, points.collect()));
            lane += spread;
        }
        // Paths of a play area are drawn first, so that they are visible only between the cards. Error numbers and card
        // frames are drawn above all walls and paths.
        figure.items[first..].sort_by_key(|item| match item {
            Item::Line("score", ..) if area.is_some() => 0,
            Item::Tile(Tile { cell: Cell { glyph: Glyph::Slot, .. }, .. }) | Item::Badge(..) => 2,
            _ => 1,
        });
        for &[from, to] in &board.arrows {
            let middle = |place| figure.tiles().find(|tile| tile.cell.place == Some(place)).map(Tile::middle);
            if let (Some(from), Some(to)) = (middle(from), middle(to)) {
                figure.items.push(arrow(from, to));
            }
        }
        if !is_hexagonal {
            figure.grow(board.corner([rows, columns]));
        }
        let mut moved = Self::default();
        moved.place(figure, (left, top));
        moved
    }
}

/// Returns an arrow between two cells, from the centre of one cell towards the centre of the other. It is shorter than
/// the distance between the centres, so that it does not cover the pieces on the cells.
fn arrow(from: (i32, i32), to: (i32, i32)) -> Item {
    let (x, y) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let part = 18.0 / x.hypot(y).max(36.0);
    let (x, y) = ((x * part) as i32, (y * part) as i32);
    Item::Line("arrow", None, vec![(from.0 + x, from.1 + y), (to.0 - x, to.1 - y)])
}

/// Puts the words and cells of a line side by side. Their centres are at the same height.
fn line(pieces: Vec<Piece>) -> Figure {
    let mut figure = Figure::default();
    let sides = pieces.iter().filter_map(|piece| match piece {
        Piece::Cell(_, side) | Piece::Image(_, side) => Some(*side),
        Piece::Words(..) => None,
    });
    let height = sides.fold(CHARACTER.1, i32::max);
    let mut x = 0;
    for piece in pieces {
        match piece {
            Piece::Words(words, style) => {
                let class = match style {
                    Style { faint: true, .. } => "faint",
                    Style { bold: true, .. } => "strong",
                    _ => "",
                };
                if !words.trim().is_empty() {
                    figure.put_text((x, height / 2 - 6), &words, class);
                }
                x += CHARACTER.0 * words.chars().count().min(LONGEST) as i32;
            }
            Piece::Cell(cell, side) | Piece::Image(cell, side) => {
                figure.put_cell((x, (height - side) / 2), side, false, cell);
                x += side + 6;
            }
        }
    }
    figure.grow((0, height));
    figure
}

impl Board {
    /// Returns the position of a cell relative to the first cell.
    fn corner(&self, [row, column]: [i32; 2]) -> (i32, i32) {
        if self.form == Form::Hexagons {
            // For hexagons, the first number is x.
            let ([x, y], half) = ([row, column], half_height(self.side));
            let down = if x % 2 == 0 { half } else { 0 };
            return (x * self.side * 3 / 2, y * 2 * half + down);
        }
        let pitch = self.side + if let Form::Area(_) = self.form { BETWEEN } else { 0 };
        (pitch * column, pitch * row)
    }

    /// Returns the walls between cells of different groups, and the edge of the raft.
    fn walls(&self) -> Vec<Item> {
        let mut lines = Vec::new();
        let class = if self.form == Form::Board { "island" } else { "border" };
        let has_walls = matches!(self.form, Form::Board | Form::Card | Form::Pieces);
        let grid = Grid::new(self);
        for across in [false, true].into_iter().filter(|_| has_walls) {
            let [gaps, length] = turned(self.size, across);
            for gap in 0..=gaps {
                let is_wall = |other: &i32| grid.is_wall(gap, *other, across);
                // The walls of adjacent cells become one line.
                for run in
                    (0..length).filter(is_wall).collect::<Vec<_>>().chunk_by(|one, next| one + 1 == *next)
                {
                    let ends = [run[0], run[0] + run.len() as i32];
                    let points = ends.map(|other| self.corner(turned([gap, other], across)));
                    lines.push(Item::Line(class, None, points.to_vec()));
                }
            }
        }
        let raft = || self.cells.iter().filter(|cell| cell.is_raft).map(|cell| cell.at);
        let bounds = |part: usize| Some((raft().map(|at| at[part]).min()?, raft().map(|at| at[part]).max()?));
        if let (Form::Board, Some((top, bottom)), Some((left, right))) = (self.form, bounds(0), bounds(1)) {
            let corners =
                [[top, left], [top, right + 1], [bottom + 1, right + 1], [bottom + 1, left], [top, left]];
            lines.push(Item::Line("raft", None, corners.map(|at| self.corner(at)).to_vec()));
        }
        lines
    }

    /// Returns the borders of all blocks, as edges of hexagons.
    fn hexagon_walls(&self) -> Vec<Item> {
        let group = |at: [i32; 2]| self.cells.iter().rfind(|cell| cell.at == at).and_then(|cell| cell.group);
        let side = self.side;
        let mut lines = Vec::new();
        for cell in self.cells.iter().filter(|cell| cell.group.is_some() && group(cell.at) == cell.group) {
            let (left, top) = self.corner(cell.at);
            // Both lists are clockwise. The first corner is the leftmost one, and the first neighbour is above the
            // hexagon.
            let corners = hexagon((left + side, top + half_height(side)), side);
            let neighbours = crate::penguins::Hex::from(cell.at).neighbours();
            for (direction, other) in neighbours.into_iter().enumerate() {
                let other = group(other.into());
                // An edge between two blocks belongs to both, but is drawn only once.
                if other != cell.group && (other.is_none() || direction < 3) {
                    let points = vec![corners[(direction + 1) % 6], corners[(direction + 2) % 6]];
                    lines.push(Item::Line("border", None, points));
                }
            }
        }
        lines
    }
}

fn legend(messages: &[(String, Option<Origin>)], width: i32) -> Figure {
    let columns = ((width.clamp(480, 900) - 30) / CHARACTER.0) as usize;
    let mut figure = Figure::default();
    let mut top = 0;
    for (number, (message, _)) in (1..).zip(messages) {
        if number <= LEGEND {
            figure.items.push(Item::Badge((9, top + 7), number));
        }
        for line in wrapped(message, columns) {
            figure.put_text((30, top), &line, "");
            top += 22;
        }
        top += 8;
    }
    figure
}

/// Divides a text into lines of at most `columns` characters. A line ends at a space, unless a word is longer than a
/// line.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split(' ') {
        let word: Vec<char> = word.chars().collect();
        if !line.is_empty() && line.chars().count() + word.len() < columns {
            line.push(' ');
            line.extend(word);
        } else {
            lines.extend(Some(line).filter(|line| !line.is_empty()));
            lines.extend(word.chunks(columns).map(String::from_iter));
            line = lines.pop().unwrap_or_default();
        }
    }
    lines.push(line);
    lines
}
