//! The figures of tic-tac-toe.

use crate::render::Paint;
use crate::render::figure::{Anchor, Figure, Glyph, LineKind, Mark, Outline, Tile};
use crate::tictactoe::{Board, Square};

/// The length of the side of a square, in units.
const SIDE: i32 = 64;

/// Draws the board. An empty square shows its number, the last move is marked, and a line is drawn through three equal
/// tokens in a row.
pub(super) fn board(board: Board) -> Figure {
    let mut figure = Figure::new();
    let place = |square: Square| {
        let number = i32::from(square.number());
        (number % 3, number / 3)
    };
    for square in Square::ALL {
        let (column, row) = place(square);
        let token = board.token(square);
        let (class, paint) = match token {
            'X' => ("token-x", Some(Paint::Sky)),
            'O' => ("token-o", Some(Paint::Orange)),
            _ => ("empty", None),
        };
        let glyph = if token == '-' { Glyph::None } else { Glyph::Letters(token.to_string()) };
        figure.put_tile(Tile {
            at: (column * SIDE, row * SIDE),
            side: SIDE,
            outline: Outline::Square,
            place: Some([row, column]),
            origin: None,
            class: class.into(),
            paint,
            glyph,
            marks: if board.previous() == Some(square) { vec![Mark::LastMove] } else { Vec::new() },
        });
        if token == '-' {
            let at = (column * SIDE + SIDE / 2, row * SIDE + SIDE / 2 - 6);
            figure.put_faint(at, Anchor::Middle, 2, square.number().to_string());
        }
    }
    if let Some([first, _, last]) = board.line() {
        let middle = |square| {
            let (column, row) = place(square);
            (column * SIDE + SIDE / 2, row * SIDE + SIDE / 2)
        };
        figure.put_line(LineKind::Score, vec![middle(first), middle(last)]);
    }
    figure.grouped("board")
}
