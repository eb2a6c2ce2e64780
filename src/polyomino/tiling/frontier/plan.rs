//! The steps of a count. Each step covers one item, and contains the choices whose first item is this item. The choices
//! are stored as masks for the keys of the states.

use super::mirror::Mirror;
use super::order::{Order, mapped_beginnings};
use super::quotient::{Choice, Quotient};
use super::table::Key;
use crate::polyomino::tiling::{Puzzle, Usage};

/// A counter for the copies of a piece that have been used. It occupies some bits of a key.
///
/// The first value of the counter is chosen so that all its bits are ones when every copy is used. One more copy sets
/// the bit above the counter.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    piece: usize,
    /// The number of copies.
    count: u32,
    word: usize,
    shift: u32,
    /// The number of bits of the counter, without the additional bit above it.
    bits: u32,
}

impl Counter {
    const fn full(self) -> u64 {
        (1 << self.bits) - 1
    }
}

/// The layout of a key: the slots of the frontier, followed by the counters.
pub(super) struct KeyLayout {
    pub(super) counters: Vec<Counter>,
    /// The number of bits of a key.
    pub(super) bits: u32,
}

impl KeyLayout {
    /// Returns the layout for a frontier with `width` slots.
    pub(super) fn new(puzzle: &Puzzle, width: usize) -> Self {
        let mut bits = width as u32;
        let counter = |(piece, count): (usize, u32)| {
            let size = u32::BITS - count.leading_zeros();
            // A counter must not cross the border between two words.
            if bits % 64 + size + 1 > 64 {
                bits = bits.next_multiple_of(64);
            }
            let (word, shift) = ((bits / 64) as usize, bits % 64);
            bits += size + 1;
            Counter { piece, count, word, shift, bits: size }
        };
        let counters = counted(puzzle).into_iter().map(counter).collect();
        Self { counters, bits }
    }

    /// Returns the indices of the pieces that have a counter.
    pub(super) fn counted(&self) -> impl Iterator<Item = usize> {
        self.counters.iter().map(|counter| counter.piece)
    }

    /// Returns the key of the state before the first step.
    pub(super) fn start<const W: usize>(&self) -> Key<W> {
        self.key(|counter| counter.full() - u64::from(counter.count))
    }

    /// Returns the key of the last state if every copy of the counted pieces has been used.
    pub(super) fn end<const W: usize>(&self) -> Key<W> {
        self.key(Counter::full)
    }

    /// Returns the bits above the counters. In the key of a state, such a bit is set if too many copies of a piece are
    /// used.
    pub(super) fn guard<const W: usize>(&self) -> Key<W> {
        self.key(|counter| counter.full() + 1)
    }

    fn key<const W: usize>(&self, value: impl Fn(Counter) -> u64) -> Key<W> {
        let mut key = [0; W];
        for &counter in &self.counters {
            key[counter.word] |= value(counter) << counter.shift;
        }
        key
    }

    /// Returns the number to be added to a key for a choice, or `None` if the choice alone uses too many copies.
    fn used<const W: usize>(&self, choice: &Choice) -> Option<Key<W>> {
        let mut key = [0; W];
        for &counter in &self.counters {
            let uses = choice.uses.iter().filter(|(piece, _)| *piece == counter.piece);
            let used: u32 = uses.map(|(_, times)| times).sum();
            if used > counter.count {
                return None;
            }
            key[counter.word] += u64::from(used) << counter.shift;
        }
        Some(key)
    }
}

/// Returns the indices of the pieces whose copies must be counted, with their numbers of copies.
fn counted(puzzle: &Puzzle) -> Vec<(usize, u32)> {
    let list = puzzle.pieces.list();
    let area = puzzle.region.area() as u64;
    let limited = list.iter().enumerate().filter(|(_, piece)| !piece.is_unlimited());
    let mut counted: Vec<_> = limited.map(|(index, piece)| (index, piece.count())).collect();
    if puzzle.usage == Usage::AtMost {
        counted.retain(|&(piece, count)| u64::from(count) * (list[piece].shape().area() as u64) < area);
    } else if !puzzle.must_be_counted() {
        // The pieces have as many squares in total as the region. Therefore, one piece does not have to be counted: if
        // all copies of the other pieces are used, all copies of this piece are used, too.
        let most = (0..counted.len()).max_by_key(|&index| counted[index].1);
        most.map(|index| counted.remove(index));
    }
    counted
}

/// A step, which covers one item.
pub(super) struct SquareStep<const W: usize> {
    /// The bit of the item's slot, or zero if no earlier choice can cover the item.
    pub(super) own: Key<W>,
    pub(super) choices: Vec<Masks<W>>,
    /// For each group of at most 64 choices, the tables that find the choices that fit. The list is empty if the step
    /// has only a few choices.
    pub(super) groups: Vec<Vec<ByteTable>>,
    /// The reflection of the states after this step, if a symmetry maps the set of the items of this step and of all
    /// earlier steps to itself.
    pub(super) mirror: Option<Mirror<W>>,
}

/// A choice as masks for the keys of the states.
pub(super) struct Masks<const W: usize> {
    /// The slots of the items that the choice covers, except the slot of the item of the step.
    pub(super) mask: Key<W>,
    /// The number to be added to the counters.
    pub(super) used: Key<W>,
}

/// A table for one byte of the key. For each value of this byte, the table contains the choices of a group that fit, as
/// a set of bits.
pub(super) struct ByteTable {
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) fits: Box<[u64; 256]>,
}

/// The largest number of choices that a step tests one by one. A step with more choices uses tables.
const FEW: usize = 6;

/// Returns the steps for an order of the items.
pub(super) fn steps<const W: usize>(
    quotient: &Quotient,
    order: &Order,
    layout: &KeyLayout,
) -> Vec<SquareStep<W>> {
    let slot = |place: usize| {
        let mut key = [0; W];
        if let Some(slot) = order.slots[place] {
            key[slot / 64] = 1 << (slot % 64);
        }
        key
    };
    let mut mapped = mapped_beginnings(&order.mirror);
    let step = |place: usize| {
        let mut choices = Vec::new();
        for choice in order.choices[place].iter().map(|&choice| &quotient.choices[choice]) {
            let Some(used) = layout.used(choice) else { continue };
            let mut mask = [0; W];
            for &item in &choice.items {
                let at = order.place[item];
                let bit = if at == place { [0; W] } else { slot(at) };
                mask.iter_mut().zip(bit).for_each(|(mask, bit)| *mask |= bit);
            }
            choices.push(Masks { mask, used });
        }
        let groups = if choices.len() > FEW { choices.chunks(64).map(tables).collect() } else { Vec::new() };
        let mirror = mapped.next().filter(|&is| is).and_then(|_| Mirror::new(order, place));
        SquareStep { own: slot(place), choices, groups, mirror }
    };
    (0..order.place.len()).map(step).collect()
}

/// Returns the tables for at most 64 choices.
fn tables<const W: usize>(choices: &[Masks<W>]) -> Vec<ByteTable> {
    let mut tables = Vec::new();
    for (word, shift) in (0..W).flat_map(|word| (0..64).step_by(8).map(move |shift| (word, shift))) {
        let byte = |choice: &Masks<W>| choice.mask[word] >> shift & 255;
        // The first table is always needed: if a group has fewer than 64 choices, this table excludes the bits that do
        // not belong to a choice.
        if !tables.is_empty() && choices.iter().all(|choice| byte(choice) == 0) {
            continue;
        }
        let meets = |bit: u32| {
            let set = |set: u64, choice: &Masks<W>| set << 1 | byte(choice) >> bit & 1;
            choices.iter().rev().fold(0, set)
        };
        let meets: [u64; 8] = std::array::from_fn(|bit| meets(bit as u32));
        let mut fits = Box::new([0; 256]);
        fits[0] = u64::MAX >> (64 - choices.len());
        for value in 1..256_usize {
            fits[value] = fits[value & (value - 1)] & !meets[value.trailing_zeros() as usize];
        }
        tables.push(ByteTable { word, shift, fits });
    }
    tables
}
