//! Describes *invariant* tilings, those that a symmetry leaves unchanged, as exact covers of orbits.
//!
//! A symmetry maps squares to squares. The orbit of a square is the set of its images under all powers of the
//! symmetry. In an invariant tiling, the image of every placed piece is a placed piece, so the pieces form
//! orbits as well. The orbits of pieces cover each orbit of squares exactly once. Conversely, every exact
//! cover of the orbits of squares by orbits of pieces is an invariant tiling. A placement is unusable if it
//! partly overlaps one of its images. Under the identity, every orbit has one member.

use crate::polyomino::tiling::Puzzle;
use crate::polyomino::tiling::symmetry::Symmetry;

pub(super) struct Choice {
    /// The items that the choice covers, without duplicates.
    pub(super) items: Vec<usize>,
    /// The indices of two pieces, each with the number of copies that the choice uses. The second piece, if
    /// used, is the mirror image of the first.
    pub(super) uses: [(usize, u32); 2],
}

/// The exact cover problem: the items (orbits of squares), and the choices that cover them.
pub(super) struct Quotient {
    /// The squares of each item, as scan indices.
    pub(super) items: Vec<Vec<usize>>,
    item_of: Vec<usize>,
    pub(super) choices: Vec<Choice>,
}

/// Marks a square without an item: either a hole, or a square not yet assigned to an item.
const HOLE: usize = usize::MAX;

impl Quotient {
    pub(super) fn new(puzzle: &Puzzle, symmetry: &Symmetry) -> Self {
        let layout = &puzzle.layout;
        let image = images(puzzle, symmetry);
        let mut items: Vec<Vec<usize>> = Vec::new();
        let mut item_of = vec![HOLE; image.len()];
        for start in (0..image.len()).filter(|&at| layout.squares[at].is_some()) {
            let (mut at, mut orbit) = (start, Vec::new());
            while item_of[at] == HOLE {
                item_of[at] = items.len();
                orbit.push(at);
                at = image[at];
            }
            if !orbit.is_empty() {
                items.push(orbit);
            }
        }
        let mut choices = Vec::new();
        for placement in layout.placements() {
            let squares: Vec<_> = layout.squares_of(placement).collect();
            if let Some(uses) = orbit_of(layout.piece(placement), &squares, &image, symmetry) {
                let mut items: Vec<_> = squares.iter().map(|&at| item_of[at]).collect();
                items.sort_unstable();
                items.dedup();
                choices.push(Choice { items, uses });
            }
        }
        Self { items, item_of, choices }
    }

    /// Returns the image of each item under a symmetry of the puzzle, or `None` if some image is not an item.
    pub(super) fn images_of_items(&self, puzzle: &Puzzle, symmetry: &Symmetry) -> Option<Vec<usize>> {
        let image = images(puzzle, symmetry);
        let image_of = |squares: &Vec<usize>| {
            let mut images = squares.iter().map(|&at| self.item_of[image[at]]);
            let first = images.next()?;
            images.all(|image| image == first).then_some(first)
        };
        self.items.iter().map(image_of).collect()
    }
}

fn images(puzzle: &Puzzle, symmetry: &Symmetry) -> Vec<usize> {
    let layout = &puzzle.layout;
    let mut scan = vec![0; layout.squares.len()];
    for at in 0..scan.len() {
        scan[layout.index(at)] = at;
    }
    (0..scan.len()).map(|at| scan[symmetry.squares[layout.index(at)]]).collect()
}

/// Returns the pieces in the orbit of a placed piece, each with the number of copies that the orbit uses.
/// Returns `None` if the orbit is unusable, or if another piece of the orbit has an earlier first square and
/// thus represents the orbit. `squares` lists the squares of the placed piece in ascending order.
fn orbit_of(
    piece: usize,
    squares: &[usize],
    image: &[usize],
    symmetry: &Symmetry,
) -> Option<[(usize, u32); 2]> {
    let first = squares[0];
    let mut uses = [(piece, 1), (piece, 0)];
    let (mut becomes, mut now) = (piece, squares.to_vec());
    loop {
        becomes = symmetry.pieces[becomes];
        for at in &mut now {
            *at = image[*at];
        }
        match now.iter().filter(|at| squares.contains(at)).count() {
            0 => {}
            shared if shared == squares.len() => return Some(uses),
            _ => return None,
        }
        // The images do not overlap, so their first squares differ. The piece with the earliest first square
        // represents the orbit.
        if now.iter().any(|&at| at < first) {
            return None;
        }
        if becomes == piece {
            uses[0].1 += 1;
        } else {
            uses[1] = (becomes, uses[1].1 + 1);
        }
    }
}
