//! The harm that a fire tile does.

use super::distance::Field;
use super::evaluate::{CatView, total_cost};
use super::game::QuickGame;
use crate::grid::Bitboard;
use crate::raft::rules::{oriented, placement};
use crate::raft::{FireAction, Position, TileId};

/// The weight of the cost of longer ways, compared with the weights of squares.
const WAYS: i32 = 20;

/// Returns the placements of a tile that do least harm, the best first.
pub(super) fn best_tiles(game: &QuickGame, views: &[CatView], tile: TileId, most: usize) -> Vec<FireAction> {
    let mut found = cheap_order(game, views, tile);
    found.sort_unstable_by_key(|(harm, _)| *harm);
    let before = total_cost(&game.boards) as i32;
    let next_to_fire = (game.boards.by_fire & game.boards.free).len() as i32;
    let mut best: Vec<(i32, FireAction)> = Vec::with_capacity(most + 1);
    for (harm, fire) in found {
        // Fire never shortens a way, and a tile of at most six squares removes at most six squares next to fire.
        // Therefore, no later placement is better than this.
        if best.len() == most && best.last().is_some_and(|(worst, _)| harm - 6 >= *worst) {
            break;
        }
        let mut boards = game.boards;
        boards.place_tile(oriented::tile(fire.tile, fire.flipped, fire.orientation), fire.at);
        let closer = (boards.by_fire & boards.free).len() as i32 - next_to_fire;
        let value = (total_cost(&boards) as i32 - before) * WAYS + harm + closer;
        let place = best.partition_point(|(other, _)| *other <= value);
        best.insert(place, (value, fire));
        best.truncate(most);
    }
    best.into_iter().map(|(_, fire)| fire).collect()
}

/// Returns all placements, each with the sum of the weights of its squares.
fn cheap_order(game: &QuickGame, views: &[CatView], tile: TileId) -> Vec<(i32, FireAction)> {
    let weights = weights(game, views);
    let mut found = Vec::new();
    for (flipped, orientation, oriented) in oriented::orientations(tile) {
        if oriented.multiplicity == 0 {
            continue;
        }
        for (row, column) in placement::tile_corners(&game.boards, oriented).iter() {
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

/// Returns how much each square matters for the ways of the cats. The squares of a narrow step matter more, and those
/// around it too, because cards need them.
fn weights(game: &QuickGame, views: &[CatView]) -> [i32; Field::SIDE * Field::SIDE] {
    let mut weights = [0; Field::SIDE * Field::SIDE];
    let mut add = |squares: Bitboard, weight: i32| {
        for (row, column) in squares.iter().filter(|_| weight > 0) {
            weights[Field::index(row, column)] += weight;
        }
    };
    for view in views {
        for (detour, share) in [(0, 20), (2, 40)] {
            view.each_step(detour, |step| {
                let count = step.len() as i32;
                if count > 0 {
                    add(step, 2 * share / count);
                    add((step.grown().grown() & game.boards.free) - step, share * 3 / count / 10);
                }
            });
        }
        add(view.corridor(0) & view.ways.own, 3);
    }
    weights
}
