//! A cheap test that proves some deals of Race to the Raft impossible to win, even for a player who knows the order of
//! all cards and tiles. It never rejects a deal that somebody could win.

use clowder::grid::Bitboard;
use clowder::raft::{Draw, Position, Square, State, catalogue::fire_tile};

/// Lower bound of the number of cards that must still be placed, or `None` if a cat can no longer reach the raft.
///
/// For each cat, the bound ignores the other cats, later fire, and the pattern of the cards: every square of a card may
/// have the cat's colour. With `k` cards, the cat then reaches the squares that it reaches with `k - 1` cards, the 3×3
/// windows that contain or touch such a square, and the squares of its colour connected with them. All of these sets are
/// at least as large as in a real game. So if a cat uses several cards on its way, the `k`-th one that it steps on
/// covers one of the windows of level `k`.
///
/// If no window belongs both to the first `i` levels of one cat and to the first `j` levels of another one, the `i`
/// cards and the `j` cards are different. The bound is the largest sum of levels that are separate in pairs. A cat on a
/// wild square could have any colour, so it adds nothing.
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

/// The squares that cards and tiles may cover, now or after a cat has moved away.
fn land(state: &State) -> Bitboard {
    squares(state, |at, square| !is_raft(state, at) && !matches!(square, Square::Fire | Square::Void))
}

fn cats_ashore(state: &State) -> impl Iterator<Item = (Position, Square)> {
    state.board().positions().filter(|(at, square)| square.has_cat() && !is_raft(state, *at))
}

/// For each card that a cat at `cat` needs until it reaches `home`, the squares of all windows that the card or an
/// earlier one may cover.
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

/// Chooses how many levels of each cat count (`chosen` has the squares of those chosen for earlier cats), so that no
/// two cats share a window, and returns the largest sum.
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

/// Whether it is still possible that somebody who knows all cards and tiles wins. The state must be one where a hand is
/// drawn or a card or cat action is chosen.
///
/// Each card that must be placed ([`least_cards`]) takes a tile from the bag, and tiles never overlap. So there must be
/// enough tiles, and land for the squares of the smallest ones. Each cat that is not on the raft also needs one card for
/// a move, and only whole hands can be drawn.
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
