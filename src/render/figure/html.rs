//! Writes pictures as HTML pages. Each page is a single file, which loads nothing else. The page of a replay contains
//! the script for the replay, and the page of a string the script that links the string to its picture.

use super::svg::{self, Theme, escaped};
use super::{Figure, FigureLook};
use crate::diagnostics::Source;
use crate::diagnostics::escape::escape;
use crate::notation::Segment;
use crate::render::picture::{Flow, Node, Origin, Picture, Piece, SMALL};
use crate::render::{Board, Style};
use std::fmt::Write as _;

/// The hash of the style sheet, which is used in the content security policy. A test checks that the hash matches the
/// style sheet.
pub(super) const STYLE_HASH: &str = "sha256-813PDA5RleHxOIDb807BvP97rA46TODQGrRfRELGaUU=";

/// The script that links the parts of a string to the cells that were read from them.
const LINKS: &str = include_str!("links.js");

/// The hash of the script, like [`STYLE_HASH`].
const LINKS_HASH: &str = "sha256-r1ir9cKMGJxnNb49D19fCU5V1ZA79Sa1+k1NDzAe2c4=";

/// The width of what is on the right of a board, in units.
const ASIDE: i32 = 580;

/// The part of the style sheet that arranges the page.
const LAYOUT: &str = include_str!("page.css");

/// The part of the style sheet that arranges a replay.
const REPLAY: &str = "\
body.replay main{display:grid;gap:1rem;grid-template-columns:minmax(0,3fr) minmax(16rem,1fr)}\
@media(max-width:48rem){body.replay main{grid-template-columns:minmax(0,1fr)}}\
#picture svg{width:100%;max-height:75vh}\
.controls{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.5rem 0}\
.controls button,.controls select{font:inherit;min-width:2.75rem;min-height:2.75rem;padding:0 .6rem}\
.controls label{display:flex;gap:.5rem;align-items:center}\
.controls .turn{flex:1 1 14rem}.controls input{flex:1;min-width:6rem;min-height:2.75rem}\
#caption{min-height:3em;margin:0;font-weight:bold;overflow-wrap:anywhere}\
#moves{max-height:60vh;overflow:auto;position:relative;margin:0;padding:0;list-style:none}\
#moves a{display:block;padding:.25rem .4rem;color:inherit;text-decoration:none;overflow-wrap:anywhere}\
#moves a:hover{text-decoration:underline}\
#moves a[aria-current]{outline:2px solid var(--mark);outline-offset:-2px;font-weight:bold}\
#moves p{margin:0 .4rem .3rem;color:var(--faint);font-size:.9em;overflow-wrap:anywhere}\
\
";

/// A part of a string on a page.
#[derive(Clone, Debug, Default)]
pub struct StringPart {
    /// The text of the part. Its control characters are escaped.
    pub text: String,
    /// The meaning of the part, or an empty string.
    pub meaning: String,
    /// The place of the part in the string.
    pub origin: Option<Origin>,
}

/// The maximum number of parts of a string that are listed.
const PARTS: usize = 400;
/// The maximum number of bytes of a part without a meaning.
const LONGEST: usize = 4000;

impl StringPart {
    /// Divides a string at its segments, which can be in any order.
    pub fn all(source: Source<'_>, segments: &[Segment]) -> Vec<Self> {
        let mut parts = Vec::new();
        let strings = (0..source.parts.len()).map(Some);
        let strings: Vec<_> = if source.parts.is_empty() { vec![None] } else { strings.collect() };
        for component in strings {
            let text = source.part(component);
            let mut own: Vec<_> = segments.iter().filter(|one| one.component == component).collect();
            own.sort_by_key(|one| (one.span.start, one.span.end));
            let mut next = 0;
            let mut put = |start: usize, end: usize, meaning: &str| {
                let lines: Vec<_> =
                    text.get(start..end).unwrap_or_default().split('\n').map(escape).collect();
                let mut text = lines.join("⏎\n");
                if let Some((end, _)) = text.char_indices().nth(LONGEST) {
                    text.truncate(end);
                    text.push('…');
                }
                let span = crate::diagnostics::Span::new(start, end);
                let origin = Some(Origin { part: component, span });
                parts.push(Self { text, meaning: meaning.to_owned(), origin });
            };
            for segment in own.into_iter().take(PARTS) {
                if segment.span.start < next || segment.span.end == segment.span.start {
                    continue;
                }
                if segment.span.start > next {
                    put(next, segment.span.start, "");
                }
                put(segment.span.start, segment.span.end, &segment.meaning);
                next = segment.span.end;
            }
            if next < text.len() {
                put(next, text.len(), "");
            }
        }
        parts
    }
}

/// A picture on a page, with its heading and what belongs to it.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading above the picture, or an empty string.
    pub heading: String,
    /// The text below the picture, or an empty string.
    pub caption: String,
    /// The picture, which can be empty.
    pub picture: Picture,
    /// The string that the picture shows, in parts.
    pub string: Vec<StringPart>,
    /// Lines below the picture.
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

/// Returns the whole style sheet of a page.
pub(super) fn style() -> String {
    svg::style_sheet() + LAYOUT + REPLAY
}

/// Writes the beginning of a page, up to its body. The parameter `scripts` states which scripts the content security
/// policy allows.
pub(super) fn head(out: &mut String, title: &str, theme: Theme, scripts: &str) {
    let theme = match theme {
        Theme::Auto => "auto",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"{theme}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{STYLE_HASH}'; \
         script-src {scripts}; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"clowder {}\">\n<title>{}</title>\n<style>{}</style>\n</head>",
        env!("CARGO_PKG_VERSION"),
        escaped(title),
        style(),
    );
}

/// Writes pictures as an HTML page, with links to other pages, each with its words and the name of its file.
///
/// # Examples
/// ```
/// use clowder::render::{Picture, figure::{FigureLook, html, svg::Theme}};
///
/// let sections = vec![Picture::words("Hello").into()];
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
    let mut out = String::new();
    let is_linked = sections.iter().any(|section| !section.string.is_empty());
    let script = if is_linked { format!("'{LINKS_HASH}'") } else { "'none'".to_owned() };
    head(&mut out, title, theme, &script);
    let class = match sections.iter().filter(|section| !section.picture.is_empty()).count() {
        0 | 1 => "",
        2 => " class=\"sheet pair\"",
        _ => " class=\"sheet\"",
    };
    let _ = writeln!(out, "<body>\n<h1>{}</h1>\n<main{class}>", escaped(title));
    for section in sections {
        write_section(&mut out, section, look);
    }
    out.push_str("</main>\n");
    if !links.is_empty() {
        out.push_str("<nav>");
        for (words, file) in links {
            let _ = write!(out, "\n<a href=\"{}\">{}</a>", escaped(file), escaped(words));
        }
        out.push_str("\n</nav>\n");
    }
    if is_linked {
        let _ = writeln!(out, "<script>{LINKS}</script>");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_section(out: &mut String, section: Section, look: &FigureLook) {
    let Section { heading, caption, picture, string, list } = section;
    out.push_str(if picture.is_empty() { "<figure class=\"list\">\n" } else { "<figure>\n" });
    if !heading.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>", escaped(&heading));
    }
    let messages = picture.messages.clone();
    if !picture.is_empty() {
        write_picture(out, picture, look);
    }
    if !messages.is_empty() {
        out.push_str("<h2>Errors</h2>\n<ol class=\"errors\">");
        for (message, origin) in messages {
            let _ = write!(out, "\n<li{}>{}</li>", data_span(origin), escaped(&message));
        }
        out.push_str("\n</ol>\n");
    }
    write_list(out, list.iter().map(|line| (None, line.clone())));
    if !string.is_empty() {
        out.push_str("<h2>String</h2>\n<div class=\"string\">");
        for parts in string.chunk_by(|one, next| part_of(one) == part_of(next)) {
            out.push_str("<pre>");
            for StringPart { text, meaning, origin } in parts {
                let title = if meaning.is_empty() {
                    String::new()
                } else {
                    format!(" title=\"{}\"", escaped(meaning))
                };
                let _ =
                    write!(out, "<span tabindex=\"0\"{}{title}>{}</span>", data_span(*origin), escaped(text));
            }
            out.push_str("</pre>");
        }
        out.push_str("</div>\n");
        let meant = string.iter().filter(|part| !part.meaning.is_empty());
        let lines: Vec<_> =
            meant.map(|part| (part.origin, format!("{}: {}", part.text, part.meaning))).collect();
        if !lines.is_empty() {
            out.push_str("<h2>Explanation</h2>\n");
            write_list(out, lines.into_iter());
        }
    }
    if !caption.is_empty() {
        let _ = write!(out, "<figcaption>{}</figcaption>\n", escaped(&caption));
    }
    out.push_str("</figure>\n");
}

fn part_of(part: &StringPart) -> Option<usize> {
    part.origin.and_then(|origin| origin.part)
}

fn data_span(origin: Option<Origin>) -> String {
    origin.map_or_else(String::new, |origin| format!(" data-span=\"{origin}\""))
}

fn write_list(out: &mut String, lines: impl ExactSizeIterator<Item = (Option<Origin>, String)>) {
    if lines.len() == 0 {
        return;
    }
    out.push_str("<ul>");
    for (origin, line) in lines {
        let _ = write!(out, "\n<li{}>{}</li>", data_span(origin), escaped(&line));
    }
    out.push_str("\n</ul>\n");
}

/// Writes the parts of a picture beside each other if there is room. The legend of a board is below them.
fn write_picture(out: &mut String, picture: Picture, look: &FigureLook) {
    let legend = legend(&picture);
    let Picture { title, description, node, .. } = picture;
    out.push_str("<div class=\"picture\">\n");
    for (index, node) in beside(node).into_iter().enumerate() {
        let description = if index == 0 { description.clone() } else { String::new() };
        let picture = Picture { title: title.clone(), description, ..node.into() };
        let width = if index == 0 { look.width } else { ASIDE };
        let figure = picture.figure(&FigureLook { width, ..look.clone() });
        let class = match figure.size().0 {
            700.. => "wide large",
            500.. => "wide",
            _ => "",
        };
        out.push_str(&with_class(&figure, class));
        out.push('\n');
    }
    out.push_str("</div>\n");
    if let Some(legend) = legend {
        out.push_str(&svg::element(&legend.figure(look)));
        out.push('\n');
    }
}

fn with_class(figure: &Figure, class: &str) -> String {
    let element = svg::element(figure);
    if class.is_empty() {
        element
    } else {
        element.replacen("class=\"clowder", &format!("class=\"clowder {class}"), 1)
    }
}

/// Returns the parts of a picture that can be beside each other.
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

/// Returns the legend of the first board that has one.
fn legend(picture: &Picture) -> Option<Picture> {
    let entries = picture.boards().into_iter().map(Board::legend).find(|entries| !entries.is_empty())?;
    let line = |(mut cell, name): (crate::render::Cell, &str)| {
        (cell.place, cell.origin, cell.errors) = (None, None, Vec::new());
        Node::Line(vec![Piece::Cell(cell, SMALL), Piece::Words(format!(" {name}"), Style::PLAIN)])
    };
    let picture: Picture = Node::Parts(Flow::List, entries.into_iter().map(line).collect()).into();
    Some(Picture { title: "Legend".to_owned(), ..picture })
}
