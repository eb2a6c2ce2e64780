//! Misconceptions about the end of the game. [`is_cut_off`] is the rule once more, simple and slow, with one place for
//! each mistake.

use super::{Misconception, Question};
use crate::grade::suite::Suite;
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{Action, Board, FireAction, Orientation, PlayableState, Position, Square};
use serde_json::Value;

/// The mistake of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    EmptyBag,
    LastTile,
    EveryEmptyBag,
    NoPlacement,
    NotHere,
    OneOrientation,
    FirstCatOnly,
    NeverCutOff,
    CardsForgotten,
    AnySquareCoverable,
    CatsStay,
    Diagonal,
    AnyRaftSquare,
    NeverWon,
    OneCatHome,
}
use Mistake as M;

const ENDS: &[Suite] = &[Suite::GameOver, Suite::Outcome];

/// Declares the misconceptions, each with its name and its mistake.
macro_rules! catalogue {
    ($($name:literal $mistake:ident,)*) => {
        pub(super) const ALL: &[Misconception] = &[$(Misconception {
            name: $name,
            suites: ENDS,
            wrong: |question| answer(question, M::$mistake),
        }),*];
    };
}

catalogue! {
    "end-empty-bag-ignored" EmptyBag,
    "end-last-tile" LastTile,
    "end-every-empty-bag" EveryEmptyBag,
    "end-no-placement-ignored" NoPlacement,
    "end-tile-does-not-fit-here" NotHere,
    "end-tile-in-one-orientation" OneOrientation,
    "end-first-cat-only" FirstCatOnly,
    "end-never-cut-off" NeverCutOff,
    "end-cards-forgotten" CardsForgotten,
    "end-every-square-coverable" AnySquareCoverable,
    "end-cats-never-leave" CatsStay,
    "end-diagonal" Diagonal,
    "end-any-raft-square" AnyRaftSquare,
    "end-never-won" NeverWon,
    "end-one-cat-home" OneCatHome,
}

fn answer(question: &Question<'_>, mistake: Mistake) -> Option<Value> {
    let (game, action) = (question.game.as_ref()?, question.action?);
    let outcome = outcome(game, &action, mistake)?;
    Some(match question.suite() {
        Suite::GameOver => (outcome != "continues").into(),
        _ if outcome == "continues" => Value::Null,
        _ => outcome.into(),
    })
}

/// Returns the outcome according to a wrong program, or `None` if it is right.
fn outcome(game: &PlayableState, action: &Action, mistake: Mistake) -> Option<&'static str> {
    let right = game.outcome_after(action).ok()?;
    let tiles = game.state().bag().len();
    Some(match (mistake, action, right) {
        (M::EmptyBag, _, Outcome::Lost(Loss::EmptyBag))
        | (M::NoPlacement, _, Outcome::Lost(Loss::NoPlacement(_)))
        | (M::NeverCutOff, _, Outcome::Lost(Loss::CutOffCats(_)))
        | (M::NeverWon, _, Outcome::Won) => "continues",
        (M::LastTile, Action::Card(_), _) if tiles == 1 => "lost",
        (M::EveryEmptyBag, _, Outcome::Continues) if tiles == 0 => "lost",
        (M::NotHere, Action::Fire(_), _) if !game.fits(action) => "lost",
        (M::OneOrientation, Action::Fire(fire), Outcome::Continues) if !game.fits(action) => {
            let fits = |at| {
                game.fits(&Action::Fire(FireAction {
                    at,
                    orientation: Orientation::North,
                    flipped: false,
                    ..*fire
                }))
            };
            if game.state().board().positions().any(|(at, _)| fits(at)) { "continues" } else { "lost" }
        }
        (M::OneCatHome, Action::Cat(cat), Outcome::Continues) => {
            let centre = game.state().board().raft_centre().ok()?;
            if centre.is_near(cat.to) { "won" } else { "continues" }
        }
        (
            M::CardsForgotten
            | M::AnySquareCoverable
            | M::CatsStay
            | M::Diagonal
            | M::AnyRaftSquare
            | M::FirstCatOnly,
            Action::Fire(_),
            _,
        ) if game.fits(action) => {
            let mut after = game.clone();
            after.apply_fitting(action).ok()?;
            let board = after.state().board();
            let centre = board.raft_centre().ok()?;
            let is_ashore = |&(at, square): &(Position, Square)| square.has_cat() && !centre.is_near(at);
            let mut cats = board.positions().filter(is_ashore).take(if mistake == M::FirstCatOnly {
                1
            } else {
                usize::MAX
            });
            if cats.any(|(at, cat)| is_cut_off(board, at, cat, mistake)) { "lost" } else { "continues" }
        }
        _ => return None,
    })
}

/// Returns true if a cat cannot reach the raft any more.
fn is_cut_off(board: &Board, cat: Position, square: Square, mistake: Mistake) -> bool {
    let (Ok(centre), Some(colour)) = (board.raft_centre(), square.colour()) else { return false };
    if centre.is_near(cat) {
        return false;
    }
    let is_land = |at: Position| {
        let square = board.get(at);
        let is_clear = square.is_some_and(|square| mistake != M::CatsStay || !square.has_cat());
        is_clear && !matches!(square, Some(Square::Fire | Square::Void)) && !centre.is_near(at)
    };
    let window = |(row, column): (u8, u8)| {
        (0..9).all(|index| Position::new(row + index / 3, column + index % 3).is_ok_and(is_land))
    };
    let is_coverable = |at: Position| match mistake {
        M::CardsForgotten => false,
        M::AnySquareCoverable => is_land(at),
        _ => (0..9).any(|index| {
            let corner = (at.row().checked_sub(index / 3), at.column().checked_sub(index % 3));
            matches!(corner, (Some(row), Some(column)) if window((row, column)))
        }),
    };
    let is_path = |square: Square| square.is_wild() || square.colour() == Some(colour);
    let mut reached = vec![cat];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for down in -1_i8..=1 {
            for right in -1_i8..=1 {
                let is_step = mistake == M::Diagonal || down == 0 || right == 0;
                let place = (at.row().checked_add_signed(down), at.column().checked_add_signed(right));
                let (true, (Some(row), Some(column))) = (is_step, place) else { continue };
                let Ok(to) = Position::new(row, column) else { continue };
                let Some(square) = board.get(to) else { continue };
                let is_home = centre.is_near(to) && (is_path(square) || mistake == M::AnyRaftSquare);
                if is_home {
                    return false;
                }
                if (is_path(square) || is_coverable(to)) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
    }
    true
}
