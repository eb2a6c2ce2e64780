//! Reads lessons, the texts about error codes, from Markdown files in `src/texts/codes`.
//!
//! A file begins with the rule, followed by the sections *Why*, *Repair*, *Where* (optional), *Wrong*,
//! *Command* (optional) and *Right*. The rule and the sections *Why*, *Repair* and *Where* are one line each.
//! The heading of *Wrong* also names the kind of both examples (in *Wrong* and in *Right*). An example is the text
//! between the fences of a code block, without the last line break. The word `json` after the first fence means that
//! the example is a JSON string. JSON can escape characters that editors hide or change.

use super::Code;
use std::borrow::Cow;

/// A lesson about an error code.
#[derive(Debug)]
#[non_exhaustive]
pub struct Lesson {
    /// The broken rule, in a few sentences.
    pub rule: &'static str,
    /// The reason for the rule.
    pub reason: &'static str,
    /// How to repair the error.
    pub repair: &'static str,
    /// When the error occurs, for an error that no single string can show.
    pub occurs: Option<&'static str>,
    /// The kind of the examples (e.g. `board`), or a description (e.g. `action in the example game`).
    pub of: &'static str,
    /// A string that breaks the rule, or a description of such a string.
    pub wrong: Cow<'static, str>,
    /// A shell command that shows the error, if validating the example in `wrong` does not. The command
    /// expects the example game in `state.json` in the current directory.
    pub command: Option<&'static str>,
    /// A string that follows the rule, or a description of such a string.
    pub right: Cow<'static, str>,
}

impl Code {
    /// The broken rule, in a few sentences.
    pub fn rule(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Reads the lesson for this code.
    ///
    /// ```
    /// let lesson = clowder::diagnostics::find("draw/total").unwrap().lesson();
    /// assert!(lesson.reason.contains("the length of the game"));
    /// assert_eq!((lesson.of, &*lesson.right), ("draw", "A3B3"));
    /// ```
    pub fn lesson(&self) -> Lesson {
        // Finds a section, and returns the rest of its heading and the text below the heading.
        let section = |title: &str| {
            let (_, rest) = self.text.split_once(&format!("\n\n## {title}"))?;
            let (heading, text) = rest.split("\n\n## ").next()?.split_once("\n\n")?;
            Some((heading, text.trim_end_matches('\n')))
        };
        let text = |title| section(title).map(|(_, text)| text);
        let example = |title| text(title).and_then(example).unwrap_or_default();
        Lesson {
            rule: self.rule(),
            reason: text("Why").unwrap_or_default(),
            repair: text("Repair").unwrap_or_default(),
            occurs: text("Where"),
            of: section("Wrong: ").map(|(of, _)| of).unwrap_or_default(),
            wrong: example("Wrong"),
            command: text("Command").and_then(|text| Some(fenced(text)?.1)),
            right: example("Right"),
        }
    }
}

/// Splits a code block into the word after the first fence and the text between the fences.
fn fenced(block: &'static str) -> Option<(&'static str, &'static str)> {
    block.strip_prefix("```")?.strip_suffix("\n```")?.split_once('\n')
}

fn example(block: &'static str) -> Option<Cow<'static, str>> {
    match fenced(block)? {
        ("json", string) => serde_json::from_str(string).ok().map(Cow::Owned),
        (_, text) => Some(Cow::Borrowed(text)),
    }
}
