//! Runs every command in README.md and in docs/shell.md.

#[cfg(arena)]
use crate::support::in_shell;
use crate::support::{blocks, run_example};

#[cfg(arena)]
const README: &str = include_str!("../../README.md");
#[cfg(arena)]
const SHELL: &str = include_str!("../../docs/shell.md");

/// The commands in both documents that end with exit status 1, because they show a wrong program, a wrong string and
/// wrong files.
#[cfg(arena)]
const WRONG: [&str; 3] = [
    "clowder grade cases.jsonl --command 'clowder answer --variant end-empty-bag-ignored' --report human --report gradescope=results.json",
    "clowder validate LNSNF0003C00104R112O3",
    "clowder validate board --suggest --file outputs/* --format concise",
];

#[cfg(arena)]
#[test]
fn every_command_of_the_documents_runs() {
    let directory = tempfile::tempdir().unwrap();
    let mut count = 0;
    let commands = blocks(README).chain(blocks(SHELL)).filter(|block| block.language == "sh");
    for line in commands.flat_map(|block| block.text.lines()) {
        // The test does not build or install the program, because Cargo has already built it.
        let line = match line.strip_prefix("cargo run -- ") {
            Some(arguments) => format!("clowder {arguments}"),
            None if line == "cargo test" => continue,
            None => line.to_owned(),
        };
        assert!(
            ["clowder ", "printf ", "mkdir ", "sed "].iter().any(|start| line.starts_with(start)),
            "{line}"
        );
        let output = in_shell(&line, directory.path());
        let errors = String::from_utf8_lossy(&output.stderr);
        let status = i32::from(WRONG.contains(&line.as_str()));
        assert_eq!(output.status.code(), Some(status), "`{line}`: {errors}");
        // If a comment contains a result, compare the output with it.
        if let Some((_, comment)) = line.split_once("  # ")
            && (comment.starts_with(|first: char| first.is_ascii_digit())
                || ["A321B104C031D222", "LNSNF0003C00006R11203"].contains(&comment))
        {
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), comment, "{line}");
        }
        count += 1;
    }
    assert!(count > 14, "the commands were not found");
}

/// Words in a command that the reader must replace. Such a command is not run.
#[cfg(arena)]
const PLACEHOLDERS: [&str; 4] = ["VERB", "KIND", "CODE", "…"];

#[cfg(arena)]
#[test]
fn every_command_in_a_sentence_of_the_documents_runs() {
    let directory = tempfile::tempdir().unwrap();
    // The pieces are alternately outside and inside a block, and then outside and inside a code span.
    let sentences = [README, SHELL].into_iter().flat_map(|text| text.split("\n```").step_by(2));
    let spans = sentences.flat_map(|piece| piece.split('`').skip(1).step_by(2));
    // `clowder` without arguments prints an overview and ends with status 2, which another test checks.
    let is_command = |span: &&str| span.starts_with("clowder ") && !span.contains(" = ");
    let commands: Vec<&str> = spans.filter(is_command).collect();
    let complete: Vec<&str> = commands
        .iter()
        .copied()
        .filter(|line| !line.split(' ').any(|word| PLACEHOLDERS.contains(&word)))
        .collect();
    for line in &complete {
        let output = in_shell(line, directory.path());
        assert!(output.status.success(), "`{line}` fails: {}", String::from_utf8_lossy(&output.stderr));
    }
    let harness = "clowder grade --template python -o harness.py";
    let expected = ["clowder help hand", "clowder grade --suites", harness, "clowder schema result"];
    assert_eq!(complete, expected, "{commands:?}");
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
        assert!(verbs.len() > 8, "{verbs:?}");
        for verb in verbs.iter().map(|verb| verb.as_str().unwrap()) {
            assert!(named.contains(&verb), "the table of the README does not list `{verb}`");
        }
    }
}

#[test]
fn the_output_of_every_example_is_right() {
    let directory = tempfile::tempdir().unwrap();
    let examples = blocks(include_str!("../../docs/shell.md")).filter(|block| block.language == "console");
    let statuses: Vec<_> = examples.map(|block| run_example(&block, directory.path())).collect();
    assert_eq!(statuses, [Some(0)], "the picture of a challenge");
}
