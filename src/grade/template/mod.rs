//! Harnesses in several languages, and the description of each suite for the author of a harness.

mod guide;

pub use guide::guide;

use super::suite::{Input, Suite, ValueType};

/// A language for which there is a harness.
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
    /// C99, the C standard of 1999.
    C,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 5] = [Self::Java, Self::Python, Self::JavaScript, Self::Rust, Self::C];

    /// Returns the name of the language on the command line.
    ///
    /// ```
    /// assert_eq!(clowder::grade::Language::JavaScript.name(), "javascript");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Rust => "rust",
            Self::C => "c",
        }
    }

    const fn frame(self) -> &'static str {
        match self {
            Self::Java => include_str!("Harness.java"),
            Self::Python => include_str!("harness.py"),
            Self::JavaScript => include_str!("harness.js"),
            Self::Rust => include_str!("harness.rs.txt"),
            Self::C => include_str!("harness.c"),
        }
    }

    /// Returns the name of the function for a suite.
    fn function(self, suite: Suite) -> String {
        let name = suite.name().replace("legal-moves", "legalMoves");
        if self != Self::Rust {
            return name;
        }
        let mut snake = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() {
                snake.push('_');
            }
            snake.push(letter.to_ascii_lowercase());
        }
        snake
    }

    /// Returns the type of an input and the expression that reads it from a request.
    fn input(self, input: &Input) -> (&'static str, String) {
        let name = input.name;
        match (self, input.value_type) {
            (Self::Java, ValueType::Texts) => ("List<String>", format!("texts(request, \"{name}\")")),
            (Self::Java, ValueType::State) => ("String[]", format!("state(request, \"{name}\")")),
            (Self::Java, ValueType::Integer) => ("int", format!("integer(request, \"{name}\")")),
            (Self::Java, ValueType::Ice) => ("Map<String, Object>", format!("ice(request, \"{name}\")")),
            (Self::Java, ValueType::Ices) => {
                ("List<Map<String, Object>>", format!("ices(request, \"{name}\")"))
            }
            (Self::Java, _) => ("String", format!("text(request, \"{name}\")")),
            (Self::Rust, ValueType::Texts | ValueType::State) => {
                ("Vec<String>", format!("request.texts(\"{name}\")"))
            }
            (Self::Rust, ValueType::Integer) => ("i64", format!("request.integer(\"{name}\")")),
            (Self::Rust, ValueType::Text) => ("String", format!("request.text(\"{name}\")")),
            (Self::Rust, _) => ("Json", format!("request.get(\"{name}\")")),
            (Self::Python, _) => ("", format!("request.get(\"{name}\")")),
            (Self::JavaScript, _) => ("", format!("request.{name}")),
            (Self::C, _) => ("", String::new()),
        }
    }

    /// Returns the stub of the function for a suite.
    fn stub(self, suite: Suite) -> String {
        let (function, about) = (self.function(suite), suite.about());
        let inputs = suite.inputs();
        let names: Vec<&str> = inputs.iter().map(|input| input.name).collect();
        let types = |separator: &str| {
            let one = |input: &Input| match self {
                Self::Java => format!("{} {}", self.input(input).0, input.name),
                _ => format!("_{}: {}", input.name, self.input(input).0),
            };
            inputs.iter().map(one).collect::<Vec<_>>().join(separator)
        };
        match self {
            Self::Python => format!(
                "def {function}({}):\n    \"\"\"{about}\"\"\"\n    todo(\"{function}\")\n",
                names.join(", ")
            ),
            Self::JavaScript => {
                format!(
                    "/** {about} */\nfunction {function}({}) {{\n  todo(\"{function}\");\n}}\n",
                    names.join(", ")
                )
            }
            Self::Java => format!(
                "    /** {about} */\n    static {} {function}({}) {{\n        throw todo(\"{function}\");\n    }}\n",
                java_result(suite),
                types(", ")
            ),
            Self::Rust => format!(
                "/// {about}\nfn {function}({}) -> Answer {{\n    todo(\"{function}\")\n}}\n",
                types(", ")
            ),
            Self::C => {
                let inputs = names.join(", ");
                format!(
                    "/* {about} The request has the members: {inputs}. */\n\
                     static char *{function}(const json *request) {{\n    (void)request;\n    return NULL;\n}}\n"
                )
            }
        }
    }

    /// Returns the line that calls the function for a suite.
    fn call(self, suite: Suite) -> String {
        let (function, name) = (self.function(suite), suite.name());
        let inputs: Vec<String> = suite.inputs().iter().map(|input| self.input(input).1).collect();
        let inputs = inputs.join(", ");
        match self {
            Self::Python => format!("    \"{name}\": lambda request: {function}({inputs}),"),
            Self::JavaScript => format!("  \"{name}\": (request) => {function}({inputs}),"),
            Self::Java => format!("            case \"{name}\": return {function}({inputs});"),
            Self::Rust => format!("        \"{name}\" => {function}({inputs}),"),
            Self::C => format!("    if (strcmp(suite, \"{name}\") == 0) return {function}(request);"),
        }
    }
}

/// Returns the Java type of the answers for a suite.
const fn java_result(suite: Suite) -> &'static str {
    match suite.expectation() {
        ValueType::Boolean => "boolean",
        ValueType::Text | ValueType::TextOrNull | ValueType::Outcome => "String",
        ValueType::State => "String[]",
        ValueType::Texts => "List<String>",
        _ => match suite {
            Suite::ApplyPlacement | Suite::MoveCat => "String[]",
            Suite::DrawHand => "List<String[]>",
            Suite::DrawFireTile | Suite::InitialiseChallenge => "String",
            Suite::ChooseChallenge => "List<String>",
            Suite::FixSymmetries => "Map<String, Object>",
            _ => "List<Object>",
        },
    }
}

/// Returns a complete harness with a stub function for each suite.
///
/// ```
/// use clowder::grade::{Language, template};
///
/// let harness = template(Language::Python);
/// assert!(harness.contains("def isGameOver(state, action):"));
/// ```
pub fn template(language: Language) -> String {
    let all =
        |line: &dyn Fn(Suite) -> String| Suite::ALL.iter().map(|&suite| line(suite)).collect::<Vec<_>>();
    let between = if language == Language::Python { "\n\n" } else { "\n" };
    let stubs = all(&|suite| language.stub(suite)).join(between);
    let calls = all(&|suite| language.call(suite)).join("\n");
    language.frame().replace("@STUBS@", stubs.trim_end()).replace("@DISPATCH@", &calls)
}
