//! The twelve pentominoes and their names.

use crate::shape::Shape;
use std::sync::LazyLock;

/// Name and rows of the twelve free pentominoes, as they are usually drawn.
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

/// A pentomino.
#[derive(Clone, Debug)]
pub struct Pentomino {
    /// Its letter.
    pub name: char,
    /// Its shape as usually drawn.
    pub shape: Shape,
    /// The form shared by all its poses.
    canonical: Shape,
}

static PENTOMINOES: LazyLock<Vec<Pentomino>> = LazyLock::new(|| {
    let make = |(name, rows)| {
        let shape = Shape::from_rows(rows).expect("the table's rows are well formed");
        Pentomino { name, canonical: shape.canonical(true), shape }
    };
    ROWS.into_iter().map(make).collect()
});

/// The twelve, in the order of their names.
pub fn pentominoes() -> &'static [Pentomino] {
    &PENTOMINOES
}

/// The shape of that name.
pub fn named(name: char) -> Option<&'static Shape> {
    PENTOMINOES.iter().find(|pentomino| pentomino.name == name).map(|pentomino| &pentomino.shape)
}

/// The name of a shape however it lies, if it is a pentomino.
///
/// ```
/// use clowder::polyomino::name_of;
/// use clowder::shape::Shape;
///
/// assert_eq!(Shape::from_rows("XXXX/.X..").and_then(|shape| name_of(&shape)), Some('Y'));
/// ```
pub fn name_of(shape: &Shape) -> Option<char> {
    if shape.len() != 5 {
        return None;
    }
    let canonical = shape.canonical(true);
    PENTOMINOES.iter().find(|pentomino| pentomino.canonical == canonical).map(|pentomino| pentomino.name)
}

/// What shapes of that many squares are called.
pub fn family(squares: usize) -> String {
    match squares {
        1 => "monomino".to_owned(),
        2 => "domino".to_owned(),
        3 => "tromino".to_owned(),
        4 => "tetromino".to_owned(),
        5 => "pentomino".to_owned(),
        6 => "hexomino".to_owned(),
        more => format!("polyomino of {more} squares"),
    }
}
