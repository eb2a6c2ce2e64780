//! Keeps the source code small and free of knots: a budget of lines for each top module, and no circles of imports.

use crate::paths::{Named, named_in};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How many lines of code each top module may have. Whoever needs more raises the number here.
const BUDGET: [(&str, usize); 24] = [
    ("arboretum", 2030),
    ("arena", 6200),
    ("check", 240),
    ("cli", 13069),
    ("copy", 45),
    ("cover", 670),
    ("diagnostics", 1120),
    ("files", 140),
    ("games", 610),
    ("grade", 6621),
    ("grid", 310),
    ("json", 690),
    ("kinds", 840),
    ("lib", 50),
    ("notation", 430),
    ("penguins", 1692),
    ("polyomino", 3210),
    ("protocol", 652),
    ("raft", 7012),
    ("random", 110),
    ("render", 3410),
    ("repair", 2650),
    ("shape", 220),
    ("tictactoe", 430),
];

/// The remaining circles of imports. A circle that is gone must be removed from this list.
const CIRCLES: [&[&str]; 0] = [];

/// A source file: its path below `src`, and the path of its module.
struct File {
    path: String,
    module: Vec<String>,
    text: String,
}

fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Reads all source files except those that contain only tests.
fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    rust_files(&root, &mut found);
    let file = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let stem = path.strip_suffix(".rs").unwrap();
        let module = match stem.strip_suffix("/mod").unwrap_or(stem) {
            "lib" | "main" => Vec::new(),
            stem => stem.split('/').map(str::to_owned).collect(),
        };
        File { path, module, text }
    };
    let is_test = |file: &File| file.path.ends_with("tests.rs") || file.path.ends_with("_test.rs");
    found.iter().map(file).filter(|file| !is_test(file) && file.path != "main.rs").collect()
}

/// Counts the lines with code before the unit tests.
fn lines_of_code(text: &str) -> usize {
    let code = text.lines().map(str::trim_start).take_while(|line| *line != "#[cfg(test)]");
    code.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn every_module_keeps_its_budget() {
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for File { path, text, .. } in files() {
        let top = path.split(['/', '.']).next().unwrap().to_owned();
        *lines.entry(top).or_default() += lines_of_code(&text);
    }
    let budget: BTreeMap<_, _> = BUDGET.into_iter().map(|(module, most)| (module.to_owned(), most)).collect();
    assert_eq!(lines.keys().collect::<Vec<_>>(), budget.keys().collect::<Vec<_>>(), "a module has no budget");
    let over: Vec<_> = lines.iter().filter(|&(module, lines)| *lines > budget[module]).collect();
    assert!(over.is_empty(), "more lines than the budget of `BUDGET` allows: {over:?}");
    // A budget that is far too large would allow a module to grow unnoticed.
    let loose: Vec<_> = lines.iter().filter(|&(module, lines)| *lines + 150 < budget[module]).collect();
    assert!(loose.is_empty(), "lower these budgets in `BUDGET`: {loose:?}");
}

/// The imports between the files of the crate.
struct Imports<'a> {
    files: &'a [File],
    /// The index of the file of each module.
    of_module: BTreeMap<&'a [String], usize>,
    named: Vec<Named>,
}

impl<'a> Imports<'a> {
    fn new(files: &'a [File]) -> Self {
        let of_module = files.iter().enumerate().map(|(index, file)| (&file.module[..], index)).collect();
        let named = files.iter().map(|file| named_in(&file.text, &file.module)).collect();
        Self { files, of_module, named }
    }

    /// Returns the file that contains the item with a path in this crate. Re-exports are followed.
    fn file_of(&self, path: &[String], depth: usize) -> Option<usize> {
        let length = (0..=path.len()).rev().find(|&length| self.of_module.contains_key(&path[..length]))?;
        let file = self.of_module[&path[..length]];
        let Some((name, rest)) = path[length..].split_first() else { return Some(file) };
        match self.named[file].exported.get(name) {
            Some(target) if depth < 8 => {
                let target = [&self.absolute(file, target)?, rest].concat();
                self.file_of(&target, depth + 1)
            }
            _ => Some(file),
        }
    }

    /// Removes the word `crate` from a path of a file. `None` for the path of a library.
    fn absolute(&self, file: usize, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        if first == "crate" {
            return Some(rest.to_vec());
        }
        let module = &self.files[file].module;
        let child = [module, &path[..1]].concat();
        if self.of_module.contains_key(&child[..]) {
            return Some([module, path].concat());
        }
        let imported = self.named[file].imported.get(first).filter(|imported| imported[0] != *first)?;
        Some([self.absolute(file, imported)?, rest.to_vec()].concat())
    }

    /// The files that a file uses. A module in several files is one room, so files above or below it do not count,
    /// nor does what a `mod.rs` only passes on.
    fn used(&self, file: usize) -> BTreeSet<usize> {
        let named = &self.named[file];
        let is_room = self.files[file].path.ends_with("mod.rs");
        let passed_on: BTreeSet<_> = named.exported.values().filter(|_| is_room).collect();
        let own = &self.files[file].module;
        let paths = named.paths.iter().filter(|path| !passed_on.contains(path));
        let targets = paths.filter_map(|path| self.file_of(&self.absolute(file, path)?, 0));
        let is_family = |other: &Vec<String>| own.starts_with(other) || other.starts_with(own);
        targets.filter(|&target| !is_family(&self.files[target].module)).collect()
    }

    /// Returns the groups of files that need one another, directly or through others.
    fn circles(&self) -> Vec<Vec<&'a str>> {
        let used: Vec<_> = (0..self.files.len()).map(|file| self.used(file)).collect();
        let reached: Vec<BTreeSet<usize>> = (0..used.len())
            .map(|from| {
                let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
                while let Some(file) = waiting.pop() {
                    waiting.extend(used[file].iter().filter(|&&next| seen.insert(next)));
                }
                seen
            })
            .collect();
        let mut circles: Vec<Vec<&str>> = Vec::new();
        for from in 0..used.len() {
            let group: Vec<_> = reached[from].iter().filter(|&&to| reached[to].contains(&from)).collect();
            if group.first() == Some(&&from) && group.len() > 1 {
                circles.push(group.into_iter().map(|&file| &*self.files[file].path).collect());
            }
        }
        circles
    }
}

#[test]
fn imports_do_not_run_in_circles() {
    let files = files();
    let imports = Imports::new(&files);
    let edges: usize = (0..files.len()).map(|file| imports.used(file).len()).sum();
    assert!(edges > files.len(), "only {edges} imports were found");
    assert_eq!(
        imports.circles(),
        CIRCLES,
        "files that need one another belong together, or one of them is in the wrong place"
    );
}

#[test]
fn a_circle_is_found_through_re_exports_and_modules() {
    let file = |path: &str, text: &str| {
        let module = path.trim_end_matches("/mod").split('/').map(str::to_owned).collect();
        File { path: format!("{path}.rs"), module, text: text.to_owned() }
    };
    let files = [
        file("a/mod", "mod one; mod two; pub use one::One; pub(crate) use two::Two;"),
        file("a/one", "use super::Two; pub struct One(Two);"),
        file("a/two", "pub struct Two; impl Two { fn f(self) { super::super::b::go() } }"),
        file("b", "use crate::a; pub fn go() { let x: a::One; }"),
        file("c", "use crate::b; fn f() { b::go() }"),
    ];
    assert_eq!(Imports::new(&files).circles(), [["a/one.rs", "a/two.rs", "b.rs"]]);
}
