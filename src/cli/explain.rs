//! `explain`: each part of a text, where it stands and what it means.

use super::batch::{BatchOptions, Question, Run, Verdict};
use super::exit::Status;
use super::input::Inputs;
use super::kinds::{self, Entry};
use super::output::Output;
use super::{Context, Format, result};
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::line_column;
use crate::notation::{Kind, Segment};
use crate::render::{Paint, Scene, Style};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// What the text is: see `clowder kinds`
    #[arg(value_name = "KIND", value_parser = kinds::parser())]
    kind: Kind,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    options: kinds::Options,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let entry = kinds::entry(arguments.kind);
    let (paints, colour) = (context.output.colour, context.output.error_colour);
    let batch = BatchOptions::default();
    let run = Run { inputs: &arguments.inputs, batch: &batch, kind: arguments.kind, format: context.format };
    run.answer(&mut context.output, |question, out| {
        answer(&entry, question, &arguments.options, (paints, colour), out)
    })
}

/// A part as JSON.
#[derive(serde::Serialize)]
struct PartOut<'a> {
    name: &'static str,
    span: SpanOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    text: &'a str,
    meaning: &'a str,
}

#[derive(serde::Serialize)]
struct SpanOut {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

fn answer(
    entry: &Entry,
    question: &Question<'_>,
    options: &kinds::Options,
    (paints, colour): (bool, bool),
    out: &mut Vec<u8>,
) -> Verdict {
    let Question { place, text, format, .. } = *question;
    let (reading, usable) = result::lenient(entry, text, options);
    let parts = if usable { (entry.explain)(text, options) } else { Vec::new() };
    let strings = result::parts_of(entry.kind, text);
    let source =
        |part: &Segment| part.component.and_then(|part| strings.get(part)).map_or(text, String::as_str);
    let status = Status::of(usable);
    match format {
        Format::Json => {
            let shown = |part| part_out(part, source(part));
            let shown: Vec<_> = parts.iter().map(shown).collect();
            let extra: Vec<_> = result::extra("parts", &shown).into_iter().collect();
            result::json(out, place, entry.kind, text, &reading, usable, &extra);
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
    let err = result::faults(format, place.name, entry.kind, text, &reading.faults, colour);
    Verdict { err, status }
}

fn part_out<'a>(part: &'a Segment, source: &'a str) -> PartOut<'a> {
    let (line, column) = line_column(source, part.span.start);
    PartOut {
        name: part.name,
        span: SpanOut { start: part.span.start, end: part.span.end, line, column },
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
