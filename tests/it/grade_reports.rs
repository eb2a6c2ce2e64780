//! Reports: each reads back, all agree, and none tells what is hidden.

use crate::support::{run, snapshot};
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

/// Every report of the cases above, by name, and what was written to standard error.
fn reports() -> (Vec<(&'static str, String)>, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("points.json"), r#"{"isBoardStringWellFormed": 3, "findSolution": 1, "legal": 5}"#)
        .unwrap();
    let names = ["human", "json", "junit", "tap", "gradescope"];
    let mut arguments = vec!["grade".to_owned(), "--self".to_owned(), "--seed".to_owned(), "1".to_owned()];
    arguments.extend(["--points".to_owned(), path("points.json").display().to_string()]);
    for name in names {
        arguments.extend(["--report".to_owned(), format!("{name}={}", path(name).display())]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (status, out, notes) = run(&arguments, CASES);
    assert_eq!((status, out.as_str()), (1, ""), "{notes}");
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    (names.map(|name| (name, read(&path(name)))).into(), notes)
}

fn report(name: &str) -> String {
    reports().0.into_iter().find(|(other, _)| *other == name).unwrap().1
}

#[test]
fn nothing_hidden_is_told() {
    let (reports, notes) = reports();
    for (name, text) in reports.into_iter().chain([("notes", notes)]) {
        for secret in ["SECRET", "20113123", "A321B104C031D222"] {
            assert!(!text.contains(secret), "{name} tells {secret}: {text}");
        }
    }
}

#[test]
fn hidden_cases_have_a_program_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("program.py");
    // It tells everything it has seen wherever it can.
    let program = "import sys, json\nseen = ''\nfor line in sys.stdin:\n    seen += line\n    \
        print(seen, file=sys.stderr, flush=True)\n    \
        print(json.dumps({'id': json.loads(line)['id'], 'answer': seen}), flush=True)\n    \
        if json.loads(line)['id'] == 7: sys.exit(1)\n";
    fs::write(&path, program).unwrap();
    let command = format!("python3 '{}'", path.display());
    for form in ["human", "json", "junit", "tap", "gradescope"] {
        let arguments = ["grade", "--command", &command, "--report", form, "--sandbox", "off"];
        let (status, text, notes) = run(&arguments, CASES);
        assert_eq!(status, 1);
        assert!(!text.contains("SECRET") && !notes.contains("SECRET"), "{form}: {text}{notes}");
        assert!(!text.contains("20113123"), "{form}: {text}");
    }
}

#[test]
fn all_reports_count_alike() {
    let (reports, _) = reports();
    for (name, text) in reports {
        let counts = match name {
            "human" => {
                assert!(text.ends_with("8 cases: 3 passed, 5 failed; 2 of 4 points\n"), "{text}");
                (8, 5)
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
            "tap" => tap(&text),
            _ => {
                let json: Value = serde_json::from_str(&text).unwrap();
                let tests = json["tests"].as_array().unwrap();
                (tests.len(), tests.iter().filter(|test| test["status"] == "failed").count())
            }
        };
        assert_eq!(counts, (8, 5), "{name}: {text}");
    }
}

/// A small reader of TAP 14: how many tests, and how many failed.
fn tap(text: &str) -> (usize, usize) {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("TAP version 14"));
    let (mut tests, mut failed, mut plan, mut in_yaml) = (0, 0, None, false);
    for line in lines {
        if in_yaml {
            assert!(line.starts_with("  "), "{line}");
            in_yaml = line != "  ...";
            if let Some(item) = line.strip_prefix("    - ") {
                serde_json::from_str::<String>(item).unwrap();
            }
        } else if line == "  ---" {
            in_yaml = true;
        } else if let Some(count) = line.strip_prefix("1..") {
            plan = Some(count.parse::<usize>().unwrap());
        } else {
            let rest = line.strip_prefix("not ");
            failed += usize::from(rest.is_some());
            tests += 1;
            let rest = rest.unwrap_or(line).strip_prefix(&format!("ok {tests} - ")).unwrap();
            // An unescaped `#` would begin a directive.
            assert!(!rest.replace("\\\\", "").replace("\\#", "").contains('#'), "{line}");
        }
    }
    assert_eq!(plan, Some(tests));
    (tests, failed)
}

#[test]
fn junit_reads_back_in_another_parser() {
    let check = "import sys, xml.etree.ElementTree as tree\nroot = tree.fromstring(sys.stdin.buffer.read())\n\
        cases = list(root.iter('testcase'))\n\
        print(root.tag, len(cases), sum(len(case.findall('failure')) for case in cases), cases[1].get('name'))";
    let mut python = assert_cmd::Command::new("python3");
    let output = python.args(["-c", check]).write_stdin(report("junit")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("testsuites 8 5 isBoardStringWellFormed: wrong \\ <&> "), "{text}");
}

#[test]
fn gradescope_gets_its_documented_fields() {
    let json: Value = serde_json::from_str(&report("gradescope")).unwrap();
    let top = [
        "score",
        "execution_time",
        "output",
        "output_format",
        "test_output_format",
        "test_name_format",
        "visibility",
        "stdout_visibility",
        "extra_data",
        "tests",
        "leaderboard",
    ];
    assert!(json.as_object().unwrap().keys().all(|key| top.contains(&key.as_str())), "{json}");
    let fields = [
        "score",
        "max_score",
        "status",
        "name",
        "name_format",
        "number",
        "output",
        "output_format",
        "tags",
        "visibility",
        "extra_data",
    ];
    let visibilities = ["hidden", "after_due_date", "after_published", "visible"];
    let tests = json["tests"].as_array().unwrap();
    for test in tests {
        assert!(test.as_object().unwrap().keys().all(|key| fields.contains(&key.as_str())), "{test}");
        assert!(visibilities.contains(&test["visibility"].as_str().unwrap()), "{test}");
        assert!(test["number"].is_string() && test["name"].is_string(), "{test}");
        assert!(test["score"].as_f64().unwrap() <= test["max_score"].as_f64().unwrap(), "{test}");
    }
    let hidden: Vec<_> = tests.iter().filter(|test| test["visibility"] == "hidden").collect();
    assert_eq!(hidden.len(), 3);
    for test in hidden {
        assert!(
            test.get("output").is_none() && test.get("extra_data").is_none() && test.get("tags").is_none()
        );
        assert_eq!(test["name"], format!("hidden {}", test["number"].as_str().unwrap()));
    }
    let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
    assert!((sum - json["score"].as_f64().unwrap()).abs() < 1e-5);
}

#[test]
fn every_report_is_as_it_was() {
    let (reports, notes) = reports();
    for (name, text) in reports {
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
    // Right, wrong, twice, of no case, no line of answers; and most are missing.
    let answers: String = (1..200)
        .map(|id| format!("{{\"id\":{id},\"answer\":{}}}\n", ["true", "false", "null", "[]"][id % 4]))
        .chain([
            "{\"id\":7,\"answer\":1}\n{\"id\":70000,\"answer\":1}\n".to_owned(),
            "no answer\n".to_owned(),
        ])
        .collect();
    fs::write(path("answers"), answers).unwrap();
    for source in [&["--self", "--seed", "1"][..], &["--answers", &path("answers")]] {
        for form in ["human", "json", "junit", "tap", "gradescope"] {
            let jobs = |jobs: &str| {
                run(&[&["grade", &path("cases"), "--report", form, "--jobs", jobs], source].concat(), "")
            };
            let one = jobs("1");
            assert_eq!(one.0, 1, "{}", one.2);
            for more in ["2", "5"] {
                assert_eq!(jobs(more), one, "{form} {source:?} {more}");
            }
        }
    }
}

#[test]
fn a_bar_is_for_a_terminal_alone() {
    // Runs the words after it with standard error a terminal, and tells what that got.
    let script = "import os, pty, subprocess, sys\nmaster, slave = pty.openpty()\n\
        child = subprocess.Popen(sys.argv[1:], stdin=sys.stdin, stdout=subprocess.DEVNULL, stderr=slave)\n\
        os.close(slave)\nseen = b''\ntry:\n    while True:\n        more = os.read(master, 4096)\n        \
        if not more: break\n        seen += more\nexcept OSError: pass\n\
        child.wait()\nsys.stdout.buffer.write(seen)";
    let binary = assert_cmd::cargo::cargo_bin("clowder");
    let arguments = ["grade", "--self", "--seed", "1", "--jobs", "1"];
    let mut python = assert_cmd::Command::new("python3");
    let python = python.env("TERM", "xterm").args(["-c", script]).arg(binary).args(arguments);
    let output = python.write_stdin(CASES.repeat(40)).output().unwrap();
    let seen = String::from_utf8(output.stdout).unwrap();
    assert!(seen.contains(" graded, ") && seen.contains("case/unknown-suite"), "{seen:?}");
    assert!(!seen.contains("SECRET"), "{seen:?}");
    let (_, _, notes) = run(&arguments, &CASES.repeat(40));
    assert!(!notes.contains("graded"), "{notes}");
}
