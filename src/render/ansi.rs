//! Scenes painted with terminal escapes.

use super::{Paint, Scene, Style};
use owo_colors::{OwoColorize, XtermColors};

/// The nearest of the 256 terminal colours; the first sixteen are left alone, a user's theme may change them.
fn terminal_colour(paint: Paint) -> XtermColors {
    XtermColors::from(match paint {
        Paint::Blue => 25,
        Paint::Green => 36,
        Paint::Purple => 175,
        Paint::Red => 166,
        Paint::Yellow => 221,
        Paint::Orange => 214,
        Paint::Sky => 74,
        Paint::White => 255,
        Paint::Grey => 246,
        Paint::Dark => 237,
        Paint::Black => 16_u8,
    })
}

impl From<Style> for owo_colors::Style {
    fn from(style: Style) -> Self {
        let mut painted = Self::new();
        if let Some(ink) = style.ink {
            painted = painted.color(terminal_colour(ink));
        }
        if let Some(ground) = style.ground {
            painted = painted.on_color(terminal_colour(ground));
        }
        if style.bold {
            painted = painted.bold();
        }
        if style.faint {
            painted = painted.dimmed();
        }
        if style.underline {
            painted = painted.underline();
        }
        painted
    }
}

/// The picture with escapes, each line ended by `\n`. Whether to paint at all is decided before: this always
/// does.
pub fn ansi(scene: &Scene) -> String {
    let mut out = String::new();
    for line in scene.lines() {
        for (text, style) in line {
            if *style == Style::PLAIN {
                out.push_str(text);
            } else {
                out.push_str(&text.style((*style).into()).to_string());
            }
        }
        out.push('\n');
    }
    out
}
