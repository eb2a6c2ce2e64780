//! The table of a tournament, with results, faults and ratings.

use super::course::meetings;
use super::entry::{Entry, GamePlace};
use super::plan::Plan;
use crate::arena::faults::Faults;
use crate::arena::rating::{Rating, ratings};
use crate::arena::schedule::{Pair, TournamentFormat};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The totals that the server stores for a bot.
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
    /// The number of meetings that are over.
    pub rounds: u32,
    /// The points: three for each meeting won, and one for each meeting drawn.
    pub points: u32,
    /// The number of faults of the kind `timeout` in all games.
    pub timeouts: u32,
    /// The sum of the bot's scores in all games.
    pub score_for: i64,
    /// The sum of the opponents' scores in the same games.
    pub score_against: i64,
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// The number of the entrant, counted from 0.
    pub entrant: usize,
    /// The rank, counted from 1.
    pub rank: usize,
    /// The totals of the entrant: its meetings, games, points, timeouts and scores.
    pub totals: Totals,
    /// The faults in all games.
    pub faults: Faults,
    /// The number of restarts after crashes.
    pub restarts: u32,
    /// The rating on the Elo scale.
    pub rating: Rating,
}

/// The results of one entrant against another entrant.
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

/// A meeting of two entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meeting {
    /// The round, counted from 0 in the order of play.
    pub round: usize,
    /// The number of the meeting in its round, counted from 0.
    pub number: usize,
    /// The entrants.
    pub pair: Pair,
    /// The winner, or `None` if the meeting is drawn or not over.
    pub winner: Option<usize>,
    /// True if no further game of the meeting will be played.
    pub is_over: bool,
}

/// The table of the tournament, and the cross table with the results of each pair.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standings {
    /// The lines of the table, beginning with the best bot.
    pub table: Vec<Standing>,
    /// `cross[a][b]` contains the results of entrant `a` against entrant `b`.
    pub cross: Vec<Vec<PairScore>>,
}

impl Standings {
    /// Computes the standings from some games, which can be in any order.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::Standings};
    ///
    /// let standings = Standings::new(TournamentFormat::RoundRobin, 3, &[], &[]);
    /// assert_eq!(standings.table.iter().map(|line| line.totals.points).collect::<Vec<_>>(), [0, 0, 0]);
    /// ```
    ///
    /// # Panics
    /// Panics if the number of an entrant in a game or in a finished meeting is not less than `entrants`.
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
            for (seat, &entrant) in meeting.pair.iter().enumerate() {
                count_meeting(&mut records[entrant].0, meeting, seat);
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

/// Counts a finished meeting for one of its two entrants.
fn count_meeting(record: &mut Totals, meeting: &Meeting, seat: usize) {
    record.rounds += 1;
    if meeting.winner == Some(meeting.pair[seat]) {
        record.r_wins += 1;
        record.points += 3;
    } else if meeting.winner.is_some() {
        record.r_losses += 1;
    } else {
        record.r_draws += 1;
        record.points += 1;
    }
}

/// Computes the table from the games that have been played.
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
/// use clowder::arena::tournament::{Entrant, Plan, PlayedGames, standings};
///
/// let mut plan = Plan::new("tictactoe", TournamentFormat::Match);
/// plan.bots = ["Ann", "Bob"]
///     .map(|name| Entrant::new(name, vec![]))
///     .into();
/// assert_eq!(standings(&plan, &PlayedGames::new()).table.len(), 2);
/// ```
///
/// # Panics
/// Panics if a game was played by a bot that is not in the plan.
pub fn standings(plan: &Plan, games: &PlayedGames) -> Standings {
    Standings::new(plan.format, plan.bots.len(), &meetings(plan, games), games.values().flatten())
}

/// Counts the games won by each entrant of a pair, and the draws.
///
/// ```
/// use clowder::arena::tournament::tally;
///
/// assert_eq!(tally([0, 1], &[]), [0, 0, 0], "nothing has been played");
/// ```
pub fn tally<'a>(pair: Pair, games: impl IntoIterator<Item = &'a Entry>) -> [u32; 3] {
    let mut counts = [0; 3];
    for game in games {
        let seat = game.winner().and_then(|winner| pair.iter().position(|&entrant| entrant == winner));
        counts[seat.unwrap_or(2)] += 1;
    }
    counts
}

/// The finished games that come after a missing game of their meeting.
pub type LaterGames = BTreeMap<GamePlace, Entry>;

/// The finished games of a tournament, sorted by round and meeting. The games of each meeting are in order.
pub type PlayedGames = BTreeMap<(usize, usize), Vec<Entry>>;
