//! The help pages of the verbs about the program itself.

use crate::cli::help::page::{Page, example};

pub(super) const PAGES: &[Page] = &[
    Page {
        command: "help",
        operands: &[],
        reads: "nothing",
        writes: "the help of clowder or of one command, with examples and exit statuses",
        examples: &[
            example("List the verbs", "clowder help"),
            example("Read about one verb", "clowder help validate"),
            example("Read about a subcommand", "clowder help bot match"),
        ],
        statuses: &["the help was written"],
        see_also: &["man", "kinds", "codes"],
    },
    Page {
        command: "completions",
        operands: &[],
        reads: "nothing",
        writes: "a script that completes commands and options in a shell",
        examples: &[
            example("Write the script for bash", "clowder completions bash > clowder.bash"),
            example("Write the script for zsh", "clowder completions zsh > _clowder"),
            example("Write the script for fish", "clowder completions fish > clowder.fish"),
        ],
        statuses: &["the script was written"],
        see_also: &["man", "help"],
    },
    Page {
        command: "man",
        operands: &[],
        reads: "nothing",
        writes: "a manual page in roff format, which `man` shows",
        examples: &[
            example("Write the manual page of clowder", "clowder man > clowder.1"),
            example("Write the manual page of a verb", "clowder man validate > clowder-validate.1"),
            example("Write the manual page of a subcommand", "clowder man bot match > clowder-bot-match.1"),
        ],
        statuses: &["the page was written"],
        see_also: &["help", "completions"],
    },
];
