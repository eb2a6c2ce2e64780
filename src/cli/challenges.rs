//! `challenges`: lists the official challenges.

use super::exit::Status;
use super::figure::FigureOptions;
use super::seed;
use super::{Context, Format, penguins};
use crate::notation::Notation as _;
use crate::raft::Challenge;
use crate::raft::catalogue::{OfficialChallenge, official_challenges};
use crate::random::Random;
use crate::render::figure::html::Section;
use crate::render::{Paint, Scene, Style, figures};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// List only the challenge with this number
    #[arg(value_name = "NUMBER", conflicts_with = "random")]
    number: Option<usize>,
    /// List only this difficulty: 0 (easiest) to 5, or `easy` (0 and 1), `medium` (2 and 3) or `hard` (4 and 5)
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulties)]
    difficulty: Option<Difficulties>,
    /// List the challenges of Penguins Pool Party
    #[arg(long, conflicts_with = "difficulty")]
    penguins: bool,
    #[command(flatten)]
    leveled: penguins::Leveled,
    /// List only one challenge, chosen at random
    #[arg(long)]
    random: bool,
    #[command(flatten)]
    seed: seed::Seed,
    #[command(flatten)]
    figure: FigureOptions,
}

/// A range of difficulties.
#[derive(Clone, Copy, Debug)]
struct Difficulties {
    first: u8,
    last: u8,
}

impl Difficulties {
    fn contains(self, difficulty: u8) -> bool {
        (self.first..=self.last).contains(&difficulty)
    }
}

/// Reads a difficulty. It is a number, or a word such as `easy`, which means two numbers.
fn difficulties(text: &str) -> Result<Difficulties, String> {
    let (first, last) = match text.to_ascii_lowercase().as_str() {
        "easy" => (0, 1),
        "medium" => (2, 3),
        "hard" => (4, 5),
        number => match number.parse::<u8>() {
            Ok(number @ 0..=5) => (number, number),
            _ => {
                return Err(
                    "a difficulty is a number from 0 (easiest) to 5, or easy, medium or hard".to_owned()
                );
            }
        },
    };
    Ok(Difficulties { first, last })
}

/// An official challenge of Race to the Raft.
#[derive(serde::Serialize)]
pub(crate) struct ChallengeOut<'a> {
    /// The number of the challenge.
    number: usize,
    /// The difficulty, from 0 (easiest) to 5.
    difficulty: u8,
    /// The name of the challenge.
    name: &'a str,
    /// The challenge string.
    challenge: &'a str,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.figure.open(context)?;
    if arguments.penguins {
        let random = arguments.random.then_some(arguments.seed);
        let wanted = (arguments.number, arguments.leveled.level);
        return penguins::challenges(wanted, random, &arguments.figure, context);
    }
    anyhow::ensure!(arguments.leveled.level.is_none(), "--level has an effect only with --penguins");
    let wanted = |official: &&OfficialChallenge| {
        arguments.difficulty.is_none_or(|wanted| wanted.contains(official.difficulty))
            && arguments.number.is_none_or(|number| number == official.number)
    };
    let mut chosen: Vec<_> = official_challenges().iter().filter(wanted).collect();
    if let Some(number) = arguments.number.filter(|_| chosen.is_empty()) {
        return Err(no_number(number, "clowder challenges"));
    }
    if arguments.random {
        let mut random = Random::new(arguments.seed.get());
        chosen = random.choose(&chosen).copied().into_iter().collect();
    }
    if arguments.figure.is_wanted() {
        let sections =
            chosen.into_iter().filter_map(|official| section(official, &arguments.figure)).collect();
        arguments.figure.save_sheet("Challenges of Race to the Raft", sections, context)?;
        return Ok(Status::Yes);
    }
    let format = context.format();
    let mut scene = Scene::new();
    for official in chosen {
        let OfficialChallenge { number, difficulty, name, text } = official;
        match format {
            Format::Json => {
                let out = ChallengeOut { number: *number, difficulty: *difficulty, name, challenge: text };
                context.output.line(crate::diagnostics::json::text(&out)?)?;
            }
            Format::Plain => context.output.line(text)?,
            Format::Human => {
                scene.line().put(format!("{number:>2}  "), Style::FAINT);
                scene.put(format!("{difficulty}  "), Style::ink(Paint::Orange));
                scene.put(format!("{name:<21}  "), Style::BOLD).put(text, Style::PLAIN);
            }
        }
    }
    context.output.scene(&scene)?;
    Ok(Status::Yes)
}

/// Returns the error for a number that no listed challenge has. The options can leave out the challenge with this
/// number. `command` lists all challenges of the game.
pub(crate) fn no_number(number: usize, command: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "challenge {number} does not exist, or the options leave it out (`{command}` lists all challenges)"
    )
}

/// Draws an official challenge with its number, its name and its difficulty.
fn section(official: &OfficialChallenge, options: &FigureOptions) -> Option<Section> {
    let OfficialChallenge { number, difficulty, name, text } = official;
    let challenge = Challenge::parse_canonical(text)?;
    let mut figure = figures::raft::challenge(&challenge, &options.look());
    let heading = format!("{number}. {name}");
    figure.title.clone_from(&heading);
    figure.description.clone_from(text);
    Some(Section { heading, caption: format!("difficulty {difficulty}"), figure })
}
