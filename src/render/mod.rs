//! Pictures: a [`Scene`] is lines of styled text, [`Scene::text`] and [`ansi`] write it. One file for each domain makes
//! scenes.
//!
//! Every picture can be read without colour: letters and marks carry the meaning, colour repeats it.

mod ansi;
mod arboretum;
pub mod penguins;
pub mod polyomino;
pub mod protocol;
pub mod raft;
mod scene;
pub mod standings;
mod tictactoe;

pub use ansi::ansi;
pub use protocol::Picture;
pub use scene::{Glyphs, Look, Paint, Scene, Style};
