//! Computes the weights with which the strong player of Race to the Raft estimates its chance of winning. It also reports
//! how well the estimates agree with game results.
//!
//! ```text
//! cargo run --release --example raft_value -- GAMES SEED
//! ```
//!
//! GAMES is the number of games per official challenge. Half of these games are played by the greedy player, and half
//! of them by the policy for simulated games. The weights maximise the likelihood (logistic regression, by Newton's
//! method), with a small penalty for large weights.

use clowder::raft::catalogue::official_challenges;
use clowder::raft::generate::official_start;
use clowder::raft::player::{FEATURES, Greedy, Phase, Policy, QuickGame, Rollout, features};
use clowder::random::Random;

/// The features of a position, and a flag that is true if the game was won.
type Sample = ([f64; FEATURES], bool);

/// Plays a game, and adds a sample for each position in which a hand must be drawn.
fn play(number: usize, policy: &mut impl Policy, random: &mut Random, samples: &mut Vec<Sample>) {
    let start = official_start(Some(number), random).expect("every official challenge can be played");
    let mut game = QuickGame::new(&start, None);
    let first = samples.len();
    while !game.is_over() {
        match game.phase() {
            Phase::DrawTile => {
                game.draw_tile(random);
                continue;
            }
            Phase::Draw => samples.push((features(&game), false)),
            _ => {}
        }
        let Some(choice) = policy.choose(&game, random) else { break };
        game.follow(choice, random);
    }
    for sample in &mut samples[first..] {
        sample.1 = game.phase() == Phase::Won;
    }
}

fn chance(features: &[f64; FEATURES], weights: &[f64; FEATURES]) -> f64 {
    let sum: f64 = features.iter().zip(weights).map(|(one, weight)| one * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Improves the weights by one step of Newton's method.
fn improve(weights: &mut [f64; FEATURES], samples: &[Sample]) {
    let mut matrix = [[0.0; FEATURES]; FEATURES];
    let mut vector = weights.map(|weight| -weight);
    for (row, values) in matrix.iter_mut().enumerate() {
        values[row] = 1.0;
    }
    for (features, won) in samples {
        let chance = chance(features, weights);
        for row in 0..FEATURES {
            vector[row] += (f64::from(u8::from(*won)) - chance) * features[row];
            for column in 0..FEATURES {
                matrix[row][column] += chance * (1.0 - chance) * features[row] * features[column];
            }
        }
    }
    for (weight, step) in weights.iter_mut().zip(solve(matrix, vector)) {
        *weight += step;
    }
}

/// Solves a system of linear equations by elimination.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut vector: [f64; FEATURES]) -> [f64; FEATURES] {
    for pivot in 0..FEATURES {
        let size = |row: &usize| matrix[*row][pivot].abs();
        let largest = (pivot..FEATURES).max_by(|one, other| size(one).total_cmp(&size(other)));
        let largest = largest.unwrap_or(pivot);
        matrix.swap(pivot, largest);
        vector.swap(pivot, largest);
        for row in (0..FEATURES).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let of_pivot = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(of_pivot) {
                *value -= factor * above;
            }
            vector[row] -= factor * vector[pivot];
        }
    }
    std::array::from_fn(|row| vector[row] / matrix[row][row])
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [games, seed] = numbers[..] else {
        eprintln!("usage: raft_value GAMES SEED");
        std::process::exit(2);
    };
    let mut samples = Vec::new();
    for official in official_challenges() {
        for game in 0..games {
            let mut random = Random::stream(seed, game * 64 + official.number as u64);
            if game % 2 == 0 {
                play(official.number, &mut Greedy, &mut random, &mut samples);
            } else {
                play(official.number, &mut Rollout::default(), &mut random, &mut samples);
            }
        }
    }
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        improve(&mut weights, &samples);
    }
    println!("weights from {} positions: {weights:.4?}", samples.len());
    for tenth in 0..10 {
        let of_tenth = samples.iter().filter(|sample| (chance(&sample.0, &weights) * 10.0) as usize == tenth);
        let (won, all) = of_tenth.fold((0, 0), |(won, all), sample| (won + u32::from(sample.1), all + 1));
        let share = f64::from(won) * 100.0 / f64::from(all.max(1));
        println!(
            "estimate {} to {} %: {share:.0} % of {all} positions were won",
            tenth * 10,
            tenth * 10 + 10
        );
    }
}
