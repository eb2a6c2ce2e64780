//! `bot new`: writes a small bot as a starting point.

use crate::cli::paths::shown;
use crate::cli::{Context, Status, games, note};
use crate::diagnostics::quoted;
use crate::games::GameName;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Write the bot in this language
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Language,
    /// Write a bot for this game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Write the file to this directory
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

macro_rules! text {
    ($file:literal) => {
        include_str!(concat!("../../texts/starters/", $file))
    };
}

impl Language {
    /// Returns the file name, the source text, the build command (if any) and the start command. In the commands, `DIR`
    /// stands for the bot's directory.
    const fn starter(self) -> (&'static str, &'static str, Option<&'static str>, &'static str) {
        match self {
            Self::Python => ("bot.py", text!("bot.py"), None, "python3 DIR/bot.py"),
            Self::Javascript => ("bot.js", text!("bot.js"), None, "node DIR/bot.js"),
            // Without `-Xmx256m`, Java reserves memory in proportion to the machine's memory.
            Self::Java => {
                let build = Some("javac -d DIR DIR/Bot.java");
                ("Bot.java", text!("Bot.java"), build, "java -Xmx256m -cp DIR Bot")
            }
            Self::Rust => ("bot.rs", text!("bot.rs.txt"), Some("rustc -O DIR/bot.rs -o DIR/bot"), "DIR/bot"),
            Self::C => ("bot.c", text!("bot.c"), Some("cc -O2 DIR/bot.c -o DIR/bot"), "DIR/bot"),
        }
    }
}

/// A starter contains several bodies of the function `choose`. Keeps only the body for the given game. If there is
/// none, keeps the last body, which asks the referee for a random move.
fn with_choice(text: &str, game: &str) -> Option<String> {
    let (text, after) = text.split_once("@END@")?;
    let (before, bodies) = text.split_once("@CHOOSE ")?;
    let mut bodies = bodies.split("@CHOOSE ").filter_map(|body| body.split_once("@\n"));
    let (_, body) = bodies.find(|(name, _)| [game, "other"].contains(name))?;
    Some(format!("{before}{}{after}", body.trim_end()))
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let (file, text, build, start) = arguments.lang.starter();
    let game = arguments.game.name();
    let text = with_choice(text, game).context("the starter has no body for this game")?;
    let text = text.replace("@TITLE@", arguments.game.title());
    let path = arguments.dir.join(file);
    let shown = shown(&path);
    std::fs::create_dir_all(&arguments.dir).with_context(|| format!("cannot create {shown}"))?;
    let created = File::create_new(&path);
    if created.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists) {
        bail!("{shown} already exists; choose another directory with `--dir DIR`");
    }
    let written = created.and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot create {shown}"))?;
    note(format!("wrote {shown}; replace its function `choose` with a better one, and then check the bot:"));
    let directory = arguments.dir.display().to_string();
    if let Some(build) = build {
        context.line(in_directory(build, &directory))?;
    }
    let start = in_directory(start, &directory);
    context.line(format!("clowder bot check --game {game} -- {start}"))?;
    context.flush()?;
    note(format!(
        "let it play: clowder bot match --game {game} --games 4 --bot mine={} --bot random='clowder bot play random \
         --game {game}'",
        quoted(&start)
    ));
    note(format!("read about the messages and the moves: clowder bot protocol {game}"));
    Ok(Status::Yes)
}

/// Replaces `DIR` in a command with the directory. Words that contain `DIR` are quoted for a shell if
/// necessary.
fn in_directory(command: &str, directory: &str) -> String {
    let word = |word: &str| {
        if word.contains("DIR") { quoted(&word.replace("DIR", directory)) } else { word.to_owned() }
    };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
