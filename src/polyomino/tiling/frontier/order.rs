//! The order in which items are covered. The order determines the frontier. After each step, some of the later items
//! can already be covered by earlier choices. These items are the frontier.

use super::quotient::Quotient;

/// An order of the items, with a slot in the key of a state for every item of the frontier.
pub(super) struct Order {
    /// For each place in this order, the indices of the choices whose first item in this order is at this place.
    pub(super) choices: Vec<Vec<u32>>,
    /// For each place in this order, the slot of the item at this place, or `None` if no earlier choice can cover the
    /// item.
    pub(super) slots: Vec<Option<u16>>,
    /// For each place, the first step in which a choice may cover the item at this place.
    pub(super) begins: Vec<u16>,
    /// For each item of the quotient, its place in this order.
    pub(super) place: Vec<u16>,
    /// For each place, the place of the image of its item under a symmetry. The list is empty if no symmetry is used.
    pub(super) mirror: Vec<u16>,
    /// The number of slots.
    pub(super) width: u16,
}

/// A function that returns the rank of a square in a scan. Its arguments are the row and the column of the square, and
/// the size of the region.
type Rank = fn(u16, u16, (u16, u16)) -> (u16, u16, u16);

/// The scans that are tried: by rows, by columns, by rings from the outside to the inside, and by rings from the inside
/// to the outside. The rings are tried only if the symmetry is a quarter turn, because a quarter turn maps a row to a
/// column.
const SCANS: [Rank; 4] = [
    |row, column, _| (0, row, column),
    |row, column, _| (0, column, row),
    |row, column, size| (ring(row, column, size), row, column),
    |row, column, size| (u16::MAX - ring(row, column, size), row, column),
];

/// Returns the distance of a square from the nearest side of the region.
fn ring(row: u16, column: u16, (rows, columns): (u16, u16)) -> u16 {
    row.min(column).min(rows - 1 - row).min(columns - 1 - column)
}

impl Order {
    /// Tries several scans and returns the order with the smallest frontier. Parts of the region that are not connected
    /// by choices are covered one after the other.
    pub(super) fn best(quotient: &Quotient, size: (u16, u16)) -> Self {
        let parts = parts(quotient);
        let of = |rank: &Rank| {
            let key = |item: &u16| {
                let squares = quotient.items[usize::from(*item)].iter();
                let first = squares.map(|&(row, column)| rank(row, column, size)).min();
                (parts[usize::from(*item)], first)
            };
            let mut items: Vec<_> = (0..quotient.items.len() as u16).collect();
            items.sort_by_cached_key(key);
            let mut place = vec![0; items.len()];
            for (at, item) in items.iter().enumerate() {
                place[usize::from(*item)] = at as u16;
            }
            Widths::new(quotient, place)
        };
        let quarter_turn = quotient.items.iter().any(|item| item.len() > 2);
        let scans = if quarter_turn { &SCANS[..] } else { &SCANS[..2] };
        let best = scans.iter().map(of).min_by_key(|widths| (widths.width(), widths.total()));
        best.unwrap_or_else(|| Widths::new(quotient, Vec::new())).order(quotient)
    }

    /// Chooses a symmetry. For each place in this order, the items up to the place form a set. The function chooses the
    /// symmetry that maps the largest number of these sets to themselves. Each symmetry is given as a list that
    /// contains the image of each item.
    pub(super) fn choose_mirror(&mut self, symmetries: impl Iterator<Item = Vec<u16>>) {
        let place = |item: u16| self.place[usize::from(item)];
        let places = |images: Vec<u16>| {
            let mut mirror = vec![0; images.len()];
            for (item, &image) in images.iter().enumerate() {
                mirror[usize::from(place(item as u16))] = place(image);
            }
            mirror
        };
        let is_moving =
            |mirror: &Vec<u16>| mirror.iter().enumerate().any(|(at, &image)| usize::from(image) != at);
        let count = |mirror: &Vec<u16>| mapped_beginnings(mirror).filter(|&is_mapped| is_mapped).count();
        let most = symmetries.map(places).filter(is_moving).max_by_key(count);
        self.mirror = most.unwrap_or_default();
    }
}

/// Returns, for each place, `true` if the symmetry maps the set of the items up to this place to itself.
pub(super) fn mapped_beginnings(mirror: &[u16]) -> impl Iterator<Item = bool> {
    mirror.iter().enumerate().scan(0, |furthest, (place, &image)| {
        *furthest = image.max(*furthest);
        Some(usize::from(*furthest) == place)
    })
}

/// Returns the representative of the part of the region that contains an item, and shortens the chain of links from the
/// item to the representative. The list `parent` is a union-find structure.
fn root(parent: &mut [u16], mut item: u16) -> u16 {
    while parent[usize::from(item)] != item {
        let above = parent[usize::from(parent[usize::from(item)])];
        parent[usize::from(item)] = above;
        item = above;
    }
    item
}

/// Returns, for each item, the number of the part of the region to which the item belongs. Two items are in the same
/// part if one choice covers both of them.
fn parts(quotient: &Quotient) -> Vec<u16> {
    let mut parent: Vec<u16> = (0..quotient.items.len() as u16).collect();
    for choice in &quotient.choices {
        for pair in choice.items.windows(2) {
            let (one, other) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[usize::from(one.max(other))] = one.min(other);
        }
    }
    (0..parent.len() as u16).map(|item| root(&mut parent, item)).collect()
}

/// The extent of the frontier in one order.
struct Widths {
    place: Vec<u16>,
    /// For each choice, the place of its first item.
    first: Vec<u16>,
    /// For each place, the first step in which a choice may cover the item at this place.
    begins: Vec<u16>,
}

impl Widths {
    fn new(quotient: &Quotient, place: Vec<u16>) -> Self {
        let mut begins: Vec<u16> = (0..place.len() as u16).collect();
        let places = |items: &[u16]| items.iter().map(|&item| place[usize::from(item)]).min();
        let first: Vec<_> =
            quotient.choices.iter().map(|choice| places(&choice.items).unwrap_or(0)).collect();
        for (choice, &first) in quotient.choices.iter().zip(&first) {
            for &item in &choice.items {
                let begin = &mut begins[usize::from(place[usize::from(item)])];
                *begin = first.min(*begin);
            }
        }
        Self { place, first, begins }
    }

    /// Returns the number of items in the frontier after each step.
    fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        let mut change = vec![0_i32; self.begins.len() + 1];
        for (place, &begin) in
            self.begins.iter().enumerate().filter(|(place, begin)| usize::from(**begin) < *place)
        {
            change[usize::from(begin)] += 1;
            change[place] -= 1;
        }
        change.into_iter().scan(0, |size, change| {
            *size += change;
            Some(*size as usize)
        })
    }

    /// Returns the largest size of the frontier.
    fn width(&self) -> usize {
        self.sizes().max().unwrap_or(0)
    }

    /// Returns the sum of the sizes of the frontier after all steps.
    fn total(&self) -> usize {
        self.sizes().sum()
    }

    /// Returns the order, in which every item of the frontier has a slot. The slot is reserved in the first step in
    /// which a choice may cover the item. The slot becomes free in the step for the item itself.
    fn order(self, quotient: &Quotient) -> Order {
        let count = self.place.len();
        let mut choices = vec![Vec::new(); count];
        for (choice, &first) in self.first.iter().enumerate() {
            choices[usize::from(first)].push(choice as u32);
        }
        debug_assert_eq!(self.first.len(), quotient.choices.len());
        let mut starting = vec![Vec::new(); count];
        for (place, &begin) in self.begins.iter().enumerate() {
            if usize::from(begin) < place {
                starting[usize::from(begin)].push(place);
            }
        }
        let (mut free, mut width, mut slots) = (Vec::new(), 0, vec![None; count]);
        for place in 0..count {
            // The slot of the current item can be used again at once, because choices are made only if this slot is
            // empty.
            free.extend(slots[place]);
            for &item in &starting[place] {
                slots[item] = Some(free.pop().unwrap_or_else(|| {
                    width += 1;
                    width - 1
                }));
            }
        }
        Order { choices, slots, begins: self.begins, place: self.place, mirror: Vec::new(), width }
    }
}
