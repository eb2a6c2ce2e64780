//! Draws pictures. A [`Scene`] is a picture that consists of lines of styled text. [`Scene::text`] returns it without
//! styles, and [`ansi`] returns it for a terminal. Each game and puzzle has its own file, which creates its scenes.
//!
//! Every picture can be read without colours, because letters and marks have the same meaning as the colours.

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
pub mod standings;
mod tictactoe;

pub use ansi::ansi;
pub use palette::Rgb;
pub use protocol::Picture;
pub use scene::{Glyphs, Look, Paint, Scene, Style};
