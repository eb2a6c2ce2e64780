//! Compares the schemas of `clowder schema` with what the program really reads and writes.

use crate::support::run;
use clowder::games::GameName;
use clowder::kinds;
use clowder::notation::{Kind, Notation as _};
use clowder::raft::State;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Every schema by its name, and the names of the used ones.
struct Schemas {
    validators: BTreeMap<String, Validator>,
    used: BTreeSet<String>,
}

impl Schemas {
    fn new() -> Self {
        let (_, names, _) = run(&["schema", "--format", "plain"], "");
        let validator = |name: &str| {
            let (status, text, _) = run(&["schema", name], "");
            assert_eq!(status, 0, "{name}");
            let schema: Value = serde_json::from_str(&text).unwrap();
            assert!(jsonschema::meta::is_valid(&schema), "{name}");
            (name.to_owned(), jsonschema::validator_for(&schema).unwrap())
        };
        Self { validators: names.lines().map(validator).collect(), used: BTreeSet::new() }
    }

    /// Checks that a value is valid, and that it is invalid with an additional unknown member.
    fn check(&mut self, name: &str, value: &Value) {
        let validator = &self.validators[name];
        if let Err(error) = validator.validate(value) {
            panic!("{name}: {error} at {}: {value}", error.instance_path());
        }
        self.used.insert(name.to_owned());
    }

    /// Checks every line that a command writes, and returns the values.
    fn output(&mut self, name: &str, arguments: &[&str], input: &str) -> Vec<Value> {
        let (_, out, err) = run(&[arguments, &["--format", "json"]].concat(), input);
        let values: Vec<Value> = out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
            .collect();
        assert!(!values.is_empty(), "{arguments:?}: {err}");
        for value in &values {
            self.check(name, value);
        }
        values
    }
}

fn results(schemas: &mut Schemas) {
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        for text in [example, &format!("{example}?")] {
            for verb in ["validate", "canon", "explain", "render"] {
                schemas.output("result", &[verb, kind.name(), text], "");
            }
        }
        schemas.output("result", &["validate", kind.name(), "--fix", &format!(" {example}")], "");
    }
    let lines = "\"A6\"\n{\"id\":[1],\"input\":\"B3A3\"}\n7\n\"\\u202e\"\n";
    let read = schemas.output("result", &["validate", "draw", "--jsonl"], lines);
    assert_eq!(read.len(), 4);
    schemas.output("result", &["validate", "draw"], "B3A3");
    let raft = State::EXAMPLE;
    let record = kinds::row(Kind::GameRecord).example();
    for arguments in [
        &["apply", "raft", raft, "l0003TW"][..],
        &["apply", "raft", raft, "Af0302N"],
        &["apply", "raft", raft, "tile", "--seed", "1"],
        &["legal-moves", "raft", raft],
        &["outcome", "raft", raft],
        &["outcome", "raft", raft, "l0003TW"],
        &["outcome", "raft", raft, "D6"],
        &["perft", raft, "--depth", "1"],
        &["apply", "penguins", "20113123", "A321"],
        &["apply", "penguins", "20113123", "A104"],
        &["legal-moves", "penguins", "20113123"],
        &["solve", "penguins", "20113123"],
        &["solve", "penguins", "20113123", "--count"],
        &["apply", "tictactoe", record],
        &["legal-moves", "tictactoe", record],
        &["outcome", "tictactoe", record],
        &["setup", "no such challenge"],
        &["setup", "1", "--islands", "9f0"],
    ] {
        schemas.output("result", arguments, "");
    }
    schemas.output("result", &["bot", "verify", "-"], record);
}

fn grading(schemas: &mut Schemas) {
    let (_, cases, _) =
        run(&["generate", "cases", "--suite", "isGameOver", "--seed", "7", "--count", "3"], "");
    for line in cases.lines() {
        schemas.check("case", &serde_json::from_str(line).unwrap());
    }
    let wrong = "{\"suite\":\"isSolution\",\"board\":\"\",\"placed\":[],\"expect\":true,\"hidden\":true}\n";
    let (_, report, _) = run(&["grade", "--self", "--report", "json"], &format!("{cases}{wrong}"));
    schemas.check("verdicts", &serde_json::from_str(&report).unwrap());
}

fn protocol(schemas: &mut Schemas) {
    for line in include_str!("../cases/bot-transcripts.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let Ok(message) = serde_json::from_str(case["line"].as_str().unwrap()) else { continue };
        let name = if case["dir"] == "in" { "bot-request" } else { "bot-reply" };
        schemas.check(name, &message);
    }
    let games = [
        include_str!("../cases/tictactoe-games.jsonl"),
        include_str!("../cases/arboretum-games.jsonl"),
        include_str!("../cases/bot-transcript-games.jsonl"),
    ];
    for line in games.iter().flat_map(|games| games.lines()) {
        schemas.check("game-record", &serde_json::from_str(line).unwrap());
    }
}

#[test]
fn real_output_and_input_are_valid() {
    let mut schemas = Schemas::new();
    results(&mut schemas);
    grading(&mut schemas);
    protocol(&mut schemas);
    let unused: Vec<_> = schemas.validators.keys().filter(|name| !schemas.used.contains(*name)).collect();
    assert!(unused.is_empty(), "no value was validated with the schemas {unused:?}");
}

#[test]
fn other_json_is_not_valid() {
    let schemas = Schemas::new();
    let (_, out, _) = run(&["validate", "draw", "A7", "--format", "json"], "");
    let right: Value = serde_json::from_str(&out).unwrap();
    let validator = &schemas.validators["result"];
    assert!(validator.is_valid(&right));
    let change = |change: &dyn Fn(&mut Value)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        validator.is_valid(&wrong)
    };
    assert!(!change(&|value| value["unknown"] = json!(1)), "an unknown member is accepted");
    assert!(!change(&|value| value["n"] = json!("1")), "a member of a wrong type is accepted");
    assert!(
        !change(&|value| drop(value.as_object_mut().unwrap().remove("path"))),
        "a missing member is accepted"
    );
    assert!(
        !change(&|value| value["diagnostics"][0]["unknown"] = json!(1)),
        "an unknown member in a list is accepted"
    );
    assert!(change(&|value| value["changed"] = json!(true)), "a member that another verb uses is rejected");
}

#[test]
fn schemas_are_listed_and_unknown_names_are_refused() {
    let (status, out, err) = run(&["schema", "nonsense"], "");
    assert_eq!((status, &*out), (2, ""));
    assert_eq!(err, "clowder: there is no schema `nonsense` (`clowder schema` lists all schemas)\n");
    let (_, list, _) = run(&["schema"], "");
    assert!(list.starts_with("result "), "{list}");
}

/// Finds the members of a schema that have no description.
fn undescribed(path: &str, schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        if member["description"].is_null() {
            found.push(format!("{path}.{name}"));
        }
    }
    match schema {
        Value::Object(members) => {
            found.extend(
                members.iter().flat_map(|(name, value)| undescribed(&format!("{path}/{name}"), value)),
            );
        }
        Value::Array(items) => found.extend(items.iter().flat_map(|item| undescribed(path, item))),
        _ => {}
    }
    found
}

#[test]
fn every_member_is_described() {
    let (_, names, _) = run(&["schema", "--format", "plain"], "");
    let mut found = Vec::new();
    for name in names.lines() {
        let (_, text, _) = run(&["schema", name], "");
        found.extend(undescribed(name, &serde_json::from_str(&text).unwrap()));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_view_of_each_game_has_a_schema() {
    let (_, text, _) = run(&["schema", "bot-request"], "");
    let schema: Value = serde_json::from_str(&text).unwrap();
    let states = schema["$defs"]["MessageState"]["anyOf"].as_array().unwrap();
    for game in GameName::ALL.map(GameName::name) {
        let is_state = states.contains(&json!({"$ref": format!("#/$defs/{game}")}));
        let members = schema["$defs"][game]["properties"].as_object();
        assert!(
            is_state && members.is_some_and(|members| !members.is_empty()),
            "src/texts/schemas/bot-request.json describes the view of {game}, and `MessageState` refers to it"
        );
    }
}
