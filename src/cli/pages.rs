//! Writes the page of each kind, with its notation, an example with its parts, and its rules.
//!
//! The description is in `src/texts/kinds`. In it, `{grammar}` is replaced by the grammar of the kind's parser. A last
//! line such as `{rules placement cat}` names further codes and groups of codes for errors in strings of this kind.
//! Everything else comes from the registry and from the texts about the codes. `docs/kinds/` contains the same pages.

use crate::diagnostics::escape::{escape, excerpt, quoted};
use crate::diagnostics::{Code, Lesson, Source, all, line_column};
use crate::kinds::{ReadOptions, read_thoroughly, row};
use crate::notation::{Kind, Segment};
use crate::raft::PlayableState;
use crate::render::Look;
use std::fmt::Write as _;

/// Explains the signs in the grammar of JSON values.
const JSON_LEGEND: &str = "In the grammar, `a | b` is one of two values, and `...` stands for more values of the same sort. The members of an \
     object can be in any order.\n";

/// Explains the signs in a grammar.
const LEGEND: &str = "In the grammar, `\"x\"` means the text `x`, `a|b` means `a` or `b`, `[a]` means that `a` is optional, `a*` means `a` any \
     number of times, `a+` means `a` at least once, and `a{1,4}` means `a` one to four times. `DIGIT` is a digit, and \
     `LETTER` is a letter.\n";

/// Returns the page of a kind as Markdown.
pub(super) fn kind_page(kind: Kind) -> String {
    let grammar = row(kind).grammar();
    let legend = if grammar.contains("{\"") { JSON_LEGEND } else { LEGEND };
    let (described, further) = kind.page().split_once("\n{rules ").unwrap_or((kind.page(), ""));
    let described = described.replace("{grammar}\n", &format!("```text\n{grammar}```\n\n{legend}"));
    let mut text = format!("# `{kind}`\n\n{}.\n\n{described}", capitalized(kind.about()));
    example(&mut text, kind);
    let further = further.trim_end_matches("}\n");
    let rules: Vec<(&Code, Lesson)> = all()
        .map(|code| (code, code.lesson()))
        .filter(|(code, lesson)| belongs(code, lesson.of, kind, further))
        .collect();
    commands(&mut text, kind, &rules);
    if rules.iter().any(|(_, lesson)| lesson.command.is_some_and(|command| command.contains("state.json"))) {
        example_game(&mut text);
    }
    if !rules.is_empty() {
        text += "\n## Rules\n\nEach rule has a code. `clowder codes CODE` explains the rule.\n";
    }
    for (code, lesson) in &rules {
        let Lesson { rule, reason, repair, .. } = lesson;
        let _ = write!(text, "\n### `{}`\n\n{rule}\n\n{reason} {repair}\n", code.name);
        // Some rules apply only to strings that are used for a certain purpose, such as a board to play on.
        let of = if lesson.of == kind.name() { String::new() } else { format!(" ({})", lesson.of) };
        let is_string = super::examples::read(code, lesson).is_some();
        let shown = |text: &str| {
            if is_string {
                format!("\n\n{}{}", block(text), ending(kind, text))
            } else {
                format!(" {text}.\n")
            }
        };
        let _ = write!(text, "\nWrong{of}:{}", shown(&lesson.wrong));
        if let Some(command) = lesson.command {
            let _ = write!(text, "\nThis command shows the error:\n\n```sh\n{command}\n```\n");
        }
        let _ = write!(text, "\nRight:{}", shown(&lesson.right));
    }
    text + "\nErrors in strings of any kind can also have codes that begin with `text/`. Errors in the JSON of a saved game \
            or a message have codes that begin with `json/`. `clowder codes` lists all codes, and [The error codes](../codes.md) explains them.\n"
}

/// The maximum length, in bytes, of an example that is written as an argument in the commands of a page. Longer
/// examples are written to files.
const LONGEST_ARGUMENT: usize = 100;

/// Adds commands with which a reader can try the notation.
fn commands(text: &mut String, kind: Kind, rules: &[(&Code, Lesson)]) {
    let (example, name) = (row(kind).example(), kind.name());
    let has_lines = example.contains('\n');
    // The line break at the end of a string of several lines matters, so such a string is read from a file, too.
    let (source, write) = if has_lines || example.len() > LONGEST_ARGUMENT {
        (format!("--file {name}.txt"), format!("{} > {name}.txt\n", print(example)))
    } else {
        (quoted(example), String::new())
    };
    let _ = write!(
        text,
        "\n## Try it\n\nThese commands check the example, list its parts, and write its picture to a file:\n\n```sh\n{write}\
         clowder validate {name} {source}\nclowder explain {name} {source}\nclowder render {name} {source} -o {name}.svg\n\
         ```\n"
    );
    let is_wrong_string = |(code, lesson): &&(&Code, Lesson)| {
        code.name.starts_with(name) && lesson.of == name && !lesson.wrong.is_empty()
    };
    if let Some((_, lesson)) = rules.iter().find(is_wrong_string) {
        let wrong = &*lesson.wrong;
        let wrong = if has_lines {
            format!("{} | clowder validate {name}", print(wrong))
        } else {
            format!("clowder validate {name} {}", quoted(wrong))
        };
        let _ = write!(
            text,
            "\nThis command checks a wrong string. It prints the error message, and ends with exit status 1:\n\n```sh\n{wrong}\n\
             ```\n"
        );
    }
}

/// Returns a shell command that prints a string and, if the string has only one line, a line break.
fn print(text: &str) -> String {
    if text.contains('\n') {
        return format!("printf '{}'", text.replace('\n', "\\n"));
    }
    format!("printf '%s\\n' {}", quoted(text))
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
    let parts = without_cards_of_decks(value.explain(source));
    *text += "\n## Part by part\n\nPositions are lines and columns, counted from 1.\n\n";
    *text += "| position | string | meaning |\n|---|---|---|\n";
    for part in parts.iter().take(SHOWN) {
        let whole = source.part(part.component);
        let (line, column) = line_column(whole, part.span.start);
        let string = excerpt(part.span.of(whole), 24);
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

/// Adds the state of the example game. Some examples are read in this state.
fn example_game(text: &mut String) {
    let state = PlayableState::EXAMPLE;
    let _ = write!(
        text,
        "\n## The example game\n\nSome rules are shown in a game with this state. Save it as `state.json` to try the commands:\n\n{}",
        block(state)
    );
    if let Some(board) = read_thoroughly(Kind::State, state, &ReadOptions::default()).value() {
        let picture = board.picture(&Look::PIPE).text();
        let _ = write!(text, "\n```text\n{}\n```\n", picture.trim_end());
    }
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

/// Escapes the character `|`, which would end a cell of a table.
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
