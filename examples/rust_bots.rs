//! Plays a match of Arboretum between two bots written in Rust, with neither child processes nor Cargo
//! features of clowder: `cargo run --no-default-features --example rust_bots`.

use clowder::arboretum::{Arboretum, Move, Species, View, greedy};
use clowder::games::{Player, PlayerError, play};
use clowder::protocol::{GameRecord, explain};
use clowder::random::Random;

/// A bot that collects one species: it discards cards of other species whenever it can, and otherwise plays
/// like the greedy bot.
struct Collector {
    species: Species,
}

impl Player<Arboretum> for Collector {
    fn choose(&mut self, view: &View) -> Result<Move, PlayerError> {
        let is_other = |of: &Move| matches!(of, Move::Discard(card) if card.species() != self.species);
        view.legal_moves().into_iter().find(is_other).or_else(|| greedy(view)).ok_or(PlayerError::NoMove)
    }
}

fn main() {
    let mut random = Random::new(7);
    // A function that returns a move for each view is also a bot.
    let mut last = |view: &View| view.legal_moves().last().copied();
    let mut wins = [0; 2];
    for game in 1..=10 {
        let mut oaks = Collector { species: Species::Oak };
        let played = play::<Arboretum>(["Oaks", "Last"], [&mut oaks, &mut last], &mut random);
        if let Some(winner) = played.record.outcome().winner() {
            wins[winner] += 1;
        }
        let saved = GameRecord::new(played.record);
        println!("game {game}: {}", explain::ending(saved.outcome(), saved.players()));
    }
    println!("Oaks {} : {} Last", wins[0], wins[1]);
}
