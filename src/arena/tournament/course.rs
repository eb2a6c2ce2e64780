//! The progress of a tournament: its meetings, the results so far, and the next games.

use super::entry::{Entry, GamePlace};
use super::plan::Plan;
use crate::arena::schedule::{self, Pair, TournamentFormat};
use crate::arena::statistics::PairCounts;
use crate::random::Random;
use std::collections::BTreeMap;
use std::iter::StepBy;
use std::ops::Range;

/// A tournament's finished games, sorted by round and meeting. The games of a meeting are in playing order.
/// Within a block of mirrored pairs, all first games come before all second games.
pub type PlayedGames = BTreeMap<(usize, usize), Vec<Entry>>;

/// A meeting between two entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meeting {
    /// The round, counted from 0 in playing order.
    pub round: usize,
    /// The number of the meeting in its round, counted from 0.
    pub number: usize,
    /// The two entrants.
    pub pair: Pair,
    /// The winner, or `None` if the meeting is drawn or unfinished.
    pub winner: Option<usize>,
    /// True if no further game of the meeting will be played.
    pub is_over: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Progress {
    Next(Batch),
    /// The meeting is over. Contains the winner, or `None` after a draw.
    Over(Option<usize>),
}

/// Games of a meeting that can be played concurrently, because no two of them form a mirrored pair. A block
/// of mirrored pairs is split into two batches: one for the first game of every pair, and one for the second.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    key: (usize, usize),
    pair: Pair,
    /// The numbers of the games that have not been played yet.
    games: StepBy<Range<usize>>,
}

impl Batch {
    /// The place and the players of each game. The first player moves first.
    pub(super) fn games(&self) -> impl Iterator<Item = (GamePlace, Pair)> {
        let ((round, meeting), [a, b]) = (self.key, self.pair);
        self.games.clone().map(move |game| {
            let players = if schedule::first_mover(game) == 0 { [a, b] } else { [b, a] };
            (GamePlace { round, meeting, game }, players)
        })
    }
}

/// The number of games in the first block of mirrored pairs. Each further block is twice as long as the previous one.
const FIRST_BLOCK: usize = 8;

/// Returns the game numbers of the batch that contains the next game after `played` games. Also returns how
/// many games of that batch have already been played.
fn batch(plan: &Plan, played: usize) -> (StepBy<Range<usize>>, usize) {
    let next = played + 1;
    if next > plan.games {
        // This is the extra game of a knockout meeting.
        return ((played..next).step_by(1), 0);
    }
    if !plan.paired {
        return ((0..plan.games).step_by(1), played);
    }
    let (mut begin, mut size) = (0, FIRST_BLOCK);
    while played >= begin + size {
        (begin, size) = (begin + size, 2 * size);
    }
    let end = plan.games.min(begin + size);
    let (done, firsts) = (played - begin, (end - begin).div_ceil(2));
    if done < firsts { ((begin..end).step_by(2), done) } else { ((begin + 1..end).step_by(2), done - firsts) }
}

fn first_of(games: &StepBy<Range<usize>>) -> Option<usize> {
    games.clone().next()
}

pub(super) fn progress(plan: &Plan, key: (usize, usize), pair: Pair, games: &[Entry]) -> Progress {
    let played = games.len();
    if played < plan.games {
        let (mut numbers, done) = batch(plan, played);
        // A sequential test evaluates only complete blocks.
        let is_complete = done == 0 && first_of(&numbers).is_some_and(|game| game.is_multiple_of(2));
        let is_decided = is_complete
            && plan.sprt.is_some_and(|test| test.decision(&PairCounts::of(pair[0], games)).is_some());
        if !is_decided {
            if done > 0 {
                numbers.nth(done - 1);
            }
            return Progress::Next(Batch { key, pair, games: numbers });
        }
    }
    let [first, second, _] = tally(pair, games);
    if first != second {
        return Progress::Over(Some(pair[usize::from(first < second)]));
    }
    match (plan.format, games.iter().max_by_key(|game| game.place)) {
        // One extra game is played. The player who moved second in the last game moves first in the extra
        // game.
        (TournamentFormat::Knockout, Some(last)) if played == plan.games => {
            let [a, b] = last.players;
            let pair = if schedule::first_mover(played) == 0 { [b, a] } else { [a, b] };
            Progress::Next(Batch { key, pair, games: batch(plan, played).0 })
        }
        (TournamentFormat::Knockout, _) => {
            // The winner is chosen at random. The referee uses streams 0 to 2 of each game, so this choice uses stream
            // 3.
            let place = GamePlace { round: key.0, meeting: key.1, game: played };
            let mut lots = Random::stream(plan.seed, place.stream() * 4 + 3);
            Progress::Over(Some(pair[lots.below(2)]))
        }
        _ => Progress::Over(None),
    }
}

/// Whether the bots in a meeting must be restarted before the next game. Bots must be restarted if their
/// processes have already seen the deals of the next games.
#[cfg(arena)]
pub(super) fn must_start_anew(plan: &Plan, played: usize) -> bool {
    if played == 0 {
        // All meetings of a tournament share the given deals.
        return !plan.deals.is_empty();
    }
    let (numbers, done) = batch(plan, played);
    plan.paired && done == 0 && first_of(&numbers).is_some_and(|game| !game.is_multiple_of(2))
}

pub(super) fn games_of(games: &PlayedGames, key: (usize, usize)) -> &[Entry] {
    games.get(&key).map_or(&[], Vec::as_slice)
}

/// Returns the rounds that are known so far, each as a list of pairs. In a knockout, each round depends on
/// the winners of the previous one.
pub(super) fn rounds(plan: &Plan, games: &PlayedGames) -> Vec<Vec<Pair>> {
    if plan.format != TournamentFormat::Knockout {
        return fixed_rounds(plan);
    }
    let slots = schedule::bracket(plan.bots.len());
    let first: Vec<Pair> = slots.iter().filter_map(|slot| Some([slot[0]?, slot[1]?])).collect();
    let winner = |(round, meeting), pair| match progress(
        plan,
        (round, meeting),
        pair,
        games_of(games, (round, meeting)),
    ) {
        Progress::Over(winner) => winner,
        Progress::Next(..) => None,
    };
    let mut open = first.iter().enumerate();
    let entrants = slots.iter().map(|&[a, b]| match (a, b) {
        (Some(only), None) | (None, Some(only)) => Some(only),
        _ => open.next().and_then(|(meeting, &pair)| winner((0, meeting), pair)),
    });
    let mut alive: Option<Vec<usize>> = entrants.collect();
    let mut rounds = vec![first];
    while let Some(winners) = alive.filter(|winners| winners.len() > 1) {
        let pairs: Vec<Pair> = winners.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let round = rounds.len();
        alive = pairs.iter().enumerate().map(|(meeting, &pair)| winner((round, meeting), pair)).collect();
        rounds.push(pairs);
    }
    rounds
}

/// Lists the rounds of a plan that is not a knockout. Such rounds do not depend on results.
fn fixed_rounds(plan: &Plan) -> Vec<Vec<Pair>> {
    let entrants = plan.bots.len();
    let first = plan.began_with.unwrap_or(entrants).min(entrants);
    schedule::rounds_with_added(plan.format, first, entrants)
}

/// Lists all meetings that are known so far.
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
/// use clowder::arena::tournament::{Entrant, Plan, PlayedGames, meetings};
///
/// let mut plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
/// plan.bots = ["Ann", "Bob", "Eve"]
///     .map(|name| Entrant::new(name, vec![]))
///     .into();
/// assert_eq!(meetings(&plan, &PlayedGames::new()).len(), 3);
/// ```
pub fn meetings(plan: &Plan, games: &PlayedGames) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (round, pairs) in rounds(plan, games).into_iter().enumerate() {
        for (number, pair) in pairs.into_iter().enumerate() {
            let key = (round, number);
            let (winner, is_over) = match progress(plan, key, pair, games_of(games, key)) {
                Progress::Over(winner) => (winner, true),
                Progress::Next(..) => (None, false),
            };
            meetings.push(Meeting { round, number, pair, winner, is_over });
        }
    }
    meetings
}

pub(super) fn round_count(plan: &Plan) -> usize {
    match plan.format {
        TournamentFormat::Knockout => plan.bots.len().next_power_of_two().trailing_zeros() as usize,
        _ => fixed_rounds(plan).len(),
    }
}

/// The name of a round in messages to bots.
#[cfg(arena)]
pub(super) fn round_name(plan: &Plan, round: usize) -> String {
    let left = plan.bots.len().next_power_of_two() >> round;
    schedule::round_name(plan.format, round, left)
}

/// Returns the number of planned games, excluding the extra games that decide tied knockout meetings. A sequential test
/// may end the match earlier.
pub fn game_count(plan: &Plan) -> usize {
    let meetings = match plan.format {
        TournamentFormat::Knockout => plan.bots.len() - 1,
        _ => fixed_rounds(plan).iter().map(Vec::len).sum(),
    };
    meetings * plan.games
}

/// Returns the first entrant's wins, the second entrant's wins, and the draws.
pub fn tally<'a>(pair: Pair, games: impl IntoIterator<Item = &'a Entry>) -> [u32; 3] {
    let mut counts = [0; 3];
    for game in games {
        let seat = game.winner().and_then(|winner| pair.iter().position(|&entrant| entrant == winner));
        counts[seat.unwrap_or(2)] += 1;
    }
    counts
}
