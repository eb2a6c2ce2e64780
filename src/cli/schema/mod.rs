//! `schema`: JSON Schemas of the JSON that other programs read or write.
//!
//! The schemas of answers are derived from the Rust types that clowder writes. The other schemas are files in
//! `src/texts/schemas/`. Tests validate real output and input against every schema.

mod members;

use super::{Context, Format, OutputFile, Result, Status};
use members::Members;

use crate::check::ResultObject;
use crate::grade::report::json::{CaseOut, ReportOut};
use crate::render::{Paint, Scene, Style};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Name of the schema [default: list all schemas]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(serde::Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
    #[serde(skip)]
    schema: Source,
}

enum Source {
    File(&'static str),
    Type(fn() -> schemars::Schema),
}

/// The schema of a referee's message. It defines each game's view under the name of the game.
pub(super) const BOT_REQUEST: &str = include_str!("../../texts/schemas/bot-request.json");

const ALL: [Named; 6] = [
    Named {
        name: "result",
        about: "the answer for one string, in the form written by every verb that reads strings",
        schema: Source::Type(derived::<ResultObject<'static, Members>>),
    },
    Named {
        name: "case",
        about: "a test case, as read by `grade` and written by `generate cases`",
        schema: Source::File(include_str!("../../texts/schemas/case.json")),
    },
    Named {
        name: "verdicts",
        about: "the report of `grade --report json`",
        schema: Source::Type(derived::<ReportOut<CaseOut<'static>>>),
    },
    Named {
        name: "bot-request",
        about: "a message from the referee to a bot",
        schema: Source::File(BOT_REQUEST),
    },
    Named {
        name: "bot-reply",
        about: "a bot's reply",
        schema: Source::File(include_str!("../../texts/schemas/bot-reply.json")),
    },
    Named {
        name: "game-record",
        about: "a saved game",
        schema: Source::File(include_str!("../../texts/schemas/game-record.json")),
    },
];

/// Derives the schema of JSON that clowder writes. Members that are always written are required.
fn derived<T: JsonSchema>() -> schemars::Schema {
    SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>()
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let Some(name) = &arguments.name else { return list(context) };
    let Some(named) = ALL.iter().find(|named| named.name == *name) else {
        anyhow::bail!("there is no schema `{name}` (`clowder schema` lists all schemas)");
    };
    match named.schema {
        Source::File(text) => context.write(text)?,
        Source::Type(schema) => {
            let mut schema = schema();
            schema.insert("title".to_owned(), named.name.into());
            context.line(serde_json::to_string_pretty(&schema)?)?;
        }
    }
    Ok(Status::Yes)
}

fn list(context: &mut Context) -> Result<Status> {
    let mut scene = Scene::new();
    for named in &ALL {
        match context.format() {
            Format::Json => context.json(named)?,
            Format::Plain => context.line(named.name)?,
            Format::Human => {
                scene.line().put(format!("{:<20}  ", named.name), Style::ink(Paint::Sky).bold());
                scene.put(named.about, Style::PLAIN);
            }
        }
    }
    context.scene(&scene)?;
    Ok(Status::Yes)
}
