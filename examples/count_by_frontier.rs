//! Measures the time to count the tilings of a region with repeatable pieces:
//! `cargo run --release --example count_by_frontier 8x8 'XX*'`. An optional third argument is the number of
//! runs.

use clowder::polyomino::tiling::{FrontierCount, Puzzle, Usage};
use clowder::polyomino::{Pieces, Region};
use clowder::shape::Sides;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let region: Region = arguments.next().unwrap_or_else(|| "8x8".to_owned()).parse()?;
    let pieces = Pieces::parse(&arguments.next().unwrap_or_else(|| "XX*".to_owned()), Sides::Both, &[])?;
    let puzzle = Puzzle::new(region, pieces, Usage::All);
    let mut best = Duration::MAX;
    let mut count = None;
    let runs: u32 = arguments.next().map_or(Ok(5), |runs| runs.parse())?;
    for _ in 0..runs {
        let begun = Instant::now();
        count = Some(puzzle.count_by_frontier(FrontierCount::MEMORY, |_| ControlFlow::Continue(()))?);
        best = best.min(begun.elapsed());
    }
    if let Some(FrontierCount { distinct, all, states, bytes, .. }) = count {
        println!("{distinct} distinct tilings, {all} in all");
        println!("at most {states} states, {bytes} bytes, {best:.2?} (the shortest of {runs} runs)");
    }
    Ok(())
}
