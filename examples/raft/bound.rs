//! A cheap test that proves some deals of Race to the Raft unwinnable, even if the player knows the order of
//! all cards and tiles. The test never rejects a deal that can be won.

use clowder::grid::Bitboard;
use clowder::raft::{Draw, Position, Square, State, catalogue::fire_tile};

/// Returns a lower bound for the number of cards that must still be placed, or `None` if some cat can no
/// longer reach the raft.
///
/// For each cat, the bound ignores the other cats, later fire, and the pattern of the cards. Every square of
/// a card may have the cat's colour. With `k` cards, the cat reaches all squares that it reaches with `k - 1`
/// cards. The cat also reaches the 3×3 windows that contain or touch such a square, and the squares of its
/// colour connected with those windows. Each of these sets is at least as large as in a real game. If a cat
/// steps on several cards on its way, the `k`-th card therefore covers one of the windows of level `k`.
///
/// Suppose that no window is in both the first `i` levels of one cat and the first `j` levels of another. The
/// `i` cards and the `j` cards are then different. The bound is the largest sum of levels that are pairwise
/// separate. A cat on a wild square could have any colour, so it adds nothing to the bound.
pub(super) fn least_cards(state: &State) -> Option<usize> {
    let raft = squares(state, |at, _| is_raft(state, at));
    let windows = land(state).windows();
    let mut cats = Vec::new();
    for (at, square) in cats_ashore(state) {
        let Some(colour) = square.colour() else { continue };
        let own = squares(state, |_, other| other.is_wild() || other.colour() == Some(colour));
        let cat = squares(state, |other, _| other == at);
        cats.push(levels(cat, own, own & raft, windows)?);
    }
    Some(most_separate(&cats, &mut Vec::new()))
}

fn squares(state: &State, is_wanted: impl Fn(Position, Square) -> bool) -> Bitboard {
    let found = state.board().positions().filter(|(at, square)| is_wanted(*at, *square));
    found.map(|(at, _)| (at.row().into(), at.column().into())).collect()
}

fn is_raft(state: &State, at: Position) -> bool {
    state.board().raft_centre().is_ok_and(|centre| centre.is_near(at))
}

/// Returns the squares that cards and tiles may cover, now or after a cat has moved away.
fn land(state: &State) -> Bitboard {
    squares(state, |at, square| !is_raft(state, at) && !matches!(square, Square::Fire | Square::Void))
}

fn cats_ashore(state: &State) -> impl Iterator<Item = (Position, Square)> {
    state.board().positions().filter(|(at, square)| square.has_cat() && !is_raft(state, *at))
}

/// Returns a level for each card that a cat at `cat` needs to reach `home`. A level has the squares of all
/// windows that the card or an earlier card may cover.
fn levels(cat: Bitboard, own: Bitboard, home: Bitboard, windows: Bitboard) -> Option<Vec<Bitboard>> {
    let mut levels: Vec<Bitboard> = Vec::new();
    let mut reached = cat.flood(own | cat);
    while reached.is_disjoint(&home) {
        let near = reached.grown();
        let touching = windows
            .iter()
            .filter(|&(row, column)| !Bitboard::square(row, column).covered().is_disjoint(&near));
        let covered = touching.collect::<Bitboard>().covered();
        if covered.is_subset(&reached) {
            return None;
        }
        levels.push(covered);
        reached = (reached | covered).flood(own | reached | covered);
    }
    Some(levels)
}

/// Returns the largest sum of levels, one level per cat, such that no two cats share a window. `chosen` has
/// the squares of the levels chosen for earlier cats.
fn most_separate(cats: &[Vec<Bitboard>], chosen: &mut Vec<Bitboard>) -> usize {
    let Some((cat, others)) = cats.split_first() else { return 0 };
    let mut most = most_separate(others, chosen);
    for (squares, count) in cat.iter().zip(1..) {
        if chosen.iter().all(|other| (*other & *squares).windows().is_empty()) {
            chosen.push(*squares);
            most = most.max(count + most_separate(others, chosen));
            chosen.pop();
        }
    }
    most
}

/// Whether a player who knows all cards and tiles may still be able to win. In the given state, the next step
/// must be a draw, a card action or a cat action.
///
/// Each card that must be placed ([`least_cards`]) takes a tile from the bag, and tiles never overlap. The
/// bag must therefore have enough tiles, and the board enough land for the smallest of them. Each cat that is
/// not on the raft also needs one card for a move, and only whole hands can be drawn.
pub(super) fn can_be_won(state: &State) -> bool {
    let Some(cards) = least_cards(state) else { return false };
    let mut sizes: Vec<usize> =
        state.bag().iter().map(|tile| fire_tile(tile).shape().cells().len()).collect();
    sizes.sort_unstable();
    let hand = usize::from(Draw::TOTAL);
    let left = state.hand().cards().len() + state.decks().cards().len() / hand * hand;
    cards <= sizes.len()
        && cards + cats_ashore(state).count() <= left
        && sizes[..cards].iter().sum::<usize>() <= land(state).len()
}
