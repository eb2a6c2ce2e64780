//! Estimates the chance of winning in a position without simulating a game.
//!
//! A small neural network computes the chance from features of the position. The example `examples/raft_value.rs`
//! trains it with games of the strong player.

use super::distance::{MOST, cards_needed};
use super::evaluate::{CatView, cat_views, total_cost};
use super::fire::hazard;
use super::game::{Phase, QuickGame};
use crate::grid::Bitboard;
use crate::raft::rules::bitboards::square;
use crate::raft::{Colour, Draw};

/// The number of features of a position.
pub const FEATURES: usize = 21;
/// The number of hidden units of the network.
pub const HIDDEN: usize = 6;

/// The value of a won game.
pub(super) const WON: u64 = 1_000_000;

/// The weights of the features in each hidden unit. A unit whose weighted sum is negative has the value 0.
#[rustfmt::skip]
const HIDDEN_WEIGHTS: [[f64; FEATURES]; HIDDEN] = [[2.2496, -1.1258, -0.2685, 0.1088, -0.0397, -0.2932, -0.0004, 1.0462, 0.0366, -0.3778, -6.9001, 0.6724, -0.7449, -0.0116, 0.0614, -0.0027, 0.4307, 0.1266, -0.0518, 0.0823, -0.2690], [-1.7716, 0.5109, 0.1271, 0.0203, -0.1429, -0.1544, -0.2593, -0.1946, -0.2105, 0.9107, -10.4761, -0.0952, 1.0024, 0.0847, -0.1297, -0.0119, 0.7126, 0.0082, -0.1501, -0.1381, 0.4117], [-0.0955, 0.1698, -0.0842, -0.0626, 0.1452, 0.3385, -0.3763, -0.2323, 0.2038, -0.2961, 2.6543, 0.2345, -1.1738, -0.5541, 0.3591, 0.0469, 0.6498, 0.4939, -0.1889, -0.2346, 0.6317], [2.0148, 0.2236, 0.0121, -0.1102, 0.1769, 0.2229, 0.0479, -0.4146, 0.4738, -0.4907, 0.6574, -0.2061, -1.2815, -0.4155, 0.0605, 0.0083, 0.0239, 0.2859, -0.0569, 0.1129, -0.2757], [-0.4383, -0.0311, 0.2626, 0.2583, 0.1232, 0.3367, -0.3109, 0.3510, -0.1124, -0.0682, 1.3860, 0.2722, -0.9236, 0.0357, -0.4057, 0.0711, -0.2517, -0.0832, 0.1796, 0.0556, -0.5165], [0.1090, 0.6390, 0.1983, 0.0095, -0.1665, -0.2999, 0.2578, -0.6927, -0.0717, -0.3221, -1.7456, 0.6367, -1.4078, 0.2520, 0.0329, -0.0283, 1.1872, 0.4649, 0.1141, 0.0892, -0.7102]];
/// The weights of the hidden units in the output.
const OUTPUT_WEIGHTS: [f64; HIDDEN] = [1.9145, 1.3150, -1.5568, -1.4189, -1.0860, -1.6823];
/// The weights from the features directly to the output, bypassing the hidden units.
#[rustfmt::skip]
const DIRECT_WEIGHTS: [f64; FEATURES] = [-0.2598, -0.3406, -0.1710, -0.0277, -0.1345, -0.3669, 0.1493, 0.3248, 0.3295, -0.2277, -9.4212, -0.5197, 0.9175, 0.1192, 0.2917, 0.0136, -0.0582, 0.1920, 0.2060, -0.1966, -1.0112];

/// Computes the features of a position: numbers of similar magnitude, from which the chance of winning is estimated.
///
/// The features are meant for positions where a hand must be drawn. They describe the cats' paths, the squares that are
/// left for cards and fire, and the cards and tiles that are left.
///
/// ```
/// use clowder::raft::{PlayableState, player::{QuickGame, features}};
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// assert_eq!(features(&game)[0], 1.0, "the first feature is constant");
/// assert_eq!(features(&game)[1], 2.0, "two cats cannot go to the raft yet");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn features(game: &QuickGame) -> [f64; FEATURES] {
    let views = cat_views(game);
    let open: Vec<&CatView> = views.iter().filter(|view| view.distance > 0).collect();
    let cost = f64::from(total_cost(&views).min(400));
    let steps = open.iter().map(|view| view.distance.min(30)).sum::<usize>() as f64;
    let cards = |view: &&CatView| cards_needed(&game.boards, view.colour, square(view.at)).unwrap_or(20);
    let cards = open.iter().map(cards).sum::<usize>() as f64;
    let is_open = |colour: &Colour| open.iter().any(|view| view.colour == *colour);
    // The number of squares on a cat's paths that cards can cover now, relative to the cat's distance.
    let width = |view: &&CatView| (view.near & view.ways.open()).len() as f64 / (view.distance as f64 + 1.0);
    let home = |view: &&CatView| view.ways.home.len() as f64;
    let rounds = (game.decks().len() / usize::from(Draw::TOTAL)) as f64;
    let free = game.boards.free;
    let squares = free.len() as f64;
    let by_fire = game.boards.by_fire & free;
    let needed = views.iter().fold(Bitboard::EMPTY, |all, view| all | view.needed());
    // Each card placement is followed by a tile placement, which covers about five squares.
    let missing = 5.0 * cards + 15.0 - (free - needed).len() as f64;
    [
        1.0,
        open.len() as f64,
        cost / 20.0,
        cost * cost / 4000.0,
        steps / 10.0,
        cards / 4.0,
        views.iter().filter(|view| view.distance > MOST).count() as f64,
        Colour::ALL.into_iter().filter(is_open).count() as f64,
        open.iter().map(width).fold(6.0, f64::min),
        open.iter().map(home).fold(9.0, f64::min) / 3.0,
        1.0 / (rounds + 1.0),
        game.bag().len() as f64 / 10.0,
        squares / 40.0,
        (squares / (10.0 * cards + 1.0)).min(10.0),
        (squares / (steps + 1.0)).min(20.0) / 4.0,
        parts(free) as f64,
        (free - by_fire).windows().len() as f64 / 40.0,
        by_fire.len() as f64 / 10.0,
        (by_fire - needed).len() as f64 / 10.0,
        missing.max(0.0) / 20.0,
        f64::from(hazard(game, needed, 100)) / 100.0,
    ]
}

/// Returns the number of connected parts of a set of squares.
fn parts(mut squares: Bitboard) -> usize {
    let mut parts = 0;
    while let Some((row, column)) = squares.iter().next() {
        squares = squares - Bitboard::square(row, column).flood(squares);
        parts += 1;
    }
    parts
}

/// The estimated chance of winning, on a scale from 0 to 1,000,000.
pub fn value(game: &QuickGame) -> u64 {
    match game.phase() {
        Phase::Won => WON,
        Phase::Lost => 0,
        _ => {
            let features = features(game);
            let dot = |weights: &[f64; FEATURES]| -> f64 {
                features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
            };
            let units = HIDDEN_WEIGHTS.iter().zip(OUTPUT_WEIGHTS);
            let sum =
                dot(&DIRECT_WEIGHTS) + units.map(|(unit, weight)| dot(unit).max(0.0) * weight).sum::<f64>();
            (WON as f64 / (1.0 + (-sum).exp())) as u64
        }
    }
}
