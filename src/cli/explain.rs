//! `explain`: each part of a text, where it stands and what it means.

use super::batch::{BatchOptions, Question, Response, Run};
use super::exit::Status;
use super::kinds::Options;
use super::output::Output;
use super::result::{self, Findings};
use super::subject::{Reader, Subject};
use super::{Context, Format};
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::json::SpanOut;
use crate::notation::Segment;
use crate::render::{Paint, Scene, Style};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let (kind, inputs) = arguments.subject.split()?;
    let (paints, colour) = (context.output.colour, context.output.error_colour);
    let batch = BatchOptions::default();
    let run = Run {
        inputs: &inputs,
        batch: &batch,
        kind,
        format: context.format,
        errors: context.errors,
        lists_errors: false,
    };
    // A state shows the strings that it was decoded into, which only the thorough reading keeps.
    let reader = Reader {
        options: arguments.options.to_read_options(kind, colour)?,
        improves: !run.is_batch(),
        thorough: true,
    };
    run.answer(&mut context.output, |question, out| answer(question, &reader, (paints, colour), out))
}

/// A part of a text.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct PartOut<'a> {
    /// The name of the part.
    name: &'static str,
    /// The bytes of the part.
    span: SpanOut,
    /// For a state: the index of the string that the span points into, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// The text of the part.
    text: &'a str,
    /// The meaning of the part in words.
    meaning: &'a str,
}

fn answer(
    question: &Question<'_>,
    reader: &Reader,
    (paints, colour): (bool, bool),
    out: &mut Vec<u8>,
) -> Response {
    let Question { place, kind, text, format, .. } = *question;
    let (value, findings) = Findings::lenient(reader.read(question));
    let whole = findings.source(text);
    let parts = value.as_ref().map(|value| value.explain(whole)).unwrap_or_default();
    let source = |segment: &Segment| whole.part(segment.component);
    let usable = value.is_some();
    let status = Status::of(usable);
    match format {
        Format::Json => {
            let shown = |part| part_out(part, source(part));
            let shown: Vec<_> = parts.iter().map(shown).collect();
            let extra: Vec<_> = result::extra("parts", &shown).into_iter().collect();
            result::json(out, place, kind, text, &findings, usable, &extra);
            return status.into();
        }
        Format::Plain => {
            for part in &parts {
                let at = part.component.map(|part| format!("part {part}: ")).unwrap_or_default();
                let (start, end) = (part.span.start, part.span.end);
                let found = escape(part.span.of(source(part)));
                out.extend(format!("{at}{start}..{end}: {found}: {}: {}\n", part.name, part.meaning).bytes());
            }
        }
        Format::Human => out.extend(Output::paint(&table(&parts, source), paints).bytes()),
    }
    let err = result::faults(format, place, whole, &findings.diagnostics, colour);
    Response::new(err, status)
}

fn part_out<'a>(part: &'a Segment, source: &'a str) -> PartOut<'a> {
    PartOut {
        name: part.name,
        span: SpanOut::of(source, part.span),
        part: part.component,
        text: part.span.of(source),
        meaning: &part.meaning,
    }
}

/// Columns: span, text, meaning. A part that is the whole text shows no text: it is seen above.
fn table<'a>(parts: &[Segment], source: impl Fn(&Segment) -> &'a str) -> Scene {
    const WIDEST: usize = 20;
    let span = |part: &Segment| format!("{}..{}", part.span.start, part.span.end);
    let text = |part: &Segment| excerpt(part.span.of(source(part)), WIDEST);
    let width = |of: &dyn Fn(&Segment) -> String| {
        parts.iter().map(|part| of(part).chars().count()).max().unwrap_or(0)
    };
    let (spans, texts) = (width(&span), width(&text));
    let mut scene = Scene::new();
    let mut last = None;
    for part in parts {
        if part.component != last && last.is_some() {
            scene.line();
        }
        last = part.component;
        let padded = |text: String, width: usize| format!("{text:<width$}  ");
        scene.line().put(padded(span(part), spans), Style::FAINT);
        scene.put(padded(text(part), texts), Style::ink(Paint::Sky).bold());
        scene.put(format!("{}: ", part.name), Style::FAINT);
        scene.put(escape(&part.meaning), Style::PLAIN);
    }
    scene
}
