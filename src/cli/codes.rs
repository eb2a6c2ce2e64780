//! `kinds` and `codes`: what can be read, and what can be wrong with it.

use super::exit::Status;
use super::{Context, Format};
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Code, all, find};
use crate::kinds;
use crate::notation::Kind;
use crate::render::{Paint, Scene, Style};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The code to explain, or a kind whose codes are listed; all codes if left out
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

#[derive(serde::Serialize)]
struct KindOut {
    kind: &'static str,
    about: &'static str,
    example: &'static str,
}

pub(crate) fn kinds(context: &mut Context) -> anyhow::Result<Status> {
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
    let Some(name) = &arguments.code else {
        let codes: Vec<_> = all().collect();
        return list(&codes, context);
    };
    if let Some(code) = find(name) {
        return one(code, context);
    }
    let of_kind: Vec<_> = all().filter(|code| code.name.split('/').next() == Some(name)).collect();
    if of_kind.is_empty() {
        let near = nearest(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        anyhow::bail!("there is no code `{}`{near} (`clowder codes` lists them all)", escape(name));
    }
    list(&of_kind, context)
}

#[derive(serde::Serialize)]
struct CodeOut {
    code: &'static str,
    class: &'static str,
    rule: &'static str,
    of: &'static str,
    wrong: &'static str,
    right: &'static str,
}

fn json(code: &'static Code) -> serde_json::Result<String> {
    let example = &code.example;
    let (of, wrong, right) = (example.of, example.wrong, example.right);
    crate::diagnostics::json::text(&CodeOut {
        code: code.name,
        class: code.class.name(),
        rule: code.rule,
        of,
        wrong,
        right,
    })
}

fn list(codes: &[&'static Code], context: &mut Context) -> anyhow::Result<Status> {
    let format = context.format();
    let width = codes.iter().map(|code| code.name.len()).max().unwrap_or(0);
    let mut scene = Scene::new();
    for code in codes {
        match format {
            Format::Json => context.output.line(json(code)?)?,
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

fn one(code: &'static Code, context: &mut Context) -> anyhow::Result<Status> {
    if context.format() == Format::Json {
        context.output.line(json(code)?)?;
        return Ok(Status::Yes);
    }
    let example =
        |text: &str| if text.is_empty() { "(nothing)".to_owned() } else { escape(text).into_owned() };
    let mut scene = Scene::new();
    scene.line().put(code.name, Style::BOLD).put(format!("  ({} fault)", code.class.name()), Style::FAINT);
    scene.line().line().put(code.rule, Style::PLAIN).line();
    scene.line().put(format!("{}:", code.example.of), Style::FAINT);
    scene
        .line()
        .put("  wrong  ", Style::ink(Paint::Red).bold())
        .put(example(code.example.wrong), Style::PLAIN);
    scene
        .line()
        .put("  right  ", Style::ink(Paint::Green).bold())
        .put(example(code.example.right), Style::PLAIN);
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}

/// The code whose name differs least, if it is near at all.
fn nearest(name: &str) -> Option<&'static str> {
    let (distance, near) = all().map(|code| (distance(name, code.name), code.name)).min()?;
    (distance <= name.len() / 3 + 1).then_some(near)
}

/// Edits between two words (Levenshtein).
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
