//! The parts of a help page that are not options: the input, the output, examples, exit statuses and related commands.

/// The help page of one command.
pub(crate) struct Page {
    /// The words of the command after `clowder`. The word `GAME` stands for each bot game, and `KIND` stands for each
    /// kind that has no page of its own.
    pub(crate) command: &'static str,
    /// The positional arguments as the help shows them, if the parser combines several of them in one list.
    pub(crate) operands: &'static [Operand],
    /// The input of the command, as the end of the sentence "It reads …".
    pub(crate) reads: &'static str,
    /// The output of the command, as the end of the sentence "It writes …".
    pub(crate) writes: &'static str,
    /// Three to five examples. A test runs the examples in this order and in one directory.
    pub(crate) examples: &'static [Example],
    /// The meaning of exit status 0 and, if the command can end with status 1, the meaning of status 1. Status 2 has
    /// the same meaning for every command.
    pub(crate) statuses: &'static [&'static str],
    /// Related commands.
    pub(crate) see_also: &'static [&'static str],
}

/// A positional argument that is shown in the help but never parsed.
pub(crate) struct Operand {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) repeated: bool,
    pub(crate) help: &'static str,
}

/// A command line that can be copied and run.
#[derive(Clone, Copy, serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Example {
    /// The purpose of the example.
    pub(crate) about: &'static str,
    /// The command line for a shell.
    pub(crate) command: &'static str,
    /// The exit status of the command line.
    pub(crate) status: u8,
}

/// Creates an example whose command line ends with status 0.
pub(super) const fn example(about: &'static str, command: &'static str) -> Example {
    Example { about, command, status: 0 }
}

/// Creates an example whose command line ends with status 1.
pub(super) const fn negative(about: &'static str, command: &'static str) -> Example {
    Example { about, command, status: 1 }
}

/// The meaning of exit status 2.
pub(super) const TROUBLE: &str = "the command was used wrongly, or reading or writing failed";

impl Page {
    /// Returns each exit status with its meaning.
    pub(super) fn statuses(&self) -> impl Iterator<Item = (usize, &'static str)> {
        self.statuses.iter().copied().enumerate().chain([(2, TROUBLE)])
    }
}
