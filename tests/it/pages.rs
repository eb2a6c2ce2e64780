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
         `clowder help KIND` prints the same page. [The error codes](../codes.md) and [the JSON of clowder](../json.md) have pages of their own.\n\n",
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

/// Returns the schema that a schema refers to. A schema that allows `null` and one other schema is treated as the other schema.
#[cfg(arena)]
fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return resolved(&root["$defs"][name], root);
    }
    let others = schema["anyOf"].as_array().map(|all| all.iter().filter(|one| one["type"] != "null"));
    match others.map(Iterator::collect::<Vec<_>>).as_deref() {
        Some([only]) => resolved(only, root),
        _ => schema,
    }
}

/// Adds a row for each member of an object in a schema, and for the members of these members. `before` is the path of the
/// object.
#[cfg(arena)]
fn add_rows(schema: &Value, root: &Value, before: &str, rows: &mut String) {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, of) in properties.into_iter().flatten() {
        let value = resolved(of, root);
        let about = of["description"].as_str().or_else(|| value["description"].as_str());
        let about = about.unwrap_or("see the schema").replace('\n', " ").replace('|', "\\|");
        writeln!(rows, "| `{before}{name}` | {about} |").unwrap();
        let (inner, path) = match value.get("items").filter(|items| items.is_object()) {
            Some(items) => (resolved(items, root), format!("{before}{name}[].")),
            None => (value, format!("{before}{name}.")),
        };
        // A schema can contain itself.
        if before.matches('.').count() < 3 {
            add_rows(inner, root, &path, rows);
        }
    }
}

/// Returns a description of the members of an object in a schema.
#[cfg(arena)]
fn members(schema: &Value) -> String {
    let mut rows = String::new();
    add_rows(schema, schema, "", &mut rows);
    if rows.is_empty() { rows } else { format!("\n| member | meaning |\n|---|---|\n{rows}") }
}

/// Returns an example as a block of code if it is a string, and otherwise as a sentence.
#[cfg(arena)]
fn example(title: &str, text: &str, is_string: bool) -> String {
    if !is_string {
        return format!("\n{title}: {text}.\n");
    }
    let shown: String = text
        .chars()
        .map(|letter| match letter {
            '\n' => "\n".to_owned(),
            letter if letter.is_control() || letter == '\u{feff}' => letter.escape_default().to_string(),
            letter => letter.to_string(),
        })
        .collect();
    let shown = if shown.is_empty() { "(an empty string)" } else { shown.trim_end_matches('\n') };
    format!("\n{title}:\n\n```text\n{shown}\n```\n")
}

#[cfg(arena)]
#[test]
fn every_code_has_a_lesson_in_docs() {
    let mut page = String::from(
        "# The error codes\n\nEach error has a code. `clowder codes CODE` prints the lesson about one code, with the message for its \
         wrong example. The meaning of a code never changes. Some commands read the file `state.json`. It contains the example \
         game, which the page of the kind [`action`](kinds/action.md) shows.\n",
    );
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let (mut group, mut count) = (String::new(), 0);
    let lessons = run(&["codes", "--format", "json"], "").1;
    let mut lessons: Vec<Value> = lessons.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The codes of a group are listed together, even if they are declared in several files.
    let group_of = |lesson: &Value| lesson["code"].as_str().unwrap().split('/').next().unwrap().to_owned();
    let groups: Vec<String> = lessons.iter().map(group_of).collect();
    lessons.sort_by_key(|lesson| groups.iter().position(|group| *group == group_of(lesson)));
    for lesson in &lessons {
        let text = |name: &str| lesson[name].as_str().unwrap_or_default();
        let code = text("code");
        let first = code.split('/').next().unwrap();
        if first != group {
            first.clone_into(&mut group);
            let link = if kinds.contains(&first) {
                format!("\nThe page [`{first}`](kinds/{first}.md) describes this notation.\n")
            } else {
                String::new()
            };
            write!(page, "\n## `{group}`\n{link}").unwrap();
        }
        count += 1;
        write!(page, "\n### `{code}`\n\n{}\n\n{} {}\n", text("rule"), text("reason"), text("repair"))
            .unwrap();
        if !text("occurs").is_empty() {
            write!(page, "\n{}\n", text("occurs")).unwrap();
        }
        let is_string = !lesson["diagnostics"].is_null();
        let of = if kinds.contains(&text("of")) { String::new() } else { format!(" ({})", text("of")) };
        page += &example(&format!("Wrong{of}"), text("wrong"), is_string);
        if !text("command").is_empty() {
            write!(page, "\nThis command shows the error:\n\n```sh\n{}\n```\n", text("command")).unwrap();
        }
        page += &example("Right", text("right"), is_string);
    }
    assert_eq!(count, clowder::diagnostics::all().count());
    check("codes.md", &page);
}

#[cfg(arena)]
#[test]
fn every_json_is_described_in_docs() {
    let mut page = String::from(
        "# The JSON that clowder writes and reads\n\nEach section describes one sort of JSON. `clowder schema NAME` prints its \
         JSON Schema. The schemas are derived from types in the program, and the tests compare them with real output and \
         input. A name such as `diagnostics[].span` is the member `span` of each object in the list `diagnostics`. In a position, `start` is the byte offset of the first byte, and `end` is the byte offset after the last \
         byte. Lines and columns are counted from 1.\n",
    );
    for line in run(&["schema", "--format", "json"], "").1.lines() {
        let named: Value = serde_json::from_str(line).unwrap();
        let (name, about) = (named["name"].as_str().unwrap(), named["about"].as_str().unwrap());
        let schema: Value = serde_json::from_str(&run(&["schema", name], "").1).unwrap();
        write!(page, "\n## `{name}`\n\nThis is {about}.\n{}", members(&schema)).unwrap();
    }
    assert!(page.contains("| `diagnostics[].span.start` |"), "the members of diagnostics are described");
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
