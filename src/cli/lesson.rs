//! Writes the lesson that `codes CODE` prints: the rule and its reason, the repair, a wrong example and its
//! error message, and a correct example.

use super::{Context, Findings, Format, Result, Status, examples};
use crate::diagnostics::json::{self, DiagnosticOut};
use crate::diagnostics::{Code, Lesson};
use crate::diagnostics::{caret, escape};
use crate::render::{Paint, Scene, Style};
use std::borrow::Cow;

/// An error code and its lesson.
#[derive(serde::Serialize)]
pub(crate) struct CodeOut<'a> {
    code: &'a str,
    /// Error class: `syntax`, `canon`, `rule`, `state` or `protocol`.
    class: &'a str,
    /// The rule that the error breaks.
    rule: &'a str,
    reason: &'a str,
    /// How to repair the error.
    repair: &'a str,
    /// When the error occurs, if no single string shows it.
    occurs: Option<&'a str>,
    /// The kind of the examples, or a description of what they are.
    of: &'a str,
    /// A wrong example, or a description of one.
    wrong: &'a str,
    /// A correct example, or a description of one.
    right: &'a str,
    /// A shell command that shows the error; `null` if the examples belong to a kind. In the command, `state.json` is
    /// the example game, which `clowder help action --full` prints.
    command: Option<&'a str>,
    /// The diagnostics of the wrong example; `null` if `wrong` is a description.
    diagnostics: Option<Vec<DiagnosticOut<'a>>>,
    /// The same diagnostics as a human-readable report; `null` if `wrong` is a description.
    shown: Option<String>,
}

/// Writes a code and its lesson as JSON.
///
/// # Errors
/// Returns an error if serialisation fails.
pub(super) fn json(code: &Code) -> serde_json::Result<String> {
    let lesson = code.lesson();
    let findings = examples::read(code, &lesson);
    json::text(&CodeOut {
        code: code.name,
        class: code.class.name(),
        rule: lesson.rule,
        reason: lesson.reason,
        repair: lesson.repair,
        occurs: lesson.occurs,
        of: lesson.of,
        wrong: &lesson.wrong,
        right: &lesson.right,
        command: lesson.command,
        diagnostics: findings.as_ref().map(|findings| {
            let source = findings.source(&lesson.wrong);
            findings.diagnostics.iter().map(|error| DiagnosticOut::new(error, source)).collect()
        }),
        shown: findings.as_ref().map(|findings| printed(&lesson, findings, false)),
    })
}

/// Reports the diagnostics of the wrong example in human-readable form.
fn printed(lesson: &Lesson, findings: &Findings, colour: bool) -> String {
    let source = findings.source(&lesson.wrong);
    caret::report_in(source, &findings.diagnostics, "example", super::colour::styling(colour))
}

/// Writes the lesson about a code.
///
/// # Errors
/// Returns an error if writing fails.
pub(super) fn show(code: &Code, context: &mut Context) -> Result<Status> {
    if context.format() == Format::Json {
        context.line(json(code)?)?;
        return Ok(Status::Yes);
    }
    let lesson = code.lesson();
    let mut scene = Scene::new();
    scene.line().put(code.name, Style::BOLD).put(format!("  (class {})", code.class.name()), Style::FAINT);
    scene.line().line().put(lesson.rule, Style::PLAIN).line();
    for (title, text) in
        [("Why", Some(lesson.reason)), ("Repair", Some(lesson.repair)), ("Where", lesson.occurs)]
    {
        if let Some(text) = text {
            let title = format!("{title:<6}  ");
            scene.line().put(title, Style::ink(Paint::Sky).bold()).put(text, Style::PLAIN);
        }
    }
    example(scene.line(), ("Wrong", Paint::Red), lesson.of, &lesson.wrong);
    context.scene(&scene)?;
    let mut below = String::new();
    if let Some(findings) = examples::read(code, &lesson) {
        below = printed(&lesson, &findings, context.colour) + "\n";
    }
    if let Some(command) = lesson.command {
        below += &format!("Try it:\n  {command}\n");
        if command.contains("state.json") {
            below += "(state.json is the example game, which `clowder help action --full` prints.)\n";
        }
        below += "\n";
    }
    context.write(format!("\n{below}"))?;
    let mut scene = Scene::new();
    example(&mut scene, ("Right", Paint::Green), lesson.of, &lesson.right);
    context.scene(&scene)?;
    Ok(Status::Yes)
}

/// Adds an example to a scene. An example is shown line by line if each line consists of one or more visible ASCII
/// characters and a line break. Any other example is escaped.
fn example(scene: &mut Scene, (title, ink): (&'static str, Paint), of: &'static str, text: &str) {
    scene.line().put(title, Style::ink(ink).bold()).put(format!(" ({of}):"), Style::FAINT);
    let is_visible = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_graphic());
    if text.is_empty() {
        scene.line().put("  (an empty string)", Style::FAINT);
        return;
    }
    let lines = text.strip_suffix('\n').filter(|lines| lines.split('\n').all(is_visible));
    for line in lines.map_or_else(|| vec![escape(text)], |lines| lines.split('\n').map(Cow::from).collect()) {
        scene.line().put(format!("  {line}"), Style::PLAIN);
    }
}
