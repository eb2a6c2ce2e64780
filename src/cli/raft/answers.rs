//! Members of the JSON answers about states of Race to the Raft.

use crate::raft::player::{Estimate, Way};
use crate::raft::rules::CutOffCat;
use crate::raft::{Colour, Position};

/// The result of drawing cards or a tile.
#[derive(Clone, serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DrawnPiece {
    /// The index of the draw among the actions, counted from 0.
    pub(super) action: usize,
    /// The letter of the tile, or the cards as a hand.
    pub(super) drawn: String,
}

/// A choice with its estimated chance of winning.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct OptionOut {
    /// The action or the draw.
    action: String,
    /// The estimated chance of winning, from 0 to 1.
    chance: f64,
    /// The bounds of the 95 % confidence interval for the chance of winning.
    interval: [f64; 2],
    /// The number of games that were simulated after the action.
    games: u32,
}

/// A cat's path to the raft.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct WayOut {
    /// The colour of the cat.
    colour: &'static str,
    /// The row and the column of the cat.
    square: [u8; 2],
    /// A lower bound for the number of cards that must be placed; `null` if the cat can no longer reach the raft.
    cards: Option<usize>,
    /// The squares of a shortest path in order from the cat to the raft, without those that already have the right colour.
    squares: Vec<[u8; 2]>,
}

/// The JSON of a cat that is cut off from the raft.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct CatOut {
    /// The colour of the cat; `null` if any colour is possible.
    colour: Option<&'static str>,
    /// The row and the column of the cat.
    square: [u8; 2],
    /// The squares that stop the cat, each given as a row and a column.
    stopped_by: Vec<[u8; 2]>,
}

impl From<&Estimate> for OptionOut {
    fn from(one: &Estimate) -> Self {
        let round = |share: f64| (share * 10_000.0).round() / 10_000.0;
        let (low, high) = one.interval();
        let interval = [round(low), round(high)];
        Self { action: one.choice.to_string(), chance: round(one.chance()), interval, games: one.games }
    }
}

impl From<&Way> for WayOut {
    fn from(way: &Way) -> Self {
        let squares = way.squares.iter().copied().map(square).collect();
        Self { colour: way.colour.name(), square: square(way.at), cards: way.cards, squares }
    }
}

impl From<&CutOffCat> for CatOut {
    fn from(cat: &CutOffCat) -> Self {
        let stopped_by = cat.stopped_by.iter().copied().map(square).collect();
        Self { colour: cat.colour.map(Colour::name), square: square(cat.at), stopped_by }
    }
}

fn square(at: Position) -> [u8; 2] {
    [at.row(), at.column()]
}
