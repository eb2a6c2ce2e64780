//! Reads the strings of regions and reports all their errors.

use super::region::{Region, Square};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::notation::grammar::{fault_at, two_numbers};
use crate::notation::{Notation as _, Reading, plural};

/// Reads the string of a region. Returns all errors. Also returns the region, unless an error concerns more than the
/// canonical form.
pub(super) fn read(text: &str) -> Reading<Region> {
    let mut faults = Diagnostics::new();
    let region = if text.is_empty() {
        let message = "the region is missing; draw it or write `ROWSxCOLUMNS`";
        faults.push(Diagnostic::new(&codes::polyomino::REGION_EMPTY, Span::at(0), message));
        None
    } else if is_meant_as_size(text) {
        rectangle(text, &mut faults)
    } else {
        drawn(text, &mut faults)
    };
    faults.sort();
    Reading::new(region.filter(|_| faults.only_canon()), faults)
}

fn too_large(span: Span, rows: &str, columns: &str) -> Diagnostic {
    let (lines, are) = if rows == "1" { ("row", "is") } else { ("rows", "are") };
    let message = format!(
        "{rows} {lines} of {columns} {are} too many squares; at most {} are allowed, as in 18x18",
        Region::MAX_SQUARES
    );
    Diagnostic::new(&codes::polyomino::REGION_TOO_LARGE, span, message)
        .expected([format!("at most {} squares", Region::MAX_SQUARES)])
        .found(format!("{rows}x{columns}"))
}

fn nothing(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&codes::polyomino::REGION_NOTHING_TO_FILL, span, message)
}

/// Returns `true` if a string is probably meant as a size and not as a drawing. This is assumed if the string begins
/// with a digit and contains no `.`, no `#` and no line break before its end.
fn is_meant_as_size(text: &str) -> bool {
    text.starts_with(|digit: char| digit.is_ascii_digit()) && !text.trim_end().contains(['.', '#', '\n'])
}

/// Reports the error in a string that should have the form `ROWSxCOLUMNS`. Returns its region, or `None` if the string
/// does not give the size of a region.
fn rectangle(text: &str, faults: &mut Diagnostics) -> Option<Region> {
    let span = Span::new(0, text.len());
    let sides = text.split_once('x').filter(|(rows, columns)| {
        let is_number = |side: &str| !side.is_empty() && side.bytes().all(|digit| digit.is_ascii_digit());
        is_number(rows) && is_number(columns)
    });
    let Some((rows, columns)) = sides else {
        let message = "a rectangle must be written as its number of rows, an `x` and its number of columns";
        let fault = fault_at(text, &codes::polyomino::REGION_SIZE, span, message).expected(["6x10"]);
        let meant = two_numbers(text).map(|(rows, columns)| format!("{rows}x{columns}"));
        let meant = meant.filter(|meant| Region::parse_canonical(meant).is_some());
        faults.push(if let Some(meant) = meant { fault.fix(span, meant) } else { fault });
        return None;
    };
    let [rows, columns] = [rows, columns].map(|side| side.trim_start_matches('0'));
    if rows.is_empty() || columns.is_empty() {
        let message = "a rectangle with a side of 0 has no squares to fill";
        faults.push(nothing(span, message).found(text));
        return None;
    }
    let region = match (rows.parse(), columns.parse()) {
        (Ok(rows), Ok(columns)) => Region::rectangle(rows, columns).ok(),
        _ => None,
    };
    match &region {
        None => faults.push(too_large(span, rows, columns)),
        Some(region) if region.to_string() == text => {}
        Some(region) => faults.push(spelling(text, span, region)),
    }
    region
}

fn spelling(text: &str, span: Span, region: &Region) -> Diagnostic {
    let canonical = region.to_string();
    let message = format!("this rectangle must be written as `{canonical}`");
    fault_at(text, &codes::polyomino::REGION_SPELLING, span, message).fix(span, canonical)
}

/// Reports every error in a drawing. Returns its region, or `None` if there is an error that concerns more than the
/// canonical form.
fn drawn(text: &str, faults: &mut Diagnostics) -> Option<Region> {
    let width = text.split('\n').next().map_or(0, |line| line.chars().count());
    let rows = text.split('\n').count();
    let span = Span::new(0, text.len());
    if width.saturating_mul(rows) > Region::MAX_SQUARES {
        // The span begins at the first square beyond the maximum. The squares are not checked, because the text may be
        // very long.
        let at = text.char_indices().filter(|(_, letter)| *letter != '\n').nth(Region::MAX_SQUARES);
        let start = at.map_or(text.len(), |(at, _)| at);
        faults.push(too_large(Span::new(start, text.len()), &rows.to_string(), &width.to_string()));
        return None;
    }
    let (mut squares, mut start) = (Vec::new(), 0);
    for (row, line) in text.split('\n').enumerate() {
        let here = Span::new(start, start + line.len());
        start = here.end + 1;
        let found = line.chars().count();
        for (column, (at, letter)) in line.char_indices().enumerate() {
            let square = Region::square(letter);
            if square.is_none() {
                let span = Span::new(here.start + at, here.start + at + letter.len_utf8());
                faults.push(unknown_square(text, span).square(row, column));
            }
            squares.push(square.unwrap_or(Square::Hole));
        }
        if found != width {
            let [wanted, found_there] = [width, found].map(|squares| plural(squares, "square"));
            let message = format!("line {} has {found_there}, but the first line has {width}", row + 1);
            let fault = Diagnostic::new(&codes::polyomino::REGION_UNEVEN_LINES, here, message);
            let fault = fault.expected([wanted]).found(found_there);
            faults.push(fault.square(row, found.min(width)));
        }
        if faults.is_full() {
            return None;
        }
    }
    if !faults.is_empty() {
        return None;
    }
    if squares.iter().all(|square| *square == Square::Hole) {
        faults.push(nothing(span, "every square is a hole; a region must have at least 1 square to fill"));
    }
    let region = Region::new(width, squares).ok()?;
    if region.is_rectangle() {
        faults.push(spelling(text, span, &region));
    } else {
        for (at, _) in text.match_indices(' ') {
            let span = Span::new(at, at + 1);
            let fault =
                fault_at(text, &codes::polyomino::REGION_SPELLING, span, "a hole must be written as `#`");
            faults.push(fault.fix(span, "#"));
        }
    }
    Some(region)
}

fn unknown_square(text: &str, span: Span) -> Diagnostic {
    let shown = escape(span.of(text));
    let message = format!("`{shown}` is not a square `.`, a hole `#` or the letter of a piece");
    let expected = [".", "#", "a..z", "A..F", "I", "L", "N", "P", "T..Z"];
    fault_at(text, &codes::polyomino::REGION_UNKNOWN_SQUARE, span, message).expected(expected)
}
