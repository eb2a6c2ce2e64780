//! Derives the referee's rules and the bots' programs from a plan, and finds folders that several bots share.

use super::plan::{Entrant, Plan};
use super::saved::JOURNAL;
use crate::arena::entrants;
use crate::arena::process::{Limits, Program};
use crate::arena::referee::{Rules, Waiting};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

impl Plan {
    /// Returns the referee's rules.
    pub const fn rules(&self) -> Rules {
        Rules {
            move_limit: Duration::from_millis(self.move_limit),
            start_limit: Duration::from_millis(self.start_limit),
            on_fault: self.on_fault,
            max_faults: self.max_faults,
            freeze: self.freeze,
            // The tournament sets `waiting` later, because the choice depends on the number of concurrent
            // games.
            waiting: Waiting::Sleep,
        }
    }

    /// Returns a bot's program, including its environment variables, files and limits.
    pub fn program(&self, entrant: &Entrant) -> Program {
        let mut program = Program::new(&entrant.command);
        let given = self.variables.iter().chain(&entrant.variables);
        program.variables.push(("TIMEOUT".into(), self.move_limit.to_string().into()));
        // A name without a value passes on the variable from this process. The passed-on value may be secret,
        // so it is not written to the journal.
        program.variables.extend(given.filter_map(|text| entrants::variable(text)));
        program.sandbox = self.sandbox;
        program.limits = Limits { memory: self.memory << 20, ..Limits::default() };
        program.files.own = entrant.files.iter().map(PathBuf::from).collect();
        program.files.read = self.read.iter().map(PathBuf::from).collect();
        program.files.hidden.clone_from(&self.hidden);
        for other in self.bots.iter().filter(|other| other.name != entrant.name) {
            let mut opponent = Program::new(&other.command);
            opponent.files.own = other.files.iter().map(PathBuf::from).collect();
            program.hide(&opponent);
        }
        program.hide_runs();
        program
    }
}

impl Program {
    /// Hides all run directories inside the program's folder, because run directories contain the moves and
    /// output of other bots.
    pub(crate) fn hide_runs(&mut self) {
        for folder in self.own_folders().keys() {
            add_runs(folder, 3, &mut self.files.hidden);
        }
    }
}

/// Finds the run directories in a folder, descending up to `depth` levels.
fn add_runs(folder: &Path, depth: usize, runs: &mut Vec<PathBuf>) {
    if folder.join(JOURNAL).is_file() {
        runs.push(folder.to_owned());
    } else if depth > 0 {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                add_runs(&entry.path(), depth - 1, runs);
            }
        }
    }
}

/// A folder shared by several bots with different programs. Each program can read the others' modules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedFolder {
    /// The path of the folder, with symbolic links resolved.
    pub folder: PathBuf,
    /// The names of the bots, one per program.
    pub bots: BTreeSet<String>,
}

/// Lists the folders that contain several bots with different programs.
pub fn shared_folders(plan: &Plan) -> Vec<SharedFolder> {
    // Maps each folder to its programs, and each program to the first bot that runs it. A program is the set
    // of files that a command names in the folder. Bots with the same set run the same program, perhaps with
    // different options.
    let mut folders: BTreeMap<_, BTreeMap<_, &str>> = BTreeMap::new();
    for bot in &plan.bots {
        for (folder, files) in plan.program(bot).own_folders() {
            folders.entry(folder).or_default().entry(files).or_insert(&bot.name);
        }
    }
    let shared = folders.into_iter().filter(|(_, programs)| programs.len() > 1);
    let names = |programs: BTreeMap<_, &str>| programs.into_values().map(str::to_owned).collect();
    shared.map(|(folder, programs)| SharedFolder { folder, bots: names(programs) }).collect()
}

impl fmt::Display for SharedFolder {
    /// Describes the problem. Names and paths are not escaped, so escape the text before showing it.
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
