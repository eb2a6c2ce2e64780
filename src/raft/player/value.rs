//! Estimates the chance of winning in a position without simulating a game.
//!
//! The chance is a logistic function of a weighted sum of features. The example `examples/raft_value.rs` computes the
//! weights from games played by the greedy player and by the policy for simulated games.

use super::distance::{MOST, cards_needed};
use super::evaluate::{CatView, DETOUR, cat_views, total_cost};
use super::fire::hazard;
use super::game::{Phase, QuickGame};
use crate::grid::Bitboard;
use crate::raft::rules::bitboards::square;
use crate::raft::{Colour, Draw};

/// The number of features of a position.
pub const FEATURES: usize = 18;

/// The value of a won game.
pub(super) const WON: u64 = 1_000_000;

/// The weights of the features. The command `cargo run --release --example raft_value -- 150 4242` computes weights
/// from games of the current policies. These weights are older: when they were computed, the greedy player still
/// ignored card placements that shorten a path by only one square.
const WEIGHTS: [f64; FEATURES] = [
    -3.2955, 0.6513, 1.3984, -2.2494, -0.1916, -1.2183, -0.5726, 0.1252, -0.7517, -0.2396, -0.0277, -6.2403,
    0.1032, 0.7517, 0.9407, 0.4180, -0.6798, 6.6623,
];

/// A path is narrow if one of its steps (see [`CatView::each_step`]) has fewer squares than this number.
const NARROW: usize = 3;

/// Computes the features of a position: numbers of similar magnitude, from which the chance of winning is estimated.
///
/// The features are meant for positions where a hand must be drawn. They describe the length and width of the cats'
/// paths, the remaining cards, and the free squares that the cats do not need.
///
/// ```
/// use clowder::raft::{PlayableState, player::{QuickGame, features}};
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// assert_eq!(features(&game)[0], 1.0, "the first feature is constant");
/// assert_eq!(features(&game)[4], 2.0, "two cats cannot go to the raft yet");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn features(game: &QuickGame) -> [f64; FEATURES] {
    let views = cat_views(game);
    let needed = views.iter().fold(Bitboard::EMPTY, |all, view| all | view.needed());
    let open: Vec<&CatView> = views.iter().filter(|view| view.distance > 0).collect();
    let rounds = (game.decks().len() / usize::from(Draw::TOTAL)) as f64;
    let cost = f64::from(total_cost(&views).min(400));
    let longest = open.iter().map(|view| view.distance.min(30)).max().unwrap_or(0) as f64;
    let cards = |view: &&CatView| cards_needed(&game.boards, view.colour, square(view.at)).unwrap_or(20);
    let cards = open.iter().map(cards).sum::<usize>() as f64;
    let widths: Vec<usize> = open.iter().map(|view| width(view)).collect();
    let room = (game.boards.free - needed).len() as f64;
    let is_open = |colour: &Colour| open.iter().any(|view| view.colour == *colour);
    [
        1.0,
        cost / 20.0,
        rounds / 4.0,
        cost / (6.0 * rounds + 1.0),
        open.len() as f64,
        longest / 10.0,
        f64::from(hazard(game, needed, 100)) / 100.0,
        room / 20.0,
        cards / 4.0,
        widths.iter().map(|width| 1.0 / *width as f64).sum(),
        widths.iter().filter(|width| **width < NARROW).count() as f64,
        views.iter().filter(|view| view.distance > MOST).count() as f64,
        (game.boards.by_fire & needed & game.boards.free).len() as f64 / 10.0,
        cost * cost / 4000.0,
        (views.len() - open.len()) as f64,
        Colour::ALL.into_iter().filter(is_open).count() as f64,
        // Each card placement is followed by a tile placement, which covers about five squares.
        (5.0 * cards + 15.0 - room).max(0.0) / 20.0,
        1.0 / (rounds + 1.0),
    ]
}

/// Returns the number of squares in the narrowest step of a cat's paths, clamped to the range from 1 to 20.
fn width(view: &CatView) -> usize {
    let mut least = 20;
    view.each_step(DETOUR, |step| least = least.min(step.len().max(1)));
    least
}

/// The estimated chance of winning, on a scale from 0 to 1,000,000.
pub fn value(game: &QuickGame) -> u64 {
    match game.phase() {
        Phase::Won => WON,
        Phase::Lost => 0,
        _ => {
            let sum: f64 = features(game).iter().zip(&WEIGHTS).map(|(one, weight)| one * weight).sum();
            (WON as f64 / (1.0 + (-sum).exp())) as u64
        }
    }
}
