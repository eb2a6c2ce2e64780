//! clowder reads, checks, draws and plays the strings of puzzles.
//!
//! Every notation is a type that implements [`notation::Notation`]: text in, a value with byte-exact diagnostics
//! out, the canonical string back.
//!
//! ```
//! use clowder::{notation::Notation, raft::Challenge};
//!
//! let reading = Challenge::read("LNSNLASAF00030009C00312R41215");
//! assert!(reading.value().is_none());
//! assert_eq!(reading.diagnostics().to_string(), "24..25: challenge/unknown-raft-card: there is no raft card `4`");
//! ```
//!
//! # Features
//!
//! Without features, the crate is its portable core: every notation, the rules, the solvers, the pictures, the registry
//! of kinds, matches between bots written in Rust, and grading.
//!
//! - `cli` (default): the module `cli`, which is the program `clowder`.
//! - `arena` (default): the module `arena`, which starts bots and programs under test in a sandbox. It exists on Linux
//!   only; on other systems the feature changes nothing.

#![cfg_attr(
    not(all(feature = "cli", arena)),
    allow(dead_code, unused_imports, reason = "what only the command line or the arena uses is not public")
)]

pub mod arboretum;
#[cfg(arena)]
pub mod arena;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cover;
pub mod diagnostics;
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
