//! `schema`: the JSON Schemas of all JSON that clowder writes or reads.
//!
//! The schemas are derived from the Rust types whose values are written as JSON. Some JSON is written or read piece by
//! piece, such as the messages of the bot protocol. For such JSON, there are types that only describe it, for example
//! in [`protocol`] and [`input`]. The tests validate real messages and files against the schemas of these types.

mod arena;
mod input;
mod members;
mod protocol;
mod raft;

pub(super) use members::Members;

use super::exit::Status;
use super::output_file::OutputFile;
use super::result::ResultObject;
use super::{Context, Format};
use crate::diagnostics::escape::escape;
use crate::grade::report::gradescope;
use crate::grade::report::json::{CaseOut, ReportOut};
use crate::render::{Paint, Scene, Style};
use arena::TOURNAMENTS;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The name of the schema [default: list all schemas]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    output: OutputFile,
}

/// A schema with its name.
pub(crate) struct Named {
    name: &'static str,
    about: &'static str,
    schema: fn() -> Schema,
}

/// A schema in the list.
#[derive(serde::Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NameOut {
    /// The name that `clowder schema` accepts.
    name: &'static str,
    /// The JSON that the schema describes.
    about: &'static str,
}

/// Returns the schema of JSON that clowder writes. In this schema, a member is required if it is always written.
const fn of<T: JsonSchema>(name: &'static str, about: &'static str) -> Named {
    let schema = || SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>();
    Named { name, about, schema }
}

/// Returns the schema of JSON that clowder reads. In this schema, a member is required if it cannot be left out.
const fn input<T: JsonSchema>(name: &'static str, about: &'static str) -> Named {
    let schema = || SchemaSettings::default().for_deserialize().into_generator().into_root_schema_for::<T>();
    Named { name, about, schema }
}

/// The five strings of a state: board, decks, hand, exhausted cats, and fire bag.
type State = [String; 5];

/// All schemas, apart from the schemas of tournaments.
const ALL: &[Named] = &[
    of::<ResultObject<'static>>(
        "result",
        "the answer to one string, as every verb that reads strings writes it",
    ),
    of::<super::identify::IdentifyOut<'static>>(
        "identify",
        "the output of `identify`, which lists the kinds that a string fits",
    ),
    of::<super::diff::DiffOut<'static>>(
        "diff",
        "the output of `diff`, which lists the differences between two strings",
    ),
    of::<super::codes::KindOut>("kind", "a kind, as `kinds` lists it"),
    of::<super::lesson::CodeOut<'static>>("code", "an error code, as `codes` lists it"),
    of::<NameOut>("schema", "a schema, as `schema` lists it"),
    of::<super::raft::SetupOut<'static>>("setup", "a starting state, as `setup` writes it"),
    of::<State>(
        "state",
        "a state of Race to the Raft, which `generate raft-state` writes and other verbs read",
    ),
    of::<super::raft::StepOut>("raft-game", "one step of a game, as `generate raft-game --steps` writes it"),
    input::<raft::RaftRecord>("raft-record", "a game of Race to the Raft, as `generate raft-game` writes it"),
    of::<super::help::HelpOut>("help", "the description of a command, as `help` writes it"),
    input::<input::Line>("line", "a line of a `--jsonl` batch"),
    input::<input::Case>("case", "a test case, which `grade` reads and `generate cases` writes"),
    input::<input::Answer>("answer", "a line of the file that `grade --answers` reads"),
    of::<super::grade::suites::SuiteOut>("suite", "a suite, as `grade --suites` lists it"),
    of::<ReportOut<CaseOut<'static>>>("verdicts", "the report of `grade --report json`"),
    of::<gradescope::Results>("gradescope", "the results file of `grade --report gradescope`"),
    input::<protocol::Request>("bot-request", "a message of the referee to a bot"),
    input::<protocol::Reply>("bot-reply", "the reply of a bot"),
    input::<protocol::GameRecord>("game-record", "a saved game"),
    of::<protocol::Frame>("replay", "one position of a saved game, as `bot replay` writes it"),
];

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let all = || ALL.iter().chain(TOURNAMENTS);
    let Some(name) = &arguments.name else { return list(all(), context) };
    let Some(named) = all().find(|named| named.name == *name) else {
        anyhow::bail!("there is no schema `{}` (`clowder schema` lists all schemas)", escape(name));
    };
    let mut schema = (named.schema)();
    schema.insert("title".to_owned(), named.name.into());
    context.output.line(serde_json::to_string_pretty(&schema)?)?;
    Ok(Status::Yes)
}

fn list(all: impl Iterator<Item = &'static Named>, context: &mut Context) -> anyhow::Result<Status> {
    let mut scene = Scene::new();
    for Named { name, about, .. } in all {
        match context.format() {
            Format::Json => context.output.line(crate::diagnostics::json::text(&NameOut { name, about })?)?,
            Format::Plain => context.output.line(name)?,
            Format::Human => {
                scene.line().put(format!("{name:<20}  "), Style::ink(Paint::Sky).bold());
                scene.put(*about, Style::PLAIN);
            }
        }
    }
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}
