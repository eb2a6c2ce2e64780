//! Pictures of messages and saved games.

use super::figure::Figure;
use super::{Look, Scene, Style};
use crate::diagnostics::escape::excerpt;
use crate::games::{Game, GameResult, with_game};
use crate::protocol::explain::ending;
use crate::protocol::{AnyRecord, AnyState, AnyView, GameRecord, Message, Reply, Request};

/// The pictures of a game.
pub trait Picture: Game {
    /// Draws the view of one player.
    fn draw_view(view: &Self::View, look: &Look) -> Scene;

    /// Draws a whole state with the names of the players. The first one moves first.
    fn draw_state(state: &Self::State, players: [&str; 2], look: &Look) -> Scene;

    /// Returns the figure of the view of one player.
    fn view_figure(view: &Self::View) -> Figure;

    /// Returns the figure of a whole state. The names are those of the first and the second player.
    fn state_figure(state: &Self::State, players: [&str; 2]) -> Figure;
}

/// Draws a request as the bot could see it.
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

/// Draws the view of a player.
pub fn view(view: &AnyView, look: &Look) -> Scene {
    with_game!(AnyView(view) = view, G => G::draw_view(view, look))
}

/// Draws a whole state with the names of the players. The first one moves first.
pub fn whole(state: &AnyState, players: [&str; 2], look: &Look) -> Scene {
    with_game!(AnyState(state) = state, G => G::draw_state(state, players, look))
}

/// Draws a reply: its move.
pub fn reply(reply: &Reply) -> Scene {
    titled(format!("move {}", excerpt(reply.answer(), 100)), Scene::new())
}

/// Draws a saved game: its last position and its result.
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

/// Draws the position of a saved game after a number of moves.
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
