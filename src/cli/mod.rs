//! The command line. Most verbs have their own file or directory, and all verbs share the code for inputs, outputs,
//! batches, colours and exit statuses.

mod advice;
mod answer;
mod apply;
mod batch;
mod bot;
mod canon;
mod challenges;
mod choices;
mod codes;
mod colour;
mod diff;
mod examples;
mod exit;
mod explain;
mod figure;
mod fix;
mod formats;
#[cfg(fuzzing)]
pub mod fuzzing;
mod game_verbs;
mod games;
mod generate;
mod generate_kinds;
mod generate_region;
mod grade;
mod help;
mod hint;
mod hunt;
mod identify;
mod in_order;
mod input;
mod jsonl;
mod kinds;
mod legal_moves;
mod lesson;
mod markdown;
mod narrow;
mod outcome;
mod output;
mod output_file;
mod page;
mod pages;
mod paths;
mod penguins;
mod pentomino;
mod pentomino_count;
mod pentomino_tile;
mod picture_names;
mod pieces;
mod place;
mod play;
mod programs;
mod raft;
#[cfg(test)]
mod readings_test;
mod render;
mod result;
mod schema;
mod seed;
mod serve;
mod shell;
mod signals;
mod solve;
mod states;
mod stream;
mod strings;
mod subject;
#[cfg(all(test, arena))]
mod suggested_test;
mod system;
mod validate;
mod write;

use crate::diagnostics::escape;
use advice::Typed;
use clap::builder::{Resettable, StyledStr};
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use colour::Color;
use exit::ClosedPipe;
use formats::FormatOption;
use std::ffi::OsString;
use std::process::ExitCode;

// Items that nearly every verb uses.
pub(crate) use anyhow::Result;
pub(crate) use batch::{Batch, BatchOptions, Question, Response};
pub(crate) use exit::{Status, Unclear};
pub(crate) use formats::{Format, OutputStyle};
pub(crate) use output::{Context, note, painted, write_file};
pub(crate) use output_file::{OutputFile, TextOrPicture};
pub(crate) use result::{Findings, NoMembers};
pub(crate) use seed::Seed;

/// Maximum width of help screens and pages, in columns.
const COLUMNS: usize = 100;

/// The command line, which takes its description from the package.
#[derive(Parser, Debug)]
#[command(name = "clowder", bin_name = "clowder", version, about, max_term_width = COLUMNS, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    verb: Verb,
}

/// Help text of `--ascii`, which many verbs share.
const ASCII: &str = "Draw pictures with ASCII characters only";

/// Options of every verb.
#[derive(clap::Args, Debug, Default)]
struct Globals {
    /// Use colour: auto, always or never
    #[arg(long, alias = "colour", global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
    /// Choose the output format
    ///
    /// The default is `human`, but a batch writes `json` to a pipe or a file.
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    format: Option<FormatOption>,
    /// Short for `--format json`
    #[arg(long, global = true, hide = true, conflicts_with_all = ["format", "plain"])]
    json: bool,
    /// Short for `--format plain`
    #[arg(long, global = true, hide = true, conflicts_with = "format")]
    plain: bool,
}

impl Globals {
    fn format(&self) -> Option<FormatOption> {
        match (self.json, self.plain) {
            (true, _) => Some(FormatOption::Json),
            (_, true) => Some(FormatOption::Plain),
            _ => self.format,
        }
    }
}

/// Arguments of a verb with subcommands. The subcommands are described to clap lazily, once the verb is
/// called.
#[derive(clap::Args, Debug)]
struct Sub<T: Subcommand> {
    #[command(subcommand)]
    command: T,
}

// Each verb is described to clap lazily, because describing all verbs takes longer than validating a string.
#[derive(Subcommand, Debug)]
#[command(defer = true)]
enum Verb {
    /// Validate strings
    #[command(aliases = ["check", "lint"])]
    Validate(validate::Arguments),
    /// Print canonical strings
    #[command(aliases = ["fmt", "format", "normalize", "normalise", "canonical", "canonicalize", "canonicalise", "sort"])]
    Canon(canon::Arguments),
    /// Explain each part of a string
    ///
    /// Positions are counted in characters from 1, as in error messages. In a string with one line, a position is a
    /// character or a range of characters, such as `2-5`. In any other string, a position is a line and a column. With
    /// `--format json`, a position also has offsets in bytes, counted from 0.
    #[command(aliases = ["describe", "info"])]
    Explain(explain::Arguments),
    /// Draw a picture of a string
    #[command(aliases = ["show", "draw", "print", "view", "display", "picture"])]
    Render(render::Arguments),
    /// Find the kinds that a string can be
    #[command(aliases = ["detect", "guess", "type", "what"])]
    Identify(identify::Arguments),
    /// List the kinds of strings, with an example of each
    Kinds(codes::KindsArguments),
    /// Explain an error code, or search for codes
    #[command(aliases = ["code", "error", "errors"])]
    Codes(codes::Arguments),
    /// Print the JSON Schema of the JSON that clowder writes and reads
    #[command(alias = "schemas")]
    Schema(schema::Arguments),
    /// List the official challenges
    Challenges(challenges::Arguments),
    /// Compare the values of two strings
    #[command(aliases = ["compare", "cmp"])]
    Diff(diff::Arguments),
    /// Set up the starting state of a challenge of Race to the Raft
    Setup(raft::Setup),
    /// Apply actions to a state
    Apply(Sub<apply::Arguments>),
    /// List the legal actions in a state
    #[command(aliases = ["moves", "legal", "actions"])]
    LegalMoves(Sub<legal_moves::Arguments>),
    /// Report whether a game continues, is won, is lost or is a draw
    Outcome(Sub<outcome::Arguments>),
    /// Find all solutions of a challenge, or the best action in a game
    #[command(alias = "solver")]
    Solve(Sub<solve::Arguments>),
    /// Play a game in the terminal
    Play(Sub<play::Arguments>),
    /// Show, turn and place pentominoes and other shapes, and tile regions with them
    #[command(alias = "pentominoes")]
    Pentomino(Sub<pentomino::Arguments>),
    /// Generate random strings, games and test cases from a seed
    #[command(aliases = ["gen", "random"])]
    Generate(Sub<generate::Arguments>),
    /// Count the action sequences of a given length from a state of Race to the Raft
    ///
    /// Placing a card and placing the fire tile that is drawn next are two actions. Draws of cards are not
    /// actions, so a sequence cannot continue when the hand is empty. A sequence also cannot continue when
    /// the game is over.
    Perft(raft::Perft),
    /// Check bots, play them against each other, and replay saved games
    #[command(alias = "bots")]
    Bot(bot::Arguments),
    /// Grade a program against test cases
    #[command(alias = "mark")]
    Grade(grade::Arguments),
    /// Find the smallest question that a program answers wrongly
    Hunt(hunt::Arguments),
    /// Answer questions of `grade` in place of a program, correctly or with one mistake
    Answer(answer::Arguments),
    /// Answer lines of several verbs in one process
    Serve(serve::Arguments),
    /// Write the page that checks strings in a browser
    Page(page::Arguments),
    /// Describe clowder or one of its commands
    Help(help::Arguments),
    /// Print a completion script for a shell
    #[command(alias = "completion")]
    Completions(shell::Completions),
    /// Print a manual page
    #[command(alias = "manual")]
    Man(shell::Man),
}

impl Verb {
    /// Whether the verb supports `--format concise`.
    fn can_be_concise(&self) -> bool {
        matches!(
            self,
            Self::Validate(_)
                | Self::Canon(_)
                | Self::Explain(_)
                | Self::Render(_)
                | Self::Diff(_)
                | Self::Apply(_)
                | Self::LegalMoves(_)
                | Self::Outcome(_)
        )
    }
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    #[cfg(arena)]
    crate::arena::process::enter();
    let arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() < 2 {
        note(help::OVERVIEW.trim_end());
        return Status::Trouble.into();
    }
    let cli = match narrow::words_only(&arguments).map_or_else(|| parse_in_full(&arguments), Ok) {
        Ok(cli) => cli,
        Err(status) => return status.into(),
    };
    let mut context = Context::new(cli.globals.color, cli.globals.format());
    let result = dispatch(&cli.verb, &mut context).and_then(|status| context.finish(status).map(|()| status));
    let unclear = result.as_ref().err().and_then(|error| error.downcast_ref::<Unclear>());
    let advice = unclear.map(|unclear| advised(&arguments, |typed| typed.about_words(unclear)));
    let status = ended(result);
    advice.into_iter().for_each(note);
    status.into()
}

fn dispatch(verb: &Verb, context: &mut Context) -> Result<Status> {
    anyhow::ensure!(
        !context.concise || verb.can_be_concise(),
        "`--format concise` reports errors in strings; only validate, canon, explain, render, diff, apply, legal-moves and \
         outcome can write it"
    );
    match verb {
        Verb::Validate(arguments) => validate::run(arguments, context),
        Verb::Canon(arguments) => canon::run(arguments, context),
        Verb::Explain(arguments) => explain::run(arguments, context),
        Verb::Render(arguments) => render::run(arguments, context),
        Verb::Identify(arguments) => identify::run(arguments, context),
        Verb::Kinds(arguments) => codes::kinds(arguments, context),
        Verb::Codes(arguments) => codes::run(arguments, context),
        Verb::Schema(arguments) => schema::run(arguments, context),
        Verb::Challenges(arguments) => challenges::run(arguments, context),
        Verb::Diff(arguments) => diff::run(arguments, context),
        Verb::Apply(Sub { command }) => apply::run(command, context),
        Verb::LegalMoves(Sub { command }) => legal_moves::run(command, context),
        Verb::Play(Sub { command }) => play::run(command, context),
        Verb::Solve(Sub { command }) => solve::run(command, context),
        Verb::Pentomino(Sub { command }) => pentomino::run(command, context),
        Verb::Generate(Sub { command }) => generate::run(command, context),
        Verb::Setup(arguments) => raft::setup(arguments, context),
        Verb::Outcome(Sub { command }) => outcome::run(command, context),
        Verb::Perft(arguments) => raft::perft(arguments, context),
        Verb::Bot(arguments) => bot::run(arguments, context),
        Verb::Grade(arguments) => grade::run(arguments, context),
        Verb::Hunt(arguments) => hunt::run(arguments, context),
        Verb::Answer(arguments) => answer::run(arguments, context),
        Verb::Serve(_) => serve::run(context, parse_served, dispatch),
        Verb::Page(arguments) => page::run(arguments, context),
        Verb::Help(arguments) => help::run(arguments, &command(Color::Never), context),
        Verb::Completions(arguments) => shell::completions(arguments, &mut command(Color::Never), context),
        Verb::Man(arguments) => shell::man(arguments, &command(Color::Never), context),
    }
}

/// Parses the command line of a verb that `serve` runs.
fn parse_served(arguments: &[OsString]) -> Result<Verb, String> {
    // Keep the error and any similar names, but drop the usage line, which would not help here.
    let told = |error: clap::Error| {
        let text = error.to_string();
        let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("; ").trim_start_matches("error: ").to_owned()
    };
    parse(Cli::command(), arguments).map(|cli| cli.verb).map_err(told)
}

/// Describes the whole command line to clap. `asked` decides whether help and usage errors use colour.
pub(crate) fn command(asked: Color) -> clap::Command {
    let mut root = Cli::command().color(match asked {
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
        Color::Auto => ColorChoice::Auto,
    });
    // Building a verb replaces its description with the doc comments of its option groups, so the original
    // descriptions are set again.
    let about = |verb: &clap::Command| {
        let [about, long] = [verb.get_about(), verb.get_long_about()].map(|text| text.cloned().into());
        (verb.get_name().to_owned(), about, long)
    };
    let verbs: Vec<_> = root.get_subcommands().map(about).collect();
    root.build();
    for (name, about, long) in verbs {
        let (about, long): (Resettable<StyledStr>, Resettable<StyledStr>) = (about, long);
        root = root.mut_subcommand(name, |verb| verb.about(about).long_about(long));
    }
    help::with_usage(root, "")
}

fn parse(command: clap::Command, arguments: &[OsString]) -> Result<Cli, clap::Error> {
    command.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches))
}

/// Parses any command line. Prints help and the version to standard output (status 0), and usage errors to
/// standard error (status 2).
fn parse_in_full(arguments: &[OsString]) -> Result<Cli, Status> {
    let asked = colour::asked(arguments.iter().skip(1).cloned());
    // Adding usage lines takes a third of the startup time, so they are added only for errors.
    let parsed = match parse(Cli::command(), arguments) {
        Err(error) if error.use_stderr() => parse(command(asked), arguments),
        parsed => parsed,
    };
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp => help(asked, arguments),
        _ => usage(asked, arguments, &error),
    })
}

/// Prints the help that a command line requests.
fn help(asked: Color, arguments: &[OsString]) -> Status {
    let root = command(Color::Never);
    let (words, length) = help::requested(&root, arguments);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut output = Context::new(asked, None);
    let written = help::Described::find(&root, &words)
        .and_then(|described| output.write(help::screen(&described, length, output.colour)))
        .and_then(|()| output.flush());
    ended(written.map(|()| Status::Yes))
}

/// Prints the version, or a usage error followed by advice.
fn usage(asked: Color, arguments: &[OsString], error: &clap::Error) -> Status {
    let rendered = error.render();
    let mut output = Context::new(asked, None);
    let paint = if error.use_stderr() { output.error_colour } else { output.colour };
    let text = if paint { rendered.ansi().to_string() } else { rendered.to_string() };
    if error.use_stderr() {
        note(advised(arguments, |typed| typed.about_usage(&text, error)));
        return Status::Trouble;
    }
    ended(output.write(text).and_then(|()| output.flush()).map(|()| Status::Yes))
}

fn advised(arguments: &[OsString], advice: impl Fn(&Typed<'_>) -> String) -> String {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    advice(&Typed::new(&words, &command(Color::Never), help::first_example))
}

/// Returns the exit status of a run, and prints the error if the run has failed.
fn ended(result: Result<Status>) -> Status {
    match result {
        Ok(status) => status,
        Err(error) if error.is::<ClosedPipe>() => Status::Yes,
        Err(error) => {
            // The error can contain a path or a name from the input. Escaping does not change text that is already
            // escaped.
            note(format!("clowder: {}", escape(&format!("{error:#}"))));
            Status::Trouble
        }
    }
}
