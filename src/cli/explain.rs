//! `explain`: lists the parts of a string with their positions and meanings, or describes a kind.

use super::figure::Saving;
use super::kinds::Options;
use super::strings::strings;
use super::subject::Subject;
use super::{
    BatchOptions, Context, Findings, Format, Question, Response, Result, Status, TextOrPicture, pages,
    painted,
};
use crate::check::Part;
use crate::diagnostics::{escape, excerpt, line_column};
use crate::kinds::Pace;
use crate::notation::Segment;
use crate::render::{Look, Paint, Scene, Style};
use std::io::IsTerminal as _;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: Options,
    /// List every card in the decks of a state
    ///
    /// Without this option, only the number of cards in each deck is listed.
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    output: TextOrPicture,
    /// Read one JSON value per line, as `validate --jsonl` does
    #[arg(long)]
    jsonl: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let Arguments { subject, options, verbose, output, jsonl } = arguments;
    let batch = &BatchOptions { jsonl: *jsonl, ..BatchOptions::default() };
    // The parts of a state have positions in its decoded strings, which only the thorough reader keeps.
    let strings = strings(subject, options, batch, Pace::Thorough, context)?;
    let picture = output.open(context)?;
    if let Some(kind) = strings.kind.filter(|_| strings.inputs.is_empty() && std::io::stdin().is_terminal()) {
        context.write(pages::kind_summary(kind))?;
        return Ok(Status::Yes);
    }
    let saving = Saving::of_one(picture, &strings)?;
    strings.answer(context, &|question, out| {
        let response = answer(question, *verbose, out);
        match &saving {
            Some(saving) => saving.beside(question, response),
            None => response,
        }
    })
}

/// The member that `explain` adds to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct PartsOut {
    /// `explain`: the parts of the text.
    parts: Vec<Part>,
}

fn answer(question: &Question<'_>, verbose: bool, out: &mut Vec<u8>) -> Response {
    let style = question.style;
    let (value, findings) = Findings::lenient(question.read());
    let whole = findings.source(question.text);
    let parts = value.as_ref().map(|value| value.explain(whole)).unwrap_or_default();
    let parts = if verbose { parts } else { pages::without_cards_of_decks(parts) };
    let source = |segment: &Segment| whole.part(segment.component);
    let mut text = String::new();
    match style.format {
        Format::Json => {}
        Format::Plain => {
            for part in &parts {
                let at = part.component.map(|part| format!("part {}: ", part + 1)).unwrap_or_default();
                let (line, column) = line_column(source(part), part.span.start);
                let found = escape(part.span.of(source(part)));
                text += &format!("{at}{line}:{column}: {found}: {}: {}\n", part.name, part.meaning);
            }
        }
        Format::Human => {
            text = painted(&table(&parts, source), style.colour);
            // If the parts list the squares covered by a card or tile, the rotated shape is drawn below the table.
            let covers = parts.iter().any(|part| part.name == COVERED);
            if let Some(value) = value.as_ref().filter(|_| covers) {
                text += &format!("\n{}", question.drawn(&**value, &findings, &Look::PIPE));
            }
        }
    }
    let members = PartsOut { parts: parts.iter().map(|part| Part::new(part, whole)).collect() };
    let mut response = question.answer(&findings, text, &members, Status::of(value.is_some()), out);
    if value.is_none() && style.is_for_people() {
        response.err.push_str("\nonly a string without errors can be explained\n");
    }
    response
}

/// The name of the part that lists the squares covered by an action.
const COVERED: &str = "covered squares";

/// Makes a table with the position, text, name and meaning of each part. A position is a column or a range of
/// columns, counted from 1. For a string with several lines, a position is the line and column where the part
/// begins.
fn table<'a>(parts: &[Segment], source: impl Fn(&Segment) -> &'a str) -> Scene {
    const WIDEST: usize = 20;
    let span = |part: &Segment| {
        let text = source(part);
        let (line, column) = line_column(text, part.span.start);
        let width = part.span.of(text).chars().count();
        match () {
            () if text.trim_end_matches('\n').contains('\n') => format!("{line}:{column}"),
            () if width > 1 => format!("{column}-{}", column + width - 1),
            () => column.to_string(),
        }
    };
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
