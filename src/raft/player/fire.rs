//! Computes how harmful a fire tile placement is, and estimates the share of tiles in the bag that cannot be placed
//! without harm.

use super::distance::{Field, Windows};
use super::evaluate::{CatView, DETOUR, cat_views, cost_change};
use super::game::{Choice, QuickGame};
use crate::grid::Bitboard;
use crate::raft::rules::oriented;
use crate::raft::{Action, FireAction, Position, TileId};

/// Harm of a placement per unit that it adds to the total cost of the cats' paths. Harm is measured in the same unit
/// as the [`weights`] of squares. With these values of [`WAYS`], [`CLOSER`] and [`NO_PLACE`], the greedy
/// player won the most games.
const WAYS: i32 = 20;
/// Harm per additional free square next to fire.
const CLOSER: i32 = 6;
/// Harm of a placement after which no tile in the bag has a harmless placement. If some tiles still have a
/// harmless placement, the harm is proportionally smaller.
const NO_PLACE: i32 = 100;
/// Approximate number of tiles in the bag for which a harmless placement is sought.
const SAMPLE: usize = 6;

/// Finds up to `most` placements of a tile, the least harmful first.
pub(super) fn best_tiles(game: &QuickGame, tile: TileId, most: usize) -> Vec<Choice> {
    let views = &cat_views(game)[..];
    let mut found = cheap_order(game, views, tile);
    found.sort_unstable_by_key(|(harm, _)| *harm);
    let windows = Windows::new(&game.boards);
    let needed = views.iter().fold(Bitboard::EMPTY, |all, view| all | view.needed());
    let next_to_fire = (game.boards.by_fire & game.boards.free).len() as i32;
    let mut best: Vec<(i32, FireAction)> = Vec::with_capacity(most + 1);
    for (harm, fire) in found {
        let worst = best.last().filter(|_| best.len() == most).map_or(i32::MAX, |(worst, _)| *worst);
        // Each later placement in this list covers squares with a total weight of at least `harm`. Fire never
        // shortens a path. Therefore, a later placement is better only if it reduces the number of free
        // squares next to fire by at least two, which is rare.
        if harm - 6 >= worst {
            break;
        }
        let mut copy = *game;
        let oriented = fire.oriented();
        copy.boards.place_tile(oriented, fire.at);
        let after = Windows::new(&copy.boards);
        let changed = oriented.squares_at(fire.at) | windows.difference(&after);
        let longer = cost_change(&copy.boards, &after, views, |_, view| !view.tight.is_disjoint(&changed));
        let closer = (copy.boards.by_fire & copy.boards.free).len() as i32 - next_to_fire;
        let mut value = longer * WAYS + harm + closer * CLOSER;
        if value < worst {
            copy.bag.remove(tile);
            value += hazard(&copy, needed, NO_PLACE);
        }
        let place = best.partition_point(|(other, _)| *other <= value);
        best.insert(place, (value, fire));
        best.truncate(most);
    }
    best.into_iter().map(|(_, fire)| Choice::Action(Action::Fire(fire))).collect()
}

/// Estimates the share of tiles in the bag that cannot be placed without harm. A placement is harmless if it covers no
/// square in `needed`. Only a few of the tiles are tested. The result ranges from 0 (every tested tile has a harmless
/// placement) to `whole` (no tested tile has a harmless placement).
pub(super) fn hazard(game: &QuickGame, needed: Bitboard, whole: i32) -> i32 {
    let mut room = Shifts::new(game.boards.free - needed);
    let mut by_fire = Shifts::new(game.boards.by_fire);
    let tested = game.bag.iter().step_by((game.bag.len() / SAMPLE).max(1));
    let (tested, without) = tested.fold((0, 0), |(tested, without), tile| {
        (tested + 1, without + i32::from(!fits_in(&mut room, &mut by_fire, tile)))
    });
    without * whole / tested.max(1)
}

/// A set of squares, with lazily computed copies that are shifted toward the origin.
struct Shifts {
    squares: Bitboard,
    shifted: [[Option<Bitboard>; 6]; 6],
}

impl Shifts {
    fn new(squares: Bitboard) -> Self {
        Self { squares, shifted: [[None; 6]; 6] }
    }

    #[inline]
    fn get(&mut self, down: u8, right: u8) -> Bitboard {
        let (down, right) = (usize::from(down), usize::from(right));
        *self.shifted[down][right].get_or_insert_with(|| self.squares.toward_origin(down, right))
    }
}

/// Whether the tile can be placed next to fire so that it covers only squares of `room`.
fn fits_in(room: &mut Shifts, by_fire: &mut Shifts, tile: TileId) -> bool {
    oriented::distinct(tile).any(|(.., tile)| {
        let cells = tile.shape.cells();
        let mut fits = room.squares;
        if let Some(first) = cells.first() {
            fits = room.get(first.row, first.column);
        }
        for cell in &cells[1..] {
            fits = fits & room.get(cell.row, cell.column);
        }
        !fits.is_empty() && cells.iter().any(|cell| !fits.is_disjoint(&by_fire.get(cell.row, cell.column)))
    })
}

/// Returns all distinct placements of a tile, each with the total weight of the squares that it covers.
fn cheap_order(game: &QuickGame, views: &[CatView], tile: TileId) -> Vec<(i32, FireAction)> {
    let weights = weights(game, views);
    let mut found = Vec::new();
    for (flipped, orientation, oriented) in oriented::distinct(tile) {
        for (row, column) in game.boards.tile_corners(oriented).iter() {
            let square =
                |(down, right): (u8, u8)| Field::index(row + usize::from(down), column + usize::from(right));
            let harm =
                oriented.shape.cells().iter().map(|cell| weights[square((cell.row, cell.column))]).sum();
            let at = Position::of_square((row, column));
            found.push((harm, FireAction { tile, at, flipped, orientation }));
        }
    }
    found
}

/// Weighs each square by its importance for the cats' paths. The fewer squares a step has (see
/// [`CatView::each_step`]), the larger their weights are. The squares around a step also have weights,
/// because a card that covers a square of the step covers some of the surrounding squares too.
fn weights(game: &QuickGame, views: &[CatView]) -> [i32; Field::SIDE * Field::SIDE] {
    let mut weights = [0; Field::SIDE * Field::SIDE];
    let mut add = |squares: Bitboard, weight: i32| {
        for (row, column) in squares.iter().filter(|_| weight > 0) {
            weights[Field::index(row, column)] += weight;
        }
    };
    for view in views {
        for (detour, share) in [(0, 20), (DETOUR, 40)] {
            view.each_step(detour, |step| {
                let count = step.len() as i32;
                if count > 0 {
                    add(step, 2 * share / count);
                    add((step.grown().grown() & game.boards.free) - step, share * 3 / count / 10);
                }
            });
        }
        add(view.tight & view.ways.own, 3);
    }
    weights
}
