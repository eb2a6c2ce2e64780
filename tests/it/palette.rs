//! Tests the palette for every form of colour vision.
//!
//! The matrices are taken from G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
//! Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), for the
//! severity 1.0. They apply to linear values of red, green and blue.

use clowder::render::Paint;

/// The matrix that simulates a form of colour vision.
type Matrix = [[f64; 3]; 3];

const VISIONS: [(&str, Matrix); 4] = [
    ("normal vision", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// The linear values of red, green and blue that a person with this form of colour vision sees.
fn seen(paint: Paint, matrix: &Matrix) -> [f64; 3] {
    let linear = paint.rgb().map(|byte| {
        let part = f64::from(byte) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    matrix.map(|row| row.iter().zip(linear).map(|(factor, part)| factor * part).sum::<f64>().clamp(0.0, 1.0))
}

/// Contrast between two colours as defined in WCAG 2.2, from 1 to 21.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |[red, green, blue]: [f64; 3]| 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

/// Distance between two colours in CIELAB: 2 is just visible, and black and white are 100 apart.
fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    let lab = |[red, green, blue]: [f64; 3]| {
        let x = (0.412_456 * red + 0.357_576 * green + 0.180_437 * blue) / 0.950_47;
        let y = 0.212_673 * red + 0.715_152 * green + 0.072_175 * blue;
        let z = (0.019_334 * red + 0.119_192 * green + 0.950_304 * blue) / 1.088_83;
        let [x, y, z] = [x, y, z].map(|part: f64| {
            if part > 216.0 / 24389.0 { part.cbrt() } else { (24389.0 / 27.0 * part + 16.0) / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    };
    let (one, other) = (lab(one), lab(other));
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

/// Checks that any two of the colours can be distinguished with every form of colour vision.
fn can_be_told_apart(colours: &[Paint], least: f64) {
    for (vision, matrix) in &VISIONS {
        for (index, &one) in colours.iter().enumerate() {
            for &other in &colours[..index] {
                let apart = distance(seen(one, matrix), seen(other, matrix));
                assert!(apart >= least, "{one:?} and {other:?} with {vision}: {apart:.1}");
            }
        }
    }
}

/// The colours of the squares in Race to the Raft: five paths, wild squares, the centre of the raft, and fire.
const RAFT: [Paint; 8] = [
    Paint::Blue,
    Paint::Green,
    Paint::Purple,
    Paint::Red,
    Paint::Yellow,
    Paint::White,
    Paint::Dark,
    Paint::Black,
];

#[test]
fn squares_that_may_touch_can_be_told_apart_with_any_colour_vision() {
    can_be_told_apart(&RAFT, 20.0);
    // These are the colours of the four blocks and of a penguin.
    can_be_told_apart(&[Paint::Blue, Paint::Red, Paint::Yellow, Paint::Purple, Paint::Dark], 20.0);
    // These are the colours of the species of Arboretum.
    can_be_told_apart(
        &[Paint::Purple, Paint::Red, Paint::Blue, Paint::Dark, Paint::Green, Paint::Yellow],
        20.0,
    );
}

#[test]
fn fire_is_darker_than_every_other_square() {
    for (vision, matrix) in &VISIONS {
        for paint in RAFT.into_iter().filter(|&paint| paint != Paint::Black) {
            let apart = contrast(seen(paint, matrix), seen(Paint::Black, matrix));
            assert!(apart >= 3.0, "fire beside {paint:?} with {vision}: {apart:.2}");
            // In a terminal, fire is drawn with the character `▓`, which covers three quarters of the square.
            let texture = seen(Paint::Ember, matrix).map(|part| part * 0.75);
            let apart = contrast(seen(paint, matrix), texture);
            assert!(apart >= 2.2, "the texture of fire beside {paint:?} with {vision}: {apart:.2}");
        }
        let flame = contrast(seen(Paint::Orange, matrix), seen(Paint::Black, matrix));
        assert!(flame >= 4.5, "the flame with {vision}: {flame:.2}");
    }
}

#[test]
fn letters_can_be_read_on_every_colour() {
    for (vision, matrix) in &VISIONS {
        for paint in Paint::ALL {
            let contrast = contrast(seen(paint, matrix), seen(paint.ink(), matrix));
            // WCAG applies to normal vision. With other forms of vision, every colour must have the contrast that
            // WCAG requires for large text.
            let least = if *vision == "normal vision" { 4.5 } else { 3.0 };
            assert!(contrast >= least, "{:?} on {paint:?} with {vision}: {contrast:.2}", paint.ink());
        }
    }
}

#[test]
fn the_colours_are_the_same_as_on_a_terminal_with_256_colours() {
    assert_eq!(Paint::Blue.rgb(), [0, 0x5f, 0xd7]);
    assert_eq!(Paint::Grey.rgb(), [0x94, 0x94, 0x94]);
    assert!(Paint::ALL.iter().all(|paint| paint.terminal_number() >= 16));
}
