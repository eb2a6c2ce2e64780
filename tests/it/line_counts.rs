//! Compares the numbers of lines in `docs/decisions.md` with the source code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The modules whose lengths the page mentions. Each entry contains the words before the number on the page, and the
/// directories below `src` whose lines are counted.
const MODULES: [(&str, &[&str]); 11] = [
    ("the player of Race to the Raft", &["raft/player"]),
    ("figures", &["render/figure", "render/figures"]),
    ("the pages of the help", &["cli/help"]),
    ("repairs", &["repair"]),
    ("lessons about errors", &["diagnostics/lessons"]),
    ("the strong bot for Arboretum", &["arboretum/expert"]),
    ("counts of tilings by dynamic programming", &["polyomino/tiling/frontier"]),
    ("statistics for bots", &["arena/statistics"]),
    ("the JSON Schemas", &["cli/schema"]),
    ("formats for errors", &["cli/formats"]),
    ("harness templates and pages of kinds", &["grade/template", "cli/pages"]),
];

/// Adds the numbers of lines in the Rust files of a directory to `counts`. A key is the name of a row in the table of
/// the page, such as `code`. The lines from `#[cfg(test)]` on belong to the unit tests.
fn add_lines(directory: &Path, counts: &mut BTreeMap<&'static str, usize>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_lines(&path, counts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let mut is_test = false;
            for line in fs::read_to_string(path).unwrap().lines() {
                is_test |= line.starts_with("#[cfg(test)]");
                let line = line.trim_start();
                let sort = match line {
                    _ if is_test => "unit tests",
                    "" => "blank lines",
                    _ if line.starts_with("//") => "comments, with the examples in the documentation",
                    _ => "code",
                };
                *counts.entry(sort).or_default() += 1;
                *counts.entry("all").or_default() += 1;
            }
        }
    }
}

fn lines_below(directory: &str) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    add_lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(directory), &mut counts);
    counts
}

/// Returns the section "How long the source code is" of the page, with each paragraph on one line.
fn section() -> String {
    let page = include_str!("../../docs/decisions.md");
    let (_, section) = page.split_once("\n## How long the source code is\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    // The rows of the table stay on their own lines.
    let joined = section
        .split("\n\n")
        .map(|text| if text.starts_with('|') { text.to_owned() } else { text.replace('\n', " ") });
    joined.collect::<Vec<_>>().join("\n\n")
}

/// Parses a number that is written with commas, such as `1,234`.
fn number(text: &str) -> usize {
    text.trim().replace(',', "").parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}

#[test]
fn the_table_of_line_counts_is_right_within_two_per_cent() {
    let section = section();
    let counts = lines_below("");
    assert_eq!(counts.len(), 5, "{counts:?}");
    for (sort, &count) in &counts {
        let row = section.lines().find_map(|line| line.strip_prefix(&format!("| {sort} |")));
        let row = row.unwrap_or_else(|| panic!("the table has no row for {sort}"));
        let written = number(row.split('|').nth(1).unwrap());
        assert!(
            written.abs_diff(count) * 50 <= count,
            "{sort}: the page says {written}, but there are {count}"
        );
    }
}

#[test]
fn the_lengths_of_the_new_modules_are_right() {
    let section = section();
    let mut sum = 0;
    for (words, directories) in MODULES {
        let count: usize = directories.iter().map(|directory| lines_below(directory)["all"]).sum();
        let (_, rest) = section.split_once(&format!("{words} (")).unwrap_or_else(|| panic!("{words}"));
        let written = number(rest.split(')').next().unwrap());
        assert!(
            written.abs_diff(count) <= 100,
            "{words}: the page says {written}, but there are {count} lines"
        );
        sum += written;
    }
    let (_, rest) = section.split_once("About ").unwrap();
    assert_eq!(number(rest.split(' ').next().unwrap()), sum, "the sum of the lengths");
}
