//! `bot new`: writes a small bot as a starting point.

use crate::cli::exit::Status;
use crate::cli::guesses::quoted;
use crate::cli::output::note;
use crate::cli::{Context, games};
use crate::diagnostics::escape::escape;
use crate::games::GameName;
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Programming language
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Language,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Directory of the new file
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// Python 3
    Python,
    /// JavaScript for Node.js
    Javascript,
    /// Java 11 or later
    Java,
    /// Rust without libraries
    Rust,
    /// C99
    C,
}

/// A small bot in one language, with the commands that build and start it. In the commands, `DIR` stands for the
/// directory of the bot.
struct Starter {
    file: &'static str,
    text: &'static str,
    /// The bodies of the function that chooses a move, with the names of their games. The last one is for other games,
    /// and requests a random move.
    choices: [(&'static str, &'static str); 3],
    /// The command that builds the bot, or `None` if the bot can be started without being built.
    build: Option<&'static str>,
    start: &'static str,
}

/// Embeds the source code of the starter in one language.
macro_rules! starter {
    ($file:literal, $text:literal, $choose:literal, $build:expr, $start:literal) => {
        Starter {
            file: $file,
            text: include_str!(concat!("../../texts/starters/", $text)),
            choices: [
                ("tictactoe", include_str!(concat!("../../texts/starters/tictactoe/", $choose))),
                ("arboretum", include_str!(concat!("../../texts/starters/arboretum/", $choose))),
                ("", include_str!(concat!("../../texts/starters/random/", $choose))),
            ],
            build: $build,
            start: $start,
        }
    };
}

impl Language {
    const fn starter(self) -> Starter {
        match self {
            Self::Python => starter!("bot.py", "bot.py", "choose.py", None, "python3 DIR/bot.py"),
            Self::Javascript => starter!("bot.js", "bot.js", "choose.js", None, "node DIR/bot.js"),
            // Without the option `-Xmx256m`, Java reserves memory in proportion to the memory of the machine.
            Self::Java => starter!(
                "Bot.java",
                "Bot.java",
                "choose.java",
                Some("javac -d DIR DIR/Bot.java"),
                "java -Xmx256m -cp DIR Bot"
            ),
            Self::Rust => starter!(
                "bot.rs",
                "bot.rs.txt",
                "choose.rs.txt",
                Some("rustc -O DIR/bot.rs -o DIR/bot"),
                "DIR/bot"
            ),
            Self::C => {
                starter!("bot.c", "bot.c", "choose.c", Some("cc -O2 DIR/bot.c -o DIR/bot"), "DIR/bot")
            }
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let Starter { file, text, choices, build, start } = arguments.lang.starter();
    let game = arguments.game.name();
    let (_, choice) = choices.iter().find(|(name, _)| *name == game).unwrap_or(&choices[2]);
    let text = text.replace("@TITLE@", arguments.game.title()).replace("@CHOOSE@", choice.trim_end());
    let path = arguments.dir.join(file);
    let shown = escape(&path.display().to_string()).into_owned();
    std::fs::create_dir_all(&arguments.dir).with_context(|| format!("cannot create {shown}"))?;
    let created = OpenOptions::new().write(true).create_new(true).open(&path);
    if created.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists) {
        bail!("{shown} already exists; choose another directory with `--dir DIR`");
    }
    let written = created.and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot create {shown}"))?;
    note(format!("wrote {shown}; replace its function `choose` with a better one, and then check the bot:"));
    let directory = arguments.dir.display().to_string();
    if let Some(build) = build {
        context.output.line(in_directory(build, &directory))?;
    }
    let start = in_directory(start, &directory);
    context.output.line(format!("clowder bot check --game {game} -- {start}"))?;
    context.output.flush()?;
    note(format!(
        "let it play: clowder bot match --game {game} --games 4 --bot mine={} --bot random='clowder bot play random \
         --game {game}'",
        quoted(&start)
    ));
    note(format!("read about the messages and the moves: clowder bot protocol {game}"));
    Ok(Status::Yes)
}

/// Replaces `DIR` in a command by a directory, and quotes the words for a shell if that is necessary.
fn in_directory(command: &str, directory: &str) -> String {
    let word = |word: &str| {
        if word.contains("DIR") { quoted(&word.replace("DIR", directory)) } else { word.to_owned() }
    };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
