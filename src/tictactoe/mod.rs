//! Tic-tac-toe as the server plays it: squares 0–8 row by row, X first.

use crate::diagnostics::Diagnostics;
use crate::diagnostics::bots as codes;
use crate::games::{Game, Outcome};
use crate::json::inspection::Inspection;
use crate::json::{self, Value};
use crate::notation::grammar::fault_at;
use crate::random::Random;

/// The eight lines of three, as sets of squares.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0b100_010_001, 0b001_010_100];
/// The tokens by seat.
const TOKENS: [char; 2] = ['X', 'O'];

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// A board and the last move. Whose turn it is follows from how many tokens there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The squares of X and of O, square n being bit n.
    tokens: [u16; 2],
    previous: Option<u8>,
}

impl Board {
    /// How many tokens have been placed.
    pub fn placed(self) -> usize {
        (self.tokens[0] | self.tokens[1]).count_ones() as usize
    }

    /// What stands on a square: `X`, `O` or `-`.
    pub fn token(self, square: u8) -> char {
        match self.tokens.map(|squares| squares >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '-',
        }
    }

    /// The token to be placed now.
    pub fn next_token(self) -> char {
        TOKENS[self.placed() % 2]
    }

    /// Whether the player who waits would have a line with a token there.
    pub fn wins_next(self, square: u8) -> bool {
        let mut tokens = self.tokens;
        let waiting = (self.placed() + 1) % 2;
        tokens[waiting] |= 1 << square;
        Self { tokens, previous: None }.has_line(waiting)
    }

    /// The last move.
    pub fn previous(self) -> Option<u8> {
        self.previous
    }

    /// The squares of the line somebody has filled.
    pub fn line(self) -> Option<[u8; 3]> {
        let line =
            LINES.into_iter().find(|line| self.tokens.iter().any(|squares| squares & line == *line))?;
        let mut squares = (0..9).filter(|square| line >> square & 1 == 1);
        Some([squares.next()?, squares.next()?, squares.next()?])
    }

    /// How the game ended, if it has: 0 X won, 1 O won, 2 a draw.
    pub fn result(self) -> Option<u8> {
        match (self.has_line(0), self.has_line(1)) {
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => (self.placed() == 9).then_some(2),
        }
    }

    /// Whether a seat has a line.
    fn has_line(self, seat: usize) -> bool {
        LINES.iter().any(|line| self.tokens[seat] & line == *line)
    }

    fn is_empty(self, square: u8) -> bool {
        (self.tokens[0] | self.tokens[1]) >> square & 1 == 0
    }

    /// `state` of the server's state: the nine tokens as a JSON list.
    fn list(self) -> String {
        let tokens: Vec<_> = (0..9).map(|square| format!("\"{}\"", self.token(square))).collect();
        format!("[{}]", tokens.join(","))
    }

    fn previous_json(self) -> String {
        self.previous.map_or_else(|| "false".to_owned(), |square| square.to_string())
    }

    /// A board of a JSON list of nine tokens that can come about in a game; `previous` is left open.
    fn from_list(look: &mut Inspection<'_>, value: &Value) -> Option<Self> {
        let items = look.list(value, "the board")?;
        if items.len() != 9 {
            return look.wrong(&codes::JSON_TYPE, value, "the board", "a list of nine tokens");
        }
        let mut board = Self::default();
        let mut good = true;
        for (square, item) in items.iter().enumerate() {
            match item.text() {
                Some("X") => board.tokens[0] |= 1 << square,
                Some("O") => board.tokens[1] |= 1 << square,
                Some("-") => {}
                _ => {
                    look.wrong::<()>(&codes::JSON_TYPE, item, "a token", "\"-\", \"O\" or \"X\"");
                    good = false;
                }
            }
        }
        good.then_some(())?;
        let [x, o] = board.tokens.map(u16::count_ones);
        let message = match (board.has_line(0), board.has_line(1)) {
            _ if x != o && x != o + 1 => format!("{x} X and {o} O do not come about in turns"),
            (true, true) => "both players have a line".to_owned(),
            (true, false) if x == o => "O has moved after X had won".to_owned(),
            (false, true) if x != o => "X has moved after O had won".to_owned(),
            _ => return Some(board),
        };
        look.fault(&codes::STATE_BOARD, value.span, message);
        None
    }
}

/// The `state` object a player is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board and the last move.
    pub board: Board,
    /// Whether the player is to move.
    pub active: bool,
    /// Whether the last move should be shown; the server never asks for it.
    pub show_previous: bool,
    /// The opponent's name.
    pub opponent: String,
}

impl View {
    /// The view as JSON text.
    pub fn write(&self) -> String {
        let Self { board, active, show_previous, opponent } = self;
        let (token, opponent) = (board.next_token(), json::quote(opponent));
        let (state, previous) = (board.list(), board.previous_json());
        format!(
            r#"{{"token":"{token}","gameState":{state},"activeTurn":{active},"opponent":{opponent},"previousTurn":{{"move":{previous}}},"showPreviousTurn":{show_previous}}}"#
        )
    }

    /// The view of a JSON object.
    pub(crate) fn inspect(look: &mut Inspection<'_>, value: &Value) -> Option<Self> {
        look.object(value, "a tic-tac-toe view")?;
        look.known_keys(value, &VIEW_KEYS);
        let token = look.key(value, "token");
        let board = look.key(value, "gameState").and_then(|board| Board::from_list(look, board));
        let [active, show_previous] = ["activeTurn", "showPreviousTurn"].map(|key| {
            let flag = look.key(value, key)?;
            look.boolean(flag, key)
        });
        let opponent = look.key(value, "opponent").and_then(|it| look.string(it, "opponent"));
        let previous = look.key(value, "previousTurn").and_then(|it| look.key(it, "move"));
        let mut board = board?;
        let next = board.next_token();
        if let Some(token) = token.filter(|token| token.text() != Some(&next.to_string())) {
            look.wrong::<()>(&codes::STATE_TURN, token, "the token to be placed now", format!("\"{next}\""));
        }
        board.previous = previous.and_then(|previous| previous_square(look, board, previous));
        let (active, show_previous) = (active?, show_previous?);
        Some(Self { board, active, show_previous, opponent: opponent?.to_owned() })
    }
}

/// The keys of a view.
const VIEW_KEYS: [&str; 6] =
    ["token", "gameState", "activeTurn", "opponent", "previousTurn", "showPreviousTurn"];
/// The keys of the server's state.
const KEYS: [&str; 6] = ["turn", "currentPlayer", "state", "opponent", "previousTurn", "playBack"];

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    type State = Board;
    type Move = u8;

    fn deal(_: &mut Random) -> Board {
        Board::default()
    }

    fn is_start(state: &Board) -> bool {
        state.placed() == 0
    }

    fn mover(state: &Board) -> usize {
        state.placed() % 2
    }

    fn view(state: &Board, seat: usize, opponent: &str) -> String {
        let active = seat == Self::mover(state);
        View { board: *state, active, show_previous: false, opponent: opponent.to_owned() }.write()
    }

    fn read_move(state: &Board, json: &str) -> Result<u8, Diagnostics> {
        let (mut look, value) = Inspection::open(json);
        let square = value.and_then(|value| Some((shape(&mut look, &value)?, value.span)));
        if let Some((square, span)) = square {
            if state.result().is_some() {
                look.fault(&codes::MOVE_OVER, span, "the game is over");
            } else if !state.is_empty(square) {
                let empty = Self::legal_moves(state).into_iter().map(|square| square.to_string());
                let message = format!("square {square} holds {} already", state.token(square));
                look.faults.push(fault_at(json, &codes::MOVE_TAKEN, span, message).expected(empty));
            }
        }
        look.finish(square.map(|(square, _)| square))
    }

    fn write_move(of: &u8) -> String {
        of.to_string()
    }

    /// The empty squares, ascending.
    fn legal_moves(state: &Board) -> Vec<u8> {
        if state.result().is_some() {
            return Vec::new();
        }
        (0..9).filter(|&square| state.is_empty(square)).collect()
    }

    fn apply(state: &mut Board, of: &u8) {
        state.tokens[Self::mover(state)] |= 1 << of;
        state.previous = Some(*of);
    }

    fn result(state: &Board) -> Option<Outcome> {
        let meta_data = "\"\"".to_owned();
        Some(Outcome { result: state.result()?, scores: [0, 0], meta_data, forfeited: None })
    }

    fn forfeit(_: &Self::State, loser: usize) -> Outcome {
        let meta_data = "\"\"".to_owned();
        Outcome { result: u8::from(loser == 0), scores: [0, 0], meta_data, forfeited: Some(loser) }
    }

    fn write_state(state: &Board) -> String {
        format!(
            r#"{{"turn":{},"currentPlayer":{},"state":{},"opponent":"","previousTurn":{},"playBack":false}}"#,
            state.placed() + 1,
            Self::mover(state),
            state.list(),
            state.previous_json(),
        )
    }

    fn read_state(json: &str) -> Result<Board, Diagnostics> {
        let (mut look, value) = Inspection::open(json);
        let board = value.and_then(|value| inspect_state(&mut look, &value));
        look.finish(board)
    }
}

/// The board of the server's state object.
pub(crate) fn inspect_state(look: &mut Inspection<'_>, value: &Value) -> Option<Board> {
    look.object(value, "a tic-tac-toe state")?;
    look.known_keys(value, &KEYS);
    let turn =
        look.key(value, "turn").and_then(|turn| Some((look.integer(turn, "the turn", 1..=10)?, turn.span)));
    let player = look.key(value, "currentPlayer");
    let player = player.and_then(|it| Some((look.integer(it, "the current player", 0..=1)?, it.span)));
    let board = look.key(value, "state").and_then(|board| Board::from_list(look, board));
    if let Some(opponent) = value.get("opponent") {
        look.string(opponent, "the opponent");
    }
    if let Some(play_back) = value.get("playBack") {
        look.boolean(play_back, "playBack");
    }
    let mut board = board?;
    let placed = board.placed() as i64;
    for (number, expected, name) in [(turn, placed + 1, "turn"), (player, placed % 2, "current player")] {
        if let Some((number, span)) = number
            && number != expected
        {
            let message = format!("the {name} is {number}, but {placed} tokens have been placed");
            let fault = fault_at(look.text, &codes::STATE_TURN, span, message);
            look.faults.push(fault.expected([expected.to_string()]).fix(span, expected.to_string()));
        }
    }
    board.previous = value.get("previousTurn").and_then(|previous| previous_square(look, board, previous));
    Some(board)
}

/// The square of the last move; `false` before the first.
fn previous_square(look: &mut Inspection<'_>, board: Board, value: &Value) -> Option<u8> {
    if matches!(value.data, json::Data::Bool(false)) {
        return None;
    }
    let square = look.integer(value, "the last move", 0..=8)? as u8;
    let last = TOKENS[(board.placed() + 1) % 2];
    if board.token(square) != last {
        let message = format!("the last move is {square}, where no {last} stands");
        look.fault(&codes::STATE_BOARD, value.span, message);
    }
    Some(square)
}

/// `move = "0".."8"`
pub(crate) fn shape(look: &mut Inspection<'_>, value: &Value) -> Option<u8> {
    match value.integer() {
        Some(square @ 0..=8) => Some(square as u8),
        _ => look.wrong_integer(&codes::MOVE_SYNTAX, value, "a move", "an integer from 0 to 8", 0..=8),
    }
}
