//! Sets of cards and sets of fire tiles, stored as bit masks with one bit per item.

use crate::raft::{Card, Deck, TileId};

macro_rules! bit_set {
    ($(#[$docs:meta])* $name:ident: $bits:ty, $item:ty, $count:expr) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub(super) $bits);

        impl $name {
            /// The empty set.
            pub const EMPTY: Self = Self(0);
            /// The set of all items in the game.
            pub const FULL: Self = Self((1 << $count) - 1);

            /// Whether this item is in the set.
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.bit() & 1 != 0
            }

            /// Adds an item, and returns whether it was new.
            pub const fn insert(&mut self, item: $item) -> bool {
                let is_new = !self.contains(item);
                self.0 |= 1 << item.bit();
                is_new
            }

            /// Removes an item, and returns whether it was in the set.
            pub const fn remove(&mut self, item: $item) -> bool {
                let was_there = self.contains(item);
                self.0 &= !(1 << item.bit());
                was_there
            }

            /// Number of items in the set.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The items that are in both sets.
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// The items in this set that are not in `other`.
            pub const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Iterates over the items in ascending order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let mut bits = self.0;
                std::iter::from_fn(move || {
                    let item = <$item>::of_bit(bits.trailing_zeros())?;
                    bits &= bits - 1;
                    Some(item)
                })
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<T: IntoIterator<Item = $item>>(items: T) -> Self {
                let mut set = Self::EMPTY;
                for item in items {
                    set.insert(item);
                }
                set
            }
        }
    };
}

bit_set!(
    /// A set of pathway cards, ordered by deck and then by letter.
    ///
    /// ```
    /// use clowder::raft::{Card, CardSet, Deck};
    ///
    /// let cards: CardSet = ['b', 'h'].into_iter().filter_map(|card| Card::from_letter(Deck::Circle, card)).collect();
    /// assert_eq!((cards.len(), cards.count(Deck::Cross)), (2, 0));
    /// assert_eq!(cards.to_string(), "AbhBCD");
    /// ```
    CardSet: u128, Card, 100
);
bit_set!(
    /// The fire tiles that remain in the bag, ordered by letter: `a` to `z`, then `A` to `E`.
    ///
    /// ```
    /// use clowder::raft::FireBag;
    ///
    /// let bag: FireBag = "adE".parse()?;
    /// assert_eq!(bag.len(), 3);
    /// assert_eq!(FireBag::FULL.difference(bag).len(), 28);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    FireBag: u32, TileId, TileId::COUNT
);

impl CardSet {
    /// Builds a set from one bit mask per deck. The lowest bit is card `a`.
    pub(super) fn of_decks(decks: [u32; 4]) -> Self {
        Self(
            Deck::ALL
                .into_iter()
                .fold(0, |bits, deck| bits | u128::from(decks[deck as usize]) << first_bit(deck)),
        )
    }

    /// Bit mask of the cards from one deck. The lowest bit is card `a`.
    pub(super) const fn bits_of(self, deck: Deck) -> u32 {
        (self.0 >> first_bit(deck)) as u32 & ((1 << Card::PER_DECK) - 1)
    }

    /// Counts the cards from one deck.
    pub const fn count(self, deck: Deck) -> usize {
        self.bits_of(deck).count_ones() as usize
    }
}

const fn first_bit(deck: Deck) -> u32 {
    deck as u32 * Card::PER_DECK as u32
}

impl Card {
    const fn bit(self) -> u32 {
        self.number() as u32
    }

    /// Returns the card for this bit number, or `None` if the number is too large.
    fn of_bit(bit: u32) -> Option<Self> {
        let per_deck = u32::from(Self::PER_DECK);
        Self::new(*Deck::ALL.get((bit / per_deck) as usize)?, (bit % per_deck) as u8).ok()
    }
}

impl TileId {
    const fn bit(self) -> u32 {
        self.index() as u32
    }

    /// Returns the tile for this bit number, or `None` if the number is too large.
    fn of_bit(bit: u32) -> Option<Self> {
        Self::new(bit as u8).ok()
    }
}
