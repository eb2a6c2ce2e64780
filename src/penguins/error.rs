//! The error type of the constructors.

use super::Block;

/// The reason why a value of Penguins Pool Party cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PenguinsError {
    /// A challenge would have no penguin or more than four.
    #[error("a challenge has one to four penguins")]
    PenguinCount,
    /// A block would have a rotation greater than 5.
    #[error("a rotation is a number from 0 to 5")]
    Rotation,
    /// A block would be partly off the board.
    #[error("block {0} is partly off the board")]
    OffBoard(Block),
    /// A block would be placed twice.
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
    /// The string of a board does not have twenty letters, or has a letter other than `E`, `P` and `I`.
    #[error("a board has twenty letters, and each is E, P or I")]
    BoardLetters,
}
