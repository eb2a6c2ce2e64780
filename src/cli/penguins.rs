//! The verbs of Penguins Pool Party: `apply`, `legal-moves`, `solve`, `challenges --penguins` and
//! `generate penguins-challenge`.

use super::batch::{BatchOptions, Response, Run, refuse};
use super::exit::Status;
use super::figure::{FigureOptions, Saved};
use super::input::Inputs;
use super::output::note;
use super::output_file::OutputFile;
use super::result::{Findings, member};
use super::seed::Seed;
use super::states::{self, ActionForm, StateReader, States};
use super::subject::file_name;
use super::{Context, Format, penguins_hint, result};
use crate::diagnostics::{Diagnostics, Source};
use crate::notation::{Kind, Notation as _, plural};
use crate::penguins::{
    Block, Challenge, ChallengeFilter, Hexes, Placement, Solution, State, count_solutions, effort, hardness,
    remaining_placements,
};
use crate::random::Random;
use crate::render::figure::Mark;
use crate::render::figure::html::Section;
use crate::render::figures;
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;

/// The kind of the states that these verbs read.
const KIND: Kind = Kind::PenguinsState;

/// A state and the blocks placed on it, or a stream of states.
#[derive(clap::Args, Debug)]
pub(crate) struct Boards {
    /// `CHALLENGE[:PLACED]`, for example `20113123:A321B104`; `-` for standard input, `@PATH` for a file
    /// [default: standard input]
    #[arg(value_name = "STATE")]
    state: Option<OsString>,
    /// The blocks that are already placed, if they are not in STATE
    #[arg(value_name = "PLACED")]
    placed: Option<String>,
    /// Read the state from a file
    #[arg(long, value_name = "PATH")]
    file: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchOptions,
}

impl Boards {
    /// Answers every state. The answer to a state that cannot be used lists its errors.
    fn answer(
        &self,
        context: &mut Context,
        answer: impl Fn(&StateQuestion<'_>, &mut Vec<u8>) -> Response + Sync,
    ) -> anyhow::Result<Status> {
        self.refuse_split_challenge()?;
        let inputs = Inputs { inputs: self.state.iter().cloned().collect(), file: self.file.clone() };
        let (colour, paints) = (context.output.error_colour, context.output.colour);
        let run = Run {
            inputs: &inputs,
            batch: &self.batch,
            kind: Some(KIND),
            format: context.format,
            errors: context.errors,
            lists_errors: false,
            reader: None,
        };
        run.answer(&mut context.output, |question, out| {
            let text = match &self.placed {
                Some(placed) => Cow::Owned(format!("{}:{placed}", question.text)),
                None => Cow::Borrowed(question.text),
            };
            let (state, findings) = read(&text);
            let Some(state) = state else {
                let file = file_name(question).map(|error| Diagnostics::from(error).into());
                return refuse(question, KIND, &text, &file.unwrap_or(findings), &[], colour, out);
            };
            let actions = Cow::Borrowed(&[][..]);
            answer(
                &StateQuestion {
                    question,
                    kind: KIND,
                    text: &text,
                    state,
                    findings,
                    actions,
                    colour,
                    paints,
                },
                out,
            )
        })
    }
}

impl Boards {
    /// Refuses a challenge that was split at a space, as in `2011 3123`. Its second part is not a placement.
    fn refuse_split_challenge(&self) -> anyhow::Result<()> {
        if let (Some(state), Some(placed)) = (&self.state, &self.placed)
            && placed.starts_with(|first: char| first.is_ascii_digit())
        {
            let joined = format!("{}{placed}", state.to_string_lossy());
            anyhow::ensure!(
                read(&joined).0.is_none(),
                "`{placed}` is not a placement; if the challenge is `{joined}`, write it without a space"
            );
        }
        Ok(())
    }
}

/// A question about a state that can be used.
type StateQuestion<'a> = states::StateQuestion<'a, State>;

/// Reads a state. Returns the state, or `None` if the state cannot be used, and the errors in the text.
fn read(text: &str) -> (Option<State>, Findings) {
    let reading = State::read_fast(text);
    let usable = reading.is_usable();
    let (state, findings) = Findings::of(reading, State::to_string);
    (state.filter(|_| usable), Findings { diagnostics: findings.diagnostics.lenient(), ..findings })
}

/// Answers with a list or, if `count` is true, only with its length.
fn list(
    asked: &StateQuestion<'_>,
    (name, items): (&'static str, &[String]),
    count: bool,
    status: Status,
    out: &mut Vec<u8>,
) -> Response {
    let length = items.len();
    let mut members = member("count", &length);
    if count {
        return asked.answer(&format!("{length}\n"), &members, status, out);
    }
    members.extend(member(name, &items));
    let lines: String = items.iter().flat_map(|item| [item.as_str(), "\n"]).collect();
    asked.answer(&lines, &members, status, out)
}

/// The arguments of `legal-moves penguins`.
#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    states: Boards,
    /// Print only the number of placements
    #[arg(long)]
    count: bool,
    /// List only the placements of one block
    #[arg(long, value_name = "BLOCK", value_parser = block)]
    only: Option<Block>,
}

fn block(letter: &str) -> Result<Block, String> {
    let mut letters = letter.chars();
    match (letters.next().and_then(Block::from_letter), letters.next()) {
        (Some(block), None) => Ok(block),
        _ => Err("a block is A, B, C or D".to_owned()),
    }
}

pub(crate) fn legal_moves(arguments: &LegalMoves, context: &mut Context) -> anyhow::Result<Status> {
    arguments.figure.open(context)?;
    arguments.states.answer(context, |asked, out| {
        let wanted = |one: &Placement| arguments.only.is_none_or(|only| only == one.block());
        if arguments.figure.is_wanted() {
            let sections = move_maps(asked.state, &wanted, &arguments.figure);
            let saved = arguments.figure.answer("Legal placements", sections, &asked.question.place);
            return Saved::respond(saved, asked, Status::Yes, out);
        }
        let moves: Vec<_> =
            asked.state.legal_placements().filter(wanted).map(|one| one.to_string()).collect();
        list(asked, ("moves", &moves), arguments.count, Status::Yes, out)
    })
}

/// Draws one figure for each block that can be placed. The figure marks the hexagons that the block can cover.
fn move_maps(state: State, wanted: &dyn Fn(&Placement) -> bool, options: &FigureOptions) -> Vec<Section> {
    let of_block = |block: Block| {
        let own = state.legal_placements().filter(|one| one.block() == block && wanted(one));
        let (count, covered) =
            own.fold((0, Hexes::EMPTY), |(count, covered), one| (count + 1, covered.union(one.hexes())));
        let heading = format!("block {block}: {}", plural(count, "placement"));
        let mut figure = figures::penguins::state(state, &options.look());
        for hex in covered.iter() {
            figure.mark([hex.x, hex.y], Mark::Changed);
        }
        figure.title.clone_from(&heading);
        (count > 0).then_some(Section { heading, caption: String::new(), figure })
    };
    Block::ALL.into_iter().filter_map(of_block).collect()
}

/// The arguments of `solve penguins`.
#[derive(clap::Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    states: Boards,
    /// Print only the number of solutions
    #[arg(long)]
    count: bool,
    /// Maximum number of solutions
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print one placement that is in every solution, the reason for it, and the difficulty of the challenge
    #[arg(long, conflicts_with_all = ["count", "limit", "output"])]
    hint: bool,
}

pub(crate) fn solve(arguments: &Solve, context: &mut Context) -> anyhow::Result<Status> {
    arguments.figure.open(context)?;
    arguments.states.answer(context, |asked, out| {
        if arguments.hint {
            return penguins_hint::answer(asked, out);
        }
        let all = crate::penguins::solve(asked.state.challenge(), asked.state.placed());
        let all: Vec<_> = all.take(arguments.limit.unwrap_or(usize::MAX)).collect();
        if arguments.figure.is_wanted() && !all.is_empty() {
            let section = |(index, solution): (usize, &Solution)| {
                let penguins = asked.state.challenge().penguins();
                let look = arguments.figure.look();
                let mut figure = figures::penguins::partial_solution(solution.placed(), penguins, &look);
                figure.title = solution.to_string();
                let heading = format!("{}. {solution}", index + 1);
                Section { heading, caption: String::new(), figure }
            };
            let sections = all.iter().enumerate().map(section).collect();
            let title = format!("{} of {}", plural(all.len(), "solution"), asked.state);
            let saved = arguments.figure.answer(&title, sections, &asked.question.place);
            return Saved::respond(saved, asked, Status::Yes, out);
        }
        let found: Vec<_> = all.iter().map(ToString::to_string).collect();
        let solved = arguments.limit == Some(0) || !found.is_empty();
        let mut verdict = list(asked, ("solutions", &found), arguments.count, Status::of(solved), out);
        if !solved && asked.question.format == Format::Human {
            verdict.err.push_str(&unsolvable(asked.state));
        }
        verdict
    })
}

/// Returns a reason why a state has no solution.
fn unsolvable(state: State) -> String {
    let left = || Block::ALL.into_iter().filter(|&block| state.placed().get(block).is_none());
    let fits = |block: &Block| state.legal_placements().any(|one| one.block() == *block);
    match left().find(|block| !fits(block)) {
        Some(block) => format!("{state} has no solution: block {block} fits nowhere"),
        None => {
            format!(
                "{state} has no solution: each remaining block fits somewhere, but they do not all fit at the same time"
            )
        }
    }
}

/// The arguments of `apply penguins`.
#[derive(clap::Args, Debug)]
pub(crate) struct Apply {
    #[command(flatten)]
    states: States,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn apply(arguments: &Apply, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let (state, action) = (KIND, Kind::PenguinsPlacement);
    let reader = StateReader { state, action, most: usize::MAX, value: ActionForm::String, read };
    arguments.states.answer(context, &reader, apply_all)
}

/// Places one block after the other, until a block cannot be placed.
fn apply_all(asked: &StateQuestion<'_>, out: &mut Vec<u8>) -> Response {
    let mut state = asked.state;
    let mut warnings = String::new();
    for (index, text) in asked.actions.iter().enumerate() {
        let (next, findings) = place(state, text);
        let Some(next) = next else {
            let members = member("state", &state.to_string());
            let mut verdict = asked.refuse((index, text), Kind::PenguinsPlacement, &findings, &members, out);
            verdict.err.insert_str(0, &warnings);
            return verdict;
        };
        state = next;
        let (place, format) = (asked.question.place.action(index), asked.question.format);
        warnings += &result::faults(format, place, Source::whole(text), &findings.diagnostics, asked.colour);
    }
    let after = state.to_string();
    let members = member("state", &after);
    let mut verdict = asked.answer(&format!("{after}\n"), &members, Status::Yes, out);
    verdict.err.push_str(&warnings);
    verdict
}

/// Places one more block. Returns the new state, or `None` if the block cannot be placed, and all errors in the
/// placement.
fn place(state: State, text: &str) -> (Option<State>, Findings) {
    let (placement, faults) = Placement::read_fast(text).into_parts();
    let usable = placement.filter(|_| faults.only_canon());
    let mut faults = faults.lenient();
    if usable.is_none() {
        // If the block of the placement is already on the board, this is reported even if the placement cannot be read.
        let block = text.chars().next().and_then(Block::from_letter);
        faults.extend(block.and_then(|block| state.placed_already(block, text)));
        faults.sort();
    }
    let next =
        usable.and_then(|placement| state.apply(placement).map_err(|refused| faults.extend(refused)).ok());
    let canonical = placement.map(|placement| placement.to_string());
    (next, Findings { canonical, ..faults.into() })
}

/// The arguments of `generate penguins-challenge`.
#[derive(clap::Args, Debug)]
pub(crate) struct Generate {
    /// Number of penguins [default: any number]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=4))]
    penguins: Option<u8>,
    /// Require exactly one solution [default: at least one]
    #[arg(long)]
    unique: bool,
    /// Require this estimated hardness, from 1 (easy) to 4 (very hard). It depends on the number of placements that two
    /// simple checks do not exclude, and it is not the level in the booklet
    #[arg(long, value_name = "H", value_parser = clap::value_parser!(u8).range(1..=4))]
    hardness: Option<u8>,
    /// Require that each penguin is needed: if any one penguin is removed, the challenge has more solutions
    #[arg(long)]
    minimal: bool,
    /// Number of challenges, which are all different
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 1)]
    count: usize,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// A new challenge of Penguins Pool Party.
#[derive(serde::Serialize)]
pub(crate) struct GeneratedOut {
    /// The challenge string.
    challenge: String,
    /// The number of penguins.
    penguins: usize,
    /// The estimated hardness, from 1 to 4.
    hardness: u8,
    /// The number of placements that two simple checks do not exclude. The hardness depends on it.
    remaining: usize,
    /// The number of times that a search for all solutions places a block.
    effort: usize,
    /// The number of solutions.
    solutions: usize,
}

pub(crate) fn generate(arguments: &Generate, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let filter = ChallengeFilter {
        penguins: arguments.penguins.map(usize::from),
        unique: arguments.unique,
        hardness: arguments.hardness,
        minimal: arguments.minimal,
    };
    let all = filter.shuffled(&mut Random::new(arguments.seed.get()));
    for &challenge in all.iter().take(arguments.count) {
        context.output.line(generated(challenge, context.format())?)?;
    }
    if all.len() < arguments.count {
        note(match all.len() {
            0 => "there is no challenge with these properties".to_owned(),
            found => {
                let are = if found == 1 { "is" } else { "are" };
                format!(
                    "there {are} only {} with these properties, not {}",
                    plural(found, "challenge"),
                    arguments.count
                )
            }
        });
    }
    Ok(Status::of(all.len() >= arguments.count))
}

fn generated(challenge: Challenge, format: Format) -> serde_json::Result<String> {
    if format != Format::Json {
        return Ok(challenge.to_string());
    }
    crate::diagnostics::json::text(&GeneratedOut {
        challenge: challenge.to_string(),
        penguins: challenge.penguins().len(),
        hardness: hardness(challenge),
        remaining: remaining_placements(challenge),
        effort: effort(challenge),
        solutions: count_solutions(challenge.penguins()),
    })
}
