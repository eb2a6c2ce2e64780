//! The figures of Penguins Pool Party: hexagons, blocks and penguins.

use crate::diagnostics::escape::escape;
use crate::penguins::{Block, Board, Challenge, Hex, Hexes, PartialSolution, State};
use crate::render::Paint;
use crate::render::figure::{Anchor, Figure, FigureLook, Glyph, LineKind, Origin, Outline, Tile};
use crate::render::penguins::{Hexagon, on_board, on_placed};

/// The distance from the middle of a hexagon to its corners, in units.
const SIDE: i32 = 40;
/// Half the height of a hexagon, in units.
const HALF: i32 = 34;

/// Returns the upper left corner of the bounding box of a hexagon. Odd columns are half a hexagon higher.
const fn corner(hex: Hex) -> (i32, i32) {
    let down = if hex.x % 2 == 0 { HALF } else { 0 };
    (hex.x * SIDE * 3 / 2, hex.y * 2 * HALF + down)
}

fn draw(on: &dyn Fn(Hex) -> Hexagon, look: &FigureLook) -> Figure {
    let mut figure = Figure::new();
    for hex in Hexes::ALL.iter() {
        let what = on(hex);
        let letters = Glyph::Letters(what.mark());
        let (class, glyph) = match what {
            Hexagon::Empty => ("empty".into(), Glyph::None),
            Hexagon::Penguin => ("penguin".into(), Glyph::Penguin),
            Hexagon::Ice => ("ice".into(), letters),
            Hexagon::Block(block, _) => (format!("block-{block}").into(), letters),
        };
        let (place, paint) = (Some([hex.x, hex.y]), ground(what));
        figure.put_tile(Tile {
            place,
            class,
            paint,
            glyph,
            ..Tile::new(corner(hex), SIDE, Outline::Hexagon)
        });
    }
    for hex in Hexes::ALL.iter() {
        borders(&mut figure, hex, on);
    }
    if look.coordinates {
        let free = Hexes::ALL.iter().filter(|hex| on(*hex) == Hexagon::Empty);
        figure.place(numbers(free.map(|hex| (hex, corner(hex)))), (0, 0));
    }
    figure.grow((SIDE * 8, HALF * 9));
    figure.grouped("board")
}

/// Returns the colour of a hexagon: water, unless it has ice or a block. A penguin is on ice.
fn ground(what: Hexagon) -> Option<Paint> {
    match what {
        Hexagon::Empty => Some(Paint::Water),
        Hexagon::Penguin => Some(Paint::White),
        _ => what.style().ground,
    }
}

/// Draws the coordinates of hexagons, each with the corner of its bounding box.
fn numbers(hexes: impl Iterator<Item = (Hex, (i32, i32))>) -> Figure {
    let mut figure = Figure::new();
    for (hex, (x, y)) in hexes {
        figure.put_faint((x + SIDE, y + HALF - 6), Anchor::Middle, 2, format!("{}{}", hex.x, hex.y));
    }
    figure.grouped("on-water")
}

/// Draws hexagons that can be off the board, or that several things cover, on top of an empty board. Each has its letter
/// and its place in the string.
pub(super) fn lenient(hexes: &[(Hex, char, Option<Origin>)]) -> Figure {
    let mut figure = Figure::new();
    let places = hexes.iter().map(|one| one.0).filter(|hex| hex.x.abs() < 16 && hex.y.abs() < 16);
    let [left, top] = places.clone().fold([0, 0], |[left, top], hex| [left.min(hex.x), top.min(hex.y)]);
    // The column and the row of the upper left corner, of which the column is even.
    let [left, top] = [left - left.rem_euclid(2), top];
    let moved = |hex: Hex| Hex::new(hex.x - left, hex.y - top);
    for hex in Hexes::ALL.iter() {
        let tile = Tile::new(corner(moved(hex)), SIDE, Outline::Hexagon);
        figure.put_tile(Tile {
            place: Some([hex.x, hex.y]),
            class: "empty".into(),
            paint: ground(Hexagon::Empty),
            ..tile
        });
    }
    for &(hex, letter, origin) in hexes.iter().filter(|one| places.clone().any(|hex| hex == one.0)) {
        let (class, what) = match (letter, Block::from_letter(letter)) {
            ('P', _) => ("penguin".into(), Hexagon::Penguin),
            ('I', _) => ("ice".into(), Hexagon::Ice),
            (_, Some(block)) => (format!("block-{block}").into(), Hexagon::Block(block, None)),
            _ => ("unknown".into(), Hexagon::Empty),
        };
        let glyph = match what {
            Hexagon::Penguin => Glyph::Penguin,
            _ if letter == 'E' => Glyph::None,
            _ => Glyph::Letters(escape(&letter.to_string()).into_owned()),
        };
        let (place, paint) = (Some([hex.x, hex.y]), ground(what));
        let tile = Tile::new(corner(moved(hex)), SIDE, Outline::Hexagon);
        figure.put_tile(Tile { place, origin, class, paint, glyph, ..tile });
    }
    let is_free = |hex: &Hex| !hexes.iter().any(|(other, letter, _)| other == hex && *letter != 'E');
    let free = Hexes::ALL.iter().filter(is_free).map(|hex| (hex, corner(moved(hex))));
    figure.place(numbers(free), (0, 0));
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
pub fn board(board: Board, look: &FigureLook) -> Figure {
    draw(&|hex| on_board(board, hex), look)
}

/// Draws the penguins of a challenge on an empty board.
pub fn challenge(challenge: Challenge, look: &FigureLook) -> Figure {
    board(Board::new(challenge.penguins(), Hexes::EMPTY), look)
}

/// Draws a state: the penguins and the blocks that have been placed so far.
pub fn state(state: State, look: &FigureLook) -> Figure {
    partial_solution(state.placed(), state.challenge().penguins(), look)
}

/// Draws some of the blocks and some penguins.
pub fn partial_solution(placed: PartialSolution, penguins: Hexes, look: &FigureLook) -> Figure {
    draw(&|hex| on_placed(placed, penguins, hex), look)
}
