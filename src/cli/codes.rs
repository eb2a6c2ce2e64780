//! `kinds` and `codes`: list the kinds of strings and the codes of the errors.

use super::exit::Status;
use super::output_file::OutputFile;
use super::{Context, Format, examples, lesson};
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Code, all, find};
use crate::kinds;
use crate::notation::Kind;
use crate::render::{Paint, Scene, Style};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// A code to explain, a kind whose codes are listed, or words to search for in the codes, their explanations and
    /// their messages [default: list all codes]
    #[arg(value_name = "CODE")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

/// The arguments of `kinds`.
#[derive(clap::Args, Debug)]
pub(crate) struct KindsArguments {
    #[command(flatten)]
    output: OutputFile,
}

/// A kind of string.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct KindOut {
    /// The name of the kind.
    kind: &'static str,
    /// A description of the kind.
    about: &'static str,
    /// A valid string of the kind.
    example: &'static str,
}

pub(crate) fn kinds(arguments: &KindsArguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let format = context.format();
    let mut scene = Scene::new();
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        match format {
            Format::Json => {
                let out = KindOut { kind: kind.name(), about: kind.about(), example };
                context.output.line(crate::diagnostics::json::text(&out)?)?;
            }
            Format::Plain => context.output.line(kind.name())?,
            Format::Human => {
                scene.line().put(format!("{:<18}  ", kind.name()), Style::ink(Paint::Sky).bold());
                scene.put(kind.about(), Style::PLAIN);
                scene.line().put(format!("{:<18}  {}", "", excerpt(example, 72)), Style::FAINT);
            }
        }
    }
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let words = &arguments.words;
    let codes: Vec<_> = match &words[..] {
        [] => all().collect(),
        [name] if find(name).is_some() => {
            return find(name).map_or(Ok(Status::Trouble), |code| lesson::show(code, context));
        }
        [kind] if all().any(|code| group(code) == kind) => all().filter(|code| group(code) == kind).collect(),
        _ => all().filter(|code| words.iter().all(|word| mentions(code, word))).collect(),
    };
    if codes.is_empty() {
        let name = words.join(" ");
        let near = nearest(&name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        anyhow::bail!(
            "no code is named `{0}`, and no explanation or message of a code contains it{near} (`clowder codes` lists all codes)",
            escape(&name)
        );
    }
    list(&codes, context)
}

/// Returns the part of the code's name before the slash. For most codes, this is the name of a kind.
fn group(code: &Code) -> &'static str {
    code.name.split('/').next().unwrap_or_default()
}

/// Returns true if the name of a code or a text about it contains the word. Capital and small letters are not
/// distinguished.
fn mentions(code: &Code, word: &str) -> bool {
    let word = word.to_lowercase();
    let lesson = code.lesson();
    let texts = lesson.map_or(["", ""], |lesson| [lesson.reason, lesson.repair]);
    let has_word = |text: &str| text.to_lowercase().contains(&word);
    [code.name, code.rule].into_iter().chain(texts).any(has_word)
        || messages(code).iter().any(|text| has_word(text))
}

/// Returns the messages of the errors with this code in the wrong example of the code.
fn messages(code: &Code) -> Vec<String> {
    let findings = examples::read(code, code.example.wrong);
    let found = findings.iter().flat_map(|findings| findings.diagnostics.iter());
    found.filter(|error| error.code.name == code.name).map(|error| error.message.clone()).collect()
}

fn list(codes: &[&'static Code], context: &mut Context) -> anyhow::Result<Status> {
    let format = context.format();
    let width = codes.iter().map(|code| code.name.len()).max().unwrap_or(0);
    let mut scene = Scene::new();
    for code in codes {
        match format {
            Format::Json => context.output.line(lesson::json(code)?)?,
            Format::Plain => context.output.line(code.name)?,
            Format::Human => {
                scene.line().put(format!("{:<width$}  ", code.name), Style::ink(Paint::Sky).bold());
                scene.put(format!("{:<8}  ", code.class.name()), Style::FAINT);
                scene.put(code.rule, Style::PLAIN);
            }
        }
    }
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}

/// Returns the code with the most similar name, if the names are similar enough.
fn nearest(name: &str) -> Option<&'static str> {
    let (distance, near) = all().map(|code| (distance(name, code.name), code.name)).min()?;
    (distance <= name.len() / 3 + 1).then_some(near)
}

/// Returns the smallest number of edits that turn one word into the other (the Levenshtein distance). Only the first 64
/// characters of `one` are compared.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (at, &found) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != found);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(row[at + 1] + 1);
        }
    }
    row[other.len()]
}
