//! The help pages of all commands, one file per group.

mod bots;
mod games;
mod grading;
mod puzzles;
mod shell;
mod strings;

use super::page::Page;

/// The groups of verbs, in the order in which `clowder help` lists them.
pub(super) const GROUPS: [(&str, &[Page]); 6] = [
    ("Strings", strings::PAGES),
    ("Games", games::PAGES),
    ("Puzzles", puzzles::PAGES),
    ("Bots", bots::PAGES),
    ("Grading", grading::PAGES),
    ("Shell", shell::PAGES),
];
