//! Solves a challenge of Penguins Pool Party and draws every solution: `cargo run --example penguins
//! 20113123`.

use clowder::penguins::{Challenge, PartialSolution, solve};
use clowder::render::{Look, penguins};
use std::process::ExitCode;

fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_else(|| "20113123".to_owned());
    let challenge: Challenge = match text.parse() {
        Ok(challenge) => challenge,
        Err(errors) => {
            eprintln!("{errors}");
            return ExitCode::FAILURE;
        }
    };
    for solution in solve(challenge, PartialSolution::EMPTY) {
        println!("{solution}");
        let picture = penguins::partial_solution(solution.placed(), challenge.penguins()).scene(&Look::PIPE);
        print!("{}", picture.text());
    }
    ExitCode::SUCCESS
}
