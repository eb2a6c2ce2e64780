//! The rules for the referee and the programs of the bots, as a plan defines them.

use super::plan::{Entrant, Plan};
use crate::arena::entrants;
use crate::arena::process::{Limits, Program};
use crate::arena::referee::{Rules, Waiting};
use std::path::PathBuf;
use std::time::Duration;

impl Plan {
    /// Returns the rules for the referee.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::Plan};
    /// use std::time::Duration;
    ///
    /// let rules = Plan::new("tictactoe", TournamentFormat::Match).rules();
    /// assert_eq!(rules.move_limit, Duration::from_millis(300));
    /// ```
    pub const fn rules(&self) -> Rules {
        Rules {
            move_limit: Duration::from_millis(self.move_limit),
            start_limit: Duration::from_millis(self.start_limit),
            on_fault: self.on_fault,
            max_faults: self.max_faults,
            // The tournament sets this later, because it knows how many games are played at the same time.
            waiting: Waiting::Sleep,
        }
    }

    /// Returns the program of a bot, with its environment variables, its files and its limits.
    pub fn program(&self, entrant: &Entrant) -> Program {
        let mut program = Program::new(&entrant.command);
        let given = self.variables.iter().chain(&entrant.variables);
        program.variables.push(("TIMEOUT".into(), self.move_limit.to_string().into()));
        // A name without a value passes on the variable of this process. The value of this variable can be secret, so
        // it is not written to the journal.
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
        program
    }
}
