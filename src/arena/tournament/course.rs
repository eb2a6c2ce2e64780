//! The course of a tournament: which meetings there are, what has been decided, and which game comes next.

use super::entry::{Entry, Place};
use super::plan::Plan;
use super::standings::{Games, Meeting, tally};
use crate::arena::schedule::{self, Format, Pair};
use crate::random::Random;

/// How a meeting stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// This game is next, begun by the first of the pair.
    Next(Place, Pair),
    /// It is over; won by this entrant, or drawn.
    Over(Option<usize>),
}

/// How the meeting of a pair stands after some games.
pub(super) fn verdict(plan: &Plan, (round, meeting): (usize, usize), pair: Pair, games: &[Entry]) -> Verdict {
    let played = games.len();
    let place = Place { round, meeting, game: played };
    let reversed = |[a, b]: Pair| [b, a];
    if played < plan.games {
        let begins = if schedule::first_mover(played) == 0 { pair } else { reversed(pair) };
        return Verdict::Next(place, begins);
    }
    let [first, second, _] = tally(pair, games);
    let tied = first == second;
    match (plan.format, tied, games.last()) {
        // One extra game, begun by the other player.
        (Format::Knockout, true, Some(last)) if played == plan.games => {
            Verdict::Next(place, reversed(last.players))
        }
        (Format::Knockout, true, _) => {
            let mut coin = Random::stream(plan.seed, place.stream() * 4 + 3);
            Verdict::Over(Some(pair[coin.below(2)]))
        }
        (_, true, _) => Verdict::Over(None),
        _ => Verdict::Over(Some(pair[usize::from(first < second)])),
    }
}

/// The rounds known so far, each a list of pairs; those of a knockout become known as winners do.
pub(super) fn rounds(plan: &Plan, games: &Games) -> Vec<Vec<Pair>> {
    if plan.format != Format::Knockout {
        return schedule::rounds(plan.format, plan.bots.len());
    }
    let slots = schedule::bracket(plan.bots.len());
    let first: Vec<Pair> = slots.iter().filter_map(|slot| Some([slot[0]?, slot[1]?])).collect();
    let mut rounds = vec![first];
    let mut open = 0;
    let entrants = slots.iter().map(|&[a, b]| match (a, b) {
        (Some(only), None) | (None, Some(only)) => Some(only),
        _ => {
            open += 1;
            winner(plan, games, (0, open - 1), &rounds[0])
        }
    });
    let mut alive: Option<Vec<usize>> = entrants.collect();
    while let Some(winners) = alive.filter(|winners| winners.len() > 1) {
        let pairs = schedule::next_round(&winners);
        let round = rounds.len();
        alive = (0..pairs.len()).map(|meeting| winner(plan, games, (round, meeting), &pairs)).collect();
        rounds.push(pairs);
    }
    rounds
}

fn winner(plan: &Plan, games: &Games, key: (usize, usize), pairs: &[Pair]) -> Option<usize> {
    let played = games.get(&key).map_or(&[][..], Vec::as_slice);
    match verdict(plan, key, *pairs.get(key.1)?, played) {
        Verdict::Over(winner) => winner,
        Verdict::Next(..) => None,
    }
}

/// Every meeting known so far.
pub fn meetings(plan: &Plan, games: &Games) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (round, pairs) in rounds(plan, games).into_iter().enumerate() {
        for (number, pair) in pairs.into_iter().enumerate() {
            let played = games.get(&(round, number)).map_or(&[][..], Vec::as_slice);
            let (winner, is_over) = match verdict(plan, (round, number), pair, played) {
                Verdict::Over(winner) => (winner, true),
                Verdict::Next(..) => (None, false),
            };
            meetings.push(Meeting { round, number, pair, winner, is_over });
        }
    }
    meetings
}

/// How many rounds there will be.
pub(super) fn round_count(plan: &Plan) -> usize {
    let entrants = plan.bots.len();
    match plan.format {
        Format::Knockout => entrants.next_power_of_two().trailing_zeros() as usize,
        format => schedule::rounds(format, entrants).len(),
    }
}

/// What the bots are told a round is called.
pub(super) fn round_name(plan: &Plan, round: usize) -> String {
    let left = plan.bots.len().next_power_of_two() >> round;
    schedule::round_name(plan.format, round, left)
}

/// How many games there will be, but for those that decide a tie.
pub fn game_count(plan: &Plan) -> usize {
    let meetings = match plan.format {
        Format::Knockout => plan.bots.len() - 1,
        format => schedule::rounds(format, plan.bots.len()).iter().map(Vec::len).sum(),
    };
    meetings * plan.games
}
