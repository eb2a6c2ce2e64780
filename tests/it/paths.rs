//! Finds the paths in Rust source code, for the import rules in `tidy.rs`.
//!
//! The source is read as tokens instead of lines, so this also finds imports over several lines, nested groups (`use
//! crate::{a, b::{c, d}}`), paths in expressions, attributes and macros, and a `super::` that leaves its top module.
//! Comments and strings are not code.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A path such as `crate::raft::Board`. The keywords `self` and `super` are already replaced by the module that they
/// mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedPath(Vec<String>);

impl NamedPath {
    /// Returns the first segment of the path: `clap` for `clap::Parser`, and `crate` for a path of this crate.
    pub(crate) fn library(&self) -> &str {
        &self.0[0]
    }

    /// Returns the top module in a path of this crate, or an empty string if the path is only `crate`.
    ///
    /// Returns `None` if the path begins with the name of a library.
    pub(crate) fn top_module(&self) -> Option<&str> {
        (self.0[0] == "crate").then(|| self.0.get(1).map_or("", String::as_str))
    }
}

impl fmt::Display for NamedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("::"))
    }
}

/// Lists every path that `source` uses outside its unit tests: all imported items, and all other paths of two or more
/// segments.
///
/// `module` is the path of the module, for example `["raft", "rules"]` for `src/raft/rules/mod.rs`.
pub(crate) fn named_paths(source: &str, module: &[&str]) -> Vec<NamedPath> {
    let tokens = TokenStream::from_str(source).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    let module = module.iter().map(|&segment| segment.to_owned()).collect();
    let mut finder = Finder { module, ..Finder::default() };
    finder.walk(&list(tokens));
    finder.found
}

/// The paths of a file by their use.
#[derive(Default)]
pub(crate) struct Named {
    /// All paths, as [`named_paths`] returns them.
    pub(crate) paths: Vec<Vec<String>>,
    /// The imported names with their paths.
    pub(crate) imported: BTreeMap<String, Vec<String>>,
    /// The imports that others can use, such as `pub use` and `pub(crate) use`.
    pub(crate) exported: BTreeMap<String, Vec<String>>,
}

/// Finds the paths that `source` uses outside its unit tests, and the names that it imports and exports.
pub(crate) fn named_in(source: &str, module: &[String]) -> Named {
    let tokens = TokenStream::from_str(source).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    let mut finder = Finder { module: module.to_vec(), ..Finder::default() };
    finder.walk(&list(tokens));
    Named {
        paths: finder.found.into_iter().map(|path| path.0).collect(),
        imported: finder.imported,
        exported: finder.exported,
    }
}

fn list(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

/// Returns the segment of a path at the start of `tokens`, and the number of its tokens. A segment is an identifier or, in
/// a macro, a variable such as `$module`. `$crate` is the same as `crate`.
fn segment(tokens: &[TokenTree]) -> Option<(String, usize)> {
    if begins_with(tokens, "$") {
        let name = identifier(&tokens[1..])?;
        return Some((if name == "crate" { name } else { format!("${name}") }, 2));
    }
    Some((identifier(tokens)?, 1))
}

/// Returns the identifier at the start of `tokens`, or `None` if they start with something else.
fn identifier(tokens: &[TokenTree]) -> Option<String> {
    match tokens.first()? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

/// Whether `tokens` begin with these punctuation characters.
fn begins_with(tokens: &[TokenTree], characters: &str) -> bool {
    characters.chars().enumerate().all(
        |(at, character)| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == character),
    )
}

/// Returns the tokens inside the group at the start of `tokens`, or `None` if there is no group with these delimiters.
fn group(tokens: &[TokenTree], delimiter: Delimiter) -> Option<Vec<TokenTree>> {
    match tokens.first()? {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(list(group.stream())),
        _ => None,
    }
}

/// Returns the number of tokens up to and including the first token that ends an item.
fn item_length(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

#[derive(Default)]
struct Finder {
    /// The module that contains the tokens.
    module: Vec<String>,
    found: Vec<NamedPath>,
    imported: BTreeMap<String, Vec<String>>,
    exported: BTreeMap<String, Vec<String>>,
    /// Whether the tokens before the next one are `pub` or `pub(…)`.
    is_public: bool,
}

impl Finder {
    fn walk(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            at += self.step(&tokens[at..]);
        }
    }

    /// Processes one construct at the start of `tokens` and returns its length.
    fn step(&mut self, tokens: &[TokenTree]) -> usize {
        if begins_with(tokens, "#")
            && group(&tokens[1..], Delimiter::Bracket)
                .is_some_and(|cfg| cfg.iter().map(ToString::to_string).collect::<String>() == "cfg(test)")
        {
            return 2 + item_length(&tokens[2..]);
        }
        if let TokenTree::Group(group) = &tokens[0] {
            let is_public = self.is_public && group.delimiter() == Delimiter::Parenthesis;
            self.walk(&list(group.stream()));
            self.is_public = is_public;
            return 1;
        }
        let is_public = std::mem::take(&mut self.is_public);
        match segment(tokens).as_ref().map(|(segment, _)| segment.as_str()) {
            Some("mod") => {
                let Some(body) = tokens.get(2..).and_then(|rest| group(rest, Delimiter::Brace)) else {
                    return 2;
                };
                self.module.extend(identifier(&tokens[1..]));
                self.walk(&body);
                self.module.pop();
                3
            }
            Some("use") if !begins_with(&tokens[1..], "<") => {
                let length = item_length_of_import(tokens);
                self.import(&[], &tokens[1..length], is_public);
                length
            }
            Some(word) => {
                self.is_public = word == "pub";
                let (segments, length) = path(tokens);
                if segments.len() > 1 {
                    self.record(segments);
                }
                length
            }
            None => 1,
        }
    }

    /// Records the items of one import. The parameter `prefix` is the path in front of the groups that contain the import.
    fn import(&mut self, prefix: &[String], tokens: &[TokenTree], is_public: bool) {
        let tokens = if begins_with(tokens, "::") { &tokens[2..] } else { tokens };
        let (segments, length) = path(tokens);
        let mut whole = [prefix, &segments].concat();
        let rest = &tokens[length..];
        let rest = if begins_with(rest, "::") { &rest[2..] } else { rest };
        if let Some(items) = group(rest, Delimiter::Brace) {
            let commas =
                |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            for item in items.split(commas).filter(|item| !item.is_empty()) {
                self.import(&whole, item, is_public);
            }
        } else {
            if begins_with(rest, "*") {
                whole.push("*".to_owned());
            } else if whole.len() > 1 && whole.last().is_some_and(|last| last == "self") {
                whole.pop();
            }
            let name = match identifier(rest).as_deref() {
                Some("as") => identifier(&rest[1..]).unwrap_or_default(),
                _ => whole.last().cloned().unwrap_or_default(),
            };
            self.record(whole);
            let path = self.found.last().map(|path| path.0.clone()).unwrap_or_default();
            if is_public {
                self.exported.insert(name.clone(), path.clone());
            }
            self.imported.insert(name, path);
        }
    }

    fn record(&mut self, segments: Vec<String>) {
        let mut own = self.module.clone();
        let relative =
            segments.iter().take_while(|segment| ["self", "super"].contains(&segment.as_str())).count();
        for segment in &segments[..relative] {
            if segment == "super" {
                own.pop();
            }
        }
        if relative > 0 {
            own.insert(0, "crate".to_owned());
            own.extend_from_slice(&segments[relative..]);
            self.found.push(NamedPath(own));
        } else {
            self.found.push(NamedPath(segments));
        }
    }
}

/// Returns the number of tokens in the `use` declaration at the start of `tokens`, including its semicolon.
fn item_length_of_import(tokens: &[TokenTree]) -> usize {
    tokens.iter().position(|token| token.to_string() == ";").map_or(tokens.len(), |end| end + 1)
}

/// Returns the segments of the path at the start of `tokens`, and the number of its tokens.
fn path(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let Some((first, mut length)) = segment(tokens) else { return (Vec::new(), 0) };
    let mut segments = vec![first];
    while begins_with(&tokens[length..], "::") {
        let Some((segment, tokens)) = segment(&tokens[length + 2..]) else { break };
        segments.push(segment);
        length += 2 + tokens;
    }
    (segments, length)
}

/// Returns the paths in `source` as text, for a file in the module `raft::rules`.
fn named(source: &str) -> Vec<String> {
    named_paths(source, &["raft", "rules"]).iter().map(ToString::to_string).collect()
}

#[test]
fn imports_of_every_form_are_found() {
    assert_eq!(named("use crate::cli::Output;"), ["crate::cli::Output"]);
    assert_eq!(named("pub(crate) use crate::cli as c;"), ["crate::cli"]);
    assert_eq!(named("use crate::{cli, render};"), ["crate::cli", "crate::render"]);
    assert_eq!(
        named(
            "use crate::{\n    cli::{\n        self,\n        output::{Output, Format as F},\n    },\n    grid::*,\n};"
        ),
        ["crate::cli", "crate::cli::output::Output", "crate::cli::output::Format", "crate::grid::*"]
    );
    assert_eq!(named("use crate::*;"), ["crate::*"]);
    assert_eq!(named("use crate::{self as house};"), ["crate"]);
    assert_eq!(named("use {crate::cli, std::fmt};"), ["crate::cli", "std::fmt"]);
    assert_eq!(named("use clap; use ::rustix::fs as files;"), ["clap", "rustix::fs"]);
}

#[test]
fn paths_outside_imports_are_found() {
    assert_eq!(
        named("fn f() -> crate::cli::Status { crate::cli::run() }"),
        ["crate::cli::Status", "crate::cli::run"]
    );
    assert_eq!(named("fn f() { g(crate\n    ::cli\n    ::run) }"), ["crate::cli::run"]);
    assert_eq!(named("fn f() { Vec::<crate::cli::Status>::new(); }"), ["crate::cli::Status"]);
    assert_eq!(named("macro_rules! m { () => { $crate::cli::run() }; }"), ["crate::cli::run"]);
    assert_eq!(
        named("macro_rules! m { ($module:ident) => { type G = $crate::$module::Game; }; }"),
        ["crate::$module::Game"]
    );
    assert_eq!(named("macro_rules! m { ($m:ident) => { use $crate::$m; }; }"), ["crate::$m"]);
    assert_eq!(named("fn f() { println!(\"{}\", crate::cli::run()) }"), ["crate::cli::run"]);
    assert_eq!(named("#[derive(clap::Args)] struct S;"), ["clap::Args"]);
}

#[test]
fn relative_paths_are_resolved() {
    assert_eq!(named("use super::Board;"), ["crate::raft::Board"]);
    assert_eq!(named("use super::super::{cli, render::Scene};"), ["crate::cli", "crate::render::Scene"]);
    assert_eq!(named("fn f() { self::g(); super::h(); }"), ["crate::raft::rules::g", "crate::raft::h"]);
    assert_eq!(named("mod inner { use super::super::super::cli; }"), ["crate::cli"]);
}

#[test]
fn comments_strings_visibility_and_unit_tests_are_not_code() {
    assert_eq!(named("// use crate::cli;\n/* crate::cli::run() */"), [""; 0]);
    assert_eq!(named("/// Calls [`run`](crate::cli::run).\npub(crate) fn f() {}"), [""; 0]);
    assert_eq!(named("const S: &str = \"crate::cli::run\";"), [""; 0]);
    assert_eq!(named("pub(in crate::raft) fn f() {}"), ["crate::raft"]);
    assert_eq!(named("fn f() -> impl Iterator<Item = u8> + use<'_> {}"), [""; 0]);
    assert_eq!(
        named("use crate::grid;\n#[cfg(test)]\nmod tests { use crate::cli; }\nuse crate::shape;"),
        ["crate::grid", "crate::shape"]
    );
    assert_eq!(named("#[cfg(unix)]\nuse crate::cli;"), ["crate::cli"]);
}
