//! Pictures of tic-tac-toe.

mod figure;

use crate::diagnostics::escape::excerpt;
use crate::render::figure::Figure;
use crate::render::protocol::{Picture, titled};
use crate::render::{Look, Paint, Scene, Style};
use crate::tictactoe::{Board, Square, TicTacToe, View};

impl Picture for TicTacToe {
    fn draw_view(view: &View, look: &Look) -> Scene {
        let token = view.board.next_token();
        let title = if view.active {
            format!("Your turn: {token}")
        } else {
            format!("{}'s turn: {token}", excerpt(&view.opponent, 40))
        };
        titled(title, board(view.board, look))
    }

    fn draw_state(state: &Board, _: [&str; 2], look: &Look) -> Scene {
        board(*state, look)
    }

    fn view_figure(view: &View) -> Figure {
        figure::board(view.board)
    }

    fn state_figure(state: &Board, _: [&str; 2]) -> Figure {
        figure::board(*state)
    }
}

/// Draws the board. An empty square shows its number, the last move is underlined, and three equal tokens in a row are
/// highlighted.
fn board(board: Board, look: &Look) -> Scene {
    let mut scene = Scene::new();
    let line = board.line();
    for row in Square::ALL.chunks(3) {
        if row[0].number() > 0 {
            scene.line().put(look.pick("───┼───┼───", "---+---+---"), Style::FAINT);
        }
        scene.line();
        for &square in row {
            if square.column() > 0 {
                scene.put(look.pick("│", "|"), Style::FAINT);
            }
            let (text, style) = match board.token(square) {
                '-' => (square.to_string(), Style::FAINT),
                token => (token.to_string(), token_style(board, square, token, line)),
            };
            scene.put(" ", Style::PLAIN).put(text, style).put(" ", Style::PLAIN);
        }
    }
    scene
}

fn token_style(board: Board, square: Square, token: char, line: Option<[Square; 3]>) -> Style {
    let paint = if token == 'X' { Paint::Sky } else { Paint::Orange };
    let style = match line {
        Some(line) if line.contains(&square) => Style::on(Paint::Black, paint),
        _ => Style::ink(paint),
    };
    let style = style.bold();
    if board.previous() == Some(square) { style.underline() } else { style }
}
