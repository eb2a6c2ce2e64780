//! Finds the folders that contain several bots. Each bot in such a folder can read the modules of the other bots.

use super::plan::Plan;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

/// A folder with several bots that are different programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedFolder {
    /// The path of the folder, without symbolic links.
    pub folder: PathBuf,
    /// The names of the bots, one for each program.
    pub bots: BTreeSet<String>,
}

/// For each set of files that a command names in a folder, the name of the first bot with this set. Bots with equal
/// sets are the same program, perhaps with different options.
type Programs<'a> = BTreeMap<BTreeSet<PathBuf>, &'a str>;

/// Returns the folders that contain several bots of a plan, if these bots are different programs.
///
/// ```
/// use clowder::arena::{schedule::TournamentFormat, tournament::{Plan, shared_folders}};
/// assert!(shared_folders(&Plan::new("tictactoe", TournamentFormat::Match)).is_empty());
/// ```
pub fn shared_folders(plan: &Plan) -> Vec<SharedFolder> {
    let mut folders: BTreeMap<PathBuf, Programs> = BTreeMap::new();
    for bot in &plan.bots {
        for (folder, files) in plan.program(bot).own_folders() {
            folders.entry(folder).or_default().entry(files).or_insert(&bot.name);
        }
    }
    let shared = folders.into_iter().filter(|(_, programs)| programs.len() > 1);
    shared
        .map(|(folder, programs)| {
            let bots = programs.into_values().map(str::to_owned).collect();
            SharedFolder { folder, bots }
        })
        .collect()
}

impl fmt::Display for SharedFolder {
    /// Writes the problem as text. Names and paths must be escaped before they are shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<_> = self.bots.iter().take(3).map(String::as_str).collect();
        let more = if self.bots.len() > 3 { ", …" } else { "" };
        write!(
            f,
            "the bots {}{more} are in the same folder {}, so each of them can read the modules of the others",
            shown.join(", "),
            self.folder.display(),
        )
    }
}
