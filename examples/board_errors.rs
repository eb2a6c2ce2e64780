//! Reports the errors of a board on standard input: `cargo run --example board_errors < board.txt`.

use clowder::diagnostics;
use clowder::notation::Notation;
use clowder::raft::Board;
use std::error::Error;
use std::io;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let text = io::read_to_string(io::stdin())?;
    // A reading contains all errors in the string. The reading also contains a board if the string has no
    // errors or lacks just the last line break.
    let reading = Board::read(&text);
    print!("{}", diagnostics::report(&text, reading.diagnostics()));
    let Some(board) = reading.value() else { return Ok(ExitCode::FAILURE) };
    // A board without exactly one complete raft can be read and drawn, but no game can be played on it.
    match board.raft_centre() {
        Ok(raft) => println!("The raft is around row {}, column {}.", raft.row(), raft.column()),
        Err(errors) => print!("{}", diagnostics::report(&text, &errors)),
    }
    Ok(ExitCode::SUCCESS)
}
