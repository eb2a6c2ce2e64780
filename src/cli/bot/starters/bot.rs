//! A bot for @TITLE@. It reads one message per line, and writes one reply per line.
//! It finds the values in the text of a message. A larger bot should use a JSON library.

use std::io::{self, BufRead, Write};

/// Returns the text after the first occurrence of a key.
fn after<'a>(text: &'a str, key: &str) -> &'a str {
    text.split_once(key).map_or("", |(_, rest)| rest)
}

/// Returns the JSON of the move for a state in which it is this bot's turn. Replace this function with a better one.
fn choose(state: &str) -> String {
@CHOOSE@
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let id = after(&line, "\"messageID\":\"").split('"').next().unwrap_or("");
        // NEWGAME, ENDGAME and the turns of the opponent need a reply too, but the move in this reply is ignored.
        let is_turn = line.contains("\"activeTurn\":true");
        let chosen = if is_turn { choose(&line) } else { "null".to_owned() };
        // Debug output belongs on standard error: use eprintln!.
        println!("{{\"move\":{chosen},\"messageID\":\"{id}\"}}");
        io::stdout().flush()?;
    }
    Ok(())
}
