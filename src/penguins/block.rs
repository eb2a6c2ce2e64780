//! The four ice blocks and the places where they can lie.

use super::{Hex, Hexes};
use std::fmt;

/// One of the four ice blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Block {
    /// `A`
    A,
    /// `B`
    B,
    /// `C`, which looks the same turned half around.
    C,
    /// `D`
    D,
}

/// The hexagons of each block at rotation 0 with its origin at (0, 0): the shapes of `data/penguins.json`.
const SHAPES: [[Hex; 4]; 4] = [
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(-1, -1), Hex::new(-2, -1)],
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(-1, -1), Hex::new(-2, -2)],
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(-1, -1), Hex::new(-1, -2)],
    [Hex::new(0, 0), Hex::new(0, -1), Hex::new(0, -2), Hex::new(-1, -1)],
];

impl Block {
    /// The four blocks in the order of their letters.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];
    /// How many rotations there are, each 60° on from the one before.
    pub const ROTATIONS: u8 = 6;

    /// Its letter.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// The block of a letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A' => Some(Self::A),
            'B' => Some(Self::B),
            'C' => Some(Self::C),
            'D' => Some(Self::D),
            _ => None,
        }
    }

    /// How many rotations make a difference: three for C, whose other three are the same from its other end.
    pub const fn rotations(self) -> u8 {
        match self {
            Self::C => 3,
            _ => Self::ROTATIONS,
        }
    }

    /// The four hexagons it covers from an origin, turned `rotation` times 60° clockwise about it: the origin
    /// first, on the board or not.
    ///
    /// ```
    /// use clowder::penguins::{Block, Hex};
    ///
    /// let hexes = Block::A.hexagons(Hex::new(3, 2), 1).map(|hex| (hex.x, hex.y));
    /// assert_eq!(hexes, [(3, 2), (4, 1), (4, 0), (3, 0)]);
    /// ```
    pub const fn hexagons(self, origin: Hex, rotation: u8) -> [Hex; 4] {
        let mut hexes = SHAPES[self as usize];
        let (origin_q, origin_r) = origin.axial();
        let mut index = 0;
        while index < hexes.len() {
            let (mut q, mut r) = hexes[index].axial();
            let mut turn = 0;
            while turn < rotation {
                (q, r) = (-r, q + r);
                turn += 1;
            }
            hexes[index] = Hex::from_axial((origin_q + q, origin_r + r));
            index += 1;
        }
        hexes
    }

    /// Every way it can lie on an empty board, in the order of their strings.
    pub const fn placements(self) -> &'static [Placement] {
        let (start, end) = RANGES[self as usize];
        PLACEMENTS.split_at(end).0.split_at(start).1
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A block that lies on the board, all four hexagons of it, written in the one canonical way: block C never at
/// rotation 3 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    block: Block,
    /// Column and row, so that placements sort as their strings do.
    x: u8,
    y: u8,
    rotation: u8,
    hexes: Hexes,
}

impl Placement {
    /// The block at an origin and a rotation of 0 to 5; `None` where it reaches off the board. Block C at rotation
    /// 3 to 5 is taken from its other end.
    ///
    /// ```
    /// use clowder::penguins::{Block, Hex, Placement};
    ///
    /// let turned = Placement::new(Block::C, Hex::new(2, 1), 4).expect("it is on the board");
    /// assert_eq!(turned.to_string(), "C031");
    /// assert_eq!(Placement::new(Block::A, Hex::new(0, 0), 0), None);
    /// ```
    pub const fn new(block: Block, origin: Hex, rotation: u8) -> Option<Self> {
        if rotation >= Block::ROTATIONS {
            return None;
        }
        let hexes = block.hexagons(origin, rotation);
        // A hexagon off the board is in no set.
        let hexes = Hexes::EMPTY.with(hexes[0]).with(hexes[1]).with(hexes[2]).with(hexes[3]);
        if hexes.len() < 4 {
            return None;
        }
        let (origin, rotation) = from_lower_end(block, origin, rotation);
        Some(Self { block, x: origin.x as u8, y: origin.y as u8, rotation, hexes })
    }

    /// Which block it is.
    pub const fn block(self) -> Block {
        self.block
    }

    /// Where its origin lies.
    pub const fn origin(self) -> Hex {
        Hex::new(self.x as i32, self.y as i32)
    }

    /// How many times it is turned by 60° clockwise.
    pub const fn rotation(self) -> u8 {
        self.rotation
    }

    /// Its four hexagons, the origin first.
    pub const fn hexagons(self) -> [Hex; 4] {
        self.block.hexagons(self.origin(), self.rotation)
    }

    /// The set of its four hexagons.
    pub const fn hexes(self) -> Hexes {
        self.hexes
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", self.block, self.x, self.y, self.rotation)
    }
}

/// The canonical origin and rotation of the same four hexagons: those given, or for block C at rotation 3 to 5
/// its other end.
pub(super) const fn from_lower_end(block: Block, origin: Hex, rotation: u8) -> (Hex, u8) {
    if rotation < block.rotations() {
        return (origin, rotation);
    }
    (block.hexagons(origin, rotation)[3], rotation - block.rotations())
}

/// How many ways there are to lay one block on the empty board: 46, 36, 19 and 49.
const COUNT: usize = 150;

/// Where each block's placements stand in [`PLACEMENTS`].
const RANGES: [(usize, usize); 4] = [(0, 46), (46, 82), (82, 101), (101, COUNT)];

/// Every placement, in the order of their strings; made by the compiler, so that nothing is done at start-up.
static PLACEMENTS: [Placement; COUNT] = {
    let mut all = [Placement { block: Block::A, x: 0, y: 0, rotation: 0, hexes: Hexes::EMPTY }; COUNT];
    let mut count = 0;
    let mut next = 0;
    // Block, column, row, rotation: the digits of a mixed-radix number, the last changing quickest.
    while next < 4 * 5 * 4 * 6 {
        let block = Block::ALL[next / 120];
        let rotation = (next % 6) as u8;
        let origin = Hex::new((next / 24 % 5) as i32, (next / 6 % 4) as i32);
        if rotation < block.rotations()
            && let Some(placement) = Placement::new(block, origin, rotation)
        {
            assert!(RANGES[block as usize].0 <= count && count < RANGES[block as usize].1);
            all[count] = placement;
            count += 1;
        }
        next += 1;
    }
    assert!(count == COUNT);
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_is_the_edge_the_origin_touches() {
        // The game's own reading: turned n times, the origin's neighbour in the block is the n-th clockwise.
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
    fn block_c_has_two_ends() {
        for rotation in 0..3 {
            let hexes = Block::C.hexagons(Hex::new(2, 1), rotation);
            let mut other = Block::C.hexagons(hexes[3], rotation + 3);
            other.reverse();
            assert_eq!(hexes, other);
        }
    }

    #[test]
    fn placements_sort_as_their_strings() {
        let strings: Vec<_> = PLACEMENTS.iter().map(ToString::to_string).collect();
        assert!(strings.is_sorted());
        assert!(PLACEMENTS.is_sorted());
    }
}
