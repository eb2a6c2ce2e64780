//! The covering order of the items. At each place, the *frontier* consists of the later items that earlier choices
//! may have covered.

use super::disjoint::{join, root};
use super::quotient::Quotient;

/// An order of the items. In the key of a state, each frontier item has a slot (one bit).
pub(super) struct Order {
    /// For each place in the order, the indices of the choices whose first item is the item at that place.
    pub(super) choices: Vec<Vec<usize>>,
    /// For each place in the order, the slot of the item at that place. `None` if no choice at an earlier place can
    /// cover the item, so that the key of a state needs no bit for it.
    pub(super) slots: Vec<Option<usize>>,
    /// For each place, the first step whose choices can cover its item.
    pub(super) begins: Vec<usize>,
    pub(super) place: Vec<usize>,
    /// For each place, the place to which a symmetry maps its item. Empty if no symmetry is used.
    pub(super) mirror: Vec<usize>,
    pub(super) width: usize,
}

impl Order {
    /// Tries a scan by rows and a scan by columns, and returns the order with the smaller frontier. A scan
    /// reaches an item at the first of its squares. If the symmetry of the quotient is a quarter turn, both
    /// scans therefore cover the region ring by ring, from the outside inwards. Parts of the region that no
    /// choice connects are covered one after another.
    pub(super) fn best(quotient: &Quotient, columns: usize) -> Self {
        let parts = parts(quotient);
        let of = |by_columns: bool| {
            let rank = |&at: &usize| {
                let (row, column) = (at / columns, at % columns);
                if by_columns { (column, row) } else { (row, column) }
            };
            let mut items: Vec<_> = (0..quotient.items.len()).collect();
            items.sort_by_cached_key(|&item| (parts[item], quotient.items[item].iter().map(rank).min()));
            let mut place = vec![0; items.len()];
            for (at, &item) in items.iter().enumerate() {
                place[item] = at;
            }
            Self::new(quotient, place)
        };
        let total =
            |order: &Self| order.begins.iter().enumerate().map(|(at, begin)| at - begin).sum::<usize>();
        let (rows, columns) = (of(false), of(true));
        if (columns.width, total(&columns)) < (rows.width, total(&rows)) { columns } else { rows }
    }

    fn new(quotient: &Quotient, place: Vec<usize>) -> Self {
        let count = place.len();
        let (mut choices, mut begins) = (vec![Vec::new(); count], (0..count).collect::<Vec<_>>());
        for (number, choice) in quotient.choices.iter().enumerate() {
            let places = choice.items.iter().map(|&item| place[item]);
            let first = places.clone().min().unwrap_or(0);
            choices[first].push(number);
            places.for_each(|at| begins[at] = first.min(begins[at]));
        }
        let mut starting = vec![Vec::new(); count];
        for (at, &begin) in begins.iter().enumerate().filter(|(at, begin)| *begin < at) {
            starting[begin].push(at);
        }
        let (mut free, mut width, mut slots) = (Vec::new(), 0, vec![None; count]);
        for at in 0..count {
            // The slot of the current item is already free, because choices are made only while the item is
            // uncovered.
            free.extend(slots[at]);
            for &item in &starting[at] {
                slots[item] = Some(free.pop().unwrap_or_else(|| {
                    width += 1;
                    width - 1
                }));
            }
        }
        Self { choices, slots, begins, place, mirror: Vec::new(), width }
    }

    /// Whether a symmetry exchanges the halves of this order, and each choice that crosses the middle covers
    /// just an item and its image. `images` lists the image of each item under the symmetry.
    pub(super) fn is_folded(&self, quotient: &Quotient, images: &[usize]) -> bool {
        let is_second = |item: usize| self.place[item] >= self.place.len() / 2;
        let crosses = |items: &[usize]| items.iter().any(|&item| is_second(item) != is_second(items[0]));
        images.iter().enumerate().all(|(item, &image)| is_second(item) != is_second(image))
            && quotient
                .choices
                .iter()
                .map(|choice| &choice.items[..])
                .all(|items| !crosses(items) || items.len() == 2 && images[items[0]] == items[1])
    }

    /// Chooses the symmetry that maps states to their mirror images. A symmetry can do so after a step if it
    /// permutes the items of all steps so far. The non-trivial symmetry for which this is true after the most
    /// steps is chosen. Each symmetry is given as a list with the image of each item.
    pub(super) fn choose_mirror(&mut self, symmetries: impl Iterator<Item = Vec<usize>>) {
        let places = |images: Vec<usize>| {
            let mut mirror = vec![0; images.len()];
            for (item, &image) in images.iter().enumerate() {
                mirror[self.place[item]] = self.place[image];
            }
            mirror
        };
        let is_moving = |mirror: &Vec<usize>| mirror.iter().enumerate().any(|(at, &image)| image != at);
        let count = |mirror: &Vec<usize>| mapped_beginnings(mirror).filter(|&is_mapped| is_mapped).count();
        let most = symmetries.map(places).filter(is_moving).max_by_key(count);
        self.mirror = most.unwrap_or_default();
    }
}

/// Returns, for each place, whether the symmetry permutes the items up to and including this place.
pub(super) fn mapped_beginnings(mirror: &[usize]) -> impl Iterator<Item = bool> {
    mirror.iter().enumerate().scan(0, |furthest, (place, &image)| {
        *furthest = image.max(*furthest);
        Some(*furthest == place)
    })
}

/// Returns, for each item, a number that identifies its part of the region. All items covered by one choice are
/// in the same part.
fn parts(quotient: &Quotient) -> Vec<u32> {
    let mut parent: Vec<_> = (0..quotient.items.len() as u32).collect();
    for choice in &quotient.choices {
        for pair in choice.items.windows(2) {
            join(&mut parent, pair[0] as u32, pair[1] as u32);
        }
    }
    (0..parent.len() as u32).map(|item| root(&mut parent, item)).collect()
}
