//! `legal-moves raft` and `perft`: lists legal actions, and counts sequences of actions.

use super::super::batch::{Question, Response};
use super::super::context::{Context, Format};
use super::super::exit::Status;
use super::super::games::MovesOut;
use super::super::jsonl::{broken, unusable};
use super::super::output::Output;
use super::super::output_file::OutputFile;
use super::super::result::NoMembers;
use super::super::states::{States, refuse_line};
use super::{StateQuestion, answer};
use crate::cli::figure::FigureOptions;
use crate::diagnostics::Diagnostic;
use crate::notation::plural;
use crate::raft::legal::{self, ActionCounts, ActionScope, MoveBitboards};
use crate::raft::{Action, Board, Cat, Draw, PlayableState, Position, TileId, ValueError};
use crate::render::figure::html::Section;
use crate::render::{self, Look, Scene, Style};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::io;

/// The arguments of `legal-moves raft`.
#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    states: States,
    /// List only one sort of move
    #[arg(long, value_enum, value_name = "SORT")]
    only: Option<Sort>,
    /// List the placements of this fire tile
    #[arg(long, value_name = "TILE", conflicts_with = "only")]
    tile: Option<TileId>,
    /// List only one of several moves with the same effect
    #[arg(long)]
    distinct: bool,
    /// Print only the number of legal actions
    #[arg(long)]
    count: bool,
    /// Draw the moves on the board
    #[arg(long, conflicts_with = "count")]
    render: bool,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    /// Ignore the hand: list every action that fits the board, with any card of the game
    #[arg(long)]
    ignore_hand: bool,
}

/// A sort of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    /// Pathway cards
    Cards,
    /// Cat moves
    Cats,
    /// Draws of cards
    Draws,
}

impl LegalMoves {
    /// Returns the selection that the options request. If `tile` is given, the placements of this tile are requested.
    fn selection(&self, tile: Option<TileId>) -> Selection {
        let scope = if self.ignore_hand { ActionScope::Fitting } else { ActionScope::Legal };
        Selection { only: self.only, tile, distinct: self.distinct, scope }
    }
}

/// The choice of the actions to list.
#[derive(Clone, Copy, Debug)]
struct Selection {
    only: Option<Sort>,
    /// The tile whose placements are requested, instead of cards and cats.
    tile: Option<TileId>,
    distinct: bool,
    scope: ActionScope,
}

impl Selection {
    /// Returns true if actions of a sort are requested.
    fn wants(self, sort: Sort) -> bool {
        self.only.is_none_or(|only| only == sort)
    }

    /// Returns the requested actions. If a tile is given, these actions are its placements. Otherwise, they place cards
    /// or move cats.
    fn actions(self, game: &PlayableState) -> Box<dyn Iterator<Item = Action> + '_> {
        let actions: Box<dyn Iterator<Item = Action> + '_> = match self.tile {
            Some(tile) => Box::new(legal::fire_actions(game, tile).into_iter()),
            None => Box::new(legal::iter(game, self.scope)),
        };
        let is_wanted = move |action: &Action| match action {
            Action::Card(_) => self.wants(Sort::Cards),
            Action::Cat(_) => self.wants(Sort::Cats),
            Action::Fire(_) => self.only.is_none(),
        };
        let actions = actions.filter(is_wanted);
        if self.distinct { Box::new(legal::distinct(game, actions, self.scope)) } else { Box::new(actions) }
    }

    /// Returns the requested draws.
    fn draws(self, game: &PlayableState) -> Vec<Draw> {
        if self.tile.is_none() && self.wants(Sort::Draws) { legal::draws(game.state()) } else { Vec::new() }
    }

    /// Counts the requested actions and draws. Actions are listed only if they cannot be counted in another way.
    fn count(self, game: &PlayableState) -> u64 {
        let actions = if self.tile.is_some() || self.distinct {
            self.actions(game).count() as u64
        } else {
            let ActionCounts { cards, cats } = legal::count(game, self.scope);
            let of = |sort, count| if self.wants(sort) { count } else { 0 };
            of(Sort::Cards, cards) + of(Sort::Cats, cats)
        };
        actions + self.draws(game).len() as u64
    }

    /// Calls `write` with the string of each requested action and draw, in ascending order.
    fn for_each(self, game: &PlayableState, mut write: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
        let draws: Vec<String> = self.draws(game).iter().map(Draw::to_string).collect();
        let mut draws = draws.iter().map(String::as_str).peekable();
        let mut buffer = [0; Action::MAX_LENGTH];
        for action in self.actions(game) {
            let action = action.encode(&mut buffer);
            while let Some(draw) = draws.next_if(|draw| *draw < action) {
                write(draw)?;
            }
            write(action)?;
        }
        draws.try_for_each(write)
    }
}

pub(crate) fn legal_moves(arguments: &LegalMoves, context: &mut Context) -> anyhow::Result<Status> {
    arguments.figure.open(context)?;
    let look = context.output.look(arguments.ascii);
    let paints = context.output.colour;
    answer(&arguments.states, context, 0, |asked, out| {
        let of_line = match tile_of(asked.question) {
            Ok(tile) => tile,
            Err(fault) => return refuse_line(asked.question, *fault, out),
        };
        let selection = arguments.selection(arguments.tile.or(of_line));
        if arguments.figure.is_wanted() {
            let sections = figures(arguments, selection, &asked.state);
            return arguments.figure.answer("Legal moves", sections, asked, out);
        }
        if arguments.render && asked.style().format != Format::Json {
            let scene = picture(selection, &asked.state, &look);
            return asked.answer(Output::paint(&scene, paints), &NoMembers {}, Status::Yes, out);
        }
        list(selection, asked, arguments.count, out)
    })
}

/// Returns the member `tile` of the object in a line of a batch.
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

/// Answers with the number of the requested moves or with their list.
fn list(selection: Selection, asked: &StateQuestion<'_>, only_count: bool, out: &mut Vec<u8>) -> Response {
    let count = selection.count(&asked.state);
    if only_count {
        let members = MovesOut::<String> { count, moves: None };
        return asked.answer(format!("{count}\n"), &members, Status::Yes, out);
    }
    let mut texts = Vec::new();
    let listed = selection.for_each(&asked.state, |text| {
        texts.push(text.to_owned());
        Ok(())
    });
    debug_assert!(listed.is_ok(), "writing to memory cannot fail");
    let lines: String = texts.iter().flat_map(|text| [text, "\n"]).collect();
    asked.answer(lines, &MovesOut { count, moves: Some(texts) }, Status::Yes, out)
}

/// A map of requested actions, with a title and the squares that these actions cover or enter.
struct Map {
    title: String,
    covered: Vec<Position>,
}

/// Returns the maps of the requested actions. If a tile is given, there is only the map of this tile. Otherwise, there
/// is one map for the cards and one map for each cat.
fn maps(selection: Selection, game: &PlayableState) -> Vec<Map> {
    let board = &game.state().board;
    let actions: Vec<Action> = selection.actions(game).collect();
    let map = |title: String, wanted: &dyn Fn(&Action) -> bool| {
        let covered =
            actions.iter().filter(|action| wanted(action)).flat_map(|action| covered(action, board));
        Map { title, covered: covered.collect::<BTreeSet<_>>().into_iter().collect() }
    };
    if let Some(tile) = selection.tile {
        let count = plural(actions.len(), "placement");
        return vec![map(format!("tile {tile}: {count}, and the covered squares"), &|_| true)];
    }
    let mut maps = Vec::new();
    if selection.wants(Sort::Cards) {
        let is_card = |action: &Action| matches!(action, Action::Card(_));
        let corners: BTreeSet<_> =
            actions.iter().filter(|action| is_card(action)).map(Action::target).collect();
        let count = plural(corners.len(), "position");
        let title = format!("cards: {count}, and the covered squares");
        maps.push(map(title, &is_card));
    }
    let cats = if selection.wants(Sort::Cats) { MoveBitboards::new(game).cats } else { Vec::new() };
    for (Cat { colour, at: from }, _) in cats {
        let of_cat =
            |action: &Action| matches!(action, Action::Cat(cat) if (cat.colour, cat.from) == (colour, from));
        let Map { covered, .. } = map(String::new(), &of_cat);
        let count = plural(covered.len(), "square");
        let title = format!("the {} cat at {:?}: {count}", colour.name(), from.coordinates());
        maps.push(Map { title, covered });
    }
    maps
}

/// Returns the squares of the board that a card or a tile covers, or the square that a cat enters.
fn covered(action: &Action, board: &Board) -> Vec<Position> {
    match action {
        Action::Cat(cat) => vec![cat.to],
        Action::Card(_) | Action::Fire(_) => render::raft::covered(action, board),
    }
}

/// Draws boards on which the squares of the requested actions are marked.
fn picture(selection: Selection, game: &PlayableState, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for Map { title, covered } in maps(selection, game) {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(title, Style::BOLD);
        scene.below(render::raft::marked(&game.state().board, &covered, look));
    }
    let draws = selection.draws(game).len();
    if selection.tile.is_none() && (draws > 0 || selection.only == Some(Sort::Draws)) {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(format!("draws: {draws}"), Style::BOLD);
    }
    scene
}

/// Returns the maps of the requested actions as figures.
fn figures(arguments: &LegalMoves, selection: Selection, game: &PlayableState) -> Vec<Section> {
    let section = |Map { title, covered }| {
        let board = &game.state().board;
        let mut figure = render::figures::raft::marked(board, &covered, &arguments.figure.look());
        figure.title.clone_from(&title);
        Section { heading: title, caption: String::new(), figure }
    };
    maps(selection, game).into_iter().map(section).collect()
}

/// The arguments of `perft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    states: States,
    /// Number of actions in a sequence
    #[arg(long, value_name = "N")]
    depth: u32,
    #[command(flatten)]
    output: OutputFile,
}

/// The members of the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Counted {
    /// `perft`: the number of actions in a sequence.
    depth: u32,
    /// `perft`: the number of sequences.
    count: u128,
}

pub(crate) fn perft(arguments: &Perft, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    answer(&arguments.states, context, 0, |asked, out| {
        let count = crate::raft::perft::perft(&asked.state, arguments.depth);
        asked.answer(format!("{count}\n"), &Counted { depth: arguments.depth, count }, Status::Yes, out)
    })
}
