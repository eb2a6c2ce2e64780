//! Estimates the gain of each card placement from the distances of the squares around the card.

use super::distance::{Field, MOST};
use super::evaluate::{CatView, cost};
use super::game::{QuickGame, distinct_orientations};
use crate::grid::Bitboard;
use crate::raft::rules::oriented;
use crate::raft::{Card, CardAction, Colour, Orientation, Position};
use std::sync::LazyLock;

/// Prices of the cheapest paths across a card. The first index is the set of squares with the cat's colour, as
/// a mask of nine bits. The other two indices are the path's first square and the path's last square. A square
/// of the cat's colour costs 0, and any other square costs 1.
static INSIDE: LazyLock<Vec<[[u8; LANES]; 9]>> = LazyLock::new(|| (0..512).map(inside).collect());

/// The length of a table row: nine squares, and padding so that the processor can handle a whole row at once.
const LANES: usize = 16;

fn inside(own: u16) -> [[u8; LANES]; 9] {
    let price = |square: usize| u8::from(own >> square & 1 == 0);
    let mut all = [[0; LANES]; 9];
    for (first, row) in all.iter_mut().enumerate() {
        *row = [9; LANES];
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

/// Returns the squares of a colour on an oriented card, as a mask of nine bits.
fn squares_of(card: Card, orientation: Orientation, colour: Colour) -> usize {
    let [top, middle, bottom] = oriented::card(card, orientation).rows[colour as usize];
    usize::from(top) | usize::from(middle) << 3 | usize::from(bottom) << 6
}

/// A card placement with an estimate of its gain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) action: CardAction,
    /// An estimate of how much the placement reduces the total cost of the distances. The estimate is exact
    /// unless the card covers a wild square on a cat's path, or a path square that already has the cat's
    /// colour.
    pub(super) value: i32,
    /// A bit mask of the cats whose paths the placement completes, or shortens by at least the required number of
    /// squares.
    pub(super) cats: u32,
}

/// The data for estimating the gains of placements for one cat.
struct Around {
    distance: u8,
    from_cat: Field,
    from_raft: Field,
    /// The top left squares of the 3×3 windows that contain at least one square still to be covered on the cat's
    /// paths. If the cat currently has no path, the set contains all squares.
    corners: Bitboard,
    /// For each card in each orientation, a bit mask of the squares with the cat's colour.
    masks: Vec<usize>,
}

impl Around {
    fn new(view: &CatView, cards: &[(Card, Orientation)]) -> Self {
        let corners = if view.distance > MOST {
            Bitboard::rectangle(Bitboard::SIDE, Bitboard::SIDE)
        } else {
            let squares = view.near - view.ways.own;
            let wide = squares | squares.toward_origin(0, 1) | squares.toward_origin(0, 2);
            wide | wide.toward_origin(1, 0) | wide.toward_origin(2, 0)
        };
        Self {
            distance: view.distance.min(MOST) as u8,
            from_cat: view.from_cat.field(),
            from_raft: view.from_raft.field(),
            corners,
            masks: cards.iter().map(|&(card, turn)| squares_of(card, turn, view.colour)).collect(),
        }
    }
}

/// The placements found by [`gains`].
#[derive(Clone, Debug, Default)]
pub(super) struct Gains {
    pub(super) all: Vec<Gain>,
    /// For each card in each orientation, the largest gain of its placements in `all`, or 0 if `all` contains
    /// no such placement.
    best: Vec<(Card, i32)>,
}

impl Gains {
    /// Returns the largest gain of a card, or 0 if `all` contains no placement of this card.
    pub(super) fn best_of(&self, card: Card) -> i32 {
        self.best.iter().filter(|(other, _)| *other == card).map(|(_, value)| *value).max().unwrap_or(0)
    }
}

/// Finds the placements of hand cards that complete a cat's path, or shorten the path by at least `least`
/// squares. Each placement has an estimate of its gain.
pub(super) fn gains(game: &QuickGame, views: &[CatView], least: u8) -> Gains {
    let cards: Vec<(Card, Orientation)> =
        game.hand.iter().flat_map(|card| distinct_orientations(card).map(move |turn| (card, turn))).collect();
    let cats: Vec<(u32, Around)> = (0u32..)
        .zip(views)
        .filter(|(_, view)| view.distance > 0)
        .map(|(cat, view)| (1 << cat, Around::new(view, &cards)))
        .collect();
    let windows =
        cats.iter().fold(Bitboard::EMPTY, |all, (_, cat)| all | cat.corners) & game.boards.card_corners();
    let mut all = Vec::new();
    let mut here = vec![(0i32, 0u32); cards.len()];
    let mut best: Vec<(Card, i32)> = cards.iter().map(|(card, _)| (*card, 0)).collect();
    for (row, column) in windows.iter() {
        here.fill((0, 0));
        let mut any = false;
        for (bit, cat) in cats.iter().filter(|(_, cat)| cat.corners.contains(row, column)) {
            any |= add_gains((row, column), cat, (*bit, least), &mut here);
        }
        if any {
            let at = Position::of_square((row, column));
            for ((&(card, orientation), &(value, cats)), best) in cards.iter().zip(&here).zip(&mut best) {
                if value > 0 {
                    best.1 = best.1.max(value);
                    all.push(Gain { action: CardAction { card, at, orientation }, value, cats });
                }
            }
        }
    }
    Gains { all, best }
}

/// Adds the gain for one cat to the gain of each oriented card in one window. Returns false if no card completes the
/// cat's path or shortens it by at least the required number of squares.
fn add_gains(
    (row, column): (usize, usize),
    cat: &Around,
    (bit, shortened): (u32, u8),
    gains: &mut [(i32, u32)],
) -> bool {
    // Each entry consists of a square at the edge of the window (0 to 8) and a step to a neighbour outside the window.
    // The step is the difference between the two squares' indices in a [`Field`].
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
    let (mut enter, mut leave) = ([Field::NEVER; 9], [Field::NEVER; LANES]);
    for (square, step) in BORDER {
        let outside = (corner + square / 3 * Field::SIDE + square % 3).wrapping_add_signed(step);
        enter[square] = enter[square].min(cat.from_cat.0[outside]);
        leave[square] = leave[square].min(cat.from_raft.0[outside]);
    }
    let (first, last) = (enter.iter().copied().fold(Field::NEVER, u8::min), least(leave));
    let wanted = cat.distance.saturating_sub(shortened);
    if first + last > wanted {
        return false;
    }
    let tables = &*INSIDE;
    let through = |mask: usize| {
        let mut sums = [u8::MAX; LANES];
        for (&enter, inside) in enter.iter().zip(&tables[mask]) {
            if enter + last <= wanted {
                for lane in 0..LANES {
                    sums[lane] = sums[lane].min(enter + inside[lane] + leave[lane]);
                }
            }
        }
        least(sums)
    };
    // Each square of the cat's colour shortens the path through the window by at most 1.
    let plain = through(0);
    let before = cost(Some(cat.distance.into()).filter(|distance| *distance < MOST)) as i32;
    let mut any = false;
    for (gain, &mask) in gains.iter_mut().zip(&cat.masks) {
        if plain > wanted + mask.count_ones() as u8 {
            continue;
        }
        let best = through(mask);
        if best <= wanted {
            gain.0 += before - cost(Some(best.into())) as i32;
            gain.1 |= bit;
            any = true;
        }
    }
    any
}

/// Finds the minimum by repeatedly comparing the first half of the array with the second half.
#[inline]
fn least(mut all: [u8; LANES]) -> u8 {
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            all[lane] = all[lane].min(all[lane + half]);
        }
    }
    all[0]
}
