//! Compares every picture of Race to the Raft in each mode with its snapshot.

use crate::support::picture;
use clowder::notation::Notation;
use clowder::raft::{
    Action, Board, Challenge, Decks, Draw, Exhausted, FireBag, FireTile, Hand, RaftCard, State,
};
use clowder::render::raft;

#[test]
fn boards_and_challenges() {
    let board = Board::parse_canonical(Board::EXAMPLE).unwrap();
    picture("raft-board", |look| raft::board(&board, look));
    let home = Board::EXAMPLE.replace("yrbpgwowb", "yrbpgWowb").replace("fffrbGbyr", "fffrbnbyr");
    let home = Board::parse_canonical(&home).unwrap();
    picture("raft-board-cat-home", |look| raft::board(&home, look));
    let challenge = Challenge::parse_canonical(Challenge::EXAMPLE).unwrap();
    picture("raft-challenge", |look| raft::challenge(&challenge, look));
    let turned = Challenge::parse_canonical("LESALESAF1200120912121215C109003060040300R10615").unwrap();
    picture("raft-challenge-turned", |look| raft::challenge(&turned, look));
    let small = Challenge::parse_canonical("LALAF1500C000032000630000R11506").unwrap();
    picture("raft-challenge-two-islands", |look| raft::challenge(&small, look));
}

#[test]
fn cards_tiles_cats_and_draws() {
    let hand = Hand::parse_canonical(Hand::EXAMPLE).unwrap();
    picture("raft-hand", |look| raft::hand(hand.cards(), look));
    picture("raft-hand-empty", |look| raft::hand(Hand::default().cards(), look));
    let decks = Decks::parse_canonical(Decks::EXAMPLE).unwrap();
    picture("raft-decks", |look| raft::decks(decks.cards(), look));
    picture("raft-fire-bag", |look| raft::fire_bag(FireBag::FULL, look));
    picture("raft-fire-bag-empty", |look| raft::fire_bag(FireBag::EMPTY, look));
    let tile = FireTile::parse_canonical(FireTile::EXAMPLE).unwrap();
    picture("raft-fire-tile", |look| raft::shape(tile.shape(), look));
    let card = RaftCard::parse_canonical(RaftCard::EXAMPLE).unwrap();
    picture("raft-raft-card", |look| raft::raft_squares(card.squares(), look));
    let cats = Exhausted::parse_canonical(Exhausted::EXAMPLE).unwrap();
    picture("raft-exhausted", |_| raft::exhausted(&cats));
    picture("raft-exhausted-none", |_| raft::exhausted(&Exhausted::default()));
    let draw = Draw::parse_canonical(Draw::EXAMPLE).unwrap();
    picture("raft-draw", |_| raft::draw(draw));
}

#[test]
fn actions_alone_and_on_a_board() {
    let board = Board::parse_canonical(Board::EXAMPLE).unwrap();
    for (name, text) in [
        ("card", "Ab0304S"),
        ("tile", "l0203TW"),
        ("cat", "G01050306AcBd"),
        ("card-off-board", "Ab1108S"),
        ("cat-that-is-not-there", "R00000306Ac"),
    ] {
        let action = Action::parse_canonical(text).unwrap();
        picture(&format!("raft-action-{name}"), |look| raft::action(&action, look));
        picture(&format!("raft-action-{name}-on-board"), |look| raft::action_on(&action, &board, look));
    }
}

#[test]
fn states() {
    let state = State::parse_canonical(State::EXAMPLE).unwrap();
    picture("raft-state", |look| raft::state(&state, look));
}
