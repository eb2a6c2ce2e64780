//! Renders human-readable diagnostics: the faulty line with a caret under the span, the expected text, and
//! the likely fix.

use super::escape::{escape, excerpt, push_shown};
use super::json::Source;
use super::{Diagnostic, Diagnostics, Related, Severity, Span, line_column, listed, span::floor_boundary};
use annotate_snippets::renderer::{AnsiColor, Style};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use std::borrow::Cow;
use std::ops::Range;

/// Maximum number of characters to show before the first span of a line. The same maximum holds for the
/// characters from the start of the last span onwards.
const WINDOW: usize = 48;

/// Returns the span of the line that contains the byte at `offset`. The span includes the line break, so that
/// a caret can point at the line break.
fn line_around(source: &str, offset: usize) -> Span {
    let offset = floor_boundary(source, offset);
    let start = source[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let end = source[offset..].find('\n').map_or(source.len(), |newline| offset + newline + 1);
    Span::new(start, end)
}

/// Returns the line on which the spans begin, and the byte ranges of the spans in the returned line. The line
/// is escaped and truncated to a window around the starts of the spans.
fn shown(source: &str, spans: &[Span]) -> (String, Vec<Range<usize>>) {
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
    (text, spans)
}

/// Abbreviates each run of at least five consecutive letters or digits, as in `a to y`.
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

fn label(fault: &Diagnostic) -> String {
    let items = ranges(&fault.expected);
    let expected = (!items.is_empty()).then(|| format!("expected {}", escape(&listed(&items, "or"))));
    let is_count = |found: &str| {
        found.split_once(' ').is_some_and(|(count, unit)| {
            !count.is_empty()
                && count.bytes().all(|byte| byte.is_ascii_digit())
                && unit.bytes().all(|byte| byte.is_ascii_lowercase())
        })
    };
    let found = fault.found.as_ref().map(|found| {
        if is_count(found) { format!("found {found}") } else { format!("found {}", quoted(found)) }
    });
    expected.into_iter().chain(found).collect::<Vec<_>>().join(", ")
}

/// Escapes and truncates a text, and puts it in backticks. An empty text becomes the word `nothing`.
fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", excerpt(text, 40)) }
}

/// Draws the line on which the spans begin, with a label at each span.
///
/// The renderer counts columns in the line as shown (escaped and truncated), so its positions can be wrong.
/// Therefore, the renderer gets a mark instead of the path. Each entry of `marks` has the position that the renderer
/// writes, such as `MARK:1:9`, and the correct position that replaces it, such as `draw.txt:1:60`.
fn snippet(
    text: &str,
    path: &str,
    labels: Vec<(AnnotationKind, Span, Cow<'_, str>)>,
    marks: &mut Vec<[String; 2]>,
) -> Snippet<'static, Annotation<'static>> {
    let spans: Vec<Span> = labels.iter().map(|(_, span, _)| *span).collect();
    let (shown, ranges) = shown(text, &spans);
    let (line, column) = line_column(text, spans[0].start);
    let shown_column = shown[..ranges[0].start].chars().count() + 1;
    let mark = format!("\u{1}{}", marks.len());
    marks.push([format!("{mark}:{line}:{shown_column}"), format!("{path}:{line}:{column}")]);
    let annotations = labels.into_iter().zip(ranges).map(|((kind, _, label), range)| {
        let annotation = kind.span(range);
        if label.is_empty() { annotation } else { annotation.label(label.into_owned()) }
    });
    Snippet::source(shown).line_start(line).path(mark).annotations(annotations)
}

/// Returns an instruction to replace `old` with `new`, to remove `old` (if `new` is empty) or to add `new`
/// (if `old` is empty). Texts with a long common prefix are shown from just before their first difference.
fn instruction(old: &str, new: &str) -> String {
    let pairs = old.char_indices().zip(new.chars());
    let same: Vec<usize> =
        pairs.take_while(|((_, one), other)| one == other).map(|((at, _), _)| at).collect();
    if let Some(skipped) =
        same.len().checked_sub(12).filter(|&skipped| skipped > 12 && old.len().max(new.len()) > 40)
    {
        let from = |text: &str| quoted(&format!("…{}", &text[same[skipped]..]));
        return format!("replace {} with {}", from(old), from(new));
    }
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

/// Whether two spans begin close enough on the same line to be shown together.
fn share_a_line(source: &str, one: Span, other: Span) -> bool {
    line_around(source, one.start) == line_around(source, other.start)
        && one.start.abs_diff(other.start) < 2 * WINDOW
}

/// The style of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Styling {
    /// Plain text.
    #[default]
    Plain,
    /// Text with terminal colours (escape sequences).
    Ansi,
}

/// Renders one error or warning, without a final line break. `name` is the origin of the text, e.g. "argument
/// 2" or a file path.
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
    let related =
        |other: &Related| (AnnotationKind::Context, other.span, escape(&other.message).into_owned().into());
    let primary = (AnnotationKind::Primary, fault.span, label(fault).into());
    let labels = [primary].into_iter().chain(near.into_iter().map(related)).collect();
    let title = level.primary_title(escape(&fault.message).into_owned()).id(fault.code.name);
    let mut marks = Vec::new();
    let mut first = title.element(snippet(text, &path(fault.part), labels, &mut marks));
    for other in &far {
        let labels = vec![related(other)];
        let text = source.part(other.part);
        first = first.element(snippet(text, &path(other.part), labels, &mut marks));
    }
    let mut groups = vec![first];
    if let Some(help) = &fault.help {
        groups.push(Group::with_title(Level::HELP.secondary_title(escape(help).into_owned())));
    } else if let Some(fix) = &fault.fix {
        let old = fix.span.of(text);
        let mut help = instruction(old, &fix.text);
        // If the text at the span of the error contains `old` more than once, say which occurrence to edit.
        if fix.span != fault.span && !old.is_empty() && fault.span.of(text).matches(old).nth(1).is_some() {
            let (line, column) = line_column(text, fix.span.start);
            let line = if line == 1 { String::new() } else { format!("line {line}, ") };
            help += &format!(" at {line}column {column}");
        }
        groups.push(Group::with_title(Level::HELP.secondary_title(help)));
    }
    let renderer = match styling {
        Styling::Plain => Renderer::plain(),
        Styling::Ansi => {
            // The renderer's defaults for these colours differ on Windows.
            let [yellow, blue] =
                [AnsiColor::Yellow, AnsiColor::BrightBlue].map(|colour| colour.on_default().bold());
            let renderer = Renderer::styled().warning(yellow).emphasis(Style::new().bold());
            renderer.line_num(blue).context(blue)
        }
    };
    let report = renderer.render(&groups);
    marks.iter().fold(report, |report, [mark, place]| report.replacen(mark, place, 1))
}

/// Renders the diagnostics of a string for people: the line with a caret, what was expected and found, and
/// the likely fix. The input is escaped, so the report is safe to show on any terminal.
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

/// Like [`report`], except that diagnostics may also refer to the decoded strings of a state. `name` is the
/// origin of the text.
pub fn report_in(source: Source<'_>, diagnostics: &Diagnostics, name: &str, styling: Styling) -> String {
    report_first(source, diagnostics, name, styling, usize::MAX)
}

/// Like [`report_in`], but shows at most `limit` diagnostics, and then how many more there are.
pub(crate) fn report_first(
    source: Source<'_>,
    diagnostics: &Diagnostics,
    name: &str,
    styling: Styling,
    limit: usize,
) -> String {
    let joined = diagnostics.joined();
    let mut report: Vec<String> = Vec::new();
    for (index, diagnostic) in joined.iter().take(limit).enumerate() {
        let mut diagnostic = diagnostic.clone();
        // If one edit repairs several errors, suggest the edit only once.
        let has_same_help = |other: &Cow<'_, Diagnostic>| {
            (other.part, &other.help, &other.fix) == (diagnostic.part, &diagnostic.help, &diagnostic.fix)
        };
        if joined[..index].iter().any(has_same_help) {
            let diagnostic = diagnostic.to_mut();
            (diagnostic.help, diagnostic.fix) = (None, None);
        }
        report.push(render(&diagnostic, source, name, styling) + "\n");
    }
    if joined.len() > limit {
        report.push(format!("and {} more (`--all` shows them)\n", joined.len() - limit));
    }
    report.join("\n")
}
