//! The letters in figures. They are drawn as strokes on a grid that is 4 steps wide and 8 steps high, so that a figure
//! does not need a font.

use super::path::command;

/// The distance between the left edges of two successive letters, in steps.
pub(super) const ADVANCE: i32 = 6;
/// The height of a capital letter, in steps.
pub(super) const HEIGHT: i32 = 6;

/// Returns the strokes of a character, separated by spaces. Each stroke is a sequence of points with two digits each:
/// the column from 0 to 4, and the row from 0 (at the top) to 8. Row 6 is the baseline. Every character that is not in
/// the table is a box.
const fn strokes(character: char) -> &'static str {
    match character {
        'A'..='Z' => CAPITALS[character as usize - 'A' as usize],
        'a'..='z' => SMALL[character as usize - 'a' as usize],
        '0'..='9' => DIGITS[character as usize - '0' as usize],
        ' ' => "",
        '.' => "2626",
        ',' => "2617",
        ':' => "2323 2626",
        ';' => "2323 2617",
        '-' | '─' => "0343",
        '_' => "0646",
        '+' => "0343 2125",
        '=' => "0242 0444",
        '(' => "30212536",
        ')' => "10212516",
        '[' => "30202636",
        ']' => "10202616",
        '{' => "30212213242536",
        '}' => "10212233242516",
        '<' => "410345",
        '>' => "014305",
        '/' => "4006",
        '\\' => "0046",
        '|' | '│' => "2027",
        '!' => "2024 2626",
        '?' => "01103041422324 2626",
        '\'' => "2021",
        '"' => "1011 3031",
        '`' => "1021",
        '#' => "1016 3036 0242 0444",
        '$' => "413010010213334445361605 2026",
        '%' => "4006 1010 3636",
        '&' => "460201102105162644",
        '*' => "2125 0244 4204",
        '@' => "361605011030414434322224",
        '^' => "022042",
        '~' => "03123443",
        '·' => "2424",
        '→' => "0343 214325",
        '…' => "0606 2626 4646",
        '▶' => "00430600",
        '×' => "0145 4105",
        _ => BOX,
    }
}

const BOX: &str = "0006464000";

const CAPITALS: [&str; 26] = [
    "0602204246 0444",
    "06003041423303 3344453606",
    "4130100105163645",
    "06002042442606",
    "40000646 0333",
    "400006 0333",
    "41301001051636454323",
    "0006 4046 0343",
    "1030 1636 2026",
    "4045361605",
    "0006 4003 0346",
    "000646",
    "0600234046",
    "06004640",
    "100105163645413010",
    "06003041423303",
    "100105163645413010 2446",
    "06003041423303 2346",
    "413010010213334445361605",
    "0040 2026",
    "000516364540",
    "002640",
    "0016233640",
    "0046 4006",
    "002340 2326",
    "00400646",
];

const SMALL: [&str; 26] = [
    "1232434616051444",
    "0006 0312324345361605",
    "4332120305163645",
    "4046 4332120305163645",
    "04444332120305163645",
    "40302126 1333",
    "4332120305163645 4247381807",
    "0006 0312324346",
    "2226 2020",
    "32372808 3030",
    "0006 3204 1436",
    "10202536",
    "0602 03122326 23324346",
    "0602 0312324346",
    "120305163645433212",
    "0208 0312324345361605",
    "4248 4332120305163645",
    "0602 03123243",
    "43321203143445361605",
    "20253646 0242",
    "0205163645 4246",
    "022642",
    "0216243642",
    "0246 4206",
    "0226 4218",
    "02420646",
];

const DIGITS: [&str; 10] = [
    "100105163645413010 3115",
    "112026 1636",
    "01103041420646",
    "0110304142334445361605 1333",
    "300444 3036",
    "400002324345361605",
    "4130100105163645443303",
    "004016",
    "13020110304142331304051636454433",
    "0516364541301001021343",
];

/// Returns true if every character of a text has strokes.
pub(super) fn knows(text: &str) -> bool {
    text.chars().all(|character| strokes(character) != BOX)
}

/// Returns the width of a text in steps. The space after the last letter is not included.
pub(super) fn width(text: &str) -> i32 {
    let letters = text.chars().count().min(1 << 16) as i32;
    (letters * ADVANCE - (ADVANCE - 4)).max(0)
}

/// Returns the first and the last row of the strokes of a text, which are used to centre it.
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

/// Appends the commands of an SVG path that draws a text. The top left corner of the first letter is at `x` and `y`,
/// and each step is `step` units long.
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
