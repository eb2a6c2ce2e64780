//! The steps of a count. Each step covers one item, and contains the choices whose first item is this item. The choices
//! are stored as masks for the keys of the states.

use super::mirror::Mirror;
use super::order::{Order, mapped_beginnings};
use super::quotient::{Choice, Quotient};
use crate::polyomino::tiling::{Puzzle, Usage};

/// A counter for the copies of a piece that have been used. It occupies some bits of a key.
///
/// The first value of the counter is chosen so that all its bits are ones when every copy is used. One more copy sets
/// the bit above the counter.
#[derive(Clone, Copy)]
struct Counter {
    piece: usize,
    /// The number of copies.
    count: u32,
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
    counters: Vec<Counter>,
    /// The number of bits of a key. A key with more than 64 bits cannot be used.
    pub(super) bits: u32,
}

impl KeyLayout {
    /// Returns the layout for a frontier with `width` slots.
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

    /// Returns the indices of the pieces that have a counter.
    pub(super) fn counted(&self) -> impl ExactSizeIterator<Item = usize> {
        self.counters.iter().map(|counter| counter.piece)
    }

    /// Returns the key of the state before the first step.
    pub(super) fn start(&self) -> u64 {
        self.key(|counter| counter.full() - u64::from(counter.count))
    }

    /// Returns the key of the last state if every copy of the counted pieces has been used.
    pub(super) fn end(&self) -> u64 {
        self.key(Counter::full)
    }

    /// Returns the bits above the counters. In the key of a state, such a bit is set if too many copies of a piece are
    /// used.
    pub(super) fn guard(&self) -> u64 {
        self.key(|counter| counter.full() + 1)
    }

    fn key(&self, value: impl Fn(Counter) -> u64) -> u64 {
        self.counters.iter().fold(0, |key, &counter| key | value(counter) << counter.shift)
    }

    /// Returns the number to be added to a key for a choice and the bits of the counters that it changes, or `None` if
    /// the choice alone uses too many copies.
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
pub(super) struct Step {
    /// The bit of the item's slot, or zero if no earlier choice can cover the item.
    pub(super) own: u64,
    pub(super) choices: Vec<Masks>,
    /// The bits of a key that this step can read or change.
    pub(super) touched: u64,
    /// The smallest number of items that a choice covers.
    pub(super) least: usize,
    /// The reflection of the states after this step, if a symmetry maps the set of the items of this step and of all
    /// earlier steps to itself.
    pub(super) mirror: Option<Mirror>,
}

/// A choice as masks for the keys of the states.
pub(super) struct Masks {
    /// The slots of the items that the choice covers, except the slot of the item of the step.
    pub(super) mask: u64,
    /// The number to be added to the counters.
    pub(super) used: u64,
}

/// Returns the steps for an order of the items.
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
