//! `challenges`: lists the official challenges.

use super::exit::Status;
use super::figure::FigureOptions;
use super::seed;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::Notation as _;
use crate::penguins::{self, Level};
use crate::raft::{self, catalogue};
use crate::random::Random;
use crate::render::figure::html::Section;
use crate::render::figure::{Figure, FigureLook};
use crate::render::{Paint, Scene, Style, figures};
use std::ops::RangeInclusive;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// List only the challenge with this number
    #[arg(value_name = "NUMBER", conflicts_with = "random")]
    number: Option<usize>,
    /// List only this difficulty: 0 (easiest) to 5, or `easy` (0 and 1), `medium` (2 and 3) or `hard` (4 and 5)
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulties)]
    difficulty: Option<RangeInclusive<u8>>,
    /// List the challenges of Penguins Pool Party
    #[arg(long, conflicts_with = "difficulty")]
    penguins: bool,
    /// Level in Penguins Pool Party: starter, junior, expert or master
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// List only one challenge, chosen at random
    #[arg(long)]
    random: bool,
    #[command(flatten)]
    seed: seed::Seed,
    #[command(flatten)]
    figure: FigureOptions,
}

/// Reads a difficulty. It is a number, or a word such as `easy`, which means two numbers.
fn difficulties(text: &str) -> Result<RangeInclusive<u8>, String> {
    match (text.to_ascii_lowercase().as_str(), text.parse()) {
        ("easy", _) => Ok(0..=1),
        ("medium", _) => Ok(2..=3),
        ("hard", _) => Ok(4..=5),
        (_, Ok(number @ 0..=5)) => Ok(number..=number),
        _ => Err("a difficulty is a number from 0 (easiest) to 5, or easy, medium or hard".to_owned()),
    }
}

/// An official challenge of Race to the Raft.
#[derive(serde::Serialize)]
struct RaftOut<'a> {
    number: usize,
    /// The difficulty, from 0 (easiest) to 5.
    difficulty: u8,
    name: &'a str,
    challenge: &'a str,
}

/// An official challenge of Penguins Pool Party.
#[derive(serde::Serialize)]
struct PenguinsOut<'a> {
    number: u8,
    level: &'static str,
    challenge: &'a str,
    solution: String,
}

/// An official challenge of any game.
struct Listed {
    number: usize,
    challenge: String,
    json: String,
    /// What people read before the challenge.
    words: Vec<(String, Style)>,
    heading: String,
    caption: String,
    figure: Box<dyn Fn(&FigureLook) -> Figure>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.figure.open(context)?;
    let (title, command, all) = if arguments.penguins {
        let all = of_penguins(arguments.level)?;
        ("Challenges of Penguins Pool Party", "clowder challenges --penguins", all)
    } else {
        anyhow::ensure!(arguments.level.is_none(), "--level has an effect only with --penguins");
        ("Challenges of Race to the Raft", "clowder challenges", of_raft(arguments.difficulty.as_ref())?)
    };
    let wanted = |one: &&Listed| arguments.number.is_none_or(|number| number == one.number);
    let mut chosen: Vec<&Listed> = all.iter().filter(wanted).collect();
    if let Some(number) = arguments.number.filter(|_| chosen.is_empty()) {
        anyhow::bail!(
            "challenge {number} does not exist, or the options leave it out (`{command}` lists all challenges)"
        );
    }
    if arguments.random {
        let mut random = Random::new(arguments.seed.get());
        chosen = random.choose(&chosen).copied().into_iter().collect();
    }
    if arguments.figure.is_wanted() {
        let section = |one: &Listed| {
            let mut figure = (one.figure)(&arguments.figure.look());
            figure.title.clone_from(&one.heading);
            Section { heading: one.heading.clone(), caption: one.caption.clone(), figure }
        };
        arguments.figure.save_sheet(title, chosen.into_iter().map(section).collect(), context)?;
        return Ok(Status::Yes);
    }
    let format = context.format();
    let mut scene = Scene::new();
    for Listed { number, challenge, json, words, .. } in chosen {
        match format {
            Format::Json => context.output.line(json)?,
            Format::Plain => context.output.line(challenge)?,
            Format::Human => {
                scene.line().put(format!("{number:>2}  "), Style::FAINT);
                for (word, style) in words {
                    scene.put(word, *style);
                }
                scene.put(challenge, Style::PLAIN);
            }
        }
    }
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}

fn of_raft(difficulties: Option<&RangeInclusive<u8>>) -> anyhow::Result<Vec<Listed>> {
    let all = catalogue::official_challenges().iter();
    let wanted = all.filter(|one| difficulties.is_none_or(|wanted| wanted.contains(&one.difficulty)));
    let listed = |one: &'static catalogue::OfficialChallenge| {
        let catalogue::OfficialChallenge { number, difficulty, name, text } = one;
        let out = RaftOut { number: *number, difficulty: *difficulty, name, challenge: text };
        let figure = move |look: &FigureLook| {
            let challenge = raft::Challenge::parse_canonical(text);
            let mut figure =
                challenge.map_or_else(Figure::new, |challenge| figures::raft::challenge(&challenge, look));
            figure.description.clone_from(text);
            figure
        };
        Ok(Listed {
            number: *number,
            challenge: text.clone(),
            json: json::text(&out)?,
            words: vec![
                (format!("{difficulty}  "), Style::ink(Paint::Orange)),
                (format!("{name:<21}  "), Style::BOLD),
            ],
            heading: format!("{number}. {name}"),
            caption: format!("difficulty {difficulty}"),
            figure: Box::new(figure),
        })
    };
    wanted.map(listed).collect()
}

fn of_penguins(level: Option<Level>) -> anyhow::Result<Vec<Listed>> {
    let all = penguins::official_challenges().iter();
    let listed = |one: &'static penguins::OfficialChallenge| {
        let (number, level, challenge) = (one.number, one.level.name(), one.challenge.to_string());
        let out = PenguinsOut { number, level, challenge: &challenge, solution: one.solution.to_string() };
        Ok(Listed {
            number: number.into(),
            json: json::text(&out)?,
            words: vec![(format!("{level:<7}  "), Style::ink(Paint::Orange))],
            heading: format!("{number}. {level}"),
            caption: challenge.clone(),
            figure: Box::new(|look| figures::penguins::challenge(one.challenge, look)),
            challenge,
        })
    };
    all.filter(|one| level.is_none_or(|level| level == one.level)).map(listed).collect()
}
