//! `bot new`: writes a small bot as a starting point.

use crate::cli::exit::Status;
use crate::cli::output::note;
use crate::cli::quoting::quoted;
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

/// The source code of a small bot in one language, with the commands that build and start it.
struct Starter {
    file: &'static str,
    text: &'static str,
    /// The command that builds the bot, or `None` if the bot can be started without being built. `DIR` stands for the
    /// directory of the bot.
    build: Option<&'static str>,
    /// The command that starts the bot. `DIR` stands for the directory of the bot.
    start: &'static str,
}

impl Language {
    const fn starter(self) -> Starter {
        let (file, text, build, start) = match self {
            Self::Python => ("bot.py", include_str!("starters/bot.py"), None, "python3 DIR/bot.py"),
            Self::Javascript => ("bot.js", include_str!("starters/bot.js"), None, "node DIR/bot.js"),
            // Without the option `-Xmx256m`, Java reserves memory in proportion to the memory of the machine.
            Self::Java => {
                let build = Some("javac -d DIR DIR/Bot.java");
                ("Bot.java", include_str!("starters/Bot.java"), build, "java -Xmx256m -cp DIR Bot")
            }
            Self::Rust => {
                let build = Some("rustc -O DIR/bot.rs -o DIR/bot");
                ("bot.rs", include_str!("starters/bot.rs"), build, "DIR/bot")
            }
            Self::C => {
                let build = Some("cc -O2 DIR/bot.c -o DIR/bot");
                ("bot.c", include_str!("starters/bot.c"), build, "DIR/bot")
            }
        };
        Starter { file, text, build, start }
    }

    /// Returns the body of the function that chooses a move. For a game that has no such function, the
    /// returned body requests a random move.
    fn choice(self, game: GameName) -> &'static str {
        macro_rules! choices {
            ($($game:literal),*) => {
                match (game.name(), self) {
                    $(
                        ($game, Self::Python) => include_str!(concat!("starters/", $game, "/choose.py")),
                        ($game, Self::Javascript) => include_str!(concat!("starters/", $game, "/choose.js")),
                        ($game, Self::Java) => include_str!(concat!("starters/", $game, "/choose.java")),
                        ($game, Self::Rust) => include_str!(concat!("starters/", $game, "/choose.rs")),
                        ($game, Self::C) => include_str!(concat!("starters/", $game, "/choose.c")),
                    )*
                    (_, Self::Python) => "    return \"RANDOM\"",
                    (_, Self::Javascript) => "  return \"RANDOM\";",
                    (_, Self::Java) => "        return \"\\\"RANDOM\\\"\";",
                    (_, Self::Rust) => "    let _ = state;\n    \"\\\"RANDOM\\\"\".to_owned()",
                    (_, Self::C) => "    (void)state;\n    snprintf(move, size, \"\\\"RANDOM\\\"\");",
                }
            };
        }
        choices!("tictactoe", "arboretum")
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let Starter { file, text, build, start } = arguments.lang.starter();
    let text = text
        .replace("@TITLE@", arguments.game.title())
        .replace("@CHOOSE@", arguments.lang.choice(arguments.game).trim_end());
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
    let game = arguments.game.name();
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
