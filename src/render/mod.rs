//! Pictures: a [`Scene`] is what is painted, [`Scene::text`] and [`ansi`] paint it; one file a domain makes scenes.
//!
//! Every picture can be read without colour: letters and marks carry the meaning, colour repeats it.

mod ansi;
pub mod arboretum;
pub mod bots;
pub mod penguins;
pub mod polyomino;
pub mod raft;
mod scene;
pub mod standings;
pub mod tictactoe;

pub use ansi::ansi;
pub use scene::{Glyphs, Look, Paint, Scene, Style};
