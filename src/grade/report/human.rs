//! The report for people: the failed cases with the reasons, then a table of the suites.

use crate::diagnostics::escape::escape;
use crate::grade::points::{Count, Points, Tally};
use crate::grade::verdict::Verdict;
use crate::notation::plural;
use crate::render::{Paint, Scene, Style};

const GOOD: Style = Style::ink(Paint::Green).bold();
const BAD: Style = Style::ink(Paint::Red).bold();

/// Returns the style for a count, which is good if no case failed.
fn style(count: Count) -> Style {
    if count.failed() == 0 { GOOD } else { BAD }
}

/// Describes a failed case. Returns an empty scene for a case that passed.
pub(super) fn case(verdict: &Verdict) -> Scene {
    let mut scene = Scene::new();
    if verdict.has_passed() {
        return scene;
    }
    scene
        .line()
        .put("FAIL", BAD)
        .put(format!(" {} ", verdict.number()), Style::FAINT)
        .put(escape(&verdict.title()), Style::BOLD);
    if let Some(failure) = verdict.failure() {
        for message in failure.differences().messages() {
            scene.line().put(format!("  {message}"), Style::PLAIN);
        }
        scene.below(failure.differences().picture().clone());
    }
    scene
}

/// Lists the number of cases that passed, for each suite and in total.
pub(super) fn summary(tally: &Tally, points: &Points) -> Scene {
    let mut scene = Scene::new();
    let groups: Vec<(String, Count)> =
        tally.groups().map(|(group, count)| (group.to_string(), count)).collect();
    let width = groups.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, count) in groups {
        let counts = format!("{:>6} of {:>6}", count.passed(), count.total());
        scene.line().put(format!("{name:width$} "), Style::PLAIN).put(counts, style(count));
    }
    let all = tally.all();
    let score = points.score(tally);
    let cases = plural(all.total(), "case");
    let line = format!("{cases}: {} passed, {} failed", all.passed(), all.failed());
    let score = format!("; {} of {} points", score.points, score.out_of);
    scene.line().put(line, style(all)).put(score, Style::PLAIN);
    scene
}
