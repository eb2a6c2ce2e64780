//! The JSON of tournaments and of `bot check`.

#![allow(
    dead_code,
    reason = "the files of a tournament are written piece by piece, and these types describe them"
)]

use super::{Named, input, of};
use crate::arena::entrants::Listed;
use crate::arena::tournament::{Entry, Plan, Totals};
use crate::cli::bot::check::ReportOut;
use crate::cli::bot::options::TableOut;
use schemars::JsonSchema;
use serde_json::Value;
use std::collections::BTreeMap;

/// The schemas of tournaments.
pub(super) const TOURNAMENTS: &[Named] = &[
    input::<Vec<Listed>>("bots", "a bots file"),
    of::<TableOut<'static>>("tournament", "the table of `bot match` and `bot tournament`"),
    of::<Plan>("journal-plan", "the first line of a tournament's journal"),
    of::<Entry>("journal-game", "every other line of a tournament's journal"),
    of::<Results>("tournament-results", "the file `results.json` of a tournament"),
    of::<Matchup>("matchup-results", "the file `matchupResults.json` of a meeting"),
    of::<ReportOut<'static>>("bot-check", "the report of `bot check`"),
];

/// The file `results.json` of a tournament.
#[derive(JsonSchema)]
#[allow(clippy::struct_field_names, reason = "these are the names in the file of the server")]
#[schemars(deny_unknown_fields)]
struct Results {
    /// The table, the best bot first.
    results: Vec<ResultLine>,
    /// The pairs of each round.
    rounds: Vec<Vec<[String; 2]>>,
    /// The round of each meeting. The key is the names of the bots with a hyphen between them, in both orders.
    matchups: BTreeMap<String, usize>,
}

/// One line of the table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ResultLine {
    identifier: String,
    record: Totals,
    rank: usize,
}

/// The file `matchupResults.json` of a meeting. It also has a member for each bot, which is the number of games that the
/// bot won.
#[derive(JsonSchema)]
struct Matchup {
    #[serde(rename = "gameResults")]
    game_results: Vec<GameResult>,
    draws: usize,
}

/// The end of one game.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GameResult {
    winner: Value,
    /// The names of the players, the first mover first.
    players: [String; 2],
}
