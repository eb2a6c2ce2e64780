//! Simplifies a question that a program answers incorrectly. Every step reduces the question's weight, so the result is
//! a local minimum.

use super::case::Case;
use super::edits::{Asked, Edit, MOVES, PLACEMENTS, REMOVALS, SIMPLER, STATE, WHOLE, numbers, with_change};
use super::suite::Suite;
use crate::penguins::coursework::IceBlock;
use crate::raft::{Action, Square, catalogue};

/// The complexity of a question. Weights are compared lexicographically.
type Weight = [usize; 10];

/// Returns the simplest case found that makes `fails` return true. Each step starts from the simplest case so
/// far.
pub(super) fn simplest(case: Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case;
    if let Some(mut asked) = Asked::read(&best) {
        let like = best.clone();
        simplify(&mut asked, &mut |asked| fails(&asked.case(&like)));
        return asked.case(&like);
    }
    loop {
        let before = case_weight(&best);
        for kind in 0..SIMPLER {
            for number in 0..numbers(&best) {
                let new = with_change(&best, kind, number);
                best = new.filter(|new| case_weight(new) < case_weight(&best) && fails(new)).unwrap_or(best);
            }
        }
        if case_weight(&best) == before {
            return best;
        }
    }
}

/// Simplifies a question about Race to the Raft, one kind of change at a time, until no change helps.
fn simplify(best: &mut Asked, fails: &mut dyn FnMut(&Asked) -> bool) {
    loop {
        let before = weight(best);
        for kind in REMOVALS {
            in_parts(kind(best), |part| tries(best, part, fails));
        }
        for kind in [&WHOLE[..], &MOVES, &PLACEMENTS, &STATE].concat() {
            let (now, mut lighter) = (weight(best), Vec::new());
            for edit in kind(best) {
                let mut new = best.clone();
                lighter.extend(edit(&mut new).map(|()| (weight(&new), edit)).filter(|(then, _)| *then < now));
            }
            lighter.sort_by_key(|(weight, _)| *weight);
            _ = lighter.iter().any(|(_, edit)| tries(best, std::slice::from_ref(edit), fails));
        }
        if weight(best) == before {
            return;
        }
    }
}

/// Applies the changes if the resulting question is simpler and the program still fails. Returns whether the
/// changes were applied.
fn tries(best: &mut Asked, edits: &[Edit], fails: &mut dyn FnMut(&Asked) -> bool) -> bool {
    let mut new = best.clone();
    let is_changed = edits.iter().filter(|edit| edit(&mut new).is_some()).count() > 0;
    let is_better = is_changed && weight(&new) < weight(best) && fails(&new);
    if is_better {
        *best = new;
    }
    is_better
}

/// Applies as many changes as possible: first all at once, then in groups of half the size, and so on, down to
/// single changes.
fn in_parts(mut edits: Vec<Edit>, mut tries: impl FnMut(&[Edit]) -> bool) {
    let mut size = edits.len();
    while size > 0 {
        let mut at = 0;
        while at < edits.len() {
            let part = at..(at + size).min(edits.len());
            if tries(&edits[part.clone()]) {
                edits.drain(part);
            } else {
                at += size;
            }
        }
        size /= 2;
    }
}

fn weight(asked: &Asked) -> Weight {
    let state = &asked.state;
    let cats = state.board.squares().iter().filter(|square| square.has_cat()).count();
    let (mut lit, mut spread, mut colours) = (0, 0, 0);
    let sum = |(row, column): (u8, u8)| usize::from(row) + usize::from(column);
    for (at, square) in state.board.positions().filter(|(_, square)| *square != Square::Fire) {
        if !asked.is_raft(at) {
            lit += 1;
            spread += sum(at.coordinates());
            colours += square.colour().map_or(0, |colour| colour as usize);
        }
    }
    let effort = match asked.action {
        None => 0,
        Some(Action::Card(card)) => usize::from(card.orientation.quarter_turns()),
        Some(Action::Fire(fire)) => {
            let turns = usize::from(fire.orientation.quarter_turns()) + usize::from(fire.flipped);
            catalogue::fire_tile(fire.tile).shape().area() * 8 + turns
        }
        Some(Action::Cat(cat)) => {
            let (from, to) = (cat.from, cat.to);
            let distance = from.row().abs_diff(to.row()) + from.column().abs_diff(to.column());
            colours += cat.colour as usize;
            usize::from(distance) * 2 + cat.discards.iter().count()
        }
    };
    spread += asked.action.map_or(0, |action| sum(action.target().coordinates()));
    let area = state.board.squares().len();
    let cards = [state.hand.cards().len(), state.bag.len(), state.decks.cards().len()];
    [lit, area, cats, state.exhausted.len(), cards[0], cards[1], cards[2], effort, spread, colours]
}

fn case_weight(case: &Case) -> Weight {
    let text = case.text("board");
    let letters = |simple: char| text.chars().filter(|letter| *letter != simple).count();
    if case.suite() == Suite::BoardWellFormed {
        return [text.len(), letters('f'), 0, 0, 0, 0, 0, 0, 0, 0];
    }
    let size = |key: &str| case.get::<i32>(key).unwrap_or_default().unsigned_abs() as usize;
    let mut weight = [letters('E'), case.text("initial").len(), size("x"), size("y"), 0, 0, 0, 0, 0, 0];
    if let Some(IceBlock { id, rotation, hexes: [origin, ..] }) = case.get("ice") {
        let place = [origin.x, origin.y].map(|number| number.unsigned_abs() as usize);
        weight[4..8].copy_from_slice(&[id as usize, rotation.into(), place[0], place[1]]);
    }
    weight[8] = case.get::<Vec<IceBlock>>("placed").map_or(0, |placed| placed.len());
    weight
}
