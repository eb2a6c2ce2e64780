//! Draws the board of a question. This picture is shown for a case whose comparison has no picture of its own.

use crate::diagnostics::escape::excerpt;
use crate::grade::case::Case;
use crate::grade::reference::{expect_member, penguins_challenge, read_challenge};
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{self, Hex, Hexes, PartialSolution, Solution};
use crate::raft::Board;
use crate::render::raft::marked;
use crate::render::{self, Look, Scene, Style, raft};
use serde_json::Value;

/// The maximum number of lines of a board that are shown as text.
const MAX_LINES: usize = 20;
/// The maximum number of characters of such a line that are shown.
const MAX_WIDTH: usize = 40;

/// Draws the board of a question. For a question that asks for a solution or a board of Penguins Pool Party, both the
/// expected and the actual answer are drawn. For a question about setting up a challenge, the board in the answer is
/// drawn or, if there is none, the challenge. The scene is empty if there is no board, or if the board cannot be read.
pub(in crate::grade) fn board_of(case: &Case, answer: &Value, look: &Look) -> Scene {
    let picture = match case.suite() {
        // A board with only one line is already in the message.
        Suite::BoardWellFormed => Some(lines(&case.text("board"))).filter(|lines| lines.height() > 1),
        Suite::ChooseChallenge => None,
        Suite::InitialiseChallenge => match answered_board(answer, look) {
            board if board.height() > 0 => Some(board),
            _ => read_challenge(case).ok().map(|challenge| raft::challenge(&challenge, look)),
        },
        Suite::FindSolution => solution(case, answer, look),
        Suite::PlaceIceBlock => placed_ice(case, answer, look),
        Suite::FixSymmetries => Some(render::penguins::marked(empty_board(), touched(case), look)),
        Suite::Neighbours => neighbours(case, look),
        suite if suite.is_about_penguins() => {
            let board = penguins_board(&case.text("board"));
            board.map(|board| render::penguins::marked(board, touched(case), look))
        }
        _ => Board::read(&case.state()[0]).lenient().ok().map(|(board, _)| marked(&board, &[], look)),
    };
    picture.unwrap_or_default()
}

/// Draws the board in an answer that is a board or a state. Returns an empty scene for any other answer.
pub(in crate::grade) fn answered_board(answer: &Value, look: &Look) -> Scene {
    let text = answer.as_str().or_else(|| answer.get(0)?.as_str()).unwrap_or_default();
    let board = Board::read(text).lenient();
    board.map(|(board, _)| marked(&board, &[], look)).unwrap_or_default()
}

/// Shows the lines of a board as they are, because a board with errors cannot be drawn.
fn lines(text: &str) -> Scene {
    let mut scene = Scene::new();
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        scene.line().put(excerpt(line, MAX_WIDTH), Style::PLAIN);
    }
    scene
}

fn penguins_board(text: &str) -> Option<penguins::Board> {
    penguins::Board::from_letters(&text.replace('\n', "")).ok()
}

const fn empty_board() -> penguins::Board {
    penguins::Board::new(Hexes::EMPTY, Hexes::EMPTY)
}

/// Returns the hexagons of the block in the question that are on the board.
fn touched(case: &Case) -> Hexes {
    let hexes = case.get::<IceBlock>("ice").map(|ice| ice.hexes).into_iter().flatten();
    hexes.filter(|hex| hex.is_on_board()).collect()
}

fn expected(case: &Case) -> Option<Value> {
    case.expect().cloned().or_else(|| expect_member(case).ok())
}

fn solution(case: &Case, answer: &Value, look: &Look) -> Option<Scene> {
    let penguins = penguins_challenge(&case.text("initial")).ok()?.penguins();
    let picture = |value: &Value| {
        let read = value.as_str().and_then(|text| Solution::read(text).lenient().ok());
        let placed = read.map_or(PartialSolution::EMPTY, |(solution, _)| solution.placed());
        render::penguins::partial_solution(placed, penguins, look)
    };
    Some(Scene::expected_and_actual(picture(&expected(case)?), picture(answer), look))
}

fn placed_ice(case: &Case, answer: &Value, look: &Look) -> Option<Scene> {
    let wanted = penguins_board(expected(case)?.as_str()?)?;
    let Some(found) = answer.as_str().and_then(penguins_board) else {
        return Some(render::penguins::marked(wanted, touched(case), look));
    };
    let wrong: Hexes = Hexes::ALL.iter().filter(|hex| wanted.letter(*hex) != found.letter(*hex)).collect();
    let picture = |board| render::penguins::marked(board, wrong, look);
    Some(Scene::expected_and_actual(picture(wanted), picture(found), look))
}

fn neighbours(case: &Case, look: &Look) -> Option<Scene> {
    let challenge = penguins_challenge(&case.text("initial")).ok();
    let penguins = challenge.map_or(Hexes::EMPTY, penguins::Challenge::penguins);
    let hex = Hex::new(case.get("x")?, case.get("y")?);
    let asked = Some(hex).filter(|hex| hex.is_on_board()).into_iter().collect();
    Some(render::penguins::marked(penguins::Board::new(penguins, Hexes::EMPTY), asked, look))
}
