//! Compares the strict JSON reader with `serde_json`, and tests the message of each error.

use clowder::json::{self, Data, Value};
use proptest::test_runner::{Config, TestRunner};

/// Converts a value to the type of `serde_json`.
fn plain(text: &str, value: &Value) -> serde_json::Value {
    match &value.data {
        Data::Null | Data::Invalid => serde_json::Value::Null,
        Data::Bool(is) => (*is).into(),
        Data::Integer(_) | Data::Number(_) => serde_json::from_str(value.span.of(text)).unwrap(),
        Data::String(string) => string.as_str().into(),
        Data::Array(items) => items.iter().map(|item| plain(text, item)).collect(),
        Data::Object(members) => {
            let members = members.iter().map(|member| (member.key.clone(), plain(text, &member.value)));
            serde_json::Value::Object(members.collect())
        }
    }
}

/// Checks that both readers accept the same texts and return the same values. The only difference is that the strict
/// reader rejects duplicate keys and deep nesting.
fn agree(text: &str) {
    let (value, faults) = json::read(text).into_parts();
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(expected) => {
            let only_ours = |code: &str| matches!(code, "json/duplicate-key" | "json/too-deep");
            assert!(faults.iter().all(|fault| only_ours(fault.code.name)), "{text:?}: {faults}");
            if faults.is_empty() {
                assert_eq!(plain(text, &value.unwrap()), expected, "{text:?}");
            }
        }
        Err(error) => assert!(!faults.is_empty(), "{text:?}: {error}"),
    }
    for fault in &faults {
        assert!(text.get(fault.span.start()..fault.span.end()).is_some(), "{text:?}: {fault:?}");
        if let Some(fix) = &fault.fix {
            assert!(text.get(fix.span.start()..fix.span.end()).is_some(), "{text:?}: {fault:?}");
        }
    }
}

const TEXT: &str = concat!(
    r#"{"a":[1,-2.50e+3,0,-0,true,false,null,"x\n\u0041\ud83d\ude00é"],"b":{"":{}, "c" : [ ] },"#,
    r#""d":9223372036854775808,"e":1E5}"#
);

#[test]
fn every_change_of_a_text_is_read_as_by_serde_json() {
    agree(TEXT);
    let bytes = [
        "", " ", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "1", "-", ".", "e", "N", "t", "\n", "\u{1}",
        "é",
    ];
    for at in (0..=TEXT.len()).filter(|&at| TEXT.is_char_boundary(at)) {
        let (head, tail) = TEXT.split_at(at);
        let rest = tail.chars().next().map_or("", |next| &tail[next.len_utf8()..]);
        agree(head);
        for byte in bytes {
            agree(&format!("{head}{byte}{rest}"));
            agree(&format!("{head}{byte}{tail}"));
        }
    }
}

#[test]
fn random_texts_are_read_as_by_serde_json() {
    let config = Config { cases: 20_000, failure_persistence: None, ..Config::default() };
    let letters = proptest::collection::vec(
        proptest::sample::select("{}[],:\"\\u0d81e+-. tnN".chars().collect::<Vec<_>>()),
        0..24,
    );
    TestRunner::new(config)
        .run(&letters, |letters| {
            agree(&letters.into_iter().collect::<String>());
            Ok(())
        })
        .unwrap();
}

/// Returns the errors of a text, one per line.
fn faults(text: &str) -> String {
    json::read(text).into_diagnostics().to_string()
}

#[test]
fn every_error_is_reported_at_its_place() {
    assert_eq!(faults(r#"{"a":1,"a":2}"#), "7..10: json/duplicate-key: this key is given twice");
    assert_eq!(faults("[NaN,-Infinity,undefined]").lines().count(), 3);
    assert_eq!(
        faults("NaN"),
        "0..3: json/unknown-word: expected a value: text needs double quotation marks, and the only words are `true`, `false` and `null`"
    );
    assert_eq!(faults("[1e400]"), "1..6: json/number-too-large: this number is too large");
    assert_eq!(faults("[01, +1, .5, 1., -]").lines().count(), 5);
    assert_eq!(faults("[1,]"), "2..3: json/comma: there is a comma after the last item");
    assert_eq!(faults(r#"["a" "b"]"#), "5..5: json/comma: the comma between two items is missing");
    assert_eq!(faults("{a:1}"), "1..2: json/bare-key: a key must be in double quotation marks");
    assert_eq!(faults("['a']"), "1..4: json/bad-string: a string must be in double quotation marks");
    assert_eq!(
        faults("\"a\u{1}b\""),
        "2..3: json/bad-string: a control character in a string must be escaped"
    );
    assert_eq!(
        faults(r#""\ud800""#),
        "1..7: json/bad-string: this escape is only one half of a surrogate pair"
    );
    assert_eq!(faults("1 // one"), "2..8: json/trailing-text: there is text after the JSON value");
    assert_eq!(
        faults("{\"a\":"),
        "5..5: json/truncated: the JSON text ends too early; expected a JSON value"
    );
    assert_eq!(faults(""), "0..0: json/truncated: the JSON text ends too early; expected a JSON value");
    assert_eq!(
        faults("{\"a\":1,\"b\":/**/2}"),
        "11..12: json/unexpected: this is not valid JSON; expected a JSON value"
    );
    assert_eq!(faults("\u{feff}1"), "0..3: json/unexpected: this is not valid JSON; expected a JSON value");
}

#[test]
fn long_lines_are_safe() {
    let deep = "[".repeat(60_000);
    assert_eq!(
        faults(&deep),
        "64..65: json/too-deep: lists and objects must not be nested more than 64 levels deep"
    );
    assert_eq!(faults(&format!("{}{}", "[".repeat(64), "]".repeat(64))), "");
    let keys: Vec<_> = (0..16_000).map(|key| format!("\"{}\":0", key / 2)).collect();
    let found = json::read(&format!("{{{}}}", keys.join(","))).into_diagnostics();
    assert!(found.is_full());
    let (value, found) = json::read(&format!("\"{}\"", "é\\n".repeat(20_000))).into_parts();
    assert!(found.is_empty());
    assert_eq!(value.unwrap().as_str().map(str::len), Some(60_000));
}

#[test]
fn compact_text_has_white_space_only_in_strings() {
    let text = " { \"a b\" : [ 1.50 , \"x  y\" ] , \"c\" : { } } ";
    let value = json::read(text).into_value();
    assert_eq!(json::compact(text, &value.unwrap()), r#"{"a b":[1.50,"x  y"],"c":{}}"#);
}
