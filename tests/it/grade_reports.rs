//! Tests that each report can be parsed, that all reports have the same counts, and that none shows hidden
//! information.

use crate::support::{clowder, run, snapshot};
use serde_json::Value;
use std::fs;
use std::path::Path;

const CASES: &str = concat!(
    r#"{"suite":"isBoardStringWellFormed","name":"right # 1","board":"","expect":false}"#,
    "\n",
    r#"{"suite":"isBoardStringWellFormed","name":"wrong \\ <&> \u202e","board":"","expect":true}"#,
    "\n",
    r#"{"suite":"findSolution","hidden":true,"name":"SECRETNAME","initial":"20113123","expect":"SECRETEXPECT"}"#,
    "\n",
    r#"{"suite":"findSolution","hidden":true,"name":"SECRETNAME","initial":"20113123"}"#,
    "\n",
    r#"{"suite":"findSolution","hidden":true,"initial":"SECRETINPUT","expect":"SECRETEXPECT"}"#,
    "\n",
    r#"{"suite":"nothing"}"#,
    "\n",
    r#"{"suite":"findSolution","initial":"21412233","expect":"A104B405C430D235"}"#,
    "\n",
    r#"{"suite":"nothing","hidden":true,"initial":"SECRETINPUT"}"#,
    "\n",
);

/// The names of all reports.
pub(crate) const FORMS: [&str; 8] =
    ["human", "json", "junit", "gradescope", "html", "markdown", "classroom50", "prairielearn"];

/// Every report about the cases above with the name of its format, and standard error.
fn reports() -> (Vec<(&'static str, String)>, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("points.json"), r#"{"isBoardStringWellFormed": 3, "findSolution": 1, "legal": 5}"#)
        .unwrap();
    let mut arguments: Vec<String> =
        ["grade", "--self", "--seed", "1", "--skip-broken-cases"].map(str::to_owned).into();
    arguments.extend(["--points".to_owned(), path("points.json").display().to_string()]);
    for name in FORMS {
        arguments.extend(["--report".to_owned(), format!("{name}={}", path(name).display())]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (status, out, notes) = run(&arguments, CASES);
    assert_eq!((status, out.as_str()), (1, ""), "{notes}");
    let place = directory.path().display().to_string();
    let read = |path: &Path| fs::read_to_string(path).unwrap().replace(&place, "DIR");
    (FORMS.map(|name| (name, read(&path(name)))).into(), notes)
}

fn report(name: &str) -> String {
    reports().0.into_iter().find(|(other, _)| *other == name).unwrap().1
}

#[test]
fn hidden_information_is_not_shown() {
    let (reports, notes) = reports();
    for (name, text) in reports.into_iter().chain([("notes", notes)]) {
        for secret in ["SECRET", "20113123", "A321B104C031D222"] {
            assert!(!text.contains(secret), "{name} tells {secret}: {text}");
        }
    }
}

#[cfg(arena)]
#[test]
fn hidden_cases_have_a_separate_process() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("program.py");
    // This program writes everything that it has read, wherever it can.
    let program = "import sys, json\nseen = ''\nfor line in sys.stdin:\n    seen += line\n    \
        print(seen, file=sys.stderr, flush=True)\n    \
        print(json.dumps({'id': json.loads(line)['id'], 'answer': seen}), flush=True)\n    \
        if json.loads(line)['id'] == 7: sys.exit(1)\n";
    fs::write(&path, program).unwrap();
    let command = format!("python3 '{}'", path.display());
    for form in FORMS {
        let arguments =
            ["grade", "--skip-broken-cases", "--command", &command, "--report", form, "--sandbox", "off"];
        let (status, text, notes) = run(&arguments, CASES);
        assert_eq!(status, 1);
        assert!(!text.contains("SECRET") && !notes.contains("SECRET"), "{form}: {text}{notes}");
        assert!(!text.contains("20113123"), "{form}: {text}");
    }
}

#[test]
fn all_reports_have_the_same_counts() {
    let (reports, _) = reports();
    for (name, text) in reports {
        let counts = match name {
            "human" => {
                assert!(text.ends_with("6 cases: 3 passed, 3 failed; 2 of 4 points\n"), "{text}");
                (6, 3)
            }
            "json" => {
                let json: Value = serde_json::from_str(&text).unwrap();
                let cases = json["cases"].as_array().unwrap();
                let failed = cases.iter().filter(|case| case["passed"] == false).count();
                assert_eq!((&json["total"], &json["failed"]), (&cases.len().into(), &failed.into()));
                assert_eq!((&json["score"], &json["max_score"]), (&2.into(), &4.into()));
                (cases.len(), failed)
            }
            "junit" => {
                let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
                assert_eq!(report.errors, 0);
                (report.tests, report.failures)
            }
            "html" | "markdown" => {
                assert!(text.contains("6 cases: 3 passed, 3 failed; 2 of 4 points"), "{text}");
                (6, 3)
            }
            "classroom50" => classroom50(&text),
            "prairielearn" => prairielearn(&text),
            _ => {
                let json: Value = serde_json::from_str(&text).unwrap();
                let tests = json["tests"].as_array().unwrap();
                (tests.len(), tests.iter().filter(|test| test["status"] == "failed").count())
            }
        };
        assert_eq!(counts, (6, 3), "{name}: {text}");
    }
}

/// Replaces the grading time with `TIME`.
fn without_time(text: &str) -> String {
    let start = text.find("\"datetime\":\"").unwrap() + "\"datetime\":\"".len();
    format!("{}TIME{}", &text[..start], &text[start + "2026-01-01T00:00:00Z".len()..])
}

/// Validates a JSON text against a schema and returns the parsed value.
fn validated(schema: &Value, text: &str) -> Value {
    let json: Value = serde_json::from_str(text).unwrap();
    let validator = jsonschema::validator_for(schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}: {text}");
    json
}

/// Validates the `result.json` of Classroom 50. The keys and types are the ones that its autograder contract requires
/// (<https://github.com/foundation50/classroom50/wiki/Advanced-Autograding>).
fn classroom50(text: &str) -> (usize, usize) {
    let string = serde_json::json!({"type": "string", "minLength": 1});
    let number = serde_json::json!({"type": "number", "minimum": 0});
    let json = validated(
        &serde_json::json!({
            "type": "object", "additionalProperties": false,
            "required": ["schema", "classroom", "assignment", "submission", "commit", "release", "review",
                "datetime", "score", "max-score", "tests"],
            "properties": {
                "schema": {"const": "classroom50/result/v1"}, "classroom": string, "assignment": string,
                "submission": string, "commit": string, "release": string, "review": string,
                "datetime": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
                "score": number, "max-score": number,
                "tests": {"type": "array", "items": {
                    "type": "object", "additionalProperties": false,
                    "required": ["test-name", "passed", "score", "max-score"],
                    "properties": {"test-name": string, "passed": {"type": "boolean"}, "score": number,
                        "max-score": number}
                }}
            }
        }),
        text,
    );
    assert_eq!((&json["score"], &json["max-score"]), (&2.into(), &4.into()));
    let tests = json["tests"].as_array().unwrap();
    (tests.len(), tests.iter().filter(|test| test["passed"] == false).count())
}

/// Validates the `results.json` of `PrairieLearn` (<https://docs.prairielearn.com/externalGrading/>). This report has a single
/// test for all hidden cases.
fn prairielearn(text: &str) -> (usize, usize) {
    let string = serde_json::json!({"type": "string"});
    let number = serde_json::json!({"type": "number", "minimum": 0});
    let json = validated(
        &serde_json::json!({
            "type": "object", "additionalProperties": false, "required": ["gradable", "score", "tests"],
            "properties": {
                "gradable": {"const": true}, "score": {"type": "number", "minimum": 0, "maximum": 1},
                "message": string, "output": string,
                "tests": {"type": "array", "items": {
                    "type": "object", "additionalProperties": false, "required": ["name", "points", "max_points"],
                    "properties": {"name": string, "description": string, "points": number, "max_points": number,
                        "message": string, "output": string}
                }}
            }
        }),
        text,
    );
    assert_eq!(json["score"], 0.5);
    let tests = json["tests"].as_array().unwrap();
    let last = tests.last().unwrap();
    assert_eq!(
        (&last["name"], &last["points"], &last["max_points"]),
        (&"hidden cases".into(), &0.25.into(), &0.75.into())
    );
    let failed = tests[..tests.len() - 1].iter().filter(|test| test["points"] != test["max_points"]).count();
    // The hidden test represents three cases, of which two failed.
    (tests.len() - 1 + 3, failed + 2)
}

#[test]
fn junit_can_be_read_by_another_parser() {
    let check = "import sys, xml.etree.ElementTree as tree\nroot = tree.fromstring(sys.stdin.buffer.read())\n\
        cases = list(root.iter('testcase'))\n\
        print(root.tag, len(cases), sum(len(case.findall('failure')) for case in cases), cases[1].get('name'))";
    let mut python = assert_cmd::Command::new("python3");
    let output = python.args(["-c", check]).write_stdin(report("junit")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("testsuites 6 3 isBoardStringWellFormed: wrong \\ <&> "), "{text}");
}

/// Whether Gradescope documents this type of value for a key of `results.json`, at the top level or in a test:
/// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format", "Controlling Test Case
/// Visibility", "Test Case Status" and "Formatting Text".
fn is_documented(key: &str, value: &Value, in_test: bool) -> bool {
    let one_of = |known: &[&str]| value.as_str().is_some_and(|text| known.contains(&text));
    match (key, in_test) {
        ("score", _) | ("max_score", true) => value.as_f64().is_some_and(|points| points >= 0.0),
        ("execution_time", false) => value.is_number(),
        ("name" | "number", true) | ("output", _) => value.is_string(),
        ("status", true) => one_of(&["passed", "failed"]),
        ("output_format", _) | ("name_format", true) | ("test_output_format" | "test_name_format", false) => {
            one_of(&["text", "html", "simple_format", "md", "ansi"])
        }
        ("visibility", _) | ("stdout_visibility", false) => {
            one_of(&["hidden", "after_due_date", "after_published", "visible"])
        }
        ("tags", true) => value.as_array().is_some_and(|tags| tags.iter().all(Value::is_string)),
        ("extra_data", _) => value.is_object(),
        ("tests", false) => value.as_array().is_some_and(|tests| tests.iter().all(Value::is_object)),
        _ => false,
    }
}

#[test]
fn gradescope_gets_its_documented_fields() {
    let json: Value = serde_json::from_str(&report("gradescope")).unwrap();
    let tests = json["tests"].as_array().unwrap();
    for (object, in_test) in std::iter::once((&json, false)).chain(tests.iter().map(|test| (test, true))) {
        for (key, value) in object.as_object().unwrap() {
            assert!(is_documented(key, value, in_test), "{key}: {value}");
        }
    }
    for test in tests {
        // Each test has the keys that the documentation requires if there is no top-level score, and it may have other
        // keys.
        for key in ["score", "max_score", "status", "name", "number", "visibility"] {
            assert!(test.get(key).is_some(), "{key} in {test}");
        }
        let whole = test["score"] == test["max_score"];
        assert!(test["max_score"] == 0.0 || whole == (test["status"] == "passed"), "{test}");
        assert!(whole || test["score"] == 0.0, "{test}");
    }
    let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
    assert!((sum - json["score"].as_f64().unwrap()).abs() < 1e-5);
}

/// What Gradescope shows students of a report: hidden tests and stored data are removed and, if there are hidden
/// tests, the score, too.
fn for_students(mut report: Value) -> Value {
    let of = report.as_object_mut().unwrap();
    of.remove("extra_data");
    of.remove("score");
    of["tests"].as_array_mut().unwrap().retain(|test| test["visibility"] != "hidden");
    report
}

#[test]
fn a_student_cannot_see_the_results_or_the_existence_of_hidden_cases() {
    let grade = |cases: &str| -> Value {
        let (_, out, _) = run(&["grade", "--self", "--seed", "1", "--report", "gradescope"], cases);
        serde_json::from_str(&out).unwrap()
    };
    let visible: String = CASES.lines().take(2).map(|line| format!("{line}\n")).collect();
    let hidden = |answer: bool| {
        format!(
            r#"{{"suite":"isBoardStringWellFormed","hidden":true,"name":"S","board":"","expect":{answer}}}"#
        )
    };
    let reports = ["", &hidden(false), &hidden(true)].map(|more| grade(&format!("{visible}{more}\n")));
    assert_eq!(reports[1]["tests"][2]["status"], "passed");
    assert_eq!(reports[2]["tests"][2]["status"], "failed");
    for test in [&reports[1]["tests"][2], &reports[2]["tests"][2]] {
        let keys: Vec<_> = test.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["max_score", "name", "number", "score", "status", "visibility"]);
        assert_eq!((&test["visibility"], &test["name"]), (&"hidden".into(), &"hidden 3".into()));
    }
    let [none, passed, failed] = reports.map(for_students);
    assert_eq!(none["output"], "2 cases: 1 passed, 1 failed");
    assert!(none == passed && none == failed, "{none}\n{passed}\n{failed}");
}

#[test]
fn every_report_is_as_reviewed() {
    let (reports, notes) = reports();
    for (name, text) in reports {
        let text = if name == "classroom50" { without_time(&text) } else { text };
        snapshot(&format!("grade-report-{name}"), &text);
    }
    snapshot("grade-report-notes", &notes);
}

#[test]
fn reports_are_the_same_for_any_number_of_jobs() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let generated = run(&["generate", "cases", "--count", "120", "--seed", "3"], "").1;
    let cases: String = [&generated, CASES, &generated].concat();
    fs::write(path("cases"), &cases).unwrap();
    // There are right and wrong answers, duplicates, an answer without a case, and a line that is not an answer. Most answers
    // are missing.
    let answers: String = (1..200)
        .map(|id| format!("{{\"id\":{id},\"answer\":{}}}\n", ["true", "false", "null", "[]"][id % 4]))
        .chain([
            "{\"id\":7,\"answer\":1}\n{\"id\":70000,\"answer\":1}\n".to_owned(),
            "no answer\n".to_owned(),
        ])
        .collect();
    fs::write(path("answers"), answers).unwrap();
    for source in [&["--self", "--seed", "1"][..], &["--answers", &path("answers")]] {
        for form in FORMS {
            let jobs = |jobs: &str| {
                let fixed =
                    ["grade", &path("cases"), "--skip-broken-cases", "--report", form, "--jobs", jobs];
                let output =
                    clowder().env("SOURCE_DATE_EPOCH", "0").args([&fixed[..], source].concat()).output();
                let output = output.unwrap();
                (output.status.code().unwrap(), output.stdout, output.stderr)
            };
            let one = jobs("1");
            assert_eq!(one.0, 1, "{}", String::from_utf8_lossy(&one.2));
            for more in ["2", "5"] {
                assert_eq!(jobs(more), one, "{form} {source:?} {more}");
            }
        }
    }
}

/// The number of cases in a test with a report that is too large for a pipe and a buffer.
const MANY: usize = 4000;

#[test]
fn reports_in_files_are_complete_even_if_another_reader_stops() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let case = "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"b\",\"expect\":true}\n";
    fs::write(path("cases"), case.repeat(MANY)).unwrap();
    let grade = |output: &str| {
        let script = format!(
            "'{}' grade '{}' --self --seed 1 --report human --report junit='{}' {output}",
            assert_cmd::cargo::cargo_bin("clowder").display(),
            path("cases"),
            path("junit")
        );
        let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        let report = fs::read_to_string(path("junit")).unwrap();
        assert_eq!(report.matches("<failure ").count(), MANY);
        assert!(report.ends_with("</testsuites>\n"), "{report}");
        fs::remove_file(path("junit")).unwrap();
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [out, told] = grade("| head -1; echo ${PIPESTATUS[0]}");
    assert_eq!((out.as_str(), told.as_str()), ("FAIL 1 isBoardStringWellFormed 1\n0\n", ""));
    let [out, told] = grade(">/dev/full; echo $?");
    assert_eq!(out, "2\n");
    assert_eq!(told, "clowder: cannot write standard output: No space left on device (os error 28)\n");
}

#[test]
fn a_progress_bar_is_only_for_a_terminal() {
    // Runs the given command with a terminal as standard error, and prints what the terminal received.
    let script = "import os, pty, subprocess, sys\nmaster, slave = pty.openpty()\n\
        child = subprocess.Popen(sys.argv[1:], stdin=sys.stdin, stdout=subprocess.DEVNULL, stderr=slave)\n\
        os.close(slave)\nseen = b''\ntry:\n    while True:\n        more = os.read(master, 4096)\n        \
        if not more: break\n        seen += more\nexcept OSError: pass\n\
        child.wait()\nsys.stdout.buffer.write(seen)";
    let binary = assert_cmd::cargo::cargo_bin("clowder");
    let arguments = ["grade", "--self", "--seed", "1", "--jobs", "1", "--skip-broken-cases"];
    let mut python = assert_cmd::Command::new("python3");
    let python = python.env("TERM", "xterm").args(["-c", script]).arg(binary).args(arguments);
    let output = python.write_stdin(CASES.repeat(40)).output().unwrap();
    let seen = String::from_utf8(output.stdout).unwrap();
    assert!(seen.contains(" graded, ") && seen.contains("case/unknown-suite"), "{seen:?}");
    assert!(!seen.contains("SECRET"), "{seen:?}");
    let (_, _, notes) = run(&arguments, &CASES.repeat(40));
    assert!(!notes.contains("graded"), "{notes}");
}

#[test]
fn the_page_allows_exactly_its_own_style_sheet() {
    let page = report("html");
    crate::figures::check_policy(&page);
    assert!(!page.contains("<script") && page.contains("wrong \\ &lt;&amp;&gt; \\u{202e}"), "{page}");
}
