//! Answers of Race to the Raft.

use super::Refusal;
use crate::diagnostics::Diagnostics;
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::notation::Notation;
use crate::raft::legal::{self, ActionScope};
use crate::raft::{
    Action, Board, Challenge, Draw, Hand, PlayableState, State, TileId, catalogue, draw_errors, random_hand,
    random_tile, setup,
};
use crate::random::Random;
use serde_json::{Value, json};

/// Answers that only one is right of.
pub(super) fn answer(case: &Case) -> Result<Value, Refusal> {
    if case.suite == Suite::BoardWellFormed {
        return Ok(Board::parse_canonical(&case.text("board")).is_some().into());
    }
    let game = game(case)?;
    if case.suite == Suite::LegalMoves {
        return legal_moves(case, &game);
    }
    let text = case.text("action");
    let action = action(&text);
    Ok(match case.suite {
        Suite::PlacementValid => {
            action.is_some_and(|action| !matches!(action, Action::Cat(_)) && game.fits(&action)).into()
        }
        Suite::CatMovementValid => {
            action.is_some_and(|action| matches!(action, Action::Cat(_)) && game.is_legal(&action)).into()
        }
        Suite::Fits => action.is_some_and(|action| game.fits(&action)).into(),
        Suite::Legal => action.is_some_and(|action| game.is_legal(&action)).into(),
        Suite::GameOver => (!outcome(&game, &text).is_null()).into(),
        Suite::Outcome => outcome(&game, &text),
        Suite::Apply => {
            let mut game = game;
            game.apply(&known(action, &text)?).map_err(|faults| told("action", &faults))?;
            json!(game.state().parts())
        }
        _ => json!(played(case)?.parts()),
    })
}

/// What `applyPlacement` and `moveCat` change: whatever else a state says is not compared.
pub(super) fn parts_after(case: &Case) -> Result<Value, Refusal> {
    let [board, _, hand, exhausted, _] = played(case)?.parts();
    Ok(match case.suite {
        Suite::MoveCat => json!({"board": board, "hand": hand, "exhausted": exhausted}),
        _ => json!({"board": board, "hand": hand}),
    })
}

/// The state after an action that fits, whatever is in hand; a tile does not leave the bag.
fn played(case: &Case) -> Result<State, Refusal> {
    let mut game = game(case)?;
    let text = case.text("action");
    let action = known(action(&text), &text)?;
    let bag = game.state().bag();
    game.apply_fitting(&action).map_err(|faults| told("action", &faults))?;
    Ok(State { bag, ..game.into_state() })
}

fn legal_moves(case: &Case, game: &PlayableState) -> Result<Value, Refusal> {
    let tile: Option<String> = case.get("tile").flatten();
    let actions = match tile {
        None => legal::card_and_cat_actions(game, ActionScope::Legal),
        Some(name) => {
            let tile: TileId = name.parse().map_err(|_| "`tile` is not the letter of a tile")?;
            legal::fire_actions(game, tile)
        }
    };
    Ok(actions.iter().map(|action| Value::from(action.encode(&mut [0; Action::MAX_LENGTH]))).collect())
}

/// `null` where the game goes on; also where the action does not fit or is none.
fn outcome(game: &PlayableState, text: &str) -> Value {
    let outcome = match (action(text), Draw::read(text).into_parts()) {
        (Some(action), _) => game.outcome_after(&action).ok(),
        (None, (Some(_), faults)) if faults.only_canon() => Some(game.outcome_of_drawing_hand()),
        _ => None,
    };
    match outcome {
        Some(outcome) if !outcome.continues() => outcome.name().into(),
        _ => Value::Null,
    }
}

fn game(case: &Case) -> Result<PlayableState, Refusal> {
    PlayableState::new(read_state(&case.state())?).map_err(|faults| told("state", &faults))
}

/// The state of five strings, if each can be read: that they contradict one another is no obstacle, as the states
/// of a course's tests do.
pub(crate) fn read_state(parts: &[String; 5]) -> Result<State, Refusal> {
    let (state, faults) = State::read_parts(parts).into_parts();
    state.ok_or_else(|| told("state", &faults))
}

/// The action of a text, its discards in any order.
fn action(text: &str) -> Option<Action> {
    let (action, faults) = Action::read(text).into_parts();
    action.filter(|_| faults.only_canon())
}

fn known(action: Option<Action>, text: &str) -> Result<Action, Refusal> {
    action.ok_or_else(|| told("action", &Action::read(text).into_diagnostics()))
}

fn told(what: &str, faults: &Diagnostics) -> Refusal {
    format!("`{what}`: {}", faults.to_string().replace('\n', "; "))
}

/// Answers that many are right of.
pub(super) fn random_answer(case: &Case, random: &mut Random) -> Result<Value, Refusal> {
    match case.suite {
        Suite::DrawHand => drawn_hands(case, random),
        Suite::DrawFireTile => {
            let tile = random_tile(&read_state(&case.state())?, random);
            Ok(tile.map(|tile| catalogue::fire_tile(tile).to_string()).unwrap_or_default().into())
        }
        Suite::InitialiseChallenge => {
            let challenge = challenge_of(case)?;
            let islands = setup::choose_islands(&challenge, random);
            let board = setup::initial_board(&challenge, &islands);
            Ok(board.map_err(|faults| told("challenge", &faults))?.to_string().into())
        }
        _ => chosen_challenges(case, random),
    }
}

/// The challenge of a case.
pub(crate) fn challenge_of(case: &Case) -> Result<Challenge, Refusal> {
    let (challenge, faults) = Challenge::read(&case.text("challenge")).into_parts();
    challenge.filter(|_| faults.is_empty()).ok_or_else(|| told("challenge", &faults))
}

/// The draw a request asks for.
pub(crate) fn draw_of(request: &str) -> Result<Draw, Refusal> {
    let (draw, faults) = Draw::read(request).into_parts();
    draw.filter(|_| faults.only_canon()).ok_or_else(|| told("actions", &faults))
}

/// The states after each request. Before each but the first the hand is emptied.
fn drawn_hands(case: &Case, random: &mut Random) -> Result<Value, Refusal> {
    let mut state = read_state(&case.state())?;
    let requests: Vec<String> = case.get("actions").unwrap_or_default();
    let mut states = Vec::new();
    for (index, request) in requests.iter().enumerate() {
        if index > 0 {
            state.hand = clear_hand(case)?;
        }
        let draw = draw_of(request)?;
        if draw_errors(&state, draw).is_empty() {
            state.begin_round(random_hand(&state, draw, random).map_err(|faults| told("actions", &faults))?);
        }
        states.push(state.parts());
    }
    Ok(json!(states))
}

/// The hand before each request but the first.
fn clear_hand(case: &Case) -> Result<Hand, Refusal> {
    let text: Option<String> = case.get("clear_hand");
    let (hand, faults) = Hand::read(text.as_deref().unwrap_or("ABCD")).into_parts();
    hand.filter(|_| faults.only_canon()).ok_or_else(|| told("clear_hand", &faults))
}

/// Challenges of a difficulty, all of them in a random order and so again and again.
fn chosen_challenges(case: &Case, random: &mut Random) -> Result<Value, Refusal> {
    let (difficulty, samples): (i32, i32) =
        (case.get("difficulty").unwrap_or(-1), case.get("samples").unwrap_or_default());
    let mut texts: Vec<&str> = catalogue::official_challenges()
        .iter()
        .filter(|official| i32::from(official.difficulty) == difficulty)
        .map(|official| official.text.as_str())
        .collect();
    if texts.is_empty() {
        return Err(format!("`difficulty`: there is no challenge of difficulty {difficulty}"));
    }
    let samples = usize::try_from(samples).map_err(|_| "`samples` is negative".to_owned())?;
    if samples > MOST_SAMPLES {
        return Err(format!("`samples` is more than {MOST_SAMPLES}"));
    }
    random.shuffle(&mut texts);
    Ok(texts.iter().cycle().take(samples).map(|&text| Value::from(text)).collect())
}

/// Most challenges clowder itself chooses in one case.
const MOST_SAMPLES: usize = 100_000;
