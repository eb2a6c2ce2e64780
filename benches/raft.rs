//! Measures the rules of Race to the Raft: on a parsed state, from a string, and in the tests' slow second
//! implementation.

#![allow(missing_docs, clippy::unwrap_used, reason = "a failed unwrap is a failed benchmark")]

use clowder::notation::Notation;
use clowder::raft::generate::{Playout, Step};
use clowder::raft::legal;
use clowder::raft::perft::perft;
use clowder::raft::{Action, PlayableState, State};
use clowder::random::Random;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

#[allow(dead_code, reason = "the tests use more of the module")]
#[path = "../tests/it/raft_oracle.rs"]
mod raft_oracle;

use raft_oracle::Table;

/// A state, with an action that was applied to it.
struct Case {
    game: PlayableState,
    action: Action,
    text: String,
    state: String,
    table: Table,
}

/// Collects actions of one kind from random games.
fn cases(wanted: impl Fn(&Action) -> bool) -> Vec<Case> {
    let games = (0..40).flat_map(|number| Playout::new(Random::stream(1, number)));
    let case = |state: State, action: Action| Case {
        action,
        text: action.to_string(),
        state: state.to_string(),
        table: Table::new(&state.parts()),
        game: PlayableState::new(state).unwrap(),
    };
    games
        .filter_map(|played| match *played.step() {
            Step::Action(action) if wanted(&action) => Some(case(played.before().clone(), action)),
            _ => None,
        })
        .take(256)
        .collect()
}

fn compare(
    criterion: &mut Criterion,
    name: &str,
    cases: &[Case],
    quick: impl Fn(&Case) -> bool,
    from_text: impl Fn(&Case) -> bool,
    slow: impl Fn(&Case) -> bool,
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(cases.len() as u64));
    let all = |ask: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| ask(black_box(case))).count();
    group.bench_function("parsed", |bencher| bencher.iter(|| all(&quick)));
    group.bench_function("text", |bencher| bencher.iter(|| all(&from_text)));
    group.bench_function("slow", |bencher| bencher.iter(|| all(&slow)));
    group.finish();
}

fn read(case: &Case) -> (PlayableState, Action) {
    (
        PlayableState::new(State::parse_canonical(&case.state).unwrap()).unwrap(),
        Action::parse_canonical(&case.text).unwrap(),
    )
}

fn rules(criterion: &mut Criterion) {
    let placements = cases(|action| !matches!(action, Action::Cat(_)));
    let cats = cases(|action| matches!(action, Action::Cat(_)));
    let fires = cases(|action| matches!(action, Action::Fire(_)));
    let any = cases(|_| true);
    let legal = |case: &Case| case.game.is_legal(&case.action);
    let legal_text = |case: &Case| {
        let (game, action) = read(case);
        game.is_legal(&action)
    };
    let slow = |case: &Case| case.table.legal(&case.text);
    compare(criterion, "placement", &placements, legal, legal_text, slow);
    compare(criterion, "cat", &cats, legal, legal_text, slow);
    let apply = |case: &Case| {
        let mut game = case.game.clone();
        game.apply(&case.action).is_ok() && black_box(&game).state().hand().cards().len() < 7
    };
    let apply_text = |case: &Case| {
        let (mut game, action) = read(case);
        game.apply(&action).is_ok() && black_box(&game).state().hand().cards().len() < 7
    };
    compare(criterion, "apply", &any, apply, apply_text, |case| case.table.apply(&case.text).hand.len() < 7);
    let over = |case: &Case| case.game.is_over_after(&case.action).is_ok_and(|over| over);
    let over_text = |case: &Case| {
        let (game, action) = read(case);
        game.is_over_after(&action).is_ok_and(|over| over)
    };
    let slow = |case: &Case| case.table.outcome(&case.text).is_ok_and(|outcome| outcome.is_some());
    compare(criterion, "game over, fire", &fires, over, over_text, slow);
    compare(criterion, "game over, any", &any, over, over_text, slow);
}

fn text(criterion: &mut Criterion) {
    let case = &cases(|_| true)[0];
    let state = case.game.state();
    let mut group = criterion.benchmark_group("from text");
    group.bench_function("state", |bencher| bencher.iter(|| State::parse_canonical(black_box(&case.state))));
    group.bench_function("masks", |bencher| {
        bencher.iter(|| PlayableState::on_board(black_box(*state.board())));
    });
    group.finish();
}

fn lists(criterion: &mut Criterion) {
    let full = cases(|_| true).into_iter().find(|case| case.game.state().hand().cards().len() == 6).unwrap();
    let mut group = criterion.benchmark_group("legal actions of a full hand");
    group.bench_function("sorted strings", |bencher| {
        bencher.iter(|| -> String {
            let actions = legal::card_and_cat_actions(black_box(&full.game));
            actions
                .iter()
                .fold(String::new(), |text, action| text + action.encode(&mut [0; Action::MAX_LENGTH]))
        });
    });
    group.bench_function("slow", |bencher| bencher.iter(|| full.table.card_and_cat_actions()));
    group.finish();
    let mut group = criterion.benchmark_group("perft");
    for depth in [2, 3] {
        // This state is late in a game, so that depth 3 takes seconds, not hours.
        let state = full.game.state().clone();
        let bag = state.bag().iter().take(1).collect();
        let (hand, exhausted) = (state.hand(), state.exhausted().clone());
        let state = State::new(*state.board(), state.decks(), hand, exhausted, bag).unwrap();
        let game = PlayableState::new(state).unwrap();
        group.throughput(Throughput::Elements(perft(&game, depth) as u64)).sample_size(10);
        group.bench_function(depth.to_string(), |bencher| bencher.iter(|| perft(black_box(&game), depth)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(800));
    targets = rules, text, lists
}
criterion_main!(benches);
