//! A play area for simulations, which keeps the points of the best paths up to date as cards are played.
//!
//! For each card X and each species, the yard stores the points of the best partial path in either direction.
//! One path leads from a card of the species to X, and the other from X to a card of the species. A path
//! through a new card can therefore be scored by looking only at that card's neighbours.

use super::super::{CARDS, PlayArea};

pub(super) const SPECIES: usize = 6;
/// The number of places along each side of the map.
const SIDE: usize = 32;
/// Index offsets of the four neighbours on the map.
const STEPS: [isize; 4] = [1, -1, SIDE as isize, -(SIDE as isize)];
/// Map value of an empty place without neighbouring cards.
const FAR: u8 = 0;
/// Map value of an empty place next to a card.
const OPEN: u8 = 255;
/// Map value of the border, where no card can be played.
const WALL: u8 = 254;
/// The maximum number of open places. The first card opens four places, and each later card occupies one and
/// opens at most three more.
const MOST_OPEN: usize = 2 * CARDS + 2;

/// Points per species. Two unused elements make the array eight bytes long, so that the compiler can keep it in a
/// register.
pub(super) type Points = [i8; 8];

/// Scores of the best partial paths that end or begin at a card.
#[derive(Clone, Copy, Default)]
struct Parts {
    /// For each species, the points of the best partial path from a card of the species to this card (0 if
    /// there is none).
    up: Points,
    /// For each species, the points of the best partial path from this card to a card of the species (0 if
    /// there is none).
    down: Points,
    /// The length and points of the best partial path that ends at this card and contains only cards of the
    /// same species. Each card scores two points.
    pure_up: [i8; 2],
    /// The length and points of the best partial path that begins at this card and contains only cards of the
    /// same species. Each card scores two points.
    pure_down: [i8; 2],
}

#[derive(Clone)]
pub(super) struct Yard {
    /// For each place, 1 plus the index of its card. A place without a card has [`FAR`], [`OPEN`] or [`WALL`].
    map: [u8; SIDE * SIDE],
    cards: [u8; CARDS],
    places: [u16; CARDS],
    parts: [Parts; CARDS],
    count: usize,
    open: [u16; MOST_OPEN],
    open_count: usize,
    /// The points of each species' best path.
    best: Points,
    /// The map coordinates of the play area's place (0, 0).
    origin: [i8; 2],
}

const fn species(card: u8) -> usize {
    card as usize / 8
}

const fn rank(card: u8) -> u8 {
    card % 8 + 1
}

impl Yard {
    /// Creates the yard for a play area. Returns `None` if the area is too large for the map.
    pub(super) fn new(area: &PlayArea) -> Option<Self> {
        let bounds = |axis: usize| {
            let coordinates = || area.cards().iter().map(|placed| placed.at[axis]);
            [coordinates().min().unwrap_or(0), coordinates().max().unwrap_or(0)]
        };
        let mut origin = [0; 2];
        for (axis, place) in origin.iter_mut().enumerate() {
            let [low, high] = bounds(axis);
            if high - low > SIDE as i8 - 6 {
                return None;
            }
            *place = SIDE as i8 / 2 - i8::midpoint(low, high);
        }
        let mut yard = Self {
            map: [FAR; SIDE * SIDE],
            cards: [0; CARDS],
            places: [0; CARDS],
            parts: [Parts::default(); CARDS],
            count: 0,
            open: [0; MOST_OPEN],
            open_count: 0,
            best: [0; 8],
            origin,
        };
        for at in 0..SIDE {
            for wall in [at, SIDE * (SIDE - 1) + at, SIDE * at, SIDE * at + SIDE - 1] {
                yard.map[wall] = WALL;
            }
        }
        for placed in area.cards() {
            let place = yard.place_at(placed.at);
            yard.put(placed.card.index() as u8, place);
        }
        if yard.count == 0 {
            let start = yard.place_at([0, 0]);
            yard.add_open(usize::from(start));
        }
        yard.measure();
        Some(yard)
    }

    const fn place_at(&self, [x, y]: [i8; 2]) -> u16 {
        (y + self.origin[1]) as u16 * SIDE as u16 + (x + self.origin[0]) as u16
    }

    pub(super) const fn coordinates(&self, place: u16) -> [i8; 2] {
        let (x, y) = (place % SIDE as u16, place / SIDE as u16);
        [x as i8 - self.origin[0], y as i8 - self.origin[1]]
    }

    pub(super) fn open(&self) -> &[u16] {
        &self.open[..self.open_count]
    }

    pub(super) const fn best(&self) -> &Points {
        &self.best
    }

    /// The number of different species in the play area.
    pub(super) fn variety(&self) -> u32 {
        self.cards[..self.count].iter().fold(0_u8, |set, &card| set | 1 << species(card)).count_ones()
    }

    pub(super) fn play(&mut self, card: u8, place: u16) {
        self.put(card, place);
        self.measure();
    }

    fn add_open(&mut self, place: usize) {
        if self.map[place] == FAR && self.open_count < MOST_OPEN {
            self.map[place] = OPEN;
            self.open[self.open_count] = place as u16;
            self.open_count += 1;
        }
    }

    fn put(&mut self, card: u8, place: u16) {
        if let Some(index) = self.open().iter().position(|&open| open == place) {
            self.open_count -= 1;
            self.open[index] = self.open[self.open_count];
        }
        // The cards are kept sorted by rank, so that one pass in each direction can compute the partial paths
        // of all cards.
        let mut at = self.count;
        while at > 0 && rank(self.cards[at - 1]) > rank(card) {
            self.cards[at] = self.cards[at - 1];
            self.places[at] = self.places[at - 1];
            self.map[usize::from(self.places[at])] = at as u8 + 1;
            at -= 1;
        }
        self.cards[at] = card;
        self.places[at] = place;
        self.map[usize::from(place)] = at as u8 + 1;
        self.count += 1;
        for step in STEPS {
            self.add_open(usize::from(place).wrapping_add_signed(step));
        }
    }

    /// Returns the indices of the cards adjacent to a place.
    fn neighbours(&self, place: u16) -> impl Iterator<Item = usize> + '_ {
        STEPS.into_iter().filter_map(move |step| {
            let held = self.map[usize::from(place).wrapping_add_signed(step)];
            (held != FAR && held < WALL).then(|| usize::from(held) - 1)
        })
    }

    /// Computes the best partial paths to and from each card, and each species' best path.
    fn measure(&mut self) {
        self.best = [0; 8];
        for index in 0..self.count {
            let (card, place) = (self.cards[index], self.places[index]);
            let (own, own_rank) = (species(card), rank(card));
            let mut parts = Parts::default();
            for other in self.neighbours(place).filter(|&other| rank(self.cards[other]) < own_rank) {
                let lower = &self.parts[other];
                for (up, other) in parts.up.iter_mut().zip(lower.up) {
                    *up = (*up).max(if other > 0 { other + 1 } else { 0 });
                }
                if species(self.cards[other]) == own {
                    parts.pure_up = better(parts.pure_up, [lower.pure_up[0] + 1, lower.pure_up[1] + 2]);
                }
            }
            let end = 2 * i8::from(own_rank == 8);
            if parts.up[own] > 0 {
                self.best[own] = self.best[own].max(parts.up[own] + end);
            }
            if parts.pure_up[0] >= 4 {
                self.best[own] = self.best[own].max(parts.pure_up[1] + end);
            }
            let start = i8::from(own_rank == 1);
            parts.up[own] = parts.up[own].max(1 + start);
            parts.pure_up = better(parts.pure_up, [1, 2 + start]);
            self.parts[index] = parts;
        }
        for index in (0..self.count).rev() {
            let (card, place) = (self.cards[index], self.places[index]);
            let (own, own_rank) = (species(card), rank(card));
            let (mut down, mut pure) = ([0; 8], [0; 2]);
            for other in self.neighbours(place).filter(|&other| rank(self.cards[other]) > own_rank) {
                let higher = &self.parts[other];
                for (down, other) in down.iter_mut().zip(higher.down) {
                    *down = (*down).max(if other > 0 { other + 1 } else { 0 });
                }
                if species(self.cards[other]) == own {
                    pure = better(pure, [higher.pure_down[0] + 1, higher.pure_down[1] + 2]);
                }
            }
            let end = 2 * i8::from(own_rank == 8);
            down[own] = down[own].max(1 + end);
            self.parts[index].down = down;
            self.parts[index].pure_down = better(pure, [1, 2 + end]);
        }
    }

    /// Returns the points that each species' best path would have if the card were played.
    pub(super) fn best_after(&self, card: u8, place: u16) -> Points {
        let (own, own_rank) = (species(card), rank(card));
        let (mut up, mut down) = ([0_i8; 8], [0_i8; 8]);
        let (mut pure_up, mut pure_down) = ([0; 2], [0; 2]);
        for other in self.neighbours(place) {
            let (parts, other_card) = (&self.parts[other], self.cards[other]);
            if rank(other_card) < own_rank {
                for (up, other) in up.iter_mut().zip(parts.up) {
                    *up = (*up).max(other);
                }
                if species(other_card) == own {
                    pure_up = better(pure_up, parts.pure_up);
                }
            } else if rank(other_card) > own_rank {
                for (down, other) in down.iter_mut().zip(parts.down) {
                    *down = (*down).max(other);
                }
                if species(other_card) == own {
                    pure_down = better(pure_down, parts.pure_down);
                }
            }
        }
        let (start, end) = (i8::from(own_rank == 1), 2 * i8::from(own_rank == 8));
        let mut best = self.best;
        for (best, (up, down)) in best.iter_mut().zip(up.into_iter().zip(down)) {
            let both = if up > 0 && down > 0 { up + 1 + down } else { 0 };
            *best = (*best).max(both);
        }
        if up[own] > 0 {
            best[own] = best[own].max(up[own] + 1 + end);
        }
        if down[own] > 0 {
            best[own] = best[own].max(start + 1 + down[own]);
        }
        if pure_up[0] + 1 + pure_down[0] >= 4 {
            let start = if pure_up[0] > 0 { pure_up[1] } else { start };
            let end = if pure_down[0] > 0 { pure_down[1] } else { end };
            best[own] = best[own].max(start + 2 + end);
        }
        best
    }
}

/// Chooses the partial path with more points, or the longer one in case of a tie. Length matters because a
/// single-species path scores two points per card only if it has at least four cards.
const fn better(one: [i8; 2], other: [i8; 2]) -> [i8; 2] {
    let is_better = other[1] > one[1] || other[1] == one[1] && other[0] > one[0];
    if is_better { other } else { one }
}
