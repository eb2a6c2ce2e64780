//! Measures Penguins Pool Party. There are two targets: solving all 60 official challenges in less than 1 ms, and
//! counting the solutions for all 6,195 sets of penguins in less than 100 ms. For comparison, a simple search that
//! places block after block is measured, too.

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use clowder::notation::Notation;
use clowder::penguins::{
    Block, Challenge, Hexes, PartialSolution, Solution, State, all_challenges, count_solutions, effort,
    official_challenges, solve,
};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Counts the solutions by a simple search, placing one block after another wherever it fits.
fn search(taken: Hexes, blocks: &[Block]) -> usize {
    let Some((block, rest)) = blocks.split_first() else { return 1 };
    let fits = block.placements().iter().filter(|one| one.hexes().is_disjoint(taken));
    fits.map(|one| search(taken.union(one.hexes()), rest)).sum()
}

fn solver(criterion: &mut Criterion) {
    let official: Vec<Challenge> = official_challenges().iter().map(|one| one.challenge).collect();
    let all: Vec<Challenge> = all_challenges().collect();
    let mut group = criterion.benchmark_group("penguins");
    group.bench_function("solve the 60 official challenges", |bencher| {
        bencher
            .iter(|| official.iter().flat_map(|&one| solve(black_box(one), PartialSolution::EMPTY)).count());
    });
    group.bench_function("the same by search", |bencher| {
        bencher.iter(|| {
            official.iter().map(|&one| search(black_box(one.penguins()), &Block::ALL)).sum::<usize>()
        });
    });
    group.bench_function("count all 6,195 sets of penguins", |bencher| {
        bencher.iter(|| all.iter().map(|&one| count_solutions(black_box(one.penguins()))).sum::<usize>());
    });
    group.bench_function("legal placements of the first challenge", |bencher| {
        let state = State::new(official[0], PartialSolution::EMPTY).expect("no block covers a penguin");
        bencher.iter(|| black_box(state).legal_placements().count());
    });
    group.bench_function("effort of the first challenge", |bencher| {
        bencher.iter(|| effort(black_box(official[0])));
    });
    group.bench_function("parse a challenge", |bencher| {
        bencher.iter(|| Challenge::parse_canonical(black_box("20113123")));
    });
    group.bench_function("parse a solution", |bencher| {
        bencher.iter(|| Solution::parse_canonical(black_box("A321B104C031D222")));
    });
    group.finish();
}

criterion_group!(benches, solver);
criterion_main!(benches);
