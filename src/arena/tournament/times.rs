//! Summaries of the times that the bots took for their answers in their own turns.

use super::Entry;
use serde::Serialize;

/// A summary of the times that a bot took for its answers in its own turns. For a turn in which the bot did not answer
/// in time, the summary uses the time that the referee waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnswerTimes {
    /// The number of answers, including the turns in which the bot did not answer in time.
    pub answers: usize,
    /// The time that half of the answers did not exceed, in microseconds.
    pub median: u32,
    /// The time that 99 % of the answers did not exceed, in microseconds.
    pub p99: u32,
    /// The longest time, in microseconds.
    pub worst: u32,
}

impl AnswerTimes {
    /// Computes the summary for one bot from the times of its answers. Returns `None` if there are no answers.
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
        Some(Self { answers: times.len(), median: within(50), p99: within(99), worst })
    }
}

/// Returns the answer times of each bot, or `None` for a bot without a recorded time.
///
/// ```
/// use clowder::arena::tournament::answer_times;
///
/// assert_eq!(answer_times(2, &[]), [None, None], "nothing has been played");
/// ```
pub fn answer_times<'a>(
    entrants: usize,
    games: impl IntoIterator<Item = &'a Entry>,
) -> Vec<Option<AnswerTimes>> {
    let mut all = vec![Vec::new(); entrants];
    for game in games {
        for (seat, times) in game.times.iter().flatten().enumerate() {
            all[game.players[seat]].extend_from_slice(times);
        }
    }
    all.into_iter().map(AnswerTimes::of).collect()
}
