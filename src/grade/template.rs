//! Harnesses in several languages, and descriptions of the suites for harness authors. A harness reads questions,
//! calls a student's functions, and writes the answers.

use super::case::Case;
use super::suite::{Input, Suite, ValueType};
use super::{generate, reference};
use crate::random::Random;
use serde_json::Value;

/// A language for which a harness exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// Java, version 11 or newer.
    Java,
    /// Python, version 3.8 or newer.
    Python,
    /// JavaScript for Node.js.
    JavaScript,
    /// Rust, edition 2021 or newer.
    Rust,
    /// C99.
    C,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 5] = [Self::Java, Self::Python, Self::JavaScript, Self::Rust, Self::C];

    /// Returns the language's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Rust => "rust",
            Self::C => "c",
        }
    }

    fn function(self, suite: Suite) -> String {
        let name = suite.name().replace("legal-moves", "legalMoves");
        if self != Self::Rust {
            return name;
        }
        let snake = |letter: char| {
            let underscore = if letter.is_uppercase() { "_" } else { "" };
            format!("{underscore}{}", letter.to_ascii_lowercase())
        };
        name.chars().map(snake).collect()
    }

    /// Returns the parameter for an input, and an expression that extracts the input from a request.
    fn input(self, input: &Input) -> (String, String) {
        let name = input.name;
        match self {
            Self::Python => (name.to_owned(), format!("request.get(\"{name}\")")),
            Self::JavaScript => (name.to_owned(), format!("request.{name}")),
            Self::C => (name.to_owned(), String::new()),
            Self::Java => {
                let (value, read) = match input.value_type {
                    ValueType::Texts => ("List<String>", "texts"),
                    ValueType::State => ("String[]", "state"),
                    ValueType::Integer => ("int", "integer"),
                    ValueType::Ice => ("Map<String, Object>", "ice"),
                    ValueType::Ices => ("List<Map<String, Object>>", "ices"),
                    _ => ("String", "text"),
                };
                (format!("{value} {name}"), format!("{read}(request, \"{name}\")"))
            }
            Self::Rust => {
                let (value, read) = match input.value_type {
                    ValueType::Texts | ValueType::State => ("Vec<String>", "texts"),
                    ValueType::Integer => ("i64", "integer"),
                    ValueType::Text => ("String", "text"),
                    _ => ("Json", "get"),
                };
                (format!("_{name}: {value}"), format!("request.{read}(\"{name}\")"))
            }
        }
    }

    /// Fills in the part of a harness that is repeated for each suite.
    fn fill(self, part: &str, suite: Suite) -> String {
        let (parameters, arguments): (Vec<_>, Vec<_>) =
            suite.inputs().iter().map(|input| self.input(input)).unzip();
        part.replace("@SUITE@", suite.name())
            .replace("@FUNCTION@", &self.function(suite))
            .replace("@ABOUT@", suite.about())
            .replace("@PARAMETERS@", &parameters.join(", "))
            .replace("@ARGUMENTS@", &arguments.join(", "))
            .replace("@RESULT@", java_result(suite))
    }
}

/// Returns the Java type of a suite's answers.
const fn java_result(suite: Suite) -> &'static str {
    match (suite, suite.expectation()) {
        (_, ValueType::Boolean) => "boolean",
        (Suite::ApplyPlacement | Suite::MoveCat, _) | (_, ValueType::State) => "String[]",
        (Suite::DrawHand, _) => "List<String[]>",
        (Suite::DrawFireTile | Suite::InitialiseChallenge, _)
        | (_, ValueType::Text | ValueType::TextOrNull | ValueType::Outcome) => "String",
        (Suite::ChooseChallenge, _) | (_, ValueType::Texts) => "List<String>",
        (Suite::FixSymmetries, _) => "Map<String, Object>",
        _ => "List<Object>",
    }
}

/// Returns a complete harness with a stub function for each suite. In the harness source, the part between
/// `@EACH@` and `@END@` is repeated for each suite.
///
/// ```
/// use clowder::grade::{Language, template};
///
/// let harness = template(Language::Python);
/// assert!(harness.contains("def isGameOver(state, action):"));
/// ```
pub fn template(language: Language) -> String {
    let mut rest = match language {
        Language::Java => include_str!("../texts/templates/Harness.java"),
        Language::Python => include_str!("../texts/templates/harness.py"),
        Language::JavaScript => include_str!("../texts/templates/harness.js"),
        Language::Rust => include_str!("../texts/templates/harness.rs.txt"),
        Language::C => include_str!("../texts/templates/harness.c"),
    };
    let mut harness = String::new();
    while let Some((before, after)) = rest.split_once("@EACH@\n") {
        let (part, after) = after.split_once("@END@").unwrap_or_default();
        let parts: String = Suite::ALL.iter().map(|suite| language.fill(part, *suite)).collect();
        harness += before;
        harness += parts.trim_end();
        rest = after;
    }
    harness + rest
}

impl Suite {
    /// Returns the suite's section in the guide to the suites, without the heading.
    fn section(self) -> &'static str {
        let mut sections = include_str!("../texts/guides/suites.md").split("\n## ");
        let named = |section: &'static str| section.strip_prefix(self.name())?.strip_prefix("\n\n");
        sections.find_map(named).unwrap_or_default()
    }

    /// Returns the suite's question, in one or two sentences.
    pub fn about(self) -> &'static str {
        self.section().lines().next().unwrap_or_default()
    }
}

/// Describes a suite for harness authors, as a Markdown section: the fields, a case, and its answer. Long
/// strings are truncated, because the form of a state matters here, not all of its squares.
///
/// ```
/// use clowder::grade::{Suite, guide};
///
/// let text = guide(Suite::IsSolution);
/// assert!(text.starts_with("## isSolution\n\nAre all four blocks placed?\n"));
/// assert!(text.contains("\nanswer   true\n") || text.contains("\nanswer   false\n"));
/// ```
pub fn guide(suite: Suite) -> String {
    // The shortest of six cases serves as the example.
    let is_answered = |case: &Case| reference::answer(case, &mut Random::new(1)).is_ok();
    let cases = (0..6).map(|index| generate::case(suite, 1, index)).filter(is_answered);
    let shortest = cases.min_by_key(|case| case.line().len());
    let case = shortest.unwrap_or_else(|| generate::case(suite, 1, 0));
    let answer = reference::answer(&case, &mut Random::new(1)).unwrap_or_default();
    let line: Value = serde_json::from_str(&case.line()).unwrap_or_default();
    let names = suite.inputs().iter().map(|input| input.name).chain(["expect"]);
    let members: String = names.filter_map(|name| Some(member(name, line.get(name)?))).collect();
    format!(
        "## {suite}\n\n{}\n\n```text\n{members}{}```\n",
        suite.section().trim_end(),
        member("answer", &answer)
    )
}

/// Formats a member of a case on one line or, for a state, with one line for each string.
fn member(name: &str, value: &Value) -> String {
    let cut = |value: &Value| {
        let text = value.to_string();
        text.char_indices().nth(90).map_or_else(|| text.clone(), |(end, _)| format!("{}…", &text[..end]))
    };
    let lines = match value {
        Value::Array(parts) if name == "state" => parts.iter().map(cut).collect::<Vec<_>>(),
        value => vec![cut(value)],
    };
    format!("{name:<8} {}\n", lines.join(",\n         "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_about_a_suite_names_its_inputs_and_their_types() {
        for suite in Suite::ALL {
            let items: Vec<&str> =
                suite.section().lines().filter_map(|line| line.strip_prefix("- `")).collect();
            assert_eq!(items.len(), suite.inputs().len(), "the inputs of {suite}");
            for (item, input) in items.iter().zip(suite.inputs()) {
                let optional = if input.is_optional { " (optional)" } else { "" };
                let start = format!("{}`{optional} is {}: ", input.name, input.value_type.name());
                assert!(item.starts_with(&start), "{suite}: {start}");
            }
            let expect = format!("\n- In a case, `expect` is {}.", suite.expectation().name());
            assert!(suite.section().contains(&expect), "{suite}: {expect}");
            assert!(suite.about().ends_with(['?', '.']), "{suite} has a question");
        }
    }
}
