//! Misconceptions about placing cards and tiles. [`fits`] is a simple, slow implementation of the rule, into
//! which most of the mistakes are inserted. Mistakes about the hand and the bag are made by [`answer`].

use super::{Misconception, Question, exchanged};
use crate::grade::edits::around;
use crate::grade::suite::Suite;
use crate::raft::rules::oriented;
use crate::raft::{Action, CardAction, FireAction, Orientation, PlayableState, Position, Square};
use serde_json::Value;

const BOTH: &[Suite] = &[Suite::PlacementValid, Suite::Fits, Suite::Legal];
const BOARD: &[Suite] = &[Suite::PlacementValid, Suite::Fits];

mistakes! {
    "placement-off-board" BOTH OffBoard,
    "placement-on-fire" BOTH OnFire,
    "placement-on-raft" BOTH OnRaft,
    "placement-only-centre-protected" BOTH OnlyCentre,
    "placement-on-cats" BOTH OnCat,
    "placement-not-by-fire" BOTH NotByFire,
    "placement-diagonal-fire" BOTH Diagonal,
    "placement-by-edge" BOTH ByEdge,
    "placement-card-by-fire" BOTH CardByFire,
    "placement-only-corner" BOTH OnlyCorner,
    "placement-not-turned" BOTH Unturned,
    "placement-not-flipped" BOTH Unflipped,
    "placement-anticlockwise" BOTH Anticlockwise,
    "placement-flipped-last" BOTH FlippedLast,
    "placement-rows-and-columns" BOTH Exchanged,
    "placement-centred" BOTH Centred,
    "placement-not-on-last-row" BOTH LastRow,
    "placement-nine-columns" BOTH Narrow,
    "placement-needs-hand" BOARD InHand,
    "placement-needs-bag" BOTH InBag,
}

fn answer(question: &Question<'_>, mistake: Mistake) -> Option<Value> {
    let (game, action) = (question.game.as_ref()?, question.action?);
    let hand = game.state().hand().cards();
    let is_held = |card| question.suite() != Suite::Legal && mistake != M::InHand || hand.contains(card);
    let allowed = match action {
        Action::Cat(_) => return None,
        Action::Card(CardAction { card, .. }) => is_held(card),
        Action::Fire(FireAction { tile, .. }) => mistake != M::InBag || game.state().bag().contains(tile),
    };
    Some((allowed && fits(game, &action, mistake)).into())
}

/// Returns a tile's squares relative to its corner.
pub(super) fn cells(fire: FireAction) -> Vec<(u8, u8)> {
    let tile = oriented::tile(fire.tile, fire.flipped, fire.orientation);
    tile.shape.cells().iter().map(|cell| (cell.row, cell.column)).collect()
}

/// Returns the orientation that results from turning equally far in the opposite direction.
pub(super) const fn anticlockwise(orientation: Orientation) -> Orientation {
    Orientation::ALL[(4 - orientation.quarter_turns() as usize) % 4]
}

fn fits(game: &PlayableState, action: &Action, mistake: Mistake) -> bool {
    let board = game.state().board();
    let Ok(centre) = board.raft_centre() else { return false };
    let (corner, cells) = match *action {
        Action::Card(card) => (card.at, (0..9).map(|index| (index / 3, index % 3)).collect()),
        Action::Fire(mut fire) => {
            match mistake {
                M::Unturned => fire.orientation = Orientation::North,
                M::Unflipped => fire.flipped = false,
                M::Anticlockwise => fire.orientation = anticlockwise(fire.orientation),
                // Turning and then flipping is the same as flipping and then turning the other way.
                M::FlippedLast if fire.flipped => fire.orientation = anticlockwise(fire.orientation),
                _ => {}
            }
            (fire.at, cells(fire))
        }
        Action::Cat(_) => return false,
    };
    let corner = if mistake == M::Exchanged { exchanged(corner) } else { corner };
    let cells = if mistake == M::OnlyCorner { &cells[..1] } else { &cells[..] };
    let shift = i16::from(mistake == M::Centred);
    let at = |&(down, right): &(u8, u8)| {
        let (row, column) = (corner.row() + down, corner.column() + right);
        (i16::from(row) - shift, i16::from(column) - shift)
    };
    let get = |(row, column): (i16, i16)| {
        let at = Position::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?).ok()?;
        Some((at, board.get(at)?))
    };
    let is_free = |place: (i16, i16)| {
        let Some((at, square)) = get(place) else { return mistake == M::OffBoard };
        let raft = match mistake {
            M::OnRaft => false,
            M::OnlyCentre => square == Square::Raft,
            _ => centre.is_near(at),
        };
        let fire = square == Square::Fire && mistake != M::OnFire;
        let cat = square.has_cat() && mistake != M::OnCat;
        let edge = match mistake {
            M::LastRow => at.row() + 1 == board.height() || at.column() + 1 == board.width(),
            M::Narrow => at.column() >= 9,
            _ => false,
        };
        !(raft || fire || cat || edge || square == Square::Void)
    };
    let by_fire = |(row, column): (i16, i16)| {
        let near = around().into_iter().take(if mistake == M::Diagonal { 8 } else { 4 });
        near.map(|(down, right)| (row + i16::from(down), column + i16::from(right)))
            .any(|near| get(near).map_or(mistake == M::ByEdge, |(_, square)| square == Square::Fire))
    };
    let needs_fire = match action {
        Action::Fire(_) => mistake != M::NotByFire,
        _ => mistake == M::CardByFire,
    };
    let mut places = cells.iter().map(at);
    places.clone().all(is_free) && (!needs_fire || places.any(by_fire))
}
