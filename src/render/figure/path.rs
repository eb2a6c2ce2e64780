//! The commands of SVG paths.

pub(super) fn command(out: &mut String, letter: char, numbers: &[i32]) {
    out.push(letter);
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 && *number >= 0 {
            out.push(' ');
        }
        push_number(out, *number);
    }
}

/// Appends a number. A picture has thousands of numbers, and the standard library would take several times as long to
/// format them.
fn push_number(out: &mut String, number: i32) {
    if number < 0 {
        out.push('-');
    }
    let mut digits = [0; 10];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[start..]).unwrap_or_default());
}
