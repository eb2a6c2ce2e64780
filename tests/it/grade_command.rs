//! Tests where answers come from: files and programs, including hostile ones.

use crate::support::{clowder, in_parallel, run};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes five cases of one suite, whose right answers are all `false`.
fn cases(directory: &Path) -> String {
    let line = |name: &str| {
        format!("{{\"suite\":\"isBoardStringWellFormed\",\"name\":\"{name}\",\"board\":\"{name}\"}}\n")
    };
    let path = directory.join("cases.jsonl");
    fs::write(&path, ["one", "two", "three", "four", "five"].map(line).concat()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Grades a Python program. Returns the exit status, the report, the notes and the time.
fn grade(program: &str) -> (i32, String, String, Duration) {
    // A busy machine may take long to start Python.
    grade_within(program, "5000")
}

/// Like [`grade`], but limits the time for starting the program (in milliseconds).
fn grade_within(program: &str, start_timeout: &str) -> (i32, String, String, Duration) {
    let directory = tempfile::tempdir().unwrap();
    let cases = cases(directory.path());
    let path = directory.path().join("program.py");
    fs::write(&path, format!("import sys, json, os, time\n{program}")).unwrap();
    let command = format!("python3 '{}'", path.display());
    let start = Instant::now();
    let patience = ["--timeout", "400", "--start-timeout", start_timeout, "--max-timeouts", "2"];
    let arguments = [&["grade", &cases, "--command", &command, "--sandbox", "off"][..], &patience].concat();
    let (status, report, notes) = run(&arguments, "");
    (status, report, notes, start.elapsed())
}

fn ends_with(report: &str, line: &str) {
    assert!(report.ends_with(&format!("{line}\n")), "{report}");
}

/// Standard error contains only the sandbox level, and only once, even if the program is started several times.
fn tells_its_level_once(notes: &str) {
    assert!(notes.starts_with("sandbox: off; consequences for the program: "), "{notes}");
    assert!(notes.contains(", it can write files, ") && notes.lines().count() == 1, "{notes}");
}

#[test]
fn a_right_program_passes_whatever_else_it_writes() {
    let (status, report, notes, _) = grade(
        "print('hello')\n\
         for line in sys.stdin:\n    id = json.loads(line)['id']\n    \
         print('{\"id\": 77, \"answer\": true}\\nnot json\\n\\n[1]')\n    \
         print(json.dumps({'answer': False, 'more': 1, 'id': id}), flush=True)",
    );
    assert_eq!(status, 0, "{report}");
    let ignored = "21 lines on standard output were ignored, because only answers belong there. The first line is \
        `hello`. Write messages for debugging to standard error.\n";
    assert!(notes.ends_with(ignored) && report.contains(ignored), "{notes}");
    tells_its_level_once(notes.strip_suffix(ignored).unwrap());
    ends_with(&report, "5 cases: 5 passed, 0 failed; 5 of 5 points");
}

#[test]
fn a_program_that_crashes_is_started_again() {
    let (status, report, notes, _) = grade(
        "print('one start', file=sys.stderr, flush=True)\n\
         for count, line in enumerate(sys.stdin):\n    \
         if count == 2:\n        print('\\x1b[31mboom', file=sys.stderr, flush=True)\n        sys.exit(3)\n    \
         print(json.dumps({'id': json.loads(line)['id'], 'answer': False}), flush=True)",
    );
    assert_eq!(status, 1);
    assert!(
        report.contains(
            "FAIL 3 isBoardStringWellFormed: three\n  for the board `three`: the program ended without an answer: exit status 3\n"
        ),
        "{report}"
    );
    assert!(report.contains("stderr: \\u{1b}[31mboom"), "{report}");
    tells_its_level_once(&notes);
    ends_with(&report, "5 cases: 4 passed, 1 failed; 4 of 5 points");
}

#[test]
fn a_program_that_hangs_fails_only_the_current_case() {
    let (_, report, _, time) = grade(
        "for line in sys.stdin:\n    request = json.loads(line)\n    \
         if request['board'] == 'two':\n        time.sleep(1000)\n    \
         print(json.dumps({'id': request['id'], 'answer': False}), flush=True)",
    );
    assert!(
        report.contains(
            "FAIL 2 isBoardStringWellFormed: two\n  for the board `two`: no answer within 400 ms\n"
        ),
        "{report}"
    );
    ends_with(&report, "5 cases: 4 passed, 1 failed; 4 of 5 points");
    assert!(time < Duration::from_secs(60), "{time:?}");
}

#[test]
fn hostile_programs_end_in_limited_time() {
    let ok = "print(json.dumps({'id': json.loads(line)['id'], 'answer': False}), flush=True)";
    let first = format!("line = sys.stdin.readline()\n{ok}\n");
    let waiting = [
        ("silent", "time.sleep(1000)", "no answer within 800 ms"),
        ("deaf", "sys.stdin.close()\ntime.sleep(1000)", ""),
        (
            "wrong id",
            "for line in sys.stdin: print('{\"id\":9,\"answer\":false}', flush=True)",
            "`{\"id\":9,\"answer\":false}`",
        ),
        (
            "no answer",
            "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id']}), flush=True)",
            "`{\"id\": 65973636}`",
        ),
    ];
    let others = [
        (
            "closed",
            "os.close(1)\ntime.sleep(1000)",
            "the program closed its standard input or output before it answered",
        ),
        ("gone", "sys.exit(0)", "the program ended without an answer: exit status 0"),
        ("killed", "os.kill(os.getpid(), 9)", "the program ended without an answer: signal 9 (KILL)"),
        (
            "flood",
            "while True: print('spam ' * 20)",
            "lines that do not answer this case; the last of these lines is `spam",
        ),
        (
            "huge line",
            "while True: sys.stdout.write('x' * 65536)",
            "the program was stopped, because a line of its output is too long; it wrote 1 line that does not answer \
             this case: `xxx",
        ),
    ];
    let check = |&(what, program, said): &(&str, &str, &str)| {
        let (status, report, _, time) = grade_within(program, "800");
        assert_eq!(status, 1, "{what}: {report}");
        assert!(report.contains(said), "{what}: {report}");
        let gave_up = "the program was not asked, because 2 consecutive answers for the suite `isBoardStringWellFormed` came too late";
        let is_slow = ["silent", "deaf", "flood", "wrong id", "no answer"].contains(&what);
        assert_eq!(report.contains(gave_up), is_slow, "{what}: {report}");
        ends_with(&report, "5 cases: 0 passed, 5 failed; 0 of 5 points");
        assert!(time < Duration::from_secs(60), "{what}: {time:?}");
    };
    in_parallel(waiting.len(), &waiting, check);
    others.iter().for_each(check);
    let (_, report, ..) = grade(&format!("{first}time.sleep(1000)"));
    assert!(report.contains("5 cases: 3 passed, 2 failed"), "started again after each hang: {report}");
}

#[test]
fn an_answer_without_a_line_break_is_shown() {
    let answer = "line = sys.stdin.readline()\n\
        sys.stdout.write(json.dumps({'id': json.loads(line)['id'], 'answer': False}))\nsys.stdout.flush()\n";
    let ended = "FAIL 1 isBoardStringWellFormed: one\n  for the board `one`: the program ended without an answer: exit status 0; \
        it wrote a line without a line break: `{\"id\": 65973636, \"answer\": false}`\n";
    let (_, report, ..) = grade(answer);
    assert!(report.starts_with(ended), "{report}");
    let late = "FAIL 1 isBoardStringWellFormed: one\n  for the board `one`: no answer within 800 ms; \
        it wrote a line without a line break: `{\"id\": 65973636, \"answer\": false}`\n";
    let (_, report, ..) = grade_within(&format!("{answer}time.sleep(1000)"), "800");
    assert!(report.starts_with(late), "{report}");
    let (_, report, ..) = grade("sys.stdout.write('noise\\n\\x1b[31m' + 'x' * 200)");
    let both = "exit status 0; it wrote 1 line that does not answer this case: `noise`; \
        it wrote a line without a line break: `\\u{1b}[31mxxx";
    assert!(report.contains(both) && !report.contains(&"x".repeat(101)), "{report}");
}

#[test]
fn a_program_that_does_not_exist_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let cases = cases(directory.path());
    for (command, said) in [
        ("/no/such/program --flag", "cannot start /no/such/program: there is no such program"),
        ("", "the command is empty"),
        ("'", "opening quotation mark"),
    ] {
        let (status, _, notes) = run(&["grade", &cases, "--command", command], "");
        assert_eq!(status, 2, "{notes}");
        assert!(notes.contains(said), "{notes}");
    }
    // The reports for course software are written nevertheless.
    let path = |name: &str| directory.path().join(name).display().to_string();
    let (gradescope, prairielearn) = (path("gradescope"), path("prairielearn"));
    let reports =
        [format!("gradescope={gradescope}"), format!("prairielearn={prairielearn}"), "human".to_owned()];
    let options: Vec<&str> = reports.iter().flat_map(|report| ["--report", report]).collect();
    let (status, report, notes) =
        run(&[&["grade", &cases, "--command", "/no/such"][..], &options].concat(), "");
    let problem = "cannot start /no/such: there is no such program\n";
    assert_eq!((status, notes), (2, format!("clowder: {problem}")));
    let human = format!(
        "isBoardStringWellFormed      0 of      5\n{problem}5 cases: 0 passed, 5 failed; 0 of 5 points\n"
    );
    assert_eq!(report, human);
    let read = |path: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    };
    let json = read(&gradescope);
    let output = format!("5 cases: 0 passed, 5 failed\n{}", problem.trim_end());
    assert_eq!((&json["score"], &json["output"]), (&0.0.into(), &output.into()));
    let json = read(&prairielearn);
    assert_eq!((&json["gradable"], &json["message"]), (&false.into(), &problem.trim_end().into()));
}

#[test]
fn an_answer_after_other_text_counts_and_a_part_that_reads_standard_input_is_named() {
    let (status, report, notes, _) = grade(
        "for line in sys.stdin:\n    sys.stdout.write('checking {x} ')\n    \
         print(json.dumps({'id': json.loads(line)['id'], 'answer': False}), flush=True)",
    );
    assert_eq!(status, 0, "{report}");
    let warning = "5 answers came at the end of a line with other text. Write messages for debugging to standard error.\n";
    assert!(report.contains(warning) && notes.ends_with(warning), "{report}{notes}");
    let nested =
        "print(json.dumps({'id': 9, 'answer': {'id': json.loads(line)['id'], 'answer': False}}), flush=True)";
    let (_, report, ..) = grade(&format!("for line in sys.stdin: {nested}"));
    ends_with(&report, "5 cases: 0 passed, 5 failed; 0 of 5 points");
    in_parallel(2, &["sys.stdin.readline()", "sys.stdin.read()"], |reads| {
        let (_, report, ..) = grade_within(
            &format!(
                "while True:\n    line = sys.stdin.readline()\n    if not line: break\n    {reads}\n    \
                 print(json.dumps({{'id': json.loads(line)['id'], 'answer': False}}), flush=True)"
            ),
            "900",
        );
        let said = "FAIL 1 isBoardStringWellFormed: one\n  for the board `one`: no answer within 900 ms; the answer \
            came after more input, so a part of the program besides the harness reads standard input, for example with \
            `Scanner` or `input()`; a solution must not do that\n";
        assert!(report.starts_with(said), "{reads}: {report}");
    });
}

#[test]
fn one_case_is_asked_again() {
    let directory = tempfile::tempdir().unwrap();
    let cases = cases(directory.path());
    let wrong = "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'answer': True}), flush=True)";
    let path = directory.path().join("it's.py");
    fs::write(&path, format!("import sys, json\n{wrong}")).unwrap();
    let command = format!("python3 \"{}\"", path.display());
    let options = ["--sandbox", "off", "--detail", "none", "--env", "SECRET=1"];
    let (status, report, _) = run(&[&["grade", &cases, "--command", &command][..], &options].concat(), "");
    assert_eq!((status, report.matches("ask again: ").count()), (1, 5), "{report}");
    let again = report.lines().find(|line| line.ends_with(" --case 4")).unwrap();
    assert!(!again.contains("=1") && again.contains(" --env SECRET "), "{again}");
    let script = again.strip_prefix("ask again: clowder").unwrap();
    let script = format!("'{}'{script}", assert_cmd::cargo::cargo_bin("clowder").display());
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let one = String::from_utf8(output.stdout).unwrap();
    assert!(
        one.starts_with("FAIL 4 isBoardStringWellFormed: four\n  for the board `four`: expected false"),
        "{one}"
    );
    assert!(one.ends_with("1 case: 0 passed, 1 failed; 0 of 1 points\n"), "{one}");
    for form in ["json", "junit", "gradescope", "html", "markdown", "prairielearn", "classroom50"] {
        let arguments = ["grade", &cases, "--command", &command, "--sandbox", "off", "--report", form];
        let report = run(&arguments, "").1;
        assert!(report.contains("--case 4"), "{form}: {report}");
    }
    // One of five cases keeps its share of the points.
    let points = directory.path().join("points.json");
    fs::write(&points, "{\"isBoardStringWellFormed\":10}").unwrap();
    let options = ["--self", "--seed", "1", "--case", "2", "--points", points.to_str().unwrap()];
    let (status, report, notes) = run(&[&["grade", &cases][..], &options].concat(), "");
    assert_eq!((status, notes.as_str()), (0, ""));
    ends_with(&report, "1 case: 1 passed, 0 failed; 2 of 2 points");
    let (status, _, notes) = run(&["grade", &cases, "--self", "--case", "6"], "");
    assert_eq!((status, notes.as_str()), (2, "clowder: there is no case 6; there are 5 test cases\n"));
    // The cases of a stream have no name.
    let line = "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"\",\"expect\":true}";
    let report = run(&["grade", "--self", "--seed", "1"], line).1;
    assert!(report.contains("ask again: cat CASES | clowder grade --self --seed 1 --case 1\n"), "{report}");
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let cases = cases(directory.path());
    let (status, report, notes) = run(&["grade", "/no/such/cases", &cases, "--self"], "");
    ends_with(&report, "5 cases: 5 passed, 0 failed; 5 of 5 points");
    assert!(status == 2 && notes.starts_with("cannot read /no/such/cases: "), "{notes}");
    let (status, report, notes) = run(&["grade", "/no/a", "/no/b", "--self"], "");
    assert_eq!((status, report.as_str(), notes.lines().count()), (2, "", 3), "{notes}");
}

#[test]
fn answers_are_read_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let cases = cases(directory.path());
    let path = directory.path().join("answers.jsonl");
    let requests = run(&["grade", &cases, "--requests"], "").1;
    let ids: Vec<&str> = requests.lines().map(|line| line.split([':', ',']).nth(1).unwrap()).collect();
    assert_eq!(ids, ["65973636", "2119083556", "1262326014", "690764605", "373678910"]);
    let answers = "{\"id\":2119083556,\"answer\":false}\n\n{\"id\":65973636,\"answer\":false}\n\
        {\"id\":1262326014,\"answer\":true}\n{\"id\":690764605,\"answer\":false}\nnot json\n\
        {\"id\":690764605,\"answer\":false}\n{\"id\":9,\"answer\":1}\n{\"id\":0}\n";
    fs::write(&path, answers).unwrap();
    let path = path.to_str().unwrap();
    let (status, report, notes) = run(&["grade", &cases, "--answers", path], "");
    let expected = "FAIL 3 isBoardStringWellFormed: three\n  for the board `three`: expected false, found true; false is right, because \
        `t` is not a square (line 1, column 1); line 1 has 5 squares; expected 9 or 18\nagain 3\n\
        FAIL 4 isBoardStringWellFormed: four\n  the id 690764605 must have one answer, but lines \
        5 and 7 both answer it\nagain 4\n\
        FAIL 5 isBoardStringWellFormed: five\n  there is no answer with the id 373678910\nagain 5\n\
        isBoardStringWellFormed      2 of      5\n5 cases: 2 passed, 3 failed; 2 of 5 points\n";
    let again = format!("ask again: clowder grade {cases} --answers {path} --case ");
    assert_eq!((status, report.replace(&again, "again ").as_str()), (1, expected));
    let notes: Vec<&str> = notes.lines().collect();
    assert_eq!(notes.len(), 4, "{notes:?}");
    assert_eq!(
        notes[0],
        format!(
            "{path}:6:1: json/unknown-word: expected a value: text needs double quotation marks, and the only words are `true`, `false` and `null`"
        )
    );
    assert_eq!(notes[1], format!("{path}:6:5: json/trailing-text: there is text after the JSON value"));
    assert_eq!(notes[2], format!("{path}:9:1: answers/unusable: the key `answer` is missing"));
    assert_eq!(notes[3], format!("{path}:8:1: answers/unknown-id: there is no case with the id 9"));
}

#[test]
fn errors_in_lines_that_are_not_kept_have_places() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("answers.jsonl");
    fs::write(&path, "{\"id\":1,\"answer\":false,}\n").unwrap();
    let path = path.to_str().unwrap();
    let case = b"{\"suite\":\"isBoardStringWellFormed\",\"board\":\"b\"}\n{\"suite\":\"\xff\"}\n".to_vec();
    let output = clowder()
        .args(["grade", "--skip-broken-cases", "--answers", path])
        .write_stdin(case)
        .output()
        .unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    let notes: Vec<&str> = notes.lines().collect();
    assert_eq!(
        notes,
        [
            "standard input:2:11: text/not-utf-8: the byte ff is not UTF-8",
            "1 line is not a valid test case and will be skipped",
            &format!("{path}:1:23: json/comma: there is a comma after the last item"),
        ]
    );
}

#[test]
fn a_program_gets_the_documented_requests() {
    let lines = "{\"suite\":\"isBoardStringWellFormed\",\"name\":\"n\",\"board\":\"b\",\"expect\":false,\"kind\":1}\n\
        {}\n{\"suite\":\"getNeighbours\",\"y\":1,\"x\":2,\"expect\":[]}\n";
    let (status, requests, notes) = run(&["grade", "--requests", "--skip-broken-cases"], lines);
    let expected = "{\"id\":35012193,\"suite\":\"isBoardStringWellFormed\",\"board\":\"b\"}\n\
        {\"id\":1040131505,\"suite\":\"getNeighbours\",\"x\":2,\"y\":1}\n";
    assert_eq!((status, requests.as_str()), (0, expected));
    let told = "standard input:2:1: case/missing-field: the key `suite` is missing\n";
    assert_eq!(notes, format!("{told}1 line is not a valid test case and will be skipped\n"));
    let (status, requests, notes) = run(&["grade", "--requests"], lines);
    let refused = "clowder: 1 line is not a valid test case, so nothing was graded; repair the cases, or skip these \
        lines with --skip-broken-cases\n";
    assert_eq!((status, requests.as_str(), notes), (2, "", format!("{told}{refused}")));
}

#[test]
fn suites_are_listed_in_every_format() {
    let list = |format: &str| run(&["grade", "--suites", "--format", format], "").1;
    let plain = list("plain");
    assert_eq!((plain.lines().count(), plain.lines().nth(15)), (22, Some("getNeighbours")));
    assert_eq!(
        list("json").lines().nth(15),
        Some(
            "{\"suite\":\"getNeighbours\",\"inputs\":[\
             {\"name\":\"x\",\"value\":\"an integer\",\"optional\":false},\
             {\"name\":\"y\",\"value\":\"an integer\",\"optional\":false},\
             {\"name\":\"initial\",\"value\":\"a string\",\"optional\":true}],\"expect\":\"a list\"}"
        )
    );
    let human = "getNeighbours\n  x: an integer\n  y: an integer\n  initial: a string, optional\n";
    assert!(list("human").contains(human));
}

#[test]
fn a_similar_suite_is_suggested() {
    let line = |more: &str| format!("{{\"suite\":\"is_game-over\"{more}}}");
    let (_, _, notes) = run(&["grade", "--self", "--seed", "1"], &line(""));
    let said = "standard input:1:10: case/unknown-suite: there is no suite `is_game-over`; did you mean `\"isGameOver\"`?\n";
    assert!(notes.starts_with(said), "{notes}");
    let (_, _, notes) = run(&["grade", "--self", "--seed", "1"], &line(",\"hidden\":true"));
    assert_eq!(notes.lines().next(), Some("standard input:1:10: case/unknown-suite"));
}

#[test]
fn usage_is_checked_first() {
    let directory = tempfile::tempdir().unwrap();
    let cases = cases(directory.path());
    let points = directory.path().join("points.json");
    fs::write(&points, "{\"isBoardValid\":1}").unwrap();
    let points = points.to_str().unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let twice = file("twice.json", "{\"legal\": 1,\n \"legal\": 5}");
    let huge = file("huge.json", "{\"legal\": 1e308, \"fits\": 1e308}");
    for (arguments, said) in [
        (&["grade", &cases][..], "--self"),
        (&["grade", &cases, "--self", "--requests"], "cannot be used with"),
        (
            &["grade", &cases, "--self", "--report", "xml"],
            "the formats are human, json, junit, gradescope, html, markdown, classroom50, prairielearn",
        ),
        (&["grade", &cases, "--self", "--report", "junit", "--report", "json"], "only one report"),
        (
            &["grade", &cases, "--self", "--report", "junit=/no/one", "--report", "json=/no/one"],
            "two reports cannot go to /no/one",
        ),
        (&["grade", &cases, "--self", "--points", &twice], "twice.json: 2:2: this key is given twice"),
        (&["grade", &cases, "--self", "--points", &huge], "are more than the maximum of 1000000"),
        (&["grade", &cases, "--self", "--report", "junit=/no/such/file"], "cannot write /no/such/file"),
        (&["grade", &cases, "--self", "--points", points], "there is no suite `isBoardValid`"),
        (&["grade", "/no/such/cases", "--self"], "cannot read /no/such/cases"),
        (&["grade", &cases, "--command", "x", "--env", "=1"], "--env must be KEY or KEY=VALUE, not `=1`"),
        (&["generate", "cases", "--suite", "isBoardValid"], "`clowder grade --suites` lists the suites"),
    ] {
        let (status, _, notes) = run(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {notes}");
        assert!(notes.contains(said), "{arguments:?}: {notes}");
    }
}

#[test]
fn an_option_without_effect_is_rejected() {
    let of_a_program = [
        ("--env <KEY[=VALUE]>", "A=1"),
        ("--timeout <MS>", "1"),
        ("--start-timeout <MS>", "1"),
        ("--max-timeouts <N>", "1"),
        ("--total-timeout <MS>", "1"),
        ("--sandbox <WHEN>", "off"),
        ("--memory <MIB>", "1"),
    ];
    let of_a_report = [("--report <FORM[=PATH]>", "junit"), ("--points <FILE>", "x"), ("--jobs <N>", "1")];
    let refused = |source: (&str, Option<&str>), (option, value): (&str, &str)| {
        let name = option.split(' ').next().unwrap();
        let (shown, file) = source;
        let flag = shown.split(' ').next().unwrap();
        let words: Vec<_> = ["grade", flag].into_iter().chain(file).chain([name, value]).collect();
        let (status, out, told) = run(&words, "");
        let said = format!("error: the argument '{shown}' cannot be used with '{option}'");
        assert_eq!((status, out.as_str(), told.lines().next()), (2, "", Some(said.as_str())), "{words:?}");
    };
    let (own, answers) = (("--self", None), ("--answers <FILE>", Some("/dev/null")));
    let (requests, suites) = (("--requests", None), ("--suites", None));
    for source in [own, answers, requests, suites] {
        for option in of_a_program {
            refused(source, option);
        }
    }
    for source in [requests, suites] {
        for option in of_a_report {
            refused(source, option);
        }
    }
    let command = ("--command <COMMAND>", Some("cat"));
    for source in [command, answers, requests, suites] {
        refused(source, ("--seed <N>", "1"));
    }
    let (status, _, told) = run(&["grade", "--suites", "cases.jsonl"], "");
    let said = "error: the argument '--suites' cannot be used with '[CASES]...'";
    assert_eq!((status, told.lines().next()), (2, Some(said)));
}

#[test]
fn a_variable_that_is_not_set_is_not_passed_on() {
    let case = "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"b\"}\n";
    let grade = |variable: &str| {
        let command = "sh -c 'read line; echo \"${CLOWDER_TEST-unset}\" >&2; exit 1'";
        run(&["grade", "--sandbox", "off", "--command", command, "--env", variable], case).1
    };
    let told = |value: &str| {
        format!(
            "FAIL 1 isBoardStringWellFormed 1\n  for the board `b`: the program ended without an answer: exit status 1\n\
             stderr: {value}\n\
             isBoardStringWellFormed      0 of      1\nthe program never answered: {value}\n\
             1 case: 0 passed, 1 failed; 0 of 1 points\n"
        )
    };
    let without_command = |text: String| {
        let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("ask again: "));
        lines.collect::<String>()
    };
    assert_eq!(without_command(grade("CLOWDER_TEST")), told("unset"));
    assert_eq!(without_command(grade("CLOWDER_TEST=a=b")), told("a=b"));
}

#[test]
fn the_recipe_finds_exactly_the_bugs_in_its_program() {
    let binary = assert_cmd::cargo::cargo_bin("clowder");
    let output = std::process::Command::new("examples/grade/run.sh").arg(binary).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        text.ends_with(
            "15 cases: 12 passed, 3 failed; 7.7 of 10 points\nexactly the three bugs were found\n"
        ),
        "{text}"
    );
}
