//! Repeats one small task, so that its instructions can be counted: `instructions TASK TIMES`.
//!
//! `tests/instructions/run.py` runs this program under callgrind.

use clowder::kinds::{self, ReadOptions};
use clowder::notation::{Kind, Notation};
use clowder::raft::{Action, Board, PlayableState};
use std::hint::black_box;
use std::process::ExitCode;

/// A board without fire, on which a flood fill covers every square.
const OPEN: &str = "\
    BgpyrbgpG\n\
    gpyrbgpyr\n\
    pyrbgpyrb\n\
    yrbgpyrbg\n\
    rbgpyrbgp\n\
    bgpyrbgpy\n\
    gpyrbgpyr\n\
    pyrbgpyrb\n\
    yrbgpyrbg\n\
    rbgpyrwww\n\
    bgpyrbwow\n\
    gpyrbgwww\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, task, times] = &arguments[..] else { return usage() };
    let Ok(times) = times.parse::<u32>() else { return usage() };
    let game: PlayableState = PlayableState::EXAMPLE.parse().expect("the example is valid");
    let open =
        PlayableState::on_board(OPEN.parse().expect("the board is valid")).expect("the board has a raft");
    let placement: Action = "Ah0303N".parse().expect("the action is valid");
    let options = ReadOptions::default();
    for _ in 0..times {
        match task.as_str() {
            "validation" => {
                assert!(kinds::read(Kind::Hand, black_box("AfhkBCDahw"), &options).is_canonical());
            }
            "board" => assert!(Board::parse_canonical(black_box(Board::EXAMPLE)).is_some()),
            "placement" => assert!(black_box(&game).is_legal(black_box(&placement))),
            "flood" => assert!(black_box(&open).all_cats_can_reach_raft()),
            _ => return usage(),
        }
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: instructions validation|board|placement|flood TIMES");
    ExitCode::from(2)
}
