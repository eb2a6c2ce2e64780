//! clowder checks strings in puzzle and game notations, draws what they describe, solves puzzles, and plays games.
//!
//! Every notation is a type that implements [`notation::Notation`]. Such a type parses strings, reports each
//! error with its exact byte range, and writes canonical strings.
//!
//! ```
//! use clowder::{notation::Notation, raft::Challenge};
//!
//! let reading = Challenge::read("LNSNLASAF00030009C00312R41215");
//! assert!(reading.value().is_none());
//! assert_eq!(reading.diagnostics().to_string(), "24..25: challenge/unknown-raft-card: there is no raft card `4`; the raft cards are 0 to 3");
//! ```
//!
//! # Features
//!
//! Without any features, the crate is a portable core with all notations, rules, solvers and pictures, the
//! registry of kinds, and grading. The core also plays games between bots written in Rust (module `games`), and
//! reads tournament files (module `arena`).
//!
//! - `cli` (default): the `cli` module, which implements the `clowder` program.
//! - `arena` (default): the parts of the `arena` module that run bots and programs under test in a sandbox. Linux only;
//!   on other systems, the feature does nothing.
//! - `png` (default): the module `render::figure::png`, which writes figures as PNG images. Writing SVG and HTML does
//!   not need this feature.
//!
//! All combinations of features compile, as checked by `.ci/run`.

#![cfg_attr(
    not(all(feature = "cli", arena)),
    allow(
        dead_code,
        unused_imports,
        reason = "items that only the command line or the arena uses are not public"
    )
)]

pub mod arboretum;
pub mod arena;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cover;
pub mod diagnostics;
#[cfg(all(fuzzing, feature = "cli"))]
#[doc(hidden)]
pub use cli::fuzzing;
#[cfg(any(feature = "cli", arena))]
mod files;
pub mod games;
pub mod grade;
pub mod grid;
pub mod json;
pub mod kinds;
pub mod notation;
pub mod penguins;
pub mod polyomino;
pub mod protocol;
pub mod raft;
pub mod random;
pub mod render;
pub mod repair;
pub mod shape;
pub mod tictactoe;
