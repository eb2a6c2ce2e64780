//! Tests that the facade `clowder::check` answers as the program does.

use crate::support::run;
use clowder::check::check;
use clowder::diagnostics::json;
use clowder::kinds;
use clowder::notation::Kind;
use clowder::random::Random;

/// Strings of a kind: the empty string, the example, a generated string, and damaged copies of the example.
fn strings(kind: Kind) -> Vec<String> {
    let row = kinds::row(kind);
    let example = row.example();
    let middle = (0..=example.len() / 2).rev().find(|&at| example.is_char_boundary(at)).unwrap_or(0);
    let (start, end) = example.split_at(middle);
    let damaged =
        [format!("{start}é🐈{end}"), format!("'{example}'"), end.to_owned(), format!("{example}\n\t")];
    let generated = row.generate(&mut Random::new(7), None);
    [String::new(), example.to_owned()].into_iter().chain(damaged).chain(generated).collect()
}

#[test]
fn a_report_is_the_result_object_of_validate() {
    for &kind in Kind::ALL {
        let strings = strings(kind);
        let lines: String = strings.iter().map(|text| json::text(text).unwrap() + "\n").collect();
        for named in [Some(kind), None] {
            let kind = named.map(Kind::name);
            let arguments: Vec<&str> =
                ["validate"].into_iter().chain(kind).chain(["--jsonl", "--suggest"]).collect();
            let (_, out, _) = run(&arguments, &lines);
            assert_eq!(out.lines().count(), strings.len());
            for ((number, text), line) in (1..).zip(&strings).zip(out.lines()) {
                let report = json::text(&check(named, text.as_str())).unwrap();
                let place = |n, path: &str| format!("\"n\":{n},\"id\":null,\"path\":{path},");
                let line = line.replacen(&place(number, "\"-\""), &place(1, "null"), 1);
                assert_eq!(report, line, "{kind:?} {text:?}");
            }
        }
    }
}

#[test]
fn parts_pictures_and_carets_belong_to_the_string() {
    for &kind in Kind::ALL {
        for text in strings(kind) {
            let report = check(Some(kind), text.as_str());
            let picture = report.svg().expect("a kind was given");
            roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{kind} {text:?}: {error}"));
            assert_eq!(report.carets().is_empty(), report.diagnostics().is_empty());
            let parts = serde_json::to_value(report.parts()).unwrap();
            for part in parts.as_array().unwrap() {
                let source = report_part(&report, part);
                let at = |name: &str| part["span"][name].as_u64().unwrap() as usize;
                assert_eq!(source.get(at("start")..at("end")), part["text"].as_str(), "{kind} {text:?}");
            }
        }
    }
}

/// The string to which a part refers, read again so that a state has its decoded strings.
fn report_part(report: &clowder::check::Report, part: &serde_json::Value) -> String {
    let kind = report.kind().unwrap();
    let reading = kinds::read_thoroughly(kind, report.text(), &kinds::ReadOptions::default());
    let index = part["part"].as_u64().map(|index| index as usize);
    index.map_or_else(|| report.text().to_owned(), |index| reading.parts()[index].clone())
}

#[test]
fn a_text_of_no_kind_or_of_several_has_one_error() {
    for (text, code) in [("", "text/several-kinds"), ("hello there", "text/no-kind")] {
        let report = check(None, text);
        let codes: Vec<_> = report.diagnostics().iter().map(|error| error.code.name).collect();
        assert_eq!((report.kind(), codes, report.is_valid()), (None, vec![code], false));
        assert_eq!((report.svg(), report.parts().len()), (None, 0));
    }
}
