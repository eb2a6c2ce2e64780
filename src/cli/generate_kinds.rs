//! `generate KIND`: writes random strings of the kinds that have no subcommand of their own.

use super::exit::Status;
use super::games;
use super::output_file::OutputFile;
use super::seed::Seed;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::games::{BuiltIn, BuiltInPlayer, GameBots, GameName, Record, play, with_game};
use crate::notation::{Kind, Notation as _};
use crate::penguins::{self, PartialSolution};
use crate::polyomino::{Polyomino, Region, Square};
use crate::protocol::{AnyView, GameRecord, Message, Reply, Request};
use crate::raft::catalogue::{self, official_challenges};
use crate::raft::generate::{Playout, Step, random_state};
use crate::raft::record::RaftRecord;
use crate::raft::{CatCardId, Challenge, Deck, RaftCardId};
use crate::random::Random;
use crate::shape::{Cell, Shape};
use clap::{ArgMatches, Args as _, Command, FromArgMatches, Subcommand};
use std::collections::BTreeSet;

/// The options of `generate KIND`.
#[derive(clap::Args, Clone, Debug)]
struct Options {
    /// Number of strings
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// The additional option of the kinds that belong to bot games.
#[derive(clap::Args, Clone, Copy, Debug)]
struct GameOption {
    /// The game [default: chosen at random]
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: Option<GameName>,
}

/// The kind of the strings to generate, and the options.
#[derive(Debug)]
pub(crate) struct OfKind {
    kind: Kind,
    options: Options,
    game: Option<GameName>,
}

/// Returns true if the strings of a kind belong to a bot game.
fn has_game(kind: Kind) -> bool {
    match kind {
        Kind::BotRequest | Kind::BotReply | Kind::GameRecord => true,
        Kind::Challenge
        | Kind::Board
        | Kind::Decks
        | Kind::Hand
        | Kind::Exhausted
        | Kind::FireBag
        | Kind::Action
        | Kind::Draw
        | Kind::State
        | Kind::PathwayCard
        | Kind::FireTile
        | Kind::CatCard
        | Kind::RaftCard
        | Kind::RaftRecord
        | Kind::PenguinsChallenge
        | Kind::PenguinsSolution
        | Kind::PenguinsPlacement
        | Kind::PenguinsState
        | Kind::PenguinsBoard
        | Kind::Polyomino
        | Kind::Region => false,
    }
}

/// Shorter names of the subcommands.
const ALIASES: [(Kind, &str); 8] = [
    (Kind::CatCard, "cat"),
    (Kind::Action, "move"),
    (Kind::FireBag, "bag"),
    (Kind::FireTile, "tile"),
    (Kind::PenguinsSolution, "solution"),
    (Kind::Decks, "deck"),
    (Kind::BotRequest, "request"),
    (Kind::BotReply, "reply"),
];

/// Returns the kinds that have no subcommand of their own.
fn kinds() -> impl Iterator<Item = Kind> {
    Kind::ALL
        .iter()
        .copied()
        .filter(|kind| !matches!(kind, Kind::PenguinsChallenge | Kind::State | Kind::Region))
}

impl Subcommand for OfKind {
    fn augment_subcommands(command: Command) -> Command {
        kinds().fold(command, |command, kind| {
            let short = ALIASES.iter().filter(|(of, _)| *of == kind).map(|(_, alias)| *alias);
            let command_of = Command::new(kind.name()).aliases(short);
            let of_kind = Options::augment_args(command_of);
            let of_kind = if has_game(kind) { GameOption::augment_args(of_kind) } else { of_kind };
            // The sentence about the command is set last, because the sentences about the groups of options would
            // otherwise replace it.
            command.subcommand(of_kind.about(format!("Generate strings of the kind {kind}")).long_about(None))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        kinds().any(|kind| kind.name() == name)
    }
}

impl FromArgMatches for OfKind {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let kind = name.parse().map_err(|_| missing())?;
        let game = if has_game(kind) { GameOption::from_arg_matches(matches)?.game } else { None };
        Ok(Self { kind, options: Options::from_arg_matches(matches)?, game })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Writes the strings. Each string has its own random numbers, so a string does not depend on the number of strings.
pub(crate) fn run(of: &OfKind, context: &mut Context) -> anyhow::Result<Status> {
    of.options.output.open(context)?;
    write(of.kind, of.game, (of.options.seed.get(), of.options.count), context)
}

/// Writes the strings of a kind, given the seed and the number of strings.
pub(super) fn write(
    kind: Kind,
    game: Option<GameName>,
    (seed, count): (u64, u64),
    context: &mut Context,
) -> anyhow::Result<Status> {
    for number in 0..count {
        let mut random = Random::stream(seed, number);
        let text = generate(kind, game, &mut random)
            .ok_or_else(|| anyhow::anyhow!("no string of the kind `{kind}` was found"))?;
        match context.format() {
            Format::Json => context.output.line(json::text(&text)?)?,
            // A batch with `--lines` reads JSON as it is. In other strings, it reads `\n` as a line break.
            Format::Plain if kind.is_json() => context.output.line(text.trim_end())?,
            Format::Plain => context.output.line(text.replace('\\', "\\\\").replace('\n', "\\n"))?,
            Format::Human => context.output.line(text.strip_suffix('\n').unwrap_or(&text))?,
        }
    }
    Ok(Status::Yes)
}

/// Generates a string of a kind.
fn generate(kind: Kind, game: Option<GameName>, random: &mut Random) -> Option<String> {
    Some(match kind {
        Kind::Challenge => challenge(random)?.to_string(),
        Kind::Board | Kind::Decks | Kind::Hand | Kind::Exhausted | Kind::FireBag => {
            let parts = random_state(Random::new(random.bits())).parts();
            let part = [Kind::Board, Kind::Decks, Kind::Hand, Kind::Exhausted, Kind::FireBag];
            parts.into_iter().nth(part.iter().position(|other| *other == kind)?)?
        }
        Kind::Action | Kind::Draw => step(kind, random)?,
        Kind::State => random_state(Random::new(random.bits())).to_string(),
        Kind::RaftRecord => {
            RaftRecord::new(Playout::new(Random::new(random.bits())).collect()).ok()?.to_string()
        }
        Kind::PathwayCard => {
            let deck = *random.choose(&Deck::ALL)?;
            random.choose(catalogue::pathway_cards(deck))?.to_string()
        }
        Kind::FireTile => random.choose(catalogue::fire_tiles())?.to_string(),
        Kind::CatCard => {
            catalogue::cat_card(*random.choose(&CatCardId::all().collect::<Vec<_>>())?).to_string()
        }
        Kind::RaftCard => {
            catalogue::raft_card(*random.choose(&RaftCardId::all().collect::<Vec<_>>())?).to_string()
        }
        Kind::Polyomino => polyomino(random)?.to_string(),
        Kind::Region => region(random)?.to_string(),
        Kind::BotRequest | Kind::BotReply | Kind::GameRecord => {
            let game = game.or_else(|| random.choose(&GameName::ALL).copied())?;
            with_game!(game, G => of_game::<G>(kind, random))?
        }
        _ => of_penguins(kind, random)?,
    })
}

/// Returns a challenge with the layout of an official challenge, but with randomly chosen cat cards and a randomly
/// chosen raft card.
fn challenge(random: &mut Random) -> Option<Challenge> {
    let official = &random.choose(official_challenges())?.text;
    let (before, rest) = official.split_once('C')?;
    let (cats, raft) = rest.split_once('R')?;
    let mut numbers: Vec<u8> = CatCardId::all().map(CatCardId::index).collect();
    random.shuffle(&mut numbers);
    numbers.truncate(cats.len() / 5);
    numbers.sort_unstable();
    // A cat card is written as its number, followed by its row and its column.
    let places: Vec<&str> =
        (0..cats.len() / 5).filter_map(|index| cats.get(index * 5 + 1..index * 5 + 5)).collect();
    let cats: String =
        numbers.iter().zip(&places).map(|(number, place)| format!("{number}{place}")).collect();
    let rafts: Vec<u8> = RaftCardId::all().map(RaftCardId::index).collect();
    let text = format!("{before}C{cats}R{}{}", random.choose(&rafts)?, raft.get(1..)?);
    let (challenge, _) = Challenge::read(&text).lenient().ok()?;
    Some(challenge)
}

/// Returns an action or a draw from a random game.
fn step(kind: Kind, random: &mut Random) -> Option<String> {
    let steps = Playout::new(Random::new(random.bits())).filter_map(|played| match (*played.step(), kind) {
        (Step::Action(action), Kind::Action) => Some(action.to_string()),
        (Step::Draw(draw, _), Kind::Draw) => Some(draw.to_string()),
        _ => None,
    });
    random.choose(&steps.collect::<Vec<_>>()).cloned()
}

/// Returns a string of a kind that belongs to Penguins Pool Party. The string is from a challenge with a solution.
fn of_penguins(kind: Kind, random: &mut Random) -> Option<String> {
    let all: Vec<_> = penguins::all_challenges().collect();
    let (challenge, solutions) = std::iter::repeat_with(|| random.choose(&all).copied())
        .flatten()
        .map(|challenge| {
            (challenge, penguins::solve(challenge, PartialSolution::default()).take(16).collect::<Vec<_>>())
        })
        .find(|(_, solutions)| !solutions.is_empty())?;
    let solution = *random.choose(&solutions)?;
    let mut placements: Vec<_> = solution.placed().iter().collect();
    random.shuffle(&mut placements);
    placements.truncate(random.below(placements.len()));
    let placed =
        placements.iter().try_fold(PartialSolution::default(), |placed, one| placed.with(*one).ok())?;
    let state = penguins::State::new(challenge, placed).ok()?;
    Some(match kind {
        Kind::PenguinsChallenge => challenge.to_string(),
        Kind::PenguinsSolution => solution.to_string(),
        Kind::PenguinsPlacement => random.choose(&solution.placed().iter().collect::<Vec<_>>())?.to_string(),
        Kind::PenguinsState => state.to_string(),
        Kind::PenguinsBoard => state.board().to_string(),
        _ => return None,
    })
}

/// Returns a random shape of three to seven squares, which is built square by square.
fn polyomino(random: &mut Random) -> Option<Polyomino> {
    let area = 3 + random.below(5);
    let squares = grown(area, random)?;
    let row = squares.iter().map(|square| square.0).min()?;
    let column = squares.iter().map(|square| square.1).min()?;
    let cells = squares.iter().map(|square| Cell::new((square.0 - row) as u8, (square.1 - column) as u8));
    Polyomino::new(Shape::new(cells).ok()?).ok()
}

/// Returns a random set of `area` squares that are connected by their sides.
fn grown(area: usize, random: &mut Random) -> Option<BTreeSet<(i32, i32)>> {
    let mut squares = BTreeSet::from([(0, 0)]);
    while squares.len() < area {
        let all: Vec<_> = squares.iter().copied().collect();
        let &(row, column) = random.choose(&all)?;
        let &(down, right) = random.choose(&[(0, 1), (1, 0), (0, -1), (-1, 0)])?;
        squares.insert((row + down, column + right));
    }
    Some(squares)
}

/// Returns a rectangle whose number of squares is a multiple of five, with or without holes.
fn region(random: &mut Random) -> Option<Region> {
    let (rows, columns) = (3 + random.below(6), 5 * (1 + random.below(2)));
    if random.below(2) == 0 {
        return Region::rectangle(rows, columns).ok();
    }
    let mut squares = vec![Square::Open; rows * columns];
    let holes = 5 * (1 + random.below(squares.len() / 10));
    for square in squares.iter_mut().take(holes) {
        *square = Square::Hole;
    }
    random.shuffle(&mut squares);
    Region::new(columns, squares).ok()
}

/// Returns a string of a kind that belongs to a bot game. The string is from a game between two random players.
fn of_game<G: GameBots + crate::games::GameWords>(kind: Kind, random: &mut Random) -> Option<String>
where
    AnyView: From<G::View>,
    crate::protocol::AnyRecord: From<Record<G>>,
{
    let mut bots =
        [random.bits(), random.bits()].map(|seed| BuiltInPlayer::new(BuiltIn::Random, Random::new(seed)));
    let [first, second] = &mut bots;
    let record = play::<G>(["Ann", "Bob"], [first, second], random).record;
    if kind == Kind::GameRecord {
        return Some(GameRecord::new(record).to_string());
    }
    let ply = random.below(record.moves().len());
    let id = random.uuid();
    if kind == Kind::BotReply {
        return Some(Reply::play::<G>(&record.moves()[ply], &id).to_string());
    }
    let state = record.states().nth(ply)?;
    let view = G::view(&state, G::mover(&state), "Bob");
    Request::new(Message::Turn(view.into()), &id).ok().map(|request| request.to_string())
}
