//! The options for reading a string.

use crate::games::GameName;
use crate::notation::Kind;
use crate::{penguins, raft};

/// Which components are accepted for the kinds `pathway-card`, `fire-tile`, `cat-card` and `raft-card`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Components {
    /// Only the components of the game.
    #[default]
    Official,
    /// Every well-formed component.
    Any,
}

/// How many blocks a solution of Penguins Pool Party must have.
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

/// Options for reading a string. Options that do not apply to its kind have no effect.
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
    /// The challenge whose penguins a placement or a solution of Penguins Pool Party must not cover.
    pub challenge: Option<penguins::Challenge>,
    /// The state whose board an action of Race to the Raft must fit.
    pub board: Option<raft::PlayableState>,
    /// The board on which an action of Race to the Raft is drawn.
    pub drawn_on: Option<raft::Board>,
    /// The game that a message of the bot protocol belongs to.
    pub game: Option<GameName>,
}

impl ReadOptions {
    /// Whether any option is set that matters for this kind.
    pub(crate) fn affect(&self, kind: Kind) -> bool {
        (super::row(kind).is_affected)(self)
    }
}
