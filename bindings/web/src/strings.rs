//! Questions about strings of any kind.

use crate::cells::cells;
use clowder::check::{Report, check as checked, style};
use clowder::diagnostics::{Diagnostics, json};
use clowder::kinds::{self, Difference, DifferencePlace, Value as Meant};
use clowder::notation::Kind;
use clowder::render::Mark;
use clowder::render::figure::{FigureLook, svg};
use clowder::repair::{Candidate, identify};
use clowder::{penguins, raft};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) fn kind(name: &str) -> Result<Kind, String> {
    name.parse().map_err(|_| format!("unknown kind `{name}`"))
}

pub(crate) fn told(errors: &Diagnostics) -> String {
    errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// Returns a number and its noun. The plural of the noun must end with `s`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

pub(crate) fn start() -> Value {
    let kinds: Vec<Value> = Kind::ALL
        .iter()
        .map(|kind| json!({ "name": kind.name(), "about": kind.about(), "example": kinds::row(*kind).example() }))
        .collect();
    json!({ "kinds": kinds, "style": style() })
}

pub(crate) fn official() -> Value {
    let raft = raft::catalogue::official_challenges().iter();
    let raft: Vec<Value> =
        raft.map(|one| json!([format!("{}. {}", one.number, one.name), one.text])).collect();
    let pool = penguins::official_challenges().iter();
    let pool: Vec<Value> = pool
        .map(|one| json!([format!("{}. {}", one.number, one.level.name()), one.challenge.to_string()]))
        .collect();
    json!({ "raft": raft, "penguins": pool })
}

#[derive(Serialize)]
struct Lesson {
    rule: &'static str,
    reason: &'static str,
    repair: &'static str,
}

#[derive(Serialize)]
struct Checked<'a> {
    result: &'a Report,
    about: Option<&'static str>,
    /// The kinds that fit, if there are several.
    fits: Vec<&'static str>,
    /// Whether the picture shows the repaired string.
    is_repaired: bool,
    parts: Vec<clowder::check::Part>,
    carets: String,
    svg: Option<String>,
    cells: Vec<[i32; 8]>,
    lessons: BTreeMap<&'static str, Lesson>,
}

pub(crate) fn check(name: Option<&str>, text: String) -> Result<String, String> {
    let report = checked(name.map(kind).transpose()?, text);
    let lessons = report.diagnostics().iter().map(|error| {
        let lesson = error.code.lesson();
        (error.code.name, Lesson { rule: lesson.rule, reason: lesson.reason, repair: lesson.repair })
    });
    let fits = |candidate: &Candidate| candidate.fit.is_string().then(|| candidate.kind.name());
    // Quotation marks and other text copied along with a string would keep the picture from showing the string.
    let is_wrapped = report.diagnostics().iter().all(|error| error.code.name.starts_with("text/"));
    let repaired = report.fixed().filter(|_| is_wrapped && !report.is_valid());
    let repaired = repaired.map(|text| checked(report.kind(), text)).filter(Report::is_valid);
    let figure = repaired.as_ref().unwrap_or(&report).figure();
    let answer = Checked {
        result: &report,
        about: report.kind().map(Kind::about),
        fits: if report.kind().is_some() {
            Vec::new()
        } else {
            identify(report.text()).iter().filter_map(fits).collect()
        },
        parts: report.parts(),
        carets: report.carets(),
        is_repaired: repaired.is_some(),
        svg: figure.as_ref().map(svg::element),
        cells: figure.filter(|_| repaired.is_none()).as_ref().map(cells).unwrap_or_default(),
        lessons: lessons.collect(),
    };
    json::text(&answer).map_err(|error| error.to_string())
}

pub(crate) fn lines(texts: Vec<(Option<String>, String)>) -> Result<String, String> {
    let reports =
        texts.into_iter().map(|(name, text)| Ok(checked(name.as_deref().map(kind).transpose()?, text)));
    let reports: Vec<Report> = reports.collect::<Result<_, String>>()?;
    json::text(&reports).map_err(|error| error.to_string())
}

pub(crate) fn about(kind: Kind) -> Value {
    let row = kinds::row(kind);
    let page = kind.page().replace("{grammar}", row.grammar().trim_end());
    json!({ "about": kind.about(), "page": page, "example": row.example() })
}

/// Returns a kind that fits both texts. If there is none, returns the kind that best fits either text.
fn common_kind(expected: &str, actual: &str) -> Result<Kind, String> {
    let [expected, actual] = [expected, actual].map(identify);
    let fits = |kind: Kind, of: &[Candidate]| of.iter().any(|one| one.kind == kind && one.fit.is_string());
    let both = expected.iter().map(|one| one.kind).find(|&kind| fits(kind, &expected) && fits(kind, &actual));
    let best = || expected.iter().chain(&actual).min_by_key(|one| one.fit).map(|one| one.kind);
    both.or_else(best).ok_or_else(|| "no kind fits these strings".to_owned())
}

pub(crate) fn compare(name: Option<&str>, expected: &str, actual: &str) -> Result<Value, String> {
    let kind = name.map_or_else(|| common_kind(expected, actual), kind)?;
    let reports =
        [("expected", expected), ("given", actual)].map(|(name, text)| (name, checked(Some(kind), text)));
    for (name, report) in &reports {
        if report.value().is_none() {
            return Err(format!("the {name} string is not a {kind} string: {}", told(report.diagnostics())));
        }
    }
    let [Some(one), Some(other)] = reports.each_ref().map(|(_, report)| report.value()) else {
        return Err("a string has no value".to_owned());
    };
    let differences = one.differences(other);
    let picture = |value: &dyn Meant, report: &Report| {
        let mut picture = kinds::picture(kind, value, report.source());
        for difference in &differences {
            if let DifferencePlace::Square(square) = difference.place {
                picture.mark(square.map(|part| part as i32), Mark::Changed);
            }
        }
        kind.about().clone_into(&mut picture.title);
        svg::element(&picture.figure(&FigureLook::default()))
    };
    let listed: Vec<Value> = differences.iter().map(difference).collect();
    Ok(json!({
        "kind": kind.name(), "identical": expected == actual, "differences": listed,
        "pictures": [picture(one, &reports[0].1), picture(other, &reports[1].1)],
    }))
}

fn difference(one: &Difference) -> Value {
    let place = match one.place {
        DifferencePlace::Square([row, column]) => format!("({row}, {column})"),
        DifferencePlace::Span(span) => {
            format!("characters {}–{}", span.start() + 1, span.end().max(span.start() + 1))
        }
        _ => String::new(),
    };
    json!({ "part": one.component, "place": place, "expected": one.expected, "actual": one.actual })
}
