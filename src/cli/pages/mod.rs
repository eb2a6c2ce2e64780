//! Writes the page of each kind, with its notation, an example with its parts, and its rules.
//!
//! The description is in the file of the kind in this directory. In the description, `{grammar}` is replaced by the
//! grammar, which is in the file of the kind's parser. Everything else comes from the tables of kinds, codes and
//! lessons. `docs/kinds/` contains the same pages, and a test compares them.

use super::quoting::quoted;
use super::situations::command;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Source, all, line_column};
use crate::kinds::{ReadOptions, read_thoroughly, row};
use crate::notation::Kind;
use crate::raft::PlayableState;
use crate::render::Look;
use std::fmt::Write as _;

/// Returns the description of a kind.
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

/// Explains the signs in the grammar of JSON values.
const JSON_LEGEND: &str = "In the grammar, `a | b` is one of two values, and `...` stands for more values of the same sort. The members of an \
     object can be in any order.\n";

/// Explains the signs in a grammar.
const LEGEND: &str = "In the grammar, `\"x\"` means the text `x`, `a|b` means `a` or `b`, `[a]` means that `a` is optional, `a*` means `a` any \
     number of times, `a+` means `a` at least once, and `a{1,4}` means `a` one to four times. `DIGIT` is a digit, and \
     `LETTER` is a letter.\n";

/// Returns sentences that name the kinds and verbs with a similar name, or `None` if there are none.
fn pages_with_similar_names(kind: Kind) -> Option<String> {
    let ending = format!("-{kind}");
    let longer = Kind::ALL.iter().filter(|other| other.name().ends_with(&ending));
    let of_kind = |other: &Kind| format!("See also `clowder help {other}`, which has a similar name.");
    let mut sentences: Vec<String> = longer.map(of_kind).collect();
    if kind == Kind::Draw {
        sentences.push(
            "The verb `draw` is another name for the verb `render`: see `clowder help render`.".to_owned(),
        );
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Returns the page of a kind as Markdown.
pub(super) fn kind_page(kind: Kind) -> String {
    let grammar = row(kind).grammar();
    let legend = if grammar.contains("{\"") { JSON_LEGEND } else { LEGEND };
    let grammar = format!("```text\n{grammar}```\n\n{legend}");
    let described = notation(kind).replace("{grammar}\n", &grammar);
    let others = pages_with_similar_names(kind).map(|others| others + "\n\n").unwrap_or_default();
    let mut text = format!("# `{kind}`\n\n{}.\n\n{others}{described}", capitalized(kind.about()));
    example(&mut text, kind);
    commands(&mut text, kind);
    let rules: Vec<&Code> = all().filter(|code| belongs(code, kind)).collect();
    let needs_game = |code: &&Code| command(code).is_some_and(|command| command.contains("state.json"));
    if rules.iter().any(needs_game) {
        example_game(&mut text);
    }
    if !rules.is_empty() {
        text += "\n## Rules\n\nEach rule has a code. `clowder codes CODE` explains the rule.\n";
    }
    for code in rules {
        let _ = write!(text, "\n### `{}`\n\n{}\n", code.name, code.rule);
        if let Some(lesson) = code.lesson() {
            let _ = write!(text, "\n{} {}\n", lesson.reason, lesson.repair);
        }
        let example = &code.example;
        // Some rules apply only to strings that are used for a certain purpose, such as a board to play on.
        let of = if example.of == kind.name() { String::new() } else { format!(" ({})", example.of) };
        let is_string = super::examples::read(code, example.wrong).is_some();
        let [wrong, right] = [example.wrong, example.right].map(|text| {
            if is_string { format!("\n{}{}", block(text), ending(kind, text)) } else { format!(" {text}.\n") }
        });
        let command = command(code)
            .map(|command| format!("\nThis command shows the error:\n\n```sh\n{command}\n```\n"));
        let _ = write!(
            text,
            "\nWrong{of}:{0}{wrong}{1}\nRight:{0}{right}",
            if is_string { "\n" } else { "" },
            command.unwrap_or_default()
        );
    }
    text + "\nErrors in strings of any kind can also have codes that begin with `text/`. Errors in the JSON of a saved game \
            or a message have codes that begin with `json/`. `clowder codes` lists all codes, and [The error codes](../codes.md) explains them.\n"
}

/// The maximum length, in bytes, of an example that is written as an argument in the commands of a page. Longer
/// examples are written to files.
const LONGEST_ARGUMENT: usize = 100;

/// Adds commands with which a reader can try the notation.
fn commands(text: &mut String, kind: Kind) {
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
    let is_wrong_string = |code: &&Code| {
        code.name.starts_with(name) && code.example.of == name && !code.example.wrong.is_empty()
    };
    if let Some(code) = all().find(is_wrong_string) {
        let wrong = code.example.wrong;
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

/// The maximum number of parts in the table of a page.
const SHOWN: usize = 24;

/// Returns true if a code is about strings of a kind.
fn belongs(code: &Code, kind: Kind) -> bool {
    let group = code.name.split('/').next().unwrap_or_default();
    let is_general = group == "text" || group == "json";
    group == kind.name()
        || further_codes(kind).iter().any(|further| *further == group || *further == code.name)
        || (!is_general && code.example.of == kind.name())
}

/// Returns further codes for errors in strings of this kind. Each name is either a single code or a group of codes,
/// such as the codes for the rules of a game.
const fn further_codes(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::PenguinsSolution => &["penguins-placement"],
        Kind::PenguinsState => &[
            "penguins-challenge",
            "penguins-placement",
            "penguins-solution/stray-text",
            "penguins-solution/block-twice",
            "penguins-solution/overlap",
            "penguins-solution/order",
        ],
        Kind::Action => &["placement", "cat"],
        Kind::RaftRecord => &["placement", "cat", "tile", "draw"],
        Kind::FireBag => &["tile"],
        Kind::BotRequest | Kind::GameRecord => &["game-state"],
        Kind::BotReply => &["move", "message"],
        Kind::Challenge
        | Kind::Board
        | Kind::Decks
        | Kind::Hand
        | Kind::Exhausted
        | Kind::Draw
        | Kind::State
        | Kind::PathwayCard
        | Kind::FireTile
        | Kind::CatCard
        | Kind::RaftCard
        | Kind::PenguinsChallenge
        | Kind::PenguinsPlacement
        | Kind::PenguinsBoard
        | Kind::Polyomino
        | Kind::Region => &[],
    }
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
