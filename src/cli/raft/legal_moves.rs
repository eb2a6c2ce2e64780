//! `legal-moves raft` and `perft`.

use super::super::batch::Response;
use super::super::batch::{Question, refuse};
use super::super::exit::Status;
use super::super::jsonl::{broken, unusable};
use super::super::output::Output;
use super::super::states::States;
use super::super::{Context, Format};
use super::{StateQuestion, answer};
use crate::cli::figure::{FigureOptions, Saved};
use crate::cli::result::member;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::notation::{Kind, plural};
use crate::raft::legal::{self, ActionScope, MoveBitboards};
use crate::raft::{Action, Board, Cat, Draw, PlayableState, Position, TileId, ValueError};
use crate::render::figure::html::Section;
use crate::render::{self, Look, Scene, Style};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// `legal-moves raft`
#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    states: States,
    /// Only those of one sort
    #[arg(long, value_enum, value_name = "SORT")]
    only: Option<Sort>,
    /// The placements of this fire tile
    #[arg(long, value_name = "TILE", conflicts_with = "only")]
    tile: Option<TileId>,
    /// One for each effect
    #[arg(long)]
    distinct: bool,
    /// Only how many there are
    #[arg(long)]
    count: bool,
    /// On the board, in pictures
    #[arg(long, conflicts_with = "count")]
    render: bool,
    /// Use ASCII characters only in pictures
    #[arg(long)]
    ascii: bool,
    /// What fits the board, as if every card of the game were in hand and any discards would do
    #[arg(long)]
    ignore_hand: bool,
    #[command(flatten)]
    figure: FigureOptions,
}

/// A sort of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    /// Pathway cards
    Cards,
    /// Moves of cats
    Cats,
    /// Draws of a hand
    Draws,
}

impl LegalMoves {
    /// Returns true if actions of a sort are requested.
    fn wants(&self, sort: Sort) -> bool {
        self.only.is_none_or(|only| only == sort)
    }

    /// Returns the requested actions: placements of a tile if one is given, otherwise cards and cats.
    fn actions(&self, game: &PlayableState, tile: Option<TileId>) -> Vec<Action> {
        let scope = if self.ignore_hand { ActionScope::Fitting } else { ActionScope::Legal };
        let mut actions = match tile {
            Some(tile) => legal::fire_actions(game, tile),
            None => legal::card_and_cat_actions(game, scope),
        };
        actions.retain(|action| match action {
            Action::Card(_) => self.wants(Sort::Cards),
            Action::Cat(_) => self.wants(Sort::Cats),
            Action::Fire(_) => self.only.is_none(),
        });
        if self.distinct { legal::distinct(game, actions, scope) } else { actions }
    }

    /// Returns the requested draws.
    fn draws(&self, game: &PlayableState, tile: Option<TileId>) -> Vec<Draw> {
        if tile.is_none() && self.wants(Sort::Draws) { legal::draws(game.state()) } else { Vec::new() }
    }

    /// Returns the strings of the requested actions and draws in ascending order.
    fn moves(&self, game: &PlayableState, tile: Option<TileId>) -> Vec<String> {
        let actions = self.actions(game, tile);
        let mut moves: Vec<String> =
            actions.iter().map(|action| action.encode(&mut [0; Action::MAX_LENGTH]).to_owned()).collect();
        let draws = self.draws(game, tile);
        if !draws.is_empty() {
            moves.extend(draws.iter().map(ToString::to_string));
            moves.sort();
        }
        moves
    }
}

pub(crate) fn legal_moves(arguments: &LegalMoves, context: &mut Context) -> anyhow::Result<Status> {
    let look = context.output.look(arguments.ascii);
    let paints = context.output.colour;
    answer(&arguments.states, context, 0, |asked, out| {
        let of_line = match tile_of(asked.question) {
            Ok(tile) => tile,
            Err(fault) => {
                let line = asked.question.members.unwrap_or_default();
                let faults = Diagnostics::from(*fault).into();
                return refuse(asked.question, Kind::State, line, &faults, &[], asked.colour, out);
            }
        };
        let tile = arguments.tile.or(of_line);
        if arguments.figure.is_wanted() {
            let sections = figures(arguments, &asked.state, tile);
            let saved = arguments.figure.answer("Legal moves", sections, &asked.question.place);
            return Saved::respond(saved, asked, Status::Yes, out);
        }
        if arguments.render && asked.question.format != Format::Json {
            let scene = picture(arguments, &asked.state, tile, &look);
            return asked.answer(&Output::paint(&scene, paints), &[], Status::Yes, out);
        }
        list(asked, &arguments.moves(&asked.state, tile), arguments.count, out)
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

fn list(asked: &StateQuestion<'_>, moves: &[String], count: bool, out: &mut Vec<u8>) -> Response {
    let mut members = member("count", &moves.len());
    if count {
        return asked.answer(&format!("{}\n", moves.len()), &members, Status::Yes, out);
    }
    members.extend(member("moves", &moves));
    let lines: String = moves.iter().flat_map(|action| [action.as_str(), "\n"]).collect();
    asked.answer(&lines, &members, Status::Yes, out)
}

/// The requested actions of one sort as a map: its title, and the squares that the actions cover or enter.
struct Map {
    title: String,
    covered: Vec<Position>,
}

/// Returns the maps of the requested actions: one for the cards or the tile, and one for each cat.
fn maps(asked: &LegalMoves, game: &PlayableState, tile: Option<TileId>) -> Vec<Map> {
    let board = &game.state().board;
    let actions = asked.actions(game, tile);
    let map = |title: String, wanted: &dyn Fn(&Action) -> bool| {
        let covered =
            actions.iter().filter(|action| wanted(action)).flat_map(|action| covered(action, board));
        Map { title, covered: covered.collect::<BTreeSet<_>>().into_iter().collect() }
    };
    if let Some(tile) = tile {
        let count = plural(actions.len(), "placement");
        return vec![map(format!("tile {tile}: {count}, and the squares that they cover"), &|_| true)];
    }
    let mut maps = Vec::new();
    if asked.wants(Sort::Cards) {
        let is_card = |action: &Action| matches!(action, Action::Card(_));
        let corners: BTreeSet<_> =
            actions.iter().filter(|action| is_card(action)).map(Action::target).collect();
        let count = plural(corners.len(), "place");
        maps.push(map(format!("cards: {count}, and the squares that they cover"), &is_card));
    }
    let cats = if asked.wants(Sort::Cats) { MoveBitboards::new(game).cats } else { Vec::new() };
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
fn picture(asked: &LegalMoves, game: &PlayableState, tile: Option<TileId>, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for Map { title, covered } in maps(asked, game, tile) {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(title, Style::BOLD);
        scene.below(render::raft::marked(&game.state().board, &covered, look));
    }
    let draws = asked.draws(game, tile).len();
    if tile.is_none() && (draws > 0 || asked.only == Some(Sort::Draws)) {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(format!("draws: {draws}"), Style::BOLD);
    }
    scene
}

/// Returns the same maps as figures.
fn figures(asked: &LegalMoves, game: &PlayableState, tile: Option<TileId>) -> Vec<Section> {
    let section = |Map { title, covered }| {
        let board = &game.state().board;
        let mut figure = render::figures::raft::marked(board, &covered, &asked.figure.look());
        figure.title.clone_from(&title);
        Section { heading: title, caption: String::new(), figure }
    };
    maps(asked, game, tile).into_iter().map(section).collect()
}

/// `perft`
#[derive(clap::Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    states: States,
    /// How many actions a sequence has
    #[arg(long, value_name = "N")]
    depth: u32,
}

pub(crate) fn perft(arguments: &Perft, context: &mut Context) -> anyhow::Result<Status> {
    answer(&arguments.states, context, 0, |asked, out| {
        let count = crate::raft::perft::perft(&asked.state, arguments.depth);
        let members = [member("depth", &arguments.depth), member("count", &count)].concat();
        asked.answer(&format!("{count}\n"), &members, Status::Yes, out)
    })
}
