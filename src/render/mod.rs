//! Pictures. A [`Scene`] is lines of styled text; [`Scene::text`] and [`ansi`] write it. The scenes of each
//! domain are made in a file of their own.
//!
//! Every picture can be read without colour: letters and marks carry the meaning, and colour only repeats it.

mod ansi;
mod arboretum;
pub mod figure;
pub mod figures;
mod palette;
pub mod penguins;
pub mod polyomino;
pub mod protocol;
pub mod raft;
mod scene;
#[cfg(arena)]
pub mod standings;
mod tictactoe;

pub use ansi::ansi;
pub use palette::Rgb;
pub use protocol::Picture;
pub use scene::{Glyphs, Look, Paint, Scene, Style};
