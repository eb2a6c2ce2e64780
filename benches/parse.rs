//! Measures how fast the library reads a correct string on the quick path, which collects no diagnostics.

use clowder::notation::Notation;
use clowder::raft::{Action, Board, Challenge, Decks, Draw, Exhausted, FireBag, Hand, State};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// The example board with 15 by 18 squares from the original description of the notations.
const BOARD: &str = "fffffffffrrfffffff\nfffffffffrRfffffff\nfffffffffrrfffffff\nfffgffyrgpygyrygbr\nfffgGfggyygprbprpg\n\
    fffgggbgprbpygbpyb\nffffffbpbpgrbrrbgy\nffffffgygybpgygprb\nffffffbrrrybgygybg\nffffffgpbbyrprgbbp\n\
    ffffffbyrbpybgpryg\nffffffpgyrggrbgyby\nfffffybgbpryybpgyp\nffffYyybpgbprygrow\nfffyyyyryygbygybww\n";

fn parse<T: Notation>(criterion: &mut Criterion, text: &str) {
    assert!(T::parse_canonical(text).is_some(), "{}: {text}", T::KIND);
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function(T::KIND.name(), |bencher| bencher.iter(|| T::parse_canonical(black_box(text))));
    group.finish();
}

fn all(criterion: &mut Criterion) {
    parse::<Board>(criterion, BOARD);
    parse::<Challenge>(criterion, "LNSNLASAF0003000600120903120312061215C00303100094001551212R10915");
    parse::<Decks>(
        criterion,
        "AabcdefghijklmnopqrstuvwxyBabcdefghijklmnopqrstuvwxyCabcdefghijklmnopqrstuvwxyDabcdefghijklmnopqrstuvwxy",
    );
    parse::<Hand>(criterion, Hand::EXAMPLE);
    parse::<Exhausted>(criterion, "B0204G1300P0101R1010Y1212");
    parse::<FireBag>(criterion, "abcdefghijklmnopqrstuvwxyzABCDE");
    parse::<Action>(criterion, "R01040410AcBd");
    parse::<Draw>(criterion, Draw::EXAMPLE);
    parse::<State>(criterion, State::EXAMPLE);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50).warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = all
}
criterion_main!(benches);
