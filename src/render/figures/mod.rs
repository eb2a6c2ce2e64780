//! The figures of each game and puzzle.

pub mod penguins;
mod polyomino;
pub mod protocol;
pub mod raft;
mod wrong;

pub use wrong::wrong;

use super::Scene;
use super::Style;
use super::figure::{Anchor, Figure, Glyph, Outline, SIDE, Tile};

/// The width and the height of the space for the row and column numbers of a board, in units.
const RULER: i32 = 32;

/// Draws the lines of a scene as text. This function is used for pictures that contain only words.
///
/// # Examples
/// ```
/// use clowder::render::{Scene, Style, figures};
///
/// let mut scene = Scene::new();
/// scene.put("a title", Style::BOLD);
/// assert!(!figures::of_scene(&scene).is_empty());
/// ```
pub fn of_scene(scene: &Scene) -> Figure {
    const STEP: i32 = 2;
    const COLUMN: i32 = 12;
    const LINE: i32 = 24;
    let mut figure = Figure::new();
    for (row, line) in (0..).zip(scene.lines()) {
        let mut column = 0;
        for (text, style) in line {
            let at = (column * COLUMN, row * LINE + 4);
            for (offset, character) in (0..).zip(text.chars()) {
                if let Style { ground: Some(paint), .. } = style {
                    let at = ((column + offset) * COLUMN, row * LINE);
                    let glyph = if character == ' ' { Glyph::None } else { Glyph::Letters(character.into()) };
                    let tile = Tile::new(at, 20, Outline::Square);
                    figure.put_tile(Tile { glyph, class: "letter".into(), paint: Some(*paint), ..tile });
                }
            }
            if style.ground.is_none() && !text.trim().is_empty() {
                if style.faint {
                    figure.put_faint(at, Anchor::Start, STEP, text.as_str());
                } else {
                    figure.put_text(at, Anchor::Start, STEP, text.as_str());
                }
            }
            column += text.chars().count() as i32;
        }
        figure.grow((0, (row + 1) * LINE));
    }
    figure
}

/// If `shown` is true, adds the column numbers above a board and the row numbers on its left. Returns the position of
/// the first square of the board.
fn rulers(figure: &mut Figure, columns: usize, rows: usize, shown: bool) -> (i32, i32) {
    if !shown {
        return (0, 0);
    }
    for column in 0..columns as i32 {
        let at = (RULER + column * SIDE + SIDE / 2, 6);
        figure.put_faint(at, Anchor::Middle, 2, column.to_string());
    }
    for row in 0..rows as i32 {
        let at = (13, RULER + row * SIDE + SIDE / 2 - 6);
        figure.put_faint(at, Anchor::Middle, 2, row.to_string());
    }
    (RULER, RULER)
}
