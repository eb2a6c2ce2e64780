//! The error of the checked constructors.

use super::Block;

/// The reason why values of Penguins Pool Party cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PenguinsError {
    /// A challenge would have no penguin, or more than four.
    #[error("a challenge has one to four penguins")]
    PenguinCount,
    /// A block would be turned by more than five times 60°.
    #[error("a rotation is a number from 0 to 5")]
    Rotation,
    /// A block would reach off the board.
    #[error("block {0} reaches off the board")]
    OffBoard(Block),
    /// A block would be on the board twice.
    #[error("block {0} is placed twice")]
    PlacedTwice(Block),
    /// A block would overlap another block.
    #[error("block {0} overlaps another block")]
    Overlap(Block),
    /// A solution would not have all four blocks.
    #[error("a solution has all four blocks")]
    MissingBlock,
    /// A block would cover a penguin.
    #[error("a block covers a penguin")]
    OnPenguin,
    /// The text of a board does not have twenty letters, or has a letter other than `E`, `P` and `I`.
    #[error("a board has twenty letters, each of them E, P or I")]
    BoardLetters,
}
