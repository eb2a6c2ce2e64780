//! Writes the lesson that `codes CODE` prints. It contains the rule, the reason for the rule, the repair, a wrong
//! example with its error message, and a right example.

use super::exit::Status;
use super::result::Findings;
use super::situations::command;
use super::{Context, Format, examples};
use crate::diagnostics::Code;
use crate::diagnostics::caret;
use crate::diagnostics::escape::escape;
use crate::diagnostics::json::{self, InText};
use crate::render::{Paint, Scene, Style};

/// An error code.
#[derive(serde::Serialize)]
pub(crate) struct CodeOut<'a> {
    /// The name of the code.
    code: &'static str,
    /// The class of the error: `syntax`, `canon`, `rule`, `state` or `protocol`.
    class: &'static str,
    /// The rule that is broken.
    rule: &'static str,
    /// The reason for the rule.
    reason: &'static str,
    /// An instruction that repairs the error.
    repair: &'static str,
    /// The situation in which the error occurs, if no single string shows it.
    occurs: Option<&'static str>,
    /// The kind of the examples, or a description of them.
    of: &'static str,
    /// A wrong example, or a description of it.
    wrong: &'static str,
    /// A right example, or a description of it.
    right: &'static str,
    /// A shell command that shows the error; `null` if the examples are strings of a kind. The file `state.json`
    /// contains the example game, which `clowder help action` prints.
    command: Option<String>,
    /// The diagnostics of the wrong example; `null` if `wrong` is a description.
    diagnostics: Option<Vec<InText<'a>>>,
    /// The diagnostics of the wrong example as a person sees them; `null` if `wrong` is a description.
    shown: Option<String>,
}

/// Returns a code as JSON.
///
/// # Errors
/// Returns an error if the code cannot be written as JSON.
pub(super) fn json(code: &'static Code) -> serde_json::Result<String> {
    let example = &code.example;
    let lesson = code.lesson();
    let findings = examples::read(code, example.wrong);
    json::text(&CodeOut {
        code: code.name,
        class: code.class.name(),
        rule: code.rule,
        reason: lesson.map_or("", |lesson| lesson.reason),
        repair: lesson.map_or("", |lesson| lesson.repair),
        occurs: lesson.and_then(|lesson| lesson.occurs),
        of: example.of,
        wrong: example.wrong,
        right: example.right,
        command: command(code),
        diagnostics: findings.as_ref().map(|findings| {
            let source = findings.source(example.wrong);
            findings.diagnostics.iter().map(|diagnostic| InText { diagnostic, source }).collect()
        }),
        shown: findings.as_ref().map(|findings| printed(code, findings, false)),
    })
}

/// Returns the diagnostics for the wrong example in the form for people.
fn printed(code: &Code, findings: &Findings, colour: bool) -> String {
    caret::report_in(
        findings.source(code.example.wrong),
        &findings.diagnostics,
        "example",
        super::colour::styling(colour),
    )
}

/// Writes the lesson about a code.
///
/// # Errors
/// Returns an error if writing fails.
pub(super) fn show(code: &'static Code, context: &mut Context) -> anyhow::Result<Status> {
    if context.format() == Format::Json {
        context.output.line(json(code)?)?;
        return Ok(Status::Yes);
    }
    let findings = examples::read(code, code.example.wrong);
    let mut scene = Scene::new();
    scene.line().put(code.name, Style::BOLD).put(format!("  (class {})", code.class.name()), Style::FAINT);
    scene.line().line().put(code.rule, Style::PLAIN);
    if let Some(lesson) = code.lesson() {
        scene.line();
        for (title, text) in
            [("Why", Some(lesson.reason)), ("Repair", Some(lesson.repair)), ("Where", lesson.occurs)]
        {
            if let Some(text) = text {
                scene
                    .line()
                    .put(format!("{title:<6}  "), Style::ink(Paint::Sky).bold())
                    .put(text, Style::PLAIN);
            }
        }
    }
    scene.line();
    example(&mut scene, ("Wrong", Paint::Red), code.example.of, code.example.wrong);
    context.output.scene(&scene)?;
    if let Some(findings) = &findings {
        let colour = context.output.colour;
        context.output.write(format!("\n{}\n", printed(code, findings, colour)))?;
    } else {
        context.output.line("")?;
    }
    if let Some(command) = command(code) {
        context.output.line(format!("This command shows the error:\n  {command}"))?;
        if command.contains("state.json") {
            context
                .output
                .line("(state.json contains the example game, which `clowder help action` prints.)")?;
        }
        context.output.line("")?;
    }
    let mut scene = Scene::new();
    example(&mut scene, ("Right", Paint::Green), code.example.of, code.example.right);
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}

/// Adds an example to a scene. A board is shown line by line if all its characters are visible.
fn example(scene: &mut Scene, (title, ink): (&'static str, Paint), of: &'static str, text: &str) {
    scene.line().put(title, Style::ink(ink).bold()).put(format!(" ({of}):"), Style::FAINT);
    let lines = text.strip_suffix('\n').filter(|lines| {
        lines.split('\n').all(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_graphic()))
    });
    match lines {
        Some(lines) => {
            for line in lines.split('\n') {
                scene.line().put(format!("  {line}"), Style::PLAIN);
            }
        }
        None if text.is_empty() => {
            scene.line().put("  (an empty string)", Style::FAINT);
        }
        None => {
            scene.line().put(format!("  {}", escape(text)), Style::PLAIN);
        }
    }
}
