//! The figures of messages and saved games.

use super::of_scene;
use crate::games::with_game;
use crate::protocol::explain::ending;
use crate::protocol::{AnyRecord, AnyState, AnyView, GameRecord, Message, Reply, Request};
use crate::render::figure::Figure;
use crate::render::protocol::Picture;
use crate::render::{Look, Scene, Style, protocol};

/// Draws the information that a bot receives with a request.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, protocol::Request, render::figures};
///
/// let request: Request = Request::EXAMPLE.parse()?;
/// assert_eq!(figures::protocol::request(&request).tiles().count(), 9);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn request(request: &Request) -> Figure {
    match request.message() {
        Message::NewGame { .. } => of_scene(&protocol::request(request, &Look::PIPE)),
        Message::EndGame { state, .. } => {
            let mut title = Scene::new();
            let scene = protocol::request(request, &Look::PIPE);
            let words: String = scene.lines()[..1].iter().flatten().map(|(text, _)| text.as_str()).collect();
            title.put(words, Style::BOLD);
            let mut figure = of_scene(&title);
            figure.below(whole(state, ["A", "B"]), 12);
            figure
        }
        Message::Turn(view) => self::view(view),
    }
}

/// Draws the information that a player can see.
pub fn view(view: &AnyView) -> Figure {
    with_game!(AnyView(view) = view, G => G::view_figure(view))
}

/// Draws a whole state with the names of the players. The first player in the list moves first.
pub fn whole(state: &AnyState, players: [&str; 2]) -> Figure {
    with_game!(AnyState(state) = state, G => G::state_figure(state, players))
}

/// Draws the move of a reply.
pub fn reply(reply: &Reply) -> Figure {
    of_scene(&protocol::reply(reply))
}

/// Draws the last position and the result of a saved game.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, protocol::GameRecord, render::figures};
///
/// let record: GameRecord = GameRecord::EXAMPLE.parse()?;
/// assert_eq!(figures::protocol::record(&record).tiles().count(), 9);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn record(record: &GameRecord) -> Figure {
    let players = record.players();
    let [a, b] = players;
    let ended = ending(record.outcome(), players);
    with_game!(AnyRecord(game) = record.record(), G => {
        let last = game.states().last();
        let figure = last.map_or_else(Figure::new, |state| G::state_figure(&state, [a, b]));
        figure.headed(ended)
    })
}
