//! Runs every command in README.md.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const README: &str = include_str!("../../README.md");

/// Returns the code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("```{language}\n");
    README.split(&*start).skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect()
}

fn in_shell(line: &str, directory: &Path) -> Output {
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", line]).current_dir(directory).env("PATH", path);
    shell.stdin(Stdio::null()).output().unwrap()
}

#[cfg(arena)]
#[test]
fn every_command_of_the_readme_runs() {
    let directory = tempfile::tempdir().unwrap();
    let mut count = 0;
    for line in blocks("sh").into_iter().flat_map(str::lines) {
        // The test does not build or install the program, because Cargo has already built it.
        let line = match line.strip_prefix("cargo run --release -- ") {
            Some(arguments) => format!("clowder {arguments}"),
            None if line == "cargo test" || line == "cargo install --path ." => continue,
            None => line.to_owned(),
        };
        assert!(["clowder ", "printf ", "mkdir "].iter().any(|start| line.starts_with(start)), "{line}");
        let output = in_shell(&line, directory.path());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{line}` fails: {errors}");
        // If a comment contains a result, the output is compared with it.
        if let Some((_, comment)) = line.split_once("  # ")
            && comment.starts_with(|first: char| {
                first.is_ascii_digit() || comment == "A321B104C031D222" && first == 'A'
            })
        {
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), comment, "{line}");
        }
        count += 1;
    }
    assert!(count > 14, "the commands were not found");
}

#[cfg(arena)]
#[test]
fn the_readme_lists_every_verb() {
    let (_, table) = README.split_once("## The verbs\n").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let named: Vec<&str> =
        table.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').collect();
    for words in [&["help"][..], &["help", "bot"]] {
        let (_, described, _) = crate::support::run(&[words, &["--format", "json"]].concat(), "");
        let described: serde_json::Value = serde_json::from_str(&described).unwrap();
        let verbs = described["subcommands"].as_array().unwrap();
        assert!(verbs.len() > 9);
        for verb in verbs.iter().map(|verb| verb.as_str().unwrap()) {
            assert!(named.contains(&verb), "the table of the README does not list `{verb}`");
        }
    }
}

#[test]
fn the_output_of_every_example_is_right() {
    let directory = tempfile::tempdir().unwrap();
    let examples = blocks("console");
    assert!(examples.len() >= 2);
    for example in examples {
        let (line, expected) = example.split_once('\n').unwrap();
        let output = in_shell(line.strip_prefix("$ ").unwrap(), directory.path());
        let found = String::from_utf8(output.stdout).unwrap();
        // A line that consists of `…` represents lines that are left out.
        let mut rest = found.trim_end();
        for part in expected.split("   …\n") {
            let at = rest.find(part.trim_end());
            rest = &rest[at.unwrap_or_else(|| panic!("`{line}` does not print\n{part}\nbut\n{found}"))..];
        }
    }
}
