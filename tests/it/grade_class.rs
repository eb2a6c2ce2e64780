//! Tests `grade --each`, templates, dependencies, time limits and partial reports.

use crate::support::{blocks, in_shell, run, run_example};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Answers `false` to every question, except for some boards, which make it do something else.
const PROGRAM: &str = "import sys, json, time, os\n\
    for line in sys.stdin:\n    request = json.loads(line)\n    board = request['board']\n    \
    if board == 'hang': time.sleep(1000)\n    \
    if board == 'crash': raise ValueError('boom')\n    \
    if board == 'error': print(json.dumps({'id': request['id'], 'error': 'ValueError: boom'}), flush=True); continue\n    \
    if board == 'long': os.write(1, b'x' * (5 << 20)); time.sleep(1000)\n    \
    if board == 'lazy': sys.stdout.write(json.dumps({'id': request['id'], 'answer': False}) + '\\n'); continue\n    \
    if board.startswith('slow'): time.sleep(0.3)\n    \
    print(json.dumps({'id': request['id'], 'answer': board.startswith('true')}), flush=True)\n";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Grades the program on these cases. Returns the exit status, the report and the time.
    fn grade(&self, cases: &str, options: &[&str]) -> (i32, String, Duration) {
        self.grade_within("8000", cases, options)
    }

    /// Like [`Place::grade`], but limits the time for starting the program (in milliseconds).
    fn grade_within(&self, start_timeout: &str, cases: &str, options: &[&str]) -> (i32, String, Duration) {
        let cases = self.file("cases.jsonl", cases);
        let command = format!("python3 '{}'", self.file("program/program.py", PROGRAM));
        let start = Instant::now();
        let fixed = ["grade", &cases, "--command", &command, "--sandbox", "off", "--start-timeout"];
        let (status, out, err) = run(&[&fixed[..], &[start_timeout], options].concat(), "");
        (status, out + &err, start.elapsed())
    }
}

fn case(board: &str) -> String {
    format!("{{\"suite\":\"isBoardStringWellFormed\",\"board\":\"{board}\"}}\n")
}

fn cases(boards: &[&str]) -> String {
    boards.iter().map(|board| case(board)).collect()
}

#[test]
fn a_method_that_throws_fails_only_its_own_cases() {
    let boards: Vec<String> = (0..15).map(|index| format!("error{index}")).collect();
    let mut text: String = boards.iter().map(|_| case("error")).collect();
    text += &cases(&["crash", "a", "crash", "b"]);
    text += "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"\"}\n";
    let (status, report, _) = Place::new().grade(&text, &[]);
    assert_eq!(status, 1);
    assert!(
        report.contains("\n  for the board `error`: the program reports an exception: ValueError: boom\n"),
        "{report}"
    );
    assert!(report.contains("stderr: ValueError: boom\n"), "{report}");
    assert!(report.contains("20 cases: 3 passed, 17 failed; 3 of 20 points\n"), "{report}");
    assert!(!report.contains("not asked"), "{report}");
}

#[test]
fn a_restart_after_a_hang_does_not_wait_for_the_start_limit_again() {
    let boards = ["a", "hang", "hang", "hang", "hang", "b"];
    let (_, report, time) = Place::new().grade(&cases(&boards), &["--timeout", "300", "--max-timeouts", "9"]);
    assert!(report.contains("6 cases: 2 passed, 4 failed"), "{report}");
    // Waiting for the start limit after each of the four hangs would take 32 seconds.
    assert!(time < Duration::from_secs(24), "{time:?}");
}

#[test]
fn a_program_that_never_answers_gets_time_to_start_only_once() {
    let boards = ["hang", "hang", "hang", "hang", "hang"];
    let options = ["--timeout", "300", "--max-timeouts", "9"];
    let (_, report, time) = Place::new().grade_within("4000", &cases(&boards), &options);
    assert!(
        report
            .contains("FAIL 1 isBoardStringWellFormed 1\n  for the board `hang`: no answer within 4000 ms\n"),
        "{report}"
    );
    assert!(
        report
            .contains("FAIL 5 isBoardStringWellFormed 5\n  for the board `hang`: no answer within 800 ms\n"),
        "{report}"
    );
    // Waiting for the start limit for each of the five cases would take 20 seconds.
    assert!(time < Duration::from_secs(18), "{time:?}");
}

#[test]
fn a_suite_ends_after_timeouts_but_the_other_suites_do_not() {
    let other = "{\"suite\":\"isSolution\",\"board\":\"EEEEEEEEEEEEEEEEEEEE\",\"placed\":[]}\n";
    let text = cases(&["hang", "hang", "a"]) + other;
    let place = Place::new();
    let (_, report, _) = place.grade_within("4000", &text, &["--timeout", "300", "--max-timeouts", "2"]);
    let gave_up = "FAIL 3 isBoardStringWellFormed 3\n  the program was not asked, because 2 consecutive answers for \
        the suite `isBoardStringWellFormed` came too late\n";
    assert!(report.contains(gave_up), "{report}");
    assert!(report.contains("isSolution                   1 of      1\n"), "{report}");
}

#[test]
fn the_total_time_ends_the_run_with_a_partial_report() {
    let boards = ["slow1", "slow2", "slow3", "slow4", "slow5", "slow6", "slow7", "slow8", "slow9"];
    let place = Place::new();
    let (status, report, _) = place.grade(&cases(&boards), &["--total-timeout", "1500", "--format", "json"]);
    let json: Value = serde_json::from_str(report.lines().take(11).collect::<String>().as_str()).unwrap();
    assert_eq!((status, &json["partial"]), (1, &"the total time of 1500 ms was over".into()));
    assert_eq!((&json["total"], &json["cases"][8]["reason"]), (&9.into(), &"total-timeout".into()));
}

#[test]
fn output_that_was_not_flushed_and_output_without_line_breaks_are_explained() {
    let place = Place::new();
    let (_, report, time) = place.grade(&cases(&["a", "lazy", "long"]), &["--timeout", "700"]);
    let lazy = "no answer within 700 ms; the answer came when standard input was closed, so the program must flush its \
        output after each answer, and must not wait for the end of its input\n";
    assert!(report.contains(lazy), "{report}");
    assert!(report.contains("the program was stopped, because a line of its output is too long"), "{report}");
    assert!(time < Duration::from_secs(20), "{time:?}");
}

#[test]
fn a_termination_leaves_a_marked_partial_report() {
    let place = Place::new();
    let cases = place.file("cases.jsonl", &cases(&["a", "b", "hang", "c"]));
    let program = format!("python3 '{}'", place.file("program/program.py", PROGRAM));
    let report = |form: &str| format!("{form}={}", place.path(form).display());
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("clowder"))
        .args(["grade", &cases, "--command", &program, "--sandbox", "off", "--timeout", "60000"])
        .args(["--report", &report("json"), "--report", &report("junit"), "--report", "human"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(4));
    assert!(!place.path("json").exists(), "a report exists only when it is complete");
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::TERM)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let json: Value = serde_json::from_str(&fs::read_to_string(place.path("json")).unwrap()).unwrap();
    assert_eq!((&json["partial"], &json["total"]), (&"the run was interrupted".into(), &2.into()));
    let junit = fs::read_to_string(place.path("junit")).unwrap();
    assert!(junit.contains("this report is partial: the run was interrupted"), "{junit}");
}

#[test]
fn settings_apply_to_cases_and_suites() {
    let text = "{\"suite\":\"isBoardStringWellFormed\",\"name\":\"first\",\"board\":\"true\"}\n\
        {\"suite\":\"isBoardStringWellFormed\",\"board\":\"a\",\"depends\":\"first\"}\n\
        {\"suite\":\"isBoardStringWellFormed\",\"board\":\"b\",\"points\":2.5}\n\
        {\"suite\":\"isSolution\",\"board\":\"\",\"placed\":[],\"visibility\":\"after_due_date\"}\n";
    let place = Place::new();
    let points = place.file(
        "points.json",
        "{\"isBoardStringWellFormed\":3,\"isSolution\":{\"points\":1,\"depends\":[\"isBoardStringWellFormed\"]}}",
    );
    let (status, report, _) = place.grade(text, &["--points", &points]);
    assert_eq!(status, 1);
    assert!(
        report
            .contains("SKIP 2 isBoardStringWellFormed 2\n  skipped, because the case `first` did not pass\n"),
        "{report}"
    );
    assert!(report.contains("SKIP 4 hidden 4\n"), "{report}");
    assert!(report.contains("4 cases: 1 passed, 1 failed, 2 skipped; 2.5 of 6.5 points\n"), "{report}");
    let (_, gradescope, _) = place.grade(text, &["--points", &points, "--report", "gradescope"]);
    let json: Value = serde_json::from_str(gradescope.lines().next().unwrap()).unwrap();
    assert_eq!(json["tests"][3]["visibility"], "after_due_date");
    assert_eq!(
        json["tests"][3]["output"],
        "skipped, because the suite `isBoardStringWellFormed` did not pass\n"
    );
    let sum: f64 =
        json["tests"].as_array().unwrap().iter().map(|test| test["max_score"].as_f64().unwrap()).sum();
    assert!((sum - 6.5).abs() < 1e-9, "{sum}");
    for (case, said) in [
        (
            "\"depends\":\"nothing\"",
            "1:1: case/field-type: `depends` names `nothing`, which is neither a suite with cases",
        ),
        (
            "\"depends\":\"isBoardStringWellFormed\"",
            "1:1: case/field-type: `depends` leads in a circle, or through a chain of more than 100 other cases",
        ),
    ] {
        let case = format!("{{\"suite\":\"isBoardStringWellFormed\",\"board\":\"a\",{case}}}\n");
        let (status, report, _) = place.grade(&case, &[]);
        assert_eq!(status, 2);
        assert!(report.contains(said), "{report}");
    }
}

#[test]
fn every_case_behind_a_cycle_and_no_other_case_is_refused() {
    let place = Place::new();
    let case = |name: &str, depends: &str| {
        format!(
            "{{\"suite\":\"isBoardStringWellFormed\",\"name\":\"{name}\",\"board\":\"a\",\"depends\":\"{depends}\"}}\n"
        )
    };
    let first = "{\"suite\":\"isBoardStringWellFormed\",\"name\":\"0\",\"board\":\"a\"}\n";
    let cycle = [first, &case("1", "2"), &case("2", "1"), &case("3", "2"), &case("4", "0")].concat();
    let (status, report, _) = place.grade(&cycle, &[]);
    assert_eq!(status, 2);
    let in_circle = "case/field-type: `depends` leads in a circle";
    let found: Vec<&str> = report.lines().filter_map(|line| Some(line.split_once(in_circle)?.0)).collect();
    assert_eq!(found.len(), 3, "{report}");
    assert!(found.iter().zip(["2:1: ", "3:1: ", "4:1: "]).all(|(line, at)| line.ends_with(at)), "{report}");
    let chain = |last: usize| {
        let cases = (1..=last).map(|number| case(&number.to_string(), &(number - 1).to_string()));
        std::iter::once(first.to_owned()).chain(cases).collect::<String>()
    };
    let (_, report, _) = place.grade(&chain(100), &[]);
    assert!(!report.contains("case/field-type"), "{report}");
    let (status, report, _) = place.grade(&chain(101), &[]);
    assert_eq!(status, 2);
    let too_long = "102:1: case/field-type: `depends` leads in a circle, or through a chain of more than 100 other cases";
    assert!(report.contains(too_long) && report.matches("case/field-type").count() == 1, "{report}");
}

#[test]
fn students_see_only_what_the_detail_allows() {
    let place = Place::new();
    let text = "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"true\"}\n";
    let shown = |detail: &str| place.grade(text, &["--detail", detail]).1;
    assert!(shown("full").contains(
        "  for the board `true`: expected false, found true; false is right, because `t` is not a square"
    ));
    let actual = shown("actual");
    assert!(
        actual.contains("  for the board `true`: the answer true is wrong\n") && !actual.contains("expected"),
        "{actual}"
    );
    let rule = "  for the board `true`: the answer true is wrong\n  the rule: Every square must be one of ";
    assert!(shown("rule").contains(rule), "{}", shown("rule"));
    assert!(shown("none").contains("FAIL 1 isBoardStringWellFormed 1\n  the answer is wrong\n"));
    let crash = "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"crash\"}\n";
    for (detail, said, has_errors) in [
        ("full", "for the board `crash`: the program ended without an answer: exit status 1\nstderr: ", true),
        (
            "actual",
            "for the board `crash`: the program ended without an answer: exit status 1\nstderr: ",
            true,
        ),
        ("none", "the program ended without an answer\nask again: ", false),
    ] {
        let report = place.grade(crash, &["--detail", detail]).1;
        assert!(report.contains(&format!("FAIL 1 isBoardStringWellFormed 1\n  {said}")), "{report}");
        assert_eq!(report.contains("ValueError"), has_errors, "{report}");
    }
}

#[test]
fn a_wrong_verdict_is_shown_with_its_rule() {
    let place = Place::new();
    let board = "EEEEEEEEEEEEEEEEEEEE";
    let ice = r#"{"id":"C","hexes":[[0,3],[0,2],[1,2],[2,2]],"rotation":0}"#;
    let board_with_raft = ["ffffffwww", "ffffffwow", "fffffywww"].into_iter().chain(["fffffffff"; 9]);
    let board_with_raft: String = board_with_raft.map(|line| format!("{line}\\n")).collect();
    let state = format!(r#"["{board_with_raft}","AaBCD","ABCD","","ab"]"#);
    for (case, answer, rule) in [
        (
            format!(r#""suite":"isSolution","board":"{board}","placed":[]"#),
            "true",
            "the rule: All four blocks must be placed.",
        ),
        (
            format!(r#""suite":"isIcePlacementValid","board":"{board}","ice":{ice}"#),
            "false",
            "no rule forbids it",
        ),
        (
            format!(r#""suite":"outcome","state":{state},"action":"Aa0000N""#),
            "\"won\"",
            "the rule: The game is won when",
        ),
        (
            format!(r#""suite":"isCatMovementValid","state":{state},"action":"Aa""#),
            "true",
            "the rule: An action places",
        ),
    ] {
        let cases = place.file("cases.jsonl", &format!("{{\"name\":\"1\",{case}}}\n"));
        let request: Value = serde_json::from_str(&run(&["grade", &cases, "--requests"], "").1).unwrap();
        let answers =
            place.file("answers.jsonl", &format!("{{\"id\":{},\"answer\":{answer}}}\n", request["id"]));
        let (_, report, notes) = run(&["grade", &cases, "--answers", &answers, "--detail", "rule"], "");
        assert!(report.contains(&format!("\n  {rule}")), "{report}{notes}");
    }
}

#[test]
fn each_part_of_a_state_earns_its_share() {
    let place = Place::new();
    let text = run(&["generate", "cases", "--seed", "2", "--count", "1", "--suite", "moveCat"], "").1;
    let case: Value = serde_json::from_str(&text).unwrap();
    let expect = |key: &str| case["expect"][key].as_str().unwrap();
    let answer = serde_json::json!([expect("board"), "", expect("hand"), "wrong", ""]);
    let program = format!(
        "import sys, json\nfor line in sys.stdin: print(json.dumps({{'id': json.loads(line)['id'], 'answer': {answer}}}), flush=True)"
    );
    let (cases, program) = (place.file("cases.jsonl", &text), place.file("program/program.py", &program));
    let points = place.file("points.json", "{\"moveCat\": 10}");
    let command = format!("python3 '{program}'");
    let base = ["grade", &cases, "--command", &command, "--sandbox", "off", "--points", &points];
    let (_, whole, _) = run(&base, "");
    assert!(whole.ends_with("1 case: 0 passed, 1 failed; 0 of 10 points\n"), "{whole}");
    let (status, parts, _) = run(&[&base[..], &["--parts"]].concat(), "");
    assert!(status == 1 && parts.ends_with("1 case: 0 passed, 1 failed; 6.666667 of 10 points\n"), "{parts}");
    assert!(parts.contains("exhausted: ") && parts.contains("\n  2 of 3 parts are right\n"), "{parts}");
    let (_, json, _) = run(&[&base[..], &["--parts", "--report", "gradescope"]].concat(), "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["score"], &json["tests"][0]["score"]), (&6.666_667.into(), &6.666_667.into()));
    let (_, rule, _) = run(&[&base[..], &["--detail", "rule"]].concat(), "");
    assert!(rule.contains(" is wrong\n  wrong: exhausted\n"), "{rule}");
}

#[test]
fn fail_fast_stops_at_the_first_failure() {
    let place = Place::new();
    let text = cases(&["true1", "a", "true2", "b", "c"]);
    let (_, report, _) = place.grade(&text, &["--fail-fast"]);
    assert!(
        report
            .contains("this report is partial: the run ended at the first case that failed (--fail-fast)\n"),
        "{report}"
    );
    assert!(report.contains("1 case: 0 passed, 1 failed"), "{report}");
}

/// Creates three submissions: one right, one with a wrong answer, and one without a program.
fn class(place: &Place) -> Vec<String> {
    place.file("cases.jsonl", &cases(&["a", "true", "b"]));
    for (name, program) in [("good", PROGRAM.replace("'true'", "'never'")), ("wrong", PROGRAM.to_owned())] {
        place.file(&format!("submissions/{name}/program.py"), &program);
    }
    fs::create_dir_all(place.path("submissions/empty")).unwrap();
    let path = |name: &str| place.path(name).to_str().unwrap().to_owned();
    [
        "grade",
        &path("cases.jsonl"),
        "--each",
        &path("submissions/*"),
        "--out",
        &path("out"),
        "--sandbox",
        "off",
        "--command",
        "python3 {}/program.py",
        "--start-timeout",
        "8000",
    ]
    .map(str::to_owned)
    .into()
}

#[test]
fn a_class_is_graded_at_once() {
    let place = Place::new();
    let arguments = class(&place);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (status, table, notes) = run(&arguments, "");
    let expected = "submission,status,points,max_points,total,passed,failed,skipped,isBoardStringWellFormed,note\r\n\
        empty,no answers,0,3,3,0,3,0,0,WHY\r\n\
        good,graded,3,3,3,3,0,0,3,\r\n\
        wrong,graded,2,3,3,2,1,0,2,\r\n";
    // The note depends on the version of Python.
    let why = table.lines().nth(1).unwrap().rsplit_once("0,0,").unwrap().1;
    let missing = place.path("submissions/empty/program.py");
    assert!(why.contains(&format!("python3: can't open file '{}': ", missing.display())), "{table}");
    let expected = &expected.replace("WHY", why);
    assert_eq!((status, &table), (1, expected), "{notes}");
    let file = fs::read_to_string(place.path("out/table.csv")).unwrap();
    assert_eq!(file.strip_prefix('\u{feff}'), Some(expected.as_str()), "spreadsheet programs need the mark");
    let page = fs::read_to_string(place.path("out/table.html")).unwrap();
    assert!(page.contains("<th scope=\"row\">isBoardStringWellFormed 2</th><td>2</td>"), "{page}");
    crate::figures::check_policy(&page);
    assert!(page.contains("<th scope=\"row\"><a href=\"./wrong/html.html\">wrong</a></th>"), "{page}");
    crate::figures::check_policy(&fs::read_to_string(place.path("out/wrong/html.html")).unwrap());
    let report = fs::read_to_string(place.path("out/wrong/human.txt")).unwrap();
    assert!(report.contains("FAIL 2 isBoardStringWellFormed 2\n"), "{report}");
    // No submission is graded twice.
    fs::remove_file(place.path("submissions/good/program.py")).unwrap();
    assert_eq!(&run(&arguments, "").1, expected);
    // A pattern without a submission does not stop the others.
    let more = [&arguments[..], &["--each", "/no/such/*"]].concat();
    let (status, table, notes) = run(&more, "");
    assert_eq!((status, &table, notes.as_str()), (2, expected, "no submission matches `/no/such/*`\n"));
    // A run with other cases needs another directory.
    place.file("cases.jsonl", &cases(&["a"]));
    let (status, _, told) = run(&arguments, "");
    assert!(status == 2 && told.contains("has the results of a run with other cases or options"), "{told}");
}

#[test]
fn the_class_page_groups_submissions_by_the_cause_of_their_mistakes() {
    let place = Place::new();
    for (name, answer) in
        [("ann", ">= 3"), ("bob", ">= 0"), ("cat", ">= 0"), ("dan", "== 4"), ("eve", "!= 2")]
    {
        let program = format!(
            "import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n    \
             print(json.dumps({{'id': q['id'], 'answer': len(q['placed']) {answer}}}), flush=True)\n"
        );
        place.file(&format!("submissions/{name}/program.py"), &program);
    }
    let generated = ["generate", "cases", "--suite", "isSolution", "--seed", "3", "--count", "30"];
    let cases = place.file("cases.jsonl", &run(&generated, "").1);
    let (each, out) = (place.path("submissions/*"), place.path("out"));
    let fixed = ["grade", &cases, "--sandbox", "off", "--command", "python3 {}/program.py"];
    let class = ["--each", each.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let (status, _, notes) = run(&[&fixed[..], &class].concat(), "");
    assert_eq!(status, 1, "{notes}");
    let page = fs::read_to_string(place.path("out/table.html")).unwrap();
    let (_, causes) = page.split_once("<caption>What was misunderstood</caption>").unwrap();
    let (causes, shared) =
        causes.split_once("<caption>Failures that several submissions share</caption>").unwrap();
    let rows: Vec<&str> = causes.split("<tr>").skip(2).collect();
    // The mistake of eve is in no catalogue, and dan has none.
    assert_eq!(rows.len(), 2, "{causes}");
    assert!(
        rows[0].starts_with("<th scope=\"row\">isSolution: everything is a solution</th>")
            && rows[0].contains("2 of 5</td>"),
        "{}",
        rows[0]
    );
    assert!(
        rows[1].starts_with("<th scope=\"row\">isSolution: three blocks are a solution</th>")
            && rows[1].contains("1 of 5</td>"),
        "{}",
        rows[1]
    );
    // The example is the question with its answers and a picture, not the name of a case.
    assert!(
        rows[1].contains("<pre>for 3 blocks placed: expected false, found true; false is right"),
        "{}",
        rows[1]
    );
    assert!(!causes.contains("of seed") && shared.contains("of seed"), "{page}");
}

#[test]
fn a_submission_that_cannot_start_has_a_row() {
    let place = Place::new();
    let mut arguments = class(&place);
    place.file("submissions/good/run", "#!/bin/sh\nexec python3 \"$(dirname \"$0\")/program.py\"\n");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(place.path("submissions/good/run"), executable).unwrap();
    let index = arguments.iter().position(|word| word == "--command").unwrap();
    arguments[index + 1] = "{}/run".to_owned();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (status, table, _) = run(&arguments, "");
    assert_eq!(status, 1);
    let rows: Vec<&str> = table.lines().collect();
    assert!(
        rows[1].starts_with("empty,not started,0,3,3,0,3,0,0,")
            && rows[1].contains("there is no such program"),
        "{table}"
    );
    assert!(rows[2].starts_with("good,graded,3,3,3,3,0,0,3,"), "{table}");
}

/// How often the test of a class run kills it.
const KILLS: u64 = 50;

#[test]
fn after_kills_no_finished_submission_is_lost_or_graded_twice() {
    let place = Place::new();
    let arguments = class(&place);
    // Each program writes to a log, so that grading a submission twice can be noticed.
    let log = place.path("starts");
    fs::create_dir(&log).unwrap();
    let opened = format!(
        "open(os.path.join('{}', os.path.basename(os.path.dirname(os.path.abspath(__file__))) + '-' + str(os.getpid())), 'w')",
        log.display()
    );
    let program = PROGRAM.replace("for line in sys.stdin:", &format!("{opened}\nfor line in sys.stdin:"));
    for index in 0..60 {
        place.file(&format!("submissions/s{index}/program.py"), &program.replace("'true'", "'never'"));
    }
    // The moments of the kills are random, but the same whenever the test runs.
    let mut random = clowder::random::Random::new(15);
    let mut finished: Vec<(PathBuf, std::time::SystemTime)> = Vec::new();
    let mut starts_at_end: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut kills = 0;
    while kills < KILLS {
        let binary = assert_cmd::cargo::cargo_bin("clowder");
        let mut command = Command::new(binary);
        command.args(&arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.below(400) as u64));
        let has_ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        kills += u64::from(!has_ended);
        // A finished submission does not change, and its program is not started again.
        check_finished(&finished, &starts_at_end, &log);
        finished = rows(&place.path("out"));
        starts_at_end = finished.iter().map(|(path, _)| (path.clone(), starts(&log, path))).collect();
        if has_ended {
            // All submissions are finished, so use a new directory for the remaining kills.
            fs::remove_dir_all(place.path("out")).unwrap();
            (finished, starts_at_end) = (Vec::new(), BTreeMap::new());
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (_, table, _) = run(&arguments, "");
    assert_eq!(table.lines().count(), 1 + 3 + 60, "{table}");
    check_finished(&finished, &starts_at_end, &log);
    let starts = fs::read_dir(&log).unwrap().count();
    run(&arguments, "");
    assert_eq!(fs::read_dir(&log).unwrap().count(), starts, "nothing is started again");
    let left: Vec<_> =
        fs::read_dir(place.path("out")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
}

/// How often the program of the submission with this row was started.
fn starts(log: &Path, row: &Path) -> usize {
    let name = row.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned() + "-";
    let entries = fs::read_dir(log).unwrap().map(|entry| entry.unwrap().file_name());
    entries.filter(|entry| entry.to_string_lossy().starts_with(&name)).count()
}

/// Checks that finished submissions have not changed and were not graded again.
fn check_finished(
    finished: &[(PathBuf, std::time::SystemTime)],
    starts_at_end: &BTreeMap<PathBuf, usize>,
    log: &Path,
) {
    for (path, modified) in finished {
        assert_eq!(fs::metadata(path).unwrap().modified().unwrap(), *modified, "{}", path.display());
        assert_eq!(starts(log, path), starts_at_end[path], "{} was graded again", path.display());
    }
}

/// The rows of the finished submissions, with the times when they were written.
fn rows(out: &Path) -> Vec<(PathBuf, std::time::SystemTime)> {
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let finished = entries
        .map(|entry| entry.unwrap())
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.') && entry.path().is_dir());
    let path = finished.map(|entry| entry.path().join("row.json"));
    path.map(|path| (path.clone(), fs::metadata(&path).unwrap().modified().unwrap())).collect()
}

/// Whether a program is installed. If not, writes a note to standard error.
fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("\n*** SKIPPED: {program} is not on this machine ***\n").as_bytes(),
        )
        .unwrap();
    }
    found
}

/// Compiles and runs a template. None of its functions is written yet, so each case must fail with an exception, and
/// the program must neither end nor hang. Where a function fails, the first text of `print` is replaced with the
/// second, which prints without a line break.
fn template(language: &str, file: &str, compile: &[&str], command: &str, print: [&str; 2]) {
    let place = Place::new();
    let (status, text, _) = run(&["grade", "--template", language], "");
    assert_eq!(status, 0);
    assert!(text.contains(print[0]), "{text}");
    let text = text.replace(print[0], print[1]);
    place.file(&format!("harness/{file}"), &text);
    let directory = place.path("harness");
    if !compile.is_empty() {
        let output = Command::new(compile[0]).args(&compile[1..]).current_dir(&directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "there are no warnings");
    }
    let cases = place.file("cases.jsonl", &run(&["generate", "cases", "--seed", "4", "--count", "44"], "").1);
    let command = command.replace("DIR", directory.to_str().unwrap());
    let arguments = [
        "grade",
        &cases,
        "--command",
        &command,
        "--sandbox",
        "off",
        "--format",
        "json",
        "--start-timeout",
        "20000",
    ];
    let (status, report, notes) = run(&arguments, "");
    assert_eq!(status, 1, "{notes}");
    let report: Value = serde_json::from_str(&report).unwrap();
    let reasons: Vec<&Value> =
        report["cases"].as_array().unwrap().iter().map(|case| &case["reason"]).collect();
    assert_eq!(reasons, vec!["exception"; 44], "{report}");
    assert_eq!(report["notes"], serde_json::json!([]), "prints go to standard error");
    assert!(report["cases"][0]["detail"].as_str().unwrap().contains("not implemented"), "{report}");
}

#[test]
fn the_python_template_runs() {
    let print = "print(\"checking \", end=\"\")\n    try: input()\n    except EOFError: pass\n    raise Not";
    template("python", "harness.py", &[], "python3 DIR/harness.py", ["raise Not", print]);
}

#[test]
fn the_c_template_runs() {
    if is_there("cc") {
        template(
            "c",
            "harness.c",
            &["cc", "-std=c99", "-Wall", "-Wextra", "-o", "harness", "harness.c"],
            "DIR/harness",
            ["    return NULL;\n}\n\n", "    printf(\"checking \"); getchar();\n    return NULL;\n}\n\n"],
        );
    }
}

#[test]
fn the_rust_template_runs() {
    if is_there("rustc") {
        let print = ["    Err(format!(", "    print!(\"checking \");\n    Err(format!("];
        template("rust", "harness.rs", &["rustc", "--edition", "2021", "harness.rs"], "DIR/harness", print);
    }
}

#[test]
fn the_javascript_template_runs() {
    if is_there("node") {
        let print = ["throw new", "process.stdout.write(\"checking \"); throw new"];
        template("javascript", "harness.js", &[], "node DIR/harness.js", print);
    }
}

#[test]
fn the_java_template_runs() {
    if is_there("javac") {
        template(
            "java",
            "Harness.java",
            &["javac", "-Xlint:all", "-d", "out", "Harness.java"],
            "java -cp DIR/out Harness",
            [
                "throw todo",
                "System.out.print(\"checking \" + new java.util.Scanner(System.in).hasNext()); throw todo",
            ],
        );
    }
}

#[test]
fn the_guide_describes_every_suite() {
    let (status, guide, _) = run(&["grade", "--help-suite", "all"], "");
    assert_eq!(status, 0);
    for suite in run(&["grade", "--suites", "--format", "plain"], "").1.lines() {
        assert!(guide.contains(&format!("\n## {suite}\n")), "{suite}");
        let (_, one, _) = run(&["grade", "--help-suite", suite], "");
        assert!(one.contains(&format!("\n## {suite}\n")) && one.matches("\nanswer   ").count() == 1, "{one}");
    }
    assert_eq!(guide.matches("\nanswer   ").count(), 22);
    let examples = guide.split_once("\n# The suites\n").unwrap().1.split("```").skip(1).step_by(2);
    let long: Vec<&str> = examples.flat_map(str::lines).filter(|line| line.chars().count() > 110).collect();
    assert!(long.is_empty(), "{long:?}");
    // The suites have a page of their own.
    let (grading, suites) = guide.split_once("\n# The suites\n").unwrap();
    for (path, text) in
        [("docs/grading.md", grading.to_owned()), ("docs/suites.md", format!("# The suites\n{suites}"))]
    {
        if std::env::var_os("CLOWDER_UPDATE").is_some() {
            fs::write(path, &text).unwrap();
        }
        assert!(fs::read_to_string(path).unwrap() == text, "CLOWDER_UPDATE=1 cargo test guide writes {path}");
    }
}

#[test]
fn every_command_of_the_guide_runs() {
    let (_, guide, _) = run(&["grade", "--help-suite", "all"], "");
    let directory = tempfile::tempdir().unwrap();
    let (mut scripts, mut examples) = (0, 0);
    for block in blocks(&guide) {
        if block.language == "sh" {
            let output = in_shell(block.text, directory.path());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}\n{errors}", block.text);
            scripts += 1;
        } else if block.language != "text" {
            assert_eq!(block.language, "console", "{}", block.text);
            assert_eq!(run_example(&block, directory.path()), Some(0), "{}", block.text);
            examples += 1;
        }
    }
    assert_eq!((scripts, examples), (4, 12));
    // The harness is complete, and every case that it does not answer yet fails.
    let line = "clowder grade cases.jsonl --command 'python3 harness.py'";
    let report = String::from_utf8(in_shell(line, directory.path()).stdout).unwrap();
    assert_eq!(report.matches("FAIL ").count(), 4, "{report}");
}
