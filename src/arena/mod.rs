//! Lets programs play against each other: child processes, the referee and tournaments.
//!
//! Starting programs needs the feature `arena` and Linux. The rest is in every build: reading the files of tournaments,
//! computing tables and ratings, and dealing games.

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
