//! The progress of a tournament: the meetings, the decisions so far, and the next game.

use super::entry::{Entry, GamePlace};
use super::plan::Plan;
use super::standings::{Meeting, PlayedGames, tally};
use crate::arena::schedule::{self, Pair, TournamentFormat};
use crate::arena::statistics::PairCounts;
use crate::random::Random;

/// The state of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// This game is next. The first entrant of the pair moves first.
    Next(GamePlace, Pair),
    /// The meeting is over. The value is the entrant who has won, or `None` if the meeting was drawn.
    Over(Option<usize>),
}

/// Returns the state of the meeting of a pair after some games.
pub(super) fn progress(
    plan: &Plan,
    (round, meeting): (usize, usize),
    pair: Pair,
    games: &[Entry],
) -> Progress {
    let played = games.len();
    let place = GamePlace { round, meeting, game: played };
    let reversed = |[a, b]: Pair| [b, a];
    let is_decided = plan.sprt.is_some_and(|test| {
        played.is_multiple_of(2) && test.decision(&PairCounts::of(pair[0], games)).is_some()
    });
    if played < plan.games && !is_decided {
        let begins = if schedule::first_mover(played) == 0 { pair } else { reversed(pair) };
        return Progress::Next(place, begins);
    }
    let [first, second, _] = tally(pair, games);
    let tied = first == second;
    match (plan.format, tied, games.last()) {
        // One additional game is played. In this game, the player who moved second in the last game moves first.
        (TournamentFormat::Knockout, true, Some(last)) if played == plan.games => {
            Progress::Next(place, reversed(last.players))
        }
        (TournamentFormat::Knockout, true, _) => {
            // The winner is chosen at random. The referee uses streams 0 to 2 of each game, so this choice uses
            // stream 3.
            let mut lots = Random::stream(plan.seed, place.stream() * 4 + 3);
            Progress::Over(Some(pair[lots.below(2)]))
        }
        (_, true, _) => Progress::Over(None),
        _ => Progress::Over(Some(pair[usize::from(first < second)])),
    }
}

/// Returns the rounds that are known so far, each as a list of pairs. In a knockout, the winners of a round determine
/// the next round.
pub(super) fn rounds(plan: &Plan, games: &PlayedGames) -> Vec<Vec<Pair>> {
    if plan.format != TournamentFormat::Knockout {
        return fixed_rounds(plan);
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

/// Returns the rounds of a format whose rounds do not depend on results.
fn fixed_rounds(plan: &Plan) -> Vec<Vec<Pair>> {
    let entrants = plan.bots.len();
    let first = plan.began_with.unwrap_or(entrants).min(entrants);
    schedule::rounds_with_added(plan.format, first, entrants)
}

/// Returns true if the tournament is over, which means that every meeting of every round is over.
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
/// use clowder::arena::tournament::{Entrant, Plan, PlayedGames, is_over};
///
/// let mut plan = Plan::new("tictactoe", TournamentFormat::Match);
/// plan.bots = ["Ann", "Bob"]
///     .map(|name| Entrant::new(name, vec![]))
///     .into();
/// assert!(!is_over(&plan, &PlayedGames::new()), "nothing has been played");
/// ```
pub fn is_over(plan: &Plan, games: &PlayedGames) -> bool {
    let meetings = meetings(plan, games);
    let rounds = meetings.last().map_or(0, |meeting| meeting.round + 1);
    rounds == round_count(plan) && meetings.iter().all(|meeting| meeting.is_over)
}

fn winner(plan: &Plan, games: &PlayedGames, key: (usize, usize), pairs: &[Pair]) -> Option<usize> {
    let played = games.get(&key).map_or(&[][..], Vec::as_slice);
    match progress(plan, key, *pairs.get(key.1)?, played) {
        Progress::Over(winner) => winner,
        Progress::Next(..) => None,
    }
}

/// Returns every meeting that is known so far.
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
            let played = games.get(&(round, number)).map_or(&[][..], Vec::as_slice);
            let (winner, is_over) = match progress(plan, (round, number), pair, played) {
                Progress::Over(winner) => (winner, true),
                Progress::Next(..) => (None, false),
            };
            meetings.push(Meeting { round, number, pair, winner, is_over });
        }
    }
    meetings
}

/// Returns the number of rounds.
pub(super) fn round_count(plan: &Plan) -> usize {
    let entrants = plan.bots.len();
    match plan.format {
        TournamentFormat::Knockout => entrants.next_power_of_two().trailing_zeros() as usize,
        _ => fixed_rounds(plan).len(),
    }
}

/// Returns the name of a round in messages to the bots.
pub(super) fn round_name(plan: &Plan, round: usize) -> String {
    let left = plan.bots.len().next_power_of_two() >> round;
    schedule::round_name(plan.format, round, left)
}

/// Returns the number of planned games, without the additional games that decide a tie. If the plan has a sequential
/// test, the test can end the match earlier.
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
/// use clowder::arena::tournament::{Entrant, Plan, game_count};
///
/// let mut plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
/// plan.bots = ["Ann", "Bob", "Eve"]
///     .map(|name| Entrant::new(name, vec![]))
///     .into();
/// plan.games = 2;
/// assert_eq!(game_count(&plan), 6);
/// ```
pub fn game_count(plan: &Plan) -> usize {
    let meetings = match plan.format {
        TournamentFormat::Knockout => plan.bots.len() - 1,
        _ => fixed_rounds(plan).iter().map(Vec::len).sum(),
    };
    meetings * plan.games
}
