//! Finds the items that are out of order in a list that should be strictly ascending.

use super::grammar::fault_at;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use std::collections::BTreeMap;

/// How an item is out of order, compared with another item in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Both items are equal.
    Twice,
    /// The item must come before the other item.
    Before,
    /// The item must come after the other item.
    After,
}

impl Fault {
    /// Whether this item belongs before or after the other item.
    const fn side(self) -> &'static str {
        if matches!(self, Self::After) { "after" } else { "before" }
    }

    /// Whether the other item should come earlier or later.
    const fn opposite(self) -> &'static str {
        if matches!(self, Self::After) { "earlier" } else { "later" }
    }
}

/// An item that is out of order. `item` and `other` are indices into the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Misplaced {
    item: usize,
    fault: Fault,
    other: usize,
}

/// Finds the smallest set of items whose removal leaves the list in strictly ascending order. Ties are broken
/// in favour of keeping earlier items.
fn misplaced<T: Ord>(items: &[T]) -> impl Iterator<Item = Misplaced> {
    let kept = longest_ascending(items);
    let mut moved: BTreeMap<&T, usize> = BTreeMap::new();
    (0..items.len()).filter_map(move |item| {
        let value = &items[item];
        let place = kept.partition_point(|&kept| items[kept] < *value);
        let (fault, other) = match kept.get(place) {
            Some(&same) if same == item => return None,
            Some(&same) if items[same] == *value => (Fault::Twice, same),
            next => match (moved.get(value), next) {
                (Some(&same), _) => (Fault::Twice, same),
                (None, Some(&larger)) if larger < item => (Fault::Before, larger),
                // `place` is at least 1. If it were 0, this item would be smaller than all kept items and before
                // them, so it could be kept as well.
                (None, _) => (Fault::After, kept[place - 1]),
            },
        };
        moved.entry(value).or_insert(item);
        Some(Misplaced { item, fault, other })
    })
}

fn longest_ascending<T: Ord>(items: &[T]) -> Vec<usize> {
    // For each length, the largest item that can begin an ascending sequence of that length.
    let mut largest: Vec<&T> = Vec::new();
    let mut lengths = vec![0; items.len()];
    for (index, item) in items.iter().enumerate().rev() {
        let length = largest.partition_point(|&first| first > item);
        match largest.get_mut(length) {
            Some(first) => *first = item,
            None => largest.push(item),
        }
        lengths[index] = length + 1;
    }
    let mut kept: Vec<usize> = Vec::new();
    for index in 0..items.len() {
        let ascends = kept.last().is_none_or(|&last| items[last] < items[index]);
        if ascends && lengths[index] + kept.len() == largest.len() {
            kept.push(index);
        }
    }
    kept
}

/// The noun, codes and messages for errors in a list that must be sorted.
pub(crate) struct ListForm<'a, T> {
    pub(crate) noun: &'a str,
    pub(crate) duplicate: &'static Code,
    pub(crate) order: &'static Code,
    pub(crate) twice: &'a dyn Fn(T) -> String,
    /// Creates the message for an item that must come before or after another item. The `&str` is `before` or
    /// `after`.
    pub(crate) wrong_place: &'a dyn Fn(T, &str, T) -> String,
}

impl<T: Ord + Copy> ListForm<'_, T> {
    /// Reports each item that is out of order. The spans locate the items in the text.
    pub(crate) fn errors(&self, text: &str, items: &[(T, Span)]) -> Diagnostics {
        let values: Vec<T> = items.iter().map(|(value, _)| *value).collect();
        let mut errors = Diagnostics::new();
        for Misplaced { item, fault, other } in misplaced(&values) {
            if errors.is_full() {
                break;
            }
            let (value, span) = items[item];
            let (message, code, note) = if fault == Fault::Twice {
                let note = if other < item { "first here" } else { "also here" };
                ((self.twice)(value), self.duplicate, note.to_owned())
            } else {
                let message = (self.wrong_place)(value, fault.side(), values[other]);
                (message, self.order, format!("this {} should come {}", self.noun, fault.opposite()))
            };
            errors.push(fault_at(text, code, span, message).related(items[other].1, note));
        }
        errors
    }

    /// Like [`errors`](Self::errors), but gives the first error a fix that replaces the whole text with `sorted`.
    pub(crate) fn errors_with_fix(
        &self,
        text: &str,
        items: &[(T, Span)],
        sorted: Option<String>,
    ) -> Vec<Diagnostic> {
        let mut errors: Vec<_> = self.errors(text, items).into_iter().collect();
        if let (Some(first), Some(sorted)) = (errors.first_mut(), sorted) {
            *first = first.clone().fix(Span::new(0, text.len()), sorted);
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all lists of `length` items with values 0 to 4.
    fn lists(length: u32) -> impl Iterator<Item = Vec<u32>> {
        (0..5_u32.pow(length)).map(move |number| (0..length).map(|at| number / 5_u32.pow(at) % 5).collect())
    }

    fn without(list: &[u32], removed: impl Fn(usize) -> bool) -> Vec<u32> {
        (0..list.len()).filter(|&at| !removed(at)).map(|at| list[at]).collect()
    }

    fn ascends(list: &[u32]) -> bool {
        list.windows(2).all(|pair| pair[0] < pair[1])
    }

    #[test]
    fn the_list_ascends_without_the_misplaced_items_and_no_smaller_number_is_enough() {
        for list in (0..=6).flat_map(lists) {
            let found: Vec<Misplaced> = misplaced(&list).collect();
            assert!(
                ascends(&without(&list, |at| found.iter().any(|one| one.item == at))),
                "{list:?} {found:?}"
            );
            let fewer =
                (0..1_u32 << list.len()).filter(|removed| (removed.count_ones() as usize) < found.len());
            for removed in fewer {
                assert!(!ascends(&without(&list, |at| removed >> at & 1 == 1)), "{list:?} {found:?}");
            }
        }
    }

    #[test]
    fn what_is_said_about_a_misplaced_item_is_true() {
        for list in lists(6) {
            for Misplaced { item, fault, other } in misplaced(&list) {
                let is_true = match fault {
                    Fault::Twice => item != other && list[item] == list[other],
                    Fault::Before => other < item && list[item] < list[other],
                    Fault::After => item < other && list[other] < list[item],
                };
                assert!(is_true, "{list:?}: {item} {fault:?} {other}");
            }
        }
    }

    #[test]
    fn one_item_at_a_wrong_place_is_the_only_fault() {
        let found =
            |list: &[u32]| misplaced(list).map(|one| (one.item, one.fault, one.other)).collect::<Vec<_>>();
        assert_eq!(found(&[1, 9, 2, 3, 4]), [(1, Fault::After, 4)]);
        assert_eq!(found(&[2, 3, 4, 1, 5]), [(3, Fault::Before, 0)]);
        assert_eq!(found(&[1, 4, 2, 3, 4]), [(1, Fault::Twice, 4)]);
        assert_eq!(found(&[2, 1]), [(1, Fault::Before, 0)]);
        assert_eq!(found(&[3, 3, 3]), [(1, Fault::Twice, 0), (2, Fault::Twice, 0)]);
    }
}
