//! The value of a position for the quick policy, and the gain of each placement of a card.

use super::distance::{Field, Levels, MOST, PRICES, Ways, Windows, distance};
use super::game::{QuickGame, distinct_orientations};
use crate::grid::Bitboard;
use crate::raft::rules::bitboards::{Bitboards, square};
use crate::raft::rules::oriented;
use crate::raft::{Card, CardAction, Colour, Orientation, Position};
use std::sync::LazyLock;

/// A cat that is not on the raft, with its way to the raft.
#[derive(Clone, Debug)]
pub(super) struct CatView {
    pub(super) colour: Colour,
    pub(super) at: Position,
    /// The distance from the raft; more than [`MOST`] if the way is closed.
    pub(super) distance: usize,
    pub(super) ways: Ways,
    /// The squares on the shortest ways.
    pub(super) tight: Bitboard,
    /// The levels from the cat, and those from the raft.
    from_cat: Levels,
    from_raft: Levels,
}

/// The cost of a cat that cannot go to the raft yet, in addition to its distance. It makes a policy finish the way of one
/// cat before it begins that of another, which wins more games.
const COMPLETION: usize = 4;
/// The distance of a cat whose way is closed.
pub(super) const CLOSED: usize = MOST + 10;
/// The number of levels after the distance that are computed, for ways with detours.
const DETOUR: usize = 2;

impl CatView {
    fn new(boards: &Bitboards, windows: &Windows, colour: Colour, at: Position) -> Self {
        let ways = Ways::with(boards, colour, windows);
        let cat = square(at);
        let (from_cat, found) = Levels::new(cat, &ways, ways.home, DETOUR);
        let (from_raft, _) = Levels::new(ways.home, &ways, cat, DETOUR);
        let mut view = Self {
            colour,
            at,
            distance: found.unwrap_or(CLOSED),
            ways,
            tight: Bitboard::EMPTY,
            from_cat,
            from_raft,
        };
        view.tight = view.corridor(0);
        view
    }

    /// Returns the view on another board with the same cats.
    pub(super) fn after(&self, boards: &Bitboards) -> Self {
        Self::new(boards, &Windows::new(boards), self.colour, self.at)
    }

    /// Returns the increase of the cat's cost on a changed board, on which the cat may be on another square.
    pub(super) fn cost_change(&self, boards: &Bitboards, windows: &Windows, at: Position) -> i32 {
        let after = distance(square(at), &Ways::with(boards, self.colour, windows));
        let before = Some(self.distance).filter(|distance| *distance <= MOST);
        cost(after) as i32 - cost(before) as i32
    }

    /// Returns the squares that the cat needs for one of its shortest ways: those on it, and those next to it, which
    /// cards may have to cover too.
    pub(super) fn needed(&self) -> Bitboard {
        let path = self.shortest().into_iter().fold(Bitboard::EMPTY, |all, at| all | square(at));
        path.grown() | (self.tight & self.ways.own)
    }

    /// Returns the squares on the ways to the raft that are longer than the shortest by at most `detour`.
    pub(super) fn corridor(&self, detour: usize) -> Bitboard {
        let total = (self.distance + detour).min(MOST);
        let mut corridor = Bitboard::EMPTY;
        for first in 0..=total {
            // The price of the square itself is in both distances.
            corridor |= self.from_cat.at_most(first) & self.from_raft.at_most(total - first);
            if first > 0 {
                let own = self.from_cat.at_most(first) - self.from_cat.at_most(first - 1);
                for (price, squares) in PRICES.into_iter().zip(self.ways.by_price()) {
                    corridor |= own & self.from_raft.at_most(total - first + price) & squares;
                }
            }
        }
        corridor
    }

    /// Returns the squares of one of the shortest ways that cards must still cover, in the order from the cat to the
    /// raft.
    pub(super) fn shortest(&self) -> Vec<Position> {
        if self.distance > MOST {
            return Vec::new();
        }
        // The walk begins at the cat. Each step goes to a square that is nearer to the raft, over free squares if
        // possible.
        let mut squares = Vec::new();
        let mut here = square(self.at);
        for left in (0..self.distance).rev() {
            let reached = here.flood(self.ways.own | here);
            let nearer = self.from_raft.at_most(left + 1) & (self.ways.open() | self.ways.blocked);
            let next = (reached.grown() & nearer).iter().next();
            let Some((row, column)) = next else { continue };
            if squares.contains(&Position::of_square((row, column))) {
                continue;
            }
            here = Bitboard::square(row, column);
            squares.push(Position::of_square((row, column)));
        }
        squares
    }

    /// Calls a function for each step of the ways to the raft, with those squares of the step that cards must still
    /// cover. All squares of a step have the same distance from the cat, and every way of at most this length uses one
    /// of them.
    pub(super) fn each_step(&self, detour: usize, mut each: impl FnMut(Bitboard)) {
        let corridor = self.corridor(detour) & self.ways.open();
        for step in 1..=self.distance.min(MOST) {
            each((self.from_cat.at_most(step) - self.from_cat.at_most(step - 1)) & corridor);
        }
    }
}

/// Returns the views of all cats. A cat on a wild square has the colour with the shortest way.
pub(super) fn cat_views(game: &QuickGame) -> Vec<CatView> {
    let boards = &game.boards;
    let windows = Windows::new(boards);
    let view = |(colour, at): (Option<Colour>, Position)| {
        let colours = colour.as_ref().map_or(&Colour::ALL[..], std::slice::from_ref);
        let views = colours.iter().map(|&colour| CatView::new(boards, &windows, colour, at));
        views.min_by_key(|view| view.distance)
    };
    game.cats().filter_map(view).collect()
}

/// Returns the cost of a distance, in halves of a square. A square of a long way costs less, because it is more likely
/// that a better way is found.
fn cost(distance: Option<usize>) -> usize {
    match distance {
        Some(0) => 0,
        Some(distance) => distance * (40 - distance.min(20)) / 20 + COMPLETION,
        None => 2 * CLOSED,
    }
}

/// Returns the cost of the distances of all cats on a board, in halves of a square.
pub(super) fn total_cost(boards: &Bitboards) -> usize {
    let windows = Windows::new(boards);
    let ashore = boards.cats - boards.raft;
    let mut total = 0;
    let mut rest = ashore;
    for colour in Colour::ALL {
        let cats = ashore & boards.colour(colour);
        if cats.is_empty() {
            continue;
        }
        rest = rest - cats;
        let ways = Ways::with(boards, colour, &windows);
        for (row, column) in cats.iter() {
            total += cost(distance(Bitboard::square(row, column), &ways));
        }
    }
    for (row, column) in rest.iter() {
        let cat = Bitboard::square(row, column);
        let of = |colour| distance(cat, &Ways::with(boards, colour, &windows));
        total += Colour::ALL.into_iter().filter_map(of).min().map_or(cost(None), |found| cost(Some(found)));
    }
    total
}

/// The prices of the ways inside a card: for each set of squares of the colour, and for each first and last square.
/// Squares of the colour are free, and the price of the others is 1.
static INSIDE: LazyLock<Vec<[[u8; 9]; 9]>> = LazyLock::new(|| (0..512).map(inside).collect());

fn inside(own: u16) -> [[u8; 9]; 9] {
    let price = |square: usize| u8::from(own >> square & 1 == 0);
    let mut all = [[0; 9]; 9];
    for (first, row) in all.iter_mut().enumerate() {
        *row = [9; 9];
        row[first] = price(first);
        for _ in 0..9 {
            for square in 0..9 {
                let (down, right) = (square / 3, square % 3);
                let mut best = row[square];
                let mut via = |other: usize| best = best.min(row[other] + price(square));
                if down > 0 {
                    via(square - 3);
                }
                if down < 2 {
                    via(square + 3);
                }
                if right > 0 {
                    via(square - 1);
                }
                if right < 2 {
                    via(square + 1);
                }
                row[square] = best;
            }
        }
    }
    all
}

/// Returns the squares of a colour on an oriented card as nine bits.
fn squares_of(card: Card, orientation: Orientation, colour: Colour) -> usize {
    let [top, middle, bottom] = oriented::card(card, orientation).rows[colour as usize];
    usize::from(top) | usize::from(middle) << 3 | usize::from(bottom) << 6
}

/// A placement with an estimate of its gain, by which it reduces the cost of the distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) action: CardAction,
    pub(super) estimate: u8,
    /// One bit for each cat whose way becomes shorter.
    pub(super) cats: u32,
}

/// Returns the placements of the cards that shorten the way of a cat, with estimates of their gain.
pub(super) fn gains(game: &QuickGame, views: &[CatView]) -> Vec<Gain> {
    let fields: Vec<(Field, Field)> =
        views.iter().map(|view| (view.from_cat.field(), view.from_raft.field())).collect();
    let cards: Vec<(Card, Orientation)> =
        game.hand.iter().flat_map(|card| distinct_orientations(card).map(move |turn| (card, turn))).collect();
    let masks: Vec<Vec<usize>> = views
        .iter()
        .map(|view| cards.iter().map(|&(card, turn)| squares_of(card, turn, view.colour)).collect())
        .collect();
    let mut found = Vec::new();
    let mut here = vec![(0u8, 0u32); cards.len()];
    for (row, column) in game.card_corners().iter() {
        here.fill((0, 0));
        let mut any = false;
        for (cat, ((view, (from_cat, from_raft)), masks)) in views.iter().zip(&fields).zip(&masks).enumerate()
        {
            if view.distance > 0 {
                any |= add_gains(
                    (row, column),
                    view.distance.min(MOST),
                    (from_cat, from_raft),
                    masks,
                    1 << cat,
                    &mut here,
                );
            }
        }
        if any {
            let at = Position::of_square((row, column));
            let better = cards.iter().zip(&here).filter(|(_, gain)| gain.0 > 0);
            found.extend(better.map(|(&(card, orientation), &(estimate, cats))| Gain {
                action: CardAction { card, at, orientation },
                estimate,
                cats,
            }));
        }
    }
    found
}

/// Adds the gain of one cat for each card on a window. Returns false if no card can shorten its way.
fn add_gains(
    (row, column): (usize, usize),
    distance: usize,
    (from_cat, from_raft): (&Field, &Field),
    masks: &[usize],
    cat: u32,
    gains: &mut [(u8, u32)],
) -> bool {
    // The distances of the best square next to each border square of the window.
    const BORDER: [(usize, isize); 12] = {
        const DOWN: isize = Field::SIDE as isize;
        [
            (0, -DOWN),
            (1, -DOWN),
            (2, -DOWN),
            (0, -1),
            (3, -1),
            (6, -1),
            (2, 1),
            (5, 1),
            (8, 1),
            (6, DOWN),
            (7, DOWN),
            (8, DOWN),
        ]
    };
    let corner = Field::index(row, column);
    let (mut enter, mut leave) = ([Field::NEVER; 9], [Field::NEVER; 9]);
    for (square, step) in BORDER {
        let outside = (corner + square / 3 * Field::SIDE + square % 3).wrapping_add_signed(step);
        enter[square] = enter[square].min(from_cat.0[outside]);
        leave[square] = leave[square].min(from_raft.0[outside]);
    }
    let least = |all: &[u8; 9]| all.iter().copied().min().unwrap_or(Field::NEVER);
    let (first, last) = (least(&enter), least(&leave));
    let distance = distance as u8;
    if first + last >= distance {
        return false;
    }
    let mut any = false;
    for (gain, &mask) in gains.iter_mut().zip(masks) {
        let table = &INSIDE[mask];
        let mut best = distance;
        for (square, &enter) in enter.iter().enumerate() {
            if enter + last < best {
                for (&inside, &leave) in table[square].iter().zip(&leave) {
                    best = best.min(enter + inside + leave);
                }
            }
        }
        if best < distance {
            gain.1 |= cat;
        }
        gain.0 += 2 * (distance - best) + u8::from(best == 0 && distance > 0) * COMPLETION as u8;
        any |= best < distance;
    }
    any
}

/// Returns the increase of the cost on a changed board. The distance of a cat is computed again only if `is_changed` is
/// true for its index and view.
pub(super) fn cost_change(
    boards: &Bitboards,
    windows: &Windows,
    views: &[CatView],
    is_changed: impl Fn(usize, &CatView) -> bool,
) -> i32 {
    let changed = views.iter().enumerate().filter(|(index, view)| is_changed(*index, view));
    changed.map(|(_, view)| view.cost_change(boards, windows, view.at)).sum()
}
