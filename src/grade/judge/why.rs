//! Explains the expected answer to a question. An explanation consists of the question in words, the deciding
//! rule, and a picture of the board, in which any decisive squares are marked.

use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Diagnostics, codes, line_column};
use crate::grade::case::Case;
use crate::grade::difference::{Differences, shown};
use crate::grade::picture::Picture;
use crate::grade::reference::{
    expect_member, game, penguins_board, penguins_challenge, read_action, read_challenge,
};
use crate::grade::suite::Suite;
use crate::notation::{Notation as _, plural};
use crate::penguins::coursework::IceBlock;
use crate::penguins::{self, Hex, Hexes, PartialSolution, Solution};
use crate::raft::record::describe_outcome;
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{Action, Board, Draw, PlayableState, Position, difference};
use crate::render::{Look, Scene, Style};
use serde_json::Value;

/// Maximum length of a displayed input, in characters.
const MAX_INPUT: usize = 60;

/// Returns a phrase that identifies the question, such as ``for the board `b` ``.
pub(crate) fn asked(case: &Case) -> String {
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

/// Returns an ice block as four characters: its name, the column and row of its origin, and its rotation.
fn ice_name(ice: &IceBlock) -> String {
    let origin = ice.hexes[0];
    format!("{}{}{}{}", ice.id.letter(), origin.x, origin.y, ice.rotation)
}

/// The rule that decides an answer (`false is right, because square (4, 2) is on fire`), and the board with
/// the decisive squares marked.
#[derive(Default)]
pub(crate) struct Why {
    pub(crate) reason: String,
    pub(crate) picture: Picture,
    /// The rule behind the answer, usually in the words of an error code's lesson.
    rule: Option<&'static str>,
}

/// Names the rule that decides the answer or, without such a rule, the incorrect parts of the answer. Does
/// not reveal the expected answer.
pub(crate) fn broken_rule(case: &Case, differences: &Differences) -> String {
    match why(case, &Look::PIPE).map(|why| why.rule) {
        Some(Some(rule)) => return format!("the rule: {rule}"),
        Some(None) if expect_member(case) == Ok(true.into()) => return "no rule forbids it".to_owned(),
        _ => {}
    }
    let aspects = differences.messages.iter().filter_map(|message| Some(message.split_once(": ")?.0));
    let aspects: Vec<&str> = aspects.filter(|aspect| !aspect.contains("expected `")).collect();
    if aspects.is_empty() {
        case.suite().about().to_owned()
    } else {
        format!("wrong: {}", aspects.join(", "))
    }
}

/// Explains the expected answer to a question about validity or about a game's outcome. Returns `None` for
/// other questions, and for cases whose expectation contradicts the rules.
pub(crate) fn why(case: &Case, look: &Look) -> Option<Why> {
    let answer = expect_member(case).ok()?;
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
            let board = penguins_board(&case.text("board"));
            let picture = board.map(|board| Picture::penguins(board, Hexes::EMPTY, look)).unwrap_or_default();
            let are = if placed.len() == 1 { "is" } else { "are" };
            let reason = format!("{} of the 4 blocks {are} placed", placed.len());
            Some(Why { reason, picture, rule: Some("All four blocks must be placed.") })
        }
        _ => None,
    }
    .filter(|why| !why.reason.is_empty())
    .map(|why| Why { reason: format!("{} is right, because {}", shown(&answer), why.reason), ..why })
    .or_else(|| matches!(answer, Value::Bool(_)).then(Why::default))
}

/// Joins the messages of the first two errors with a semicolon.
fn first_errors(errors: &Diagnostics) -> String {
    let messages: Vec<_> = errors.iter().take(2).map(|error| escape(&error.message).into_owned()).collect();
    messages.join("; ")
}

fn board(case: &Case, look: &Look) -> Why {
    let text = case.text("board");
    let (board, errors) = Board::read(&text).into_parts();
    if errors.is_empty() {
        let picture = board.map(|board| Picture::raft(&board, &[], look)).unwrap_or_default();
        return Why { reason: "every line and every square is allowed".to_owned(), picture, rule: None };
    }
    let described = errors.iter().take(2).map(|error| {
        let message = escape(&error.message);
        if error.code != &codes::raft::BOARD_UNKNOWN_SQUARE {
            return message.into_owned();
        }
        let (line, column) = line_column(&text, error.span.start);
        format!("{message} (line {line}, column {column})")
    });
    Why {
        reason: described.collect::<Vec<_>>().join("; "),
        picture: Picture::default(),
        rule: first_rule(&errors),
    }
}

const SORTS: &str = "An action places a card or a fire tile, or moves a cat.";

/// Lists every way in which a game can end, because naming only the relevant one would give the answer away.
const ENDINGS: &str = "The game is won when all cats are on the raft. It is lost when a cat can no longer reach the raft, \
    a drawn tile cannot be placed, no tile or too few cards are left, or no action is legal. An action that does not fit \
    ends nothing.";

fn first_rule(errors: &Diagnostics) -> Option<&'static str> {
    errors.iter().next().map(|error| error.code.rule())
}

/// Returns the squares to which the errors refer.
fn error_squares(errors: &Diagnostics) -> Vec<Position> {
    let position =
        |[row, column]: [usize; 2]| Position::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?).ok();
    errors.iter().filter_map(|error| error.square.and_then(position)).collect()
}

/// Returns all nine squares of a placed card, or the squares that a tile or a cat move changes. For an action
/// that does not fit, returns no squares.
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

fn action(case: &Case, look: &Look) -> Option<Why> {
    let game = game(case).ok()?;
    let on_board = |reason: String, squares: &[Position], rule| {
        Some(Why { reason, picture: Picture::raft(game.state().board(), squares, look), rule })
    };
    let Ok(action) = read_action(&case.text("action")) else {
        return on_board("this is not an action".to_owned(), &[], Some(SORTS));
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
        (Some(reason), _) => on_board(reason.to_owned(), &[], Some(SORTS)),
        (None, true) => on_board(right.to_owned(), &changed_squares(&game, &action), None),
        (None, false) => on_board(first_errors(&errors), &error_squares(&errors), first_rule(&errors)),
    }
}

fn outcome(case: &Case, look: &Look) -> Option<Why> {
    let game = game(case).ok()?;
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
    Some(Why { reason, picture: Picture::raft(&board, &squares, look), rule: Some(ENDINGS) })
}

fn ice(case: &Case, look: &Look) -> Option<Why> {
    let board = penguins_board(&case.text("board"))?;
    let ice: IceBlock = case.get("ice")?;
    let wrong = ice.hexes.iter().find_map(|&hex| {
        let (content, code) = if !hex.is_on_board() {
            ("is off the board", &codes::penguins::PLACEMENT_OFF_BOARD)
        } else if board.penguins().contains(hex) {
            ("has a penguin", &codes::penguins::SOLUTION_ON_PENGUIN)
        } else if board.ice().contains(hex) {
            ("has ice", &codes::penguins::SOLUTION_OVERLAP)
        } else {
            return None;
        };
        Some((format!("the hexagon ({}, {}) {content}", hex.x, hex.y), code.rule()))
    });
    let (reason, rule) = wrong.unzip();
    Some(Why {
        reason: reason.unwrap_or_else(|| "all four hexagons are on the board and empty".to_owned()),
        picture: Picture::penguins(board, touched(case), look),
        rule,
    })
}

/// Maximum number of lines shown when a board is displayed as text.
const MAX_LINES: usize = 20;
/// Maximum number of characters shown per line when a board is displayed as text.
const MAX_WIDTH: usize = 40;

/// Draws the board of a question. If the answer is a Penguins Pool Party solution or board, draws both the
/// expected and the actual answer. For a question about setting up a challenge, draws the answer's board or,
/// if it has none, the challenge. Without a readable board, the picture is empty.
pub(crate) fn board_of(case: &Case, answer: &Value, look: &Look) -> Picture {
    let picture = match case.suite() {
        // The message already shows a board with only one line.
        Suite::BoardWellFormed => {
            Some(lines(&case.text("board"))).filter(|lines| lines.height() > 1).map(Picture::from)
        }
        Suite::ChooseChallenge => None,
        Suite::InitialiseChallenge => match answered_board(answer, look) {
            board if !board.is_empty() => Some(board),
            _ => read_challenge(case).ok().map(|challenge| Picture::challenge(challenge, look)),
        },
        Suite::FindSolution => solution(case, answer, look),
        Suite::PlaceIceBlock => placed_ice(case, answer, look),
        Suite::FixSymmetries => Some(Picture::penguins(empty_board(), touched(case), look)),
        Suite::Neighbours => neighbours(case, look),
        suite if suite.is_about_penguins() => {
            let board = penguins_board(&case.text("board"));
            board.map(|board| Picture::penguins(board, touched(case), look))
        }
        _ => Board::read(&case.state()[0]).lenient().ok().map(|(board, _)| Picture::raft(&board, &[], look)),
    };
    picture.unwrap_or_default()
}

/// Draws the board in an answer that is a board or a state. For any other answer, the picture is empty.
pub(crate) fn answered_board(answer: &Value, look: &Look) -> Picture {
    let text = answer.as_str().or_else(|| answer.get(0)?.as_str()).unwrap_or_default();
    let board = Board::read(text).lenient();
    board.map(|(board, _)| Picture::raft(&board, &[], look)).unwrap_or_default()
}

/// Shows the lines of a board as text, because a board with errors cannot be drawn.
fn lines(text: &str) -> Scene {
    let mut scene = Scene::new();
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        scene.line().put(excerpt(line, MAX_WIDTH), Style::PLAIN);
    }
    scene
}

const fn empty_board() -> penguins::Board {
    penguins::Board::new(Hexes::EMPTY, Hexes::EMPTY)
}

/// Returns the hexagons covered by the block in the question, except those off the board.
fn touched(case: &Case) -> Hexes {
    let hexes = case.get::<IceBlock>("ice").map(|ice| ice.hexes).into_iter().flatten();
    hexes.filter(|hex| hex.is_on_board()).collect()
}

fn expected(case: &Case) -> Option<Value> {
    case.expect().cloned().or_else(|| expect_member(case).ok())
}

fn solution(case: &Case, answer: &Value, look: &Look) -> Option<Picture> {
    let penguins = penguins_challenge(&case.text("initial")).ok()?.penguins();
    let picture = |value: &Value| {
        let read = value.as_str().and_then(|text| Solution::read(text).lenient().ok());
        let placed = read.map_or(PartialSolution::EMPTY, |(solution, _)| solution.placed());
        Picture::blocks(placed, penguins, look)
    };
    Some(Picture::expected_and_actual(picture(&expected(case)?), picture(answer), look))
}

fn placed_ice(case: &Case, answer: &Value, look: &Look) -> Option<Picture> {
    let wanted = penguins_board(expected(case)?.as_str()?)?;
    let Some(found) = answer.as_str().and_then(penguins_board) else {
        return Some(Picture::penguins(wanted, touched(case), look));
    };
    let wrong: Hexes = Hexes::ALL.iter().filter(|hex| wanted.letter(*hex) != found.letter(*hex)).collect();
    let picture = |board| Picture::penguins(board, wrong, look);
    Some(Picture::expected_and_actual(picture(wanted), picture(found), look))
}

fn neighbours(case: &Case, look: &Look) -> Option<Picture> {
    let challenge = penguins_challenge(&case.text("initial")).ok();
    let penguins = challenge.map_or(Hexes::EMPTY, penguins::Challenge::penguins);
    let hex = Hex::new(case.get("x")?, case.get("y")?);
    let asked = Some(hex).filter(|hex| hex.is_on_board()).into_iter().collect();
    Some(Picture::penguins(penguins::Board::new(penguins, Hexes::EMPTY), asked, look))
}
