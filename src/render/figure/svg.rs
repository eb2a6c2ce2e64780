//! Writes figures as SVG. The output is deterministic and contains no fonts or scripts. All texts are escaped, so they
//! cannot add elements to the picture.

use super::path::{command, lines};
use super::{Figure, Glyph, Item, Tile, font, hexagon};
use crate::render::picture::{Mark, SIDE, SMALL};
use crate::render::{Paint, Rgb};
use std::fmt::Write as _;

/// The theme of a page: its background colour, and the colours of letters and lines on this background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark, depending on the user's system settings.
    #[default]
    Auto,
    /// Dark letters on a light page.
    Light,
    /// Light letters on a dark page.
    Dark,
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
    /// The colours of the background and of everything outside coloured cells.
    pub theme: Theme,
    /// The number of pixels in a unit.
    pub scale: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { theme: Theme::Auto, scale: 1.0 }
    }
}

/// The width of the empty space around a figure.
pub(super) const MARGIN: i32 = 10;

/// The colours that depend on the theme: the name in the style sheet, and the values in the light and the dark theme.
const PAGE: [(&str, [&str; 2]); 6] = [
    ("page", ["#ffffff", "#262626"]),
    ("ink", ["#1c1c1c", "#eeeeee"]),
    ("faint", ["#626262", "#b2b2b2"]),
    ("line", ["#1c1c1c", "#d0d0d0"]),
    ("mark", ["#af005f", "#ff87d7"]),
    ("error", ["#c00000", "#ff8080"]),
];

const RULES: &str = include_str!("figure.css");

// The origin of each drawing is the centre of a square with a side length of 40 units.
const CAT: &str = include_str!("cat.svg");
const FLAME: &str = include_str!("flame.svg");
const PENGUIN: &str = include_str!("penguin.svg");

/// Writes a figure as an SVG document.
///
/// # Examples
/// ```
/// use clowder::render::{Node, Picture, Style, figure::{FigureLook, svg}};
///
/// let figure = Picture::from(Node::words("<&>", Style::PLAIN)).figure(&FigureLook::default());
/// let text = svg::write(&figure, &svg::Options::default());
/// assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(text.ends_with("</svg>\n"));
/// ```
pub fn write(figure: &Figure, options: &Options) -> String {
    let declared = page(options.theme == Theme::Dark) + &paints();
    let style = if options.theme == Theme::Auto {
        let dark = page(true);
        format!(".clowder{{{declared}}}@media(prefers-color-scheme:dark){{.clowder{{{dark}}}}}{}", rules())
    } else {
        // A theme that cannot change needs no custom properties of CSS, which resvg and some editors do not support.
        declared.split_terminator(';').fold(rules(), |rules, one| {
            let (name, value) = one.split_once(':').unwrap_or_default();
            rules.replace(&format!("var({name})"), value)
        })
    };
    let (width, height) = outer(figure);
    let page = format!("<path class=\"page\" d=\"M-{MARGIN}-{MARGIN}h{width}v{height}h-{width}z\"/>");
    let head = format!("<style>{style}</style>\n{page}\n");
    document(figure, options.scale, &head, write_item) + "\n"
}

/// Writes a figure as an SVG element for an HTML page. The page must contain the [`style_sheet`]. If a cell was read
/// from a string, its attribute `data-span` is the half-open byte range in the string, such as `4-9`. In a state, the
/// index of the part comes first, as in `0:4-9`.
///
/// # Examples
/// ```
/// use clowder::notation::Kind;
/// use clowder::diagnostics::Source;
/// use clowder::render::{self, figure::{FigureLook, svg}};
///
/// let picture = render::picture(Kind::Hand, Source::whole("Ab"));
/// let element = svg::element(&picture.figure(&FigureLook::default()));
/// assert!(element.contains("data-span=\"1-2\"") && !element.contains("<style"));
/// ```
pub fn element(figure: &Figure) -> String {
    document(figure, 1.0, "", write_item)
}

/// Returns the style sheet for the [`element`]s of a page. Its rules apply only inside elements of the class `clowder`.
pub fn style_sheet() -> String {
    let (light, dark) = (page(false), page(true));
    let (paints, rules) = (paints(), rules());
    format!(
        ":root{{{light}{paints}}}:root[data-theme=dark]{{{dark}}}\
         @media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\
         .clowder{{{rules}}}"
    )
}

/// Returns the width and the height of a figure, including the empty space around it.
pub(super) fn outer(figure: &Figure) -> (i32, i32) {
    let (width, height) = figure.size;
    (width + 2 * MARGIN, height + 2 * MARGIN)
}

/// Returns an SVG element. It contains the title and the description of a figure, then `head`, and then the parts of
/// the figure, each written by the function `write`.
pub(super) fn document(
    figure: &Figure,
    scale: f64,
    head: &str,
    mut write: impl FnMut(&mut String, &Item),
) -> String {
    let mut out = String::with_capacity(1 << 14);
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
    out.push_str(head);
    for item in &figure.items {
        write(&mut out, item);
        out.push('\n');
    }
    out + "</svg>"
}

/// Returns the SVG text of a part of a figure.
pub(super) fn item(item: &Item) -> String {
    let mut out = String::new();
    write_item(&mut out, item);
    out
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn page(is_dark: bool) -> String {
    PAGE.iter().map(|(name, values)| format!("--{name}:{};", values[usize::from(is_dark)])).collect()
}

fn paints() -> String {
    Paint::ALL.iter().map(|paint| format!("--{}:{};", paint.name(), hex(paint.rgb()))).collect()
}

fn rules() -> String {
    let fill = |paint: &Paint| format!(".{0}{{fill:var(--{0})}}", paint.name());
    Paint::ALL.iter().map(fill).chain([RULES.to_owned()]).collect()
}

fn write_item(out: &mut String, item: &Item) {
    match item {
        Item::Tile(tile) => write_tile(out, tile),
        Item::Text { at, text, class } => put_letters(out, text, format!("t {class}").trim_end(), *at, 2),
        Item::Line(class, paint, points) => write_line(out, class, *paint, points),
        Item::Badge((x, y), number) => {
            let (text, left) = (number.to_string(), x - 9);
            let circle = format!("M{left} {y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0z");
            let _ = write!(out, "<path class=\"badge\" data-error=\"{number}\" d=\"{circle}\"/>");
            let step = if *number < 10 { 2 } else { 1 };
            let corner = (x - font::width(&text) * step / 2, y - font::HEIGHT * step / 2);
            put_letters(out, &text, "t number", corner, step);
        }
        Item::Begin(class) => _ = write!(out, "<g class=\"{class}\">"),
        Item::End => out.push_str("</g>"),
    }
}

/// Writes a text whose upper left corner is at a point. The letters are drawn as strokes. If the table of strokes lacks
/// even one letter of the text, an SVG element `text` is written instead. The viewer shows this element in one of its
/// own fonts.
fn put_letters(out: &mut String, text: &str, class: &str, (x, y): (i32, i32), step: i32) {
    if font::width(text) == 0 {
        return;
    }
    if font::knows(text) {
        let _ = write!(out, "<path class=\"{class}\" d=\"");
        font::write(out, text, (x, y), step);
        out.push_str("\"/>");
    } else {
        let (width, base) = (font::width(text) * step, y + font::HEIGHT * step);
        let (size, text) = (8 * step, escaped(text));
        let _ = write!(out, "<text class=\"ink\" x=\"{x}\" y=\"{base}\" textLength=\"{width}\"");
        let _ = write!(out, " font-size=\"{size}\">{text}</text>");
    }
}

fn write_line(out: &mut String, class: &str, paint: Option<Paint>, points: &[(i32, i32)]) {
    let mut path = String::new();
    lines(&mut path, points.iter().copied());
    if let ("arrow", [.., from, to]) = (class, points) {
        let (x, y) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let (x, y) = (x / x.hypot(y).max(1.0), y / x.hypot(y).max(1.0));
        for side in [7.0, -7.0] {
            let head = |tip: i32, along: f64, across: f64| tip + (across * side - along * 14.0) as i32;
            lines(&mut path, [*to, (head(to.0, x, -y), head(to.1, y, x))]);
        }
    }
    // An arrow or a path has a wider line in the page colour behind it, so that it is visible on every colour.
    if matches!(class, "arrow" | "score") {
        let _ = write!(out, "<path class=\"edge\" d=\"{path}\"/>");
    }
    let _ = match paint {
        Some(paint) => write!(out, "<path class=\"way\" stroke=\"{}\" d=\"{path}\"/>", hex(paint.rgb())),
        None => write!(out, "<path class=\"{class}\" d=\"{path}\"/>"),
    };
}

/// Appends the outline of a tile, moved inwards by `inset` units.
fn outline(out: &mut String, tile: &Tile, inset: i32) {
    if tile.is_hexagon {
        lines(out, hexagon(tile.middle(), tile.side - inset));
    } else {
        let ((x, y), (width, height)) = (tile.at, tile.extent());
        command(out, 'M', &[x + inset, y + inset]);
        command(out, 'h', &[width - 2 * inset]);
        command(out, 'v', &[height - 2 * inset]);
        command(out, 'h', &[2 * inset - width]);
    }
    out.push('z');
}

fn write_tile(out: &mut String, tile: &Tile) {
    let cell = &tile.cell;
    let shape = if tile.is_hexagon { "hex" } else { "sq" };
    let cat = if matches!(cell.glyph, Glyph::Cat(_)) { " cat" } else { "" };
    let raft = if cell.is_raft { " on-raft" } else { "" };
    let (class, paint) = (escaped(&cell.class), cell.paint.map_or("open", Paint::name));
    let _ = write!(out, "<path class=\"{shape} {class}{cat}{raft} {paint}");
    for mark in &cell.marks {
        let _ = write!(out, " is-{}", mark.class());
    }
    out.push('"');
    if let Some([row, column]) = cell.place {
        let _ = write!(out, " data-square=\"{row},{column}\"");
    }
    if let Some(origin) = cell.origin {
        let _ = write!(out, " data-span=\"{origin}\"");
    }
    out.push_str(" d=\"");
    outline(out, tile, 0);
    out.push_str("\"/>");
    write_glyph(out, tile);
    for mark in &cell.marks {
        if tile.is_character() {
            let ((x, y), (width, height), class) = (tile.at, tile.extent(), mark.class());
            let _ = write!(out, "<path class=\"{class}\" d=\"M{x} {}h{width}\"/>", y + height + 4);
            continue;
        }
        // On a small tile, a thick ring would cover the letter.
        let is_small = tile.side < 2 * SMALL && cell.size == [1, 1];
        let is_frame = cell.glyph == Glyph::Slot && cell.class != "slot end";
        let inset = match mark {
            // The ring that marks a frame is outside the frame, around the framed cells.
            _ if is_frame => -3,
            _ if is_small => 1,
            Mark::Changed => 2,
            _ => 4,
        };
        let fine = if is_small || is_frame { " fine" } else { "" };
        let mut ring = String::new();
        outline(&mut ring, tile, inset);
        for class in ["halo", mark.class()] {
            let _ = write!(out, "<path class=\"{class}{fine}\" d=\"{ring}\"/>");
        }
    }
}

fn draw(out: &mut String, tile: &Tile, class: &str, drawing: &str) {
    let (x, y) = tile.middle();
    let _ = write!(out, "<g class=\"{class}\" transform=\"translate({x} {y})");
    if tile.side != SIDE {
        let _ = write!(out, "scale({})", f64::from(tile.side) / f64::from(SIDE));
    }
    out.push_str("\">");
    out.extend(drawing.lines());
    out.push_str("</g>");
}

fn write_glyph(out: &mut String, tile: &Tile) {
    let unit = if tile.side >= SIDE { 2 } else { 1 };
    let step = if tile.side > SIDE { 6 } else { unit + 1 };
    let ink = match tile.cell.paint.map(Paint::ink) {
        None => "t",
        Some(Paint::White) => "k on-dark",
        Some(_) => "k on-light",
    };
    match &tile.cell.glyph {
        Glyph::None | Glyph::Hole | Glyph::Slot | Glyph::Dot => {}
        Glyph::Letters(text) => letters(out, tile, text, ink, 0, step),
        Glyph::Number(text) => letters(out, tile, text, "t faint", 0, 2),
        Glyph::Hidden => letters(out, tile, "?", ink, 0, step),
        Glyph::Cat(letter) => {
            draw(out, tile, tile.cell.paint.map_or("open", Paint::name), CAT);
            letters(out, tile, letter.encode_utf8(&mut [0; 4]), ink, 4 * unit, unit);
        }
        Glyph::Flame => draw(out, tile, "fire", FLAME),
        Glyph::Back(deck) => {
            // The symbols are a circle, a cross, a square and a triangle.
            let symbol = match deck {
                'A' => "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
                'B' => "m-5-5l10 10m-10 0l10-10",
                'C' => "m-5-5h10v10h-10z",
                _ => "m0-6l6 11h-12z",
            };
            let (x, y) = tile.middle();
            let _ = write!(out, "<path class=\"k on-light\" d=\"M{x} {y}{symbol}\"/>");
        }
        Glyph::Hatch => {
            let ((left, top), side) = (tile.at, tile.side);
            let half = side / 2;
            out.push_str("<path class=\"hatch\" d=\"");
            for line in [[(0, half), (half, 0)], [(0, side), (side, 0)], [(half, side), (side, half)]] {
                lines(out, line.map(|(x, y)| (left + x, top + y)));
            }
            out.push_str("\"/>");
        }
        Glyph::Penguin => draw(out, tile, "bird", PENGUIN),
    }
}

/// Writes a text in a tile, `down` units below its centre. If the text is wider than the tile, its letters are smaller.
fn letters(out: &mut String, tile: &Tile, text: &str, class: &str, down: i32, step: i32) {
    let ((x, y), side) = (tile.middle(), tile.extent().0);
    let width = font::width(text);
    let step = (1..=step).rev().find(|step| width * step <= side - 4).unwrap_or(1);
    // The characters of a drawn string are on one baseline. Other texts are centred by the height of their own letters.
    let (first, last) = if side < SMALL { (0, font::HEIGHT) } else { font::rows(text) };
    put_letters(out, text, class, (x - width * step / 2, y + down - (first + last) * step / 2), step);
}

/// Escapes a text for an element or an attribute of XML and HTML. Unicode non-characters, and control characters other
/// than tabs and line feeds, become U+FFFD.
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
            // These are the remaining Unicode non-characters. An HTML parser reports non-characters as errors.
            _ if u32::from(character) & 0xfffe == 0xfffe => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}
