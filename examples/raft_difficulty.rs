//! Measures how often each player wins each official challenge of Race to the Raft, and prints the table in
//! `docs/raft-difficulty.md`.
//!
//! ```text
//! cargo run --release --example raft_difficulty -- SEED RANDOM GREEDY BEST ROLLOUTS [CHALLENGE...]
//! ```
//!
//! In each challenge, the player `random` plays RANDOM games, the player `greedy` plays GREEDY games, and the
//! player `best` plays BEST games. For each decision, the player `best` simulates about ROLLOUTS games. The
//! result depends on nothing but the arguments. Challenge numbers at the end restrict the games to those
//! challenges.
//!
//! The column `at most` is the share of 200 deals that a cheap proof ([`bound::can_be_won`]) does not
//! exclude. A player who knows all cards and tiles wins at most that share. With 0 games for each player, the
//! example computes just this column.

use clowder::raft::catalogue::official_challenges;
use clowder::raft::generate::official_start;
use clowder::raft::player::{BuiltInPolicy, Limit, QuickGame, SearchOptions, playout, wilson};
use clowder::random::Random;
use std::sync::atomic::{AtomicU32, Ordering};

#[path = "raft/bound.rs"]
mod bound;

/// The numbers of games that one player has won and played in one challenge.
#[derive(Clone, Copy, Default)]
struct Wins {
    won: u32,
    games: u32,
}

impl Wins {
    fn rate(self) -> f64 {
        f64::from(self.won) / f64::from(self.games.max(1))
    }

    /// Returns the percentage of games won with a 95 % confidence interval.
    fn cell(self) -> String {
        if self.games == 0 {
            return "–".to_owned();
        }
        let (low, high) = wilson(self.won, self.games);
        let percent = |share: f64| format!("{:.0}", share * 100.0);
        format!("{} ({}–{})", percent(self.rate()), percent(low), percent(high))
    }

    fn plus(self, other: Self) -> Self {
        Self { won: self.won + other.won, games: self.games + other.games }
    }
}

/// Plays games of one challenge in parallel on all processors. Each game has its own random stream.
fn measure(number: usize, games: u32, player: BuiltInPolicy, seed: u64) -> Wins {
    let (next, won) = (AtomicU32::new(0), AtomicU32::new(0));
    let work = || {
        let mut player = player;
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                break;
            }
            let mut random = Random::stream(seed, u64::from(game) * 64 + number as u64);
            let start =
                official_start(Some(number), &mut random).expect("every official challenge can be played");
            let is_won = playout(&mut QuickGame::new(&start, None), &mut player, &mut random);
            won.fetch_add(u32::from(is_won), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    Wins { won: won.into_inner(), games }
}

/// The number of deals per challenge for which the bound is computed.
const DEALS: u32 = 200;

/// Counts the deals of a challenge that a player who knows everything could perhaps win. The deals begin like
/// the games of [`measure`].
fn bound(number: usize, seed: u64) -> Wins {
    let won = (0..DEALS).filter(|game| {
        let mut random = Random::stream(seed, u64::from(*game) * 64 + number as u64);
        official_start(Some(number), &mut random).is_some_and(|start| bound::can_be_won(start.state()))
    });
    Wins { won: won.count() as u32, games: DEALS }
}

/// Returns the ranks of values, where equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count();
        let same = values.iter().filter(|other| other.total_cmp(value).is_eq()).count();
        less as f64 + f64::midpoint(same as f64, 1.0)
    };
    values.iter().map(rank).collect()
}

/// Returns Spearman's rank correlation of two lists of values.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = f64::midpoint(one.len() as f64, 1.0);
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [seed, random, greedy, best, rollouts, ref wanted @ ..] = numbers[..] else {
        eprintln!("usage: raft_difficulty SEED RANDOM GREEDY BEST ROLLOUTS [CHALLENGE...]");
        std::process::exit(2);
    };
    // The games already use all processors, so each search uses a single thread.
    let search = SearchOptions::new(Limit::Rollouts(rollouts as usize), 0);
    let players = [
        (BuiltInPolicy::Random, random),
        (BuiltInPolicy::Greedy, greedy),
        (BuiltInPolicy::Best(search), best),
    ];
    println!("| no. | challenge | official difficulty | random | greedy | best | at most |");
    println!("|---|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    let is_wanted = |number: usize| wanted.is_empty() || wanted.contains(&(number as u64));
    for official in official_challenges().iter().filter(|official| is_wanted(official.number)) {
        let [random, greedy, best] =
            players.map(|(player, games)| measure(official.number, games as u32, player, seed));
        let wins = [random, greedy, best, bound(official.number, seed)];
        let [random, greedy, best, at_most] = wins.map(Wins::cell);
        println!(
            "| {} | {} | {} | {random} | {greedy} | {best} | {at_most} |",
            official.number, official.name, official.difficulty
        );
        rows.push((f64::from(official.difficulty), wins));
    }
    println!("\n| official difficulty | random | greedy | best | at most |\n|---|---|---|---|---|");
    for difficulty in 0..=5 {
        let of_level = rows.iter().filter(|(level, _)| level.total_cmp(&f64::from(difficulty)).is_eq());
        let total = of_level.fold([Wins::default(); 4], |sum, (_, wins)| {
            [0, 1, 2, 3].map(|index| sum[index].plus(wins[index]))
        });
        let [random, greedy, best, at_most] = total.map(Wins::cell);
        println!("| {difficulty} | {random} | {greedy} | {best} | {at_most} |");
    }
    let total = rows
        .iter()
        .fold([Wins::default(); 4], |sum, (_, wins)| [0, 1, 2, 3].map(|index| sum[index].plus(wins[index])));
    let [random, greedy, best, at_most] = total.map(Wins::cell);
    println!("| all | {random} | {greedy} | {best} | {at_most} |\n");
    let levels: Vec<f64> = rows.iter().map(|(level, _)| *level).collect();
    for (name, index) in [("greedy", 1), ("best", 2)] {
        if rows.iter().all(|(_, wins)| wins[index].games == 0) {
            continue;
        }
        let losses: Vec<f64> = rows.iter().map(|(_, wins)| 1.0 - wins[index].rate()).collect();
        println!(
            "Rank correlation (Spearman) of the official difficulty and the share of games that {name} loses: {:.2}",
            correlation(&levels, &losses)
        );
    }
}
