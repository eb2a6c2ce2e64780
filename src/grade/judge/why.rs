//! Explains the expected answer to a question. The explanation consists of the question in words, the rule that decides
//! the answer, and the board with the decisive squares.

use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Diagnostics, codes, line_column};
use crate::grade::case::Case;
use crate::grade::difference::shown;
use crate::grade::reference::{self, read_action, read_state};
use crate::grade::suite::Suite;
use crate::notation::{Notation as _, plural};
use crate::penguins::coursework::IceBlock;
use crate::penguins::{self, Hexes};
use crate::raft::record::describe_outcome;
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{Action, Board, Draw, PlayableState, Position, difference};
use crate::render::raft::marked;
use crate::render::{Look, Scene};
use serde_json::Value;

/// The maximum number of characters of an input in a message.
const MAX_INPUT: usize = 60;

/// Returns a phrase that names the question of a case, such as ``for the board `b` ``.
pub(in crate::grade) fn asked(case: &Case) -> String {
    let text = |key: &str| excerpt(&case.text(key), MAX_INPUT);
    let placed = || plural(case.get::<Vec<IceBlock>>("placed").map_or(0, |placed| placed.len()), "block");
    match case.suite() {
        Suite::BoardWellFormed => format!("for the board `{}`", text("board")),
        Suite::DrawHand => {
            let draws: Vec<String> = case.get("actions").unwrap_or_default();
            format!("for the draws `{}`", excerpt(&draws.join(" "), MAX_INPUT))
        }
        Suite::DrawFireTile => format!("for the bag `{}`", excerpt(&case.state()[4], MAX_INPUT)),
        Suite::InitialiseChallenge => format!("for the challenge `{}`", text("challenge")),
        Suite::FindSolution => format!("for the challenge `{}`", text("initial")),
        Suite::ChooseChallenge => {
            format!("for difficulty {}", case.get::<i64>("difficulty").unwrap_or_default())
        }
        Suite::AllValidPlacements => {
            format!("for the board `{}` with {} placed", text("board"), placed())
        }
        Suite::IsSolution => format!("for {} placed", placed()),
        Suite::IcePlacementValid | Suite::FixSymmetries | Suite::PlaceIceBlock => {
            format!("for block {}", case.get("ice").map(|ice: IceBlock| ice_name(&ice)).unwrap_or_default())
        }
        Suite::Neighbours => {
            let coordinate = |key| case.get::<i32>(key).unwrap_or_default();
            format!("for the hexagon ({}, {})", coordinate("x"), coordinate("y"))
        }
        Suite::LegalMoves => match case.get::<Option<String>>("tile").flatten() {
            Some(tile) => format!("for the tile `{}`", excerpt(&tile, MAX_INPUT)),
            None => "for the cards and the cats".to_owned(),
        },
        _ => format!("for the action `{}`", text("action")),
    }
}

/// Returns the four characters of an ice block: its name, the column and the row of its origin, and its rotation.
pub(in crate::grade) fn ice_name(ice: &IceBlock) -> String {
    let origin = ice.hexes[0];
    format!("{}{}{}{}", ice.id.letter(), origin.x, origin.y, ice.rotation)
}

/// The rule that decides the answer, as in `false is right, because square (4, 2) is on fire`, and the board with the
/// decisive squares.
#[derive(Default)]
pub(in crate::grade) struct Why {
    pub(in crate::grade) reason: String,
    pub(in crate::grade) picture: Scene,
}

/// Explains the expected answer to a question with a yes-or-no answer, or to a question about the outcome. The result
/// is `None` for other questions, and also if the expected answer is not the answer that follows from the rules.
pub(in crate::grade) fn why(case: &Case, look: &Look) -> Option<Why> {
    let answer = reference::expect_member(case).ok()?;
    if case.expect().is_some_and(|expect| *expect != answer) {
        return None;
    }
    match case.suite() {
        Suite::BoardWellFormed => Some(board(case, look)),
        Suite::PlacementValid | Suite::CatMovementValid | Suite::Fits | Suite::Legal => action(case, look),
        Suite::GameOver | Suite::Outcome => outcome(case, look),
        Suite::IcePlacementValid => ice(case, look),
        Suite::IsSolution => {
            let placed: Vec<IceBlock> = case.get("placed")?;
            let board = penguins::Board::from_letters(&case.text("board").replace('\n', "")).ok();
            let picture = board.map(|board| crate::render::penguins::board(board, look)).unwrap_or_default();
            let are = if placed.len() == 1 { "is" } else { "are" };
            Some(Why { reason: format!("{} of the 4 blocks {are} placed", placed.len()), picture })
        }
        _ => None,
    }
    .filter(|why| !why.reason.is_empty())
    .map(|why| Why { reason: format!("{} is right, because {}", shown(&answer), why.reason), ..why })
    .or_else(|| matches!(answer, Value::Bool(_)).then(Why::default))
}

/// Returns the messages of the first two errors, separated by a semicolon.
fn first_errors(errors: &Diagnostics) -> String {
    let messages: Vec<_> = errors.iter().take(2).map(|error| escape(&error.message).into_owned()).collect();
    messages.join("; ")
}

fn board(case: &Case, look: &Look) -> Why {
    let text = case.text("board");
    let (board, errors) = Board::read(&text).into_parts();
    if errors.is_empty() {
        let picture = board.map(|board| marked(&board, &[], look)).unwrap_or_default();
        return Why { reason: "every line and every square is allowed".to_owned(), picture };
    }
    let described = errors.iter().take(2).map(|error| {
        let message = escape(&error.message);
        if error.code != &codes::raft::BOARD_UNKNOWN_SQUARE {
            return message.into_owned();
        }
        let (line, column) = line_column(&text, error.span.start);
        format!("{message} (line {line}, column {column})")
    });
    Why { reason: described.collect::<Vec<_>>().join("; "), picture: Scene::new() }
}

/// Returns the squares to which the errors refer.
fn error_squares(errors: &Diagnostics) -> Vec<Position> {
    let position =
        |[row, column]: [usize; 2]| Position::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?).ok();
    errors.iter().filter_map(|error| error.square.and_then(position)).collect()
}

/// Returns the nine squares of a placed card, or the squares that a tile or the move of a cat changes. Returns no
/// squares if the action does not fit.
fn changed_squares(game: &PlayableState, action: &Action) -> Vec<Position> {
    let mut after = game.clone();
    match (after.apply_fitting(action), action) {
        (Err(_), _) => Vec::new(),
        (Ok(()), Action::Card(card)) => {
            let squares = (0..9).map(|index| (card.at.row() + index / 3, card.at.column() + index % 3));
            squares.filter_map(|(row, column)| Position::new(row, column).ok()).collect()
        }
        (Ok(()), _) => {
            let squares = difference::boards(game.state().board(), after.state().board());
            squares.into_iter().map(|square| square.at).collect()
        }
    }
}

fn playable(case: &Case) -> Option<PlayableState> {
    PlayableState::new(read_state(&case.state()).ok()?).ok()
}

fn action(case: &Case, look: &Look) -> Option<Why> {
    let game = playable(case)?;
    let on_board = |reason: String, squares: &[Position]| {
        Some(Why { reason, picture: marked(game.state().board(), squares, look) })
    };
    let Ok(action) = read_action(&case.text("action")) else {
        return on_board("this is not an action".to_owned(), &[]);
    };
    let is_cat = matches!(action, Action::Cat(_));
    let (errors, wrong_sort, right) = match case.suite() {
        Suite::PlacementValid => {
            (game.placement_errors(&action), is_cat.then_some("this is a move of a cat"), "it fits the board")
        }
        Suite::CatMovementValid => {
            (game.legality_errors(&action), (!is_cat).then_some("this is not a move of a cat"), "it is legal")
        }
        Suite::Fits => (game.placement_errors(&action), None, "it fits the board"),
        _ => (game.legality_errors(&action), None, "it is legal"),
    };
    match (wrong_sort, errors.is_empty()) {
        (Some(reason), _) => on_board(reason.to_owned(), &[]),
        (None, true) => on_board(right.to_owned(), &changed_squares(&game, &action)),
        (None, false) => on_board(first_errors(&errors), &error_squares(&errors)),
    }
}

fn outcome(case: &Case, look: &Look) -> Option<Why> {
    let game = playable(case)?;
    let text = case.text("action");
    let mut squares = Vec::new();
    let mut board = *game.state().board();
    let reason = match read_action(&text) {
        Ok(action) => match game.outcome_after(&action) {
            Ok(outcome) => {
                squares = changed_squares(&game, &action);
                let mut after = game.clone();
                if after.apply_fitting(&action).is_ok() {
                    board = *after.state().board();
                }
                if let Outcome::Lost(Loss::CutOffCats(cats)) = &outcome {
                    squares = cats.iter().flat_map(|cat| [&[cat.at][..], &cat.stopped_by].concat()).collect();
                }
                describe_outcome(&outcome)
            }
            Err(errors) => {
                squares = error_squares(&errors);
                format!("the action does not fit: {}", first_errors(&errors))
            }
        },
        Err(_) if Draw::read(&text).is_usable() => describe_outcome(&game.outcome_of_drawing_hand()),
        Err(_) => "this is not an action".to_owned(),
    };
    Some(Why { reason, picture: marked(&board, &squares, look) })
}

fn ice(case: &Case, look: &Look) -> Option<Why> {
    let board = penguins::Board::from_letters(&case.text("board").replace('\n', "")).ok()?;
    let ice: IceBlock = case.get("ice")?;
    let wrong = ice.hexes.iter().find_map(|&hex| {
        let content = if !hex.is_on_board() {
            "is off the board"
        } else if board.penguins().contains(hex) {
            "has a penguin"
        } else if board.ice().contains(hex) {
            "has ice"
        } else {
            return None;
        };
        Some(format!("the hexagon ({}, {}) {content}", hex.x, hex.y))
    });
    let touched: Hexes = ice.hexes.into_iter().filter(|hex| hex.is_on_board()).collect();
    Some(Why {
        reason: wrong.unwrap_or_else(|| "all four hexagons are on the board and empty".to_owned()),
        picture: crate::render::penguins::marked(board, touched, look),
    })
}
