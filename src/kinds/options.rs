//! Options for reading a string.

use crate::games::GameName;
use crate::notation::Kind;
use crate::{penguins, raft};

/// Which strings of the kinds `pathway-card`, `fire-tile`, `cat-card` and `raft-card` are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Components {
    /// Only components that exist in the game.
    #[default]
    Official,
    /// Every well-formed component.
    Any,
}

/// How many blocks a Penguins Pool Party solution must have.
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

/// Options for reading a string. Options that do not apply to the kind of the string have no effect.
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
    /// How many blocks a Penguins Pool Party solution must have.
    pub blocks: Blocks,
    /// A Penguins Pool Party challenge. The blocks of a placement or solution must not cover its penguins.
    pub challenge: Option<penguins::Challenge>,
    /// A Race to the Raft state. An action must be legal on its board.
    pub board: Option<raft::PlayableState>,
    /// The Race to the Raft board on which an action is drawn.
    pub drawn_on: Option<raft::Board>,
    /// The game of a bot protocol message.
    pub game: Option<GameName>,
}

impl ReadOptions {
    pub(crate) fn affect(&self, kind: Kind) -> bool {
        (super::row(kind).is_affected)(self)
    }
}
