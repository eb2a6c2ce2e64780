//! Creates states from random games, and changes some of them. As a result, everything that the notation allows occurs
//! in at least some states.

use crate::raft::generate;
use crate::raft::{Cat, Position, Square, State};
use crate::random::Random;

/// Returns a state from a random game.
pub(super) fn plain(random: &mut Random) -> State {
    generate::random_state(Random::new(random.bits()))
}

/// Returns a state from a random game. Cats on the raft and exhausted cats are rare in random games, so this function adds
/// them to some of the states.
pub(super) fn varied(random: &mut Random) -> State {
    let mut state = plain(random);
    if random.below(4) == 0 {
        put_cat_on_raft(&mut state, random);
    }
    if random.below(3) == 0 {
        exhaust_cat(&mut state, random);
    }
    state
}

/// Returns the squares of a board that are not on the raft. The raft consists of a centre square and the eight squares
/// around this square.
fn ashore(state: &State) -> Vec<(Position, Square)> {
    let centre = state.board.raft_centre().ok();
    let is_ashore = |at: Position| centre.is_none_or(|centre| !centre.is_near(at));
    state.board.positions().filter(|&(at, _)| is_ashore(at)).collect()
}

/// Turns one to four squares into holes. Squares with a cat, squares with fire and squares of the raft are not chosen.
pub(super) fn add_holes(state: &mut State, random: &mut Random) {
    let mut paths: Vec<_> = ashore(state)
        .into_iter()
        .filter(|(_, square)| !square.has_cat() && *square != Square::Fire && *square != Square::Void)
        .collect();
    random.shuffle(&mut paths);
    paths.truncate(1 + random.below(4));
    for (at, _) in paths {
        state.board.set(at, Square::Void);
    }
}

/// Returns a random cat that is not on the raft.
fn cat_ashore(state: &State, random: &mut Random) -> Option<(Position, Square)> {
    let cats: Vec<_> = ashore(state).into_iter().filter(|(_, square)| square.has_cat()).collect();
    random.choose(&cats).copied()
}

/// Removes the cat of a square from the exhausted cats.
fn rest(state: &mut State, at: Position) {
    for cat in state.exhausted.iter().filter(|cat| cat.at == at).collect::<Vec<Cat>>() {
        state.exhausted.remove(cat);
    }
}

/// Moves a cat to a wild square of the raft.
pub(super) fn put_cat_on_raft(state: &mut State, random: &mut Random) {
    let Some((at, cat)) = cat_ashore(state, random) else { return };
    let Ok(centre) = state.board.raft_centre() else { return };
    let is_free = |&(to, square): &(Position, Square)| centre.is_near(to) && square == Square::Wild;
    let places: Vec<_> = state.board.positions().filter(is_free).collect();
    let Some(&(to, square)) = random.choose(&places) else { return };
    rest(state, at);
    state.board.set(at, cat.without_cat());
    state.board.set(to, square.with_cat());
}

/// Makes the square of a cat wild, so that the cat is written as `W`.
pub(super) fn put_cat_on_wild_square(state: &mut State, random: &mut Random) {
    let Some((at, _)) = cat_ashore(state, random) else { return };
    rest(state, at);
    state.board.set(at, Square::Wild.with_cat());
}

/// Adds a cat that is not on the raft to the exhausted cats. Returns this cat, or `None` if every cat is on
/// the raft, or if the colour of the cat is unknown.
pub(super) fn exhaust_cat(state: &mut State, random: &mut Random) -> Option<Cat> {
    let (at, square) = cat_ashore(state, random)?;
    let cat = Cat { colour: square.colour()?, at };
    state.exhausted.insert(cat);
    Some(cat)
}

/// Returns the squares next to a square, except squares beyond the upper or the left edge of the board.
pub(super) fn neighbours(at: Position) -> Vec<Position> {
    let (row, column) = at.coordinates();
    let around =
        [(row.wrapping_sub(1), column), (row, column + 1), (row + 1, column), (row, column.wrapping_sub(1))];
    around.into_iter().filter_map(|(row, column)| Position::new(row, column).ok()).collect()
}

/// Makes some paths next to cats wild, so that moves can end on them.
pub(super) fn add_wild_squares(state: &mut State, random: &mut Random) {
    let squares = ashore(state);
    for (at, _) in squares.iter().filter(|(_, square)| square.has_cat()) {
        for next in neighbours(*at) {
            let is_path =
                state.board.get(next).is_some_and(|square| square.colour().is_some() && !square.has_cat());
            if is_path && random.below(2) == 0 {
                state.board.set(next, Square::Wild);
            }
        }
    }
}
