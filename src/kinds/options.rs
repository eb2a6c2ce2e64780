//! What may be said about a text beside the text itself.

use crate::games::GameName;
use crate::{penguins, raft};

/// Which components are accepted: the kinds `pathway-card`, `fire-tile`, `cat-card` and `raft-card`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Components {
    /// Only those of the game.
    #[default]
    Official,
    /// Every component that is well formed.
    Any,
}

/// How many blocks a solution of Penguins Pool Party must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocks {
    /// All four.
    #[default]
    All,
    /// None to four.
    Some,
}

/// What may be said about a text beside the text itself. An option that does not concern the kind has no effect.
///
/// ```
/// use clowder::kinds::{self, Components, ReadOptions};
/// use clowder::notation::Kind;
///
/// let mut options = ReadOptions::default();
/// assert!(kinds::read(Kind::RaftCard, "1gggggogggg", &options).strict().is_err());
/// let square = "1ggggogggg";
/// assert!(kinds::read(Kind::RaftCard, square, &options).strict().is_err());
/// options.components = Components::Any;
/// assert!(kinds::read(Kind::RaftCard, square, &options).strict().is_ok());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Which components are accepted.
    pub components: Components,
    /// How many blocks a solution of Penguins Pool Party must have.
    pub blocks: Blocks,
    /// For a placement or a solution of Penguins Pool Party: the challenge whose penguins must stay free.
    pub challenge: Option<penguins::Challenge>,
    /// For an action of Race to the Raft: the board that it must fit.
    pub board: Option<raft::PlayableState>,
    /// For an action of Race to the Raft: the board that it is drawn on.
    pub drawn_on: Option<raft::Board>,
    /// For a message of the bot protocol: the game that it belongs to.
    pub game: Option<GameName>,
}
