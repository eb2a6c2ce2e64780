//! JSON for boards, views and moves.

use super::{Board, Square, TicTacToe, View};
use crate::diagnostics::codes;
use crate::games::{Game as _, GameJson, Seat};
use crate::json::{Checker, Value, quote};
use crate::notation::grammar::fault_at;
use crate::notation::plural;

const VIEW_KEYS: [&str; 6] =
    ["token", "gameState", "activeTurn", "opponent", "previousTurn", "showPreviousTurn"];
/// The keys of a state, in the order in which the server writes them.
const STATE_KEYS: [&str; 6] = ["turn", "currentPlayer", "state", "opponent", "previousTurn", "playBack"];

impl GameJson for TicTacToe {
    fn recognises(object: &Value) -> bool {
        ["token", "gameState", "state"].iter().any(|key| object.get(key).is_some())
    }

    fn write_view(view: &View) -> String {
        let View { board, active, show_previous, opponent } = view;
        let (token, opponent) = (board.next_token(), quote(opponent));
        let (state, previous) = (write_tokens(*board), write_previous(*board));
        format!(
            r#"{{"token":"{token}","gameState":{state},"activeTurn":{active},"opponent":{opponent},"previousTurn":{{"move":{previous}}},"showPreviousTurn":{show_previous}}}"#
        )
    }

    fn read_view(checker: &mut Checker<'_>, value: &Value) -> Option<View> {
        checker.object(value, "a tic-tac-toe view")?;
        checker.known_keys(value, &VIEW_KEYS);
        let token = checker.key(value, "token");
        let board = checker.key(value, "gameState").and_then(|board| read_tokens(checker, board));
        let active = checker.boolean_at(value, "activeTurn");
        let show_previous = checker.boolean_at(value, "showPreviousTurn");
        let opponent = checker.string_at(value, "opponent");
        let previous = checker.key(value, "previousTurn").and_then(|it| checker.key(it, "move"));
        let mut board = board?;
        let next = board.next_token();
        if let Some(token) = token.filter(|token| token.as_str() != Some(&next.to_string())) {
            let expected = format!("\"{next}\"");
            checker.wrong::<()>(&codes::bots::STATE_TURN, token, "the token to be placed now", expected);
        }
        board.previous = previous.and_then(|previous| read_previous(checker, board, previous));
        Some(View { board, active: active?, show_previous: show_previous?, opponent: opponent?.to_owned() })
    }

    fn write_state(state: &Board) -> String {
        format!(
            r#"{{"turn":{},"currentPlayer":{},"state":{},"opponent":"","previousTurn":{},"playBack":false}}"#,
            state.token_count() + 1,
            Self::mover(state).index(),
            write_tokens(*state),
            write_previous(*state),
        )
    }

    fn read_state(checker: &mut Checker<'_>, value: &Value) -> Option<Board> {
        checker.object(value, "a tic-tac-toe state")?;
        checker.known_keys(value, &STATE_KEYS);
        let turn = checker.key(value, "turn");
        let turn = turn.and_then(|it| Some((checker.integer(it, "the turn", 1..=10)?, it.span)));
        let player = checker.key(value, "currentPlayer");
        let player = player.and_then(|it| Some((checker.integer(it, "the current player", 0..=1)?, it.span)));
        let board = checker.key(value, "state").and_then(|board| read_tokens(checker, board));
        if let Some(opponent) = value.get("opponent") {
            checker.string(opponent, "the opponent");
        }
        if let Some(play_back) = value.get("playBack") {
            checker.boolean(play_back, "playBack");
        }
        let mut board = board?;
        let placed = board.token_count() as i64;
        let tokens = plural(board.token_count(), "token");
        for (number, expected, name) in [(turn, placed + 1, "turn"), (player, placed % 2, "current player")] {
            if let Some((number, span)) = number
                && number != expected
            {
                let message = format!("the {name} is {number}, but after {tokens} it must be {expected}");
                let error = fault_at(checker.text(), &codes::bots::STATE_TURN, span, message);
                checker.report(error.expected([expected.to_string()]).fix(span, expected.to_string()));
            }
        }
        board.previous =
            value.get("previousTurn").and_then(|previous| read_previous(checker, board, previous));
        Some(board)
    }

    fn write_move(of: &Square) -> String {
        of.to_string()
    }

    fn check_move(checker: &mut Checker<'_>, value: &Value) {
        Self::read_move(checker, value);
    }

    /// Parses a move: `move = "0".."8"`
    fn read_move(checker: &mut Checker<'_>, value: &Value) -> Option<Square> {
        let number = value.as_integer().and_then(|number| u8::try_from(number).ok());
        if let Some(square) = number.and_then(|number| Square::new(number).ok()) {
            Some(square)
        } else {
            let expected = "an integer from 0 to 8";
            checker.wrong_integer(&codes::bots::MOVE_SYNTAX, value, "a move", expected, 0..=8)
        }
    }

    fn read_legal_move(checker: &mut Checker<'_>, board: &Board, value: &Value) -> Option<Square> {
        let square = Self::read_move(checker, value)?;
        if board.is_over() {
            checker.error(&codes::bots::MOVE_OVER, value.span, "the game is over");
            return None;
        }
        if !board.is_empty_at(square) {
            let empty = board.legal_moves().into_iter().map(|square| square.to_string());
            let message = format!("square {square} already has {}", board.token(square));
            let error = fault_at(checker.text(), &codes::bots::MOVE_TAKEN, value.span, message);
            checker.report(error.expected(empty));
            return None;
        }
        Some(square)
    }

    fn read_shown_move(checker: &mut Checker<'_>, view: &View, value: &Value) -> Option<Square> {
        Self::read_legal_move(checker, &view.board, value)
    }
}

fn write_tokens(board: Board) -> String {
    format!("[{}]", Square::ALL.map(|square| format!("\"{}\"", board.token(square))).join(","))
}

/// Writes the last move, or `false` if no move has been made.
fn write_previous(board: Board) -> String {
    board.previous.map_or_else(|| "false".to_owned(), |square| square.to_string())
}

/// Parses a board, but not its last move, from a JSON array of nine tokens. Reports an error if the board cannot occur
/// in a game.
fn read_tokens(checker: &mut Checker<'_>, value: &Value) -> Option<Board> {
    let items = checker.array(value, "the board")?;
    if items.len() != 9 {
        return checker.wrong(&codes::bots::JSON_TYPE, value, "the board", "a list of nine tokens");
    }
    let mut board = Board::default();
    let mut all_read = true;
    for (square, item) in items.iter().enumerate() {
        match item.as_str() {
            Some("X") => board.tokens[0] |= 1 << square,
            Some("O") => board.tokens[1] |= 1 << square,
            Some("-") => {}
            _ => {
                checker.wrong::<()>(&codes::bots::JSON_TYPE, item, "a token", "\"-\", \"O\" or \"X\"");
                all_read = false;
            }
        }
    }
    all_read.then_some(())?;
    let [x, o] = board.tokens.map(u16::count_ones);
    let message = match Seat::BOTH.map(|seat| board.has_line(seat)) {
        _ if x != o && x != o + 1 => {
            format!("a board with {x} X and {o} O cannot occur when the players take turns")
        }
        [true, true] => "both players have three in a row".to_owned(),
        [true, false] if x == o => "O moved after X had won".to_owned(),
        [false, true] if x != o => "X moved after O had won".to_owned(),
        _ => return Some(board),
    };
    checker.error(&codes::bots::STATE_BOARD, value.span, message);
    None
}

/// Parses the last move, which is `false` if no move has been made.
fn read_previous(checker: &mut Checker<'_>, board: Board, value: &Value) -> Option<Square> {
    if value.is_false() {
        return None;
    }
    let number = checker.integer(value, "the last move", 0..=8)?;
    let square = Square::new(number as u8).ok()?;
    let last = board.last_token();
    if board.token(square) != last {
        let message = format!("the last move is square {square}, but there is no {last} on it");
        checker.error(&codes::bots::STATE_BOARD, value.span, message);
    }
    Some(square)
}
