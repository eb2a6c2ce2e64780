//! The twelve pentominoes and their names.

use crate::shape::{Shape, Sides};
use std::sync::LazyLock;

/// The twelve free pentominoes, each with its name and its rows in the usual orientation.
const ROWS: [(char, &str); 12] = [
    ('F', ".XX/XX./.X."),
    ('I', "X/X/X/X/X"),
    ('L', "X./X./X./XX"),
    ('N', ".X/.X/XX/X."),
    ('P', "XX/XX/X."),
    ('T', "XXX/.X./.X."),
    ('U', "X.X/XXX"),
    ('V', "X../X../XXX"),
    ('W', "X../XX./.XX"),
    ('X', ".X./XXX/.X."),
    ('Y', ".X/XX/.X/.X"),
    ('Z', "XX./.X./.XX"),
];

/// A free pentomino.
#[derive(Clone, Debug)]
pub struct Pentomino {
    /// The single-letter name.
    pub name: char,
    /// The shape in its usual orientation.
    pub shape: Shape,
    canonical: Shape,
}

static PENTOMINOES: LazyLock<Vec<Pentomino>> = LazyLock::new(|| {
    let make = |(name, rows)| {
        let shape = Shape::from_rows(rows).expect("the rows in the table are well formed");
        Pentomino { name, canonical: shape.canonical(Sides::Both), shape }
    };
    ROWS.into_iter().map(make).collect()
});

/// The twelve free pentominoes, sorted by name.
///
/// # Examples
/// ```
/// let names: String = clowder::polyomino::pentominoes().iter().map(|pentomino| pentomino.name).collect();
/// assert_eq!(names, "FILNPTUVWXYZ");
/// ```
pub fn pentominoes() -> &'static [Pentomino] {
    &PENTOMINOES
}

/// Looks up a pentomino by name. The shape has its usual orientation.
///
/// # Examples
/// ```
/// use clowder::polyomino::named;
///
/// assert_eq!(named('T').map(|shape| shape.rows()).as_deref(), Some("XXX/.X./.X."));
/// assert_eq!(named('A'), None);
/// ```
pub fn named(name: char) -> Option<&'static Shape> {
    PENTOMINOES.iter().find(|pentomino| pentomino.name == name).map(|pentomino| &pentomino.shape)
}

/// Returns the name of a pentomino, regardless of its orientation. Other shapes have no name.
///
/// # Examples
/// ```
/// use clowder::polyomino::name_of;
/// use clowder::shape::Shape;
///
/// assert_eq!(name_of(&Shape::from_rows("XXXX/.X..")?), Some('Y'));
/// assert_eq!(name_of(&Shape::from_rows("XXXX")?), None);
/// # Ok::<(), clowder::shape::ShapeError>(())
/// ```
pub fn name_of(shape: &Shape) -> Option<char> {
    if shape.area() != 5 {
        return None;
    }
    let canonical = shape.canonical(Sides::Both);
    PENTOMINOES.iter().find(|pentomino| pentomino.canonical == canonical).map(|pentomino| pentomino.name)
}

/// Returns the word for a polyomino of the given size, e.g. `tetromino`.
pub(crate) fn family(squares: usize) -> String {
    let names = ["monomino", "domino", "tromino", "tetromino", "pentomino", "hexomino"];
    let name = names.get(squares.wrapping_sub(1)).copied();
    name.map_or_else(|| format!("polyomino of {squares} squares"), str::to_owned)
}

/// Describes a pentomino by its name, and any other shape by its family.
pub(crate) fn described(shape: &Shape) -> String {
    name_of(shape).map_or_else(|| family(shape.area()), |name| format!("pentomino {name}"))
}
