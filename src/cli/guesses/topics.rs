//! The games and puzzles that people name where clowder expects a verb, a kind, or a challenge.

use super::message::Choice;
use crate::games::GameName;
use crate::notation::Kind;

/// A game or a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// Race to the Raft.
    Raft,
    /// Penguins Pool Party.
    Penguins,
    /// Polyominoes.
    Polyominoes,
    /// A game of the bot protocol.
    Bots(GameName),
}

impl Topic {
    /// The topics in the order in which they are listed.
    fn all() -> impl Iterator<Item = Self> {
        [Self::Raft, Self::Penguins, Self::Polyominoes].into_iter().chain(GameName::ALL.map(Self::Bots))
    }

    /// Returns the topic that a word names.
    pub(super) fn of(word: &str) -> Option<Self> {
        let word = word.to_ascii_lowercase();
        match &*word {
            "race-to-the-raft" => Some(Self::Raft),
            "penguin" | "penguins-pool-party" => Some(Self::Penguins),
            "pentominoes" | "pentominos" | "polyominoes" | "polyominos" => Some(Self::Polyominoes),
            "tic-tac-toe" | "ttt" => "tictactoe".parse().ok().map(Self::Bots),
            word => Self::all().find(|topic| topic.name() == word),
        }
    }

    /// Returns the name of the topic in commands.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Raft => "raft",
            Self::Penguins => "penguins",
            Self::Polyominoes => "pentomino",
            Self::Bots(game) => game.name(),
        }
    }

    /// Returns the name of the topic in sentences.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Raft => "Race to the Raft",
            Self::Penguins => "Penguins Pool Party",
            Self::Polyominoes => "polyominoes",
            Self::Bots(game) => game.title(),
        }
    }

    /// Returns the kinds of the strings of the topic.
    pub(super) fn kinds(self) -> Vec<Kind> {
        let start = match self {
            Self::Raft | Self::Penguins => self.title(),
            Self::Polyominoes => return vec![Kind::Polyomino, Kind::Region],
            Self::Bots(_) => "bot protocol",
        };
        // The description of a kind begins with the game to which the kind belongs.
        Kind::ALL.iter().copied().filter(|kind| kind.about().starts_with(start)).collect()
    }

    /// Returns the commands that can be meant if only the name of the topic is given.
    pub(super) fn commands(self) -> &'static [&'static str] {
        match self {
            Self::Raft => &["render challenge …", "setup …", "play raft …", "solve raft …"],
            Self::Penguins => &[
                "render penguins-challenge …",
                "solve penguins …",
                "legal-moves penguins …",
                "generate penguins-challenge",
            ],
            Self::Polyominoes => &["pentomino list", "pentomino show …", "pentomino tile …"],
            Self::Bots(_) => &["bot play …", "bot match …", "bot new"],
        }
    }

    /// Writes the name of this game into an example for another game.
    pub(super) fn adapt(self, choice: Choice) -> Choice {
        match self {
            Self::Bots(game) => choice.replace("tictactoe", game.name()),
            _ => choice,
        }
    }
}
