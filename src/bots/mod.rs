//! The bot protocol, its two games, and the referee.

pub mod arboretum;
pub mod explain;
pub mod game;
mod inspection;
pub mod json;
pub mod message;
pub mod players;
pub mod protocol;
pub mod record;
pub mod tictactoe;

pub use arboretum::Arboretum;
pub use game::{Game, GameName, Outcome};
pub use message::{Reply, Request};
pub use players::Player;
pub use record::GameRecord;
pub use tictactoe::TicTacToe;
