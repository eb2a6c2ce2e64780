//! Treats a state and its mirror image as one state.
//!
//! Suppose that a symmetry permutes the items of the first `n` steps. A state after those steps then has as
//! many completions as its mirror image, so only one of each such pair is kept. The work is halved if the
//! symmetry is the reflection that exchanges the ends of each row.

use super::order::Order;

/// Maps each state after a certain step to its mirror image, using a table for each byte of the key.
pub(super) struct Mirror(Vec<[u64; 256]>);

impl Mirror {
    /// Creates the reflection of the states after the step for the item at `place`. Returns `None` if the reflection
    /// would not change any state.
    pub(super) fn new(order: &Order, place: usize) -> Option<Self> {
        let later = (place + 1..order.slots.len()).filter(|&later| order.begins[later] <= place);
        // Maps each bit of the key to its image. Bits of counters map to themselves.
        let mut image_of: [usize; 64] = std::array::from_fn(|bit| bit);
        for (own, image) in later.filter_map(|at| order.slots[at].zip(order.slots[order.mirror[at]])) {
            image_of[own] = image;
        }
        let byte = |image_of: &[usize]| {
            let mut images = [0; 256];
            for value in 1..256_usize {
                let lowest = image_of[value.trailing_zeros() as usize];
                images[value] = images[value & (value - 1)] | 1 << lowest;
            }
            images
        };
        let moves = image_of.iter().enumerate().any(|(bit, &image)| bit != image);
        moves.then(|| Self(image_of.chunks(8).map(byte).collect()))
    }

    #[inline]
    pub(super) fn image(&self, key: u64) -> u64 {
        let bytes = self.0.iter().zip(key.to_le_bytes());
        bytes.fold(0, |image, (images, byte)| image | images[usize::from(byte)])
    }
}
