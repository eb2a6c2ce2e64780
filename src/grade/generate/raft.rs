//! Creates cases about Race to the Raft, with states from random games.

use super::actions::{
    DISCARDS, HAND, PLACEMENTS, Sort, Target, WAYS, breaking, legal, random_card, random_tile,
};
use super::{Aim, Made, draws, ends, setups, states};
use crate::diagnostics::codes;
use crate::grade::case::Case;
use crate::grade::suite::{Suite, ValueType};
use crate::raft::{Action, PlayableState, Square, State};
use crate::random::Random;
use serde_json::{Value, json};

pub(super) fn attempt(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Made> {
    match suite {
        Suite::BoardWellFormed => Some(board(aim, variant, random)),
        Suite::GameOver | Suite::Outcome => ends::attempt(suite, aim, variant, random),
        Suite::DrawHand => draws::hand(states::varied(random), aim, variant, random),
        Suite::DrawFireTile => Some(draws::fire_tile(states::varied(random), aim)),
        Suite::InitialiseChallenge => setups::initialise(random).map(|case| Made::new(case, "every square")),
        Suite::ChooseChallenge => Some(Made::new(setups::choose(random), "membership and number")),
        Suite::LegalMoves => legal_moves(aim, random),
        _ => with_action(suite, aim, variant, random),
    }
}

/// Creates a case with a board or, for a near miss, with a board that has one mistake.
fn board(aim: Aim, variant: usize, random: &mut Random) -> Made {
    let text = states::varied(random).board.to_string();
    let (text, rule) = if aim == Aim::Yes { (text, "accepted") } else { with_mistake(text, variant, random) };
    Made::new(Case::new(Suite::BoardWellFormed, vec![("board", text.into())]), rule)
}

fn with_mistake(text: String, variant: usize, random: &mut Random) -> (String, &'static str) {
    let at = random.below(text.len() - 1);
    let line = text.find('\n').map_or(0, |end| end + 1);
    let square =
        text.char_indices().filter(|(_, letter)| *letter != '\n').map(|(at, _)| at).collect::<Vec<_>>();
    let at_square = square[random.below(square.len())];
    match variant % 10 {
        0 => (text.trim_end().to_owned(), "line break at the end"),
        1 => (text + "\n", "no empty line"),
        2 => (text.replacen('\n', "\r\n", 1), "line breaks"),
        3 => (text[line..].to_owned(), "number of lines"),
        4 => (format!("{}{}", &text[..at], &text[at + 1..]), "width of lines"),
        5 => {
            let letter = ["x", "O", "F", "N", "1", " "][random.below(6)];
            (format!("{}{letter}{}", &text[..at_square], &text[at_square + 1..]), "letters of squares")
        }
        6 => (format!("{}b{}", &text[..at], &text[at..]), "width of lines"),
        7 => (text.clone() + &text[..line], "number of lines"),
        8 => (String::new(), "at least one line"),
        // The lines still have equal widths, but no board has this width.
        _ => (text.lines().map(|line| format!("{line}bbb\n")).collect(), "width of lines"),
    }
}

/// Returns the rules that the action in a case of this suite can break.
fn targets(suite: Suite) -> Vec<Target> {
    match suite {
        Suite::PlacementValid => PLACEMENTS.to_vec(),
        Suite::CatMovementValid => [&WAYS[..], &DISCARDS].concat(),
        Suite::Fits => [&PLACEMENTS[..], &WAYS].concat(),
        _ => [&PLACEMENTS[..], &WAYS, &DISCARDS, &HAND].concat(),
    }
}

/// Returns a state in which the rule can be broken.
fn state_for(target: Target, random: &mut Random) -> State {
    let mut state = states::varied(random);
    let is = |code: &crate::diagnostics::Code| target.1.name == code.name;
    if is(&codes::rules::PLACEMENT_ON_VOID) {
        states::add_holes(&mut state, random);
    } else if is(&codes::rules::CAT_ON_RAFT) {
        states::put_cat_on_raft(&mut state, random);
    } else if is(&codes::rules::CAT_EXHAUSTED) {
        states::exhaust_cat(&mut state, random);
    }
    state
}

/// Creates a case with a state and an action. The action either is legal or breaks one rule.
fn with_action(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Made> {
    if suite.expectation() == ValueType::Boolean && aim == Aim::NearMiss {
        let targets = targets(suite);
        let target = targets[variant % targets.len()];
        let game = PlayableState::new(state_for(target, random)).ok()?;
        let errors = |action: &Action| match suite {
            Suite::PlacementValid | Suite::Fits => game.placement_errors(action),
            _ => game.legality_errors(action),
        };
        let action = breaking(&game, target, errors, random)?;
        return Some(Made::new(
            on_state(suite, game.state(), "action", action.to_string().into()),
            target.1.name,
        ));
    }
    let sort = match suite {
        Suite::CatMovementValid | Suite::MoveCat => Sort::Cat,
        Suite::PlacementValid | Suite::ApplyPlacement => [Sort::Card, Sort::Tile][variant % 2],
        _ => [Sort::Card, Sort::Tile, Sort::Cat][variant % 3],
    };
    let mut state = states::varied(random);
    let is_exhausted = sort == Sort::Cat && variant % 6 < 3;
    let exhausted = if is_exhausted { states::exhaust_cat(&mut state, random) } else { None };
    let ends_on_wild = sort == Sort::Cat && variant % 3 == 2;
    if ends_on_wild {
        states::add_wild_squares(&mut state, random);
    }
    let game = PlayableState::new(state).ok()?;
    let mut action = legal(&game, sort, random)?;
    match (&mut action, exhausted) {
        // The hand does not matter for the question whether a card fits.
        (Action::Card(card), _) if matches!(suite, Suite::PlacementValid | Suite::Fits) => {
            card.card = random_card(random);
        }
        (Action::Cat(cat), Some(exhausted)) if cat.from != exhausted.at => return None,
        (Action::Cat(cat), _)
            if ends_on_wild && !game.state().board().get(cat.to).is_some_and(Square::is_wild) =>
        {
            return None;
        }
        _ => {}
    }
    let rule = match (sort, exhausted.is_some()) {
        (Sort::Card, _) => "accepted: card",
        (Sort::Tile, _) => "accepted: tile",
        (Sort::Cat, false) => "accepted: cat",
        (Sort::Cat, true) => "accepted: exhausted cat",
    };
    Some(Made::new(on_state(suite, game.state(), "action", action.to_string().into()), rule))
}

/// Creates a case with a state and one more input.
pub(super) fn on_state(suite: Suite, state: &State, key: &'static str, value: Value) -> Case {
    Case::new(suite, vec![("state", json!(state.parts())), (key, value)])
}

/// Creates a case about the placements of a tile or, for a near miss, about the card and cat actions.
fn legal_moves(aim: Aim, random: &mut Random) -> Option<Made> {
    let state = states::varied(random);
    let (tile, rule) = match aim {
        Aim::Yes => (random_tile(random)?.to_string().into(), "placements of a tile"),
        Aim::NearMiss => (Value::Null, "cards and cats"),
    };
    Some(Made::new(on_state(Suite::LegalMoves, &state, "tile", tile), rule))
}
