//! Compares every picture of Race to the Raft in each mode with its snapshot.

use crate::support::picture;
use clowder::diagnostics::Source;
use clowder::notation::{Kind, Notation};
use clowder::raft::{
    Action, Board, Challenge, Decks, Draw, Exhausted, FireTile, Hand, RaftCard, State, TileId,
};
use clowder::render::{self, raft};

#[test]
fn boards_and_challenges() {
    let board = Board::parse_canonical(Board::EXAMPLE).unwrap();
    picture("raft-board", |look| raft::board(&board).scene(look));
    let home = Board::EXAMPLE.replace("yrbpgwowb", "yrbpgWowb").replace("fffrbGbyr", "fffrbnbyr");
    let home = Board::parse_canonical(&home).unwrap();
    picture("raft-board-cat-home", |look| raft::board(&home).scene(look));
    let challenge = Challenge::parse_canonical(Challenge::EXAMPLE).unwrap();
    picture("raft-challenge", |look| render::of(&challenge).scene(look));
    let turned = Challenge::parse_canonical("LESALESAF1200120912121215C109003060040300R10615").unwrap();
    picture("raft-challenge-turned", |look| render::of(&turned).scene(look));
    let small = Challenge::parse_canonical("LALAF1500C000032000630000R11506").unwrap();
    picture("raft-challenge-two-islands", |look| render::of(&small).scene(look));
}

#[test]
fn cards_tiles_cats_and_draws() {
    let hand = Hand::parse_canonical(Hand::EXAMPLE).unwrap();
    picture("raft-hand", |look| raft::hand(hand.cards()).scene(look));
    picture("raft-hand-empty", |look| raft::hand(Hand::default().cards()).scene(look));
    let tile = FireTile::parse_canonical(FireTile::EXAMPLE).unwrap();
    picture("raft-fire-tile", |look| raft::shape(tile.shape()).scene(look));
    for (name, kind, text) in [
        ("raft-decks", Kind::Decks, Decks::EXAMPLE),
        ("raft-fire-bag", Kind::FireBag, TileId::LETTERS),
        ("raft-fire-bag-empty", Kind::FireBag, ""),
        ("raft-raft-card", Kind::RaftCard, RaftCard::EXAMPLE),
        ("raft-exhausted", Kind::Exhausted, Exhausted::EXAMPLE),
        ("raft-exhausted-none", Kind::Exhausted, ""),
        ("raft-draw", Kind::Draw, Draw::EXAMPLE),
    ] {
        let drawn = render::picture(kind, Source::whole(text));
        picture(name, |look| drawn.scene(look));
    }
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
        picture(&format!("raft-action-{name}"), |look| raft::action(&action).scene(look));
        picture(&format!("raft-action-{name}-on-board"), |look| raft::action_on(&action, &board).scene(look));
    }
}

#[test]
fn states() {
    let state = State::parse_canonical(State::EXAMPLE).unwrap();
    picture("raft-state", |look| raft::state(&state).scene(look));
}
