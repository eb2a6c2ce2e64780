//! The page of each kind: its notation, an example part by part, and its rules.
//!
//! The description and the grammar are in the file of the kind in this directory. Everything else comes from the tables of
//! the program. `docs/kinds/` contains the same pages, and a test compares them.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Source, all, line_column};
use crate::kinds::{ReadOptions, read_thoroughly, row};
use crate::notation::Kind;
use crate::render::Look;
use std::fmt::Write as _;

/// Returns the description and the grammar of a kind.
const fn notation(kind: Kind) -> &'static str {
    match kind {
        Kind::Challenge => include_str!("challenge.md"),
        Kind::Board => include_str!("board.md"),
        Kind::Decks => include_str!("decks.md"),
        Kind::Hand => include_str!("hand.md"),
        Kind::Exhausted => include_str!("exhausted.md"),
        Kind::FireBag => include_str!("fire-bag.md"),
        Kind::Action => include_str!("action.md"),
        Kind::Draw => include_str!("draw.md"),
        Kind::State => include_str!("state.md"),
        Kind::PathwayCard => include_str!("pathway-card.md"),
        Kind::FireTile => include_str!("fire-tile.md"),
        Kind::CatCard => include_str!("cat-card.md"),
        Kind::RaftCard => include_str!("raft-card.md"),
        Kind::RaftRecord => include_str!("raft-record.md"),
        Kind::PenguinsChallenge => include_str!("penguins-challenge.md"),
        Kind::PenguinsSolution => include_str!("penguins-solution.md"),
        Kind::PenguinsPlacement => include_str!("penguins-placement.md"),
        Kind::PenguinsState => include_str!("penguins-state.md"),
        Kind::PenguinsBoard => include_str!("penguins-board.md"),
        Kind::Polyomino => include_str!("polyomino.md"),
        Kind::Region => include_str!("region.md"),
        Kind::BotRequest => include_str!("bot-request.md"),
        Kind::BotReply => include_str!("bot-reply.md"),
        Kind::GameRecord => include_str!("game-record.md"),
    }
}

/// Returns the page of a kind as Markdown.
pub(super) fn page(kind: Kind) -> String {
    let mut text = format!("# `{kind}`\n\n{}.\n\n{}", capitalized(kind.about()), notation(kind));
    example(&mut text, kind);
    let rules: Vec<&Code> = all().filter(|code| belongs(code, kind)).collect();
    if !rules.is_empty() {
        text += "\n## Rules\n\nEach rule has a code, which `clowder codes CODE` explains with the error message.\n";
    }
    for code in rules {
        let _ = write!(text, "\n### `{}`\n\n{}\n", code.name, code.rule);
        if let Some(lesson) = code.lesson() {
            let _ = write!(text, "\n{} {}\n", lesson.reason, lesson.repair);
        }
        let (wrong, right) = (block(code.example.wrong), block(code.example.right));
        let _ = write!(text, "\nWrong ({}):\n\n{wrong}\nRight:\n\n{right}", code.example.of);
    }
    text + "\nThe codes that begin with `text/` and, for JSON, with `json/` apply to every kind. `clowder codes` lists all codes.\n"
}

/// Adds the example of a kind: the string, its picture, and its parts.
fn example(text: &mut String, kind: Kind) {
    let example = row(kind).example();
    let _ = write!(text, "\n## Example\n\n{}", block(example));
    let reading = read_thoroughly(kind, example, &ReadOptions::default());
    let Some(value) = reading.value() else { return };
    let picture = value.picture(&Look::PIPE).text();
    let _ = write!(
        text,
        "\nThe picture, as `clowder render {kind}` draws it:\n\n```text\n{}\n```\n",
        picture.trim_end()
    );
    let source = Source { text: example, parts: reading.parts() };
    let parts = super::explain::shown(value.explain(source), false);
    *text += "\n## Part by part\n\nPositions are lines and columns, counted from 1.\n\n";
    *text += "| position | string | meaning |\n|---|---|---|\n";
    for part in parts.iter().take(SHOWN) {
        let whole = source.part(part.component);
        let (line, column) = line_column(whole, part.span.start);
        let string = crate::diagnostics::escape::excerpt(part.span.of(whole), 24);
        let place = part.component.map(|index| format!("part {}, ", index + 1)).unwrap_or_default();
        let meaning = escape(&part.meaning);
        let _ = writeln!(
            text,
            "| {place}{line}:{column} | `{}` | {}: {} |",
            cell(&string),
            part.name,
            cell(&meaning)
        );
    }
    if parts.len() > SHOWN {
        let _ = write!(
            text,
            "\nThe table has the first {SHOWN} parts. `clowder explain {kind}` lists all of them.\n"
        );
    }
}

/// The largest number of parts in the table of a page.
const SHOWN: usize = 24;

/// Returns true if a code is about strings of a kind.
fn belongs(code: &Code, kind: Kind) -> bool {
    let group = code.name.split('/').next().unwrap_or_default();
    let is_general = group == "text" || group == "json";
    group == kind.name() || (!is_general && code.example.of == kind.name())
}

/// Writes a string as a block of code. Characters that are not visible are escaped.
fn block(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(escape).collect();
    let shown = lines.join("\n");
    let shown = shown.trim_end_matches('\n');
    if shown.is_empty() {
        "```text\n(an empty string)\n```\n".to_owned()
    } else {
        format!("```text\n{shown}\n```\n")
    }
}

/// Escapes the character that ends the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
