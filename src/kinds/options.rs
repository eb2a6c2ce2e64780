//! The options for reading a string.

use crate::games::GameName;
use crate::notation::Kind;
use crate::{penguins, raft};

/// Components that are accepted for the kinds `pathway-card`, `fire-tile`, `cat-card` and `raft-card`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Components {
    /// Only the components of the game.
    #[default]
    Official,
    /// Every component that is well formed.
    Any,
}

/// Number of blocks that a solution of Penguins Pool Party must have.
///
/// ```
/// use clowder::kinds::{Blocks, ReadOptions, is_canonical};
/// use clowder::notation::Kind;
///
/// let mut options = ReadOptions::default();
/// assert!(!is_canonical(Kind::PenguinsSolution, "A321B104", &options));
/// options.blocks = Blocks::Some;
/// assert!(is_canonical(Kind::PenguinsSolution, "A321B104", &options));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocks {
    /// All four blocks.
    #[default]
    All,
    /// Zero to four blocks.
    Some,
}

/// Options for reading a string. An option that does not apply to the kind has no effect.
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
    /// Components that are accepted.
    pub components: Components,
    /// Number of blocks that a solution of Penguins Pool Party must have.
    pub blocks: Blocks,
    /// For a placement or a solution of Penguins Pool Party, the challenge whose penguins must not be covered.
    pub challenge: Option<penguins::Challenge>,
    /// For an action of Race to the Raft, the state whose board the action must fit.
    pub board: Option<raft::PlayableState>,
    /// Board for the picture of an action of Race to the Raft.
    pub drawn_on: Option<raft::Board>,
    /// For a message of the bot protocol, the game that the message belongs to.
    pub game: Option<GameName>,
}

impl ReadOptions {
    /// Whether an option is set that changes how strings of this kind are read.
    pub(crate) fn affect(&self, kind: Kind) -> bool {
        (super::row(kind).is_affected)(self)
    }
}
