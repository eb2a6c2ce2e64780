//! The table of a tournament: results, faults, ratings, pairs of mirrored games, and answer times.

use super::course::{Meeting, PlayedGames, meetings};
use super::entry::Entry;
use super::plan::Plan;
use crate::arena::faults::{Faults, Load};
use crate::arena::rating::{Rating, ratings};
use crate::arena::schedule::TournamentFormat;
use crate::arena::statistics::PairCounts;
use serde::Serialize;
use std::cmp::Reverse;

/// A bot's totals, in the server's format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Totals {
    /// The number of meetings won.
    pub r_wins: u32,
    /// The number of meetings drawn.
    pub r_draws: u32,
    /// The number of meetings lost.
    pub r_losses: u32,
    /// The number of games played.
    pub games: u32,
    /// The number of games won.
    pub g_wins: u32,
    /// The number of games drawn.
    pub g_draws: u32,
    /// The number of games lost.
    pub g_losses: u32,
    /// The number of finished meetings.
    pub rounds: u32,
    /// The points: three for each meeting won, and one for each meeting drawn.
    pub points: u32,
    /// The number of timeouts in all games.
    pub timeouts: u32,
    /// The sum of the bot's scores in all games.
    pub score_for: i64,
    /// The sum of the opponents' scores in the same games.
    pub score_against: i64,
}

/// A bot's row in the table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// The number of the entrant, counted from 0.
    pub entrant: usize,
    /// The rank, counted from 1.
    pub rank: usize,
    /// The entrant's totals.
    pub totals: Totals,
    /// The faults in all games.
    pub faults: Faults,
    /// The number of restarts after crashes.
    pub restarts: u32,
    /// The rating on the Elo scale.
    pub rating: Rating,
}

/// One entrant's results against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PairScore {
    /// The number of games won.
    pub wins: u32,
    /// The number of games drawn.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
}

/// The table of a tournament, and a cross table with the results of each pair of entrants.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standings {
    /// The rows of the table, from the best bot to the worst.
    pub table: Vec<Standing>,
    /// `cross[a][b]` contains the results of entrant `a` against entrant `b`.
    pub cross: Vec<Vec<PairScore>>,
}

impl Standings {
    /// Computes the standings from the given games, which may be in any order.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::Standings};
    ///
    /// let standings = Standings::new(TournamentFormat::RoundRobin, 3, &[], &[]);
    /// assert_eq!(standings.table.iter().map(|line| line.totals.points).collect::<Vec<_>>(), [0, 0, 0]);
    /// ```
    ///
    /// # Panics
    /// Panics if a game or a finished meeting names an entrant whose number is `entrants` or more.
    pub fn new<'a>(
        format: TournamentFormat,
        entrants: usize,
        meetings: &[Meeting],
        games: impl IntoIterator<Item = &'a Entry>,
    ) -> Self {
        let mut records = vec![(Totals::default(), Faults::default(), 0); entrants];
        let mut cross = vec![vec![PairScore::default(); entrants]; entrants];
        for game in games {
            for seat in [0, 1] {
                let (own, other) = (game.players[seat], game.players[1 - seat]);
                let (record, faults, restarts) = &mut records[own];
                let score = &mut cross[own][other];
                let (total, single) = match usize::from(game.result) {
                    2 => (&mut record.g_draws, &mut score.draws),
                    winner if winner == seat => (&mut record.g_wins, &mut score.wins),
                    _ => (&mut record.g_losses, &mut score.losses),
                };
                *total += 1;
                *single += 1;
                record.games += 1;
                record.timeouts += game.faults[seat].timeouts();
                record.score_for += game.scores[seat];
                record.score_against += game.scores[1 - seat];
                *faults += game.faults[seat];
                *restarts += game.processes[seat].restarts;
            }
        }
        let mut reached = vec![0; entrants];
        for meeting in meetings.iter().filter(|meeting| meeting.is_over) {
            for entrant in meeting.pair {
                let record = &mut records[entrant].0;
                let (count, points) = match meeting.winner {
                    Some(winner) if winner == entrant => (&mut record.r_wins, 3),
                    Some(_) => (&mut record.r_losses, 0),
                    None => (&mut record.r_draws, 1),
                };
                *count += 1;
                record.rounds += 1;
                record.points += points;
                reached[entrant] = meeting.round + usize::from(meeting.winner == Some(entrant));
            }
        }
        let wins: Vec<Vec<f64>> = cross
            .iter()
            .map(|row| row.iter().map(|score| f64::from(score.wins) + f64::from(score.draws) / 2.0).collect())
            .collect();
        let ratings = ratings(&wins);
        let mut order: Vec<_> = (0..entrants).collect();
        order.sort_by_key(|&entrant| {
            let record = &records[entrant].0;
            let far = if format == TournamentFormat::Knockout { reached[entrant] } else { 0 };
            let balance = i64::from(record.g_wins) - i64::from(record.g_losses);
            (Reverse(far), Reverse(record.points), Reverse(balance), entrant)
        });
        let line = |(place, entrant): (usize, usize)| {
            let (totals, faults, restarts) = records[entrant];
            Standing { entrant, rank: place + 1, totals, faults, restarts, rating: ratings[entrant] }
        };
        Self { table: order.into_iter().enumerate().map(line).collect(), cross }
    }
}

/// Computes the standings from the finished games.
///
/// # Panics
/// Panics if a game was played by a bot that is not in the plan.
pub fn standings(plan: &Plan, games: &PlayedGames) -> Standings {
    Standings::new(plan.format, plan.bots.len(), &meetings(plan, games), games.values().flatten())
}

/// The pairs of mirrored games in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirroredPairs {
    /// `cross[a][b]` contains the pairs between entrants `a` and `b`, from the point of view of `a`.
    pub cross: Vec<Vec<PairCounts>>,
}

impl MirroredPairs {
    /// Counts the complete pairs of mirrored games. Returns `None` if the plan's deals are not mirrored.
    pub fn new(plan: &Plan, games: &PlayedGames) -> Option<Self> {
        if !plan.paired {
            return None;
        }
        let mut cross = vec![vec![PairCounts::default(); plan.bots.len()]; plan.bots.len()];
        for games in games.values() {
            let Some([first, second]) = games.first().map(|game| game.players) else { continue };
            let counts = PairCounts::of(first, games);
            cross[first][second] += counts;
            cross[second][first] += counts.mirrored();
        }
        Some(Self { cross })
    }

    /// Adds up an entrant's pair counts against all other entrants.
    pub fn of(&self, entrant: usize) -> PairCounts {
        let mut sum = PairCounts::default();
        self.cross[entrant].iter().for_each(|counts| sum += *counts);
        sum
    }
}

/// A summary of a bot's answer times in its own turns. For a turn that timed out, the referee's waiting time
/// is counted instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnswerTimes {
    /// The number of turns with an answer or a timeout.
    pub answers: usize,
    /// The median answer time, in microseconds.
    pub median: u32,
    /// The 99th percentile of the answer times, in microseconds.
    pub p99: u32,
    /// The longest answer time, in microseconds.
    pub worst: u32,
    /// The bot's processor use.
    pub load: Load,
}

impl AnswerTimes {
    /// Summarises a bot's answer times, or returns `None` if the list is empty.
    ///
    /// ```
    /// use clowder::arena::tournament::AnswerTimes;
    ///
    /// let times = AnswerTimes::of((1..=200).rev().collect()).expect("there are answers");
    /// assert_eq!((times.answers, times.median, times.p99, times.worst), (200, 100, 198, 200));
    /// ```
    pub fn of(mut times: Vec<u32>) -> Option<Self> {
        times.sort_unstable();
        let within = |percent: usize| times[(times.len() * percent).div_ceil(100).max(1) - 1];
        let worst = *times.last()?;
        Some(Self { answers: times.len(), median: within(50), p99: within(99), worst, load: Load::default() })
    }
}

/// Returns a summary of each bot's answer times, or `None` for a bot without recorded times.
pub fn answer_times<'a>(
    entrants: usize,
    games: impl IntoIterator<Item = &'a Entry>,
) -> Vec<Option<AnswerTimes>> {
    let mut all = vec![(Vec::new(), Load::default()); entrants];
    for game in games {
        for (seat, times) in game.times.iter().flatten().enumerate() {
            let (sum, load) = &mut all[game.players[seat]];
            sum.extend_from_slice(times);
            *load += game.loads.map_or(Load::default(), |loads| loads[seat]);
        }
    }
    all.into_iter().map(|(times, load)| Some(AnswerTimes { load, ..AnswerTimes::of(times)? })).collect()
}
