//! Lets programs play against each other. This module contains the code for child processes, the referee and
//! tournaments.

pub mod check;
mod end_of_input;
pub mod entrants;
pub mod faults;
pub(crate) mod growing;
pub mod journal;
mod presence;
pub mod process;
pub mod process_player;
pub mod rating;
pub mod referee;
pub mod salvage;
pub mod schedule;
pub mod statistics;
pub mod tournament;
