//! The built-in bots against one another.

use clowder::arboretum::Arboretum;
use clowder::games::Game;
use clowder::protocol;
use clowder::protocol::message::{Message, View};
use clowder::protocol::{Player, Request};
use clowder::random::Random;
use clowder::tictactoe::TicTacToe;

/// What the bot is shown, by way of the line it is sent.
fn shown<G: Game>(state: &G::State, seat: usize) -> View {
    let line = protocol::line(&G::view(state, seat, "the other"), "884f9509-98f2-4554-a69e-f520b92adc77");
    let (request, faults) = Request::read_for(line.trim_end(), G::NAME.parse().ok()).into_parts();
    assert!(faults.is_empty(), "{faults}");
    let request = request.unwrap();
    assert_eq!(request.to_string() + "\n", line);
    match request.message {
        Message::Turn(view) => view,
        other => panic!("{other:?}"),
    }
}

/// Plays a game; its result.
fn play<G: Game>(players: [Player; 2], random: &mut Random) -> u8 {
    let mut state = G::deal(random);
    loop {
        if let Some(outcome) = G::result(&state) {
            return outcome.result;
        }
        let mover = G::mover(&state);
        assert_eq!(players[1 - mover].choose(&shown::<G>(&state, 1 - mover), random), None);
        let text = players[mover].choose(&shown::<G>(&state, mover), random).unwrap();
        let of = G::read_move(&state, &text).unwrap();
        assert_eq!(G::write_move(&of), text);
        G::apply(&mut state, &of);
    }
}

/// Wins, losses and draws of a player against another, who moves first in every second game.
fn record<G: Game>(player: Player, other: Player, games: usize) -> [usize; 3] {
    let mut random = Random::new(11);
    let mut record = [0; 3];
    for game in 0..games {
        let seat = game % 2;
        let players = if seat == 0 { [player, other] } else { [other, player] };
        record[match play::<G>(players, &mut random) {
            2 => 2,
            winner => usize::from(usize::from(winner) != seat),
        }] += 1;
    }
    record
}

#[test]
fn the_perfect_player_never_loses() {
    for other in Player::ALL {
        let [wins, losses, draws] = record::<TicTacToe>(Player::Perfect, other, 60);
        assert_eq!(losses, 0);
        assert!(wins > 0 || matches!(other, Player::Perfect | Player::Greedy), "{other:?}: {draws} draws");
    }
    assert_eq!(record::<TicTacToe>(Player::Perfect, Player::Perfect, 4), [0, 0, 4]);
}

#[test]
fn greed_beats_chance() {
    let [wins, losses, _] = record::<TicTacToe>(Player::Greedy, Player::Random, 200);
    assert!(wins > 6 * losses, "{wins} : {losses}");
    for other in [Player::Random, Player::First] {
        let [wins, losses, _] = record::<Arboretum>(Player::Greedy, other, 20);
        assert!(wins > 8 * losses.max(1), "{wins} : {losses}");
    }
}

#[test]
fn every_player_finishes_every_game_it_knows() {
    let mut random = Random::new(2);
    for a in [Player::Random, Player::First] {
        for b in [Player::Random, Player::First] {
            play::<TicTacToe>([a, b], &mut random);
            play::<Arboretum>([a, b], &mut random);
        }
    }
}
