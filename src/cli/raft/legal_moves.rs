//! `legal-moves raft` and `perft`, which list legal actions and count action sequences.

use super::{StateQuestion, answer, painted};
use crate::cli::figure::FigureOptions;
use crate::cli::game_verbs::MovesOut;
use crate::cli::jsonl::{broken, unusable};
use crate::cli::states::{States, refuse_line};
use crate::cli::{Context, Format, NoMembers, OutputFile, Question, Response, Result, Status};
use crate::diagnostics::Diagnostic;
use crate::notation::plural;
use crate::raft::legal;
use crate::raft::{Action, Board, Cat, Draw, PlayableState, Position, TileId, ValueError};
use crate::render::figure::html::Section;
use crate::render::{self, Look, Scene, Style};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// Arguments of `legal-moves raft`.
#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    states: States,
    /// List only one sort of action
    #[arg(long, value_enum, value_name = "SORT")]
    only: Option<Sort>,
    /// List the placements of this fire tile
    #[arg(long, value_name = "TILE", conflicts_with = "only")]
    tile: Option<TileId>,
    /// List only one of several actions with the same effect
    #[arg(long)]
    distinct: bool,
    /// Print only the number of legal actions
    #[arg(long)]
    count: bool,
    /// Draw the actions on the board
    #[arg(long, conflicts_with = "count")]
    render: bool,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
}

/// The types of actions that `--only` can select.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    /// Pathway cards
    Cards,
    /// Cat moves
    Cats,
    /// Draws of cards
    Draws,
}

/// The requested legal moves in a state: either actions or draws, because cards are drawn only when the hand is empty.
struct Moves {
    /// If set, the placements of this tile are requested instead of card placements and cat moves.
    tile: Option<TileId>,
    only: Option<Sort>,
    actions: Vec<Action>,
    draws: Vec<Draw>,
}

impl Moves {
    fn new(arguments: &LegalMoves, tile: Option<TileId>, game: &PlayableState) -> Self {
        let mut moves = Self { tile, only: arguments.only, actions: Vec::new(), draws: Vec::new() };
        moves.actions = match tile {
            Some(tile) => legal::fire_actions(game, tile),
            None => legal::card_and_cat_actions(game),
        };
        moves.actions.retain(|action| match action {
            Action::Card(_) => moves.only.is_none_or(|only| only == Sort::Cards),
            Action::Cat(_) => moves.only.is_none_or(|only| only == Sort::Cats),
            Action::Fire(_) => moves.only.is_none(),
        });
        if arguments.distinct {
            moves.actions = legal::distinct(game, moves.actions);
        }
        if moves.wants(Sort::Draws) {
            moves.draws = legal::draws(game.state());
        }
        moves
    }

    fn wants(&self, sort: Sort) -> bool {
        self.tile.is_none() && self.only.is_none_or(|only| only == sort)
    }

    /// Lists the legal moves or, if `only_count` is true, reports only their number.
    fn list(&self, asked: &StateQuestion<'_>, only_count: bool, out: &mut Vec<u8>) -> Response {
        let count = (self.actions.len() + self.draws.len()) as u64;
        if only_count {
            let members = MovesOut::<String> { count, moves: None };
            return asked.answer(format!("{count}\n"), &members, Status::Yes, out);
        }
        let texts: Vec<String> = self
            .actions
            .iter()
            .map(Action::to_string)
            .chain(self.draws.iter().map(Draw::to_string))
            .collect();
        let lines: String = texts.iter().flat_map(|text| [text, "\n"]).collect();
        asked.answer(lines, &MovesOut { count, moves: Some(texts) }, Status::Yes, out)
    }

    /// Creates the maps to draw. If a tile is given, there is one map of its placements. Otherwise, there is
    /// one map for the cards and one for each cat.
    fn maps(&self, game: &PlayableState) -> Vec<Map<'_>> {
        let of = |wanted: &dyn Fn(&Action) -> bool, title: &dyn Fn(&Map<'_>) -> String| {
            let moves: Vec<_> = self.actions.iter().filter(|action| wanted(action)).collect();
            let mut counts = BTreeMap::new();
            for at in moves.iter().flat_map(|action| covered(action, &game.state().board)) {
                *counts.entry(at).or_default() += 1;
            }
            let map = Map { title: String::new(), counts, moves };
            Map { title: title(&map), ..map }
        };
        if let Some(tile) = self.tile {
            let count = plural(self.actions.len(), "placement");
            return vec![of(&|_| true, &|_| format!("tile {tile}: {count}, and the covered squares"))];
        }
        let mut maps = Vec::new();
        if self.wants(Sort::Cards) {
            let title = |map: &Map<'_>| {
                let targets: BTreeSet<_> = map.moves.iter().map(|action| action.target()).collect();
                format!("cards: {}, and the covered squares", plural(targets.len(), "position"))
            };
            maps.push(of(&|action| matches!(action, Action::Card(_)), &title));
        }
        for (Cat { colour, at }, _) in game.bitboards().cat_destinations().filter(|_| self.wants(Sort::Cats))
        {
            let is_own = |action: &Action| matches!(action, Action::Cat(cat) if (cat.colour, cat.from) == (colour, at));
            let title = |map: &Map<'_>| {
                let count = plural(map.counts.len(), "square");
                format!("the {} cat at {:?}: {count}", colour.name(), at.coordinates())
            };
            maps.push(of(&is_own, &title));
        }
        maps
    }

    /// Draws the board once for each map, and marks the squares that the moves cover or enter.
    fn picture(&self, game: &PlayableState, look: &Look) -> Scene {
        let mut scene = Scene::new();
        for Map { title, counts, .. } in self.maps(game) {
            if scene.height() > 0 {
                scene.line();
            }
            scene.line().put(title, Style::BOLD);
            let covered: Vec<_> = counts.into_keys().collect();
            scene.below(render::raft::marked(&game.state().board, &covered).scene(look));
        }
        if !self.draws.is_empty() || self.tile.is_none() && self.only == Some(Sort::Draws) {
            if scene.height() > 0 {
                scene.line();
            }
            scene.line().put(format!("draws: {}", self.draws.len()), Style::BOLD);
        }
        scene
    }

    fn sections(&self, game: &PlayableState) -> Vec<Section> {
        let board = &game.state().board;
        let thumbnails = |Map { title, counts, moves }: Map<'_>| -> Vec<Section> {
            if moves.len() <= THUMBNAILS {
                let after = |action: &Action| render::raft::after(action, board);
                return moves.iter().map(|one| Section::titled(one.to_string(), after(one))).collect();
            }
            let mut picture = render::raft::board(board);
            let count = |(at, count): (Position, usize)| ([at.row().into(), at.column().into()], count);
            let counts: BTreeMap<[i32; 2], usize> = counts.into_iter().map(count).collect();
            picture.heat(|place| counts.get(&place).copied().unwrap_or(0));
            vec![Section::titled(format!("{title}; a number counts the moves to its square"), picture)]
        };
        let mut sections: Vec<_> = self.maps(game).into_iter().flat_map(thumbnails).collect();
        if !self.draws.is_empty() {
            let list = self.draws.iter().map(Draw::to_string).collect();
            let heading = format!("draws: {}", self.draws.len());
            sections.push(Section { heading, list, ..Section::default() });
        }
        sections
    }
}

/// Maximum number of moves to draw as separate pictures.
const THUMBNAILS: usize = 24;

/// A map of some requested actions: for each square, the number of actions that cover or enter it.
struct Map<'a> {
    title: String,
    counts: BTreeMap<Position, usize>,
    moves: Vec<&'a Action>,
}

pub(crate) fn legal_moves(arguments: &LegalMoves, context: &mut Context) -> Result<Status> {
    arguments.figure.open(context)?;
    let look = context.look(arguments.ascii);
    let paints = context.colour;
    answer(&arguments.states, context, 0, &|asked, out| {
        let of_line = match tile_of(asked.question) {
            Ok(tile) => tile,
            Err(fault) => return refuse_line(asked.question, *fault, out),
        };
        let moves = Moves::new(arguments, arguments.tile.or(of_line), &asked.state);
        if arguments.figure.is_wanted() {
            let sections = moves.sections(&asked.state);
            return arguments.figure.answer("Legal moves", sections, asked, out);
        }
        if arguments.render && asked.style().format != Format::Json {
            let scene = moves.picture(&asked.state, &look);
            return asked.answer(painted(&scene, paints), &NoMembers {}, Status::Yes, out);
        }
        moves.list(asked, arguments.count, out)
    })
}

/// Reads the member `tile` from the object on a line of a batch.
fn tile_of(question: &Question<'_>) -> Result<Option<TileId>, Box<Diagnostic>> {
    #[derive(serde::Deserialize)]
    struct Members<'a> {
        #[serde(borrow)]
        tile: Option<&'a RawValue>,
    }
    let Some(line) = question.members else { return Ok(None) };
    let members: Members<'_> = serde_json::from_str(line).map_err(|error| broken(line, line, &error))?;
    let Some(value) = members.tile else { return Ok(None) };
    let letter: Result<String, _> = serde_json::from_str(value.get());
    let letter = letter.map_err(|_| unusable(line, value, "`tile` must be a string".to_owned()))?;
    letter.parse().map(Some).map_err(|why: ValueError| unusable(line, value, why.to_string()))
}

/// Lists the board squares that a card or a tile covers, or the square that a cat enters.
fn covered(action: &Action, board: &Board) -> Vec<Position> {
    match action {
        Action::Cat(cat) => vec![cat.to],
        Action::Card(_) | Action::Fire(_) => render::raft::covered(action, board),
    }
}

/// Arguments of `perft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    states: States,
    /// Count the sequences of N actions
    #[arg(long, value_name = "N")]
    depth: u32,
    #[command(flatten)]
    output: OutputFile,
}

/// The members that `perft` adds to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Counted {
    /// `perft`: the number of actions in a sequence.
    depth: u32,
    /// `perft`: the number of sequences.
    count: u128,
}

pub(crate) fn perft(arguments: &Perft, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    answer(&arguments.states, context, 0, &|asked, out| {
        let count = crate::raft::perft::perft(&asked.state, arguments.depth);
        asked.answer(format!("{count}\n"), &Counted { depth: arguments.depth, count }, Status::Yes, out)
    })
}
