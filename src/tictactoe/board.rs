//! The tic-tac-toe board.

use crate::games::Seat;
use std::fmt;

/// The eight winning lines (of three squares each), as bit sets.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0b100_010_001, 0b001_010_100];
/// The first player's token, then the second player's.
const TOKENS: [char; 2] = ['X', 'O'];

/// A square of the board. Squares are numbered from 0 to 8, row by row. A move is the square on which the next token is
/// placed.
///
/// ```
/// use clowder::tictactoe::Square;
///
/// assert_eq!((Square::ALL[5].row(), Square::ALL[5].column()), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The error for a square number greater than 8.
///
/// ```
/// use clowder::tictactoe::Square;
///
/// assert_eq!(Square::new(9).unwrap_err().to_string(), "there is no square 9; the squares are 0 to 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no square {0}; the squares are 0 to 8")]
pub struct NoSquare(u8);

impl Square {
    /// All squares, row by row.
    pub const ALL: [Self; 9] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// Creates a square from its number.
    ///
    /// ```
    /// use clowder::tictactoe::Square;
    /// assert_eq!(Square::new(4)?.number(), 4);
    /// assert!(Square::new(9).is_err());
    /// # Ok::<(), clowder::tictactoe::NoSquare>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the number is greater than 8.
    pub const fn new(number: u8) -> Result<Self, NoSquare> {
        if number < 9 { Ok(Self(number)) } else { Err(NoSquare(number)) }
    }

    /// The number of the square.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The row, from 0 to 2, counted from the top.
    pub const fn row(self) -> u8 {
        self.0 / 3
    }

    /// The column, from 0 to 2, counted from the left.
    pub const fn column(self) -> u8 {
        self.0 % 3
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A board and the last move made on it. The number of tokens determines whose turn it is.
///
/// ```
/// use clowder::tictactoe::{Board, Square};
///
/// let board = Board::default().with(Square::new(4)?).with(Square::new(0)?);
/// assert_eq!((board.token_count(), board.next_token()), (2, 'X'));
/// # Ok::<(), clowder::tictactoe::NoSquare>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The squares with X, and the squares with O, as bit sets. Bit n represents square n.
    pub(super) tokens: [u16; 2],
    pub(super) previous: Option<Square>,
}

impl Board {
    /// The number of tokens on the board.
    pub const fn token_count(self) -> usize {
        (self.tokens[0] | self.tokens[1]).count_ones() as usize
    }

    /// The token on a square (`X` or `O`), or `-` if the square is empty.
    ///
    /// ```
    /// use clowder::tictactoe::{Board, Square};
    ///
    /// let board = Board::default().with(Square::ALL[4]);
    /// assert_eq!((board.token(Square::ALL[4]), board.token(Square::ALL[0])), ('X', '-'));
    /// ```
    pub fn token(self, square: Square) -> char {
        match self.tokens.map(|squares| squares & square.bit() != 0) {
            [true, _] => TOKENS[0],
            [_, true] => TOKENS[1],
            _ => '-',
        }
    }

    /// The token to be placed next.
    pub fn next_token(self) -> char {
        TOKENS[Seat::after(self.token_count())]
    }

    /// The token that was placed last, or `O` on an empty board.
    pub(super) fn last_token(self) -> char {
        TOKENS[Seat::after(self.token_count()).other()]
    }

    /// The last move, or `None` if no move has been made.
    pub const fn previous(self) -> Option<Square> {
        self.previous
    }

    /// Whether a square is empty.
    pub const fn is_empty_at(self, square: Square) -> bool {
        (self.tokens[0] | self.tokens[1]) & square.bit() == 0
    }

    /// Whether every square has a token.
    pub const fn is_full(self) -> bool {
        self.token_count() == 9
    }

    /// Places the next token on a square, or does nothing if the square is occupied.
    ///
    /// ```
    /// use clowder::tictactoe::{Board, Square};
    /// assert_eq!(Board::default().with(Square::new(4)?).token(Square::new(4)?), 'X');
    /// # Ok::<(), clowder::tictactoe::NoSquare>(())
    /// ```
    #[must_use]
    pub fn with(mut self, square: Square) -> Self {
        if self.is_empty_at(square) {
            let mover = Seat::after(self.token_count());
            self.tokens[mover] |= square.bit();
            self.previous = Some(square);
        }
        self
    }

    /// Whether the opponent of the player to move would complete a line by taking this square.
    ///
    /// ```
    /// use clowder::tictactoe::{Board, Square};
    ///
    /// let board = [0, 8, 1].into_iter().fold(Board::default(), |board, at| board.with(Square::ALL[at]));
    /// assert!(board.opponent_would_win(Square::ALL[2]));
    /// ```
    pub fn opponent_would_win(self, square: Square) -> bool {
        let waiting = Seat::after(self.token_count()).other();
        let mut tokens = self.tokens;
        tokens[waiting] |= square.bit();
        Self { tokens, previous: None }.has_line(waiting)
    }

    /// The squares of a completed line, or `None` if no line is complete.
    ///
    /// ```
    /// use clowder::tictactoe::{Board, Square};
    ///
    /// let board = [0, 8, 1, 7, 2].into_iter().fold(Board::default(), |board, at| board.with(Square::ALL[at]));
    /// assert_eq!(board.line(), Some([0, 1, 2].map(|at| Square::ALL[at])));
    /// ```
    pub fn line(self) -> Option<[Square; 3]> {
        let line =
            LINES.into_iter().find(|line| self.tokens.iter().any(|squares| squares & line == *line))?;
        let mut squares = Square::ALL.into_iter().filter(|square| line & square.bit() != 0);
        Some([squares.next()?, squares.next()?, squares.next()?])
    }

    /// The player who has completed a line, or `None` if no line is complete.
    pub fn winner(self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.has_line(seat))
    }

    /// Whether a player has completed a line or the board is full.
    pub fn is_over(self) -> bool {
        self.is_full() || self.winner().is_some()
    }

    /// Lists the empty squares in ascending order. The list is empty once the game is over.
    ///
    /// ```
    /// use clowder::tictactoe::{Board, Square};
    ///
    /// assert_eq!(Board::default().with(Square::ALL[4]).legal_moves().len(), 8);
    /// ```
    pub fn legal_moves(self) -> Vec<Square> {
        if self.is_over() {
            return Vec::new();
        }
        Square::ALL.into_iter().filter(|&square| self.is_empty_at(square)).collect()
    }

    pub(super) fn has_line(self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.tokens[seat] & line == *line)
    }
}
