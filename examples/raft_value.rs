//! Computes the weights that the strong player of Race to the Raft uses to estimate its chance of winning.
//!
//! ```text
//! cargo run --release --example raft_value -- play GAMES SEED > positions.csv
//! cargo run --release --example raft_value -- fit positions.csv [MORE.csv...]
//! ```
//!
//! `play` runs GAMES games of the strong player. Whenever a hand must be drawn, `play` prints the
//! features of the position and the result of the game. After each game, `play` goes back to two random positions
//! and makes a random promising choice in each. The policy for simulated games then plays the rest of the
//! hand. The resulting position is like those that a search evaluates, and the strong player continues from
//! there. Most games are in challenges that the strong player often loses.
//!
//! `fit` trains the network on all positions and prints the weights. Beforehand, it holds out a quarter of
//! the games to report how well the estimates agree with the results. Train in rounds: copy the weights to
//! `value.rs`, play again, and fit the positions of both rounds.

use clowder::raft::generate::official_start;
use clowder::raft::player::{
    Best, FEATURES, HIDDEN, Limit, Phase, Policy, QuickGame, Rollout, SearchOptions, candidates, features,
};
use clowder::random::Random;
use std::array;

/// The number of simulated games per decision.
const ROLLOUTS: usize = 60;
/// Four fifths of the games draw their challenge from this list, the others from all challenges.
const HARD: [usize; 12] = [22, 25, 26, 33, 37, 38, 39, 22, 38, 39, 33, 34];
/// The number of times that the network sees every position.
const EPOCHS: usize = 100;
/// The number of positions between updates of the weights.
const BATCH: usize = 256;
/// The initial step size, which decreases to 0.
const STEP: f64 = 0.005;
/// The penalty for large weights.
const PENALTY: f64 = 0.001;
/// The weight of a position that was reached as in a search. All other positions have weight 1.
const LEAF: f64 = 3.0;

/// A position in which a hand must be drawn.
struct Sample {
    /// The number of the position's game.
    game: usize,
    is_leaf: bool,
    won: bool,
    features: [f64; FEATURES],
}

/// Plays a game to its end. Returns whether the game was won, the positions before each draw of a hand, and
/// the positions before each choice.
fn play_on(mut game: QuickGame, random: &mut Random) -> (bool, Vec<QuickGame>, Vec<QuickGame>) {
    let mut best = Best::new(SearchOptions::new(Limit::Rollouts(ROLLOUTS), 0));
    let (mut draws, mut all) = (Vec::new(), Vec::new());
    while !game.is_over() {
        if game.phase() == Phase::DrawTile {
            game.draw_tile(random);
            continue;
        }
        if game.phase() == Phase::Draw {
            draws.push(game);
        }
        all.push(game);
        let Some(choice) = best.choose(&game, random) else { break };
        game.follow(choice, random);
    }
    (game.phase() == Phase::Won, draws, all)
}

/// Makes a random promising choice and plays until a hand must be drawn. Returns `None` if the game ends
/// earlier.
fn leaf(mut game: QuickGame, random: &mut Random) -> Option<QuickGame> {
    let choice = *random.choose(&candidates(&game))?;
    game.follow(choice, random);
    let mut policy = Rollout::default();
    loop {
        match game.phase() {
            Phase::Draw => return Some(game),
            Phase::Won | Phase::Lost => return None,
            Phase::DrawTile => game.draw_tile(random),
            _ => {
                let choice = policy.choose(&game, random)?;
                game.follow(choice, random);
            }
        }
    }
}

fn play(games: u64, seed: u64) {
    let mut number = 0;
    let mut print = |won: bool, draws: &[QuickGame], begins_with_leaf: bool| {
        for (index, game) in draws.iter().enumerate() {
            let is_leaf = begins_with_leaf && index == 0;
            let values = features(game).map(|value| format!("{value:.5}")).join(",");
            println!("{number},{},{},{values}", u8::from(is_leaf), u8::from(won));
        }
        number += 1;
    };
    for game in 0..games {
        let mut random = Random::stream(seed, game);
        let challenge = if game % 5 == 4 { 1 + random.below(39) } else { HARD[random.below(HARD.len())] };
        let start =
            official_start(Some(challenge), &mut random).expect("every official challenge can be played");
        let (won, draws, all) = play_on(QuickGame::new(&start, None), &mut random);
        print(won, &draws, false);
        for _ in 0..2 {
            let from = all[random.below(all.len())];
            if let Some(leaf) = leaf(from, &mut random) {
                let (won, draws, _) = play_on(leaf, &mut random);
                print(won, &draws, true);
            }
        }
    }
}

/// The network: the input weights of each hidden unit, the weight of its output, and the direct weights of
/// the features.
#[derive(Clone)]
struct Network {
    hidden: [[f64; FEATURES]; HIDDEN],
    output: [f64; HIDDEN],
    direct: [f64; FEATURES],
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Network {
    /// Returns the chance of winning, and the values of the hidden units.
    fn chance(&self, features: &[f64; FEATURES]) -> (f64, [f64; HIDDEN]) {
        let units = array::from_fn(|unit| dot(&self.hidden[unit], features).max(0.0));
        (1.0 / (1.0 + (-dot(&self.direct, features) - dot(&self.output, &units)).exp()), units)
    }

    fn weights(&mut self) -> impl Iterator<Item = &mut f64> {
        self.hidden.iter_mut().flatten().chain(&mut self.output).chain(&mut self.direct)
    }

    /// Trains a network with the Adam optimizer. The features must have mean 0 and standard deviation 1.
    fn train(samples: &[&Sample], random: &mut Random) -> Self {
        let mut normal = |scale: f64| {
            // The sum of twelve uniform numbers has a standard deviation of 1.
            scale * ((0..12).map(|_| random.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0)
        };
        let mut network = Self {
            hidden: array::from_fn(|_| array::from_fn(|_| normal(1.0 / (FEATURES as f64).sqrt()))),
            output: array::from_fn(|_| normal(0.3)),
            direct: [0.0; FEATURES],
        };
        let zero = Self { hidden: [[0.0; FEATURES]; HIDDEN], output: [0.0; HIDDEN], direct: [0.0; FEATURES] };
        let (mut mean, mut square) = (zero.clone(), zero.clone());
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let total: f64 = samples.iter().map(|sample| sample.weight()).sum();
        let scale = samples.len() as f64 / total;
        let (mut fall, mut slow_fall) = (1.0, 1.0);
        for epoch in 0..EPOCHS {
            random.shuffle(&mut order);
            let step = STEP * (1.0 - epoch as f64 / EPOCHS as f64);
            for batch in order.chunks(BATCH) {
                let mut slope = network.clone();
                slope.weights().for_each(|weight| *weight *= PENALTY);
                for &index in batch {
                    let sample = samples[index];
                    let (chance, units) = network.chance(&sample.features);
                    let error = (chance - f64::from(u8::from(sample.won))) * sample.weight() * scale
                        / batch.len() as f64;
                    for unit in (0..HIDDEN).filter(|unit| units[*unit] > 0.0) {
                        slope.output[unit] += error * units[unit];
                        for (slope, value) in slope.hidden[unit].iter_mut().zip(&sample.features) {
                            *slope += error * network.output[unit] * value;
                        }
                    }
                    for (slope, value) in slope.direct.iter_mut().zip(&sample.features) {
                        *slope += error * value;
                    }
                }
                fall *= 0.9;
                slow_fall *= 0.999;
                let moments = mean.weights().zip(square.weights());
                for ((weight, slope), (mean, square)) in network.weights().zip(slope.weights()).zip(moments) {
                    *mean += 0.1 * (*slope - *mean);
                    *square += 0.001 * (*slope * *slope - *square);
                    *weight -= step * (*mean / (1.0 - fall)) / ((*square / (1.0 - slow_fall)).sqrt() + 1e-8);
                }
            }
        }
        network
    }
}

impl Sample {
    fn weight(&self) -> f64 {
        if self.is_leaf { LEAF } else { 1.0 }
    }

    fn read(line: &str, file: usize) -> Option<Self> {
        let values: Vec<f64> = line.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [game, is_leaf, won, ref features @ ..] = values[..] else { return None };
        let features = features.try_into().ok()?;
        Some(Self {
            game: file * 1_000_000 + game as usize,
            is_leaf: is_leaf > 0.0,
            won: won > 0.0,
            features,
        })
    }
}

fn fit(paths: &[String]) -> std::io::Result<()> {
    let mut samples = Vec::new();
    for (file, path) in paths.iter().enumerate() {
        samples.extend(std::fs::read_to_string(path)?.lines().filter_map(|line| Sample::read(line, file)));
    }
    // The features, except for the constant first one, are scaled to mean 0 and standard deviation 1.
    let count = samples.len() as f64;
    let mean: [f64; FEATURES] =
        array::from_fn(|index| samples.iter().map(|one| one.features[index]).sum::<f64>() / count);
    let deviation: [f64; FEATURES] = array::from_fn(|index| {
        (samples.iter().map(|one| (one.features[index] - mean[index]).powi(2)).sum::<f64>() / count).sqrt()
            + 1e-9
    });
    for sample in &mut samples {
        for index in 1..FEATURES {
            sample.features[index] = (sample.features[index] - mean[index]) / deviation[index];
        }
    }
    let (test, train): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| sample.game % 4 == 0);
    let network = Network::train(&train, &mut Random::new(1));
    for (name, only_leaves) in [("all positions", false), ("positions as in a search", true)] {
        let chosen: Vec<_> = test.iter().filter(|sample| sample.is_leaf || !only_leaves).collect();
        let loss = |sample: &&&Sample| {
            let (chance, _) = network.chance(&sample.features);
            -(if sample.won { chance } else { 1.0 - chance }).clamp(1e-4, 1.0).ln()
        };
        let mean = chosen.iter().map(loss).sum::<f64>() / chosen.len() as f64;
        println!("// log loss on {} {name} of games that were not used: {mean:.4}", chosen.len());
    }
    let all: Vec<&Sample> = samples.iter().collect();
    let mut network = Network::train(&all, &mut Random::new(1));
    // The printed weights apply to unscaled features.
    for weights in network.hidden.iter_mut().chain([&mut network.direct]) {
        for index in 1..FEATURES {
            weights[index] /= deviation[index];
            weights[0] -= weights[index] * mean[index];
        }
    }
    println!("// from {} positions", samples.len());
    println!("const HIDDEN_WEIGHTS: [[f64; FEATURES]; HIDDEN] = {:.4?};", network.hidden);
    println!("const OUTPUT_WEIGHTS: [f64; HIDDEN] = {:.4?};", network.output);
    println!("const DIRECT_WEIGHTS: [f64; FEATURES] = {:.4?};", network.direct);
    Ok(())
}

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [verb, games, seed] if verb == "play" => match (games.parse(), seed.parse()) {
            (Ok(games), Ok(seed)) => play(games, seed),
            _ => std::process::exit(2),
        },
        [verb, paths @ ..] if verb == "fit" && !paths.is_empty() => fit(paths)?,
        _ => {
            eprintln!("usage: raft_value play GAMES SEED, or raft_value fit FILE...");
            std::process::exit(2);
        }
    }
    Ok(())
}
