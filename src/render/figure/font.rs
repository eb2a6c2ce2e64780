//! The letters in figures. They are drawn as strokes on a grid (4 steps wide and 8 steps high), so figures need no
//! font.

use super::path::command;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The distance between the left edges of two successive letters, in steps.
pub(super) const ADVANCE: i32 = 6;
/// The height of a capital letter, in steps.
pub(super) const HEIGHT: i32 = 6;

/// The stroke of a box, which is drawn instead of a character that is not in the table.
const BOX: &str = "0006464000";

/// The strokes of each character. Each line of the file consists of a character and its strokes, separated by spaces. A
/// stroke is a sequence of points, each written as two digits: the column (0 to 4) and the row (0 at the top to 8). Row
/// 6 is the baseline.
static STROKES: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
    let lines = include_str!("font.txt").lines();
    let split = |line: &'static str| line.chars().next().map(|first| (first, &line[first.len_utf8()..]));
    lines.filter_map(split).collect()
});

fn strokes(character: char) -> &'static str {
    if character == ' ' { "" } else { STROKES.get(&character).copied().unwrap_or(BOX) }
}

pub(super) fn knows(text: &str) -> bool {
    text.chars().all(|character| character == ' ' || STROKES.contains_key(&character))
}

/// Returns the width of a text in steps, without the space after the last letter.
pub(super) fn width(text: &str) -> i32 {
    let letters = text.chars().count().min(1 << 16) as i32;
    (letters * ADVANCE - (ADVANCE - 4)).max(0)
}

/// Returns the first and the last row used by the strokes of a text, for centring the text.
pub(super) fn rows(text: &str) -> (i32, i32) {
    let points = text.chars().flat_map(|letter| strokes(letter).split(' '));
    let rows =
        points.flat_map(|stroke| stroke.as_bytes().chunks_exact(2)).map(|point| i32::from(point[1] - b'0'));
    rows.fold(None, |rows: Option<(i32, i32)>, row| {
        let (first, last) = rows.unwrap_or((row, row));
        Some((first.min(row), last.max(row)))
    })
    .unwrap_or((0, HEIGHT))
}

/// Appends the commands of an SVG path that draws a text. The top left corner of the first letter is at `(x, y)`. A
/// step is `step` units long.
pub(super) fn write(out: &mut String, text: &str, (x, y): (i32, i32), step: i32) {
    let mut left = x;
    for character in text.chars() {
        for stroke in strokes(character).split(' ').filter(|stroke| !stroke.is_empty()) {
            write_stroke(out, stroke.as_bytes(), (left, y), step);
        }
        left += ADVANCE * step;
    }
}

fn write_stroke(out: &mut String, stroke: &[u8], (left, top): (i32, i32), step: i32) {
    let mut before: Option<(i32, i32)> = None;
    for point in stroke.chunks_exact(2) {
        let digit = |byte: u8| i32::from(byte) - i32::from(b'0');
        let (x, y) = (left + digit(point[0]) * step, top + digit(point[1]) * step);
        match before {
            None => command(out, 'M', &[x, y]),
            Some((_, old)) if old == y => command(out, 'H', &[x]),
            Some((old, _)) if old == x => command(out, 'V', &[y]),
            Some(_) => command(out, 'L', &[x, y]),
        }
        before = Some((x, y));
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
