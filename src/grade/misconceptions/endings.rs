//! Misconceptions about the end of the game. [`is_cut_off`] is a simple, slow implementation of the rule
//! about cats that are cut off. Some mistakes are inserted there, and the others are made by [`outcome`].

use super::{Misconception, Question, reached};
use crate::grade::edits;
use crate::grade::suite::Suite;
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{Action, Board, FireAction, Orientation, PlayableState, Position, Square};
use serde_json::Value;

const ENDS: &[Suite] = &[Suite::GameOver, Suite::Outcome];

mistakes! {
    "end-empty-bag-ignored" ENDS EmptyBag,
    "end-last-tile" ENDS LastTile,
    "end-every-empty-bag" ENDS EveryEmptyBag,
    "end-no-placement-ignored" ENDS NoPlacement,
    "end-tile-does-not-fit-here" ENDS NotHere,
    "end-tile-in-one-orientation" ENDS OneOrientation,
    "end-first-cat-only" ENDS FirstCatOnly,
    "end-never-cut-off" ENDS NeverCutOff,
    "end-cards-forgotten" ENDS CardsForgotten,
    "end-every-square-coverable" ENDS AnySquareCoverable,
    "end-cats-never-leave" ENDS CatsStay,
    "end-diagonal" ENDS Diagonal,
    "end-any-raft-square" ENDS AnyRaftSquare,
    "end-never-won" ENDS NeverWon,
    "end-one-cat-home" ENDS OneCatHome,
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

/// Returns the outcome according to a program with the given mistake, or `None` if the mistake has no effect.
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
            let north = FireAction { orientation: Orientation::North, flipped: false, ..*fire };
            let fits = |(at, _)| game.fits(&Action::Fire(FireAction { at, ..north }));
            if game.state().board().positions().any(fits) { "continues" } else { "lost" }
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
            let most = if mistake == M::FirstCatOnly { 1 } else { usize::MAX };
            let mut cats = board.positions().filter(is_ashore).take(most);
            if cats.any(|(at, cat)| is_cut_off(board, at, cat, mistake)) { "lost" } else { "continues" }
        }
        _ => return None,
    })
}

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
    let steps = |at| edits::steps(at, mistake == M::Diagonal);
    let opens = |to| board.get(to).is_some_and(|square| is_path(square) || is_coverable(to));
    let is_home = |to: Position| {
        let square = board.get(to).filter(|_| centre.is_near(to));
        square.is_some_and(|square| is_path(square) || mistake == M::AnyRaftSquare)
    };
    !reached(cat, steps, opens).into_iter().flat_map(steps).any(is_home)
}
