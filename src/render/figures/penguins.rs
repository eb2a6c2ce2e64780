//! The figures of Penguins Pool Party: hexagons, blocks and penguins.

use crate::penguins::{Board, Challenge, Hex, Hexes, PartialSolution, State};
use crate::render::figure::{Anchor, Figure, FigureLook, Glyph, LineKind, Mark, Outline, Tile};
use crate::render::penguins::{Hexagon, on_board, on_placed};
use std::borrow::Cow;

/// The distance from the middle of a hexagon to its corners, in units.
const SIDE: i32 = 40;
/// Half the height of a hexagon, in units.
const HALF: i32 = 34;

/// Returns the upper left corner of the bounding box of a hexagon. Odd columns are half a hexagon higher.
const fn corner(hex: Hex) -> (i32, i32) {
    let down = if hex.x % 2 == 0 { HALF } else { 0 };
    (hex.x * SIDE * 3 / 2, hex.y * 2 * HALF + down)
}

fn draw(on: &dyn Fn(Hex) -> Hexagon, touched: Hexes, look: &FigureLook) -> Figure {
    let mut figure = Figure::new();
    for hex in Hexes::ALL.iter() {
        let what = on(hex);
        let (class, glyph) = match what {
            Hexagon::Empty => ("empty".into(), Glyph::None),
            Hexagon::Penguin => ("penguin".into(), Glyph::Penguin),
            Hexagon::Ice => ("ice".into(), Glyph::Letters("I".to_owned())),
            Hexagon::Block(block, rotation) => {
                let turn = rotation.map(|rotation| rotation.to_string()).unwrap_or_default();
                (Cow::Owned(format!("block-{block}")), Glyph::Letters(format!("{block}{turn}")))
            }
        };
        figure.put_tile(Tile {
            at: corner(hex),
            side: SIDE,
            outline: Outline::Hexagon,
            place: Some([hex.x, hex.y]),
            class,
            paint: what.style().ground,
            glyph,
            marks: if touched.contains(hex) { vec![Mark::Changed] } else { Vec::new() },
        });
    }
    for hex in Hexes::ALL.iter() {
        borders(&mut figure, hex, on);
    }
    if look.coordinates {
        for hex in Hexes::ALL.iter().filter(|hex| on(*hex) == Hexagon::Empty) {
            let (x, y) = corner(hex);
            let at = (x + SIDE, y + HALF - 6);
            figure.put_faint(at, Anchor::Middle, 2, format!("{}{}", hex.x, hex.y));
        }
    }
    figure.grow((SIDE * 8, HALF * 9));
    figure.grouped("board")
}

/// Draws the edges of a hexagon that are part of the border of a block.
fn borders(figure: &mut Figure, hex: Hex, on: &dyn Fn(Hex) -> Hexagon) {
    let (left, top) = corner(hex);
    let (x, y) = (left + SIDE, top + HALF);
    // The corners begin at the upper left, and the edges begin at the top. Both the corners and the edges are in
    // clockwise order.
    let corners = [
        (x - SIDE / 2, y - HALF),
        (x + SIDE / 2, y - HALF),
        (x + SIDE, y),
        (x + SIDE / 2, y + HALF),
        (x - SIDE / 2, y + HALF),
        (x - SIDE, y),
    ];
    for (direction, other) in hex.neighbours().into_iter().enumerate() {
        let is_block = |hex: Hex| hex.is_on_board() && matches!(on(hex), Hexagon::Block(..));
        // An edge between two hexagons on the board belongs to both of them. It is drawn only once: for the hexagon for
        // which it has one of the first three directions.
        if other.is_on_board() && (direction >= 3 || on(other).joins(on(hex))) {
            continue;
        }
        if is_block(hex) || is_block(other) {
            figure.put_line(LineKind::Border, vec![corners[direction], corners[(direction + 1) % 6]]);
        }
    }
}

/// Draws a board with penguins and ice.
///
/// # Examples
/// ```
/// use clowder::{penguins::Board, render::figure::FigureLook, render::figures};
///
/// let figure = figures::penguins::board(Board::default(), &FigureLook::default());
/// assert_eq!(figure.tiles().count(), 20);
/// ```
pub fn board(board: Board, look: &FigureLook) -> Figure {
    marked(board, Hexes::EMPTY, look)
}

/// Draws a board on which the hexagons in `touched` are marked.
///
/// # Examples
/// ```
/// use clowder::penguins::{Board, Hex, Hexes};
/// use clowder::render::{figure::FigureLook, figures};
///
/// let hexes: Hexes = [Hex::new(2, 0)].into_iter().collect();
/// let figure = figures::penguins::marked(Board::default(), hexes, &FigureLook::default());
/// assert_eq!(figure.tiles().filter(|tile| !tile.marks.is_empty()).count(), 1);
/// ```
pub fn marked(board: Board, touched: Hexes, look: &FigureLook) -> Figure {
    draw(&|hex| on_board(board, hex), touched, look)
}

/// Draws the penguins of a challenge on an empty board.
///
/// # Examples
/// ```
/// use clowder::{penguins::Challenge, render::figure::{FigureLook, Glyph}, render::figures};
///
/// let challenge: Challenge = "20113123".parse()?;
/// let figure = figures::penguins::challenge(challenge, &FigureLook::default());
/// assert_eq!(figure.tiles().filter(|tile| tile.glyph == Glyph::Penguin).count(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn challenge(challenge: Challenge, look: &FigureLook) -> Figure {
    board(Board::new(challenge.penguins(), Hexes::EMPTY), look)
}

/// Draws a state: the penguins and the blocks that have been placed so far.
///
/// # Examples
/// ```
/// use clowder::{penguins::State, render::figure::{FigureLook, Glyph}, render::figures};
///
/// let state: State = "20113123:A321B104".parse()?;
/// let figure = figures::penguins::state(state, &FigureLook::default());
/// assert_eq!(figure.tiles().filter(|tile| tile.glyph == Glyph::Penguin).count(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(state: State, look: &FigureLook) -> Figure {
    partial_solution(state.placed(), state.challenge().penguins(), look)
}

/// Draws some of the blocks and some penguins.
///
/// # Examples
/// ```
/// use clowder::{penguins::{Hexes, PartialSolution}, render::figure::FigureLook, render::figures};
///
/// let placed: PartialSolution = "A321B104".parse()?;
/// let figure = figures::penguins::partial_solution(placed, Hexes::EMPTY, &FigureLook::default());
/// assert_eq!(figure.tiles().count(), 20);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn partial_solution(placed: PartialSolution, penguins: Hexes, look: &FigureLook) -> Figure {
    draw(&|hex| on_placed(placed, penguins, hex), Hexes::EMPTY, look)
}
