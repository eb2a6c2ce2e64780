//! Writes the final table of a match or a tournament.

use crate::arena::faults::{Counts, Faults, Load};
use crate::arena::schedule::TournamentFormat;
use crate::arena::settings::OnFault;
use crate::arena::statistics::{Comparison, Decision, Interval, PairCounts};
use crate::arena::tournament::{
    self, AnswerTimes, MirroredPairs, PairScore, Plan, PlayedGames, Standing, Standings, Totals, answer_times,
};
use crate::cli::{Context, Format, Result, note, write_file};
use crate::diagnostics::{escape, excerpt};
use crate::games::{Game as _, with_game};
use crate::notation::plural;
use crate::protocol::{AnyRecord, GameRecord};
use crate::random::Seed;
use crate::render;
use std::path::Path;

pub(super) fn names(plan: &Plan) -> Vec<&str> {
    plan.bots.iter().map(|bot| bot.name.as_str()).collect()
}

pub(super) fn write(plan: &Plan, games: &PlayedGames, ascii: bool, context: &mut Context) -> Result<()> {
    let standings = tournament::standings(plan, games);
    let names = names(plan);
    match context.format() {
        Format::Human => pictures(plan, games, &standings, ascii, context),
        Format::Json => {
            let out = TableOut::new(plan, games, &standings);
            context.json(&out)
        }
        Format::Plain => standings.table.iter().try_for_each(|line| {
            let record = &line.totals;
            context.line(format!(
                "{}\t{}\t{}\t{}\t{}\t{}\t{:.0}",
                line.rank,
                escape(names[line.entrant]),
                record.points,
                record.g_wins,
                record.g_draws,
                record.g_losses,
                line.rating.elo,
            ))
        }),
    }
}

/// Writes the standings as an HTML page to the run's directory.
pub(super) fn save(plan: &Plan, games: &PlayedGames, directory: &Path) -> Result<()> {
    let names = names(plan);
    let title = format!("Standings of {} ({})", plan.tournament, plan.game);
    let page = render::standings::page(&title, &names, &tournament::standings(plan, games));
    write_file(&tournament::results_directory(directory, plan).join("standings.html"), page)
}

fn pictures(
    plan: &Plan,
    games: &PlayedGames,
    standings: &Standings,
    ascii: bool,
    context: &mut Context,
) -> Result<()> {
    let names = names(plan);
    let look = context.look(ascii);
    context.scene(&render::standings::standings(&names, standings, &look))?;
    let cross = if names.len() > 2 { render::standings::cross_table(&names, standings, &look) } else { None };
    if names.len() > 2 && cross.is_none() {
        note("the cross table is wider than the output; --format json writes it");
    }
    // A match needs no table of mirrored pairs, because the comparison of its two bots already counts the
    // pairs.
    let pairs = MirroredPairs::new(plan, games).filter(|_| plan.format != TournamentFormat::Match);
    let pairs = pairs.and_then(|pairs| render::standings::pairs(&names, standings, &pairs, &look));
    let times = answer_times(plan.bots.len(), games.values().flatten());
    let table = render::standings::times(&names, standings, &times);
    for scene in [cross, pairs, table].into_iter().flatten() {
        context.line("")?;
        context.scene(&scene)?;
    }
    for lines in [comparison(plan, games), random_moves(plan, games), delays(&names, &times)] {
        if !lines.is_empty() {
            context.line("")?;
        }
        lines.into_iter().try_for_each(|line| context.line(line))?;
    }
    Ok(())
}

/// Compares the two bots of a match, in words. The list is empty for a tournament, or if deals are not mirrored.
pub(super) fn comparison(plan: &Plan, games: &PlayedGames) -> Vec<String> {
    match (MatchOut::new(plan, games), &plan.bots[..]) {
        (Some(result), [first, second]) => result.in_words(&first.name, &second.name),
        _ => Vec::new(),
    }
}

#[derive(serde::Serialize)]
struct TableOut<'a> {
    /// Format version.
    v: u8,
    game: &'a str,
    #[serde(rename = "type")]
    format: TournamentFormat,
    seed: Seed,
    /// The bots, best first.
    bots: Vec<LineOut<'a>>,
    /// Results of every bot (row) against every other bot (column). Rows and columns are in the order of `bots`.
    cross: Vec<Vec<PairScore>>,
    /// Results in pairs of mirrored games, laid out as in `cross`. Each cell has five counts: the pairs in
    /// which the row's bot scored 0, ½, 1, 1½ and 2 points. Left out if deals are not mirrored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<Vec<PairCounts>>>,
    /// Comparison of the two bots in a match with mirrored deals, from the first bot's point of view.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    result: Option<MatchOut>,
}

#[derive(serde::Serialize)]
struct LineOut<'a> {
    /// Rank, starting at 1.
    rank: usize,
    identifier: &'a str,
    /// Numbers of meetings and games, and scores.
    record: Totals,
    faults: Faults,
    /// Number of restarts after crashes (`--restart`).
    restarts: u32,
    rating: f64,
    /// Half the width of the rating's 95 % confidence interval.
    margin: f64,
    /// Results in pairs of mirrored games. Left out if deals are not mirrored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<PairsOut>,
    /// Answer times in the bot's own turns. Left out if they were not measured (for example, with `--no-timing`).
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<AnswerTimes>,
}

#[derive(serde::Serialize)]
struct PairsOut {
    /// Numbers of pairs in which the bot scored 0, ½, 1, 1½ and 2 points, in this order.
    counts: PairCounts,
    /// Points per game in these pairs, from 0 to 1, or `null` before the first pair is finished.
    score: Option<f64>,
}

impl<'a> TableOut<'a> {
    fn new(plan: &'a Plan, games: &PlayedGames, standings: &Standings) -> Self {
        let times = answer_times(plan.bots.len(), games.values().flatten());
        let pairs = MirroredPairs::new(plan, games);
        let pairs_of = |pairs: &MirroredPairs, entrant| {
            let counts = pairs.of(entrant);
            PairsOut { counts, score: counts.score().map(thousandths) }
        };
        let line = |line: &Standing| LineOut {
            rank: line.rank,
            identifier: &plan.bots[line.entrant].name,
            record: line.totals,
            faults: line.faults,
            restarts: line.restarts,
            rating: tenths(line.rating.elo),
            margin: tenths(line.rating.margin),
            pairs: pairs.as_ref().map(|pairs| pairs_of(pairs, line.entrant)),
            times: times[line.entrant],
        };
        let order: Vec<_> = standings.table.iter().map(|line| line.entrant).collect();
        Self {
            v: 1,
            game: &plan.game,
            format: plan.format,
            seed: plan.seed,
            bots: standings.table.iter().map(line).collect(),
            cross: in_order(&standings.cross, &order),
            pairs: pairs.as_ref().map(|pairs| in_order(&pairs.cross, &order)),
            result: MatchOut::new(plan, games),
        }
    }
}

/// Reorders the rows and columns of a cross table.
fn in_order<T: Copy>(cross: &[Vec<T>], order: &[usize]) -> Vec<Vec<T>> {
    order.iter().map(|&own| order.iter().map(|&other| cross[own][other]).collect()).collect()
}

/// Rounds to a tenth, because further digits would only show rounding errors.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[derive(serde::Serialize)]
struct MatchOut {
    /// Games won, drawn and lost by the first bot.
    games: PairScore,
    /// Numbers of mirrored pairs in which the first bot scored 0, ½, 1, 1½ and 2 points, in this order.
    pairs: PairCounts,
    /// Elo difference with its 95 % confidence interval, or `null` before the first pair is finished. Infinite numbers
    /// are `null`.
    elo: Option<Interval>,
    /// Normalised Elo difference with its 95 % confidence interval, or `null` before the first pair is
    /// finished. If all pairs have the same result, every number of the interval is `null`.
    normalised_elo: Option<Interval>,
    /// Likelihood that the first bot is stronger, or `null` before the first pair is finished.
    superiority: Option<f64>,
    /// The sequential test. Left out if the match has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestOut>,
}

#[derive(serde::Serialize)]
struct TestOut {
    /// Normalised Elo difference assumed by the null hypothesis H0.
    elo0: f64,
    /// Normalised Elo difference assumed by the alternative hypothesis H1.
    elo1: f64,
    /// Log-likelihood ratio of H1 to H0.
    llr: f64,
    /// Lower and upper bound. H0 is accepted when `llr` reaches the lower bound, and H1 when `llr` reaches
    /// the upper bound.
    bounds: [f64; 2],
    /// Accepted hypothesis, or `null` if more games are needed.
    accepted: Option<Decision>,
}

impl MatchOut {
    /// Compares the two bots of a match. Returns `None` for a tournament, or if deals are not mirrored.
    fn new(plan: &Plan, games: &PlayedGames) -> Option<Self> {
        if plan.format != TournamentFormat::Match || !plan.paired {
            return None;
        }
        let played = games.get(&(0, 0)).map_or(&[][..], Vec::as_slice);
        let pairs = PairCounts::of(0, played);
        let [wins, losses, draws] = tournament::tally([0, 1], played);
        let rounded = |interval: Interval| {
            let Interval { low, value, high } = interval;
            Interval { low: low.map(tenths), value: value.map(tenths), high: high.map(tenths) }
        };
        let compared = pairs.compare();
        let of = |value: fn(&Comparison) -> Interval| compared.as_ref().map(value).map(rounded);
        let test = |test: crate::arena::statistics::Sprt| TestOut {
            elo0: test.elo0(),
            elo1: test.elo1(),
            llr: thousandths(test.llr(&pairs)),
            bounds: test.bounds().map(thousandths),
            accepted: test.decision(&pairs),
        };
        Some(Self {
            games: PairScore { wins, draws, losses },
            pairs,
            elo: of(|compared| compared.elo),
            normalised_elo: of(|compared| compared.normalised),
            superiority: compared.map(|compared| thousandths(compared.superiority)),
            sprt: plan.sprt.map(test),
        })
    }

    fn in_words(&self, first: &str, second: &str) -> Vec<String> {
        let [first, second] = [first, second].map(|name| excerpt(name, 40));
        let PairScore { wins, draws, losses } = self.games;
        let [zero, half, one, more, two] = self.pairs.0;
        let mut lines = vec![
            format!("{first} against {second}: {wins} won, {draws} drawn, {losses} lost"),
            format!("mirrored pairs with 0, 0.5, 1, 1.5 and 2 points: {zero}, {half}, {one}, {more}, {two}"),
        ];
        if let (Some(elo), Some(normalised), Some(superiority)) =
            (self.elo, self.normalised_elo, self.superiority)
        {
            lines.push(format!("Elo difference: {}", in_words(elo)));
            let normalised =
                if normalised.value.is_some() { in_words(normalised) } else { "unknown".to_owned() };
            lines.push(format!("normalised Elo difference: {normalised}"));
            lines.push(format!("likelihood that {first} is stronger: {:.1} %", superiority * 100.0));
        }
        if let Some(TestOut { elo0, elo1, llr, bounds: [lower, upper], accepted }) = &self.sprt {
            let accepts = |hypothesis: &str, more: f64, less: f64| {
                format!(
                    "{hypothesis} is accepted: a difference of {more} is more likely than a difference of {less}"
                )
            };
            let result = match accepted {
                Some(Decision::H0) => accepts("H0", *elo0, *elo1),
                Some(Decision::H1) => accepts("H1", *elo1, *elo0),
                None => "neither hypothesis is accepted yet, so more games are needed".to_owned(),
            };
            lines.push(format!("SPRT: LLR {llr:.3}, bounds {lower:.3} and {upper:.3}; {result}"));
        }
        lines
    }
}

/// Formats a value with its 95 % confidence interval.
fn in_words(interval: Interval) -> String {
    let Interval { low, value, high } = interval;
    let number = |bound: Option<f64>, infinite: &str| {
        bound.map_or(infinite.to_owned(), |bound| format!("{bound:+.1}"))
    };
    // A missing bound is infinite. If only one bound is missing, a missing value is infinite like that bound.
    // If both bounds are missing, a missing value is unknown.
    let side = match (low, high) {
        (None, None) => "unknown",
        (None, Some(_)) => "-infinite",
        (Some(_), _) => "infinite",
    };
    match (low, value, high) {
        (Some(low), Some(value), Some(high)) => {
            format!("{value:+.1} ±{:.1} (95 %: {low:+.1} to {high:+.1})", (high - low) / 2.0)
        }
        _ => format!(
            "{} (95 %: {} to {})",
            number(value, side),
            number(low, "-infinite"),
            number(high, "infinite")
        ),
    }
}

/// Writes a sentence about each bot that had to wait for a processor.
fn delays(names: &[&str], times: &[Option<AnswerTimes>]) -> Vec<String> {
    let loads = names.iter().zip(times).filter_map(|(name, times)| Some((name, (*times)?.load)));
    let sentence = |(name, load): (&&str, Load)| {
        let (name, answers) = (excerpt(name, 40), plural(load.delayed as usize, "answer"));
        let waited = load.waited.div_ceil(1000);
        format!(
            "{name} waited {waited} ms for a processor in {answers}; its time limit was longer by this time"
        )
    };
    loads.filter(|(_, load)| load.delayed > 0).map(sentence).collect()
}

/// Warns about each bot for which the referee made more than half of the moves. Even a broken bot can win a
/// match, thanks to the random moves that the referee makes for it.
pub(super) fn random_moves(plan: &Plan, games: &PlayedGames) -> Vec<String> {
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
    // A bot makes at least two moves per game. A bot with no more faults than games is therefore never
    // reported, so its saved games need not be read.
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

/// Lists the reasons why the referee did not play the bot's moves, most frequent reason first.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_bounds_are_infinite_on_their_own_sides() {
        let words = |low, value, high| in_words(Interval { low, value, high });
        assert_eq!(words(Some(-1.0), Some(2.0), Some(5.0)), "+2.0 ±3.0 (95 %: -1.0 to +5.0)");
        assert_eq!(words(None, Some(0.0), None), "+0.0 (95 %: -infinite to infinite)");
        assert_eq!(words(None, None, Some(-3.0)), "-infinite (95 %: -infinite to -3.0)");
        assert_eq!(words(Some(3.0), None, None), "infinite (95 %: +3.0 to infinite)");
        assert_eq!(words(None, None, None), "unknown (95 %: -infinite to infinite)");
    }
}
