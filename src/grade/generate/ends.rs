//! Cases about the end of a game of Race to the Raft.

use super::Aim;
use super::raft::{on_state, state};
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::raft::generate::{Playout, Step};
use crate::raft::{Action, CatAction, Discards, Exhausted, PlayableState, Position, Square};
use crate::random::Random;

/// Creates a case with an action that ends a game. In a near miss, the action does not end it. Even variants are about
/// losing and odd variants are about winning, because random games are rarely won.
pub(super) fn attempt(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Case> {
    if variant.is_multiple_of(2) { last_action(suite, aim, random) } else { last_cat(suite, aim, random) }
}

/// Creates a case with the last action of a random game or, for a near miss, with another action from the game.
fn last_action(suite: Suite, aim: Aim, random: &mut Random) -> Option<Case> {
    let mut before_end = None;
    let mut others = Vec::new();
    for played in Playout::new(Random::new(random.bits())) {
        let text = match played.step {
            Step::Action(action) => action.to_string(),
            Step::Draw(draw, _) => draw.to_string(),
            // A tile that cannot be placed anywhere does not fit here either.
            Step::Tile(tile) => format!("{tile}0000FN"),
        };
        if !played.outcome.continues() {
            before_end = Some((played.before, text));
        } else if matches!(played.step, Step::Action(_)) {
            others.push((played.before, text));
        }
    }
    let chosen = if aim == Aim::Yes { before_end } else { random.choose(&others).cloned() };
    let (state, action) = chosen?;
    Some(on_state(suite, &state, "action", action.into()))
}

/// Creates a case in which the last cat moves to the raft, where all other cats are. In a near miss, one other cat is
/// not on the raft.
fn last_cat(suite: Suite, aim: Aim, random: &mut Random) -> Option<Case> {
    let mut state = state(random);
    let hand: Vec<_> = state.hand.cards().iter().collect();
    let discard = *random.choose(&hand)?;
    let centre = state.board.raft_centre().ok()?;
    let is_raft = |at: Position| at.is_near(centre);
    let (raft, others): (Vec<_>, Vec<_>) = state.board.positions().partition(|&(at, _)| is_raft(at));
    let mut raft: Vec<Position> = raft.into_iter().map(|(at, _)| at).collect();
    random.shuffle(&mut raft);
    let mut cats: Vec<_> = others.iter().copied().filter(|(_, square)| square.has_cat()).collect();
    random.shuffle(&mut cats);
    if aim == Aim::NearMiss {
        // This cat does not move.
        cats.pop()?;
    }
    // At the beginning of a round, no cat is exhausted.
    state.exhausted = Exhausted::default();
    for &(at, square) in &cats {
        state.board.set(at, square.without_cat());
    }
    let colour = cats.pop()?.1.colour()?;
    for (_, cat) in cats {
        let place = |at: &&Position| {
            let square = state.board.get(**at);
            square.is_some_and(|square| square == Square::Wild || square == cat.without_cat())
        };
        let at = *raft.iter().find(place)?;
        state.board.set(at, state.board.get(at)?.with_cat());
    }
    let path = |at: Position| {
        state.board.get(at).is_some_and(|square| square == Square::path(colour) || square.is_wild())
    };
    let reached = flood(raft.iter().copied().filter(|&at| path(at)).collect(), path);
    let is_start = |at: &Position| !is_raft(*at) && state.board.get(*at) == Some(Square::path(colour));
    let starts: Vec<_> = reached.into_iter().filter(is_start).collect();
    let from = *random.choose(&starts)?;
    state.board.set(from, Square::path(colour).with_cat());
    let game = PlayableState::new(state).ok()?;
    let discards = Discards::one(discard);
    let mut moves = raft.iter().map(|&to| Action::Cat(CatAction { colour, from, to, discards }));
    let action = moves.find(|action| game.fits(action))?;
    Some(on_state(suite, game.state(), "action", action.to_string().into()))
}

/// Returns all squares that can be reached by orthogonal steps, including the squares at the start.
fn flood(mut reached: Vec<Position>, is_open: impl Fn(Position) -> bool) -> Vec<Position> {
    let mut next = 0;
    while let Some(at) = reached.get(next) {
        let (row, column) = at.coordinates();
        next += 1;
        let around = [
            (row.wrapping_sub(1), column),
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
        ];
        for at in around.into_iter().filter_map(|(row, column)| Position::new(row, column).ok()) {
            if is_open(at) && !reached.contains(&at) {
                reached.push(at);
            }
        }
    }
    reached
}
