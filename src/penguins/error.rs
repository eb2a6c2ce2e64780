//! The error type of the constructors of Penguins Pool Party.

use super::Block;

/// The reason why a value of Penguins Pool Party cannot be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PenguinsError {
    /// A challenge has no penguins, or more than four.
    #[error("a challenge must have one to four penguins")]
    PenguinCount,
    /// The rotation of a block is greater than 5.
    #[error("a rotation must be a number from 0 to 5")]
    Rotation,
    /// At least one hexagon of the block is off the board.
    #[error("block {0} is partly off the board")]
    OffBoard(Block),
    /// The block is placed twice.
    #[error("block {0} is placed twice")]
    PlacedTwice(Block),
    /// The block overlaps another block.
    #[error("block {0} overlaps another block")]
    Overlap(Block),
    /// A block is missing in a solution.
    #[error("a solution must have all four blocks")]
    MissingBlock,
    /// A block covers a penguin.
    #[error("a block covers a penguin")]
    OnPenguin,
    /// The string of a board does not have twenty letters, or has a letter other than `E`, `P` and `I`.
    #[error("a board must have twenty letters, and each letter must be E, P or I")]
    BoardLetters,
}
