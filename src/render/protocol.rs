//! Pictures of messages and saved games.

use super::figure::Figure;
use super::{Look, Scene, Style};
use crate::diagnostics::escape::excerpt;
use crate::games::{Game, GameResult, with_game};
use crate::protocol::explain::ending;
use crate::protocol::{AnyRecord, AnyState, AnyView, GameRecord, Message, Reply, Request};

/// A game whose positions can be drawn.
pub trait Picture: Game {
    /// Draws the information that one player can see.
    ///
    /// ```
    /// use clowder::games::{Game, Seat};
    /// use clowder::random::Random;
    /// use clowder::render::{Look, protocol::Picture};
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let view = TicTacToe::view(&TicTacToe::deal(&mut Random::new(1)), Seat::First, "Bob");
    /// assert!(TicTacToe::draw_view(&view, &Look::PIPE).text().contains("Your turn: X"));
    /// ```
    fn draw_view(view: &Self::View, look: &Look) -> Scene;

    /// Draws a whole state with the names of the players. The first player in the list moves first.
    ///
    /// ```
    /// use clowder::games::Game;
    /// use clowder::random::Random;
    /// use clowder::render::{Look, protocol::Picture};
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// assert_eq!(TicTacToe::draw_state(&state, ["Ann", "Bob"], &Look::PIPE).height(), 5);
    /// ```
    fn draw_state(state: &Self::State, players: [&str; 2], look: &Look) -> Scene;

    /// Returns the figure of the information that one player can see.
    fn view_figure(view: &Self::View) -> Figure;

    /// Returns the figure of a whole state with the names of the players. The first player in the list moves first.
    fn state_figure(state: &Self::State, players: [&str; 2]) -> Figure;
}

/// Draws the information that a bot receives with a request.
///
/// ```
/// use clowder::{notation::Notation, protocol::Request, render::{Look, protocol}};
///
/// let request: Request = Request::EXAMPLE.parse()?;
/// assert!(protocol::request(&request, &Look::PIPE).height() > 3);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn request(request: &Request, look: &Look) -> Scene {
    match request.message() {
        Message::NewGame { number, round } => {
            titled(format!("NEWGAME {number}, {}", excerpt(round, 60)), Scene::new())
        }
        Message::EndGame { result, scores: [own, other], state } => {
            let result = match result {
                GameResult::Won => "won",
                GameResult::Lost => "lost",
                GameResult::Drawn => "drawn",
            };
            titled(format!("ENDGAME: {result} {own} : {other}"), whole(state, ["A", "B"], look))
        }
        Message::Turn(view) => self::view(view, look),
    }
}

/// Draws the information that a player can see.
pub fn view(view: &AnyView, look: &Look) -> Scene {
    with_game!(AnyView(view) = view, G => G::draw_view(view, look))
}

/// Draws a whole state with the names of the players. The first player in the list moves first.
pub fn whole(state: &AnyState, players: [&str; 2], look: &Look) -> Scene {
    with_game!(AnyState(state) = state, G => G::draw_state(state, players, look))
}

/// Draws the move of a reply.
pub fn reply(reply: &Reply) -> Scene {
    titled(format!("move {}", excerpt(reply.answer(), 100)), Scene::new())
}

/// Draws the last position and the result of a saved game.
///
/// ```
/// use clowder::{notation::Notation, protocol::GameRecord, render::{Look, protocol}};
///
/// let record: GameRecord = GameRecord::EXAMPLE.parse()?;
/// assert!(protocol::record(&record, &Look::PIPE).text().starts_with("Perfect against Random: "));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn record(record: &GameRecord, look: &Look) -> Scene {
    let [a, b] = record.players();
    let title = format!(
        "{} against {}: {}",
        excerpt(a, 40),
        excerpt(b, 40),
        ending(record.outcome(), record.players())
    );
    titled(title, frame(record, record.move_count(), look))
}

/// Draws the position of a saved game after `ply` moves.
pub fn frame(record: &GameRecord, ply: usize, look: &Look) -> Scene {
    let [a, b] = record.players();
    with_game!(AnyRecord(game) = record.record(), G => {
        game.states().nth(ply).map_or_else(Scene::new, |state| G::draw_state(&state, [a, b], look))
    })
}

pub(super) fn titled(title: String, picture: Scene) -> Scene {
    let mut scene = Scene::new();
    scene.line().put(title, Style::BOLD);
    scene.below(picture);
    scene
}
