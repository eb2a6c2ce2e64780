//! Reports the bots for which the referee made most of the moves at random. Such a bot can win a match although it does
//! not work.

use crate::arena::faults::Counts;
use crate::arena::settings::OnFault;
use crate::arena::tournament::{Plan, PlayedGames};
use crate::diagnostics::escape::excerpt;
use crate::games::{Game as _, with_game};
use crate::notation::plural;
use crate::protocol::{AnyRecord, GameRecord};

/// Returns one sentence for each bot for which the referee made more than half of the moves.
pub(super) fn sentences(plan: &Plan, games: &PlayedGames) -> Vec<String> {
    if plan.on_fault != OnFault::Random {
        return Vec::new();
    }
    let mut faults = vec![Counts::default(); plan.bots.len()];
    let mut played = vec![0; plan.bots.len()];
    for game in games.values().flatten() {
        for (player, of) in game.players.into_iter().zip(&game.faults) {
            faults[player] += of.turns;
            played[player] += 1;
        }
    }
    // Each bot makes at least two moves in each game. Therefore, a bot with at most one fault per game is not reported,
    // and the saved games are read only if a bot has more faults.
    let is_suspect: Vec<bool> =
        faults.iter().zip(&played).map(|(faults, games)| faults.total() > *games).collect();
    let mut moves = vec![0; plan.bots.len()];
    for game in games.values().flatten().filter(|game| game.players.iter().any(|player| is_suspect[*player]))
    {
        let Ok(record) = game.record.get().parse::<GameRecord>() else { continue };
        with_game!(AnyRecord(record) = record.record(), G => {
            for (state, _) in record.states().zip(record.moves()) {
                moves[game.players[G::mover(&state)]] += 1;
            }
        });
    }
    let mut sentences = Vec::new();
    for (player, bot) in plan.bots.iter().enumerate().filter(|(player, _)| is_suspect[*player]) {
        let (random, all) = (faults[player].total(), moves[player]);
        if 2 * random > all {
            sentences.push(format!(
                "`{}`: {random} of its {} were random moves of the referee, because {}; `clowder bot check` tests a bot",
                excerpt(&bot.name, 60),
                plural(all as usize, "move"),
                reasons(&faults[player]),
            ));
        }
    }
    sentences
}

/// Returns the reasons why the referee did not use the moves of a bot, the most frequent reason first.
fn reasons(faults: &Counts) -> String {
    let mut reasons = [
        (faults.timeout, "the bot did not answer in time"),
        (faults.crash, "the bot had ended or had closed its input or output"),
        (faults.garbage, "the bot did not answer with a move"),
        (faults.illegal, "the moves of the bot were not legal"),
    ];
    reasons.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let found: Vec<_> = reasons.iter().filter(|(count, _)| *count > 0).collect();
    match &found[..] {
        [(_, only)] => (*only).to_owned(),
        _ => found.iter().map(|(count, why)| format!("{why} ({count})")).collect::<Vec<_>>().join(" or "),
    }
}
