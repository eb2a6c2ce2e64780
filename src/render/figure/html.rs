//! Writes figures as HTML pages. Each page is a single file, which loads nothing else. The page of a replay contains
//! the script for the replay, and all other pages contain no script.

use super::Figure;
use super::svg::{Theme, element, escaped, light_and_dark, rules};
use std::fmt::Write as _;

/// The hash of the style sheet, which is used in the content security policy. A test checks that the hash matches the
/// style sheet.
pub(super) const STYLE_HASH: &str = "sha256-IApNU+69mwWHBdV14yLC3ARtRf6Ls4ZLd6UW2oqG3RQ=";

/// The part of the style sheet that arranges the page.
const LAYOUT: &str = "\
html{color-scheme:light dark;background:var(--page);color:var(--ink);font:100%/1.5 system-ui,sans-serif}\
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}\
body{margin:0 auto;padding:1rem;max-width:76rem}\
h1{font-size:1.4rem;margin:.2rem 0 1rem}h2{font-size:1.1rem;margin:1rem 0 .3rem}\
figure{margin:0 0 1rem}figcaption{color:var(--faint)}\
svg.clowder{display:block;max-width:100%;height:auto}\
main.sheet{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}\
main:not(.sheet)>figure>svg.clowder{width:100%;max-width:64rem;max-height:85vh}\
@media print{svg.clowder{max-height:85vh}main.sheet{display:block}h1,h2{break-after:avoid}}\
li{overflow-wrap:anywhere}\
main.sheet figure{break-inside:avoid;flex:0 1 22rem}main.sheet svg{width:100%}\
pre{white-space:pre-wrap;overflow-wrap:anywhere}\
";

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
h1{overflow-wrap:anywhere}:focus-visible{outline:3px solid var(--mark);outline-offset:2px}\
";

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

/// Returns the whole style sheet of a page.
pub(super) fn style() -> String {
    light_and_dark() + &rules(&|name| format!("var(--{name})")) + LAYOUT + REPLAY
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
    let mut out = String::new();
    head(&mut out, title, theme, "'none'");
    let sheet = if sections.len() > 1 { " class=\"sheet\"" } else { "" };
    let _ = writeln!(out, "<body>\n<h1>{}</h1>\n<main{sheet}>", escaped(title));
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
    out.push_str("</main>\n</body>\n</html>\n");
    out
}
