//! Diagnostics for people: the faulty line with a caret under the span, what was expected, what was likely meant.

use super::escape::{escape, push_shown};
use super::json::Source;
use super::{Diagnostic, Severity, Span, line_column};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

/// How many characters of a line are shown on either side of a span's first character.
const WINDOW: usize = 48;

/// A piece of the source made safe to show, with the way from the source's offsets to its own.
struct Shown {
    text: String,
    line: usize,
    span: std::ops::Range<usize>,
}

/// The line the span begins in, escaped, cut to a window around the span.
fn shown(source: &str, span: Span) -> Shown {
    let start = floor_boundary(source, span.start);
    let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    // A line end is shown as `\n`, so that a caret can point at it.
    let line_end = source[start..].find('\n').map_or(source.len(), |newline| start + newline + 1);
    let end = floor_boundary(source, span.end).clamp(start, line_end);
    let from = source[line_start..start]
        .char_indices()
        .rev()
        .nth(WINDOW - 1)
        .map_or(line_start, |(at, _)| line_start + at);
    let to = source[start..line_end].char_indices().nth(WINDOW).map_or(line_end, |(at, _)| start + at);
    let mut text = String::from(if from > line_start { "…" } else { "" });
    let mut range = [None, None];
    for (at, character) in source[from..to].char_indices() {
        for (bound, slot) in [start, end].into_iter().zip(&mut range) {
            if from + at >= bound {
                slot.get_or_insert(text.len());
            }
        }
        push_shown(&mut text, character);
    }
    let text_end = text.len();
    if to < line_end {
        text.push('…');
    }
    let [start, end] = range.map(|offset| offset.unwrap_or(text_end));
    Shown { text, line: line_column(source, span.start).0, span: start..end }
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// What stands under the caret: what was expected and found.
fn label(fault: &Diagnostic) -> String {
    let mut label = String::new();
    if !fault.expected.is_empty() {
        label.push_str("expected ");
        for (index, item) in fault.expected.iter().enumerate() {
            let separator = match index {
                0 => "",
                last if last + 1 == fault.expected.len() => " or ",
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

/// The found text in backquotes, escaped and kept short.
fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", super::escape::excerpt(text, 40)) }
}

fn annotation(shown: &Shown, kind: AnnotationKind, label: String) -> Annotation<'static> {
    let annotation = kind.span(shown.span.clone());
    if label.is_empty() { annotation } else { annotation.label(label) }
}

fn snippet(
    place: Shown,
    path: Option<&str>,
    annotation: Annotation<'static>,
) -> Snippet<'static, Annotation<'static>> {
    Snippet::source(place.text).line_start(place.line).path(path.map(str::to_owned)).annotation(annotation)
}

/// One fault as text, without a line end. `name` says what was read ("argument 2", a file's path); `colour`
/// whether to paint it.
pub fn render(fault: &Diagnostic, source: Source<'_>, name: &str, colour: bool) -> String {
    let level = match fault.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let name = escape(name);
    let path =
        |part: Option<usize>| part.map_or_else(|| name.to_string(), |part| format!("{name}, part {part}"));
    let place = shown(source.part(fault.part), fault.span);
    let primary = annotation(&place, AnnotationKind::Primary, label(fault));
    let mut first = level
        .primary_title(escape(&fault.message).into_owned())
        .id(fault.code.name)
        .element(snippet(place, Some(&path(fault.part)), primary));
    for related in &fault.related {
        let place = shown(source.part(related.part), related.span);
        let context = annotation(&place, AnnotationKind::Context, escape(&related.message).into_owned());
        first = first.element(snippet(place, Some(&path(related.part)), context));
    }
    let mut groups = vec![first];
    if let Some(fix) = &fault.fix {
        let help = if fix.text.is_empty() {
            format!("remove {}", quoted(fix.span.of(source.part(fault.part))))
        } else if fix.span.start == fix.span.end {
            format!("add `{}`", super::escape::excerpt(&fix.text, 60))
        } else {
            format!("did you mean `{}`?", super::escape::excerpt(&fix.text, 60))
        };
        groups.push(Group::with_title(Level::HELP.secondary_title(help)));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&groups)
}
