//! Plans the steps of a count. Each step covers one item and consists of the choices whose first item is that
//! item. Each choice is stored as a change to the key of a state: a mask of bits that it sets, and a number
//! that it adds.

use super::mirror::Mirror;
use super::order::{Order, mapped_beginnings};
use super::quotient::{Choice, Quotient};
use crate::polyomino::tiling::{Puzzle, Usage};

/// A counter for the used copies of a piece, stored in some bits of a key.
///
/// With the chosen start value, all bits of the counter are ones once every copy has been used. One more copy
/// sets the bit above the counter.
#[derive(Clone, Copy)]
struct Counter {
    piece: usize,
    count: u32,
    shift: u32,
    /// The number of bits in the counter, without the extra bit above it.
    bits: u32,
}

impl Counter {
    const fn full(self) -> u64 {
        (1 << self.bits) - 1
    }
}

/// The layout of a key: the slots of the frontier, followed by the counters.
pub(super) struct KeyLayout {
    counters: Vec<Counter>,
    /// The number of bits in a key. Keys with more than 64 bits are unsupported.
    pub(super) bits: u32,
}

impl KeyLayout {
    pub(super) fn new(puzzle: &Puzzle, width: usize) -> Self {
        let mut shift = width as u32;
        let counter = |(piece, count): (usize, u32)| {
            let bits = u32::BITS - count.leading_zeros();
            let counter = Counter { piece, count, shift, bits };
            shift += bits + 1;
            counter
        };
        let counters = counted(puzzle).into_iter().map(counter).collect();
        Self { counters, bits: shift }
    }

    pub(super) fn counted(&self) -> impl ExactSizeIterator<Item = usize> {
        self.counters.iter().map(|counter| counter.piece)
    }

    pub(super) fn start(&self) -> u64 {
        self.key(|counter| counter.full() - u64::from(counter.count))
    }

    /// The key of the final state, in which every copy of the counted pieces has been used.
    pub(super) fn end(&self) -> u64 {
        self.key(Counter::full)
    }

    /// The bits above the counters. A key has one of these bits set if too many copies of some piece are
    /// used.
    pub(super) fn guard(&self) -> u64 {
        self.key(|counter| counter.full() + 1)
    }

    fn key(&self, value: impl Fn(Counter) -> u64) -> u64 {
        self.counters.iter().fold(0, |key, &counter| key | value(counter) << counter.shift)
    }

    /// Returns the number that a choice adds to a key, and the counter bits that the addition can change.
    /// Returns `None` if the choice by itself uses too many copies.
    fn used(&self, choice: &Choice) -> Option<(u64, u64)> {
        let (mut key, mut bits) = (0, 0);
        for &counter in &self.counters {
            let uses = choice.uses.iter().filter(|(piece, _)| *piece == counter.piece);
            let used: u32 = uses.map(|(_, times)| times).sum();
            if used > counter.count {
                return None;
            }
            if used > 0 {
                key += u64::from(used) << counter.shift;
                bits |= (2 * counter.full() + 1) << counter.shift;
            }
        }
        Some((key, bits))
    }
}

/// The pieces whose copies must be counted: the index and the number of copies of each.
fn counted(puzzle: &Puzzle) -> Vec<(usize, u32)> {
    let list = puzzle.pieces.list();
    let area = puzzle.region.area() as u64;
    let limited = list.iter().enumerate().filter(|(_, piece)| !piece.is_unlimited());
    let mut counted: Vec<_> = limited.map(|(index, piece)| (index, piece.count())).collect();
    if puzzle.usage == Usage::AtMost {
        counted.retain(|&(piece, count)| u64::from(count) * (list[piece].shape().area() as u64) < area);
    } else if !puzzle.must_be_counted() {
        // The pieces have the same total area as the region, so one piece need not be counted. If all copies
        // of the other pieces are used, all copies of the uncounted piece are used as well.
        let most = (0..counted.len()).max_by_key(|&index| counted[index].1);
        most.map(|index| counted.remove(index));
    }
    counted
}

pub(super) struct Step {
    /// The bit for the slot of the step's item, or 0 if no earlier choice can cover that item.
    pub(super) own: u64,
    pub(super) choices: Vec<Masks>,
    /// The bits of a key that this step can read or change.
    pub(super) touched: u64,
    /// The minimum number of items that a choice of this step covers.
    pub(super) least: usize,
    /// The reflection of the states after this step, if a symmetry permutes the items covered so far.
    pub(super) mirror: Option<Mirror>,
}

/// A choice, stored as a change to the key of a state. The choice is possible only if all bits of `mask` are 0
/// in the key.
pub(super) struct Masks {
    /// The slots of the items that the choice covers, except for the step's own item.
    pub(super) mask: u64,
    /// The number to add to the counters.
    pub(super) used: u64,
}

pub(super) fn steps(quotient: &Quotient, order: &Order, layout: &KeyLayout) -> Vec<Step> {
    let slot = |place: usize| order.slots[place].map_or(0, |slot| 1 << slot);
    let mut mapped = mapped_beginnings(&order.mirror);
    let step = |place: usize| {
        let (mut choices, mut touched, mut least) = (Vec::new(), slot(place), usize::MAX);
        for choice in order.choices[place].iter().map(|&choice| &quotient.choices[choice]) {
            let Some((used, counters)) = layout.used(choice) else { continue };
            let others = choice.items.iter().map(|&item| order.place[item]).filter(|&at| at != place);
            let mask = others.fold(0, |mask, at| mask | slot(at));
            touched |= mask | counters;
            least = least.min(choice.items.len());
            choices.push(Masks { mask, used });
        }
        let mirror = mapped.next().filter(|&is| is).and_then(|_| Mirror::new(order, place));
        Step { own: slot(place), choices, touched, least, mirror }
    };
    (0..order.place.len()).map(step).collect()
}
