//! The letters in figures. A letter consists of strokes on a grid that is 4 steps wide and 8 steps high, so that
//! figures need no font.

use super::path::command;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The distance between the left edges of two successive letters, in steps.
pub(super) const ADVANCE: i32 = 6;
/// The height of a capital letter, in steps.
pub(super) const HEIGHT: i32 = 6;

/// The stroke of a box, which is drawn instead of a character that is not in the table.
const BOX: &str = "0006464000";

/// The strokes of each character. Each line of the file begins with a character. Its strokes follow directly, with
/// spaces between them. A stroke is a sequence of points, each written as two digits: the column (0 to 4) and the row
/// (0 at the top to 8). Row 6 is the baseline.
static STROKES: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
    let lines = include_str!("font.txt").lines();
    let split = |line: &'static str| line.chars().next().map(|first| (first, &line[first.len_utf8()..]));
    lines.filter_map(split).collect()
});

fn strokes(character: char) -> &'static str {
    if character == ' ' { "" } else { STROKES.get(&character).copied().unwrap_or(BOX) }
}

pub(super) fn knows(text: &str) -> bool {
    text.chars().all(knows_letter)
}

pub(super) fn knows_letter(letter: char) -> bool {
    letter == ' ' || STROKES.contains_key(&letter)
}

/// Returns the width of a text in steps, without the space after the last letter.
pub(super) fn width(text: &str) -> i32 {
    let letters = text.chars().count().min(1 << 16) as i32;
    (letters * ADVANCE - (ADVANCE - 4)).max(0)
}

/// Returns the first and the last row of the grid that the strokes of a text touch. They are needed to centre the text.
pub(super) fn rows(text: &str) -> (i32, i32) {
    let points = text.chars().flat_map(|letter| strokes(letter).split(' ').flat_map(points));
    points
        .map(|(_, row)| (row, row))
        .reduce(|(first, last), (row, _)| (first.min(row), last.max(row)))
        .unwrap_or((0, HEIGHT))
}

/// Returns the points of a stroke: the column and the row of each.
fn points(stroke: &str) -> impl Iterator<Item = (i32, i32)> + '_ {
    let digit = |byte: u8| i32::from(byte - b'0');
    stroke.as_bytes().chunks_exact(2).map(move |point| (digit(point[0]), digit(point[1])))
}

/// Appends the commands of an SVG path that draws a text. The upper left corner of the first letter is at `(x, y)`, and
/// a step of the grid is `step` units long.
pub(super) fn write(out: &mut String, text: &str, (x, y): (i32, i32), step: i32) {
    let mut left = x;
    for character in text.chars() {
        for stroke in strokes(character).split(' ') {
            let mut before = None;
            for (column, row) in points(stroke) {
                let (x, y) = (left + column * step, y + row * step);
                match before {
                    None => command(out, 'M', &[x, y]),
                    Some((_, old)) if old == y => command(out, 'H', &[x]),
                    Some((old, _)) if old == x => command(out, 'V', &[y]),
                    Some(_) => command(out, 'L', &[x, y]),
                }
                before = Some((x, y));
            }
        }
        left += ADVANCE * step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_of_ascii_has_its_own_strokes_on_the_grid() {
        let fallback = strokes('\u{1}');
        for character in (b'!'..=b'~').map(char::from) {
            let drawn = strokes(character);
            assert!(!drawn.is_empty() && drawn != fallback, "{character}");
            for stroke in drawn.split(' ') {
                assert!(stroke.len() >= 4 && stroke.len() % 2 == 0, "{character}: {stroke}");
                for point in stroke.as_bytes().chunks(2) {
                    assert!((b'0'..=b'4').contains(&point[0]), "{character}: {stroke}");
                    assert!((b'0'..=b'8').contains(&point[1]), "{character}: {stroke}");
                }
            }
            let alike = (b'!'..character as u8).map(char::from).find(|&other| strokes(other) == drawn);
            assert_eq!(alike, None, "{character}");
        }
    }

    #[test]
    fn a_text_is_one_path() {
        let mut path = String::new();
        write(&mut path, "Li", (10, 20), 2);
        assert_eq!(path, "M10 20V32H18M26 24V32M26 20H26");
        assert_eq!(width("Li"), 10);
    }
}
