//! Lets programs play against each other. This module contains the code for child processes, the referee and
//! tournaments.

pub mod check;
pub mod entrants;
pub mod faults;
pub mod growing;
pub mod journal;
pub mod process;
pub mod process_player;
pub mod rating;
pub mod referee;
pub mod schedule;
pub mod statistics;
pub mod tournament;
