//! Cases about the end of a game of Race to the Raft.

use super::raft::{on_state, state};
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::raft::generate::{Playout, Step};
use crate::raft::{Action, CatAction, Discards, Exhausted, PlayableState, Position, Square};
use crate::random::Random;

/// An action that ends a game or does not: a loss and a win in turn, an action in the middle of a game and a move to
/// the raft that leaves one cat ashore. Random games end well too rarely to wait for one that does.
pub(super) fn attempt(suite: Suite, ends: bool, kind: usize, random: &mut Random) -> Option<Case> {
    if kind.is_multiple_of(2) { turning_point(suite, ends, random) } else { homecoming(suite, ends, random) }
}

/// An action that ends a game, or one in the middle of it.
fn turning_point(suite: Suite, ends: bool, random: &mut Random) -> Option<Case> {
    let mut before_end = None;
    let mut others = Vec::new();
    for played in Playout::new(Random::new(random.bits())) {
        let text = match played.step {
            Step::Action(action) => action.to_string(),
            Step::Draw(draw, _) => draw.to_string(),
            // A tile that can be laid nowhere cannot be laid here.
            Step::Tile(tile) => format!("{tile}0000FN"),
        };
        if !played.outcome.continues() {
            before_end = Some((played.before, text));
        } else if matches!(played.step, Step::Action(_)) {
            others.push((played.before, text));
        }
    }
    let chosen = if ends { before_end } else { random.choose(&others).cloned() };
    let (state, action) = chosen?;
    Some(on_state(suite, &state, "action", action.into()))
}

/// The last cat, or the last but one, goes to the raft, where the others are.
fn homecoming(suite: Suite, last: bool, random: &mut Random) -> Option<Case> {
    let mut state = state(random);
    let hand: Vec<_> = state.hand.cards().iter().collect();
    let discard = *random.choose(&hand)?;
    let centre = state.board.raft_centre().ok()?;
    let is_raft = |at: Position| at.is_near(centre);
    let (raft, ashore): (Vec<_>, Vec<_>) = state.board.positions().partition(|&(at, _)| is_raft(at));
    let mut raft: Vec<Position> = raft.into_iter().map(|(at, _)| at).collect();
    random.shuffle(&mut raft);
    let mut cats: Vec<_> = ashore.iter().copied().filter(|(_, square)| square.has_cat()).collect();
    random.shuffle(&mut cats);
    if !last {
        // This one stays where it is.
        cats.pop()?;
    }
    // A new round: no cat is exhausted wherever it stands.
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

/// The squares that can be stepped to from some, these among them.
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
