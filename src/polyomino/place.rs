//! Places a shape at a square of a region, or reports why the shape does not fit.

use super::{Region, Square};
use crate::diagnostics::codes::polyomino as codes;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{fault_at, two_digits, two_numbers};
use crate::notation::plural;
use crate::shape::{Cell, Shape};

/// Parses a square written as four digits: two for the row, then two for the column, counted from 0.
///
/// # Errors
/// Returns an error if the text is not four digits.
///
/// # Examples
/// ```
/// use clowder::polyomino::parse_square;
///
/// assert_eq!(parse_square("0203")?, (2, 3));
/// let faults = parse_square("2,3").unwrap_err();
/// assert_eq!(faults.iter().next().and_then(|fault| fault.fix.as_ref()).map(|fix| fix.text.as_str()), Some("0203"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn parse_square(text: &str) -> Result<(usize, usize), Diagnostics> {
    let digits = |span: Span| two_digits(span.of(text)).map(usize::from);
    if let (4, Some(row), Some(column)) = (text.len(), digits(ROW), digits(COLUMN)) {
        return Ok((row, column));
    }
    let message = "a square must be four digits: two for its row and two for its column, counted from 00";
    let fault = fault_at(text, &codes::PLACE_SQUARE, Span::new(0, text.len()), message).expected(["0203"]);
    let short = text.len() == 2 && text.bytes().all(|digit| digit.is_ascii_digit());
    let meant = if short { Some(text.split_at(1)) } else { two_numbers(text) };
    let meant = meant.map(|(row, column)| format!("{row:0>2}{column:0>2}")).filter(|meant| meant.len() == 4);
    let whole = Span::new(0, text.len());
    Err(Diagnostics::from(if let Some(meant) = meant { fault.fix(whole, meant) } else { fault }))
}

const ROW: Span = Span::new(0, 2);
const COLUMN: Span = Span::new(2, 4);

/// The reason why a shape does not fit at a square of a region.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// Part or all of the shape is outside the region. The spans point into the string of the square.
    #[error("{0}")]
    Outside(Diagnostics),
    /// The shape covers holes or squares reserved for other pieces. The spans point into the region string.
    #[error("{0}")]
    Covers(Diagnostics),
}

impl PlacementError {
    /// Returns the diagnostics of either kind of error.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::{Region, named, place};
    ///
    /// let region: Region = "2x2".parse()?;
    /// let error = named('I').and_then(|shape| place(&region, shape, None, (0, 0)).err());
    /// assert_eq!(error.map(|error| error.into_diagnostics().len()), Some(1));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn into_diagnostics(self) -> Diagnostics {
        match self {
            Self::Outside(found) | Self::Covers(found) => found,
        }
    }
}

/// Places a shape in a region, with the top left corner of its bounding box at the square `at` (row, column).
/// Returns the indices of the covered squares. A shape with a `letter` may cover squares reserved for that
/// letter.
///
/// # Errors
/// Returns an error if any part of the shape is outside the region, or if the shape covers holes or squares
/// reserved for another piece. Every such square that the shape covers gets its own diagnostic.
///
/// # Examples
/// ```
/// use clowder::polyomino::{Region, named, place};
///
/// let region: Region = "6x10".parse()?;
/// let squares = named('X').and_then(|shape| place(&region, shape, Some('X'), (0, 0)).ok());
/// assert_eq!(squares, Some(vec![1, 10, 11, 12, 21]));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn place(
    region: &Region,
    shape: &Shape,
    letter: Option<char>,
    at: (usize, usize),
) -> Result<Vec<usize>, PlacementError> {
    let mut outside = Diagnostics::new();
    outside.extend(beyond(("row", ROW), at.0, shape.height().into(), region.height()));
    outside.extend(beyond(("column", COLUMN), at.1, shape.width().into(), region.width()));
    if !outside.is_empty() {
        return Err(PlacementError::Outside(outside));
    }
    let square =
        |cell: &Cell| (at.0 + usize::from(cell.row)) * region.width() + at.1 + usize::from(cell.column);
    let squares: Vec<_> = shape.cells().iter().map(square).collect();
    let mut covers = Diagnostics::new();
    covers.extend(squares.iter().filter_map(|&at| taken(region, at, letter)));
    covers.sort();
    if covers.is_empty() { Ok(squares) } else { Err(PlacementError::Covers(covers)) }
}

fn beyond((what, span): (&str, Span), at: usize, length: usize, side: usize) -> Option<Diagnostic> {
    if at.checked_add(length).is_some_and(|end| end <= side) {
        return None;
    }
    let (shape, region) = (plural(length, what), plural(side, what));
    let message = format!("the shape needs {shape} from {what} {at} on, but the region has only {region}");
    let fault = Diagnostic::new(&codes::PLACE_OUTSIDE, span, message).found(format!("{at:02}"));
    Some(match side.checked_sub(length) {
        None => fault,
        Some(0) => fault.expected(["00"]).fix(span, "00"),
        Some(last) => fault.expected([format!("00..{last:02}")]).fix(span, format!("{last:02}")),
    })
}

fn taken(region: &Region, at: usize, letter: Option<char>) -> Option<Diagnostic> {
    let [row, column] = region.row_and_column(at);
    // Only drawings have holes and letters. All lines of a drawing are equally long, and each character is one byte.
    let start = row * (region.width() + 1) + column;
    let span = Span::new(start, start + 1);
    let here = format!("row {row}, column {column}");
    let fault = match region.squares()[at] {
        Square::Open => return None,
        Square::Letter(kept) if letter == Some(kept) => return None,
        Square::Hole => {
            let message = format!("the shape covers the hole at {here}");
            Diagnostic::new(&codes::PLACE_HOLE, span, message).found("a hole")
        }
        Square::Letter(kept) => {
            let message = format!("the shape covers {here}, which is reserved for piece {kept}");
            Diagnostic::new(&codes::PLACE_KEPT, span, message).found(kept)
        }
    };
    let own = letter.map(String::from);
    Some(fault.expected(std::iter::once(".".to_owned()).chain(own)).square(row, column))
}
