//! The fuzz targets for tilings: one compares all searches with brute force, and one reads lists of pieces.

use crate::bytes::{Bytes, text};
use crate::tilings_oracle::check;
use clowder::polyomino::tiling::Usage;
use clowder::polyomino::{Pieces, Region, Square};
use clowder::shape::{Cell, Shape, Sides};

/// Compares every search on a small puzzle with brute force.
pub fn tilings(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (width, height) = (1 + bytes.below(5), 1 + bytes.below(4));
    let square = |byte: u8| if byte % 5 == 4 { Square::Hole } else { Square::Open };
    let squares: Vec<Square> = (0..width * height).map(|_| square(bytes.byte())).collect();
    let Ok(region) = Region::new(width, squares) else { return };
    let mut pieces = Pieces::new(bytes.choose(&[Sides::Both, Sides::One]));
    for _ in 0..1 + bytes.below(4) {
        let cells = (0..1 + bytes.below(4)).scan((0u8, 0u8), |(row, column), _| {
            let cell = Cell { row: *row, column: *column };
            if bytes.byte() % 2 == 0 {
                *row += 1
            } else {
                *column += 1
            }
            Some(cell)
        });
        let cells: Vec<Cell> = cells.collect();
        let Ok(shape) = Shape::new(cells) else { continue };
        // A piece is rejected if there is no letter left for it.
        let _ = pieces.add(None, &shape, 1 + bytes.below(3) as u32);
    }
    check(&region, &pieces, bytes.choose(&[Usage::All, Usage::AtMost]));
}

/// Reads a list of pieces, and checks the spans of the errors.
pub fn piece_list(data: &[u8]) {
    let Some(text) = text(data) else { return };
    for sides in [Sides::Both, Sides::One] {
        if let Err(errors) = Pieces::parse(text, sides, &[]) {
            assert!(!errors.is_empty());
            errors.iter().for_each(|error| assert!(text.get(error.span.start()..error.span.end()).is_some()));
        }
    }
}
