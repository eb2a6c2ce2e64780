//! Writes figures as SVG. The output is deterministic and contains no fonts and no scripts. All texts are escaped, so
//! they cannot add elements to the picture.

use super::path::command;
use super::{Anchor, Figure, Glyph, Item, LineKind, Mark, Outline, Tile, font};
use crate::render::{Paint, Rgb};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The theme of a page: the colours around a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark, depending on the settings of the reader's system.
    #[default]
    Auto,
    /// Dark letters on a light page.
    Light,
    /// Light letters on a dark page.
    Dark,
}

/// The way in which colours are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// Custom properties of CSS, which the page around the figure can change.
    #[default]
    Properties,
    /// Plain values, for programs that do not support custom properties.
    Values,
}

/// The options for writing a figure as SVG.
///
/// # Examples
/// ```
/// use clowder::render::figure::svg::{Options, Theme};
///
/// let mut options = Options::default();
/// options.theme = Theme::Dark;
/// assert_eq!(options.scale, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The colours of the page.
    pub theme: Theme,
    /// The number of pixels for each unit.
    pub scale: f64,
    /// The format of the colours.
    pub colours: Colours,
}

impl Default for Options {
    fn default() -> Self {
        Self { theme: Theme::Auto, scale: 1.0, colours: Colours::Properties }
    }
}

/// The empty space around a figure, in units.
pub(super) const MARGIN: i32 = 10;

/// The colours of a light page: the background, letters, faint letters, lines, marks and errors.
const LIGHT: [(&str, &str); 6] = [
    ("page", "#ffffff"),
    ("ink", "#1c1c1c"),
    ("faint", "#626262"),
    ("line", "#1c1c1c"),
    ("mark", "#af005f"),
    ("error", "#c00000"),
];
/// The colours of a dark page, in the same order as in [`LIGHT`].
const DARK: [(&str, &str); 6] = [
    ("page", "#262626"),
    ("ink", "#eeeeee"),
    ("faint", "#b2b2b2"),
    ("line", "#d0d0d0"),
    ("mark", "#ff87d7"),
    ("error", "#ff8080"),
];

/// Writes a figure as an SVG document.
///
/// # Examples
/// ```
/// use clowder::render::figure::{Figure, svg};
///
/// let text = svg::write(&Figure::text("<&>", 2), &svg::Options::default());
/// assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(text.ends_with("</svg>\n"));
/// ```
pub fn write(figure: &Figure, options: &Options) -> String {
    let mut out = String::with_capacity(1 << 14);
    open(&mut out, figure, options.scale);
    let _ = writeln!(out, "<style>{}</style>", style(options));
    let (width, height) = outer(figure);
    let _ = writeln!(out, "<path class=\"page\" d=\"M-{MARGIN}-{MARGIN}h{width}v{height}h-{width}z\"/>");
    body(&mut out, figure);
    out.push_str("</svg>\n");
    out
}

/// Writes a figure as an SVG element for an HTML page, whose style sheet defines the colours ([`check::style`](crate::check::style)).
pub fn element(figure: &Figure) -> String {
    let mut out = String::new();
    open(&mut out, figure, 1.0);
    body(&mut out, figure);
    out.push_str("</svg>");
    out
}

/// Returns the width and the height of a figure with its margins, in units.
pub(super) fn outer(figure: &Figure) -> (i32, i32) {
    let (width, height) = figure.size();
    (width + 2 * MARGIN, height + 2 * MARGIN)
}

fn open(out: &mut String, figure: &Figure, scale: f64) {
    let (width, height) = outer(figure);
    let scaled = |length: i32| (f64::from(length) * scale).round().max(1.0);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"clowder\" width=\"{}\" height=\"{}\" \
         viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\">\n<title>{}</title>",
        scaled(width),
        scaled(height),
        escaped(&figure.title),
    );
    if !figure.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escaped(&figure.description));
    }
}

fn body(out: &mut String, figure: &Figure) {
    for item in figure.items() {
        write_item(out, item);
        out.push('\n');
    }
}

/// Returns the SVG text of each part of a figure.
pub(super) fn items(figure: &Figure) -> impl Iterator<Item = String> + '_ {
    figure.items().iter().map(|item| {
        let mut out = String::new();
        write_item(&mut out, item);
        out
    })
}

/// Returns the style sheet of a figure.
fn style(options: &Options) -> String {
    match options.colours {
        Colours::Values => {
            let page = if options.theme == Theme::Dark { DARK } else { LIGHT };
            let page = page.map(|(name, value)| (name, value.to_owned())).into_iter();
            let paints = Paint::ALL.map(|paint| (paint.name(), hex(paint.rgb())));
            let values: HashMap<_, _> = page.chain(paints).collect();
            rules(&|name| values[name].clone())
        }
        Colours::Properties => properties(options.theme) + &rules(&|name| format!("var(--{name})")),
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn declared(page: [(&str, &str); 6]) -> String {
    page.iter().map(|(name, value)| format!("--{name}:{value};")).collect()
}

fn declared_paints() -> String {
    Paint::ALL.iter().map(|paint| format!("--{}:{};", paint.name(), hex(paint.rgb()))).collect()
}

/// Returns the style sheet rules that define the custom properties in an SVG document.
fn properties(theme: Theme) -> String {
    let page = declared(if theme == Theme::Dark { DARK } else { LIGHT });
    let mut out = format!(".clowder{{{page}{}}}", declared_paints());
    if theme == Theme::Auto {
        let _ = write!(out, "@media(prefers-color-scheme:dark){{.clowder{{{}}}}}", declared(DARK));
    }
    out
}

/// Returns the style sheet rules that define the custom properties in an HTML page. The attribute `data-theme` of the
/// root element selects the theme.
pub(crate) fn light_and_dark() -> String {
    let (light, dark) = (declared(LIGHT), declared(DARK));
    format!(
        ":root{{{light}{}}}:root[data-theme=dark]{{{dark}}}\
         @media(prefers-color-scheme:dark){{:root[data-theme=auto]{{{dark}}}}}",
        declared_paints()
    )
}

/// Returns the style sheet rules of figures. The function `colour` returns the CSS value for the name of a colour.
pub(crate) fn rules(colour: &dyn Fn(&str) -> String) -> String {
    let paints: String = Paint::ALL
        .iter()
        .map(|paint| format!(".{0}{{fill:{1}}}", paint.name(), colour(paint.name())))
        .collect();
    let (page, ink, faint, line, mark) =
        (colour("page"), colour("ink"), colour("faint"), colour("line"), colour("mark"));
    let error = colour("error");
    let (black, white, orange) = (colour("black"), colour("white"), colour("orange"));
    let (yellow, dark) = (colour("yellow"), colour("dark"));
    format!(
        ".page,.open{{fill:{page}}}\
         .sq{{stroke:{line};stroke-width:.5}}.hex{{stroke:{dark};stroke-width:1}}\
         {paints}\
         .t,.k,.border,.island,.raft-edge,.score,.arrow,.changed,.highlight,.last-move,.hatch\
         {{fill:none;stroke:{ink};stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}}\
         .faint{{stroke:{faint};stroke-width:1.3}}\
         .on-light{{stroke:{black}}}.on-dark{{stroke:{white}}}\
         .k{{stroke-width:2.4}}\
         .hatch{{stroke:{faint};stroke-width:1}}\
         .border{{stroke:{line};stroke-width:2}}\
         .island{{stroke:{line};stroke-width:3}}\
         .raft-edge{{stroke:{black};stroke-width:4}}\
         .score,.arrow{{stroke:{mark};stroke-width:5}}.score{{stroke-width:3}}.arrow{{opacity:.8}}\
         .edge{{fill:none;stroke:{page};stroke-width:8;stroke-linecap:round;stroke-linejoin:round}}\
         .thin{{stroke-width:5}}\
         .changed{{stroke:{black};stroke-width:3;stroke-dasharray:5 4}}\
         .halo{{fill:none;stroke:{white};stroke-width:5;stroke-linejoin:round}}\
         .highlight{{stroke:{mark};stroke-width:4}}\
         .last-move{{stroke:{mark};stroke-width:4;stroke-dasharray:.1 8}}\
         .slot{{fill:none;stroke:none}}.character{{stroke:{faint}}}\
         .error{{fill:none;stroke:{error};stroke-width:4}}\
         .fine{{stroke-width:2.5}}.halo.fine{{stroke:none}}\
         .badge{{fill:{error};stroke:{page};stroke-width:1.5}}.number{{stroke:{page}}}\
         .piece{{fill:{white};stroke:{black};stroke-width:1.5;stroke-linejoin:round}}\
         .flame,.beak{{fill:{orange}}}.ember-core{{fill:{yellow}}}\
         .body,.pupil{{fill:{black}}}.belly,.eye{{fill:{white}}}.beak,.eye{{stroke:{black};stroke-width:1}}\
         .face{{stroke:{black};stroke-width:2;stroke-linejoin:round}}\
         .on-water .faint{{stroke:{dark}}}"
    )
}

fn write_item(out: &mut String, item: &Item) {
    match item {
        Item::Tile(tile) => write_tile(out, tile),
        Item::Text { at: (x, y), anchor, step, text, faint } => {
            if font::width(text) == 0 {
                return;
            }
            let left = if *anchor == Anchor::Middle { x - font::width(text) * step / 2 } else { *x };
            let class = if *faint { "t faint" } else { "t" };
            let _ = write!(out, "<path class=\"{class}\" d=\"");
            font::write(out, text, (left, *y), *step);
            out.push_str("\"/>");
        }
        Item::Line(kind, points) => write_line(out, *kind, points),
        Item::Badge(at, number) => write_badge(out, *at, *number),
        Item::Begin(class) => {
            let _ = write!(out, "<g class=\"{}\">", escaped(class));
        }
        Item::End => out.push_str("</g>"),
    }
}

/// Writes the number of an error in a small circle.
fn write_badge(out: &mut String, (x, y): (i32, i32), number: usize) {
    const RADIUS: i32 = 9;
    let text = number.to_string();
    let _ = write!(
        out,
        "<path class=\"badge\" data-error=\"{number}\" d=\"M{} {y}a{RADIUS} {RADIUS} 0 1 0 {} 0a{RADIUS} {RADIUS} 0 1 0-{} 0z\"/>\
         <path class=\"t number\" d=\"",
        x - RADIUS,
        2 * RADIUS,
        2 * RADIUS,
    );
    let step = if text.len() == 1 { 2 } else { 1 };
    font::write(out, &text, (x - font::width(&text) * step / 2, y - font::HEIGHT * step / 2), step);
    out.push_str("\"/>");
}

fn write_line(out: &mut String, kind: LineKind, points: &[(i32, i32)]) {
    let mut path = String::new();
    write_path(&mut path, kind, points);
    // Behind an arrow or a `Score` line, a wider line in the colour of the page is drawn. It is visible as an edge on
    // both sides, so that the arrow or `Score` line can be seen on every colour. The edge of a `Score` line is thin, so
    // that it does not cover the letters of a card.
    let edge = match kind {
        LineKind::Score => "edge thin",
        LineKind::Arrow => "edge",
        LineKind::Border | LineKind::Island | LineKind::Raft => "",
    };
    if !edge.is_empty() {
        let _ = write!(out, "<path class=\"{edge}\" d=\"{path}\"/>");
    }
    let _ = write!(out, "<path class=\"{}\" d=\"{path}\"/>", kind.class());
}

fn write_path(out: &mut String, kind: LineKind, points: &[(i32, i32)]) {
    for (index, &(x, y)) in points.iter().enumerate() {
        command(out, if index == 0 { 'M' } else { 'L' }, &[x, y]);
    }
    if let (LineKind::Arrow, [.., from, to]) = (kind, points) {
        let (x, y) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = x.hypot(y).max(1.0);
        let (x, y) = (x / length, y / length);
        for side in [0.5, -0.5] {
            let head =
                |tip: i32, along: f64, across: f64| tip + (-along * 14.0 + across * 14.0 * side) as i32;
            command(out, 'M', &[to.0, to.1]);
            command(out, 'L', &[head(to.0, x, -y), head(to.1, y, x)]);
        }
    }
}

/// Appends the outline of a tile, moved inwards by `inset` units.
fn outline(out: &mut String, tile: &Tile, inset: i32) {
    let (x, y) = tile.at;
    match tile.outline {
        Outline::Square => {
            let side = tile.side - 2 * inset;
            command(out, 'M', &[x + inset, y + inset]);
            command(out, 'h', &[side]);
            command(out, 'v', &[side]);
            command(out, 'h', &[-side]);
            out.push('z');
        }
        Outline::Hexagon => {
            let (middle_x, middle_y) = tile.middle();
            let (side, half) = (tile.side - inset, Tile::half_height(tile.side - inset));
            command(out, 'M', &[middle_x - side, middle_y]);
            for (right, down) in
                [(-side / 2, -half), (side / 2, -half), (side, 0), (side / 2, half), (-side / 2, half)]
            {
                command(out, 'L', &[middle_x + right, middle_y + down]);
            }
            out.push('z');
        }
    }
}

fn write_tile(out: &mut String, tile: &Tile) {
    let shape = if tile.outline == Outline::Square { "sq" } else { "hex" };
    let paint = tile.paint.map_or("open", Paint::name);
    let _ = write!(out, "<path class=\"{shape} {} {paint}", escaped(&tile.class));
    for mark in &tile.marks {
        let _ = write!(out, " is-{}", mark.class());
    }
    out.push('"');
    if let Some([row, column]) = tile.place {
        let _ = write!(out, " data-square=\"{row},{column}\"");
    }
    out.push_str(" d=\"");
    outline(out, tile, 0);
    out.push_str("\"/>");
    write_glyph(out, tile);
    for mark in &tile.marks {
        // On a small tile, a thick ring would cover the letter.
        let is_small = tile.side < 2 * super::SMALL;
        let inset = if is_small {
            1
        } else if *mark == Mark::Changed {
            2
        } else {
            4
        };
        let (halo, fine) = if is_small { ("halo fine", " fine") } else { ("halo", "") };
        let mut ring = String::new();
        outline(&mut ring, tile, inset);
        let _ = write!(
            out,
            "<path class=\"{halo}\" d=\"{ring}\"/><path class=\"{}{fine}\" d=\"{ring}\"/>",
            mark.class()
        );
    }
}

/// The commands of a path. They are relative to the middle of a tile, and the first one begins the path.
type Drawing = &'static [(char, &'static [i32])];

const CAT: Drawing =
    &[('M', &[-8, 8]), ('v', &[-15]), ('l', &[5, 4]), ('h', &[6]), ('l', &[5, -4]), ('v', &[15])];
const EYES: [Drawing; 2] = [
    &[('M', &[-6, -3]), ('c', &[0, -2, 4, -2, 4, 0]), ('c', &[0, 2, -4, 2, -4, 0])],
    &[('M', &[2, -3]), ('c', &[0, -2, 4, -2, 4, 0]), ('c', &[0, 2, -4, 2, -4, 0])],
];
const PUPILS: [Drawing; 2] = [
    &[('M', &[-4, -4]), ('h', &[1]), ('v', &[2]), ('h', &[-1])],
    &[('M', &[4, -4]), ('h', &[1]), ('v', &[2]), ('h', &[-1])],
];
const FLAME: Drawing = &[
    ('M', &[1, -8]),
    ('c', &[1, 3, 5, 5, 5, 10]),
    ('c', &[0, 4, -3, 6, -6, 6]),
    ('c', &[-3, 0, -6, -2, -6, -6]),
    ('c', &[0, -3, 1, -5, 2, -6]),
    ('c', &[0, 2, 1, 3, 2, 3]),
    ('c', &[2, -2, 1, -4, 3, -7]),
];
const CORE: Drawing = &[
    ('M', &[1, 0]),
    ('c', &[1, 2, 2, 3, 2, 5]),
    ('c', &[0, 2, -1, 3, -3, 3]),
    ('c', &[-2, 0, -3, -1, -3, -3]),
    ('c', &[0, -2, 3, -3, 4, -5]),
];
const BELLY: Drawing = &[
    ('M', &[0, -3]),
    ('c', &[2, 0, 4, 2, 4, 6]),
    ('c', &[0, 3, -2, 5, -4, 5]),
    ('c', &[-2, 0, -4, -2, -4, -5]),
    ('c', &[0, -4, 2, -6, 4, -6]),
];
const BEAK: Drawing = &[('M', &[-2, -5]), ('h', &[4]), ('l', &[-2, 3])];
const LEFT_FOOT: Drawing = &[('M', &[-6, 10]), ('h', &[5]), ('v', &[-3]), ('h', &[-3])];
const RIGHT_FOOT: Drawing = &[('M', &[1, 10]), ('h', &[5]), ('l', &[-2, -3]), ('h', &[-3])];
const PENGUIN: Drawing = &[
    ('M', &[0, -9]),
    ('c', &[3, 0, 4, 2, 4, 5]),
    ('c', &[0, 3, 2, 5, 2, 9]),
    ('c', &[0, 3, -3, 4, -6, 4]),
    ('c', &[-3, 0, -6, -1, -6, -4]),
    ('c', &[0, -4, 2, -6, 2, -9]),
    ('c', &[0, -3, 1, -5, 4, -5]),
];

/// Writes a closed path around the middle of a tile.
fn draw(out: &mut String, tile: &Tile, class: &str, drawing: Drawing, scaled: impl Fn(i32) -> i32) {
    let (x, y) = tile.middle();
    let _ = write!(out, "<path class=\"{class}\" d=\"");
    for &(letter, numbers) in drawing {
        let mut numbers: Vec<i32> = numbers.iter().map(|&number| scaled(number)).collect();
        if letter == 'M' {
            numbers = vec![x + numbers[0], y + numbers[1]];
        }
        command(out, letter, &numbers);
    }
    out.push_str("z\"/>");
}

fn write_glyph(out: &mut String, tile: &Tile) {
    let (x, y) = tile.middle();
    let unit = if tile.side >= super::SIDE { 2 } else { 1 };
    match &tile.glyph {
        Glyph::None => {}
        Glyph::Letters(text) => {
            let class = match tile.paint.map(Paint::ink) {
                None => "t",
                Some(Paint::White) => "k on-dark",
                Some(_) => "k on-light",
            };
            let step = if tile.side > super::SIDE { 6 } else { unit + 1 };
            letters(out, text, class, (x, y), step, tile.side);
        }
        Glyph::Cat(letter) => {
            let paint = tile.paint.unwrap_or(Paint::White);
            let scaled = |number| number * unit;
            draw(out, tile, "halo", CAT, scaled);
            draw(out, tile, &format!("face {}", paint.name()), CAT, scaled);
            for (class, eyes) in [("eye", EYES), ("pupil", PUPILS)] {
                draw(out, tile, class, eyes[0], scaled);
                draw(out, tile, class, eyes[1], scaled);
            }
            let class = if paint.ink() == Paint::White { "k on-dark" } else { "k on-light" };
            letters(out, letter.encode_utf8(&mut [0; 4]), class, (x, y + 4 * unit), unit, tile.side);
        }
        // Flames are also drawn on smaller tiles, such as the ones in the fire bag.
        Glyph::Flame => {
            draw(out, tile, "flame", FLAME, |number| number * tile.side / super::SMALL);
            if tile.side >= super::SMALL {
                draw(out, tile, "ember-core", CORE, |number| number * tile.side / super::SMALL);
            }
        }
        Glyph::Symbol(deck) => {
            let symbol = match deck {
                'A' => "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
                'B' => "m-5-5l10 10m-10 0l10-10",
                'C' => "m-5-5h10v10h-10z",
                _ => "m0-6l6 11h-12z",
            };
            let _ = write!(out, "<path class=\"k on-light\" d=\"M{x} {y}{symbol}\"/>");
        }
        Glyph::Hatch => {
            let (left, top) = tile.at;
            let side = tile.side;
            out.push_str("<path class=\"hatch\" d=\"");
            for [from_x, from_y, to_x, to_y] in
                [[0, side / 2, side / 2, 0], [0, side, side, 0], [side / 2, side, side, side / 2]]
            {
                command(out, 'M', &[left + from_x, top + from_y]);
                command(out, 'L', &[left + to_x, top + to_y]);
            }
            out.push_str("\"/>");
        }
        Glyph::Penguin => {
            for (class, drawing) in [
                ("beak", LEFT_FOOT),
                ("beak", RIGHT_FOOT),
                ("body", PENGUIN),
                ("belly", BELLY),
                ("beak", BEAK),
            ] {
                draw(out, tile, class, drawing, |number| number * unit);
            }
        }
    }
}

/// Writes letters whose middle is at the point `(x, y)`. If the letters are wider than the tile, they are made smaller.
fn letters(out: &mut String, text: &str, class: &str, (x, y): (i32, i32), step: i32, side: i32) {
    let width = font::width(text);
    if width == 0 {
        return;
    }
    let step = if width * step > side - 4 { (step - 1).max(1) } else { step };
    let _ = write!(out, "<path class=\"{class}\" d=\"");
    let (first, last) = font::rows(text);
    font::write(out, text, (x - width * step / 2, y - (first + last) * step / 2), step);
    out.push_str("\"/>");
}

/// Escapes a text for an element or an attribute of XML and HTML. Non-characters of Unicode and control characters
/// become U+FFFD, except tabs and line feeds.
///
/// # Examples
/// ```
/// use clowder::render::figure::svg::escaped;
///
/// assert_eq!(escaped("<a & 'b'>\u{0}"), "&lt;a &amp; &#39;b&#39;&gt;\u{fffd}");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(character),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' => out.push('\u{fffd}'),
            // These are the other non-characters of Unicode. An HTML parser reports non-characters as errors.
            _ if u32::from(character) & 0xfffe == 0xfffe => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}
