//! `kinds` and `codes`: list the kinds of strings and the error codes.

use super::{Context, Format, OutputFile, Result, Status, examples, lesson};
use crate::diagnostics::{Code, all, excerpt, find};
use crate::kinds;
use crate::notation::Kind;
use crate::render::{Paint, Scene, Style};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// A code, a kind, or words to search for [default: all codes]
    ///
    /// For a code, print its explanation. For a kind, list its codes. Other words are searched for in codes, lessons
    /// and messages.
    #[arg(value_name = "CODE")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(clap::Args, Debug)]
pub(crate) struct KindsArguments {
    #[command(flatten)]
    output: OutputFile,
}

#[derive(serde::Serialize)]
pub(crate) struct KindOut {
    kind: &'static str,
    about: &'static str,
    example: &'static str,
}

pub(crate) fn kinds(arguments: &KindsArguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let format = context.format();
    let mut scene = Scene::new();
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        match format {
            Format::Json => {
                let out = KindOut { kind: kind.name(), about: kind.about(), example };
                context.json(&out)?;
            }
            Format::Plain => context.line(kind.name())?,
            Format::Human => {
                scene.line().put(format!("{:<18}  ", kind.name()), Style::ink(Paint::Sky).bold());
                scene.put(kind.about(), Style::PLAIN);
                scene.line().put(format!("{:<18}  {}", "", excerpt(example, 72)), Style::FAINT);
            }
        }
    }
    context.scene(&scene)?;
    Ok(Status::Yes)
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let words = &arguments.words;
    if let [name] = &words[..]
        && let Some(code) = find(name)
    {
        return lesson::show(code, context);
    }
    let mut codes: Vec<_> = all().filter(|code| words[..] == [code.group()]).collect();
    if codes.is_empty() {
        codes = all().filter(|code| words.iter().all(|word| mentions(code, word))).collect();
    }
    if codes.is_empty() {
        let name = words.join(" ");
        let near = nearest(&name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        anyhow::bail!(
            "no code is named `{name}`, and no explanation or message of a code contains it{near} (`clowder codes` lists all codes)"
        );
    }
    list(&codes, context)
}

/// Whether a word occurs (ignoring case) in the code's name, its lesson, or the error message of its wrong example.
fn mentions(code: &Code, word: &str) -> bool {
    let word = word.to_lowercase();
    let has_word = |text: &str| text.to_lowercase().contains(&word);
    let lesson = code.lesson();
    [code.name, lesson.rule, lesson.reason, lesson.repair].into_iter().any(has_word)
        || examples::read(code, &lesson).is_some_and(|findings| {
            findings.diagnostics.iter().any(|error| error.code == code && has_word(&error.message))
        })
}

fn list(codes: &[&Code], context: &mut Context) -> Result<Status> {
    let format = context.format();
    let width = codes.iter().map(|code| code.name.len()).max().unwrap_or(0);
    let mut scene = Scene::new();
    for code in codes {
        match format {
            Format::Json => context.line(lesson::json(code)?)?,
            Format::Plain => context.line(code.name)?,
            Format::Human => {
                scene.line().put(format!("{:<width$}  ", code.name), Style::ink(Paint::Sky).bold());
                scene.put(format!("{:<8}  ", code.class.name()), Style::FAINT);
                scene.put(code.rule(), Style::PLAIN);
            }
        }
    }
    context.scene(&scene)?;
    Ok(Status::Yes)
}

/// Finds the code with the most similar name. Returns `None` if even the closest name differs too much.
fn nearest(name: &str) -> Option<&'static str> {
    let name: String = name.chars().take(64).collect();
    let (distance, near) = all().map(|code| (strsim::levenshtein(&name, code.name), code.name)).min()?;
    (distance <= name.len() / 3 + 1).then_some(near)
}
