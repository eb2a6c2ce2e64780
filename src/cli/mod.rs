//! The command line: one file a verb; inputs, outputs, batches, colours and exit statuses shared.

mod apply;
mod batch;
mod batch_lines;
mod bot;
mod canon;
mod challenges;
mod codes;
mod colour;
mod diff;
mod examples;
mod exit;
mod explain;
mod figure;
mod fix;
mod formats;
mod games;
mod generate;
mod grade;
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
mod penguins;
mod pentomino;
mod pentomino_progress;
mod pentomino_tile;
mod programs;
mod raft;
#[cfg(test)]
mod readings;
mod render;
mod result;
mod schema;
mod seed;
mod shell;
mod signals;
mod solve;
mod states;
mod stream;
mod subject;
mod system;
mod tally;
mod validate;
mod write;

use crate::diagnostics::escape::escape;
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use colour::Color;
use exit::{ClosedPipe, Status};
use formats::{ErrorFormat, FormatOption};
use output::{Output, note};
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;

/// Reads, checks, draws and plays the strings of puzzles: Race to the Raft, Penguins Pool Party, pentominoes, and
/// the bot protocol.
#[derive(Parser, Debug)]
#[command(name = "clowder", version, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    verb: Verb,
}

/// What every verb understands.
#[derive(clap::Args, Debug)]
struct Globals {
    /// Whether to paint
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
    /// Form of the answer [default: human for one text, json for a batch]
    #[arg(long, global = true, value_enum, value_name = "FORM")]
    format: Option<FormatOption>,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people: colours, carets, pictures.
    Human,
    /// One JSON object on each line.
    Json,
    /// One item on each line and nothing else.
    Plain,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Is it well formed, canonical and consistent?
    Validate(validate::Arguments),
    /// The canonical string
    Canon(canon::Arguments),
    /// Each part: where it stands and what it means
    Explain(explain::Arguments),
    /// A picture
    Render(render::Arguments),
    /// Find the kinds that a string can be
    Identify(identify::Arguments),
    /// The kinds of string, with an example of each
    Kinds,
    /// Explain a diagnostic code, with examples, or search for codes
    Codes(codes::Arguments),
    /// Print the JSON Schema of the JSON that clowder writes and reads
    Schema(schema::Arguments),
    /// The official challenges
    Challenges(challenges::Arguments),
    /// Are two texts equal as values, and where are they not?
    Diff(diff::Arguments),
    /// The starting state of a challenge of Race to the Raft
    Setup(raft::Setup),
    /// The state after actions, or why not
    #[command(subcommand)]
    Apply(apply::Arguments),
    /// Every legal action, sorted
    #[command(subcommand)]
    LegalMoves(legal_moves::Arguments),
    /// Goes on, won or lost, and why
    #[command(subcommand)]
    Outcome(outcome::Arguments),
    /// All solutions
    #[command(subcommand)]
    Solve(solve::Arguments),
    /// Pentominoes and other shapes: their names, how they lie, and what they tile
    #[command(subcommand)]
    Pentomino(pentomino::Arguments),
    /// Seeded random instances
    #[command(subcommand)]
    Generate(generate::Arguments),
    /// How many sequences of actions a state of Race to the Raft has
    ///
    /// A card and the tile that follows it are two actions. A sequence ends at an empty hand or the game's end: draws are
    /// no part of it.
    Perft(raft::Perft),
    /// Play, replay and check games of bots
    Bot(bot::Arguments),
    /// A program under test against cases
    Grade(grade::Arguments),
    /// A completion script for a shell
    Completions(shell::Completions),
    /// The manual page, of a verb too: `man bot match`
    Man(shell::Man),
}

/// What every verb is given.
pub(crate) struct Context {
    /// The form of the answer that `--format` asks for, if it is given.
    pub(crate) format: Option<Format>,
    /// The form of the errors that `--format` asks for, if it is only about errors.
    pub(crate) errors: Option<ErrorFormat>,
    /// Standard output.
    pub(crate) output: Output,
}

impl Context {
    /// The form of a single answer.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Human)
    }
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    #[cfg(arena)]
    crate::arena::process::enter();
    let arguments: Vec<_> = std::env::args_os().collect();
    let cli = match narrow::parse(&arguments).map_or_else(|| parse_in_full(&arguments), Ok) {
        Ok(cli) => cli,
        Err(status) => return status.into(),
    };
    let (format, errors) = FormatOption::split(cli.globals.format);
    let mut context = Context { format, errors, output: Output::new(cli.globals.color) };
    let result = formats::check(&cli.verb, cli.globals.format)
        .and_then(|()| dispatch(cli.verb, &mut context))
        .and_then(|status| context.output.flush().map(|()| status));
    ended(result).into()
}

fn dispatch(verb: Verb, context: &mut Context) -> anyhow::Result<Status> {
    match verb {
        Verb::Validate(arguments) => validate::run(&arguments, context),
        Verb::Canon(arguments) => canon::run(&arguments, context),
        Verb::Explain(arguments) => explain::run(&arguments, context),
        Verb::Render(arguments) => render::run(&arguments, context),
        Verb::Identify(arguments) => identify::run(&arguments, context),
        Verb::Kinds => codes::kinds(context),
        Verb::Codes(arguments) => codes::run(&arguments, context),
        Verb::Schema(arguments) => schema::run(&arguments, context),
        Verb::Challenges(arguments) => challenges::run(&arguments, context),
        Verb::Diff(arguments) => diff::run(&arguments, context),
        Verb::Apply(arguments) => apply::run(&arguments, context),
        Verb::LegalMoves(arguments) => legal_moves::run(&arguments, context),
        Verb::Solve(arguments) => solve::run(&arguments, context),
        Verb::Pentomino(arguments) => pentomino::run(&arguments, context),
        Verb::Generate(arguments) => generate::run(&arguments, context),
        Verb::Setup(arguments) => raft::setup(&arguments, context),
        Verb::Outcome(arguments) => outcome::run(&arguments, context),
        Verb::Perft(arguments) => raft::perft(&arguments, context),
        Verb::Bot(arguments) => bot::run(&arguments, context),
        Verb::Grade(arguments) => grade::run(&arguments, context),
        Verb::Completions(arguments) => shell::completions(&arguments, context),
        Verb::Man(arguments) => shell::man(&arguments, context),
    }
}

/// The description of the command line, painted as our one rule of colours says.
pub(crate) fn command(asked: Color) -> clap::Command {
    Cli::command().color(match asked {
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
        Color::Auto => ColorChoice::Auto,
    })
}

/// Parses by the full description. Help and version go to standard output with 0, faults of usage to standard error
/// with 2.
fn parse_in_full(arguments: &[OsString]) -> Result<Cli, Status> {
    let asked = colour::asked(arguments.iter().skip(1).cloned());
    let matches = command(asked).try_get_matches_from(arguments);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| usage(asked, &error))
}

fn usage(asked: Color, error: &clap::Error) -> Status {
    let rendered = error.render();
    if error.use_stderr() {
        let variable = |name: &str| std::env::var_os(name);
        let paint = colour::paints(asked, variable, std::io::stderr().is_terminal());
        let text = if paint { rendered.ansi().to_string() } else { rendered.to_string() };
        note(text.trim_end());
        return Status::Trouble;
    }
    let mut output = Output::new(asked);
    let text = if output.colour { rendered.ansi().to_string() } else { rendered.to_string() };
    ended(output.write(text).and_then(|()| output.flush()).map(|()| Status::Yes))
}

/// The status of a run that may have failed; its error is told.
fn ended(result: anyhow::Result<Status>) -> Status {
    match result {
        Ok(status) => status,
        Err(error) if error.is::<ClosedPipe>() => Status::Yes,
        Err(error) => {
            // It may quote a path or a name from outside; what has been escaped already passes unchanged.
            note(format!("clowder: {}", escape(&format!("{error:#}"))));
            Status::Trouble
        }
    }
}
