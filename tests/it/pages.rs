//! Compares the pages in `docs/` with the pages that the program prints.
//!
//! The command `CLOWDER_UPDATE=1 cargo test pages` writes the files again.

use crate::support::run;
use clowder::notation::Kind;
#[cfg(arena)]
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// Compares a file in `docs/` with a text, or writes the text to the file if `CLOWDER_UPDATE` is set.
fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("CLOWDER_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/{name} is not up to date: run `CLOWDER_UPDATE=1 cargo test pages`");
}

#[test]
fn every_kind_has_a_page_in_docs() {
    let mut index = String::from(
        "# The notations\n\nEach page describes one kind of string: its grammar, an example part by part, and its rules. \
         `clowder help KIND` prints the same page. [The JSON of clowder](../json.md) has a page of its own.\n\n",
    );
    for kind in Kind::ALL {
        let (status, page, err) = run(&["help", kind.name()], "");
        assert_eq!((status, err.as_str()), (0, ""), "{kind}");
        for part in [
            "```text\n",
            "\n\nIn the grammar, ",
            "## Example",
            "## Part by part",
            "## Rules",
            "\nWrong",
            "\nRight:",
        ] {
            assert!(page.contains(part), "{kind}: {part}");
        }
        assert!(!page.contains('\u{1b}'), "{kind}");
        check(&format!("kinds/{kind}.md"), &page);
        writeln!(index, "- [`{kind}`]({kind}.md): {}", kind.about()).unwrap();
    }
    check("kinds/README.md", &index);
}

/// Returns a description of the members of an object in a schema.
#[cfg(arena)]
fn members(schema: &Value) -> String {
    let properties = schema.get("properties").and_then(Value::as_object);
    let row = |(name, of): (&String, &Value)| {
        let about =
            of["description"].as_str().unwrap_or("see the schema").replace('\n', " ").replace('|', "\\|");
        format!("| `{name}` | {about} |\n")
    };
    let rows: String = properties.into_iter().flatten().map(row).collect();
    if rows.is_empty() { rows } else { format!("\n| member | meaning |\n|---|---|\n{rows}") }
}

#[cfg(arena)]
#[test]
fn every_json_is_described_in_docs() {
    let mut page = String::from(
        "# The JSON that clowder writes and reads\n\nEach section describes one sort of JSON. `clowder schema NAME` prints its \
         JSON Schema. The schemas are derived from types in the program, and the tests compare them with real output and \
         input. In a position, `start` is the byte offset of the first byte, and `end` is the byte offset after the last \
         byte. Lines and columns are counted from 1.\n",
    );
    for line in run(&["schema", "--format", "json"], "").1.lines() {
        let named: Value = serde_json::from_str(line).unwrap();
        let (name, about) = (named["name"].as_str().unwrap(), named["about"].as_str().unwrap());
        let schema: Value = serde_json::from_str(&run(&["schema", name], "").1).unwrap();
        write!(page, "\n## `{name}`\n\nThis is {about}.\n{}", members(&schema)).unwrap();
    }
    check("json.md", &page);
}

#[cfg(arena)]
#[test]
fn the_page_about_the_sandbox_lists_every_promise() {
    use clowder::arena::process::Promise;
    let page = std::fs::read_to_string("docs/sandbox.md").unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| promise ")).skip(2);
    let listed: Vec<&str> = rows
        .map_while(|line| line.strip_prefix("| "))
        .map(|line| line.split(" | ").next().unwrap())
        .collect();
    let promises: Vec<&str> = Promise::ALL.iter().map(|promise| promise.text()).collect();
    assert_eq!(listed, promises);
}
