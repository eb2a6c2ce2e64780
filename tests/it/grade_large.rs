//! Tests reports about many cases with hostile text: each has at most 1 MB, states what it leaves out, and can be
//! read by another parser. Also tests that every question with a board has a picture.

use crate::grade_reports::FORMS;
use crate::support::run;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// Texts that are special in some format.
const HOSTILE: [&str; 12] = [
    "\u{fffe}\u{ffff}",
    "\u{0}\u{1}\u{8}\u{b}\u{c}\u{1f}\u{7f}\u{85}\u{9b}",
    "]]> <![CDATA[ <!-- --> ?> &amp; &#0; &bogus;",
    "</script></style></pre><script>alert(1)</script>",
    "\u{1b}[31m\u{1b}]0;title\u{7}",
    "\r\n\n...\n---\nok 1 - injected\nnot ok 2\n1..9\nBail out!",
    "``` ~~~ **a** [x](javascript:alert(1)) | # <b>",
    "\u{202e}\u{2066}\u{feff}\u{2028}\u{2029}",
    "# TODO # SKIP \\# \\\\",
    "\"quoted\" 'single' \\u0000 \\",
    "\u{1f600}\u{10ffff}e\u{301}",
    "=1+1 @x -y +z\t",
];

/// Reads each report with a Python parser. The XML parser is expat, which accepts only well-formed documents.
const PARSERS: &str = r#"
import html.parser, json, os, sys, xml.etree.ElementTree
folder = sys.argv[1]
text = {name: open(os.path.join(folder, name), encoding="utf-8", errors="strict", newline="").read() for name in os.listdir(folder)}
for name in ["json", "gradescope", "classroom50", "prairielearn"]:
    json.loads(text[name])
root = xml.etree.ElementTree.fromstring(text["junit"].encode())
assert root.tag == "testsuites" and "skipped" not in root.attrib, root.attrib
for suite in root:
    cases = suite.findall("testcase")
    assert int(suite.attrib["tests"]) == len(cases), suite.attrib
    assert int(suite.attrib["failures"]) == sum(case.find("failure") is not None for case in cases)
    assert int(suite.attrib["errors"]) == sum(case.find("error") is not None for case in cases)
class Page(html.parser.HTMLParser):
    open_tags, seen = [], set()
    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        if tag not in ("meta", "br"): self.open_tags.append(tag)
    def handle_endtag(self, tag):
        assert self.open_tags.pop() == tag, tag
page = Page()
page.feed(text["html"])
page.close()
assert not page.open_tags, page.open_tags
assert page.seen <= {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "section", "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "pre", "span", "figure", "figcaption", "svg", "defs", "g", "path", "use"}, page.seen
# Outside of code blocks, nothing is HTML, a link or a mention.
fence = None
for line in text["markdown"].split("\n"):
    mark = line[:len(line) - len(line.lstrip("`"))]
    if fence is None and len(mark) >= 3: fence = mark
    elif fence is not None and line == fence: fence = None
    elif fence is None: assert "<" not in line and "](" not in line.replace("\\]\\(", ""), line
assert fence is None
for name, content in text.items():
    for character in content:
        number = ord(character)
        assert number in (9, 10, 13) or 32 <= number < 0x7f or 0xa0 <= number, (name, number)
        assert number not in (0x202e, 0x2066, 0xfeff, 0xfffe, 0xffff), (name, number)
"#;

/// Grades many cases. The first has a name of 1 MB, so every report must list it.
fn reports(cases: &str, directory: &std::path::Path) {
    let file = directory.join("cases.jsonl");
    fs::write(&file, cases).unwrap();
    let (_, requests, _) = run(&["grade", file.to_str().unwrap(), "--requests"], "");
    let mut answers = String::new();
    for (index, line) in requests.lines().enumerate() {
        let request: Value = serde_json::from_str(line).unwrap();
        let hostile = HOSTILE[index % HOSTILE.len()];
        let answer = match index % 4 {
            0 => json!({"id": request["id"], "answer": hostile.repeat(1 + index % 40)}),
            1 => json!({"id": request["id"], "error": hostile.repeat(1 + index % 40)}),
            2 => json!({"id": request["id"], "answer": {hostile: hostile}}),
            _ => json!({"id": request["id"], "answer": true}),
        };
        answers += &format!("{answer}\n");
    }
    fs::write(directory.join("answers.jsonl"), answers).unwrap();
    let mut arguments: Vec<String> =
        ["grade", file.to_str().unwrap(), "--answers", directory.join("answers.jsonl").to_str().unwrap()]
            .map(str::to_owned)
            .into();
    fs::create_dir_all(directory.join("reports")).unwrap();
    for form in FORMS {
        let path = directory.join("reports").join(form);
        arguments.extend(["--report".to_owned(), format!("{form}={}", path.display())]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (status, _, notes) = run(&arguments, "");
    assert_eq!(status, 1, "{notes}");
    let script = directory.join("parsers.py");
    fs::write(&script, PARSERS).unwrap();
    let output = Command::new("python3").arg(script).arg(directory.join("reports")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn hostile_cases(count: usize) -> String {
    let mut cases = String::new();
    for index in 0..count {
        let hostile = HOSTILE[index % HOSTILE.len()];
        let name =
            if index == 0 { hostile.repeat(1_000_000 / hostile.len()) } else { format!("{hostile} {index}") };
        let case = json!({
            "suite": "isBoardStringWellFormed", "name": name, "board": format!("{hostile}{index}\n").repeat(30),
            "hidden": index % 7 == 3, "expect": false,
        });
        cases += &format!("{case}\n");
    }
    cases
}

#[test]
fn small_reports_with_hostile_text_can_be_read_by_other_parsers() {
    let directory = tempfile::tempdir().unwrap();
    reports(&hostile_cases(48), directory.path());
    for form in FORMS {
        let length = fs::metadata(directory.path().join("reports").join(form)).unwrap().len();
        assert!(length < 300_000, "{form} has {length} bytes, although every name is shortened");
    }
}

#[test]
fn large_reports_with_hostile_text_are_shortened_visibly() {
    let directory = tempfile::tempdir().unwrap();
    reports(&hostile_cases(12_000), directory.path());
    for form in FORMS {
        let text = fs::read_to_string(directory.path().join("reports").join(form)).unwrap();
        assert!(text.len() <= 1_000_000, "{form} has {} bytes", text.len());
        assert!(text.len() > 10_000, "{form} has only {} bytes", text.len());
        if form == "json" {
            let report: Value = serde_json::from_str(&text).unwrap();
            let listed = report["cases"].as_array().unwrap().len();
            assert_eq!((&report["total"], &report["omitted"]), (&12_000.into(), &(12_000 - listed).into()));
            assert!(listed < 12_000);
        } else {
            let omission = "not listed, because a report has at most 1000000 bytes";
            assert!(text.contains(omission), "{form}: {text:.2000}");
        }
        if form == "prairielearn" {
            // The hidden cases share one test, which counts those that are not listed, too.
            let report: Value = serde_json::from_str(&text).unwrap();
            let hidden = report["tests"].as_array().unwrap().last().unwrap();
            let count = (0..12_000).filter(|index| index % 7 == 3).count();
            assert_eq!(
                (&hidden["name"], hidden["max_points"].as_f64()),
                (&"hidden cases".into(), Some(count as f64))
            );
        }
    }
}

#[test]
fn every_question_with_a_board_has_a_picture() {
    let suites = run(&["grade", "--suites", "--format", "plain"], "").1;
    for suite in suites.lines() {
        let suite = suite.split_whitespace().next().unwrap();
        let cases = run(&["generate", "cases", "--suite", suite, "--seed", "8", "--count", "6"], "").1;
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("cases.jsonl").to_str().unwrap().to_owned();
        fs::write(&file, cases).unwrap();
        let requests = run(&["grade", &file, "--requests"], "").1;
        let answers: String = requests
            .lines()
            .map(|line| {
                let request: Value = serde_json::from_str(line).unwrap();
                format!("{}\n", json!({"id": request["id"], "answer": {"wrong": "answer"}}))
            })
            .collect();
        let path = directory.path().join("answers.jsonl").to_str().unwrap().to_owned();
        fs::write(&path, answers).unwrap();
        let report = run(&["grade", &file, "--answers", &path, "--format", "json"], "").1;
        let report: Value = serde_json::from_str(&report).unwrap();
        for case in report["cases"].as_array().unwrap() {
            let messages = case["messages"].as_array().unwrap().len();
            let lines = case["detail"].as_str().unwrap().lines().count();
            // Questions of `chooseChallenge` have a list of strings and no board. A board of at most one line is
            // shown in the message.
            let is_short =
                suite == "isBoardStringWellFormed" && !case["messages"][0].as_str().unwrap().contains("\\n");
            let has_board = suite != "chooseChallenge" && !is_short;
            // The last line is the command that repeats the question.
            assert_eq!(lines > messages + 1, has_board, "{suite}: {case:#}");
        }
    }
}

#[test]
fn generated_cases_and_the_other_forms_of_course_cases_pass() {
    // Some suites do not have enough different questions for their share of the cases, so the others have more.
    let (status, text, notes) = run(&["generate", "cases", "--seed", "15", "--count", "660"], "");
    assert_eq!((status, text.lines().count()), (0, 660), "{notes}");
    let mut different = std::collections::BTreeSet::new();
    let mut other_forms = String::new();
    for line in text.lines() {
        let mut case: Value = serde_json::from_str(line).unwrap();
        match case["suite"].as_str().unwrap() {
            "getAllValidPlacements" => {
                let four = |ice: &Value| {
                    let origin = &ice["hexes"][0];
                    format!("{}{}{}{}", ice["id"].as_str().unwrap(), origin[0], origin[1], ice["rotation"])
                };
                let all: Vec<String> = case["expect"].as_array().unwrap().iter().map(four).collect();
                (case["expect"], case["expect_also"]) = (json!(["A000"]), json!(all));
            }
            "drawHand" => {
                case["actions"].as_array_mut().unwrap().push("A1C2D4".into());
                case["expect"].as_array_mut().unwrap().push("unchanged".into());
            }
            _ => {}
        }
        different.insert(line.to_owned());
        case.as_object_mut().unwrap().remove("name");
        other_forms += &format!("{case}\n");
    }
    assert_eq!(different.len(), 660);
    for cases in [text, other_forms] {
        let (status, report, notes) = run(&["grade", "--self", "--seed", "1"], &cases);
        assert!(report.ends_with("660 cases: 660 passed, 0 failed; 660 of 660 points\n"), "{report}{notes}");
        assert_eq!(status, 0);
    }
}

#[test]
fn a_suite_with_few_questions_says_so() {
    let generate = |arguments: &[&str]| run(&[&["generate", "cases", "--seed", "1"], arguments].concat(), "");
    let (status, cases, notes) = generate(&["--suite", "isBoardStringWellFormed", "--count", "200"]);
    assert_eq!((status, cases.lines().count(), notes.as_str()), (0, 200, ""));
    let (status, cases, notes) = generate(&["--suite", "fixSymmetries", "--count", "2000"]);
    let found = cases.lines().count();
    assert_eq!((status, notes), (0, format!("`fixSymmetries` has only {found} different cases\n")));
    let (_, cases, notes) =
        generate(&["--suite", "fixSymmetries", "--suite", "drawFireTile", "--count", "400"]);
    assert_eq!(cases.lines().count(), 400);
    assert!(notes.ends_with(" different cases; the other cases are from other suites\n"), "{notes}");
}
