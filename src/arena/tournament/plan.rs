//! What a tournament is: entrants and options, as its journal's first record holds them.

use crate::arena::entrants;
use crate::arena::process::{Limits, Program, Sandbox};
use crate::arena::referee::{OnFault, Rules, Waiting};
use crate::arena::schedule::Format;
use crate::games::{GameName, UnknownGame};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::time::Duration;

/// Games in a meeting at most: beyond 2^24 two games would share a random stream, see [`Place`](super::Place).
const MOST_GAMES: usize = 10_000_000;

/// A bot and how to start it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Variables of its own: `KEY=VALUE`, or `KEY` to pass on ours.
    pub variables: Vec<String>,
}

/// Everything the results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// The name of the tournament: a directory.
    pub tournament: String,
    /// How it is played.
    pub format: Format,
    /// Games in each meeting.
    pub games: usize,
    /// What every random choice comes from.
    pub seed: u64,
    /// Milliseconds for an answer.
    pub move_limit: u64,
    /// Milliseconds for a bot's first answer of all.
    pub start_limit: u64,
    /// What a fault costs.
    pub on_fault: OnFault,
    /// After so many faults a bot is stopped.
    pub max_faults: Option<u32>,
    /// Whether bots are shut in.
    pub sandbox: Sandbox,
    /// MiB of memory for each process of a bot.
    pub memory: u64,
    /// Whether the log says how long answers took.
    pub timing: bool,
    /// Variables that every bot gets: `KEY=VALUE`.
    pub variables: Vec<String>,
    /// The bots, best seed first.
    pub bots: Vec<Entrant>,
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Too few bots, or too many.
    #[error("{0} needs {1}, not {2}")]
    Entrants(&'static str, &'static str, usize),
    /// No game in a meeting.
    #[error("a meeting has at least one game")]
    NoGames,
    /// More games than have random numbers of their own.
    #[error("a meeting has at most {MOST_GAMES} games, not {0}")]
    TooManyGames(usize),
    /// A name that is no name of a file.
    #[error("`{0}` cannot be the name of a bot or a tournament: it is empty, a dot or too long")]
    Name(String),
    /// Two names, or two pairs of names, would share a directory.
    #[error("`{0}` and `{1}` would have the same path `{2}`")]
    Clash(String, String, String),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
}

impl Plan {
    /// The game.
    ///
    /// # Errors
    /// [`PlanError::Game`]
    pub fn game(&self) -> Result<GameName, PlanError> {
        Ok(self.game.parse()?)
    }

    /// What the referee goes by.
    pub const fn rules(&self) -> Rules {
        Rules {
            move_limit: Duration::from_millis(self.move_limit),
            start_limit: Duration::from_millis(self.start_limit),
            on_fault: self.on_fault,
            max_faults: self.max_faults,
            // The tournament knows how many games are played at a time.
            waiting: Waiting::Sleep,
        }
    }

    /// How to start one of the bots.
    pub fn program(&self, entrant: &Entrant) -> Program {
        let mut program = Program::new(&entrant.command);
        let given = self.variables.iter().chain(&entrant.variables);
        program.variables.push(("TIMEOUT".into(), self.move_limit.to_string().into()));
        // A name alone passes on our own variable: its value, perhaps a secret, stays out of the journal.
        program.variables.extend(given.filter_map(|text| entrants::variable(text)));
        program.sandbox = self.sandbox;
        program.limits = Limits { memory: self.memory << 20, ..Limits::default() };
        program
    }

    /// Whether it can be played and saved.
    ///
    /// # Errors
    /// [`PlanError`]
    pub fn check(&self) -> Result<(), PlanError> {
        self.game()?;
        let count = self.bots.len();
        match self.format {
            Format::Match if count != 2 => Err(PlanError::Entrants("a match", "two bots", count)),
            _ if count < 2 => Err(PlanError::Entrants("a tournament", "at least two bots", count)),
            // A round robin of a thousand bots has half a million meetings; beyond lies a slip of the keyboard.
            _ if count > 1000 => Err(PlanError::Entrants("a tournament", "at most 1000 bots", count)),
            _ if self.games == 0 => Err(PlanError::NoGames),
            _ if self.games > MOST_GAMES => Err(PlanError::TooManyGames(self.games)),
            _ => self.check_names(),
        }
    }

    fn check_names(&self) -> Result<(), PlanError> {
        let names = || self.bots.iter().map(|bot| &bot.name);
        for name in names().chain([&self.tournament]) {
            if name.is_empty() || name == "." || name == ".." || name.len() > 100 {
                return Err(PlanError::Name(name.clone()));
            }
        }
        let mut taken = HashMap::new();
        for name in names() {
            claim(&mut taken, path_name(name), name.clone())?;
        }
        // `A-B` against `C` and `A` against `B-C` would be one directory.
        let mut taken = HashMap::new();
        for (index, name) in names().enumerate() {
            for (_, other) in names().enumerate().filter(|(other, _)| *other != index) {
                claim(&mut taken, pair_name(name, other), format!("{name} against {other}"))?;
            }
        }
        Ok(())
    }

    /// The first difference to another plan, in words.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let values = [self, other].map(|plan| serde_json::to_value(plan).unwrap_or(Value::Null));
        differ("", &values[0], &values[1])
    }
}

fn claim(taken: &mut HashMap<String, String>, path: String, owner: String) -> Result<(), PlanError> {
    match taken.insert(path.clone(), owner.clone()) {
        Some(first) => Err(PlanError::Clash(first, owner, path)),
        None => Ok(()),
    }
}

/// Where two JSON values first differ.
fn differ(path: &str, ours: &Value, theirs: &Value) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => ours.iter().find_map(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            differ(&path, value, theirs.get(key).unwrap_or(&Value::Null))
        }),
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let mut pairs = ours.iter().zip(theirs).enumerate();
            pairs.find_map(|(index, (ours, theirs))| differ(&format!("{path}[{index}]"), ours, theirs))
        }
        _ => (ours != theirs).then(|| format!("{path} was {ours} and is {theirs}")),
    }
}

/// A name as part of a path.
pub fn path_name(name: &str) -> String {
    name.replace(|character: char| character == '/' || character.is_control(), "_")
}

/// The directory of a meeting.
pub fn pair_name(first: &str, second: &str) -> String {
    format!("{}-{}", path_name(first), path_name(second))
}
