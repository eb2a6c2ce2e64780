//! Disjoint sets as a union-find structure: each element has a parent, and a representative is its own parent.

/// Finds the representative of an element, shortening the path to it.
pub(super) fn root(parent: &mut [u32], mut one: u32) -> u32 {
    while parent[one as usize] != one {
        parent[one as usize] = parent[parent[one as usize] as usize];
        one = parent[one as usize];
    }
    one
}

/// Joins the sets of two elements. The least element of a set represents it.
pub(super) fn join(parent: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parent, one), root(parent, other));
    parent[one.max(other) as usize] = one.min(other);
}
