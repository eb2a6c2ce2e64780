//! The human-readable report: the failed and skipped cases with reasons, then a table of the suites.

use super::Ending;
use crate::diagnostics::escape::escape;
use crate::grade::points::Count;
use crate::grade::verdict::Verdict;
use crate::render::{Paint, Scene, Style};

const GOOD: Style = Style::ink(Paint::Green).bold();
const BAD: Style = Style::ink(Paint::Red).bold();

const fn style(count: Count) -> Style {
    if count.failed == 0 { GOOD } else { BAD }
}

/// Describes a failed or skipped case. For a case that passed, the scene is empty.
pub(super) fn case(verdict: &Verdict, max_detail: usize) -> Scene {
    let mut scene = Scene::new();
    if verdict.has_passed {
        return scene;
    }
    let (word, word_style) = if verdict.is_skipped { ("SKIP", Style::BOLD) } else { ("FAIL", BAD) };
    scene
        .line()
        .put(word, word_style)
        .put(format!(" {} ", verdict.number), Style::FAINT)
        .put(escape(&verdict.title()), Style::BOLD);
    let Some(differences) = verdict.failure().map(|failure| &failure.differences) else { return scene };
    let size: usize = differences.messages.iter().map(String::len).sum();
    if size > max_detail {
        scene.line().put("  [the details are left out]", Style::FAINT);
        return scene;
    }
    for message in &differences.messages {
        scene.line().put(format!("  {message}"), Style::PLAIN);
    }
    if size + differences.picture.text().len() <= max_detail {
        scene.below(differences.picture.scene().clone());
    } else {
        scene.line().put("  [the picture is left out]", Style::FAINT);
    }
    scene
}

/// Lists the number of passed cases for each suite and for the whole run.
pub(super) fn summary(end: &Ending<'_>, omitted: usize) -> Scene {
    let mut scene = Scene::new();
    let groups: Vec<(String, Count)> =
        end.tally.groups().map(|(group, count)| (group.to_string(), count)).collect();
    let width = groups.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, count) in groups {
        let counts = format!("{:>6} of {:>6}", count.passed, count.total);
        scene.line().put(format!("{name:width$} "), Style::PLAIN).put(counts, style(count));
    }
    for remark in end.remarks(omitted) {
        scene.line().put(remark, Style::PLAIN);
    }
    let all = end.tally.all();
    let summary = end.summary();
    let (counts, score) = summary.split_at(all.to_string().len());
    scene.line().put(counts, style(all)).put(score, Style::PLAIN);
    scene
}
