//! The report for people: what failed and how, then a table of the suites.

use crate::grade::verdict::{Count, Points, Tally, Verdict};
use crate::notation::plural;
use crate::render::{Paint, Scene, Style};

const GOOD: Style = Style::ink(Paint::Green).bold();
const BAD: Style = Style::ink(Paint::Red).bold();

/// A case that failed; nothing of one that passed.
pub(super) fn case(verdict: &Verdict) -> Scene {
    let mut scene = Scene::new();
    if verdict.passed() {
        return scene;
    }
    let title = crate::diagnostics::escape::escape(&verdict.title()).into_owned();
    scene
        .line()
        .put("FAIL", BAD)
        .put(format!(" {} ", verdict.number()), Style::FAINT)
        .put(title, Style::BOLD);
    if let Some(failure) = verdict.failure() {
        for line in &failure.differences.lines {
            scene.line().put(format!("  {line}"), Style::PLAIN);
        }
        scene.below(failure.differences.picture.clone());
    }
    scene
}

/// How many passed of each suite and in all.
pub(super) fn summary(tally: &Tally, points: &Points) -> Scene {
    let mut scene = Scene::new();
    let names: Vec<String> = tally.groups.keys().map(ToString::to_string).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    for (name, count) in names.iter().zip(tally.groups.values()) {
        let style = if count.failed() == 0 { GOOD } else { BAD };
        let counts = format!("{:>6} of {:>6}", count.passed, count.total);
        scene.line().put(format!("{name:width$} "), Style::PLAIN).put(counts, style);
    }
    let Count { total, passed } = tally.all;
    let score = points.score(tally);
    let style = if tally.all.failed() == 0 { GOOD } else { BAD };
    let line = format!("{}: {passed} passed, {} failed", plural(total, "case"), tally.all.failed());
    let score = format!("; {} of {} points", score.points, score.out_of);
    scene.line().put(line, style).put(score, Style::PLAIN);
    scene
}
