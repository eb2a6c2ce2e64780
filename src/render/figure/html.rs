//! Writes HTML pages. Each page is a single file, which loads nothing else. All pages have the same style sheet. A page has
//! a script only if its tables can be sorted or if it replays a game.

use super::svg::{Theme, element, escaped, items, light_and_dark, rules};
use super::{Figure, Item, Tile};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The hash of the style sheet, which is used in the content security policy. A test checks that the hash matches the
/// style sheet.
const STYLE_HASH: &str = "sha256-+MtUYgMq4LTElvP72tEFvN9QNzw/wNm3OPLZsHfGWMc=";

/// A script of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Script {
    pub(super) text: &'static str,
    /// The hash for the content security policy. A test checks that it matches the text.
    pub(super) hash: &'static str,
}

/// The script that sorts the tables of a page.
pub(crate) const SORTING: Script =
    Script { text: include_str!("table.js"), hash: "sha256-z0FMxDAs/nVacGAW2Ta11G7K/HJH87mtNuQwYLX3RAY=" };

/// A figure on a page, with its heading and caption.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading above the figure, or an empty string.
    pub heading: String,
    /// The text below the figure, or an empty string.
    pub caption: String,
    /// The string that the figure shows, or an empty string. The page then also lists the description of the figure.
    pub string: String,
    /// The figure.
    pub figure: Figure,
}

impl From<Figure> for Section {
    fn from(figure: Figure) -> Self {
        Self { figure, ..Self::default() }
    }
}

/// Returns the beginning of a page, up to its heading. The class of its body selects the layout.
pub(crate) fn begin(title: &str, theme: Theme, class: &str, script: Option<Script>) -> String {
    let theme = match theme {
        Theme::Auto => "auto",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let scripts = script.map_or("none", |script| script.hash);
    let style = light_and_dark() + &rules(&|name| format!("var(--{name})")) + include_str!("../page.css");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"{theme}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{STYLE_HASH}'; \
         script-src '{scripts}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"clowder {}\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n\
         <body class=\"{class}\">\n<h1>{title}</h1>\n",
        env!("CARGO_PKG_VERSION"),
        title = escaped(title),
    )
}

/// Returns the end of a page, with its script.
pub(crate) fn end(script: Option<Script>) -> String {
    let script = script.map_or(String::new(), |script| format!("<script>{}</script>\n", script.text));
    format!("{script}</body>\n</html>\n")
}

/// Returns a table whose cells are HTML. It scrolls in its own box if it is too wide for the page. The attributes are
/// those of the table: `class="sorts"` lets [`SORTING`] sort it. Each column has a heading and a class: `text` for words,
/// `thin` for a narrow column with a vertical heading, and nothing for other numbers.
pub(crate) fn table(
    attributes: &str,
    caption: &str,
    columns: &[(&str, &str)],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let classed = |class: &str| if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let caption = escaped(caption);
    let mut out = format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n\
         <table {attributes}>\n<caption>{caption}</caption>\n<thead>\n<tr>"
    );
    for (heading, class) in columns {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", classed(class), escaped(heading));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (index, (cell, (_, class))) in row.iter().zip(columns).enumerate() {
            let _ = match index {
                0 => write!(out, "<th scope=\"row\">{cell}</th>"),
                _ => write!(out, "<td{}>{cell}</td>", classed(class)),
            };
        }
        out.push_str("</tr>\n");
    }
    out + "</tbody>\n</table>\n</div>\n"
}

/// The tiles of the figures on a page. Equal tiles are written only once, so that a page can have many boards.
#[derive(Debug, Default)]
pub(crate) struct SharedTiles {
    numbers: HashMap<String, usize>,
    definitions: String,
}

impl SharedTiles {
    /// Returns a figure as an SVG element that refers to its tiles.
    fn element(&mut self, figure: &Figure) -> String {
        let mut frame = Figure { title: figure.title.clone(), ..Figure::new() };
        frame.grow(figure.size());
        let mut out = element(&frame);
        out.truncate(out.len() - "</svg>".len());
        for (item, text) in figure.items().iter().zip(items(figure)) {
            let Item::Tile(tile) = item else {
                out.push_str(&text);
                continue;
            };
            let mut alone = Figure::new();
            alone.put_tile(Tile { at: (0, 0), place: None, ..tile.clone() });
            let part: String = items(&alone).collect();
            let next = self.numbers.len();
            let number = *self.numbers.entry(part).or_insert_with_key(|part| {
                let _ = writeln!(self.definitions, "<g id=\"t{next}\">{part}</g>");
                next
            });
            let (x, y) = tile.at;
            let _ = write!(out, "<use href=\"#t{number}\" x=\"{x}\" y=\"{y}\"/>");
        }
        out + "</svg>"
    }

    /// Returns figures beside each other, each below its heading, which can be empty.
    pub(crate) fn boards(&mut self, figures: impl Iterator<Item = (String, Figure)>) -> String {
        let mut out = String::new();
        for (heading, mut figure) in figures {
            format!("{heading} board").trim_start().clone_into(&mut figure.title);
            let (heading, element) = (escaped(&heading), self.element(&figure));
            let _ = writeln!(out, "<figure><figcaption>{heading}</figcaption>{element}</figure>");
        }
        if out.is_empty() { out } else { format!("<div class=\"boards\">\n{out}</div>\n") }
    }

    /// Returns the tiles. The page must contain them.
    pub(crate) fn definitions(&self) -> String {
        let tiles = &self.definitions;
        format!(
            "<svg class=\"shared\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>\n{tiles}</defs>\n</svg>\n"
        )
    }
}

/// Writes figures as an HTML page.
///
/// # Examples
/// ```
/// use clowder::render::figure::{Figure, html, svg::Theme};
///
/// let page = html::page("<Title>", &[Figure::text("Hello", 3).into()], Theme::Auto);
/// assert!(page.contains("<title>&lt;Title&gt;</title>"));
/// assert!(!page.contains("<script"));
/// ```
pub fn page(title: &str, sections: &[Section], theme: Theme) -> String {
    let mut out = begin(title, theme, "figures", None);
    let sheet = if sections.len() > 1 { " class=\"sheet\"" } else { "" };
    let _ = writeln!(out, "<main{sheet}>");
    for Section { heading, caption, string, figure } in sections {
        out.push_str("<figure>\n");
        if !heading.is_empty() {
            let _ = writeln!(out, "<h2>{}</h2>", escaped(heading));
        }
        out.push_str(&element(figure));
        if !string.is_empty() {
            let _ =
                write!(out, "\n<h2>String</h2>\n<pre>{}</pre>\n<h2>Explanation</h2>\n<ul>", escaped(string));
            for line in figure.description.lines() {
                let _ = write!(out, "\n<li>{}</li>", escaped(line));
            }
            out.push_str("\n</ul>");
        }
        if !caption.is_empty() {
            let _ = write!(out, "\n<figcaption>{}</figcaption>", escaped(caption));
        }
        out.push_str("\n</figure>\n");
    }
    out + "</main>\n" + &end(None)
}
