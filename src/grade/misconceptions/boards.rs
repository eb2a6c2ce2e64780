//! Misconceptions about board strings.

use super::{Misconception, Question};
use crate::grade::suite::Suite;
use serde_json::Value;

const BOARDS: &[Suite] = &[Suite::BoardWellFormed];

catalogue! {
    "board-no-last-break" BOARDS |q| q.with_text("board", |board| format!("{}\n", board.strip_suffix('\n').unwrap_or(board))),
    "board-windows-breaks" BOARDS |q| q.with_text("board", |board| board.replace('\r', "")),
    "board-any-letter" BOARDS |q| q.with_text("board", |board| letters(board, |_| Some('b'))),
    "board-capital-letters" BOARDS |q| q.with_text("board", |board| letters(board, |letter| Some(letter.to_ascii_lowercase()))),
    "board-no-cats" BOARDS |q| q.with_text("board", |board| letters(board, |letter| letter.is_ascii_lowercase().then_some(letter))),
    "board-no-wild-cats" BOARDS |q| q.with_text("board", |board| letters(board, |letter| (letter != 'W').then_some(letter))),
    "board-any-number-of-lines" BOARDS |q| rectangle(q, |width, _| width == 9 || width == 18),
    "board-any-width" BOARDS |q| rectangle(q, |_, height| matches!(height, 12 | 15 | 18)),
    "board-no-15-lines" BOARDS |q| rectangle(q, |width, height| matches!((width, height), (9 | 18, 12 | 18))),
    "board-only-nine-columns" BOARDS |q| rectangle(q, |width, height| matches!((width, height), (9, 12 | 15 | 18))),
    "board-only-18-columns" BOARDS |q| rectangle(q, |width, height| matches!((width, height), (18, 12 | 15 | 18))),
    "board-uneven-lines" BOARDS |q| q.with_text("board", |board| {
        let width = board.find('\n').unwrap_or_default();
        board.split_inclusive('\n').map(|line| if line.ends_with('\n') { "b".repeat(width) + "\n" } else { line.to_owned() }).collect()
    }),
    "board-empty-last-line" BOARDS |q| q.with_text("board", |board| board.strip_suffix("\n\n").map_or(board.to_owned(), |rest| format!("{rest}\n"))),
}

/// Replaces each square of a board. If `change` returns `None`, the square becomes invalid.
fn letters(board: &str, change: impl Fn(char) -> Option<char>) -> String {
    let is_square = |letter: &char| !matches!(letter, '\n' | '\r');
    let changed = |letter| if is_square(&letter) { change(letter).unwrap_or('?') } else { letter };
    board.chars().map(changed).collect()
}

/// Returns the answer of a program that accepts every rectangle whose width and height satisfy `accepts`.
fn rectangle(question: &Question<'_>, accepts: impl Fn(usize, usize) -> bool) -> Option<Value> {
    let text = question.case.text("board");
    let lines: Vec<&str> = text.strip_suffix('\n')?.split('\n').collect();
    let width = lines[0].len();
    let squares = crate::raft::Square::LETTERS;
    let is_even =
        lines.iter().all(|line| line.len() == width && line.chars().all(|letter| squares.contains(letter)));
    Some((is_even && accepts(width, lines.len())).into())
}
