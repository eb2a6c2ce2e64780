//! Plays the built-in bots against each other.

use clowder::arboretum::Arboretum;
use clowder::games::{BuiltIn, GameBots, GameJson, GameName, Seat};
use clowder::protocol::{self, AnyView, Message, Request};
use clowder::random::Random;
use clowder::tictactoe::TicTacToe;

/// The view of a seat, which must be the same in the message to this seat.
fn shown<G: GameJson>(state: &G::State, seat: Seat) -> G::View
where
    AnyView: From<G::View>,
{
    let view = G::view(state, seat, "the other");
    let line = protocol::line(&G::write_view(&view), "884f9509-98f2-4554-a69e-f520b92adc77");
    let request = Request::read_for(line.trim_end(), G::NAME.parse().ok()).strict().unwrap();
    assert_eq!(request.to_string() + "\n", line);
    assert_eq!(request.message(), &Message::Turn(AnyView::from(view.clone())));
    view
}

/// Plays a game and returns the winner.
fn play<G: GameJson + GameBots>(players: [BuiltIn; 2], random: &mut Random) -> Option<Seat>
where
    AnyView: From<G::View>,
{
    let mut state = G::deal(random);
    loop {
        if let Some(outcome) = G::result(&state) {
            return outcome.winner();
        }
        let mover = G::mover(&state);
        let waiting = mover.other();
        assert_eq!(players[waiting].choose::<G>(&shown::<G>(&state, waiting), random), None);
        let view = shown::<G>(&state, mover);
        let of = players[mover].choose::<G>(&view, random).unwrap();
        let text = G::write_move(&of);
        assert_eq!(G::parse_move(&state, &text).unwrap(), of);
        assert_eq!(G::parse_shown_move(&view, &text).unwrap(), of);
        G::apply(&mut state, &of);
    }
}

/// Counts how often a player wins, loses and draws against another, who moves first in every second game.
fn record<G: GameJson + GameBots>(player: BuiltIn, other: BuiltIn, games: usize) -> [usize; 3]
where
    AnyView: From<G::View>,
{
    let mut random = Random::new(11);
    let mut record = [0; 3];
    for game in 0..games {
        let seat = Seat::after(game);
        let players = if seat == Seat::First { [player, other] } else { [other, player] };
        record[match play::<G>(players, &mut random) {
            None => 2,
            Some(winner) => usize::from(winner != seat),
        }] += 1;
    }
    record
}

#[test]
fn the_perfect_player_never_loses() {
    for other in BuiltIn::ALL.into_iter().filter(|bot| bot.plays(GameName::TicTacToe)) {
        let [wins, losses, draws] = record::<TicTacToe>(BuiltIn::Perfect, other, 60);
        assert_eq!(losses, 0);
        assert!(wins > 0 || matches!(other, BuiltIn::Perfect | BuiltIn::Greedy), "{other:?}: {draws} draws");
    }
    assert_eq!(record::<TicTacToe>(BuiltIn::Perfect, BuiltIn::Perfect, 4), [0, 0, 4]);
}

#[test]
fn greedy_bots_beat_random_bots() {
    let [wins, losses, _] = record::<TicTacToe>(BuiltIn::Greedy, BuiltIn::Random, 200);
    assert!(wins > 6 * losses, "{wins} : {losses}");
    for other in [BuiltIn::Random, BuiltIn::First] {
        let [wins, losses, _] = record::<Arboretum>(BuiltIn::Greedy, other, 20);
        assert!(wins > 8 * losses.max(1), "{wins} : {losses}");
    }
}

#[test]
fn every_bot_finishes_every_game_that_it_can_play() {
    let mut random = Random::new(2);
    for a in [BuiltIn::Random, BuiltIn::First] {
        for b in [BuiltIn::Random, BuiltIn::First] {
            play::<TicTacToe>([a, b], &mut random);
            play::<Arboretum>([a, b], &mut random);
        }
    }
}
