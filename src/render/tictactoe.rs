//! Pictures of tic-tac-toe.

use super::picture::{Board as Drawn, Cell, Form, Glyph, Mark, Picture};
use super::protocol::Pictured;
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
        board(view.board).titled(title)
    }

    fn of_state(state: &Board, _: [&str; 2]) -> Picture {
        board(*state)
    }
}

/// Draws the board. An empty square shows its number. The square of the last move is marked. Three equal tokens in a
/// row, which win the game, are highlighted.
fn board(board: Board) -> Picture {
    let place = |square: Square| [i32::from(square.number()) / 3, i32::from(square.number()) % 3];
    let line = board.line();
    let cell = |square: Square| {
        let (class, paint) = match board.token(square) {
            'X' => ("token-x", Paint::Sky),
            'O' => ("token-o", Paint::Orange),
            _ => {
                let number = Glyph::Number(square.number().to_string());
                return Cell { style: Style::FAINT, ..Cell::new("empty", number) };
            }
        };
        let is_in_line = line.is_some_and(|line| line.contains(&square));
        let style = if is_in_line { Style::on(Paint::Black, paint) } else { Style::ink(paint) };
        let is_last = board.previous() == Some(square);
        let style = Style { bold: true, underline: is_last, ..style };
        let marks = is_last.then_some(Mark::LastMove).into_iter().collect();
        Cell { style, marks, ..Cell::on(class, board.token(square), paint) }
    };
    let cells = Square::ALL.map(|square| Cell { group: Some(square.number().into()), ..cell(square) });
    let mut drawn = Drawn::of(Form::Grid, SIDE, 3, cells).squares();
    drawn.paths.extend(line.map(|[first, _, last]| (None, vec![place(first), place(last)])));
    drawn.into()
}
