//! Registry rows for polyominoes and regions.

use super::{Row, Value};
use crate::diagnostics::Source;
use crate::notation::{Kind, Segment};
use crate::polyomino::{Polyomino, Region, Square};
use crate::random::Random;
use crate::render::{self, Picture};
use crate::shape::{Cell, Shape};
use std::collections::BTreeSet;

pub(super) const ROWS: &[Row] = &[
    Row::of::<Polyomino>("FILNPTUVWXYZ./abcdefghijklmnopqrstuvwxyz0123456789")
        .generated_by(|random, _| Some(polyomino(random)?.to_string())),
    Row::of::<Region>(".#x\n0123456789FILNPTUVWXYZ")
        .generated_by(|random, _| Some(region(random)?.to_string())),
];

/// Grows a random shape of three to seven squares, square by square.
fn polyomino(random: &mut Random) -> Option<Polyomino> {
    let area = 3 + random.below(5);
    let squares = grown(area, random)?;
    let row = squares.iter().map(|square| square.0).min()?;
    let column = squares.iter().map(|square| square.1).min()?;
    let cells = squares.iter().map(|square| Cell::new((square.0 - row) as u8, (square.1 - column) as u8));
    Polyomino::new(Shape::new(cells).ok()?).ok()
}

fn grown(area: usize, random: &mut Random) -> Option<BTreeSet<(i32, i32)>> {
    let mut squares = BTreeSet::from([(0, 0)]);
    while squares.len() < area {
        let all: Vec<_> = squares.iter().copied().collect();
        let &(row, column) = random.choose(&all)?;
        let &(down, right) = random.choose(&[(0, 1), (1, 0), (0, -1), (-1, 0)])?;
        squares.insert((row + down, column + right));
    }
    Some(squares)
}

/// Creates a random rectangle, with or without holes. The number of its open squares is a multiple of five.
fn region(random: &mut Random) -> Option<Region> {
    let (rows, columns) = (3 + random.below(6), 5 * (1 + random.below(2)));
    if random.below(2) == 0 {
        return Region::rectangle(rows, columns).ok();
    }
    let mut squares = vec![Square::Open; rows * columns];
    let holes = 5 * (1 + random.below(squares.len() / 10));
    for square in squares.iter_mut().take(holes) {
        *square = Square::Hole;
    }
    random.shuffle(&mut squares);
    Region::new(columns, squares).ok()
}

impl Value for Polyomino {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn own_picture(&self, source: Source<'_>) -> Option<Picture> {
        Some(render::polyomino::of_value(Kind::Polyomino, render::polyomino::shape(self.shape()), source))
    }
}

impl Value for Region {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn own_picture(&self, source: Source<'_>) -> Option<Picture> {
        Some(render::polyomino::of_value(Kind::Region, render::polyomino::region(self), source))
    }
}
