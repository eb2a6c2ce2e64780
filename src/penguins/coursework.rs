//! The questions of the course's tests, with exactly their semantics: a block is an [`IceBlock`], whose hexagons are taken
//! as they are listed, even where they are no legal shape.

use super::{Block, Board, Challenge, Hex, Hexes, PartialSolution, Placement, Solution, solve};
use serde::{Deserialize, Serialize};

/// A block with its hexagons, as the course's tests write it: `{"id":"A","rotation":1,"hexes":[[3,2],…]}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct IceBlock {
    /// Which block.
    pub id: Block,
    /// How many times it is turned.
    pub rotation: u8,
    /// Its hexagons, the origin first.
    pub hexes: [Hex; 4],
}

impl From<Placement> for IceBlock {
    fn from(placement: Placement) -> Self {
        Self { id: placement.block(), rotation: placement.rotation(), hexes: placement.hexagons() }
    }
}

/// `findSolution`: the first solution of a challenge, if it has one.
pub fn find_solution(challenge: Challenge) -> Option<Solution> {
    solve(challenge, PartialSolution::EMPTY).next()
}

/// `getAllValidPlacements`: every place for a block that is not among those placed, on empty hexagons only. Block C
/// is listed at rotations 0 to 2.
pub fn all_valid_placements(board: Board, placed: &[IceBlock]) -> Vec<IceBlock> {
    let left = Block::ALL.into_iter().filter(|&block| placed.iter().all(|ice| ice.id != block));
    let places = left.flat_map(Block::placements).copied().map(IceBlock::from);
    places.filter(|&ice| is_ice_placement_valid(board, ice)).collect()
}

/// `isIcePlacementValid`: whether all four hexagons are on the board and empty.
pub fn is_ice_placement_valid(board: Board, ice: IceBlock) -> bool {
    ice.hexes.into_iter().all(|hex| board.empty().contains(hex))
}

/// `isSolution`: whether all four blocks are placed.
pub fn is_solution(placed: &[IceBlock]) -> bool {
    Block::ALL.into_iter().all(|block| placed.iter().any(|ice| ice.id == block))
}

/// `fixSymmetries`: block C at rotation 3 to 5 becomes the same block at 0 to 2, its hexagons reversed.
///
/// ```
/// use clowder::penguins::{Block, Hex};
/// use clowder::penguins::coursework::{IceBlock, fix_symmetries};
///
/// let ice = IceBlock { id: Block::C, rotation: 4, hexes: Block::C.hexagons(Hex::new(2, 1), 4) };
/// let fixed = fix_symmetries(ice);
/// assert_eq!((fixed.rotation, fixed.hexes[0]), (1, Hex::new(0, 3)));
/// ```
pub fn fix_symmetries(ice: IceBlock) -> IceBlock {
    let IceBlock { id, rotation, mut hexes } = ice;
    if rotation < id.rotations() || rotation >= Block::ROTATIONS {
        return ice;
    }
    hexes.reverse();
    IceBlock { id, rotation: rotation - id.rotations(), hexes }
}

/// `getNeighbours`: the hexagons around one, clockwise from the top, `None` where the board ends.
pub fn neighbours(hex: Hex) -> [Option<Hex>; 6] {
    hex.neighbours().map(|next| next.is_on_board().then_some(next))
}

/// `placeIceBlock`: the board with ice on the hexagons listed; those off the board change nothing.
pub fn place_ice_block(board: Board, ice: IceBlock) -> Board {
    let covered: Hexes = ice.hexes.into_iter().collect();
    Board::new(board.penguins(), board.ice().union(covered))
}
