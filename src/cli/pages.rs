//! Writes the page of each kind, with its notation, an example with its parts, and its rules.
//!
//! `src/texts/kind-page.md` has the form of a page, and `src/texts/kinds` has the description of each kind. In it,
//! `{grammar}` is replaced by the grammar of the kind's parser. A last line such as `{rules placement cat}` names further
//! codes and groups of codes for errors in strings of this kind. `docs/kinds/` contains the same pages.

use crate::diagnostics::escape::{escape, excerpt, quoted};
use crate::diagnostics::{Code, Lesson, Source, all, line_column};
use crate::kinds::{self, ReadOptions, read_thoroughly, row};
use crate::notation::{Kind, Segment};
use crate::raft::PlayableState;
use crate::render::Look;

/// Returns the page of a kind as Markdown.
pub(super) fn kind_page(kind: Kind) -> String {
    let (row, name) = (row(kind), kind.name());
    let (description, further) = kind.page().split_once("\n{rules ").unwrap_or((kind.page(), ""));
    let further = further.trim_end_matches("}\n");
    let rules: Vec<(&Code, Lesson)> = all()
        .map(|code| (code, code.lesson()))
        .filter(|(code, lesson)| belongs(code, lesson.of, kind, further))
        .collect();
    let legend = if row.grammar().contains("{\"") {
        include_str!("../texts/json-grammar.md")
    } else {
        include_str!("../texts/grammar.md")
    };
    // A long example is read from a file, and also an example of several lines, because the line break at its end matters.
    let is_argument = !row.example().contains('\n') && row.example().len() <= 100;
    let (source, write) = if is_argument {
        (quoted(row.example()), String::new())
    } else {
        (format!("--file {name}.txt"), format!("{} > {name}.txt\n", print(row.example())))
    };
    let needs_game =
        |(_, lesson): &(&Code, Lesson)| lesson.command.is_some_and(|it| it.contains("state.json"));
    let fields = [
        ("{about}", capitalized(kind.about())),
        ("{description}", description.to_owned()),
        ("{grammar}\n", format!("```text\n{}```\n\n{legend}", row.grammar())),
        ("{example}", block(row.example())),
        ("{picture}", picture(kind, row.example())),
        ("{parts}", parts(kind)),
        ("{write}", write),
        ("{source}", source),
        ("{wrong}", wrong_string(kind, &rules)),
        ("{game}", if rules.iter().any(needs_game) { example_game() } else { String::new() }),
        ("{rules}", rules.iter().map(|(code, lesson)| rule(kind, code, lesson)).collect()),
        ("{kind}", name.to_owned()),
    ];
    let page = include_str!("../texts/kind-page.md").to_owned();
    fields.iter().fold(page, |page, (field, value)| page.replace(field, value))
}

/// Returns the rule of a code with its examples.
fn rule(kind: Kind, code: &Code, lesson: &Lesson) -> String {
    // Some rules apply only to strings that are used for a certain purpose, such as a board to play on.
    let of = if lesson.of == kind.name() { String::new() } else { format!(" ({})", lesson.of) };
    let is_string = super::examples::read(code, lesson).is_some();
    let shown = |text: &str| {
        if is_string { format!("\n\n{}{}", block(text), ending(kind, text)) } else { format!(" {text}.\n") }
    };
    let command = lesson.command.map(|it| format!("\nThis command shows the error:\n\n```sh\n{it}\n```\n"));
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

/// Returns a command with which a reader can see an error message.
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
    format!(
        "\nThis command checks a wrong string. It prints the error message, and ends with exit status 1:\n\n```sh\n{command}\n```\n"
    )
}

/// Returns a shell command that prints a string and, if the string has only one line, a line break.
fn print(text: &str) -> String {
    if text.contains('\n') {
        return format!("printf '{}'", text.replace('\n', "\\n"));
    }
    format!("printf '%s\\n' {}", quoted(text))
}

/// Returns the picture of a string as a block of code.
fn picture(kind: Kind, text: &str) -> String {
    let reading = read_thoroughly(kind, text, &ReadOptions::default());
    let picture = reading
        .value()
        .map(|value| kinds::picture(kind, &**value, Source::whole(text)).scene(&Look::PIPE).text())
        .unwrap_or_default();
    format!("```text\n{}\n```\n", picture.trim_end())
}

/// Returns the rows of a table with the parts of the example.
fn parts(kind: Kind) -> String {
    let text = row(kind).example();
    let reading = read_thoroughly(kind, text, &ReadOptions::default());
    let source = Source::new(text, reading.parts());
    let parts =
        reading.value().map(|value| without_cards_of_decks(value.explain(source))).unwrap_or_default();
    let mut rows = String::new();
    for part in parts.iter().take(SHOWN) {
        let whole = source.part(part.component);
        let (line, column) = line_column(whole, part.span.start);
        let place = part.component.map(|index| format!("part {}, ", index + 1)).unwrap_or_default();
        // The character `|` would end a cell.
        let [string, meaning] = [excerpt(part.span.of(whole), 24), escape(&part.meaning).into()]
            .map(|text| text.replace('|', "\\|"));
        rows += &format!("| {place}{line}:{column} | `{string}` | {}: {meaning} |\n", part.name);
    }
    if parts.len() > SHOWN {
        rows += &format!(
            "\nThe table has the first {SHOWN} parts. `clowder explain {kind}` lists all of them.\n"
        );
    }
    rows
}

/// Leaves out the single cards in the decks of a state, of which there are too many.
pub(super) fn without_cards_of_decks(mut parts: Vec<Segment>) -> Vec<Segment> {
    parts.retain(|part| part.component != Some(1) || part.name != "card");
    parts
}

/// The maximum number of parts in the table of a page.
const SHOWN: usize = 24;

/// Returns true if a code is about strings of a kind. `further` contains names of codes and of groups.
fn belongs(code: &Code, of: &str, kind: Kind, further: &str) -> bool {
    let group = code.group();
    let is_general = group == "text" || group == "json";
    group == kind.name()
        || further.split(' ').any(|name| name == group || name == code.name)
        || (!is_general && of == kind.name())
}

/// Returns the state of the example game. Some examples are read in this state.
fn example_game() -> String {
    let state = PlayableState::EXAMPLE;
    format!(
        "\n## The example game\n\nSome rules are shown in a game with this state. Save it as `state.json` to try the commands:\n\n{}\n{}",
        block(state),
        picture(Kind::State, state)
    )
}

/// Returns a string as a block of code. Characters that are not visible are escaped.
fn block(text: &str) -> String {
    let lines: Vec<_> = text.trim_end_matches('\n').split('\n').map(escape).collect();
    let shown = if lines == [""] { "(an empty string)" } else { &lines.join("\n") };
    format!("```text\n{shown}\n```\n")
}

/// Describes the line breaks at the end of a string if their number is unusual, because a block of code does not show
/// them.
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
