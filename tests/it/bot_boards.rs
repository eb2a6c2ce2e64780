//! Compares tic-tac-toe with an oracle that uses strings of nine characters, for every way to fill the board.

use clowder::games::{Game as _, GameJson as _, Outcome, Seat};
use clowder::tictactoe::{Board, Square, TicTacToe, greedy};
use std::collections::BTreeSet;

/// Whether three squares are in one line, judging by their rows and columns.
fn in_line(squares: &[usize]) -> bool {
    let all = |number: fn(usize) -> usize| squares.iter().all(|&at| number(at) == number(squares[0]));
    all(|at| at / 3) || all(|at| at % 3) || squares == [0, 4, 8] || squares == [2, 4, 6]
}

/// The lines of a token.
fn lines(board: &str, token: char) -> Vec<[usize; 3]> {
    let has = |at: usize| board.as_bytes()[at] == token as u8;
    let triples = (0..9).flat_map(|a| (a + 1..9).flat_map(move |b| (b + 1..9).map(move |c| [a, b, c])));
    triples.filter(|triple| triple.iter().all(|&at| has(at)) && in_line(triple)).collect()
}

fn count(board: &str, token: char) -> usize {
    board.matches(token).count()
}

fn next(board: &str) -> char {
    if count(board, 'X') == count(board, 'O') { 'X' } else { 'O' }
}

fn with(board: &str, square: usize, token: char) -> String {
    format!("{}{token}{}", &board[..square], &board[square + 1..])
}

fn is_over(board: &str) -> bool {
    !board.contains('-') || ['X', 'O'].iter().any(|&token| !lines(board, token).is_empty())
}

/// All boards that occur in games.
fn reachable() -> BTreeSet<String> {
    let mut found = BTreeSet::from(["-".repeat(9)]);
    let mut open: Vec<String> = found.iter().cloned().collect();
    while let Some(board) = open.pop() {
        for square in (0..9).filter(|&square| !is_over(&board) && board.as_bytes()[square] == b'-') {
            let after = with(&board, square, next(&board));
            if found.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    found
}

/// The JSON of a state, without the last move.
fn json(board: &str) -> String {
    let placed = 9 - count(board, '-');
    let tokens: Vec<_> = board.chars().map(|token| format!("\"{token}\"")).collect();
    format!(
        r#"{{"turn":{},"currentPlayer":{},"state":[{}],"previousTurn":false}}"#,
        placed + 1,
        placed % 2,
        tokens.join(",")
    )
}

/// Why a board cannot occur in a game.
fn reason(board: &str) -> String {
    let (x, o) = (count(board, 'X'), count(board, 'O'));
    match ['X', 'O'].map(|token| !lines(board, token).is_empty()) {
        _ if x != o && x != o + 1 => {
            format!("a board with {x} X and {o} O cannot occur when the players take turns")
        }
        [true, true] => "both players have three in a row".to_owned(),
        [true, false] => "O moved after X had won".to_owned(),
        _ => "X moved after O had won".to_owned(),
    }
}

/// What the greedy bot chooses, according to its documentation.
fn greedy_choice(board: &str) -> usize {
    let me = next(board);
    let other = if me == 'X' { 'O' } else { 'X' };
    let empty = (0..9).filter(|&square| board.as_bytes()[square] == b'-');
    let completes = |square: &usize, token| {
        lines(&with(board, *square, token), token).iter().any(|line| line.contains(square))
    };
    let preference = [4, 0, 2, 6, 8, 1, 3, 5, 7];
    let mut lists = [me, other]
        .into_iter()
        .map(|token| empty.clone().filter(|square| completes(square, token)).collect::<Vec<_>>());
    lists
        .find_map(|squares| squares.first().copied())
        .unwrap_or_else(|| *preference.iter().find(|&&square| empty.clone().any(|at| at == square)).unwrap())
}

fn compare(text: &str, board: Board) {
    let tokens: String = Square::ALL.iter().map(|&square| board.token(square)).collect();
    assert_eq!(tokens, text);
    assert_eq!((board.token_count(), board.next_token()), (9 - count(text, '-'), next(text)), "{text}");
    let found: Vec<_> = ['X', 'O'].iter().flat_map(|&token| lines(text, token)).collect();
    let line = board.line().map(|line| line.map(|square| usize::from(square.number())));
    assert_eq!(line.is_some(), !found.is_empty(), "{text}");
    assert!(line.is_none_or(|line| found.contains(&line)), "{text}");
    let winner = Seat::BOTH.into_iter().find(|&seat| !lines(text, ['X', 'O'][seat]).is_empty());
    let outcome = is_over(text).then(|| Outcome::new(winner, [0, 0]));
    assert_eq!((board.winner(), TicTacToe::result(&board)), (winner, outcome), "{text}");
    let empty: Vec<_> = (0..9).filter(|&square| text.as_bytes()[square] == b'-').collect();
    let legal: Vec<_> = board.legal_moves().iter().map(|square| usize::from(square.number())).collect();
    assert_eq!(legal, if is_over(text) { Vec::new() } else { empty.clone() }, "{text}");
    let other = if next(text) == 'X' { 'O' } else { 'X' };
    for square in empty {
        let would_win = !lines(&with(text, square, other), other).is_empty();
        let number = Square::ALL[square];
        assert!(board.is_empty_at(number));
        assert_eq!(board.opponent_would_win(number), would_win, "{text}, square {square}");
    }
    let view = TicTacToe::view(&board, Seat::after(board.token_count()), "Ann");
    let choice = (!is_over(text)).then(|| greedy_choice(text));
    assert_eq!(greedy(&view).map(|square| usize::from(square.number())), choice, "{text}");
    assert_eq!(TicTacToe::is_start(&board), text == "---------");
}

#[test]
fn every_way_to_fill_the_board_agrees_with_the_oracle() {
    let possible = reachable();
    assert_eq!(possible.len(), 5_478);
    for number in 0..3_usize.pow(9) {
        let text: String = (0..9).map(|place| ['-', 'X', 'O'][number / 3_usize.pow(place) % 3]).collect();
        match TicTacToe::parse_state(&json(&text)) {
            Ok(board) => {
                assert!(possible.contains(&text), "{text}");
                compare(&text, board);
            }
            Err(errors) => {
                assert!(!possible.contains(&text), "{text}");
                assert_eq!(errors.iter().next().unwrap().message, reason(&text), "{text}");
            }
        }
    }
}
