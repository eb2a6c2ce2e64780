//! A bot for either game in a few lines: it answers every request with the last legal move.
//!
//! ```sh
//! cargo build --example bot
//! clowder bot match --game arboretum --bot Last=target/debug/examples/bot --bot Random='clowder bot play random --game arboretum'
//! ```

use clowder::arboretum::Arboretum;
use clowder::games::Game;
use clowder::protocol::Request;
use clowder::protocol::message::{Message, View};
use clowder::tictactoe::TicTacToe;
use std::io::{self, BufRead, Write};

/// The move for what the bot is shown, as JSON text.
fn choose(view: &View) -> Option<String> {
    match view {
        View::TicTacToe(view) => TicTacToe::legal_moves(&view.board).last().map(TicTacToe::write_move),
        View::Arboretum(view) => view.legal_moves().last().map(Arboretum::write_move),
    }
}

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let (request, faults) = Request::read_for(line?.trim_end(), None).into_parts();
        let Some(request) = request else {
            eprintln!("not a request: {faults}");
            continue;
        };
        let chosen = if let Message::Turn(view) = &request.message { choose(view) } else { None };
        // A new game, its end and the other player's turn ask for an answer, but for no move in particular.
        let answer = chosen.unwrap_or_else(|| "0".to_owned());
        writeln!(output, r#"{{"move":{answer},"messageID":"{}"}}"#, request.message_id)?;
        output.flush()?;
    }
    Ok(())
}
