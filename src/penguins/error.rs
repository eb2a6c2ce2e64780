//! The error type of the constructors of Penguins Pool Party.

use super::Block;

/// The reason why a value of Penguins Pool Party cannot be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PenguinsError {
    /// The number of penguins in a challenge is not from one to four.
    #[error("a challenge has one to four penguins")]
    PenguinCount,
    /// The rotation of a block is greater than 5.
    #[error("a rotation is a number from 0 to 5")]
    Rotation,
    /// The block is partly off the board.
    #[error("block {0} is partly off the board")]
    OffBoard(Block),
    /// The block is placed twice.
    #[error("block {0} is placed twice")]
    PlacedTwice(Block),
    /// The block overlaps another block.
    #[error("block {0} overlaps another block")]
    Overlap(Block),
    /// A block is missing in a solution.
    #[error("a solution has all four blocks")]
    MissingBlock,
    /// A block covers a penguin.
    #[error("a block covers a penguin")]
    OnPenguin,
    /// The string of a board does not have twenty letters, or has a letter other than `E`, `P` and `I`.
    #[error("a board has twenty letters, and each is E, P or I")]
    BoardLetters,
}
