//! Writes scenes as text with terminal escape sequences.

use super::{Paint, Scene, Style};
use owo_colors::{OwoColorize, XtermColors};

fn terminal_colour(paint: Paint) -> XtermColors {
    XtermColors::from(paint.terminal_number())
}

fn terminal_style(style: Style) -> owo_colors::Style {
    let mut painted = owo_colors::Style::new();
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
                out.push_str(&text.style(terminal_style(*style)).to_string());
            }
        }
        out.push('\n');
    }
    out
}
