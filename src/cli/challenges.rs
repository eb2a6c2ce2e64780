//! `challenges`: lists the official challenges.

use super::figure::FigureOptions;
use super::{Context, Format, Result, Status, seed};
use crate::diagnostics::Source;
use crate::notation::Kind;
use crate::penguins::{self, Level, UnknownLevel};
use crate::raft;
use crate::random::Random;
use crate::render::figure::html::Section;
use crate::render::{self, Paint, Picture, Scene, Style};
use std::ops::RangeInclusive;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// List only the challenge with this number
    #[arg(value_name = "NUMBER", conflicts_with = "random")]
    number: Option<usize>,
    /// List only this difficulty: 0 (easiest) to 5, or a word
    ///
    /// The words are `easy` (0 and 1), `medium` (2 and 3) and `hard` (4 and 5).
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulties)]
    difficulty: Option<RangeInclusive<u8>>,
    /// List the challenges of Penguins Pool Party
    #[arg(long, conflicts_with = "difficulty")]
    penguins: bool,
    /// List only this level: starter, junior, expert or master
    ///
    /// The levels are those of Penguins Pool Party.
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// List only one challenge, chosen at random
    #[arg(long)]
    random: bool,
    #[command(flatten)]
    seed: seed::Seed,
    #[command(flatten)]
    figure: FigureOptions,
}

/// Parses a difficulty: a number, or a word such as `easy` that stands for two numbers.
fn difficulties(text: &str) -> Result<RangeInclusive<u8>, String> {
    match text.to_ascii_lowercase().as_str() {
        "easy" => Ok(0..=1),
        "medium" => Ok(2..=3),
        "hard" => Ok(4..=5),
        number => match number.parse::<u8>() {
            Ok(number @ 0..=5) => Ok(number..=number),
            _ => Err("a difficulty is a number from 0 (easiest) to 5, or easy, medium or hard".to_owned()),
        },
    }
}

fn level(name: &str) -> Result<Level, UnknownLevel> {
    name.parse()
}

/// An official challenge of Race to the Raft or Penguins Pool Party.
#[derive(Clone, serde::Serialize)]
pub(crate) struct Official {
    number: usize,
    /// The difficulty of a Race to the Raft challenge, from 0 (easiest) to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u8>,
    /// The level of a Penguins Pool Party challenge: starter, junior, expert or master.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    /// The name of a Race to the Raft challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    challenge: String,
    /// The only solution of a Penguins Pool Party challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

impl Official {
    fn write(&self, scene: &mut Scene) {
        scene.line().put(format!("{:>2}  ", self.number), Style::FAINT);
        if let Some(difficulty) = self.difficulty {
            scene.put(format!("{difficulty}  "), Style::ink(Paint::Orange));
        }
        if let Some(level) = self.level {
            scene.put(format!("{level:<7}  "), Style::ink(Paint::Orange));
        }
        if let Some(name) = self.name {
            scene.put(format!("{name:<21}  "), Style::BOLD);
        }
        scene.put(self.challenge.as_str(), Style::PLAIN);
    }

    /// Draws the challenge under a heading with its number and its name or level.
    fn section(&self) -> Option<Section> {
        let challenge = self.challenge.as_str();
        let (kind, caption) = match self.difficulty {
            Some(difficulty) => (Kind::Challenge, format!("difficulty {difficulty}")),
            None => (Kind::PenguinsChallenge, challenge.to_owned()),
        };
        let heading = format!("{}. {}", self.number, self.name.or(self.level)?);
        let (title, description) = (heading.clone(), challenge.to_owned());
        let picture = Picture { title, description, ..render::picture(kind, Source::whole(challenge)) };
        Some(Section { heading, caption, picture, ..Section::default() })
    }
}

fn of_raft(difficulties: Option<&RangeInclusive<u8>>) -> Vec<Official> {
    let all = raft::catalogue::official_challenges().iter();
    let wanted = all.filter(|one| difficulties.is_none_or(|range| range.contains(&one.difficulty)));
    wanted
        .map(|one| Official {
            number: one.number,
            difficulty: Some(one.difficulty),
            level: None,
            name: Some(&one.name),
            challenge: one.text.clone(),
            solution: None,
        })
        .collect()
}

fn of_penguins(level: Option<Level>) -> Vec<Official> {
    let all = penguins::official_challenges().iter();
    let wanted = all.filter(|one| level.is_none_or(|level| level == one.level));
    wanted
        .map(|one| Official {
            number: one.number.into(),
            difficulty: None,
            level: Some(one.level.name()),
            name: None,
            challenge: one.challenge.to_string(),
            solution: Some(one.solution.to_string()),
        })
        .collect()
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let Arguments { number, level, figure, .. } = arguments;
    figure.open(context)?;
    let (mut chosen, game, command) = if arguments.penguins {
        (of_penguins(*level), "Penguins Pool Party", "clowder challenges --penguins")
    } else {
        anyhow::ensure!(level.is_none(), "--level has an effect only with --penguins");
        (of_raft(arguments.difficulty.as_ref()), "Race to the Raft", "clowder challenges")
    };
    if let Some(number) = *number {
        chosen.retain(|one| one.number == number);
        anyhow::ensure!(
            !chosen.is_empty(),
            "challenge {number} does not exist, or the options leave it out (`{command}` lists all challenges)"
        );
    }
    if arguments.random {
        chosen = Random::new(arguments.seed.get()).choose(&chosen).cloned().into_iter().collect();
    }
    if figure.is_wanted() {
        let sections = chosen.iter().filter_map(Official::section).collect();
        figure.save(&format!("Challenges of {game}"), sections, context)?;
        return Ok(Status::Yes);
    }
    let mut scene = Scene::new();
    for one in &chosen {
        match context.format() {
            Format::Json => context.json(one)?,
            Format::Plain => context.line(&one.challenge)?,
            Format::Human => one.write(&mut scene),
        }
    }
    context.scene(&scene)?;
    Ok(Status::Yes)
}
