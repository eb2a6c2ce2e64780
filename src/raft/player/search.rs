//! The strong player, which simulates games with a fast policy after each promising choice, and prefers the
//! choice with the best results.
//!
//! A simulated game stops when [`HANDS`] more hands have been drawn and used up. If the game is not over by
//! then, its result is an estimate of the chance of winning, computed by [`value`]. The same random events are
//! simulated after every choice (hindsight optimisation). Therefore, the difference between the chances of two
//! choices is estimated more precisely than with independent events. The search has several rounds. After each
//! round, the worse half of the choices is dropped, but at least two choices are kept (sequential halving).

use super::candidates::candidates;
use super::fate::Fate;
use super::game::{Choice, QuickGame};
use super::policy::Policy;
use super::rollout::Rollout;
use super::value::{WON, value};
use crate::random::{Random, Seed};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The search takes at most about this much time. The result depends on the speed of the machine.
    Time(Duration),
    /// The search simulates about this many games, or fewer if a choice wins all its games. The result depends only on
    /// the position, the seed and this number.
    Rollouts(usize),
}

/// The options of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The limit on the search time or on the number of simulated games.
    pub limit: Limit,
    /// The number of threads, which has no effect on the result if the number of games is limited.
    pub jobs: usize,
    /// The seed of the random events in the simulated games.
    pub seed: Seed,
}

impl SearchOptions {
    /// Creates the options of a search with one thread.
    pub fn new(limit: Limit, seed: impl Into<Seed>) -> Self {
        Self { limit, jobs: 1, seed: seed.into() }
    }
}

/// A choice, and the results of the games simulated after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The choice.
    pub choice: Choice,
    /// Number of games simulated after the choice.
    pub games: u32,
    /// The sum of the results: [`WON`] for a won game, 0 for a lost game, and a number in between for a game stopped
    /// before its end.
    sum: u64,
    /// Number of search rounds in which games were simulated for this choice.
    rounds: u32,
}

impl Estimate {
    const fn new(choice: Choice) -> Self {
        Self { choice, games: 0, sum: 0, rounds: 0 }
    }

    /// The estimated chance of winning, from 0 to 1.
    pub fn chance(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum as f64 / WON as f64 / f64::from(self.games) }
    }

    /// The 95 % confidence interval of the chance of winning: Wilson's interval, computed as if every game were won or
    /// lost. The results of games that are stopped before their end vary less, so the interval is too wide rather than
    /// too narrow.
    pub fn interval(&self) -> (f64, f64) {
        wilson_of(self.chance(), self.games)
    }

    /// The key for sorting choices: first the number of rounds, then the mean result.
    fn key(&self) -> (u32, u64) {
        (self.rounds, self.sum * 1000 / u64::from(self.games.max(1)))
    }

    /// Whether at least [`SURE`] games were simulated and all of them were won.
    fn is_sure(&self) -> bool {
        self.games >= SURE && self.sum == u64::from(self.games) * WON
    }
}

/// Wilson's 95 % confidence interval for the probability of an event that occurred in `part` out of `of` cases.
///
/// ```
/// let (low, high) = clowder::raft::player::wilson(50, 100);
/// assert_eq!(format!("{low:.3} {high:.3}"), "0.404 0.596");
/// ```
pub fn wilson(part: u32, of: u32) -> (f64, f64) {
    wilson_of(f64::from(part) / f64::from(of.max(1)), of)
}

fn wilson_of(share: f64, of: u32) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if of == 0 {
        return (0.0, 1.0);
    }
    let count = f64::from(of);
    let scale = 1.0 + Z * Z / count;
    let middle = (share + Z * Z / (2.0 * count)) / scale;
    let half = Z / scale * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The choices that were compared, the best one first. The list is empty if the game is over, if a tile must be
    /// drawn, or if no action is legal.
    pub options: Vec<Estimate>,
}

impl Advice {
    /// The best choice, or `None` if there is no choice.
    pub fn best(&self) -> Option<&Estimate> {
        self.options.first()
    }
}

/// Compares the most promising choices in a position by simulating games.
///
/// ```
/// use clowder::raft::{PlayableState, player::{Limit, QuickGame, SearchOptions, advise}};
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// let mut options = SearchOptions::new(Limit::Rollouts(8), 1);
/// let advice = advise(&game, &options);
/// options.jobs = 2;
/// assert_eq!(advise(&game, &options), advice);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn advise(game: &QuickGame, options: &SearchOptions) -> Advice {
    let start = Instant::now();
    let mut all: Vec<Estimate> = candidates(game).into_iter().map(Estimate::new).collect();
    let mut alive = all.len();
    let mut rounds = alive.max(2).next_power_of_two().ilog2();
    while alive > 0 && rounds > 0 {
        let share = match options.limit {
            Limit::Time(time) => {
                Share::Until(start + time.mul_f64(1.0 / f64::from(rounds)).max(left(start, time) / rounds))
            }
            Limit::Rollouts(total) => {
                let played: usize = all.iter().map(|one| one.games as usize).sum();
                Share::Games((total.saturating_sub(played) / rounds as usize / alive).max(1))
            }
        };
        play_round(game, &mut all[..alive], share, options, start);
        for one in &mut all[..alive] {
            one.rounds += 1;
        }
        // The sort is stable, so choices with equal results keep their order (at first, the order of
        // [`candidates`]).
        all.sort_by_key(|one| std::cmp::Reverse(one.key()));
        rounds -= 1;
        alive = alive.div_ceil(2).max(usize::from(rounds > 0)).max(alive.min(2));
        if all[0].is_sure() {
            break;
        }
    }
    Advice { options: all }
}

/// Number of further hands after which a simulated game stops. With more hands, each decision takes longer
/// (`docs/decisions.md` compares the numbers of games won).
const HANDS: usize = 2;
/// The search ends early, after a round, if at least this many games were simulated for the best choice and all of them
/// were won.
const SURE: u32 = 16;

fn left(start: Instant, time: Duration) -> Duration {
    time.saturating_sub(start.elapsed())
}

/// The part of the search limit that one round of the search may use.
#[derive(Clone, Copy)]
enum Share {
    /// The round ends at this time.
    Until(Instant),
    /// This many games are simulated after each choice.
    Games(usize),
}

/// Plays one round of the search by simulating games after each choice until the round has used its share of the search
/// limit. A round with a time limit also ends when very many games have been simulated after each choice.
fn play_round(
    game: &QuickGame,
    alive: &mut [Estimate],
    share: Share,
    options: &SearchOptions,
    start: Instant,
) {
    let batch = match share {
        Share::Games(games) => games,
        Share::Until(_) => 2.max(options.jobs.div_ceil(alive.len())),
    };
    let stop = match options.limit {
        Limit::Time(time) => Some(start + time),
        Limit::Rollouts(_) => None,
    };
    loop {
        play_batch(game, alive, batch, (options, stop));
        match share {
            Share::Games(_) => return,
            Share::Until(end) => {
                let now = Instant::now();
                if now >= end
                    || stop.is_some_and(|stop| now >= stop)
                    || alive.iter().all(|one| one.games >= SURE * 64)
                {
                    return;
                }
            }
        }
    }
}

/// Simulates the same number of games after each choice, distributed over all threads. No game begins after
/// the time limit, so each thread exceeds the limit by less than the duration of one game.
fn play_batch(
    game: &QuickGame,
    alive: &mut [Estimate],
    games: usize,
    (options, stop): (&SearchOptions, Option<Instant>),
) {
    let tasks: Vec<(usize, Choice, u64)> = alive
        .iter()
        .enumerate()
        .flat_map(|(index, one)| {
            (0..games as u64).map(move |game| (index, one.choice, u64::from(one.games) + game))
        })
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some(&(index, choice, number)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.is_some_and(|stop| Instant::now() >= stop) {
                break;
            }
            let mut random = Random::stream(options.seed, number);
            let fate = Fate::new(game, number, &mut random);
            let mut copy = *game;
            fate.follow(&mut copy, choice);
            fate.play_out(&mut copy, &mut Rollout::default(), &mut random, HANDS);
            results.push((index, value(&copy)));
        }
        results
    };
    let results = if options.jobs < 2 || tasks.len() < 2 {
        work()
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..options.jobs.min(tasks.len())).map(|_| scope.spawn(work)).collect();
            let mut results = work();
            results.extend(others.into_iter().filter_map(|other| other.join().ok()).flatten());
            results
        })
    };
    for (index, result) in results {
        alive[index].sum += result;
        alive[index].games += 1;
    }
}

/// The policy that follows the advice of the search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Best {
    /// The options of each search. For each decision, the seed is replaced by a random one.
    pub options: SearchOptions,
}

impl Best {
    /// Creates the policy.
    pub const fn new(options: SearchOptions) -> Self {
        Self { options }
    }
}

impl Policy for Best {
    fn choose(&mut self, game: &QuickGame, random: &mut Random) -> Option<Choice> {
        let seed = random.bits().into();
        match &candidates(game)[..] {
            [] => None,
            [only] => Some(*only),
            _ => advise(game, &SearchOptions { seed, ..self.options }).best().map(|best| best.choice),
        }
    }
}
