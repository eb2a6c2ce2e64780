//! Human-readable descriptions of the game.

use super::{Square, TicTacToe, View};
use crate::diagnostics::Span;
use crate::diagnostics::escape::escape;
use crate::games::{GameWords, Outcome, words};
use crate::notation::Segment;

impl GameWords for TicTacToe {
    const TITLE: &'static str = "tic-tac-toe";
    const MOVE_HELP: &'static str = "a square, 0 to 8";
    const MOVE_JSON: &'static str = "the number of a square; the squares are numbered from 0 to 8, row by row, each row from left to right";
    const RULES: &'static str = "\
Two players place their tokens in turn on a board of 3 by 3 squares. The player who moves first has `X`, and the other
player has `O`. The first player with three tokens in a row, in a column or on a diagonal wins. If the board is full and
nobody has won, the game is a draw.
";

    fn describe_move(of: &Square) -> String {
        format!("takes square {of} ({})", square(*of))
    }

    fn describe_outcome(outcome: &Outcome) -> String {
        match outcome.winner().map(words::player) {
            Some(winner) => format!("{winner} has three in a row"),
            None => "the board is full and nobody has three in a row".to_owned(),
        }
    }

    fn explain_view(view: &View, at: &dyn Fn(&str) -> Span) -> Vec<Segment> {
        let board = view.board;
        let previous = board.previous().map_or_else(|| "none yet".to_owned(), |it| Self::describe_move(&it));
        vec![
            Segment::new(at("token"), "token", format!("{} is placed next", board.next_token())),
            Segment::new(at("gameState"), "board", format!("{} of 9 squares are taken", board.token_count())),
            Segment::new(at("activeTurn"), "active turn", words::active_turn(view.active)),
            Segment::new(at("opponent"), "opponent", escape(&view.opponent)),
            Segment::new(at("previousTurn"), "last move", previous),
        ]
    }
}

fn square(of: Square) -> String {
    if of.number() == 4 {
        return "the middle".to_owned();
    }
    let row = ["top", "middle", "bottom"][usize::from(of.row())];
    format!("{row} {}", ["left", "middle", "right"][usize::from(of.column())])
}
