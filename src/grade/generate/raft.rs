//! Cases about Race to the Raft, with states from random games.

use super::{Aim, draws, ends, setups};
use crate::grade::case::Case;
use crate::grade::suite::{Suite, ValueType};
use crate::raft::generate;
use crate::raft::legal::{ActionScope, card_and_cat_actions, fire_actions};
use crate::raft::{
    Action, Card, CardAction, CatAction, Discards, FireAction, Orientation, PlayableState, Position, State,
    TileId,
};
use crate::random::Random;
use serde_json::{Value, json};

pub(super) fn attempt(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Case> {
    match suite {
        Suite::BoardWellFormed => Some(board(aim, random)),
        Suite::GameOver | Suite::Outcome => ends::attempt(suite, aim, variant, random),
        Suite::DrawHand => draws::hand(state(random), aim, random),
        Suite::DrawFireTile => Some(draws::fire_tile(state(random), aim)),
        Suite::InitialiseChallenge => setups::initialise(random),
        Suite::ChooseChallenge => Some(setups::choose(random)),
        Suite::LegalMoves => legal_moves(aim, random),
        _ => with_action(suite, aim, variant, random),
    }
}

/// Returns a state from a random game.
pub(super) fn state(random: &mut Random) -> State {
    generate::random_state(Random::new(random.bits()))
}

/// Creates a case with a board or, for a near miss, with a board that has one mistake.
fn board(aim: Aim, random: &mut Random) -> Case {
    let text = state(random).board.to_string();
    let text = if aim == Aim::Yes { text } else { with_mistake(text, random) };
    Case::new(Suite::BoardWellFormed, vec![("board", text.into())])
}

fn with_mistake(text: String, random: &mut Random) -> String {
    let at = random.below(text.len() - 1);
    let line = text.find('\n').map_or(0, |end| end + 1);
    match random.below(8) {
        0 => text.trim_end().to_owned(),
        1 => text + "\n",
        2 => text.replacen('\n', "\r\n", 1),
        3 => text[line..].to_owned(),
        4 => format!("{}{}", &text[..at], &text[at + 1..]),
        5 => format!("{}{}{}", &text[..at], ["x", "O", "F", "N", "1", " "][random.below(6)], &text[at + 1..]),
        6 => format!("{}b{}", &text[..at], &text[at..]),
        _ => text.clone() + &text[..line],
    }
}

/// Creates a case with a state and an action, which is legal or a near miss.
fn with_action(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Case> {
    let game = PlayableState::new(state(random)).ok()?;
    let is_about_cats = matches!(suite, Suite::CatMovementValid | Suite::MoveCat);
    let is_about_placements = matches!(suite, Suite::PlacementValid | Suite::ApplyPlacement);
    let sort = match variant {
        _ if is_about_cats => ActionSort::Cat,
        variant if is_about_placements => [ActionSort::Card, ActionSort::Fire][variant % 2],
        variant => [ActionSort::Card, ActionSort::Fire, ActionSort::Cat][variant % 3],
    };
    let is_yes_or_no = suite.expectation() == ValueType::Boolean;
    let mut action = random_action(&game, sort, random)?;
    if let (Action::Card(card), true) = (&mut action, is_about_placements || suite == Suite::Fits) {
        // The fit of a card does not depend on the hand.
        card.card = random_card(random);
    }
    let is_legal = aim == Aim::Yes || !is_yes_or_no;
    let text = if is_legal { action.to_string() } else { near_miss(action, random) };
    Some(on_state(suite, game.state(), "action", text.into()))
}

/// Creates a case with a state and one more input.
pub(super) fn on_state(suite: Suite, state: &State, key: &'static str, value: Value) -> Case {
    Case::new(suite, vec![("state", json!(state.parts())), (key, value)])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ActionSort {
    Card,
    Fire,
    Cat,
}

/// Returns a random legal action of one kind.
fn random_action(game: &PlayableState, sort: ActionSort, random: &mut Random) -> Option<Action> {
    let actions = match sort {
        ActionSort::Fire => fire_actions(game, random_tile(random)?),
        _ => card_and_cat_actions(game, ActionScope::Legal),
    };
    let is_cat = |action: &Action| matches!(action, Action::Cat(_));
    let actions: Vec<_> =
        actions.into_iter().filter(|action| is_cat(action) == (sort == ActionSort::Cat)).collect();
    random.choose(&actions).copied()
}

fn random_tile(random: &mut Random) -> Option<TileId> {
    let all: Vec<TileId> = TileId::all().collect();
    random.choose(&all).copied()
}

fn random_card(random: &mut Random) -> Card {
    let all: Vec<Card> = Card::all().collect();
    all[random.below(all.len())]
}

/// Returns an action that differs slightly from a legal one in its position, its orientation or its discards.
/// Occasionally it is not an action at all.
fn near_miss(action: Action, random: &mut Random) -> String {
    if random.below(12) == 0 {
        let mut text = action.to_string();
        text.pop();
        return text;
    }
    match action {
        Action::Card(card) => Action::Card(match random.below(5) {
            0 => CardAction { card: random_card(random), ..card },
            _ => CardAction { at: near(card.at, 4, random), ..card },
        }),
        Action::Fire(fire) => Action::Fire(match random.below(4) {
            0 => FireAction { orientation: Orientation::ALL[random.below(4)], ..fire },
            1 => FireAction { flipped: !fire.flipped, ..fire },
            _ => FireAction { at: near(fire.at, 3, random), ..fire },
        }),
        Action::Cat(cat) => Action::Cat(near_move(cat, random)),
    }
    .to_string()
}

fn near_move(cat: CatAction, random: &mut Random) -> CatAction {
    match random.below(6) {
        0 => CatAction { discards: Discards::one(random_card(random)), ..cat },
        1 => {
            let first = cat.discards.first();
            let discards = Discards::two(random_card(random), first);
            CatAction { discards: discards.unwrap_or(Discards::one(first)), ..cat }
        }
        2 => CatAction { from: near(cat.from, 1, random), ..cat },
        3 => CatAction { to: cat.from, ..cat },
        _ => CatAction { to: near(cat.to, 2, random), ..cat },
    }
}

/// Returns a square that is at most `by` rows and columns away.
fn near(at: Position, by: u8, random: &mut Random) -> Position {
    let mut moved = |from: u8| (from + random.below(usize::from(2 * by) + 1) as u8).saturating_sub(by);
    let (row, column) = (moved(at.row()), moved(at.column()));
    Position::of_square((row.into(), column.into()))
}

/// Creates a case about the placements of a tile or, for a near miss, about the card and cat actions.
fn legal_moves(aim: Aim, random: &mut Random) -> Option<Case> {
    let state = state(random);
    let tile = if aim == Aim::Yes { random_tile(random)?.to_string().into() } else { Value::Null };
    Some(on_state(Suite::LegalMoves, &state, "tile", tile))
}
