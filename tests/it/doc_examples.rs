//! Checks that the public functions and types have examples in their documentation.
//!
//! The source is read as tokens, so functions that extend over several lines and functions in macros are found too. The
//! lint `unreachable_pub` makes sure that everything that is `pub` can be used from outside the crate. The module `cli`
//! is the program, and is left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A public function or type.
#[derive(Debug, Default, PartialEq, Eq)]
struct Item {
    /// The file below `src`, the name of the type to which the item belongs, if there is one, and the name of the item.
    name: String,
    /// True for a function.
    is_function: bool,
    /// The type or trait to which a function belongs, or `None` for a free function or a type.
    owner: Option<String>,
    /// True if the function has the parameter `self`.
    has_receiver: bool,
    /// The identifiers in the type that a function returns.
    returned: Vec<String>,
    has_example: bool,
}

impl Item {
    /// Returns true if this function makes a value of the type to which it belongs.
    fn is_constructor(&self) -> bool {
        let makes = |owner: &String| {
            self.returned.iter().take(2).any(|name| name == "Self" || name == owner)
                && self.returned.first().is_some_and(|first| {
                    ["Self", "Result", "Option"].contains(&first.as_str()) || first == owner
                })
        };
        !self.has_receiver && self.owner.as_ref().is_some_and(makes)
    }

    /// Returns true if this function does not belong to a type, or if it is named after what it does, such as `choose` or
    /// `apply_action`.
    fn is_free_or_verb(&self) -> bool {
        let function = self.name.rsplit([' ', ':']).next().unwrap_or_default();
        let is_verb = VERBS.contains(&function.split('_').next().unwrap_or_default());
        self.is_function && (self.owner.is_none() || is_verb)
    }
}

/// A method must have an example if its name begins with one of these words. This includes the methods of public
/// traits.
const VERBS: [&str; 72] = [
    "add", "advise", "answer", "append", "apply", "assess", "change", "check", "choose", "close", "compare",
    "count", "create", "deal", "decode", "deduce", "describe", "diff", "draw", "enter", "escape", "expand",
    "explain", "extend", "extract", "find", "finish", "fit", "follow", "generate", "grade", "greedy", "hint",
    "identify", "improve", "insert", "judge", "kill", "legal", "match", "parse", "place", "play", "poll",
    "push", "put", "rate", "read", "remove", "render", "repair", "replace", "replay", "report", "resume",
    "rewind", "run", "salvage", "search", "send", "setup", "solve", "sort", "spawn", "take", "tile", "try",
    "type", "undo", "validate", "verify", "write",
];

/// Functions that must have an example but cannot run in one, with the reason.
const WITHOUT: [(&str, &str); 0] = [];

/// Returns the public functions and types in the source text of `file`, without those in unit tests.
fn items(file: &str, source: &str) -> Vec<Item> {
    let tokens = TokenStream::from_str(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut finder = Finder { file, found: Vec::new() };
    finder.walk(&list(tokens), None);
    finder.found
}

fn list(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

fn identifier(token: Option<&TokenTree>) -> Option<String> {
    match token? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

struct Finder<'a> {
    file: &'a str,
    found: Vec<Item>,
}

impl Finder<'_> {
    /// Finds the items in `tokens`. If `owner` is not `None`, the tokens are the body of the `impl` block of this type.
    fn walk(&mut self, tokens: &[TokenTree], owner: Option<&str>) {
        let mut documentation = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let rest = &tokens[at..];
            if is_punct(rest.first(), '#')
                && let Some(TokenTree::Group(attribute)) = rest.get(1)
            {
                let attribute = list(attribute.stream());
                at += 2;
                if attribute.iter().map(ToString::to_string).collect::<String>() == "cfg(test)" {
                    at += item_length(&tokens[at..]);
                } else if identifier(attribute.first()).as_deref() == Some("doc") {
                    documentation.push(attribute[2..].iter().map(ToString::to_string).collect::<String>());
                }
                continue;
            }
            match identifier(rest.first()).as_deref() {
                Some("pub") => {
                    self.found.extend(self.item(&rest[1..], &documentation, owner));
                    if identifier(rest.get(1)).as_deref() == Some("trait") {
                        self.methods(&rest[2..]);
                    }
                    at += 1;
                    continue;
                }
                Some("impl") => {
                    let body = rest.iter().position(|token| is_group(token, Delimiter::Brace));
                    if let Some(body) = body
                        && let TokenTree::Group(group) = &rest[body]
                    {
                        self.walk(&list(group.stream()), Some(&subject(&rest[1..body])));
                        at += body + 1;
                        documentation.clear();
                        continue;
                    }
                }
                _ => {}
            }
            if let TokenTree::Group(group) = &rest[0] {
                self.walk(&list(group.stream()), None);
                documentation.clear();
            } else if is_punct(rest.first(), ';') {
                documentation.clear();
            }
            at += 1;
        }
    }

    /// Finds the methods of a public trait, which are public too. The parameter `tokens` begins with the name of the trait.
    fn methods(&mut self, tokens: &[TokenTree]) {
        let owner = identifier(tokens.first()).unwrap_or_default();
        let Some(TokenTree::Group(body)) = tokens.iter().find(|token| is_group(token, Delimiter::Brace))
        else {
            return;
        };
        let body = list(body.stream());
        let mut documentation = Vec::new();
        for (at, token) in body.iter().enumerate() {
            if is_punct(Some(token), '#')
                && let Some(TokenTree::Group(attribute)) = body.get(at + 1)
                && let [name, _, text] = &list(attribute.stream())[..]
                && name.to_string() == "doc"
            {
                documentation.push(text.to_string());
            } else if token.to_string() == "fn" {
                self.found.extend(self.item(&body[at..], &documentation, Some(&owner)));
            } else if is_punct(Some(token), ';') || is_group(token, Delimiter::Brace) {
                documentation.clear();
            }
        }
    }

    /// Returns the function or the type whose tokens follow the keyword `pub`, or a method of a trait.
    fn item(&self, tokens: &[TokenTree], documentation: &[String], owner: Option<&str>) -> Option<Item> {
        let modifiers = tokens
            .iter()
            .take_while(|token| ["const", "unsafe", "async"].contains(&token.to_string().as_str()))
            .count();
        let tokens = &tokens[modifiers..];
        let keyword = identifier(tokens.first())?;
        let is_function = keyword == "fn";
        if !is_function && !["struct", "enum", "trait", "union"].contains(&keyword.as_str()) {
            return None;
        }
        let name = identifier(tokens.get(1))?;
        let mut item = Item {
            name: match owner {
                Some(owner) => format!("{} {owner}::{name}", self.file),
                None => format!("{} {name}", self.file),
            },
            is_function,
            has_example: has_example(documentation),
            ..Item::default()
        };
        if is_function {
            item.owner = owner.map(str::to_owned);
            let parameters = tokens.iter().position(|token| is_group(token, Delimiter::Parenthesis))?;
            let TokenTree::Group(group) = &tokens[parameters] else { return None };
            let first = list(group.stream()).into_iter().take_while(|token| !is_punct(Some(token), ','));
            item.has_receiver = first.take(5).any(|token| token.to_string() == "self");
            let output = tokens[parameters + 1..].iter().take_while(|token| {
                !is_group(token, Delimiter::Brace) && !["where", ";"].contains(&token.to_string().as_str())
            });
            item.returned = output.filter_map(|token| identifier(Some(token))).collect();
        }
        Some(item)
    }
}

/// Returns the name of the type between `impl` and the body of an `impl` block.
fn subject(tokens: &[TokenTree]) -> String {
    let after = tokens.iter().position(|token| token.to_string() == "for").map_or(0, |place| place + 1);
    let mut depth = 0_i32;
    let mut found = String::new();
    for token in &tokens[after..] {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            TokenTree::Ident(ident) if depth == 0 && ident == "where" => break,
            TokenTree::Ident(ident) if depth == 0 => found = ident.to_string(),
            _ => {}
        }
    }
    found
}

/// Returns the number of tokens up to and including the first token that ends an item.
fn item_length(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| is_group(token, Delimiter::Brace) || is_punct(Some(token), ';');
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

/// Returns true if these lines of documentation contain an example that is run.
fn has_example(documentation: &[String]) -> bool {
    // Each line is a string literal, so it begins with a quotation mark and the space after the slashes.
    let lines = documentation.iter().map(|line| line.trim_matches('"').trim());
    // Every second fence ends an example.
    let mut fences = lines.filter_map(|line| line.strip_prefix("```")).step_by(2);
    fences.any(|language| language.is_empty() || language == "standalone_crate")
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect();
    files.sort();
    files
}

fn public_items() -> Vec<Item> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        (path, text)
    };
    let files = rust_files(&root).into_iter().map(read).filter(|(path, _)| !path.starts_with("cli/"));
    files.flat_map(|(path, text)| items(&path, &text)).collect()
}

/// Returns the names of the items that must have an example and have none. Also returns a text that counts and lists
/// them.
fn missing(all: &[Item], must: impl Fn(&Item) -> bool) -> (Vec<&str>, String) {
    let must: Vec<_> = all.iter().filter(|item| must(item)).collect();
    let is_excused = |item: &Item| WITHOUT.iter().any(|(name, _)| *name == item.name);
    let without = must.iter().filter(|item| !item.has_example && !is_excused(item));
    let without: Vec<_> = without.map(|item| item.name.as_str()).collect();
    let counts = format!("{} of {} have no example:\n{}", without.len(), must.len(), without.join("\n"));
    (without, counts)
}

#[test]
fn every_constructor_has_an_example() {
    let all = public_items();
    let (without, counts) = missing(&all, Item::is_constructor);
    assert!(
        all.iter().filter(|item| item.is_constructor()).count() > 100,
        "some constructors were not found"
    );
    assert!(without.is_empty(), "constructors: {counts}");
}

#[test]
fn every_free_function_and_every_action_has_an_example() {
    let all = public_items();
    let (without, counts) = missing(&all, Item::is_free_or_verb);
    assert!(all.iter().filter(|item| item.is_free_or_verb()).count() > 200, "some functions were not found");
    assert!(without.is_empty(), "functions: {counts}");
}

#[test]
fn at_least_half_of_the_public_functions_and_types_have_an_example() {
    let all = public_items();
    let (_, counts) = missing(&all, |_| true);
    let with = all.iter().filter(|item| item.has_example).count();
    assert!(all.len() > 1000, "some items were not found");
    assert!(2 * with >= all.len(), "functions and types: {counts}");
}

#[test]
fn every_exception_is_needed() {
    let all = public_items();
    for (name, reason) in WITHOUT {
        assert!(all.iter().any(|item| item.name == name && !item.has_example), "{name} ({reason})");
    }
}

#[test]
fn items_are_found_with_their_examples() {
    let source = "
        /// Is not public.
        pub(crate) fn hidden() {}
        /// Is a type.
        ///
        /// ```
        /// assert!(true);
        /// ```
        #[derive(Debug)]
        pub struct Shape<'a>(&'a str);
        impl<'a> Shape<'a> {
            /// Makes a shape.
            ///
            /// ```no_run
            /// run();
            /// ```
            pub const fn new(
                text: &'a str,
            ) -> Result<Self, Error> {}
            /// Names the shape.
            ///
            /// ```
            /// ```
            pub fn name(&self) -> &str {}
            pub fn parts(self: &Self) -> Option<Shape<'a>> {}
        }
        /// Is a trait.
        pub trait Solid: Sized {
            /// The number of sides.
            const SIDES: u8;
            /// Draws the solid.
            ///
            /// ```
            /// ```
            #[must_use]
            fn draw(&self) -> Scene;
            fn apply(&mut self) {}
            /// Reads a solid.
            fn read(text: &str) -> Option<Self>;
        }
        #[cfg(test)]
        mod tests { pub fn test() {} }
        macro_rules! shapes { () => { pub fn parse_shapes(text: &str) -> [Shape; 2] {} } }
    ";
    let found = items("shape.rs", source);
    let names: Vec<_> = found.iter().map(|item| (item.name.as_str(), item.has_example)).collect();
    assert_eq!(
        names,
        [
            ("shape.rs Shape", true),
            ("shape.rs Shape::new", false),
            ("shape.rs Shape::name", true),
            ("shape.rs Shape::parts", false),
            ("shape.rs Solid", false),
            ("shape.rs Solid::draw", true),
            ("shape.rs Solid::apply", false),
            ("shape.rs Solid::read", false),
            ("shape.rs parse_shapes", false),
        ]
    );
    let kinds: Vec<_> = found.iter().map(|item| (item.is_constructor(), item.is_free_or_verb())).collect();
    let [neither, constructor, verb] = [(false, false), (true, false), (false, true)];
    assert_eq!(kinds, [neither, constructor, neither, neither, neither, verb, verb, (true, true), verb]);
}
