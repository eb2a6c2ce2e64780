//! Guesses the subcommand that is missing, from the input that was given.

use super::message::{ALL_VERBS, Choice, line, listed};
use super::official::{self, Official};
use super::topics::Topic;
use super::{Guess, Piped, choices, contents, first_words, input, quoted};
use crate::cli::shape_input::small_size;
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::Command;
use std::ffi::{OsStr, OsString};

/// The words of a command line, divided into options and operands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// The words that are neither options nor values of options.
    pub(super) operands: Vec<OsString>,
    /// The options with their values.
    pub(super) options: Vec<OsString>,
}

impl Words {
    /// Divides words into operands and options. If an option belongs to one of the `commands` and takes a value, the
    /// next word is this value.
    pub(super) fn of(words: &[OsString], commands: &[&Command]) -> Self {
        let (mut found, mut rest) = (Self::default(), words.iter());
        while let Some(word) = rest.next() {
            if word == "--" {
                found.operands.extend(rest.cloned());
                break;
            }
            if word == "-" || !word.as_encoded_bytes().starts_with(b"-") {
                found.operands.push(word.clone());
                continue;
            }
            found.options.push(word.clone());
            if commands.iter().any(|command| takes_value(command, &word.to_string_lossy())) {
                found.options.extend(rest.next().cloned());
            }
        }
        found
    }

    /// Divides the words after a verb. The options whose values are recognised are the common options, the options of
    /// the verb, and the options of its subcommands. The options of `pentomino tile` are recognised, too, because
    /// `solve` can mean `pentomino tile`.
    pub(super) fn of_verb(verb: &Command, words: &[OsString], root: &Command) -> Self {
        let tile = root.find_subcommand("pentomino").and_then(|found| found.find_subcommand("tile"));
        let commands: Vec<&Command> =
            [root, verb].into_iter().chain(verb.get_subcommands()).chain(tile).collect();
        Self::of(words, &commands)
    }

    /// Returns the value of the option `--file`, as an argument that names a file.
    fn file(&self) -> Option<OsString> {
        let at = self.options.iter().position(|option| option == "--file" || option == "-f")?;
        let mut argument = OsString::from("@");
        argument.push(self.options.get(at + 1)?);
        Some(argument)
    }

    /// Replaces the option `--file` with an argument that names the file, because not every command has this option.
    /// Nothing changes if the command line has other operands.
    fn with_file_as_operand(mut self) -> Self {
        if let Some(file) = self.file().filter(|_| self.operands.is_empty()) {
            let at = self.options.iter().position(|option| option == "--file" || option == "-f");
            self.options.drain(at.map_or(0..0, |at| at..at + 2));
            self.operands.push(file);
        }
        self
    }

    /// Moves the state to the beginning of the operands, if it is written after the actions.
    fn with_state_first(mut self, verb: &str) -> Self {
        let is_state =
            |word: &OsString| contents(&input(word)).is_some_and(|text| meant(verb, &text).len() == 1);
        if let Some(at) =
            self.operands.iter().position(is_state).filter(|_| verb == "apply" || verb == "outcome")
        {
            self.operands[..=at].rotate_right(1);
        }
        self
    }

    /// Returns the operands and then the options. `@` is written before the name of a file.
    pub(super) fn with_files(&self) -> Vec<OsString> {
        let operands = self.operands.iter().map(|word| input(word));
        let is_option = |word: &OsString| word != "-" && word.as_encoded_bytes().starts_with(b"-");
        if self.operands.iter().any(is_option) {
            return self.options.iter().cloned().chain(["--".into()]).chain(operands).collect();
        }
        operands.chain(self.options.iter().cloned()).collect()
    }

    /// Returns true if an option says that the input is a batch.
    fn is_batch(&self) -> bool {
        self.options.iter().any(|option| ["--lines", "--null", "--jsonl"].iter().any(|name| option == name))
    }
}

/// Returns true if a word is an option whose value is the next word.
fn takes_value(command: &Command, word: &str) -> bool {
    let mut letters = word.chars().skip(1);
    let short = letters.next().filter(|_| letters.next().is_none());
    command.get_arguments().filter(|arg| arg.get_action().takes_values()).any(|arg| {
        let is_long = |name: &str| arg.get_long_and_visible_aliases().is_some_and(|all| all.contains(&name));
        word.strip_prefix("--").is_some_and(is_long) || short.is_some() && arg.get_short() == short
    })
}

/// The text from which the subcommand is guessed.
#[derive(PartialEq, Eq)]
pub(super) enum Given {
    /// There is no input.
    Nothing,
    /// Standard input was read, and it is empty.
    Empty,
    /// A text from an argument or a file.
    Text(String),
    /// A text from standard input.
    Piped(String),
}

impl Given {
    /// Finds the text. Standard input is read only if no other input is given, and if no option says that the input
    /// is a batch.
    fn find(words: &Words, piped: Piped<'_>) -> Self {
        let first = words.file().or_else(|| words.operands.first().map(|word| input(word)));
        match first {
            Some(word) if word != "-" => contents(&word).map_or(Self::Nothing, Self::Text),
            _ if words.is_batch() => Self::Nothing,
            _ => match piped() {
                None => Self::Nothing,
                Some(text) if text.trim().is_empty() => Self::Empty,
                Some(text) => Self::Piped(text.strip_suffix('\n').unwrap_or(&text).to_owned()),
            },
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Piped(text) => Some(text),
            Self::Nothing | Self::Empty => None,
        }
    }
}

/// Finds the meaning of a command line with a verb whose subcommand is missing or wrong. `written` is the word that was
/// written as the verb, which can be an alias.
pub(super) fn meaning(
    verb: &Command,
    written: &OsStr,
    rest: &[OsString],
    root: &Command,
    piped: Piped<'_>,
) -> Guess {
    let name = verb.get_name();
    let words = Words::of_verb(verb, rest, root).with_file_as_operand().with_state_first(name);
    if name == "pentomino"
        && let Some(guess) = first_words::after_pentomino(&words, root)
    {
        return guess;
    }
    if name == "bot"
        && let Some(answer) = first_words::after_bot(&words, root)
    {
        return Guess::Tell(answer);
    }
    let given = Given::find(&words, piped);
    if name == "solve"
        && let Some(answer) = challenge(&given, &words)
    {
        return Guess::Tell(answer);
    }
    let meant = given.text().map(|text| meant(name, text)).unwrap_or_default();
    if let [only] = meant[..] {
        let mut rest = words.with_files();
        if written == "hint" && wants_hint(only, &rest) {
            rest.push("--hint".into());
        }
        return Guess::Run(line(only, &rest));
    }
    let similar = choices::similar(verb, &words, rest, root).filter(|_| meant.is_empty());
    Guess::Tell(similar.unwrap_or_else(|| choices::list(verb, (&words, &given), &meant, root)))
}

/// Returns true if the option `--hint` has to be added to a command for which the user has written the verb `hint`.
/// Without this option, the command would print whole solutions.
pub(super) fn wants_hint(command: &str, words: &[OsString]) -> bool {
    const OTHERS: [&str; 9] =
        ["--hint", "--count", "--limit", "--first", "--output", "-o", "--to", "--help", "-h"];
    let has_option = words.iter().any(|word| OTHERS.iter().any(|other| word == other));
    ["solve penguins", "pentomino tile"].contains(&command) && !has_option
}

/// Adds the option `--hint` to the command line `clowder hint penguins …`. Returns `None` for any other command line,
/// and also if another option decides what is printed.
pub(in super::super) fn hinted(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let (command, rest) = arguments.split_at_checked(3).filter(|(command, _)| command[1] == "hint")?;
    let is_penguins = command[2].to_str().and_then(Topic::of) == Some(Topic::Penguins);
    let end = rest.iter().position(|word| word == "--").unwrap_or(rest.len());
    (is_penguins && wants_hint("solve penguins", rest))
        .then(|| [command, &rest[..end], &["--hint".into()], &rest[end..]].concat())
}

/// Returns the commands that a verb without a subcommand can mean. These commands depend on the kind of the input.
pub(super) fn meant(verb: &str, text: &str) -> Vec<&'static str> {
    let text = small_size(text);
    let kinds: Vec<Kind> =
        identify(&text).iter().filter(|found| found.fit.is_string()).map(|found| found.kind).collect();
    // Almost every word is also a region whose squares are reserved for pieces.
    let is = |kind: Kind| kinds.contains(&kind) && (kind != Kind::Region || looks_like_a_region(&text));
    let penguins = is(Kind::PenguinsChallenge) || is(Kind::PenguinsState);
    let (raft, region) = (is(Kind::State), is(Kind::Region));
    let all = match verb {
        "solve" => {
            [(penguins, "solve penguins"), (raft, "solve raft"), (region && !penguins, "pentomino tile")]
        }
        "legal-moves" => [(penguins, "legal-moves penguins"), (raft, "legal-moves raft"), (false, "")],
        "apply" => [(penguins, "apply penguins"), (raft, "apply raft"), (false, "")],
        "outcome" => [(raft, "outcome raft"), (false, ""), (false, "")],
        "pentomino" => {
            [(region, "pentomino tile"), (is(Kind::Polyomino) && !region, "pentomino show"), (false, "")]
        }
        _ => [(false, ""); 3],
    };
    all.into_iter().filter(|(fits, _)| *fits).map(|(_, words)| words).collect()
}

/// Returns true if a text contains a digit, `.` or `#`, as most regions do, and does not end like the name of a file.
fn looks_like_a_region(text: &str) -> bool {
    let has_extension = text.rsplit_once('.').is_some_and(|(before, after)| {
        before.bytes().any(|byte| byte.is_ascii_alphanumeric())
            && after.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    text.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '#')) && !has_extension
}

/// Returns the answer to `solve` with a challenge of Race to the Raft, or with the name or the number of an official
/// challenge. A challenge of Race to the Raft has no solution, but its games can be played.
fn challenge(given: &Given, words: &Words) -> Option<String> {
    let text = given.text()?;
    let joined: Vec<_> = words.operands.iter().map(|word| word.to_string_lossy()).collect();
    let joined = joined.join(" ");
    let text = if official::is_name(&joined) { joined } else { text.to_owned() };
    let found = official::challenges(&text);
    let is_challenge =
        || identify(&text).iter().any(|one| one.kind == Kind::Challenge && one.fit == Fit::Canonical);
    let mut choices = Vec::new();
    for Official { kind, string, title } in &found {
        if *kind == Kind::PenguinsChallenge {
            choices.push(Choice::new(format!("Solve {title}"), format!("clowder solve penguins {string}")));
        } else {
            choices.extend(of_raft(&quoted(&text), title));
        }
    }
    if found.is_empty() {
        if !is_challenge() {
            return None;
        }
        // If the challenge came from a pipe, its text is written into the suggested commands, because they cannot read
        // this pipe again.
        let word =
            words.operands.first().map(|word| input(word)).filter(|_| *given == Given::Text(text.clone()));
        let word = word.map_or_else(|| text.clone(), |word| word.to_string_lossy().into_owned());
        choices.extend(of_raft(&quoted(&word), "this challenge"));
    } else if meant("solve", &text) == ["solve penguins"] {
        let about = format!("Solve a challenge whose string is `{text}`");
        choices.push(Choice::new(about, format!("clowder solve penguins {text}")));
    }
    let intro = if is_challenge() {
        "`solve raft` reads a state, but this is a challenge; perhaps you meant:"
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        "this can be the number of a challenge; perhaps you meant:"
    } else {
        "this is the name of a challenge; perhaps you meant:"
    };
    Some(listed(intro, &choices) + ALL_VERBS)
}

/// Returns the commands for a challenge of Race to the Raft.
fn of_raft(word: &str, title: &str) -> [Choice; 2] {
    [
        Choice::new(
            format!("Find the best action at the beginning of {title}"),
            format!("clowder setup {word} --seed 1 | clowder solve raft -"),
        ),
        Choice::new(format!("Play {title}"), format!("clowder play raft {word}")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_separated_from_operands() {
        let root = crate::cli::command(crate::cli::colour::Color::Never);
        let verb = root.find_subcommand("solve").unwrap();
        let divided = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            let Words { operands, options } = Words::of_verb(verb, &words, &root);
            let text = |words: Vec<OsString>| {
                words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
            };
            (text(operands), text(options))
        };
        let expected = |operands: &str, options: &str| (operands.to_owned(), options.to_owned());
        assert_eq!(divided("--rollouts 10 @state.json"), expected("@state.json", "--rollouts 10"));
        assert_eq!(divided("20113123 --count"), expected("20113123", "--count"));
        assert_eq!(divided("-j 2 --color=never - A321"), expected("- A321", "-j 2 --color=never"));
        assert_eq!(divided("--count -- -1"), expected("-1", "--count"));
    }
}
