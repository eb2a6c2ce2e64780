//! The sixty official challenges, read from the data file when first asked for.

use super::{Challenge, PartialSolution, Solution};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// How hard a challenge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// 1 to 16 of the official ones.
    Starter,
    /// 17 to 32.
    Junior,
    /// 33 to 48.
    Expert,
    /// 49 to 60.
    Master,
}

impl Level {
    /// The four levels, the easiest first.
    pub const ALL: [Self; 4] = [Self::Starter, Self::Junior, Self::Expert, Self::Master];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Starter => "starter",
            Self::Junior => "junior",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or(())
    }
}

/// An official challenge.
#[derive(Clone, Debug)]
pub struct Official {
    /// Its number, from 1 to 60.
    pub number: u8,
    /// Its level.
    pub level: Level,
    /// The penguins as they are printed; those of challenge 9 are out of order.
    pub printed: String,
    /// Where its penguins stand.
    pub challenge: Challenge,
    /// Its one solution, as it is published.
    pub solution: Solution,
}

/// The data file, as far as it is read.
#[derive(Deserialize)]
struct Data {
    challenges: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    number: u8,
    level: Level,
    penguins: String,
    solution: String,
}

impl From<Entry> for Official {
    fn from(entry: Entry) -> Self {
        Self {
            number: entry.number,
            level: entry.level,
            challenge: entry.penguins.parse().expect("a test reads the embedded challenges"),
            solution: entry.solution.parse().expect("a test reads the embedded solutions"),
            printed: entry.penguins,
        }
    }
}

/// The official challenges in the order of their numbers.
///
/// ```
/// let first = &clowder::penguins::challenges()[0];
/// assert_eq!((first.number, first.level.name()), (1, "starter"));
/// assert_eq!(first.solution.to_string(), "A321B104C031D222");
/// ```
pub fn challenges() -> &'static [Official] {
    static ALL: LazyLock<Vec<Official>> = LazyLock::new(|| {
        let data: Data = serde_json::from_str(include_str!("../../data/penguins.json"))
            .expect("the embedded data are JSON of this form");
        data.challenges.into_iter().map(Official::from).collect()
    });
    &ALL
}

/// The official challenge with these penguins, if it is one.
pub fn official(challenge: Challenge) -> Option<&'static Official> {
    challenges().iter().find(|official| official.challenge == challenge)
}

/// The official challenges whose solution has all these blocks as they lie.
pub fn solved_by(placed: PartialSolution) -> impl Iterator<Item = &'static Official> {
    challenges().iter().filter(move |official| {
        placed.iter().all(|one| official.solution.placed().get(one.block()) == Some(one))
    })
}
