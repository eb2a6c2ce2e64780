//! The verbs of Penguins Pool Party: `apply`, `legal-moves`, `solve` and `generate penguins-challenge`.

use super::figure::FigureOptions;
use super::game_verbs::{MovesOut, StateOut};
use super::hint::{AssessmentOut, HintOut, how_hard};
use super::input::Inputs;
use super::result::faults;
use super::states::{self, StateAnswer, StateReader, States};
use super::{
    Batch, BatchOptions, Context, Findings, Format, NoMembers, OutputFile, Question, Response, Result, Seed,
    Status, note,
};
use crate::diagnostics::{Source, json};
use crate::notation::{Kind, Notation as _, plural};
use crate::penguins::{
    Advice, Block, Challenge, ChallengeFilter, Placement, Solution, State, assess, count_solutions, effort,
    hardness, hint, remaining_placements,
};
use crate::random::Random;
use crate::render::figure::html::Section;
use crate::render::{self, Mark};
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::OsString;
use std::path::PathBuf;

/// The kind of the states that these verbs read.
const KIND: Kind = Kind::PenguinsState;

/// A state and the blocks placed on it, or a stream of states.
#[derive(clap::Args, Debug)]
pub(crate) struct Boards {
    /// `CHALLENGE[:PLACED]`, such as `20113123:A321B104`
    ///
    /// `@PATH` reads a file. `-` reads standard input, which is the default.
    #[arg(value_name = "STATE")]
    state: Option<OsString>,
    /// Blocks that are placed already, if they are not in STATE
    #[arg(value_name = "PLACED")]
    placed: Option<String>,
    /// Read the state from a file
    #[arg(long, value_name = "PATH")]
    file: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchOptions,
}

impl Boards {
    /// Writes an answer for every state. If a state is unusable, the answer lists its errors.
    fn answer(&self, context: &mut Context, answer: &StateAnswer<'_, State>) -> Result<Status> {
        self.refuse_split_challenge()?;
        let inputs = Inputs { inputs: self.state.iter().cloned().collect(), file: self.file.clone() };
        Batch::new(Some(KIND), inputs, &self.batch).answer(context, &|question, out| {
            let text = match &self.placed {
                Some(placed) => Cow::Owned(format!("{}:{placed}", question.text)),
                None => Cow::Borrowed(question.text),
            };
            let question = &Question { text: &text, known: Cell::default(), ..*question };
            let (state, findings) = read(&text);
            let Some(state) = state else {
                return question.answer(&findings, "", &NoMembers {}, Status::No, out);
            };
            answer(&StateQuestion { question, state, findings, actions: Cow::default() }, out)
        })
    }

    /// Rejects a challenge that the shell has split at a space, as in `2011 3123`. Without this check, the
    /// second part would be reported as an invalid placement.
    fn refuse_split_challenge(&self) -> Result<()> {
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

type StateQuestion<'a> = states::StateQuestion<'a, State>;

/// Reads a state. Returns the state (`None` if it is unusable), and the findings in the text.
fn read(text: &str) -> (Option<State>, Findings) {
    Findings::lenient_of(State::read_fast(text), State::to_string)
}

/// Lists one item per line or, if `count` is true, writes only the number of items.
fn lines(items: &[String], count: bool) -> String {
    if count { format!("{}\n", items.len()) } else { items.iter().flat_map(|item| [item, "\n"]).collect() }
}

/// Arguments of `legal-moves penguins`.
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

pub(crate) fn legal_moves(arguments: &LegalMoves, context: &mut Context) -> Result<Status> {
    arguments.figure.open(context)?;
    arguments.states.answer(context, &|asked, out| {
        let wanted = |one: &Placement| arguments.only.is_none_or(|only| only == one.block());
        if arguments.figure.is_wanted() {
            let sections = move_maps(asked.state, &wanted);
            return arguments.figure.answer("Legal placements", sections, asked, out);
        }
        let moves: Vec<_> =
            asked.state.legal_placements().filter(wanted).map(|one| one.to_string()).collect();
        let text = lines(&moves, arguments.count);
        let count = moves.len() as u64;
        let members = MovesOut { count, moves: Some(moves).filter(|_| !arguments.count) };
        asked.answer(text, &members, Status::Yes, out)
    })
}

/// Maximum number of a block's placements to draw individually.
const THUMBNAILS: usize = 24;

/// Draws the placements of each block. For a block with too many placements, draws a map that shows how many
/// placements cover each hexagon.
fn move_maps(state: State, wanted: &dyn Fn(&Placement) -> bool) -> Vec<Section> {
    let penguins = state.challenge().penguins();
    let of_block = |block: Block| {
        let own = state.legal_placements().filter(|one| one.block() == block && wanted(one));
        let own: Vec<Placement> = own.collect();
        if own.len() <= THUMBNAILS {
            let thumbnail = |one: Placement| {
                let placed = state.placed().with(one).ok()?;
                let picture = render::penguins::partial_solution(placed, penguins);
                let picture = picture.marked(one.hexes().iter().map(Into::into), Mark::Changed);
                Some(Section::titled(one.to_string(), picture))
            };
            return own.into_iter().filter_map(thumbnail).collect();
        }
        let heading = format!("block {block}: {}", plural(own.len(), "placement"));
        let mut picture = render::of(&state);
        picture.heat(|place| own.iter().filter(|one| one.hexes().contains(place.into())).count());
        vec![Section::titled(heading, picture)]
    };
    Block::ALL.into_iter().flat_map(of_block).collect()
}

/// Arguments of `solve penguins`.
#[derive(clap::Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    states: Boards,
    /// Print only the number of solutions
    #[arg(long)]
    count: bool,
    /// Print at most N solutions
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print one placement that is in every solution, and why
    ///
    /// The hint also states the difficulty of the challenge.
    #[arg(long, conflicts_with_all = ["count", "limit", "output"])]
    hint: bool,
    /// With --hint, print every step of the reason
    ///
    /// Without this option, only the first five steps are printed.
    #[arg(long, requires = "hint")]
    all: bool,
}

/// Members of the result object of `solve penguins`.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct SolutionsOut {
    /// `solve penguins`: the number of solutions.
    count: usize,
    /// `solve penguins`: the solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
}

pub(crate) fn solve(arguments: &Solve, context: &mut Context) -> Result<Status> {
    arguments.figure.open(context)?;
    arguments.states.answer(context, &|asked, out| {
        if arguments.hint {
            return answer_hint(asked, arguments.all, out);
        }
        let all = crate::penguins::solve(asked.state.challenge(), asked.state.placed());
        let all: Vec<_> = all.take(arguments.limit.unwrap_or(usize::MAX)).collect();
        if arguments.figure.is_wanted() && !all.is_empty() {
            let penguins = asked.state.challenge().penguins();
            let section = |(number, solution): (usize, &Solution)| {
                let picture = render::penguins::partial_solution(solution.placed(), penguins);
                Section::titled(format!("{number}. {solution}"), picture)
            };
            let sections = (1..).zip(&all).map(section).collect();
            let title = format!("{} of {}", plural(all.len(), "solution"), asked.state);
            return arguments.figure.answer(&title, sections, asked, out);
        }
        let found: Vec<_> = all.iter().map(ToString::to_string).collect();
        let solved = arguments.limit == Some(0) || !found.is_empty();
        let text = lines(&found, arguments.count);
        let count = found.len();
        let members = SolutionsOut { count, solutions: Some(found).filter(|_| !arguments.count) };
        let mut verdict = asked.answer(text, &members, Status::of(solved), out);
        if !solved && asked.style().format == Format::Human {
            verdict.err.push_str(&unsolvable(asked.state));
        }
        verdict
    })
}

/// Members of the result object of a hint.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Hinted {
    /// `solve penguins --hint`: the forced placement; `null` if there is none.
    hint: Option<HintOut>,
    /// `solve penguins --hint`: the difficulty of the challenge.
    assessment: AssessmentOut,
    /// `solve penguins --hint`: the estimated difficulty, from 1 to 4.
    hardness: u8,
}

fn answer_hint(asked: &StateQuestion<'_>, all: bool, out: &mut Vec<u8>) -> Response {
    let challenge = asked.state.challenge();
    let assessment = AssessmentOut::from(assess(challenge));
    let hardness = hardness(challenge);
    let (hint, line, status) = match hint(asked.state) {
        Advice::Place { placement, reason, steps, difficulty } => {
            let hint = HintOut::new(placement.to_string(), (reason, steps), difficulty);
            let line = format!("place {placement}: {}", hint.proof(all));
            (Some(hint), line, Status::Yes)
        }
        Advice::NothingForced { solutions } => {
            (None, format!("no placement is forced: there are {}", plural(solutions, "solution")), Status::No)
        }
        Advice::Complete => (None, "all blocks are placed".to_owned(), Status::Yes),
        _ => (None, "there is no solution".to_owned(), Status::No),
    };
    let text = match (asked.style().format, &hint) {
        (Format::Human, _) => format!("{line}\n{}; hardness {hardness} of 4\n", how_hard(&assessment)),
        (_, Some(hint)) => format!("{}\n", hint.placement),
        _ => String::new(),
    };
    asked.answer(text, &Hinted { hint, assessment, hardness }, status, out)
}

fn unsolvable(state: State) -> String {
    let mut left = Block::ALL.into_iter().filter(|&block| state.placed().get(block).is_none());
    let fits = |block: &Block| state.legal_placements().any(|one| one.block() == *block);
    let reason = match left.find(|block| !fits(block)) {
        Some(block) => format!("block {block} fits nowhere"),
        None => "each remaining block fits somewhere, but they do not all fit at the same time".to_owned(),
    };
    format!("{state} has no solution: {reason}")
}

/// Arguments of `apply penguins`.
#[derive(clap::Args, Debug)]
pub(crate) struct Apply {
    #[command(flatten)]
    states: States,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn apply(arguments: &Apply, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let (state, action) = (KIND, Kind::PenguinsPlacement);
    let reader = StateReader { state, action, most: usize::MAX, takes_json: false, read: &read };
    arguments.states.answer(context, &reader, &apply_all)
}

/// Places the blocks in order, until one of them cannot be placed.
fn apply_all(asked: &StateQuestion<'_>, out: &mut Vec<u8>) -> Response {
    let mut state = asked.state;
    let mut warnings = String::new();
    for (index, text) in asked.actions.iter().enumerate() {
        let (next, findings) = place(state, text);
        let Some(next) = next else {
            let members = StateOut { state: state.to_string() };
            let mut verdict = asked.refuse((index, text), Kind::PenguinsPlacement, &findings, members, out);
            verdict.err.insert_str(0, &warnings);
            return verdict;
        };
        state = next;
        warnings += &faults(asked.style(), asked.place(index), Source::whole(text), &findings.diagnostics);
    }
    let after = state.to_string();
    let line = format!("{after}\n");
    let mut verdict = asked.answer(line, &StateOut { state: after }, Status::Yes, out);
    verdict.err.push_str(&warnings);
    verdict
}

/// Places one more block. Returns the new state (`None` if the block cannot be placed), and all errors in the
/// placement.
fn place(state: State, text: &str) -> (Option<State>, Findings) {
    let (placement, faults) = Placement::read_fast(text).into_parts();
    let usable = placement.filter(|_| faults.only_canon());
    let mut faults = faults.lenient();
    if usable.is_none() {
        // Report that the block is already on the board, even if the rest of the placement is unreadable.
        let block = text.chars().next().and_then(Block::from_letter);
        faults.extend(block.and_then(|block| state.placed_already(block, text)));
        faults.sort();
    }
    let next =
        usable.and_then(|placement| state.apply(placement).map_err(|refused| faults.extend(refused)).ok());
    let canonical = placement.map(|placement| placement.to_string());
    (next, Findings { canonical, ..faults.into() })
}

/// Arguments of `generate penguins-challenge`.
#[derive(clap::Args, Debug)]
pub(crate) struct Generate {
    /// Put K penguins on the board [default: any number]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=4))]
    penguins: Option<u8>,
    /// Require exactly one solution [default: at least one]
    #[arg(long)]
    unique: bool,
    /// Require this hardness, from 1 (easy) to 4 (very hard)
    ///
    /// The hardness is estimated: it depends on the number of placements that two simple checks do not
    /// exclude. The hardness is unrelated to the level printed in the booklet.
    #[arg(long, value_name = "H", value_parser = clap::value_parser!(u8).range(1..=4))]
    hardness: Option<u8>,
    /// Require that each penguin is needed
    ///
    /// A penguin is needed if the challenge has more solutions without it.
    #[arg(long)]
    minimal: bool,
    /// Generate N different challenges
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 1)]
    count: usize,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// A generated challenge of Penguins Pool Party.
#[derive(serde::Serialize)]
pub(crate) struct GeneratedOut {
    challenge: String,
    penguins: usize,
    /// Estimated difficulty, from 1 to 4.
    hardness: u8,
    /// Number of placements that two simple checks do not exclude. This number determines the difficulty.
    remaining: usize,
    /// Number of blocks placed during a search for all solutions.
    effort: usize,
    solutions: usize,
}

pub(crate) fn generate(arguments: &Generate, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let filter = ChallengeFilter {
        penguins: arguments.penguins.map(usize::from),
        unique: arguments.unique,
        hardness: arguments.hardness,
        minimal: arguments.minimal,
    };
    let all = filter.shuffled(&mut Random::new(arguments.seed.get()));
    for &challenge in all.iter().take(arguments.count) {
        context.line(generated(challenge, context.format())?)?;
    }
    let (found, wanted) = (all.len(), arguments.count);
    if found < wanted {
        let are = if found == 1 { "is" } else { "are" };
        note(match found {
            0 => "there is no challenge with these properties".to_owned(),
            _ => {
                format!("there {are} only {} with these properties, not {wanted}", plural(found, "challenge"))
            }
        });
    }
    Ok(Status::of(found >= wanted))
}

fn generated(challenge: Challenge, format: Format) -> Result<String> {
    if format != Format::Json {
        return Ok(challenge.to_string());
    }
    Ok(json::text(&GeneratedOut {
        challenge: challenge.to_string(),
        penguins: challenge.penguins().len(),
        hardness: hardness(challenge),
        remaining: remaining_placements(challenge),
        effort: effort(challenge),
        solutions: count_solutions(challenge.penguins()),
    })?)
}
