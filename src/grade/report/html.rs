//! The report as one page of HTML: a summary, then the failed and skipped cases with their pictures.

use super::Ending;
use super::human::counts;
use super::limit::{Listed, cut};
use crate::diagnostics::escape::escape;
use crate::grade::verdict::{Failure, Verdict};
use crate::render::figure::svg::escaped;
use crate::render::{Paint, Scene, Style};
use std::fmt::Write as _;
use std::io;

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

const fn colour(paint: Paint) -> &'static str {
    match paint {
        Paint::Blue => "blue",
        Paint::Green => "green",
        Paint::Purple => "purple",
        Paint::Red => "red",
        Paint::Yellow => "yellow",
        Paint::Orange => "orange",
        Paint::Sky => "sky",
        Paint::White => "white",
        Paint::Grey => "grey",
        Paint::Dark => "dark",
        Paint::Black => "black",
        Paint::Ember => "ember",
    }
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

/// Returns a picture as preformatted text with colours.
pub(crate) fn html_picture(scene: &Scene) -> String {
    let mut out = String::new();
    for line in scene.lines() {
        for (text, style) in line {
            if *style == Style::PLAIN {
                out.push_str(&escaped(text));
                continue;
            }
            let classes = [
                style.ink.map(|ink| format!("f-{}", colour(ink))),
                style.ground.map(|ground| format!("b-{}", colour(ground))),
                style.bold.then(|| "bold".to_owned()),
                style.faint.then(|| "faint".to_owned()),
                style.underline.then(|| "underline".to_owned()),
            ];
            let classes: Vec<String> = classes.into_iter().flatten().collect();
            let _ = write!(out, "<span class=\"{}\">{}</span>", classes.join(" "), escaped(text));
        }
        out.push('\n');
    }
    out
}

/// Writes a summary, then the failed and skipped cases.
#[allow(clippy::unnecessary_wraps, reason = "other formats can fail")]
pub(super) fn render(listed: &Listed, end: &Ending<'_>) -> io::Result<Vec<u8>> {
    let score = end.points.score(end.tally);
    let mut out = html_head("Test results");
    let _ = writeln!(
        out,
        "<p class=\"bold\">{}; {} of {} points</p>",
        counts(end.tally.all()),
        score.points,
        score.out_of
    );
    for remark in end.remarks(listed.remark()) {
        let _ = writeln!(out, "<p>{}</p>", escaped(&remark));
    }
    out.push_str(
        "<table>\n<tr><th>Suite</th><th>Passed</th><th>Failed</th><th>Skipped</th><th>Cases</th></tr>\n",
    );
    for (group, count) in end.tally.groups() {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&group.to_string()),
            count.passed(),
            count.failed(),
            count.skipped(),
            count.total()
        );
    }
    out.push_str("</table>\n");
    for (verdict, _) in listed.verdicts.iter().filter(|(verdict, _)| !verdict.has_passed()) {
        case(&mut out, verdict, listed);
    }
    out.push_str("</body>\n</html>\n");
    Ok(out.into_bytes())
}

fn case(out: &mut String, verdict: &Verdict, listed: &Listed) {
    let (word, title) = (verdict.status(), escaped(&escape(&verdict.title())));
    let _ = writeln!(out, "<h3><span class=\"{word}\">{word}</span> {} {title}</h3>", verdict.number());
    if let Some(failure) = verdict.failure() {
        details(out, failure, listed);
    }
}

fn details(out: &mut String, failure: &Failure, listed: &Listed) {
    // The whole details are shown if their text fits. Otherwise only the beginning of the text is shown.
    let whole = super::detail(failure);
    if listed.detail(failure) != whole {
        let _ = writeln!(out, "<pre>{}</pre>", escaped(&listed.detail(failure)));
        return;
    }
    for message in failure.differences().messages() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&cut(message.clone(), 4096)));
    }
    let scene = failure.differences().picture();
    if scene.height() > 0 {
        let _ = writeln!(out, "<pre>{}</pre>", html_picture(scene));
    }
}
