//! Converts Markdown pages to plain text, and shows text in a pager on a terminal.

use super::{COLUMNS, Context, Result};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Shows a text in the user's pager. Without a pager or a terminal, writes the text to standard output.
///
/// # Errors
/// Returns an error if writing fails.
pub(super) fn paged(text: &str, context: &mut Context) -> Result<()> {
    if context.is_terminal && pager_has_shown(text) { Ok(()) } else { context.write(text) }
}

/// Writes a page as plain text on a terminal, or unchanged to a pipe or a file.
///
/// # Errors
/// Returns an error if writing fails.
pub(super) fn page(markdown: &str, context: &mut Context) -> Result<()> {
    if context.is_terminal { paged(&text(markdown), context) } else { context.write(markdown) }
}

/// Shows a text in a pager, and returns whether the pager could be started. The user may quit the pager early.
/// The pipe is then closed, and the failed write is ignored.
fn pager_has_shown(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.is_empty());
    let mut command = Command::new("sh");
    command.args(["-c", pager.as_deref().unwrap_or("less -FRX")]).stdin(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        drop(input.write_all(text.as_bytes()));
    }
    // The shell exits with status 127 if the pager is not found.
    child.wait().is_ok_and(|status| status.code() != Some(127))
}

/// Converts Markdown to text by indenting code blocks, aligning tables and wrapping paragraphs.
pub(super) fn text(markdown: &str) -> String {
    let mut out = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|code| !code.starts_with("```")) {
                out += &format!("  {code}\n");
            }
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|row| row.starts_with('|')) {
                rows.push(cells(row));
            }
            rows.retain(|row| row.iter().any(|cell| !cell.starts_with("---")));
            align(&rows, &mut out);
        } else if line.starts_with('#') {
            out += &format!("{}\n", line.trim_start_matches(['#', ' ']).replace('`', ""));
        } else {
            let mut paragraph = line.to_owned();
            let is_next =
                |next: &&str| !["```", "|", "- "].iter().any(|it| next.is_empty() || next.starts_with(it));
            while let Some(next) = lines.next_if(|next| !line.is_empty() && is_next(next)) {
                paragraph += &format!(" {next}");
            }
            wrap(&without_links(&paragraph), &mut out);
        }
    }
    out
}

/// Splits a table row into cells (`\|` is a literal `|`).
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\u{0}");
    row.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

fn align(rows: &[Vec<String>], out: &mut String) {
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
    for row in rows {
        let padded =
            row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column).unwrap_or(0)));
        *out += &format!("  {}\n", padded.collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// Replaces each link with its text.
fn without_links(text: &str) -> String {
    let mut pieces = text.split("](");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some(start) = out.rfind('[') {
            out.remove(start);
        }
        out += piece.split_once(')').map_or(piece, |(_, after)| after);
    }
    out
}

/// Wraps a paragraph at [`COLUMNS`] characters.
fn wrap(paragraph: &str, out: &mut String) {
    let mut column = 0;
    for word in paragraph.split(' ') {
        let width = word.chars().count();
        if column > 0 {
            let is_full = column + 1 + width > COLUMNS;
            out.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        *out += word;
        column += width;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn markdown_becomes_text() {
        let markdown = "# `hand`\n\nCards, see [the page](a.md)\nor `codes`.\n\n| a | b |\n|---|---|\n| `x\\|y` | two |\n\n```text\n| k |\n```\n";
        let shown = "hand\n\nCards, see the page or `codes`.\n\n  a      b\n  `x|y`  two\n\n  | k |\n";
        assert_eq!(text(markdown), shown);
        let long = "word ".repeat(25);
        assert_eq!(
            text(long.trim_end()),
            format!("{}\n{}\n", "word ".repeat(20).trim_end(), "word ".repeat(5).trim_end())
        );
    }
}
