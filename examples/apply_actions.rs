//! Applies actions to a state: `cargo run --example apply_actions -- B04060506Af Ah0303N`.

use clowder::diagnostics::{self, Diagnostics};
use clowder::raft::PlayableState;
use clowder::render::{Look, raft};
use std::process::ExitCode;

fn main() -> Result<ExitCode, Diagnostics> {
    // A game can start from any state whose board has exactly one complete raft. The string of any such state
    // can be used here.
    let mut game: PlayableState = PlayableState::EXAMPLE.parse()?;
    for text in std::env::args().skip(1) {
        // The reading contains syntax errors and violations of the rules, with their positions in `text`.
        let reading = game.read_legal_action(&text);
        print!("{}", diagnostics::report(&text, reading.diagnostics()));
        let Some(action) = reading.value() else { return Ok(ExitCode::FAILURE) };
        // `apply` returns an error for an illegal action, but here the action is always legal.
        game.apply(action)?;
    }
    print!("{}", raft::state(game.state()).scene(&Look::PIPE).text());
    println!("outcome: {}", game.outcome().name());
    println!("{}", game.state());
    Ok(ExitCode::SUCCESS)
}
