//! Creates random actions, which are legal or break exactly one rule.

use super::states::neighbours;
use crate::diagnostics::codes::rules;
use crate::diagnostics::{Code, Diagnostics};
use crate::raft::legal::{card_and_cat_actions, fire_actions};
use crate::raft::{
    Action, Card, CardAction, CatAction, Colour, Discards, FireAction, Orientation, PlayableState, Position,
    TileId,
};
use crate::random::Random;

/// The kind of an action: a card or a tile is placed, or a cat moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Card,
    Tile,
    Cat,
}

/// A rule that a random action can break: the kind of the action, and the code of the error.
pub(super) type Target = (Sort, &'static Code);

/// The rules about the placement of cards and tiles.
pub(super) const PLACEMENTS: [Target; 9] = [
    (Sort::Card, &rules::PLACEMENT_OFF_BOARD),
    (Sort::Tile, &rules::PLACEMENT_NOT_BY_FIRE),
    (Sort::Card, &rules::PLACEMENT_ON_FIRE),
    (Sort::Tile, &rules::PLACEMENT_ON_RAFT),
    (Sort::Tile, &rules::PLACEMENT_OFF_BOARD),
    (Sort::Card, &rules::PLACEMENT_ON_RAFT),
    (Sort::Tile, &rules::PLACEMENT_ON_FIRE),
    (Sort::Card, &rules::PLACEMENT_ON_CAT),
    (Sort::Tile, &rules::PLACEMENT_ON_CAT),
];

/// The rules about the start, the path and the end of a move of a cat.
pub(super) const WAYS: [Target; 9] = [
    (Sort::Cat, &rules::CAT_NO_PATH),
    (Sort::Cat, &rules::CAT_START_OFF_BOARD),
    (Sort::Cat, &rules::CAT_NOT_THERE),
    (Sort::Cat, &rules::CAT_OTHER_COLOUR),
    (Sort::Cat, &rules::CAT_ON_RAFT),
    (Sort::Cat, &rules::CAT_END_OFF_BOARD),
    (Sort::Cat, &rules::CAT_SAME_SQUARE),
    (Sort::Cat, &rules::CAT_END_TAKEN),
    (Sort::Cat, &rules::CAT_END_OTHER_COLOUR),
];

/// The rules about the discards for the move of a cat.
pub(super) const DISCARDS: [Target; 3] = [
    (Sort::Cat, &rules::CAT_DISCARD_NOT_IN_HAND),
    (Sort::Cat, &rules::CAT_EXHAUSTED),
    (Sort::Cat, &rules::CAT_NOT_EXHAUSTED),
];

/// The rule that a card must be in the hand.
pub(super) const HAND: [Target; 1] = [(Sort::Card, &rules::CARD_NOT_IN_HAND)];

pub(super) fn random_tile(random: &mut Random) -> Option<TileId> {
    let all: Vec<TileId> = TileId::all().collect();
    random.choose(&all).copied()
}

pub(super) fn random_card(random: &mut Random) -> Card {
    let all: Vec<Card> = Card::all().collect();
    all[random.below(all.len())]
}

fn random_orientation(random: &mut Random) -> Orientation {
    Orientation::ALL[random.below(4)]
}

/// Returns a random square. It is on the board, or at most two rows or columns beyond its lower or right edge.
fn random_square(game: &PlayableState, random: &mut Random) -> Position {
    let board = game.state().board();
    let side = |length: u8, random: &mut Random| random.below(usize::from(length) + 2) as u8;
    let (row, column) = (side(board.height(), random), side(board.width(), random));
    Position::of_square((row.into(), column.into()))
}

/// Returns a random legal action. All orientations of tiles occur, flipped or not.
pub(super) fn legal(game: &PlayableState, sort: Sort, random: &mut Random) -> Option<Action> {
    if sort == Sort::Tile {
        let (tile, orientation) = (random_tile(random)?, random_orientation(random));
        let flipped = random.below(2) == 0;
        let fits = |action: &Action| matches!(action, Action::Fire(fire) if fire.flipped == flipped && fire.orientation == orientation);
        let actions: Vec<Action> = fire_actions(game, tile).into_iter().filter(fits).collect();
        return random.choose(&actions).copied();
    }
    let mut actions = card_and_cat_actions(game);
    actions.retain(|action| matches!(action, Action::Cat(_)) == (sort == Sort::Cat));
    random.choose(&actions).copied()
}

/// The maximum number of actions that are tried in one state.
const TRIES: usize = 80;

/// Returns a random action that breaks this rule and no other.
pub(super) fn breaking(
    game: &PlayableState,
    (sort, code): Target,
    errors: impl Fn(&Action) -> Diagnostics,
    random: &mut Random,
) -> Option<Action> {
    (0..TRIES).find_map(|_| {
        let action = match sort {
            Sort::Card => {
                let hand: Vec<Card> = game.state().hand().cards().iter().collect();
                let held = if code == &rules::CARD_NOT_IN_HAND { None } else { random.choose(&hand) };
                Action::Card(CardAction {
                    card: held.copied().unwrap_or_else(|| random_card(random)),
                    at: random_square(game, random),
                    orientation: random_orientation(random),
                })
            }
            Sort::Tile => Action::Fire(FireAction {
                tile: random_tile(random)?,
                at: random_square(game, random),
                flipped: random.below(2) == 0,
                orientation: random_orientation(random),
            }),
            Sort::Cat => Action::Cat(broken_move(game, code, random)?),
        };
        let errors = errors(&action);
        (!errors.is_empty() && errors.iter().all(|error| error.code == code)).then_some(action)
    })
}

/// Returns a legal move of a cat, changed in the part to which the rule applies.
fn broken_move(game: &PlayableState, code: &Code, random: &mut Random) -> Option<CatAction> {
    let Action::Cat(cat) = legal(game, Sort::Cat, random)? else { return None };
    let anywhere = random_square(game, random);
    let board = game.state().board();
    let cats: Vec<_> = board.positions().filter(|(_, square)| square.has_cat()).collect();
    let is = |other: &Code| code == other;
    let changed = if is(&rules::CAT_DISCARD_NOT_IN_HAND) {
        let card = random_card(random);
        let discards = match cat.discards.second() {
            Some(other) => Discards::two(card, other).ok()?,
            None => Discards::one(card),
        };
        CatAction { discards, ..cat }
    } else if is(&rules::CAT_EXHAUSTED) {
        CatAction { discards: Discards::one(cat.discards.first()), ..cat }
    } else if is(&rules::CAT_NOT_EXHAUSTED) {
        let hand: Vec<Card> = game.state().hand().cards().iter().collect();
        CatAction { discards: Discards::two(cat.discards.first(), *random.choose(&hand)?).ok()?, ..cat }
    } else if is(&rules::CAT_OTHER_COLOUR) {
        // The colour in the move must be the colour of the end square, and not the colour of the cat. Otherwise, the
        // move breaks two rules.
        let (from, square) = *random.choose(&cats)?;
        let ends: Vec<(Position, Colour)> = neighbours(from)
            .into_iter()
            .filter_map(|to| Some((to, board.get(to).filter(|end| !end.has_cat())?.colour()?)))
            .filter(|(_, colour)| square.colour() != Some(*colour))
            .collect();
        let (to, colour) = *random.choose(&ends)?;
        CatAction { colour, from, to, ..cat }
    } else if is(&rules::CAT_SAME_SQUARE) {
        CatAction { to: cat.from, ..cat }
    } else if is(&rules::CAT_ON_RAFT) {
        let centre = board.raft_centre().ok()?;
        let on_raft: Vec<_> = cats.into_iter().filter(|(at, _)| centre.is_near(*at)).collect();
        let (from, square) = *random.choose(&on_raft)?;
        CatAction { colour: square.colour().unwrap_or(cat.colour), from, ..cat }
    } else if is(&rules::CAT_START_OFF_BOARD) || is(&rules::CAT_NOT_THERE) {
        CatAction { from: anywhere, ..cat }
    } else if is(&rules::CAT_END_TAKEN) {
        CatAction { to: random.choose(&cats)?.0, ..cat }
    } else {
        CatAction { to: anywhere, ..cat }
    };
    Some(changed)
}
