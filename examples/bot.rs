//! A bot for every game in a few lines: it answers each request with the last legal move.
//!
//! ```sh
//! cargo build --example bot
//! clowder bot match --game arboretum --bot Last=target/debug/examples/bot --bot Random='clowder bot play random --game arboretum'
//! ```

use clowder::arboretum::Arboretum;
use clowder::notation::Notation;
use clowder::protocol::{AnyView, Message, Reply, Request};
use clowder::tictactoe::TicTacToe;
use std::io::{self, BufRead, Write};

/// Returns the reply that plays the last legal move of what the bot is shown, if it is to move.
fn play(view: &AnyView, id: &str) -> Option<Reply> {
    match view {
        AnyView::TicTacToe(view) => view.legal_moves().last().map(|of| Reply::play::<TicTacToe>(of, id)),
        AnyView::Arboretum(view) => view.legal_moves().last().map(|of| Reply::play::<Arboretum>(of, id)),
        _ => None,
    }
}

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let (request, errors) = Request::read(line?.trim_end()).into_parts();
        let Some(request) = request else {
            eprintln!("not a request: {errors}");
            continue;
        };
        let id = request.message_id();
        let reply = if let Message::Turn(view) = request.message() { play(view, id) } else { None };
        // A new game, its end, and the other player's turn ask for an answer, but for no move.
        writeln!(output, "{}", reply.unwrap_or_else(|| Reply::acknowledge(id)))?;
        output.flush()?;
    }
    Ok(())
}
