//! Pictures of Penguins Pool Party: the board as hexagons, with odd columns half a hexagon higher.
//!
//! A hexagon with the letter `I` is covered by a block, but the string does not say by which one.

use super::picture::{Board as Drawn, Cell, Form, Glyph, Mark, Picture, SIDE, Text, unknown};
use super::{Paint, Style};
use crate::penguins::{Block, Board, Hex, Hexes, PartialSolution, Placement};

/// Draws a board, and marks the hexagons in `touched`.
pub fn marked(board: Board, touched: Hexes) -> Picture {
    let picture = Picture::from(of_board(Text::new(&board.to_string())));
    picture.marked(touched.iter().map(Into::into), Mark::Changed)
}

/// Draws penguins and placed blocks.
pub fn partial_solution(placed: PartialSolution, penguins: Hexes) -> Picture {
    let mut text: String = penguins.iter().map(|hex| format!("{}{}", hex.x, hex.y)).collect();
    let end = text.len();
    text.extend(placed.iter().map(|one| Placement::to_string(&one)));
    of_string(Text::new(&text), end, end).into()
}

/// Returns a board with things on its hexagons, such as penguins and parts of blocks. If two things are on the same
/// hexagon, both are drawn.
fn hexagons(things: impl Iterator<Item = (Hex, Cell)>) -> Drawn {
    let mut board = Drawn::new(Form::Hexagons, [Hex::COLUMNS as usize, Hex::ROWS as usize], SIDE);
    let things = Hexes::ALL.iter().map(|hex| (hex, cell('E'))).chain(things);
    for (hex, cell) in things.filter(|(hex, _)| hex.x.abs() < 16 && hex.y.abs() < 16) {
        let mut cell = cell.square(hex.x, hex.y);
        if cell.class == "empty" {
            cell.glyph = Glyph::Number(format!("{}{}", hex.x, hex.y));
        }
        let is_free = |own: &&mut Cell| own.place == cell.place && own.class == "empty";
        match board.cells.iter_mut().find(is_free) {
            Some(own) => *own = cell,
            None => board.cells.push(cell),
        }
    }
    board
}

/// Returns the cell for a letter of a board, for a penguin (`P`) or for the letter of a block.
fn cell(letter: char) -> Cell {
    match letter {
        'E' => Cell { paint: Some(Paint::Water), ..Cell::new("empty", Glyph::None) },
        'P' => Cell {
            paint: Some(Paint::White),
            style: Style::on(Paint::White, Paint::Dark).bold(),
            ..Cell::new("penguin", Glyph::Penguin)
        },
        'I' => Cell::on("ice", "I", Paint::Grey),
        _ => Block::from_letter(letter).map_or_else(
            || unknown(letter),
            |block| {
                let cell = Cell::on(format!("block-{block}"), block.to_string(), colour(block));
                Cell { group: Some(block as usize), ..cell }
            },
        ),
    }
}

const fn colour(block: Block) -> Paint {
    [Paint::Blue, Paint::Red, Paint::Yellow, Paint::Purple][block as usize]
}

/// Draws a board from its string, which says where penguins and ice are, but not which block the ice belongs to.
pub(super) fn of_board(text: Text<'_>) -> Drawn {
    let rows = text.rows(Form::Hexagons, cell).cells.into_iter();
    let hexagon = |cell: Cell| (Hex::new(cell.at[1], cell.at[0]), cell);
    let is_near = |(hex, cell): &(Hex, Cell)| hex.x < 12 && hex.y < 8 && cell.glyph != Glyph::Slot;
    hexagons(rows.map(hexagon).filter(is_near))
}

/// Draws the penguins and the blocks in a string. The penguins, written as two digits each, end at the offset `end`.
/// The blocks begin at the offset `start`.
pub(super) fn of_string(text: Text<'_>, end: usize, start: usize) -> Drawn {
    let number = |at: usize| text.number(at, at + 1);
    let penguins = (0..end.min(80)).step_by(2).filter_map(|at| {
        let hex = Hex::new(number(at)?, number(at + 1)?);
        Some((hex, Cell { origin: text.origin(at, at + 2), ..cell('P') }))
    });
    let letters = text.text.char_indices().skip_while(|(at, _)| *at < start).take(80);
    let blocks = letters.filter_map(|(at, letter)| {
        let (x, y, turns) = (number(at + 1)?, number(at + 2)?, number(at + 3)?);
        let hexagons = Block::from_letter(letter)?.hexagons(Hex::new(x, y), turns as u8);
        Some((hexagons, turns, at, letter))
    });
    let covered = blocks.flat_map(|(covered, turns, at, letter)| {
        covered.into_iter().enumerate().map(move |(index, hex)| {
            let mut cell = Cell { origin: text.origin(at, at + 4), ..cell(letter) };
            if let (0, Glyph::Letters(letters)) = (index, &mut cell.glyph) {
                letters.push_str(&turns.to_string());
            }
            (hex, cell)
        })
    });
    hexagons(penguins.chain(covered))
}
