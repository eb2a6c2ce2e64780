//! The contract allows only questions whose answers the course description defines. By default, generated cases
//! and hunts keep the contract.

use super::case::Case;
use super::reference::{penguins_board, penguins_challenge};
use super::suite::Suite;
use crate::notation::Notation as _;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{Challenge, Hexes, count_solutions};
use crate::raft::{Action, Board, PlayableState, Square, State, rules};

/// Returns true if a case keeps the contract. Boards must have no voids, and no wild squares outside the
/// raft. States must be consistent, actions must suit the suite, and blocks must have their real shapes.
pub(super) fn is_kept(case: &Case) -> bool {
    match case.suite() {
        Suite::BoardWellFormed => {
            let text = case.text("board");
            !text.contains('n') && Board::parse_canonical(&text).is_none_or(|board| is_board_kept(&board))
        }
        suite if suite.is_about_penguins() => is_about_penguins_kept(case),
        Suite::DrawHand | Suite::DrawFireTile => {
            State::read_parts(&case.state()).into_value().is_some_and(|state| is_board_kept(state.board()))
        }
        suite if suite.is_random() => true,
        _ => is_raft_kept(case).is_some(),
    }
}

/// Returns true if a board has one whole raft, no voids, and no wild squares outside the raft.
fn is_board_kept(board: &Board) -> bool {
    let Ok(centre) = board.raft_centre() else { return false };
    board.positions().all(|(at, square)| square != Square::Void && (!square.is_wild() || centre.is_near(at)))
}

/// Returns `Some(())` if a Race to the Raft case with a state keeps the contract.
fn is_raft_kept(case: &Case) -> Option<()> {
    let (state, errors) = State::read_parts(&case.state()).into_parts();
    let game = PlayableState::new(state.filter(|_| errors.is_empty())?).ok()?;
    if !is_board_kept(game.state().board()) {
        return None;
    }
    if case.suite() == Suite::LegalMoves {
        return Some(());
    }
    let action = rules::read_action(&case.text("action")).into_value()?;
    let is_allowed = match (case.suite(), action) {
        (Suite::PlacementValid | Suite::ApplyPlacement, Action::Cat(_))
        | (Suite::CatMovementValid | Suite::MoveCat, Action::Card(_) | Action::Fire(_)) => false,
        (Suite::ApplyPlacement | Suite::MoveCat | Suite::Apply, _) => game.is_legal(&action),
        // The game must not be over before the action.
        (Suite::GameOver | Suite::Outcome, _) => {
            !game.all_cats_on_raft()
                && game.all_cats_can_reach_raft()
                && (matches!(action, Action::Fire(_)) || game.fits(&action))
        }
        _ => true,
    };
    is_allowed.then_some(())
}

fn is_about_penguins_kept(case: &Case) -> bool {
    let has_shape = |ice: &IceBlock| {
        let rotations = if case.suite() == Suite::FixSymmetries { 6 } else { ice.id.rotations() };
        ice.rotation < rotations && ice.hexes == ice.id.hexagons(ice.hexes[0], ice.rotation)
    };
    let is_on_board = |ice: &IceBlock| ice.hexes.iter().all(|hex| hex.is_on_board());
    let board = penguins_board(&case.text("board"));
    let is_even = board.is_some_and(|board| board.penguins().len() <= Challenge::MAX_PENGUINS);
    let is_ice_kept = |must_fit: bool| {
        case.get("ice").is_some_and(|ice| has_shape(&ice) && (!must_fit || is_on_board(&ice)))
    };
    match case.suite() {
        Suite::FindSolution => penguins_challenge(&case.text("initial"))
            .is_ok_and(|challenge| count_solutions(challenge.penguins()) == 1),
        Suite::Neighbours => {
            let is_below =
                |key, limit| case.get::<i32>(key).is_some_and(|number| (0..limit).contains(&number));
            penguins_challenge(&case.text("initial")).is_ok() && is_below("x", 5) && is_below("y", 4)
        }
        Suite::FixSymmetries => is_ice_kept(true),
        Suite::IcePlacementValid => is_even && is_ice_kept(false),
        Suite::PlaceIceBlock => {
            let fits = |ice: IceBlock| {
                board.is_some_and(|board| ice.hexes.iter().all(|hex| board.empty().contains(*hex)))
            };
            is_even && is_ice_kept(true) && case.get("ice").is_some_and(fits)
        }
        // All ice on the board must belong to the placed blocks.
        _ => {
            let placed: Vec<IceBlock> = case.get("placed").unwrap_or_default();
            let covered: Hexes = placed.iter().flat_map(|ice| ice.hexes).collect();
            is_even
                && covered.len() == placed.len() * 4
                && placed.iter().all(|ice| has_shape(ice) && is_on_board(ice))
                && placed.is_sorted_by(|one, other| one.id < other.id)
                && board.is_some_and(|board| board.ice() == covered)
        }
    }
}
