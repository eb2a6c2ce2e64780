//! The report in Markdown, as in the summary of a step in GitHub Actions.

use super::Ending;
use super::human::counts;
use super::limit::Listed;
use std::io;

/// Writes a table of the suites, then the failed and skipped cases.
#[allow(clippy::unnecessary_wraps, reason = "other formats can fail")]
pub(super) fn render(listed: &Listed, end: &Ending<'_>) -> io::Result<Vec<u8>> {
    let score = end.points.score(end.tally);
    let mut text = format!(
        "# Test results\n\n**{}; {} of {} points**\n\n",
        counts(end.tally.all()),
        score.points,
        score.out_of
    );
    for remark in end.remarks(listed.remark()) {
        text.push_str(&format!("> {}\n\n", plain(&remark)));
    }
    text.push_str("| Suite | Passed | Failed | Skipped | Cases |\n|---|---:|---:|---:|---:|\n");
    for (group, count) in end.tally.groups() {
        let (passed, failed, skipped) = (count.passed(), count.failed(), count.skipped());
        text.push_str(&format!("| {group} | {passed} | {failed} | {skipped} | {} |\n", count.total()));
    }
    let failed = listed.verdicts.iter().filter(|(verdict, _)| !verdict.has_passed());
    for (index, (verdict, _)) in failed.enumerate() {
        if index == 0 {
            text.push_str("\n## Failed and skipped cases\n");
        }
        let mark = if verdict.is_skipped() { " (skipped)" } else { "" };
        text.push_str(&format!("\n### {}{mark}\n", plain(&verdict.title())));
        let Some(failure) = verdict.failure() else { continue };
        text.push_str(&format!("\n{}", fenced(&listed.detail(failure))));
    }
    Ok(text.into_bytes())
}

/// Escapes the characters of a text that have a meaning in Markdown or HTML.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for character in crate::diagnostics::escape::escape(text).chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '!' | '|' | '~'
            | '$' => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    out
}

/// Returns a text as a code block. Its fence is longer than every run of backquotes in the text.
fn fenced(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest.max(2) + 1);
    let line_break = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}text\n{text}{line_break}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_is_escaped() {
        assert_eq!(plain("<b> [a](b) `c` @all"), "&lt;b&gt; \\[a\\]\\(b\\) \\`c\\` &#64;all");
        assert_eq!(fenced("a\n```\nb"), "````text\na\n```\nb\n````\n");
    }
}
