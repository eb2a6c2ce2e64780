//! The symmetries of a puzzle: the rotations and reflections that map its region and its pieces onto themselves.

use super::Puzzle;
use super::layout::{Layout, Owner};
use crate::polyomino::{Pieces, Region, Square};
use crate::shape::{Pose, Sides};

/// A symmetry of a puzzle: the image of each square of the region and of each piece.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    pub(super) pose: Pose,
    pub(super) squares: Vec<usize>,
    pub(super) pieces: Vec<usize>,
}

/// Finds all symmetries of a puzzle, starting with the identity.
pub(super) fn of(region: &Region, pieces: &Pieces, layout: &Layout) -> Vec<Symmetry> {
    Pose::ALL.into_iter().filter_map(|pose| symmetry(region, pieces, layout, pose)).collect()
}

fn symmetry(region: &Region, pieces: &Pieces, layout: &Layout, pose: Pose) -> Option<Symmetry> {
    // A symmetry maps the bounding box of the squares to fill onto itself. Holes outside that box are
    // ignored.
    let whole = region.width();
    let squares = region.squares().iter().enumerate().filter(|(_, square)| **square != Square::Hole);
    let along = |axis: usize| squares.clone().map(move |(at, _)| region.row_and_column(at)[axis]);
    let [top, left] = [along(0).min()?, along(1).min()?];
    let [bottom, right] = [along(0).max()?, along(1).max()?];
    let (rows, columns) = (bottom + 1 - top, right + 1 - left);
    if rows != columns && pose.quarter_turns() % 2 == 1 {
        return None;
    }
    let image = |at: usize| {
        let (mut row, mut column, mut height, mut width) = (at / whole, at % whole, rows, columns);
        if !(top..=bottom).contains(&row) || !(left..=right).contains(&column) {
            return at;
        }
        (row, column) = (row - top, column - left);
        if pose.is_flipped() {
            column = width - 1 - column;
        }
        for _ in 0..pose.quarter_turns() {
            (row, column) = (column, height - 1 - row);
            (height, width) = (width, height);
        }
        (row + top) * whole + column + left
    };
    let list = pieces.list();
    let becomes = |index: usize| {
        if pieces.sides() == Sides::Both || !pose.is_flipped() {
            return Some(index);
        }
        let mirrored = list[index].shape().flipped().canonical(Sides::One);
        pieces.place_of(&mirrored).filter(|&it| {
            let of = |piece: usize| (list[piece].count(), list[piece].is_unlimited());
            of(it) == of(index)
        })
    };
    let pieces: Vec<_> = (0..list.len()).map(becomes).collect::<Option<_>>()?;
    let squares: Vec<_> = (0..region.squares().len()).map(image).collect();
    // The layout numbers squares in scan order, but a symmetry numbers them in the region's order.
    let mut owners = vec![None; squares.len()];
    for (at, owner) in layout.squares.iter().enumerate() {
        owners[layout.index(at)] = *owner;
    }
    let becomes = |owner: Option<Owner>| match owner {
        Some(Owner::Piece(piece)) => Some(Owner::Piece(pieces[piece])),
        other => other,
    };
    let fits = (0..squares.len()).all(|at| owners[squares[at]] == becomes(owners[at]));
    fits.then_some(Symmetry { pose, squares, pieces })
}

/// Counts the symmetries in `among` that leave a tiling unchanged. Returns `None` if one of the symmetries in
/// `among` maps the tiling to a lexicographically smaller one. For each square, `owner` contains a number below
/// `pieces` that identifies the piece there, or `u16::MAX` for a hole.
pub(super) fn stabiliser<'a>(
    owner: &[u16],
    pieces: usize,
    among: impl Iterator<Item = &'a Symmetry>,
) -> Option<u64> {
    const MOST: usize = Puzzle::MAX_SEARCHED;
    let mut same = 0;
    let (names, images) = (&mut [0; MOST][..pieces], &mut [0; MOST][..pieces]);
    for symmetry in among {
        // Tilings are equal if they divide the squares in the same way. To compare two tilings, the pieces of
        // each tiling are renumbered in the order of their first squares.
        names.fill(u16::MAX);
        images.fill(u16::MAX);
        let (mut named, mut imaged) = (0, 0);
        let order = owner.iter().zip(&symmetry.squares).filter(|(one, _)| **one != u16::MAX).find_map(
            |(&one, &to)| {
                let name = number(names, &mut named, one);
                let image = number(images, &mut imaged, owner[to]);
                (name != image).then_some(image < name)
            },
        );
        match order {
            Some(true) => return None,
            Some(false) => {}
            None => same += 1,
        }
    }
    Some(same)
}

fn number(names: &mut [u16], named: &mut u16, owner: u16) -> u16 {
    let name = &mut names[usize::from(owner)];
    if *name == u16::MAX {
        *name = *named;
        *named += 1;
    }
    *name
}
