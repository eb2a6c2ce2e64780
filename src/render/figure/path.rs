//! The commands of SVG paths.

pub(super) fn command(out: &mut String, letter: char, numbers: &[i32]) {
    out.push(letter);
    for (index, &number) in numbers.iter().enumerate() {
        if number < 0 {
            out.push('-');
        } else if index > 0 {
            out.push(' ');
        }
        push_digits(out, number.unsigned_abs());
    }
}

/// Appends the commands for a line that connects points.
pub(super) fn lines(out: &mut String, points: impl IntoIterator<Item = (i32, i32)>) {
    for (index, (x, y)) in points.into_iter().enumerate() {
        command(out, if index == 0 { 'M' } else { 'L' }, &[x, y]);
    }
}

/// Appends a number. The standard library would take several times as long, and a picture has thousands of numbers.
fn push_digits(out: &mut String, number: u32) {
    if number > 9 {
        push_digits(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
