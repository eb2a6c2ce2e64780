//! Compares the pages in `docs/` with what the program prints.
//!
//! `CLOWDER_UPDATE=1 cargo test pages` writes the files again.

use crate::support::{blocks, in_shell, run};
#[cfg(arena)]
use crate::support::{run_example, withheld};
use clowder::games::GameName;
use clowder::notation::Kind;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

#[cfg(arena)]
const SANDBOX: &str = include_str!("../../docs/sandbox.md");

/// Compares a file in `docs/` with a text, or writes the text to the file if `CLOWDER_UPDATE` is set.
pub(crate) fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("CLOWDER_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/{name} is not up to date: run `CLOWDER_UPDATE=1 cargo test pages`");
}

/// Runs the commands on a page, except in the section "Rules" (the tests of the codes run those).
fn try_commands(page: &str) {
    let directory = tempfile::tempdir().unwrap();
    let (page, _) = page.split_once("\n## Rules\n").unwrap();
    for script in blocks(page).filter(|block| block.language == "sh").map(|block| block.text) {
        let (before, _) = page.split_once(&format!("\n\n```sh\n{script}\n")).unwrap();
        let is_wrong = [":", "):"].iter().any(|end| before.ends_with(&format!("exit status 1{end}")));
        let output = in_shell(&format!("set -e\n{script}"), directory.path());
        assert_eq!(output.status.code(), Some(i32::from(is_wrong)), "{script}\n{output:?}");
    }
}

/// The page of a kind, without the rules of the bot games at the end of its grammar. The pages in `docs/games`
/// contain these rules, so that a new game only adds a page.
fn without_games(page: &str) -> String {
    let names = GameName::ALL.map(GameName::name);
    let alternatives = [names.join(" | "), names.map(|name| format!("{name:?}")).join(" | ")];
    let is_list = |line: &&str| alternatives.iter().any(|all| line.ends_with(&format!(" = {all}")));
    let Some(line) = page.lines().find(is_list) else { return page.to_owned() };
    let (before, after) = page.split_once(line).unwrap();
    let (_, after) = after.split_once("```").unwrap();
    let (rule, _) = line.split_once('=').unwrap();
    format!("{before}{rule}= one alternative per game, see docs/games\n```{after}")
}

#[test]
fn every_kind_has_a_page_in_docs() {
    let mut index = String::from(
        "# The notations\n\nEach page describes one kind of string: its grammar, an example part by part, commands to \
         try it, and its rules. `clowder help KIND --full` prints the same page, with the rules of [the bot games](../games/).\n\n\
         Each rule has a code, which `clowder codes CODE` explains. Codes that begin with `text/` and `json/` are about strings of \
         every kind. [The error codes](../codes.md) and [the JSON of clowder](../json.md) have pages of their own.\n\n",
    );
    for kind in Kind::ALL {
        let (status, out, err) = run(&["help", kind.name(), "--format", "json"], "");
        assert_eq!((status, err.as_str()), (0, ""), "{kind}");
        let page: Value = serde_json::from_str(&out).unwrap();
        let page = page["markdown"].as_str().unwrap();
        for part in
            ["```text\n", "## Example", "## Part by part", "## Try it", "## Rules", "\nWrong", "\nRight:"]
        {
            assert!(page.contains(part), "{kind}: {part}");
        }
        assert!(!page.contains('\u{1b}'), "{kind}");
        for name in page.split('`').filter_map(|quoted| quoted.strip_prefix("clowder help")) {
            let words: Vec<&str> = ["help"].into_iter().chain(name.split_whitespace()).collect();
            assert_eq!(run(&words, "").0, 0, "{kind}: {words:?}");
        }
        try_commands(page);
        check(&format!("kinds/{kind}.md"), &without_games(page));
        writeln!(index, "- [`{kind}`]({kind}.md): {}", kind.about()).unwrap();
    }
    check("kinds/README.md", &index);
}

#[test]
fn the_readme_lists_every_kind() {
    const HEAD: &str = "| domain | kinds |\n|---|---|\n";
    let mut table = String::from(HEAD);
    let domain = |kind: &Kind| kind.about().split_once(": ").map_or("polyominoes", |(domain, _)| domain);
    for kinds in Kind::ALL.chunk_by(|one, next| domain(one) == domain(next)) {
        let names: Vec<_> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
        writeln!(table, "| {} | {} |", domain(&kinds[0]), names.join(", ")).unwrap();
    }
    let readme = include_str!("../../README.md");
    let (before, rest) = readme.split_once(HEAD).unwrap();
    let (_, after) = rest.split_once("\n\n").unwrap();
    check("../README.md", &format!("{before}{table}\n{after}"));
}

/// Follows a reference to a schema. A schema that allows `null` and one other schema is treated as the other.
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

/// Collects the members of an object in a schema, also those of only one of several forms of the object.
fn collect<'a>(schema: &'a Value, root: &'a Value, found: &mut BTreeMap<&'a str, Vec<&'a Value>>) {
    for (name, of) in schema["properties"].as_object().into_iter().flatten() {
        found.entry(name).or_default().push(of);
    }
    for form in ["anyOf", "oneOf"].into_iter().filter_map(|word| schema[word].as_array()).flatten() {
        collect(resolved(form, root), root, found);
    }
}

/// Adds a row for each member of an object in a schema, and for the members of these. `before` is the path of the
/// object.
fn add_rows(schema: &Value, root: &Value, before: &str, rows: &mut String) {
    let mut found = BTreeMap::new();
    if schema.get("properties").is_some() {
        collect(schema, root, &mut found);
    }
    for (name, forms) in found {
        let value = resolved(forms[0], root);
        let told = |of: &&Value| of["description"].as_str().map(str::to_owned);
        let mut about: Vec<String> = forms.iter().filter_map(told).collect();
        about.dedup();
        let about = if about.is_empty() {
            told(&value).unwrap_or("see the schema".to_owned())
        } else {
            about.join(" ")
        };
        let about = about.replace('\n', " ").replace('|', "\\|");
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

/// Describes the members of an object in a schema, or of each object in a list.
fn members(schema: &Value) -> String {
    let mut rows = String::new();
    match schema.get("items") {
        Some(items) => add_rows(resolved(items, schema), schema, "[].", &mut rows),
        None => add_rows(schema, schema, "", &mut rows),
    }
    if rows.is_empty() { rows } else { format!("\n| member | meaning |\n|---|---|\n{rows}") }
}

/// Writes an example as a code block if it is a string, otherwise as a sentence.
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
        "# The error codes\n\nEach error has a code. `clowder codes CODE` prints the lesson for one code, with the message for its \
         wrong example. The meaning of a code never changes. Some commands read the file `state.json`, which contains the \
         example game from the page about [`action`](kinds/action.md).\n",
    );
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let (mut group, mut count) = (String::new(), 0);
    let lessons = run(&["codes", "--format", "json"], "").1;
    let mut lessons: Vec<Value> = lessons.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // List the codes of a group together, even if they are declared in several files.
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
                format!("\nNotation: [`{first}`](kinds/{first}.md)\n")
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
            write!(page, "\n```sh\n{}\n```\n", text("command")).unwrap();
        }
        page += &example("Right", text("right"), is_string);
    }
    assert_eq!(count, clowder::diagnostics::all().count());
    check("codes.md", &page);
}

/// A command for each schema that prints an example. They run in this order and in one directory.
const EXAMPLES: [(&str, &str); 6] = [
    ("result", "clowder validate draw B3A3 --format json"),
    ("case", "clowder generate cases --suite isSolution --seed 1 --count 1 | tee cases.jsonl"),
    (
        "verdicts",
        r#"echo '{"id":1636774596,"answer":false}' > answers.jsonl; clowder grade cases.jsonl --answers answers.jsonl --report json"#,
    ),
    ("bot-request", "clowder generate bot-request --seed 1"),
    ("bot-reply", "clowder generate bot-reply --seed 1"),
    ("game-record", "clowder generate game-record --seed 1"),
];

#[test]
fn every_json_is_described_in_docs() {
    let mut page = String::from(
        "# The JSON that clowder writes and reads\n\nEach section describes one sort of JSON. It begins with a command and \
         its output, and then lists all members, including those missing from the output. You can run the commands of this \
         page in order, all in one directory. Tests compare their output with this \
         page.\n\n`clowder schema NAME` prints the JSON Schema of a section. Tests compare the schemas with real output and input. A name such as `diagnostics[].span` is the member `span` of each object in the list \
         `diagnostics`. In a position, `start` is the byte offset of the first byte, and `end` is the byte offset after the last \
         byte. Lines and columns are counted from 1.\n",
    );
    let directory = tempfile::tempdir().unwrap();
    let mut examples = EXAMPLES.iter();
    for line in run(&["schema", "--format", "json"], "").1.lines() {
        let named: Value = serde_json::from_str(line).unwrap();
        let (name, about) = (named["name"].as_str().unwrap(), named["about"].as_str().unwrap());
        let schema: Value = serde_json::from_str(&run(&["schema", name], "").1).unwrap();
        let &(of, command) = examples.next().unwrap_or_else(|| panic!("there is no example of {name}"));
        assert_eq!(of, name, "the examples are in the order of the schemas");
        let output = String::from_utf8(in_shell(command, directory.path()).stdout).unwrap();
        let value = serde_json::from_str(&output).unwrap_or_else(|error| panic!("{name}: {error}: {output}"));
        if let Err(error) = jsonschema::validator_for(&schema).unwrap().validate(&value) {
            panic!("{name}: {error}: {output}");
        }
        let example = format!("\n```console\n$ {command}\n{}\n```\n", output.trim_end());
        write!(page, "\n## `{name}`\n\nThis is {about}.\n{}{example}{}", note(name), members(&schema))
            .unwrap();
    }
    assert!(examples.next().is_none());
    assert!(page.contains("| `diagnostics[].span.start` |"), "the members of diagnostics are described");
    assert!(!page.contains("see the schema"), "every member is described");
    check("json.md", &page);
}

/// A paragraph about JSON that its example and members do not describe completely.
fn note(name: &str) -> &'static str {
    match name {
        "result" => {
            "\nIn a `--jsonl` batch, a line of the input is a string, a state as a list of five strings, or an object. In an object, \
             `input` is the string or the state, and `id` can be any JSON value, which is copied to the result. For `apply` and `outcome`, \
             the object can also have `action` or `actions`.\n"
        }
        "case" => "\nThe page about [the suites](suites.md) describes the inputs of each suite.\n",
        "bot-request" | "bot-reply" => {
            "\nThe page about [the bot protocol](bot-protocol.md) describes the order of the messages, and the state and the moves of \
             each game.\n"
        }
        _ => "",
    }
}

#[cfg(arena)]
#[test]
fn the_page_about_the_sandbox_lists_every_promise() {
    use clowder::arena::process::Promise;
    let rows = SANDBOX.lines().skip_while(|line| !line.starts_with("| promise ")).skip(2);
    let listed: Vec<(&str, &str)> = rows
        .map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| (line.split(" | ").next().unwrap(), line.rsplit(" | ").next().unwrap()))
        .collect();
    let promises: Vec<_> = Promise::ALL.iter().map(|promise| (promise.text(), promise.gap())).collect();
    assert_eq!(listed, promises, "the first column has the promises, and the last column the consequences");
}

#[cfg(arena)]
#[test]
fn the_examples_of_the_page_about_the_sandbox_are_right() {
    let directory = tempfile::tempdir().unwrap();
    let mut examples = 0;
    for block in blocks(SANDBOX) {
        match block.language {
            "sh" => assert!(in_shell(block.text, directory.path()).status.success()),
            // Without a complete sandbox, the messages are different.
            _ if !withheld().is_empty() => {}
            _ => drop(run_example(&block, directory.path())),
        }
        examples += 1;
    }
    assert_eq!(examples, 4);
}
