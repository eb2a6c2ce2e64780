//! Writes HTML pages. A page is a single file that loads no other files. All pages contain the same style sheet. A page
//! contains a script only if it replays a game, has tables that can be sorted, or links a string to its picture.

use super::svg::{self, Theme, escaped};
use super::{Figure, FigureLook, Item, Tile};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Source, Span};
use crate::notation::Segment;
use crate::render::picture::{Flow, Node, Origin, Picture, Piece, SMALL};
use crate::render::{Board, Cell, Style};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The hash of the style sheet. The content security policy of a page allows only the style sheet with this hash. A
/// test checks that the hash is right.
const STYLE_HASH: &str = "sha256-y6K9af1J9HvnK9J/+l4qqSKnuqcRl5yQKVSWVNSF9Fk=";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Script {
    pub(super) text: &'static str,
    /// The hash of the text. The content security policy of a page allows only the script with this hash. A test checks
    /// that the hash is right.
    pub(super) hash: &'static str,
}

pub(crate) const SORTING: Script =
    Script { text: include_str!("table.js"), hash: "sha256-z0FMxDAs/nVacGAW2Ta11G7K/HJH87mtNuQwYLX3RAY=" };

/// The script that links the parts of a string to the cells that show them.
const LINKS: Script =
    Script { text: include_str!("links.js"), hash: "sha256-r1ir9cKMGJxnNb49D19fCU5V1ZA79Sa1+k1NDzAe2c4=" };

/// The maximum width of the parts to the right of a board.
const ASIDE: i32 = 580;

/// A part of a string on a page. Pointing to the part highlights the cells that were read from it.
#[derive(Clone, Debug, Default)]
pub struct StringPart {
    /// The text of the part. Its control characters are escaped.
    pub text: String,
    /// The meaning of the part, or an empty string.
    pub meaning: String,
    /// The position of the part in the string.
    pub origin: Option<Origin>,
}

/// The maximum number of parts into which a string is divided.
const PARTS: usize = 400;
/// A part with more characters than this is shortened.
const LONGEST: usize = 4000;

impl StringPart {
    /// Divides a string into parts: the given segments, which can be in any order, and the texts between them.
    pub fn all(source: Source<'_>, segments: &[Segment]) -> Vec<Self> {
        let mut parts = Vec::new();
        let strings: Vec<_> = (0..source.parts.len()).map(Some).collect();
        for component in if strings.is_empty() { vec![None] } else { strings } {
            let text = source.part(component);
            let own =
                segments.iter().filter(|one| one.component == component && one.span.start < one.span.end);
            let mut own: Vec<_> = own.map(|one| (one.span, one.meaning.as_str())).collect();
            own.sort_by_key(|(span, _)| (span.start, span.end));
            own.truncate(PARTS);
            own.push((Span::new(text.len(), text.len()), ""));
            let mut next = 0;
            for (span, meaning) in own {
                if span.start < next {
                    continue;
                }
                let gap = (Span::new(next, span.start), "");
                next = span.end;
                for (span, meaning) in [gap, (span, meaning)].into_iter().filter(|it| it.0.start < it.0.end) {
                    let lines = text.get(span.start..span.end).unwrap_or_default().split('\n').map(escape);
                    let mut text = lines.collect::<Vec<_>>().join("⏎\n");
                    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
                        text.replace_range(end.., "…");
                    }
                    let origin = Some(Origin { part: component, span });
                    parts.push(Self { text, meaning: meaning.to_owned(), origin });
                }
            }
        }
        parts
    }
}

/// A section of a page: a picture, its heading, and the texts below it.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading above the picture, or an empty string.
    pub heading: String,
    /// The text below the picture, or an empty string.
    pub caption: String,
    /// The picture, or an empty picture if the section has only texts.
    pub picture: Picture,
    /// The parts of the string from which the picture was read.
    pub string: Vec<StringPart>,
    /// The lines of a list below the picture.
    pub list: Vec<String>,
}

impl Section {
    /// Returns a section whose heading is also the title of its picture.
    pub fn titled(heading: impl Into<String>, picture: Picture) -> Self {
        let heading = heading.into();
        Self { picture: Picture { title: heading.clone(), ..picture }, heading, ..Self::default() }
    }
}

impl From<Picture> for Section {
    fn from(picture: Picture) -> Self {
        Self { picture, ..Self::default() }
    }
}

/// Returns a page. `class` is the class name of its body, by which the style sheet selects the layout. `body` is the
/// HTML below the heading.
pub(crate) fn document(title: &str, theme: Theme, class: &str, script: Option<Script>, body: &str) -> String {
    format!(
        include_str!("document.html"),
        theme = format!("{theme:?}").to_lowercase(),
        style_hash = STYLE_HASH,
        script_hash = script.map_or("none", |script| script.hash),
        version = env!("CARGO_PKG_VERSION"),
        title = escaped(title),
        style = svg::style_sheet() + include_str!("page.css"),
        class = class,
        body = body,
        script = script.map_or(String::new(), |script| format!("<script>{}</script>\n", script.text)),
    )
}

/// Returns a table whose cells are HTML. A table that is too wide for the page scrolls in its own box. With the
/// attribute `class="sorts"`, readers can sort the table, if the page has the script [`SORTING`]. Each column has a
/// heading and a class name: `text` for words, `thin` for a narrow column whose heading is vertical, and `""` for
/// numbers. Each row needs at least one cell.
pub(crate) fn table(
    attributes: &str,
    caption: &str,
    columns: &[(impl AsRef<str>, &str)],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let classed = |class: &str| if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let headings = columns.iter().map(|(heading, class)| {
        format!("<th scope=\"col\"{}>{}</th>", classed(class), escaped(heading.as_ref()))
    });
    let rows = rows.into_iter().map(|row| {
        let cells = row.iter().zip(columns).skip(1);
        let cells: String =
            cells.map(|(cell, (_, class))| format!("<td{}>{cell}</td>", classed(class))).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", row[0])
    });
    format!(
        include_str!("table.html"),
        attributes = attributes,
        caption = escaped(caption),
        headings = headings.collect::<String>(),
        rows = rows.collect::<String>(),
    )
}

/// The tiles of all figures on a page. Equal tiles are written only once and then referenced, so that a page with many
/// boards stays small.
#[derive(Debug, Default)]
pub(crate) struct SharedTiles {
    numbers: HashMap<String, usize>,
    definitions: String,
}

impl SharedTiles {
    fn element(&mut self, figure: &Figure) -> String {
        svg::document(figure, 1.0, "", |out, item| {
            let Item::Tile(tile) = item else { return out.push_str(&svg::item(item)) };
            let cell = Cell { place: None, origin: None, ..tile.cell.clone() };
            let part = svg::item(&Item::Tile(Tile { at: (0, 0), cell, ..*tile }));
            let next = self.numbers.len();
            // The rules of the style sheet apply only inside elements of the class `clowder`. For a referenced tile,
            // such an element must be a part of the definition.
            let number = *self.numbers.entry(part).or_insert_with_key(|part| {
                let _ = writeln!(self.definitions, "<g class=\"clowder\" id=\"t{next}\">{part}</g>");
                next
            });
            let (x, y) = tile.at;
            let _ = write!(out, "<use href=\"#t{number}\" x=\"{x}\" y=\"{y}\"/>");
        })
    }

    /// Returns HTML with figures side by side. Each is below its heading, which can be empty.
    pub(crate) fn boards(&mut self, figures: impl Iterator<Item = (String, Figure)>) -> String {
        let board = |(heading, mut figure): (String, Figure)| {
            format!("{heading} board").trim_start().clone_into(&mut figure.title);
            let (heading, element) = (escaped(&heading), self.element(&figure));
            format!("<figure><figcaption>{heading}</figcaption>{element}</figure>\n")
        };
        let boards: String = figures.map(board).collect();
        if boards.is_empty() { boards } else { format!("<div class=\"boards\">\n{boards}</div>\n") }
    }

    /// Returns HTML with the definitions of all tiles written so far. The page must contain the definitions of all its
    /// tiles, so this function is called after the last figure is written.
    pub(crate) fn definitions(&self) -> String {
        let tiles = &self.definitions;
        format!(
            "<svg class=\"shared\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>\n{tiles}</defs>\n</svg>\n"
        )
    }
}

/// Writes pictures as an HTML page that ends with links to other pages. A link has a label and a file name.
///
/// # Examples
/// ```
/// use clowder::render::{Node, Picture, Style, figure::{FigureLook, html, svg::Theme}};
///
/// let sections = vec![Picture::from(Node::words("Hello", Style::PLAIN)).into()];
/// let page = html::page("<Title>", sections, &[], &FigureLook::default(), Theme::Auto);
/// assert!(page.contains("<title>&lt;Title&gt;</title>"));
/// assert!(!page.contains("<script"));
/// ```
pub fn page(
    title: &str,
    sections: Vec<Section>,
    links: &[(&str, String)],
    look: &FigureLook,
    theme: Theme,
) -> String {
    let is_linked = sections.iter().any(|section| !section.string.is_empty());
    let mut out = String::new();
    let class = match sections.iter().filter(|section| !section.picture.is_empty()).count() {
        0 | 1 => "",
        2 => " class=\"sheet pair\"",
        _ => " class=\"sheet\"",
    };
    let _ = writeln!(out, "<main{class}>");
    for section in sections {
        write_section(&mut out, section, look);
    }
    out.push_str("</main>\n");
    let link =
        |(words, file): &(&str, String)| format!("\n<a href=\"{}\">{}</a>", escaped(file), escaped(words));
    if !links.is_empty() {
        let _ = writeln!(out, "<nav>{}\n</nav>", links.iter().map(link).collect::<String>());
    }
    document(title, theme, "pictures", is_linked.then_some(LINKS), &out)
}

fn write_section(out: &mut String, section: Section, look: &FigureLook) {
    let Section { heading, caption, picture, string, list } = section;
    out.push_str(if picture.is_empty() { "<figure class=\"list\">\n" } else { "<figure>\n" });
    write_text(out, "h2", &heading);
    let errors: Vec<_> =
        picture.messages.iter().map(|(message, origin)| (*origin, message.clone())).collect();
    if !picture.is_empty() {
        write_picture(out, picture, look);
    }
    write_list(out, "<h2>Errors</h2>\n<ol class=\"errors\">", errors, "</ol>");
    write_list(out, "<ul>", list.into_iter().map(|line| (None, line)).collect(), "</ul>");
    if !string.is_empty() {
        out.push_str("<h2>String</h2>\n<div class=\"string\">");
        let part = |part: &StringPart| part.origin.and_then(|origin| origin.part);
        for parts in string.chunk_by(|one, next| part(one) == part(next)) {
            out.push_str("<pre>");
            for StringPart { text, meaning, origin } in parts {
                let (data, text, meaning) = (data_span(*origin), escaped(text), escaped(meaning));
                let title = if meaning.is_empty() { meaning } else { format!(" title=\"{meaning}\"") };
                let _ = write!(out, "<span tabindex=\"0\"{data}{title}>{text}</span>");
            }
            out.push_str("</pre>");
        }
        out.push_str("</div>\n");
        let meant = string.iter().filter(|part| !part.meaning.is_empty());
        let lines = meant.map(|part| (part.origin, format!("{}: {}", part.text, part.meaning))).collect();
        write_list(out, "<h2>Explanation</h2>\n<ul>", lines, "</ul>");
    }
    write_text(out, "figcaption", &caption);
    out.push_str("</figure>\n");
}

/// Writes a text as an element, unless it is empty.
fn write_text(out: &mut String, name: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "<{name}>{}</{name}>", escaped(text));
    }
}

fn data_span(origin: Option<Origin>) -> String {
    origin.map_or_else(String::new, |origin| format!(" data-span=\"{origin}\""))
}

fn write_list(out: &mut String, begin: &str, lines: Vec<(Option<Origin>, String)>, end: &str) {
    if lines.is_empty() {
        return;
    }
    out.push_str(begin);
    for (origin, line) in lines {
        let _ = write!(out, "\n<li{}>{}</li>", data_span(origin), escaped(&line));
    }
    let _ = writeln!(out, "\n{end}");
}

/// Writes the parts of a picture as separate elements, which the style sheet places side by side if there is room. The
/// legend of the boards is below them.
fn write_picture(out: &mut String, picture: Picture, look: &FigureLook) {
    let legend = legend(&picture);
    let Picture { title, description, node, .. } = picture;
    out.push_str("<div class=\"picture\">\n");
    let nodes = beside(node);
    let are_several = nodes.len() > 1;
    for (index, node) in nodes.into_iter().enumerate() {
        // A board next to other parts is larger than they are.
        let is_board = are_several && matches!(node, Node::Parts(Flow::Group("board"), _));
        let (description, width) =
            if index == 0 { (description.clone(), look.width) } else { (String::new(), ASIDE) };
        let picture = Picture { title: title.clone(), description, ..node.into() };
        let figure = picture.figure(&FigureLook { width, ..look.clone() });
        let class = match figure.size.0 {
            width if width >= 700 || is_board => " wide large",
            500.. => " wide",
            _ => "",
        };
        *out += &svg::element(&figure).replacen("\"clowder", &format!("\"clowder{class}"), 1);
        out.push('\n');
    }
    out.push_str("</div>\n");
    if let Some(legend) = legend {
        *out += &(svg::element(&legend.figure(look)) + "\n");
    }
}

fn beside(node: Node) -> Vec<Node> {
    match node {
        Node::Parts(Flow::Table, mut nodes) if nodes.len() > 1 => {
            let rest = Node::Parts(Flow::Apart, nodes.split_off(1));
            nodes.push(rest);
            nodes
        }
        Node::Parts(Flow::Apart, nodes) => {
            nodes.into_iter().filter(|node| !node.is_empty()).flat_map(beside).collect()
        }
        node => vec![node],
    }
}

/// Returns one legend for all boards of a picture.
fn legend(picture: &Picture) -> Option<Picture> {
    let mut entries: Vec<(Cell, &str)> = Vec::new();
    for (cell, name) in picture.boards().into_iter().flat_map(Board::legend) {
        if !entries.iter().any(|(_, known)| *known == name) {
            entries.push((cell, name));
        }
    }
    if entries.is_empty() {
        return None;
    }
    let line = |(mut cell, name): (Cell, &str)| {
        (cell.place, cell.origin, cell.errors) = (None, None, Vec::new());
        Node::Line(vec![Piece::Cell(cell, SMALL), Piece::Words(format!(" {name}"), Style::PLAIN)])
    };
    let picture: Picture = Node::Parts(Flow::List, entries.into_iter().map(line).collect()).into();
    Some(Picture { title: "Legend".to_owned(), ..picture })
}
