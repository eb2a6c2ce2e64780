//! clowder reads and checks the strings of puzzles and games, draws what the strings describe, and plays the games.
//!
//! Every notation is a type that implements [`notation::Notation`]. Such a type reads a string into a value, reports
//! each error with its exact position in bytes, and writes the canonical string.
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
//! If no feature is enabled, the crate is a portable core. It contains all notations, the rules, the solvers, the
//! pictures, the registry of kinds, matches between bots written in Rust, grading, and the part of the module `arena`
//! that reads the files of tournaments.
//!
//! - `cli` (default): the module `cli`, which contains the program `clowder`.
//! - `arena` (default): the part of the module `arena` that starts bots and programs under test in a sandbox. It exists
//!   only on Linux. On other systems, the feature has no effect.
//! - `png` (default): the module `render::figure::png`, which writes figures as PNG images. Without this feature, figures
//!   can still be written as SVG and HTML.
//!
//! Every combination of the features compiles. The script `.ci/run` checks this.

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
