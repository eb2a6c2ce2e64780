//! A short bot that can play every bot game, always with the last legal move.
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

/// Returns a reply with the last legal move in a view, or `None` if it is not the bot's turn.
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
        // The start and the end of a game and the opponent's turn require an answer without a move.
        writeln!(output, "{}", reply.unwrap_or_else(|| Reply::acknowledge(id)))?;
        output.flush()?;
    }
    Ok(())
}
