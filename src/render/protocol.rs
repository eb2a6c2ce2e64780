//! Pictures of messages and saved games.

use super::picture::{Mark, Picture};
use crate::diagnostics::escape::excerpt;
use crate::games::{Game, with_game};
use crate::protocol::explain::ending;
use crate::protocol::{AnyRecord, AnyState, AnyView, GameRecord, Message, Reply, Request};
use crate::tictactoe::{Board, TicTacToe};

/// A game whose positions can be drawn.
pub trait Pictured: Game {
    /// Draws the part of a game's state that one player can see.
    ///
    /// ```
    /// use clowder::games::{Game, Seat};
    /// use clowder::random::Random;
    /// use clowder::render::{Look, Pictured};
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let view = TicTacToe::view(&TicTacToe::deal(&mut Random::new(1)), Seat::First, "Bob");
    /// assert!(TicTacToe::of_view(&view).scene(&Look::PIPE).text().contains("Your turn: X"));
    /// ```
    fn of_view(view: &Self::View) -> Picture;

    /// Draws a whole state. `players` are the names of the first and the second player.
    ///
    /// ```
    /// use clowder::games::Game;
    /// use clowder::random::Random;
    /// use clowder::render::{Look, Pictured};
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// assert_eq!(TicTacToe::of_state(&state, ["Ann", "Bob"]).scene(&Look::PIPE).height(), 5);
    /// ```
    fn of_state(state: &Self::State, players: [&str; 2]) -> Picture;
}

/// Draws the information that a bot receives with a request.
///
/// ```
/// use clowder::{notation::Notation, protocol::Request, render::{Look, protocol}};
///
/// let request: Request = Request::EXAMPLE.parse()?;
/// assert!(protocol::request(&request).scene(&Look::PIPE).height() > 3);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn request(request: &Request) -> Picture {
    match request.message() {
        Message::NewGame { number, round } => {
            Picture::default().titled(format!("NEWGAME {number}, {}", excerpt(round, 60)))
        }
        Message::EndGame { result, scores: [own, other], state } => {
            let result = result.name();
            whole(state, ["A", "B"]).titled(format!("ENDGAME: {result} {own} : {other}"))
        }
        Message::Turn(view) => with_game!(AnyView(view) = view, G => G::of_view(view)),
    }
}

/// Draws a whole state. `players` are the names of the first and the second player.
pub fn whole(state: &AnyState, players: [&str; 2]) -> Picture {
    with_game!(AnyState(state) = state, G => G::of_state(state, players))
}

/// Draws the move in a reply. A number is drawn as a square of an empty board.
pub fn reply(reply: &Reply) -> Picture {
    // Only moves in tic-tac-toe are numbers.
    let number = reply.answer().parse().ok().filter(|number| (0..9).contains(number));
    let picture = number.map_or_else(Picture::default, |number: i32| {
        TicTacToe::of_state(&Board::default(), ["A", "B"]).marked([[number / 3, number % 3]], Mark::LastMove)
    });
    picture.titled(format!("move {}", excerpt(reply.answer(), 100)))
}

/// Draws the last position and the result of a saved game.
///
/// ```
/// use clowder::{notation::Notation, protocol::GameRecord, render::{Look, protocol}};
///
/// let record: GameRecord = GameRecord::EXAMPLE.parse()?;
/// assert!(protocol::record(&record).scene(&Look::PIPE).text().starts_with("Perfect against Random: "));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn record(record: &GameRecord) -> Picture {
    let [a, b] = record.players();
    let title = format!(
        "{} against {}: {}",
        excerpt(a, 40),
        excerpt(b, 40),
        ending(record.outcome(), record.players())
    );
    frame(record, record.move_count()).titled(title)
}

/// Draws the position of a saved game after `ply` moves.
pub fn frame(record: &GameRecord, ply: usize) -> Picture {
    let [a, b] = record.players();
    with_game!(AnyRecord(game) = record.record(), G => {
        game.states().nth(ply).map_or_else(Picture::default, |state| G::of_state(&state, [a, b]))
    })
}
