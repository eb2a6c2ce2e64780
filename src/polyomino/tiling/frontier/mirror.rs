//! States that are mirror images of each other.
//!
//! The items up to a step form a set. Suppose that a symmetry maps this set to itself. Then each state after the step
//! and its image under the symmetry can be continued in the same number of ways. Therefore, only one of the two states
//! is kept. This halves the work if the symmetry is the reflection that exchanges the two ends of each row.

use super::order::Order;
use super::table::Key;

/// The reflection of the states after one step.
pub(super) struct Mirror<const W: usize> {
    bytes: Vec<ByteImages<W>>,
    /// The bits of the key that do not change.
    rest: Key<W>,
}

/// The images of the items in one byte of the key, for each value of this byte.
struct ByteImages<const W: usize> {
    word: usize,
    shift: u32,
    images: Box<[Key<W>; 256]>,
}

impl<const W: usize> Mirror<W> {
    /// Creates the reflection of the states after the step for the item at `place`. Returns `None` if the reflection
    /// does not change any state.
    pub(super) fn new(order: &Order, place: usize) -> Option<Self> {
        let later = (place + 1..order.slots.len()).filter(|&later| order.begins[later] <= place);
        // For each slot of the frontier, the slot of the image of its item.
        let mut image_of = vec![None; W * 64];
        let mut rest = [u64::MAX; W];
        for (own, image) in later.filter_map(|at| order.slots[at].zip(order.slots[order.mirror[at]])) {
            image_of[own] = Some(image);
            rest[own / 64] &= !(1 << (own % 64));
        }
        let is_moved = |(own, image): (usize, &Option<usize>)| image.is_some_and(|image| image != own);
        if !image_of.iter().enumerate().any(is_moved) {
            return None;
        }
        let byte = |(at, image_of): (usize, &[Option<usize>])| {
            let mut images = Box::new([[0; W]; 256]);
            for value in 1..256_usize {
                images[value] = images[value & (value - 1)];
                if let Some(image) = image_of[value.trailing_zeros() as usize] {
                    images[value][image / 64] |= 1 << (image % 64);
                }
            }
            ByteImages { word: at / 8, shift: at as u32 % 8 * 8, images }
        };
        let used = |(_, image_of): &(usize, &[Option<usize>])| image_of.iter().any(Option::is_some);
        let bytes = image_of.chunks(8).enumerate().filter(used).map(byte).collect();
        Some(Self { bytes, rest })
    }

    /// Returns the smaller of a key and its image.
    #[inline]
    #[allow(clippy::needless_range_loop, reason = "a zip is not always inlined")]
    pub(super) fn least(&self, key: &Key<W>) -> Key<W> {
        let mut image = *key;
        for word in 0..W {
            image[word] &= self.rest[word];
        }
        for table in &self.bytes {
            let byte = table.images[(key[table.word] >> table.shift & 255) as usize];
            for word in 0..W {
                image[word] |= byte[word];
            }
        }
        if image < *key { image } else { *key }
    }
}
