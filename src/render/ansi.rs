//! Writes scenes as text with terminal escape sequences.

use super::{Scene, Style};
use std::fmt::Write as _;

/// Writes a picture as text with escape sequences. Each line ends with `\n`. If the terminal cannot show colours, the
/// caller should use [`Scene::text`] instead, which writes neither escape sequences nor trailing spaces.
///
/// # Examples
/// ```
/// use clowder::render::{Scene, Style, ansi};
///
/// let mut scene = Scene::new();
/// scene.put("plain ", Style::PLAIN).put("bold", Style::BOLD);
/// assert_eq!(ansi(&scene), "plain \u{1b}[1mbold\u{1b}[0m\n");
/// ```
pub fn ansi(scene: &Scene) -> String {
    let mut out = String::new();
    for line in scene.lines() {
        for (text, style) in line {
            if *style == Style::PLAIN {
                out.push_str(text);
            } else {
                let _ = write!(out, "\x1b[{}m{text}\x1b[0m", codes(*style));
            }
        }
        out.push('\n');
    }
    out
}

/// Returns the numbers of an escape sequence that sets a style.
fn codes(style: Style) -> String {
    let colours = [(38, style.ink), (48, style.ground)].into_iter();
    let colours =
        colours.filter_map(|(layer, paint)| Some(format!("{layer};5;{}", paint?.terminal_number())));
    let flags = [(style.bold, "1"), (style.faint, "2"), (style.underline, "4")].into_iter();
    let flags = flags.filter(|flag| flag.0).map(|flag| flag.1.to_owned());
    colours.chain(flags).collect::<Vec<_>>().join(";")
}
