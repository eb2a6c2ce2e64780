//! Pictures of Penguins Pool Party: the board as hexagons, with odd columns half a hexagon higher.
//!
//! A hexagon is four lines high, and eight columns wide at its middle. Adjacent hexagons share an edge. The letter `I`
//! means ice whose block is not known:
//!
//! ```text
//!   ____
//!  /    \      The first line is the last line of the hexagon above. The upper middle line has the
//! /  20  \     coordinates. The lower one has `P` for a penguin, or the letter of a block with its rotation
//! \      /     at the origin. There is no edge between two hexagons of one block.
//!  \____/
//! ```

use super::{Look, Paint, Scene, Style};
use crate::penguins::{Block, Board, Challenge, Hex, Hexes, PartialSolution, State};

/// Draws a board with penguins and ice. The picture does not show to which block the ice belongs, because a board does
/// not store this.
///
/// # Examples
/// ```
/// use clowder::render::{Look, penguins};
///
/// let scene = penguins::board("EEPEE\nEPEPE\nEEEEE\nEEPEE\n".parse()?, &Look::PIPE);
/// assert_eq!(scene.text().matches('P').count(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn board(board: Board, look: &Look) -> Scene {
    marked(board, Hexes::EMPTY, look)
}

/// Draws a board on which the hexagons in `touched` are marked. The coordinates of a marked hexagon are between `>` and
/// `<`.
///
/// # Examples
/// ```
/// use clowder::penguins::{Board, Hex};
/// use clowder::render::{Look, penguins};
///
/// let touched = [Hex::new(2, 0)].into_iter().collect();
/// let scene = penguins::marked(Board::default(), touched, &Look::PIPE);
/// assert!(scene.text().contains(">20<"));
/// ```
pub fn marked(board: Board, touched: Hexes, look: &Look) -> Scene {
    paint(&|hex| on_board(board, hex), touched, look)
}

/// Returns the content of a hexagon on a board.
pub(super) fn on_board(board: Board, hex: Hex) -> Hexagon {
    match board.letter(hex) {
        'P' => Hexagon::Penguin,
        'I' => Hexagon::Ice,
        _ => Hexagon::Empty,
    }
}

/// Draws the penguins of a challenge on an empty board.
///
/// # Examples
/// ```
/// use clowder::render::{Look, penguins};
///
/// let scene = penguins::challenge("20113123".parse()?, &Look::PIPE);
/// assert_eq!(scene.height(), 19);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn challenge(challenge: Challenge, look: &Look) -> Scene {
    board(Board::new(challenge.penguins(), Hexes::EMPTY), look)
}

/// Draws a state: the penguins and the blocks that have been placed so far.
///
/// # Examples
/// ```
/// use clowder::render::{Look, penguins};
///
/// let scene = penguins::state("20113123:A321".parse()?, &Look::PIPE);
/// assert_eq!(scene.text().matches(['A', 'P']).count(), 8);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(state: State, look: &Look) -> Scene {
    partial_solution(state.placed(), state.challenge().penguins(), look)
}

/// Draws some of the blocks and some penguins. A penguin under a block is not shown.
///
/// # Examples
/// ```
/// use clowder::penguins::Hexes;
/// use clowder::render::{Look, penguins};
///
/// let scene = penguins::partial_solution("A321".parse()?, Hexes::EMPTY, &Look::PIPE);
/// assert!(scene.text().contains("A1"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn partial_solution(placed: PartialSolution, penguins: Hexes, look: &Look) -> Scene {
    paint(&|hex| on_placed(placed, penguins, hex), Hexes::EMPTY, look)
}

/// Returns the content of a hexagon on a board with these blocks and penguins.
pub(super) fn on_placed(placed: PartialSolution, penguins: Hexes, hex: Hex) -> Hexagon {
    let covering = placed.iter().find(|one| one.hexes().contains(hex));
    match covering {
        Some(one) => Hexagon::Block(one.block(), (one.origin() == hex).then_some(one.rotation())),
        None if penguins.contains(hex) => Hexagon::Penguin,
        None => Hexagon::Empty,
    }
}

/// The content of a hexagon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hexagon {
    Empty,
    Penguin,
    /// Ice whose block is unknown.
    Ice,
    /// A part of a block. The number is the rotation of the block. Only the hexagon at the origin of the block has this
    /// number.
    Block(Block, Option<u8>),
}

impl Hexagon {
    pub(super) fn style(self) -> Style {
        match self {
            Self::Empty => Style::PLAIN,
            Self::Penguin => Style::on(Paint::White, Paint::Dark).bold(),
            Self::Ice => Style::on(Paint::Black, Paint::Grey),
            Self::Block(block, _) => Style::on(colour(block).ink(), colour(block)),
        }
    }

    /// Returns the six characters of the lower middle line.
    fn mark(self) -> String {
        match self {
            Self::Empty => "      ".to_owned(),
            Self::Penguin => "  P   ".to_owned(),
            Self::Ice => "  I   ".to_owned(),
            Self::Block(block, Some(rotation)) => format!("  {block}{rotation}  "),
            Self::Block(block, None) => format!("  {block}   "),
        }
    }

    /// Returns `true` if both hexagons belong to the same block. No edge is drawn between such hexagons.
    pub(super) fn joins(self, other: Self) -> bool {
        matches!((self, other), (Self::Block(one, _), Self::Block(two, _)) if one == two)
    }
}

/// Returns the colour of a block. The four colours can be distinguished with any form of colour vision.
const fn colour(block: Block) -> Paint {
    match block {
        Block::A => Paint::Blue,
        Block::B => Paint::Red,
        Block::C => Paint::Yellow,
        Block::D => Paint::Purple,
    }
}

/// The distances between adjacent hexagons: the number of text columns to the next column of hexagons, and the number
/// of lines to the hexagon below.
const PITCH: (usize, usize) = (6, 4);

/// A picture as a grid of characters with styles.
struct Canvas {
    cells: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    fn new() -> Self {
        let width = PITCH.0 * Hex::COLUMNS as usize + 2;
        // The even columns begin half a hexagon lower than the odd columns, and the upper edge of the odd columns needs
        // one more line.
        let height = PITCH.1 * Hex::ROWS as usize + PITCH.1 / 2 + 1;
        Self { cells: vec![vec![(' ', Style::PLAIN); width]; height] }
    }

    fn put(&mut self, (line, column): (usize, usize), text: &str, style: Style) {
        for (cell, character) in self.cells[line][column..].iter_mut().zip(text.chars()) {
            *cell = (character, style);
        }
    }

    /// Converts the grid to a scene. Adjacent characters with the same style become one run.
    fn scene(self) -> Scene {
        let mut scene = Scene::new();
        for line in self.cells {
            scene.line();
            for run in line.chunk_by(|one, next| one.1 == next.1) {
                scene.put(run.iter().map(|&(character, _)| character).collect::<String>(), run[0].1);
            }
        }
        scene
    }
}

/// Returns the line of the upper edge of a hexagon, and the column of its leftmost point.
const fn corner(hex: Hex) -> (usize, usize) {
    let half = if hex.x % 2 == 0 { PITCH.1 / 2 } else { 0 };
    (PITCH.1 * hex.y as usize + half, PITCH.0 * hex.x as usize)
}

fn paint(on: &dyn Fn(Hex) -> Hexagon, touched: Hexes, look: &Look) -> Scene {
    let mut canvas = Canvas::new();
    for hex in Hexes::ALL.iter() {
        inside(&mut canvas, hex, on(hex), touched.contains(hex));
    }
    for hex in Hexes::ALL.iter() {
        edges(&mut canvas, hex, on, look);
    }
    canvas.scene()
}

/// Draws the edges of a hexagon. Between two hexagons of the same block, the edge is filled with the colour of the
/// block. A horizontal edge between two hexagons is in the last line of the upper hexagon and has the background of
/// this hexagon.
fn edges(canvas: &mut Canvas, hex: Hex, on: &dyn Fn(Hex) -> Hexagon, look: &Look) {
    let drawn = [look.pick("▁▁▁▁", "____"), look.pick("╱", "/"), look.pick("╲", "\\")];
    for (direction, other) in hex.neighbours().into_iter().enumerate() {
        let outside = !other.is_on_board();
        if !outside && on(other).joins(on(hex)) {
            edge(canvas, hex, direction, ["    ", " ", " "], on(hex).style());
        } else if direction == 3 && on(hex) != Hexagon::Empty {
            edge(canvas, hex, direction, drawn, on(hex).style());
        } else if direction != 0 || outside {
            edge(canvas, hex, direction, drawn, Style::FAINT);
        }
    }
}

/// Draws one of the six edges. The edges are numbered clockwise, beginning at the top. The three strings are used for
/// flat, rising and falling edges.
fn edge(canvas: &mut Canvas, hex: Hex, direction: usize, [flat, rising, falling]: [&str; 3], style: Style) {
    let (line, column) = corner(hex);
    let (text, places) = match direction {
        0 => (flat, vec![(0, 2)]),
        1 => (falling, vec![(1, 6), (2, 7)]),
        2 => (rising, vec![(3, 7), (4, 6)]),
        3 => (flat, vec![(4, 2)]),
        4 => (falling, vec![(3, 0), (4, 1)]),
        _ => (rising, vec![(1, 1), (2, 0)]),
    };
    for (down, right) in places {
        canvas.put((line + down, column + right), text, style);
    }
}

/// Draws the coordinates, the mark and the background of a hexagon.
fn inside(canvas: &mut Canvas, hex: Hex, what: Hexagon, touched: bool) {
    let (line, column) = corner(hex);
    let ground = what.style();
    let [coordinates, mark] =
        if what == Hexagon::Empty { [Style::FAINT, ground] } else { [ground, ground.bold()] };
    let (coordinates, [left, right]) =
        if touched { (ground.bold().underline(), [">", "<"]) } else { (coordinates, [" ", " "]) };
    canvas.put((line + 1, column + 2), "    ", ground);
    canvas.put((line + 2, column + 1), &format!(" {left}{}{}{right} ", hex.x, hex.y), coordinates);
    canvas.put((line + 3, column + 1), &what.mark(), mark);
    canvas.put((line + 4, column + 2), "    ", ground);
}
