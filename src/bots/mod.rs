//! The bot protocol, its two games, and the referee.

pub mod arboretum;
pub mod game;
pub mod json;
pub mod protocol;
pub mod shape;
pub mod tictactoe;

pub use arboretum::Arboretum;
pub use game::{Game, Outcome};
pub use tictactoe::TicTacToe;
