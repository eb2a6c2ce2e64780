//! Compares the errors of many legal and illegal actions with a snapshot: messages, places in the action and squares
//! of the board.

use clowder::diagnostics::report;
use clowder::notation::Notation as _;
use clowder::raft::{Board, PlayableState};
use std::fmt::Write as _;

/// Legal and illegal actions in the state [`PlayableState::EXAMPLE`].
const ACTIONS: &str = "Af0303N Aa0303N Af0306N Af0706E Af1008S Af0000W Af0304N Cb1703N Ce1716E \
    a0803FN a0003FN a0000FN a0303FN a0105FN a1106FN a0303TW b0404TS c0303FN c0403FE q1107TN q1717FN E0303FS \
    G01050106Af G01050106AfAh G01050106AhAf G01050106AfDa G01050106DaAf B04060506Af B04060506AfAh B04060506Da \
    B17170506Af B04061717Af B17171717Af B12120506Af B04060406Af R04060506Af B03030304Af B09081007Af R09080808Af \
    B04060105Af B04060304Af B04060000Af B04061007Af B04060906Af B04060602Af B04060000Df Y04060304DfDf B03030303AaAb \
    B04060506AhAh B03030506AfAh G04080407Af B0406 x Af0303X";

/// Actions on a board with three voids (`n`) and a cat of unknown colour.
const ON_VOID: &str = "Aa0000N Aa0202N Aa0703N b0101FN B04040202Aa B04040304Aa B02010202Aa G02010301Aa W02010301Aa \
    B02010301Aa B02010303Aa";
const VOID: &str = "bgpryrpgb\nbgpryrpgb\nbWnnnbbbb\nbgbbbbbbb\nbbbbBbbbb\nbbbbbbbbb\nbbbbbbbbb\nbbbbbbbbb\nbbbbbbbbb\nbbbbbwwwb\nbbbbbwowb\nbbbbbwwwb\n";

/// Describes the errors of each action.
fn described(game: &PlayableState, actions: &str) -> String {
    let mut text = String::new();
    for action in actions.split_whitespace() {
        let reading = game.read_legal_action(action);
        let word = if reading.value().is_some() { "legal" } else { "not legal" };
        writeln!(text, "---- {action}: {word}").unwrap();
        text += &report(action, reading.diagnostics());
        // A report shows only what is inside the string.
        for error in reading.diagnostics() {
            let (span, square) = (error.span, error.square);
            writeln!(text, "{}..{}, square {square:?}", span.start(), span.end()).unwrap();
        }
    }
    text
}

#[test]
fn a_raft_at_the_edge_of_the_board_is_rejected() {
    for (row, column) in [(11, 4), (0, 4), (5, 8), (5, 0)] {
        let mut rows = vec![b"bbbbbbbbb\n".to_vec(); 12];
        rows[row][column] = b'o';
        let board = Board::read(std::str::from_utf8(&rows.concat()).unwrap()).into_value();
        assert!(board.is_none_or(|board| PlayableState::on_board(board).is_err()), "({row}, {column})");
    }
}

#[test]
fn each_action_has_exactly_these_errors() {
    let game: PlayableState = PlayableState::EXAMPLE.parse().unwrap();
    let void = PlayableState::on_board(VOID.parse().unwrap()).unwrap();
    crate::support::snapshot("illegal", &(described(&game, ACTIONS) + &described(&void, ON_VOID)));
}
