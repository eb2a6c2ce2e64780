//! Writes hexagons as text.
//!
//! A hexagon is four lines high, and eight columns wide at its middle. Adjacent hexagons share an edge:
//!
//! ```text
//!   ____
//!  /    \      The first line is the last line of the hexagon above. The upper middle line has the
//! /  20  \     coordinates. The lower one has `P` for a penguin, or the letter of a block with its rotation
//! \      /     at the origin. There is no edge between two hexagons of one block.
//!  \____/
//! ```

use super::picture::{Board, Cell, Glyph};
use super::{Look, Scene, Style};
use crate::penguins::{Hex, Hexes};

/// The distance between adjacent hexagons in text: in characters to the next column, and in lines to the hexagon below.
const PITCH: (usize, usize) = (6, 4);

/// The six edges of a hexagon, clockwise from the top. Each edge is flat (0), rising (1) or falling (2). The places of
/// its characters are counted in lines below the upper edge and in characters after the leftmost point.
const EDGES: [(usize, &[(usize, usize)]); 6] = [
    (0, &[(0, 2)]),
    (2, &[(1, 6), (2, 7)]),
    (1, &[(3, 7), (4, 6)]),
    (0, &[(4, 2)]),
    (2, &[(3, 0), (4, 1)]),
    (1, &[(1, 1), (2, 0)]),
];

struct Canvas(Vec<Vec<(char, Style)>>);

impl Canvas {
    /// Writes text into a hexagon, `down` lines below its upper edge and `right` characters after its leftmost point.
    fn put(&mut self, hex: Hex, (down, right): (usize, usize), text: &str, style: Style) {
        let half = if hex.x % 2 == 0 { PITCH.1 / 2 } else { 0 };
        let line = &mut self.0[PITCH.1 * hex.y as usize + half + down];
        for (cell, character) in line[PITCH.0 * hex.x as usize + right..].iter_mut().zip(text.chars()) {
            *cell = (character, style);
        }
    }
}

/// Writes a board of hexagons. The coordinates of a marked hexagon are between `>` and `<`.
pub(super) fn scene(board: &Board, look: &Look) -> Scene {
    let cell =
        |hex: Hex| board.cells.iter().rfind(|cell| cell.at == [hex.x, hex.y] && cell.glyph != Glyph::Slot);
    let cells: Vec<_> = Hexes::ALL.iter().filter_map(|hex| Some((hex, cell(hex)?))).collect();
    let width = PITCH.0 * Hex::COLUMNS as usize + 2;
    // The even columns begin half a hexagon lower than the odd columns, and the upper edge of the odd columns needs one
    // more line.
    let height = PITCH.1 * Hex::ROWS as usize + PITCH.1 / 2 + 1;
    let mut canvas = Canvas(vec![vec![(' ', Style::PLAIN); width]; height]);
    for (hex, cell) in &cells {
        inside(&mut canvas, *hex, cell);
    }
    // Hexagons of the same block have only a space in the block's colour between them. A horizontal edge is in the last
    // line of the hexagon above it, so it has the background colour of that hexagon.
    let drawn = [look.pick("▁▁▁▁", "____"), look.pick("╱", "/"), look.pick("╲", "\\")];
    for (hex, one) in cells {
        for (direction, other) in hex.neighbours().into_iter().enumerate() {
            let other = cell(other).filter(|_| other.is_on_board());
            let (texts, style) = if one.group.is_some() && other.is_some_and(|other| other.group == one.group)
            {
                (["    ", " ", " "], one.style)
            } else if direction == 3 && !is_free(one) {
                (drawn, one.style)
            } else if direction != 0 || other.is_none() {
                (drawn, Style::FAINT)
            } else {
                continue;
            };
            let (form, places) = EDGES[direction];
            for place in places {
                canvas.put(hex, *place, texts[form], style);
            }
        }
    }
    let mut scene = Scene::new();
    for line in canvas.0 {
        scene.line();
        for (character, style) in line {
            scene.put(character, style);
        }
    }
    scene
}

const fn is_free(hexagon: &Cell) -> bool {
    matches!(hexagon.glyph, Glyph::Number(_))
}

fn inside(canvas: &mut Canvas, hex: Hex, cell: &Cell) {
    let ground = cell.style;
    let mark = match &cell.glyph {
        Glyph::Penguin => "P",
        Glyph::Letters(letters) => letters,
        _ => "",
    };
    let is_free = is_free(cell);
    let (coordinates, [left, right]) = if cell.is_marked() {
        (ground.bold().underline(), [">", "<"])
    } else {
        (if is_free { Style::FAINT } else { ground }, [" ", " "])
    };
    canvas.put(hex, (1, 2), "    ", ground);
    canvas.put(hex, (2, 1), &format!(" {left}{}{}{right} ", hex.x, hex.y), coordinates);
    canvas.put(hex, (3, 1), &format!("  {mark:<4}"), Style { bold: !is_free, ..ground });
    canvas.put(hex, (4, 2), "    ", ground);
}
