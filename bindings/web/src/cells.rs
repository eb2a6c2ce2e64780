//! Which places of a picture belong to which bytes of a string.

use clowder::check::Report;
use clowder::diagnostics::{Diagnostics, Severity, Source};
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use clowder::render::figure::{Figure, FigureLook, Item, Outline, SIDE, Tile};
use clowder::render::figures;
use std::collections::HashSet;

/// Returns the places of a picture, each as x, y, width, height, 1 for a hexagon, the first and the last offset in the
/// string and, for a state, the index of the part (otherwise -1).
///
/// The drawing of wrong strings knows where each tile was read. For a right string, only those of its tiles are
/// returned at whose place the picture of the value has a tile, too.
pub(crate) fn cells(report: &Report) -> Vec<[i32; 8]> {
    let Some(kind) = report.kind() else { return Vec::new() };
    // Only the thorough reader keeps the strings of a state.
    let reading = kinds::read_thoroughly(kind, report.text(), &ReadOptions::default());
    let source = Source::new(report.text(), reading.parts());
    let is_wrong = report.diagnostics().iter().any(|found| found.severity == Severity::Error);
    let known = report.value().map(|value| value.figure(&FigureLook::default()));
    if let Some(shown) = known.as_ref().filter(|_| !is_wrong) {
        let places: HashSet<_> = tiles(shown).map(|tile| tile.at).collect();
        let origins = figures::wrong(kind, source, &Diagnostics::new(), None);
        // Below the board of a state, its picture differs from that of a wrong state.
        let is_shown = |tile: &&Tile| {
            let part = tile.origin.and_then(|origin| origin.part);
            part.is_none_or(|part| part == 0) && places.contains(&tile.at)
        };
        return tiles(&origins).filter(is_shown).filter_map(|tile| cell(kind, tile, source)).collect();
    }
    let figure = figures::wrong(kind, source, report.diagnostics(), known);
    tiles(&figure).filter_map(|tile| cell(kind, tile, source)).collect()
}

/// Returns all tiles, also those that do not belong to a board.
fn tiles(figure: &Figure) -> impl Iterator<Item = &Tile> {
    figure.items().iter().filter_map(|item| match item {
        Item::Tile(tile) => Some(tile),
        _ => None,
    })
}

fn cell(kind: Kind, tile: &Tile, source: Source<'_>) -> Option<[i32; 8]> {
    let origin = tile.origin?;
    let (x, y) = tile.at;
    let (mut width, mut height, hexagon) = match tile.outline {
        Outline::Square => (tile.side, tile.side, 0),
        Outline::Hexagon => (2 * tile.side, 2 * (tile.middle().1 - y), 1),
    };
    if tile.class.contains("slot end") {
        // This is the end of a line, except for the corner of an island in a challenge.
        let letters = origin.span.of(source.part(origin.part));
        if kind != Kind::Challenge || letters.len() != 2 {
            return None;
        }
        (width, height) = (9 * SIDE, if letters.starts_with('S') { 6 } else { 9 } * SIDE);
    }
    let part = origin.part.map_or(-1, |part| part as i32);
    Some([x, y, width, height, hexagon, origin.span.start() as i32, origin.span.end() as i32, part])
}
