//! Measures the two bot games: complete random games, the messages of a game, and verifying saved games.

use clowder::arboretum::Arboretum;
use clowder::games::{Game, GameJson as _, Outcome, Seat};
use clowder::notation::Notation as _;
use clowder::protocol::{self, GameRecord, Reply, write_record};
use clowder::random::Random;
use clowder::tictactoe::TicTacToe;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Plays a game of random moves, calling `each` with every state before the end.
fn random_game<G: Game>(random: &mut Random, mut each: impl FnMut(&G::State)) -> (Vec<G::Move>, Outcome) {
    let mut state = G::deal(random);
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = G::result(&state) {
            return (moves, outcome);
        }
        each(&state);
        let legal = G::legal_moves(&state);
        let chosen = legal[random.below(legal.len())].clone();
        G::apply(&mut state, &chosen);
        moves.push(chosen);
    }
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random-game");
    group.throughput(Throughput::Elements(1));
    let mut random = Random::new(1);
    group.bench_function("arboretum", |bencher| {
        bencher.iter(|| random_game::<Arboretum>(&mut random, |_| ()));
    });
    group.bench_function("arboretum, with both players' messages", |bencher| {
        bencher.iter(|| {
            random_game::<Arboretum>(&mut random, |state| {
                for seat in Seat::BOTH {
                    let view = Arboretum::write_view(&Arboretum::view(state, seat, "the opponent"));
                    black_box(protocol::line(&view, "884f9509-98f2-4554-a69e-f520b92adc77"));
                }
            })
        });
    });
    group.bench_function("tictactoe", |bencher| {
        bencher.iter(|| random_game::<TicTacToe>(&mut random, |_| ()));
    });
    group.finish();
}

fn messages(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("message");
    let reply =
        r#"{"move":{"card":["J",6],"coord":[0,0]},"messageID":"884f9509-98f2-4554-a69e-f520b92adc77"}"#;
    group.bench_function("read a reply", |bencher| bencher.iter(|| Reply::read_for(black_box(reply), None)));
    group.finish();
}

fn records(criterion: &mut Criterion) {
    let mut random = Random::new(2);
    let initial = Arboretum::deal(&mut Random::new(2));
    let (moves, outcome) = random_game::<Arboretum>(&mut random, |_| ());
    let text = write_record::<Arboretum>(["A", "B"], &initial, &moves, &outcome);
    let mut group = criterion.benchmark_group("record");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("verify an Arboretum game", |bencher| {
        bencher.iter(|| GameRecord::parse_canonical(black_box(&text)).is_some());
    });
    group.finish();
}

criterion_group!(benches, games, messages, records);
criterion_main!(benches);
