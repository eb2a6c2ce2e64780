//! Writes scenes as text with terminal escape sequences.

use super::{Paint, Scene, Style};
use owo_colors::{Effect, OwoColorize, XtermColors};

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
    let effects =
        [(style.bold, Effect::Bold), (style.faint, Effect::Dimmed), (style.underline, Effect::Underline)];
    for (_, effect) in effects.into_iter().filter(|(is_on, _)| *is_on) {
        painted = painted.effect(effect);
    }
    painted
}

/// Writes a picture as text with escape sequences for its colours. Each line ends with `\n`. For a terminal without
/// colours, use [`Scene::text`], which writes neither escape sequences nor trailing spaces.
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
            out += &text.style(terminal_style(*style)).to_string();
        }
        out.push('\n');
    }
    out
}
