//! Polyominoes, regions and tilings: squares with a letter each, and lines where one piece ends and another begins.

use super::{Look, Paint, Scene, Style};
use crate::polyomino::tiling::Tiling;
use crate::polyomino::{Piece, Pieces, Polyomino, Region, Square, name_of};
use crate::shape::Shape;

/// What a square shows, and what it belongs to: lines part squares that belong to different things.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Drawn {
    letter: char,
    belongs: Option<usize>,
    colour: usize,
}

const HOLE: Drawn = Drawn { letter: ' ', belongs: None, colour: 0 };

/// Letters that can be read on their grounds.
const PAINTS: [Style; 10] = [
    Style::on(Paint::Black, Paint::Green),
    Style::on(Paint::Black, Paint::Orange),
    Style::on(Paint::Black, Paint::Sky),
    Style::on(Paint::Black, Paint::Purple),
    Style::on(Paint::Black, Paint::Yellow),
    Style::on(Paint::Black, Paint::Red),
    Style::on(Paint::Black, Paint::White),
    Style::on(Paint::Black, Paint::Grey),
    Style::on(Paint::White, Paint::Blue),
    Style::on(Paint::White, Paint::Dark),
];

/// A shape by itself.
pub fn polyomino(polyomino: &Polyomino, look: &Look) -> Scene {
    shape(polyomino.shape(), look)
}

/// A shape with the letter of its name, or `X`.
pub fn shape(shape: &Shape, look: &Look) -> Scene {
    let name = name_of(shape).unwrap_or('X');
    let width = usize::from(shape.width());
    let mut squares = vec![HOLE; width * usize::from(shape.height())];
    for cell in shape.cells() {
        squares[usize::from(cell.row) * width + usize::from(cell.column)] =
            Drawn { letter: name, belongs: Some(0), colour: usize::from(name as u8) };
    }
    grid(&squares, width, look)
}

/// A region: open squares, the letters of those kept for a piece, holes left blank.
pub fn region(region: &Region, look: &Look) -> Scene {
    grid(&open_squares(region, look), region.width(), look)
}

/// A region with one shape laid into it; squares outside the region are not drawn.
pub fn placement(region: &Region, squares: &[usize], letter: char, look: &Look) -> Scene {
    let mut drawn = open_squares(region, look);
    for &at in squares {
        if let Some(square) = drawn.get_mut(at) {
            *square = Drawn { letter, belongs: Some(1), colour: usize::from(letter as u8) };
        }
    }
    grid(&drawn, region.width(), look)
}

fn open_squares(region: &Region, look: &Look) -> Vec<Drawn> {
    let open = look.pick("·", ".").chars().next().unwrap_or('.');
    let drawn = |square: &Square| match *square {
        Square::Hole => HOLE,
        Square::Open => Drawn { letter: open, belongs: Some(0), colour: usize::MAX },
        Square::Letter(letter) => Drawn { letter, belongs: Some(0), colour: letter as usize },
    };
    region.squares().iter().map(drawn).collect()
}

/// A tiling of a region, each piece with its letter and, where there is paint, a colour.
pub fn tiling(tiling: &Tiling, region: &Region, pieces: &Pieces, look: &Look) -> Scene {
    let drawn = |owner: &Option<usize>| {
        owner.map_or(HOLE, |number| {
            let piece = tiling.pieces()[number];
            let letter = pieces.list().get(piece).map_or('?', Piece::letter);
            Drawn { letter, belongs: Some(number), colour: piece }
        })
    };
    let squares: Vec<_> = tiling.owners().iter().map(drawn).collect();
    grid(&squares, region.width(), look)
}

/// Squares row by row with lines around what belongs together.
fn grid(squares: &[Drawn], width: usize, look: &Look) -> Scene {
    let height = squares.len() / width;
    let drawn = |row: usize, column: usize| -> Option<Drawn> {
        // Rows and columns count from 1, so that there is something before the first.
        let inside = (1..=height).contains(&row) && (1..=width).contains(&column);
        inside.then(|| squares[(row - 1) * width + column - 1])
    };
    let at = |row, column| drawn(row, column).and_then(|drawn| drawn.belongs);
    // Squares are three columns wide, one where that is too much.
    let wide = if width * 4 < look.width { 3 } else { 1 };
    let mut scene = Scene::new();
    for row in 0..=height {
        scene.line();
        for column in 0..=width {
            let lines = [
                at(row, column) != at(row, column + 1),
                at(row + 1, column) != at(row + 1, column + 1),
                at(row, column) != at(row + 1, column),
                at(row, column + 1) != at(row + 1, column + 1),
            ];
            let (here, under) = (drawn(row, column), drawn(row + 1, column + 1));
            let inside = drawn(row, column + 1) == under && drawn(row + 1, column) == under;
            scene.put(corner(lines, look), if inside { between(here, under) } else { Style::FAINT });
            if column < width {
                let line = if lines[3] { look.pick("─", "-") } else { " " };
                scene.put(line.repeat(wide), between(drawn(row, column + 1), under));
            }
        }
        if row == height {
            break;
        }
        scene.line();
        for column in 0..=width {
            let line = at(row + 1, column) != at(row + 1, column + 1);
            let (left, right) = (drawn(row + 1, column), drawn(row + 1, column + 1));
            scene.put(if line { look.pick("│", "|") } else { " " }, between(left, right));
            if column < width {
                let square = squares[row * width + column];
                scene.put(format!("{:^wide$}", square.letter), style(square));
            }
        }
    }
    scene
}

/// How what stands between two squares is painted: a piece has one ground, without gaps between its squares.
fn between(one: Option<Drawn>, other: Option<Drawn>) -> Style {
    match (one, other) {
        (Some(one), Some(other)) if one == other => style(one),
        _ => Style::FAINT,
    }
}

fn style(drawn: Drawn) -> Style {
    match drawn {
        Drawn { belongs: None, .. } | Drawn { colour: usize::MAX, .. } => Style::PLAIN,
        Drawn { colour, .. } => PAINTS[colour % PAINTS.len()],
    }
}

/// The character where lines meet: up, down, left and right.
fn corner(lines: [bool; 4], look: &Look) -> &'static str {
    const CORNERS: [&str; 16] =
        [" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"];
    const PLAIN: [&str; 16] =
        [" ", "+", "+", "|", "+", "+", "+", "+", "+", "+", "+", "+", "-", "+", "+", "+"];
    let index = lines.iter().rev().fold(0, |index, &line| index << 1 | usize::from(line));
    look.pick(CORNERS[index], PLAIN[index])
}
