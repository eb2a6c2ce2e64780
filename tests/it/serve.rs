//! Tests that one process of `serve` answers lines of several verbs.

use crate::support::run;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

#[test]
fn each_line_is_answered_before_the_next_one_comes() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clowder"));
    let mut child = command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut questions, mut answers) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (question, answer) in [
        (r#"{"kind":"draw","input":"A3B3","id":[1]}"#, r#""id":[1],"path":"-","kind":"draw","ok":true"#),
        (r#"{"verb":"canon","input":"B3A3","kind":"draw"}"#, r#""canonical":"A3B3""#),
        (r#"{"verb":"explain","kind":"draw","input":"A6"}"#, r#""meaning":"6 cards from the circle deck""#),
        (r#"{"verb":"identify","input":"20113123"}"#, r#""kinds":[{"kind":"penguins-challenge""#),
        (r#"{"verb":"legal-moves penguins","input":"20113123"}"#, r#""count":43"#),
        (r#"{"verb":"apply penguins","input":"20113123","action":"A321"}"#, r#""state":"20113123:A321""#),
        (r#"{"verb":"diff","kind":"draw","expected":"A6","input":"B6"}"#, r#""ok":false"#),
        (r#"{"verb":"diff","kind":"draw","expected":"A6","input":"A6"}"#, r#""identical":true"#),
        (r#"{"verb":"diff","kind":"draw","input":"A6"}"#, "the object has no member `expected`"),
        (r#"{"kind":"draw","input":"B3A3"}"#, r#""fixed":"A3B3""#),
        (
            r#"{"verb":"dance","id":9}"#,
            r#""id":9,"ok":false,"failed":"unrecognized subcommand 'dance'; tip: "#,
        ),
        (r#"{"verb":"kinds"}"#, r#""ok":false,"failed":""#),
        ("no JSON", "this line is not a JSON object"),
        ("", "this line is not a JSON object"),
    ] {
        writeln!(questions, "{question}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.contains(answer), "{question}: {line}");
    }
    questions.write_all(b"{\"input\":\"\xff\"}\n").unwrap();
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    assert!(line.contains("byte 10 is not UTF-8"), "{line}");
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_answers_are_those_of_the_verbs() {
    let lines = r#"{"kind":"hand","input":"AkhfBCDa"}
{"kind":"hand","input":"@file"}
{"input":"hello there"}
"#;
    let (_, served, _) = run(&["serve"], lines);
    let (_, batch, _) = run(&["validate", "--jsonl", "--suggest"], lines);
    let numbered: Vec<_> = (1..)
        .zip(served.lines())
        .map(|(n, line)| line.replacen("\"n\":1", &format!("\"n\":{n}"), 1))
        .collect();
    assert_eq!(numbered, batch.lines().collect::<Vec<_>>());
}

#[test]
fn a_line_cannot_name_another_kind_than_the_command() {
    let (status, out, _) = run(&["validate", "draw", "--jsonl"], "{\"kind\":\"hand\",\"input\":\"A6\"}\n");
    assert_eq!(status, 1);
    assert!(out.contains("the line names the kind `hand`, but the command names `draw`"), "{out}");
}
