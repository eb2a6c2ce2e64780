//! Measures how long counting the tilings of several regions takes (the minimum of several runs). For two of the
//! regions, the general exact cover solver is measured, too.

use clowder::polyomino::tiling::{Engine, Puzzle, Usage};
use clowder::polyomino::{Pieces, Region};
use clowder::shape::Sides;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn least(runs: usize, work: impl Fn() -> u64) -> (u64, Duration) {
    let once = || {
        let begun = Instant::now();
        (black_box(work()), begun.elapsed())
    };
    (0..runs).map(|_| once()).min_by_key(|(_, time)| *time).unwrap_or_default()
}

fn main() {
    let hole = "........\n........\n........\n...##...\n...##...\n........\n........\n........";
    for (name, text, runs) in [
        ("6x10", "6x10", 20),
        ("5x12", "5x12", 20),
        ("4x15", "4x15", 20),
        ("3x20", "3x20", 20),
        ("8x8 hole", hole, 20),
    ] {
        let Ok(region) = text.parse::<Region>() else { continue };
        let pieces = || Pieces::pentominoes(Sides::Both);
        let puzzle = |engine| Puzzle::with_engine(region.clone(), pieces(), Usage::All, engine);
        let (count, best) = least(runs, || puzzle(Engine::Best).count().all);
        let (_, portable) = least(runs, || puzzle(Engine::Portable).count().all);
        println!("{name:10} {count:8} tilings  best {best:>10.2?}  portable {portable:>10.2?}");
    }
    for text in ["3x20", "4x15"] {
        let Ok(region) = text.parse::<Region>() else { continue };
        let pieces = Pieces::pentominoes(Sides::Both);
        let puzzle = Puzzle::with_engine(region, pieces, Usage::All, Engine::General);
        let (count, time) = least(1, || puzzle.count().all);
        println!("{text:10} {count:8} tilings  exact cover {time:>10.2?}");
    }
}
