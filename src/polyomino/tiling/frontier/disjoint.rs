//! Disjoint sets (union-find). Each element has a parent, and the representative of a set is its own parent.

/// Finds the representative of an element and shortens the path to it.
pub(super) fn root(parent: &mut [u32], mut one: u32) -> u32 {
    while parent[one as usize] != one {
        parent[one as usize] = parent[parent[one as usize] as usize];
        one = parent[one as usize];
    }
    one
}

/// Joins the sets of two elements. The smallest element represents the union.
pub(super) fn join(parent: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parent, one), root(parent, other));
    parent[one.max(other) as usize] = one.min(other);
}
