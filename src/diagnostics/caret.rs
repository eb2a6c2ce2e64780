//! Writes diagnostics for people: the wrong line with a caret under the span, what was expected, and the likely fix.

use super::escape::{escape, push_shown};
use super::json::Source;
use super::{Diagnostic, Diagnostics, Severity, Span, line_column};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use std::borrow::Cow;

/// The maximum number of characters that a shown line has before the beginning of its first span. It is also the
/// maximum number of characters from the beginning of the last span to the end of the shown line.
const WINDOW: usize = 48;

/// A part of the input, escaped for display. The spans are byte ranges in the escaped text.
struct ShownLine {
    text: String,
    line: usize,
    spans: Vec<std::ops::Range<usize>>,
}

/// Returns the span of the line that contains the byte at `offset`. The span includes the line break, because a caret
/// can point at the line break.
fn line_around(source: &str, offset: usize) -> Span {
    let offset = floor_boundary(source, offset);
    let start = source[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let end = source[offset..].find('\n').map_or(source.len(), |newline| offset + newline + 1);
    Span::new(start, end)
}

/// Returns the line in which the spans begin, escaped and cut to a window around the first character of each span.
fn shown(source: &str, spans: &[Span]) -> ShownLine {
    let first = floor_boundary(source, spans.iter().map(|span| span.start).min().unwrap_or(0));
    let last = floor_boundary(source, spans.iter().map(|span| span.start).max().unwrap_or(0));
    let line = line_around(source, first);
    let before = source[line.start..first].char_indices().rev().nth(WINDOW - 1);
    let from = before.map_or(line.start, |(at, _)| line.start + at);
    let after = source[last..line.end].char_indices().nth(WINDOW);
    let to = after.map_or(line.end, |(at, _)| last + at);
    let bound = |offset: usize| floor_boundary(source, offset).clamp(from, to);
    let mut bounds: Vec<_> =
        spans.iter().map(|span| [(bound(span.start), None), (bound(span.end), None)]).collect();
    let mut text = String::from(if from > line.start { "…" } else { "" });
    for (at, character) in source[from..to].char_indices() {
        for (offset, moved) in bounds.iter_mut().flatten() {
            if from + at >= *offset {
                moved.get_or_insert(text.len());
            }
        }
        push_shown(&mut text, character);
    }
    let end = text.len();
    if to < line.end {
        text.push('…');
    }
    let spans = bounds.iter().map(|[start, end_]| start.1.unwrap_or(end)..end_.1.unwrap_or(end)).collect();
    ShownLine { text, line: line_column(source, first).0, spans }
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Shortens each run of five or more consecutive letters or digits to its first and last item, as in `a to y`.
fn ranges(items: &[Cow<'static, str>]) -> Vec<Cow<'static, str>> {
    let single = |item: &str| <[u8; 1]>::try_from(item.as_bytes()).ok().map(|[byte]| byte);
    let follows = |one: &Cow<'_, str>, next: &Cow<'_, str>| match (single(one), single(next)) {
        (Some(one), Some(next)) => next.is_ascii_alphanumeric() && one.checked_add(1) == Some(next),
        _ => false,
    };
    let mut shown = Vec::new();
    for run in items.chunk_by(follows) {
        match run {
            [first, .., last] if run.len() >= 5 => shown.push(Cow::Owned(format!("{first} to {last}"))),
            _ => shown.extend_from_slice(run),
        }
    }
    shown
}

/// Returns the label under the caret, which says what was expected and what was found.
fn label(fault: &Diagnostic) -> String {
    let mut label = String::new();
    if !fault.expected.is_empty() {
        label.push_str("expected ");
        let items = ranges(&fault.expected);
        for (index, item) in items.iter().enumerate() {
            let separator = match index {
                0 => "",
                last if last + 1 == items.len() => " or ",
                _ => ", ",
            };
            label.push_str(separator);
            label.push_str(&escape(item));
        }
    }
    if let Some(found) = &fault.found {
        label.push_str(if label.is_empty() { "found " } else { ", found " });
        label.push_str(&quoted(found));
    }
    label
}

/// Returns a text in backquotes, escaped and shortened, or the word `nothing` if the text is empty.
fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", super::escape::excerpt(text, 40)) }
}

fn annotation(span: &std::ops::Range<usize>, kind: AnnotationKind, label: String) -> Annotation<'static> {
    let annotation = kind.span(span.clone());
    if label.is_empty() { annotation } else { annotation.label(label) }
}

/// Returns the instruction to replace the text `old` by the text `new`. If `new` is empty, the instruction is to remove
/// `old`. If `old` is empty, the instruction is to add `new`.
fn instruction(old: &str, new: &str) -> String {
    let named = |text: &str, article: &str| match text {
        "\n" => format!("{article} line break"),
        " " => format!("{article} space"),
        "\t" => format!("{article} tab"),
        "\r" => format!("{article} carriage return"),
        other => quoted(other),
    };
    match (old, new) {
        (_, "") => format!("remove {}", named(old, "the")),
        ("", _) => format!("add {} here", named(new, "a")),
        _ => format!("replace {} with {}", named(old, "the"), named(new, "a")),
    }
}

/// Returns true if both spans begin in the same line and are close enough to be shown together.
fn share_a_line(source: &str, one: Span, other: Span) -> bool {
    line_around(source, one.start) == line_around(source, other.start)
        && one.start.abs_diff(other.start) < 2 * WINDOW
}

/// The styling of a report for people.
///
/// # Examples
/// ```
/// use clowder::diagnostics::{Source, Styling, caret};
/// use clowder::{notation::Notation, raft::Draw};
///
/// let reading = Draw::read("A7B1");
/// let report = |styling| caret::report_in(Source::whole("A7B1"), reading.diagnostics(), "draw.txt", styling);
/// assert!(!report(Styling::Plain).contains('\x1b'), "plain text has no escape sequences");
/// assert!(report(Styling::Ansi).contains('\x1b'));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Styling {
    /// Plain text.
    #[default]
    Plain,
    /// Text with terminal escape sequences for colours.
    Ansi,
}

/// Returns one error as text without a final line break. `name` is the source of the text, such as "argument 2" or the
/// path of a file.
///
/// ```
/// use clowder::diagnostics::{Source, Styling, caret};
/// use clowder::{notation::Notation, raft::Draw};
///
/// let reading = Draw::read("A7B1");
/// let error = reading.diagnostics().iter().next().expect("there is an error");
/// let text = caret::render(error, Source::whole("A7B1"), "draw.txt", Styling::Plain);
/// assert!(text.contains("--> draw.txt:1:2"));
/// ```
pub fn render(fault: &Diagnostic, source: Source<'_>, name: &str, styling: Styling) -> String {
    let level = match fault.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let name = escape(name);
    let path = |part: Option<usize>| {
        part.map_or_else(|| name.to_string(), |part| format!("{name}, part {}", part + 1))
    };
    let text = source.part(fault.part);
    let (near, far): (Vec<_>, Vec<_>) = fault
        .related
        .iter()
        .partition(|other| other.part == fault.part && share_a_line(text, fault.span, other.span));
    let spans: Vec<_> = [fault.span].into_iter().chain(near.iter().map(|other| other.span)).collect();
    let place = shown(text, &spans);
    let mut snippet = Snippet::source(place.text).line_start(place.line).path(path(fault.part));
    snippet = snippet.annotation(annotation(&place.spans[0], AnnotationKind::Primary, label(fault)));
    for (other, span) in near.iter().zip(&place.spans[1..]) {
        snippet = snippet.annotation(annotation(
            span,
            AnnotationKind::Context,
            escape(&other.message).into_owned(),
        ));
    }
    let mut first =
        level.primary_title(escape(&fault.message).into_owned()).id(fault.code.name).element(snippet);
    for other in &far {
        let place = shown(source.part(other.part), &[other.span]);
        let context =
            annotation(&place.spans[0], AnnotationKind::Context, escape(&other.message).into_owned());
        let snippet = Snippet::source(place.text).line_start(place.line).path(path(other.part));
        first = first.element(snippet.annotation(context));
    }
    let columns =
        [(fault.part, fault.span)].into_iter().chain(far.iter().map(|other| (other.part, other.span)));
    let columns: Vec<_> = columns.map(|(part, span)| line_column(source.part(part), span.start).1).collect();
    let mut groups = vec![first];
    if let Some(help) = &fault.help {
        groups.push(Group::with_title(Level::HELP.secondary_title(escape(help).into_owned())));
    } else if let Some(fix) = &fault.fix {
        let help = instruction(fix.span.of(source.part(fault.part)), &fix.text);
        groups.push(Group::with_title(Level::HELP.secondary_title(help)));
    }
    let renderer = match styling {
        Styling::Plain => Renderer::plain(),
        Styling::Ansi => Renderer::styled(),
    };
    located(&renderer.render(&groups), columns)
}

/// Returns all diagnostics of a string as a report for people: the line, a caret under the place, what was expected and
/// found, and the likely fix. Input is escaped, so that the report is safe on any terminal.
///
/// ```
/// use clowder::diagnostics::report;
/// use clowder::notation::Notation;
/// use clowder::raft::Draw;
///
/// let text = "A7B1";
/// let report = report(text, Draw::read(text).diagnostics());
/// assert!(report.starts_with("error[draw/count]"));
/// assert!(report.contains("A7B1\n  |  ^ expected"));
/// ```
pub fn report(text: &str, diagnostics: &Diagnostics) -> String {
    report_in(Source::whole(text), diagnostics, "input", Styling::Plain)
}

/// Returns the same report as [`report`], but also for diagnostics in the decoded strings of a state. `name` is the
/// source of the text.
///
/// Consecutive errors that differ only in their square are joined.
///
/// ```
/// use clowder::diagnostics::{Source, Styling, caret};
/// use clowder::{notation::Notation, raft::Draw};
///
/// let reading = Draw::read("A7B1");
/// let report = caret::report_in(Source::whole("A7B1"), reading.diagnostics(), "draw.txt", Styling::Plain);
/// assert!(report.contains("--> draw.txt:1:2"));
/// ```
pub fn report_in(source: Source<'_>, diagnostics: &Diagnostics, name: &str, styling: Styling) -> String {
    report_first(source, diagnostics, name, styling, usize::MAX)
}

/// Returns the same report as [`report_in`], but with at most `limit` diagnostics. If there are more, the report ends
/// with the number of the remaining diagnostics.
pub(crate) fn report_first(
    source: Source<'_>,
    diagnostics: &Diagnostics,
    name: &str,
    styling: Styling,
    limit: usize,
) -> String {
    let joined = diagnostics.joined();
    let shown = joined.iter().take(limit);
    let mut report: Vec<String> =
        shown.map(|diagnostic| render(diagnostic, source, name, styling) + "\n").collect();
    if joined.len() > limit {
        report.push(format!("and {} more (`--all` shows them)\n", joined.len() - limit));
    }
    report.join("\n")
}

/// Corrects the column numbers in a rendered diagnostic. The renderer counts the columns in the line as it is shown,
/// escaped and cut. These numbers are replaced with the columns in the input.
fn located(picture: &str, columns: Vec<usize>) -> String {
    let mut columns = columns.into_iter();
    let mut line = |line: &str| {
        // Only spaces and colour codes come before an arrow. In a line of the source, the number of the line and a `|`
        // come before the text.
        let bare = line.trim_start_matches(|c: char| c.is_ascii_digit() || " \u{1b}[;m".contains(c));
        let names_a_place = bare.starts_with("--> ") || bare.starts_with("::: ");
        let colon = line.rfind(':').filter(|_| names_a_place);
        match colon.and_then(|colon| Some((colon, columns.next()?))) {
            Some((colon, column)) => {
                let rest = line[colon + 1..].trim_start_matches(|digit: char| digit.is_ascii_digit());
                format!("{}:{column}{rest}", &line[..colon])
            }
            None => line.to_owned(),
        }
    };
    picture.lines().map(&mut line).collect::<Vec<_>>().join("\n")
}
