//! Reads long texts of many different valid items, with one error at the end. The time must not grow with the square
//! of the length.

#[cfg(feature = "cli")]
use crate::support::run;
use clowder::grade::Case;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use clowder::polyomino::Pieces;
use clowder::shape::Sides;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// How much longer a text eight times as long may take. The factor is about 8 for a linear reader, and about 64 for a
/// quadratic one.
const MOST: f64 = 24.0;

/// Lists `count` different exhausted cats, in order.
fn cats(count: usize) -> String {
    let all = (0..10_000).map(|at| format!("B{at:04}"));
    all.take(count).collect()
}

/// Lists `count` members of a JSON object, with different names.
fn members(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        write!(text, "\"k{number}\":0,").unwrap();
        text
    })
}

/// Measures how much longer `work` takes with a text eight times as long. Other programs can only make a measurement
/// longer, so the shortest of several counts. After seven measurements, it is enough that the factor is below the
/// limit; there are at most 100.
fn growth(short: &str, long: &str, work: &dyn Fn(&str)) -> f64 {
    let time = |text: &str| {
        let start = Instant::now();
        work(text);
        start.elapsed()
    };
    let mut best = [Duration::MAX; 2];
    let mut factor = f64::INFINITY;
    for round in 0..100 {
        best = [best[0].min(time(short)), best[1].min(time(long))];
        factor = best[1].as_secs_f64() / best[0].as_secs_f64();
        if round >= 6 && factor < MOST {
            break;
        }
    }
    factor
}

/// Checks that a reader does not take quadratic time. The function `text` creates a text with the given number of
/// items.
fn linear(name: &str, items: usize, text: &dyn Fn(usize) -> String, work: &dyn Fn(&str)) {
    let ratio = growth(&text(items), &text(8 * items), work);
    assert!(ratio < MOST, "{name}: eight times the length takes {ratio:.1} times as long");
}

#[cfg(feature = "cli")]
#[test]
fn ten_thousand_cats_with_one_error_at_the_end_have_one_error() {
    let text = cats(10_000) + "B00";
    let (status, out, _) = run(&["validate", "exhausted", "--format", "json"], &text);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    let errors = object["diagnostics"].as_array().unwrap();
    assert_eq!((status, errors.len()), (1, 1), "{errors:?}");
    assert_eq!(errors[0]["code"], "exhausted/truncated-cat");
    let span = &errors[0]["span"];
    assert_eq!((&span["start"], &span["end"]), (&50_000.into(), &50_003.into()));
}

#[test]
fn long_strings_are_read_in_linear_time() {
    type Text<'a> = Box<dyn Fn(usize) -> String + 'a>;
    let options = ReadOptions::default();
    let array = |item: &'static str, count: usize| vec![item; count].join(",");
    let texts: [(Kind, usize, Text<'_>); 6] = [
        (Kind::Exhausted, 1_200, Box::new(|count| cats(count) + "B00")),
        (Kind::State, 1_200, Box::new(|count| format!("[\"\",\"\",\"\",\"{}B00\",\"\"]", cats(count)))),
        (Kind::State, 1_200, Box::new(|count| format!("[{},1]", array("\"\"", count)))),
        (Kind::RaftRecord, 1_000, Box::new(|count| format!("{{{}\"k0\":1}}", members(count)))),
        (Kind::GameRecord, 1_000, Box::new(|count| format!("{{\"moves\":[{},true]}}", array("4", count)))),
        (Kind::Region, 1_000, Box::new(|count| "..........\n".repeat(count) + "?")),
    ];
    for (kind, items, text) in texts {
        assert!(!kinds::read(kind, &text(items), &options).is_canonical(), "{kind}");
        linear(kind.name(), items, &text, &|text| drop(kinds::read(kind, text, &options)));
    }
}

#[test]
fn long_cases_are_read_in_linear_time() {
    let text = |count: usize| format!("{{{}\"k0\":1}}", members(count));
    assert!(Case::read(1, &text(100)).is_err());
    linear("case", 1_000, &text, &|text| drop(Case::read(1, text)));
}

#[test]
fn long_lists_of_pieces_are_read_in_linear_time() {
    let text =
        |count: usize| (1..=count).fold(String::new(), |text, number| text + &format!("X*{number},")) + "?";
    assert!(Pieces::parse(&text(100), Sides::Both, &[]).is_err());
    linear("pieces", 500, &text, &|text| drop(Pieces::parse(text, Sides::Both, &[])));
}
