//! The functions required by the course assignment, which behave exactly as the tests of the assignment
//! expect. Blocks are passed as [`IceBlock`]s, whose hexagons are used as listed, even if they do not form
//! the block's shape.

use super::{Block, Board, Challenge, Hex, Hexes, PartialSolution, Placement, Solution, solve};
use serde::{Deserialize, Serialize};

/// A block with its hexagons, as written in the tests: `{"id":"A","rotation":1,"hexes":[[3,2],…]}`. The three
/// fields may contradict each other.
///
/// # Examples
/// ```
/// use clowder::penguins::{Placement, coursework::IceBlock};
///
/// let block = IceBlock::from("A321".parse::<Placement>()?);
/// let json = serde_json::to_string(&block).expect("the block can be written");
/// assert_eq!(json, r#"{"id":"A","rotation":1,"hexes":[[3,2],[4,1],[4,0],[3,0]]}"#);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct IceBlock {
    /// The block.
    pub id: Block,
    /// The rotation, in steps of 60° clockwise.
    pub rotation: u8,
    /// The hexagons covered by the block, beginning with the origin.
    pub hexes: [Hex; 4],
}

impl From<Placement> for IceBlock {
    fn from(placement: Placement) -> Self {
        Self { id: placement.block(), rotation: placement.rotation(), hexes: placement.hexagons() }
    }
}

/// Implements `findSolution`: returns the first solution of a challenge.
pub fn find_solution(challenge: Challenge) -> Option<Solution> {
    solve(challenge, PartialSolution::EMPTY).next()
}

/// Implements `getAllValidPlacements`: lists the placements of each remaining block on empty hexagons. Block
/// C is listed only with rotations 0 to 2.
///
/// # Examples
/// ```
/// use clowder::penguins::{Board, coursework::all_valid_placements};
///
/// assert_eq!(all_valid_placements(Board::default(), &[]).len(), 46 + 36 + 19 + 49);
/// ```
pub fn all_valid_placements(board: Board, placed: &[IceBlock]) -> Vec<IceBlock> {
    let left = Block::ALL.into_iter().filter(|&block| placed.iter().all(|ice| ice.id != block));
    let places = left.flat_map(Block::placements).copied().map(IceBlock::from);
    places.filter(|&ice| is_ice_placement_valid(board, ice)).collect()
}

/// Implements `isIcePlacementValid`: returns whether all four hexagons of the block are on the board and
/// empty.
pub fn is_ice_placement_valid(board: Board, ice: IceBlock) -> bool {
    ice.hexes.into_iter().all(|hex| board.empty().contains(hex))
}

/// Implements `isSolution`: returns whether all four blocks are placed.
///
/// # Examples
/// ```
/// assert!(!clowder::penguins::coursework::is_solution(&[]));
/// ```
pub fn is_solution(placed: &[IceBlock]) -> bool {
    Block::ALL.into_iter().all(|block| placed.iter().any(|ice| ice.id == block))
}

/// Implements `fixSymmetries`: replaces rotation 3, 4 or 5 of block C with the equivalent rotation 0, 1 or 2, and
/// reverses the hexagons. Any other block or rotation is returned unchanged.
///
/// # Examples
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

/// Implements `getNeighbours`: returns the six hexagons around a hexagon, clockwise from the top, with `None`
/// for neighbours off the board.
pub fn neighbours(hex: Hex) -> [Option<Hex>; 6] {
    hex.neighbours().map(|next| next.is_on_board().then_some(next))
}

/// Implements `placeIceBlock`: puts ice on the hexagons of the block, ignoring hexagons off the board.
pub fn place_ice_block(board: Board, ice: IceBlock) -> Board {
    let covered: Hexes = ice.hexes.into_iter().collect();
    Board::new(board.penguins(), board.ice().union(covered))
}
