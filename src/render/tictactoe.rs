//! Pictures of tic-tac-toe.

use super::picture::{Board as Drawn, Cell, Form, Glyph, Mark, Picture};
use super::protocol::{Pictured, titled};
use super::{Paint, Style};
use crate::diagnostics::escape::excerpt;
use crate::tictactoe::{Board, Square, TicTacToe, View};

/// The side length of a square, in units.
const SIDE: i32 = 64;

impl Pictured for TicTacToe {
    fn of_view(view: &View) -> Picture {
        let token = view.board.next_token();
        let title = if view.active {
            format!("Your turn: {token}")
        } else {
            format!("{}'s turn: {token}", excerpt(&view.opponent, 40))
        };
        titled(title, board(view.board))
    }

    fn of_state(state: &Board, _: [&str; 2]) -> Picture {
        board(*state)
    }
}

/// Draws the board. An empty square shows its number, the last move is marked, and three equal tokens in a row are
/// highlighted.
fn board(board: Board) -> Picture {
    let mut drawn = Drawn::new(Form::Grid, [3, 3], SIDE);
    let place = |square: Square| [i32::from(square.number()) / 3, i32::from(square.number()) % 3];
    let line = board.line();
    for square in Square::ALL {
        let token = |class: &'static str, paint: Paint| {
            let style = match line {
                Some(line) if line.contains(&square) => Style::on(Paint::Black, paint),
                _ => Style::ink(paint),
            };
            let style = style.bold();
            let is_last = board.previous() == Some(square);
            let style = if is_last { style.underline() } else { style };
            let marks = if is_last { vec![Mark::LastMove] } else { Vec::new() };
            Cell { style, marks, ..Cell::on(class, board.token(square), paint) }
        };
        let cell = match board.token(square) {
            'X' => token("token-x", Paint::Sky),
            'O' => token("token-o", Paint::Orange),
            _ => {
                Cell { style: Style::FAINT, ..Cell::new("empty", Glyph::Number(square.number().to_string())) }
            }
        };
        let [row, column] = place(square);
        drawn.cells.push(Cell { group: Some(square.number().into()), ..cell.square(row, column) });
    }
    if let Some([first, _, last]) = line {
        drawn.paths.push((None, vec![place(first), place(last)]));
    }
    drawn.into()
}
