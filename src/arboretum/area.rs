//! Play areas: cards on an unlimited grid, all connected to the card at (0, 0).

use super::card::{CARDS, Card};

/// Offsets from a place to its four neighbours, in the server's order.
pub(super) const STEPS: [[i8; 2]; 4] = [[0, 1], [0, -1], [1, 0], [-1, 0]];
/// The maximum distance of a card from (0, 0) along each axis, reached when all 48 cards form a line.
pub const REACH: i8 = CARDS as i8 - 1;
/// The number of columns in a [`PlayArea`]'s bitset: 2 * REACH + 1 for cards, plus one empty column on each side.
const COLUMNS: usize = 2 * REACH as usize + 3;

/// A card on the grid.
///
/// ```
/// use clowder::arboretum::{Card, PlacedCard, PlayArea, Species};
///
/// let card = Card::new(Species::Oak, 1)?;
/// assert_eq!(PlayArea::new().with(card, [0, 0]).cards(), [PlacedCard { card, at: [0, 0] }]);
/// # Ok::<(), clowder::arboretum::NoRank>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedCard {
    /// The card itself.
    pub card: Card,
    /// The card's coordinates (x, y).
    pub at: [i8; 2],
}

/// The cards that one player has played.
///
/// ```
/// use clowder::arboretum::{Card, PlayArea, Species};
///
/// let area = PlayArea::new().with(Card::new(Species::Oak, 1)?, [0, 0]);
/// assert_eq!(area.places(), [[-1, 0], [0, -1], [0, 1], [1, 0]]);
/// # Ok::<(), clowder::arboretum::NoRank>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayArea {
    /// The cards, in the order of the JSON keys.
    cards: [PlacedCard; CARDS],
    count: u8,
    /// One bit per grid place, set if the place has a card. The place (x, y) is bit y + REACH + 1 of column x + REACH +
    /// 1.
    columns: [u128; COLUMNS],
    /// The first and last columns that contain a card.
    bounds: [u8; 2],
}

impl PlayArea {
    /// Creates an empty play area.
    ///
    /// ```
    /// assert_eq!(clowder::arboretum::PlayArea::new().places(), [[0, 0]]);
    /// ```
    pub fn new() -> Self {
        let unused = PlacedCard { card: Card::FIRST, at: [0, 0] };
        Self { cards: [unused; CARDS], count: 0, columns: [0; COLUMNS], bounds: [COLUMNS as u8, 0] }
    }

    /// The placed cards, in the order of the JSON keys.
    pub fn cards(&self) -> &[PlacedCard] {
        &self.cards[..usize::from(self.count)]
    }

    /// Whether a place is empty.
    ///
    /// ```
    /// assert!(clowder::arboretum::PlayArea::new().is_empty_at([0, 0]));
    /// ```
    pub fn is_empty_at(&self, at: [i8; 2]) -> bool {
        // The bitset extends to distance REACH + 1, one step further than a card can be. All places beyond it are
        // empty.
        let is_near = at.iter().all(|coordinate| coordinate.unsigned_abs() <= REACH.unsigned_abs() + 1);
        !is_near || self.columns[column(at[0])] >> column(at[1]) & 1 == 0
    }

    /// Whether a card may be played at this place. The first card must be played at (0, 0), and every later card at an
    /// empty place next to another card.
    ///
    /// ```
    /// use clowder::arboretum::{Card, PlayArea, Species};
    ///
    /// let area = PlayArea::new().with(Card::new(Species::Oak, 1)?, [0, 0]);
    /// assert!(area.accepts([0, 1]) && !area.accepts([5, 5]));
    /// # Ok::<(), clowder::arboretum::NoRank>(())
    /// ```
    pub fn accepts(&self, at: [i64; 2]) -> bool {
        let Some(at @ [x, y]) = narrow(at) else { return false };
        if self.count == 0 {
            return at == [0, 0];
        }
        self.fringe(column(x)) >> column(y) & 1 == 1
    }

    /// Lists the places that [accept](Self::accepts) a card, sorted by x and then by y.
    ///
    /// ```
    /// use clowder::arboretum::{Card, PlayArea, Species};
    ///
    /// let area = PlayArea::new().with(Card::new(Species::Oak, 1)?, [0, 0]);
    /// assert_eq!(area.places().len(), 4);
    /// # Ok::<(), clowder::arboretum::NoRank>(())
    /// ```
    pub fn places(&self) -> Vec<[i8; 2]> {
        if self.count == 0 {
            return vec![[0, 0]];
        }
        let [first, last] = self.bounds.map(usize::from);
        let mut places = Vec::with_capacity(32);
        for x in first - 1..=last + 1 {
            let mut column = self.fringe(x);
            while column != 0 {
                places.push([uncolumn(x), uncolumn(column.trailing_zeros() as usize)]);
                column &= column - 1;
            }
        }
        places
    }

    /// Returns a bitset of the empty places in column `x` that are next to a card.
    fn fringe(&self, x: usize) -> u128 {
        let here = self.columns[x];
        let left = if x > 0 { self.columns[x - 1] } else { 0 };
        let right = self.columns.get(x + 1).copied().unwrap_or(0);
        (here << 1 | here >> 1 | left | right) & !here
    }

    /// Adds a card to the area. Does nothing if the place is occupied or out of [reach](REACH), or if the
    /// area already contains 48 cards.
    pub(super) fn place(&mut self, card: Card, at: [i8; 2]) {
        let count = usize::from(self.count);
        if count == CARDS || narrow(at.map(i64::from)).is_none() || !self.is_empty_at(at) {
            return;
        }
        let slot = self.slot(at);
        self.cards.copy_within(slot..count, slot + 1);
        self.cards[slot] = PlacedCard { card, at };
        self.count += 1;
        let x = column(at[0]);
        self.columns[x] |= 1 << column(at[1]);
        self.bounds = [self.bounds[0].min(x as u8), self.bounds[1].max(x as u8)];
    }

    /// Returns a copy of the area with one more card. No card is added if the place is occupied or out of
    /// reach, or if the area already contains 48 cards.
    ///
    /// ```
    /// use clowder::arboretum::{Card, PlayArea, Species};
    ///
    /// let area = PlayArea::new().with(Card::new(Species::Oak, 1)?, [0, 0]);
    /// assert_eq!(area.with(Card::new(Species::Oak, 2)?, [0, 0]).cards().len(), 1);
    /// # Ok::<(), clowder::arboretum::NoRank>(())
    /// ```
    #[must_use]
    pub fn with(&self, card: Card, at: [i8; 2]) -> Self {
        let mut area = *self;
        area.place(card, at);
        area
    }

    /// Returns the index at which a new card must be inserted to keep the cards in the order of the JSON
    /// keys. Cards are grouped by x, and ordered by y within each group. As in a JavaScript object,
    /// non-negative keys come first in ascending order, followed by negative keys in insertion order.
    fn slot(&self, [x, y]: [i8; 2]) -> usize {
        let cards = self.cards();
        let Some(start) = cards.iter().position(|other| other.at[0] == x) else {
            return key_slot(x, cards.iter().map(|other| other.at[0]));
        };
        let same = cards[start..].iter().take_while(|other| other.at[0] == x);
        start + key_slot(y, same.map(|other| other.at[1]))
    }

    /// Whether every card is connected to the card at (0, 0).
    pub(super) fn is_connected(&self) -> bool {
        let mut reached = [0; COLUMNS];
        reached[column(0)] = self.columns[column(0)] & 1 << column(0);
        loop {
            let mut grown = reached;
            for x in 0..COLUMNS {
                let left = if x > 0 { reached[x - 1] } else { 0 };
                let right = reached.get(x + 1).copied().unwrap_or(0);
                let here = reached[x];
                grown[x] |= (here << 1 | here >> 1 | left | right) & self.columns[x];
            }
            if grown == reached {
                return reached == self.columns;
            }
            reached = grown;
        }
    }

    /// Appends the area in the server's notation: `{"0":{"0":["O",1],"-1":["C",4]}}`.
    pub(super) fn write(&self, out: &mut String) {
        out.push('{');
        for (index, placed) in self.cards().iter().enumerate() {
            let [x, y] = placed.at;
            if index > 0 && self.cards[index - 1].at[0] == x {
                out.push(',');
            } else {
                out.push_str(if index > 0 { "},\"" } else { "\"" });
                push_number(out, x);
                out.push_str("\":{");
            }
            out.push('"');
            push_number(out, y);
            out.push_str("\":");
            placed.card.write(out);
        }
        out.push_str(if self.count == 0 { "}" } else { "}}" });
    }
}

impl Default for PlayArea {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for PlayArea {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for PlayArea {}

fn key_slot(key: i8, keys: impl Iterator<Item = i8>) -> usize {
    keys.take_while(|&other| key < 0 || (other >= 0 && other < key)).count()
}

/// Appends a coordinate of one or two digits. Using `write!` would take twice as long, and a message contains
/// about fifty coordinates.
pub(super) fn push_number(out: &mut String, number: i8) {
    if number < 0 {
        out.push('-');
    }
    let (tens, ones) = (number.unsigned_abs() / 10, number.unsigned_abs() % 10);
    if tens > 0 {
        out.push(char::from(b'0' + tens));
    }
    out.push(char::from(b'0' + ones));
}

/// Converts an x coordinate to a column index in the bitset, or a y coordinate to a bit index in a column.
fn column(coordinate: i8) -> usize {
    (i16::from(coordinate) + i16::from(REACH) + 1) as usize
}

fn uncolumn(index: usize) -> i8 {
    index as i8 - REACH - 1
}

/// Converts the coordinates to `i8`, or returns `None` if they are out of reach.
pub(super) fn narrow(at: [i64; 2]) -> Option<[i8; 2]> {
    let near = |coordinate: i64| (-i64::from(REACH)..=i64::from(REACH)).contains(&coordinate);
    at.into_iter().all(near).then(|| at.map(|coordinate| coordinate as i8))
}
