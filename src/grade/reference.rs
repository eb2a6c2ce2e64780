//! The reference answers, which are determined by the rules.

use super::case::{Case, CaseError};
use super::suite::Suite;
use crate::diagnostics::Diagnostics;
use crate::diagnostics::escape::excerpt;
use crate::notation::{Notation, Reading};
use crate::penguins::coursework::{self, IceBlock};
use crate::penguins::{self, Hex};
use crate::raft::legal;
use crate::raft::rules::{self, Loss, Outcome};
use crate::raft::{
    Action, Board, Challenge, Draw, Hand, PlayableState, State, TileId, catalogue, draw_errors, random_hand,
    random_tile, setup,
};
use crate::random::Random;
use serde_json::{Value, json};

/// Returns the answer determined by the rules. In suites with random answers, `random` chooses one of the
/// correct answers.
///
/// # Errors
/// Returns an error if the rules give no answer for the inputs.
///
/// # Examples
/// ```
/// use clowder::{grade::{Case, reference}, random::Random};
///
/// let case = Case::read(1, r#"{"suite":"findSolution","initial":"20113123"}"#)?;
/// assert_eq!(reference::answer(&case, &mut Random::new(1)), Ok("A321B104C031D222".into()));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn answer(case: &Case, random: &mut Random) -> Result<Value, CaseError> {
    match case.suite() {
        suite if suite.is_about_penguins() => penguins_answer(case),
        suite if suite.is_random() => random_answer(case, random),
        Suite::BoardWellFormed => Ok(Board::parse_canonical(&case.text("board")).is_some().into()),
        _ => answer_in(case, game(case)?),
    }
}

/// Returns the answer required by the rules, or `None` if the answer is judged by its properties.
///
/// # Errors
/// Returns an error if the rules give no answer for the inputs.
pub(crate) fn expectation(case: &Case) -> Result<Option<Value>, CaseError> {
    // Every solution to a challenge is correct, so no particular solution is required.
    if case.suite().is_random() || case.suite() == Suite::FindSolution {
        return Ok(None);
    }
    expect_member(case).map(Some)
}

/// Returns the value for `expect` that follows from the rules.
///
/// # Errors
/// Returns an error if the rules give no answer for the inputs.
pub(crate) fn expect_member(case: &Case) -> Result<Value, CaseError> {
    match case.suite() {
        Suite::ApplyPlacement | Suite::MoveCat => parts_after(case),
        _ => answer(case, &mut Random::new(0)),
    }
}

fn penguins_answer(case: &Case) -> Result<Value, CaseError> {
    Ok(match case.suite() {
        Suite::FindSolution => {
            let solution = coursework::find_solution(penguins_challenge(&case.text("initial"))?);
            solution.map(|solution| solution.to_string()).ok_or("the challenge has no solution")?.into()
        }
        Suite::AllValidPlacements => json!(coursework::all_valid_placements(board(case)?, &placed(case))),
        Suite::IcePlacementValid => coursework::is_ice_placement_valid(board(case)?, ice(case)?).into(),
        Suite::IsSolution => coursework::is_solution(&placed(case)).into(),
        Suite::FixSymmetries => json!(coursework::fix_symmetries(ice(case)?)),
        Suite::Neighbours => {
            let coordinate = |key| case.get(key).ok_or_else(|| format!("`{key}` must be an integer"));
            json!(coursework::neighbours(Hex::new(coordinate("x")?, coordinate("y")?)))
        }
        _ => coursework::place_ice_block(board(case)?, ice(case)?).letters().into(),
    })
}

/// Reads a challenge whose penguins may be in any order.
pub(crate) fn penguins_challenge(text: &str) -> Result<penguins::Challenge, CaseError> {
    usable("initial", penguins::Challenge::read(text))
}

/// Reads a board from twenty letters, with or without line breaks.
pub(crate) fn penguins_board(text: &str) -> Option<penguins::Board> {
    penguins::Board::from_letters(&text.replace('\n', "")).ok()
}

fn board(case: &Case) -> Result<penguins::Board, CaseError> {
    let text = case.text("board");
    penguins_board(&text).ok_or_else(|| {
        format!("`board` must be twenty letters E, P or I, but it is `{}`", excerpt(&text, 40)).into()
    })
}

fn placed(case: &Case) -> Vec<IceBlock> {
    case.get("placed").unwrap_or_default()
}

fn ice(case: &Case) -> Result<IceBlock, CaseError> {
    case.get("ice").ok_or_else(|| "`ice` must be an ice block".into())
}

/// Returns the answer to a question about a state of Race to the Raft, which `game` contains.
///
/// # Errors
/// Returns an error if the rules give no answer for the action.
pub(super) fn answer_in(case: &Case, mut game: PlayableState) -> Result<Value, CaseError> {
    if case.suite() == Suite::LegalMoves {
        return legal_moves(case, &game);
    }
    let text = case.text("action");
    let action = read_action(&text);
    Ok(match case.suite() {
        Suite::PlacementValid => {
            action.is_ok_and(|action| !matches!(action, Action::Cat(_)) && game.fits(&action)).into()
        }
        Suite::CatMovementValid => {
            action.is_ok_and(|action| matches!(action, Action::Cat(_)) && game.is_legal(&action)).into()
        }
        Suite::Fits => action.is_ok_and(|action| game.fits(&action)).into(),
        Suite::Legal => action.is_ok_and(|action| game.is_legal(&action)).into(),
        Suite::GameOver => (!outcome(&game, &text).is_null()).into(),
        Suite::Outcome => outcome(&game, &text),
        Suite::Apply => {
            game.apply(&action?).map_err(|errors| wrong_input("action", &errors))?;
            json!(game.state().parts())
        }
        _ => json!(state_after(game, &action?)?.parts()),
    })
}

/// Returns those strings of the state that `applyPlacement` or `moveCat` changes. The other strings are not
/// compared.
fn parts_after(case: &Case) -> Result<Value, CaseError> {
    let [board, _, hand, exhausted, _] =
        state_after(game(case)?, &read_action(&case.text("action"))?)?.parts();
    Ok(match case.suite() {
        Suite::MoveCat => json!({"board": board, "hand": hand, "exhausted": exhausted}),
        _ => json!({"board": board, "hand": hand}),
    })
}

/// Returns the state after an action that fits. The hand is not checked, and a placed tile stays in the bag.
fn state_after(mut game: PlayableState, action: &Action) -> Result<State, CaseError> {
    let bag = game.state().bag();
    game.apply_fitting(action).map_err(|errors| wrong_input("action", &errors))?;
    Ok(State { bag, ..game.into_state() })
}

fn legal_moves(case: &Case, game: &PlayableState) -> Result<Value, CaseError> {
    let tile: Option<String> = case.get("tile").flatten();
    let actions = match tile {
        None => legal::card_and_cat_actions(game),
        Some(name) => {
            let tile: TileId = name.parse().map_err(|_| "`tile` must be the letter of a tile")?;
            legal::fire_actions(game, tile)
        }
    };
    Ok(actions.iter().map(|action| Value::from(action.encode(&mut [0; Action::MAX_LENGTH]))).collect())
}

/// Returns the outcome after an action or a draw. Returns `null` if the game continues, if the text is neither an
/// action nor a draw, or if the action does not fit the board.
fn outcome(game: &PlayableState, text: &str) -> Value {
    let outcome = match (read_action(text), Draw::read(text).is_usable()) {
        (Ok(action), _) => game.outcome_after(&action).ok(),
        (Err(_), true) => Some(game.outcome_of_drawing_hand()),
        (Err(_), false) => None,
    };
    match outcome {
        Some(outcome) if !outcome.continues() => outcome.name().into(),
        _ => Value::Null,
    }
}

/// Returns the rule that decides the answer to a case: the code of the first error in a rejected action, or
/// otherwise a short description.
pub(super) fn rule(case: &Case) -> &'static str {
    let (Ok(game), Some(action)) = (game(case), rules::read_action(&case.text("action")).into_parts().0)
    else {
        return match answer(case, &mut Random::new(0)) {
            Ok(Value::Bool(true)) => "accepted",
            Ok(Value::Bool(false)) => "refused",
            _ => "the whole answer",
        };
    };
    let errors = match case.suite() {
        Suite::GameOver | Suite::Outcome => {
            return game.outcome_after(&action).map_or("the action does not fit", |outcome| match outcome {
                Outcome::Lost(Loss::CutOffCats(_)) => "lost: cat cut off",
                Outcome::Lost(Loss::NoPlacement(_)) => "lost: no placement",
                Outcome::Lost(_) => "lost: bag empty",
                other => other.name(),
            });
        }
        Suite::PlacementValid | Suite::Fits => game.placement_errors(&action),
        _ => game.legality_errors(&action),
    };
    match (errors.iter().next(), action) {
        (Some(error), _) => error.code.name,
        (None, Action::Card(_)) => "accepted: card",
        (None, Action::Fire(_)) => "accepted: tile",
        (None, Action::Cat(cat)) if cat.discards.second().is_some() => "accepted: exhausted cat",
        (None, Action::Cat(_)) => "accepted: cat",
    }
}

pub(crate) fn game(case: &Case) -> Result<PlayableState, CaseError> {
    PlayableState::new(read_state(&case.state())?).map_err(|errors| wrong_input("state", &errors))
}

/// Reads the five strings of a state. The strings may contradict one another, because some course tests
/// contain such states.
pub(crate) fn read_state(parts: &[String; 5]) -> Result<State, CaseError> {
    let (state, errors) = State::read_parts(parts).into_parts();
    state.ok_or_else(|| wrong_input("state", &errors))
}

/// Reads an action whose discards may be in any order.
pub(crate) fn read_action(text: &str) -> Result<Action, CaseError> {
    usable("action", Action::read(text))
}

pub(crate) fn read_challenge(case: &Case) -> Result<Challenge, CaseError> {
    Challenge::read(&case.text("challenge")).strict().map_err(|errors| wrong_input("challenge", &errors))
}

/// Reads a request for cards, or returns `None` if it is malformed. A malformed request changes nothing.
pub(crate) fn read_draw(request: &str) -> Option<Draw> {
    Draw::read(request).lenient().ok().map(|(draw, _)| draw)
}

/// Returns the value of an input, ignoring deviations from the canonical form.
fn usable<T>(input: &str, reading: Reading<T>) -> Result<T, CaseError> {
    reading.lenient().map(|(value, _)| value).map_err(|errors| wrong_input(input, &errors))
}

fn wrong_input(input: &str, errors: &Diagnostics) -> CaseError {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    format!("`{input}`: {}", messages.join("; ")).into()
}

fn random_answer(case: &Case, random: &mut Random) -> Result<Value, CaseError> {
    match case.suite() {
        Suite::DrawHand => drawn_hands(case, random),
        Suite::DrawFireTile => {
            let tile = random_tile(&read_state(&case.state())?, random);
            Ok(tile.map(|tile| catalogue::fire_tile(tile).to_string()).unwrap_or_default().into())
        }
        Suite::InitialiseChallenge => {
            let challenge = read_challenge(case)?;
            let islands = setup::choose_islands(&challenge, random);
            let board = setup::initial_board(&challenge, &islands);
            Ok(board.map_err(|errors| wrong_input("challenge", &errors))?.to_string().into())
        }
        _ => chosen_challenges(case, random),
    }
}

/// Returns the state after each request. The input `clear_hand` (an empty hand by default) replaces the hand
/// before each request, except before the first.
fn drawn_hands(case: &Case, random: &mut Random) -> Result<Value, CaseError> {
    let mut state = read_state(&case.state())?;
    let requests: Vec<String> = case.get("actions").unwrap_or_default();
    let mut states = Vec::new();
    for (index, request) in requests.iter().enumerate() {
        if index > 0 {
            state.hand = clear_hand(case)?;
        }
        if let Some(draw) = read_draw(request).filter(|draw| draw_errors(&state, *draw).is_empty()) {
            let cards =
                random_hand(&state, draw, random).map_err(|errors| wrong_input("actions", &errors))?;
            state.begin_round(cards);
        }
        states.push(state.parts());
    }
    Ok(json!(states))
}

/// Returns the hand to set before each request, except before the first.
fn clear_hand(case: &Case) -> Result<Hand, CaseError> {
    let text: Option<String> = case.get("clear_hand");
    usable("clear_hand", Hand::read(text.as_deref().unwrap_or("ABCD")))
}

/// Shuffles the official challenges of one difficulty, and repeats them in this order if there are too few.
fn chosen_challenges(case: &Case, random: &mut Random) -> Result<Value, CaseError> {
    let mut texts = official_challenges(case)?;
    let samples: i32 = case.get("samples").unwrap_or_default();
    let samples = usize::try_from(samples).map_err(|_| "`samples` must not be negative")?;
    if samples > MAX_SAMPLES {
        return Err(format!("`samples` must be at most {MAX_SAMPLES}").into());
    }
    random.shuffle(&mut texts);
    Ok(texts.iter().cycle().take(samples).map(|&text| Value::from(text)).collect())
}

/// Returns the official challenges of the requested difficulty.
pub(crate) fn official_challenges(case: &Case) -> Result<Vec<&'static str>, CaseError> {
    let difficulty: i64 = case.get("difficulty").unwrap_or(-1);
    let all = catalogue::official_challenges().iter();
    let texts = all.filter(|official| i64::from(official.difficulty) == difficulty);
    let texts: Vec<&str> = texts.map(|official| official.text.as_str()).collect();
    if texts.is_empty() {
        return Err(format!("`difficulty`: there is no challenge of difficulty {difficulty}").into());
    }
    Ok(texts)
}

/// Maximum number of challenges that clowder itself chooses for a case.
const MAX_SAMPLES: usize = 100_000;
