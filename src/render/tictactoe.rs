//! Pictures of tic-tac-toe.

use super::{Look, Paint, Scene, Style};
use crate::tictactoe::Board;

/// The board; an empty square shows its number, the last move is underlined, a full line is painted.
pub fn board(board: Board, look: &Look) -> Scene {
    let mut scene = Scene::new();
    let line = board.line();
    for row in 0..3 {
        if row > 0 {
            scene.line().put(look.pick("───┼───┼───", "---+---+---"), Style::FAINT);
        }
        scene.line();
        for square in 3 * row..3 * row + 3 {
            if square > 3 * row {
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

fn token_style(board: Board, square: u8, token: char, line: Option<[u8; 3]>) -> Style {
    let paint = if token == 'X' { Paint::Sky } else { Paint::Orange };
    let style = match line {
        Some(line) if line.contains(&square) => Style::on(Paint::Black, paint),
        _ => Style::ink(paint),
    };
    let style = style.bold();
    if board.previous() == Some(square) { style.underline() } else { style }
}
