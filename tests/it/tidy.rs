//! Checks the source code against the import rules in ARCHITECTURE.md.

use crate::paths::{NamedPath, named_paths};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns every Rust file below `directory`.
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

/// A source file: its path below `src`, its top module, its lines before the unit tests (without comments), and the paths that
/// it uses.
struct Source {
    path: String,
    module: String,
    lines: Vec<String>,
    names: Vec<NamedPath>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root);
    assert!(files.len() > 20, "some source files were not found");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let module = path.split(['/', '.']).next().unwrap().to_owned();
        let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
        let lines = code.filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect();
        let names = named_paths(&text, &place(&path));
        Source { path, module, lines, names }
    };
    files.into_iter().map(read).collect()
}

/// Returns the path of the module in a file: `["raft", "rules"]` for `raft/rules/mod.rs` and for `raft/rules.rs`.
fn place(path: &str) -> Vec<&str> {
    let path = path.strip_suffix(".rs").unwrap();
    match path.strip_suffix("/mod").unwrap_or(path) {
        "lib" | "main" => Vec::new(),
        path => path.split('/').collect(),
    }
}

/// The tools, which are the top modules of the lowest layer.
const TOOLS: [&str; 9] =
    ["diagnostics", "grid", "shape", "cover", "random", "notation", "json", "games", "files"];
/// The modules of the bot games, which are also domains.
static GAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    // `$($callback)*! { { TicTacToe = tictactoe, … } … }` is the list from which all code about games is generated.
    let list = include_str!("../../src/games/list.rs").lines().find(|line| line.contains("$($callback)*!"));
    let words = list.expect("the list of games").split([' ', ',']).skip_while(|word| *word != "=");
    let games = words.collect::<Vec<_>>();
    games.windows(2).filter(|pair| pair[0] == "=").map(|pair| pair[1]).collect()
});
/// The macros whose expansion names the module of every game.
static GAME_MACROS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../src/games/list.rs").lines();
    let macros = lines.filter_map(|line| line.strip_prefix("macro_rules! "));
    macros.map(|line| line.trim_end_matches([' ', '{'])).collect()
});
/// The domains that are not bot games.
const DOMAINS: [&str; 5] = ["raft", "penguins", "polyomino", "protocol", "arena"];
/// The modules that use the domains.
const READERS: [&str; 6] = ["render", "kinds", "repair", "check", "grade", "cli"];

/// Whether the module `module` may import from the module `other`.
fn may_import(module: &str, other: &str) -> bool {
    match module {
        "notation" => other == "diagnostics",
        "json" => ["diagnostics", "notation"].contains(&other),
        "games" => ["diagnostics", "notation", "json", "random"].contains(&other),
        "arena" => TOOLS.contains(&other) || other == "protocol",
        tool if TOOLS.contains(&tool) => false,
        domain if GAMES.contains(&domain) || DOMAINS.contains(&domain) => TOOLS.contains(&other),
        "render" => !["kinds", "repair", "check", "grade", "cli"].contains(&other),
        "kinds" => !["repair", "check", "grade", "cli", "arena"].contains(&other),
        "repair" => ["kinds", "notation", "diagnostics"].contains(&other),
        "check" => !["grade", "cli", "arena"].contains(&other),
        "grade" => other != "cli",
        "cli" | "main" | "lib" => true,
        other => panic!("{other}: a new top module; say here what it may import"),
    }
}

/// Whether the module may name the games with the macros of `games/list.rs`. The modules `games`, `protocol` and
/// `arena` may name them only in this way; modules that may import every game may use the macros, too.
fn may_list_games(module: &str) -> bool {
    ["games", "protocol", "arena"].contains(&module) || GAMES.iter().all(|game| may_import(module, game))
}

/// Lists the imports of a source file that are not allowed, and adds the top modules that the file uses to `named`.
fn broken_imports(source: &Source, named: &mut BTreeSet<String>) -> Vec<String> {
    let ours = [&TOOLS[..], &GAMES[..], &DOMAINS, &READERS].concat();
    let Source { path, module, names, .. } = source;
    let mut broken = Vec::new();
    for name in names {
        // A file that uses a macro of the list contains the path of the macro, such as `crate::games::with_game`, in
        // the call or in an import.
        let text = name.to_string();
        if GAME_MACROS.iter().any(|listed| text == format!("crate::games::{listed}"))
            && !may_list_games(module)
        {
            broken.push(format!("src/{path} names every game with {name}"));
        }
        let Some(other) = name.top_module().filter(|other| other != module) else { continue };
        // Only the list of the games has a variable in place of a module, which stands for the module of each game.
        if other == "$module" && path == "games/list.rs" {
            named.extend(GAMES.iter().map(ToString::to_string));
            continue;
        }
        named.insert(other.to_owned());
        if !ours.contains(&other) && module != "lib" {
            broken.push(format!("src/{path} names {name}, which is in none of the top modules"));
        } else if !may_import(module, other) {
            broken.push(format!("src/{path} names {name}"));
        }
    }
    broken
}

#[test]
fn modules_import_only_what_the_architecture_allows() {
    let mut named = BTreeSet::new();
    let broken: Vec<_> = sources().iter().flat_map(|source| broken_imports(source, &mut named)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    // Every module is used by another, except for those listed below. If no use of a module is found, the check
    // misses imports.
    for module in [&TOOLS[..], &GAMES[..], &DOMAINS, &READERS].concat() {
        assert!(
            named.contains(module) || ["cli", "repair"].contains(&module),
            "no import of {module} was found"
        );
    }
}

#[test]
fn a_broken_import_is_reported() {
    let broken = |path: &str, text: &str| {
        let module = place(path)[0].to_owned();
        let names = named_paths(text, &place(path));
        let source = Source { path: path.to_owned(), module, lines: Vec::new(), names };
        broken_imports(&source, &mut BTreeSet::new())
    };
    assert_eq!(
        broken("raft/mod.rs", "use crate::{\n    diagnostics::Span,\n    penguins::{self, Board},\n};"),
        ["src/raft/mod.rs names crate::penguins", "src/raft/mod.rs names crate::penguins::Board"]
    );
    assert_eq!(
        broken("grid/mod.rs", "fn f() { crate::raft::rules::g(super::cover::h()) }"),
        ["src/grid/mod.rs names crate::raft::rules::g", "src/grid/mod.rs names crate::cover::h"]
    );
    assert_eq!(
        broken("render/raft.rs", "use crate::{self as house, nonsense};"),
        [
            "src/render/raft.rs names crate, which is in none of the top modules",
            "src/render/raft.rs names crate::nonsense, which is in none of the top modules"
        ]
    );
    let list = "macro_rules! m { ($module:ident) => { type G = $crate::$module::Game; }; }";
    assert_eq!(broken("games/list.rs", list), [""; 0]);
    assert_eq!(
        broken("games/game.rs", list),
        ["src/games/game.rs names crate::$module::Game, which is in none of the top modules"]
    );
    let use_of_macro = "use crate::games::{GameName, with_game};";
    assert_eq!(broken("protocol/mod.rs", use_of_macro), [""; 0]);
    assert_eq!(
        broken("raft/mod.rs", use_of_macro),
        ["src/raft/mod.rs names every game with crate::games::with_game"]
    );
    assert_eq!(broken("render/raft.rs", "use super::ansi; use crate::raft::Board;"), [""; 0]);
}

#[test]
fn libraries_are_used_only_where_they_are_allowed() {
    let homes: [(&str, &[&str]); 12] = [
        ("clap", &["cli"]),
        ("clap_complete", &["cli"]),
        ("clap_mangen", &["cli"]),
        ("anyhow", &["cli"]),
        ("indicatif", &["cli"]),
        ("rayon", &["cli"]),
        ("similar", &["cli"]),
        ("tempfile", &["cli", "files"]),
        ("rustix", &["arena", "cli"]),
        ("signal_hook", &["cli"]),
        ("owo_colors", &["render", "cli"]),
        ("resvg", &["render"]),
    ];
    let mut broken = Vec::new();
    let mut used = BTreeSet::new();
    for Source { path, module, names, .. } in sources() {
        for (library, homes) in homes {
            if !names.iter().any(|name| name.library() == library) {
                continue;
            }
            used.insert(library);
            if !homes.contains(&module.as_str()) {
                broken.push(format!("src/{path} uses {library}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert_eq!(used.len(), homes.len(), "only the uses of {used:?} were found");
}

/// The directories that may use features of specific operating systems.
const SYSTEM_SPECIFIC: [&str; 3] = ["arena/process/", "cli/system/", "files.rs"];

#[test]
fn system_specific_code_is_in_three_places() {
    let mut broken = Vec::new();
    let mut used = BTreeSet::new();
    for Source { path, lines, names, .. } in sources() {
        let allowed = SYSTEM_SPECIFIC.into_iter().find(|directory| path.starts_with(directory));
        let named = names.iter().map(ToString::to_string).filter(|name| {
            ["rustix", "libc", "signal_hook", "std::os"].iter().any(|library| {
                name.strip_prefix(library).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            })
        });
        let asked = lines.iter().map(|line| line.trim().to_owned());
        let asked =
            asked.filter(|line| ["cfg(unix", "cfg(windows", "target_os"].iter().any(|it| line.contains(it)));
        for name in named.chain(asked) {
            match allowed {
                Some(directory) => drop(used.insert(directory)),
                None => broken.push(format!("src/{path} names {name}")),
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert_eq!(used.len(), SYSTEM_SPECIFIC.len(), "only the names in {used:?} were found");
}

/// The libraries that every build uses, none of which is specific to an operating system.
const CORE_LIBRARIES: [&str; 10] = [
    "annotate-snippets",
    "chacha20",
    "memchr",
    "nom",
    "num-bigint",
    "owo-colors",
    "quick-junit",
    "serde",
    "serde_json",
    "thiserror",
];

#[test]
fn the_core_has_only_the_libraries_that_it_needs() {
    let manifest = include_str!("../../Cargo.toml");
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if let Some((name, value)) = line.split_once(" = ")
            && section.ends_with("dependencies]")
            && !section.contains("dev-")
            && !value.contains("optional = true")
        {
            assert_eq!(section, "[dependencies]", "{name} must be optional: not every system has it");
            found.insert(name);
        }
    }
    assert_eq!(found, BTreeSet::from(CORE_LIBRARIES));
}

#[test]
fn unwrap_is_used_only_in_tests() {
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

/// The types that implement `Notation` in some lines of code, each with its constant `HAS_QUICK_GRAMMAR`, and whether
/// it implements `parse_canonical`.
fn quick_grammars(lines: &[String]) -> Vec<(String, bool, bool)> {
    let mut found: Vec<(String, bool, bool)> = Vec::new();
    let mut is_inside = false;
    for line in lines {
        if let Some((_, name)) = line.split_once(" Notation for ").filter(|_| line.starts_with("impl")) {
            found.push((name.trim_end_matches(" {").to_owned(), true, false));
            is_inside = true;
        } else if line == "}" {
            is_inside = false;
        } else if is_inside && let Some((_, has_constant, has_function)) = found.last_mut() {
            *has_constant &= line.trim() != "const HAS_QUICK_GRAMMAR: bool = false;";
            *has_function |= line.trim().starts_with("fn parse_canonical(");
        }
    }
    found
}

#[test]
fn exactly_the_kinds_with_a_quick_grammar_implement_it() {
    let all: Vec<_> = sources()
        .iter()
        .flat_map(|source| {
            let place =
                |(name, constant, function)| (format!("src/{}: {name}", source.path), constant, function);
            quick_grammars(&source.lines).into_iter().map(place).collect::<Vec<_>>()
        })
        .collect();
    // The three kinds of cards with nine squares share one implementation.
    assert!(all.len() + 2 >= clowder::notation::Kind::ALL.len(), "some implementations were not found");
    let broken: Vec<_> = all.iter().filter(|(_, constant, function)| constant != function).collect();
    assert!(broken.is_empty(), "the constant and the function contradict each other: {broken:?}");
}

#[test]
fn a_kind_without_its_quick_grammar_is_found() {
    let code = "impl Notation for A {\n    const GRAMMAR: &str = \"\";\n}\nfn parse_canonical() {\n}";
    let lines: Vec<_> = code.lines().map(str::to_owned).collect();
    assert_eq!(quick_grammars(&lines), [("A".to_owned(), true, false)]);
}

/// Only two files of the grader use the arena, which starts programs, so a build without the arena can still judge
/// answers in files.
#[test]
fn grading_starts_programs_in_one_place() {
    let names_arena = |source: &Source| source.names.iter().any(|name| name.top_module() == Some("arena"));
    let sources = sources();
    let of_grading = sources
        .iter()
        .filter(|source| source.path.starts_with("grade/") || source.path.starts_with("cli/grade/"));
    let found: Vec<_> = of_grading.filter(|source| names_arena(source)).map(|source| &source.path).collect();
    assert_eq!(found, ["cli/grade/submission.rs", "grade/program.rs"]);
}
