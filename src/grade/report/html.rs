//! The report as a single HTML page: a summary, then the failed and skipped cases with their pictures.

use super::limit::{Listed, MAX_REPORT, cut};
use crate::diagnostics::escape::escape;
use crate::grade::points::Count;
use crate::grade::verdict::{Failure, Verdict};
use crate::render::figure::html::{SharedTiles, document, table};
use crate::render::figure::svg::{Theme, escaped};

/// Once a page exceeds this many bytes, boards are written as text, which is smaller.
const DRAWN: usize = MAX_REPORT / 2;

pub(super) fn render(listed: &Listed<'_>) -> String {
    let mut out = String::new();
    out += &format!("<p class=\"sum\">{}</p>\n", listed.end.summary());
    let columns = [("Suite", "text"), ("Passed", ""), ("Failed", ""), ("Skipped", ""), ("Cases", "")];
    let rows = listed.end.tally.groups().map(|(group, count)| {
        let Count { total, passed, failed, skipped } = count;
        let count = |class: &str, count: usize| match count {
            0 => count.to_string(),
            _ => format!("<span class=\"{class}\">{count}</span>"),
        };
        vec![
            group.to_string(),
            count("passed", passed),
            count("failed", failed),
            count("skipped", skipped),
            total.to_string(),
        ]
    });
    out += &table("", "Cases of each suite", &columns, rows);
    for remark in listed.remarks() {
        out += &format!("<p>{}</p>\n", escaped(&remark));
    }
    let mut tiles = SharedTiles::default();
    let mut cases = listed.not_passed().peekable();
    if cases.peek().is_some() {
        out += "<h2>Cases that did not pass</h2>\n";
    }
    for verdict in cases {
        out += &case(verdict, listed, &mut tiles, out.len());
    }
    out += &tiles.definitions();
    document("Test results", Theme::Auto, "report", None, &out)
}

/// Formats a case that did not pass. `length` is the length of the page so far.
fn case(verdict: &Verdict, listed: &Listed<'_>, tiles: &mut SharedTiles, length: usize) -> String {
    let (number, word, title) = (verdict.number, verdict.status(), escaped(&escape(&verdict.title())));
    let details = verdict.failure().map(|failure| details(failure, listed, tiles, length));
    format!(
        "<section class=\"case\" id=\"case-{number}\">\n<h3><span class=\"{word}\">{word}</span> {number} {title}</h3>\n\
         {}</section>\n",
        details.unwrap_or_default()
    )
}

fn details(failure: &Failure, listed: &Listed<'_>, tiles: &mut SharedTiles, length: usize) -> String {
    // If the details do not fit completely, only the beginning of their text is shown.
    let detail = listed.detail(failure);
    if detail != failure.detail() {
        return format!("<pre>{}</pre>\n", escaped(&detail));
    }
    let paragraph = |message: &String| format!("<p>{}</p>\n", escaped(&cut(message.clone(), 4096)));
    let mut out: String = failure.differences.messages.iter().map(paragraph).collect();
    let picture = &failure.differences.picture;
    let (figures, mut lines) = picture.figures();
    if length > DRAWN {
        lines = picture.text();
    } else {
        out += &tiles.boards(figures);
    }
    if !lines.is_empty() {
        out += &format!("<pre>{}</pre>\n", escaped(&lines));
    }
    out
}
