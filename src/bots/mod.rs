//! The bot protocol, its two games, and the referee.

pub mod arboretum;
pub mod check;
pub mod entrants;
pub mod explain;
pub mod faults;
pub mod game;
mod inspection;
pub mod journal;
pub mod json;
pub mod message;
pub mod opponent;
pub mod players;
pub mod process;
pub mod protocol;
pub mod rating;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod tictactoe;
pub mod tournament;

pub use arboretum::Arboretum;
pub use game::{Game, GameName, Outcome};
pub use message::{Reply, Request};
pub use players::Player;
pub use record::GameRecord;
pub use tictactoe::TicTacToe;
