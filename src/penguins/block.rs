//! The four ice blocks and their placements.

use super::{Hex, Hexes};
use std::fmt;
use std::sync::LazyLock;

/// One of the four ice blocks.
///
/// # Examples
/// ```
/// use clowder::penguins::Block;
///
/// assert_eq!(Block::ALL.map(Block::letter), ['A', 'B', 'C', 'D']);
/// assert_eq!(Block::C.rotations(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Block {
    /// Block A.
    A,
    /// Block B.
    B,
    /// Block C, which looks the same after a half turn.
    C,
    /// Block D.
    D,
}

/// The hexagons covered by each unrotated block with its origin at (0, 0), as in `data/penguins.json`.
const SHAPES: [[Hex; 4]; 4] = [
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(-1, -1), Hex::new(-2, -1)],
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(-1, -1), Hex::new(-2, -2)],
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(-1, -1), Hex::new(-1, -2)],
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(0, -2), Hex::new(-1, -1)],
];

impl Block {
    /// The four blocks in alphabetical order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];
    /// The number of rotations. Rotation `n`, counted from 0, turns a block clockwise by `n` × 60°.
    pub const ROTATIONS: u8 = 6;

    /// The letter of the block.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// Returns the block with this letter, if any.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|block| block.letter() == letter)
    }

    /// The number of distinguishable rotations: three for block C, six for the other blocks.
    pub const fn rotations(self) -> u8 {
        match self {
            Self::C => 3,
            _ => Self::ROTATIONS,
        }
    }

    /// Returns the four hexagons of the block, rotated clockwise about the origin by `rotation` × 60°. The
    /// origin comes first. Some of the hexagons may be off the board.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Block, Hex};
    ///
    /// let hexes = Block::A.hexagons(Hex::new(3, 2), 1).map(|hex| (hex.x, hex.y));
    /// assert_eq!(hexes, [(3, 2), (4, 1), (4, 0), (3, 0)]);
    /// ```
    pub fn hexagons(self, origin: Hex, rotation: u8) -> [Hex; 4] {
        let (origin_q, origin_r) = origin.axial();
        SHAPES[self as usize].map(|hex| {
            let turned = |(q, r): (i64, i64), _| (-r, q + r);
            let (q, r) = (0..rotation % Self::ROTATIONS).fold(hex.axial(), turned);
            Hex::from_axial((origin_q + q, origin_r + r))
        })
    }

    /// Lists every placement of the block on an empty board, sorted by placement string.
    pub fn placements(self) -> &'static [Placement] {
        static ALL: LazyLock<[Vec<Placement>; 4]> = LazyLock::new(|| Block::ALL.map(Block::find_placements));
        &ALL[self as usize]
    }

    fn find_placements(self) -> Vec<Placement> {
        let columns = (0..Hex::COLUMNS).flat_map(|x| (0..Hex::ROWS).map(move |y| Hex::new(x, y)));
        let poses = columns.flat_map(|hex| (0..self.rotations()).map(move |rotation| (hex, rotation)));
        poses.filter_map(|(hex, rotation)| Placement::new(self, hex, rotation).ok()).collect()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A placed block and the four hexagons that it covers. For block C, the rotation is always 0 to 2, because
/// rotations 3 to 5 cover the same hexagons.
///
/// # Examples
/// ```
/// use clowder::penguins::{Block, Hex, Placement};
///
/// let placement: Placement = "A321".parse()?;
/// assert_eq!((placement.block(), placement.origin(), placement.rotation()), (Block::A, Hex::new(3, 2), 1));
/// assert_eq!(placement.hexes().len(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    block: Block,
    /// Column of the origin, declared before the row so that the derived order equals the order of the
    /// placement strings.
    x: u8,
    y: u8,
    rotation: u8,
    hexes: Hexes,
}

impl Placement {
    /// Places a block with the given origin and rotation. Rotations 3 to 5 of block C are normalized to 0 to
    /// 2, with the block's other end as the origin.
    ///
    /// # Errors
    /// Returns an error if the block is partly off the board, or if the rotation is greater than 5.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Block, Hex, PenguinsError, Placement};
    ///
    /// let turned = Placement::new(Block::C, Hex::new(2, 1), 4)?;
    /// assert_eq!(turned.to_string(), "C031");
    /// let outside = Placement::new(Block::A, Hex::new(0, 0), 0);
    /// assert_eq!(outside, Err(PenguinsError::OffBoard(Block::A)));
    /// # Ok::<(), PenguinsError>(())
    /// ```
    pub fn new(block: Block, origin: Hex, rotation: u8) -> Result<Self, PenguinsError> {
        if rotation >= Block::ROTATIONS {
            return Err(PenguinsError::Rotation);
        }
        let hexagons = block.hexagons(origin, rotation);
        if !hexagons.into_iter().all(Hex::is_on_board) {
            return Err(PenguinsError::OffBoard(block));
        }
        let (origin, rotation) = from_lower_end(block, origin, rotation);
        let hexes = hexagons.into_iter().collect();
        Ok(Self { block, x: origin.x as u8, y: origin.y as u8, rotation, hexes })
    }

    /// The placed block.
    pub const fn block(self) -> Block {
        self.block
    }

    /// The origin of the block.
    pub const fn origin(self) -> Hex {
        Hex::new(self.x as i32, self.y as i32)
    }

    /// The rotation (0 to 5), in steps of 60° clockwise.
    pub const fn rotation(self) -> u8 {
        self.rotation
    }

    /// The four hexagons that the block covers, beginning with the origin.
    pub fn hexagons(self) -> [Hex; 4] {
        self.block.hexagons(self.origin(), self.rotation)
    }

    /// The set of the four covered hexagons.
    pub const fn hexes(self) -> Hexes {
        self.hexes
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", self.block, self.x, self.y, self.rotation)
    }
}

/// Normalizes origin and rotation without changing the covered hexagons. Affects only rotations 3 to 5 of block
/// C: the other end of the block becomes the origin.
pub(super) fn from_lower_end(block: Block, origin: Hex, rotation: u8) -> (Hex, u8) {
    if rotation < block.rotations() {
        return (origin, rotation);
    }
    (block.hexagons(origin, rotation)[3], rotation - block.rotations())
}

/// The reason why a Penguins Pool Party value cannot be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PenguinsError {
    /// A challenge has no penguins, or more than four.
    #[error("a challenge must have one to four penguins")]
    PenguinCount,
    /// The rotation is greater than 5.
    #[error("a rotation must be a number from 0 to 5")]
    Rotation,
    /// Part or all of the block is off the board.
    #[error("block {0} is partly off the board")]
    OffBoard(Block),
    /// The same block is placed twice.
    #[error("block {0} is placed twice")]
    PlacedTwice(Block),
    /// The block overlaps another block.
    #[error("block {0} overlaps another block")]
    Overlap(Block),
    /// A solution lacks one of the four blocks.
    #[error("a solution must have all four blocks")]
    MissingBlock,
    /// A block covers a penguin.
    #[error("a block covers a penguin")]
    OnPenguin,
    /// The board string does not consist of exactly twenty letters `E`, `P` or `I`.
    #[error("a board must have twenty letters, and each letter must be E, P or I")]
    BoardLetters,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_is_the_edge_the_origin_touches() {
        // In the rules of the game, the rotation is the number of the edge at which the origin touches the
        // rest of the block.
        for block in Block::ALL {
            for rotation in 0..Block::ROTATIONS {
                let hexes = block.hexagons(Hex::new(2, 2), rotation);
                let around = hexes[0].neighbours();
                let touched: Vec<_> = (0..6).filter(|&edge| hexes[1..].contains(&around[edge])).collect();
                assert_eq!(touched, [usize::from(rotation)], "{block}{rotation}");
            }
        }
    }

    #[test]
    fn hexagons_far_off_the_board_are_rejected_without_overflow() {
        for block in Block::ALL {
            for rotation in 0..=u8::MAX {
                for x in [i32::MIN, -1, 5, i32::MAX] {
                    for y in [i32::MIN, 0, i32::MAX] {
                        assert!(Placement::new(block, Hex::new(x, y), rotation).is_err());
                    }
                }
            }
        }
    }

    #[test]
    fn block_c_has_two_ends() {
        for rotation in 0..3 {
            let hexes = Block::C.hexagons(Hex::new(2, 1), rotation);
            let mut other = Block::C.hexagons(hexes[3], rotation + 3);
            other.reverse();
            assert_eq!(hexes, other);
        }
    }

    #[test]
    fn placements_are_ordered_like_their_strings() {
        let placements: Vec<_> = Block::ALL.iter().flat_map(|block| block.placements()).collect();
        let strings: Vec<_> = placements.iter().map(ToString::to_string).collect();
        assert!(strings.is_sorted() && placements.is_sorted());
    }
}
