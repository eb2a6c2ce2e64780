//! The order in which items are covered. The order determines the frontier. After each step, some of the later items
//! can already be covered by earlier choices. These items are the frontier.

use super::quotient::Quotient;

/// An order of the items, with a slot in the key of a state for every item of the frontier.
pub(super) struct Order {
    /// For each place in this order, the indices of the choices whose first item in this order is at this place.
    pub(super) choices: Vec<Vec<usize>>,
    /// For each place in this order, the slot of the item at this place, or `None` if no earlier choice can cover the
    /// item.
    pub(super) slots: Vec<Option<usize>>,
    /// For each place, the first step in which a choice may cover the item at this place.
    pub(super) begins: Vec<usize>,
    /// For each item of the quotient, its place in this order.
    pub(super) place: Vec<usize>,
    /// For each place, the place of the image of its item under a symmetry. The list is empty if no symmetry is used.
    pub(super) mirror: Vec<usize>,
    /// The number of slots.
    pub(super) width: usize,
}

/// A function that returns the rank of a square in a scan. Its arguments are the row and the column of the square, and
/// the size of the region.
type Rank = fn(usize, usize, (usize, usize)) -> (usize, usize, usize);

/// The scans that are tried: by rows, by columns, by rings from the outside to the inside, and by rings from the inside
/// to the outside. The rings are tried only if the symmetry is a quarter turn, because a quarter turn maps a row to a
/// column.
const SCANS: [Rank; 4] = [
    |row, column, _| (0, row, column),
    |row, column, _| (0, column, row),
    |row, column, size| (ring(row, column, size), row, column),
    |row, column, size| (usize::MAX - ring(row, column, size), row, column),
];

/// Returns the distance of a square from the nearest side of the region.
fn ring(row: usize, column: usize, (rows, columns): (usize, usize)) -> usize {
    row.min(column).min(rows - 1 - row).min(columns - 1 - column)
}

impl Order {
    /// Tries several scans and returns the order with the smallest frontier. Parts of the region that are not connected
    /// by choices are covered one after the other.
    pub(super) fn best(quotient: &Quotient, size: (usize, usize)) -> Self {
        let parts = parts(quotient);
        let of = |rank: &Rank| {
            let rank = |&at: &usize| rank(at / size.1, at % size.1, size);
            let mut items: Vec<_> = (0..quotient.items.len()).collect();
            items.sort_by_cached_key(|&item| (parts[item], quotient.items[item].iter().map(rank).min()));
            let mut place = vec![0; items.len()];
            for (at, &item) in items.iter().enumerate() {
                place[item] = at;
            }
            Self::new(quotient, place)
        };
        let quarter_turn = quotient.items.iter().any(|item| item.len() > 2);
        let scans = if quarter_turn { &SCANS[1..] } else { &SCANS[1..2] };
        // The sizes of the frontier after all steps are added up.
        let total =
            |order: &Self| order.begins.iter().enumerate().map(|(at, begin)| at - begin).sum::<usize>();
        let size = |order: &Self| (order.width, total(order));
        scans
            .iter()
            .map(of)
            .fold(of(&SCANS[0]), |best, other| if size(&other) < size(&best) { other } else { best })
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
            // The slot of the current item can be used again at once, because choices are made only if this slot is
            // empty.
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

    /// Chooses a symmetry. For each place in this order, the items up to the place form a set. The function chooses the
    /// symmetry that maps the largest number of these sets to themselves. Each symmetry is given as a list that
    /// contains the image of each item.
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

/// Returns, for each place, `true` if the symmetry maps the set of the items up to this place to itself.
pub(super) fn mapped_beginnings(mirror: &[usize]) -> impl Iterator<Item = bool> {
    mirror.iter().enumerate().scan(0, |furthest, (place, &image)| {
        *furthest = image.max(*furthest);
        Some(*furthest == place)
    })
}

/// Returns the representative of the part of the region that contains an item, and shortens the chain of links from the
/// item to the representative. The list `parent` is a union-find structure.
fn root(parent: &mut [usize], mut item: usize) -> usize {
    while parent[item] != item {
        parent[item] = parent[parent[item]];
        item = parent[item];
    }
    item
}

/// Returns, for each item, the number of the part of the region to which the item belongs. Two items are in the same
/// part if one choice covers both of them.
fn parts(quotient: &Quotient) -> Vec<usize> {
    let mut parent: Vec<_> = (0..quotient.items.len()).collect();
    for choice in &quotient.choices {
        for pair in choice.items.windows(2) {
            let (one, other) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[one.max(other)] = one.min(other);
        }
    }
    (0..parent.len()).map(|item| root(&mut parent, item)).collect()
}
