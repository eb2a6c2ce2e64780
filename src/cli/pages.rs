//! Writes the page about each kind: the notation, an example with its parts, and the rules.
//!
//! `src/texts/kind-page.md` is the template of a page, and `src/texts/kind-summary.md` is the template of its
//! first screen. The files in `src/texts/kinds` describe the kinds. In a description, `{grammar}` stands for
//! the grammar of the kind's parser. The last line of a description can name additional codes and code groups
//! to list on the page, as in `{rules placement cat}`. `docs/kinds/` contains the same pages.

use super::markdown;
use crate::diagnostics::{Code, Lesson, Source, all, escape, excerpt, line_column, quoted};
use crate::kinds::{self, ReadOptions, read_thoroughly, row};
use crate::notation::{Kind, Segment};
use crate::raft::PlayableState;
use crate::render::Look;

/// Returns the page about a kind as Markdown.
pub(super) fn kind_page(kind: Kind) -> String {
    let name = kind.name();
    let (description, further) = kind.page().split_once("\n{rules ").unwrap_or((kind.page(), ""));
    let further = further.trim_end_matches("}\n");
    let rules: Vec<(&Code, Lesson)> = all()
        .map(|code| (code, code.lesson()))
        .filter(|(code, lesson)| belongs(code, lesson.of, kind, further))
        .collect();
    let example = row(kind).example();
    let write =
        if is_argument(example) { String::new() } else { format!("{} > {name}.txt\n", print(example)) };
    let needs_game =
        |(_, lesson): &(&Code, Lesson)| lesson.command.is_some_and(|it| it.contains("state.json"));
    let fields = [
        ("{about}", capitalized(kind.about())),
        ("{description}", description.to_owned()),
        ("{grammar}\n", grammar(kind)),
        ("{example}", block(example)),
        ("{picture}", picture(kind, example)),
        ("{parts}", parts(kind, 24)),
        ("{write}", write),
        ("{source}", source(kind)),
        ("{wrong}", wrong_string(kind, &rules)),
        ("{game}", if rules.iter().any(needs_game) { example_game() } else { String::new() }),
        ("{rules}\n", rules.iter().map(|(code, lesson)| rule(kind, code, lesson)).collect()),
        ("{kind}", name.to_owned()),
    ];
    filled(include_str!("../texts/kind-page.md"), &fields)
}

/// The first screen of a kind's page, as plain text: the notation, an example and its parts, and three commands.
pub(super) fn kind_summary(kind: Kind) -> String {
    let (name, example) = (kind.name(), row(kind).example());
    let verbs =
        if is_argument(example) { ["validate", "explain", "render"] } else { ["", "validate", "render"] };
    let commands = verbs.map(|verb| match verb {
        "" => format!("{} > {name}.txt\n", generate(kind)),
        verb => format!("clowder {verb} {name} {}\n", source(kind)),
    });
    let fields = [
        ("{about}", kind.about().to_owned()),
        ("{description}", kind.page().split("\n\n").next().unwrap_or_default().to_owned()),
        ("{grammar}", grammar(kind)),
        ("{example}", block(example)),
        ("{parts}", parts(kind, 20_usize.saturating_sub(row(kind).grammar().lines().count()).clamp(3, 10))),
        ("{commands}", commands.concat()),
        ("{kind}", name.to_owned()),
    ];
    markdown::text(&filled(include_str!("../texts/kind-summary.md"), &fields))
}

fn filled(template: &str, fields: &[(&str, String)]) -> String {
    fields.iter().fold(template.to_owned(), |page, (field, value)| page.replace(field, value))
}

/// Whether an example can be passed as an argument. A long example, or one with line breaks, is read from a
/// file instead.
fn is_argument(example: &str) -> bool {
    !example.contains('\n') && example.len() <= 100
}

/// The command-line words that pass a kind's example to a verb.
fn source(kind: Kind) -> String {
    let example = row(kind).example();
    if is_argument(example) { quoted(example) } else { format!("--file {kind}.txt") }
}

fn generate(kind: Kind) -> String {
    format!("clowder generate {} --seed 1", if kind == Kind::State { "raft-state" } else { kind.name() })
}

/// A kind's grammar, and the meanings of its symbols.
fn grammar(kind: Kind) -> String {
    let grammar = row(kind).grammar();
    // Characters in comments and in quoted text are not grammar symbols, so both are skipped. Comments follow
    // several spaces, and quoted text stands for itself.
    let rules = grammar.lines().map(|line| line.split("     ").next().unwrap_or_default());
    let symbols: String = rules.flat_map(|rule| rule.split('"').step_by(2)).collect();
    let is_json = grammar.contains("{\"");
    let meanings = include_str!("../texts/grammar.txt").lines().filter_map(|line| line.split_once(' '));
    let occurs = |symbol| symbols.contains(symbol) && !(is_json && ["[", ".."].contains(&symbol));
    let legend: Vec<_> = meanings.filter(|(symbol, _)| occurs(symbol)).map(|(_, meaning)| meaning).collect();
    let legend = if legend.is_empty() { String::new() } else { format!("\n{}\n", legend.join(", ")) };
    format!("```text\n{grammar}```\n{legend}")
}

/// Writes the rule of an error code, with examples.
fn rule(kind: Kind, code: &Code, lesson: &Lesson) -> String {
    // Some rules apply only to strings that have a certain purpose, such as a board for a game.
    let of = if lesson.of == kind.name() { String::new() } else { format!(" ({})", lesson.of) };
    let is_string = super::examples::read(code, lesson).is_some();
    let shown = |text: &str| {
        if is_string { format!("\n\n{}{}", block(text), ending(kind, text)) } else { format!(" {text}.\n") }
    };
    let command = lesson.command.map(|it| format!("\n```sh\n{it}\n```\n"));
    format!(
        "\n### `{}`\n\n{}\n\n{} {}\n\nWrong{of}:{}{}\nRight:{}",
        code.name,
        lesson.rule,
        lesson.reason,
        lesson.repair,
        shown(&lesson.wrong),
        command.unwrap_or_default(),
        shown(&lesson.right)
    )
}

/// Writes a command that shows an error message.
fn wrong_string(kind: Kind, rules: &[(&Code, Lesson)]) -> String {
    let name = kind.name();
    let is_wrong = |(code, lesson): &&(&Code, Lesson)| {
        code.group() == name && lesson.of == name && !lesson.wrong.is_empty()
    };
    let Some((_, lesson)) = rules.iter().find(is_wrong) else { return String::new() };
    let command = if row(kind).example().contains('\n') {
        format!("{} | clowder validate {name}", print(&lesson.wrong))
    } else {
        format!("clowder validate {name} {}", quoted(&lesson.wrong))
    };
    format!("\nWrong (exit status 1):\n\n```sh\n{command}\n```\n")
}

/// Writes a shell command that prints a string. If the string has no line break, the command prints one after the
/// string.
fn print(text: &str) -> String {
    if text.contains('\n') {
        return format!("printf '{}'", text.replace('\n', "\\n"));
    }
    format!("printf '%s\\n' {}", quoted(text))
}

/// Draws a string in a code block.
fn picture(kind: Kind, text: &str) -> String {
    let reading = read_thoroughly(kind, text, &ReadOptions::default());
    let picture = reading
        .value()
        .map(|value| kinds::picture(kind, &**value, Source::whole(text)).scene(&Look::PIPE).text())
        .unwrap_or_default();
    format!("```text\n{}\n```\n", picture.trim_end())
}

/// Writes one table row for each part of the example. If there are too many parts, writes only `most` of them,
/// and a last row with the number of the others.
fn parts(kind: Kind, most: usize) -> String {
    let text = row(kind).example();
    let reading = read_thoroughly(kind, text, &ReadOptions::default());
    let source = Source::new(text, reading.parts());
    let parts =
        reading.value().map(|value| without_cards_of_decks(value.explain(source))).unwrap_or_default();
    let mut rows = String::new();
    let most = if parts.len() == most + 1 { most + 1 } else { most };
    for part in parts.iter().take(most) {
        let whole = source.part(part.component);
        let (line, column) = line_column(whole, part.span.start);
        let place = part.component.map(|index| format!("part {}, ", index + 1)).unwrap_or_default();
        // The character `|` would end a cell.
        let [string, meaning] = [excerpt(part.span.of(whole), 24), escape(&part.meaning).into()]
            .map(|text| text.replace('|', "\\|"));
        rows += &format!("| {place}{line}:{column} | `{string}` | {}: {meaning} |\n", part.name);
    }
    if parts.len() > most {
        rows += &format!("| … | … | {} more parts, which `clowder explain` lists |\n", parts.len() - most);
    }
    rows
}

/// Removes the individual cards in a state's decks, because there are too many to list.
pub(super) fn without_cards_of_decks(mut parts: Vec<Segment>) -> Vec<Segment> {
    parts.retain(|part| part.component != Some(1) || part.name != "card");
    parts
}

/// Whether an error code is listed on the page about `kind`. `further` names additional codes and code groups.
fn belongs(code: &Code, of: &str, kind: Kind, further: &str) -> bool {
    let group = code.group();
    let is_general = group == "text" || group == "json";
    group == kind.name()
        || further.split(' ').any(|name| name == group || name == code.name)
        || (!is_general && of == kind.name())
}

/// Writes a section about the example game, whose state is used in some examples.
fn example_game() -> String {
    let state = PlayableState::EXAMPLE;
    format!(
        "\n## The example game\n\nThe commands under the rules read this state from `state.json`:\n\n{}\n{}",
        block(state),
        picture(Kind::State, state)
    )
}

/// Writes a string as a code block, escaping invisible characters.
fn block(text: &str) -> String {
    let lines: Vec<_> = text.trim_end_matches('\n').split('\n').map(escape).collect();
    let shown = if lines == [""] { "(an empty string)" } else { &lines.join("\n") };
    format!("```text\n{shown}\n```\n")
}

/// Describes the line breaks at the end of `text`, which a code block does not show. Returns an empty string if
/// `text` is empty, or if the kind's example ends with the same number of line breaks.
fn ending(kind: Kind, text: &str) -> &'static str {
    let breaks = |text: &str| text.len() - text.trim_end_matches('\n').len();
    match (breaks(text), breaks(row(kind).example())) {
        (found, usual) if found == usual || text.is_empty() => "",
        (0, _) => "\nThis string does not end with a line break.\n",
        (1, _) => "\nThis string ends with a line break.\n",
        _ => "\nThis string ends with several line breaks.\n",
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
