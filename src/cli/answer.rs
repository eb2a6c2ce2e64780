//! `answer`: takes the place of a program under test and answers the requests of `grade`, correctly or with
//! one known mistake.

use super::grade::suites::{self, VariantOut};
use super::{Context, Format, Result, Seed, Status, input};
use crate::diagnostics::json;
use crate::grade::{Case, Misconception, Suite, reference};
use crate::random::Random;
use serde_json::{Map, Value};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Answer like this variant, which makes one mistake
    ///
    /// `--variants` lists the variants. Without this option, every answer is right.
    #[arg(long, value_name = "NAME", value_parser = variant)]
    variant: Option<Misconception>,
    /// List the variants with their mistakes, and answer nothing
    #[arg(long, conflicts_with = "variant")]
    variants: bool,
    /// List only the variants of this suite
    #[arg(long, value_name = "SUITE", value_parser = suites::parse, requires = "variants")]
    suite: Option<Suite>,
    #[command(flatten)]
    seed: Seed,
}

fn variant(name: &str) -> Result<Misconception, String> {
    name.parse().map_err(|_| "`clowder answer --variants` lists the variants".to_owned())
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    if arguments.variants {
        let is_wanted =
            |known: &&Misconception| arguments.suite.is_none_or(|suite| known.suites().contains(&suite));
        for known in Misconception::all().filter(is_wanted) {
            context.line(match context.format() {
                Format::Json => json::text(&VariantOut::from(known))?,
                Format::Plain => known.name().to_owned(),
                Format::Human => format!("{:31} {}", known.name(), known.program()),
            })?;
        }
        return Ok(Status::Yes);
    }
    let mut random = Random::new(arguments.seed.given().unwrap_or_default());
    for line in input::stdin()?.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        context.say(reply(&line, arguments.variant.as_ref(), &mut random))?;
    }
    Ok(Status::Yes)
}

fn reply(line: &str, variant: Option<&Misconception>, random: &mut Random) -> String {
    let mut question: Map<String, Value> = serde_json::from_str(line).unwrap_or_default();
    let id = question.remove("id").unwrap_or_default();
    let answer = Case::read(1, &Value::Object(question).to_string()).map_err(|errors| {
        let messages: Vec<_> = errors.iter().map(|error| error.message.clone()).collect();
        messages.join("; ")
    });
    let answer = answer.and_then(|case| match variant.and_then(|variant| variant.answer(&case)) {
        Some(wrong) => Ok(wrong),
        None => reference::answer(&case, random).map_err(|error| error.to_string()),
    });
    match answer {
        Ok(answer) => serde_json::json!({"id": id, "answer": answer}).to_string(),
        Err(error) => serde_json::json!({"id": id, "error": error}).to_string(),
    }
}
