//! Draws pictures. A [`Picture`] does not depend on the output format. It consists of cells, each with a position, a
//! class name, letters, a colour, marks, and the place in the string from which it was read. Each game and puzzle
//! creates its pictures in its own file. [`Picture::scene`] writes a picture as text, which [`ansi`] colours for a
//! terminal. [`Picture::figure`] arranges the parts of a picture for SVG, PNG and HTML.
//!
//! Every picture is readable without colours, because letters and marks show everything that colours show.

mod ansi;
mod arboretum;
pub mod figure;
mod hexagons;
mod palette;
pub mod penguins;
mod picture;
pub mod polyomino;
pub mod protocol;
pub mod raft;
mod scene;
pub mod standings;
mod text;
mod tictactoe;
mod wrong;

pub use ansi::ansi;
pub use palette::{Paint, Rgb};
pub use picture::{Board, Cell, Flow, Form, Glyph, Mark, Node, Origin, Picture, Piece, SIDE, SMALL};
pub use protocol::Pictured;
pub use scene::{Glyphs, Look, Scene, Style};
pub use wrong::{of, picture, wrong};
