//! The split of a search into branches.

use super::layout::Placement;
use super::symmetry::Symmetry;
use super::{Puzzle, Usage};
use std::collections::BTreeSet;

/// The first placements of a tiling, with the symmetries that leave these placements unchanged.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    pub(super) placements: Vec<Placement>,
    /// Indices into the symmetries of the puzzle.
    pub(super) stabiliser: Vec<usize>,
}

/// The search is split until it has at least this number of branches, if possible. This number is enough to keep many
/// threads busy and to show progress.
const BRANCHES: usize = 32;

impl Puzzle {
    /// Returns the beginnings of the branches. For every tiling, the tiling itself or a tiling that is symmetric to it
    /// has one of these beginnings. The beginnings that `anchored` returns are extended by pieces at the first empty
    /// square, until there are at least [`BRANCHES`] beginnings or their number no longer grows.
    pub(super) fn split(&self) -> Vec<Beginning> {
        let mut beginnings = self.anchored();
        while beginnings.len() < BRANCHES {
            let finer: Vec<_> = beginnings.iter().flat_map(|beginning| self.finer(beginning)).collect();
            if finer.len() <= beginnings.len() {
                break;
            }
            beginnings = finer;
        }
        beginnings
    }

    /// Chooses a piece and returns one beginning for each class of symmetric placements of this piece. The piece must
    /// be needed in every tiling, must have only one copy, and must be mapped to itself by every symmetry. Of all such
    /// pieces, the one with the fewest placements is chosen. If there is no such piece, or if the identity is the only
    /// symmetry, returns only the empty beginning.
    fn anchored(&self) -> Vec<Beginning> {
        let all = (0..self.symmetries.len()).collect();
        let empty = vec![Beginning { placements: Vec::new(), stabiliser: all }];
        if self.usage == Usage::AtMost || self.symmetries.len() == 1 {
            return empty;
        }
        let mut ways = vec![0_usize; self.counts.len()];
        for placement in self.layout.placements() {
            ways[self.layout.piece(placement)] += 1;
        }
        let keeps = |piece: usize| self.symmetries.iter().all(|symmetry| symmetry.pieces[piece] == piece);
        let once = (0..self.counts.len()).filter(|&piece| {
            self.counts[piece] == 1 && !self.pieces.list()[piece].is_unlimited() && keeps(piece)
        });
        once.min_by_key(|&piece| ways[piece]).map_or(empty, |piece| self.classes(piece))
    }

    /// Returns one beginning for each class of symmetric placements of a piece.
    fn classes(&self, piece: usize) -> Vec<Beginning> {
        let mut seen = BTreeSet::new();
        let mut beginnings = Vec::new();
        for placement in self.layout.placements().filter(|&one| self.layout.piece(one) == piece) {
            let squares: BTreeSet<_> = self.squares_of(placement).collect();
            if seen.contains(&squares) {
                continue;
            }
            let image = |symmetry: &Symmetry| -> BTreeSet<_> {
                squares.iter().map(|&at| symmetry.squares[at]).collect()
            };
            let images: Vec<_> = self.symmetries.iter().map(image).collect();
            let stabiliser = (0..images.len()).filter(|&index| images[index] == squares).collect();
            seen.extend(images);
            beginnings.push(Beginning { placements: vec![placement], stabiliser });
        }
        beginnings
    }

    /// Returns every beginning that consists of the given beginning and one more piece at its first empty square.
    /// Returns the given beginning itself if it fills the region.
    fn finer(&self, beginning: &Beginning) -> Vec<Beginning> {
        let mut filled: Vec<_> = self.layout.squares.iter().map(Option::is_none).collect();
        let left = self.layout.fill(&beginning.placements, &self.counts, |at| filled[at] = true);
        let Some(at) = filled.iter().position(|filled| !filled) else { return vec![beginning.clone()] };
        let fits = |&placement: &Placement| {
            left[self.layout.piece(placement)] > 0
                && self.layout.squares_of(placement).all(|square| !filled[square])
        };
        let with = |placement| {
            let mut beginning = beginning.clone();
            beginning.placements.push(placement);
            beginning
        };
        self.layout.placements_at(at).filter(fits).map(with).collect()
    }
}
