//! Matches and tournaments between programs: running the programs, refereeing their games, and rating the players.
//!
//! Starting programs requires Linux and the feature `arena`. Everything else is always available: reading tournament
//! files, computing tables and ratings, and dealing games.

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
