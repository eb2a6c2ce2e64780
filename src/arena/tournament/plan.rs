//! The plan of a tournament: its entrants and options, as stored in the first record of the journal.

use crate::arena::schedule::TournamentFormat;
use crate::arena::settings::{OnFault, Sandbox};
use crate::arena::statistics::Sprt;
use crate::games::{Game as _, GameJson as _, GameName, UnknownGame, with_game};
use crate::random::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// The maximum number of games per meeting. With more than 2^24 games per meeting, two games of the
/// tournament could share a random stream (see [`GamePlace`](super::GamePlace)).
const MOST_GAMES: usize = 10_000_000;

/// The keys of `matchupResults.json` that are not bot names.
const RESULT_KEYS: [&str; 2] = ["gameResults", "draws"];

/// A bot, and the command that starts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Entrant {
    /// The bot's name.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Environment variables for this bot: `KEY=VALUE`, or `KEY` to pass on the value from this process.
    pub variables: Vec<String>,
    /// Additional files and directories that the bot may read. Most bots need none, because the directory of
    /// the first file in the command is usually visible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

impl Entrant {
    /// Creates a bot without environment variables or additional files.
    ///
    /// ```
    /// use clowder::arena::tournament::Entrant;
    ///
    /// let bot = Entrant::new("Ann", vec!["python3".to_owned(), "ann.py".to_owned()]);
    /// assert_eq!((bot.name.as_str(), bot.command.len()), ("Ann", 2));
    /// ```
    pub fn new(name: impl Into<String>, command: Vec<String>) -> Self {
        Self { name: name.into(), command, variables: Vec::new(), files: Vec::new() }
    }
}

/// Everything that determines the results of a tournament.
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
/// use clowder::arena::tournament::Plan;
///
/// let mut plan = Plan::new("tictactoe", TournamentFormat::Match);
/// plan.games = 100;
/// assert_eq!(plan.check().unwrap_err().to_string(), "a match must have two bots, not 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// The name of the tournament and of its directory.
    pub tournament: String,
    /// The format of the tournament.
    pub format: TournamentFormat,
    /// The number of games per meeting.
    pub games: usize,
    /// The seed for all random choices.
    pub seed: Seed,
    /// A separate seed for the message IDs, so that the IDs reveal nothing about the deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ids: Option<Seed>,
    /// The time limit for an answer, in milliseconds.
    pub move_limit: u64,
    /// The time limit for a bot's first answer, in milliseconds.
    pub start_limit: u64,
    /// The consequence of a fault in a bot's own turn.
    pub on_fault: OnFault,
    /// A bot is stopped after this number of faults in its own turns. `null` means that the number is not limited.
    pub max_faults: Option<u32>,
    /// The maximum number of restarts per bot after crashes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restarts: u32,
    /// True if each bot is frozen whenever the referee is not waiting for its answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub freeze: bool,
    /// Whether the bots run in a sandbox.
    pub sandbox: Sandbox,
    /// Files and directories that every bot may read in its sandbox.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// Files and directories that no bot may see, such as the tournament directory. The journal does not
    /// contain this list.
    #[serde(skip)]
    pub hidden: Vec<PathBuf>,
    /// The bots file and the deals file, which no bot may see, even if a resumed run does not name these
    /// files again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld: Vec<String>,
    /// The limit on the total memory of a bot's processes, in MiB.
    pub memory: u64,
    /// Whether answer times are logged.
    pub timing: bool,
    /// Environment variables for every bot: `KEY=VALUE`, or `KEY` to pass on the value from this process.
    pub variables: Vec<String>,
    /// True if each deal is played twice, with the seats swapped the second time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paired: bool,
    /// The starting states for the games of each meeting, as JSON. If the list is empty, games are dealt at random.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<String>,
    /// The sequential test (SPRT) that ends a match as soon as the test reaches a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The initial number of bots in a round robin or gauntlet, if bots were added later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_with: Option<usize>,
    /// The bots in seeding order, beginning with the one that is expected to be the best. Bots that were
    /// added later come last.
    pub bots: Vec<Entrant>,
}

// `skip_serializing_if` requires this signature.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are too few or too many bots.
    #[error("{0} must have {1}, not {2}")]
    Entrants(&'static str, &'static str, usize),
    /// A meeting has no games.
    #[error("a meeting must have at least 1 game")]
    NoGames,
    /// A meeting has more than the maximum number of games.
    #[error("a meeting can have at most {MOST_GAMES} games, not {0}")]
    TooManyGames(usize),
    /// The name of a bot or tournament is not allowed.
    #[error("`{0}` cannot be the name of a bot or a tournament, because it is empty, `.`, `..` or too long")]
    Name(String),
    /// A bot is named `gameResults` or `draws`, like a key of `matchupResults.json`.
    #[error("`{0}` cannot be the name of a bot, because `matchupResults.json` has a key with this name")]
    Key(String),
    /// Two names, or two pairs of names, would map to the same path.
    #[error("`{0}` and `{1}` would have the same path `{2}`")]
    Clash(String, String, String),
    /// There are not enough deals for the games.
    #[error("{games} games need {needed} deals, not {found}")]
    TooFewDeals {
        /// The number of games per meeting.
        games: usize,
        /// The number of deals that these games require.
        needed: usize,
        /// The number of deals in the plan.
        found: usize,
    },
    /// A deal is not a starting state of the game.
    #[error("deal {0} is not a starting state of the game")]
    Deal(usize),
    /// A bot cannot be added to a knockout.
    #[error("a bot can be added only to a round robin or a gauntlet")]
    Added,
    /// The plan has a sequential test, but is not a match with mirrored deals.
    #[error("a sequential test (SPRT) needs a match of two bots with mirrored deals")]
    Test,
    /// The plan names an unknown game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
}

impl Plan {
    /// Creates a plan with default options and no bots. The tournament is named after its format.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::Plan};
    /// assert_eq!(Plan::new("arboretum", TournamentFormat::Knockout).tournament, "knockout");
    /// ```
    pub fn new(game: impl Into<String>, format: TournamentFormat) -> Self {
        Self {
            game: game.into(),
            tournament: format.name().to_owned(),
            format,
            games: 1,
            seed: Seed::default(),
            ids: None,
            move_limit: 300,
            start_limit: 10_000,
            on_fault: OnFault::Random,
            max_faults: None,
            restarts: 0,
            freeze: false,
            sandbox: Sandbox::Auto,
            read: Vec::new(),
            hidden: Vec::new(),
            withheld: Vec::new(),
            memory: 1024,
            timing: true,
            variables: Vec::new(),
            paired: false,
            deals: Vec::new(),
            sprt: None,
            began_with: None,
            bots: Vec::new(),
        }
    }

    /// Returns the number of the deal used in a meeting's game. Deals and games are counted from 0. Two
    /// mirrored games share a deal.
    pub const fn deal_of(&self, game: usize) -> usize {
        if self.paired { game / 2 } else { game }
    }

    /// Returns the game that the bots play.
    ///
    /// # Errors
    /// Returns an error if the plan names an unknown game.
    pub fn game(&self) -> Result<GameName, PlanError> {
        Ok(self.game.parse()?)
    }

    /// Checks that the plan can be played and its results saved.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::Plan};
    ///
    /// let error = Plan::new("tictactoe", TournamentFormat::Match).check().unwrap_err();
    /// assert_eq!(error.to_string(), "a match must have two bots, not 0");
    /// ```
    ///
    /// # Errors
    /// Returns an error if the plan cannot be played or its results cannot be saved.
    pub fn check(&self) -> Result<(), PlanError> {
        self.game()?;
        let count = self.bots.len();
        match self.format {
            TournamentFormat::Match if count != 2 => Err(PlanError::Entrants("a match", "two bots", count)),
            _ if count < 2 => Err(PlanError::Entrants("a tournament", "at least two bots", count)),
            // A round robin with a thousand bots has half a million meetings, so a larger number of bots is probably a
            // mistake.
            _ if count > 1000 => Err(PlanError::Entrants("a tournament", "at most 1000 bots", count)),
            TournamentFormat::Knockout if self.began_with.is_some() => Err(PlanError::Added),
            _ if self.games == 0 => Err(PlanError::NoGames),
            _ if self.games > MOST_GAMES => Err(PlanError::TooManyGames(self.games)),
            _ => {
                self.check_deals()?;
                self.check_test()?;
                self.check_names()
            }
        }
    }

    fn check_deals(&self) -> Result<(), PlanError> {
        // A knockout meeting may need one extra game.
        let games = self.games + usize::from(self.format == TournamentFormat::Knockout);
        let (needed, found) = (self.deal_of(games - 1) + 1, self.deals.len());
        if found > 0 && found < needed {
            return Err(PlanError::TooFewDeals { games, needed, found });
        }
        let game = self.game()?;
        let starts = |deal: &String| with_game!(game, G => G::parse_state(deal).is_ok_and(|state| G::is_start(&state)));
        match self.deals.iter().position(|deal| !starts(deal)) {
            Some(number) => Err(PlanError::Deal(number + 1)),
            None => Ok(()),
        }
    }

    fn check_test(&self) -> Result<(), PlanError> {
        let is_possible = self.format == TournamentFormat::Match && self.paired;
        if self.sprt.is_some() && !is_possible { Err(PlanError::Test) } else { Ok(()) }
    }

    fn check_names(&self) -> Result<(), PlanError> {
        let names = || self.bots.iter().map(|bot| &bot.name);
        for name in names().chain([&self.tournament]) {
            if name.is_empty() || name == "." || name == ".." || name.len() > 100 {
                return Err(PlanError::Name(name.clone()));
            }
        }
        if let Some(name) = names().find(|name| RESULT_KEYS.contains(&name.as_str())) {
            return Err(PlanError::Key(name.clone()));
        }
        let mut taken = HashMap::new();
        for name in names() {
            claim(&mut taken, path_name(name), name.clone())?;
        }
        // `A-B` against `C` and `A` against `B-C` would share the directory `A-B-C`.
        let mut taken = HashMap::new();
        for (index, name) in names().enumerate() {
            for (_, other) in names().enumerate().filter(|(other, _)| *other != index) {
                claim(&mut taken, pair_name(name, other), format!("{name} against {other}"))?;
            }
        }
        Ok(())
    }

    /// Adds a bot to a round robin or gauntlet that has begun, or replaces the bot with the same name.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::{Entrant, Plan}};
    ///
    /// let bot = |name: &str| Entrant::new(name, vec!["cat".into()]);
    /// let mut plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
    /// plan.bots = vec![bot("Ann"), bot("Bob")];
    /// plan.add_bot(bot("Ann"));
    /// assert_eq!((plan.bots.len(), plan.began_with), (2, None));
    /// plan.add_bot(bot("Eve"));
    /// assert_eq!((plan.bots.len(), plan.began_with), (3, Some(2)));
    /// ```
    pub fn add_bot(&mut self, bot: Entrant) {
        if let Some(known) = self.bots.iter_mut().find(|known| known.name == bot.name) {
            *known = bot;
        } else {
            self.began_with.get_or_insert(self.bots.len());
            self.bots.push(bot);
        }
    }

    /// Describes the first difference between this plan and a later plan of the same tournament. Returns `None` if the
    /// plans agree. The later plan may contain additional bots and may hide different files.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let mut other = other.clone();
        other.withheld.clone_from(&self.withheld);
        if other.bots.len() > self.bots.len() {
            other.bots.truncate(self.bots.len());
            other.began_with = self.began_with;
        }
        let values = [self, &other].map(|plan| serde_json::to_value(plan).unwrap_or(Value::Null));
        differ("", &values[0], &values[1])
    }
}

fn claim(taken: &mut HashMap<String, String>, path: String, owner: String) -> Result<(), PlanError> {
    match taken.insert(path.clone(), owner.clone()) {
        Some(first) => Err(PlanError::Clash(first, owner, path)),
        None => Ok(()),
    }
}

fn differ(path: &str, ours: &Value, theirs: &Value) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            // Options with default values may be omitted, so a key may be missing on either side.
            let keys = ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                let of =
                    |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
                differ(&path, &of(ours), &of(theirs))
            })
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let mut pairs = ours.iter().zip(theirs).enumerate();
            pairs.find_map(|(index, (ours, theirs))| differ(&format!("{path}[{index}]"), ours, theirs))
        }
        _ => (ours != theirs).then(|| format!("{path} was {ours} and is now {theirs}")),
    }
}

/// Replaces slashes and control characters in a name with `_`, so that the name can be part of a path.
pub fn path_name(name: &str) -> String {
    name.replace(|character: char| character == '/' || character.is_control(), "_")
}

/// Returns the directory name for a meeting between two bots.
pub fn pair_name(first: &str, second: &str) -> String {
    format!("{}-{}", path_name(first), path_name(second))
}
