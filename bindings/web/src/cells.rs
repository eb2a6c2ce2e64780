//! Links the cells of a picture to the bytes of a string.

use clowder::render::figure::{Figure, Item, Tile};

/// Lists the cells of a picture that were read from a string. Each cell is a list of eight numbers: x, y, width,
/// height, 1 for a hexagon (otherwise 0), the start and the end of its span, and the index of the state's part
/// (otherwise -1).
pub(crate) fn cells(figure: &Figure) -> Vec<[i32; 8]> {
    let cells = figure.items.iter().filter_map(|item| match item {
        Item::Tile(tile) => cell(tile),
        _ => None,
    });
    cells.collect()
}

fn cell(tile: &Tile) -> Option<[i32; 8]> {
    let origin = tile.cell.origin?;
    let ((x, y), (width, height)) = (tile.at, tile.extent());
    let hexagon = i32::from(tile.is_hexagon);
    let part = origin.part.map_or(-1, |part| part as i32);
    Some([x, y, width, height, hexagon, origin.span.start() as i32, origin.span.end() as i32, part])
}
