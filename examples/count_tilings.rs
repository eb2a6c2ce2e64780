//! Counts the tilings of a region with the twelve pentominoes: `cargo run --release --example count_tilings
//! 6x10`.

use clowder::polyomino::tiling::{Puzzle, Usage};
use clowder::polyomino::{Pieces, Region};
use clowder::shape::Sides;
use std::process::ExitCode;

fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_else(|| "6x10".to_owned());
    let region: Region = match text.parse() {
        Ok(region) => region,
        Err(errors) => {
            eprintln!("{errors}");
            return ExitCode::FAILURE;
        }
    };
    let puzzle = Puzzle::new(region, Pieces::pentominoes(Sides::Both), Usage::All);
    if let Some(obstruction) = puzzle.obstruction() {
        println!("there is no tiling: {obstruction}");
        return ExitCode::SUCCESS;
    }
    let count = puzzle.count();
    println!("{} distinct tilings, {} in all", count.distinct, count.all);
    ExitCode::SUCCESS
}
