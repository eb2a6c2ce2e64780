use super::{Card, Orientation};

/// The reason why a value cannot be created from its parts.
///
/// ```
/// use clowder::raft::{TileId, ValueError};
///
/// assert_eq!(TileId::new(31), Err(ValueError::FireTile(31)));
/// assert_eq!(ValueError::FireTile(31).to_string(), "there is no fire tile 31; the tiles are numbered 0 to 30");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// There is no pathway card with this number in a deck.
    #[error("there is no pathway card {0} in a deck; the cards are numbered 0 to 24")]
    PathwayCard(u8),
    /// There is no fire tile with this number.
    #[error("there is no fire tile {0}; the tiles are numbered 0 to 30")]
    FireTile(u8),
    /// The string is not the letter of a fire tile.
    #[error("a fire tile is named by one letter, `a` to `z` or `A` to `E`")]
    FireTileLetter,
    /// There is no cat card with this number.
    #[error("there is no cat card {0}; the cards are numbered 0 to 6")]
    CatCard(u8),
    /// There is no raft card with this number.
    #[error("there is no raft card {0}; the cards are numbered 0 to 3")]
    RaftCard(u8),
    /// The row or the column has more than two digits.
    #[error("({row}, {column}) is not a position; rows and columns are 0 to 99")]
    Position {
        /// The row that was given.
        row: u8,
        /// The column that was given.
        column: u8,
    },
    /// No board has this size.
    #[error("a board has 12, 15 or 18 rows of 9 or 18 squares, not {height} rows of {width}")]
    BoardSize {
        /// The number of rows that was given.
        height: u8,
        /// The number of columns that was given.
        width: u8,
    },
    /// There are too many cards for a hand.
    #[error("a hand has at most 6 cards, not {0}")]
    HandSize(usize),
    /// The total number of cards in a draw is not six.
    #[error("a draw is exactly 6 cards, not {0}")]
    DrawTotal(u32),
    /// The rotation of a small island is a quarter turn.
    #[error("the rotation of a small island is `N` or `S`, not `{}`", .0.letter())]
    SmallIslandRotation(Orientation),
    /// The two discards of a move are the same card.
    #[error("the two discards must be different cards, but both are `{0}`")]
    SameDiscard(Card),
    /// The shape of a fire tile has more than ten rows or columns.
    #[error("a fire tile has at most 10 rows and 10 columns")]
    FireTileShape,
}
