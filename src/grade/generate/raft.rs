//! Cases of Race to the Raft, in states met in random games.

use super::{draws, ends, setups};
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::raft::generate;
use crate::raft::legal::{ActionScope, card_and_cat_actions, fire_actions};
use crate::raft::{
    Action, Card, CardAction, CatAction, Discards, FireAction, Orientation, PlayableState, Position, State,
    TileId,
};
use crate::random::Random;
use serde_json::{Value, json};

pub(super) fn attempt(suite: Suite, wanted: bool, kind: usize, random: &mut Random) -> Option<Case> {
    match suite {
        Suite::BoardWellFormed => Some(board(wanted, random)),
        Suite::GameOver | Suite::Outcome => ends::attempt(suite, wanted, kind, random),
        Suite::DrawHand => draws::hand(state(random), wanted, random),
        Suite::DrawFireTile => Some(draws::fire_tile(state(random), wanted)),
        Suite::InitialiseChallenge => setups::initialise(random),
        Suite::ChooseChallenge => Some(setups::choose(random)),
        Suite::LegalMoves => legal_moves(wanted, random),
        _ => with_action(suite, wanted, kind, random),
    }
}

/// A state met in a random game.
pub(super) fn state(random: &mut Random) -> State {
    generate::random_state(Random::new(random.bits()))
}

/// A board, or one with a slip of the pen.
fn board(wanted: bool, random: &mut Random) -> Case {
    let text = state(random).board.to_string();
    let text = if wanted { text } else { spoilt(text, random) };
    Case::new(Suite::BoardWellFormed, vec![("board", text.into())])
}

fn spoilt(text: String, random: &mut Random) -> String {
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

/// An action on a state: one that may be done, or a near miss.
fn with_action(suite: Suite, wanted: bool, kind: usize, random: &mut Random) -> Option<Case> {
    let game = PlayableState::new(state(random)).ok()?;
    let cats = matches!(suite, Suite::CatMovementValid | Suite::MoveCat);
    let placements = matches!(suite, Suite::PlacementValid | Suite::ApplyPlacement);
    let kind = match kind {
        _ if cats => Kind::Cat,
        kind if placements => [Kind::Card, Kind::Fire][kind % 2],
        kind => [Kind::Card, Kind::Fire, Kind::Cat][kind % 3],
    };
    let asks = suite.expectation() == crate::grade::suite::Form::Boolean;
    let mut action = some_action(&game, kind, random)?;
    if let (Action::Card(card), true) = (&mut action, placements || suite == Suite::Fits) {
        // What is in hand does not matter.
        card.card = some_card(random);
    }
    let text = if wanted || !asks { action.to_string() } else { near_miss(action, random) };
    Some(on_state(suite, game.state(), "action", text.into()))
}

/// A case of a state and one more input.
pub(super) fn on_state(suite: Suite, state: &State, key: &'static str, value: Value) -> Case {
    Case::new(suite, vec![("state", json!(state.parts())), (key, value)])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Card,
    Fire,
    Cat,
}

/// A legal action of a kind.
fn some_action(game: &PlayableState, kind: Kind, random: &mut Random) -> Option<Action> {
    let actions = match kind {
        Kind::Fire => fire_actions(game, some_tile(random)?),
        _ => card_and_cat_actions(game, ActionScope::Legal),
    };
    let is_cat = |action: &Action| matches!(action, Action::Cat(_));
    let actions: Vec<_> =
        actions.into_iter().filter(|action| is_cat(action) == (kind == Kind::Cat)).collect();
    random.choose(&actions).copied()
}

fn some_tile(random: &mut Random) -> Option<TileId> {
    let all: Vec<TileId> = TileId::all().collect();
    random.choose(&all).copied()
}

fn some_card(random: &mut Random) -> Card {
    let all: Vec<Card> = Card::all().collect();
    all[random.below(all.len())]
}

/// An action a little beside: a square off, turned, with another price, or no action at all.
fn near_miss(action: Action, random: &mut Random) -> String {
    if random.below(12) == 0 {
        let mut text = action.to_string();
        text.pop();
        return text;
    }
    match action {
        Action::Card(card) => Action::Card(match random.below(5) {
            0 => CardAction { card: some_card(random), ..card },
            _ => CardAction { at: beside(card.at, 4, random), ..card },
        }),
        Action::Fire(fire) => Action::Fire(match random.below(4) {
            0 => FireAction { orientation: Orientation::ALL[random.below(4)], ..fire },
            1 => FireAction { flipped: !fire.flipped, ..fire },
            _ => FireAction { at: beside(fire.at, 3, random), ..fire },
        }),
        Action::Cat(cat) => Action::Cat(near_move(cat, random)),
    }
    .to_string()
}

fn near_move(cat: CatAction, random: &mut Random) -> CatAction {
    match random.below(6) {
        0 => CatAction { discards: Discards::one(some_card(random)), ..cat },
        1 => {
            let first = cat.discards.first();
            let discards = Discards::two(some_card(random), first);
            CatAction { discards: discards.unwrap_or(Discards::one(first)), ..cat }
        }
        2 => CatAction { from: beside(cat.from, 1, random), ..cat },
        3 => CatAction { to: cat.from, ..cat },
        _ => CatAction { to: beside(cat.to, 2, random), ..cat },
    }
}

/// A square at most `by` rows and columns away.
fn beside(at: Position, by: u8, random: &mut Random) -> Position {
    let mut moved = |from: u8| (from + random.below(usize::from(2 * by) + 1) as u8).saturating_sub(by);
    let (row, column) = (moved(at.row()), moved(at.column()));
    Position::of_square((row.into(), column.into()))
}

/// Cards and cats, or a tile.
fn legal_moves(tiles: bool, random: &mut Random) -> Option<Case> {
    let state = state(random);
    let tile = if tiles { some_tile(random)?.to_string().into() } else { Value::Null };
    Some(on_state(Suite::LegalMoves, &state, "tile", tile))
}
