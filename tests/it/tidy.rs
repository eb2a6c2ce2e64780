//! The import rules of ARCHITECTURE.md, held against the source.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file below `directory`.
fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A source file: its path below `src`, its top module, and its lines above the unit tests, comments left out.
struct Source {
    path: String,
    module: String,
    lines: Vec<String>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root);
    assert!(files.len() > 20, "the walk lost the source");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let module = path.split(['/', '.']).next().unwrap().to_owned();
        let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
        let lines = code.filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect();
        Source { path, module, lines }
    };
    files.into_iter().map(read).collect()
}

/// Our own top modules from the bottom of the house to the top: the tools, the domains, what reads them.
const TOOLS: [&str; 6] = ["diagnostics", "grid", "shape", "cover", "random", "notation"];
const DOMAINS: [&str; 4] = ["raft", "penguins", "polyomino", "bots"];
const READERS: [&str; 3] = ["render", "grade", "cli"];

/// Whether `module` may name `other`.
fn may_import(module: &str, other: &str) -> bool {
    match module {
        "notation" => other == "diagnostics",
        tool if TOOLS.contains(&tool) => false,
        domain if DOMAINS.contains(&domain) => TOOLS.contains(&other),
        "render" => other != "cli" && other != "grade",
        "grade" => other != "cli",
        "cli" | "main" | "lib" => true,
        other => panic!("{other}: a new top module; say here what it may import"),
    }
}

#[test]
fn modules_import_only_what_the_house_allows() {
    let ours = [&TOOLS[..], &DOMAINS, &READERS].concat();
    let mut broken = Vec::new();
    for Source { path, module, lines } in sources() {
        for line in &lines {
            for &other in &ours {
                let named = line.contains(&format!("crate::{other}::"))
                    || line.contains(&format!("crate::{other};"))
                    || line.contains(&format!("crate::{other} "));
                if named && other != module && !may_import(&module, other) {
                    broken.push(format!("src/{path} imports {other}: {}", line.trim()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn libraries_stay_where_they_belong() {
    let homes: [(&str, &[&str]); 6] = [
        ("clap", &["cli"]),
        ("clap_complete", &["cli"]),
        ("clap_mangen", &["cli"]),
        ("anyhow", &["cli"]),
        ("indicatif", &["cli"]),
        ("owo_colors", &["render", "cli"]),
    ];
    let mut broken = Vec::new();
    for Source { path, module, lines } in sources() {
        for (library, homes) in homes {
            let used = lines.iter().any(|line| {
                line.contains(&format!("{library}::")) && !line.contains(&format!("_{library}::"))
                    || line.trim_start().starts_with(&format!("use {library}"))
            });
            if used && !homes.contains(&module.as_str()) {
                broken.push(format!("src/{path} uses {library}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn files_stay_short() {
    let long: Vec<_> = sources()
        .iter()
        .filter(|source| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(&source.path);
            let text = fs::read_to_string(path).unwrap();
            text.lines().take_while(|line| *line != "#[cfg(test)]").count() > 500
        })
        .map(|source| source.path.clone())
        .collect();
    assert!(long.is_empty(), "over 500 lines without tests: {long:?}");
}

#[test]
fn no_unwrap_outside_tests() {
    let mut broken = Vec::new();
    for Source { path, lines, .. } in sources() {
        for line in lines {
            if [".unwrap()", "todo!(", "unimplemented!(", "dbg!("].iter().any(|word| line.contains(word)) {
                broken.push(format!("src/{path}: {}", line.trim()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
