//! The report as one page of HTML: a summary, then the failed and skipped cases with their pictures.

use super::limit::{Listed, cut};
use crate::diagnostics::escape::escape;
use crate::grade::points::Count;
use crate::grade::verdict::Failure;
use crate::render::figure::svg::escaped;
use crate::render::{Paint, Scene, Style};

/// The hash of the style sheet, for the content security policy. A test checks that the hash matches the style sheet.
const STYLE_HASH: &str = "sha256-OLJR4H+lZb4kL9C+vOOXSJ3zcMHPMaPBeG/rcC1YUhE=";

/// Returns the style sheet of the page.
///
/// ```
/// assert!(clowder::grade::html_style().starts_with("html{"));
/// ```
pub const fn html_style() -> &'static str {
    "html{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif}\
     body{margin:0 auto;padding:1rem;max-width:80rem}\
     table{border-collapse:collapse}th,td{padding:.2rem .8rem;border-bottom:1px solid #8886;text-align:right}\
     th:first-child,td:first-child{text-align:left}\
     pre{font:0.9rem/1.25 ui-monospace,monospace;overflow-x:auto;background:#8881;padding:.6rem}\
     h3{margin:1.2rem 0 .2rem}p{margin:.3rem 0}\
     .failed{color:#d55e00}.passed{color:#009e73}.faint{opacity:.6}.bold{font-weight:700}.underline{text-decoration:underline}\
     .f-blue{color:#0072b2}.f-green{color:#009e73}.f-purple{color:#cc79a7}.f-red{color:#d55e00}.f-yellow{color:#b8a800}\
     .f-orange{color:#e69f00}.f-sky{color:#56b4e9}.f-white{color:#f4f4f4}.f-grey{color:#808080}.f-dark{color:#404040}\
     .f-black{color:#000}.f-ember{color:#400}\
     .b-blue{background:#0072b2}.b-green{background:#009e73}.b-purple{background:#cc79a7}.b-red{background:#d55e00}\
     .b-yellow{background:#f0e442}.b-orange{background:#e69f00}.b-sky{background:#56b4e9}.b-white{background:#f4f4f4}\
     .b-grey{background:#808080}.b-dark{background:#404040}.b-black{background:#000}.b-ember{background:#400}"
}

/// Returns the beginning of a page, up to its heading.
pub(crate) fn html_head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{STYLE_HASH}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        escaped(title),
        html_style(),
        escaped(title),
    )
}

/// Returns the class of a colour in the style sheet, such as `f-blue`.
fn class(prefix: &str, paint: Paint) -> String {
    format!("{prefix}{paint:?}").to_lowercase()
}

/// Returns a picture as preformatted text with colours.
pub(crate) fn html_picture(scene: &Scene) -> String {
    let mut out = String::new();
    for line in scene.lines() {
        for (text, style) in line {
            if *style == Style::PLAIN {
                out.push_str(&escaped(text));
                continue;
            }
            let mut classes = Vec::new();
            classes.extend(style.ink.map(|ink| class("f-", ink)));
            classes.extend(style.ground.map(|ground| class("b-", ground)));
            let words = [(style.bold, "bold"), (style.faint, "faint"), (style.underline, "underline")];
            classes.extend(words.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word.to_owned()));
            out += &format!("<span class=\"{}\">{}</span>", classes.join(" "), escaped(text));
        }
        out.push('\n');
    }
    out
}

/// Writes a summary, then the failed and skipped cases.
pub(super) fn render(listed: &Listed<'_>) -> String {
    let mut out = html_head("Test results");
    out += &format!("<p class=\"bold\">{}</p>\n", listed.end.summary());
    for remark in listed.remarks() {
        out += &format!("<p>{}</p>\n", escaped(&remark));
    }
    out += "<table>\n<tr><th>Suite</th><th>Passed</th><th>Failed</th><th>Skipped</th><th>Cases</th></tr>\n";
    for (group, count) in listed.end.tally.groups() {
        let Count { total, passed, failed, skipped } = count;
        out += &format!("<tr><td>{group}</td><td>{passed}</td><td>{failed}</td>");
        out += &format!("<td>{skipped}</td><td>{total}</td></tr>\n");
    }
    out += "</table>\n";
    for verdict in listed.not_passed() {
        let (word, title) = (verdict.status(), escaped(&escape(&verdict.title())));
        out += &format!("<h3><span class=\"{word}\">{word}</span> {} {title}</h3>\n", verdict.number);
        out += &verdict.failure().map(|failure| details(failure, listed)).unwrap_or_default();
    }
    out + "</body>\n</html>\n"
}

fn details(failure: &Failure, listed: &Listed<'_>) -> String {
    // The whole details are shown if their text fits. Otherwise only the beginning of the text is shown.
    let detail = listed.detail(failure);
    if detail != failure.detail() {
        return format!("<pre>{}</pre>\n", escaped(&detail));
    }
    let paragraph = |message: &String| format!("<p>{}</p>\n", escaped(&cut(message.clone(), 4096)));
    let mut out: String = failure.differences.messages.iter().map(paragraph).collect();
    let scene = &failure.differences.picture;
    if scene.height() > 0 {
        out += &format!("<pre>{}</pre>\n", html_picture(scene));
    }
    out
}
