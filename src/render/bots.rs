//! Pictures of messages and saved games.

use super::{Look, Scene, Style, arboretum, tictactoe};
use crate::diagnostics::escape::excerpt;
use crate::protocol::GameRecord;
use crate::protocol::explain::ending;
use crate::protocol::message::{Message, Reply, Request, State, View};

/// A request as the bot might see it.
pub fn request(request: &Request, look: &Look) -> Scene {
    match &request.message {
        Message::NewGame { number, round } => {
            titled(format!("NEWGAME {number}, {}", excerpt(round, 60)), Scene::new())
        }
        Message::EndGame { result, scores: [own, other], state } => {
            let result = ["won", "lost", "drawn"][usize::from(*result % 3)];
            titled(format!("ENDGAME: {result} {own} : {other}"), whole(state, ["A", "B"], look))
        }
        Message::Turn(view) => self::view(view, look),
    }
}

/// What a player is shown.
pub fn view(view: &View, look: &Look) -> Scene {
    match view {
        View::TicTacToe(view) => {
            let opponent = excerpt(&view.opponent, 40);
            let token = view.board.next_token();
            let title = if view.active {
                format!("Your turn: {token}")
            } else {
                format!("{opponent} is to place {token}")
            };
            titled(title, tictactoe::board(view.board, look))
        }
        View::Arboretum(view) => arboretum::view(view, look),
    }
}

/// A whole state.
pub fn whole(state: &State, players: [&str; 2], look: &Look) -> Scene {
    match state {
        State::TicTacToe(board) => tictactoe::board(*board, look),
        State::Arboretum(state) => arboretum::state(state, players, look),
    }
}

/// A reply: its move.
pub fn reply(reply: &Reply) -> Scene {
    titled(format!("move {}", excerpt(&reply.answer, 100)), Scene::new())
}

/// A saved game: its last position and how it ended.
pub fn record(record: &GameRecord, look: &Look) -> Scene {
    let [a, b] = record.players();
    let title = format!(
        "{} against {}: {}",
        excerpt(a, 40),
        excerpt(b, 40),
        ending(record.outcome(), record.players())
    );
    titled(title, frame(record, record.length(), look))
}

/// The position of a saved game after so many moves.
pub fn frame(record: &GameRecord, ply: usize, look: &Look) -> Scene {
    let [a, b] = record.players();
    match record {
        GameRecord::TicTacToe(game) => {
            game.states().nth(ply).map_or_else(Scene::new, |board| tictactoe::board(board, look))
        }
        GameRecord::Arboretum(game) => {
            game.states().nth(ply).map_or_else(Scene::new, |state| arboretum::state(&state, [a, b], look))
        }
    }
}

fn titled(title: String, picture: Scene) -> Scene {
    let mut scene = Scene::new();
    scene.line().put(title, Style::BOLD);
    scene.below(picture);
    scene
}
