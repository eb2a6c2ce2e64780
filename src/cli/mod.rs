//! The command line. Most verbs have a file or a directory of their own. All verbs share the code for inputs, outputs,
//! batches, colours and exit statuses.

mod apply;
mod batch;
mod batch_lines;
mod batch_stream;
mod bot;
mod canon;
mod challenges;
mod codes;
mod colour;
mod diff;
mod diff_dir;
mod examples;
mod exit;
mod explain;
mod figure;
mod fix;
mod formats;
#[cfg(fuzzing)]
pub mod fuzzing;
mod games;
mod generate;
mod generate_kinds;
mod generate_region;
mod grade;
mod guesses;
mod help;
mod hints;
mod identify;
mod in_order;
mod input;
mod jsonl;
mod kinds;
mod legal_moves;
mod lesson;
mod line_breaks;
mod narrow;
mod outcome;
mod output;
mod output_file;
mod pages;
mod penguins;
mod penguins_hint;
mod pentomino;
mod pentomino_progress;
mod pentomino_tile;
mod picture_names;
mod play;
mod programs;
mod raft;
#[cfg(test)]
mod readings;
mod render;
mod result;
mod schema;
mod seed;
mod shape_input;
mod shard;
mod shell;
mod signals;
mod situations;
mod solve;
mod states;
mod stream;
mod subject;
mod system;
mod tally;
mod validate;
mod write;

use crate::diagnostics::escape::escape;
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use colour::Color;
use exit::{ClosedPipe, Status};
use formats::{ErrorFormat, FormatOption};
use guesses::Guess;
use output::{Output, note};
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;

/// The maximum number of columns of a help screen.
const COLUMNS: usize = 100;

/// The maximum number of times that the meaning of one command line is guessed.
const MAX_GUESSES: usize = 3;

/// Read, check and draw the strings of puzzles and games, solve puzzles, and referee games
#[derive(Parser, Debug)]
#[command(name = "clowder", version, max_term_width = COLUMNS, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    verb: Verb,
}

/// The help text of the option `--ascii`, which many verbs have.
const ASCII: &str = "Draw pictures with ASCII characters only";

/// The options of every verb.
#[derive(clap::Args, Debug, Default)]
struct Globals {
    /// When to use colour
    #[arg(long, alias = "colour", global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
    /// Output format [default: json for a batch whose output goes to a pipe or a file, otherwise human]
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
    /// Returns the requested format.
    fn format(&self) -> Option<FormatOption> {
        match (self.json, self.plain) {
            (true, _) => Some(FormatOption::Json),
            (_, true) => Some(FormatOption::Plain),
            _ => self.format,
        }
    }
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// The format for people, with colours, carets and pictures.
    Human,
    /// One JSON object on each line.
    Json,
    /// One item on each line and nothing else.
    Plain,
}

#[derive(Subcommand, Debug)]
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
    #[command(subcommand)]
    Apply(apply::Arguments),
    /// List the legal actions in a state
    #[command(subcommand, aliases = ["moves", "legal", "actions"])]
    LegalMoves(legal_moves::Arguments),
    /// Report whether a game continues, is won, is lost or is a draw
    #[command(subcommand)]
    Outcome(outcome::Arguments),
    /// Find all solutions of a challenge, or the best action in a game
    #[command(subcommand, visible_alias = "hint", alias = "solver")]
    Solve(solve::Arguments),
    /// Play a game in the terminal
    #[command(subcommand)]
    Play(play::Arguments),
    /// Show, turn and place pentominoes and other shapes, and tile regions with them
    #[command(subcommand, alias = "pentominoes")]
    Pentomino(pentomino::Arguments),
    /// Generate random strings, games and test cases from a seed
    #[command(subcommand, aliases = ["gen", "random"])]
    Generate(generate::Arguments),
    /// Count the action sequences of a given length from a state of Race to the Raft
    ///
    /// Placing a card and placing the fire tile that is drawn next are two actions. Draws of cards are not actions, so
    /// a sequence cannot continue when the hand is empty. It also cannot continue when the game is over.
    Perft(raft::Perft),
    /// Check bots, play them against each other, and replay saved games
    #[command(alias = "bots")]
    Bot(bot::Arguments),
    /// Grade a program against test cases
    #[command(alias = "mark")]
    Grade(grade::Arguments),
    /// Join the results of a grading or a batch that was divided into parts
    Merge(grade::merge::Arguments),
    /// Describe clowder or one of its commands
    Help(help::Arguments),
    /// Print a completion script for a shell
    #[command(alias = "completion")]
    Completions(shell::Completions),
    /// Print a manual page
    #[command(alias = "manual")]
    Man(shell::Man),
}

/// The context that every verb gets.
pub(crate) struct Context {
    /// The format of the answer, if `--format` is given.
    pub(crate) format: Option<Format>,
    /// The format of the errors, if `--format` names a format that contains only errors.
    pub(crate) errors: Option<ErrorFormat>,
    /// Standard output.
    pub(crate) output: Output,
}

impl Context {
    /// Returns the format of a single answer, which is [`Format::Human`] if `--format` is not given.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Human)
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
    let arguments =
        guesses::help_last(&arguments).or_else(|| guesses::hinted(&arguments)).unwrap_or(arguments);
    let cli = match narrow::parse(&arguments).map_or_else(|| parse_in_full(&arguments), Ok) {
        Ok(cli) => cli,
        Err(status) => return status.into(),
    };
    let (format, errors) = FormatOption::split(cli.globals.format());
    let mut context = Context { format, errors, output: Output::new(cli.globals.color) };
    let result = formats::check(&cli.verb, cli.globals.format())
        .and_then(|()| dispatch(cli.verb, &mut context))
        .and_then(|status| context.output.finish(status).map(|()| status));
    ended(result).into()
}

fn dispatch(verb: Verb, context: &mut Context) -> anyhow::Result<Status> {
    match verb {
        Verb::Validate(arguments) => validate::run(&arguments, context),
        Verb::Canon(arguments) => canon::run(&arguments, context),
        Verb::Explain(arguments) => explain::run(&arguments, context),
        Verb::Render(arguments) => render::run(&arguments, context),
        Verb::Identify(arguments) => identify::run(&arguments, context),
        Verb::Kinds(arguments) => codes::kinds(&arguments, context),
        Verb::Codes(arguments) => codes::run(&arguments, context),
        Verb::Schema(arguments) => schema::run(&arguments, context),
        Verb::Challenges(arguments) => challenges::run(&arguments, context),
        Verb::Diff(arguments) => diff::run(&arguments, context),
        Verb::Apply(arguments) => apply::run(&arguments, context),
        Verb::LegalMoves(arguments) => legal_moves::run(&arguments, context),
        Verb::Play(arguments) => play::run(&arguments, context),
        Verb::Solve(arguments) => solve::run(&arguments, context),
        Verb::Pentomino(arguments) => pentomino::run(&arguments, context),
        Verb::Generate(arguments) => generate::run(&arguments, context),
        Verb::Setup(arguments) => raft::setup(&arguments, context),
        Verb::Outcome(arguments) => outcome::run(&arguments, context),
        Verb::Perft(arguments) => raft::perft(&arguments, context),
        Verb::Bot(arguments) => bot::run(&arguments, context),
        Verb::Grade(arguments) => grade::run(&arguments, context),
        Verb::Merge(arguments) => grade::merge::run(&arguments, context),
        Verb::Help(arguments) => help::run(&arguments, context),
        Verb::Completions(arguments) => shell::completions(&arguments, context),
        Verb::Man(arguments) => shell::man(&arguments, context),
    }
}

/// Returns the description of the command line. Help and usage errors use colour if `asked` allows colour.
pub(crate) fn command(asked: Color) -> clap::Command {
    help::with_usage(Cli::command(), "").color(match asked {
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
        Color::Auto => ColorChoice::Auto,
    })
}

/// Parses a command line that is described by `command`.
fn parse(command: clap::Command, arguments: &[OsString]) -> Result<Cli, clap::Error> {
    command.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches))
}

/// Parses the command line with the full description. Help and the version are printed on standard output, and the
/// status is 0. Usage errors are printed on standard error, and the status is 2.
fn parse_in_full(arguments: &[OsString]) -> Result<Cli, Status> {
    let asked = colour::asked(arguments.iter().skip(1).cloned());
    let failed = |arguments: &[OsString], error: &clap::Error| match error.kind() {
        ErrorKind::DisplayHelp => help(asked, arguments),
        _ => usage(asked, arguments, error),
    };
    // The usage lines are only written for errors, because writing them takes a third of the startup time.
    let parsed = match parse(Cli::command(), arguments) {
        Err(error) if error.use_stderr() => parse(command(asked), arguments),
        parsed => parsed,
    };
    let mut error = match parsed {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let mut arguments = guesses::verb_first(arguments);
    if guesses::has_no_verb(&arguments) && error.use_stderr() {
        note(help::OVERVIEW.trim_end());
        return Err(Status::Trouble);
    }
    // The meaning of a guessed word can be a command line that has to be guessed, too: `best @state.json` means
    // `solve @state.json`, which means `solve raft @state.json`.
    for _ in 0..MAX_GUESSES {
        if !error.use_stderr() {
            break;
        }
        match guesses::meaning(&arguments, &command(asked), &input::read_ahead) {
            Some(Guess::Run(meant)) => match parse(command(asked), &meant) {
                Ok(cli) => return Ok(cli),
                Err(why) => (arguments, error) = (meant, why),
            },
            Some(Guess::Tell(text)) => {
                note(text.trim_end());
                return Err(Status::Trouble);
            }
            None => break,
        }
    }
    Err(failed(&arguments, &error))
}

/// Prints the help that a command line requests.
fn help(asked: Color, arguments: &[OsString]) -> Status {
    let (words, length) = help::requested(arguments);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut output = Output::new(asked);
    let written = help::Described::find(&words)
        .and_then(|described| output.write(help::screen(described, length, output.colour)))
        .and_then(|()| output.flush());
    ended(written.map(|()| Status::Yes))
}

/// Prints the version, or a usage error with advice.
fn usage(asked: Color, arguments: &[OsString], error: &clap::Error) -> Status {
    let rendered = error.render();
    if error.use_stderr() {
        let variable = |name: &str| std::env::var_os(name);
        let paint = colour::paints(asked, variable, std::io::stderr().is_terminal());
        let text = if paint { rendered.ansi().to_string() } else { rendered.to_string() };
        note(guesses::with_advice(&text, arguments, error));
        return Status::Trouble;
    }
    let mut output = Output::new(asked);
    let text = if output.colour { rendered.ansi().to_string() } else { rendered.to_string() };
    ended(output.write(text).and_then(|()| output.flush()).map(|()| Status::Yes))
}

/// Returns the exit status of a run. If the run has failed, its error is printed.
fn ended(result: anyhow::Result<Status>) -> Status {
    match result {
        Ok(status) => status,
        Err(error) if error.is::<ClosedPipe>() => Status::Yes,
        Err(error) => {
            // The error can contain a path or a name from the input. Text that is already escaped is not changed again.
            note(format!("clowder: {}", escape(&format!("{error:#}"))));
            Status::Trouble
        }
    }
}
