//! Describes the JSON of tournaments and of `bot check`.

#![allow(
    dead_code,
    reason = "the files of a tournament are written piece by piece, and these types describe them"
)]

use super::{Named, input, of};
use crate::arena::entrants::Listed;
use crate::arena::faults::Fault;
use crate::arena::tournament::{Entry, Plan, Totals};
use crate::cli::bot::check_report::ReportOut;
use crate::cli::bot::rate;
use crate::cli::bot::salvage::SalvageOut;
use crate::cli::bot::table::TableOut;
use schemars::JsonSchema;
use serde_json::Value;
use std::collections::BTreeMap;

/// The schemas of tournaments.
pub(super) const TOURNAMENTS: &[Named] = &[
    input::<Vec<Listed>>("bots", "a bots file"),
    of::<TableOut<'static>>("tournament", "the table of `bot match` and `bot tournament`"),
    of::<rate::Table>("rating", "a table of ratings, as `bot rate` writes it"),
    of::<Plan>("journal-plan", "the first line of a tournament's journal"),
    of::<Entry>("journal-game", "a line of a tournament's journal after the first line"),
    of::<Results>("tournament-results", "the file `results.json` of a tournament"),
    of::<Matchup>("matchup-results", "the file `matchupResults.json` of a meeting"),
    of::<Message>("message-log", "a line of the file `messages.jsonl` of a meeting"),
    of::<SalvageOut<'static>>("salvage", "the result of `bot salvage`"),
    of::<ReportOut<'static>>("bot-check", "the report of `bot check`"),
];

/// The file `results.json` of a tournament.
#[derive(JsonSchema)]
#[allow(clippy::struct_field_names, reason = "the server defines these names for `results.json`")]
#[schemars(deny_unknown_fields)]
struct Results {
    /// The table, with the best bot first.
    results: Vec<ResultLine>,
    /// The pairs of each round.
    rounds: Vec<Vec<[String; 2]>>,
    /// The round of each meeting. Each meeting has two keys: the names of the two bots with a hyphen between them, in
    /// both orders.
    matchups: BTreeMap<String, usize>,
}

/// One line of the table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ResultLine {
    /// The name of the bot.
    identifier: String,
    /// The numbers of meetings and games, and the scores.
    record: Totals,
    /// The rank, counted from 1.
    rank: usize,
}

/// The file `matchupResults.json` of a meeting. It also has a member for each bot, which is the number of games that the
/// bot won.
#[derive(JsonSchema)]
struct Matchup {
    /// The games in their order.
    #[serde(rename = "gameResults")]
    game_results: Vec<GameResult>,
    /// The number of drawn games.
    draws: usize,
}

/// The end of one game.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GameResult {
    /// The member `winner` of the saved game.
    winner: Value,
    /// The names of the players, beginning with the player who moves first.
    players: [String; 2],
}

/// One line of the log of a meeting: a message, an answer, a fault, or the standard error of a bot in a game.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Message {
    /// The name of the game.
    game: String,
    /// The number of the game in the meeting, counted from 1.
    id: usize,
    /// The name of the bot.
    bot: String,
    /// `in` for a message to the bot, `out` for a line from the bot, `fault` for a fault, and `stderr` for the standard
    /// error of the bot.
    dir: String,
    /// The line that was sent.
    #[schemars(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    /// The time that the answer took in microseconds.
    #[schemars(skip_serializing_if = "Option::is_none")]
    us: Option<u64>,
    /// The reason why the line was ignored.
    #[schemars(skip_serializing_if = "Option::is_none")]
    ignored: Option<String>,
    /// The kind of the fault.
    #[schemars(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault>,
    /// The kind of message that the bot had to answer when the fault happened: `frame` is NEWGAME or ENDGAME,
    /// `inactive` is a turn of the opponent, and `turn` is the bot's own turn.
    #[schemars(skip_serializing_if = "Option::is_none")]
    r#in: Option<String>,
    /// The beginning and the end of the text that the bot wrote to standard error in the game. Text that the bot wrote
    /// before its first answer belongs to its first game.
    #[schemars(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
}
