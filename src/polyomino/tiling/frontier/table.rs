//! The states of one step with the number of ways to reach each of them.

/// The key of a state: the covered items of the frontier, and the numbers of used copies of some pieces.
pub(super) type Key<const W: usize> = [u64; W];

/// A state and the number of ways to reach it.
#[derive(Clone, Copy)]
pub(super) struct Entry<const W: usize, const N: usize> {
    pub(super) key: Key<W>,
    pub(super) ways: [u64; N],
}

/// The maximum number of bits of the keys that are used directly as positions in the index. Longer keys are hashed.
const DIRECT: u32 = 20;

/// The states, in the order in which they were reached, with an index for finding them.
pub(super) struct Table<const W: usize, const N: usize> {
    pub(super) entries: Vec<Entry<W, N>>,
    /// A hash table with open addressing. The length is a power of 2. An unused element is 0. Every other element is 1
    /// plus the index of an entry in `entries`.
    index: Vec<u32>,
    /// True if every key is smaller than the length of the index. In this case, the position of the element for a key
    /// is the key itself.
    direct: bool,
    /// True if a number of ways became too large for its words.
    pub(super) overflow: bool,
    /// True if the limit does not allow the table to grow any more.
    pub(super) full: bool,
    /// The number of bytes that the table may use.
    limit: usize,
}

impl<const W: usize, const N: usize> Table<W, N> {
    /// Creates an empty table for keys with this number of bits.
    pub(super) fn new(bits: u32, limit: usize) -> Self {
        let direct = W == 1 && bits <= DIRECT;
        let index = vec![0; 1 << if direct { bits } else { 8 }];
        Self { entries: Vec::new(), index, direct, overflow: false, full: false, limit }
    }

    /// Returns the number of bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<W, N>>() + self.index.len() * size_of::<u32>()
    }

    /// Removes all states.
    pub(super) fn clear(&mut self) {
        if self.direct && self.entries.len() < self.index.len() / 16 {
            for entry in &self.entries {
                self.index[entry.key[0] as usize] = 0;
            }
        } else {
            self.index.fill(0);
        }
        self.entries.clear();
    }

    /// Returns the position in the index at which the search for a key begins.
    #[inline]
    fn slot(&self, key: &Key<W>) -> usize {
        if self.direct {
            return key[0] as usize;
        }
        let mix = |hash: u64, word: &u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = key.iter().fold(0, mix);
        (hash >> (64 - self.index.len().trailing_zeros())) as usize
    }

    /// Adds `ways` to the number of ways to reach the state with this key. Adds the state if it is new.
    #[inline]
    pub(super) fn add(&mut self, key: &Key<W>, ways: &[u64; N]) {
        let mask = self.index.len() - 1;
        let mut slot = self.slot(key) & mask;
        loop {
            let place = self.index[slot];
            if place == 0 {
                break;
            }
            let entry = &mut self.entries[place as usize - 1];
            if entry.key == *key {
                self.overflow |= add(&mut entry.ways, ways);
                return;
            }
            slot = (slot + 1) & mask;
        }
        if self.entries.len() == self.entries.capacity() && !self.grow() {
            return;
        }
        self.entries.push(Entry { key: *key, ways: *ways });
        self.index[slot] = self.entries.len() as u32;
        if !self.direct && self.entries.len() * 2 > self.index.len() {
            self.widen();
        }
    }

    /// Makes room for more entries. Returns `false` if the limit does not allow this.
    #[cold]
    fn grow(&mut self) -> bool {
        let more = self.entries.capacity().max(64);
        // The old entries are copied, so the old and the new entries are in memory at the same time for a moment. The
        // index can double too.
        let entries = (self.entries.capacity() + 2 * more) * size_of::<Entry<W, N>>();
        if entries + 2 * self.index.len() * size_of::<u32>() > self.limit || self.full {
            self.full = true;
            return false;
        }
        self.entries.reserve_exact(more);
        true
    }

    /// Doubles the index.
    #[cold]
    fn widen(&mut self) {
        self.index = vec![0; self.index.len() * 2];
        let mask = self.index.len() - 1;
        for place in 0..self.entries.len() {
            let mut slot = self.slot(&self.entries[place].key) & mask;
            while self.index[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.index[slot] = place as u32 + 1;
        }
    }
}

/// Adds a number to another number, both given as words, beginning with the lowest word. Returns `true` if the sum does
/// not fit.
#[inline]
#[allow(
    clippy::needless_range_loop,
    reason = "a zip is not always inlined here, which makes counting a fifth slower"
)]
fn add<const N: usize>(words: &mut [u64; N], other: &[u64; N]) -> bool {
    let mut carry = false;
    for at in 0..N {
        let (sum, first) = words[at].overflowing_add(other[at]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        words[at] = sum;
        carry = first | second;
    }
    carry
}
