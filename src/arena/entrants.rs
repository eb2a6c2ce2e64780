//! Reads bots files. A bots file lists bots in the server's format, each with the command that starts the bot
//! on this computer.

use super::tournament::Entrant;
use serde::Deserialize;
use std::ffi::OsString;

/// Why a list of bots cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// The text is not valid JSON of the required form.
    #[error("not a list of bots: {0}")]
    Form(String),
    /// A bot has no command, so only Docker could start it.
    #[error(
        "bot `{0}` has no `command`; add the command that starts it on this computer, as in \"command\": [\"python3\", \"bot.py\"]"
    )]
    NoCommand(String),
    /// A bot's command cannot be split into words.
    #[error("bot `{0}`: {1}")]
    Words(String, WordError),
    /// A variable has an empty name or contains a null character.
    #[error("bot `{0}`: the variable `{1}` has an empty name or contains a null character")]
    Variable(String, String),
}

/// Why a command cannot be split into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordError {
    /// A quotation mark is not closed.
    #[error("the command has an opening quotation mark without a closing one")]
    OpenQuote,
    /// The command contains no words, or its first word is empty.
    #[error("the command is empty")]
    Empty,
}

/// A bot in a bots file. Unknown keys of the JSON object are ignored.
#[derive(Deserialize)]
struct Listed {
    identifier: String,
    /// The bot's environment variables, each as `KEY=VALUE` or `KEY`.
    #[serde(default)]
    variables: Vec<String>,
    /// Additional files and directories that the bot may read. Most bots need none, because the folder of the
    /// first file in the command is usually visible.
    #[serde(default)]
    files: Vec<String>,
    /// The command that starts the bot: a list of arguments, or a string that is split into words.
    command: Option<Words>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    List(Vec<String>),
    Text(String),
}

/// Parses a bots file.
///
/// ```
/// let file = r#"[{"dockerId": "a1", "identifier": "Ann", "variables": ["LEVEL=3"], "command": "node 'my bot.js'"}]"#;
/// let bots = clowder::arena::entrants::read(file).unwrap();
/// assert_eq!(bots[0].command, ["node", "my bot.js"]);
/// ```
///
/// # Errors
/// Returns an error if the text is not a list of bots, or if a bot has an invalid variable or lacks a valid command.
pub fn read(text: &str) -> Result<Vec<Entrant>, EntrantError> {
    let listed: Vec<Listed> =
        serde_json::from_str(text).map_err(|error| EntrantError::Form(error.to_string()))?;
    let entrant = |Listed { identifier: name, variables, files, command }| {
        let command = match command {
            None => return Err(EntrantError::NoCommand(name)),
            Some(Words::List(words)) => started(words),
            Some(Words::Text(text)) => words(&text),
        };
        match (command, variables.iter().find(|variable| is_nameless(variable))) {
            (Err(error), _) => Err(EntrantError::Words(name, error)),
            (_, Some(variable)) => Err(EntrantError::Variable(name, variable.clone())),
            (Ok(command), None) => Ok(Entrant { name, command, variables, files }),
        }
    };
    listed.into_iter().map(entrant).collect()
}

pub(crate) fn is_nameless(variable: &str) -> bool {
    variable.is_empty() || variable.starts_with('=') || variable.contains('\0')
}

/// Parses an environment variable for a program. `KEY=VALUE` sets a value, while `KEY` alone passes on the
/// value from this process. Returns `None` if `text` is `KEY` alone and this process has no such variable.
///
/// ```
/// use clowder::arena::entrants::variable;
/// assert_eq!(variable("LEVEL=3"), Some(("LEVEL".into(), "3".into())));
/// ```
pub fn variable(text: &str) -> Option<(OsString, OsString)> {
    match text.split_once('=') {
        Some((key, value)) => Some((key.into(), value.into())),
        None => std::env::var_os(text).map(|value| (text.into(), value)),
    }
}

/// Splits a command into words as a shell does. Words are separated by white space; quotation marks or `\` allow a word
/// to contain spaces and quotation marks. Variables, patterns and operators are not supported.
///
/// ```
/// use clowder::arena::entrants::words;
/// assert_eq!(words(r#"run  "a b" 'c"d' e\ f "" "#).unwrap(), ["run", "a b", "c\"d", "e f", ""]);
/// ```
///
/// # Errors
/// Returns an error if a quotation mark is not closed, or if the command names no program.
pub fn words(text: &str) -> Result<Vec<String>, WordError> {
    let mut found = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_ascii_whitespace() => found.extend(word.take()),
            (None, '\\') => word.get_or_insert_default().extend(characters.next()),
            // Within double quotation marks, `\` escapes only `"` and `\`.
            (Some('"'), '\\') if matches!(characters.peek(), Some('"' | '\\')) => {
                word.get_or_insert_default().extend(characters.next());
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote.is_some() {
        return Err(WordError::OpenQuote);
    }
    found.extend(word);
    started(found)
}

/// Returns the words of a command, or an error if the first word cannot be a program name.
fn started(words: Vec<String>) -> Result<Vec<String>, WordError> {
    if words.first().is_none_or(String::is_empty) { Err(WordError::Empty) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(words("a 'b").unwrap_err(), WordError::OpenQuote);
        assert_eq!(words(" \t").unwrap_err(), WordError::Empty);
        assert_eq!(words("'' a").unwrap_err(), WordError::Empty);
        assert_eq!(words(r#"a"b c"d $HOME *"#).unwrap(), ["ab cd", "$HOME", "*"]);
        assert_eq!(words(r#""\"\\\n" '\'"#).unwrap(), ["\"\\\\n", "\\"]);
    }

    #[test]
    fn a_bot_needs_a_command() {
        let read = |text: &str| read(text).map_err(|error| error.to_string());
        let docker = r#"[{"dockerId": "x", "identifier": "Ann", "variables": []}]"#;
        assert!(read(docker).unwrap_err().starts_with("bot `Ann` has no `command`"));
        assert_eq!(read(r#"[{"identifier":"A","command":["b"]}]"#).unwrap()[0].command, ["b"]);
        let empty = read(r#"[{"identifier":"A","command":[""]}]"#).unwrap_err();
        assert_eq!(empty, "bot `A`: the command is empty");
        assert!(read("{}").unwrap_err().starts_with("not a list of bots: "));
        assert!(
            read(r#"[{"identifier":"A","command":"'"}]"#).unwrap_err().ends_with("without a closing one")
        );
        assert!(read(r#"[{"identifier":"A","command":"a","variables":["=1"]}]"#).is_err());
    }
}
