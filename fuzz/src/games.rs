//! The fuzz targets for the rules of Race to the Raft, which compare the bitboards with the slow second implementation.

use crate::bytes::Bytes;
use crate::raft_oracle::Table;
use crate::raft_rules::{compare_action, near_action};
use clowder::raft::generate::Playout;
use clowder::raft::legal;
use clowder::raft::{PlayableState, State};
use clowder::random::Random;

/// Compares both implementations on actions in a position of a random game.
pub fn raft_games(data: &[u8]) {
    let mut bytes = Bytes(data);
    let seed = u64::from(bytes.byte()) << 8 | u64::from(bytes.byte());
    let mut playout = Playout::new(Random::new(seed));
    for _ in 0..bytes.below(40) {
        if playout.next().is_none() {
            break;
        }
    }
    let game = playout.current().clone();
    compare(&game, bytes);
}

/// Compares both implementations on actions on a board of arbitrary letters.
pub fn raft_rules(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (width, height) = (bytes.choose(&[9, 18]), bytes.choose(&[12, 15, 18]));
    let (row, column) = (1 + bytes.below(height - 2), 1 + bytes.below(width - 2));
    let letters = bytes.choose(&["bgpryBGPRYfnwW", "bgpryfwB", "bbbbbbgYWw", "bgpry"]).as_bytes();
    let mut board = String::new();
    for at in 0..width * height {
        let is_raft = (at / width, at % width) == (row, column);
        board.push(if is_raft { 'o' } else { char::from(bytes.choose(letters)) });
        if at % width == width - 1 {
            board.push('\n');
        }
    }
    let parts = [board, "ABCD".into(), "AabBcCD".into(), String::new(), "abcE".into()];
    let game = State::read_parts(&parts).into_value().expect("the parts are valid");
    compare(&PlayableState::new(game).expect("the board has one raft"), bytes);
}

fn compare(game: &PlayableState, mut bytes: Bytes<'_>) {
    let table = Table::new(&game.state().parts());
    assert_eq!(game.all_cats_can_reach_raft(), table.all_can_reach());
    assert_eq!(game.all_cats_on_raft(), table.all_home());
    let mut random = Random::new(u64::from(bytes.byte()));
    let near = near_action(game, &mut random);
    compare_action(game, &table, &near);
    compare_action(game, &table, &bytes.text());
    let listed = legal::card_and_cat_actions(game).iter().any(|action| action.to_string() == near);
    let is_in_list = near.len() > 7 || near.as_bytes()[1].is_ascii_lowercase();
    assert_eq!(
        listed,
        is_in_list && table.legal(&near),
        "the list of legal actions and the rules differ: {near}"
    );
}
