//! Lets programs play against each other. This module contains the code for child processes, the referee and
//! tournaments.
//!
//! Everything that starts programs needs the feature `arena` and Linux. The rest reads the files of tournaments, computes
//! their tables and ratings, and deals games. It is in every build.

#[cfg(arena)]
pub mod check;
pub mod entrants;
pub mod faults;
pub mod journal;
#[cfg(arena)]
pub(crate) mod known_messages;
#[cfg(arena)]
pub mod process;
#[cfg(arena)]
pub mod process_player;
pub mod rating;
#[cfg(arena)]
pub mod referee;
pub mod schedule;
pub mod settings;
pub mod statistics;
pub mod tournament;
