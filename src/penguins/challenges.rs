//! The sixty official challenges, parsed from the embedded data file on first use.

use super::{Challenge, PartialSolution, Solution};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The official difficulty level of a challenge.
///
/// # Examples
/// ```
/// use clowder::penguins::Level;
///
/// assert!(Level::Starter < Level::Master);
/// assert_eq!(Level::Expert.to_string(), "expert");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Official challenges 1 to 16.
    Starter,
    /// Official challenges 17 to 32.
    Junior,
    /// Official challenges 33 to 48.
    Expert,
    /// Official challenges 49 to 60.
    Master,
}

impl Level {
    /// The four levels, from the easiest to the hardest.
    pub const ALL: [Self; 4] = [Self::Starter, Self::Junior, Self::Expert, Self::Master];

    /// The name of the level, in lower case.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::Level;
    ///
    /// assert_eq!(Level::ALL.map(Level::name), ["starter", "junior", "expert", "master"]);
    /// ```
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

/// The error for a string that is not the name of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level must be starter, junior, expert or master")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

/// An official challenge.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OfficialChallenge {
    /// The number of the challenge, from 1 to 60.
    pub number: u8,
    /// The official difficulty level.
    pub level: Level,
    /// The challenge string with the penguins in printed order, which differs from canonical order in challenge 9.
    pub printed: String,
    /// The challenge itself.
    pub challenge: Challenge,
    /// The published solution, which is the only solution.
    pub solution: Solution,
}

/// The official challenges, sorted by number.
///
/// # Examples
/// ```
/// let first = &clowder::penguins::official_challenges()[0];
/// assert_eq!((first.number, first.level.name()), (1, "starter"));
/// assert_eq!(first.solution.to_string(), "A321B104C031D222");
/// ```
pub fn official_challenges() -> &'static [OfficialChallenge] {
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
    static ALL: LazyLock<Vec<OfficialChallenge>> = LazyLock::new(|| {
        let data: Data = serde_json::from_str(include_str!("../../data/penguins.json"))
            .expect("the embedded file has this JSON format");
        let official = |Entry { number, level, penguins, solution }| OfficialChallenge {
            number,
            level,
            challenge: penguins.parse().expect("a test checks that the embedded challenges can be read"),
            solution: solution.parse().expect("a test checks that the embedded solutions can be read"),
            printed: penguins,
        };
        data.challenges.into_iter().map(official).collect()
    });
    &ALL
}

/// Looks up the official challenge with the same penguins.
pub fn official_challenge(challenge: Challenge) -> Option<&'static OfficialChallenge> {
    official_challenges().iter().find(|official| official.challenge == challenge)
}

pub(super) fn official_challenges_with(
    placed: PartialSolution,
) -> impl Iterator<Item = &'static OfficialChallenge> {
    official_challenges().iter().filter(move |official| {
        placed.iter().all(|one| official.solution.placed().get(one.block()) == Some(one))
    })
}
