//! The report in Markdown, for example for the job summary in GitHub Actions.

use super::limit::Listed;
use crate::diagnostics::escape::escape;
use crate::grade::points::Count;

pub(super) fn render(listed: &Listed<'_>) -> String {
    let mut text = format!("# Test results\n\n**{}**\n\n", listed.end.summary());
    for remark in listed.remarks() {
        text += &format!("> {}\n\n", plain(&remark));
    }
    text += "| Suite | Passed | Failed | Skipped | Cases |\n|---|---:|---:|---:|---:|\n";
    for (group, count) in listed.end.tally.groups() {
        let Count { total, passed, failed, skipped } = count;
        text += &format!("| {group} | {passed} | {failed} | {skipped} | {total} |\n");
    }
    for (index, verdict) in listed.not_passed().enumerate() {
        if index == 0 {
            text += "\n## Failed and skipped cases\n";
        }
        let mark = if verdict.is_skipped { " (skipped)" } else { "" };
        text += &format!("\n### {}{mark}\n", plain(&verdict.title()));
        if let Some(failure) = verdict.failure() {
            text += &format!("\n{}", fenced(&listed.detail(failure)));
        }
    }
    text
}

/// Escapes all characters with a special meaning in Markdown or HTML.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for character in escape(text).chars() {
        match character {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '@' => out += "&#64;",
            _ if r"\`*_{}[]()#+!|~$".contains(character) => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out
}

/// Writes a text as a code block, with a fence that is longer than every run of backticks in the text.
fn fenced(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
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
